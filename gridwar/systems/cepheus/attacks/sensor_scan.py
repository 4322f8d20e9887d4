"""Looking round with a sensor, and laying a weapon on a rest: small things that cost nothing."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

from gridwar.engine.kit import Procedure, SheetEvent, emit, require, require_none
from gridwar.model.command import Command
from gridwar.model.events import Explained, Revealed
from gridwar.model.events_map import WallsChanged
from gridwar.model.geometry import SUBCELL
from gridwar.model.question import Refusal
from gridwar.model.trace import Step, Trace
from gridwar.model.walls import DoorState
from gridwar.systems.cepheus.actions.action_costs import must_exist
from gridwar.systems.cepheus.attacks.line_of_fire import is_there
from gridwar.systems.cepheus.core.equipment import SensorKind
from gridwar.systems.cepheus.core.places import stand_of
from gridwar.systems.cepheus.core.state import sheet_of
from gridwar.systems.cepheus.modifiers.bands import distance_between
from gridwar.systems.cepheus.modifiers.visibility import is_jammed, sensor_row, shown_by
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from gridwar.engine.kit import Table
    from gridwar.model.encounter import Encounter
    from gridwar.model.walls import Wall
    from gridwar.systems.cepheus.core.equipment import Sensor
    from gridwar.systems.cepheus.core.sheet import CepheusSheet

REVEALING: tuple[SensorKind, ...] = ("infrared", "densitometer", "em_detector", "motion", "neural")
"""Sensors that find somebody."""


class Scan(Command):
    """Look round with a sensor: whoever shows in it is known to one's side from now on."""

    sensor: SensorKind


class Brace(Command):
    """Lay the weapon on a rest, or take it off again."""

    on: bool = True


class Braced(SheetEvent):
    """Somebody fires from a rest from now on, or no longer."""

    on_rest: bool

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Note it."""
        return sheet.replace(rest=self.on_rest)


def sensor_of(encounter: Encounter, who: str, kind: str) -> Sensor | None:
    """Return a sensor that somebody carries; None where he has none of the kind."""
    carried = sheet_of(encounter[who]).sensors
    return next((one for one in carried if one.kind == kind), None)


def found_by(encounter: Encounter, who: str, kind: SensorKind) -> tuple[str, ...]:
    """Return whom a sensor shows, in the order they joined.

    Rules: CE-SEN-01, CE-SEN-02
    """
    row, sensor = sensor_row(kind), sensor_of(encounter, who, kind)
    if row is None or sensor is None or not row.reveals:
        return ()
    if is_jammed(encounter, kind, stand_of(encounter, who)):
        return ()
    found: list[str] = []
    for one in encounter.everyone():
        if one.id == who or not is_there(encounter, one.id):
            continue
        distance = distance_between(encounter, who, one.id)
        if distance is None or (sensor.range_m is not None and distance.metres > sensor.range_m):
            continue
        jammed = is_jammed(encounter, kind, stand_of(encounter, one.id))
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
    x, y = (wall.a.x + wall.b.x) / 2 / SUBCELL, (wall.a.y + wall.b.y) / 2 / SUBCELL
    return hypot(x - pos.x - 0.5, y - pos.y - 0.5) * encounter.map.scale.cell_m <= range_m


def why_not_scan(encounter: Encounter, who: str, kind: SensorKind) -> Refusal | None:
    """Return why somebody cannot look round with a sensor; None where he can.

    Rules: CE-SEN-01
    """
    if sensor_of(encounter, who, kind) is None:
        text = _("{name} carries no such sensor.").format(name=encounter[who].name)
        return Refusal("no_sensor", text, ("CE-SEN-01",))
    return None


def scan(table: Table, command: Scan) -> Procedure[tuple[str, ...]]:
    """Look round: those who show become known to one's side, secret doors are found.

    Rules: CE-SEN-01, CE-SEN-02
    """
    who = command.actor or ""
    yield from must_exist(table, who)
    yield from require_none(why_not_scan(table.now, who, command.sensor))
    found = found_by(table.now, who, command.sensor)
    doors = hidden_doors(table.now, who, command.sensor)
    side, row = table.now[who].side, sensor_row(command.sensor)
    for one in found:
        if not table.now[one].is_known_to(side):
            yield from emit(Revealed(who=one, to_side=side))
    if doors:
        yield from emit(WallsChanged(put=tuple(door.with_door(DoorState.CLOSED) for door in doors)))
    title = _("{name} looks round: {sensor}").format(
        name=table.now[who].name, sensor="" if row is None else row.title
    )
    steps = [Step(label=table.now[one].name, rule_id="CE-SEN-01") for one in found]
    steps += [Step(label=door.name or _("secret door"), rule_id="CE-SEN-01") for door in doors]
    count = len(steps)
    result = ngettext("{n} found", "{n} found", count).format(n=count)
    yield from emit(Explained(trace=Trace(title=title, steps=tuple(steps), result=result)))
    return found


def brace(table: Table, command: Brace) -> Procedure[None]:
    """Lay the weapon on a rest or take it off; moving takes it off by itself.

    Rules: CE-FIR-06
    """
    who = command.actor or ""
    yield from must_exist(table, who)
    is_new = sheet_of(table.now[who]).rest != command.on
    text = _("That is so already.")
    yield from require(is_new, "no_change", text, "CE-FIR-06", waivable=False)
    words = _("{name} rests the weapon") if command.on else _("{name} takes the weapon up")
    title = words.format(name=table.now[who].name)
    yield from emit(
        Braced(who=who, on_rest=command.on), Explained(trace=Trace(title=title, tone="quiet"))
    )
