"""Whether a sense of somebody reaches another, and if not, what it fails at.

The order is that of what a rule would say: the other shows nothing that the sense goes by, is out
of its range, the sense is jammed, something is in the way, it is too dark.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.caches import Same, kept_of_fight
from gridwar.engine.kit.rule_system import system_of
from gridwar.engine.kit.senses import signs_of_body
from gridwar.engine.kit.sheet_with_eyes import senses_by_sheet
from gridwar.engine.kit.yardstick_and_distances import Yardstick, apart, spot_of
from gridwar.engine.perception.exact_sight import eye_stand, has_in_sight, what_hides
from gridwar.engine.perception.light_of_fight import light_for
from gridwar.grid.cells.distance import Metric, footprint_distance_cells
from gridwar.grid.lines.sight_and_effect import Stand
from gridwar.model.geometry import Cell
from gridwar.model.memory import CellPin
from gridwar.model.zones import Light

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit.rule_system import System
    from gridwar.engine.kit.senses import Sense
    from gridwar.grid.areas.light_levels import LightLevels
    from gridwar.grid.cells.obstacle_reasons import Obstacle
    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Encounter
    from gridwar.model.zones import Zone


class Failing(Enum):
    """What a sense fails at."""

    SHOWS_NOTHING = "shows_nothing"
    RANGE = "range"
    JAMMED = "jammed"
    LINE = "line"
    LIGHT = "light"


class Looker(Struct, frozen=True):
    """Somebody who is not out, with its senses and where its eyes are."""

    one: Combatant
    stand: Stand
    senses: tuple[Sense, ...]


def senses_now(encounter: Encounter, one: Combatant) -> tuple[Sense, ...]:
    """Return the senses of somebody; none of whoever is out, set aside or off the board."""
    system = system_of(encounter)
    if one.aside or one.pos is None:
        return ()
    if system is None:
        return senses_by_sheet(encounter, one.id)
    is_out = system.cards.vital(encounter, one.id).out
    return () if is_out else system.board.senses(encounter, one.id)


class SenseReach:
    """What senses reach in one state of a fight."""

    def __init__(self, encounter: Encounter) -> None:
        self.encounter = encounter
        self._system = system_of(encounter)
        self._yardstick = Yardstick() if self._system is None else self._system.yardstick(encounter)
        zones = tuple(
            zone for zone in encounter.map.zones if zone.kind in encounter.vision.opaque_zones
        )
        self._is_smoke_everywhere = any(zone.everywhere for zone in zones)
        self._smoke = _cells_of(tuple(map(Same, zones)))
        self._light: dict[str, LightLevels] = {}

    @property
    def system(self) -> System | None:
        """Return the rules of the fight."""
        return self._system

    def stand_of(self, who: str) -> Stand | None:
        """Return where somebody is, with the height of its eyes; None off the board."""
        return eye_stand(self.encounter, who, self._yardstick.levels)

    def looker(self, one: Combatant) -> Looker | None:
        """Return somebody with its senses; None for whoever is out, off the board or has none."""
        stand, senses = self.stand_of(one.id), senses_now(self.encounter, one)
        return Looker(one, stand, senses) if stand is not None and senses else None

    def lookers_of(self, side: str) -> Iterator[Looker]:
        """Yield those of a side who can perceive anything."""
        for one in self.encounter.lookers(side):
            found = self.looker(one)
            if found is not None:
                yield found

    def pinned(self, stand: Stand, pin: CellPin) -> bool:
        """Return whether the game master has pinned all cells of a place so, or any as shown."""
        layer = self.encounter.vision.pinned
        if not layer.tiles:
            return False
        found = [layer.get(cell) == pin for cell in stand.cells]
        return any(found) if pin is CellPin.SHOWN else all(found)

    def failing(self, looker: Looker, sense: Sense, target: str, there: Stand) -> Failing | None:
        """Return what a sense fails at; None where it reaches the other.

        Args:
            looker: Who has it.
            sense: The sense.
            target: The other.
            there: Where the other is, with the height of its eyes.
        """
        here = self.encounter
        signs = signs_of_body if self._system is None else self._system.board.signs
        if sense.needs is not None and sense.needs not in signs(here, target):
            return Failing.SHOWS_NOTHING
        if sense.range_m is not None and self.metres(looker.one, here[target]) > sense.range_m:
            return Failing.RANGE
        if sense.jammed_by and self._is_jammed(sense, (*looker.stand.cells, *there.cells)):
            return Failing.JAMMED
        lit = there.cells
        if here.vision.counts_light:
            lit = tuple(cell for cell in there.cells if self.is_light_enough(looker, sense, cell))
        if lit == there.cells:
            return None if self._has_line(looker, sense, there) else Failing.LINE
        if lit and self._has_line(looker, sense, Stand(lit, there.height_m)):
            return None
        return Failing.LIGHT if self._has_line(looker, sense, there) else Failing.LINE

    def _has_line(self, looker: Looker, sense: Sense, there: Stand) -> bool:
        if sense.through_walls:
            return True
        if not sense.through_smoke and self._is_smoke_everywhere and not _touch(looker, there):
            return False
        smoke = frozenset[Cell]() if sense.through_smoke else self._smoke
        return has_in_sight(self.encounter.map, looker.stand, there, smoke)

    def obstacle(self, looker: Looker, sense: Sense, there: Stand) -> Obstacle | None:
        """Return what is in the way of a sense; None where smoke lies everywhere, or nothing is."""
        smoke = frozenset[Cell]() if sense.through_smoke else self._smoke
        return what_hides(self.encounter.map, looker.stand, there, smoke)

    def smoke_at(self, cell: Cell | None) -> Zone | None:
        """Return the zone that stops sight at a cell."""
        kinds = self.encounter.vision.opaque_zones
        for zone in self.encounter.map.zones:
            if zone.kind in kinds and (zone.everywhere or cell in zone.cells):
                return zone
        return None

    def metres(self, one: Combatant, other: Combatant) -> float:
        """Return how far two are apart by the system's yardstick; without end off the board."""
        here, there = (spot_of(self.encounter, self._yardstick, who) for who in (one, other))
        if here is None or there is None:
            return float("inf")
        return apart(self._yardstick, here, there).total_cells * self.encounter.map.scale.cell_m

    def is_light_enough(self, looker: Looker, sense: Sense, cell: Cell) -> bool:
        """Return whether there is the light on a cell that a sense of somebody needs."""
        if not self.encounter.vision.counts_light:
            return True
        side = looker.one.side
        if side not in self._light:
            self._light[side] = light_for(self.encounter, side)
        levels = self._light[side]
        level = levels.at(cell)
        if level > sense.darkest:
            return False
        darkness = levels.why(cell).darkness if level is Light.DARK else None
        return darkness is None or -darkness.strength <= sense.through_darkness

    def _is_jammed(self, sense: Sense, cells: tuple[Cell, ...]) -> bool:
        page = self.encounter.map
        return any(page.zones_at(cell, sense.jammed_by) for cell in cells)


def _touch(looker: Looker, there: Stand) -> bool:
    cells = (looker.stand.cells, there.cells)
    return footprint_distance_cells(Metric.CHEBYSHEV, *cells) <= 1


@kept_of_fight(8)
def _cells_of(zones: tuple[Same[Zone], ...]) -> frozenset[Cell]:
    """Return the cells of some zones; the same object for the same zones."""
    return frozenset(cell for zone in zones for cell in zone.it.cells)
