"""How a form makes its widgets: which fields make one together, and that widget.

Owns the parts by key and how each kind is made. Where they stand, and when they are made, is
``whole_form``'s.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from gridwar.control.records.form_records import FieldKind
from gridwar.ui.widgets.controls.labels import Heading, label
from gridwar.ui.widgets.forms.form_chips import FormChips
from gridwar.ui.widgets.forms.form_field import FormField
from gridwar.ui.widgets.forms.form_heading import FormHeading
from gridwar.ui.widgets.forms.form_picker import Picker
from gridwar.ui.widgets.forms.form_picture import FormPicture
from gridwar.ui.widgets.forms.form_table import FormRows
from gridwar.ui.widgets.painting.themed_widgets import ThemedWidget, inset

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gridwar.control.records.form_records import FieldView, RowView

_ALONE = (FieldKind.SECTION, FieldKind.ROWS, FieldKind.PICK, FieldKind.CHIPS)


Part: TypeAlias = FormField | FormHeading | FormRows | FormChips | Picker | FormPicture


class FormItem(Struct, frozen=True):
    """What one widget shows: a line of fields, or one larger part."""

    views: tuple[FieldView, ...]
    heading: str = ""

    def shape(self) -> tuple[object, ...]:
        """Return all but what a widget can show without being made anew."""
        return (self.heading, *map(_shape, self.views))


def _shape(view: FieldView) -> tuple[object, ...]:
    title = view.label if view.kind is not FieldKind.SECTION else ""
    shape = (view.key, view.kind, title, view.choices, view.half, view.bare, view.rest)
    acts = view.acts if view.kind is not FieldKind.PICTURE else ()
    rows = tuple(map(_row_shape, view.rows))
    can_type = bool(view.options) or view.free
    return (*shape, acts, view.folded is None, view.columns, rows, can_type)


def _row_shape(row: RowView) -> tuple[object, ...]:
    return (row.key, row.title, row.acts, row.folded, *map(_shape, (*row.fields, *row.more)))


def form_items(views: tuple[FieldView, ...]) -> list[FormItem]:
    """Part fields into lines and larger parts."""
    made: list[FormItem] = []
    line: list[FieldView] = []
    group = heading = ""
    for view in views:
        if view.group and view.group != group:
            group = heading = view.group
        line.append(view)
        if not view.half or view.kind in _ALONE:
            made.append(FormItem(tuple(line), heading))
            line, heading = [], ""
    if line:
        made.append(FormItem(tuple(line), heading))
    return made


class FormParts(QObject):
    """What a form is made of.

    Signals: ``changed(key, text)``, ``acted(key, act, choice)`` as the form's; ``entered(key)`` by
    a field that gets the keyboard, with an empty key by a picker; ``left(key)`` when it goes on.
    """

    changed = Signal(str, str)
    acted = Signal(str, str, str)
    entered = Signal(str)
    left = Signal(str)

    def __init__(self, owner: ThemedWidget) -> None:
        """Begin without parts, for the form they will lie in."""
        super().__init__(owner)
        self._owner = owner
        self.fields: dict[str, FormField] = {}
        self.sections: dict[str, FormHeading] = {}
        self.tables: dict[str, FormRows] = {}
        self.pickers: dict[str, Picker] = {}
        self.chips: dict[str, FormChips] = {}
        self.picture: FormPicture | None = None
        self.read_line: Callable[[str, str], str] = lambda _key, _line: ""
        """Returns what a line would add at a picker."""
        self._unfinished: dict[str, Iterator[None]] = {}
        """What makes the rows of tables that are not whole, the innermost last."""

    @property
    def is_whole(self) -> bool:
        """Whether no table still has rows to come."""
        return not self._unfinished

    def go_on(self) -> None:
        """Make one more row of the last table that is not whole."""
        key, rows = next(reversed(self._unfinished.items()))
        if next(rows, self) is self:  # its rows may hold tables, which come first
            del self._unfinished[key]

    def can_take(self, old: FormItem, item: FormItem) -> bool:
        """Return whether an item can have the widget of another: a table in the same columns."""
        before, view = old.views[0], item.views[0]
        is_table = before.kind is FieldKind.ROWS and view.key in self.tables
        names = [(one.key, one.kind, one.label, one.columns) for one in (before, view)]
        return is_table and names[0] == names[1] and old.heading == item.heading

    def take(self, item: FormItem) -> None:
        """Give the widget of a table other rows; those that can stay do."""
        view = item.views[0]
        table = self.tables[view.key]
        for row in table.take(view, lambda one, other: _row_shape(one) == _row_shape(other)):
            self.forget((*row.fields, *row.more))
        self._unfinished[view.key] = table.make_rows()

    def find(self, key: str) -> Part | None:
        """Return the part with a key, if it is made already."""
        parts = (self.fields, self.sections, self.tables, self.chips, self.pickers)
        found = next((one[key] for one in parts if key in one), None)
        if found is None and self.picture is not None and self.picture.view.key == key:
            return self.picture
        return found

    def stop_at(self, key: str, column: int) -> QWidget | None:
        """Return what takes the keyboard for a key, if it is made already.

        Args:
            key: Of a field, a heading, a picker or a row.
            column: Which cell of a row.
        """
        if key in self.fields:
            return self.fields[key].editor
        if key in self.sections:
            return self.sections[key].heading
        if key in self.pickers:
            return self.pickers[key].line
        rows = next((one for one in self.tables.values() if key in one.cells), None)
        return rows.cells[key][column].editor if rows is not None else None

    def holding(self, widget: QWidget) -> str | None:
        """Return the key of the part in which a widget lies, if it can be seen."""
        for parts in (self.fields, self.sections, self.tables, self.pickers):
            for key, part in parts.items():
                if part.isVisibleTo(self._owner) and (part is widget or part.isAncestorOf(widget)):
                    return key
        return None

    def forget(self, views: tuple[FieldView, ...]) -> None:
        """Forget the parts of fields that are shown no more."""
        for view in views:
            for row in view.rows:
                self.forget((*row.fields, *row.more))
            for parts in (self.fields, self.sections, self.tables, self.chips, self.pickers):
                parts.pop(view.key, None)
            self._unfinished.pop(view.key, None)
            if view.kind is FieldKind.PICTURE:
                self.picture = None

    # --- making ----------------------------------------------------------------------------------

    def make(self, item: FormItem) -> QWidget:
        """Return a new widget for an item, all its parts in it."""
        made = self._make_part(item)
        if not item.heading:
            return made
        both = QWidget(self._owner)
        rows = QVBoxLayout(both)
        inset(rows, self._owner.theme, (0, 0, 0, 0), 12)
        rows.addWidget(_Heading(self._owner.theme, item.heading, both))
        rows.addWidget(made)
        return both

    def _make_part(self, item: FormItem) -> QWidget:
        view = item.views[0]
        match view.kind:
            case FieldKind.SECTION:
                section = FormHeading(self._owner.theme, view, self._owner)
                section.acted.connect(self.acted)
                self.sections[view.key] = section
                return section
            case FieldKind.ROWS:
                rows = FormRows(
                    self._owner.theme, view, self._make_inner, self._make_field, self._owner
                )
                rows.acted.connect(self.acted)
                self.tables[view.key] = rows
                self._unfinished[view.key] = rows.make_rows()
                return rows
            case FieldKind.PICK:
                return self._wired(Picker(self._owner.theme, view, self._owner))
            case FieldKind.CHIPS:
                chips = FormChips(self._owner.theme, view, self._make_field, self._owner)
                chips.acted.connect(self.acted)
                self._wired(chips.picker)
                self.chips[view.key] = chips
                return chips
            case _:
                return self._make_line(item.views)

    def _make_inner(self, views: tuple[FieldView, ...]) -> QWidget:
        inner = QWidget(self._owner)
        rows = QVBoxLayout(inner)
        inset(rows, self._owner.theme, (10, 2, 0, 10), 8)
        for item in form_items(views):
            rows.addWidget(self.make(item))
        return inner

    def _wired(self, picker: Picker) -> Picker:
        key = picker.view.key
        picker.reads = lambda line: self.read_line(key, line)
        picker.chosen.connect(lambda found: self.acted.emit(key, "add", found))
        picker.named.connect(lambda name: self.acted.emit(key, "name", name))
        picker.entered.connect(lambda: self.entered.emit(""))
        self.pickers[key] = picker
        return picker

    def _make_picture(self, view: FieldView) -> QWidget:
        both = QWidget(self._owner)
        rows = QVBoxLayout(both)
        inset(rows, self._owner.theme, (0, 0, 0, 0), 3)
        self.picture = FormPicture(self._owner.theme, view, both)
        self.picture.acted.connect(self.acted)
        rows.addWidget(label(" ", "quiet"))
        rows.addWidget(self.picture)
        return both

    def _make_line(self, views: tuple[FieldView, ...]) -> QWidget:
        line = QWidget(self._owner)
        rows, row = QVBoxLayout(line), QHBoxLayout()
        inset(rows, self._owner.theme, (0, 0, 0, 0), 8)
        inset(row, self._owner.theme, (0, 0, 0, 0), 14)
        rows.addLayout(row)
        has_label_above = any(one.kind is not FieldKind.INLINE_FLAG for one in views)
        for view in views:
            is_low = view.kind is FieldKind.INLINE_FLAG and has_label_above
            edge = Qt.AlignmentFlag.AlignBottom if is_low else Qt.AlignmentFlag.AlignTop
            if view.kind is FieldKind.PICTURE:
                row.addWidget(self._make_picture(view), view.weight, edge)
                if self.picture is not None:
                    rows.addWidget(self.picture.silhouettes)
                continue
            row.addWidget(self._make_field(view), view.weight, edge)
            for _place in range(view.rest):
                row.addWidget(QWidget(line), 1)
        return line

    def _make_field(self, view: FieldView) -> FormField:
        field = FormField(self._owner.theme, view, self._owner)
        field.changed.connect(self.changed)
        field.entered.connect(self.entered)
        field.left.connect(self.left)
        self.fields[view.key] = field
        return field


class _Heading(Heading):
    height_px, side_px = 22, 0
