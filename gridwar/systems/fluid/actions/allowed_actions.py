"""Which actions are allowed in a turn: half and full ones, free ones, a step, what binds them."""

from __future__ import annotations

from gridwar.engine.kit import Procedure, Step, Table, emit, require, say
from gridwar.systems.fluid.actions.divided_checks import loses_split, note_split
from gridwar.systems.fluid.actions.payment import BASE, STEP, Taking, pay, payments, prompt_of
from gridwar.systems.fluid.core.fight_state import (
    is_surprise_round,
    must_have_begun,
    stands,
    state_of,
)
from gridwar.systems.fluid.core.house_rules_and_settings import switches_of
from gridwar.systems.fluid.core.sheet import fight_of
from gridwar.systems.fluid.core.sheet_events import (
    ActionTaken,
    FreeActionTaken,
    MoveTaken,
    StepUsed,
)
from gridwar.systems.fluid.ledger.press_reeling_flat_footed import acted
from gridwar.text import _


def may_act(table: Table, who: str) -> Procedure[None]:
    """Refuse whoever is out, has made no check, or has neither the turn nor a prompt.

    Rules: FL-RND-02, FL-SUR-06, FL-SUR-08, FL-ACT-04
    """
    yield from must_be_in(table, who)
    now = table.now
    has_turn = now.turn == who or prompt_of(now, who) is not None
    text = _("It is not {who}'s Count.")
    yield from require(has_turn, "not_your_turn", text, "FL-RND-02", who=who)
    if prompt_of(now, who) is None:
        yield from may_surprise(table, who)


def must_be_in(table: Table, who: str) -> Procedure[None]:
    """Refuse before the fight, and whoever is out of it or has made no check.

    Rules: FL-SEQ-01, FL-INI-01, FL-RND-02
    """
    now = table.now
    yield from must_have_begun(table)
    text = _("{who} is out of the fight.")
    yield from require(stands(now, who), "out", text, "FL-RND-02", who=who)
    text = _("{who} has made no Initiative check.")
    checked = fight_of(now, who).count is not None
    yield from require(checked, "no_count", text, "FL-INI-01", who=who)


def may_surprise(table: Table, who: str) -> Procedure[None]:
    """Refuse in a surprise round whoever does not act in it.

    Rules: FL-SUR-06, FL-SUR-08
    """
    eligible = not is_surprise_round(table.now) or who in state_of(table.now).surprised
    text = _("{who} does not act in the surprise round.")
    yield from require(eligible, "not_eligible", text, "FL-SUR-06", who=who)


def may_take(table: Table, taking: Taking) -> Procedure[None]:
    """Refuse an action that the round, the turn or what was done before does not allow.

    Rules: FL-RND-01, FL-RND-04, FL-RND-05, FL-SUR-07, FL-ACT-01, FL-ACT-04, FL-ACT-05, FL-MOD-03,
        FL-MOD-06, FL-MOD-07
    """
    who = taking.who
    yield from may_act(table, who)
    prompt = prompt_of(table.now, who)
    text = _("Off the own Count {who} may only do what was prompted.")
    fits = prompt is None or prompt.action == taking.action
    yield from require(fits, "only_prompted", text, "FL-ACT-04", who=who)
    text = _("Only one option may shorten an action.")
    yield from require(taking.reductions <= 1, "shortened_twice", text, "FL-ACT-05")
    surprise = is_surprise_round(table.now)
    bound = fight_of(table.now, who).must_press and not taking.is_press and not surprise
    text = _("{who} has to Press first.")
    yield from require(not bound, "press_first", text, "FL-MOD-06", who=who)
    if taking.is_press:
        yield from _press_allows(table, who)
    if surprise and prompt is None:
        yield from _surprise_allows(table, taking)
    yield from _split_allows(table, taking)
    yield from _moves_allow(table, taking)
    if taking.cost == "free" and not taking.is_press:
        limit, used = fight_of(table.now, who).free_limit, fight_of(table.now, who).free_used
        text = _("{who} has reached the limit of free actions for this round.")
        yield from require(limit is None or used < limit, "free_limit", text, "FL-RND-05", who=who)
    if taking.is_action:
        if prompt is None and not surprise:
            yield from _can_pay(table, taking)
        else:
            yield from _not_lost(table, taking, can=not fight_of(table.now, who).halves_lost)


def _press_allows(table: Table, who: str) -> Procedure[None]:
    """Refuse Press in a surprise round, and a second one in a round.

    Rules: FL-MOD-03
    """
    text = _("Press is an action of the combat round.")
    yield from require(not is_surprise_round(table.now), "surprise_press", text, "FL-MOD-03")
    text = _("{who} has pressed in this round.")
    once = not fight_of(table.now, who).pressed
    yield from require(once, "pressed_before", text, "FL-MOD-03", who=who)


def _not_lost(table: Table, taking: Taking, *, can: bool) -> Procedure[None]:
    """Refuse what only half actions could pay that reeling takes.

    Rules: FL-MOD-07
    """
    who = taking.who
    text = _("{who} reels: half actions still to lose: {n}.")
    lost = fight_of(table.now, who).halves_lost
    yield from require(can, "reeling", text, "FL-MOD-07", who=who, n=lost)


