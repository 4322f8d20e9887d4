"""The first stages: is the attack allowed, and what does it do before anything meets it."""

from __future__ import annotations

from collections import Counter
from math import floor
from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from gridwar.engine.kit import Procedure, Trace, explain, require, say
from gridwar.systems.drive.core.house_rules_and_settings import switches_of
from gridwar.systems.drive.core.sheet import sheet_of, weapon_of
from gridwar.systems.drive.core.tables import constants
from gridwar.systems.drive.harm.blow_and_elements import (
    Amount,
    Blow,
    Element,
    area_least,
    area_shots,
    in_words,
    share,
    strong_shots,
)
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter, Table
    from gridwar.systems.drive.core.weapons_armour_resistances import Weapon
    from gridwar.systems.drive.harm.blow_and_elements import Manner

_WHOLE = 100
What = Literal["damage", "drive"]


def declare(table: Table, blow: Blow) -> Procedure[Blow]:
    """Check the declaration and count the Hindrance of holding back (S0).

    Rules: DR-RED-01, DR-RED-02, DR-RED-03, DR-RED-04
    """
    one, manner, numbers = table.now[blow.attacker], blow.manner, constants().reduction
    strength, name = sheet_of(one).strength, one.name
    known = [weapon_of(one, weapon) for weapon in blow.shots]
    text = _("{name} has no such weapon.")
    is_there = bool(known) and all(known)
    yield from require(is_there, "no_weapon", text, waivable=False, name=name)
    fits = all(own is None or own.ranged == (manner.mode == "ranged") for own in known)
    text = _("Weapons for melee and for ranged attacks do not go together.")
    yield from require(fits, "wrong_mode", text, "DR-ARM-04")
    for weapon in dict.fromkeys(blow.shots):
        own = weapon_of(table.now[blow.attacker], weapon)
        most, words = (0, weapon) if own is None else (own.volley, own.words)
        text = _("{weapon} strikes {n} times an attack at most.")
        shots = blow.shots.count(weapon)
        yield from require(shots <= most, "too_many_shots", text, "DR-ARM-04", weapon=words, n=most)
    used = used_strength(table.now, blow)
    cuts_weapon, melee = manner.weapon_percent < _WHOLE, manner.mode == "melee"
    holds_back = used < strength or cuts_weapon or manner.half_power
    text = _("Only a competent attack can hold back.")
    yield from require(manner.competent or not holds_back, "not_competent", text, "DR-RED-01")
    text = _("Strength can be used from 0 to {most}.")
    is_in_range = 0 <= used <= strength
    yield from require(is_in_range, "strength", text, "DR-RED-02", most=strength)
    text = _("A melee weapon can be held back, a ranged one set to half power.")
    fits = not manner.half_power if melee else not cuts_weapon
    yield from require(fits, "wrong_reduction", text, "DR-RED-03", "DR-RED-04")
    needs_zero = cuts_weapon and switches_of(table.now).reduction_requires_zero_str
    text = _("Use no Strength before the weapon itself is held back.")
    yield from require(not needs_zero or used == 0, "strength_first", text, "DR-RED-03")
    hindrance = numbers.melee_hindrance if cuts_weapon else 0
    hindrance += numbers.ranged_hindrance if manner.half_power else 0
    return replace(blow, hindrance=hindrance, manner=replace(manner, str_used=used))


def used_strength(encounter: Encounter, blow: Blow) -> int:
    """Return the Strength that an attack uses: less than all where it holds back.

    Rules: DR-RED-02
    """
    wanted = blow.manner.str_used
    return sheet_of(encounter[blow.attacker]).strength if wanted is None else wanted


def build(table: Table, blow: Blow) -> Procedure[Blow]:
    """Make the elements of every shot, reductions taken off: the original values (S1).

    Rules: DR-ARM-01, DR-ARM-04, DR-RED-02, DR-RED-03, DR-RED-04, DR-NRG-01, DR-NRG-02,
    DR-MIX-03, DR-AOE-01
    """
    made: list[Element] = []
    earlier = len(table.tallies)
    for shot, weapon_id in enumerate(blow.shots, start=1):
        weapon = weapon_of(table.now[blow.attacker], weapon_id)
        assert weapon is not None  # declared
        for kind, damage, drive in _parts(table, blow, shot, weapon):
            number = len(made) + 1
            made.append(Element(shot, weapon_id, number, kind, damage, drive))
    built = replace(blow, elements=tuple(made))
    least = area_least(blow)
    is_strong = bool(strong_shots(table.now, built.elements, "built", least))
    text = _("An area needs {n} damage or more of one weapon or shot.")
    spreads = is_strong or not blow.manner.deliberate
    yield from require(spreads, "too_weak", text, "DR-AOE-01", n=least)
    elements = _with_impacts(table.now, built)
    title = _("{one} attacks {other}").format(
        one=table.now[blow.attacker].name, other=table.now[blow.target].name
    )
    sums = table.tallies[earlier:]
    yield from explain(
        table,
        lambda: Trace(
            title=title,
            lines=tuple(line for tally in sums for line in tally.lines),
            result=_built_words(made),
        ),
    )
    if blow.hindrance:
        yield from _tell_hindrance(table, blow)
    return replace(blow, elements=elements)


