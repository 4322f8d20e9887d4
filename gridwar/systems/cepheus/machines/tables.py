"""The damage table of vehicles and the three columns of hit locations.

The figures are ``rules/cepheus/machine_damage.toml``.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from gridwar.content.folder import read_table, rules_folder
from gridwar.content.house_versions import EveryRow
from gridwar.model.numbers import AtLeastOne
from gridwar.model.record import Record

if TYPE_CHECKING:
    from gridwar.systems.cepheus.core.switches import CepheusSwitches

Location = Literal[
    "hull",
    "structure",
    "armor",
    "sensors",
    "drive",
    "weapon",
    "power_plant",
    "cargo",
    "passengers",
    "computers",
    "computer",
    "cockpit",
    "weapon_or_limb",
    "limb",
]
Column = Literal["external", "internal", "robot"]

LAST_ROW = 33
"""The last damage that the table names."""
SINGLE, DOUBLE = 1, 2
POINTS_FOR_SINGLE, POINTS_FOR_DOUBLE = 3, 6


class HitRow(Record):
    """Hits for damage up to and including ``to``."""

    to: AtLeastOne
    hits: tuple[Annotated[int, Field(ge=1, le=100)], ...]
    """How bad each is: 1 single, 2 double, 3 triple."""


class LocationRow(Record):
    """What 2D6 mean in each column."""

    roll: int = Field(ge=2, le=12)
    external: Location
    internal: Location
    robot: Location


class DamageTables(Record):
    """``machine_damage.toml``."""

    rows: tuple[HitRow, ...] = Field(min_length=1)
    locations: Annotated[tuple[LocationRow, ...], EveryRow("roll")]


@lru_cache(maxsize=1)
def tables() -> DamageTables:
    """Return the tables."""
    return read_table(rules_folder("cepheus"), "machine_damage.toml", DamageTables)


def hits_for(damage: int, switches: CepheusSwitches) -> tuple[int, ...]:
    """Return the hits that damage after armour does: 1 single, 2 double, 3 triple.

    Args:
        damage: Points after armour.
        switches: The house rules, for what comes after the last row.

    Rules: CE-VDM-01, CE-VDM-02
    """
    if damage <= 0:
        return ()
    rows = tables().rows
    found = next((row.hits for row in rows if damage <= row.to), None)
    if found is not None:
        return found
    last = rows[-1].hits
    over = damage - (LAST_ROW - POINTS_FOR_SINGLE + 1)
    doubles, singles = over // POINTS_FOR_DOUBLE, over // POINTS_FOR_SINGLE
    if switches.damage_over_33 == "pattern":
        singles = over % POINTS_FOR_DOUBLE // POINTS_FOR_SINGLE
    return (*last, *(DOUBLE,) * doubles, *(SINGLE,) * singles)


def location_at(roll: int, column: Column) -> Location:
    """Return the location of a roll of 2D6 in a column.

    Rules: CE-VDM-03
    """
    row = next(row for row in tables().locations if row.roll == roll)
    found: Location = getattr(row, column)
    return found
