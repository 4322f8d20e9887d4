"""What a hit does to each location of a machine, and where it goes once there is nothing left.

The row that was rolled is remembered through the chain from location to Hull to inside to
Structure. How many hits there are, and where, is ``hits``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec import Struct

from gridwar.engine.kit import Procedure, call, emit, play, roll
from gridwar.model.events import Explained
from gridwar.systems.cepheus.core.aboard import driver_of, is_alive, machine_of, passengers_of
from gridwar.systems.cepheus.core.machine import DESTROYED_AT, STAGES
from gridwar.systems.cepheus.core.state import sheet_of, switches_of
from gridwar.systems.cepheus.harm.wounds import TakeDamage, Wound, take_hit
from gridwar.systems.cepheus.machines.machine_events import (
    ArmorLost,
    CargoLost,
    HullLost,
    LimbHit,
    PowerFailed,
    ShutDown,
    StructureLost,
    SystemHit,
    WeaponHit,
)
from gridwar.systems.cepheus.machines.tables import Location, location_at
from gridwar.systems.cepheus.modifiers.armor import damage_trace, take_armor_off
from gridwar.systems.cepheus.modifiers.attack_values import Injury
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from gridwar.engine.kit import Table
    from gridwar.model.encounter import Encounter
    from gridwar.systems.cepheus.core.machine import Machine

CARGO_LOST_FROM: Final = 4
"""The least on one die that destroys something in the hold."""


class OneHit(NamedTuple):
    """One hit on a location; ``row`` is what was rolled, None where nothing was."""

    who: str
    location: Location
    points: int
    row: int | None = None


class Report(Struct, frozen=True):
    """What became of a blow, in order; empty while odds are explored.

    Attributes:
        hits: Singles, Doubles and Triples.
        rolls: 2D6 for each of them.
        rolled: The locations of these rolls.
        locations: Where each single hit went in the end.
        injuries: People who were hurt.
    """

    hits: tuple[int, ...] = ()
    rolls: tuple[int, ...] = ()
    rolled: tuple[Location, ...] = ()
    locations: tuple[Location, ...] = ()
    injuries: tuple[Injury, ...] = ()

    def plus(self, other: Report) -> Report:
        """Return both, one after the other."""
        return Report(
            self.hits + other.hits,
            self.rolls + other.rolls,
            self.rolled + other.rolled,
            self.locations + other.locations,
            self.injuries + other.injuries,
        )


def strike_location(table: Table, hit: OneHit) -> Procedure[Report]:
    """Let one hit go to its location, and on from there where nothing of it is left.

    Rules: CE-VDM-01, CE-VDM-03
    """
    report: Report = yield from _LOCATIONS[hit.location](table, hit)
    return report


def machine_hit(encounter: Encounter, who: str) -> Machine:
    """Return the machine that is hit.

    Raises:
        KeyError: It is none (that is refused before).
    """
    machine = machine_of(encounter, who)
    if machine is None:
        raise KeyError(who)
    return machine


def _machine(table: Table, hit: OneHit) -> Machine:
    return machine_hit(table.now, hit.who)


# --- Hull, Structure, armour ----------------------------------------------------------------------


def _hull(table: Table, hit: OneHit) -> Procedure[Report]:
    """Take a point of Hull; without Hull it goes inside, or to a robot's Structure.

    Rules: CE-VDM-03, CE-VDM-04
    """
    machine = _machine(table, hit)
    if machine.hull > 0:
        yield from emit(HullLost(who=hit.who))
        return Report(locations=("hull",))
    inside: Location = "structure"
    if not machine.is_robot and hit.row is not None:
        inside = location_at(hit.row, "internal")
    report: Report = yield from _LOCATIONS[inside](table, hit)
    return report


def _structure(table: Table, hit: OneHit) -> Procedure[Report]:
    """Take a point of Structure.

    Rules: CE-VDM-05
    """
    yield from emit(StructureLost(who=hit.who))
    return Report(locations=("structure",))


def _armor(table: Table, hit: OneHit) -> Procedure[Report]:
    """Take a point of armour; without armour it is a Hull hit.

    Rules: CE-VDM-06
    """
    encounter = table.now
    if sheet_of(encounter[hit.who]).armor > 0:
        yield from emit(ArmorLost(who=hit.who))
        return Report(locations=("armor",))
    if switches_of(encounter).armor_zero_hit == "none":
        return Report(locations=("armor",))
    report = yield from _hull(table, hit)
    return report


# --- systems --------------------------------------------------------------------------------------


def _drive(table: Table, hit: OneHit) -> Procedure[Report]:
    """Hit the drive; beyond its third hit the Hull.

    Rules: CE-VDM-07
    """
    if _machine(table, hit).drive_hits < STAGES:
        yield from emit(SystemHit(who=hit.who, system="drive"))
        return Report(locations=("drive",))
    report = yield from _hull(table, hit)
    return report


def _sensors(table: Table, hit: OneHit) -> Procedure[Report]:
    """Hit the sensors; beyond the second hit the Hull.

    Rules: CE-VDM-09
    """
    if not _machine(table, hit).blind:
        yield from emit(SystemHit(who=hit.who, system="sensors"))
        return Report(locations=("sensors",))
    report = yield from _hull(table, hit)
    return report


def _power_plant(table: Table, hit: OneHit) -> Procedure[Report]:
    """Hit the power plant: a turn lost, half the movement, destroyed with 1D6 Hull hits.

    Rules: CE-VDM-10
    """
    machine = _machine(table, hit)
    if machine.power_hits >= STAGES:
        further = _hull if machine.is_robot else _structure
        report = yield from further(table, hit)
        return report
    stage = machine.power_hits + 1
    yield from emit(SystemHit(who=hit.who, system="power_plant"))
    if stage == 1:
        yield from emit(PowerFailed(who=hit.who))
    if stage == STAGES:
        label = _("Hull hits of the power plant")
        count = yield from roll("1d6", sum, key="power plant", owner=None, label=label)
        hull = min(count, _machine(table, hit).hull)
        if hull:
            yield from emit(HullLost(who=hit.who, points=hull))
        if count > hull:
            yield from emit(StructureLost(who=hit.who, points=count - hull))
    return Report(locations=("power_plant",))


def _computer(table: Table, hit: OneHit) -> Procedure[Report]:
    """Hit the computer: a robot shuts down for 1D6 rounds, then for good; further Structure.

    Rules: CE-VDM-15
    """
    machine = _machine(table, hit)
    where: Location = "computer" if machine.is_robot else "computers"
    if machine.computer_hits >= DESTROYED_AT:
        report = yield from _structure(table, hit)
        return report
    is_first, is_robot = machine.computer_hits == 0, machine.is_robot
    yield from emit(SystemHit(who=hit.who, system="computer"))
    if is_first and is_robot:
        label = _("Rounds shut down")
        rounds = yield from roll("1d6", sum, key="shut down", owner=None, label=label)
        yield from emit(ShutDown(who=hit.who, rounds=rounds))
    return Report(locations=(where,))


def _weapon(table: Table, hit: OneHit) -> Procedure[Report]:
    """Hit one of the weapons that are left; without any the Hull.

    Rules: CE-VDM-08
    """
    report = yield from _device(table, hit, weapons=True, limbs=False)
    return report


def _limb(table: Table, hit: OneHit) -> Procedure[Report]:
    """Hit one of the limbs that are left; without any the Hull.

    Rules: CE-VDM-11
    """
    report = yield from _device(table, hit, weapons=False, limbs=True)
    return report


def _weapon_or_limb(table: Table, hit: OneHit) -> Procedure[Report]:
    """Hit one of all weapons and limbs that are left; without any the Hull.

    Rules: CE-VDM-08, CE-VDM-11
    """
    report = yield from _device(table, hit, weapons=True, limbs=True)
    return report


def _device(table: Table, hit: OneHit, *, weapons: bool, limbs: bool) -> Procedure[Report]:
    sheet = sheet_of(table.now[hit.who])
    guns = [one.id for one in sheet.weapons if not one.is_destroyed] if weapons else []
    machine = _machine(table, hit)
    arms = [one.id for one in machine.limbs if one.hits < DESTROYED_AT] if limbs else []
    count = len(guns) + len(arms)
    if not count:
        report = yield from _hull(table, hit)
        return report
    at = yield from _picked(count, _("Which weapon or limb"))
    if at < len(guns):
        yield from emit(WeaponHit(who=hit.who, weapon=guns[at]))
    else:
        yield from emit(LimbHit(who=hit.who, limb=arms[at - len(guns)]))
    return Report(locations=(hit.location,))


# --- inside ---------------------------------------------------------------------------------------


def _passengers(table: Table, hit: OneHit) -> Procedure[Report]:
    """Hurt one of the passengers who live; without any the Structure.

    Rules: CE-VDM-12
    """
    encounter = table.now
    alive = [who for who in passengers_of(encounter, hit.who) if is_alive(encounter, who)]
    if not alive:
        report = yield from _structure(table, hit)
        return report
    at = yield from _picked(len(alive), _("Which passenger"))
    injury = yield from hurt_inside(table, alive[at], hit.points)
    return Report(locations=("passengers",), injuries=(injury,))


def _cockpit(table: Table, hit: OneHit) -> Procedure[Report]:
    """Hurt the driver; where none lives the Structure.

    Rules: CE-VDM-14
    """
    driver = driver_of(table.now, hit.who)
    if driver is None or not is_alive(table.now, driver):
        report = yield from _structure(table, hit)
        return report
    injury = yield from hurt_inside(table, driver, hit.points)
    return Report(locations=("cockpit",), injuries=(injury,))


def hurt_inside(
    table: Table, who: str, points: int, *, armor_counts: bool = True, collision: bool = False
) -> Procedure[Injury]:
    """Hurt somebody in a vehicle by what the vehicle suffers; the own armour helps.

    Args:
        table: The table.
        who: The occupant.
        points: Damage that got to him.
        armor_counts: Whether his armour takes some off.
        collision: Whether it comes from a collision.

    Rules: CE-VDM-12, CE-VDM-14, CE-VEH-07
    """
    tally = table.tally(f"damage to {who}")
    rule, words = ("CE-VEH-07", _("Collision")) if collision else ("CE-VDM-12", _("The vehicle's"))
    tally.line(rule, words, points)
    injury = Injury(who, points, points)
    if armor_counts:
        injury = take_armor_off(tally, table, injury)
    if not table.rehearsal:
        yield from emit(Explained(trace=damage_trace(table, tally, injury)))
    if machine_of(table.now, who) is not None:
        yield from play(TakeDamage(who=who, points=injury.after_armor), key=f"machine {who}")
    else:
        yield from call(take_hit, Wound(who, injury.after_armor), key=f"wound of {who}")
    return injury


def _cargo(table: Table, hit: OneHit) -> Procedure[Report]:
    """Hit the hold: on 4 or more something in it is lost; an empty one leaves the Structure.

    Rules: CE-VDM-13
    """
    left = [one.id for one in _machine(table, hit).cargo if not one.lost]
    if not left:
        report = yield from _structure(table, hit)
        return report
    label = _("Cargo hit: lost on {n} or more").format(n=CARGO_LOST_FROM)
    if (yield from roll("1d6", _is_cargo_lost, key="cargo", owner=None, label=label)):
        at = yield from _picked(len(left), _("What of the cargo"))
        yield from emit(CargoLost(who=hit.who, cargo=left[at]))
    return Report(locations=("cargo",))


def _is_cargo_lost(faces: tuple[int, ...]) -> bool:
    return sum(faces) >= CARGO_LOST_FROM


def _picked(count: int, label: str) -> Procedure[int]:
    """Pick one of some candidates, from 0; a single one needs no die.

    Rules: CE-CORE-09
    """
    if count == 1:
        return 0
    face = yield from roll(f"1d{count}", sum, key="pick", owner=None, label=label)
    return face - 1


_LOCATIONS: Final[Mapping[Location, Callable[[Table, OneHit], Procedure[Report]]]] = {
    "hull": _hull,
    "structure": _structure,
    "armor": _armor,
    "sensors": _sensors,
    "drive": _drive,
    "weapon": _weapon,
    "power_plant": _power_plant,
    "cargo": _cargo,
    "passengers": _passengers,
    "computers": _computer,
    "computer": _computer,
    "cockpit": _cockpit,
    "weapon_or_limb": _weapon_or_limb,
    "limb": _limb,
}
