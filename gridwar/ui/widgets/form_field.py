"""One field of a form: label above, editor, hint or error below, the nearest right value.

Owns one editor a kind of field; the form puts them together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QCompleter,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from gridwar.control.records.popover_records import FieldKind, FieldView, TableValue
from gridwar.text import _
from gridwar.ui.style.icons import icon_pixmap
from gridwar.ui.style.tooltips import set_tip
from gridwar.ui.widgets.buttons import IconButton, Switch
from gridwar.ui.widgets.labels import label, show_words
from gridwar.ui.widgets.themed import ThemedWidget, inset

if TYPE_CHECKING:
    from PySide6.QtGui import QWheelEvent

    from gridwar.ui.style.theme import Theme

_TEXT_PX = 72
_TABLE_ROW_PX = 32
_TABLE_ROWS = 6

FormValue = str | bool | TableValue


class _ChoiceBox(QComboBox):
    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()  # so that the form scrolls, and nothing is chosen on the way


class FormField(ThemedWidget):
    """One field; ``changed(key, text)``, where a flag is ``1`` or empty and a table is empty."""

    changed = Signal(str, str)

    def __init__(self, theme: Theme, view: FieldView, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.view = view
        self._label = label(view.label, "quiet")
        self._rule = label(view.rule_id, "rule")
        self._rule.setVisible(bool(view.rule_id))
        self._hint = label("", "quiet", wrap=True)
        self._error = label("", "error", wrap=True)
        self._error_icon = QLabel(self)
        self._suggestion = QPushButton(self)
        self._suggestion.clicked.connect(self._take_suggestion)
        self.editor = self._make_editor()
        self.editor.setAccessibleName(view.label)
        rows = QVBoxLayout(self)
        inset(rows, theme, (0, 0, 0, 0), 3)
        head = QHBoxLayout()
        head.addWidget(self._label, 1)
        head.addWidget(self._rule)
        if view.kind is FieldKind.FLAG:
            self._label.setProperty("role", "")
            head.addWidget(self.editor)
            rows.addLayout(head)
        else:
            rows.addLayout(head)
            rows.addWidget(self.editor)
        wrong = QHBoxLayout()
        wrong.setSpacing(theme.px(6))
        wrong.addWidget(self._error_icon)
        wrong.addWidget(self._error, 1)
        wrong.addWidget(self._suggestion)
        rows.addWidget(self._hint)
        rows.addLayout(wrong)
        self.show_view(view)

    # --- editors ---------------------------------------------------------------------------------

    def _make_editor(self) -> QWidget:
        match self.view.kind:
            case FieldKind.INT | FieldKind.TEXT:
                return self._make_line()
            case FieldKind.LONG_TEXT:
                text = QPlainTextEdit(self)
                text.setFixedHeight(self.theme.px(_TEXT_PX))
                text.setTabChangesFocus(True)
                text.textChanged.connect(lambda: self._report(text.toPlainText()))
                return text
            case FieldKind.CHOICE:
                box = _ChoiceBox(self)
                for choice in self.view.choices:
                    box.addItem(choice.title, choice.id)
                box.currentIndexChanged.connect(lambda: self._report(str(box.currentData())))
                return box
            case FieldKind.FLAG:
                switch = Switch(self.theme, self.view.label, self)
                switch.toggled.connect(lambda on: self._report("1" if on else ""))
                return switch
            case FieldKind.TABLE | FieldKind.SECTION:  # sections have a widget of their own
                table = TableEditor(self.theme, self)
                table.edited.connect(lambda: self._report(""))
                return table

    def _make_line(self) -> QLineEdit:
        line = QLineEdit(self)
        line.textEdited.connect(self._report)
        if self.view.completions:
            known = QCompleter(list(self.view.completions), line)
            known.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
            known.setFilterMode(Qt.MatchFlag.MatchContains)
            known.activated.connect(self._report)
            line.setCompleter(known)
        if self.view.kind is FieldKind.INT:
            line.setInputMethodHints(Qt.InputMethodHint.ImhPreferNumbers)
        return line

    def _report(self, text: str) -> None:
        self.changed.emit(self.view.key, text)

    # --- value -----------------------------------------------------------------------------------

    def value(self) -> FormValue:
        """Return what stands in the field; numbers as typed, with a plain minus."""
        editor = self.editor
        if isinstance(editor, QLineEdit):
            text = editor.text().strip()
            return text.replace("\u2212", "-") if self.view.kind is FieldKind.INT else text
        if isinstance(editor, QPlainTextEdit):
            return editor.toPlainText()
        if isinstance(editor, QComboBox):
            return str(editor.currentData())
        if isinstance(editor, Switch):
            return editor.isChecked()
        assert isinstance(editor, TableEditor)
        return editor.value()

    def show_view(self, view: FieldView) -> None:
        """Show a value, a hint and an error; a text being typed keeps its cursor."""
        self.view = view
        self.blockSignals(True)
        self._show_value(view.value)
        self.blockSignals(False)
        show_words(self._hint, "" if view.tooltip else view.hint or self._bounds())
        set_tip(self, "\n".join(filter(None, (view.tooltip, self._bounds()))))
        show_words(self._error, view.error)
        self._error_icon.setVisible(bool(view.error))
        self._suggestion.setText(view.suggestion)
        self._suggestion.setVisible(bool(view.error and view.suggestion))
        set_tip(self._suggestion, _("Take this value"))
        edge = self.theme.px(14)
        color = self.theme.palette.danger
        ratio = self.devicePixelRatioF()
        self._error_icon.setPixmap(icon_pixmap("circle-alert", edge, color, ratio))
        if self.editor.property("wrong") != bool(view.error):
            self.editor.setProperty("wrong", bool(view.error))
            self.editor.style().polish(self.editor)

    def _show_value(self, value: FormValue) -> None:
        editor = self.editor
        if value == self.value():
            return
        if isinstance(editor, QLineEdit):
            editor.setText(str(value).replace("-", "\u2212") if self._is_number() else str(value))
        elif isinstance(editor, QPlainTextEdit):
            editor.setPlainText(str(value))
        elif isinstance(editor, QComboBox):
            editor.setCurrentIndex(max(0, editor.findData(value)))
        elif isinstance(editor, Switch):
            editor.setChecked(bool(value))
        elif isinstance(editor, TableEditor) and isinstance(value, TableValue):
            editor.show_value(value)

    def _is_number(self) -> bool:
        return self.view.kind is FieldKind.INT

    def _bounds(self) -> str:
        low, high = self.view.minimum, self.view.maximum
        if low is None and high is None:
            return ""
        if high is None:
            words = _("at least {low}").format(low=low)
        elif low is None:
            words = _("at most {high}").format(high=high)
        else:
            words = _("from {low} to {high}").format(low=low, high=high)
        return words.replace("-", "\u2212")

    def _take_suggestion(self) -> None:
        self._show_value(self.view.suggestion)
        self._report(self.view.suggestion)


class TableEditor(ThemedWidget):
    """Rows of texts under column titles; rows can be added and taken out. ``edited()``."""

    edited = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._columns: tuple[str, ...] = ()
        self.table = QTableWidget(self)
        self.table.verticalHeader().hide()
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.horizontalHeader().setDefaultAlignment(
            Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        )
        self.table.setTabKeyNavigation(False)
        add = IconButton(theme, "plus", _("Add a row"), self)
        drop = IconButton(theme, "minus", _("Take the row out"), self)
        side = QVBoxLayout()
        side.addWidget(add)
        side.addWidget(drop)
        side.addStretch(1)
        row = QHBoxLayout(self)
        inset(row, theme, (0, 0, 0, 0), 4)
        row.addWidget(self.table, 1)
        row.addLayout(side)
        add.clicked.connect(self._add_row)
        drop.clicked.connect(self._drop_row)
        self.table.cellChanged.connect(self.edited)

    def show_value(self, value: TableValue) -> None:
        """Show other rows."""
        self._columns = value.columns
        self.table.blockSignals(True)
        self.table.setColumnCount(len(value.columns))
        self.table.setHorizontalHeaderLabels(list(value.columns))
        self.table.setRowCount(len(value.rows))
        for number, texts in enumerate(value.rows):
            for place, text in enumerate(texts):
                self.table.setItem(number, place, QTableWidgetItem(text))
        self.table.blockSignals(False)
        self._fit()

    def value(self) -> TableValue:
        """Return the rows."""
        rows = tuple(
            tuple(self._text(number, place) for place in range(self.table.columnCount()))
            for number in range(self.table.rowCount())
        )
        return TableValue(self._columns, rows)

    def _text(self, row: int, column: int) -> str:
        item = self.table.item(row, column)
        return item.text() if item is not None else ""

    def _add_row(self) -> None:
        self.table.setRowCount(self.table.rowCount() + 1)
        self._fit()
        self.table.setCurrentCell(self.table.rowCount() - 1, 0)
        self.table.setFocus()
        self.edited.emit()

    def _drop_row(self) -> None:
        row = self.table.currentRow()
        if row >= 0:
            self.table.removeRow(row)
            self._fit()
            self.edited.emit()

    def _fit(self) -> None:
        rows = min(_TABLE_ROWS, max(1, self.table.rowCount()))
        self.table.verticalHeader().setDefaultSectionSize(self.theme.px(_TABLE_ROW_PX))
        self.table.setFixedHeight(self.theme.px(_TABLE_ROW_PX * (rows + 1) + 4))
