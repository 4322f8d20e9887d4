"""What drivers, gunners, passengers and bystanders can do with machines: actions with prices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.commands import Move
from gridwar.engine.system import Action, Target
from gridwar.model.question import Refusal
from gridwar.systems.cepheus.aboard import driver_of, drives, machine_of, vehicle_of
from gridwar.systems.cepheus.armory import mounted_weapons
from gridwar.systems.cepheus.attack import Attack
from gridwar.systems.cepheus.commands import Reload
from gridwar.systems.cepheus.deeds import reloads_left, why_not_reload
from gridwar.systems.cepheus.machines.bearing import ARC_TITLES
from gridwar.systems.cepheus.machines.hits import Explodes
from gridwar.systems.cepheus.machines.systems import hits_on, is_destroyed, systems_of
from gridwar.systems.cepheus.prices import (
    FREE,
    MINOR,
    SIGNIFICANT,
    Price,
    most_minors,
    why_not_do,
)
from gridwar.systems.cepheus.state import sheet_of
from gridwar.systems.cepheus.vehicles.boarding import (
    BeltIn,
    ChangeSeat,
    ChoosePort,
    GetIn,
    GetOut,
    seats_left,
    why_not_get_in,
)
from gridwar.systems.cepheus.vehicles.collisions import Collide
from gridwar.systems.cepheus.vehicles.course import course_of
from gridwar.systems.cepheus.vehicles.driving import (
    ChangeSpeed,
    Drive,
    DriveOn,
    upkeep_price,
    why_not_drive,
)
from gridwar.systems.cepheus.vehicles.maneuvers import BringToBear, Evade, Stunt
from gridwar.systems.cepheus.vehicles.ramming import Ram
from gridwar.systems.cepheus.vehicles.repairs import (
    JuryRigIt,
    Rebuild,
    Repair,
    ReplaceSystem,
    Strip,
)
from gridwar.systems.cepheus.vehicles.starships import CombinedFire, ships_on_board
from gridwar.systems.cepheus.vehicles.way import GoOn
from gridwar.systems.cepheus.vehicles.weaving import BreakOff, Weave
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from gridwar.systems.cepheus.weapons import Weapon

def is_vehicle(encounter: Encounter, who: str) -> bool:
    """Tell whether somebody is a vehicle, which acts in its driver's turn."""
    machine = machine_of(encounter, who)
    return machine is not None and not machine.is_robot


def steered_by(encounter: Encounter, who: str) -> str:
    """Return what moves where somebody is moved: the vehicle that he drives, or he himself.

    Rules: CE-VEH-02
    """
    vehicle = vehicle_of(encounter, who)
    return vehicle if vehicle is not None and drives(encounter, who) else who


def fixed(command: Command) -> Callable[[Target], Command]:
    """Return a maker that needs no target."""
    return lambda _target: command


# --- driving --------------------------------------------------------------------------------------


def driving(encounter: Encounter, actor: str) -> Iterator[Action]:
    """Yield what the driver of a vehicle can do; ``actor`` is he or the vehicle.

    Rules: CE-VEH-02, CE-VAC-01, CE-VAC-02, CE-VAC-03, CE-VAC-04, CE-VAC-05
    """
    vehicle = actor if is_vehicle(encounter, actor) else vehicle_of(encounter, actor)
    driver = None if vehicle is None else driver_of(encounter, vehicle)
    machine = machine_of(encounter, vehicle)
    if vehicle is None or machine is None or (actor not in (vehicle, driver)):
        return
    if driver is None:
        text = _("Nobody drives {name}.").format(name=encounter[vehicle].name)
        nobody = Refusal("no_driver", text, ("CE-VEH-02",))
        yield Action(
            "move", _("Drive"), "gauge", lambda target: Move(actor=vehicle, path=target.path),
            "path", refusal=nobody,
        )  # fmt: skip
        return
    price = upkeep_price(encounter, vehicle)
    refusal = why_not_drive(encounter, driver, price)
    speeding = refusal
    if encounter.round and machine.driven_round == encounter.round:
        text = _("{name} has gone its way in this round.").format(name=encounter[vehicle].name)
        refusal = refusal or Refusal("driven", text, ("CE-VEH-02",))
    course = course_of(encounter, vehicle)
    note = _("{kph} kph now").format(kph=machine.speed_kph)
    yield Action(
        "move", _("Drive"), "gauge", _drive(driver, maneuver=False), "path", note, price.pips, "M",
        refusal,
    )  # fmt: skip
    words = ngettext("{n} square", "{n} squares", course.squares).format(n=course.squares)
    if course.met:
        words = _("{words}, meets {what}").format(words=words, what=course.words)
    yield Action(
        "drive_on", _("Straight on"), "chevrons-up", fixed(DriveOn(actor=driver)), "nothing",
        words if machine.speed_kph else _("stands"), price.pips, "S", refusal,
    )  # fmt: skip
    yield Action(
        "speed", _("Change speed"), "gauge", fixed(ChangeSpeed(actor=driver)), "nothing", note,
        price.pips, "", speeding,
    )  # fmt: skip
    yield from _maneuvering(encounter, driver, vehicle)


