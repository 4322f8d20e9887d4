"""Where a rule counted in this fight: the newest places, and how often."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.control.records.panel_records import Tone
from gridwar.control.records.rule_card_records import UseLine
from gridwar.control.text_format import minus, signed
from gridwar.model.events_combatants import Explained
from gridwar.model.trace import Line
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.control.controller.controller import Controller
    from gridwar.engine.session.journal_rows import Row
    from gridwar.model.trace import Step, Trace

MOST_USES: Final = 3


def uses_of(controller: Controller, rule_id: str) -> tuple[tuple[UseLine, ...], int]:
    """Return the newest places where a rule counted, and how often it did in all."""
    history = controller.session.history
    found = [
        (row, trace, part)
        for row in reversed(history.line(controller.session.position.cursor))
        for trace, part in _in_row(row, rule_id)
    ]
    lines = []
    for row, trace, part in found[:MOST_USES]:
        when = history.state(row.parent).round
        lines.append(
            UseLine(
                row_id=row.id,
                when=_("Round {n}").format(n=when) if when else _("Before"),
                words=trace.title,
                note=part.label,
                value=_value(part),
                outcome=minus(trace.result),
                tone=Tone(trace.tone) if trace.tone in set(Tone) else Tone.PLAIN,
            )
        )
    return tuple(lines), len(found)


def _in_row(row: Row, rule_id: str) -> Iterator[tuple[Trace, Line | Step]]:
    """Yield what counted by a rule in a row, the newest first; once in each sum."""
    for event in reversed(row.events):
        if isinstance(event, Explained):
            trace = event.trace
            lines = (one for one in trace.lines if one.value and not one.off)
            line = next((one for one in lines if one.rule_id == rule_id), None)
            step = next((one for one in trace.steps if one.rule_id == rule_id), None)
            if line is not None:
                yield trace, line
            elif step is not None:
                yield trace, step


def _value(part: Line | Step) -> str:
    if isinstance(part, Line):
        return signed(part.value)
    if part.before is not None and part.after is not None:
        return minus(f"{part.before} \u2192 {part.after}")
    return "" if part.after is None else minus(str(part.after))
