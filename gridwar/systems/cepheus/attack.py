"""The attack: one sequence for striking, shooting and throwing.

Declared and checked, answered by the target, paid for, rolled, and then the hit or the miss. Rows
of the sum are in ``attack_sums``, reasons against it in ``attack_checks``, ways of firing in
``modes``, damage in ``damage``, explosions in ``blast``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from gridwar.engine.procedure import Procedure, ask, call, emit, hand_over, require, roll
from gridwar.model.command import Command
from gridwar.model.events import Explained
from gridwar.model.geometry import Cell, cell_name
from gridwar.model.trace import Step, Trace
from gridwar.systems.cepheus.attack_checks import look
from gridwar.systems.cepheus.attack_sums import (
    LAST_LINES,
    LINES,
    kill_aim_damage,
    weapon_of,
)
from gridwar.systems.cepheus.attack_values import (
    ArmChoice,
    AttackResult,
    Damaged,
    Declared,
    Injury,
    Look,
    Outcome,
    Rolling,
    Shot,
    Struck,
    Summed,
)
from gridwar.systems.cepheus.blast import Burst, explode
from gridwar.systems.cepheus.damage import Strike, strike, strike_of
from gridwar.systems.cepheus.dms import EXCEPTIONAL, TARGET
from gridwar.systems.cepheus.events import AmmoSpent, BecameAware
from gridwar.systems.cepheus.modes import MODES
from gridwar.systems.cepheus.places import altitude_m
from gridwar.systems.cepheus.prices import SIGNIFICANT, pay, spoil_aim
from gridwar.systems.cepheus.reactions import (
    Attacked,
    chosen_reaction,
    pay_reaction,
    reaction_options,
    reaction_question,
)
from gridwar.systems.cepheus.state import is_aware_of, is_out, sheet_of, switches_of
from gridwar.systems.cepheus.throwing import Stray, goes_astray
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.table import Table
    from gridwar.model.encounter import Encounter
    from gridwar.systems.cepheus.weapons import Weapon

HIT_ROLL: Final = "2d6"


class Attack(Command):
    """Attack somebody with a weapon.

    ``arm`` is what a melee attack is made with; empty takes the better one.
    """

    kind: ClassVar[str] = "cepheus.attack"
    target: str
    weapon: str
    mode: str = "single"
    arm: ArmChoice = ""


class ThrowAt(Command):
    """Throw a weapon at a square."""

    kind: ClassVar[str] = "cepheus.throw_at"
    square: Cell
    weapon: str
    mode: str = "single"


def attack(table: Table, command: Attack) -> Procedure[AttackResult]:
    """Play an attack on somebody.

    Rules: CE-SIG-03
    """
    shot = Shot(
        command.actor or "", command.weapon, target=command.target, mode=command.mode,
        arm=command.arm,
    )  # fmt: skip
    result = yield from play_shot(table, shot)
    return result


def throw_at(table: Table, command: ThrowAt) -> Procedure[AttackResult]:
    """Play a throw at a square.

    Rules: CE-SIG-06
    """
    shot = Shot(command.actor or "", command.weapon, square=command.square, mode=command.mode)
    text = _("Only what is thrown, or explodes, is aimed at a square.")
    yield from require(_suits_a_square(table.now, shot), "not_thrown", text, "CE-SIG-06")
    result = yield from play_shot(table, shot)
    return result


def _suits_a_square(encounter: Encounter, shot: Shot) -> bool:
    if shot.actor not in encounter:
        return True
    weapon = sheet_of(encounter[shot.actor]).weapon(shot.weapon)
    return weapon is None or weapon.form == "thrown" or bool(weapon.blast)


def play_shot(table: Table, shot: Shot) -> Procedure[AttackResult]:
    """Play the sequence of any attack: name it, let the target react, roll, damage.

    What is worked out on the map is done in calls, once, however often odds come by here.

    Rules: CE-SIG-03
    """
    seen = yield from call(look, shot, key="line")
    declared = yield from _let_react(table, shot, seen)
    rolling = yield from call(begin, declared, key="sum")
    result: AttackResult = yield from hand_over(resolve, rolling, key="roll")
    return result


def _let_react(table: Table, shot: Shot, seen: Look) -> Procedure[Declared]:
    """Ask the target, before the roll, how it reacts.

    Rules: CE-SIG-03, CE-REA-01, CE-REA-02
    """
    if shot.target is None or not MODES[shot.mode].asks_target:
        return Declared(shot, seen)
    form, in_cover = weapon_of(table, shot).form, seen.cover is not None
    attacked = Attacked(shot.target, form, shot.actor, in_cover)
    options = reaction_options(table.now, attacked)
    if all(one.why_not for one in options):
        return Declared(shot, seen, why_no_reaction=options[0].why_not)
    answer = yield from ask(lambda: reaction_question(table.now, attacked, options))
    return Declared(shot, seen, chosen_reaction(answer))


def begin(table: Table, declared: Declared) -> Procedure[Rolling]:
    """Add the attack up, then let everybody pay: action, rounds, aim, the target's reaction.

    Rules: CE-SIG-01, CE-SIG-07, CE-MIN-02, CE-REA-01
    """
    shot = declared.shot
    mode, weapon = MODES[shot.mode], weapon_of(table, shot)
    tally = table.tally("attack")
    for add in (*LINES, *mode.lines, *LAST_LINES):
        add(tally, table, declared)
    kill_aim = kill_aim_damage(sheet_of(table.now[shot.actor]), shot.target)
    square, up_m = _aimed_at(table.now, shot)
    yield from pay(table, shot.actor, SIGNIFICANT)
    if weapon.form != "melee" and weapon.loaded is not None:
        rounds = min(mode.rounds, weapon.loaded)
        yield from emit(AmmoSpent(who=shot.actor, weapon=shot.weapon, rounds=rounds))
    yield from spoil_aim(table, shot.actor, "used")
    if shot.target is not None:
        attacked = Attacked(shot.target, weapon.form, shot.actor)
        yield from pay_reaction(table, attacked, declared.reaction)
    lines = () if table.rehearsal else tally.lines
    return Rolling(declared, Summed(tally.total, lines), weapon, square, up_m, kill_aim)


def resolve(table: Table, rolling: Rolling) -> Procedure[AttackResult]:
    """Roll the attack, and play the hit or the miss.

    Rules: CE-CORE-01, CE-CORE-02, CE-SIG-03, CE-INI-02
    """
    shot, dm = rolling.declared.shot, rolling.summed.dm
    words = _needed(TARGET - dm)
    natural = yield from roll(HIT_ROLL, sum, key="attack", owner=shot.actor, label=words)
    effect = natural + dm - TARGET
    if not table.rehearsal:
        yield from emit(Explained(trace=_trace(table.now, rolling, natural)))
    rolled = AttackResult(effect >= 0, (), dm, natural + dm, effect, rolling.kill_aim)
    outcome = Outcome(rolling, effect)
    if effect >= 0 and shot.target is not None and _strikes(rolling.weapon):
        struck = Struck(shot, rolled, rolling.square if rolling.weapon.form == "thrown" else None)
        yield from hand_over(strike, _blow(outcome), key="damage", then=hurt, carry=struck)
    damaged = yield from (burst if effect >= 0 else miss)(table, outcome)
    result = yield from _conclude(table, shot, rolled, damaged)
    return result


def hurt(table: Table, struck_and_injury: tuple[Struck, Injury]) -> Procedure[AttackResult]:
    """Play what follows once the target of a blow has suffered its damage.

    Rules: CE-DMG-01, CE-INI-02
    """
    struck, injury = struck_and_injury
    damaged = Damaged((injury,), struck.landing)
    result = yield from _conclude(table, struck.shot, struck.rolled, damaged)
    return result


def _conclude(
    table: Table, shot: Shot, rolled: AttackResult, damaged: Damaged
) -> Procedure[AttackResult]:
    yield from _notice(table, shot, damaged.injuries)
    return AttackResult(
        rolled.hit, damaged.injuries, rolled.dm, rolled.total, rolled.effect, rolled.kill_aim,
        damaged.scatter, damaged.landing,
    )  # fmt: skip


def _needed(least: int) -> str:
    """Return in words what 2D6 have to show."""
    if least <= 2:  # noqa: PLR2004 the least that two dice show
        return _("Hits with any 2D6")
    if least > 12:  # noqa: PLR2004 the most that two dice show
        return _("No 2D6 can hit")
    return _("Hits on {n} or more with 2D6").format(n=least)


def _strikes(weapon: Weapon) -> bool:
    """Tell whether a weapon hurts whom it hits, and not those around or nobody.

    Rules: CE-DMG-01, CE-THR-01, CE-EXP-01
    """
    return not weapon.blast and not weapon.is_payload


def _blow(outcome: Outcome) -> Strike:
    rolling, shot = outcome.rolling, outcome.rolling.declared.shot
    if shot.target is None:
        raise KeyError("target")
    return strike_of(rolling.weapon, shot.target, shot.actor, outcome.effect, rolling.kill_aim)


def burst(table: Table, outcome: Outcome) -> Procedure[Damaged]:
    """Play a hit that strikes nobody by itself: an explosion where it went, or nothing more.

    Rules: CE-THR-01, CE-THR-02, CE-EXP-01
    """
    rolling = outcome.rolling
    square = rolling.square
    if not rolling.weapon.blast:
        return Damaged((), square)
    exploding = _burst(rolling, square, rolling.up_m)
    injuries = yield from call(explode, exploding, key="blast")
    return Damaged(injuries, square)


def miss(table: Table, outcome: Outcome) -> Procedure[Damaged]:
    """Play a miss: what was thrown to arrive comes down somewhere else.

    Rules: CE-THR-02, CE-THR-03
    """
    rolling = outcome.rolling
    if not rolling.weapon.is_payload:
        return Damaged()
    stray = Stray(rolling.declared.shot.actor, rolling.square, outcome.effect)
    found = yield from call(goes_astray, stray, key="scatter")
    if not rolling.weapon.blast:
        return Damaged((), found.landing, found)
    exploding = _burst(rolling, found.landing, 0.0)
    injuries = yield from call(explode, exploding, key="blast")
    return Damaged(injuries, found.landing, found)


def _aimed_at(encounter: Encounter, shot: Shot) -> tuple[Cell, float]:
    """Return where an attack goes: the square, and the height above its ground in metres."""
    if shot.target is None:
        place, up = shot.square, 0.0
    else:
        one = encounter[shot.target]
        place, up = one.pos, altitude_m(encounter, one.altitude)
    if place is None:
        raise KeyError(shot.target or "square")
    return place, up


def _burst(rolling: Rolling, square: Cell, up_m: float) -> Burst:
    shot, has_reacted = rolling.declared.shot, rolling.declared.reaction != "none"
    reacted = frozenset({shot.target} if shot.target is not None and has_reacted else ())
    return Burst(square, rolling.weapon.blast, shot.actor, up_m, reacted)


def _notice(table: Table, shot: Shot, injuries: tuple[Injury, ...]) -> Procedure[None]:
    """Let those who were attacked know of the attacker from now on.

    Rules: CE-INI-02
    """
    hurt = tuple(one.victim for one in injuries)
    attacked = dict.fromkeys((*((shot.target,) if shot.target else ()), *hurt))
    for who in attacked:
        encounter = table.now
        sheet = sheet_of(encounter[who])
        is_new = who != shot.actor and not is_aware_of(sheet, shot.actor)
        if is_new and not is_out(sheet, switches_of(encounter)):
            yield from emit(BecameAware(who=who, of=shot.actor))


def _trace(encounter: Encounter, rolling: Rolling, natural: int) -> Trace:
    declared, dm = rolling.declared, rolling.summed.dm
    shot = declared.shot
    total = natural + dm
    effect = total - TARGET
    steps = [
        Step(label="2D6", rule_id="CE-CORE-01", before=natural, after=total),
        Step(label=_("Effect"), rule_id="CE-CORE-02", before=total, after=effect),
    ]
    if abs(effect) >= EXCEPTIONAL:
        words = _("Exceptional success") if effect > 0 else _("Exceptional failure")
        steps.append(Step(label=words, rule_id="CE-CORE-02"))
    if declared.why_no_reaction:
        steps.append(Step(label=declared.why_no_reaction, rule_id="CE-REA-02"))
    actor, weapon = encounter[shot.actor], sheet_of(encounter[shot.actor]).weapon(shot.weapon)
    title = _("{actor} attacks {target} with {weapon}").format(
        actor=actor.name,
        target=_target_words(encounter, shot),
        weapon=weapon.name if weapon is not None else shot.weapon,
    )
    result = _("hit, Effect {effect}") if effect >= 0 else _("miss, Effect {effect}")
    return Trace(
        title=title, lines=rolling.summed.lines, total=total, steps=tuple(steps),
        tone="good" if effect >= 0 else "plain", result=result.format(effect=effect),
    )  # fmt: skip


def _target_words(encounter: Encounter, shot: Shot) -> str:
    if shot.target is not None:
        return encounter[shot.target].name
    return _("the square {place}").format(place=cell_name(*shot.square)) if shot.square else ""
