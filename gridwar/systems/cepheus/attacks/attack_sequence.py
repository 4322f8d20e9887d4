"""Attacks: striking, shooting, throwing, blind fire, from the command to the roll.

Every attack is named, answered by the target, paid for and rolled. What is offered is
``attack_offers``, what speaks against it ``attack_refusals``, its rows ``attacker_dms`` and
``target_dms``, what follows from the roll is ``hit_or_miss``, damage ``weapon_damage``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from gridwar.engine.kit import (
    Cell,
    Procedure,
    Step,
    ask_all,
    call,
    emit,
    hand_over,
    plays,
    require,
    roll,
    say,
)
from gridwar.systems.cepheus.actions.action_costs import SIGNIFICANT, pay
from gridwar.systems.cepheus.actions.dropped_weapons import Landed, land
from gridwar.systems.cepheus.actions.losing_aim import spoil_aim
from gridwar.systems.cepheus.attacks.attack_offers import Attack, FireBlind, ThrowAt, shot_of
from gridwar.systems.cepheus.attacks.attack_records import (
    SUPPRESSION,
    AnsweredShot,
    AttackResult,
    Consequences,
    HitShot,
    Look,
    PaidShot,
    RolledShot,
    Shot,
    ShotSum,
    aim_words,
    attack_words,
    needed_words,
)
from gridwar.systems.cepheus.attacks.attack_refusals import look
from gridwar.systems.cepheus.attacks.attacker_dms import (
    LAST_LINES,
    LINES,
    kill_aim_damage,
    lines_to_tell,
)
from gridwar.systems.cepheus.attacks.bystanders_and_line_of_fire import eligible_on
from gridwar.systems.cepheus.attacks.firing_modes import (
    MODES,
    AmmoSpent,
    extra_of,
    rounds_used,
    weapon_of,
)
from gridwar.systems.cepheus.attacks.hit_or_miss import hit, hit_on, is_plain, miss
from gridwar.systems.cepheus.attacks.mounts_and_firing_ports import take_port
from gridwar.systems.cepheus.attacks.reactions import (
    Attacked,
    BecameAware,
    chosen_reaction,
    may_react,
    pay_reaction,
    reaction_options,
    reaction_question,
)
from gridwar.systems.cepheus.attacks.target_dms import TARGET_LINES
from gridwar.systems.cepheus.attacks.weapon_damage import strike
from gridwar.systems.cepheus.checks.check_dms import EXCEPTIONAL, TARGET
from gridwar.systems.cepheus.core.fight_state import is_aware_of, sheet_of, switches_of
from gridwar.systems.cepheus.core.health import is_out
from gridwar.systems.cepheus.core.weapons_in_use import holder_of, weapon_in_use
from gridwar.systems.cepheus.positions.range_bands import altitude_m
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter, Table, Tally
    from gridwar.systems.cepheus.core.weapon_records import Weapon
    from gridwar.systems.cepheus.harm.damage_after_armor import Injury

HIT_ROLL: Final = "2d6"
BLIND_ROLL: Final = "3d6"


@plays(Attack)
def attack(table: Table, command: Attack) -> Procedure[AttackResult]:
    """Play an attack on somebody.

    Rules: CE-SIG-03
    """
    return (yield from play_shot(table, shot_of(command)))


@plays(ThrowAt)
def throw_at(table: Table, command: ThrowAt) -> Procedure[AttackResult]:
    """Play a throw at a square.

    Rules: CE-SIG-06
    """
    shot = shot_of(command)
    weapon = weapon_in_use(table.now, shot.actor, shot.weapon)
    suits = weapon is None or weapon.form == "thrown" or bool(weapon.blast)
    text = _("Only what is thrown, or explodes, is aimed at a square.")
    yield from require(suits, "not_thrown", text, "CE-SIG-06")
    return (yield from play_shot(table, shot))


@plays(FireBlind)
def fire_blind(table: Table, command: FireBlind) -> Procedure[AttackResult]:
    """Play fire through a square at whoever may be on the line.

    Rules: CE-FIR-01
    """
    shot = shot_of(command)
    weapon = weapon_in_use(table.now, shot.actor, shot.weapon)
    text = _("Blind fire takes something that shoots or is thrown.")
    suits = weapon is None or weapon.form != "melee"
    yield from require(suits, "melee_blind", text, "CE-FIR-01", waivable=False)
    return (yield from play_shot(table, shot))


def play_shot(table: Table, shot: Shot) -> Procedure[AttackResult]:
    """Play the sequence of any attack: name it, let the target react, roll, damage.

    What is worked out on the map is done in calls, once, however often odds come by here.

    Rules: CE-SIG-03
    """
    seen = yield from call(look, shot, key="line")
    answered = yield from _let_react(table, shot, seen)
    paid = yield from call(begin, answered, key="sum")
    return hand_over(resolve, paid, key="roll")


def _let_react(table: Table, shot: Shot, seen: Look) -> Procedure[AnsweredShot]:
    """Ask the target, and all whom flechettes may strike, before the roll, how they react.

    Explosives are answered once they explode.

    Rules: CE-SIG-03, CE-REA-01, CE-REA-02, CE-FIR-04, CE-EXP-02
    """
    weapon = weapon_of(table, shot)
    if shot.target is None or weapon.blast or not MODES[shot.mode].asks_target:
        return AnsweredShot(shot, seen)
    form, in_cover = weapon.form, seen.cover is not None
    attacked = Attacked(shot.target, form, shot.actor, in_cover)
    also = (Attacked(who, form, shot.actor) for who in (seen.exposed if seen.spreads else ()))
    asked = [one for one in (attacked, *also) if may_react(table.now, one)]
    answers = yield from ask_all(lambda: tuple(reaction_question(table, one) for one in asked))
    chosen = {one.who: chosen_reaction(answer) for one, answer in zip(asked, answers, strict=True)}
    mine = chosen.pop(shot.target, "none")
    why_not = "" if attacked in asked else reaction_options(table.now, attacked)[0].why_not
    return AnsweredShot(shot, seen, mine, why_not, tuple(chosen.items()))


def begin(table: Table, answered: AnsweredShot) -> Procedure[PaidShot]:
    """Add the attack up, then let everybody pay: action, rounds, aim, reactions.

    Rules: CE-SIG-01, CE-SIG-07, CE-MIN-02, CE-REA-01, CE-FIR-01, CE-FIR-07, CE-THR-01
    """
    shot = answered.shot
    weapon, switches = weapon_of(table, shot), switches_of(table.now)
    tally = sum_up(table, answered)
    kill_aim = kill_aim_damage(sheet_of(table.now[shot.actor]), shot.target)
    goes_there = weapon.leaves_hand or _comes_down(weapon)
    square, up_m = _aimed_at(table.now, shot) if goes_there else (None, 0.0)
    extra = extra_of(weapon, shot, switches)
    eligible = eligible_on(table.now, shot, weapon) if shot.blind else ()
    yield from pay(table, shot.actor, SIGNIFICANT)
    yield from use_up(table, shot)
    if square is not None:
        yield from land(table, Landed(shot.actor, shot.weapon, square))
    if shot.target is not None:
        attacked = Attacked(shot.target, weapon.form, shot.actor)
        yield from pay_reaction(table, attacked, answered.reaction)
    for who, reaction in answered.others:
        yield from pay_reaction(table, Attacked(who, weapon.form, shot.actor), reaction)
    summed = ShotSum(tally.total, () if table.rehearsal else lines_to_tell(tally))
    if not _comes_down(weapon):
        square, up_m = None, 0.0
    carried = replace(answered, look=answered.look.past_the_roll())
    return PaidShot(carried, summed, weapon, square, up_m, kill_aim, extra, eligible)


def _comes_down(weapon: Weapon) -> bool:
    """Return whether it matters after the roll where an attack went: it lies or explodes there."""
    return bool(weapon.blast) or weapon.is_payload or weapon.form == "thrown"


def sum_up(table: Table, answered: AnsweredShot) -> Tally:
    """Add an attack up, row by row.

    Rules: CE-SIG-07, CE-FIR-07
    """
    tally = table.tally("attack")
    is_around = answered.shot.mode == SUPPRESSION
    is_around = is_around and not switches_of(table.now).suppress_uses_target_dms
    for add in (*LINES, *LAST_LINES):
        if not is_around or add not in TARGET_LINES:
            add(tally, table, answered)
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


def _natural(table: Table, paid: PaidShot) -> Procedure[tuple[int, tuple[int, ...]]]:
    """Roll to hit; return the sum that counts, and for blind fire the dice that are kept."""
    shot, needed = paid.shot, needed_words(TARGET - paid.summed.dm)
    who, label = shot.actor, attack_words(table.now, shot, paid.weapon.name)
    if not shot.blind:
        natural = yield from roll(
            HIT_ROLL, sum, key="attack", owner=who, label=label, needed=needed
        )
        return natural, ()
    needed = _("{words}; the highest of three is dropped").format(words=needed)
    kept = yield from roll(
        BLIND_ROLL, two_lowest, key="attack", owner=who, label=label, needed=needed
    )
    return sum(kept), kept


def resolve(table: Table, paid: PaidShot) -> Procedure[AttackResult]:
    """Roll the attack, and play the hit or the miss.

    Rules: CE-CORE-01, CE-CORE-02, CE-SIG-03, CE-INI-02, CE-THR-01
    """
    shot, dm = paid.shot, paid.summed.dm
    natural, kept = yield from _natural(table, paid)
    effect = natural + dm - TARGET
    yield from _say_rolled(table, paid, natural)
    result = AttackResult(effect >= 0, (), dm, natural + dm, effect, paid.kill_aim, kept=kept)
    rolled = RolledShot(paid, effect, result)
    if effect >= 0 and is_plain(paid) and shot.target is not None:
        struck = HitShot(shot, result, paid.square if paid.weapon.form == "thrown" else None)
        blow = hit_on(rolled, shot.target)
        return hand_over(strike, blow, key="damage", then=hurt, carry=struck)
    found = yield from (hit if effect >= 0 else miss)(table, rolled)
    return (yield from _conclude(table, shot, result, found))


def hurt(table: Table, struck_and_injury: tuple[HitShot, Injury]) -> Procedure[AttackResult]:
    """Play what follows once the target of a shot has suffered its damage.

    Rules: CE-DMG-01, CE-INI-02
    """
    struck, injury = struck_and_injury
    found = Consequences((injury,), struck.landing, struck=struck.shot.target)
    return (yield from _conclude(table, struck.shot, struck.rolled, found))


def _conclude(
    table: Table, shot: Shot, rolled: AttackResult, found: Consequences
) -> Procedure[AttackResult]:
    yield from _notice(table, shot, found)
    return replace(rolled, **found._asdict())


def _aimed_at(encounter: Encounter, shot: Shot) -> tuple[Cell | None, float]:
    """Return where an attack goes: the square, and the height above its ground in metres."""
    if shot.target is None:
        return shot.square, 0.0
    one = encounter[shot.target]
    return one.pos, altitude_m(encounter, one.altitude)


def _notice(table: Table, shot: Shot, found: Consequences) -> Procedure[None]:
    """Let those who were attacked know of the attacker from now on.

    Rules: CE-INI-02
    """
    hurt = (one.victim for one in found.injuries)
    aimed = (shot.target,) if shot.target else ()
    for who in dict.fromkeys((*aimed, *hurt, *found.suppressed)):
        sheet = sheet_of(table.now[who])
        is_new = who != shot.actor and not is_aware_of(sheet, shot.actor)
        if is_new and not is_out(sheet, switches_of(table.now)):
            yield from emit(BecameAware(who=who, of=shot.actor))


def _say_rolled(table: Table, paid: PaidShot, natural: int) -> Procedure[None]:
    if table.rehearsal:
        return
    shot, total = paid.shot, natural + paid.summed.dm
    effect, faces = total - TARGET, table.faces("attack")
    steps = [
        Step(label="2D6", rule_id="CE-CORE-01", before=natural, after=total, faces=faces),
        Step(label=_("Effect"), rule_id="CE-CORE-02", before=total, after=effect),
    ]
    if shot.blind:
        dropped = Step(label=_("Highest of 3D6 dropped"), rule_id="CE-FIR-01", after=max(faces))
        steps[:1] = [dropped.replace(faces=faces), steps[0].replace(faces=two_lowest(faces))]
    if abs(effect) >= EXCEPTIONAL:
        words = _("Exceptional success") if effect > 0 else _("Exceptional failure")
        steps.append(Step(label=words, rule_id="CE-CORE-02"))
    if paid.answered.why_no_reaction:
        steps.append(Step(label=paid.answered.why_no_reaction, rule_id="CE-REA-02"))
    result = _("hit, Effect {effect}") if effect >= 0 else _("miss, Effect {effect}")
    yield from say(
        table,
        _("{who} attacks {target} with {weapon}"),
        who=shot.actor,
        target=aim_words(table.now, shot),
        weapon=paid.weapon.name,
        lines=paid.summed.lines,
        total=total,
        steps=tuple(steps),
        tone="good" if effect >= 0 else "plain",
        result=result.format(effect=effect),
        befell=shot.target,
    )
