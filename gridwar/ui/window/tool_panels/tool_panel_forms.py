"""The forms in a tool's panel: a kind that is written, values that hold at once.

`KindEditor` is checked while it is typed and done by one button. `LiveFields` hold at once: a
switch or a choice when it is touched, a text when it is left.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from gridwar.control.records.form_records import FieldKind
from gridwar.text import _
from gridwar.ui.widgets.controls.buttons_and_switches import IconButton, KeyButton
from gridwar.ui.widgets.controls.labels import hairline, label
from gridwar.ui.widgets.forms.whole_form import FormBody
from gridwar.ui.widgets.painting.themed_widgets import ThemedWidget, inset

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

    from gridwar.control.forms.record_form import RecordForm
    from gridwar.control.records.form_records import FieldView
    from gridwar.ui.style.theme import Theme
    from gridwar.ui.widgets.forms.form_field import FormValue

_AT_ONCE = (FieldKind.CHOICE, FieldKind.FLAG)


class KindEditor(ThemedWidget):
    """A title, the fields, and the buttons.

    Signals: ``done(RecordForm)`` with a form without errors; ``cancelled()``; ``dropped()`` to take
    the kind out of the map's table.
    """

    done = Signal(object)
    cancelled = Signal()
    dropped = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._title = label("", "name")
        self.body = FormBody(theme, self)
        self.primary = KeyButton(theme, "", "primary", self)
        self.cancel = KeyButton(theme, _("Cancel"), "plain", self)
        self.cancel.height_px = 38
        self._form: RecordForm | None = None
        head = QHBoxLayout()
        inset(head, theme, (18, 10, 18, 0), 0)
        head.addWidget(self._title, 1)
        self.drop = IconButton(theme, "trash-2", _("Take this kind away"), self)
        head.addWidget(self.drop)
        foot = QHBoxLayout()
        inset(foot, theme, (18, 4, 14, 12), 10)
        foot.addStretch(1)
        foot.addWidget(self.cancel)
        foot.addWidget(self.primary)
        rows = QVBoxLayout(self)
        inset(rows, theme, (0, 0, 0, 0), 0)
        rows.addWidget(hairline())
        rows.addLayout(head)
        rows.addWidget(self.body)
        rows.addLayout(foot)
        self.body.changed.connect(self._type)
        self.primary.clicked.connect(self._finish)
        self.cancel.clicked.connect(self.cancelled)
        self.drop.clicked.connect(self.dropped)
        self.hide()

    def ask(self, title: str, form: RecordForm, primary: str, *, can_drop: bool = False) -> None:
        """Show a form; what is missing from the beginning is told once something is typed.

        Args:
            title: What it is about.
            form: What is edited.
            primary: The word on its button.
            can_drop: Whether the kind can be taken away.
        """
        self.drop.setVisible(can_drop)
        self._title.setText(title)
        self._form, fields = form, form.view().fields
        self.body.show_fields(tuple(replace(one, error="") for one in fields))
        self.primary.set_words(primary, _("\u21b5"))
        self.primary.setEnabled(True)
        self.show()
        self.body.fields[fields[0].key].editor.setFocus(Qt.FocusReason.OtherFocusReason)

    def _type(self, key: str, _text: str) -> None:
        if self._form is not None:
            self._form.type(key, self.body.fields[key].value())
            self.check()

    def check(self) -> None:
        """Show what is wrong."""
        if self._form is not None:
            self.body.show_fields(self._form.view().fields)
            self.primary.setEnabled(not self._form.problems())

    def _finish(self) -> None:
        self.check()
        if self._form is not None and self.primary.isEnabled():
            self.done.emit(self._form)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter is done, Escape cancels."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._finish()
        elif event.key() == Qt.Key.Key_Escape:
            self.cancelled.emit()
        else:
            super().keyPressEvent(event)


class LiveFields(ThemedWidget):
    """The fields. Signal: ``edited(RecordForm)``, the form with what was typed in it."""

    edited = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._body = FormBody(theme, self)
        rows = QVBoxLayout(self)
        inset(rows, theme, (0, 0, 0, 0), 0)
        rows.addWidget(self._body)
        self._form: RecordForm | None = None
        self._whose = ""
        self._views: dict[str, FieldView] = {}
        self._wired: set[QLineEdit] = set()
        self._body.changed.connect(self._changed)

    def show_form(self, form: RecordForm, whose: str) -> None:
        """Show a form; where an entry did not fit, what was typed and why it did not.

        Args:
            form: What holds now.
            whose: Names what it is about: of another thing nothing typed before is kept.
        """
        if self._form is not None and whose == self._whose:
            for key, value in self._form.misfits().items():
                form.type(key, value)
        self._form, self._whose = form, whose
        shown = form.view().fields
        # A text that is being typed stays; it counts when it is left.
        kept = tuple(self._as_typed(view) for view in shown)
        self._views = {view.key: view for view in shown}
        self._body.show_fields(kept)
        for key, field in self._body.fields.items():
            editor = field.editor
            if isinstance(editor, QLineEdit) and editor not in self._wired:
                self._wired.add(editor)
                editor.editingFinished.connect(partial(self._finished, key, editor))

    def error_of(self, key: str) -> str:
        """Return what is said to be wrong with a field; empty for nothing."""
        return self._views[key].error

    def give(self, key: str, value: FormValue) -> None:
        """Put a value into a field, as if it was typed and left."""
        if self._form is not None:
            self._form.type(key, value)
            self.edited.emit(self._form)

    def _as_typed(self, view: FieldView) -> FieldView:
        field = self._body.fields.get(view.key)
        editor = field.editor if field is not None else None
        if isinstance(editor, QLineEdit) and editor.hasFocus() and editor.isModified():
            return replace(view, value=editor.text())
        return view

    def _changed(self, key: str, _text: str) -> None:
        view = self._views.get(key)
        if view is not None and view.kind in _AT_ONCE:
            self.give(key, self._body.fields[key].value())

    def _finished(self, key: str, editor: QLineEdit) -> None:
        view, field = self._views.get(key), self._body.fields.get(key)
        if view is None or field is None or field.editor is not editor:
            return
        editor.setModified(False)
        if field.value() != view.value:
            self.give(key, field.value())
