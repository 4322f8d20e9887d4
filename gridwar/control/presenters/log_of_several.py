"""How the log tells several commands done as one: an entry with a line for each."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from gridwar.control.presenters.log_commands import describe
from gridwar.control.records.log_records import LogEntry, LogLine
from gridwar.control.text_format import minus
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gridwar.control.controller.controller import Controller
    from gridwar.engine.gm.commands_together import Together
    from gridwar.engine.session.journal_rows import Row
    from gridwar.model.trace import Trace

_MOST_OUTCOMES: Final = 3
"""So many kinds of outcomes are counted at the end of a headline."""


def entry_of_several(
    controller: Controller, row: Row, command: Together, traces: list[Trace]
) -> LogEntry:
    """Return the one entry of several commands: a line each, and how they came out together.

    Args:
        controller: Whose fight it is.
        row: The row of the journal.
        command: The command of the row.
        traces: What was explained; where that is nothing, the commands are named.
    """
    lines = tuple(_as_line(one, command.title) for one in traces)
    if not lines:
        history, levels = controller.session.history, controller.system.board.levels
        before, after = history.state(row.parent), history.state(row.id)
        told = (describe(one, before, after, levels) for one in command.commands)
        lines = tuple(LogLine(words, result) for words, result in told)
    title = command.title or _("Several at once")
    return LogEntry(row.id, title, _counted(traces), lines=lines, can_amend=False)


def _as_line(trace: Trace, headline: str) -> LogLine:
    """Return a trace as one line: whose, what came of it, by which rule, with which dice.

    What is checked is left out where the headline says it for all.
    """
    who, colon, what = trace.title.partition(": ")
    title = who if colon and headline.endswith(f": {what}") else trace.title
    rolled = next((one for one in trace.steps if one.faces), None)
    rule = rolled or next((one for one in trace.steps if one.rule_id), None)
    faces = () if rolled is None else rolled.faces
    return LogLine(title, minus(trace.result), "" if rule is None else rule.rule_id, faces)


def _counted(traces: Iterable[Trace]) -> str:
    """Return how often each thing came of them, the most frequent first; nothing of just one."""
    counts = Counter(one.result for one in traces if one.result)
    if not counts or len(counts) > _MOST_OUTCOMES or max(counts.values()) == 1 < len(counts):
        return ""
    return ", ".join(f"{number} \u00d7 {words}" for words, number in counts.most_common())
