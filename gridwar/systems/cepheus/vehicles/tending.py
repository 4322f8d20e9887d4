"""What can be done around machines: seats, repairs, and what the GM lets happen to them.

Driving and shooting are ``offers``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import Action
from gridwar.model.question import Refusal
from gridwar.systems.cepheus.actions.action_costs import FREE, MINOR, Price, why_not_do
from gridwar.systems.cepheus.core.aboard import (
    driver_of,
    drives,
    is_vehicle,
    machine_of,
    vehicle_of,
)
from gridwar.systems.cepheus.core.state import sheet_of
from gridwar.systems.cepheus.machines.bearing import ARC_TITLES
from gridwar.systems.cepheus.machines.hits import Explodes
from gridwar.systems.cepheus.machines.systems import hits_on, is_destroyed, systems_of
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
from gridwar.systems.cepheus.vehicles.driving_path import GoOn
from gridwar.systems.cepheus.vehicles.offers import fixed
from gridwar.systems.cepheus.vehicles.repairs import (
    JuryRigIt,
    Rebuild,
    Repair,
    ReplaceSystem,
    Strip,
)
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.model.encounter import Encounter

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
        "get_out",
        _("Get out of {name}").format(name=name),
        "log-out",
        fixed(GetOut(actor=actor)),
        (),
        "",
        price.pips,
        "",
        turn or moving,
    )
    for seat in seats_left(encounter, vehicle)[:3]:
        title = _("Take the wheel") if seat == 0 else _("Change to seat {n}").format(n=seat)
        yield Action(
            f"seat:{seat}",
            title,
            "gauge" if seat == 0 else "user",
            fixed(ChangeSeat(actor=actor, seat=seat)),
            (),
            "",
            price.pips,
            "",
            turn,
        )
    if machine is not None and machine.closed:
        arc = ARC_TITLES[place.arc] if place.arc is not None else _("any side")
        yield Action(
            "port",
            _("Firing port"),
            "crosshair",
            fixed(ChoosePort(actor=actor)),
            (),
            arc,
        )
    title = _("Undo the belt") if place.secured else _("Belt in")
    yield Action(
        "belt",
        title,
        "unlink" if place.secured else "link",
        fixed(BeltIn(actor=actor, secured=not place.secured)),
        (),
        "",
        price.pips,
        "",
        turn,
    )


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
            f"get_in:{one.id}",
            title,
            "log-in",
            fixed(GetIn(actor=actor, vehicle=one.id)),
            (),
            note,
            price.pips,
            "",
            turn or why_not,
        )


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


# --- machines ------------------------------------------------------------------------------------


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
            "go_on",
            _("Let it go straight on"),
            "chevrons-up",
            fixed(GoOn(vehicle=vehicle)),
            (),
            speed,
        )
        yield Action(
            "collide",
            _("Let it collide with something solid"),
            "zap",
            fixed(Collide(vehicle=vehicle)),
            (),
            speed,
        )
        yield Action(
            "collide_with",
            _("Let it collide with somebody"),
            "zap",
            lambda target: Collide(
                vehicle=vehicle,
                struck=target.combatant,
                solid=machine_of(encounter, target.combatant) is not None,
            ),
            ("combatant",),
            speed,
        )
    yield Action(
        "explode",
        _("Let it explode"),
        "flame",
        fixed(Explodes(who=vehicle)),
        (),
        _("4D6 to 6 m, 2D6 to 12 m"),
    )


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
            "repair",
            _("Repair a hit"),
            "wrench",
            fixed(Repair(machine=who)),
            (),
            parts,
            refusal=None if machine.spare_parts else no_parts,
        )
    if set(broken) - {*gone, "hull"}:
        yield Action(
            "jury_rig",
            _("Jury-rig a hit"),
            "link",
            fixed(JuryRigIt(machine=who)),
            (),
            _("for 1D6 hours"),
        )
    if gone:
        yield Action(
            "replace",
            _("Replace a destroyed system"),
            "package",
            fixed(ReplaceSystem(machine=who)),
            (),
            _("2D6 tenths of its price"),
        )
    if machine.structure < machine.structure_max:
        yield Action(
            "rebuild",
            _("Rebuild a point of Structure"),
            "package",
            fixed(Rebuild(machine=who)),
            (),
            _("in a workshop"),
        )
    if broken or machine.spare_parts:
        yield Action(
            "strip",
            _("Take spare parts out of it"),
            "wrench",
            fixed(Strip(machine=who)),
            (),
            parts,
        )
        yield Action(
            "strip_other",
            _("Take spare parts from another machine"),
            "wrench",
            lambda target: Strip(machine=who, donor=target.combatant or ""),
            ("combatant",),
        )
