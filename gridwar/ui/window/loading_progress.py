"""The progress of loading: a thin line at the top of the map, later a label with Cancel.

The map stays as it was; label and Cancel appear only when loading takes long.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QRectF, Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from gridwar.text import _
from gridwar.ui.style.colors import qcolor
from gridwar.ui.widgets.controls.buttons_and_switches import KeyButton
from gridwar.ui.widgets.controls.labels import label
from gridwar.ui.widgets.painting.themed_widgets import Painted, Themed, inset

if TYPE_CHECKING:
    from gridwar.ui.map.camera.map_view import MapView
    from gridwar.ui.style.theme import Theme
    from gridwar.ui.widgets.painting.themed_painter import ThemedPainter

LINE_PX = 2
WORDS_AFTER_MS = 300


class LoadLine(QObject):
    """Lies over the upper edge of the map.

    Signals: ``given_up()`` on its button.
    """

    given_up = Signal()

    def __init__(self, theme: Theme, over: MapView) -> None:
        super().__init__(over)
        self._over = over
        self._line = _Line(theme, over)
        self._plate = _Plate(theme, over)
        self._words = label("")
        self.cancel = KeyButton(theme, _("Cancel"), "quiet", self._plate)
        row = QHBoxLayout(self._plate)
        inset(row, theme, (14, 4, 4, 4), 8)
        row.addWidget(self._words)
        row.addWidget(self.cancel)
        self.cancel.clicked.connect(self.given_up)
        self._patience = QTimer(self, interval=WORDS_AFTER_MS, singleShot=True)
        self._patience.timeout.connect(self._show_words)
        over.resized.connect(self._place)
        self.hide()

    def show_progress(self, share: float, words: str) -> None:
        """Show the progress, 0 to 1, and what is being done."""
        self._line.share = share
        self._words.setText(words)
        if self._line.isHidden():
            self._line.show()
            self._line.raise_()
            self._patience.start()
        self._line.update()
        self._place()

    def hide(self) -> None:
        """Take it away."""
        self._patience.stop()
        self._line.hide()
        self._plate.hide()

    def set_theme(self, theme: Theme) -> None:
        """Take on another theme."""
        self._line.set_theme(theme)
        self._plate.set_theme(theme)

    def _show_words(self) -> None:
        self._plate.show()
        self._plate.raise_()
        self._place()

    def _place(self) -> None:
        theme, width = self._line.theme, self._over.width()
        self._line.setGeometry(0, 0, width, max(1, theme.px(LINE_PX)))
        self._plate.adjustSize()
        self._plate.move((width - self._plate.width()) // 2, theme.px(40))


class _Plate(QFrame, Themed):
    """What the words lie on."""

    def __init__(self, theme: Theme, over: QWidget) -> None:
        super().__init__(over)
        self.begin_theme(theme)
        self.setProperty("role", "popover")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)


class _Line(Painted):
    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.share = 0.0

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        painter.qpainter.fillRect(box, qcolor(painter.colors.line))
        done = QRectF(box.left(), box.top(), box.width() * self.share, box.height())
        painter.qpainter.fillRect(done, qcolor(painter.colors.accent))
