"""The page of notes: of the fight or to a combatant; kept when it is left, however that is.

Owns which notes are being written. What they are, and how they are kept, is ``presenters.notes``'.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QSizePolicy

from gridwar.control.presenters.notes import MOST_LETTERS
from gridwar.control.records.panel_records import Choice, KeyHint
from gridwar.text import _
from gridwar.ui.popovers.notes_editor import NotesEditor
from gridwar.ui.style.tooltips import set_tip
from gridwar.ui.widgets.containers.popover_base import Popover
from gridwar.ui.widgets.controls.buttons_and_switches import ChoiceButton, IconButton, KeyButton
from gridwar.ui.widgets.controls.labels import hairline, label
from gridwar.ui.widgets.painting.themed_widgets import clear, inset

if TYPE_CHECKING:
    from PySide6.QtGui import QHideEvent
    from PySide6.QtWidgets import QWidget

    from gridwar.control.presenters.notes import NotesView
    from gridwar.ui.style.theme import Theme


class NotesPopover(Popover):
    """The page.

    Signals: ``written(whose, text)`` when it or these notes are left with something changed;
    ``place_wanted(whose)`` for other notes.
    """

    written = Signal(str, str)
    place_wanted = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.setAccessibleName(_("Notes"))
        self.keys = (
            KeyHint(_("Ctrl+\u21b5"), _("tick")),
            KeyHint(_("Esc"), _("done, what is written is kept")),
        )
        self.whose = ""
        """Whose notes are shown: a combatant's id; empty for the fight."""
        self.editor = NotesEditor(theme, self)
        self.setFocusProxy(self.editor)
        self.primary = KeyButton(theme, "", "primary", self)
        self.primary.set_words(_("Done"), _("Esc"))
        self.tick = KeyButton(theme, "", "plain", self)
        self.tick.set_words(_("Tick"), _("Ctrl+↵"))
        self.heading = KeyButton(theme, _("Heading"), "plain", self)
        set_tip(self.tick, _("Ticks the line, or gives it a box to tick"))
        set_tip(self.heading, _("Makes the line a heading, a smaller one, or none"))
        self._full = label("", "note", wrap=True)
        self._full.hide()
        self._places: tuple[Choice, ...] = ()
        self._place_row = QHBoxLayout()
        self._group = QButtonGroup(self)
        self._lay_out(theme)
        for button, act in (
            (self.primary, self.cancelled.emit),
            (self.tick, self.editor.tick),
            (self.heading, self.editor.make_heading),
        ):
            button.clicked.connect(act)
        for button in (self.tick, self.heading):
            button.clicked.connect(self.editor.setFocus)
        self.editor.filled.connect(self._tell_full)

    def _lay_out(self, theme: Theme) -> None:
        close = IconButton(theme, "x", _("Close"), self, 18)
        close.clicked.connect(self.cancelled)
        head, body, foot = QHBoxLayout(), QHBoxLayout(), QHBoxLayout()
        inset(head, theme, (18, 10, 12, 8), 8)
        inset(self._place_row, theme, (0, 0, 0, 0), 6)
        title = label(_("Notes"), "title")
        title.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Preferred)
        head.addWidget(title)
        head.addSpacing(theme.px(8))
        head.addLayout(self._place_row, 1)
        head.addWidget(close)
        inset(body, theme, (14, 12, 14, 4), 0)
        body.addWidget(self.editor)
        inset(foot, theme, (14, 6, 14, 14), 8)
        foot.addWidget(self.heading)
        foot.addWidget(self.tick)
        foot.addWidget(self._full, 1)
        foot.addStretch(1)
        foot.addWidget(self.primary)
        self.rows.addLayout(head)
        self.rows.addWidget(hairline())
        self.rows.addLayout(body, 1)
        self.rows.addLayout(foot)

    def show_view(self, view: NotesView) -> None:
        """Show notes; what is being written stays, and those of somebody else are kept first."""
        if view.places != self._places or view.whose != self.whose:
            self._show_places(view)
        if view.whose != self.whose:
            self.keep()
            self.whose = view.whose
        elif self.editor.document().isModified():
            return
        if view.text != self.editor.toPlainText():
            self.editor.show_text(view.text)

    def _show_places(self, view: NotesView) -> None:
        self._places = view.places
        clear(self._place_row)
        for place in view.places:
            button = ChoiceButton(self.theme, place.title, self)
            button.setChecked(place.id == view.whose)
            self._group.addButton(button)
            button.clicked.connect(lambda _on=False, key=place.id: self.place_wanted.emit(key))
            button.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
            self._place_row.addWidget(button)
            button.show()
        self._place_row.addStretch(1)

    def keep(self) -> None:
        """Have what was written kept."""
        document = self.editor.document()
        if document.isModified():
            document.setModified(False)
            self.written.emit(self.whose, self.editor.toPlainText())

    def take_keyboard(self) -> None:
        """Write on at the end."""
        self.editor.setFocus(Qt.FocusReason.OtherFocusReason)

    def _tell_full(self, is_full: bool) -> None:
        words = _("No more room: {n:,} letters are the most.").format(n=MOST_LETTERS)
        self._full.setText(words if is_full else "")
        self._full.setVisible(is_full)

    def hideEvent(self, event: QHideEvent) -> None:
        """Have what was written kept, also where the window goes."""
        self.keep()
        super().hideEvent(event)
