"""The field for quick numbers and conditions: ``-7``, ``+4``, ``=12``, ``/2``, a name.

It reports the text as typed; what it means is read elsewhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QStringListModel, Qt, Signal
from PySide6.QtWidgets import QCompleter, QLineEdit, QVBoxLayout, QWidget

from gridwar.control.records.panel_records import QuickView
from gridwar.text import _
from gridwar.ui.style.popup_menus import dress_completions
from gridwar.ui.style.tooltips import set_tip
from gridwar.ui.widgets.controls.labels import label, show_words
from gridwar.ui.widgets.painting.themed_widgets import ThemedWidget, inset

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

    from gridwar.ui.style.theme import Theme


class _Line(QLineEdit):
    left = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Give up with Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self.clear()
            self.left.emit()
            return
        super().keyPressEvent(event)


class QuickField(ThemedWidget):
    """The field with its error below.

    Signals: ``entered(text)`` with the text as typed, ``left()`` when it is done or given up.
    """

    entered = Signal(str)
    left = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.line = _Line(self)
        self.line.setClearButtonEnabled(False)
        self._error = label("", "error", wrap=True)
        self._error.hide()
        rows = QVBoxLayout(self)
        inset(rows, theme, (0, 0, 0, 0), 4)
        rows.addWidget(self.line)
        rows.addWidget(self._error)
        self._waiting = False
        self._names = QStringListModel(self)
        completer = QCompleter(self._names, self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        self.line.setCompleter(completer)
        dress_completions(completer)
        self._popup = completer.popup()
        self.on_theme()
        self.line.returnPressed.connect(self._on_enter)
        self.line.left.connect(self.left)
        self.show_view(QuickView())

    def show_view(self, view: QuickView) -> None:
        """Show whom it means, what completes it, and what was wrong.

        After a text was entered the field is emptied and left, for the next key is for the table
        again, unless there was something wrong with it.
        """
        is_done = self._waiting and not view.error
        self._waiting = False
        if is_done:
            self.line.clear()
        if is_done and self.line.hasFocus():
            self.left.emit()
        self.line.setEnabled(view.enabled)
        hint = _("−7  +4  =12  /2  or a condition")
        if view.number > 1:
            hint = _("{hint}, for all {n}").format(hint=hint, n=view.number)
        self.line.setPlaceholderText(hint)
        set_tip(self.line, view.whom)
        self.line.setAccessibleName(_("Quick number or condition"))
        self.line.setAccessibleDescription(view.whom)
        if tuple(self._names.stringList()) != view.completions:
            self._names.setStringList(list(view.completions))
        show_words(self._error, view.error)
        if self.line.property("wrong") != bool(view.error):
            self.line.setProperty("wrong", bool(view.error))
            self.line.style().polish(self.line)

    def begin(self, text: str = "") -> None:
        """Take the keyboard and go on from a text, such as the sign just typed."""
        self.line.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.line.setText(text)
        self.line.end(False)

    def on_theme(self) -> None:
        """Give the list of completions an edge."""
        colors = self.theme.palette
        if self._popup is not None:
            self._popup.setStyleSheet(
                f"QListView {{ border: 1px solid {colors.line2}; background: {colors.panel}; }}"
            )

    def _on_enter(self) -> None:
        text = self.line.text().strip()
        if text:
            self._waiting = True
            self.entered.emit(text)
