"""A notice inside a popover or form: icon, text, rule ids and at most one button."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

from gridwar.control.records.panel_records import Tone
from gridwar.ui.style.icons import icon_pixmap
from gridwar.ui.style.tone_colors import tone_color
from gridwar.ui.widgets.controls.labels import label, show_words
from gridwar.ui.widgets.painting.themed_widgets import Themed, inset

if TYPE_CHECKING:
    from gridwar.ui.style.theme import Theme

_ICONS = {
    Tone.PLAIN: "info",
    Tone.QUIET: "info",
    Tone.GOOD: "circle-check",
    Tone.HARM: "circle-alert",
    Tone.WARN: "triangle-alert",
    Tone.INFO: "info",
}
_GROUNDS = {
    Tone.PLAIN: "info",
    Tone.QUIET: "info",
    Tone.GOOD: "ok",
    Tone.HARM: "danger",
    Tone.WARN: "warn",
    Tone.INFO: "info",
}


class NoticeBox(QFrame, Themed):
    """The plate; ``accepted()`` on its button."""

    accepted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.begin_theme(theme)
        self._tone = Tone.INFO
        self._icon = QLabel(self)
        self._words = label("", wrap=True)
        self._rules = label("", "rule")
        self.button = QPushButton(self)
        self.button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.button.clicked.connect(self.accepted)
        self.row = QHBoxLayout(self)
        inset(self.row, theme, (12, 6, 8, 6), 10)
        self.row.addWidget(self._icon)
        self.row.addWidget(self._words, 1)
        self.row.addWidget(self._rules)
        self.row.addWidget(self.button)

    def show_notice(
        self, words: str, tone: Tone, rule_ids: tuple[str, ...] = (), action: str = ""
    ) -> None:
        """Show words in a tone."""
        self._tone = tone
        self._words.setText(words)
        self.setAccessibleName(words)
        show_words(self._rules, ", ".join(rule_ids))
        self.button.setText(action)
        self.button.setVisible(bool(action))
        self.on_theme()

    def on_theme(self) -> None:
        """Colour ground and icon."""
        edge = self.theme.px(16)
        color = tone_color(self.theme.palette, self._tone)
        self._icon.setPixmap(icon_pixmap(_ICONS[self._tone], edge, color, self.devicePixelRatioF()))
        self._icon.setFixedSize(QSize(edge, edge))
        if self.property("notice") != _GROUNDS[self._tone]:
            self.setProperty("notice", _GROUNDS[self._tone])
            self.style().polish(self)
