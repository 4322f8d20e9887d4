"""The first stages: is the attack allowed, and what does it do before anything meets it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridwar.engine.kit import Procedure, explain, require
from gridwar.model.trace import Trace
from gridwar.systems.drive.blow import Amount, Blow, Element, share
from gridwar.systems.drive.sheet import Weapon, sheet_of, weapon_of
from gridwar.systems.drive.state import switches_of
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Table

MELEE_HINDRANCE = 1
RANGED_HINDRANCE = 3


def declare(table: Table, blow: Blow) -> Procedure[Blow]:
    """Check the declaration and count the Hindrance of holding back (S0).

    Rules: DR-RED-01, DR-RED-02, DR-RED-03, DR-RED-04
    """
    one, manner = table.now[blow.attacker], blow.manner
    strength, is_out = sheet_of(one).strength, sheet_of(one).is_out
    text = _("{who} is out of the fight.")
    yield from require(not is_out, "out", text, who=blow.attacker)
    known = bool(blow.weapons) and all(weapon_of(one, weapon) for weapon in blow.weapons)
    text = _("{name} has no such weapon.").format(name=one.name)
    yield from require(known, "no_weapon", text, waivable=False)
    used = strength if manner.str_used is None else manner.str_used
    cuts_weapon, melee = manner.weapon_percent < 100, manner.mode == "melee"  # noqa: PLR2004
    holds_back = used < strength or cuts_weapon or manner.half_power
    text = _("Only a competent attack can hold back.")
    yield from require(manner.competent or not holds_back, "not_competent", text, "DR-RED-01")
    text = _("Strength can be used from 0 to {most}.").format(most=strength)
    yield from require(0 <= used <= strength, "strength", text, "DR-RED-02")
    text = _("A melee weapon can be held back, a ranged one set to half power.")
    fits = not manner.half_power if melee else not cuts_weapon
    yield from require(fits, "wrong_reduction", text, "DR-RED-03", "DR-RED-04")
    needs_zero = cuts_weapon and switches_of(table.now).reduction_requires_zero_str
    text = _("Use no Strength before the weapon itself is held back.")
    yield from require(not needs_zero or used == 0, "strength_first", text, "DR-RED-03")
    hindrance = MELEE_HINDRANCE if cuts_weapon else RANGED_HINDRANCE if manner.half_power else 0
    return replace(blow, hindrance=hindrance, manner=replace(manner, str_used=used))


def build(table: Table, blow: Blow) -> Procedure[Blow]:
    """Make the elements of every weapon, reductions taken off: the original values (S1).

    Rules: DR-ARM-01, DR-ARM-04, DR-RED-02, DR-RED-03, DR-RED-04, DR-NRG-01, DR-NRG-02, DR-MIX-03
    """
    made: list[Element] = []
    earlier = len(table.tallies)
    for weapon_id in blow.weapons:
        weapon = weapon_of(table.now[blow.attacker], weapon_id)
        assert weapon is not None  # declared
        parts = (*_normal_parts(table, blow, weapon), *_energy_parts(table, blow, weapon))
        for kind, damage, drive in parts:
            made.append(Element(weapon_id, len(made) + 1, kind, damage, drive))
    title = _("{one} attacks {other}").format(
        one=table.now[blow.attacker].name, other=table.now[blow.target].name
    )
    sums = table.tallies[earlier:]
    yield from explain(
        table,
        lambda: Trace(
            title=title,
            lines=tuple(line for tally in sums for line in tally.lines),
            result=", ".join(f"{one.built} ({one.built_drive})" for one in made),
        ),
    )
    return replace(blow, elements=tuple(made))


def _normal_parts(
    table: Table, blow: Blow, weapon: Weapon
) -> tuple[tuple[str, Amount, Amount], ...]:
    if weapon.frag is not None:
        return (("frag", weapon.frag.damage, weapon.frag.drive),)
    if weapon.base_damage is None:
        return ()
    damage = _sum(table, blow, weapon, "damage", weapon.base_damage)
    drive = _sum(table, blow, weapon, "drive", weapon.base_drive or 0)
    return (("normal", damage, drive),)


def _sum(table: Table, blow: Blow, weapon: Weapon, what: str, base: int) -> int:
    manner, switches = blow.manner, switches_of(table.now)
    name = weapon.name or weapon.id
    is_drive = what == "drive"
    percent = 50 if manner.half_power else manner.weapon_percent
    if is_drive and manner.mode == "melee" and not switches.melee_reduction_cuts_drive:
        percent = 100
    reduced = int(share(base, percent, "floor_each_step"))
    tally = table.tally(f"{what} {weapon.id}")
    tally.line(
        "DR-ARM-01",
        _("{what} of {weapon}").format(what=what, weapon=name),
        base,
        source=name,
        source_id=f"{weapon.id} {what}",
    )
    if reduced != base:
        rule = "DR-RED-04" if manner.half_power else "DR-RED-03"
        tally.line(
            rule,
            _("Held back to {n}%").format(n=percent),
            reduced - base,
            source=name,
            source_id=f"{weapon.id} {what}",
        )
    if manner.mode == "melee" and manner.str_used:
        each = weapon.str_drive_per_point if is_drive else weapon.str_damage_per_point
        label = _("Strength {n}").format(n=manner.str_used)
        place = f"{weapon.id} {what}"
        tally.line("DR-RED-02", label, manner.str_used * each, source=name, source_id=place)
    return max(0, tally.total)


def _energy_parts(
    table: Table, blow: Blow, weapon: Weapon
) -> tuple[tuple[str, Amount, Amount], ...]:
    manner, switches = blow.manner, switches_of(table.now)
    percent = 50 if manner.half_power else 100
    if manner.weapon_percent < 100 and switches.reduction_cuts_added_energy:  # noqa: PLR2004
        percent = manner.weapon_percent
    parts = []
    for part in weapon.energy:
        damage = share(part.damage, percent, switches.rounding)
        parts.append((part.kind, damage, damage))
    return tuple(parts)
