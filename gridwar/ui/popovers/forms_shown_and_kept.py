"""One form at a time in the form popover: what is typed goes to it, its values to whoever asked.

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
    from gridwar.ui.popovers.form_popover import FormPopover

Act = tuple[str, str, str]
"""The key, the act and the choice of something done in a form."""


class Forms:
    """Shows one form at a time in the form popover."""

    def __init__(self, popover: FormPopover) -> None:
        self.popover = popover
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
        self.on_changed: Callable[[RecordForm], None] = lambda _form: None
        """Called with a form of a sheet whenever it is shown, changed or not."""
        self.on_second: Callable[[RecordForm], None] = lambda _form: None
        """Does what else can be done with a form."""
        self._editing = ""
        """The field that is being typed into: what is wrong in it is told once it is left."""
        popover.submitted.connect(self._submit)
        popover.cancelled.connect(self._leave)
        popover.changed.connect(self._type)
        popover.acted.connect(self._act)
        popover.undone.connect(lambda: self._step("undo"))
        popover.redone.connect(lambda: self._step("redo"))
        popover.begun_anew.connect(lambda: self._step("begin_anew"))
        popover.second_wanted.connect(self._do_second)
        popover.body.left.connect(self._leave_field)
        popover.body.read_lines(self._read_line)

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
        self._editing = ""
        self.on_shown(self._form)
        self._show(self._view(self._form))

    def _view(self, form: RecordForm) -> FormView:
        view = form.view(self._editing)
        if not (self._is_again and form.is_changed):
            return view
        return replace(view, subtitle=_("as you left it, not done yet"), anew=_("Begin anew"))

    def _show_again(self, form: RecordForm) -> None:
        """Show a form as it is now."""
        self.popover.show_view(self._view(form))
        self.on_changed(form)

    def _read_line(self, key: str, line: str) -> str:
        return "" if self._form is None else self._form.said_of(key, line)

    def _leave_field(self, key: str) -> None:
        """Tell what is wrong in a field that is left."""
        if self._form is not None and key == self._editing:
            self._editing = ""
            if self.popover.isVisible():
                self._show_again(self._form)

    def _do_second(self) -> None:
        form = self._form
        if form is None:
            return
        if form.problems():
            self._hand_in(form)
        else:
            self.on_second(form)
            self._show_again(form)

    def _keep(self) -> None:
        """Keep the form that is shown, if something in it would be lost."""
        form, apply = self._form, self._apply
        if not (self.popover.isVisible() and self._whose) or form is None or apply is None:
            return
        if form.is_changed:
            self._left[self._whose] = (form, apply)
            self.on_left(form.view().title)

    def _leave(self) -> None:
        self._keep()
        self.popover.close_form()

    def _show(self, view: FormView) -> None:
        self.popover.show_view(view)
        self.popover.begin()
        if self._form is not None:
            self.on_changed(self._form)
        self.popover.show()
        self.popover.raise_()
        self.popover.take_keyboard()

    def _type(self, key: str, _text: str) -> None:
        form = self._form
        if form is not None:
            field = self.popover.body.fields[key]
            self._editing = key if field.is_line else ""
            form.type(key, field.value())
            self._show_again(form)

    def _act(self, key: str, act: str, choice: str) -> None:
        form = self._form
        if form is None:
            return
        if not self.acting(form, (key, act, choice)):
            form.act(key, act, choice)
        self._editing = ""
        self._show_again(form)
        if form.focus:
            self.popover.focus_on(form.focus)

    def _step(self, name: str) -> None:
        if self._form is not None:
            self._editing = ""
            form = self._form
            act = {"undo": form.steps.undo, "redo": form.steps.redo}.get(name, form.begin_anew)
            act()
            self._show_again(self._form)

    def _submit(self) -> None:
        if self._form is not None:
            self._hand_in(self._form)
            return
        values = self.popover.body.values()
        self.popover.close_form()
        if self._take is not None:
            self._take(values)

    def _hand_in(self, form: RecordForm) -> None:
        self._editing = ""
        if form.problems():
            form.unfold_problems()
        elif self._apply is not None:
            try:
                form.refusal = self._apply()
            except GridwarError as error:
                form.refusal = str(error)
            if not form.refusal:
                self.popover.close_form()
                return
        self._show_again(form)
        if form.problems():
            self.popover.take_keyboard()
