"""The log as records: a headline for each thing that happened, the reasons below it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridwar.control.forms.house_rules_form import choice_words, field_words, switch_words
from gridwar.control.records import panel_records as pr
from gridwar.control.session.timeline import can_amend
from gridwar.control.texts.text_format import minus, signed, value_tables
from gridwar.control.views.log_edits import describe_combatants, describe_edit, describe_posture
from gridwar.control.views.standing_answers import policy_words, standing_words
from gridwar.engine.gm import commands
from gridwar.engine.gm.recovered import NotReplayed
from gridwar.engine.play.outcome import Correction
from gridwar.engine.session.showable import MISPLAYED
from gridwar.model.combatant import is_instance
from gridwar.model.event import StateLaid
from gridwar.model.events import Explained
from gridwar.model.raw import RawCommand
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

    from gridwar.control.controller.controller import Controller
    from gridwar.engine.kit.measuring import Levels
    from gridwar.engine.play.outcome import Reply
    from gridwar.engine.session.journal import Row
    from gridwar.model.combatant import Combatant
    from gridwar.model.command import Answer, Command
    from gridwar.model.encounter import Encounter
    from gridwar.model.event import Event
    from gridwar.model.trace import Line, Step, Trace


class LogPresenter:
    """Makes the log; the entries of a row are made once, since rows never change."""

    def __init__(self, controller: Controller) -> None:
        """Present a controller's fight."""
        self._controller = controller
        self._made: dict[Hashable, tuple[pr.LogEntry, ...]] = {}
        self._headlines: dict[int, str] = {}

    def present(self) -> tuple[pr.LogEntry, ...]:
        """Return the entries from the first to the tip, what is undone marked so."""
        session = self._controller.session
        position = session.position
        past = {row.id for row in session.history.line(position.cursor)}
        line = session.history.line(position.tip)
        branches = self._branches(line)
        found: list[pr.LogEntry] = []
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

    def _branches(self, line: tuple[Row, ...]) -> dict[int, tuple[pr.LogBranch, ...]]:
        """Return what was once done instead of the rows of a line, by the row it gave way to."""
        history = self._controller.session.history
        shown, instead_of = {row.id for row in line}, {row.parent: row.id for row in line}
        found: dict[int, tuple[pr.LogBranch, ...]] = {}
        for row in history.rows.values():
            if row.id in shown or row.is_open or row.parent not in instead_of:
                continue
            if row.id not in self._headlines:
                self._headlines[row.id] = self._entries(row)[0].headline
            text = _("instead: {what}").format(what=self._headlines[row.id])
            branch = pr.LogBranch(history.newest_tip(row.id), text)
            beside = instead_of[row.parent]
            found[beside] = (*found.get(beside, ()), branch)
        return found

    def _entries(
        self, row: Row, *, undone: bool = False, current: bool = False
    ) -> tuple[pr.LogEntry, ...]:
        traces = _traces(row.events)
        if isinstance(row.command, NotReplayed):
            return self._recovered(row, traces, undone=undone, current=current)
        if not traces:
            headline, result = self._described(row)
            entry = pr.LogEntry(row.id, headline, result, pr.Tone.QUIET, can_amend=False)
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

    def _entry(self, row: int, trace: Trace) -> pr.LogEntry:
        def secret(one: Line | Step) -> str:
            side = self._controller.encounter.sides.get(one.for_side or "")
            if one.for_side is None:
                return ""
            name = one.for_side if side is None else side.name
            return _("(known to {side} only)").format(side=name)

        lines = [
            pr.LogLine(_line_words(line, secret(line)), signed(line.value), line.rule_id)
            for line in trace.lines
            if line.value
        ]
        if trace.lines and trace.total is not None:
            lines.append(pr.LogLine(_("Sum"), signed(trace.total)))
        for step in trace.steps:
            value = "" if step.after is None else str(step.after)
            if step.before is not None and step.after is not None:
                value = f"{step.before} \u2192 {step.after}"
            text = _joined(step.label, step.source, secret(step))
            marks = (step.struck, step.ringed)
            lines.append(pr.LogLine(text, minus(value), step.rule_id, step.faces, *marks))
        tone = pr.Tone(trace.tone) if trace.tone in set(pr.Tone) else pr.Tone.PLAIN
        shown = value_tables(trace.tables)
        return pr.LogEntry(row, trace.title, minus(trace.result), tone, tuple(lines), shown)

    def _recovered(
        self, row: Row, traces: list[Trace], *, undone: bool, current: bool
    ) -> tuple[pr.LogEntry, ...]:
        """Return the entries of a command that was read and not replayed: quiet, with its replies.

        Where it explained nothing itself it is called by what it was. A state may be laid after it.
        """
        laid = traces[-1:] if row.events and isinstance(row.events[-1], StateLaid) else []
        own = [self._entry(row.id, trace) for trace in traces[: len(traces) - len(laid)]]
        first, *rest = own or [pr.LogEntry(row.id, self._called(row))]
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
        if isinstance(row.command, commands.SetStanding):
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


