"""What armour makes of weapons at a glance: blocked, halved, full, before anything is rolled.

The stages of the attack are run aside; shields are left out, for how many points they hold is not
everybody's to know.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from gridwar.engine.kit import worked_out
from gridwar.systems.drive.attacks.area_attacks import deliver
from gridwar.systems.drive.attacks.declaration_and_original_values import build
from gridwar.systems.drive.harm.blow_and_elements import in_words
from gridwar.systems.drive.harm.drive_against_armour import meet_armour, set_drive
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter, Procedure, Table
    from gridwar.systems.drive.harm.blow_and_elements import Blow, Element

_ALL: Final = 100


def chip(element: Element) -> str:
    """Return what an armour makes of an element, in a word.

    Rules: DR-ARM-02
    """
    if not element.passing_percent:
        return _("blocked")
    return _("full") if element.passing_percent == _ALL else _("halved")


def at_a_glance(encounter: Encounter, blow: Blow) -> tuple[Element, ...]:
    """Return the elements of an attack with what the target's armour would make of each.

    Rules: DR-ARM-01, DR-ARM-02
    """
    blow = worked_out(encounter, lambda table: build(table, blow))
    arriving = (
        replace(one, delivered=one.built, delivered_drive=one.built_drive) for one in blow.elements
    )
    arrived = replace(blow, elements=tuple(arriving))
    return worked_out(encounter, lambda table: _against_armour(table, arrived)).elements


def as_built(encounter: Encounter, blow: Blow) -> tuple[Element, ...]:
    """Return the elements of an attack as if it were not spread: the original values."""
    return at_a_glance(encounter, replace(blow, manner=replace(blow.manner, deliberate=False)))


def _against_armour(table: Table, blow: Blow) -> Procedure[Blow]:
    """Give elements that have arrived their drive, and let them meet the armour."""
    for stage in (set_drive, meet_armour):
        blow = yield from stage(table, blow)
    return blow


def more_drive(encounter: Encounter, blow: Blow) -> str:
    """Return for each element its drive and chip as they are, and with a critical hit's bonus.

    Rules: DR-CRT-05, DR-CRT-06
    """
    hit = replace(blow, outcome="critical")
    delivered = worked_out(encounter, lambda table: deliver(table, hit))
    both = []
    for bonus in (False, True):
        found = replace(delivered, drive_bonus=bonus)
        met = worked_out(encounter, partial(_against_armour, blow=found))
        both.append(met.elements)
    words = _("drive {n} {chip} \u2192 {m} {then}")
    return ", ".join(
        words.format(
            n=in_words(one.drive), chip=chip(one), m=in_words(other.drive), then=chip(other)
        )
        for one, other in zip(*both, strict=True)
    )


def chip_words(encounter: Encounter, blow: Blow) -> str:
    """Return damage, drive and chip of each element, in the order in which they are resolved.

    Rules: DR-ARM-01, DR-ARM-02
    """
    words = _("{n}, drive {drive}, {chip}")
    return "; ".join(
        words.format(n=in_words(one.built), drive=in_words(one.drive), chip=chip(one))
        for one in at_a_glance(encounter, blow)
    )
