"""The body of a form: its fields in lines, tables and sections, whatever it lies in.

Owns which widget shows which record, and that what stays keeps its widget and the keyboard.
Checking values is not its business.
"""

from __future__ import annotations

from collections import deque
from time import perf_counter
from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from gridwar.control.records.form_records import FieldKind
from gridwar.ui.tasks.stepped_task import SteppedTask
from gridwar.ui.widgets.controls.labels import draw_heading
from gridwar.ui.widgets.forms.form_field import FormField, FormValue
from gridwar.ui.widgets.forms.form_heading import FormHeading
from gridwar.ui.widgets.forms.form_picture import FormPicture
from gridwar.ui.widgets.forms.form_rows import FormRows, help_words
from gridwar.ui.widgets.forms.picker import Picker
from gridwar.ui.widgets.painting.themed import Painted, ThemedWidget, inset

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from gridwar.control.records.form_records import FieldView
    from gridwar.ui.style.theme import Theme
    from gridwar.ui.widgets.painting.themed_painter import ThemedPainter

_SPACE_PX = 10
BESIDE = 2
"""Lines that stand beside a picture."""
_AT_ONCE = 8
"""Lines of a new form that are made at once; the others come after, in steps."""
_STEP_S = 0.01
"""So long a form is made on before other events come."""
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
    a field that adds something, ``helped(words)`` about the field that has the keyboard,
    ``grown()`` once all of a long form is there.
    """

    changed = Signal(str, str)
    acted = Signal(str, str, str)
    helped = Signal(str)
    grown = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._fields: dict[str, FormField] = {}
        self._sections: dict[str, FormHeading] = {}
        self._tables: dict[str, FormRows] = {}
        self._pickers: dict[str, Picker] = {}
        self.picture: FormPicture | None = None
        self.picture_bytes: Callable[[str], bytes | None] = lambda _digest: None
        """Reads the picture of a token by its hash."""
        self._shown: dict[tuple[object, ...], tuple[QWidget, _Item]] = {}
        self._later: deque[tuple[_Item, tuple[object, ...]]] = deque()
        """What is still to be made of a long form, the topmost first."""
        self._making = SteppedTask(self)
        self._before: _Item | None = None
        self._column = 0
        """Of the cell that had the keyboard last: it goes on there in another row."""
        self._rows = QVBoxLayout(self)
        inset(self._rows, theme, (18, 12, 18, 8), 0)

    # --- what there is ---------------------------------------------------------------------------

    @property
    def fields(self) -> dict[str, FormField]:
        """All fields by key; those of a long form that are still to come are made at once."""
        self._making.finish()
        return self._fields

    @property
    def sections(self) -> dict[str, FormHeading]:
        """All headings by key, as ``fields``."""
        self._making.finish()
        return self._sections

    @property
    def tables(self) -> dict[str, FormRows]:
        """All tables by key, as ``fields``."""
        self._making.finish()
        return self._tables

    @property
    def pickers(self) -> dict[str, Picker]:
        """All pickers by key, as ``fields``."""
        self._making.finish()
        return self._pickers

    # --- size ------------------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        """Return the size of all there will be: a long form does not grow while it is made."""
        hint = super().sizeHint()
        return QSize(hint.width(), self._with_the_rest(hint.height()))

    def heightForWidth(self, width: int) -> int:
        """Return the height of all there will be at a width."""
        return self._with_the_rest(super().heightForWidth(width))

    def _with_the_rest(self, height: int) -> int:
        if not self._shown or not self._later:
            return height
        return height * (len(self._shown) + len(self._later)) // len(self._shown)

    # --- showing ---------------------------------------------------------------------------------

    def show_fields(self, views: tuple[FieldView, ...]) -> None:
        """Show fields; what is there already keeps its editors and the cursor in them."""
        items = _items(views)
        shapes = [one.shape() for one in items]
        if shapes == [*self._shown, *(shape for _item, shape in self._later)]:
            self._later = deque(list(zip(items, shapes, strict=True))[len(self._shown) :])
        else:
            self._making.finish()
            self._rebuild(items, shapes)
        for item in items[: len(self._shown)]:
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
        parts = (self._fields, self._sections, self._tables, self._pickers)
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
        self._later = deque(zip(items, shapes, strict=True))
        self._add(old, len(items) if kept & old.keys() else _AT_ONCE)
        self._rows.addStretch(1)
        self._in_tab_order()
        if self._later:
            self._making.begin(self._make_the_rest())
        if held is not None and self.place() != held:
            self.focus_on(held)

    def _add(self, old: dict[tuple[object, ...], tuple[QWidget, _Item]], most: int) -> None:
        """Add the next items, made anew where they are not among the old."""
        for _number in range(min(most, len(self._later))):
            item, shape = self._later.popleft()
            widget = old[shape][0] if shape in old else self._make_item(item)
            self._shown[shape] = (widget, item)
            self._rows.addSpacing(self._space_before(item))
            self._rows.addWidget(widget)
            widget.show()  # else it has its size only later

    def _make_the_rest(self) -> Generator[None, None, None]:
        """Make what a long form has below, some of it between two events."""
        while self._later:
            yield
            self._rows.takeAt(self._rows.count() - 1)  # the stretch
            first = len(self._shown)
            end = perf_counter() + _STEP_S
            while self._later and perf_counter() < end:
                self._add({}, 1)
            self._rows.addStretch(1)
            for _widget, item in list(self._shown.values())[first:]:
                for view in item.every:
                    self._show(view)
        self._in_tab_order()
        self.grown.emit()

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
            for parts in (self._fields, self._sections, self._tables, self._pickers):
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
                self._sections[view.key] = section
                return section
            case FieldKind.ROWS:
                rows = FormRows(self.theme, view, self._make_inner, self._make_field, self)
                rows.acted.connect(self.acted)
                self._tables[view.key] = rows
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
        self._pickers[key] = picker
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
        self._fields[view.key] = field
        return field

    # --- values and keyboard ---------------------------------------------------------------------

    def values(self) -> dict[str, FormValue]:
        """Return the values by key."""
        return {key: field.value() for key, field in self.fields.items()}

    def first(self) -> FormField | Picker | None:
        """Return where to begin: the first field that has an error, else the first of all."""
        if any(view.error for item, _shape in self._later for view in item.every):
            self._making.finish()
        wrong = (field for field in self._fields.values() if field.view.error)
        first = next((item.views[0].key for _widget, item in self._shown.values()), "")
        if first in self._pickers:
            return next(wrong, None) or self._pickers[first]
        return next(wrong, None) or next(iter(self._fields.values()), None)

    def _help(self, key: str) -> None:
        field = self._fields.get(key)
        if field is None:
            return
        keys, self._column = "", 0
        for table in self._tables.values():
            place = table.place_of(field)
            if place is not None:
                keys, self._column = table.help(), place[1]
        self.helped.emit("\n".join(filter(None, (help_words(field.view), keys))))

    def place(self) -> str | None:
        """Return the key of what has the keyboard; None where nothing of the form has it."""
        has = QApplication.focusWidget()
        if has is None or not self.isAncestorOf(has):
            return None
        for parts in (self._fields, self._sections, self._tables, self._pickers):
            for key, part in parts.items():
                if part.isVisibleTo(self) and (part is has or part.isAncestorOf(has)):
                    return key
        return None

    def focus_on(self, key: str) -> QWidget | None:
        """Give the keyboard to a field, a heading, a picker or a row; return what has it now."""
        found = self._stop_at(key)
        if found is None:
            self._making.finish()
            found = self._stop_at(key)
        if found is not None:
            found.setFocus(Qt.FocusReason.OtherFocusReason)
            if isinstance(found, QLineEdit):
                found.selectAll()
        return found

    def _stop_at(self, key: str) -> QWidget | None:
        """Return what takes the keyboard for a key, if it is made already."""
        if key in self._fields:
            return self._fields[key].editor
        if key in self._sections:
            return self._sections[key].heading
        if key in self._pickers:
            return self._pickers[key].line
        rows = next((one for one in self._tables.values() if key in one.cells), None)
        return rows.cells[key][self._column].editor if rows is not None else None


class _Heading(Painted):
    def __init__(self, theme: Theme, words: str, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._words = words

    def sizeHint(self) -> QSize:
        return QSize(self.theme.px(100), self.theme.px(22))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        draw_heading(painter, box, self._words)
