"""What a hit does to each location of a machine, and where it goes once there is nothing left.

The row that was rolled is remembered through the chain from location to Hull to inside to
Structure. How many hits there are, and where, is ``machine_hits``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from frozendict import frozendict
from msgspec import Struct

from gridwar.engine.kit import Procedure, Step, emit, roll, say
from gridwar.systems.cepheus.core.fight_state import sheet_of, switches_of
from gridwar.systems.cepheus.core.machine_records import DESTROYED_AT, STAGES
from gridwar.systems.cepheus.core.machines_and_aboard import (
    driver_of,
    is_alive,
    machine_at,
    passengers_of,
)
from gridwar.systems.cepheus.harm.damage_after_armor import Injury, Shared, hurt_inside
from gridwar.systems.cepheus.machines.machine_damage_events import (
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
from gridwar.systems.cepheus.machines.machine_parts import LocationName, location_at
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from gridwar.engine.kit import Encounter, Event, Table
    from gridwar.systems.cepheus.core.machine_records import Machine

T = TypeVar("T")
CARGO_LOST_FROM: Final = 4
"""The least on one die that destroys something in the hold."""


class OneHit(NamedTuple):
    """One hit on a location; ``row`` is what was rolled, None where nothing was."""

    who: str
    location: LocationName
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
    rolled: tuple[LocationName, ...] = ()
    locations: tuple[LocationName, ...] = ()
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


Injuries = tuple[Injury, ...]


class Location(Struct, frozen=True):
    """A location of a machine.

    Attributes:
        left: Returns what is left of it to hit; nothing (0, empty) where it is gone.
        hit: Plays a hit on it; returns who was hurt.
        beyond: Where a hit goes once nothing is left.
    """

    left: Callable[[Encounter, OneHit], object]
    hit: Callable[[Table, OneHit], Procedure[Injuries]]
    beyond: LocationName | Callable[[Machine, OneHit], LocationName]


def strike_location(table: Table, hit: OneHit) -> Procedure[Report]:
    """Let one hit go to its location, and on from there where nothing of it is left.

    Rules: CE-VDM-01, CE-VDM-03, CE-VDM-04, CE-VDM-05, CE-VDM-06, CE-VDM-07, CE-VDM-08, CE-VDM-09,
        CE-VDM-11, CE-VDM-12, CE-VDM-14
    """
    while not (location := LOCATIONS[hit.location]).left(table.now, hit):
        there = location.beyond
        if not isinstance(there, str):
            there = there(machine_at(table.now, hit.who), hit)
        hit = hit._replace(location=there)
    injuries = yield from location.hit(table, hit)
    return Report(locations=(hit.location,), injuries=injuries)


def _inside(machine: Machine, hit: OneHit) -> LocationName:
    """Return where a hit on no Hull goes: inside, by the row that was rolled; of a robot Structure.

    Rules: CE-VDM-03, CE-VDM-04
    """
    is_known = not machine.is_robot and hit.row is not None
    return location_at(hit.row or 0, "internal") if is_known else "structure"


# --- what is left ---------------------------------------------------------------------------------


def _machine(ask: Callable[[Machine], object]) -> Callable[[Encounter, OneHit], object]:
    return lambda encounter, hit: ask(machine_at(encounter, hit.who))


def _armor(encounter: Encounter, hit: OneHit) -> bool:
    stays = switches_of(encounter).armor_zero_hit == "none"
    return stays or sheet_of(encounter[hit.who]).armor > 0


def _devices(encounter: Encounter, hit: OneHit) -> tuple[Event, ...]:
    """Return a hit on each weapon and limb that the location stands for and that is left."""
    who, machine = hit.who, machine_at(encounter, hit.who)
    guns = (one for one in sheet_of(encounter[who]).weapons if not one.is_destroyed)
    limbs = (one for one in machine.limbs if one.hits < DESTROYED_AT)
    on_guns = tuple(WeaponHit(who=who, weapon=one.id) for one in guns)
    on_limbs = tuple(LimbHit(who=who, limb=one.id) for one in limbs)
    return {"weapon": on_guns, "limb": on_limbs}.get(hit.location, (*on_guns, *on_limbs))


def _people(encounter: Encounter, hit: OneHit) -> tuple[str, ...]:
    driver = driver_of(encounter, hit.who)
    drivers = () if driver is None else (driver,)
    inside = drivers if hit.location == "cockpit" else passengers_of(encounter, hit.who)
    return tuple(who for who in inside if is_alive(encounter, who))


def _cargo(encounter: Encounter, hit: OneHit) -> tuple[Event, ...]:
    """Return the loss of each thing in the hold that is left."""
    left = (one for one in machine_at(encounter, hit.who).cargo if not one.lost)
    return tuple(CargoLost(who=hit.who, cargo=one.id) for one in left)


# --- what a hit does ------------------------------------------------------------------------------


def _emits(event: type[Event], **fields: str) -> Callable[[Table, OneHit], Procedure[Injuries]]:
    def play_hit(table: Table, hit: OneHit) -> Procedure[Injuries]:
        del table
        yield from emit(event(who=hit.who, **fields))
        return ()

    return play_hit


def _hit_armor(table: Table, hit: OneHit) -> Procedure[Injuries]:
    if sheet_of(table.now[hit.who]).armor > 0:
        yield from emit(ArmorLost(who=hit.who))
    return ()


def _hit_power(table: Table, hit: OneHit) -> Procedure[Injuries]:
    """Hit the power plant: a turn lost, half the movement, destroyed with 1D6 Hull hits.

    Rules: CE-VDM-10
    """
    who = hit.who
    yield from emit(SystemHit(who=who, system="power_plant"))
    stage = machine_at(table.now, who).power_hits
    if stage == 1:
        yield from emit(PowerFailed(who=who))
    if stage == STAGES:
        words = _("Hull hits of the power plant")
        label = _("Hull hits of the power plant of {name}").format(name=table.now[who].name)
        count = yield from roll("1d6", sum, key="power plant", owner=None, label=label)
        faces = table.faces("power plant")
        step = Step(label=words, rule_id="CE-VDM-10", after=count, faces=faces)
        text = _("The power plant of {who} blows up")
        yield from say(table, text, who=who, steps=(step,), tone="harm")
        hull = min(count, machine_at(table.now, who).hull)
        if hull:
            yield from emit(HullLost(who=who, points=hull))
        if count > hull:
            yield from emit(StructureLost(who=who, points=count - hull))
    return ()


def _hit_computer(table: Table, hit: OneHit) -> Procedure[Injuries]:
    """Hit the computer: a robot shuts down for 1D6 rounds, then for good.

    Rules: CE-VDM-15
    """
    yield from emit(SystemHit(who=hit.who, system="computer"))
    machine = machine_at(table.now, hit.who)
    if machine.is_robot and machine.computer_hits == 1:
        name = table.now[hit.who].name
        label = _("Rounds that {name} is shut down").format(name=name)
        rounds = yield from roll("1d6", sum, key="shut down", owner=None, label=label)
        yield from emit(ShutDown(who=hit.who, rounds=rounds))
        faces = table.faces("shut down")
        step = Step(label=_("Rounds"), rule_id="CE-VDM-15", after=rounds, faces=faces)
        text = _("{who} shuts down")
        yield from say(table, text, who=hit.who, steps=(step,), tone="harm")
    return ()


def _hit_device(table: Table, hit: OneHit) -> Procedure[Injuries]:
    devices = _devices(table.now, hit)
    names = tuple(_device_name(table.now, one) for one in devices)
    words = _("Which weapon or limb is hit")
    yield from emit((yield from _one_of(table, devices, names, (words, "CE-CORE-09"))))
    return ()


def _device_name(encounter: Encounter, event: Event) -> str:
    """Return the name of the weapon or limb that an event hits."""
    assert isinstance(event, (WeaponHit, LimbHit))
    if isinstance(event, WeaponHit):
        weapon = sheet_of(encounter[event.who]).weapon(event.weapon)
        return event.weapon if weapon is None else weapon.name or weapon.id
    limbs = machine_at(encounter, event.who).limbs
    return next((one.name for one in limbs if one.id == event.limb and one.name), event.limb)


def _hit_people(table: Table, hit: OneHit) -> Procedure[Injuries]:
    rule = "CE-VDM-14" if hit.location == "cockpit" else "CE-VDM-12"
    people = _people(table.now, hit)
    names = tuple(table.now[one].name for one in people)
    who = yield from _one_of(table, people, names, (_("Which passenger is hit"), rule))
    seat = _("Driver") if hit.location == "cockpit" else _("Passengers")
    step = Step(label=seat, rule_id=rule, after=table.now[who].name)
    text = _("The hit on {who} goes to {other}")
    yield from say(table, text, who=hit.who, other=who, steps=(step,), tone="harm")
    shared = Shared(who, hit.points, rule, _("The vehicle's"))
    return ((yield from hurt_inside(table, shared)),)


def _hit_cargo(table: Table, hit: OneHit) -> Procedure[Injuries]:
    """Hit the hold: on 4 or more something in it is lost.

    Rules: CE-VDM-13
    """
    left = _cargo(table.now, hit)
    label = _("Whether cargo of {name} is lost").format(name=table.now[hit.who].name)
    needed = _("{n} or more").format(n=CARGO_LOST_FROM)
    is_lost = yield from roll(
        "1d6", _is_cargo_lost, key="cargo", owner=None, label=label, needed=needed
    )
    faces = table.faces("cargo")
    step = Step(label=needed, rule_id="CE-VDM-13", after=sum(faces), faces=faces)
    text, result = _("A hit on the cargo of {who}"), _("lost") if is_lost else _("nothing is lost")
    yield from say(table, text, who=hit.who, steps=(step,), result=result)
    if is_lost:
        names = tuple(one.cargo for one in left if isinstance(one, CargoLost))
        words = _("What of the cargo is lost")
        yield from emit((yield from _one_of(table, left, names, (words, "CE-VDM-13"))))
    return ()


def _is_cargo_lost(faces: tuple[int, ...]) -> bool:
    return sum(faces) >= CARGO_LOST_FROM


def _one_of(
    table: Table, candidates: tuple[T, ...], names: tuple[str, ...], asked: tuple[str, str]
) -> Procedure[T]:
    """Pick one of some candidates; a single one needs no die.

    Args:
        table: The table.
        candidates: What is picked from.
        names: What they are called.
        asked: What the pick is for, and its rule.

    Rules: CE-CORE-09
    """
    if len(candidates) == 1:
        return candidates[0]
    (label, rule), dice = asked, f"1d{len(candidates)}"
    face = yield from roll(dice, sum, key="pick", owner=None, label=label, meanings=names)
    name, faces = names[face - 1], table.faces("pick")
    step = Step(label=", ".join(names), rule_id=rule, before=face, after=name, faces=faces)
    yield from say(table, label, steps=(step,), result=name)
    return candidates[face - 1]


def _beyond_power(machine: Machine, hit: OneHit) -> LocationName:
    del hit
    return "hull" if machine.is_robot else "structure"


_COMPUTER = Location(
    _machine(lambda one: one.computer_hits < DESTROYED_AT), _hit_computer, "structure"
)
_DEVICES = Location(_devices, _hit_device, "hull")
_PEOPLE = Location(_people, _hit_people, "structure")
LOCATIONS: Final[Mapping[LocationName, Location]] = frozendict(
    {
        "hull": Location(_machine(lambda one: one.hull), _emits(HullLost), _inside),
        "structure": Location(_machine(lambda _one: True), _emits(StructureLost), "structure"),
        "armor": Location(_armor, _hit_armor, "hull"),
        "drive": Location(
            _machine(lambda one: one.drive_hits < STAGES), _emits(SystemHit, system="drive"), "hull"
        ),
        "sensors": Location(
            _machine(lambda one: not one.blind), _emits(SystemHit, system="sensors"), "hull"
        ),
        "power_plant": Location(
            _machine(lambda one: one.power_hits < STAGES), _hit_power, _beyond_power
        ),
        "computers": _COMPUTER,
        "computer": _COMPUTER,
        "weapon": _DEVICES,
        "limb": _DEVICES,
        "weapon_or_limb": _DEVICES,
        "passengers": _PEOPLE,
        "cockpit": _PEOPLE,
        "cargo": Location(_cargo, _hit_cargo, "structure"),
    }
)
