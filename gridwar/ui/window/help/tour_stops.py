"""What the tour says, step by step, and what it points at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.text import _
from gridwar.ui.window.help.tour import Stop

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from gridwar.ui.window.parts import Parts


def tour_stops(parts: Parts) -> tuple[Stop, ...]:
    """Return the steps; every one names the key as well."""
    return (*_of_a_turn(parts), *_of_the_window(parts))


def _of_a_turn(parts: Parts) -> tuple[Stop, ...]:
    return (
        Stop(
            lambda: parts.map,
            _("This is the table"),
            _(
                "Drag a token to move it: the map shows how far it gets and what may strike at it. "
                "The wheel zooms, the right button or a held Space moves the map. "
                "Ctrl+Z takes anything back, dice and damage too."
            ),
        ),
        Stop(
            lambda: _in_front(parts, "order"),
            _("Who acts when"),
            _(
                "The one with the turn is marked. N goes on to the next. Drag a line to change the "
                "order; a right click on it does the rest."
            ),
        ),
        Stop(
            lambda: _in_front(parts, "actions"),
            _("What can be done"),
            _(
                "Choose an action by click or by its letter, then click the target. What the rules "
                "forbid says why, and you can do it anyway: you are above the rules."
            ),
        ),
        Stop(
            lambda: _in_front(parts, "card"),
            _("The combatant"),
            _(
                "Type \u22127 or +4 at any time to change points of those selected. A double click "
                "on a token opens its whole sheet."
            ),
        ),
    )


def _of_the_window(parts: Parts) -> tuple[Stop, ...]:
    return (
        Stop(
            lambda: parts.rail,
            _("Tools"),
            _(
                "Measure, lay templates and lines, paint ground and walls. Each has a letter; Esc "
                "puts it down."
            ),
        ),
        Stop(
            lambda: _in_front(parts, "log"),
            _("Everything is written down"),
            _(
                "Each number with its reason and its rule. A click on a node goes back to there, "
                "the pencil changes what was done, with the same dice. This log is the file: "
                "nothing has to be saved."
            ),
        ),
        Stop(
            lambda: parts.top,
            _("Nothing to remember"),
            _(
                "Ctrl+K finds anything by a few letters, F1 shows every key and lets you change "
                "it. F11 hides all that is yours while players look. File, Open or a map dropped "
                "here begins your own fight."
            ),
        ),
    )


def _in_front(parts: Parts, key: str) -> QWidget:
    """Bring a panel to the front of its tabs and return it."""
    dock = parts.docks.docks[key]
    if not dock.isHidden():
        dock.raise_()
    return dock
