"""The end of a round: the ledgers reckoned up, what the GM confirms, the next order and round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from frozendict import frozendict

from gridwar.engine.kit import (
    FormNumber,
    Procedure,
    Step,
    Table,
    TableRow,
    TraceTable,
    choose,
    choose_numbers,
    emit,
    pass_moment,
    say,
)
from gridwar.model.events_turns import RoundBegan
from gridwar.systems.fluid.core.fight_state import (
    PhaseBegan,
    RoundRenewed,
    TiesSettled,
    is_surprise_round,
)
from gridwar.systems.fluid.core.house_rules_and_settings import switches_of
from gridwar.systems.fluid.core.sheet import count_of, fight_of
from gridwar.systems.fluid.core.sheet_events import (
    CountChanged,
    LedgerCleared,
    PressForced,
    PressForcedLater,
    RoundAllowance,
)
from gridwar.systems.fluid.ledger.ledger_sum import capped, projected, summed
from gridwar.systems.fluid.ledger.press_reeling_flat_footed import drop_to_zero, forces_press
from gridwar.systems.fluid.turns.turn_order import (
    has_place,
    order_now,
    order_of,
    ordered_by,
    placed,
    projected_places,
    told_round,
)
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter

MOST: Final = 60
"""How far the game master's word may move a Count at the end of a round."""


def reckon_up(table: Table) -> Procedure[None]:
    """Change every Count by what the ledgers came to, everybody before the next order is made.

    Rules: FL-MOD-01, FL-MOD-02, FL-MOD-05, FL-MOD-06, FL-MOD-07, FL-MOD-08
    """
    shown, title = round_table(table.now), _title(table.now)
    given = yield from _confirmed(table)
    steps: list[Step] = []
    yield from emit(
        *(
            LedgerCleared(who=who, raw=0, applied=0)
            for who in table.now.combatants
            if not has_place(table.now, who) and fight_of(table.now, who).ledger
        )
    )
    for who in placed(table.now):
        tally, before = table.tally(f"round of {who}"), count_of(table.now, who)
        summed(tally, table.now, who)
        values = [one.value for one in tally.lines if not one.off]
        raw = tally.total
        lines_only = raw == sum(values)
        applied = capped(values if lines_only else (raw,), switches_of(table.now))
        if given.get(who, applied) != projected(table.now, who).applied:
            applied = given.get(who, applied)
        yield from emit(
            CountChanged(who=who, by=applied), LedgerCleared(who=who, raw=raw, applied=applied)
        )
        if tally.lines:
            result = _("{applied}: {before} \u2192 {after}").format(
                applied=f"{applied:+}", before=before, after=before + applied
            )
            text = _("{who}'s round")
            yield from say(table, text, who=who, result=result, tally=tally, tone="plain")
        if before + applied <= 0:
            yield from drop_to_zero(table, who)
        after = count_of(table.now, who)
        must = forces_press(table.now, before, after) or fight_of(table.now, who).press_next
        yield from emit(PressForced(who=who, value=must))
        if fight_of(table.now, who).press_next:
            yield from emit(PressForcedLater(who=who, value=False))
        name = table.now[who].name
        steps.append(Step(label=name, rule_id="FL-MOD-08", before=before, after=after))
        if must:
            words = _("{name} has to Press first").format(name=name)
            steps.append(Step(label=words, rule_id="FL-MOD-06"))
    tables = (shown,) if steps else ()
    text = _("{title}: the Counts")
    yield from say(table, text, title=title, tone="plain", steps=tuple(steps), tables=tables)


def _title(encounter: Encounter) -> str:
    if is_surprise_round(encounter):
        return _("The end of the surprise round")
    return _("The end of round {n}").format(n=encounter.round)


