"""The card of a pin, beside its sign: what stands on the sign and the words, both to write on.

Owns which pin is being written; what was written is kept when it is left, however that is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit

from gridwar.control.presenters.pins import LETTERS_OF_LABEL, LETTERS_OF_TEXT, PinView
from gridwar.control.records.panel_records import KeyHint
from gridwar.text import _
from gridwar.ui.popovers.notes_editor import NotesEditor
from gridwar.ui.style.tooltips import set_tip
from gridwar.ui.widgets.containers.popover_base import FROM_EDGE_PX, Popover
from gridwar.ui.widgets.controls.buttons_and_switches import IconButton, KeyButton
from gridwar.ui.widgets.controls.labels import hairline, label
from gridwar.ui.widgets.painting.themed_widgets import inset

if TYPE_CHECKING:
    from PySide6.QtCore import QSize
    from PySide6.QtGui import QHideEvent
    from PySide6.QtWidgets import QWidget

    from gridwar.ui.style.theme import Theme

_WIDTH_PX: Final = 380
_LABEL_PX: Final = 58
_TEXT_PX: Final = 150
_BESIDE_PX: Final = 14
_ABOVE_PX: Final = 24
"""How far its upper edge lies above the sign."""


class PinCard(Popover):
    """The card.

    Signals: ``written(PinView)`` when it is left with something changed; ``removed(pin id)``.
    """

    written = Signal(object)
    removed = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.setAccessibleName(_("Pin"))
        self.width_px = _WIDTH_PX
        self.spot = QRect()
        """Where its sign is, in pixels of the parent."""
        self._shown = PinView("", "", "")
        """The pin as it was when it was last shown or kept."""
        self.label = QLineEdit(self)
        self.label.setMaxLength(LETTERS_OF_LABEL)
        self.label.setFixedWidth(theme.px(_LABEL_PX))
        self.label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.label.setAccessibleName(_("What stands on the sign"))
        set_tip(self.label, _("What stands on the sign: a number or a few letters"))
        self.editor = NotesEditor(theme, self, _("Words on the pin"), LETTERS_OF_TEXT, _TEXT_PX)
        self.editor.setPlaceholderText(_("What is here, for you alone. - [ ] makes a box to tick."))
        self._note = label(_("only you see it"), "note")
        self.editor.filled.connect(self._tell_full)
        self.setFocusProxy(self.editor)
        self.primary = KeyButton(theme, "", "primary", self)
        self.primary.set_words(_("Done"), _("Esc"))
        self.primary.clicked.connect(self.cancelled)
        self.remove = KeyButton(theme, "", "quiet", self)
        self.remove.set_words(_("Take away"), icon="trash-2")
        self.remove.clicked.connect(self._remove)
        self._lay_out(theme)
        self.label.returnPressed.connect(self.take_keyboard)

    def _lay_out(self, theme: Theme) -> None:
        close = IconButton(theme, "x", _("Close"), self, 18)
        close.clicked.connect(self.cancelled)
        head, body, foot = QHBoxLayout(), QHBoxLayout(), QHBoxLayout()
        inset(head, theme, (18, 10, 12, 8), 10)
        head.addWidget(label(_("Pin"), "title"))
        head.addWidget(self.label)
        head.addStretch(1)
        head.addWidget(self._note)
        head.addWidget(close)
        inset(body, theme, (18, 12, 18, 4), 0)
        body.addWidget(self.editor)
        inset(foot, theme, (10, 6, 18, 14), 8)
        foot.addWidget(self.remove)
        foot.addStretch(1)
        foot.addWidget(self.primary)
        self.rows.addLayout(head)
        self.rows.addWidget(hairline())
        self.rows.addLayout(body, 1)
        self.rows.addLayout(foot)

    @property
    def pin(self) -> str:
        """The pin that is shown, by id."""
        return self._shown.id

    def told(self) -> tuple[str, tuple[KeyHint, ...]]:
        """Return what it is and its keys."""
        return _("Pin"), (
            KeyHint(_("Ctrl+\u21b5"), _("tick the line")),
            KeyHint(_("Esc"), _("done")),
        )

    def show_view(self, view: PinView) -> None:
        """Show a pin; what is being written stays, and that of another one is kept first."""
        if view.id != self._shown.id:
            self.keep()
        elif self.is_written_on:
            return
        self._shown = view
        if view.label != self.label.text():
            self.label.setText(view.label)
        if view.text != self.editor.toPlainText():
            self.editor.show_text(view.text)
        self.editor.document().setModified(False)

    @property
    def is_written_on(self) -> bool:
        """Whether something is written that is not kept yet."""
        is_other = self.label.text().strip() != self._shown.label
        return bool(self._shown.id) and (is_other or self.editor.document().isModified())

    def keep(self) -> None:
        """Have what was written kept."""
        if self.is_written_on:
            label, text = self.label.text().strip(), self.editor.toPlainText()
            self._shown = PinView(self._shown.id, label, text)
            self.editor.document().setModified(False)
            self.written.emit(self._shown)

    def drop(self) -> None:
        """Forget the pin: it is gone, and nothing that was written on it is kept."""
        self._shown = PinView("", "", "")
        self.hide()

    def take_keyboard(self) -> None:
        """Write on at the end."""
        self.editor.setFocus(Qt.FocusReason.OtherFocusReason)

    def _tell_full(self, is_full: bool) -> None:
        self._note.setText(_("no more room") if is_full else _("only you see it"))

    def _remove(self) -> None:
        pin = self._shown.id
        self.drop()
        self.removed.emit(pin)

    def corner(self, area: QRect, size: QSize) -> QPoint:
        """Return where it floats: right of its sign, or left of it where there is more room."""
        edge, beside = self.theme.px(FROM_EDGE_PX), self.theme.px(_BESIDE_PX)
        room = area.adjusted(edge, edge, -edge, -edge)
        x = self.spot.right() + beside
        if x + size.width() > room.right():
            x = self.spot.left() - beside - size.width()
        y = self.spot.top() - self.theme.px(_ABOVE_PX)
        return QPoint(
            max(room.left(), min(x, room.right() - size.width())),
            max(room.top(), min(y, room.bottom() - size.height())),
        )

    def event(self, event: QEvent) -> bool:
        """Keep letters from the window while a button has the keyboard (Qt's hook)."""
        is_key = isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride
        if is_key and isinstance(event, QKeyEvent) and _is_written(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Write on with a letter typed on a button (Qt's hook)."""
        if _is_written(event):
            self.take_keyboard()
            self.editor.insertPlainText(event.text())
            return
        super().keyPressEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        """Have what was written kept, also where the window goes."""
        self.keep()
        super().hideEvent(event)


def _is_written(event: QKeyEvent) -> bool:
    """Return whether a key is a sign to be written, not a command."""
    shifted = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier
    plain = not event.modifiers() & ~shifted
    return plain and event.text().isprintable() and bool(event.text().strip())
