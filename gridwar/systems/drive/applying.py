"""The last stage: results are suffered all at once, then what each energy does besides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import Procedure, emit
from gridwar.model.combatant import TimedEffect
from gridwar.model.events import EffectAdded, EffectRemoved
from gridwar.systems.drive.events import Hurt
from gridwar.systems.drive.sheet import sheet_of
from gridwar.systems.drive.state import points_of, switches_of
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Table
    from gridwar.model.encounter import Encounter
    from gridwar.systems.drive.blow import Blow, Totals

FATIGUE_A_DEGREE = 25
DEAF_TURNS = 6
STUN_DEGREES = 2


def take_effect(table: Table, blow: Blow) -> Procedure[None]:
    """Let one victim suffer what has been worked out (S16).

    Rules: DR-ARM-05, DR-ARM-06, DR-NRG-04, DR-NRG-08, DR-AUR-05, DR-AUR-13
    """
    if blow.totals is not None:
        totals = blow.totals
        yield from emit(
            Hurt(
                who=blow.target,
                damage=totals.damage,
                degrees=totals.degrees,
                injury_type=totals.injury_type,
                particle_degrees=totals.degrees_of("particle"),
                fatigue=FATIGUE_A_DEGREE * totals.degrees_of("frost"),
            )
        )
        yield from _energy_effects(table, blow, totals)
    if _deafens(table.now, blow):
        effect = TimedEffect(
            id="deafened",
            name=_("Deafened"),
            badge="ear-off",
            ends="turn_end",
            whose=blow.target,
            rounds_left=DEAF_TURNS,
        )
        yield from emit(EffectAdded(who=blow.target, effect=effect))


def _energy_effects(table: Table, blow: Blow, totals: Totals) -> Procedure[None]:
    """Let heat ignite, blast throw down, electricity and blast stun.

    Rules: DR-NRG-06, DR-NRG-07, DR-NRG-10, DR-NRG-11, DR-NRG-12, DR-SHD-15
    """
    who = blow.target
    if totals.degrees_of("heat") and not has_high_access(table.now, who):
        effect = TimedEffect(id="ignited", name=_("Ignited"), badge="flame")
        yield from emit(EffectAdded(who=who, effect=effect))
    if totals.degrees_of("blast"):
        effect = TimedEffect(id="knocked_down", name=_("Knocked down"), badge="arrow-down")
        yield from emit(EffectAdded(who=who, effect=effect))
    by_blast = totals.degrees_of("blast") >= STUN_DEGREES and sheet_of(table.now[who]).organic
    if by_blast or totals.degrees_of("electric") >= STUN_DEGREES:
        yield from _stun(table, who, blow.timer)


def _stun(table: Table, who: str, whose: str) -> Procedure[None]:
    """Stun until the end of somebody's next turn, the present one not counted.

    Rules: DR-NRG-06, DR-NRG-11, DR-NRG-15, DR-AUR-14
    """
    turns = 2 if table.now.turn == whose else 1
    effect = TimedEffect(
        id=f"stunned:{whose}",
        name=_("Stunned"),
        badge="stars",
        ends="turn_end",
        whose=whose,
        rounds_left=turns,
    )
    yield from emit(EffectAdded(who=who, effect=effect))


def _deafens(encounter: Encounter, blow: Blow) -> bool:
    """Return whether a blast deafens: any hit does, whatever the armour leaves.

    Rules: DR-NRG-09, DR-NRG-12, DR-SHD-15
    """
    victim = encounter[blow.target]
    if not sheet_of(victim).organic or has_high_access(encounter, blow.target):
        return False
    blasts = [one for one in blow.elements if one.kind == "blast" and one.built]
    if blow.outcome in ("hit", "critical") and any(one.delivered for one in blasts):
        return True
    stopped = switches_of(encounter).deafen_when_fully_shielded and blow.outcome != "evaded"
    return stopped and any(not one.after_medium for one in blasts)


def has_high_access(encounter: Encounter, who: str) -> bool:
    """Return whether somebody has an active high-precision shield.

    Rules: DR-SHD-15
    """
    needs_points = switches_of(encounter).high_access_needs_points
    return any(
        one.active
        and one.precision == "high"
        and (not needs_points or points_of(encounter, one) > 0)
        for one in sheet_of(encounter[who]).shields
    )


def put_out_fires(table: Table) -> Procedure[None]:
    """Put out whoever burns and has come to a high-precision shield.

    Rules: DR-SHD-15
    """
    for who, one in table.now.combatants.items():
        burns = any(effect.id == "ignited" for effect in one.effects)
        if burns and has_high_access(table.now, who):
            yield from emit(EffectRemoved(who=who, effect="ignited"))
