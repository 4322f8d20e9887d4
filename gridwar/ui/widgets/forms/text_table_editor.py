"""The editor of a field that is a table: rows of texts under column titles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from gridwar.control.records.form_records import TableValue
from gridwar.text import _
from gridwar.ui.widgets.controls.buttons_and_switches import IconButton
from gridwar.ui.widgets.painting.themed_widgets import ThemedWidget, inset

if TYPE_CHECKING:
    from gridwar.ui.style.theme import Theme

_TABLE_ROW_PX = 32
_TABLE_ROWS = 6


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
