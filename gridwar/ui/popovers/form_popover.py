"""A form as a popover, or as a sheet as large as the map with a card beside its fields.

It shows fields with their errors and hands back values; checking them is not its business.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPlainTextEdit,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
)

from gridwar.control.records.panel_records import KeyHint, Tone
from gridwar.text import _
from gridwar.ui.popovers.form_head import FormHead
from gridwar.ui.style.tooltips import set_tip
from gridwar.ui.widgets.containers.fitting_scroll_area import FitScroll
from gridwar.ui.widgets.containers.notice_box import NoticeBox
from gridwar.ui.widgets.containers.popover_base import POPOVER_WIDTH_PX, Popover
from gridwar.ui.widgets.controls.buttons_and_switches import KeyButton
from gridwar.ui.widgets.controls.labels import hairline, label
from gridwar.ui.widgets.forms.form_field import FormField
from gridwar.ui.widgets.forms.form_inputs_and_keys import ENTER, is_of_form, is_redo, is_undo
from gridwar.ui.widgets.forms.whole_form import FormBody
from gridwar.ui.widgets.painting.themed_widgets import inset

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from gridwar.control.records.form_records import FormView
    from gridwar.ui.style.theme import Theme

WIDE_PX = 800
"""A form with tables; others are as wide as any popover."""
SHEET_PX = (1270, 806)
SHEET_EDGE_PX = 6
NARROW_PX = 1366
"""In a window that is less wide a sheet fills the map, and its card is a tab."""
CARD_PX = 360
FINDING = (Qt.Key.Key_F3, Qt.Key.Key_F4)
"""The keys of what is found at the head of a sheet."""


class FormPopover(Popover):
    """A form as a popover.

    Signals: ``changed(key, text)`` while typing, ``acted(key, act, choice)`` on a section or a row,
    ``submitted()``, ``second_wanted()``, ``cancelled()``, ``undone()``, ``redone()``,
    ``begun_anew()``. Values are the body's: asked for, they make all of a long form.
    """

    changed = Signal(str, str)
    acted = Signal(str, str, str)
    submitted = Signal()
    undone = Signal()
    redone = Signal()
    begun_anew = Signal()
    second_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.setAccessibleName(_("Form"))
        self.head = FormHead(theme, self)
        self.anew = self.head.anew
        self.body = FormBody(theme, self)
        self._error = NoticeBox(theme, self)
        self.primary = KeyButton(theme, "", "primary", self)
        self._cancel = KeyButton(theme, _("Cancel"), "plain", self)
        self.second = KeyButton(theme, "", "plain", self)
        self._cancel.height_px = self.second.height_px = 38
        self.help = label("", "quiet", wrap=True)
        self.help.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self.help.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        error = QVBoxLayout()
        inset(error, theme, (18, 4, 18, 0), 0)
        error.addWidget(self._error)
        foot = QHBoxLayout()
        inset(foot, theme, (18, 8, 18, 14), 10)
        foot.addWidget(self.help, 1)
        foot.addWidget(self._cancel)
        foot.addWidget(self.second)
        foot.addWidget(self.primary)
        self.rows.addWidget(self.head)
        self.rows.addWidget(hairline())
        # Once a turn of the event loop: to measure a long form takes longer than to type a letter.
        self._fit_soon = QTimer(self, singleShot=True, interval=0)
        self._fit_soon.timeout.connect(self.fit)
        self.card: QScrollArea | None = None
        self._is_sheet, self._tab = False, "form"
        self._scroll = FitScroll(self.body, self)
        self._middle = QHBoxLayout()
        self._middle.setSpacing(0)
        fields = QVBoxLayout()
        fields.addWidget(self._scroll, 1)
        fields.addStretch(0)
        self._middle.addLayout(fields, 1)
        self.rows.addLayout(self._middle, 1)
        self.rows.addLayout(error)
        self.rows.addWidget(hairline())
        self.rows.addLayout(foot)
        self.head.closed.connect(self.cancelled)
        self.head.acted.connect(self.acted)
        self.head.tab_chosen.connect(self._show_tab)
        self._cancel.clicked.connect(self.cancelled)
        self.second.clicked.connect(self.second_wanted)
        self.primary.clicked.connect(self._submit)
        self.body.changed.connect(self.changed)
        self.body.acted.connect(self.acted)
        self.body.helped.connect(self.help.setText)
        self.body.grown.connect(self._fit_soon.start)
        self.anew.clicked.connect(self.begun_anew)

    def show_view(self, view: FormView) -> None:
        """Show a form."""
        self.head.show_view(view)
        self.setAccessibleName(view.title or _("Form"))
        self._is_sheet = view.is_sheet
        self.width_px = POPOVER_WIDTH_PX
        if view.wide or view.is_sheet:
            self.width_px = SHEET_PX[0] if view.is_sheet else WIDE_PX
        self._cancel.setVisible(not view.is_sheet)
        self.second.set_words(view.second)
        self.second.setVisible(bool(view.second))
        self._arrange()
        self.body.show_fields(view.fields)
        self._error.setVisible(bool(view.error))
        self._error.show_notice(view.error, Tone.HARM)
        self.primary.set_words(view.primary or _("Save"), _("Ctrl+↵"))
        self.keys = (
            KeyHint(_("Tab"), _("next field")),
            KeyHint(_("Ctrl+↵"), self.primary.text()),
            KeyHint(_("Esc"), _("close")),
        )
        set_tip(self.primary, view.error)
        if self.isVisible():
            self._fit_soon.start()
        else:
            self.fit()

    def float_in(self, area: QRect) -> None:
        """Float in an area; a form that is still being made is measured once all of it is there."""
        if self.body.is_whole or not self.isVisible() or area != self._area:
            super().float_in(area)

    # --- as a sheet ------------------------------------------------------------------------------

    def set_card(self, card: QWidget) -> None:
        """Have a card of what the form comes to stand beside it, where it is a sheet."""
        self.card = QScrollArea(self)
        self.card.setFrameShape(QFrame.Shape.NoFrame)
        self.card.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.card.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.card.setWidgetResizable(True)
        self.card.setWidget(card)
        self._middle.addWidget(self.card)
        self._arrange()

    @property
    def _is_narrow(self) -> bool:
        parent = self.parentWidget()
        return parent is not None and parent.width() < self.theme.px(NARROW_PX)

    def _arrange(self) -> None:
        """Let the card stand beside the fields, or be a tab of them in a small window."""
        has_card = self._is_sheet and self.card is not None
        self.fills_map = self._is_sheet and self._is_narrow
        self.is_about_selected = not self._is_sheet  # its card shows the token and its ground
        as_tabs = has_card and self._is_narrow
        self.head.tabs.setVisible(as_tabs)
        shows_card = has_card and (not as_tabs or self._tab == "card")
        if self.card is not None:
            self.card.setVisible(shows_card)
            if as_tabs:
                self.card.setFixedWidth(max(1, self.width() - 2))
            else:
                self.card.setFixedWidth(self.theme.px(CARD_PX))
        self._scroll.setVisible(not (as_tabs and self._tab == "card"))

    def _show_tab(self, tab: str) -> None:
        self._tab = tab
        self._arrange()

    def fit(self) -> None:
        """Take the size the fields need; what was scrolled to stays in view."""
        if self._is_sheet and self._area is not None:
            edge, area = self.theme.px(SHEET_EDGE_PX), self._area
            width = area.width() - 2 * edge
            height = area.height() - 2 * edge
            if not self._is_narrow:
                width = min(width, self.theme.px(SHEET_PX[0]))
                height = min(height, self.theme.px(SHEET_PX[1]))
            self.setGeometry(area.left() + edge, area.top() + edge, width, height)
            self._arrange()
            return
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
        self._show_tab("form")
        self.head.tabs.show_chosen("form")
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
        if (
            isinstance(event, QKeyEvent)
            and event.type() == asked
            and (is_of_form(event) or event.key() in FINDING)
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Submit with Ctrl+Enter, and with Enter outside of longer texts; take steps back."""
        if event.key() in FINDING and self._is_sheet:
            self.head.begin_with(Qt.Key(event.key()))
            return
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
