"""Range: how far apart two are, in which band (``rules/cepheus/bands.toml``), worth what."""

from __future__ import annotations

from functools import lru_cache
from math import floor, sqrt
from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Struct
from pydantic import Field

from gridwar.content.house_versions import EveryRow
from gridwar.content.rules_folder import read_table, rules_folder
from gridwar.engine.kit import Metric, Yardstick, cells_apart, spot_at, squared_apart
from gridwar.model.bounds import Amount, Metres, Number
from gridwar.model.geometry import footprint
from gridwar.model.record import FrozenMap, Record
from gridwar.systems.cepheus.core.fight_state import switches_of
from gridwar.systems.cepheus.core.modifier_tables import SYSTEM_ID
from gridwar.systems.cepheus.core.weapon_records import WeaponType

if TYPE_CHECKING:
    from gridwar.engine.kit import Cell, Combatant, Encounter
    from gridwar.systems.cepheus.core.house_rules import CepheusSwitches

Band = Literal["personal", "close", "short", "medium", "long", "very_long", "distant"]
CLOSE_SQUARES = 2
"""As far as any melee weapon reaches."""
_SHARED_SQUARES = 334
"""The distance that stands in two bands."""


class BandRow(Record):
    """One band: how far it reaches; the last one has no end."""

    id: Band
    title: str
    squares: Amount | None = None
    metres: Metres | None = Field(default=None, gt=0)
    below: bool = False
    """The metres themselves belong to the next band."""


class BandTable(Record):
    """The range bands, and the DM of each weapon type in each; a missing band: no attack."""

    bands: Annotated[tuple[BandRow, ...], EveryRow("id")]
    difficulty: Annotated[FrozenMap[WeaponType, FrozenMap[Band, Number]], EveryRow()]


class Distance(Struct, frozen=True):
    """How far it is, in both columns of the range table."""

    squares: int
    metres: float
    in_metres: bool = False
    """It was given in metres: their column decides."""


@lru_cache(maxsize=1)
def band_table() -> BandTable:
    """Return the range tables."""
    return read_table(rules_folder(SYSTEM_ID), "bands.toml", BandTable)


def yardstick_of(encounter: Encounter) -> Yardstick:
    """Return how ranges are counted; areas follow the straight line.

    Rules: CE-RNG-02, CE-EXP-01
    """
    return _counted(switches_of(encounter).grid_distance)


@lru_cache(maxsize=8)
def _counted(metric: str) -> Yardstick:
    return Yardstick(Metric(metric), area=None)


def distance_between(encounter: Encounter, a: str, b: str) -> Distance | None:
    """Return the distance between two combatants; None where one is off the board.

    Rules: CE-RNG-02
    """
    return distance_of(encounter, encounter[a], encounter[b])


def distance_of(encounter: Encounter, one: Combatant, other: Combatant) -> Distance | None:
    """Return the distance between two combatants as they are given here.

    Somebody beyond the edge of the map is as far from everybody as they are said to be.

    Rules: CE-RNG-02, CE-FIR-06
    """
    if one.pos is None or other.pos is None:
        beyond = [who.distance_m for who in (one, other) if who.pos is None and who.distance_m]
        return _off_map(encounter, max(beyond)) if beyond else None
    cells = footprint(one.pos, one.size), footprint(other.pos, other.size)
    here_m = height_m(encounter, one.pos, one.altitude)
    there_m = height_m(encounter, other.pos, other.altitude)
    return distance_of_cells(encounter, *cells, abs(here_m - there_m))


def _off_map(encounter: Encounter, metres: float) -> Distance:
    """Return a distance given in metres; squares to the nearest, halves up.

    Rules: CE-CORE-08, CE-RNG-01
    """
    return Distance(floor(metres / encounter.map.scale.cell_m + 0.5), metres, in_metres=True)


def distance_of_cells(
    encounter: Encounter, a: tuple[Cell, ...], b: tuple[Cell, ...], up_m: float = 0.0
) -> Distance:
    """Return the distance between two groups of cells.

    Args:
        encounter: For the scale and the house rules.
        a: Cells of one.
        b: Cells of the other.
        up_m: The difference of height, in metres.

    Rules: CE-RNG-02
    """
    by, cell_m = yardstick_of(encounter), encounter.map.scale.cell_m
    here, there = spot_at(encounter.map, a, up_m), spot_at(encounter.map, b)
    squares = cells_apart(by, here, there)
    if by.metric is Metric.EUCLID_NEAREST:
        return Distance(squares, sqrt(squared_apart(here, there)) * cell_m)
    return Distance(squares, squares * cell_m)


def squares_between(encounter: Encounter, a: str, b: str) -> int | None:
    """Return the squares between two combatants; None where one is off the board.

    Rules: CE-RNG-02
    """
    found = distance_between(encounter, a, b)
    return None if found is None else found.squares


def band_of(distance: Distance, switches: CepheusSwitches) -> Band:
    """Return the band of a distance: by squares on the map, by metres beyond it.

    Rules: CE-RNG-01
    """
    by_metres = distance.in_metres or switches.band_source == "metres"
    for row in band_table().bands:
        if row.squares is None or row.metres is None:
            return row.id
        if by_metres:
            inside = distance.metres < row.metres + (0 if row.below else 1e-9)
        else:
            last = row.squares - (row.squares == _SHARED_SQUARES and switches.band_334 == "distant")
            inside = distance.squares <= last
        if inside:
            return row.id
    return band_table().bands[-1].id


def band_between(encounter: Encounter, a: str, b: str) -> Band | None:
    """Return the band between two combatants; None where one is off the board.

    Rules: CE-RNG-01, CE-RNG-02
    """
    found = distance_between(encounter, a, b)
    return None if found is None else band_of(found, switches_of(encounter))


def range_dm(weapon_type: WeaponType, band: Band) -> int | None:
    """Return the DM of a weapon type in a band; None where it cannot be used at all.

    Rules: CE-RNG-03, CE-RNG-05
    """
    return band_table().difficulty[weapon_type].get(band)


def band_title(band: Band) -> str:
    """Return the name of a band as the player reads it."""
    return next(row.title for row in band_table().bands if row.id == band)


def height_m(encounter: Encounter, cell: Cell, altitude: float = 0.0) -> float:
    """Return a height above the map's zero in metres.

    Args:
        encounter: For the ground and the unit.
        cell: Where.
        altitude: How high above the ground, in map units.
    """
    return encounter.map.ground_m(cell) + altitude_m(encounter, altitude)


def altitude_m(encounter: Encounter, altitude: float) -> float:
    """Return a height above the ground, given in map units, in metres."""
    scale = encounter.map.scale
    return altitude * scale.cell_m / scale.cell_size
