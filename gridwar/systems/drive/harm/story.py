"""How an attack is told: what each stage left of each element, and what came of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import Step, Trace
from gridwar.systems.drive.harm.blow import weapon_behind
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.engine.kit import Encounter, Line
    from gridwar.systems.drive.harm.blow import Blow, Element


def element_story(encounter: Encounter, blow: Blow, one: Element) -> Callable[[], Trace]:
    """Return what tells how one element fared."""
    weapon = weapon_behind(encounter, blow, one)
    source = weapon.words if weapon is not None else _("aura")

    def make() -> Trace:
        armour = _("Armour against drive {n}").format(n=one.drive)
        changes = (
            (_("Low shields"), "DR-SHD-05", one.built, one.after_low),
            (_("Medium shields"), "DR-SHD-08", one.after_low, one.after_medium),
            (_("Delivered"), _share_rule(one), one.after_medium, one.delivered),
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

    return make


def _share_rule(one: Element) -> str:
    return "DR-MIX-07" if one.part == "whole" else "DR-AOE-01"


def stage_table(
    encounter: Encounter, blow: Blow, lines: tuple[Line, ...], steps: tuple[Step, ...]
) -> Callable[[], Trace]:
    """Return what tells the sum of all elements for one victim."""
    name, totals = encounter[blow.target].name, blow.totals
    assert totals is not None  # told once it is counted

    def make() -> Trace:
        return Trace(
            title=_("{name} takes {n}").format(name=name, n=totals.damage),
            lines=lines,
            total=totals.damage,
            steps=steps,
            result=f"\u2212{totals.damage}",
            tone="harm" if totals.damage else "quiet",
        )

    return make
