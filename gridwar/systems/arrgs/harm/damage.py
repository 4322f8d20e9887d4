"""Damage: from the Success Value through magnitude, resistance and vulnerability to Vitality."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.engine.kit import Encounter, Line, Procedure, Step, Table, Tally, emit
from gridwar.systems.arrgs.checks.check_sums import size_value
from gridwar.systems.arrgs.checks.magnitude import Scaling, divided, magnitude
from gridwar.systems.arrgs.conditions import Altered, VitalityChanged, alter, settle_one
from gridwar.systems.arrgs.core.sheet import has, sheet_of, switches_of
from gridwar.systems.arrgs.harm.sleep_and_waking import disturb
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator


class Blow(Struct, frozen=True):
    """What comes upon somebody: a Success Value of some types, and how many criticals."""

    target: str
    success_value: int
    types: tuple[str, ...]
    attacker: str | None = None
    check: str = ""
    """The melee check it was made with, for the Size value; else empty."""
    criticals: int = 0
    harms: bool = True
    """Whether it does damage at all."""
    willing: bool = False
    """The target lets it happen."""


class Harmed(Struct, frozen=True):
    """What it came to. ``lines`` stay empty while rehearsing."""

    damage: int
    lines: tuple[Line, ...] = ()
    dying: int = 0
    """By how much a critical made it Dying."""


def reckon(table: Table, blow: Blow) -> Procedure[Harmed]:
    """Return what a blow will do, so that it can be told before it takes effect.

    Rules: AR-DMG-01, AR-DMG-02, AR-DMG-06, AR-CRT-03, AR-ATK-03
    """
    yield from ()
    tally = table.tally("damage")
    if blow.harms:
        _fill(tally, table.now, blow)
    damage = max(0, tally.total)
    dying = _dying(table.now, blow, damage)
    return Harmed(damage, () if table.rehearsal else tally.lines, dying)


def befall(table: Table, who: str, harmed: Harmed) -> Procedure[None]:
    """Let a blow take effect: damage, Dying from a critical, then Disabled or death; or waking.

    Rules: AR-DMG-01, AR-DMG-06, AR-CRT-03, AR-VIT-02, AR-ATK-03, AR-CND-05
    """
    if harmed.damage:
        yield from emit(VitalityChanged(who=who, by=-harmed.damage))
    if harmed.dying:
        yield from alter(table, who, Altered("dying", harmed.dying))
    yield from settle_one(table, who)
    yield from disturb(table, who)


def _dying(encounter: Encounter, blow: Blow, damage: int) -> int:
    """Return by how much a critical makes its target Dying: of no blessing, nor of what it allows.

    Rules: AR-CRT-03
    """
    switch = switches_of(encounter).crit_dying
    spared = blow.willing or not blow.harms or has(encounter[blow.target], "dead")
    if not blow.criticals or spared:
        return 0
    if switch == "needs_damage" and not damage:
        return 0
    return blow.criticals if switch == "per_roll" else 1


def attack_value(tally: Tally, encounter: Encounter, blow: Blow) -> int:
    """Add what an attack is worth before anything resists it, and return it.

    Rules: AR-DMG-06, AR-MOD-08, AR-MOD-09
    """
    switches = switches_of(encounter)
    tally.line("AR-DMG-01", _("Success Value"), blow.success_value)
    attacker = encounter.combatants.get(blow.attacker or "")
    if attacker is not None:
        again = size_value(encounter, sheet_of(attacker), blow.check) if blow.check else 0
        number, greater = magnitude(encounter, attacker.id, blow.target)
        is_off = not switches.size_to_damage_again or number != 1
        tally.line("AR-MOD-08", _("Size"), again, off=is_off)
        scaled = Scaling(number, divides=greater).of(tally.total, switches.rounding)
        off = not switches.magnitude_scales_damage
        tally.line("AR-MOD-09", _("Magnitude"), scaled - tally.total, off=off)
    return tally.total


def _fill(tally: Tally, encounter: Encounter, blow: Blow) -> None:
    """Add the stages of AR-DMG-06 as lines, each counted from what the GM left of the last.

    Rules: AR-DMG-01, AR-DMG-03, AR-DMG-04, AR-DMG-05, AR-DMG-06
    """
    switches, target = switches_of(encounter), sheet_of(encounter[blow.target])
    attack_value(tally, encounter, blow)
    resisted = max((dr.value for dr in target.dr if dr.type in blow.types), default=0)
    tally.line("AR-DMG-03", _("Resistance"), -min(resisted, max(0, tally.total)))
    vulnerable = any(kind in target.vulnerable for kind in blow.types)
    more = divided(tally.total * 3, 2, switches.rounding) - tally.total if vulnerable else 0
    tally.line("AR-DMG-04", _("Vulnerable"), more)


def damage_steps(lines: tuple[Line, ...]) -> Iterator[Step]:
    """Yield what an attack is worth, and what takes from it or adds to it, as the log shows it.

    Rules: AR-DMG-06
    """
    for line in lines:
        if line.value and not line.off:
            yield Step(label=line.label, rule_id=line.rule_id, after=line.value)