def describe(  # noqa: C901 a line a command
    command: Command, before: Encounter, after: Encounter, levels: Levels = ()
) -> tuple[str, str]:
    """Return headline and result of a command of the GM's that explains nothing itself.

    Args:
        command: What was done.
        before: The fight before it.
        after: The fight after it.
        levels: The levels of the system, if it counts height in them.
    """
    described = describe_combatants(command, before, after)
    described = described or describe_posture(command, after, levels)
    if described is not None:
        return described
    match command:
        case commands.RemoveCombatants(who=who):
            names = _known(before, who)
            return _("{names} leaves the fight").format(names=names), ""
        case commands.Place(to=places):
            names = _known(after, [who for who, _cell in places])
            return _("GM puts {names} elsewhere").format(names=names), ""
        case commands.ChangePool(who=who):
            names = _known(after, who)
            return _("GM: points of {names}").format(names=names), _pool_words(command)
        case commands.SetValue(who=who, field=field, value=value):
            last = field.rsplit(".", 1)[-1]
            text = _("GM sets {field} of {names}")
            return text.format(field=last, names=_known(after, who)), value
        case commands.AddEffect(who=who, effect=effect):
            return f"{_known(after, who)}: {effect.name}", _("begins")
        case commands.EndEffect(who=who, effect=effect_id):
            return f"{_known(after, who)}: {_effect_name(before, who, effect_id)}", _("ends")
        case commands.ChooseSwitch(name=name, value=value):
            title = _("House rule: {name}").format(name=switch_words(name))
            return title, choice_words(_chosen(json.loads(value), getattr(before.switches, name)))
        case commands.SetSetting(name=name, value=value):
            called = field_words(before.settings, name)
            title = _("Setting of this fight: {name}").format(name=called)
            return title, choice_words(_chosen(json.loads(value), getattr(before.settings, name)))
        case commands.LayMap():
            return _("Another map is laid"), ""
        case _:
            words = describe_edit(command, before, after)
            if words is not None:
                return words
            return _turn_words(command, before, after), ""


def _chosen(value: object, before: object) -> object:
    """Return what was chosen of a house rule: of a table only the rows that are other ones now."""
    if not (isinstance(value, Mapping) and isinstance(before, Mapping)):
        return value
    return {name: one for name, one in value.items() if before.get(name) != one}


def _turn_words(command: Command, before: Encounter, after: Encounter) -> str:
    """Return a headline for a command of which nothing else is known: whose turn, who did what."""
    turn = after.combatants.get(after.turn or "")
    if after.turn != before.turn and turn is not None:
        return _("{name}'s turn").format(name=turn.name)
    ended = before.combatants.get(before.turn or "")
    if after.turn != before.turn and ended is not None:
        return _("{name}'s turn is over").format(name=ended.name)
    words = command.kind.rpartition(".")[2].replace("_", " ")
    actor = after.combatants.get(command.actor or "")
    return words.capitalize() if actor is None else f"{actor.name}: {words}"


def _pool_words(command: commands.ChangePool) -> str:
    if command.to is not None:
        return f"= {command.to}"
    if command.divide_by is not None:
        return f"/ {command.divide_by}"
    return signed(command.add)


def _names(them: Iterable[Combatant]) -> str:
    return ", ".join(one.name for one in them)


def _effect_name(encounter: Encounter, who: tuple[str, ...], effect: str) -> str:
    """Return what an effect that somebody has is called; its id where nobody has it."""
    people = (encounter.combatants[one] for one in who if one in encounter.combatants)
    found = (each for one in people for each in one.effects if is_instance(each.id, effect))
    return next((each.name for each in found), effect)


def _known(encounter: Encounter, ids: Iterable[str]) -> str:
    return _names(encounter.combatants[who] for who in ids if who in encounter)


# --- what was not played again -------------------------------------------------------------------


def kind_words(command: Command, now: Encounter) -> str:
    """Call a command by its kind and by whoever it was of."""
    actor = now.combatants.get(command.actor or "")
    who = command.actor if actor is None else actor.name
    kind = command.raw_kind if isinstance(command, RawCommand) else command.kind
    return _named(kind, who or "")


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
    return _named(str(data.get("kind", "")), actor if one is None else one.name)


def reply_line(reply: Reply | Correction) -> pr.LogLine:
    """Say what was rolled, or answered."""
    if isinstance(reply, Correction):
        return pr.LogLine(
            _named(reply.command.kind, ""), _("before {key}").format(key=reply.before)
        )
    if reply.answer is None:
        return pr.LogLine(reply.key, faces=reply.faces or ())
    return pr.LogLine(reply.key, _answer_words(reply.answer))


def _answer_words(answer: Answer) -> str:
    parts = [
        answer.option,
        *(f"{name} {value}" for name, value in answer.numbers.items()),
        "" if answer.cell is None else f"{answer.cell.x}, {answer.cell.y}",
        *answer.texts,
        "" if answer.command is None else _named(answer.command.kind, ""),
    ]
    return ", ".join(filter(None, parts))


def _named(kind: str, who: str) -> str:
    words = kind.rpartition(".")[2].replace("_", " ")
    return f"{who}: {words}" if who else words.capitalize()
