"""A whole form: its fields in lines, tables and sections, whatever it lies in.

Owns that what stays keeps its widget and the keyboard, and that a long form is made in steps. How
a part is made is ``form_field_widgets``'s; checking values is not its business.
"""

from __future__ import annotations

from collections import deque
from time import perf_counter
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget

from gridwar.control.records.form_records import FieldKind, every_field
from gridwar.ui.tasks.stepped_task import SteppedTask
from gridwar.ui.widgets.forms.form_field_widgets import FormItem, FormParts, form_items
from gridwar.ui.widgets.forms.form_table import FormRows, help_words
from gridwar.ui.widgets.painting.themed_widgets import ThemedWidget, inset

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from gridwar.control.records.form_records import FieldView
    from gridwar.ui.style.theme import Theme
    from gridwar.ui.widgets.forms.form_field import FormField, FormValue
    from gridwar.ui.widgets.forms.form_heading import FormHeading
    from gridwar.ui.widgets.forms.form_picker import Picker
    from gridwar.ui.widgets.forms.form_picture import FormPicture

_SPACE_PX, _ROW_PX = 10, 34
_AT_ONCE = 3
"""Lines of a new form that are made at once in any case."""
_AT_ONCE_S = 0.02
"""So long a new form is made on before it is shown; the others come after, in steps."""
_STEP_S = 0.01
"""So long a form is made on before other events come."""


def _is_heading(item: FormItem) -> bool:
    view = item.views[0]
    return view.kind is FieldKind.SECTION and not view.bare


