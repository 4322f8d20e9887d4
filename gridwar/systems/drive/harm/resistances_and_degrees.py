"""From armour to the total: resistances and weaknesses, the sum, degrees of injury."""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from gridwar.engine.kit import Procedure, Step, Trace, explain, say
from gridwar.systems.drive.core.house_rules_and_settings import DriveSwitches, switches_of
from gridwar.systems.drive.core.sheet import DriveSheet, sheet_of
from gridwar.systems.drive.harm.blow_and_elements import (
    Amount,
    Blow,
    Element,
    Totals,
    in_words,
    share,
    stage_table,
    value_of,
    weapon_behind,
)
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Encounter, Table
    from gridwar.systems.drive.core.weapons_armour_resistances import DamageModifier, Weapon

_ORIGINS: Final = ("innate", "ability", "gear", "temporary")
_WHOLE: Final = 100


def apply_modifiers(table: Table, blow: Blow) -> Procedure[Blow]:
    """Apply resistances and weaknesses, last of all, to the part they are about (S12).

    Rules: DR-RES-01, DR-RES-02, DR-RES-03, DR-RES-04, DR-RES-05, DR-RES-06
    """
    made: list[Element] = []
    steps: list[Step] = []
    for element in blow.elements:
        weapon = weapon_behind(table.now, blow, element)
        found = matching(table.now, blow.target, element, weapon)
        values = _modified(element.after_high, found, switches_of(table.now))
        steps += _modifier_steps(element, found, values)
        made.append(replace(element, damage=values[-1]))
    if steps:
        title = _("Resistances and weaknesses of {name}").format(name=table.now[blow.target].name)
        result = ", ".join(in_words(one.damage) for one in made)
        yield from explain(table, lambda: Trace(title=title, steps=tuple(steps), result=result))
    return replace(blow, elements=tuple(made))


def _modifier_steps(
    element: Element, modifiers: tuple[DamageModifier, ...], values: tuple[Amount, ...]
) -> Iterator[Step]:
    """Yield a line for each of an element's modifiers with what it leaves; several may be one.

    Rules: DR-RES-06
    """
    words = [_("{what} {n}%").format(what=one.match.words, n=one.percent) for one in modifiers]
    if len(words) >= len(values):
        words = [" \u00d7 ".join(words)]
    for label, before, after in zip(words, values, values[1:], strict=False):
        yield Step(
            label=f"{element.kind} {element.number}: {label}",
            rule_id="DR-RES-06",
            before=in_words(before),
            after=in_words(after),
        )


def matching(
    encounter: Encounter, who: str, element: Element, weapon: Weapon | None
) -> tuple[DamageModifier, ...]:
    """Return the resistances and weaknesses that apply to an element, in their order.

    Rules: DR-RES-04, DR-RES-05, DR-RES-06
    """
    return tuple(one for one in modifiers_of(encounter, who) if _matches(one, element, weapon))


def modifiers_of(encounter: Encounter, who: str) -> tuple[DamageModifier, ...]:
    """Return all resistances and weaknesses of somebody in the order in which they apply.

    Rules: DR-RES-06
    """
    sheet = sheet_of(encounter[who])
    match switches_of(encounter).modifier_order:
        case "by_origin":
            return tuple(sorted(sheet.modifiers, key=lambda one: _ORIGINS.index(one.origin)))
        case "weaknesses_first":
            return tuple(sorted(sheet.modifiers, key=lambda one: one.percent <= _WHOLE))
        case "resistances_first":
            return tuple(sorted(sheet.modifiers, key=lambda one: one.percent > _WHOLE))
        case _:
            return sheet.modifiers


def _matches(modifier: DamageModifier, element: Element, weapon: Weapon | None) -> bool:
    match = modifier.match
    if match.kind is not None:
        return element.kind == match.kind
    if element.is_energy or weapon is None:
        return False
    right_stuff = match.material is None or match.material == weapon.material
    return right_stuff and (match.blunt is None or match.blunt == weapon.blunt)


def _modified(
    damage: Amount, modifiers: tuple[DamageModifier, ...], switches: DriveSwitches
) -> tuple[Amount, ...]:
    """Return some damage, and what it is after each percentage, or after all of them together.

    Rules: DR-RES-06, DR-ARM-03
    """
    if not modifiers:
        return (damage,)
    if switches.resistance_stacking == "sequential_floor":
        values = [damage]
        for one in modifiers:
            values.append(share(values[-1], one.percent, switches.rounding))
        return tuple(values)
    product = Fraction(_WHOLE)
    for one in modifiers:
        product = product * one.percent / _WHOLE
    if switches.resistance_stacking == "composite_whole_percent":
        product = Fraction(floor(product))
    exact = damage * product / _WHOLE
    return (damage, floor(exact) if switches.rounding == "floor_each_step" else exact)


def add_up(table: Table, blow: Blow) -> Procedure[Blow]:
    """Add all elements up and count the degrees, in all and by kind of energy (S13).

    Rules: DR-ARM-03, DR-ARM-04, DR-ARM-06, DR-NRG-03, DR-MIX-04
    """
    tally = table.tally("damage")
    whole, parts = floor(value_of(blow.elements, "damage")), 0
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
    done = replace(blow, totals=Totals(damage, degrees, by_kind, blow.injury_type))
    yield from say(
        table,
        _("{whom} takes {n}"),
        whom=blow.target,
        n=damage,
        tally=tally,
        steps=(*_degree_steps(done.totals), *until_out(sheet_of(table.now[blow.target]), damage)),
        tables=(stage_table(table.now, done),),
        result=f"\u2212{damage}" if damage else "0",
        tone="harm" if damage else "quiet",
    )
    return done


def count_degrees(sheet: DriveSheet, damage: int, switches: DriveSwitches) -> int:
    """Return how many multiples of the injury factor some damage crosses.

    Rules: DR-ARM-06
    """
    before = sheet.damage_taken if switches.injury_tracking == "cumulative" else 0
    return (before + damage) // sheet.injury_factor - before // sheet.injury_factor


def _degrees_by_kind(
    blow: Blow, damage: int, degrees: int, sheet: DriveSheet, switches: DriveSwitches
) -> tuple[tuple[str, int], ...]:
    """Count the degrees of each kind; where all damage is of one kind they are those of all.

    Rules: DR-NRG-03, DR-MIX-03, DR-MIX-04
    """
    kinds = dict.fromkeys(one.kind for one in blow.elements if one.is_energy)
    found = []
    for kind in kinds:
        taken = floor(value_of(tuple(e for e in blow.elements if e.kind == kind), "damage"))
        alone = taken == damage and taken > 0 and switches.energy_degrees == "by_crossings"
        found.append((kind, degrees if alone else taken // sheet.injury_factor))
    return tuple(found)


def _degree_steps(totals: Totals | None) -> tuple[Step, ...]:
    assert totals is not None  # just counted
    degrees = Step(label=_("Degrees of injury"), rule_id="DR-ARM-06", after=totals.degrees)
    by_kind = (
        Step(label=_("of which {kind}").format(kind=kind), rule_id="DR-NRG-03", after=n)
        for kind, n in totals.degrees_by_kind
    )
    return (degrees, *by_kind)


def until_out(sheet: DriveSheet, damage: int) -> tuple[Step, ...]:
    """Return what is left of somebody before they are out, which a blow may far exceed."""
    if sheet.out_at is None:
        return ()
    before = max(0, sheet.out_at - sheet.damage_taken)
    after = max(0, before - damage)
    return (Step(label=_("Until out"), rule_id="DR-ARM-06", before=before, after=after),)
