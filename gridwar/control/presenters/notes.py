"""Notes of the game master's: of the fight, and to a combatant; who has some bears a sign.

Owns what the page of notes shows, how a line is ticked, and the commands by which notes are kept.
Players see neither notes nor the sign (``players_record``).
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from gridwar.control.records.panel_records import Choice
from gridwar.engine.gm.combatant_commands import SetValue
from gridwar.engine.gm.side_and_setting_commands import MOST_NOTES, WriteNotes
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.control.controller.controller import Controller
    from gridwar.model.command import Command

OF_FIGHT: Final = ""
"""Whose notes those of the fight are."""
MOST_LETTERS: Final = MOST_NOTES
MOST_LEVELS: Final = 3
_TICK = re.compile(r"^(\s*[-*] )\[([ xX])\]( |$)")
_ITEM = re.compile(r"^(\s*[-*] )(.*)$")


class NotesView(Struct, frozen=True):
    """The page: whose notes it shows, whose it could, and the text."""

    whose: str
    places: tuple[Choice, ...]
    text: str


def present_notes(controller: Controller, whose: str) -> NotesView:
    """Return the notes of the fight or of a combatant; of the fight where that one is gone."""
    encounter = controller.encounter
    places = [Choice(OF_FIGHT, _("The fight"))]
    shown = dict.fromkeys((whose, *controller.view.selected[:1]))
    places += [Choice(one, encounter.combatants[one].name) for one in shown if one in encounter]
    if whose not in encounter:
        return NotesView(OF_FIGHT, tuple(places), encounter.notes)
    return NotesView(whose, tuple(places), encounter.combatants[whose].note)


def keep_notes(controller: Controller, whose: str, text: str) -> None:
    """Keep notes as they are written now: one entry of the log, and none where nothing changed."""
    if present_notes(controller, whose).text == text:
        return
    command: Command = WriteNotes(text=text)
    if whose in controller.encounter:
        command = SetValue(who=(whose,), field="note", value=json.dumps(text))
    elif whose:
        return  # whose notes they were has left the fight
    controller.submit(command)


# --- headings and ticks ---------------------------------------------------------------------------


def heading_level(line: str) -> int:
    """Return how deep a heading stands, 1 to 3; 0 for a line that is none."""
    marks = len(line) - len(line.lstrip("#"))
    return marks if 1 <= marks <= MOST_LEVELS and line[marks : marks + 1] == " " else 0


def tick_of(line: str) -> tuple[int, int, bool] | None:
    """Return where the box of a line stands (from, to) and whether it is ticked; None without."""
    found = _TICK.match(line)
    return None if found is None else (found.end(1), found.end(1) + 3, found[2] != " ")


def ticked(line: str) -> str:
    """Return a line with its box ticked, or not any more; one without a box gets an empty one."""
    found = tick_of(line)
    if found is not None:
        begin, end, is_ticked = found
        return f"{line[:begin]}[{' ' if is_ticked else 'x'}]{line[end:]}"
    item = _ITEM.match(line)
    if item is not None:
        return f"{item[1]}[ ] {item[2]}"
    inner = line.lstrip()
    return f"{line[: len(line) - len(inner)]}- [ ] {inner}"


def headed(line: str) -> str:
    """Return a line as a heading, as a smaller one, or as none any more."""
    level = heading_level(line)
    rest = line[level:].lstrip() if level else line.strip()
    return {0: f"# {rest}", 1: f"## {rest}"}.get(level, rest)


def next_line_begins(line: str) -> str | None:
    """Return what the line after one begins with in a list; None where the list ends there.

    A line of a list in which nothing is written ends it.
    """
    item = _ITEM.match(line)
    if item is None:
        return ""
    words = _TICK.sub("", line) if tick_of(line) else item[2]
    if not words.strip():
        return None
    return item[1] + ("[ ] " if tick_of(line) else "")
