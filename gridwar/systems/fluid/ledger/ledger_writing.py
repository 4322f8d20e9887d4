"""How a ledger is written: what an event comes to is gathered as one sum; lines are struck out."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from frozendict import frozendict

from gridwar.engine.kit import (
    EVENTS,
    Amount,
    Command,
    Explained,
    Procedure,
    Role,
    Step,
    Table,
    Tally,
    Variant,
    emit,
    must_exist,
    offer,
    plays,
    require,
    say,
)
from gridwar.systems.fluid.core.fight_state import is_surprise_round, is_under_way
from gridwar.systems.fluid.core.house_rules_and_settings import switches_of
from gridwar.systems.fluid.core.sheet import CONDITIONS, MOST_GIVEN, Entry, fight_of, sheet_of
from gridwar.systems.fluid.core.sheet_events import Entered, EntryChanged
from gridwar.systems.fluid.ledger.ledger_sum import lines_of, projected
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from gridwar.engine.kit import Encounter
    from gridwar.model.event_base import Event


def has_ledger(encounter: Encounter, who: str) -> bool:
    """Tell whether a ledger is kept for somebody now."""
    return is_under_way(encounter) and fight_of(encounter, who).count is not None


def must_keep_one(table: Table, who: str) -> Procedure[None]:
    """Refuse whoever has no ledger.

    Rules: FL-MOD-01
    """
    yield from must_exist(table, who)
    text = _("{who} has no ledger: the fight has not begun, or there was no check.")
    yield from require(has_ledger(table.now, who), "no_ledger", text, "FL-MOD-01", who=who)


def keeps_ledger(encounter: Encounter, who: str) -> bool:
    """Tell whether what happens to somebody now is written down.

    Rules: FL-MOD-05, FL-SUR-08
    """
    ignored = is_surprise_round(encounter) and switches_of(encounter).surprise_events == "ignore"
    return has_ledger(encounter, who) and not ignored


def enter(
    table: Table, who: str, entries: Iterable[Entry], name: str = "ledger"
) -> Procedure[None]:
    """Write events to somebody's ledger, as many points as their one sum comes to.

    Args:
        table: The table.
        who: Whose ledger.
        entries: The events, those of one action or one cause together.
        name: What the sum is called, where a command gathers several of one combatant.

    Rules: FL-MOD-05
    """
    listed = tuple(entries)
    if not listed or not keeps_ledger(table.now, who):
        return
    tally = table.tally(f"{name} of {who}")
    yield from emit(*_entered(table.now, who, listed, tally))
    text, result = _("Ledger of {who}"), f"{tally.total:+}"
    yield from say(table, text, who=who, tally=tally, result=result, tone="plain")


def entered(encounter: Encounter, who: str, entries: Iterable[Entry]) -> tuple[Event, ...]:
    """Return what writes events to a ledger where no command is played, and tells it.

    Rules: FL-MOD-05
    """
    listed = tuple(entries)
    if not listed or not keeps_ledger(encounter, who):
        return ()
    tally = Table.scratch(encounter).tally(f"ledger of {who}")
    written = _entered(encounter, who, listed, tally)
    trace = tally.trace(_("Ledger of {who}").format(who=encounter[who].name))
    return (*written, Explained(trace=trace.replace(result=f"{tally.total:+}", tone="plain")))


def _entered(
    encounter: Encounter, who: str, entries: tuple[Entry, ...], tally: Tally
) -> tuple[Event, ...]:
    """Gather the sum of some events, and return those that write what it comes to.

    A line that was changed, and what was added to the sum or set as its total, is written as it
    was changed.

    Rules: FL-MOD-05
    """
    ruled, counted = [0] * len(entries), [0] * len(entries)
    for line in lines_of(encounter, who, entries):
        entry = entries[line.at]
        ruled[line.at] += 0 if line.off else line.value
        counted[line.at] += tally.line(
            line.rule_id,
            line.label,
            line.value,
            source=line.note,
            source_id=entry.weapon or (str(line.at) if line.at else ""),
            off=line.off,
        )
    written = [
        entry if now == before else entry.replace(given=_bounded(now))
        for entry, before, now in zip(entries, ruled, counted, strict=True)
    ]
    rest = tally.total - sum(counted)
    if rest:
        added = [one.label for one in tally.lines if one.key.startswith("own:") and one.label]
        label = ", ".join(added)[:200] or _("at your word")
        written.append(Entry(event="other", label=label, given=_bounded(rest)))
    return tuple(Entered(who=who, entry=entry) for entry in written)


def _bounded(points: int) -> int:
    return max(-MOST_GIVEN, min(MOST_GIVEN, points))


def has_condition(encounter: Encounter, who: str, condition: str) -> bool:
    """Tell whether somebody bleeds, is fatigued or exhausted, by sheet or by badge.

    Rules: FL-EVT-10, FL-EVT-11, FL-EVT-12
    """
    one = encounter[who]
    return bool(getattr(sheet_of(one), condition)) or one.has_effect(condition)


def settle_conditions(table: Table) -> Procedure[None]:
    """Write the line of every condition that somebody has in this round, once.

    So it counts although it ends before the round does, and where it was there when that began. A
    line struck out as a mistake stays so while the condition lasts; one that begins anew is true.

    Rules: FL-EVT-10, FL-EVT-11, FL-EVT-12, FL-EVT-20
    """
    if not is_under_way(table.now):
        return
    for who in tuple(table.now.combatants):
        if table.now[who].aside or not keeps_ledger(table.now, who):
            continue
        yield from _close_mistakes(table, who)
        known = {one.event for one in fight_of(table.now, who).ledger if not one.past}
        due = [
            Entry(event=condition)
            for condition in CONDITIONS
            if condition not in known and has_condition(table.now, who, condition)
        ]
        yield from enter(table, who, due, "conditions")


def _close_mistakes(table: Table, who: str) -> Procedure[None]:
    """Mark the struck lines of conditions that are over: they stand for no later one.

    Rules: FL-EVT-20
    """
    for at, entry in enumerate(fight_of(table.now, who).ledger):
        is_struck = entry.event in CONDITIONS and entry.struck and not entry.past
        if is_struck and not has_condition(table.now, who, entry.event):
            changed = entry.replace(past=True)
            yield from emit(EntryChanged(who=who, at=at, entry=changed))


# --- corrections ----------------------------------------------------------------------------------


def _lines(encounter: Encounter, who: str) -> Iterator[Variant]:
    if not has_ledger(encounter, who):
        return
    lines = {one.at: one for one in reversed(projected(encounter, who).lines)}
    for at, entry in enumerate(fight_of(encounter, who).ledger):
        line = lines.get(at)
        if line is None:
            continue
        words = _("Put back: {line}") if entry.struck else _("Strike out: {line}")
        title, note = words.format(line=line.label), f"{line.value:+}"
        yield Variant(str(at), frozendict(at=at), title=title, note=note)


@offer(
    "{title}",
    icon="eraser",
    group=EVENTS,
    role=Role.OTHER,
    about="target",
    each=_lines,
    id="strike",
)
class StrikeEntry(Command):
    """Strike a line of a ledger out, or put it back: it was entered by mistake."""

    correction: ClassVar[bool] = True
    target: str
    at: Amount


@plays(StrikeEntry)
def strike_entry(table: Table, command: StrikeEntry) -> Procedure[None]:
    """Correct a ledger; only the game master may, nobody by choice.

    Rules: FL-MOD-05
    """
    who = command.target
    yield from must_keep_one(table, who)
    ledger = fight_of(table.now, who).ledger
    text = _("There is no such line in the ledger of {who}.")
    has_line = command.at < len(ledger)
    yield from require(has_line, "no_line", text, waivable=False, who=who)
    old = ledger[command.at]
    entry = old.replace(struck=not old.struck)
    yield from emit(EntryChanged(who=who, at=command.at, entry=entry))
    result = _("struck out") if entry.struck else _("put back")
    steps = tuple(
        Step(label=one.label, rule_id=one.rule_id, after=f"{one.value:+}", source=one.note)
        for one in projected(table.now, who).lines
        if one.at == command.at
    )
    yield from say(table, _("Ledger of {who} corrected"), who=who, result=result, steps=steps)
