"""Whom a side sees, of whom it only senses the place, and who is unknown to it.

Derived from the state of a fight and never stored. The game master's word goes first: whoever is
hidden is unknown to all whom nobody has told, and who was told of somebody sees it. As long as no
fog goes by sight, everybody else is seen; with fog by hand, whoever stands where it is uncovered.
By sight, the systems' senses decide, each by the exact line and by the light where the other
stands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from frozendict import frozendict
from msgspec import Struct

from gridwar.caches import Same, kept_of_fight
from gridwar.engine.kit.rule_system import system_of
from gridwar.engine.kit.senses import eyes_alone, signs_of_body
from gridwar.engine.kit.yardstick_and_distances import Yardstick, apart, spot_of
from gridwar.engine.perception.exact_sight import eye_stand, has_in_sight
from gridwar.engine.perception.light_of_fight import light_of
from gridwar.engine.perception.side_sight import known_points
from gridwar.grid.lines.sight_and_effect import Stand
from gridwar.model.geometry import Cell, footprint
from gridwar.model.memory import FogMode, points_per_cell
from gridwar.model.zones import Light

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Literal

    from gridwar.engine.kit.senses import Sense
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Encounter, RulesState, Settings
    from gridwar.model.house_rule_switches import Switches
    from gridwar.model.memory import Vision

    Told = Literal["whole", "place", ""]

BY_SIGHT = frozenset({FogMode.BY_SIGHT, FogMode.BY_SIGHT_WITHOUT_MEMORY})
"""The modes of the fog in which senses decide who is seen."""


class SeenBy(Struct, frozen=True):
    """Whom a side perceives, by the ids of combatants.

    Attributes:
        seen: Whom it sees, its own people among them.
        sensed: Of whom it knows only that somebody is there, and on which cells.
        unknown: All others in the fight.
    """

    seen: frozenset[str]
    sensed: Mapping[str, tuple[Cell, ...]] = frozendict()
    unknown: frozenset[str] = frozenset()


def seen_by(encounter: Encounter, side: str) -> SeenBy:
    """Return whom a side sees, senses and does not know of; the same object while that stays."""
    rules = (Same(encounter.rules), Same(encounter.settings), Same(encounter.switches))
    vision = Same(encounter.vision)
    kept = _kept(Same(encounter.combatants), Same(encounter.map), rules, vision)
    if side not in kept:
        kept[side] = _seen_anew(encounter, side)
    return kept[side]


@kept_of_fight(4)
def _kept(
    people: Same[Mapping[str, Combatant]],
    page: Same[BattleMap],
    rules: tuple[Same[RulesState], Same[Settings], Same[Switches]],
    vision: Same[Vision],
) -> dict[str, SeenBy]:
    """Return the place where it is kept what each side perceives of people on a map."""
    return {}


def _seen_anew(encounter: Encounter, side: str) -> SeenBy:
    seen, sensed = set[str](), dict[str, tuple[Cell, ...]]()
    by_sight = _BySight(encounter, side) if encounter.vision.mode in BY_SIGHT else None
    for one in encounter.combatants.values():
        told = "" if one.aside else _told_of(encounter, side, one, by_sight)
        if told == "whole":
            seen.add(one.id)
        elif told == "place" and one.pos is not None:
            sensed[one.id] = footprint(one.pos, one.size)
    unknown = frozenset(
        who for who in encounter.combatants if who not in seen and who not in sensed
    )
    return _found(frozenset(seen), frozendict(sensed), unknown)


@kept_of_fight(32)
def _found(
    seen: frozenset[str], sensed: frozendict[str, tuple[Cell, ...]], unknown: frozenset[str]
) -> SeenBy:
    """Return what a side perceives; the same object for the same, which is quickly compared."""
    return SeenBy(seen, sensed, unknown)


def _told_of(encounter: Encounter, side: str, one: Combatant, by_sight: _BySight | None) -> Told:
    """Return what a side perceives of one in the fight."""
    if one.side == side or side in one.known_by:
        return "whole"
    if one.hidden:
        return ""
    if encounter.vision.mode is FogMode.BY_HAND:
        return "whole" if _is_uncovered(encounter, side, one) else ""
    return "whole" if by_sight is None else by_sight.told_of(one)


def _is_uncovered(encounter: Encounter, side: str, one: Combatant) -> bool:
    """Return whether the middle of any of its cells has been uncovered for a side."""
    if one.pos is None:
        return one.distance_m is not None
    points, a_cell = known_points(encounter, side), points_per_cell(encounter.map.size)
    middle = a_cell // 2
    return any(
        points[
            y * a_cell + middle - 1 : y * a_cell + middle + 1,
            x * a_cell + middle - 1 : x * a_cell + middle + 1,
        ].all()
        for x, y in footprint(one.pos, one.size)
        if encounter.map.contains(Cell(x, y))
    )


class _Looker(Struct, frozen=True):
    """One of a side who is not out, with its senses and where its eyes are."""

    one: Combatant
    stand: Stand
    senses: tuple[Sense, ...]


class _BySight:
    """What the senses of a side tell, asked about one after another."""

    def __init__(self, encounter: Encounter, side: str) -> None:
        self._encounter = encounter
        self._system = system_of(encounter)
        self._yardstick = Yardstick() if self._system is None else self._system.yardstick(encounter)
        own = (one for one in encounter.combatants.values() if one.side == side and not one.aside)
        self._lookers = tuple(self._who_can_look(own))

    def _who_can_look(self, people: Iterable[Combatant]) -> Iterable[_Looker]:
        here, system = self._encounter, self._system
        for one in people:
            stand = eye_stand(here, one.id, self._yardstick.levels)
            if stand is None or (system is not None and system.cards.vital(here, one.id).out):
                continue
            senses = (eyes_alone if system is None else system.board.senses)(here, one.id)
            if senses:
                yield _Looker(one, stand, senses)

    def told_of(self, target: Combatant) -> Told:
        """Return the most that anybody of the side perceives of another."""
        there = eye_stand(self._encounter, target.id, self._yardstick.levels)
        if there is None:
            return "whole" if target.distance_m is not None else ""
        found: Told = ""
        for looker in self._lookers:
            for sense in looker.senses:
                if (sense.tells == "whole" or not found) and self._reaches(
                    looker, sense, target, there
                ):
                    if sense.tells == "whole":
                        return "whole"
                    found = "place"
        return found

    def _reaches(self, looker: _Looker, sense: Sense, target: Combatant, there: Stand) -> bool:
        here = self._encounter
        signs = signs_of_body if self._system is None else self._system.board.signs
        if sense.needs is not None and sense.needs not in signs(here, target.id):
            return False
        if sense.range_m is not None and self._metres(looker.one, target) > sense.range_m:
            return False
        if self._is_jammed(sense, (*looker.stand.cells, *there.cells)):
            return False
        lit = tuple(cell for cell in there.cells if self._is_light_enough(sense, cell))
        if not lit or sense.through_walls:
            return bool(lit)
        return has_in_sight(here.map, looker.stand, Stand(lit, there.height_m), frozenset())

    def _metres(self, one: Combatant, other: Combatant) -> float:
        here, there = (spot_of(self._encounter, self._yardstick, who) for who in (one, other))
        if here is None or there is None:
            return float("inf")
        return apart(self._yardstick, here, there).total_cells * self._encounter.map.scale.cell_m

    def _is_jammed(self, sense: Sense, cells: Iterable[Cell]) -> bool:
        page = self._encounter.map
        return bool(sense.jammed_by) and any(page.zones_at(cell, sense.jammed_by) for cell in cells)

    def _is_light_enough(self, sense: Sense, cell: Cell) -> bool:
        if not self._encounter.vision.counts_light:
            return True
        levels = light_of(self._encounter)
        level = levels.at(cell)
        if level > sense.darkest:
            return False
        darkness = levels.why(cell).darkness if level is Light.DARK else None
        return darkness is None or -darkness.strength <= sense.through_darkness
