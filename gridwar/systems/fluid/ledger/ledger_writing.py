"""How an event gets into a ledger: one sum is gathered, what it comes to is written and told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import Explained, Procedure, Table, Tally, emit, say
from gridwar.systems.fluid.core.events import Entered
from gridwar.systems.fluid.core.sheet import MOST_GIVEN, Entry, fight_of
from gridwar.systems.fluid.core.state import is_surprise_round, is_under_way
from gridwar.systems.fluid.core.switches import switches_of
from gridwar.systems.fluid.ledger.ledger import lines_of
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gridwar.engine.kit import Encounter
    from gridwar.model.event import Event


def has_ledger(encounter: Encounter, who: str) -> bool:
    """Tell whether a ledger is kept for somebody now."""
    return is_under_way(encounter) and fight_of(encounter, who).count is not None


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
