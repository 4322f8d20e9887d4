"""A table of a form: a row of fields for each entry, with what can be done to it at its end.

Owns the columns, the keys that walk through the rows, and the drag that puts them in order. Rows
are made one by one, and stay where another view has the same. Every cell is a field like any
other; what is done is only reported.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QApplication, QGridLayout, QHBoxLayout, QSizePolicy, QWidget

from gridwar.text import _
from gridwar.ui.style.colors import qcolor
from gridwar.ui.style.tooltips import set_tip
from gridwar.ui.widgets.controls.buttons_and_switches import IconButton, Switch
from gridwar.ui.widgets.controls.labels import label
from gridwar.ui.widgets.forms.form_field import WrongLine, bounds
from gridwar.ui.widgets.forms.form_inputs_and_keys import ENTER, row_act
from gridwar.ui.widgets.forms.form_row_handle import HANDLE_PX, RowHandle
from gridwar.ui.widgets.painting.themed_widgets import ThemedWidget, inset

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from PySide6.QtGui import QKeyEvent, QPaintEvent

    from gridwar.control.records.form_records import FieldView, RowView
    from gridwar.ui.style.theme import Theme
    from gridwar.ui.widgets.forms.form_field import FormField

_TITLE_PX: Final = 84
_SWITCH_PX: Final = 38
_CELL_EDGE_PX: Final = 6
"""Before the words of a cell: its border and padding."""
_BY_KEY: Final = ("up", "down")
"""Done by key and by dragging, without a button."""


class FormRows(ThemedWidget):
    """The table. Signal: ``acted(row key, act, choice)``."""

    acted = Signal(str, str, str)

    def __init__(
        self,
        theme: Theme,
        view: FieldView,
        make: Callable[[tuple[FieldView, ...]], QWidget],
        field: Callable[[FieldView], FormField],
        parent: QWidget,
    ) -> None:
        """Lay out a table.

        Args:
            theme: How it looks.
            view: The table.
            make: Makes the widget for what is opened below a row.
            field: Makes a cell.
            parent: Where it lies.
        """
        super().__init__(theme, parent)
        self.view = view
        self.cells: dict[str, list[FormField]] = {}
        self.buttons: dict[tuple[str, str], IconButton] = {}
        self.problems: dict[str, WrongLine] = {}
        self.handles: dict[str, RowHandle] = {}
        self._make, self._field = make, field
        self._grid = QGridLayout(self)
        inset(self._grid, theme, (0, 0, 0, 4), 6)
        self._grid.setVerticalSpacing(theme.px(4))
        self._lines: dict[int, tuple[RowView, list[QWidget]]] = {}
        """The rows that are made, by place, each with its widgets."""
        self.mark: int | None = None
        """Before which row a dragged one would come."""
        self._head()

    # --- layout ----------------------------------------------------------------------------------

    def take(self, view: FieldView, are_alike: Callable[[RowView, RowView], bool]) -> list[RowView]:
        """Have other rows in the same columns; those that are not alike are still to be made.

        Args:
            view: The table as it is to be.
            are_alike: Whether one row can show what another has.

        Returns:
            The rows that are gone.
        """
        self.view, gone = view, []
        for at, (row, widgets) in [*self._lines.items()]:
            if at < len(view.rows) and are_alike(row, view.rows[at]):
                continue
            for one in widgets:
                self._grid.removeWidget(one)
                one.hide()
                one.deleteLater()
            for parts in (self.cells, self.problems, self.handles):
                parts.pop(row.key, None)
            for key in [one for one in self.buttons if one[0] == row.key]:
                del self.buttons[key]
            del self._lines[at]
            gone.append(row)
        self._set_first_column()
        return gone

    def make_rows(self) -> Iterator[None]:
        """Make the rows that are not there, one a step."""
        for at in range(len(self.view.rows)):
            if at not in self._lines:
                row = self.view.rows[at]  # as it was shown last
                self._lines[at] = (row, self._row(1 + 3 * at, row))
                yield
        self.cells = {row.key: self.cells[row.key] for row in self.view.rows}
        self.show_view(self.view)

    def _head(self) -> None:
        for at, column in enumerate(self.view.columns, 1):
            words = label(column.title, "quiet", wrap=True)
            words.setAlignment(Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignLeft)
            words.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
            words.setContentsMargins(self.theme.px(_CELL_EDGE_PX) if column.weight else 0, 0, 0, 0)
            set_tip(words, "\n".join(filter(None, (column.title, column.tooltip))))
            self._grid.addWidget(words, 0, at)
            self._grid.setColumnStretch(at, column.weight)
            if not column.weight:
                self._grid.setColumnMinimumWidth(at, self.theme.px(_SWITCH_PX))
        self._set_first_column()

    def _set_first_column(self) -> None:
        is_titled = any(row.title for row in self.view.rows)
        width = _TITLE_PX if is_titled else HANDLE_PX if self._can_move() else 0
        self._grid.setColumnMinimumWidth(0, self.theme.px(width))

    def _can_move(self) -> bool:
        return any(act.id in _BY_KEY for row in self.view.rows for act in row.acts)

    def _row(self, line: int, row: RowView) -> list[QWidget]:
        """Make a row; return its widgets."""
        made: list[QWidget] = []

        def put(widget: QWidget, down: int, column: int, columns: int = 1) -> None:
            self._grid.addWidget(widget, line + down, column, 1, columns)
            widget.show()  # else it has its size only later, in a form that is shown
            made.append(widget)

        if row.title:
            put(label(row.title, "quiet"), 0, 0)
        elif self._can_move():
            self.handles[row.key] = RowHandle(
                self.theme, self, self.drag_to, partial(self.drop, row.key)
            )
            put(self.handles[row.key], 0, 0)
        cells = self.cells[row.key] = [self._field(one) for one in row.fields]
        for at, cell in enumerate(cells, 1):
            if not isinstance(cell.editor, Switch):
                cell.editor.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            put(cell, 0, at)
        width = len(self.view.columns)
        if row.acts or row.folded is not None:
            put(self._ends(row), 0, width + 1)
        problem = self.problems[row.key] = WrongLine(self.theme, self, wrap=False)
        problem.taken.connect(lambda text, key=row.key: self._mend(key, text))
        put(problem, 1, 1, width)
        problem.hide()
        if row.more:
            put(self._make(row.more), 2, 1, width + 1)
        return made

    def _ends(self, row: RowView) -> QWidget:
        both = QWidget(self)
        ends = QHBoxLayout(both)
        inset(ends, self.theme, (0, 0, 0, 0), 0)
        if row.folded is not None:
            icon = "chevron-down" if row.folded else "chevron-up"
            words = _("More") if row.folded else _("Less")
            self._button(ends, row.key, "fold", icon, f"{words}  Alt+\u21b5")
        for act in row.acts:
            if act.id not in _BY_KEY:
                keys = {"copy": _("Ctrl+D"), "drop": _("Ctrl+Del")}.get(act.id, "")
                self._button(ends, row.key, act.id, act.icon, f"{act.text}  {keys}".strip())
        return both

    def _button(self, ends: QHBoxLayout, key: str, act: str, icon: str, words: str) -> None:
        button = IconButton(self.theme, icon, words, self, 15)
        button.setAccessibleName(words.split("  ", maxsplit=1)[0])
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # so that Tab goes from cell to cell
        button.clicked.connect(lambda: self.acted.emit(key, act, ""))
        self.buttons[key, act] = button
        ends.addWidget(button)

    # --- showing ---------------------------------------------------------------------------------

    def show_view(self, view: FieldView) -> None:
        """Show other values and errors in the same rows."""
        self.view = view
        for at, row in enumerate(view.rows):
            if at not in self._lines:
                continue
            wrong = next((one for one in row.fields if one.error), None)
            words, better = row.error, ""
            if wrong is not None:
                words, better = f"{wrong.label}: {wrong.error}", wrong.suggestion
            self.problems[row.key].show_problem(words, better)

    def _mend(self, key: str, text: str) -> None:
        wrong = next(one for one in self.cells[key] if one.view.error)
        wrong.take(text)

    def help(self) -> str:
        """Return the keys of its rows in words; empty for rows of a fixed table."""
        acts = {act.id for row in self.view.rows for act in row.acts}
        words = [_("\u21b5 next row")] if acts else []
        words += [_("Alt+\u2191\u2193 order")] if "up" in acts else []
        words += [_("Alt+\u21b5 more")] if any(r.folded is not None for r in self.view.rows) else []
        words += [_("Ctrl+D duplicate")] if "copy" in acts else []
        words += [_("Ctrl+Del remove")] if "drop" in acts else []
        return " \u00b7 ".join(words)

    # --- keys ------------------------------------------------------------------------------------

    def place_of(self, widget: QWidget | None) -> tuple[str, int] | None:
        """Return the row and the column of the cell that a widget belongs to."""
        for key, cells in self.cells.items():
            for at, cell in enumerate(cells):
                if widget is not None and (cell is widget or cell.isAncestorOf(widget)):
                    return key, at
        return None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk down with Enter; do to a row what its keys mean."""
        place = self.place_of(QApplication.focusWidget())
        act = row_act(event)
        if place is None:
            super().keyPressEvent(event)
            return
        key, column = place
        is_control = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if event.key() in ENTER and not act and not is_control:
            self._step_down(key, column)
            return
        row = next(one for one in self.view.rows if one.key == key)
        known = {one.id for one in row.acts} | ({"fold"} if row.folded is not None else set())
        if act == "down" and "up" in known:
            known.add("down")
        if act in known:
            self.acted.emit(key, act, "")
        elif not act:
            super().keyPressEvent(event)

    def _step_down(self, key: str, column: int) -> None:
        keys = list(self.cells)
        after = keys.index(key) + 1
        if after < len(keys) and column < len(self.cells[keys[after]]):
            editor = self.cells[keys[after]][column].editor
            editor.setFocus(Qt.FocusReason.TabFocusReason)
            return
        last = self.cells[keys[-1]][-1].editor
        last.setFocus(Qt.FocusReason.OtherFocusReason)
        self.focusNextChild()

    # --- order by dragging -----------------------------------------------------------------------

    def drag_to(self, place: QPoint) -> None:
        """Show where a row would come that is dragged to a place of the table."""
        middles = [one.geometry().center().y() for one in self.handles.values()]
        self.mark = sum(place.y() > middle for middle in middles)
        self.update()

    def drop(self, key: str) -> None:
        """Put a dragged row where it was let go."""
        mark, self.mark = self.mark, None
        self.update()
        keys = [row.key for row in self.view.rows]
        at = keys.index(key)
        if mark is None or mark in (at, at + 1):
            return
        target = keys[mark - 1 if mark > at else mark]
        self.acted.emit(key, "move", target.rsplit(".", 1)[-1])

    def let_go(self) -> None:
        """Give a drag up."""
        self.mark = None
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the line between two rows at which a dragged one would come."""
        super().paintEvent(event)
        self._draw_hairlines()
        if self.mark is None:
            return
        made = sorted((one.geometry() for one in self.handles.values()), key=QRect.top)
        painter, high = QPainter(self), self.theme.px(2)
        y = (*(one.top() - 2 * high for one in made), self.height() - high)[self.mark]
        painter.fillRect(0, y, self.width(), high, qcolor(self.theme.palette.accent))
        painter.end()

    def _draw_hairlines(self) -> None:
        painter, gap = QPainter(self), self.theme.px(2)
        color = qcolor(self.theme.palette.line)
        for cells in self.cells.values():
            top = min(cell.y() for cell in cells) - gap if cells else 0
            painter.fillRect(0, top, self.width(), 1, color)
        painter.end()


def help_words(view: FieldView) -> str:
    """Return what a field means, with its bounds, where that does not stand below it already."""
    words = (view.tooltip, bounds(view) if view.is_brief else "")
    return "  ".join(one[:1].upper() + one[1:] for one in words if one)
