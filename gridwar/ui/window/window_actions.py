"""The actions of a window (`QAction`): what can be done by key, with the keys each has now.

Owns how a key reaches its action. Chords are shortcuts of Qt. A plain key (a letter, Home, Delete)
goes first to the widget with the keyboard focus, then to the active tool, then to its action.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtGui import QAction, QKeySequence

from gridwar.control.shortcuts import ActionInfo, Shortcuts, is_plain
from gridwar.control.state.view_state import Notice
from gridwar.errors import GridwarError
from gridwar.ui.style.tooltips import set_tip

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QKeyEvent
    from PySide6.QtWidgets import QWidget

    from gridwar.control.controller.controller import Controller


class WindowActions:
    """Everything that can be done by key in one window."""

    def __init__(self, window: QWidget, controller: Controller, shortcuts: Shortcuts) -> None:
        """Begin without actions; they belong to the window."""
        self.shortcuts = shortcuts
        self.only: frozenset[str] | None = None
        """Ids of the only actions that work now, as in presentation; None for all."""
        self._window = window
        self._controller = controller
        self._actions: dict[str, QAction] = {}

    def add(self, info: ActionInfo, act: Callable[[], object]) -> QAction:
        """Add an action and return it, for a menu or a button.

        Args:
            info: Its id, words and keys.
            act: What it does; a `GridwarError` becomes a notice.
        """
        action = self._make(info)
        action.triggered.connect(lambda _checked=False: self._tried(info.id, act))
        return action

    def add_toggle(self, info: ActionInfo, act: Callable[[bool], object]) -> QAction:
        """Add an action that is on or off; the caller keeps its mark up to date."""
        action = self._make(info)
        action.setCheckable(True)

        def run(on: bool) -> None:
            if not self._tried(info.id, lambda: act(on)):
                action.setChecked(not on)

        action.triggered.connect(run)
        return action

    def rename(self, action_id: str, words: str) -> None:
        """Rename an action after what it does now."""
        info = self.shortcuts.info(action_id)
        if info.words != words:
            self.shortcuts.add(replace(info, words=words))
            self._apply(self.shortcuts.info(action_id))

    def action(self, action_id: str) -> QAction:
        """Return an action by its id."""
        return self._actions[action_id]

    def press(self, event: QKeyEvent) -> bool:
        """Trigger the action of a plain key that nothing else used; return whether there is one."""
        key = key_words(event)
        holder = self.shortcuts.holder(key) if is_plain(key) else None
        if holder is None:
            return False
        action = self._actions[holder.id]
        if action.isEnabled():
            action.trigger()
        return True

    def apply_keys(self) -> None:
        """Give every action the keys it has now."""
        for info in self.shortcuts:
            self._apply(info)

    def shown_key(self, action_id: str) -> str:
        """Return the first key of an action, by its native name; empty where it has none."""
        return native(next(iter(self.shortcuts.keys(action_id)), ""))

    def _make(self, info: ActionInfo) -> QAction:
        info = replace(info, keys=tuple(spelled(key) for key in info.keys))
        self.shortcuts.add(info)
        action = QAction(info.words, self._window)
        self._actions[info.id] = action
        self._window.addAction(action)
        self._apply(info)
        return action

    def _apply(self, info: ActionInfo) -> None:
        keys = self.shortcuts.keys(info.id)
        action = self._actions[info.id]
        action.setShortcuts([QKeySequence(key) for key in keys if not is_plain(key)])
        shown = self.shown_key(info.id)
        is_chord = bool(keys) and not is_plain(keys[0])
        action.setText(info.words if is_chord or not shown else f"{info.words}\t{shown}")
        words = info.words.replace("\u2026", "").strip()
        set_tip(action, words, shown)
        action.setStatusTip(info.hint)

    def _tried(self, action_id: str, act: Callable[[], object]) -> bool:
        """Run an action unless it is switched off now; return whether it succeeded."""
        if self.only is not None and action_id not in self.only:
            return False
        return tried(self._controller, act)


def tried(controller: Controller, act: Callable[[], object]) -> bool:
    """Do something, and tell a `GridwarError` as a notice; return whether it succeeded."""
    try:
        act()
    except GridwarError as error:
        controller.tell(Notice(str(error), tone="error"))
        return False
    return True


def key_words(event: QKeyEvent) -> str:
    """Return a pressed key as portable text, such as ``Ctrl+Shift+Z``."""
    return QKeySequence(event.keyCombination()).toString(QKeySequence.SequenceFormat.PortableText)


def spelled(key: str) -> str:
    """Return the portable spelling of a key: ``Del`` for ``Delete``."""
    return QKeySequence(key).toString(QKeySequence.SequenceFormat.PortableText)


def native(key: str) -> str:
    """Return the native name of a key on this platform."""
    return QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)
