"""Presentation mode: hides everything that is the GM's and restores it afterwards.

Owns hiding and restoring the window's parts. What the map itself leaves out is the scene
presenter's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.text import _
from gridwar.ui.style.tooltip_window import hide_tip

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from PySide6.QtWidgets import QWidget

    from gridwar.control.controller.controller import Controller
    from gridwar.ui.window.window_actions import WindowActions
    from gridwar.ui.window.window_columns import Columns

STILL_DONE: Final = frozenset(
    {
        "view.present",
        "view.fit",
        "view.zoom_in",
        "view.zoom_out",
        "view.actual",
        "view.center",
        "view.grid",
        "edit.undo",
        "edit.redo",
        "fight.next",
        "file.quit",
        "players.open",
        "players.hold",
        "players.blank",
        "players.handout_away",
    }
)
"""The actions that show nothing of the GM's, and so work in presentation too."""


class Presentation:
    """Switches one window to presentation and back, following the view state."""

    def __init__(
        self, controller: Controller, window_actions: WindowActions, columns: Columns
    ) -> None:
        """Begin outside of presentation."""
        self.is_on = False
        self._columns = columns
        self._window = columns.window
        self._controller = controller
        self._window_actions = window_actions
        self._hidden: list[QWidget] = []
        self.changed: Callable[[bool], None] = lambda _on: None
        """Called when presentation begins or ends."""

    def follow(self, others: Iterable[QWidget]) -> None:
        """Hide or show the window's parts as the view state says.

        Args:
            others: Parts beside the columns that are hidden too.
        """
        wanted = self._controller.view.presenting
        if wanted and not self.is_on:
            self._begin(others)
            self.changed(True)
        elif not wanted and self.is_on:
            self._end()
            self.changed(False)

    def _begin(self, others: Iterable[QWidget]) -> None:
        self.is_on = True
        window = self._window
        window.setProperty("presenting", True)
        self._window_actions.only = STILL_DONE
        window.setWindowTitle(_("Gridwar"))
        hide_tip()
        menus = window.menuWidget()
        self._columns.leave_map_alone(alone=True)
        parts = [*others]
        if menus is not None:
            parts.append(menus)
        self._hidden = [part for part in parts if not part.isHidden()]
        for part in self._hidden:
            part.hide()

    def _end(self) -> None:
        self.is_on = False
        self._window_actions.only = None
        for part in self._hidden:
            part.show()
        self._hidden = []
        self._window.setProperty("presenting", False)
        self._columns.leave_map_alone(alone=False)
