"""Results are suffered all at once, then what each energy does besides: fire, stun, deafness."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.engine.kit import Procedure, Step, emit, say
from gridwar.model.combatant import is_instance
from gridwar.model.events_combatants import EffectAdded, EffectRemoved
from gridwar.systems.drive.core.conditions import (
    DEAFENED,
    IGNITED,
    KNOCKED_DOWN,
    STUNNED,
    effect_of,
)
from gridwar.systems.drive.core.events import Hurt, StandInNoted
from gridwar.systems.drive.core.fight_state import points_of, stand_in_key, state_of
from gridwar.systems.drive.core.house_rules_and_settings import switches_of
from gridwar.systems.drive.core.sheet import sheet_of
from gridwar.systems.drive.core.tables import constants
from gridwar.systems.drive.core.turn_order import before as before_in_order
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter, Table
    from gridwar.model.combatant import TimedEffect
    from gridwar.systems.drive.harm.blow_and_elements import Blow, Totals

NO_TURN: Final = 1
"""Moments to the end of a next turn, seen from outside of the present one."""
_BY_HIGH_SHIELD: Final = Step(label=_("High-precision shield"), rule_id="DR-SHD-15")
_NOT_ORGANIC: Final = Step(label=_("Not organic"), rule_id="DR-NRG-12")


def take_effect(table: Table, blow: Blow) -> Procedure[None]:
    """Let one victim suffer what has been worked out (S16).

    Rules: DR-ARM-05, DR-ARM-06, DR-NRG-04, DR-NRG-08, DR-AUR-05, DR-AUR-13
    """
    totals = blow.totals
    if totals is not None:
        each = constants().after.fatigue_a_degree
        by = table.now[blow.attacker].name if blow.attacker in table.now else ""
        yield from emit(
            Hurt(
                who=blow.target,
                damage=totals.damage,
                degrees=totals.degrees,
                injury_type=totals.injury_type,
                particle_degrees=totals.degrees_of("particle"),
                fatigue=each * totals.degrees_of("frost"),
                source=by,
            )
        )
        yield from _energy_effects(table, blow, totals)
    yield from _deafen(table, blow)


def _energy_effects(table: Table, blow: Blow, totals: Totals) -> Procedure[None]:
    """Let heat ignite, blast throw down, electricity and blast stun.

    Rules: DR-NRG-06, DR-NRG-07, DR-NRG-08, DR-NRG-10, DR-NRG-11, DR-NRG-12, DR-SHD-15
    """
    who, least = blow.target, constants().after.stun_degrees
    if totals.degrees_of("frost"):
        tired = constants().after.fatigue_a_degree * totals.degrees_of("frost")
        step = Step(label=_("Fatigue"), rule_id="DR-NRG-08", after=tired)
        yield from _tell(table, _("{who} is tired by the frost"), who, step, str(tired))
    if totals.degrees_of("heat"):
        if has_high_access(table.now, who):
            yield from _tell(table, _("{who} cannot be ignited"), who, _BY_HIGH_SHIELD)
        else:
            yield from emit(EffectAdded(who=who, effect=effect_of(IGNITED)))
            step = _degrees_of(totals, "heat", "DR-NRG-07")
            yield from _tell(table, _("{who} is ignited"), who, step)
    if totals.degrees_of("blast"):
        yield from emit(EffectAdded(who=who, effect=effect_of(KNOCKED_DOWN)))
        step = _degrees_of(totals, "blast", "DR-NRG-10")
        yield from _tell(table, _("{who} is knocked down"), who, step)
    is_organic = sheet_of(table.now[who]).organic
    by_blast = totals.degrees_of("blast") >= least
    if by_blast and not is_organic:
        text = _("{who} is not organic: no stun by blast")
        yield from _tell(table, text, who, _NOT_ORGANIC)
    by_electric = totals.degrees_of("electric") >= least
    if (by_blast and is_organic) or by_electric:
        kind, rule = ("electric", "DR-NRG-06") if by_electric else ("blast", "DR-NRG-11")
        yield from _stun(table, who, blow.timer, _degrees_of(totals, kind, rule))


def _degrees_of(totals: Totals, kind: str, rule: str) -> Step:
    """Return how many degrees a kind of energy caused, for what follows from them."""
    label = _("Degrees by {kind}").format(kind=kind)
    return Step(label=label, rule_id=rule, after=totals.degrees_of(kind))


def _tell(table: Table, text: str, who: str, step: Step, result: str = "") -> Procedure[None]:
    yield from say(table, text, who=who, steps=(step,), result=result, tone="harm")


def _stun(table: Table, who: str, whose: str, because: Step) -> Procedure[None]:
    """Stun until the end of somebody's next turn, the present one not counted; the later end stays.

    Rules: DR-NRG-06, DR-NRG-11, DR-NRG-15, DR-AUR-14
    """
    turns = NO_TURN + (table.now.turn == whose)
    stuns = [one for one in table.now[who].effects if is_instance(one.id, STUNNED)]
    same = next((one for one in stuns if one.whose == whose and one.ends == "turn_end"), None)
    before = 0 if same is None else same.rounds_left
    name = _free_name(stuns) if same is None else same.id
    effect = effect_of(STUNNED, "turn_end", whose, max(turns, before)).replace(id=name)
    yield from emit(EffectAdded(who=who, effect=effect))
    yield from _note_stand_in(table, who, name, whose)
    text = _("{who} is stunned to the end of {other}'s next turn")
    yield from say(table, text, who=who, other=whose, steps=(because,), tone="harm")


def _free_name(stuns: list[TimedEffect]) -> str:
    """Return an id for a further stun: the first that none of the others has."""
    taken = {one.id for one in stuns}
    names = (f"{STUNNED}:{n}" for n in range(1, len(stuns) + 2))
    return next(one for one in names if one not in taken)


def _note_stand_in(table: Table, who: str, effect: str, whose: str) -> Procedure[None]:
    """Note who keeps the place at which a stun ends, should the stunner leave.

    Rules: DR-NRG-15
    """
    stand_in = before_in_order(table.now, whose)
    if stand_in is not None:
        yield from emit(StandInNoted(who=who, effect=effect, stand_in=stand_in))


def _deafen(table: Table, blow: Blow) -> Procedure[None]:
    """Deafen whoever a blast hits, whatever the armour leaves; a new hit counts anew.

    Rules: DR-NRG-09, DR-NRG-12, DR-SHD-15
    """
    who = blow.target
    if not _is_blasted(table.now, blow):
        return
    if not sheet_of(table.now[who]).organic:
        yield from _tell(table, _("{who} is not organic: not deafened"), who, _NOT_ORGANIC)
        return
    if has_high_access(table.now, who):
        yield from _tell(table, _("{who} cannot be deafened"), who, _BY_HIGH_SHIELD)
        return
    turns = constants().after.deaf_turns
    effect = effect_of(DEAFENED, "turn_end", who, turns)
    yield from emit(EffectAdded(who=who, effect=effect))
    step = Step(label=_("Own turns to come"), rule_id="DR-NRG-09", after=turns)
    yield from _tell(table, _("{who} is deafened"), who, step, str(turns))


def _is_blasted(encounter: Encounter, blow: Blow) -> bool:
    """Return whether a blast strikes somebody.

    Rules: DR-NRG-09
    """
    blasts = [one for one in blow.elements if one.kind == "blast" and one.built]
    if any(one.delivered for one in blasts):
        return True
    stopped = switches_of(encounter).deafen_when_fully_shielded and blow.outcome != "evaded"
    return stopped and any(not one.delivered for one in blasts)


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


def keep_places(table: Table) -> Procedure[None]:
    """Let a stun whose stunner has left end where their turn would have ended.

    Whoever stands in for them may leave in turn; where nobody is left, it ends with the round.

    Rules: DR-NRG-15
    """
    orphans = [
        (one.id, effect)
        for one in table.now.combatants.values()
        for effect in one.effects
        if is_instance(effect.id, STUNNED) and effect.ends == "turn_end" and not effect.whose
    ]
    for who, effect in orphans:
        stand_in = state_of(table.now).stand_ins.get(stand_in_key(who, effect.id))
        if stand_in is None or stand_in not in table.now:
            last = effect.replace(ends="round_end", rounds_left=NO_TURN)
            yield from emit(EffectAdded(who=who, effect=last))
            continue
        kept = effect.replace(whose=stand_in, rounds_left=NO_TURN)
        yield from emit(EffectAdded(who=who, effect=kept))
        yield from _note_stand_in(table, who, effect.id, stand_in)


def put_out_fires(table: Table) -> Procedure[None]:
    """Put out whoever burns and has come to a high-precision shield.

    Rules: DR-SHD-15
    """
    burning = [one.id for one in table.now.combatants.values() if one.has_effect(IGNITED)]
    for who in burning:
        if has_high_access(table.now, who):
            yield from emit(EffectRemoved(who=who, effect=IGNITED))
            text = _("The fire on {who} goes out")
            yield from say(table, text, who=who, steps=(_BY_HIGH_SHIELD,), tone="good")
