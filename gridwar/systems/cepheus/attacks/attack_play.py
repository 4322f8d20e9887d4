"""The sequence of any attack: named, answered by the target, paid for, rolled, hit or miss.

Rows of the sum are in ``attack_sums``, reasons against it in ``attack_checks``, what follows from
the roll in ``attack_hits``, ways of firing in ``modes``, damage in ``damage``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from gridwar.engine.kit import Procedure, ask_all, call, emit, hand_over, roll
from gridwar.model.events import Explained
from gridwar.model.geometry import Cell, cell_name
from gridwar.model.trace import Step, Trace
from gridwar.systems.cepheus.actions.action_costs import SIGNIFICANT, pay, spoil_aim
from gridwar.systems.cepheus.actions.dropped_weapons import Landed, land
from gridwar.systems.cepheus.attacks.attack_checks import look
from gridwar.systems.cepheus.attacks.attack_hits import blow_at, hit, is_plain, miss
from gridwar.systems.cepheus.attacks.attack_sums import (
    LAST_LINES,
    LINES,
    TARGET_LINES,
    kill_aim_damage,
)
from gridwar.systems.cepheus.attacks.damage import strike
from gridwar.systems.cepheus.attacks.fire_modes import MODES
from gridwar.systems.cepheus.attacks.firing import SUPPRESSION, extra_of, rounds_used
from gridwar.systems.cepheus.attacks.line_of_fire import eligible_on
from gridwar.systems.cepheus.attacks.reactions import (
    Attacked,
    chosen_reaction,
    pay_reaction,
    reaction_options,
    reaction_question,
)
from gridwar.systems.cepheus.attacks.shooting_lines import weapon_of
from gridwar.systems.cepheus.core.armory import holder_of
from gridwar.systems.cepheus.core.dms import EXCEPTIONAL, TARGET
from gridwar.systems.cepheus.core.events import AmmoSpent, BecameAware
from gridwar.systems.cepheus.core.places import altitude_m
from gridwar.systems.cepheus.core.state import is_aware_of, is_out, sheet_of, switches_of
from gridwar.systems.cepheus.machines.gunnery import take_port
from gridwar.systems.cepheus.modifiers.attack_values import (
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
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Table, Tally
    from gridwar.model.encounter import Encounter
    from gridwar.model.question import Question

HIT_ROLL: Final = "2d6"
BLIND_ROLL: Final = "3d6"


def play_shot(table: Table, shot: Shot) -> Procedure[AttackResult]:
    """Play the sequence of any attack: name it, let the target react, roll, damage.

    What is worked out on the map is done in calls, once, however often odds come by here.

    Rules: CE-SIG-03
    """
    seen = yield from call(look, shot, key="line")
    declared = yield from _let_react(table, shot, seen)
    rolling = yield from call(begin, declared, key="sum")
    return hand_over(resolve, rolling, key="roll")


def _let_react(table: Table, shot: Shot, seen: Look) -> Procedure[Declared]:
    """Ask the target, and all whom flechettes may strike, before the roll, how they react.

    Rules: CE-SIG-03, CE-REA-01, CE-REA-02, CE-FIR-04
    """
    if shot.target is None or not MODES[shot.mode].asks_target:
        return Declared(shot, seen)
    form, in_cover = weapon_of(table, shot).form, seen.cover is not None
    attacked = Attacked(shot.target, form, shot.actor, in_cover)
    also = (Attacked(who, form, shot.actor) for who in (seen.crowd if seen.spreads else ()))
    options = reaction_options(table.now, attacked)
    asked = [one for one in (attacked, *also) if _may_react(table.now, one)]
    answers = yield from ask_all(lambda: tuple(_reaction_to(table.now, one) for one in asked))
    chosen = {one.who: chosen_reaction(answer) for one, answer in zip(asked, answers, strict=True)}
    mine = chosen.pop(shot.target, "none")
    why_not = "" if attacked in asked else options[0].why_not
    return Declared(shot, seen, mine, why_not, tuple(chosen.items()))


def _may_react(encounter: Encounter, attacked: Attacked) -> bool:
    return any(not one.why_not for one in reaction_options(encounter, attacked))


def _reaction_to(encounter: Encounter, attacked: Attacked) -> Question:
    return reaction_question(encounter, attacked, reaction_options(encounter, attacked))


def begin(table: Table, declared: Declared) -> Procedure[Rolling]:
    """Add the attack up, then let everybody pay: action, rounds, aim, reactions.

    Rules: CE-SIG-01, CE-SIG-07, CE-MIN-02, CE-REA-01, CE-FIR-07
    """
    shot = declared.shot
    weapon, switches = weapon_of(table, shot), switches_of(table.now)
    tally = sum_up(table, declared)
    kill_aim = kill_aim_damage(sheet_of(table.now[shot.actor]), shot.target)
    square, up_m = _aimed_at(table.now, shot)
    extra = extra_of(weapon, shot, switches)
    eligible = eligible_on(table.now, shot, weapon) if shot.blind else ()
    yield from pay(table, shot.actor, SIGNIFICANT)
    yield from use_up(table, shot)
    if square is not None:
        yield from land(table, Landed(shot.actor, shot.weapon, square))
    if shot.target is not None:
        attacked = Attacked(shot.target, weapon.form, shot.actor)
        yield from pay_reaction(table, attacked, declared.reaction)
    for who, reaction in declared.others:
        yield from pay_reaction(table, Attacked(who, weapon.form, shot.actor), reaction)
    lines = () if table.rehearsal else tally.lines
    summed = Summed(tally.total, lines)
    return Rolling(declared, summed, weapon, square, up_m, kill_aim, extra, eligible)


def sum_up(table: Table, declared: Declared) -> Tally:
    """Add an attack up, row by row.

    Rules: CE-SIG-07, CE-FIR-07
    """
    tally = table.tally("attack")
    is_around = declared.shot.mode == SUPPRESSION
    is_around = is_around and not switches_of(table.now).suppress_uses_target_dms
    for add in (*LINES, *LAST_LINES):
        if not is_around or add not in TARGET_LINES:
            add(tally, table, declared)
    return tally


def use_up(table: Table, shot: Shot) -> Procedure[None]:
    """Use up what a shot takes beside the action: rounds, a firing port, the aim.

    Rules: CE-FIR-02, CE-VEH-04, CE-MIN-02
    """
    weapon = weapon_of(table, shot)
    if weapon.form != "melee" and weapon.loaded is not None:
        rounds = rounds_used(weapon, shot)
        holder, own_id = holder_of(table.now, shot.actor, shot.weapon)
        yield from emit(AmmoSpent(who=holder, weapon=own_id, rounds=rounds))
    yield from take_port(table, shot)
    yield from spoil_aim(table, shot.actor, "used")


def two_lowest(faces: tuple[int, ...]) -> tuple[int, ...]:
    """Return the dice of blind fire without the (first) highest, as they were rolled.

    Rules: CE-FIR-01
    """
    highest = faces.index(max(faces))
    return (*faces[:highest], *faces[highest + 1 :])


def _natural(table: Table, rolling: Rolling) -> Procedure[tuple[int, tuple[int, ...]]]:
    """Roll to hit; return the sum that counts, and for blind fire the dice that are kept."""
    shot, words = rolling.declared.shot, needed_words(TARGET - rolling.summed.dm)
    del table
    if not shot.blind:
        natural = yield from roll(HIT_ROLL, sum, key="attack", owner=shot.actor, label=words)
        return natural, ()
    label = _("{words}; the highest of three is dropped").format(words=words)
    kept = yield from roll(BLIND_ROLL, two_lowest, key="attack", owner=shot.actor, label=label)
    return sum(kept), kept


def resolve(table: Table, rolling: Rolling) -> Procedure[AttackResult]:
    """Roll the attack, and play the hit or the miss.

    Rules: CE-CORE-01, CE-CORE-02, CE-SIG-03, CE-INI-02
    """
    shot, dm = rolling.declared.shot, rolling.summed.dm
    natural, kept = yield from _natural(table, rolling)
    effect = natural + dm - TARGET
    if not table.rehearsal:
        yield from emit(Explained(trace=_trace(table.now, rolling, natural)))
    rolled = AttackResult(effect >= 0, (), dm, natural + dm, effect, rolling.kill_aim, kept=kept)
    outcome = Outcome(rolling, effect, rolled)
    if effect >= 0 and is_plain(rolling) and shot.target is not None:
        struck = Struck(shot, rolled, rolling.square if rolling.weapon.form == "thrown" else None)
        blow = blow_at(outcome, shot.target)
        return hand_over(strike, blow, key="damage", then=hurt, carry=struck)
    damaged = yield from (hit if effect >= 0 else miss)(table, outcome)
    result = yield from _conclude(table, shot, rolled, damaged)
    return result


def hurt(table: Table, struck_and_injury: tuple[Struck, Injury]) -> Procedure[AttackResult]:
    """Play what follows once the target of a blow has suffered its damage.

    Rules: CE-DMG-01, CE-INI-02
    """
    struck, injury = struck_and_injury
    damaged = Damaged((injury,), struck.landing, struck=struck.shot.target)
    result = yield from _conclude(table, struck.shot, struck.rolled, damaged)
    return result


def _conclude(
    table: Table, shot: Shot, rolled: AttackResult, damaged: Damaged
) -> Procedure[AttackResult]:
    yield from _notice(table, shot, damaged)
    return replace(rolled, **damaged._asdict())


def needed_words(least: int) -> str:
    """Return in words what 2D6 have to show."""
    if least <= 2:  # noqa: PLR2004 the least that two dice show
        return _("Hits with any 2D6")
    if least > 12:  # noqa: PLR2004 the most that two dice show
        return _("No 2D6 can hit")
    return _("Hits on {n} or more with 2D6").format(n=least)


def _aimed_at(encounter: Encounter, shot: Shot) -> tuple[Cell | None, float]:
    """Return where an attack goes: the square, and the height above its ground in metres."""
    if shot.target is None:
        return shot.square, 0.0
    one = encounter[shot.target]
    return one.pos, altitude_m(encounter, one.altitude)


def _notice(table: Table, shot: Shot, damaged: Damaged) -> Procedure[None]:
    """Let those who were attacked know of the attacker from now on.

    Rules: CE-INI-02
    """
    hurt = (one.victim for one in damaged.injuries)
    aimed = (shot.target,) if shot.target else ()
    for who in dict.fromkeys((*aimed, *hurt, *damaged.suppressed)):
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
        Step(
            label="3D6" if shot.blind else "2D6", rule_id="CE-CORE-01", before=natural, after=total
        ),
        Step(label=_("Effect"), rule_id="CE-CORE-02", before=total, after=effect),
    ]
    if abs(effect) >= EXCEPTIONAL:
        words = _("Exceptional success") if effect > 0 else _("Exceptional failure")
        steps.append(Step(label=words, rule_id="CE-CORE-02"))
    if declared.why_no_reaction:
        steps.append(Step(label=declared.why_no_reaction, rule_id="CE-REA-02"))
    actor = encounter[shot.actor]
    title = _("{actor} attacks {target} with {weapon}").format(
        actor=actor.name,
        target=_target_words(encounter, shot),
        weapon=rolling.weapon.name,
    )
    result = _("hit, Effect {effect}") if effect >= 0 else _("miss, Effect {effect}")
    return Trace(
        title=title,
        lines=rolling.summed.lines,
        total=total,
        steps=tuple(steps),
        tone="good" if effect >= 0 else "plain",
        result=result.format(effect=effect),
    )


def _target_words(encounter: Encounter, shot: Shot) -> str:
    if shot.target is not None:
        return encounter[shot.target].name
    return _("the square {place}").format(place=cell_name(*shot.square)) if shot.square else ""
