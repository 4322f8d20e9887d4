"""What stands where there is nothing to list: one sentence, and one button that helps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QAbstractScrollArea, QVBoxLayout, QWidget

from gridwar.text import _
from gridwar.ui.widgets.controls.buttons_and_switches import KeyButton
from gridwar.ui.widgets.controls.labels import label
from gridwar.ui.widgets.painting.themed_widgets import ThemedWidget, inset

if TYPE_CHECKING:
    from gridwar.ui.style.theme import Theme

_INSETS = (14, 8, 14, 12)
_BUTTON_PX = 34


class EmptyNote(ThemedWidget):
    """The sentence and the button; ``wanted()`` when that is pressed.

    Over a list it lies at the top of what the list shows.
    """

    wanted = Signal()

    def __init__(self, theme: Theme, over: QWidget) -> None:
        """Make one that says nothing yet.

        Args:
            theme: How it looks.
            over: The list that may be empty, or the widget in whose layout it will be.
        """
        port = over.viewport() if isinstance(over, QAbstractScrollArea) else None
        super().__init__(theme, port or over)
        self._words = label("", "note", wrap=True)
        self.button = KeyButton(theme, "", "plain", self)
        self.button.height_px = _BUTTON_PX
        self.button.clicked.connect(self.wanted)
        self._rows = QVBoxLayout(self)
        inset(self._rows, theme, _INSETS, 10)
        self._rows.addWidget(self._words)
        self._rows.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeft)
        if port is not None:
            above = QVBoxLayout(port)
            inset(above, theme, (0, 0, 0, 0), 0)
            above.addWidget(self)
            above.addStretch(1)
        self.say("")

    @property
    def words(self) -> str:
        """The sentence that is shown; empty where there is something to list."""
        return "" if self.isHidden() else self._words.text()

    def say(self, words: str, button: str = "", key: str = "") -> None:
        """Show a sentence, or make way for what there is.

        Args:
            words: The sentence; empty for none.
            button: What the button says; empty for no button.
            key: The key that does the same.
        """
        self._words.setText(words)
        self.button.set_words(button, key)
        self.button.setAccessibleName(button or _("Show what there is"))
        self.button.setVisible(bool(button))
        self.setVisible(bool(words))

    def on_theme(self) -> None:
        """Measure again, in the new scale."""
        inset(self._rows, self.theme, _INSETS, 10)
        super().on_theme()
