"""The head of a form: its title, what can be found and taken from there, and the cross."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout

from gridwar.control.records.panel_records import Choice
from gridwar.text import _
from gridwar.ui.widgets.controls.buttons_and_switches import IconButton, KeyButton, Segments
from gridwar.ui.widgets.controls.labels import label, show_words
from gridwar.ui.widgets.forms.form_picker import Picker
from gridwar.ui.widgets.painting.themed_painter import LABEL, MIDDLE, advance
from gridwar.ui.widgets.painting.themed_widgets import Painted, ThemedWidget, inset

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from gridwar.control.records.form_records import FieldView, FormView
    from gridwar.ui.style.theme import Theme
    from gridwar.ui.widgets.painting.themed_painter import ThemedPainter

_PICKER_PX, _LEAST_PICKER_PX = 224, 96
_PILL_PX: Final = 24


class FormHead(ThemedWidget):
    """The head.

    Signals: ``acted(key, act, choice)`` at what is found there, ``tab_chosen(id)``, ``closed()``.
    """

    acted = Signal(str, str, str)
    tab_chosen = Signal(str)
    closed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._title = label("", "title", wrap=True)
        self._subtitle = label("", "quiet", wrap=True)
        self._rules = _Pill(theme, self)
        self._begun = label("", "quiet")
        self.tabs = Segments(theme, (Choice("form", _("Fields")), Choice("card", _("Card"))), self)
        self.tabs.hide()
        self.anew = KeyButton(theme, "", "quiet", self)
        self.anew.hide()
        self.finds: dict[str, Picker] = {}
        close = IconButton(theme, "x", _("Close"), self, 18)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self._title)
        words.addWidget(self._subtitle)
        self._row = QHBoxLayout(self)
        inset(self._row, theme, (18, 10, 12, 8), 10)
        self._row.addLayout(words, 1)
        self._row.addWidget(self._rules)
        self._row.addWidget(self._begun)
        self._row.addWidget(self.tabs)
        self._row.addStretch(0)
        self._row.addWidget(self.anew, 0, Qt.AlignmentFlag.AlignTop)
        self._row.addWidget(close, 0, Qt.AlignmentFlag.AlignTop)
        self.anew.height_px = 34
        close.clicked.connect(self.closed)
        self.tabs.chosen.connect(self.tab_chosen)

    def show_view(self, view: FormView) -> None:
        """Show what a form is about."""
        self._title.setText(view.title)
        is_sheet = view.is_sheet
        self._title.setWordWrap(not is_sheet)
        show_words(self._subtitle, "" if is_sheet else view.subtitle)
        show_words(self._begun, view.subtitle if is_sheet else "")
        self._rules.show_words(view.rules)
        self._row.setStretch(0, 0 if is_sheet else 1)
        self._row.setStretch(4, 1 if is_sheet else 0)
        self.anew.set_words(view.anew)
        self.anew.setVisible(bool(view.anew))
        self._show_pickers(view.pickers)

    def _show_pickers(self, views: tuple[FieldView, ...]) -> None:
        if [one.key for one in views] != list(self.finds):
            for old in self.finds.values():
                self._row.removeWidget(old)
                old.hide()
                old.deleteLater()
            count = len(views)
            self.finds = {one.key: self._made(one, n - count) for n, one in enumerate(views)}
            for at, made in enumerate(self.finds.values()):
                self._row.insertWidget(5 + at, made, 3)
                made.show()
        for one in views:
            self.finds[one.key].show_view(one)

    def _made(self, view: FieldView, at: int) -> Picker:
        made = Picker(self.theme, view, self)
        keys = {-1: "F3", -2: "F4"}
        if made.line is not None:
            made.line.setPlaceholderText(f"{view.label}  {keys[at]}")
        made.setMinimumWidth(self.theme.px(_LEAST_PICKER_PX))
        made.setMaximumWidth(self.theme.px(_PICKER_PX))
        made.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        made.chosen.connect(lambda choice: self.acted.emit(view.key, "add", choice))
        return made

    def begin_with(self, key: Qt.Key) -> None:
        """Give the keyboard to what a key finds: fields, or whom to begin with."""
        pickers = list(self.finds.values())
        at = {Qt.Key.Key_F3: -1, Qt.Key.Key_F4: -2}[key]
        line = pickers[at].line if len(pickers) >= -at else None
        if line is not None:
            line.setFocus(Qt.FocusReason.ShortcutFocusReason)


class _Pill(Painted):
    """The rules that a sheet is made by."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._words = ""
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.hide()

    def show_words(self, words: str) -> None:
        """Show which; nothing without."""
        self._words = words
        self.setAccessibleName(words)
        self.setVisible(bool(words))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        width = advance(self._words, LABEL, self.theme) + 20 * self.theme.scale
        return QSize(round(width), self.theme.px(_PILL_PX))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        painter.rounded_box(box, 12, painter.colors.accent_ground)
        painter.text(box, self._words, LABEL, painter.colors.text, MIDDLE)
