"""Step 3, who comes later or comes back: asked, checked, and put into the order of the round."""

from __future__ import annotations

from gridwar.engine.kit import FormNumber, Procedure, Step, Table, choose_numbers, emit, say
from gridwar.systems.fluid.core.fight_state import TurnDone, state_of
from gridwar.systems.fluid.core.house_rules_and_settings import switches_of
from gridwar.systems.fluid.core.sheet import count_of, fight_of
from gridwar.systems.fluid.core.sheet_events import Boosted
from gridwar.systems.fluid.turns.initiative import MOST_BOOST, check, enter
from gridwar.systems.fluid.turns.turn_order import (
    has_place,
    inserted,
    order_of,
    ordered_by,
    place_of,
    placed,
)
from gridwar.text import _


def latecomers(table: Table, who: tuple[str, ...]) -> Procedure[None]:
    """Let people come into a combat under way: asked, checked, and put into the order.

    Rules: FL-INI-03, FL-INI-05, FL-FLT-01
    """
    keeps = switches_of(table.now).reentry_count == "keep"
    back = tuple(one for one in who if keeps and fight_of(table.now, one).count is not None)
    new = tuple(one for one in who if one not in back)
    yield from _ask_of_entry(table, new)
    yield from check(table, new)
    yield from take_places(table, who)


def take_places(table: Table, who: tuple[str, ...]) -> Procedure[None]:
    """Put people into the order of the round; dice tell them from whoever stood there.

    Rules: FL-INI-03, FL-RND-02, FL-RND-03
    """
    yield from _settle_joining_ties(table, who)
    for one in who:
        yield from _join_order(table, one)


def _settle_joining_ties(table: Table, who: tuple[str, ...]) -> Procedure[None]:
    """Let those who join roll against those whose place they would have, and nobody else.

    Rules: FL-INI-03, FL-RND-03
    """
    now, state = table.now, state_of(table.now)
    wanted = {place_of(now, one) for one in who}
    others = [
        one
        for one in state.order
        if one not in who
        and has_place(now, one)
        and place_of(now, one, state.order_counts) in wanted
    ]
    counts = {one: count for one, count in state.order_counts.items() if one in others}
    if others or len(who) > 1:
        yield from order_of(table, (*others, *who), counts)


def _ask_of_entry(table: Table, new: tuple[str, ...]) -> Procedure[None]:
    if not new:
        return
    fields: list[FormNumber] = []
    for who in new:
        name = table.now[who].name
        purpose, boost = _("{name}: on purpose"), _("{name}: Action Dice on the check")
        fields.append(
            FormNumber(f"purpose of {who}", purpose.format(name=name), 0, 1, 1, yes_no=True)
        )
        own = fight_of(table.now, who).boost
        fields.append(
            FormNumber(f"boost of {who}", boost.format(name=name), 0, MOST_BOOST, own, is_open=True)
        )
    given = yield from choose_numbers(
        table,
        _("How do they come in?"),
        fields,
        "FL-FLT-01",
        "FL-INI-05",
        key="entry",
        whom=None,
        info=_("Whoever does not come in on purpose is flat-footed."),
    )
    for who in new:
        intentional = bool(given.get(f"purpose of {who}", 1))
        yield from enter(table, who, "later", intentional=intentional)
        yield from emit(Boosted(who=who, points=given.get(f"boost of {who}", 0)))


def _join_order(table: Table, who: str) -> Procedure[None]:
    """Put somebody into the order of the round; the others keep their places.

    Rules: FL-INI-03, FL-RND-02
    """
    state, turn = state_of(table.now), table.now.turn
    how, order = switches_of(table.now).joiner_acts, inserted(table.now, state.order, who)
    behind = order[order.index(who) + 1 :]
    passed = state.phase == "end_of_round" or any(
        one in state.acted or one == turn for one in behind
    )
    if how == "at_once" and turn in order and state.phase == "round":
        rest = [one for one in order if one != who]
        at = rest.index(turn or "") + 1
        order, passed = (*rest[:at], who, *rest[at:]), False
    kept = {one: count for one, count in state.order_counts.items() if one != who}
    yield from emit(ordered_by(table.now, order, kept))
    is_round = state.phase in ("round", "end_of_round")
    if is_round and (passed or how == "next_round"):
        yield from emit(TurnDone(who=who))
        own = count_of(table.now, who)
        step = Step(label=_("The order is past this Count"), rule_id="FL-INI-03", after=own)
        if how == "next_round":
            step = Step(label=_("By the house rule"), rule_id="FL-INI-03")
        yield from say(table, _("{who} acts from the next round on"), who=who, steps=(step,))


def return_to_order(table: Table) -> Procedure[None]:
    """Give whoever was out when the order was made, and stands now, a place in it.

    Rules: FL-INI-03, FL-RND-02
    """
    state = state_of(table.now)
    if table.now.round and state.order and state.phase in ("round", "end_of_round"):
        missing = tuple(who for who in placed(table.now) if who not in state.order)
        if missing:
            yield from take_places(table, missing)
