"""Words and hairlines between widgets: labels by role, headings, panel titles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QWidget

from gridwar.ui.widgets.controls.buttons_and_switches import IconButton
from gridwar.ui.widgets.painting.themed_painter import (
    LABEL,
    NOTE,
    PANEL,
    TITLE,
    ThemedPainter,
    Voice,
    advance,
)
from gridwar.ui.widgets.painting.themed_widgets import Painted, ThemedWidget, inset

if TYPE_CHECKING:
    from gridwar.ui.style.theme import Theme


def label(words: str = "", role: str = "", *, wrap: bool = False) -> QLabel:
    """Return a label with a role of the style sheet (``title``, ``note``, ``quiet``, ...)."""
    made = QLabel(words)
    made.setTextFormat(Qt.TextFormat.PlainText)
    if role:
        made.setProperty("role", role)
    if wrap:
        made.setWordWrap(True)
        made.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
    return made


def show_words(made: QLabel, words: str) -> None:
    """Show words in a label, and hide it when there are none."""
    if made.text() != words:
        made.setText(words)
    made.setVisible(bool(words))


def hairline() -> QFrame:
    """Return a line one pixel thick."""
    made = QFrame()
    made.setProperty("role", "hairline")
    made.setFixedHeight(1)
    return made


class PanelTitle(ThemedWidget):
    """The head of a panel: its title in serif, a note beside it, icon buttons at the right."""

    voice: Voice = PANEL
    insets = (14, 5, 8, 5)

    def __init__(self, theme: Theme, words: str, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._title = _Title(theme, words, self.voice, self)
        self._row = QHBoxLayout(self)
        inset(self._row, theme, self.insets, 0)
        self._row.addWidget(self._title, 1)

    def add(self, icon: str, words: str) -> IconButton:
        """Add an icon button at the right end."""
        button = IconButton(self.theme, icon, words, self)
        self._row.addWidget(button)
        return button

    def show_note(self, words: str) -> None:
        """Show a quiet note beside the title."""
        self._title.note = words
        self._title.update()

    def on_theme(self) -> None:
        """Measure again, in the new scale."""
        inset(self._row, self.theme, self.insets, 0)
        super().on_theme()


class SheetTitle(PanelTitle):
    """The head of a sheet that floats over the map, as on all of them."""

    voice: Voice = TITLE
    insets = (18, 10, 12, 8)


class _Title(Painted):
    def __init__(self, theme: Theme, words: str, voice: Voice, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.words = words
        self._voice = voice
        self.note = ""

    def sizeHint(self) -> QSize:
        return QSize(
            round(advance(self.words, self._voice, self.theme)) + 1, self.theme.px(TITLE_PX)
        )

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        width = painter.text(box, self.words, self._voice, painter.colors.text)
        painter.text(
            box.adjusted(width + painter.px(8), 0, 0, 0), self.note, NOTE, painter.colors.text3
        )


TITLE_PX = 28


class Heading(Painted):
    """The words above a group of widgets, with a hairline to the right edge."""

    height_px, side_px = 26, 8

    def __init__(self, theme: Theme, words: str, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._words = words

    def sizeHint(self) -> QSize:
        """Return a height of its own."""
        return QSize(self.theme.px(100), self.theme.px(self.height_px))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw the words."""
        side = painter.px(self.side_px)
        draw_heading(painter, box.adjusted(side, 0, -side, 0), self._words)


def draw_heading(painter: ThemedPainter, box: QRectF, words: str) -> None:
    """Draw a separator: quiet words, then a hairline to the right edge."""
    width = painter.text(box, words, LABEL, painter.colors.text3)
    painter.hairline(box.left() + width + painter.px(8), box.right(), box.center().y())