def _maneuvering(encounter: Encounter, driver: str, vehicle: str) -> Iterator[Action]:
    free = upkeep_price(encounter, vehicle, maneuver=True)
    turning = why_not_drive(encounter, driver, free)
    left = machine_of(encounter, vehicle)
    note = _("{n} of a stunt").format(n=left.free_turns) if left and left.free_turns else ""
    yield Action(
        "maneuver", _("Manoeuvre"), "spline", _drive(driver, maneuver=True), "path",
        note or _("any turns"), free.pips, "", turning,
    )  # fmt: skip
    yield Action(
        "bear", _("Bring into an arc"), "facing",
        lambda target: BringToBear(actor=driver, target=target.combatant or ""), "combatant",
        note, free.pips, "", turning,
    )  # fmt: skip
    refusal = why_not_drive(encounter, driver, SIGNIFICANT)
    pips = SIGNIFICANT.pips
    machine = machine_of(encounter, vehicle)
    weaves = machine.weave_dm if machine is not None and machine.weave_behind else 0
    if weaves:
        yield Action(
            "weave", _("Weave after it"), "waves", fixed(Weave(actor=driver)), "nothing",
            f"{weaves:+d}", pips, "", refusal,
        )  # fmt: skip
        yield Action(
            "break_off", _("Break off"), "log-out", fixed(BreakOff(actor=driver)), "nothing", "",
            FREE.pips, "", why_not_drive(encounter, driver),
        )  # fmt: skip
    yield Action(
        "evade", _("Evasive action"), "wind", fixed(Evade(actor=driver)), "nothing",
        _("Effect off all shots"), pips, "V", refusal,
    )  # fmt: skip
    yield Action(
        "ram", _("Ram"), "zap",
        lambda target: Ram(actor=driver, target=target.combatant or ""), "combatant", "", pips,
        "", refusal,
    )  # fmt: skip
    yield Action(
        "stunt", _("Stunt"), "sparkles", fixed(Stunt(actor=driver)), "nothing",
        _("asks what for"), pips, "", refusal,
    )  # fmt: skip
    if not weaves:
        yield Action(
            "weave", _("Weave"), "waves", fixed(Weave(actor=driver)), "nothing",
            _("among obstacles"), pips, "", refusal,
        )  # fmt: skip


def _drive(driver: str, *, maneuver: bool) -> Callable[[Target], Command]:
    def make(target: Target) -> Command:
        return Drive(actor=driver, path=target.path, maneuver=maneuver)

    return make


# --- weapons --------------------------------------------------------------------------------------


def gunnery(encounter: Encounter, actor: str) -> Iterator[Action]:
    """Yield shots with the weapons mounted on the vehicle that somebody is aboard of.

    Rules: CE-VEH-06, CE-VDM-08
    """
    refusal = why_not_do(encounter, actor, SIGNIFICANT)
    for number, (weapon_id, weapon) in enumerate(mounted_weapons(encounter, actor), start=1):
        yield Action(
            f"attack:{weapon_id}", _("Shoot: {weapon}").format(weapon=weapon.name), "crosshair",
            _shoot(actor, weapon_id), "combatant", mount_words(weapon), SIGNIFICANT.pips,
            "G" if number == 1 else "", refusal or why_no_shot(weapon), weapon_id,
        )  # fmt: skip
    yield from _reloading(encounter, actor)


def _reloading(encounter: Encounter, actor: str) -> Iterator[Action]:
    most = max(1, most_minors(sheet_of(encounter[actor]).budget))
    for weapon_id, weapon in mounted_weapons(encounter, actor):
        if why_not_reload(weapon) is None:
            price = Price(minor=min(reloads_left(weapon), most))
            title = _("Reload {weapon}").format(weapon=weapon.name)
            yield Action(
                f"reload:{weapon_id}", title, "refresh-cw",
                fixed(Reload(actor=actor, weapon=weapon_id, actions=price.minor)), "nothing", "",
                price.pips, "", why_not_do(encounter, actor, price), weapon_id,
            )  # fmt: skip


