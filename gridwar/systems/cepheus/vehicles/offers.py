"""What drivers and gunners can do with machines: actions with prices.

Seats, repairs and the GM's word are ``tending``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import Action, Move, Target
from gridwar.model.question import Refusal
from gridwar.systems.cepheus.actions.action_costs import (
    FREE,
    SIGNIFICANT,
    why_not_do,
)
from gridwar.systems.cepheus.attacks.attack import Attack
from gridwar.systems.cepheus.core.aboard import driver_of, is_vehicle, machine_of, vehicle_of
from gridwar.systems.cepheus.core.armory import mounted_weapons
from gridwar.systems.cepheus.core.state import sheet_of
from gridwar.systems.cepheus.machines.bearing import ARC_TITLES
from gridwar.systems.cepheus.ships.starships import CombinedFire, ships_on_board
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
from gridwar.systems.cepheus.vehicles.weaving import BreakOff, Weave
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from gridwar.systems.cepheus.core.weapons import Weapon


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
            "move",
            _("Drive"),
            "gauge",
            lambda target: Move(actor=vehicle, path=target.path),
            ("path",),
            refusal=nobody,
        )
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
        "move",
        _("Drive"),
        "gauge",
        _drive(driver, maneuver=False),
        ("path",),
        note,
        price.pips,
        "M",
        refusal,
    )
    words = ngettext("{n} square", "{n} squares", course.squares).format(n=course.squares)
    if course.met:
        words = _("{words}, meets {what}").format(words=words, what=course.words)
    yield Action(
        "drive_on",
        _("Straight on"),
        "chevrons-up",
        fixed(DriveOn(actor=driver)),
        (),
        words if machine.speed_kph else _("stands"),
        price.pips,
        "S",
        refusal,
    )
    yield Action(
        "speed",
        _("Change speed"),
        "gauge",
        fixed(ChangeSpeed(actor=driver)),
        (),
        note,
        price.pips,
        "",
        speeding,
    )
    yield from _maneuvering(encounter, driver, vehicle)


def _maneuvering(encounter: Encounter, driver: str, vehicle: str) -> Iterator[Action]:
    free = upkeep_price(encounter, vehicle, maneuver=True)
    turning = why_not_drive(encounter, driver, free)
    left = machine_of(encounter, vehicle)
    note = _("{n} of a stunt").format(n=left.free_turns) if left and left.free_turns else ""
    yield Action(
        "maneuver",
        _("Manoeuvre"),
        "spline",
        _drive(driver, maneuver=True),
        ("path",),
        note or _("any turns"),
        free.pips,
        "",
        turning,
    )
    yield Action(
        "bear",
        _("Bring into an arc"),
        "facing",
        lambda target: BringToBear(actor=driver, target=target.combatant or ""),
        ("combatant",),
        note,
        free.pips,
        "",
        turning,
    )
    refusal = why_not_drive(encounter, driver, SIGNIFICANT)
    pips = SIGNIFICANT.pips
    machine = machine_of(encounter, vehicle)
    weaves = machine.weave_dm if machine is not None and machine.weave_behind else 0
    if weaves:
        yield Action(
            "weave",
            _("Weave after it"),
            "waves",
            fixed(Weave(actor=driver)),
            (),
            f"{weaves:+d}",
            pips,
            "",
            refusal,
        )
        yield Action(
            "break_off",
            _("Break off"),
            "log-out",
            fixed(BreakOff(actor=driver)),
            (),
            "",
            FREE.pips,
            "",
            why_not_drive(encounter, driver),
        )
    yield Action(
        "evade",
        _("Evasive action"),
        "wind",
        fixed(Evade(actor=driver)),
        (),
        _("Effect off all shots"),
        pips,
        "V",
        refusal,
    )
    yield Action(
        "ram",
        _("Ram"),
        "zap",
        lambda target: Ram(actor=driver, target=target.combatant or ""),
        ("combatant",),
        "",
        pips,
        "",
        refusal,
    )
    yield Action(
        "stunt",
        _("Stunt"),
        "sparkles",
        fixed(Stunt(actor=driver)),
        (),
        _("asks what for"),
        pips,
        "",
        refusal,
    )
    if not weaves:
        yield Action(
            "weave",
            _("Weave"),
            "waves",
            fixed(Weave(actor=driver)),
            (),
            _("among obstacles"),
            pips,
            "",
            refusal,
        )


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
            f"attack:{weapon_id}",
            _("Shoot: {weapon}").format(weapon=weapon.name),
            "crosshair",
            _shoot(actor, weapon_id),
            ("combatant",),
            mount_words(weapon),
            SIGNIFICANT.pips,
            "G" if number == 1 else "",
            refusal or why_no_shot(weapon),
            weapon_id,
        )


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
                f"combined:{weapon_id}",
                title,
                "users",
                _together(actor, weapon_id),
                ("combatant",),
                _("at a ship"),
                SIGNIFICANT.pips,
                "",
                refusal or why_no_shot(weapon),
                weapon_id,
            )


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
    return lambda target: CombinedFire(actor=actor, target=target.combatant or "", weapon=weapon)
