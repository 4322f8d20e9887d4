"""Filling a menu: actions with keys of their own, switches of the view state, entries of lists."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QAction

from gridwar.control.settings.shortcuts import ActionInfo
from gridwar.control.state.view_state import Notice
from gridwar.errors import GridwarError

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QMenu

    from gridwar.ui.window.parts import Parts


class Entries:
    """Adds entries to one menu."""

    def __init__(self, parts: Parts, menu: QMenu) -> None:
        """Fill a menu of a window."""
        self.menu = menu
        self._parts = parts

    def action(
        self, action_id: str, words: str, keys: str, act: Callable[[], object], hint: str = ""
    ) -> QAction:
        """Add an action; the palette and the list of shortcuts then have it too.

        Args:
            action_id: Its group, a dot, its name: ``file.open``. Never changed: the user's keys and
                tests go by it.
            words: What the menu says.
            keys: The keys it has from the start, parted by bars: ``Ctrl+Shift+Z|Ctrl+Y``; or none.
            act: What it does; a `GridwarError` becomes a notice.
            hint: A sentence more, for the palette and the popover.
        """
        return self.add(self.info(action_id, words, keys, hint), act)

    def add(self, info: ActionInfo, act: Callable[[], object]) -> QAction:
        """Add an action whose record is made."""
        action = self._parts.window_actions.add(info, act)
        self.menu.addAction(action)
        return action

    def toggle(self, action_id: str, words: str, keys: str, name: str, hint: str = "") -> QAction:
        """Add an action that turns a field of the view state on and off.

        Args:
            action_id: As for `action`, like words, keys and hint.
            words: What the menu says.
            keys: The keys it has from the start.
            name: The field of `ViewState`.
            hint: A sentence more.
        """
        controller = self._parts.controller

        def follow() -> None:
            action.setChecked(bool(getattr(controller.view, name)))

        action = self.switch(
            self.info(action_id, words, keys, hint), lambda on: controller.show(**{name: on})
        )
        follow()
        controller.subscribe(follow)
        return action

    def switch(self, info: ActionInfo, act: Callable[[bool], object]) -> QAction:
        """Add an action that is on or off; the caller keeps its mark up to date."""
        action = self._parts.window_actions.add_toggle(info, act)
        self.menu.addAction(action)
        return action

    def offer(self, words: str, act: Callable[[], object]) -> QAction:
        """Add an entry of a list, such as a file or a sample: it has no key and is no action."""
        action = QAction(words, self.menu)

        def run(_checked: bool = False) -> None:
            try:
                act()
            except GridwarError as error:
                self._parts.controller.tell(Notice(str(error), tone="error"))

        action.triggered.connect(run)
        self.menu.addAction(action)
        return action

    def separate(self) -> None:
        """Part what follows from what stands above."""
        self.menu.addSeparator()

    def submenu(self, words: str) -> Entries:
        """Add a menu in the menu, to be filled."""
        return Entries(self._parts, self.menu.addMenu(words))

    def info(self, action_id: str, words: str, keys: str, hint: str = "") -> ActionInfo:
        """Return the record of an action; the menu's title is its group."""
        group = self.menu.title().replace("&", "")
        apart = tuple(key for key in keys.split("|") if key)
        return ActionInfo(action_id, words, group, apart, hint)
