"""A form as a popover, and one form at a time in it, whose values go to whoever asked.

It shows fields with their errors and hands back values; checking them is not its business. A form
that is closed with something changed in it is kept, and comes again as it was left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import QEvent, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QSizePolicy, QVBoxLayout

from gridwar.control.records.form_records import every_field
from gridwar.control.records.panel_records import Tone
from gridwar.errors import GridwarError
from gridwar.text import _
from gridwar.ui.style.tooltips import set_tip
from gridwar.ui.widgets.containers.fitting_scroll_area import FitScroll
from gridwar.ui.widgets.containers.notice_box import NoticeBox
from gridwar.ui.widgets.containers.popover_base import POPOVER_WIDTH_PX, Popover
from gridwar.ui.widgets.controls.buttons_and_switches import IconButton, KeyButton
from gridwar.ui.widgets.controls.labels import hairline, label, show_words
from gridwar.ui.widgets.forms.form_field import FormField
from gridwar.ui.widgets.forms.form_inputs_and_keys import ENTER, is_of_form, is_redo, is_undo
from gridwar.ui.widgets.forms.whole_form import FormBody
from gridwar.ui.widgets.painting.themed_widgets import inset

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    from gridwar.control.forms.record_form import RecordForm
    from gridwar.control.forms.value_texts import FormValue
    from gridwar.control.records.form_records import FormView
    from gridwar.ui.style.theme import Theme

Act = tuple[str, str, str]
"""The key, the act and the choice of something done in a form."""

WIDE_PX = 800
"""A form with tables; others are as wide as any popover."""


class FormPopover(Popover):
    """A form as a popover.

    Signals: ``changed(key, text)`` while typing, ``acted(key, act, choice)`` on a section or a row,
    ``submitted()``, ``cancelled()``, ``undone()``, ``redone()``, ``begun_anew()``. Values are the
    body's: asked for, they make all of a long form.
    """

    changed = Signal(str, str)
    acted = Signal(str, str, str)
    submitted = Signal()
    undone = Signal()
    redone = Signal()
    begun_anew = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.setAccessibleName(_("Form"))
        self._title = label("", "title", wrap=True)
        self._subtitle = label("", "quiet", wrap=True)
        self.body = FormBody(theme, self)
        self._error = NoticeBox(theme, self)
        self.primary = KeyButton(theme, "", "primary", self)
        cancel = KeyButton(theme, _("Cancel"), "plain", self)
        cancel.height_px = 38
        self.anew = KeyButton(theme, "", "quiet", self)
        self.anew.hide()
        self.help = label("", "quiet", wrap=True)
        self.help.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self.help.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        close = IconButton(theme, "x", _("Close"), self, 18)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self._title)
        words.addWidget(self._subtitle)
        head = QHBoxLayout()
        inset(head, theme, (18, 10, 12, 8), 8)
        head.addLayout(words, 1)
        head.addWidget(self.anew, 0, Qt.AlignmentFlag.AlignTop)
        head.addWidget(close, 0, Qt.AlignmentFlag.AlignTop)
        error = QVBoxLayout()
        inset(error, theme, (18, 4, 18, 0), 0)
        error.addWidget(self._error)
        foot = QHBoxLayout()
        inset(foot, theme, (18, 8, 18, 14), 10)
        foot.addWidget(self.help, 1)
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
        self.rows.addWidget(hairline())
        self.rows.addLayout(foot)
        close.clicked.connect(self.cancelled)
        cancel.clicked.connect(self.cancelled)
        self.primary.clicked.connect(self._submit)
        self.body.changed.connect(self.changed)
        self.body.acted.connect(self.acted)
        self.body.helped.connect(self.help.setText)
        self.body.grown.connect(self._fit_soon.start)
        self.anew.clicked.connect(self.begun_anew)

    def show_view(self, view: FormView) -> None:
        """Show a form."""
        self._title.setText(view.title)
        show_words(self._subtitle, view.subtitle)
        self.anew.set_words(view.anew)
        self.anew.setVisible(bool(view.anew))
        self.width_px = WIDE_PX if view.wide else POPOVER_WIDTH_PX
        self.body.show_fields(view.fields)
        self._error.setVisible(bool(view.error))
        self._error.show_notice(view.error, Tone.HARM)
        self.primary.set_words(view.primary or _("Save"), _("Ctrl+↵"))
        fields = tuple(every_field(view.fields))
        is_wrong = any(one.error or any(row.error for row in one.rows) for one in fields)
        self.primary.setEnabled(not is_wrong)
        set_tip(self.primary, view.error)
        if self.isVisible():
            self._fit_soon.start()
        else:
            self.fit()

    def float_in(self, area: QRect) -> None:
        """Float in an area; a form that is still being made is measured once all of it is there."""
        if self.body.is_whole or not self.isVisible() or area != self._area:
            super().float_in(area)

    def fit(self) -> None:
        """Take the size the fields need; what was scrolled to stays in view."""
        bar = self._scroll.verticalScrollBar()
        place = bar.value()
        super().fit()
        bar.setValue(place)

    def close_form(self) -> None:
        """Hide it; its fields go, as each has its share in a change of the look."""
        self.hide()
        self.body.show_fields(())

    def begin(self) -> None:
        """Show the form from its beginning."""
        self.help.setText("")
        self._scroll.verticalScrollBar().setValue(0)

    def focus_on(self, key: str) -> None:
        """Give the keyboard to a field, and bring it into view."""
        found = self.body.focus_on(key)
        if found is not None:
            self.rows.activate()
            self._scroll.ensureWidgetVisible(found)

    def take_keyboard(self) -> None:
        """Give the keyboard to the field to begin with; typing replaces what stands in it."""
        field = self.body.first()
        if field is None:
            self.setFocus(Qt.FocusReason.OtherFocusReason)
        elif isinstance(field, FormField) and field.view.error:
            self.focus_on(field.view.key)
        else:
            self.body.focus_on(field.view.key)

    def _submit(self) -> None:
        if self.primary.isEnabled():
            self.submitted.emit()

    def event(self, event: QEvent) -> bool:
        """Keep the keys that mean something to a form from the window."""
        asked = QEvent.Type.ShortcutOverride
        if isinstance(event, QKeyEvent) and event.type() == asked and is_of_form(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Submit with Ctrl+Enter, and with Enter outside of longer texts; take steps back."""
        if event.key() in ENTER:
            control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            if control or not isinstance(self.focusWidget(), QPlainTextEdit):
                self._submit()
            return
        if is_undo(event):
            self.undone.emit()
        elif is_redo(event):
            self.redone.emit()
        else:
            super().keyPressEvent(event)


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
        self._show(self._view(self._form))

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
