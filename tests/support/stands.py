"""Where somebody could stand: the search as the window begins it, and each square by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control.moves.route_and_reach import RoutePlanner
from gridwar.engine.insight.stands import chips as ch
from gridwar.engine.insight.stands.fight_for_stands import Reached, Whose
from gridwar.engine.insight.stands.sentence import StandSearch
from gridwar.engine.kit.yardstick_and_distances import apart, spot_of
from gridwar.engine.perception.detection import known_fight
from gridwar.engine.perception.light_of_fight import brightest_on
from gridwar.model.cover_kinds import CoverDegree
from gridwar.model.geometry import footprint
from gridwar.model.zones import Light

if TYPE_CHECKING:
    from gridwar.engine.insight.stands.chips import Chip
    from gridwar.engine.kit.rule_system import System
    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Cell


def reached(system: System, encounter: Encounter, who: str) -> Reached:
    """Return where somebody gets to, as the map draws it."""
    mover = system.board.body(encounter, who).mover
    planner = RoutePlanner(system, encounter, mover)
    found = planner.reach()
    ground = planner.movement.ground
    return Reached(
        planner.zones(),
        {} if found is None else found.ends,
        frozenset(one.label for one in planner.movement.zones if not one.strikes),
        lambda cell: ground.may_stop(cell) and ground.why_closed(cell) is None,
    )


def search(system: System, encounter: Encounter, who: str, side: str | None = None) -> StandSearch:
    """Return the search for somebody; ``side`` None for all that the game master knows."""
    known = known_fight(system, encounter, side)
    return StandSearch(system, encounter, Whose(who, side), reached(system, known, who))


class SquareBySquare:
    """Answers a chip for one square by the ordinary functions, the one in question put there."""

    def __init__(self, search: StandSearch) -> None:
        self._search = search
        self._system, self._known = search.system, search.known

    def fits(self, chip: Chip, cell: Cell) -> bool:
        """Return whether a square fits."""
        there = self._search.at(cell)
        return bool(getattr(self, f"_{chip.kind}")(chip, cell, there))

    def _whom(self, chip: Chip) -> tuple[str, ...]:
        is_friend = chip.kind == ch.ChipKind.BESIDE
        everybody = self._search.friends if is_friend else self._search.foes
        return everybody if chip.whom == ch.ALL else (chip.whom,)

    def _reach(self, chip: Chip, cell: Cell, there: Encounter) -> bool:
        labels = [label for label, _cells in self._search.reached.zones]
        last = labels.index(chip.value) if chip.value else len(labels) - 1
        zones = self._search.reached.zones[: last + 1]
        return cell == self._search.home or any(cell in part for _label, part in zones)

    def _clear(self, there: Encounter, looks: str, at: str) -> bool:
        found = self._system.sight(there, looks, at)
        return found is not None and found.clear

    def _sees(self, chip: Chip, cell: Cell, there: Encounter) -> bool:
        return any(self._clear(there, self._search.who, one) for one in self._whom(chip))

    def _unseen(self, chip: Chip, cell: Cell, there: Encounter) -> bool:
        count = sum(self._clear(there, one, self._search.who) for one in self._whom(chip))
        return count <= (int(chip.value) if chip.whom == ch.ALL else 0)

    def _cover(self, chip: Chip, cell: Cell, there: Encounter) -> bool:
        sights = [self._system.sight(there, one, self._search.who) for one in self._whom(chip)]
        least = CoverDegree(chip.value).rank
        return all(one is None or not one.clear or one.degree.rank >= least for one in sights)

    def _gaps(self, chip: Chip, there: Encounter) -> list[tuple[int, float]]:
        measure = self._system.yardstick(there)
        mine = spot_of(there, measure, there[self._search.who])
        others = [spot_of(there, measure, there[one]) for one in self._whom(chip)]
        assert mine is not None
        gaps = [apart(measure, mine, one) for one in others if one is not None]
        return [(one.total_cells, one.straight_cells) for one in gaps]

    def _range(self, chip: Chip, cell: Cell, there: Encounter) -> bool:
        rings = self._system.board.overlays(there, self._search.who, "", None).rings
        ring = next(one for one in rings if one.label == chip.value)
        return any(
            (straight if ring.is_unrounded else counted) <= ring.radius
            for counted, straight in self._gaps(chip, there)
        )

    def _beside(self, chip: Chip, cell: Cell, there: Encounter) -> bool:
        return any(counted == 1 for counted, _straight in self._gaps(chip, there))

    def _apart(self, chip: Chip, cell: Cell, there: Encounter) -> bool:
        return all(counted >= int(chip.value) for counted, _straight in self._gaps(chip, there))

    def _body(self, there: Encounter) -> tuple[Cell, ...]:
        one = there[self._search.who]
        assert one.pos is not None
        return footprint(one.pos, one.size)

    def _threat(self, chip: Chip, cell: Cell, there: Encounter) -> bool:
        if chip.value == ch.AFTER_MOVES:
            return True  # that has a test of its own
        for one in self._whom(chip):
            shown = self._system.board.overlays(self._known, one, "", None)
            if not shown.idle and not shown.threat.isdisjoint(self._body(there)):
                return False
        return True

    def _light(self, chip: Chip, cell: Cell, there: Encounter) -> bool:
        found, wanted = brightest_on(self._known, self._body(there)).level, Light(int(chip.value))
        return found == wanted if wanted is Light.BRIGHT else found >= wanted

    def _zone(self, chip: Chip, cell: Cell, there: Encounter) -> bool:
        page = self._known.map
        is_in = any(page.zones_at(one, chip.value) for one in self._body(there))
        return is_in == (chip.whom == ch.INSIDE)

    def _area(self, chip: Chip, cell: Cell, there: Encounter) -> bool:
        areas = [one.cells for one in ch.areas_of(self._search) if one.label == chip.value]
        is_in = any(not one.isdisjoint(self._body(there)) for one in areas)
        return is_in == (chip.whom == ch.INSIDE)

    def _height(self, chip: Chip, cell: Cell, there: Encounter) -> bool:
        page = self._known.map
        others = self._whom(chip) if chip.whom else (self._search.who,)
        places = [pos for one in others if (pos := self._known[one].pos) is not None]
        mine = there[self._search.who].pos
        assert mine is not None
        return page.ground_m(mine) > max(map(page.ground_m, places), default=0.0)

    def _floor(self, chip: Chip, cell: Cell, there: Encounter) -> bool:
        floor = self._known.map.floor_at(cell)
        return floor is not None and floor.id == chip.value