class FormBody(ThemedWidget):
    """The fields of a form, for a popover or any other place.

    Signals: ``changed(key, text)`` while typing, ``acted(key, act, choice)`` on a section, a row or
    a field that adds something, ``helped(words)`` about the field that has the keyboard,
    ``left(key)`` of a field that is left, ``grown()`` once all of a long form is there.
    """

    changed = Signal(str, str)
    acted = Signal(str, str, str)
    helped = Signal(str)
    left = Signal(str)
    grown = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._parts = FormParts(self)
        self._parts.changed.connect(self.changed)
        self._parts.acted.connect(self.acted)
        self._parts.entered.connect(self._help)
        self._parts.left.connect(self.left)
        self._shown: dict[tuple[object, ...], tuple[QWidget, FormItem]] = {}
        self._later: deque[tuple[FormItem, tuple[object, ...]]] = deque()
        """What is still to be made of a long form, the topmost first."""
        self._making = SteppedTask(self)
        self._before: FormItem | None = None
        self._column = 0
        """Of the cell that had the keyboard last: it goes on there in another row."""
        self._rows = QVBoxLayout(self)
        inset(self._rows, theme, (18, 12, 18, 8), 0)

    # --- what there is ---------------------------------------------------------------------------

    @property
    def fields(self) -> dict[str, FormField]:
        """All fields by key; those of a long form that are still to come are made at once."""
        self._making.finish()
        return self._parts.fields

    @property
    def sections(self) -> dict[str, FormHeading]:
        """All headings by key, as ``fields``."""
        self._making.finish()
        return self._parts.sections

    @property
    def tables(self) -> dict[str, FormRows]:
        """All tables by key, as ``fields``."""
        self._making.finish()
        return self._parts.tables

    @property
    def pickers(self) -> dict[str, Picker]:
        """All pickers by key, as ``fields``."""
        self._making.finish()
        return self._parts.pickers

    @property
    def picture(self) -> FormPicture | None:
        """The picture, where it has one and that is made already."""
        return self._parts.picture

    def read_lines(self, read: Callable[[str, str], str]) -> None:
        """Say what tells of a line typed at a picker, by its key, what it would add."""
        self._parts.read_line = read

    # --- size ------------------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        """Return the size of all there will be: a long form does not grow while it is made."""
        hint = super().sizeHint()
        return QSize(hint.width(), self._with_the_rest(hint.height()))

    def heightForWidth(self, width: int) -> int:
        """Return the height of all there will be at a width."""
        return self._with_the_rest(super().heightForWidth(width))

    def _with_the_rest(self, height: int) -> int:
        to_come = sum(len(one.view.rows) - len(one.cells) for one in self._parts.tables.values())
        rows_px = to_come * self.theme.px(_ROW_PX)
        if not self._shown or not self._later:
            return height + rows_px
        margins = self._rows.contentsMargins()
        edges = margins.top() + margins.bottom() - self.theme.px(_SPACE_PX)  # one less than lines
        there, all_of_it = len(self._shown), len(self._shown) + len(self._later)
        return edges + (height - edges) * all_of_it // there + rows_px

    # --- showing ---------------------------------------------------------------------------------

    def show_fields(self, views: tuple[FieldView, ...]) -> None:
        """Show fields; what is there already keeps its editors and the cursor in them."""
        items = form_items(views)
        shapes = [one.shape() for one in items]
        if shapes == [*self._shown, *(shape for _item, shape in self._later)]:
            self._later = deque(list(zip(items, shapes, strict=True))[len(self._shown) :])
        else:
            self._making.give_up()
            self._rebuild(items, shapes)
        for item in items[: len(self._shown)]:
            for view in item.views:
                self._show(view)

    def _show(self, view: FieldView) -> None:
        for row in view.rows:
            for one in (*row.fields, *row.more):
                self._show(one)
        part = self._parts.find(view.key)
        if part is not None:
            part.show_view(view)

    def _rebuild(self, items: list[FormItem], shapes: list[tuple[object, ...]]) -> None:
        held = self.place()
        old, self._shown = self._shown, {}
        while self._rows.count():
            self._rows.takeAt(0)
        self._take(old, items, shapes)
        kept, self._before = set(shapes), None
        for shape, (widget, item) in old.items():
            if shape not in kept:
                self._parts.forget(item.views)
                widget.hide()
                widget.deleteLater()
        self._later = deque(zip(items, shapes, strict=True))
        stays = max((n for n, shape in enumerate(shapes, 1) if shape in old), default=0)
        self._add(old, max(stays, _AT_ONCE), _AT_ONCE_S)
        self._rows.addStretch(1)
        self._in_tab_order()
        if not self.is_whole:
            self._making.begin(self._make_the_rest())
        if held is not None and self.place() != held:
            self.focus_on(held)

    def _take(
        self,
        old: dict[tuple[object, ...], tuple[QWidget, FormItem]],
        items: list[FormItem],
        shapes: list[tuple[object, ...]],
    ) -> None:
        """Let the widgets of tables in which only rows are others be used for them."""
        wanted = set(shapes)
        gone = [shape for shape in old if shape not in wanted]
        for item, shape in zip(items, shapes, strict=True):
            if shape in old:
                continue
            before = next((one for one in gone if self._parts.can_take(old[one][1], item)), None)
            if before is not None:
                old[shape] = (old.pop(before)[0], item)
                gone.remove(before)
                self._parts.take(item)

    def _add(
        self, old: dict[tuple[object, ...], tuple[QWidget, FormItem]], least: int, for_s: float
    ) -> None:
        """Add the next items, made anew where they are not among the old.

        Args:
            old: Those that were shown before.
            least: So many are added however long it takes.
            for_s: So long others are.
        """
        end, first = perf_counter() + for_s, len(self._shown)
        while not self.is_whole and (len(self._shown) < first + least or perf_counter() < end):
            if not self._parts.is_whole:
                self._parts.go_on()
                continue
            item, shape = self._later.popleft()
            widget = old[shape][0] if shape in old else self._parts.make(item)
            self._shown[shape] = (widget, item)
            self._rows.addSpacing(self._space_before(item))
            self._rows.addWidget(widget)
            widget.show()  # else it has its size only later

    @property
    def is_whole(self) -> bool:
        """Whether all of a long form has been made."""
        return not self._later and self._parts.is_whole

    def _make_the_rest(self) -> Generator[None, None, None]:
        """Make what a long form has below, some of it between two events."""
        while not self.is_whole:
            yield
            self._rows.takeAt(self._rows.count() - 1)  # the stretch
            first = len(self._shown)
            self._add({}, 0, _STEP_S)
            self._rows.addStretch(1)
            for _widget, item in list(self._shown.values())[first:]:
                for view in item.views:
                    self._show(view)
        self._in_tab_order()
        self.grown.emit()

    def _space_before(self, item: FormItem) -> int:
        """Return the room above an item: none between folded headings."""
        is_first, before = self._rows.count() == 0, self._before
        self._before = item
        if is_first or before is None:
            return 0
        are_headings = all(_is_heading(one) for one in (before, item))
        return 0 if are_headings else self.theme.px(_SPACE_PX)

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

    # --- values and keyboard ---------------------------------------------------------------------

    def values(self) -> dict[str, FormValue]:
        """Return the values by key."""
        return {key: field.value() for key, field in self.fields.items()}

    def first(self) -> FormField | Picker | None:
        """Return where to begin: the first field that has an error, else the first of all."""
        items = (*(one for _widget, one in self._shown.values()), *(one for one, _ in self._later))
        if any(field.error for one in items for field in every_field(one.views)):
            self._making.finish(lambda: any(one.view.error for one in self._parts.fields.values()))
        wrong = (field for field in self._parts.fields.values() if field.view.error)
        first = next((item.views[0].key for _widget, item in self._shown.values()), "")
        if first in self._parts.pickers:
            return next(wrong, None) or self._parts.pickers[first]
        return next(wrong, None) or next(iter(self._parts.fields.values()), None)

    def _help(self, key: str) -> None:
        if not key:
            self.helped.emit("")
            return
        field = self._parts.fields.get(key)
        if field is None:
            return
        keys, self._column = "", 0
        for table in self._parts.tables.values():
            place = table.place_of(field)
            if place is not None:
                keys, self._column = table.help(), place[1]
        self.helped.emit("\n".join(filter(None, (help_words(field.view), keys))))

    def place(self) -> str | None:
        """Return the key of what has the keyboard; None where nothing of the form has it."""
        has = QApplication.focusWidget()
        if has is None or not self.isAncestorOf(has):
            return None
        return self._parts.holding(has)

    def focus_on(self, key: str) -> QWidget | None:
        """Give the keyboard to a field, a heading, a picker or a row; return what has it now."""
        found = self._parts.stop_at(key, self._column)
        if found is None:
            self._making.finish(lambda: self._parts.stop_at(key, self._column))
            found = self._parts.stop_at(key, self._column)
        if found is not None:
            found.setFocus(Qt.FocusReason.OtherFocusReason)
            if isinstance(found, QLineEdit):
                found.selectAll()
        return found
