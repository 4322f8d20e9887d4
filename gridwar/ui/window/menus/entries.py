"""Filling a menu of Qt: actions with keys of their own, switches, entries of lists."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QAction

from gridwar.control.settings import ActionInfo
from gridwar.control.state.view_state import Notice
from gridwar.errors import GridwarError
from gridwar.ui.window.actions import native

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QMenu

    from gridwar.ui.window.parts import Parts


class Entries:
    """Adds entries to one menu."""

    def __init__(self, parts: Parts, menu: QMenu) -> None:
        """Fill a menu of a window."""
        self.menu = menu
        self.parts = parts

    def add(self, info: ActionInfo, act: Callable[[], object]) -> QAction:
        """Add an action; the palette and the list of shortcuts then have it too.

        Args:
            info: Its id, words and keys.
            act: What it does; a `GridwarError` becomes a notice.
        """
        action = self.parts.window_actions.add(info, act)
        self.menu.addAction(action)
        return action

    def switch(self, info: ActionInfo, act: Callable[[bool], object]) -> QAction:
        """Add an action that is on or off; the caller keeps its mark up to date."""
        action = self.parts.window_actions.add_toggle(info, act)
        self.menu.addAction(action)
        return action

    def offer(self, words: str, act: Callable[[], object], key_of: str = "") -> QAction:
        """Add an entry that is no action and has no key, such as a file, a sample, a side.

        Args:
            words: What the menu says.
            act: What it does; a `GridwarError` becomes a notice.
            key_of: The action that does the same, whose key is shown beside it.
        """
        keys = self.parts.window_actions.shortcuts.keys(key_of) if key_of else ()
        action = QAction(f"{words}\t{native(keys[0])}" if keys else words, self.menu)

        def run(_checked: bool = False) -> None:
            try:
                act()
            except GridwarError as error:
                self.parts.controller.tell(Notice(str(error), tone="error"))

        action.triggered.connect(run)
        self.menu.addAction(action)
        return action

    def separate(self) -> None:
        """Part what follows from what stands above."""
        self.menu.addSeparator()

    def submenu(self, words: str) -> Entries:
        """Add a menu in the menu, to be filled."""
        return Entries(self.parts, self.menu.addMenu(words))

    def info(self, action_id: str, words: str, keys: str, hint: str = "") -> ActionInfo:
        """Return the record of an action; the menu's title is its group."""
        group = self.menu.title().replace("&", "")
        apart = tuple(key for key in keys.split("|") if key)
        return ActionInfo(action_id, words, group, apart, hint)
