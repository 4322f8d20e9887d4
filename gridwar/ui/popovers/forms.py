"""One form at a time: shows a form and hands its values to whoever asked for them.

A form that is closed with something changed in it is kept, and comes again as it was left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridwar.errors import GridwarError
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.control.forms.record_form import RecordForm
    from gridwar.control.forms.value_texts import FormValue
    from gridwar.control.records.form_records import FormView
    from gridwar.ui.popovers.form import FormPopover

Act = tuple[str, str, str]
"""The key, the act and the choice of something done in a form."""


class Forms:
    """Shows one form at a time in the form popover."""

    def __init__(self, popover: FormPopover) -> None:
        self._popover = popover
        self._take: Callable[[dict[str, FormValue]], None] | None = None
        self._form: RecordForm | None = None
        self._apply: Callable[[], str] | None = None
        self._whose = ""
        self._left: dict[str, tuple[RecordForm, Callable[[], str]]] = {}
        """What was closed with changes in it, by whose form it is."""
        self._is_again = False
        """Whether the form that is shown was left before."""
        self.acting: Callable[[RecordForm, Act], bool] = lambda _form, _act: False
        """Handles acts that a form cannot do by itself; returns whether it did."""
        self.on_shown: Callable[[RecordForm], None] = lambda _form: None
        """Called with a form before it is shown."""
        self.on_left: Callable[[str], None] = lambda _title: None
        """Called with the title of a form that was closed with changes in it."""
        popover.submitted.connect(self._submit)
        popover.cancelled.connect(self._leave)
        popover.changed.connect(self._type)
        popover.acted.connect(self._act)
        popover.undone.connect(lambda: self._step("undo"))
        popover.redone.connect(lambda: self._step("redo"))
        popover.begun_anew.connect(lambda: self._step("begin_anew"))

    def ask(self, view: FormView, take: Callable[[dict[str, FormValue]], None]) -> None:
        """Show a form; its values go to ``take`` when it is done, and nowhere when cancelled."""
        self._keep()
        self._take, self._form, self._apply, self._is_again = take, None, None, False
        self._show(view)

    def edit(self, form: RecordForm, apply: Callable[[], str], whose: str = "") -> None:
        """Show a form of records; it stays until what is in it is right and accepted.

        Args:
            form: What is edited.
            apply: Does what the form comes to; returns why it was refused, or nothing.
            whose: Names whom it is about: what was left in a form of theirs is shown again.
        """
        self._keep()
        left = self._left.pop(whose, None)
        self._is_again = left is not None
        self._take, self._whose = None, whose
        self._form, self._apply = left or (form, apply)
        self.on_shown(self._form)
        self._show(self._view(self._form))

    def show_pictures(self, picture_bytes: Callable[[str], bytes | None]) -> None:
        """Say where the form reads pictures of tokens, by their hashes."""
        self._popover.body.picture_bytes = picture_bytes

    def _view(self, form: RecordForm) -> FormView:
        view = form.view()
        if not (self._is_again and form.is_changed):
            return view
        return replace(view, subtitle=_("as you left it, not done yet"), anew=_("Begin anew"))

    def _keep(self) -> None:
        """Keep the form that is shown, if something in it would be lost."""
        form, apply = self._form, self._apply
        if not (self._popover.isVisible() and self._whose) or form is None or apply is None:
            return
        if form.is_changed:
            self._left[self._whose] = (form, apply)
            self.on_left(form.view().title)

    def _leave(self) -> None:
        self._keep()
        self._popover.close_form()

    def _show(self, view: FormView) -> None:
        self._popover.show_view(view)
        self._popover.begin()
        self._popover.show()
        self._popover.raise_()
        self._popover.take_keyboard()

    def _type(self, key: str, _text: str) -> None:
        if self._form is not None:
            self._form.type(key, self._popover.body.fields[key].value())
            self._popover.show_view(self._view(self._form))

    def _act(self, key: str, act: str, choice: str) -> None:
        form = self._form
        if form is None:
            return
        if not self.acting(form, (key, act, choice)):
            form.act(key, act, choice)
        self._popover.show_view(self._view(form))
        if form.focus:
            self._popover.focus_on(form.focus)

    def _step(self, name: str) -> None:
        if self._form is not None:
            getattr(self._form, name)()
            self._popover.show_view(self._view(self._form))

    def _submit(self) -> None:
        if self._form is not None:
            self._hand_in(self._form)
            return
        values = self._popover.body.values()
        self._popover.close_form()
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
                self._popover.close_form()
                return
        self._popover.show_view(self._view(form))
        if form.problems():
            self._popover.take_keyboard()
