"""The tokens as players see them: where somebody stands, whose side, public letters and names.

Everything is named here that comes through. Of their own people players see how they are; of others
the bar in thirds, where the game master shares it.
"""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridwar.control.memo import Memo, are_same
from gridwar.control.presenters.public_names import PublicLetters, is_of_party, public_name
from gridwar.control.records import scene_records as sr
from gridwar.control.text_format import effect_badges, fraction, notch_shares, side_index
from gridwar.engine.kit.card_order_and_flow import Badge
from gridwar.engine.kit.yardstick_and_distances import level_number

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from gridwar.control.rules_cache import RulesCache
    from gridwar.control.state.players_sharing import Sharing
    from gridwar.engine.kit.card_order_and_flow import Card
    from gridwar.engine.session.session import Session
    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Cell

MOST_NAMED = 60
"""Of more than these in sight nobody has the place to read the names."""
_THIRDS = 3


class PlayersTokens:
    """Makes the tokens of a session; one that looks as before is the very same."""

    def __init__(self, session: Session, cache: RulesCache) -> None:
        self._session = session
        self._cache = cache
        self._letters = PublicLetters()
        self._given: Memo[dict[str, str]] = Memo()
        self._tokens: dict[str, tuple[tuple[object, ...], sr.TokenView]] = {}

    def letters(self, met: frozenset[str], sharing: Sharing) -> dict[str, str]:
        """Return the letters of those who were met."""
        encounter = self._session.encounter
        return self._given.get(
            (encounter.combatants, encounter.sides, met, sharing),
            lambda: self._letters.of(_wanted(encounter, met, sharing)),
        )

    def present(
        self,
        met: frozenset[str],
        sharing: Sharing,
        turns: Mapping[str, str],
        acting: str,
        is_seen: Callable[[Cell], bool],
    ) -> tuple[sr.TokenView, ...]:
        """Return those who are seen, where they stand; what is large lies below.

        Args:
            met: Whom players see.
            sharing: What else is shared.
            turns: The sign of what became of each turn.
            acting: Who is seen to have the turn.
            is_seen: Whether players see a cell.
        """
        encounter = self._session.encounter
        letters = self.letters(met, sharing)
        names_all = sharing.names and len(met) <= MOST_NAMED
        made: list[sr.TokenView] = []
        for one in encounter.combatants.values():
            if one.id not in met or one.pos is None or one.aside:
                continue
            way = _seen_way(one, is_seen) if one.trail else ()
            here = (letters[one.id], names_all, turns.get(one.id, ""), one.id == acting, way)
            made.append(self._kept(encounter, one, here, sharing))
        return tuple(sorted(made, key=lambda one: (-one.size[0] * one.size[1], one.turn)))

    def _kept(
        self,
        encounter: Encounter,
        one: Combatant,
        here: tuple[str, bool, str, bool, tuple[tuple[int, int], ...]],
        sharing: Sharing,
    ) -> sr.TokenView:
        """Return a token; the very same while all that it is made of is."""
        letters, names_all, turn_sign, is_turn, way = here
        card = self._cache.card(one.id)
        made_from = (one, card, encounter.sides, sharing)
        known = self._tokens.get(one.id)
        if known is not None and are_same(known[0][:4], made_from) and known[0][4] == here:
            return known[1]
        token = self._token(encounter, one, card, letters, sharing)
        token = replace(
            token,
            named=names_all and bool(token.name),
            turn_sign=turn_sign,
            turn=is_turn,
            trail=way,
        )
        if known is not None and known[1] == token:
            token = known[1]
        self._tokens[one.id] = ((*made_from, here), token)
        return token

    def _token(
        self, encounter: Encounter, one: Combatant, card: Card, letters: str, sharing: Sharing
    ) -> sr.TokenView:
        assert one.pos is not None
        is_own = is_of_party(encounter, one)
        token = sr.TokenView(
            id=one.id,
            cell=(one.pos.x, one.pos.y),
            initials=letters,
            size=(one.size.w, one.size.h),
            name=public_name(encounter, one, sharing),
            side=side_index(encounter, one),
            picture=one.public_picture or one.picture,
            facing_deg=one.facing_deg,
            altitude_text=self._level_of(one),
            out=card.out,
            box=card.box,
        )
        if is_own:
            return _with_state(token, one, card)
        return replace(token, bar=_in_thirds(card)) if sharing.foes_bars else token

    def _level_of(self, one: Combatant) -> str | None:
        """Return the word of the level that somebody is on; heights in figures are no one's."""
        levels = self._session.system.board.levels
        return (levels[level_number(levels, one.altitude)].tag or None) if levels else None


def _wanted(
    encounter: Encounter, met: frozenset[str], sharing: Sharing
) -> dict[str, tuple[str, str]]:
    """Return public name and label of each who was met; a label is their own people's alone."""
    return {
        who: (
            public_name(encounter, one, sharing),
            one.label if is_of_party(encounter, one) else "",
        )
        for who, one in encounter.combatants.items()
        if who in met
    }


def _with_state(token: sr.TokenView, one: Combatant, card: Card) -> sr.TokenView:
    """Return a token of their own with how it is, the words of its signs left out."""
    pool = card.pools[0] if card.pools else None
    return replace(
        token,
        bar=None if pool is None or pool.full <= 0 else fraction(pool),
        bars=tuple(fraction(part) for part in card.parts),
        notches=() if pool is None else notch_shares(pool),
        progress=card.progress,
        badges=tuple(
            Badge(badge.icon, "", flashes=badge.flashes)
            for badge in (*card.badges, *effect_badges(one))
        ),
    )


def _in_thirds(card: Card) -> float | None:
    pool = card.pools[0] if card.pools else None
    if pool is None or pool.full <= 0:
        return None
    return ceil(fraction(pool) * _THIRDS) / _THIRDS


def _seen_way(one: Combatant, is_seen: Callable[[Cell], bool]) -> tuple[tuple[int, int], ...]:
    """Return the end of the way that was walked in sight: from where it came into it."""
    seen: list[tuple[int, int]] = []
    for cell in reversed(one.trail):
        if not is_seen(cell):
            break
        seen.append((cell.x, cell.y))
    return tuple(reversed(seen))
