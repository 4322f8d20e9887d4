"""A fight at one moment: the states that its combatants are in, by all that a system shows of them.

A state is a short name such as ``badge person-standing`` or ``effect prone``. They are found where
every system declares them: badges, pips and pools of the card, ties, timed effects, fields of a
sheet that belong to the fight, the place on the map. What a system knows otherwise stands in no
matrix.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Any

from gridwar.model.cover_kinds import CoverDegree

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit.card_order_and_flow import Card
    from gridwar.engine.kit.overlays_and_scenery import Area, Scenery
    from gridwar.engine.kit.rule_system import System
    from gridwar.model.combatant import Combatant, Sheet
    from gridwar.model.encounter import Encounter

_DETAIL = re.compile(r"[:#/].*|[\d.+\u2212-]+$")
"""What of an id tells one from its sisters: a weapon, a number, a combatant."""
_PLAIN = (bool, str, type(None))


class Moment:
    """An encounter, with what has been worked out of it."""

    def __init__(self, system: System, now: Encounter) -> None:
        self.system = system
        self.now = now
        self._cards: dict[str, Card] = {}
        self._states: dict[str, frozenset[str]] = {}

    def card(self, who: str) -> Card:
        """Return the card of a combatant."""
        if who not in self._cards:
            self._cards[who] = self.system.cards.card(self.now, who)
        return self._cards[who]

    @cached_property
    def scenery(self) -> Scenery:
        """What the rules know of the map beside areas."""
        return self.system.board.scenery(self.now)

    @cached_property
    def areas(self) -> tuple[Area, ...]:
        """The areas of the rules."""
        return self.system.board.areas(self.now)

    def states(self, who: str) -> frozenset[str]:
        """Return the states that a combatant is in."""
        if who not in self._states:
            self._states[who] = frozenset(self._found(who))
        return self._states[who]

    def between(self, who: str, whom: str) -> frozenset[str]:
        """Return what stands between an actor and a target, and the states of the target."""
        if whom == who or whom not in self.now.combatants:
            return frozenset({"at itself"} if whom == who else ())
        found = {f"target {one}" for one in self.states(whom)}
        a, b = self.now[who], self.now[whom]
        found.add("target an ally" if self.now.are_allied(a.side, b.side) else "target no ally")
        if a.pos is not None and b.pos is not None:
            near = max(abs(a.pos.x - b.pos.x), abs(a.pos.y - b.pos.y)) <= 1
            found.add("target beside" if near else "target away")
            sight = self.system.sight(self.now, who, whom)
            if sight is not None and not sight.clear:
                found.add("target without line")
            elif sight is not None and sight.degree is not CoverDegree.NONE:
                found.add(f"target in cover {sight.degree.name.lower()}")
        return frozenset(found)

    def _found(self, who: str) -> Iterator[str]:
        now, one = self.now, self.now.combatants[who]
        yield from _of_card(self.card(who))
        yield from _of_place(one)
        for effect in one.effects:
            if len(effect.id) > 1:  # the game master's at random are called a, b and c
                yield f"effect {_DETAIL.sub('', effect.id)}"
        yield from _of_rules(self.system, now, who)
        for tie in self.scenery.ties:
            if who in (tie.a, tie.b):
                yield f"tied by {_DETAIL.sub('', tie.label).strip().lower()}"
        if now.bracket is not None and who in now.bracket.members:
            yield "acting at once with others"
        if now.turn not in (None, who):
            yield "out of turn"


def _of_card(card: Card) -> Iterator[str]:
    for badge in card.badges:
        yield f"badge {badge.icon}"
    for pip in card.pips:
        if pip.left <= 0 < pip.full:
            yield f"no {pip.label.lower()}"
    if card.pools and card.pools[0].now < card.pools[0].full:
        yield "hurt"
    if card.out:
        yield "out"


def _of_rules(system: System, now: Encounter, who: str) -> Iterator[str]:
    sheet = now.combatants[who].sheet
    for name in sorted(system.data.fight_fields & type(sheet).model_fields.keys()):
        if _is_set(sheet, name):
            yield f"sheet {name}"
    for name in sorted(system.data.fight_state & type(now.rules).model_fields.keys()):
        if _names(getattr(now.rules, name), who):
            yield f"fight {name}"


def _of_place(one: Combatant) -> Iterator[str]:
    yield from (name for name in ("hidden", "aside", "locked") if getattr(one, name))
    if one.altitude > 0:
        yield "aloft"
    if one.pos is None:
        yield "off the board"
    if max(one.size) > 1:
        yield "large"


def _is_set(sheet: Sheet, name: str) -> bool:
    """Tell whether a field says something: numbers, which always do, are left out."""
    value, field = getattr(sheet, name), type(sheet).model_fields[name]
    if isinstance(value, int | float) and not isinstance(value, bool):
        return False
    usual = field.get_default(call_default_factory=True)
    return bool(value) if isinstance(value, _PLAIN) else value != usual


def _names(value: Any, who: str) -> bool:
    if isinstance(value, str):
        return value == who
    if isinstance(value, tuple | frozenset):
        return any(_names(one, who) for one in value)
    return who in value if hasattr(value, "keys") else False
