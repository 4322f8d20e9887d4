"""The card and the marks of a machine, and of those who sit in one."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from gridwar.engine.kit import Badge, Card, Figure, Pool
from gridwar.systems.cepheus.attacks.mounts_and_firing_ports import ports_of
from gridwar.systems.cepheus.core.fight_state import sheet_of, switches_of
from gridwar.systems.cepheus.core.health import Health, health, vital_of
from gridwar.systems.cepheus.core.machine_records import squares_a_round
from gridwar.systems.cepheus.core.machines_and_aboard import (
    driver_of,
    drives,
    is_secured,
    machine_of,
    own_port,
    passengers_of,
    seat_of,
)
from gridwar.systems.cepheus.machines.arcs_and_facing import ARC_TITLES
from gridwar.systems.cepheus.machines.machine_damage_events import points_events
from gridwar.systems.cepheus.machines.machine_parts import HULL, hits_words, parts_of
from gridwar.systems.cepheus.vehicles.steering_and_course import heading_words, limit_kph
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.model.encounter import Encounter
    from gridwar.systems.cepheus.core.machine_records import Machine
    from gridwar.systems.cepheus.core.sheet import CepheusSheet
    from gridwar.systems.cepheus.core.weapon_records import Weapon


def machine_card(encounter: Encounter, who: str, more: tuple[Figure, ...] = ()) -> Card:
    """Return card and token of a machine: Hull, Structure, speed, crew, weapons, what is hit.

    Args:
        encounter: The fight.
        who: The machine.
        more: What a robot has beside: Initiative, characteristics.

    Rules: CE-VDM-04, CE-VDM-05, CE-VDM-06, CE-VEH-02, CE-VEH-04, CE-VEH-06
    """
    sheet = sheet_of(encounter[who])
    machine = sheet.machine
    if machine is None:
        return Card()
    state, vital = health(sheet, switches_of(encounter)), vital_of(encounter, who)
    hull = partial(points_events, who, machine)
    pools = (
        Pool("hull", _("Hull"), vital.points, vital.full, changed=hull, rule_id="CE-VDM-04"),
        Pool(
            "structure",
            _("Structure"),
            max(0, machine.structure),
            machine.structure_max,
            rule_id="CE-VDM-05",
        ),
    )
    figures = (
        *more,
        *_body(sheet, machine),
        *_going(encounter, who, machine),
        *_crew(encounter, who, machine),
        *_arms(sheet),
        *_broken(encounter, who, machine),
        *_hold(machine),
    )
    return Card(
        subtitle=_subtitle(machine, state),
        pools=pools,
        figures=figures,
        badges=tuple(machine_badges(encounter, machine)),
        out=vital.out,
        box=not machine.is_robot,
    )


def _subtitle(machine: Machine, state: Health) -> str:
    kinds = {"vehicle": _("vehicle"), "robot": _("robot"), "drone": _("drone")}
    kind = kinds[machine.kind]
    if machine.kind == "vehicle":
        body = _("closed") if machine.closed else _("open")
        kind = _("{body} military vehicle") if machine.military else _("{body} vehicle")
        kind = kind.format(body=body)
    if machine.starship_scale:
        kind = _("ship")
    words = {
        Health.UNHURT: _("undamaged"),
        Health.WOUNDED: _("damaged"),
        Health.SERIOUSLY_WOUNDED: _("damaged"),
        Health.UNCONSCIOUS: _("out of action"),
        Health.DEAD: _("destroyed"),
    }[state]
    return f"{kind}  \u00b7  {words}"


def _body(sheet: CepheusSheet, machine: Machine) -> Iterator[Figure]:
    full = machine.armor_max
    value = f"{sheet.armor}" if full is None or full == sheet.armor else f"{sheet.armor}/{full}"
    yield Figure(_("Armour"), value, _("the same on every side"), "CE-VDM-06", in_head=True)
    if machine.size_dm and not machine.starship_scale:
        yield Figure(_("To hit it"), f"{machine.size_dm:+d}", _("its size"), "CE-VEH-03")


def _going(encounter: Encounter, who: str, machine: Machine) -> Iterator[Figure]:
    if machine.is_robot:
        return
    limit = limit_kph(encounter, machine)
    squares = squares_a_round(machine.speed_kph)
    words = ngettext("{n} square a round", "{n} squares a round", squares).format(n=squares)
    top = machine.top_speed_kph
    less = "" if limit == top else _(", {top} undamaged").format(top=top)
    yield Figure(
        _("Speed"),
        _("{kph} of {limit:g} kph").format(kph=machine.speed_kph, limit=limit),
        f"{words}{less}",
        "CE-VEH-02",
    )
    heading = heading_words(encounter[who].facing_deg)
    yield Figure(_("Heading"), heading, rule_id="CE-VEH-01")
    dm = machine.control_dm(cumulative=switches_of(encounter).drive_hits_cumulative)
    total = machine.agility + (dm or 0)
    if total:
        hint = _("agility {agility:+d}, drive {dm:+d}").format(agility=machine.agility, dm=dm or 0)
        yield Figure(_("Control"), f"{total:+d}", hint, "CE-VAC-06")


def _crew(encounter: Encounter, who: str, machine: Machine) -> Iterator[Figure]:
    if machine.is_robot:
        return
    driver = driver_of(encounter, who)
    name = _("nobody") if driver is None else encounter[driver].name
    yield Figure(_("Driver"), name, rule_id="CE-VEH-02")
    aboard = passengers_of(encounter, who)
    if machine.seats > 1:
        loose = [encounter[one].name for one in aboard if not is_secured(encounter, one)]
        hint = _("not belted in: {names}").format(names=", ".join(loose)) if loose else ""
        names = ", ".join(_with_arc(encounter, one) for one in aboard) or "\u2013"
        words = _("Passengers {n}/{seats}").format(n=len(aboard), seats=machine.seats - 1)
        yield Figure(words, names, hint, "CE-VEH-04")
    most = ports_of(machine)
    if most is not None and aboard:
        used = [
            f"{encounter[one.who].name} {ARC_TITLES[one.arc]}"
            for one in machine.going.ports
            if one.who in encounter
        ]
        yield Figure(_("Fire out, a side"), f"{most}", ", ".join(used), "CE-VEH-04")


def _with_arc(encounter: Encounter, who: str) -> str:
    arc, name = own_port(encounter, who), encounter[who].name
    return name if arc is None else f"{name} ({ARC_TITLES[arc]})"


def _arms(sheet: CepheusSheet) -> Iterator[Figure]:
    for weapon in sheet.weapons:
        yield weapon_figure(weapon, weapon_words(weapon), "CE-VEH-06")


def weapon_figure(weapon: Weapon, words: str, rule_id: str) -> Figure:
    """Return the figure of a weapon: its dice, the rounds left, and some words on it."""
    dice = _("{n}D6").format(n=max((weapon.damage_dice, *(zone.dice for zone in weapon.blast))))
    rounds = "" if weapon.loaded is None else f" {weapon.loaded}/{weapon.magazine}"
    return Figure(weapon.name, f"{dice}{rounds}", words, rule_id, weapon.id)


def weapon_words(weapon: Weapon) -> str:
    """Return where a weapon is mounted and what has hit it."""
    words = [] if weapon.mount_arc is None else [ARC_TITLES[weapon.mount_arc]]
    if weapon.hits:
        words.append(_("destroyed") if weapon.is_destroyed else _("hit once: -2"))
    return ", ".join(words)


def _broken(encounter: Encounter, who: str, machine: Machine) -> Iterator[Figure]:
    sheet = sheet_of(encounter[who])
    patched = {one.system: one.hours for one in machine.jury_rigs}
    for key, part in parts_of(who, sheet).items():
        if key == HULL or key.startswith("weapon:") or not (part.hits or key in patched):
            continue
        hint = _system_words(encounter, machine, key)
        if key in patched:
            hint = _("jury-rigged for {n} hours").format(n=patched[key])
        words = _("destroyed") if part.is_destroyed else hits_words(part.hits)
        yield Figure(part.title, words, hint, "CE-REP-02")


def _system_words(encounter: Encounter, machine: Machine, system: str) -> str:
    if system == "drive":
        limit = limit_kph(encounter, machine)
        return _("{limit:g} kph at most").format(limit=limit)
    if system == "sensors":
        return _("blind") if machine.blind else _("-2 on Comms for sensors")
    if system == "power_plant":
        return _("a turn lost") if machine.power_hits == 1 else _("half the speed")
    return ""


def _hold(machine: Machine) -> Iterator[Figure]:
    if machine.cargo:
        left = [one.id for one in machine.cargo if not one.lost]
        lost = [one.id for one in machine.cargo if one.lost]
        hint = _("lost: {names}").format(names=", ".join(lost)) if lost else ""
        yield Figure(_("Cargo"), ", ".join(left) or _("nothing left"), hint, "CE-VDM-13")
    if machine.spare_parts:
        yield Figure(_("Spare parts"), f"{machine.spare_parts}", rule_id="CE-REP-03")


# --- badges ---------------------------------------------------------------------------------------


def machine_badges(encounter: Encounter, machine: Machine) -> Iterator[Badge]:
    """Yield the marks of a machine.

    Rules: CE-VAC-01, CE-VAC-04, CE-VAC-05, CE-VDM-05, CE-VDM-09, CE-VDM-10, CE-VDM-15
    """
    yield from _harm_badges(encounter, machine)
    if machine.going.evasive_dm:
        yield Badge(
            "wind",
            _("evades: {dm:+d} on all shots").format(dm=-machine.going.evasive_dm),
            "CE-VAC-01",
        )
    if machine.going.weave_behind and machine.going.weave_behind in encounter:
        ahead = encounter[machine.going.weave_behind].name
        words = _("must weave after {name} at {dm:+d}, or break off")
        yield Badge("waves", words.format(name=ahead, dm=machine.going.weave_dm), "CE-VAC-05")
    extra = machine.going.extra_arc
    if extra is not None and extra.target in encounter:
        words = _("{name} counts as {arc} too")
        yield Badge(
            "sparkles",
            words.format(name=encounter[extra.target].name, arc=ARC_TITLES[extra.arc]),
            "CE-VAC-04",
        )
    if machine.going.chain_dm:
        yield Badge(
            "sparkles",
            _("a stunt: {dm:+d} on the next check").format(dm=machine.going.chain_dm),
            "CE-VAC-04",
        )
    if machine.jury_rigs:
        yield Badge("wrench", _("jury-rigged"), "CE-REP-01")


def _harm_badges(encounter: Encounter, machine: Machine) -> Iterator[Badge]:
    if machine.destroyed:
        words = _("blown up") if machine.exploded else _("destroyed")
        yield Badge("flame" if machine.exploded else "skull", words, "CE-VDM-05")
    elif machine.is_stuck:
        words = _("out of action") if machine.disabled else _("cannot move")
        yield Badge("ban", words, "CE-VDM-07")
    if machine.shutdown_rounds:
        yield Badge(
            "timer", _("shut down for {n} rounds").format(n=machine.shutdown_rounds), "CE-VDM-15"
        )
    if machine.blind:
        yield Badge("eye-off", _("blind"), "CE-VDM-09")
    if machine.lost_rounds or (encounter.round and machine.going.silent_round == encounter.round):
        yield Badge("circle-slash", _("no power for a turn"), "CE-VDM-10")


def seat_badges(encounter: Encounter, who: str) -> Iterator[Badge]:
    """Yield how somebody sits in a vehicle.

    Rules: CE-VEH-04, CE-VEH-07
    """
    place = seat_of(encounter, who)
    if place is None:
        return
    vehicle = place.vehicle
    name = encounter[vehicle].name
    if drives(encounter, who):
        yield Badge("gauge", _("drives {name}").format(name=name), "CE-VEH-02")
        machine = machine_of(encounter, vehicle)
        if machine is not None:
            yield from machine_badges(encounter, machine)
    else:
        yield Badge("user", _("in {name}, seat {n}").format(name=name, n=place.seat), "CE-VEH-04")
    if not place.secured:
        yield Badge("unlink", _("not belted in"), "CE-VEH-07")
