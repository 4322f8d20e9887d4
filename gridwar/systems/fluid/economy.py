"""What one may do in a turn: half and full actions, free ones, a step, and what binds them.

``may_take`` only refuses, ``take`` pays; both read a ``Taking``, whatever the action is.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from gridwar.engine.kit import Option, Procedure, Table, choose, emit, require, say
from gridwar.systems.fluid.events import (
    ActionTaken,
    FreeActionTaken,
    HalfUsed,
    HalvesSpent,
    MoveTaken,
    NotFlatFooted,
    PromptOver,
    SplitBegun,
    SplitOver,
    StepUsed,
    SurpriseActionTaken,
    SurpriseFreeTaken,
)
from gridwar.systems.fluid.sheet import SplitCheck, fight_of
from gridwar.systems.fluid.state import (
    is_surprise_round,
    settings_of,
    stands,
    state_of,
)
from gridwar.systems.fluid.switches import switches_of
from gridwar.systems.fluid.tables import PRESS, numbers
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter
    from gridwar.systems.fluid.sheet import InFight
    from gridwar.systems.fluid.state import Prompt
    from gridwar.systems.fluid.tables import ActionSpec

BASE: Final = "base"
STEP: Final = "step"


class Taking(Struct, frozen=True):
    """An action that somebody wants to take, and what is to pay for it.

    Attributes:
        who: Who acts.
        action: Its id in the game master's list, or ``step``.
        name: Its words.
        cost: ``half``, ``full``, ``free`` or ``step``.
        tags: What it is.
        uses: Which half actions pay: ``base`` or ids of others; empty for what is chosen then.
        split: ``start`` or ``finish`` of a check divided over two rounds.
        reductions: How many options shorten it.
        restrictions: Its own.
        is_press: Whether it is Press.
    """

    who: str
    action: str
    name: str
    cost: str
    tags: frozenset[str] = frozenset()
    uses: tuple[str, ...] = ()
    split: str = ""
    reductions: int = 0
    restrictions: frozenset[str] = frozenset()
    is_press: bool = False

    @property
    def is_action(self) -> bool:
        """Tell whether it is a half or full action."""
        return self.cost in ("half", "full")

    @property
    def halves(self) -> int:
        """How many half actions it takes.

        Rules: FL-RND-01, FL-ACT-01
        """
        if not self.is_action:
            return 0
        return 1 if self.split or self.cost == "half" else numbers().half_actions


def taking_of(spec: ActionSpec, who: str) -> Taking:
    """Return an action of the list as somebody would take it."""
    return Taking(
        who,
        spec.id,
        spec.name or spec.id,
        spec.cost,
        frozenset(spec.tags),
        restrictions=frozenset(spec.restrictions),
        is_press=spec.event == PRESS,
    )


def prompt_of(encounter: Encounter, who: str) -> Prompt | None:
    """Return what somebody may do off their own Count; None on it, or where nothing prompts them.

    Rules: FL-ACT-04
    """
    found = (one for one in state_of(encounter).prompts if one.who == who)
    return None if encounter.turn == who else next(found, None)


# --- whether it is allowed ------------------------------------------------------------------------


def may_act(table: Table, who: str) -> Procedure[None]:
    """Refuse whoever is out, has made no check, or has neither the turn nor a prompt.

    Rules: FL-RND-02, FL-SUR-06, FL-SUR-08, FL-ACT-04
    """
    now = table.now
    begun = now.round > 0
    yield from require(begun, "not_begun", _("Begin the fight first."), "FL-SEQ-01")
    text = _("{who} is out of the fight.")
    yield from require(stands(now, who), "out", text, who=who)
    text = _("{who} has made no Initiative check.")
    checked = fight_of(now, who).count is not None
    yield from require(checked, "no_count", text, "FL-INI-01", who=who)
    has_turn = now.turn == who or prompt_of(now, who) is not None
    text = _("It is not {who}'s Count.")
    yield from require(has_turn, "not_your_turn", text, "FL-RND-02", who=who)
    eligible = not is_surprise_round(now) or who in state_of(now).surprised
    text = _("{who} does not act in the surprise round.")
    yield from require(eligible, "not_eligible", text, "FL-SUR-06", who=who)


def may_take(table: Table, taking: Taking) -> Procedure[None]:
    """Refuse an action that the round, the turn or what was done before does not allow.

    Rules: FL-RND-01, FL-RND-04, FL-RND-05, FL-SUR-07, FL-ACT-01, FL-ACT-04, FL-ACT-05, FL-MOD-06
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
    if surprise:
        yield from _surprise_allows(table, taking)
    yield from _split_allows(table, taking)
    yield from _moves_allow(table, taking)
    if taking.cost == "free" and not taking.is_press:
        limit, used = fight_of(table.now, who).free_limit, fight_of(table.now, who).free_used
        text = _("{who} has reached the limit of free actions for this round.")
        yield from require(limit is None or used < limit, "free_limit", text, "FL-RND-05", who=who)
    if taking.is_action and prompt is None and not surprise:
        yield from _can_pay(table, taking)


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
    text = _("The first half of a divided check is the last action of a round.")
    yield from require(not (begun and counts), "split_begun", text, "FL-ACT-01")
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
        text = _("{who} has not enough half actions left.")
        can = bool(payments(fight, taking))
        yield from require(can, "no_halves", text, "FL-RND-01", who=who)
        return
    extras = [one for one in taking.uses if one != BASE]
    text = _("{who} has not got the half action that is to pay.")
    has = set(extras) <= {one.id for one in fight.extra_halves} and len(set(extras)) == len(extras)
    enough = has and taking.uses.count(BASE) <= fight.halves_left
    fits = len(taking.uses) == taking.halves
    yield from require(enough and fits, "not_paid", text, "FL-RND-01", "FL-ACT-03", who=who)
    text = _("That half action may not pay for {name}.")
    allowed = taking.uses in payments(fight, taking, every_order=True)
    yield from require(allowed, "restricted_half", text, "FL-ACT-03", name=taking.name)


