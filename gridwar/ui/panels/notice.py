"""Notices: the bar over the status bar. It takes no keyboard and stays until it is dismissed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPlainTextEdit, QVBoxLayout, QWidget

from gridwar.control.records.panel_records import Tone
from gridwar.text import _
from gridwar.ui.widgets.buttons import IconButton
from gridwar.ui.widgets.notice_box import NoticeBox
from gridwar.ui.widgets.themed import Panel, inset

if TYPE_CHECKING:
    from gridwar.control.view_state import Notice
    from gridwar.ui.style.theme import Theme

_DETAIL_PX = 96
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
        self._plate.show_notice(notice.text, _TONES[notice.tone], notice.rule_ids, anyway)
        self._more.setChecked(False)
        self._more.setVisible(bool(notice.detail))
        self._copy.setVisible(notice.tone == "error" or bool(notice.detail))
        self._detail.setPlainText(notice.detail)

    def _on_copy(self) -> None:
        if self._notice is not None:
            parts = (self._notice.text, ", ".join(self._notice.rule_ids), self._notice.detail)
            QGuiApplication.clipboard().setText("\n".join(part for part in parts if part))