def _surprise_allows(table: Table, taking: Taking) -> Procedure[None]:
    """Refuse more than one action in a surprise round, a divided one, and the step.

    Rules: FL-SUR-07
    """
    fight, switches = fight_of(table.now, taking.who), switches_of(table.now)
    text = _("An action of the surprise round cannot be divided.")
    yield from require(not taking.split, "surprise_split", text, "FL-SUR-07")
    if taking.cost == STEP:
        text = _("There is no bonus step in the surprise round.")
        yield from require(switches.surprise_step, "surprise_step", text, "FL-SUR-07")
        return
    is_free = taking.cost == "free"
    if switches.surprise_free_extra:
        spent = fight.surprise_free if is_free else fight.surprise_action
    else:
        spent = fight.surprise_free or fight.surprise_action
    text = _("{who} has had the one action of the surprise round.")
    yield from require(not spent, "surprise_spent", text, "FL-SUR-07", who=taking.who)


def _split_allows(table: Table, taking: Taking) -> Procedure[None]:
    """Refuse what comes after the first half of a check, and halves that do not fit.

    Rules: FL-ACT-01, FL-ACT-02
    """
    now, fight = table.now.round, fight_of(table.now, taking.who)
    every = switches_of(table.now).split_counts == "every_action"
    begun = fight.split is not None and fight.split.round == now
    counts = taking.is_action or (every and not taking.is_press)
    prompted = prompt_of(table.now, taking.who) is not None
    text = _("The first half of a divided check is the last action of a round.")
    fits = not (begun and counts) or prompted
    yield from require(fits, "split_begun", text, "FL-ACT-01", "FL-ACT-04")
    if taking.split == "start":
        text = _("An attack is completed in the round in which it was begun.")
        yield from require("attack" not in taking.tags, "attack_split", text, "FL-ACT-02")
        divisible = (
            taking.cost == "full"
            and "skill" in taking.tags
            and "no_split" not in taking.restrictions
        )
        text = _("Only a skill check of a full action can be divided.")
        yield from require(divisible, "indivisible", text, "FL-ACT-01")
    elif taking.split == "finish":
        done = fight.has_done_anything if every else fight.has_acted
        due = fight.split is not None and fight.split.action == taking.action and not begun
        text = _("There is no first half of {name} that could be finished now.")
        fits = due and not done
        yield from require(fits, "nothing_to_finish", text, "FL-ACT-01", name=taking.name)


def _moves_allow(table: Table, taking: Taking) -> Procedure[None]:
    """Refuse the step after a move or a step, and a move after the step.

    Rules: FL-RND-04
    """
    who, fight = taking.who, fight_of(table.now, taking.who)
    if taking.cost == STEP:
        text = _("{who} has moved in this round: no bonus step.")
        yield from require(not fight.moved, "moved_before", text, "FL-RND-04", who=who)
        text = _("{who} has taken the bonus step of this round.")
        yield from require(not fight.step_used, "step_used", text, "FL-RND-04", who=who)
        text = _("The bonus step is taken on the own Count.")
        own = table.now.turn == who
        yield from require(own, "step_off_count", text, "FL-RND-04", "FL-ACT-04")
    elif "move" in taking.tags:
        blocked = fight.step_used and switches_of(table.now).step_blocks_later_moves
        text = _("{who} has taken the bonus step: no other move in this round.")
        yield from require(not blocked, "after_step", text, "FL-RND-04", who=who)


# --- what pays ------------------------------------------------------------------------------------


def _can_pay(table: Table, taking: Taking) -> Procedure[None]:
    """Refuse what cannot be paid at all, or not in the way that was chosen.

    Rules: FL-RND-01, FL-ACT-03
    """
    fight, who = fight_of(table.now, taking.who), taking.who
    if not taking.uses or taking.split:
        can = bool(payments(fight, taking))
        had = can or not payments(fight.replace(halves_lost=0), taking)
        yield from _not_lost(table, taking, can=had)
        text = _("Too few half actions left.")
        yield from require(can or not had, "no_halves", text, "FL-RND-01")
        return
    extras = [one for one in taking.uses if one != BASE]
    text = _("{who} has not got the half action that is to pay.")
    has = set(extras) <= {one.id for one in fight.extras_left} and len(set(extras)) == len(extras)
    enough = has and taking.uses.count(BASE) <= fight.halves_left
    fits = len(taking.uses) == taking.halves
    yield from require(enough and fits, "not_paid", text, "FL-RND-01", "FL-ACT-03", who=who)
    text = _("That half action may not pay for {name}.")
    allowed = taking.uses in payments(fight, taking, every_order=True)
    yield from require(allowed, "restricted_half", text, "FL-ACT-03", name=taking.name)


def take(table: Table, taking: Taking) -> Procedure[tuple[Step, ...]]:
    """Pay for an action, note what it means for the rest of the turn; return how it was paid.

    Rules: FL-RND-01, FL-RND-04, FL-RND-05, FL-SUR-07, FL-ACT-03, FL-ACT-04
    """
    who = taking.who
    loses = loses_split(table.now, taking)
    paid = yield from pay(table, taking)
    yield from note_split(table, taking, loses=loses)
    if taking.cost == "free":
        yield from emit(FreeActionTaken(who=who))
    elif taking.cost == STEP:
        yield from emit(StepUsed(who=who))
    else:
        yield from emit(ActionTaken(who=who))
        yield from acted(table, who)
    if "move" in taking.tags:
        yield from emit(MoveTaken(who=who))
        if fight_of(table.now, who).step_used:
            step = Step(label=_("A mere warning by the house rule"), rule_id="FL-RND-04")
            text = _("{who} moves although the bonus step was taken")
            yield from say(table, text, who=who, steps=(step,))
    return paid
