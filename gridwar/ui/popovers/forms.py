"""One form at a time: shows a form and hands its values to whoever asked for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gridwar.errors import GridwarError

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.control.forms.record_form import RecordForm
    from gridwar.control.records.popover_records import FormView
    from gridwar.ui.popovers.form import FormSheet


class Forms:
    """The one asking with the form sheet."""

    def __init__(self, sheet: FormSheet) -> None:
        self._sheet = sheet
        self._take: Callable[[dict[str, Any]], None] | None = None
        self._form: RecordForm | None = None
        self._apply: Callable[[], str] | None = None
        sheet.submitted.connect(self._submit)
        sheet.cancelled.connect(sheet.hide)
        sheet.changed.connect(self._type)
        sheet.acted.connect(self._act)

    def ask(self, view: FormView, take: Callable[[dict[str, Any]], None]) -> None:
        """Show a form; its values go to ``take`` when it is done, and nowhere when cancelled."""
        self._take, self._form, self._apply = take, None, None
        self._show(view)

    def edit(self, form: RecordForm, apply: Callable[[], str]) -> None:
        """Show a form of records; it stays until what is in it is right and accepted.

        Args:
            form: What is edited.
            apply: Does what the form comes to; returns why it was refused, or nothing.
        """
        self._take, self._form, self._apply = None, form, apply
        self._show(form.view())

    def _show(self, view: FormView) -> None:
        self._sheet.show_view(view)
        self._sheet.begin()
        self._sheet.show()
        self._sheet.raise_()
        self._sheet.take_keyboard()

    def _type(self, key: str, _text: str) -> None:
        if self._form is not None:
            self._form.type(key, self._sheet.body.fields[key].value())
            self._sheet.show_view(self._form.view())

    def _act(self, key: str, act: str, choice: str) -> None:
        if self._form is not None:
            self._form.act(key, act, choice)
            self._sheet.show_view(self._form.view())

    def _submit(self, values: dict[str, Any]) -> None:
        if self._form is not None:
            self._hand_in(self._form)
            return
        self._sheet.hide()
        if self._take is not None:
            self._take(values)

    def _hand_in(self, form: RecordForm) -> None:
        if form.problems():
            form.unfold_problems()
        elif self._apply is not None:
            try:
                form.refusal = self._apply()
            except GridwarError as error:
                form.refusal = str(error)
            if not form.refusal:
                self._sheet.hide()
                return
        self._sheet.show_view(form.view())
        if form.problems():
            self._sheet.take_keyboard()
