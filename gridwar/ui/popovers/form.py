"""A form built from a record: for combatants, weapons and house-rule switches.

It shows fields with their errors and hands back values; checking them is not its business.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget

from gridwar.control.records.panel_records import Tone
from gridwar.control.records.popover_records import FieldKind
from gridwar.text import _
from gridwar.ui.style.tooltips import set_tip
from gridwar.ui.widgets.buttons import IconButton, KeyButton
from gridwar.ui.widgets.fit_scroll import FitScroll
from gridwar.ui.widgets.form_field import FormField, FormValue
from gridwar.ui.widgets.form_section import STEP_PX, FormSection
from gridwar.ui.widgets.labels import draw_heading, hairline, label, show_words
from gridwar.ui.widgets.notice_plate import NoticePlate
from gridwar.ui.widgets.popover import Sheet
from gridwar.ui.widgets.themed import Painted, ThemedWidget, inset

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

    from gridwar.control.records.popover_records import FieldView, FormView
    from gridwar.ui.style.theme import Theme
    from gridwar.ui.widgets.themed_painter import Ink


class FormBody(ThemedWidget):
    """The fields of a form, for a sheet or any other place.

    Signals: ``changed(key, text)`` while typing, ``acted(key, act, choice)`` on a section.
    """

    changed = Signal(str, str)
    acted = Signal(str, str, str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.fields: dict[str, FormField] = {}
        self.sections: dict[str, FormSection] = {}
        self._views: tuple[FieldView, ...] = ()
        self._rows = QVBoxLayout(self)
        inset(self._rows, theme, (18, 12, 18, 8), 12)

    def show_fields(self, views: tuple[FieldView, ...]) -> None:
        """Show fields; the same keys keep their editors and the cursor in them."""
        if [_shape(one) for one in views] == [_shape(one) for one in self._views]:
            for view in views:
                self._part(view.key).show_view(view)
        else:
            self._build(views)
        self._views = views

    def values(self) -> dict[str, FormValue]:
        """Return the values by key."""
        return {key: field.value() for key, field in self.fields.items()}

    def first(self) -> FormField | None:
        """Return the field to begin with: the first that has an error, else the first."""
        wrong = (field for field in self.fields.values() if field.view.error)
        return next(wrong, None) or next(iter(self.fields.values()), None)

    def _part(self, key: str) -> FormField | FormSection:
        return self.sections[key] if key in self.sections else self.fields[key]

    def _build(self, views: tuple[FieldView, ...]) -> None:
        while self._rows.count():
            item = self._rows.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.fields, self.sections = {}, {}
        group, open_line = "", None
        for view in views:
            if view.group and view.group != group:
                group, open_line = view.group, None
                self._rows.addWidget(_Heading(self.theme, group, self))
            if view.kind is FieldKind.SECTION:
                section = FormSection(self.theme, view, self)
                section.acted.connect(self.acted)
                self.sections[view.key] = section
                self._rows.addWidget(section)
                open_line = None
                continue
            if open_line is None:
                line = QWidget(self)
                open_line = QHBoxLayout(line)
                inset(open_line, self.theme, (view.depth * STEP_PX, 0, 0, 0), 14)
                self._rows.addWidget(line)
            field = FormField(self.theme, view, self)
            field.changed.connect(self.changed)
            open_line.addWidget(field, 1, Qt.AlignmentFlag.AlignTop)
            self.fields[view.key] = field
            if not view.half:
                open_line = None
        self._rows.addStretch(1)
        for at in range(self._rows.count()):  # else they have their size only later
            item = self._rows.itemAt(at)
            part = item.widget() if item is not None else None
            if part is not None:
                part.show()


def _shape(view: FieldView) -> tuple[object, ...]:
    label = view.label if view.kind is not FieldKind.SECTION else ""
    shape = (view.key, view.kind, label, view.choices, view.group, view.half)
    return (*shape, view.acts, view.depth, view.folded)


class _Heading(Painted):
    def __init__(self, theme: Theme, words: str, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._words = words

    def sizeHint(self) -> QSize:
        return QSize(self.theme.px(100), self.theme.px(22))

    def draw(self, ink: Ink, box: QRectF) -> None:
        draw_heading(ink, box, self._words)


class FormSheet(Sheet):
    """A form as a sheet.

    Signals: ``changed(key, text)`` while typing, ``acted(key, act, choice)`` on a section,
    ``submitted(dict)`` with the values by key (texts, bools, `TableValue`), ``cancelled()``.
    """

    changed = Signal(str, str)
    acted = Signal(str, str, str)
    submitted = Signal(dict)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._title = label("", "title", wrap=True)
        self._subtitle = label("", "quiet", wrap=True)
        self.body = FormBody(theme, self)
        self._error = NoticePlate(theme, self)
        self.primary = KeyButton(theme, "", "primary", self)
        cancel = KeyButton(theme, _("Cancel"), "plain", self)
        cancel.height_px = 38
        close = IconButton(theme, "x", _("Close"), self, 18)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self._title)
        words.addWidget(self._subtitle)
        head = QHBoxLayout()
        inset(head, theme, (18, 10, 12, 8), 8)
        head.addLayout(words, 1)
        head.addWidget(close, 0, Qt.AlignmentFlag.AlignTop)
        error = QVBoxLayout()
        inset(error, theme, (18, 4, 18, 0), 0)
        error.addWidget(self._error)
        foot = QHBoxLayout()
        inset(foot, theme, (18, 8, 18, 14), 10)
        foot.addStretch(1)
        foot.addWidget(cancel)
        foot.addWidget(self.primary)
        self.rows.addLayout(head)
        self.rows.addWidget(hairline())
        # Once a turn of the event loop: to measure a long form takes longer than to type a letter.
        self._fit_soon = QTimer(self, singleShot=True, interval=0)
        self._fit_soon.timeout.connect(self.fit)
        self._scroll = FitScroll(self.body, self)
        self.rows.addWidget(self._scroll, 1)
        self.rows.addLayout(error)
        self.rows.addLayout(foot)
        close.clicked.connect(self.cancelled)
        cancel.clicked.connect(self.cancelled)
        self.primary.clicked.connect(self._submit)
        self.body.changed.connect(self.changed)
        self.body.acted.connect(self.acted)

    def show_view(self, view: FormView) -> None:
        """Show a form."""
        self._title.setText(view.title)
        show_words(self._subtitle, view.subtitle)
        self.body.show_fields(view.fields)
        self._error.setVisible(bool(view.error))
        self._error.show_notice(view.error, Tone.HARM)
        self.primary.set_words(view.primary or _("Save"), _("Ctrl+↵"))
        self.primary.setEnabled(not any(field.error for field in view.fields))
        set_tip(self.primary, view.error)
        if self.isVisible():
            self._fit_soon.start()
        else:
            self.fit()

    def fit(self) -> None:
        """Take the size the fields need; what was scrolled to stays in view."""
        bar = self._scroll.verticalScrollBar()
        place = bar.value()
        super().fit()
        bar.setValue(place)

    def begin(self) -> None:
        """Show the form from its beginning."""
        self._scroll.verticalScrollBar().setValue(0)

    def take_keyboard(self) -> None:
        """Give the keyboard to the field to begin with; typing replaces what stands in it."""
        field = self.body.first()
        if field is None:
            self.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        field.editor.setFocus(Qt.FocusReason.OtherFocusReason)
        if isinstance(field.editor, QLineEdit):
            field.editor.selectAll()
        if field.view.error:
            self._scroll.ensureWidgetVisible(field)

    def _submit(self) -> None:
        if self.primary.isEnabled():
            self.submitted.emit(self.body.values())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Submit with Ctrl+Enter, and with Enter outside of longer texts."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            if control or not isinstance(self.focusWidget(), QPlainTextEdit):
                self._submit()
            return
        super().keyPressEvent(event)
