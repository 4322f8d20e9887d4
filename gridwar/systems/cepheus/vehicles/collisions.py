"""Collisions: one roll by the speed for whatever is hit, for the rammer, for those inside."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct
from pydantic import Field

from gridwar.dice.notation import MOST_DICE
from gridwar.engine.kit import Procedure, call, emit, fold, require, roll
from gridwar.model.command import Command
from gridwar.model.events import CombatantMoved, Explained
from gridwar.model.geometry import Cell
from gridwar.model.trace import Step, Trace
from gridwar.systems.cepheus.actions.action_costs import must_exist
from gridwar.systems.cepheus.attacks.apply_damage import take_harm
from gridwar.systems.cepheus.core.aboard import is_alive, machine_of, occupants, vehicle_of
from gridwar.systems.cepheus.core.machine import tens_of_kph
from gridwar.systems.cepheus.core.state import sheet_of, switches_of
from gridwar.systems.cepheus.harm.wounds import Wound
from gridwar.systems.cepheus.machines.driving_events import Seated, SpeedChanged
from gridwar.systems.cepheus.machines.hits import Blow, hit_machine
from gridwar.systems.cepheus.machines.locations import Report, hurt_inside
from gridwar.systems.cepheus.machines.seat_geometry import take_seats
from gridwar.systems.cepheus.modifiers.armor import damage_trace, take_armor_off
from gridwar.systems.cepheus.modifiers.attack_values import Injury
from gridwar.systems.cepheus.modifiers.scatter import scatter
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Table
    from gridwar.model.encounter import Encounter

THROWN_M_A_TEN: Final = 3
SECURED_SHARE: Final = 4
TEN_KPH: Final = 10


class Collide(Command):
    """Let a vehicle collide with somebody or something, at its speed (the GM's command)."""

    vehicle: str
    struck: str | None = None
    solid: bool = True
    kph: int | None = Field(default=None, ge=0, le=MOST_DICE * 10)


class Crash(Struct, frozen=True):
    """A collision: who at what speed, into whom (None: a thing), and whether that is solid."""

    vehicle: str
    kph: int
    struck: str | None = None
    solid: bool = True


class Thrown(Struct, frozen=True):
    """Somebody who flew out: how far, and where he lies."""

    who: str
    metres: int
    squares: int
    landing: Cell | None


class Collision(Struct, frozen=True):
    """What became of a collision; details are empty while odds are explored."""

    dice: int = 0
    damage: int = 0
    after_armor: int = 0
    report: Report = Report()
    injuries: tuple[Injury, ...] = ()
    thrown: tuple[Thrown, ...] = ()


class Shaken(Struct, frozen=True):
    """Those inside a vehicle that collided: by how much, at what speed, which way."""

    vehicle: str
    damage: int
    kph: int
    bearing_deg: int


def collide(table: Table, command: Collide) -> Procedure[Collision]:
    """Play a collision at the GM's word.

    Rules: CE-VEH-07
    """
    for who in (command.vehicle, command.struck):
        if who is not None:
            yield from must_exist(table, who)
    machine = machine_of(table.now, command.vehicle)
    text = _("{name} is no vehicle.").format(name=table.now[command.vehicle].name)
    yield from require(machine is not None, "no_vehicle", text, "CE-VEH-07", waivable=False)
    kph = command.kph if command.kph is not None else machine.speed_kph if machine else 0
    crash = Crash(command.vehicle, kph, command.struck, command.solid)
    found: Collision = yield from call(collision, crash, key="collision")
    return found


def collision(table: Table, crash: Crash) -> Procedure[Collision]:
    """Roll the damage, let whatever is hit suffer it, then the vehicle and those inside it.

    Rules: CE-VEH-07
    """
    yield from take_seats(table)
    dice = min(MOST_DICE, tens_of_kph(crash.kph))
    damage = 0
    if dice:
        label = _("Collision at {kph} kph").format(kph=crash.kph)
        damage = yield from roll(f"{dice}d6", sum, key="collision", owner=None, label=label)
    if not table.rehearsal:
        yield from emit(Explained(trace=_trace(table.now, crash, dice, damage)))
    found = Collision(dice, damage)
    bearing = table.now[crash.vehicle].facing_deg or 0
    if crash.struck is not None:
        found = yield from _struck(table, Shaken(crash.struck, damage, crash.kph, bearing), found)
    if crash.solid:
        speed = _speed(table.now, crash.vehicle)
        if speed:
            yield from emit(SpeedChanged(who=crash.vehicle, by_kph=-speed))
        shaken = Shaken(crash.vehicle, damage, crash.kph, bearing)
        found = yield from _shaken(table, shaken, found)
    return Collision() if table.rehearsal else found


def _speed(encounter: Encounter, vehicle: str) -> int:
    machine = machine_of(encounter, vehicle)
    return 0 if machine is None else machine.speed_kph


def _struck(table: Table, shaken: Shaken, found: Collision) -> Procedure[Collision]:
    """Let whoever is run into suffer the damage: a vehicle with those inside, or a person."""
    if machine_of(table.now, shaken.vehicle) is not None:
        both = yield from _shaken(table, shaken, Collision(found.dice, found.damage))
        return Collision(found.dice, found.damage, injuries=both.injuries, thrown=both.thrown)
    injury = yield from _after_armor(table, shaken.vehicle, shaken.damage)
    yield from call(take_harm, Wound(injury.victim, injury.after_armor), key="struck")
    return Collision(found.dice, found.damage, injuries=(injury,))


def _after_armor(table: Table, who: str, damage: int) -> Procedure[Injury]:
    """Take armour off, if the house rule lets it count.

    Rules: CE-VEH-07, CE-DMG-03
    """
    tally = table.tally(f"collision of {who}")
    tally.line("CE-VEH-07", _("Collision"), damage)
    injury = Injury(who, damage, damage)
    if switches_of(table.now).collision_armor == "applies":
        injury = take_armor_off(tally, table, injury)
    if not table.rehearsal:
        yield from emit(Explained(trace=damage_trace(table, tally, injury)))
    return injury


def _shaken(table: Table, shaken: Shaken, found: Collision) -> Procedure[Collision]:
    """Let a vehicle suffer the damage, then everybody in it; unhurt itself it keeps them so.

    Rules: CE-VEH-07
    """
    injury = yield from _after_armor(table, shaken.vehicle, shaken.damage)
    inside = occupants(table.now, shaken.vehicle) if injury.after_armor else ()
    blow = Blow(shaken.vehicle, injury.after_armor)
    report: Report = yield from call(hit_machine, blow, key=f"damage to {shaken.vehicle}")
    people = tuple((shaken, who) for who in inside)
    start = Collision(
        found.dice,
        found.damage,
        injury.after_armor,
        report,
        (*found.injuries, *report.injuries),
        found.thrown,
    )
    result: Collision = yield from fold(_occupant, people, start, key="occupant")
    return result


def _occupant(table: Table, one: tuple[Shaken, str], found: Collision) -> Procedure[Collision]:
    """Shake an occupant: a quarter of the damage for who is belted in, all and a flight for others.

    Rules: CE-VEH-07, CE-CORE-08
    """
    shaken, who = one
    encounter = table.now
    if who not in encounter or vehicle_of(encounter, who) != shaken.vehicle:
        return found
    place = sheet_of(encounter[who]).aboard
    is_secured = place is not None and place.secured
    was_alive = is_alive(encounter, who)
    counts = switches_of(encounter).collision_armor == "applies"
    thrown: tuple[Thrown, ...] = ()
    injuries = found.injuries
    if was_alive:
        damage = _quarter(encounter, shaken.damage) if is_secured else shaken.damage
        injury = yield from hurt_inside(table, who, damage, armor_counts=counts, collision=True)
        injuries = (*injuries, injury)
    if not is_secured:
        flight = thrown_from(table.now, who, shaken.vehicle, shaken.kph, shaken.bearing_deg)
        yield from _fly(table, flight)
        thrown = (flight,)
    if table.rehearsal:
        return found
    return Collision(
        found.dice,
        found.damage,
        found.after_armor,
        found.report,
        injuries,
        (*found.thrown, *thrown),
    )


def _quarter(encounter: Encounter, damage: int) -> int:
    up = switches_of(encounter).round_fractions == "up"
    return -(-damage // SECURED_SHARE) if up else damage // SECURED_SHARE


def thrown_from(encounter: Encounter, who: str, vehicle: str, kph: int, bearing_deg: int) -> Thrown:
    """Return how far somebody flies out of a vehicle, and where he comes to lie.

    Args:
        encounter: The fight.
        who: The occupant.
        vehicle: What he sat in.
        kph: Its speed.
        bearing_deg: Which way it went.

    Rules: CE-VEH-07
    """
    is_up = switches_of(encounter).throw_distance_round == "up"
    tens = tens_of_kph(kph) if is_up else kph // TEN_KPH
    metres = tens * THROWN_M_A_TEN
    squares = int(metres / encounter.map.scale.cell_m + 0.5)
    start = encounter[who].pos or encounter[vehicle].pos
    if start is None:
        return Thrown(who, metres, squares, None)
    flown = scatter(encounter.map, start, metres, bearing_deg).landing
    battle_map = encounter.map
    x = max(0, min(flown.x, battle_map.width - 1))
    y = max(0, min(flown.y, battle_map.height - 1))
    return Thrown(who, metres, squares, Cell(x, y))


def _fly(table: Table, flight: Thrown) -> Procedure[None]:
    yield from emit(Seated(who=flight.who, place=None))
    if flight.landing is not None:
        yield from emit(CombatantMoved(who=flight.who, to=flight.landing, walked=False))
    if not table.rehearsal:
        title = _("{name} is thrown out").format(name=table.now[flight.who].name)
        result = _("{m} m, {n} squares").format(m=flight.metres, n=flight.squares)
        trace = Trace(title=title, result=result, tone="harm", cell=flight.landing)
        yield from emit(Explained(trace=trace))


def _trace(encounter: Encounter, crash: Crash, dice: int, damage: int) -> Trace:
    name = encounter[crash.vehicle].name
    what = _("an obstacle") if crash.struck is None else encounter[crash.struck].name
    title = _("{name} collides with {what}").format(name=name, what=what)
    words = _("{dice}D6 at {kph} kph").format(dice=dice, kph=crash.kph)
    step = Step(label=words, rule_id="CE-VEH-07", after=damage)
    return Trace(title=title, steps=(step,), total=damage, tone="harm", result=f"{damage}")
