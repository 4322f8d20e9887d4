"""Light, smoke and weather, and what sensors make of them (``rules/cepheus/conditions.toml``)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Final, Literal

from frozendict import frozendict
from msgspec import Struct

from gridwar.content.house_versions import EveryRow
from gridwar.content.rules_folder import read_table, rules_folder
from gridwar.engine.perception.light_of_fight import brightest_on
from gridwar.grid.lines.zones_on_line import zones_on_line
from gridwar.model.bounds import Number
from gridwar.model.record import FrozenMap, Record
from gridwar.model.zones import SMOKE, WEATHER, Light
from gridwar.systems.cepheus.core.fight_state import sheet_of
from gridwar.systems.cepheus.core.modifier_tables import SYSTEM_ID
from gridwar.systems.cepheus.core.person_records import SensorKind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.grid.lines.sight_and_effect import Stand
    from gridwar.model.encounter import Encounter
    from gridwar.model.zones import Zone
    from gridwar.systems.cepheus.core.person_records import SightBy

HEAT: Final = "heat"
THICK: Final = 2
_LIGHTS: Final[Mapping[Light, str]] = frozendict({Light.LOW: "low", Light.DARK: "dark"})
_SMOKES: Final = ("", "normal", "thick")

Sign = Literal["", "warm", "living", "moving", "em_signature", "anything"]


class SensorRow(Record):
    """What a kind of sensor is, takes away and finds."""

    id: SensorKind
    title: str
    text: str = ""
    light: bool = False
    smoke: bool = False
    needs: Sign = ""
    jammed_by: str = ""
    reveals: Sign = ""
    sense: Literal["", "amplifier", "heat", "feel"] = ""
    """As what it shows others without being asked; empty for not at all."""
    walls: bool = False
    tells: Literal["whole", "place"] = "whole"


class ConditionTable(Record):
    """``conditions.toml``."""

    light: Annotated[FrozenMap[str, Number], EveryRow()]
    smoke: Annotated[FrozenMap[str, Number], EveryRow()]
    smoke_laser: Annotated[FrozenMap[str, Number], EveryRow()]
    weather: Annotated[FrozenMap[str, Number], EveryRow()]
    sensors: Annotated[tuple[SensorRow, ...], EveryRow("id")]


class Conditions(Struct, frozen=True):
    """What lies on a line of fire: light at the target, the worst smoke, extreme weather."""

    light: Light = Light.BRIGHT
    smoke: int = 0
    weather: bool = False
    light_reason: str = ""
    """What makes it so light at the target, or so dark."""


class Shown(Struct, frozen=True):
    """What the target shows of itself to sensors."""

    warm: bool = True
    living: bool = True
    moving: bool = True
    em_signature: bool = False

    def shows(self, sign: Sign) -> bool:
        """Return whether it shows a sign; anything, or nothing in particular, it always does."""
        return sign in ("", "anything") or bool(getattr(self, sign))


class Environment(Struct, frozen=True):
    """The DMs of the conditions; one that a sensor takes away is not counted in ``total``.

    Attributes:
        light: of the light; ``smoke`` of smoke or fog; the two parts of extreme weather.
        sees_light: whether the sensor takes away the light and the first part of the weather.
        sees_smoke: whether it takes away the smoke, and soft cover by the usual rule.
        light_reason: what makes the target so dark.
    """

    light: int = 0
    smoke: int = 0
    visibility: int = 0
    interference: int = 0
    sees_light: bool = False
    sees_smoke: bool = False
    light_reason: str = ""

    @property
    def total(self) -> int:
        """Add up what counts.

        Rules: CE-ENV-04
        """
        seen = 0 if self.sees_light else self.light + self.visibility
        return seen + (0 if self.sees_smoke else self.smoke) + self.interference


@lru_cache(maxsize=1)
def condition_table() -> ConditionTable:
    """Return the tables of conditions and sensors."""
    return read_table(rules_folder(SYSTEM_ID), "conditions.toml", ConditionTable)


def sensor_row(kind: str) -> SensorRow | None:
    """Return the row of a kind of sensor; None for the naked eye."""
    return next((row for row in condition_table().sensors if row.id == kind), None)


def sensor_title(kind: str) -> str:
    """Return the name of a kind of sensor."""
    row = sensor_row(kind)
    return kind if row is None else row.title


def environment(
    conditions: Conditions,
    *,
    laser: bool = False,
    sight_by: SightBy = "eye",
    jammed: bool = False,
    shown: Shown | None = None,
) -> Environment:
    """Return what conditions are worth to a shot.

    Args:
        conditions: Light, smoke and weather.
        laser: Whether it is a laser weapon.
        sight_by: What the firer aims by.
        jammed: Whether that sensor is jammed.
        shown: What the target shows of itself; None shows everything that sensors look for.

    Rules: CE-ENV-01, CE-ENV-02, CE-ENV-03, CE-ENV-04, CE-SEN-01, CE-SEN-02, CE-SEN-03
    """
    figures, row = condition_table(), sensor_row(sight_by)
    smokes = figures.smoke_laser if laser else figures.smoke
    works = row is not None and not jammed
    found = shown or Shown()
    return Environment(
        light=figures.light.get(_LIGHTS.get(conditions.light, ""), 0),
        smoke=smokes.get(_SMOKES[min(THICK, conditions.smoke)], 0),
        visibility=figures.weather["visibility"] if conditions.weather else 0,
        interference=figures.weather["interference"] if conditions.weather else 0,
        sees_light=works and row is not None and row.light and found.shows(row.needs),
        sees_smoke=works and row is not None and row.smoke,
        light_reason=conditions.light_reason,
    )


def shown_by(encounter: Encounter, who: str) -> Shown:
    """Return what sensors see of somebody.

    Rules: CE-SEN-01
    """
    sheet = sheet_of(encounter[who])
    signs, is_living = sheet.signs, sheet.signs.living and sheet.machine is None
    return Shown(signs.warm, is_living, sheet.moved_m > 0, signs.em_signature)


def conditions_on(encounter: Encounter, here: Stand | None, there: Stand | None) -> Conditions:
    """Return what lies between two places; where one is off the map, only what lies everywhere.

    Rules: CE-ENV-01, CE-ENV-02, CE-ENV-03
    """
    page = encounter.map
    found = None if there is None else brightest_on(encounter, there.cells)
    return Conditions(
        page.light if found is None else found.level,
        max((zone.strength for zone in _on_line(encounter, SMOKE, here, there)), default=0),
        any(_on_line(encounter, WEATHER, here, there)),
        "" if found is None else found.reason,
    )


def _on_line(
    encounter: Encounter, kind: str, here: Stand | None, there: Stand | None
) -> tuple[Zone, ...]:
    if here is None or there is None:
        return encounter.map.zones_everywhere(kind)
    return zones_on_line(encounter.map, kind, here, there)


def is_jammed(encounter: Encounter, sight_by: SightBy, *stands: Stand | None) -> bool:
    """Return whether what jams a sensor lies at one of some places.

    Rules: CE-SEN-02
    """
    row = sensor_row(sight_by)
    if row is None or not row.jammed_by:
        return False
    page = encounter.map
    at = (cell for stand in stands if stand is not None for cell in stand.cells)
    return bool(page.zones_everywhere(row.jammed_by)) or any(
        page.zones_at(cell, row.jammed_by) for cell in at
    )
