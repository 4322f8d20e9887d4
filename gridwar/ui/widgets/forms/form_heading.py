"""The heading of a part of a form: it folds, says in a word what is below it, and what can be done.

What is done is only reported.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from gridwar.ui.style.colors import qcolor
from gridwar.ui.style.tooltips import set_tip
from gridwar.ui.widgets.controls.buttons_and_switches import IconButton
from gridwar.ui.widgets.forms.form_field import WrongLine
from gridwar.ui.widgets.painting.themed_painter import NOTE, RIGHT, STRONG
from gridwar.ui.widgets.painting.themed_widgets import PaintedButton, ThemedWidget, inset

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QPaintEvent

    from gridwar.control.records.form_records import FieldView
    from gridwar.ui.style.theme import Theme
    from gridwar.ui.widgets.painting.themed_painter import ThemedPainter

HEIGHT_PX = 32
_SMALL_PX = 20
_SIGN_PX = 20


class FormHeading(ThemedWidget):
    """One heading; ``acted(key, act, choice)``."""

    acted = Signal(str, str, str)

    def __init__(self, theme: Theme, view: FieldView, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.view = view
        self.heading = _Heading(theme, view, self)
        self._wrong = WrongLine(theme, self)
        self.buttons: dict[str, IconButton] = {}
        row = QHBoxLayout()
        row.setSpacing(0)
        row.addWidget(self.heading, 1)
        for act in view.acts:
            button = IconButton(theme, act.icon, act.text, self, 16)
            button.clicked.connect(lambda _on=False, at=act.id: self._do(at))
            self.buttons[act.id] = button
            row.addWidget(button)
        rows = QVBoxLayout(self)
        inset(rows, theme, (0, 0, 0, 0), 0)
        rows.addLayout(row)
        rows.addWidget(self._wrong)
        self.heading.clicked.connect(lambda: self._do("fold"))
        self.show_view(view)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the hairline above it, below what can be done to it too."""
        super().paintEvent(event)
        if not self.view.bare:
            painter = QPainter(self)
            painter.fillRect(0, 0, self.width(), 1, qcolor(self.theme.palette.line))
            painter.end()

    def show_view(self, view: FieldView) -> None:
        """Show what has changed of it: words and errors."""
        self.view = view
        self.heading.show_view(view)
        self._wrong.show_problem(view.error, "")

    def _do(self, act: str) -> None:
        if act != "fold" or self.view.folded is not None:
            self.acted.emit(self.view.key, act, "")


class _Heading(PaintedButton):
    """The words of a section, with an arrow where it folds."""

    def __init__(self, theme: Theme, view: FieldView, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._view = view
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        folds = view.folded is not None
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if folds else Qt.FocusPolicy.NoFocus)

    def show_view(self, view: FieldView) -> None:
        """Show other words."""
        self._view = view
        self.setAccessibleName(view.label)
        self.setAccessibleDescription(view.hint)
        set_tip(self, view.hint)
        self.update()

    def sizeHint(self) -> QSize:
        height = _SMALL_PX if self._view.bare else HEIGHT_PX
        return QSize(self.theme.px(60), self.theme.px(height))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open with Right, close with Left."""
        is_open = self._view.folded is False
        if event.key() in (Qt.Key.Key_Right, Qt.Key.Key_Left):
            if is_open == (event.key() == Qt.Key.Key_Left) and self._view.folded is not None:
                self.click()
            return
        super().keyPressEvent(event)

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        view, colors = self._view, painter.colors
        if view.bare:
            painter.text(box, view.label, STRONG, colors.text)
            painter.text(box, view.hint, NOTE, colors.text3, RIGHT)
            return
        if view.folded is not None and (self.underMouse() or self.isDown()):
            painter.rounded_box(box.adjusted(0, 2, 0, -1), 6, colors.raised)
        left = box.left() + painter.px(_SIGN_PX)
        if view.folded is not None:
            sign = "chevron-right" if view.folded else "chevron-down"
            place = QRectF(box.left(), box.top(), painter.px(16), box.height()).center()
            painter.icon(sign, place, 14, colors.text2)
        words = QRectF(left, box.top(), box.right() - left, box.height())
        width = painter.text(words, view.label, STRONG, colors.text)
        ends = words.adjusted(0, 0, -painter.px(4), 0)
        right = painter.text(ends, view.note, NOTE, colors.text3, RIGHT)
        rest = ends.adjusted(width + painter.px(12), 0, -right - painter.px(12), 0)
        if view.folded is not False and rest.width() > painter.px(24):
            painter.text(rest, view.hint, NOTE, colors.text3)
