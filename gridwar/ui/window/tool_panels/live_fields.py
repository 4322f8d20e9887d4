"""Fields that hold at once: a switch or a choice when it is touched, a text when it is left."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from gridwar.control.records.form_records import FieldKind
from gridwar.ui.widgets.forms.form_body import FormBody
from gridwar.ui.widgets.painting.themed import ThemedWidget, inset

if TYPE_CHECKING:
    from gridwar.control.forms.record_form import RecordForm
    from gridwar.control.records.form_records import FieldView
    from gridwar.ui.style.theme import Theme
    from gridwar.ui.widgets.forms.form_field import FormValue

_AT_ONCE = (FieldKind.CHOICE, FieldKind.FLAG)


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
