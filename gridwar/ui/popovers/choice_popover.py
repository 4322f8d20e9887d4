"""A question to the GM about the fight itself, with a button for each way to go on.

Nothing has happened while it is open; Escape, its cross and Cancel leave everything as it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout

from gridwar.control.records.panel_records import KeyHint
from gridwar.text import _
from gridwar.ui.widgets.containers.popover_base import Popover
from gridwar.ui.widgets.controls.buttons_and_switches import IconButton, KeyButton
from gridwar.ui.widgets.controls.labels import label
from gridwar.ui.widgets.painting.themed_widgets import clear, inset

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QKeyEvent
    from PySide6.QtWidgets import QWidget

    from gridwar.ui.style.theme import Theme

_BUTTON_PX = 38


class ChoicePopover(Popover):
    """Asks one question at a time."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.setAccessibleName(_("Choice"))
        self._title = label("", "title", wrap=True)
        close = IconButton(theme, "x", _("Close"), self, 18)
        close.clicked.connect(self.cancelled)
        head = QHBoxLayout()
        inset(head, theme, (18, 10, 12, 4), 8)
        head.addWidget(self._title, 1)
        head.addWidget(close)
        self._words = label("", "second", wrap=True)
        body = QVBoxLayout()
        inset(body, theme, (18, 4, 18, 14), 14)
        body.addWidget(self._words)
        self._buttons = QHBoxLayout()
        inset(self._buttons, theme, (0, 0, 0, 0), 10)
        body.addLayout(self._buttons)
        self.rows.addLayout(head)
        self.rows.addLayout(body)
        self.cancelled.connect(self.hide)

    def told(self) -> tuple[str, tuple[KeyHint, ...]]:
        """Return what is asked and its keys: no button has Enter before Tab has come to it."""
        keys = (
            KeyHint(_("Tab"), _("choose")),
            KeyHint(_("Enter"), _("do it")),
            KeyHint(_("Esc"), _("cancel")),
        )
        return self._title.text(), keys

    def ask(self, title: str, words: str, ways: tuple[tuple[str, Callable[[], None]], ...]) -> None:
        """Ask, with one button for each way; the last is the usual one.

        Args:
            title: What is asked.
            words: What it would mean.
            ways: The words on each button, and what it does once the popover has gone.
        """
        self._title.setText(title)
        self._words.setText(words)
        clear(self._buttons)
        self._buttons.addStretch(1)
        self._add(_("Cancel"), "plain", self.cancelled.emit)
        for at, (said, act) in enumerate(ways, start=1):
            self._add(said, "primary" if at == len(ways) else "plain", act)
        self.show()
        self.fit()

    def _add(self, words: str, kind: str, act: Callable[[], None]) -> None:
        button = KeyButton(self.theme, words, kind, self)
        button.height_px = _BUTTON_PX
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(lambda: self._go(act))
        self._buttons.addWidget(button)
        button.show()

    def _go(self, act: Callable[[], None]) -> None:
        self.hide()
        act()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Press the button that has the keyboard with Enter; nothing is the usual one unasked."""
        has = self.focusWidget()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and isinstance(has, KeyButton):
            has.click()
            return
        super().keyPressEvent(event)
