"""Looking round with a sensor: whom and which secret doors it shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frozendict import frozendict

from gridwar.engine.kit import (
    Act,
    Procedure,
    Role,
    Step,
    Variant,
    emit,
    offer,
    plays,
    require,
    say,
    spot_at,
    stand_at,
    wall_apart,
)
from gridwar.model.events_combatants import Revealed
from gridwar.model.events_map import WallsChanged
from gridwar.model.walls import DoorState
from gridwar.systems.cepheus.core.fight_state import sheet_of
from gridwar.systems.cepheus.core.health import is_there
from gridwar.systems.cepheus.core.offers_and_headings import SENSORS, for_people
from gridwar.systems.cepheus.core.person_records import SensorKind
from gridwar.systems.cepheus.positions.range_bands import distance_between
from gridwar.systems.cepheus.positions.visibility_and_sensors import (
    is_jammed,
    sensor_row,
    sensor_title,
    shown_by,
)
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Encounter, Table
    from gridwar.model.walls import Wall
    from gridwar.systems.cepheus.core.person_records import Sensor

REVEALING: tuple[SensorKind, ...] = ("infrared", "densitometer", "em_detector", "motion", "neural")
"""Sensors that find somebody."""


@for_people
def _finders(encounter: Encounter, who: str) -> Iterator[Variant]:
    """Yield a look round with each sensor that finds somebody."""
    for kind in dict.fromkeys(one.kind for one in sheet_of(encounter[who]).sensors):
        row = sensor_row(kind)
        if kind in REVEALING and row is not None:
            names = frozendict(sensor=row.title)
            yield Variant(kind, frozendict(sensor=kind), names, note=row.text)


@offer(_("Look round: {sensor}"), icon="radio", group=SENSORS, role=Role.READY, each=_finders)
class Scan(Act):
    """Look round with a sensor: whoever shows in it is known to one's side from now on."""

    sensor: SensorKind


def sensor_of(encounter: Encounter, who: str, kind: str) -> Sensor | None:
    """Return a sensor that somebody carries; None where there is none of the kind."""
    carried = sheet_of(encounter[who]).sensors
    return next((one for one in carried if one.kind == kind), None)


def found_by(encounter: Encounter, who: str, kind: SensorKind) -> tuple[str, ...]:
    """Return whom a sensor shows, in the order they joined.

    Rules: CE-SEN-01, CE-SEN-02
    """
    row, sensor = sensor_row(kind), sensor_of(encounter, who, kind)
    if row is None or sensor is None or not row.reveals:
        return ()
    if is_jammed(encounter, kind, stand_at(encounter, who)):
        return ()
    found: list[str] = []
    for one in encounter.everyone():
        if one.id == who or not is_there(encounter, one.id):
            continue
        distance = distance_between(encounter, who, one.id)
        if distance is None or (sensor.range_m is not None and distance.metres > sensor.range_m):
            continue
        jammed = is_jammed(encounter, kind, stand_at(encounter, one.id))
        if shown_by(encounter, one.id).shows(row.reveals) and not jammed:
            found.append(one.id)
    return tuple(found)


def hidden_doors(encounter: Encounter, who: str, kind: SensorKind) -> tuple[Wall, ...]:
    """Return the secret doors that a densitometer shows.

    Rules: CE-SEN-01
    """
    sensor, one = sensor_of(encounter, who, kind), encounter[who]
    if kind != "densitometer" or sensor is None or one.pos is None:
        return ()
    return tuple(
        wall
        for wall in encounter.map.walls
        if wall.door is DoorState.SECRET and _is_near(encounter, who, wall, sensor.range_m)
    )


def _is_near(encounter: Encounter, who: str, wall: Wall, range_m: float | None) -> bool:
    pos = encounter[who].pos
    if range_m is None or pos is None:
        return True
    cells = wall_apart(spot_at(encounter.map, (pos,)), wall)
    return cells * encounter.map.scale.cell_m <= range_m


@plays(Scan)
def scan(table: Table, command: Scan) -> Procedure[tuple[str, ...]]:
    """Look round: those who show become known to one's side, secret doors are found.

    Rules: CE-SEN-01, CE-SEN-02
    """
    who, kind = command.actor, command.sensor
    carries = sensor_of(table.now, who, kind) is not None
    text, title = _("{who} carries no such sensor: {sensor}."), sensor_title(kind)
    yield from require(carries, "no_sensor", text, "CE-SEN-01", who=who, sensor=title)
    found = found_by(table.now, who, kind)
    doors = hidden_doors(table.now, who, kind)
    side = table.now[who].side
    for one in found:
        if not table.now[one].is_known_to(side):
            yield from emit(Revealed(who=one, to_side=side))
    if doors:
        yield from emit(WallsChanged(put=tuple(door.with_door(DoorState.CLOSED) for door in doors)))
    names = (
        *(table.now[one].name for one in found),
        *(door.name or _("secret door") for door in doors),
    )
    steps = tuple(Step(label=name, rule_id="CE-SEN-01") for name in names)
    result = ngettext("{n} found", "{n} found", len(steps)).format(n=len(steps))
    text, title = _("{who} looks round: {sensor}"), sensor_title(kind)
    yield from say(table, text, who=who, sensor=title, steps=steps, result=result, tone="plain")
    return found