def payments(
    fight: InFight, taking: Taking, *, every_order: bool = False
) -> tuple[tuple[str, ...], ...]:
    """Return in which ways an action can be paid now: half actions of the round first.

    Every restriction on a half binds what it pays for; two halves of one source, other than the
    round itself, make no full action, and some actions take none from elsewhere.

    Rules: FL-RND-01, FL-ACT-01, FL-ACT-03
    """
    left = min(fight.halves_left, taking.halves)
    sources = {BASE: BASE} | {one.id: one.source for one in fight.extra_halves}
    usable = [
        one.id
        for one in fight.extra_halves
        if not taking.split
        and "no_combine" not in taking.restrictions
        and not any(f"no_{tag}" in one.restrictions for tag in taking.tags)
    ]
    pool = [*(BASE,) * left, *usable]
    found = dict.fromkeys(
        combination
        for combination in combinations(pool, taking.halves)
        if len(named := [sources[one] for one in combination if one != BASE]) == len(set(named))
    )
    if every_order:
        found |= dict.fromkeys(tuple(reversed(one)) for one in tuple(found))
    return tuple(found)


def _chosen_payment(table: Table, taking: Taking) -> Procedure[tuple[str, ...]]:
    """Return which half actions pay; asked where there are several ways.

    Rules: FL-ACT-03
    """
    if taking.uses and not taking.split:
        return taking.uses
    fight = fight_of(table.now, taking.who)
    ways = payments(fight, taking)
    if not ways:  # the game master has waived the price
        return ()
    if len(ways) == 1:
        return ways[0]
    called = {one.id: one.source for one in fight.extra_halves} | {BASE: _("this round")}
    options = [Option("+".join(way), " + ".join(called[one] for one in way)) for way in ways]
    chosen = yield from choose(
        table,
        _("Which half actions pay for {name}?"),
        options,
        "FL-ACT-03",
        key="payment",
        whom=taking.who,
        name=taking.name,
    )
    return next(way for way in ways if "+".join(way) == chosen)


def take(table: Table, taking: Taking) -> Procedure[None]:
    """Pay for an action, and note what taking it means for the rest of the turn.

    Rules: FL-RND-01, FL-RND-04, FL-RND-05, FL-SUR-07, FL-ACT-03, FL-ACT-04
    """
    who = taking.who
    if prompt_of(table.now, who) is not None:
        yield from emit(PromptOver(who=who))
    elif is_surprise_round(table.now):
        if taking.cost != STEP:
            spent = SurpriseFreeTaken if taking.cost == "free" else SurpriseActionTaken
            yield from emit(spent(who=who))
    elif taking.is_action:
        uses = yield from _chosen_payment(table, taking)
        if uses.count(BASE):
            yield from emit(HalvesSpent(who=who, by=uses.count(BASE)))
        yield from emit(*(HalfUsed(who=who, half=one) for one in uses if one != BASE))
    yield from _note_split(table, taking)
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
            yield from say(table, _("{who} moves although the bonus step was taken"), who=who)


def _note_split(table: Table, taking: Taking) -> Procedure[None]:
    """Begin or finish a divided check; one whose second half does not come in time is lost.

    Rules: FL-ACT-01
    """
    who, now = taking.who, table.now.round
    pending, switches = fight_of(table.now, who).split, switches_of(table.now)
    if taking.split == "finish":
        yield from emit(SplitOver(who=who))
        return
    counts = taking.is_action or (switches.split_counts == "every_action" and not taking.is_press)
    forced = taking.is_press and fight_of(table.now, who).must_press
    breaks = counts or (forced and switches.split_vs_press == "split_lost")
    if pending is not None and pending.round < now and breaks:
        yield from lose_split(table, who)
    if taking.split == "start":
        yield from emit(SplitBegun(who=who, split=SplitCheck(action=taking.action, round=now)))


def lose_split(table: Table, who: str) -> Procedure[None]:
    """Let a divided check lapse, and with it the half action spent on it.

    Rules: FL-ACT-01
    """
    split = fight_of(table.now, who).split
    if split is None:
        return
    known = {one.id: one.name for one in settings_of(table.now).actions}
    name = known.get(split.action) or split.action
    yield from emit(SplitOver(who=who))
    yield from say(table, _("{who} did not finish {name} in time"), who=who, name=name, tone="harm")


def acted(table: Table, who: str, *, hit: bool = False) -> Procedure[None]:
    """Let somebody be flat-footed no longer who has acted, or was hit, as the house rule says.

    Rules: FL-FLT-02
    """
    clears = switches_of(table.now).flat_footed_clears
    ends = clears == "acted_or_hit" or (clears == "acted" and not hit)
    if ends and fight_of(table.now, who).flat_footed:
        yield from emit(NotFlatFooted(who=who))
        yield from say(table, _("{who} is flat-footed no longer"), who=who)
