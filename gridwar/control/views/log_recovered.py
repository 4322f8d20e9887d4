"""What the log says of commands that were read of a damaged file and not played again."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from gridwar.control.records import panel_records as pr
from gridwar.engine.play.outcome import Correction
from gridwar.model.raw import RawCommand
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.gm.recovered import NotReplayed
    from gridwar.engine.play.outcome import Reply
    from gridwar.model.command import Answer, Command
    from gridwar.model.encounter import Encounter


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
