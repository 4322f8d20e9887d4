"""A section of a form: the heading of a list or of one entry, with what can be done to it.

An entry folds: a click on its heading opens it. What is done is only reported.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QSizePolicy, QVBoxLayout, QWidget

from gridwar.ui.style.icons import icon_pixmap
from gridwar.ui.style.tooltips import set_tip
from gridwar.ui.widgets.buttons import IconButton
from gridwar.ui.widgets.labels import label, show_words
from gridwar.ui.widgets.themed import PaintedButton, ThemedWidget, inset
from gridwar.ui.widgets.themed_painter import BODY, LABEL, NOTE

if TYPE_CHECKING:
    from gridwar.control.records.popover_records import FieldView, FormAct
    from gridwar.ui.style.theme import Theme
    from gridwar.ui.widgets.themed_painter import Ink

HEIGHT_PX = 28
STEP_PX = 14
"""How far each level stands in."""


class FormSection(ThemedWidget):
    """One section; ``acted(key, act, choice)``."""

    acted = Signal(str, str, str)

    def __init__(self, theme: Theme, view: FieldView, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.view = view
        self._heading = _Heading(theme, view, self)
        self._error = label("", "error", wrap=True)
        self._icon = QLabel(self)
        self.buttons: dict[str, IconButton] = {}
        row = QHBoxLayout()
        row.setSpacing(0)
        row.addWidget(self._heading, 1)
        for act in view.acts:
            button = IconButton(theme, act.icon, act.text, self, 16)
            button.clicked.connect(lambda _on=False, act=act: self._do(act))
            self.buttons[act.id] = button
            row.addWidget(button)
        wrong = QHBoxLayout()
        wrong.setSpacing(theme.px(6))
        wrong.addWidget(self._icon)
        wrong.addWidget(self._error, 1)
        rows = QVBoxLayout(self)
        inset(rows, theme, (view.depth * STEP_PX, 0, 0, 0), 0)
        rows.addLayout(row)
        rows.addLayout(wrong)
        if view.folded is not None:
            self._heading.clicked.connect(lambda: self.acted.emit(view.key, "fold", ""))
        self.show_view(view)

    def show_view(self, view: FieldView) -> None:
        """Show what has changed of it: words and errors."""
        self.view = view
        self._heading.show_view(view)
        show_words(self._error, view.error)
        self._icon.setVisible(bool(view.error))
        ratio, danger = self.devicePixelRatioF(), self.theme.palette.danger
        self._icon.setPixmap(icon_pixmap("circle-alert", self.theme.px(14), danger, ratio))

    def _do(self, act: FormAct) -> None:
        if not act.choices:
            self.acted.emit(self.view.key, act.id, "")
            return
        menu = QMenu(self.window())
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for choice in act.choices:
            menu.addAction(choice.title).triggered.connect(
                lambda _on=False, at=choice.id: self.acted.emit(self.view.key, act.id, at)
            )
        button = self.buttons[act.id]
        menu.popup(button.mapToGlobal(QPoint(0, button.height())))


class _Heading(PaintedButton):
    """The words of a section, with an arrow where it folds."""

    def __init__(self, theme: Theme, view: FieldView, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._view = view
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        if view.folded is None:
            self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def show_view(self, view: FieldView) -> None:
        """Show other words."""
        self._view = view
        self.setAccessibleName(view.label)
        set_tip(self, view.hint)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self.theme.px(60), self.theme.px(HEIGHT_PX))

    def draw(self, ink: Ink, box: QRectF) -> None:
        view, colors = self._view, ink.colors
        left = box.left()
        if view.folded is not None:
            if self.underMouse():
                ink.plate(box, 6, colors.raised)
            name = "chevron-right" if view.folded else "chevron-down"
            left += ink.px(18)
            ink.icon(
                name,
                QRectF(box.left(), box.top(), ink.px(16), box.height()).center(),
                14,
                colors.text3,
            )
        voice, color = (LABEL, colors.text3) if view.folded is None else (BODY, colors.text)
        words = QRectF(left, box.top(), box.right() - left, box.height())
        width = ink.text(words, view.label, voice, color)
        rest = words.adjusted(width + ink.px(8), 0, 0, 0)
        if rest.width() > ink.px(24):
            ink.text(rest, view.hint, NOTE, colors.text3)
        if view.folded is None and view.depth == 0:
            ink.hairline(box.left(), box.right(), box.top())