def firing_together(encounter: Encounter, actor: str) -> Iterator[Action]:
    """Yield shots at a ship together with others, where there is one.

    Rules: CE-STS-02
    """
    if not ships_on_board(encounter):
        return
    refusal = why_not_do(encounter, actor, SIGNIFICANT)
    own = [(one.id, one) for one in sheet_of(encounter[actor]).weapons if one.ready]
    for weapon_id, weapon in (*own, *mounted_weapons(encounter, actor)):
        if weapon.form == "ranged":
            title = _("Fire together: {weapon}").format(weapon=weapon.name)
            yield Action(
                f"combined:{weapon_id}", title, "users", _together(actor, weapon_id),
                "combatant", _("at a ship"), SIGNIFICANT.pips, "",
                refusal or why_no_shot(weapon), weapon_id,
            )  # fmt: skip


def mount_words(weapon: Weapon) -> str:
    """Return where a weapon points and what it has left."""
    arc = "" if weapon.mount_arc is None else ARC_TITLES[weapon.mount_arc]
    if weapon.loaded is None:
        return arc
    full = weapon.magazine if weapon.magazine is not None else weapon.loaded
    return _("{arc}, {n} of {full}").format(arc=arc, n=weapon.loaded, full=full)


def why_no_shot(weapon: Weapon) -> Refusal | None:
    """Return why a weapon cannot fire at all; None where it can.

    Rules: CE-VDM-08, CE-SIG-05
    """
    if weapon.is_destroyed:
        text = _("{weapon} is destroyed.").format(weapon=weapon.name)
        return Refusal("destroyed", text, ("CE-VDM-08",))
    if weapon.is_empty:
        text = _("{weapon} is empty.").format(weapon=weapon.name)
        return Refusal("empty", text, ("CE-SIG-05",))
    return None


def _shoot(actor: str, weapon: str) -> Callable[[Target], Command]:
    return lambda target: Attack(actor=actor, target=target.combatant or "", weapon=weapon)


def _together(actor: str, weapon: str) -> Callable[[Target], Command]:
    return lambda target: CombinedFire(
        actor=actor, target=target.combatant or "", weapon=weapon
    )


# --- seats ----------------------------------------------------------------------------------------


def seating(encounter: Encounter, actor: str) -> Iterator[Action]:
    """Yield getting in and out, changing seats, belts.

    Rules: CE-VEH-02, CE-VEH-04, CE-VEH-07
    """
    price = MINOR if encounter.round else FREE
    turn = why_not_do(encounter, actor, price) if encounter.round else None
    place = sheet_of(encounter[actor]).aboard
    vehicle = vehicle_of(encounter, actor)
    if place is None or vehicle is None:
        yield from _getting_in(encounter, actor, price, turn)
        return
    name = encounter[vehicle].name
    machine = machine_of(encounter, vehicle)
    moving = None
    if machine is not None and machine.speed_kph:
        moving = Refusal("moving", _("{name} is moving.").format(name=name), ("CE-VEH-02",))
    yield Action(
        "get_out", _("Get out of {name}").format(name=name), "log-out",
        fixed(GetOut(actor=actor)), "nothing", "", price.pips, "", turn or moving,
    )  # fmt: skip
    for seat in seats_left(encounter, vehicle)[:3]:
        title = _("Take the wheel") if seat == 0 else _("Change to seat {n}").format(n=seat)
        yield Action(
            f"seat:{seat}", title, "gauge" if seat == 0 else "user",
            fixed(ChangeSeat(actor=actor, seat=seat)), "nothing", "", price.pips, "", turn,
        )  # fmt: skip
    if machine is not None and machine.closed:
        arc = ARC_TITLES[place.arc] if place.arc is not None else _("any side")
        yield Action(
            "port", _("Firing port"), "crosshair", fixed(ChoosePort(actor=actor)), "nothing", arc,
        )  # fmt: skip
    title = _("Undo the belt") if place.secured else _("Belt in")
    yield Action(
        "belt", title, "unlink" if place.secured else "link",
        fixed(BeltIn(actor=actor, secured=not place.secured)), "nothing", "", price.pips, "", turn,
    )  # fmt: skip


