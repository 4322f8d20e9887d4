"""What follows from an attack's roll: whom a hit strikes, and what a miss does instead.

The roll itself is in ``attack``; damage is in ``damage``, explosions in ``blast``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import Procedure, call, emit, fold, roll
from gridwar.model.events import Explained
from gridwar.model.trace import Step, Trace
from gridwar.systems.cepheus.attacks.blast import Struck, explode, strike_all
from gridwar.systems.cepheus.attacks.blast_area import Burst
from gridwar.systems.cepheus.attacks.damage import (
    Rolled,
    Strike,
    roll_damage,
    strike,
    strike_of,
    suffer,
)
from gridwar.systems.cepheus.attacks.firing import SUPPRESSION
from gridwar.systems.cepheus.attacks.firing import table as firing_table
from gridwar.systems.cepheus.attacks.line_of_fire import nearest_of
from gridwar.systems.cepheus.attacks.reactions import Attacked, dodge_dm
from gridwar.systems.cepheus.attacks.suppression import KeptDown, keep_down, targets_of
from gridwar.systems.cepheus.core.places import altitude_m
from gridwar.systems.cepheus.modifiers.attack_values import Damaged, Injury, Outcome, Shot
from gridwar.systems.cepheus.modifiers.throwing import Stray, goes_astray
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Table
    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Cell
    from gridwar.systems.cepheus.core.weapons import Weapon
    from gridwar.systems.cepheus.modifiers.attack_values import ReactionKind, Rolling

STRAY_FROM = 4
"""What the die shows at least when the other one in the fight is hit."""


def is_plain(rolling: Rolling) -> bool:
    """Tell whether a hit strikes the one it was aimed at, and nobody else.

    Rules: CE-DMG-01, CE-THR-01, CE-EXP-01
    """
    shot, weapon = rolling.declared.shot, rolling.weapon
    is_special = shot.blind or shot.mode == SUPPRESSION or rolling.declared.look.spreads
    return not is_special and _strikes(weapon)


def _strikes(weapon: Weapon) -> bool:
    """Tell whether a weapon hurts whom it hits, and not those around or nobody."""
    return not weapon.blast and not weapon.is_payload


def blow_at(outcome: Outcome, victim: str, effect: int | None = None) -> Strike:
    """Return the blow that strikes somebody.

    Args:
        outcome: The attack.
        victim: Who is struck.
        effect: The Effect that counts; None for that of the roll.

    Rules: CE-DMG-01, CE-FIR-02, CE-FIR-04, CE-FIR-06
    """
    rolling, shot = outcome.rolling, outcome.rolling.declared.shot
    aimed = rolling.kill_aim if victim == shot.target else 0
    counts = outcome.effect if effect is None else effect
    blow = strike_of(rolling.weapon, victim, shot.actor, counts, aimed)
    if rolling.declared.look.spreads and blow.does_damage:
        blow = blow._replace(dice=firing_table().spread.dice, bonus=0)
    halved = rolling.declared.look.extreme and rolling.weapon.energy
    return blow._replace(extra=rolling.extra, halved=halved)


# --- a hit --------------------------------------------------------------------------------------


def hit(table: Table, outcome: Outcome) -> Procedure[Damaged]:
    """Play a hit that does more than to strike its target.

    Rules: CE-FIR-01, CE-FIR-04, CE-FIR-07, CE-EXP-01
    """
    rolling, shot = outcome.rolling, outcome.rolling.declared.shot
    if shot.mode == SUPPRESSION:
        damaged = yield from call(_keeps_down, outcome, key="suppression")
    elif shot.blind and not rolling.weapon.is_payload:
        damaged = yield from call(_strikes_somebody, outcome, key="blind")
    elif rolling.declared.look.spreads:
        damaged = yield from call(_strikes_all, outcome, key="spread")
    else:
        damaged = yield from burst(table, outcome)
    return damaged


def burst(table: Table, outcome: Outcome) -> Procedure[Damaged]:
    """Play a hit that strikes nobody by itself: an explosion where it went, or nothing more.

    Rules: CE-THR-01, CE-THR-02, CE-EXP-01
    """
    rolling, shot = outcome.rolling, outcome.rolling.declared.shot
    if not rolling.weapon.blast:
        return Damaged((), rolling.square)
    injuries = yield from _goes_off(table, outcome, shot.target)
    return Damaged(injuries, rolling.square, struck=shot.target)


def _goes_off(
    table: Table, outcome: Outcome, at: str | None = None
) -> Procedure[tuple[Injury, ...]]:
    """Let a weapon explode at somebody's place, or where it was aimed.

    Beyond the edge of the map only the one it was aimed at is known to be caught.
    """
    rolling = outcome.rolling
    square, up_m = rolling.square, rolling.up_m
    if at is not None and at != rolling.declared.shot.target:
        there = table.now[at]
        square, up_m = there.pos, altitude_m(table.now, there.altitude)
    if square is not None:
        injuries = yield from call(explode, _burst(rolling, square, up_m), key="blast")
        return injuries
    if at is None:
        return ()
    inner = min(rolling.weapon.blast, key=lambda zone: zone.radius_m)
    owner, label = rolling.declared.shot.actor, _("Blast")
    points = yield from roll(f"{inner.dice}d6", sum, key="damage", owner=owner, label=label)
    struck = (Struck(at, points, "none", f"{inner.dice}D6"),)
    injuries = yield from call(strike_all, struck, key="victims")
    return injuries


def _burst(rolling: Rolling, square: Cell, up_m: float) -> Burst:
    shot, has_reacted = rolling.declared.shot, rolling.declared.reaction != "none"
    reacted = frozenset({shot.target} if shot.target is not None and has_reacted else ())
    return Burst(square, rolling.weapon.blast, shot.actor, up_m, reacted)


def _keeps_down(table: Table, outcome: Outcome) -> Procedure[Damaged]:
    """Keep the targets of suppressing fire down; nobody is hurt.

    Rules: CE-FIR-07, CE-FIR-08
    """
    rolling, shot = outcome.rolling, outcome.rolling.declared.shot
    targets = targets_of(table.now, rolling.weapon, shot)
    found = yield from keep_down(table, KeptDown(targets, outcome.effect))
    return Damaged(suppressed=found)


def _strikes_somebody(table: Table, outcome: Outcome) -> Procedure[Damaged]:
    """Let chance say whom blind fire strikes, of all on the line.

    Rules: CE-FIR-01, CE-CORE-09
    """
    rolling, shot = outcome.rolling, outcome.rolling.declared.shot
    eligible = rolling.eligible
    if not eligible:
        return Damaged(eligible=eligible)
    number = yield from pick(table, eligible, shot.actor, _("Who is hit?"))
    victim = eligible[number]
    if rolling.weapon.blast:
        injuries = yield from _goes_off(table, outcome, victim)
    else:
        injury = yield from call(strike, blow_at(outcome, victim), key="damage")
        injuries = (injury,)
    return Damaged(injuries, eligible=eligible, struck=victim)


def pick(
    table: Table, candidates: tuple[str, ...], owner: str | None, words: str
) -> Procedure[int]:
    """Pick one of some candidates, numbered from 1 as listed; one alone needs no die.

    Returns:
        The place in the list, from 0.

    Rules: CE-CORE-09
    """
    if len(candidates) == 1:
        return 0
    names = ", ".join(
        f"{number} {table.now[who].name}" for number, who in enumerate(candidates, start=1)
    )
    label = f"{words} {names}"
    face = yield from roll(f"1d{len(candidates)}", sum, key="pick", owner=owner, label=label)
    if not table.rehearsal:
        name = table.now[candidates[face - 1]].name
        step = Step(label=names, rule_id="CE-CORE-09", after=face, faces=(face,))
        yield from emit(Explained(trace=Trace(title=words, steps=(step,), result=name)))
    return face - 1


def _strikes_all(table: Table, outcome: Outcome) -> Procedure[Damaged]:
    """Let flechettes strike the target and everybody at his place, with the same dice.

    Somebody who dodges may be missed by a shot that strikes the others.

    Rules: CE-FIR-04
    """
    declared = outcome.rolling.declared
    target = declared.shot.target or ""
    struck = [target]
    for who in declared.look.crowd:
        reaction = dict(declared.others).get(who, "none")
        if outcome.effect + _dm_of(table.now, declared.shot, who, reaction) >= 0:
            struck.append(who)
    rolled = yield from roll_damage(table, blow_at(outcome, target))
    none: tuple[Injury, ...] = ()
    blows = tuple(
        rolled._replace(hit=rolled.hit._replace(victim=who, kill_aim=_aimed(rolled, who)))
        for who in struck
    )
    injuries = yield from fold(_one_more, blows, none, key="victim")
    return Damaged(injuries, struck=target)


def _aimed(rolled: Rolled, who: str) -> int:
    return rolled.hit.kill_aim if who == rolled.hit.victim else 0


def _dm_of(encounter: Encounter, shot: Shot, who: str, reaction: ReactionKind) -> int:
    if reaction != "dodge":
        return 0
    return dodge_dm(encounter, Attacked(who, "ranged", shot.actor))


def _one_more(
    table: Table, rolled: Rolled, injuries: tuple[Injury, ...]
) -> Procedure[tuple[Injury, ...]]:
    injury = yield from suffer(table, rolled)
    return (*injuries, injury)


# --- a miss -------------------------------------------------------------------------------------


def miss(table: Table, outcome: Outcome) -> Procedure[Damaged]:
    """Play a miss: into combat another may be hit; what was thrown to arrive scatters otherwise.

    Rules: CE-FIR-05, CE-FIR-07, CE-THR-02, CE-THR-03, CE-CORE-10
    """
    rolling, shot = outcome.rolling, outcome.rolling.declared.shot
    damaged = Damaged(eligible=rolling.eligible)
    if rolling.declared.look.crowd and shot.mode != SUPPRESSION:
        damaged = yield from call(_hits_another, outcome, key="stray")
    if damaged.stray is None and rolling.weapon.is_payload and rolling.square is not None:
        damaged = yield from _scatters(table, outcome)
    return damaged


def _scatters(table: Table, outcome: Outcome) -> Procedure[Damaged]:
    """Let what was thrown to arrive come down somewhere else.

    Rules: CE-THR-02, CE-THR-03
    """
    rolling = outcome.rolling
    assert rolling.square is not None  # asked before
    stray = Stray(rolling.declared.shot.actor, rolling.square, outcome.effect)
    found = yield from call(goes_astray, stray, key="scatter")
    if not rolling.weapon.blast:
        return Damaged((), found.landing, found)
    exploding = _burst(rolling, found.landing, 0.0)
    injuries = yield from call(explode, exploding, key="blast")
    return Damaged(injuries, found.landing, found)


def _hits_another(table: Table, outcome: Outcome) -> Procedure[Damaged]:
    """Roll whether a miss into combat hits another there; the nearest one, without any Effect.

    Rules: CE-FIR-05, CE-CORE-09
    """
    shot, crowd = outcome.rolling.declared.shot, outcome.rolling.declared.look.crowd
    label = _("Into combat: somebody else is hit on {n} or more").format(n=STRAY_FROM)
    face = yield from roll("1d6", sum, key="stray", owner=shot.actor, label=label)
    nearest = nearest_of(table.now, shot.target or "", crowd)
    is_hit = face >= STRAY_FROM and bool(nearest)
    if not table.rehearsal:
        yield from emit(Explained(trace=_stray_trace(face, is_hit=is_hit)))
    if not is_hit:
        return Damaged()
    victim = nearest[(yield from pick(table, nearest, shot.actor, _("Who is hit instead?")))]
    if _strikes(outcome.rolling.weapon):
        injury = yield from call(strike, blow_at(outcome, victim, 0), key="damage")
        return Damaged((injury,), stray=victim)
    injuries: tuple[Injury, ...] = ()
    if outcome.rolling.weapon.blast:
        injuries = yield from _goes_off(table, outcome, victim)
    return Damaged(injuries, table.now[victim].pos, stray=victim)


def _stray_trace(face: int, *, is_hit: bool) -> Trace:
    step = Step(label="1D6", rule_id="CE-FIR-05", after=face, faces=(face,))
    result = _("somebody else is hit") if is_hit else _("nobody is hit")
    return Trace(title=_("Fired into combat"), steps=(step,), result=result)
