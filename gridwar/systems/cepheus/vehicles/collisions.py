"""Collisions: one roll by the speed for whatever is hit, for the rammer, for those inside."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace
from pydantic import Field

from gridwar.dice.dice_notation import MOST_DICE
from gridwar.engine.kit import (
    Cell,
    Command,
    Encounter,
    Procedure,
    Step,
    Variant,
    adds,
    call,
    choose,
    emit,
    fold,
    must_exist,
    plays,
    require,
    required,
    roll,
    say,
)
from gridwar.model.events_combatants import CombatantMoved
from gridwar.systems.cepheus.attacks.weapon_damage import take_harm
from gridwar.systems.cepheus.core.fight_state import switches_of
from gridwar.systems.cepheus.core.machine_records import tens_of_kph
from gridwar.systems.cepheus.core.machines_and_aboard import (
    is_alive,
    is_secured,
    is_vehicle,
    machine_at,
    machine_of,
    occupants,
    vehicle_of,
)
from gridwar.systems.cepheus.core.offers_and_headings import offer_by_gm
from gridwar.systems.cepheus.harm.damage_after_armor import Injury, Shared, armored, hurt_inside
from gridwar.systems.cepheus.harm.wounds import Wound
from gridwar.systems.cepheus.machines.hit_location_effects import Report
from gridwar.systems.cepheus.machines.machine_damage_events import MachineEvent
from gridwar.systems.cepheus.machines.machine_hits import Blow, hit_machine
from gridwar.systems.cepheus.machines.seat_places import Seated, take_seats
from gridwar.systems.cepheus.positions.scatter import scatter
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Table

THROWN_M_A_TEN: Final = 3
SECURED_SHARE: Final = 4
TEN_KPH: Final = 10


def speed_of(encounter: Encounter, who: str) -> Iterator[Variant]:
    """Offer what the GM lets happen to a vehicle, with its speed."""
    if is_vehicle(encounter, who):
        yield Variant(note=_("{kph} kph").format(kph=machine_at(encounter, who).speed_kph))


def _with_somebody(encounter: Encounter, who: str) -> Iterator[Variant]:
    return (replace(one, fields={"solid": None}) for one in speed_of(encounter, who))


@offer_by_gm(_("Let it collide with something solid"), icon="zap", about="vehicle", each=speed_of)
@offer_by_gm(
    _("Let it collide with somebody"),
    icon="zap",
    needs={"combatant": "struck"},
    about="vehicle",
    id="collide_with",
    each=_with_somebody,
)
class Collide(Command):
    """Let a vehicle collide with somebody or something, at its speed (the GM's command)."""

    vehicle: str
    struck: str | None = None
    solid: bool | None = True
    """Whether that stops it; None: as machines do, and people do not."""
    kph: int | None = Field(default=None, ge=0, le=MOST_DICE * 10)


@adds("machine.speed_kph", of="by_kph", least=0)
class SpeedChanged(MachineEvent):
    """A vehicle goes faster, or slower (negative)."""

    by_kph: int


class Crash(Struct, frozen=True):
    """A collision: who at what speed, into whom (None: a thing), and whether that is solid."""

    vehicle: str
    kph: int
    struck: str | None = None
    solid: bool = True


class Thrown(Struct, frozen=True):
    """Somebody who flew out: how far, and where they lie."""

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


@plays(Collide)
def collide(table: Table, command: Collide) -> Procedure[Collision]:
    """Play a collision at the GM's word.

    Rules: CE-VEH-07
    """
    vehicle, struck, solid = command.vehicle, command.struck, command.solid
    yield from must_exist(table, vehicle)
    if struck is not None:
        yield from must_exist(table, struck)
    text = _("{who} cannot run into itself.")
    yield from require(struck != vehicle, "collide_itself", text, waivable=False, who=vehicle)
    found, text = machine_of(table.now, vehicle), _("{who} is not a vehicle.")
    machine = yield from required(found, "no_vehicle", text, "CE-VEH-07", who=vehicle)
    if solid is None:
        solid = struck is None or machine_of(table.now, struck) is not None
    kph = machine.speed_kph if command.kph is None else command.kph
    return (yield from call(collision, Crash(vehicle, kph, struck, solid), key="collision"))


def collision(table: Table, crash: Crash) -> Procedure[Collision]:
    """Roll the damage, let whatever is hit suffer it, then the vehicle and those inside it.

    Rules: CE-VEH-07
    """
    yield from take_seats(table)
    dice = min(MOST_DICE, tens_of_kph(crash.kph))
    damage = 0
    if dice:
        label = _("Damage of the collision at {kph} kph").format(kph=crash.kph)
        damage = yield from roll(f"{dice}d6", sum, key="collision", owner=None, label=label)
    yield from _say_crash(table, crash, dice, damage)
    found = Collision(dice, damage)
    bearing = table.now[crash.vehicle].facing_deg or 0
    if crash.struck is not None:
        found = yield from _struck(table, Shaken(crash.struck, damage, crash.kph, bearing), found)
    if crash.solid:
        speed = machine_at(table.now, crash.vehicle).speed_kph
        if speed:
            yield from emit(SpeedChanged(who=crash.vehicle, by_kph=-speed))
        shaken = Shaken(crash.vehicle, damage, crash.kph, bearing)
        found = yield from _shaken(table, shaken, found)
    return Collision() if table.rehearsal else found


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
    counts = switches_of(table.now).collision_armor == "applies"
    return (yield from armored(table, tally, Injury(who, damage, damage), counts=counts))


def _shaken(table: Table, shaken: Shaken, found: Collision) -> Procedure[Collision]:
    """Let a vehicle suffer the damage, then everybody in it; unhurt itself it keeps them so.

    Rules: CE-VEH-07
    """
    injury = yield from _after_armor(table, shaken.vehicle, shaken.damage)
    inside = occupants(table.now, shaken.vehicle) if injury.after_armor else ()
    blow = Blow(shaken.vehicle, injury.after_armor)
    report: Report = yield from call(hit_machine, blow, key=f"damage to {shaken.vehicle}")
    people = tuple((shaken, who) for who in inside)
    injuries = (*found.injuries, *report.injuries)
    start = replace(found, after_armor=injury.after_armor, report=report, injuries=injuries)
    return (yield from fold(_occupant, people, start, key="occupant"))


def _occupant(table: Table, one: tuple[Shaken, str], found: Collision) -> Procedure[Collision]:
    """Shake an occupant: a quarter of the damage for who is belted in, all and a flight for others.

    Out of a closed vehicle nobody flies unless the GM says so.

    Rules: CE-VEH-07, CE-CORE-08
    """
    shaken, who = one
    encounter = table.now
    if who not in encounter or vehicle_of(encounter, who) != shaken.vehicle:
        return found
    is_loose = not is_secured(encounter, who)
    was_alive = is_alive(encounter, who)
    counts = switches_of(encounter).collision_armor == "applies"
    thrown: tuple[Thrown, ...] = ()
    injuries = found.injuries
    if was_alive:
        damage, source = shaken.damage, ""
        if not is_loose:
            source = _("a quarter is {share:g}").format(share=damage / SECURED_SHARE)
            damage = _quarter(encounter, damage)
        suffered = Shared(who, damage, "CE-VEH-07", _("Collision"), source, counts)
        injuries = (*injuries, (yield from hurt_inside(table, suffered)))
    if is_loose and (yield from _flies_out(table, who, shaken.vehicle)):
        flight = thrown_from(table.now, who, shaken.vehicle, shaken.kph, shaken.bearing_deg)
        yield from _fly(table, flight)
        thrown = (flight,)
    if table.rehearsal:
        return found
    return replace(found, injuries=injuries, thrown=(*found.thrown, *thrown))


def _flies_out(table: Table, who: str, vehicle: str) -> Procedure[bool]:
    """Return whether somebody who is not belted in is thrown out of a vehicle that collides.

    Rules: CE-VEH-07
    """
    if not machine_at(table.now, vehicle).closed:
        return True
    options = {"stays": _("Stays inside"), "flies": _("Is thrown out")}
    text = _("{other} is closed: is {who} thrown out?")
    chosen = yield from choose(
        table, text, options, "CE-VEH-07", key="thrown", whom=None, who=who, other=vehicle
    )
    return chosen == "flies"


def _quarter(encounter: Encounter, damage: int) -> int:
    up = switches_of(encounter).round_fractions == "up"
    return -(-damage // SECURED_SHARE) if up else damage // SECURED_SHARE


def thrown_from(encounter: Encounter, who: str, vehicle: str, kph: int, bearing_deg: int) -> Thrown:
    """Return how far somebody flies out of a vehicle, and where they come to lie.

    Args:
        encounter: The fight.
        who: The occupant.
        vehicle: What they sat in.
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
    result = _("{m} m, {n} squares").format(m=flight.metres, n=flight.squares)
    label = _("{n} m for each 10 kph").format(n=THROWN_M_A_TEN)
    yield from say(
        table,
        _("{who} is thrown out"),
        who=flight.who,
        steps=(Step(label=label, rule_id="CE-VEH-07", after=flight.metres),),
        result=result,
        tone="harm",
        cell=flight.landing,
    )


def _say_crash(table: Table, crash: Crash, dice: int, damage: int) -> Procedure[None]:
    label = _("{dice}D6 at {kph} kph").format(dice=dice, kph=crash.kph)
    yield from say(
        table,
        _("{who} collides with {whom}"),
        who=crash.vehicle,
        whom=_("an obstacle") if crash.struck is None else crash.struck,
        steps=(
            Step(label=label, rule_id="CE-VEH-07", after=damage, faces=table.faces("collision")),
        ),
        total=damage,
        tone="harm",
        result=f"{damage}",
    )