def _built_words(made: list[Element]) -> str:
    """Return what was built, the same damage and drive once with how often."""
    counts = Counter((in_words(one.built), in_words(one.built_drive)) for one in made)
    once, often = _("{n} at drive {drive}"), _("{count} \u00d7 {n} at drive {drive}")
    return ", ".join(
        (once if count == 1 else often).format(n=n, drive=drive, count=count)
        for (n, drive), count in counts.items()
    )


def _tell_hindrance(table: Table, blow: Blow) -> Procedure[None]:
    """Say which offence roll bears how much Hindrance.

    Rules: DR-RED-03, DR-RED-04
    """
    rule = "DR-RED-04" if blow.manner.half_power else "DR-RED-03"
    is_ranged = blow.manner.half_power and switches_of(table.now).ranged_reduction_roll == "ranged"
    text = (
        _("{n} Hindrance on the ranged offence roll")
        if is_ranged
        else _("{n} Hindrance on the melee offence roll")
    )
    tally = table.tally("hindrance", aside=True)
    tally.line(rule, _("Holding back"), blow.hindrance)
    yield from say(table, text, n=blow.hindrance, tally=tally)


def _with_impacts(encounter: Encounter, blow: Blow) -> tuple[Element, ...]:
    """Return the elements, those of a deliberate area as its impact.

    Rules: DR-AOE-01
    """
    if not blow.manner.deliberate:
        return blow.elements
    spread = area_shots(encounter, blow)
    return tuple(
        replace(one, part="impact") if one.shot in spread else one for one in blow.elements
    )


def _parts(
    table: Table, blow: Blow, shot: int, weapon: Weapon
) -> tuple[tuple[str, Amount, Amount], ...]:
    """Return kind, damage and drive of each element of a shot: normal or frag, then energy.

    Rules: DR-NRG-01, DR-NRG-02, DR-RED-03, DR-RED-04
    """
    own: tuple[tuple[str, int, int], ...] = ()
    if weapon.frag is not None:
        own = (("frag", weapon.frag.damage, weapon.frag.drive),)
    elif weapon.base_damage is not None:
        own = (("normal", weapon.base_damage, weapon.base_drive or 0),)
    of, percent = (shot, weapon), kept_percent(table.now, blow.manner, "energy")
    rounding = switches_of(table.now).rounding
    energy = ((part.kind, share(part.damage, percent, rounding)) for part in weapon.energy)
    return (
        *(
            (kind, _sum(table, blow, of, "damage", damage), _sum(table, blow, of, "drive", drive))
            for kind, damage, drive in own
        ),
        *((kind, damage, damage) for kind, damage in energy),  # its drive is its damage
    )


def _sum(table: Table, blow: Blow, of: tuple[int, Weapon], what: What, base: int) -> Amount:
    """Add up the damage or the drive of a shot's normal part.

    Rules: DR-ARM-01, DR-ARM-03, DR-RED-02, DR-RED-03, DR-RED-04
    """
    (shot, weapon), manner = of, blow.manner
    percent = kept_percent(table.now, manner, what)
    exact = share(base, percent, switches_of(table.now).rounding)
    reduced = floor(exact)
    words = {"damage": _("damage of {weapon}"), "drive": _("drive of {weapon}")}[what]
    place, source = f"{shot} {what}", weapon.words
    tally = table.tally(f"{what} {shot}", aside=True)
    label = words.format(weapon=source)
    label = label[:1].upper() + label[1:]
    tally.line("DR-ARM-01", label, base, source=source, source_id=place)
    if reduced != base:
        rule = "DR-RED-04" if manner.half_power else "DR-RED-03"
        label = _("Held back to {n}%").format(n=percent)
        tally.line(rule, label, reduced - base, source=source, source_id=place)
    used = used_strength(table.now, blow)
    if manner.mode == "melee" and used:
        each = weapon.str_drive_per_point if what == "drive" else weapon.str_damage_per_point
        label = _("Strength {n}").format(n=used)
        tally.line("DR-RED-02", label, used * each, source=source, source_id=place)
    return max(0, tally.total) + (exact - reduced)


def kept_percent(encounter: Encounter, manner: Manner, what: What | Literal["energy"]) -> int:
    """Return what is used of a weapon's own damage, drive or added energy, in percent.

    Rules: DR-RED-03, DR-RED-04, DR-NRG-02
    """
    if manner.half_power:
        return constants().reduction.ranged_percent
    switches = switches_of(encounter)
    is_cut = {
        "damage": True,
        "drive": switches.melee_reduction_cuts_drive,
        "energy": switches.reduction_cuts_added_energy,
    }[what]
    return manner.weapon_percent if is_cut else _WHOLE
