"""The form of a kind in a tool's panel: checked while it is typed, done by one button."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from gridwar.text import _
from gridwar.ui.popovers.form import FormBody
from gridwar.ui.widgets.buttons import IconButton, KeyButton
from gridwar.ui.widgets.labels import hairline, label
from gridwar.ui.widgets.themed import ThemedWidget, inset

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QKeyEvent

    from gridwar.control.records.popover_records import FieldView
    from gridwar.ui.style.theme import Theme
    from gridwar.ui.widgets.form_field import FormValue

Values = dict[str, "FormValue"]


class KindEditor(ThemedWidget):
    """A title, the fields, and the buttons.

    Signals: ``done(dict)`` with values that fit, by key; ``cancelled()``; ``dropped()`` to take the
    kind out of the map's table.
    """

    done = Signal(dict)
    cancelled = Signal()
    dropped = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._title = label("", "name")
        self.body = FormBody(theme, self)
        self.primary = KeyButton(theme, "", "primary", self)
        self.cancel = KeyButton(theme, _("Cancel"), "plain", self)
        self.cancel.height_px = 38
        self._fields: tuple[FieldView, ...] = ()
        self._check: Callable[[Values], dict[str, str]] = lambda _given: {}
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
        self.body.changed.connect(lambda _key, _text: self.check())
        self.primary.clicked.connect(self._finish)
        self.cancel.clicked.connect(self.cancelled)
        self.drop.clicked.connect(self.dropped)
        self.hide()

    def ask(
        self,
        title: str,
        fields: tuple[FieldView, ...],
        primary: str,
        check: Callable[[Values], dict[str, str]],
        *,
        can_drop: bool = False,
    ) -> None:
        """Show a form.

        Args:
            title: What it is about.
            fields: Its fields.
            primary: The word on its button.
            check: Says what is wrong, by field, with the values so far.
            can_drop: Whether the kind can be taken away.
        """
        self.drop.setVisible(can_drop)
        self._title.setText(title)
        self._fields, self._check = fields, check
        self.body.show_fields(fields)
        self.primary.set_words(primary, _("\u21b5"))
        self.primary.setEnabled(True)
        self.show()
        self.body.fields[fields[0].key].editor.setFocus(Qt.FocusReason.OtherFocusReason)

    def check(self) -> bool:
        """Show what is wrong; tell whether nothing is."""
        given = self.body.values()
        errors = self._check(given)
        self.body.show_fields(
            tuple(
                replace(one, value=given[one.key], error=errors.get(one.key, ""))
                for one in self._fields
            )
        )
        self.primary.setEnabled(not errors)
        return not errors

    def _finish(self) -> None:
        if self.check():
            self.done.emit(self.body.values())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter is done, Escape cancels."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._finish()
        elif event.key() == Qt.Key.Key_Escape:
            self.cancelled.emit()
        else:
            super().keyPressEvent(event)
