"""A field that adds something: what it offers shrinks while one types, Enter takes the first.

Owns the field, what is found, and the list that drops from it. Adding is the form's business.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QCompleter,
    QHBoxLayout,
    QLineEdit,
    QListView,
    QSizePolicy,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from gridwar.text import _
from gridwar.ui.style.icons import icon
from gridwar.ui.style.popup_menus import dress_completions
from gridwar.ui.widgets.controls.buttons_and_switches import KeyButton
from gridwar.ui.widgets.controls.labels import label
from gridwar.ui.widgets.forms.form_inputs_and_keys import ENTER, FormLine
from gridwar.ui.widgets.painting.themed_painter import BODY, NOTE, ThemedPainter
from gridwar.ui.widgets.painting.themed_widgets import ThemedWidget, inset

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QMouseEvent, QPaintEvent

    from gridwar.control.records.form_records import FieldView, PickOption
    from gridwar.ui.style.theme import Theme

_ROW_PX = 30
_ROWS_SHOWN = 9
ID: Final = Qt.ItemDataRole.UserRole
_NOTE: Final = Qt.ItemDataRole.UserRole + 1
NEW: Final = "new:"
"""Begins the id of a name that is not among what is offered."""


def found(options: tuple[PickOption, ...], words: str) -> list[PickOption]:
    """Return what has all words in its title, those beginning with them first, then in its note."""
    wanted = words.casefold().split()

    def rank(one: PickOption) -> int | None:
        title = one.title.casefold()
        if title.startswith(words.casefold().strip()):
            return 0
        if all(word in title for word in wanted):
            return 1
        return 2 if all(word in f"{title} {one.note.casefold()}" for word in wanted) else None

    ranked = [(place, one) for one in options if (place := rank(one)) is not None]
    return [one for _place, one in sorted(ranked, key=lambda pair: pair[0])]


class Picker(ThemedWidget):
    """The field; a plain button where nothing can be typed.

    Signals: ``chosen(id)``, ``named(text)`` for a new name, ``entered()`` with the keyboard.
    """

    chosen = Signal(str)
    named = Signal(str)
    entered = Signal()

    def __init__(self, theme: Theme, view: FieldView, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.view = view
        row = QHBoxLayout(self)
        inset(row, theme, (0, 0, 0, 0), 0)
        self.line: QLineEdit | None = None
        self.reads: Callable[[str], str] = lambda _line: ""
        """Returns what a line would add that is more than a name."""
        self._says = label("", "quiet")
        if view.options or view.free:
            self._begin_line(row)
        else:
            button = KeyButton(theme, "", "quiet", self)
            button.set_words(view.label, icon=view.icon)
            button.height_px = 28
            button.clicked.connect(lambda: self.chosen.emit(""))
            row.addWidget(button)
            row.addStretch(1)

    def _begin_line(self, row: QHBoxLayout) -> None:
        line = _Line(self)
        self.line = line
        line.setPlaceholderText(self.view.label)
        line.setAccessibleName(self.view.label)
        row.addWidget(line, 2)
        if self.view.example:
            inset(row, self.theme, (8, 5, 10, 5), 12)
            self._says.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
            row.addWidget(self._says, 3)
            line.textChanged.connect(self._tell)
            self._tell("")
        self._model = QStandardItemModel(self)
        self.list = line.list = QListView()
        self.list.setUniformItemSizes(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._known = QCompleter(self._model, self)
        self._known.setWidget(line)
        self._known.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        self._known.setMaxVisibleItems(_ROWS_SHOWN)
        self._known.setPopup(self.list)
        dress_completions(self._known)
        self.list.setItemDelegate(_Rows(self))
        self._known.activated.connect(self._take)
        line.textEdited.connect(self._offer)
        line.opened.connect(self.drop_down)
        line.taken.connect(self._take_typed)
        line.entered.connect(self.entered)
        self.on_theme()

    def show_view(self, view: FieldView) -> None:
        """Offer something else."""
        self.view = view

    def offered(self) -> list[str]:
        """Return the titles of what the list shows."""
        return [self._model.item(row).text() for row in range(self._model.rowCount())]

    def drop_down(self) -> None:
        """Show what is offered."""
        if self.line is not None:
            self._offer(self.line.text())

    def _offer(self, text: str) -> None:
        assert self.line is not None
        self._model.clear()
        for title, key, note in self._fitting(text.strip()):
            self._append(title, key, note)
        if not self._model.rowCount():
            self.list.hide()
            return
        self._known.complete()
        self.list.setCurrentIndex(self._known.completionModel().index(0, 0))

    def _fitting(self, words: str) -> list[tuple[str, str, str]]:
        """Return what words may mean, the likeliest first: title, id, note."""
        matching = found(self.view.options, words)
        offered = [(one.title, one.id, one.note) for one in matching]
        if not words or not self.view.free or any(one.title == words for one in matching):
            return offered
        said = self.reads(words)
        own = (words, NEW + words, said or _("new"))
        begins = bool(matching) and matching[0].title.casefold().startswith(words.casefold())
        is_line = bool(said) and any(map(str.isdigit, words)) and not begins
        return [own, *offered] if is_line else [*offered, own]

    def _tell(self, text: str) -> None:
        """Say what Enter would add, or how a line may be written."""
        fitting = self._fitting(text.strip()) if text.strip() else []
        if not fitting:
            words = _("or in one line: {example}").format(example=self.view.example)
        else:
            title, key, note = fitting[0]
            is_line = key.startswith(NEW) and note != _("new")
            words = (note if is_line else f"{title}, {note}") + "  \u21b5"
        self._says.setText(words)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the ground of a row that is always open."""
        super().paintEvent(event)
        if self.view.example:
            qpainter = QPainter(self)
            painter = ThemedPainter(qpainter, self.theme)
            painter.rounded_box(QRectF(self.rect()), 6, painter.colors.accent_ground)
            qpainter.end()

    def _append(self, title: str, key: str, note: str) -> None:
        item = QStandardItem(title)
        item.setData(key, ID)
        item.setData(note, _NOTE)
        self._model.appendRow(item)

    def _take(self) -> None:
        """Take the row of the list that was chosen: titles may occur twice."""
        self._give(str(self.list.currentIndex().data(ID)))

    def _take_typed(self) -> None:
        """Take the first of what is found for what was typed."""
        assert self.line is not None
        words = self.line.text().strip()
        if not words:
            self.drop_down()
            return
        fitting = self._fitting(words)
        if fitting:
            self._give(fitting[0][1])

    def _give(self, key: str) -> None:
        assert self.line is not None
        self.line.clear()
        if key.startswith(NEW):
            self.named.emit(key.removeprefix(NEW))
        else:
            self.chosen.emit(key)

    def on_theme(self) -> None:
        """Draw the sign anew."""
        super().on_theme()
        if self.line is not None:
            for old in self.line.actions():
                self.line.removeAction(old)
            sign = icon(self.view.icon, self.theme.palette, self.theme.px(14))
            self.line.addAction(sign, QLineEdit.ActionPosition.LeadingPosition)


