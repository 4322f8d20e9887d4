"""The body of a form: its fields in lines, tables and sections, whatever it lies in.

Owns which widget shows which record, and that what stays keeps its widget and the keyboard.
Checking values is not its business.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from gridwar.control.records.popover_records import FieldKind
from gridwar.ui.widgets.form_field import FormField, FormValue
from gridwar.ui.widgets.form_heading import FormHeading
from gridwar.ui.widgets.form_picture import FormPicture
from gridwar.ui.widgets.form_rows import FormRows, help_words
from gridwar.ui.widgets.labels import draw_heading
from gridwar.ui.widgets.picker import Picker
from gridwar.ui.widgets.themed import Painted, ThemedWidget, inset

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gridwar.control.records.popover_records import FieldView
    from gridwar.ui.style.theme import Theme
    from gridwar.ui.widgets.themed_painter import ThemedPainter

_SPACE_PX = 10
BESIDE = 2
"""Lines that stand beside a picture."""
_ALONE = (FieldKind.SECTION, FieldKind.ROWS, FieldKind.PICK)


class _Item(Struct, frozen=True):
    """What one widget shows: a line of fields, or one larger part; ``beside`` a picture."""

    views: tuple[FieldView, ...]
    heading: str = ""
    beside: tuple[_Item, ...] = ()

    @property
    def every(self) -> tuple[FieldView, ...]:
        """All views in it."""
        return (*self.views, *(view for one in self.beside for view in one.every))

    def shape(self) -> tuple[object, ...]:
        """Return all but what a widget can show without being made anew."""
        inner = tuple(one.shape() for one in self.beside)
        return (self.heading, *map(_shape, self.views), *inner)


def _shape(view: FieldView) -> tuple[object, ...]:
    label = view.label if view.kind is not FieldKind.SECTION else ""
    shape = (view.key, view.kind, label, view.choices, view.half, view.bare, view.rest)
    acts = view.acts if view.kind is not FieldKind.PICTURE else ()
    rows = tuple(
        (row.key, row.title, row.acts, row.folded, *map(_shape, (*row.fields, *row.more)))
        for row in view.rows
    )
    can_type = bool(view.options) or view.free
    return (*shape, acts, view.folded is None, view.columns, rows, can_type)


def _items(views: tuple[FieldView, ...]) -> list[_Item]:
    """Part fields into lines and larger parts."""
    made: list[_Item] = []
    line: list[FieldView] = []
    group = heading = ""
    for view in views:
        if view.group and view.group != group:
            group = heading = view.group
        line.append(view)
        if not view.half or view.kind in _ALONE or view.kind is FieldKind.PICTURE:
            made.append(_Item(tuple(line), heading))
            line, heading = [], ""
    if line:
        made.append(_Item(tuple(line), heading))
    return _beside_pictures(made)


def _beside_pictures(items: list[_Item]) -> list[_Item]:
    at = next((n for n, one in enumerate(items) if _is_picture(one)), None)
    if at is None:
        return items
    beside = tuple(items[at + 1 : at + 1 + BESIDE])
    rest = items[at + 1 + len(beside) :]
    return [*items[:at], _Item(items[at].views, items[at].heading, beside), *rest]


def _is_picture(item: _Item) -> bool:
    return item.views[0].kind is FieldKind.PICTURE


def _is_heading(item: _Item) -> bool:
    view = item.views[0]
    return view.kind is FieldKind.SECTION and not view.bare


class FormBody(ThemedWidget):
    """The fields of a form, for a popover or any other place.

    Signals: ``changed(key, text)`` while typing, ``acted(key, act, choice)`` on a section, a row or
    a field that adds something, ``helped(words)`` about the field that has the keyboard.
    """

    changed = Signal(str, str)
    acted = Signal(str, str, str)
    helped = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.fields: dict[str, FormField] = {}
        self.sections: dict[str, FormHeading] = {}
        self.tables: dict[str, FormRows] = {}
        self.pickers: dict[str, Picker] = {}
        self.picture: FormPicture | None = None
        self.picture_bytes: Callable[[str], bytes | None] = lambda _digest: None
        """Reads the picture of a token by its hash."""
        self._shown: dict[tuple[object, ...], tuple[QWidget, _Item]] = {}
        self._before: _Item | None = None
        self._column = 0
        """Of the cell that had the keyboard last: it goes on there in another row."""
        self._rows = QVBoxLayout(self)
        inset(self._rows, theme, (18, 12, 18, 8), 0)

    # --- showing ---------------------------------------------------------------------------------

    def show_fields(self, views: tuple[FieldView, ...]) -> None:
        """Show fields; what is there already keeps its editors and the cursor in them."""
        items = _items(views)
        shapes = [one.shape() for one in items]
        if shapes != list(self._shown):
            self._rebuild(items, shapes)
        for item in items:
            for view in item.every:
                self._show(view)

    def _show(self, view: FieldView) -> None:
        for row in view.rows:
            for one in (*row.fields, *row.more):
                self._show(one)
        part = self._part(view.key)
        if part is not None:
            part.show_view(view)

    def _part(self, key: str) -> FormField | FormHeading | FormRows | Picker | FormPicture | None:
        parts = (self.fields, self.sections, self.tables, self.pickers)
        found = next((one[key] for one in parts if key in one), None)
        if found is None and self.picture is not None and self.picture.view.key == key:
            return self.picture
        return found

    def _rebuild(self, items: list[_Item], shapes: list[tuple[object, ...]]) -> None:
        held = self.place()
        old, self._shown = self._shown, {}
        while self._rows.count():
            self._rows.takeAt(0)
        kept, self._before = set(shapes), None
        for shape, (widget, item) in old.items():
            if shape not in kept:
                self._forget(item.every)
                widget.hide()
                widget.deleteLater()
        for item, shape in zip(items, shapes, strict=True):
            widget = old[shape][0] if shape in old else self._make_item(item)
            self._shown[shape] = (widget, item)
            self._rows.addSpacing(self._space_before(item))
            self._rows.addWidget(widget)
            widget.show()  # else it has its size only later
        self._rows.addStretch(1)
        self._in_tab_order()
        if held is not None and self.place() != held:
            self.focus_on(held)

    def _space_before(self, item: _Item) -> int:
        """Return the room above an item: none between folded headings."""
        is_first, before = self._rows.count() == 0, self._before
        self._before = item
        if is_first or before is None:
            return 0
        are_headings = all(_is_heading(one) for one in (before, item))
        return 0 if are_headings else self.theme.px(_SPACE_PX)

    def _forget(self, views: tuple[FieldView, ...]) -> None:
        for view in views:
            for row in view.rows:
                self._forget((*row.fields, *row.more))
            for parts in (self.fields, self.sections, self.tables, self.pickers):
                parts.pop(view.key, None)
            if view.kind is FieldKind.PICTURE:
                self.picture = None

    def _in_tab_order(self) -> None:
        """Let Tab go through what was made anew in the order in which it stands."""
        before: QWidget | None = None
        for widget, _item in self._shown.values():
            for part in self._stops(widget):
                if before is not None:
                    QWidget.setTabOrder(before, part)
                before = part

    def _stops(self, widget: QWidget) -> Iterator[QWidget]:
        for one in widget.findChildren(QWidget):
            takes = one.focusPolicy() & Qt.FocusPolicy.TabFocus
            if takes and one.focusProxy() is None and one.window() is self.window():
                yield one

    # --- making ----------------------------------------------------------------------------------

    def _make_item(self, item: _Item) -> QWidget:
        made = self._make_part(item)
        if not item.heading:
            return made
        both = QWidget(self)
        rows = QVBoxLayout(both)
        inset(rows, self.theme, (0, 0, 0, 0), 12)
        rows.addWidget(_Heading(self.theme, item.heading, both))
        rows.addWidget(made)
        return both

    def _make_part(self, item: _Item) -> QWidget:
        view = item.views[0]
        match view.kind:
            case FieldKind.SECTION:
                section = FormHeading(self.theme, view, self)
                section.acted.connect(self.acted)
                self.sections[view.key] = section
                return section
            case FieldKind.ROWS:
                rows = FormRows(self.theme, view, self._make_inner, self._make_field, self)
                rows.acted.connect(self.acted)
                self.tables[view.key] = rows
                return rows
            case FieldKind.PICK:
                return self._make_picker(view)
            case FieldKind.PICTURE:
                return self._make_picture(view, item.beside)
            case _:
                return self._make_line(item.views)

    def _make_inner(self, views: tuple[FieldView, ...]) -> QWidget:
        inner = QWidget(self)
        rows = QVBoxLayout(inner)
        inset(rows, self.theme, (10, 2, 0, 10), 8)
        for item in _items(views):
            rows.addWidget(self._make_item(item))
        return inner

    def _make_picker(self, view: FieldView) -> Picker:
        picker = Picker(self.theme, view, self)
        key = view.key
        picker.chosen.connect(lambda found: self.acted.emit(key, "add", found))
        picker.named.connect(lambda name: self.acted.emit(key, "name", name))
        picker.entered.connect(lambda: self.helped.emit(""))
        self.pickers[key] = picker
        return picker

    def _make_picture(self, view: FieldView, beside: tuple[_Item, ...]) -> QWidget:
        both = QWidget(self)
        row = QHBoxLayout(both)
        inset(row, self.theme, (0, 0, 0, 0), 16)
        self.picture = FormPicture(self.theme, view, self._bytes, both)
        self.picture.acted.connect(self.acted)
        row.addWidget(self.picture, 0, Qt.AlignmentFlag.AlignTop)
        lines = QVBoxLayout()
        lines.setSpacing(self.theme.px(10))
        for item in beside:
            lines.addWidget(self._make_item(item))
        row.addLayout(lines, 1)
        return both

    def _bytes(self, digest: str) -> bytes | None:
        return self.picture_bytes(digest)

    def _make_line(self, views: tuple[FieldView, ...]) -> QWidget:
        line = QWidget(self)
        row = QHBoxLayout(line)
        inset(row, self.theme, (0, 0, 0, 0), 14)
        has_label_above = any(one.kind is not FieldKind.INLINE_FLAG for one in views)
        for view in views:
            is_low = view.kind is FieldKind.INLINE_FLAG and has_label_above
            edge = Qt.AlignmentFlag.AlignBottom if is_low else Qt.AlignmentFlag.AlignTop
            row.addWidget(self._make_field(view), 1, edge)
            for _place in range(view.rest):
                row.addWidget(QWidget(line), 1)
        return line

    def _make_field(self, view: FieldView) -> FormField:
        field = FormField(self.theme, view, self)
        field.changed.connect(self.changed)
        field.entered.connect(self._help)
        self.fields[view.key] = field
        return field

    # --- values and keyboard ---------------------------------------------------------------------

    def values(self) -> dict[str, FormValue]:
        """Return the values by key."""
        return {key: field.value() for key, field in self.fields.items()}

    def first(self) -> FormField | Picker | None:
        """Return where to begin: the first field that has an error, else the first of all."""
        wrong = (field for field in self.fields.values() if field.view.error)
        first = next((item.views[0].key for _widget, item in self._shown.values()), "")
        if first in self.pickers:
            return next(wrong, None) or self.pickers[first]
        return next(wrong, None) or next(iter(self.fields.values()), None)

    def _help(self, key: str) -> None:
        field = self.fields.get(key)
        if field is None:
            return
        keys, self._column = "", 0
        for table in self.tables.values():
            place = table.place_of(field)
            if place is not None:
                keys, self._column = table.help(), place[1]
        self.helped.emit("\n".join(filter(None, (help_words(field.view), keys))))

    def place(self) -> str | None:
        """Return the key of what has the keyboard; None where nothing of the form has it."""
        has = QApplication.focusWidget()
        if has is None or not self.isAncestorOf(has):
            return None
        for parts in (self.fields, self.sections, self.tables, self.pickers):
            for key, part in parts.items():
                if part.isVisibleTo(self) and (part is has or part.isAncestorOf(has)):
                    return key
        return None

    def focus_on(self, key: str) -> QWidget | None:
        """Give the keyboard to a field, a heading, a picker or a row; return what has it now."""
        found: QWidget | None = None
        if key in self.fields:
            found = self.fields[key].editor
        elif key in self.sections:
            found = self.sections[key].heading
        elif key in self.pickers:
            found = self.pickers[key].line
        else:
            rows = next((one for one in self.tables.values() if key in one.cells), None)
            found = rows.cells[key][self._column].editor if rows is not None else None
        if found is not None:
            found.setFocus(Qt.FocusReason.OtherFocusReason)
            if isinstance(found, QLineEdit):
                found.selectAll()
        return found


class _Heading(Painted):
    def __init__(self, theme: Theme, words: str, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._words = words

    def sizeHint(self) -> QSize:
        return QSize(self.theme.px(100), self.theme.px(22))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        draw_heading(painter, box, self._words)