def _confirmed(table: Table) -> Procedure[frozendict[str, int]]:
    """Show what the round has come to; the game master may set what a Count goes by.

    Rules: FL-MOD-01, FL-MOD-02, FL-MOD-05
    """
    who = _in_order(table.now)
    if not who:
        return frozendict()
    text, title = _("{title}: what the Counts go by"), _title(table.now)
    options = {"confirm": _("Confirm"), "correct": _("Correct what a Count goes by \u2026")}
    answer = yield from choose(
        table,
        text,
        options,
        "FL-MOD-01",
        "FL-MOD-02",
        key="counts",
        whom=None,
        window="round end",
        info=round_events(table.now),
        tables=(round_table(table.now),),
        title=title,
    )
    if answer == "confirm":
        return frozendict()
    fields = [
        FormNumber(
            one,
            _("{name} (Count {n})").format(name=table.now[one].name, n=count_of(table.now, one)),
            -MOST,
            MOST,
            projected(table.now, one).applied,
            is_open=True,
        )
        for one in who
    ]
    info = _("What each Count goes by, the cap and what befalls 0 or less aside.")
    given = yield from choose_numbers(
        table, text, fields, "FL-MOD-05", key="corrected", whom=None, info=info, title=title
    )
    return frozendict(given)


def round_table(encounter: Encounter) -> TraceTable:
    """Return what a round has come to: events, sum, what counts, Counts and places.

    Rules: FL-MOD-01, FL-MOD-02, FL-MOD-09
    """
    places = projected_places(encounter, placed(encounter))
    rows = []
    for at, who in enumerate(_in_order(encounter), start=1):
        found, count = projected(encounter, who), fight_of(encounter, who).count
        goes = _("{a} \u2192 {b}")
        values = (
            f"{found.raw:+}" if found.lines else None,
            f"{found.applied:+}" if found.lines else None,
            goes.format(a=count, b=found.count) if count != found.count else str(count),
            goes.format(a=at, b=places[who]) if str(at) != places[who] else str(at),
        )
        rows.append(TableRow(label=encounter[who].name, values=values, rule_id="FL-MOD-08"))
    columns = (_("Sum"), _("Counts"), _("Count"), _("Place"))
    return TraceTable(columns=columns, rows=tuple(rows), title=_("In the order of the round"))


def _in_order(encounter: Encounter) -> list[str]:
    """Return who has a place, in the order of the round."""
    order = order_now(encounter)
    last = len(order)
    return sorted(placed(encounter), key=lambda who: order.index(who) if who in order else last)


def round_events(encounter: Encounter) -> str:
    """Return what happened to whom in a round and what comes of it, a line for each.

    Rules: FL-MOD-01, FL-MOD-04, FL-MOD-06, FL-MOD-07
    """
    told = []
    for who in _in_order(encounter):
        found, count = projected(encounter, who), count_of(encounter, who)
        words = [", ".join(f"{one.label} {one.value:+}" for one in found.lines if not one.off)]
        if count + found.applied <= 0:
            low = _("{n} is 0 or less: reeling, flat-footed, up to {new}")
            words.append(low.format(n=count + found.applied, new=found.count))
        elif forces_press(encounter, count, found.count):
            words.append(_("{n}: has to Press first").format(n=found.count))
        said = "; ".join(filter(None, words))
        told += [f"{encounter[who].name}: {said}"] if said else []
    return "\n".join(told)


def new_order(table: Table) -> Procedure[None]:
    """Make the order of the next round, ties by dice.

    Rules: FL-RND-02, FL-RND-03, FL-SEQ-02
    """
    if switches_of(table.now).tie_memory == "per_round":
        yield from emit(TiesSettled(ties=()))
    order = yield from order_of(table, placed(table.now))
    yield from emit(ordered_by(table.now, order))


def end_of_round(table: Table) -> Procedure[None]:
    """Reckon the round up, make the new order, and begin the next round: one step, one undo.

    Rules: FL-SEQ-02, FL-MOD-01, FL-MOD-08
    """
    yield from pass_moment(table, "round_end")
    yield from reckon_up(table)
    yield from new_order(table)
    yield from emit(RoundBegan(), PhaseBegan(phase="round"), RoundRenewed())
    yield from emit(*(RoundAllowance(who=who) for who in table.now.combatants))
    yield from pass_moment(table, "round_start")
    yield from told_round(table)
