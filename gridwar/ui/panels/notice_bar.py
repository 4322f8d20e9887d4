"""Notices: the bar over the status bar. It takes no keyboard and stays until it is dismissed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPlainTextEdit, QVBoxLayout, QWidget

from gridwar.control.records.panel_records import Tone
from gridwar.text import _
from gridwar.ui.widgets.containers.notice_box import NoticeBox
from gridwar.ui.widgets.controls.buttons_and_switches import IconButton
from gridwar.ui.widgets.painting.themed_widgets import Panel, inset

if TYPE_CHECKING:
    from gridwar.control.state.view_state import Notice
    from gridwar.ui.style.theme import Theme

_DETAIL_PX = 96
_MOST_LINES, _MOST_LETTERS = 4, 400
"""Of the words themselves, so that they never push the map out of the window."""
_TONES = {"refused": Tone.WARN, "error": Tone.HARM, "note": Tone.INFO}


class NoticeBar(Panel):
    """A notice over the status bar.

    Signals: ``accepted()`` on its button, ``dismissed()`` on its cross.
    """

    accepted = Signal()
    dismissed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._notice: Notice | None = None
        self._plate = NoticeBox(theme, self)
        self._more = IconButton(theme, "chevron-up", _("Detail"), self)
        self._more.setCheckable(True)
        self._copy = IconButton(theme, "copy", _("Copy"), self)
        close = IconButton(theme, "x", _("Close"), self)
        for button in (self._more, self._copy, close):
            self._plate.row.addWidget(button)
        self._detail = QPlainTextEdit(self)
        self._detail.setReadOnly(True)
        self._detail.setMaximumHeight(theme.px(_DETAIL_PX))
        self._detail.hide()
        rows = QVBoxLayout(self)
        inset(rows, theme, (8, 4, 8, 4), 4)
        rows.addWidget(self._detail)
        rows.addWidget(self._plate)
        self._plate.accepted.connect(self.accepted)
        close.clicked.connect(self.dismissed)
        self._more.toggled.connect(self._detail.setVisible)
        self._copy.clicked.connect(self._on_copy)
        self.hide()

    def show_notice(self, notice: Notice | None) -> None:
        """Show a notice, or none."""
        if notice == self._notice:
            return
        self._notice = notice
        self.setVisible(notice is not None)
        if notice is None:
            return
        anyway = (notice.anyway or _("Do it anyway")) if notice.again is not None else ""
        words, detail = _in_short(notice)
        self._plate.show_notice(words, _TONES[notice.tone], notice.rule_ids, anyway)
        self._more.setChecked(False)
        self._more.setVisible(bool(detail))
        self._copy.setVisible(notice.tone == "error" or bool(detail))
        self._detail.setPlainText(detail)

    def _on_copy(self) -> None:
        if self._notice is not None:
            parts = (self._notice.text, ", ".join(self._notice.rule_ids), self._notice.detail)
            QGuiApplication.clipboard().setText("\n".join(part for part in parts if part))


def _in_short(notice: Notice) -> tuple[str, str]:
    """Return the words and the detail; of long words only the beginning, all of them as detail."""
    if len(notice.text) <= _MOST_LETTERS and notice.text.count("\n") < _MOST_LINES:
        return notice.text, notice.detail
    first, *rest = notice.text.splitlines()
    shown = [first if len(first) <= _MOST_LETTERS else f"{first[: _MOST_LETTERS - 1]}\u2026"]
    for line in rest:
        if len(shown) == _MOST_LINES or len("\n".join((*shown, line))) > _MOST_LETTERS:
            break
        shown.append(line)
    return "\n".join(shown), "\n".join(filter(None, (notice.text, notice.detail)))
