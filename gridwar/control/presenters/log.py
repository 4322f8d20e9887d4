"""The log as records: a headline for each thing that happened, the reasons below it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from gridwar.control.controller.controller import Controller
from gridwar.control.presenters.log_commands import describe, named
from gridwar.control.presenters.log_of_several import entry_of_several
from gridwar.control.presenters.questions import policy_words, standing_words
from gridwar.control.records import log_records as lr
from gridwar.control.records import panel_records as pr
from gridwar.control.text_format import minus, signed, value_tables
from gridwar.control.undo_and_amend import can_amend
from gridwar.engine.gm.commands_together import Together
from gridwar.engine.gm.recovered_rows_commands import NotReplayed
from gridwar.engine.gm.side_and_setting_commands import SetStanding
from gridwar.engine.play.replies_and_corrections import Correction
from gridwar.engine.session.session import Session
from gridwar.engine.session.why_not_shown import MISPLAYED
from gridwar.errors import GridwarError
from gridwar.model.event_base import StateLaid
from gridwar.model.events_combatants import Explained
from gridwar.model.raw_parts import RawCommand
from gridwar.storage.open_gridwar_file import read_file
from gridwar.systems import find_system
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable
    from pathlib import Path

    from gridwar.engine.play.replies_and_corrections import Reply
    from gridwar.engine.session.journal_rows import Row
    from gridwar.model.command import Answer, Command
    from gridwar.model.encounter import Encounter
    from gridwar.model.event_base import Event
    from gridwar.model.trace import Line, Step, Trace


class LogPresenter:
    """Makes the log; the entries of a row are made once, since rows never change."""

    def __init__(self, controller: Controller) -> None:
        self._controller = controller
        self._made: dict[Hashable, tuple[lr.LogEntry, ...]] = {}
        self._headlines: dict[int, str] = {}

    def present(self) -> tuple[lr.LogEntry, ...]:
        """Return the entries from the first to the tip, what is undone marked so."""
        session = self._controller.session
        position = session.position
        past = {row.id for row in session.history.line(position.cursor)}
        line = session.history.line(position.tip)
        branches = self._branches(line)
        found: list[lr.LogEntry] = []
        for row in line:
            undone, current = row.id not in past, row.id == position.cursor
            beside = branches.get(row.id, ())
            key = (row.id, undone, current, beside)
            if key not in self._made:
                first, *rest = self._entries(row, undone=undone, current=current)
                self._made[key] = (replace(first, branches=beside), *rest)
            found.extend(self._made[key])
        for opened in session.open:
            if opened.asking is not None:
                found += [
                    replace(self._entry(opened.row.id, trace), is_open=True, can_amend=False)
                    for trace in _traces(opened.asking.events)
                ]
        return tuple(found)

    def _branches(self, line: tuple[Row, ...]) -> dict[int, tuple[lr.LogBranch, ...]]:
        """Return what was once done instead of the rows of a line, by the row it gave way to."""
        history = self._controller.session.history
        shown, instead_of = {row.id for row in line}, {row.parent: row.id for row in line}
        found: dict[int, tuple[lr.LogBranch, ...]] = {}
        for row in history.rows.values():
            if row.id in shown or row.is_open or row.parent not in instead_of:
                continue
            if row.id not in self._headlines:
                self._headlines[row.id] = self._entries(row)[0].headline
            text = _("instead: {what}").format(what=self._headlines[row.id])
            branch = lr.LogBranch(history.newest_tip(row.id), text)
            beside = instead_of[row.parent]
            found[beside] = (*found.get(beside, ()), branch)
        return found

    def _entries(
        self, row: Row, *, undone: bool = False, current: bool = False
    ) -> tuple[lr.LogEntry, ...]:
        traces = _traces(row.events)
        if isinstance(row.command, NotReplayed):
            return self._recovered(row, traces, undone=undone, current=current)
        if isinstance(row.command, Together):
            entry = entry_of_several(self._controller, row, row.command, traces)
            return (replace(entry, undone=undone, current=current),)
        if not traces:
            headline, result = self._described(row)
            entry = lr.LogEntry(row.id, headline, result, pr.Tone.QUIET, can_amend=False)
            return (replace(entry, undone=undone, current=current),)
        amendable = can_amend(row.command)
        last = len(traces) - 1
        return tuple(
            replace(
                self._entry(row.id, trace),
                undone=undone,
                current=current and at == last,
                can_amend=amendable,
            )
            for at, trace in enumerate(traces)
        )

    def _entry(self, row: int, trace: Trace) -> lr.LogEntry:
        def secret(one: Line | Step) -> str:
            side = self._controller.encounter.sides.get(one.for_side or "")
            if one.for_side is None:
                return ""
            name = one.for_side if side is None else side.name
            return _("(known to {side} only)").format(side=name)

        lines = [
            lr.LogLine(_line_words(line, secret(line)), signed(line.value), line.rule_id)
            for line in trace.lines
            if line.value
        ]
        if trace.lines and trace.total is not None:
            lines.append(lr.LogLine(_("Sum"), signed(trace.total)))
        for step in trace.steps:
            value = "" if step.after is None else str(step.after)
            if step.before is not None and step.after is not None:
                value = f"{step.before} \u2192 {step.after}"
            text = _joined(step.label, step.source, secret(step))
            marks = (step.struck, step.ringed)
            lines.append(lr.LogLine(text, minus(value), step.rule_id, step.faces, *marks))
        tone = pr.Tone(trace.tone) if trace.tone in set(pr.Tone) else pr.Tone.PLAIN
        shown = value_tables(trace.tables)
        return lr.LogEntry(row, trace.title, minus(trace.result), tone, tuple(lines), shown)

    def _recovered(
        self, row: Row, traces: list[Trace], *, undone: bool, current: bool
    ) -> tuple[lr.LogEntry, ...]:
        """Return the entries of a command that was read and not replayed: quiet, with its replies.

        Where it explained nothing itself it is called by what it was. A state may be laid after it.
        """
        laid = traces[-1:] if row.events and isinstance(row.events[-1], StateLaid) else []
        own = [self._entry(row.id, trace) for trace in traces[: len(traces) - len(laid)]]
        first, *rest = own or [lr.LogEntry(row.id, self._called(row))]
        first = replace(first, lines=(*first.lines, *map(reply_line, row.replies.filed)))
        text = _("read, not replayed")
        quiet = [
            replace(one, result=", ".join(filter(None, (one.result, text))), tone=pr.Tone.QUIET)
            for one in (first, *rest)
        ]
        quiet += [self._entry(row.id, trace) for trace in laid]
        last = len(quiet) - 1
        return tuple(
            replace(one, undone=undone, current=current and at == last, can_amend=False)
            for at, one in enumerate(quiet)
        )

    def _called(self, row: Row) -> str:
        """Call a command that was not replayed; to what state it was done is not known."""
        assert isinstance(row.command, NotReplayed)
        now, was = self._controller.session.history.state(row.id), row.command.command
        if was is None:
            return written_words(row.command, now)
        if isinstance(was, RawCommand):
            return kind_words(was, now)
        try:
            headline, result = describe(was, now, now, self._controller.system.board.levels)
        except MISPLAYED:  # what it names is not here
            return kind_words(was, now)
        return _joined(headline, result)

    def _described(self, row: Row) -> tuple[str, str]:
        history, system = self._controller.session.history, self._controller.system
        before, after = history.state(row.parent), history.state(row.id)
        if isinstance(row.command, SetStanding):
            key, policy = row.command.key, row.command.policy
            result = _("ask again") if policy is None else policy_words(system, key, policy)
            return standing_words(system, after, key), result
        return describe(row.command, before, after, system.board.levels)


def _traces(events: Iterable[Event]) -> list[Trace]:
    return [event.trace for event in events if isinstance(event, Explained)]


def _line_words(line: Line, secret: str) -> str:
    if line.off:
        return _("not counted: {line}").format(line=_joined(line.label, secret))
    return _joined(line.label, line.source, secret)


def _joined(*words: str) -> str:
    return "  ".join(filter(None, words))


# --- what was not played again -------------------------------------------------------------------


def kind_words(command: Command, now: Encounter) -> str:
    """Call a command by its kind and by whoever it was of."""
    actor = now.combatants.get(command.actor or "")
    who = command.actor if actor is None else actor.name
    kind = command.raw_kind if isinstance(command, RawCommand) else command.kind
    return named(kind, who or "")


def written_words(command: NotReplayed, now: Encounter) -> str:
    """Call a command that is no longer understood by what was written of it."""
    try:
        data = json.loads(command.data)
    except ValueError:
        data = None
    if not isinstance(data, dict):
        return _("A command")
    actor = str(data.get("actor") or "")
    one = now.combatants.get(actor)
    return named(str(data.get("kind", "")), actor if one is None else one.name)


def reply_line(reply: Reply | Correction) -> lr.LogLine:
    """Say what was rolled, or answered."""
    if isinstance(reply, Correction):
        return lr.LogLine(named(reply.command.kind, ""), _("before {key}").format(key=reply.before))
    if reply.answer is None:
        return lr.LogLine(reply.key, faces=reply.faces or ())
    return lr.LogLine(reply.key, _answer_words(reply.answer))


def _answer_words(answer: Answer) -> str:
    parts = [
        answer.option,
        *(f"{name} {value}" for name, value in answer.numbers.items()),
        "" if answer.cell is None else f"{answer.cell.x}, {answer.cell.y}",
        *answer.texts,
        "" if answer.command is None else named(answer.command.kind, ""),
    ]
    return ", ".join(filter(None, parts))


# --- as plain text ------------------------------------------------------------------------------


MOST_LINES: Final = 20


def log_lines(controller: Controller, most: int = MOST_LINES) -> tuple[str, ...]:
    """Return the last lines of the log, the newest last; why not, where they cannot be told."""
    try:
        entries = LogPresenter(controller).present()[-most:]
    except Exception as error:  # noqa: BLE001 the fault may be in the log itself
        return (f"{type(error).__name__}: {error}",)
    return tuple(" - ".join(filter(None, (one.headline, one.result))) for one in entries)


def lines_of_file(path: Path) -> tuple[str, ...]:
    """Return the last lines of the log in a fight's file."""
    try:
        found = read_file(path, find_system)
    except GridwarError as error:
        return (str(error),)
    return log_lines(Controller(Session(found.system, found.loaded)))
