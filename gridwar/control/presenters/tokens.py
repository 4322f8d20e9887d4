"""The tokens as records: as they stand, as they are dragged, and those held over the map to join.

Keeps what did not change, so that the map redraws little.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from gridwar.control.memo import Memo
from gridwar.control.presenters.fog_on_map import unseen_by_players
from gridwar.control.records import scene_records as sr
from gridwar.control.state.map_layers import Layer
from gridwar.control.text_format import (
    effect_badges,
    fraction,
    minus,
    notch_shares,
    note_badges,
    side_index,
    token_bit,
)
from gridwar.engine.kit.yardstick_and_distances import level_number
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.control.controller.controller import Controller
    from gridwar.control.records.panel_records import TokenBit
    from gridwar.control.state.plan_and_draft import MovePlan
    from gridwar.control.state.view_state import Placing
    from gridwar.engine.kit.card_order_and_flow import Card
    from gridwar.engine.kit.rule_system import System
    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Cell

Aim: TypeAlias = tuple[str, str]
"""Who acts, and on whom."""
MOST_NAMED: Final = 8
"""Of more than these selected together, only the one under the pointer is named."""

MOST_NAMED_AT_ONCE: Final = 60
"""Of more than these in a fight nobody has the place to read the names."""


class _Resting(Struct, frozen=True):
    """The tokens while the pointer is elsewhere, and where in the tuple each one is."""

    tokens: tuple[sr.TokenView, ...]
    places: dict[str, int]


class TokenPresenter:
    """Makes the tokens of a fight."""

    def __init__(self, controller: Controller) -> None:
        self._controller = controller
        self._tokens: dict[str, sr.TokenView] = {}
        self._resting: Memo[_Resting] = Memo()

    def present(self, aim: Aim | None, numbers: Mapping[str, int]) -> tuple[sr.TokenView, ...]:
        """Return the tokens: the very same tuple while nothing about any of them has changed.

        Args:
            aim: Who is acting on whom.
            numbers: The numbers of those caught.
        """
        view, encounter = self._controller.view, self._controller.encounter
        resting = self._resting.get(
            (
                encounter,
                view.selected,
                aim,
                view.one_level,
                self._names_all(),
                view.checks is None,
            ),
            lambda: self._resting_tokens(encounter, aim),
        )
        places = {who: resting.places[who] for who in view.hovered if who in resting.places}
        target = None if aim is None else aim[1]  # the ghost sheet has its name
        touched = {
            who: replace(resting.tokens[at], named=who != target) for who, at in places.items()
        }
        for who, number in numbers.items():
            if who in resting.places:
                at = places[who] = resting.places[who]
                touched[who] = replace(touched.get(who, resting.tokens[at]), caught=number)
        ghosts: list[sr.TokenView] = []
        for who, goal in _goals(view.plan):
            if who in resting.places:
                at = places[who] = resting.places[who]
                token = touched.get(who, resting.tokens[at])
                ghosts.append(_ghost_of(token))
                touched[who] = replace(token, cell=(goal.x, goal.y), lifted=True)
        ghosts += placed_tokens(self._controller, view.placing)
        if not touched and not ghosts:
            return resting.tokens
        tokens = list(resting.tokens)
        for who, at in places.items():
            tokens[at] = touched[who]
        return (*tokens, *ghosts)

    def _resting_tokens(self, encounter: Encounter, aim: Aim | None) -> _Resting:
        target = None if aim is None else aim[1]
        on_board = (
            one for one in encounter.combatants.values() if one.pos is not None and not one.aside
        )
        unseen = unseen_by_players(encounter)
        views = (
            self._same(self._token(encounter, one, target, is_unseen=one.id in unseen))
            for one in on_board
        )
        # What is large lies below: those who ride in or on it stay to be seen.
        tokens = tuple(sorted(views, key=_height_of))
        return _Resting(tokens, {token.id: at for at, token in enumerate(tokens)})

    def _names_selected(self) -> bool:
        """Return whether those selected are named: they are few, and have no tags of a check."""
        view = self._controller.view
        return len(view.selected) <= MOST_NAMED and view.checks is None

    def _names_all(self) -> bool:
        """Return whether everybody is named: that is wanted, and they are not too many."""
        is_few = len(self._controller.encounter.combatants) <= MOST_NAMED_AT_ONCE
        return is_few and self._controller.view.shows(Layer.NAMES)

    def _is_elsewhere(self, encounter: Encounter, one: Combatant) -> bool:
        """Return whether somebody is on another level than the only one looked at."""
        view, levels = self._controller.view, self._controller.system.board.levels
        who = next(iter(view.selected), encounter.turn) or ""
        if not (view.one_level and levels and who in encounter):
            return False
        seen = level_number(levels, encounter[who].altitude)
        return level_number(levels, one.altitude) != seen

    def _same(self, token: sr.TokenView) -> sr.TokenView:
        known = self._tokens.get(token.id)
        if known == token:
            return known
        self._tokens[token.id] = token
        return token

    def _token(
        self, encounter: Encounter, one: Combatant, target: str | None, *, is_unseen: bool
    ) -> sr.TokenView:
        view = self._controller.view
        card = self._controller.rules_cache.card(one.id)
        pool = card.pools[0] if card.pools else None
        return replace(
            _likeness(encounter, one, card, self._controller.letters.of(encounter, one)),
            bars=tuple(fraction(part) for part in card.parts),
            notches=() if pool is None else notch_shares(pool),
            progress=card.progress,
            bar_text="" if pool is None else minus(f"{pool.now}/{pool.full}"),
            facing_deg=one.facing_deg,
            altitude_text=height_tag(self._controller.system, one),
            badges=(*card.badges, *effect_badges(one), *note_badges(one)),
            turn_sign=self._controller.rules_cache.turn_sign(one.id),
            selected=one.id in view.selected,
            turn=one.id == encounter.turn,
            hidden=one.hidden,
            target=one.id == target,
            faint=self._is_elsewhere(encounter, one),
            unseen=_("players do not see this") if is_unseen else "",
            named=self._names_all() or (one.id in view.selected and self._names_selected()),
            trail=one.trail,
        )


def listed_token(controller: Controller, encounter: Encounter, one: Combatant) -> TokenBit:
    """Return a combatant's token for a list, with the signs that it bears on the map."""
    out = controller.rules_cache.card(one.id).out
    sign = controller.rules_cache.turn_sign(one.id)
    return token_bit(controller.letters, encounter, one, out=out, turn_sign=sign)