def _getting_in(
    encounter: Encounter, actor: str, price: Price, turn: Refusal | None
) -> Iterator[Action]:
    for one in encounter.everyone():
        if not is_vehicle(encounter, one.id) or one.pos is None:
            continue
        why_not = why_not_get_in(encounter, actor, one.id)
        if why_not is not None and why_not.code in ("too_far", "no_seat", "no_rider"):
            continue
        title = _("Get into {name}").format(name=one.name)
        note = _("drives") if driver_of(encounter, one.id) is None else ""
        yield Action(
            f"get_in:{one.id}", title, "log-in", fixed(GetIn(actor=actor, vehicle=one.id)),
            "nothing", note, price.pips, "", turn or why_not,
        )  # fmt: skip


def why_not_walk(encounter: Encounter, actor: str) -> Refusal | None:
    """Return why somebody in a vehicle does not walk; None outside.

    Rules: CE-VEH-04
    """
    vehicle = vehicle_of(encounter, actor)
    if vehicle is None or drives(encounter, actor):
        return None
    text = _("{who} sits in {name}: get out first.").format(
        who=encounter[actor].name, name=encounter[vehicle].name
    )
    return Refusal("aboard", text, ("CE-VEH-04",))


# --- machines by the GM ---------------------------------------------------------------------------


def by_word(encounter: Encounter, vehicle: str) -> Iterator[Action]:
    """Yield what the GM lets a machine do.

    Rules: CE-VEH-02, CE-VEH-07, CE-VDM-05
    """
    machine = machine_of(encounter, vehicle)
    if machine is None:
        return
    speed = _("{kph} kph").format(kph=machine.speed_kph)
    if not machine.is_robot:
        yield Action(
            "go_on", _("Let it go straight on"), "chevrons-up", fixed(GoOn(vehicle=vehicle)),
            "nothing", speed,
        )  # fmt: skip
        yield Action(
            "collide", _("Let it collide with something solid"), "zap",
            fixed(Collide(vehicle=vehicle)), "nothing", speed,
        )  # fmt: skip
        yield Action(
            "collide_with", _("Let it collide with somebody"), "zap",
            lambda target: Collide(
                vehicle=vehicle, struck=target.combatant,
                solid=machine_of(encounter, target.combatant) is not None,
            ),
            "combatant", speed,
        )  # fmt: skip
    yield Action(
        "explode", _("Let it explode"), "flame", fixed(Explodes(who=vehicle)), "nothing",
        _("4D6 to 6 m, 2D6 to 12 m"),
    )  # fmt: skip


def mending(encounter: Encounter, who: str) -> Iterator[Action]:
    """Yield repairs of a machine.

    Rules: CE-REP-01, CE-REP-02, CE-REP-03, CE-REP-04, CE-REP-05, CE-REP-06
    """
    sheet = sheet_of(encounter[who])
    machine = sheet.machine
    if machine is None:
        return
    broken = [one for one in systems_of(sheet) if hits_on(sheet, one)]
    gone = [one for one in broken if is_destroyed(sheet, one)]
    parts = _("{n} spare parts").format(n=machine.spare_parts)
    if len(broken) > len(gone):
        no_parts = Refusal("no_parts", _("There are no spare parts."), ("CE-REP-03",))
        yield Action(
            "repair", _("Repair a hit"), "wrench", fixed(Repair(machine=who)), "nothing", parts,
            refusal=None if machine.spare_parts else no_parts,
        )  # fmt: skip
    if set(broken) - {*gone, "hull"}:
        yield Action(
            "jury_rig", _("Jury-rig a hit"), "link", fixed(JuryRigIt(machine=who)), "nothing",
            _("for 1D6 hours"),
        )  # fmt: skip
    if gone:
        yield Action(
            "replace", _("Replace a destroyed system"), "package",
            fixed(ReplaceSystem(machine=who)), "nothing", _("2D6 tenths of its price"),
        )  # fmt: skip
    if machine.structure < machine.structure_max:
        yield Action(
            "rebuild", _("Rebuild a point of Structure"), "package", fixed(Rebuild(machine=who)),
            "nothing", _("in a workshop"),
        )  # fmt: skip
    if broken or machine.spare_parts:
        yield Action(
            "strip", _("Take spare parts out of it"), "wrench", fixed(Strip(machine=who)),
            "nothing", parts,
        )  # fmt: skip
        yield Action(
            "strip_other", _("Take spare parts from another machine"), "wrench",
            lambda target: Strip(machine=who, donor=target.combatant or ""), "combatant",
        )  # fmt: skip