class _Line(FormLine):
    """Down opens the list, Enter takes the first; ``opened()``, ``taken()``.

    While the list is open these keys are the list's: it asks the field first, which leaves them.
    """

    opened = Signal()
    taken = Signal()
    list: QListView | None = None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_enter = event.key() in ENTER
        if is_enter and self.list is not None and self.list.isVisible():
            event.ignore()
            return
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier or not (
            is_enter or event.key() == Qt.Key.Key_Down
        ):
            super().keyPressEvent(event)
            return
        (self.taken if is_enter else self.opened).emit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        if not self.text():
            self.opened.emit()


class _Rows(QStyledItemDelegate):
    """A row: what it is called, and quietly what it is."""

    def __init__(self, picker: Picker) -> None:
        super().__init__(picker)
        self._picker = picker

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        del option, index  # as wide as the list, which is as wide as the field
        return QSize(0, self._picker.theme.px(_ROW_PX))

    def paint(
        self,
        qpainter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        qpainter.save()
        painter, box = ThemedPainter(qpainter, self._picker.theme), QRectF(option.rect)
        if self._picker.list.currentIndex().row() == index.row():
            painter.rounded_box(box.adjusted(2, 1, -2, -1), 6, painter.colors.accent_ground)
        left = box.adjusted(painter.px(12), 0, -painter.px(10), 0)
        width = painter.text(left, str(index.data()), BODY, painter.colors.text)
        rest = left.adjusted(width + painter.px(12), 0, 0, 0)
        painter.text(rest, str(index.data(_NOTE) or ""), NOTE, painter.colors.text3)
        qpainter.restore()
