"""From delivery to the total: drive, armour, resistances and weaknesses, degrees of injury."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from math import floor
from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridwar.engine.kit import Procedure, explain
from gridwar.model.trace import Step, Trace
from gridwar.systems.drive.blow import Amount, Blow, Element, Totals, share
from gridwar.systems.drive.sheet import (
    Armour,
    DriveSheet,
    Modifier,
    Weapon,
    sheet_of,
    weapon_of,
)
from gridwar.systems.drive.state import DriveSwitches, switches_of
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Table

DRIVE_BONUS = 10
PRECISE_BONUS = 20
_ORIGINS = ("innate", "ability", "gear", "temporary")


def deliver(table: Table, blow: Blow) -> Procedure[Blow]:
    """Take what arrives; a kinetic shield stops a projectile but not its energy (S8).

    Rules: DR-MIX-07
    """
    yield from ()

    def arriving(element: Element) -> Element:
        weapon = weapon_of(table.now[blow.attacker], element.weapon)
        if weapon is not None and weapon.kinetic_stopped and not element.is_energy:
            return replace(element, delivered=0, built_drive=0)
        return replace(element, delivered=element.after_medium)

    return replace(blow, elements=tuple(arriving(one) for one in blow.elements))


def set_drive(table: Table, blow: Blow) -> Procedure[Blow]:
    """Give each element its drive: energy its damage, or the weapon's where that is higher (S9).

    Rules: DR-NRG-01, DR-MIX-01, DR-MIX-02, DR-MIX-03, DR-MIX-05, DR-MIX-08, DR-CRT-05,
    DR-CRT-06, DR-SHD-16, DR-AUR-10
    """
    yield from ()
    made: list[Element] = []
    for element in blow.elements:
        weapon = weapon_of(table.now[blow.attacker], element.weapon)
        base = element.delivered if element.is_energy else element.built_drive
        if element.is_energy and weapon is not None and not weapon.is_explosive:
            normal = (e for e in blow.elements if e.weapon == element.weapon and not e.is_energy)
            base = max([base, *(one.built_drive for one in normal)])
        tally = table.tally(f"drive {element.number}")
        tally.line("DR-NRG-01" if element.is_energy else "DR-ARM-01", _("Drive"), floor(base))
        if blow.drive_bonus:
            tally.line("DR-CRT-05", _("Critical hit"), _bonus(weapon, blow.manner.mode))
        made.append(replace(element, drive=tally.total + (base - floor(base))))
    return replace(blow, elements=tuple(made))


def _bonus(weapon: Weapon | None, mode: str) -> int:
    is_precise = weapon is not None and "precise" in weapon.tags and mode == "melee"
    return PRECISE_BONUS if is_precise else DRIVE_BONUS


def meet_armour(table: Table, blow: Blow) -> Procedure[Blow]:
    """Compare each element's drive with the armour range (S10).

    Rules: DR-ARM-02, DR-ARM-03, DR-ARM-04, DR-NRG-05, DR-MIX-06
    """
    yield from ()
    armour, rounding = sheet_of(table.now[blow.target]).armour, switches_of(table.now).rounding
    elements = tuple(
        replace(one, after_armour=_past(armour, one, rounding)) for one in blow.elements
    )
    elements = tuple(replace(one, after_high=one.after_armour) for one in elements)
    return replace(blow, elements=elements)


def _past(armour: Armour | None, element: Element, rounding: str) -> Amount:
    if armour is None or element.drive > armour.hi:
        return element.delivered
    if element.drive < armour.lo:
        return 0
    if element.kind == "electric" and armour.metallic:
        return element.delivered
    return share(element.delivered, 50, rounding)


def apply_modifiers(table: Table, blow: Blow) -> Procedure[Blow]:
    """Apply resistances and weaknesses, last of all, to the part they are about (S12).

    Rules: DR-RES-01, DR-RES-02, DR-RES-03, DR-RES-04, DR-RES-05, DR-RES-06
    """
    yield from ()
    switches = switches_of(table.now)
    ordered = _in_order(sheet_of(table.now[blow.target]), switches.modifier_order)
    made = []
    for element in blow.elements:
        weapon = weapon_of(table.now[blow.attacker], element.weapon)
        percents = [one.percent for one in ordered if _matches(one, element, weapon)]
        made.append(replace(element, damage=_modified(element.after_high, percents, switches)))
    return replace(blow, elements=tuple(made))


def _in_order(sheet: DriveSheet, rule: str) -> tuple[Modifier, ...]:
    match rule:
        case "by_origin":
            return tuple(sorted(sheet.modifiers, key=lambda one: _ORIGINS.index(one.origin)))
        case "weaknesses_first":
            return tuple(sorted(sheet.modifiers, key=lambda one: one.percent <= 100))  # noqa: PLR2004
        case "resistances_first":
            return tuple(sorted(sheet.modifiers, key=lambda one: one.percent > 100))  # noqa: PLR2004
        case _:
            return sheet.modifiers


def _matches(modifier: Modifier, element: Element, weapon: Weapon | None) -> bool:
    match = modifier.match
    if match.kind is not None:
        return element.kind == match.kind
    if element.is_energy or weapon is None:
        return False
    right_stuff = match.material is None or match.material == weapon.material
    return right_stuff and (match.blunt is None or match.blunt == weapon.blunt)


def _modified(damage: Amount, percents: list[int], switches: DriveSwitches) -> Amount:
    if not percents:
        return damage
    if switches.resistance_stacking == "sequential_floor":
        for percent in percents:
            damage = share(damage, percent, switches.rounding)
        return damage
    product = Fraction(100)
    for percent in percents:
        product = product * percent / 100
    if switches.resistance_stacking == "composite_whole_percent":
        return share(damage, floor(product), switches.rounding)
    exact = damage * product / 100
    return floor(exact) if switches.rounding == "floor_each_step" else exact


def add_up(table: Table, blow: Blow) -> Procedure[Blow]:
    """Add all elements up and count the degrees, in all and by kind of energy (S13).

    Rules: DR-ARM-04, DR-ARM-06, DR-NRG-03, DR-MIX-04
    """
    for element in blow.elements:
        yield from explain(table, partial(_story, table, blow, element))
    tally = table.tally("damage")
    whole = floor(sum(one.damage for one in blow.elements))
    parts = 0
    for element in blow.elements:
        parts += floor(element.damage)
        label = _("{kind} {n}").format(kind=element.kind, n=element.number)
        tally.line("DR-ARM-04", label, floor(element.damage), source_id=str(element.number))
    if whole > parts:
        tally.line("DR-ARM-03", _("Fractions together"), whole - parts)
    damage = max(0, tally.total)
    sheet, switches = sheet_of(table.now[blow.target]), switches_of(table.now)
    degrees = count_degrees(sheet, damage, switches)
    by_kind = _degrees_by_kind(blow, damage, degrees, sheet, switches)
    name = table.now[blow.target].name
    steps = (
        Step(label=_("Degrees of injury"), rule_id="DR-ARM-06", after=degrees),
        *(
            Step(label=_("of which {kind}").format(kind=kind), rule_id="DR-NRG-03", after=n)
            for kind, n in by_kind
        ),
    )
    yield from explain(
        table,
        lambda: Trace(
            title=_("{name} takes {n}").format(name=name, n=damage),
            lines=tally.lines,
            total=damage,
            steps=steps,
            result=f"\u2212{damage}",
            tone="harm" if damage else "quiet",
        ),
    )
    return replace(blow, totals=Totals(damage, degrees, by_kind, blow.injury_type))


def count_degrees(sheet: DriveSheet, damage: int, switches: DriveSwitches) -> int:
    """Return how many multiples of the injury factor some damage crosses.

    Rules: DR-ARM-06
    """
    before = sheet.damage_taken if switches.injury_tracking == "cumulative" else 0
    return (before + damage) // sheet.injury_factor - before // sheet.injury_factor


def _degrees_by_kind(
    blow: Blow, damage: int, degrees: int, sheet: DriveSheet, switches: DriveSwitches
) -> tuple[tuple[str, int], ...]:
    kinds = dict.fromkeys(one.kind for one in blow.elements if one.is_energy)
    found = []
    for kind in kinds:
        taken = floor(sum(one.damage for one in blow.elements if one.kind == kind))
        alone = taken == damage and taken > 0 and switches.energy_degrees == "by_crossings"
        found.append((kind, degrees if alone else taken // sheet.injury_factor))
    return tuple(found)


def _story(table: Table, blow: Blow, one: Element) -> Trace:
    weapon = weapon_of(table.now[blow.attacker], one.weapon)
    source = (weapon.name or weapon.id) if weapon is not None else _("aura")
    armour = _("Armour against drive {n}").format(n=one.drive)
    changes = (
        (_("Low shields"), "DR-SHD-05", one.built, one.after_low),
        (_("Medium shields"), "DR-SHD-08", one.after_low, one.after_medium),
        (_("Delivered"), "DR-MIX-07", one.after_medium, one.delivered),
        (armour, "DR-ARM-02", one.delivered, one.after_armour),
        (_("High shields"), "DR-SHD-11", one.after_armour, one.after_high),
        (_("Resistances"), "DR-RES-02", one.after_high, one.damage),
    )
    built = Step(
        label=_("{n} (drive {d})").format(n=one.built, d=one.built_drive),
        rule_id="DR-ARM-01",
        after=str(one.built),
        source=source,
    )
    steps = tuple(
        Step(label=label, rule_id=rule, before=str(before), after=str(after), source=source)
        for label, rule, before, after in changes
        if before != after or rule == "DR-ARM-02"
    )
    title = _("{source}: {kind}").format(source=source, kind=one.kind)
    return Trace(title=title, steps=(built, *steps), result=str(one.damage), tone="quiet")
