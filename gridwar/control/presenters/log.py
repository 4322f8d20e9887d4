"""The log as records: a headline for each thing that happened, the reasons below it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control import panel_records as pr
from gridwar.control.presenters.words import signed
from gridwar.engine import gm
from gridwar.model.events import Explained
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gridwar.control.controller import Controller
    from gridwar.engine.journal import Row
    from gridwar.model.combatant import Combatant
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from gridwar.model.trace import Trace


class LogPresenter:
    """Makes the log; the entries of a row are made once, since rows never change."""

    def __init__(self, controller: Controller) -> None:
        """Present a controller's fight."""
        self._controller = controller
        self._made: dict[tuple[int, bool, bool], tuple[pr.LogEntry, ...]] = {}

    def present(self) -> tuple[pr.LogEntry, ...]:
        """Return the entries from the first to the tip, what is undone marked so."""
        session = self._controller.session
        position = session.position
        line = session.history.line(position.tip)
        past = {row.id for row in session.history.line(position.cursor)}
        found: list[pr.LogEntry] = []
        for row in line:
            undone, current = row.id not in past, row.id == position.cursor
            key = (row.id, undone, current)
            if key not in self._made:
                self._made[key] = self._entries(row, undone=undone, current=current)
            found.extend(self._made[key])
        for opened in session.open:
            if opened.asking is not None:
                found.extend(self._open_entries(opened.row, opened.asking.events))
        return tuple(found)

    def _entries(self, row: Row, *, undone: bool, current: bool) -> tuple[pr.LogEntry, ...]:
        traces = [event.trace for event in row.events if isinstance(event, Explained)]
        if not traces:
            before = self._controller.session.history.state(row.parent)
            after = self._controller.session.history.state(row.id)
            headline, result = describe(row.command, before, after)
            return (
                pr.LogEntry(row.id, headline, result, "quiet", undone=undone, current=current),
            )
        amendable = not isinstance(row.command, gm.GmCommand)
        return tuple(
            _entry(row.id, trace, undone=undone, current=current and at == len(traces) - 1,
                   first=at == 0, amendable=amendable)
            for at, trace in enumerate(traces)
        )  # fmt: skip

    def _open_entries(self, row: Row, events: tuple[object, ...]) -> list[pr.LogEntry]:
        traces = [event.trace for event in events if isinstance(event, Explained)]
        return [
            _entry(row.id, trace, undone=False, current=False, first=at == 0, amendable=False)
            for at, trace in enumerate(traces)
        ]


def _entry(  # noqa: PLR0913 each is a mark of its own
    row: int, trace: Trace, *, undone: bool, current: bool, first: bool, amendable: bool
) -> pr.LogEntry:
    tones: dict[str, pr.Tone] = {"good": "good", "harm": "harm", "quiet": "quiet"}
    lines = [
        pr.LogLine(
            f"{line.label}  {line.source}".strip() if line.source else line.label,
            signed(line.value),
            line.rule_id,
            off=line.off,
        )
        for line in trace.lines
    ]
    if trace.lines and trace.total is not None:
        lines.append(pr.LogLine(_("Sum"), signed(trace.total)))
    for step in trace.steps:
        value = "" if step.after is None else str(step.after)
        if step.before is not None and step.after is not None:
            value = f"{step.before} \u2192 {step.after}"
        lines.append(pr.LogLine(
            f"{step.label}  {step.source}".strip(), value, step.rule_id, step.faces
        ))  # fmt: skip
    return pr.LogEntry(
        row, trace.title, trace.result, tones.get(trace.tone, "plain"), tuple(lines), undone,
        current, first, amendable,
    )  # fmt: skip


def describe(command: Command, before: Encounter, after: Encounter) -> tuple[str, str]:
    """Return headline and result of a command of the GM's that explains nothing itself."""
    match command:
        case gm.AddCombatants(combatants=them):
            return _("{names} joins the fight").format(names=_names(them)), ""
        case gm.RemoveCombatants(who=who):
            gone = [before.combatants[one] for one in who if one in before]
            return _("{names} leaves the fight").format(names=_names(gone)), ""
        case gm.Place(to=places):
            them = [after.combatants[who] for who, _cell in places if who in after]
            return _("GM puts {names} elsewhere").format(names=_names(them)), ""
        case gm.ChangePool(who=who):
            them = [after.combatants[one] for one in who if one in after]
            return _("GM: points of {names}").format(names=_names(them)), _pool_words(command)
        case gm.SetValue(who=who, field=field, value=value):
            them = [after.combatants[one] for one in who if one in after]
            return _("GM sets {field} of {names}").format(
                field=field.rsplit(".", 1)[-1], names=_names(them)
            ), value
        case gm.AddEffect(who=who, effect=effect):
            them = [after.combatants[one] for one in who if one in after]
            return f"{_names(them)}: {effect.name}", _("begins")
        case gm.EndEffect(who=who, effect=name):
            them = [after.combatants[one] for one in who if one in after]
            return f"{_names(them)}: {name}", _("ends")
        case gm.ChooseSwitch(name=name, value=value):
            return _("House rule {name}").format(name=name), value
        case gm.SetStanding(key=key, policy=policy):
            return _("Standing answer {key}").format(key=key), policy or _("ask again")
        case gm.LayMap():
            return _("Map changed"), ""
        case _:
            return command.kind.replace("_", " ").capitalize(), ""


def _pool_words(command: gm.ChangePool) -> str:
    if command.to is not None:
        return f"= {command.to}"
    if command.divide_by is not None:
        return f"/ {command.divide_by}"
    return signed(command.add)


def _names(them: Iterable[Combatant]) -> str:
    return ", ".join(one.name for one in them)