def height_tag(system: System, one: Combatant) -> str | None:
    """Return what a token says of its height: a level's word or a number; None on the ground."""
    levels = system.board.levels
    if levels:
        return levels[level_number(levels, one.altitude)].tag or None
    return minus(f"{one.altitude:g}") if one.altitude else None


def _goals(plan: MovePlan | None) -> tuple[tuple[str, Cell], ...]:
    """Return who would go where, the one that is held only once it has left its cell."""
    if plan is None:
        return ()
    held = () if plan.leads_nowhere else ((plan.mover, plan.end),)
    return (*held, *plan.others)


def _height_of(token: sr.TokenView) -> tuple[int, bool, bool]:
    """Return by what tokens lie above each other."""
    return -token.size[0] * token.size[1], token.selected, token.turn


def _ghost_of(token: sr.TokenView) -> sr.TokenView:
    return sr.TokenView(
        id=token.id,
        cell=token.cell,
        initials=token.initials,
        size=token.size,
        side=token.side,
        facing_deg=token.facing_deg if token.box else None,
        box=token.box,
        ghost=True,
    )


def placed_tokens(controller: Controller, placing: Placing | None) -> tuple[sr.TokenView, ...]:
    """Return the tokens of those who are held over the map, where each would stand."""
    if placing is None:
        return ()
    letters = controller.letters.among(controller.encounter, placing.combatants)
    return tuple(_newcomer(controller, one, letters[one.id]) for one in placing.combatants)


def _newcomer(controller: Controller, one: Combatant, letters: str) -> sr.TokenView:
    encounter = controller.encounter.with_combatant(one)
    card = controller.system.cards.card(encounter, one.id)
    facing = one.facing_deg if card.box else None
    shown = _likeness(encounter, one, card, letters)
    return replace(shown, out=False, lifted=True, facing_deg=facing)


def _likeness(encounter: Encounter, one: Combatant, card: Card, letters: str) -> sr.TokenView:
    """Return what shows who somebody is, and how they are."""
    pool = card.pools[0] if card.pools else None
    assert one.pos is not None
    return sr.TokenView(
        id=one.id,
        cell=(one.pos.x, one.pos.y),
        initials=letters,
        size=(one.size.w, one.size.h),
        name=one.name,
        side=side_index(encounter, one),
        picture=one.picture,
        bar=None if pool is None or pool.full <= 0 else fraction(pool),
        out=card.out,
        box=card.box,
    )
