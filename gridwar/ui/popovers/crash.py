"""The popover of a fault in Gridwar itself: the report, and how to send it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QFontDatabase, QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from gridwar import ISSUES
from gridwar.storage.crash_reports import how_to_send, reports, reports_folder, see
from gridwar.text import _, ngettext
from gridwar.ui.widgets.containers.popover import Popover
from gridwar.ui.widgets.controls.buttons import KeyButton
from gridwar.ui.widgets.controls.labels import PanelTitle, label, show_words
from gridwar.ui.widgets.painting.themed import inset

if TYPE_CHECKING:
    from gridwar.ui.style.theme import Theme

_REPORT_PX: Final = 300


class CrashPopover(Popover):
    """Shows the newest report; all of them are in one folder."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        title = PanelTitle(theme, _("Reports of faults"), self)
        title.add("x", _("Close")).clicked.connect(self.cancelled)
        body = QVBoxLayout()
        inset(body, theme, (14, 0, 14, 14), 10)
        self._what = label("", wrap=True)
        self._how = label("", "second", wrap=True)
        self._how.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._text = QPlainTextEdit(self)
        self._text.setReadOnly(True)
        self._text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self._text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self._text.setFixedHeight(theme.px(_REPORT_PX))
        for part in (self._what, self._text, self._how):
            body.addWidget(part)
        buttons = QHBoxLayout()
        self._copy = KeyButton(theme, _("Copy the report"), "primary", self)
        self._issues = KeyButton(theme, _("Open the issues page"), "plain", self)
        self._folder = KeyButton(theme, _("Open the folder"), "plain", self)
        for button, act in (
            (self._copy, self._copy_report),
            (self._issues, lambda: QDesktopServices.openUrl(QUrl(ISSUES))),
            (self._folder, _open_folder),
        ):
            button.clicked.connect(act)
            buttons.addWidget(button)
        buttons.addStretch(1)
        body.addLayout(buttons)
        self.rows.addWidget(title)
        self.rows.addLayout(body)

    def show_newest(self) -> None:
        """Show the newest report, which is then seen, or say that there is none."""
        found = reports()
        text = ""
        if found:
            try:
                text = found[0].read_text("utf-8", "replace")
            except OSError as error:
                text = str(error)
        shown = text.removesuffix(how_to_send()).rstrip()
        self._text.setPlainText(shown)
        for part in (self._text, self._copy, self._issues, self._folder):
            part.setVisible(bool(found))
        show_words(self._what, _words(len(found)))
        show_words(self._how, how_to_send().strip() if found else "")
        for path in found:
            see(path)
        self.fit()

    def _copy_report(self) -> None:
        QGuiApplication.clipboard().setText(self._text.toPlainText())


def _words(count: int) -> str:
    if not count:
        return _("Gridwar has had no fault of its own yet.")
    words = _(
        "Something in Gridwar itself went wrong. The fight is kept: everything that was accepted "
        "is on disk. Nothing has been sent to anybody."
    )
    if count == 1:
        return words
    more = ngettext(
        "One older report is in the folder.", "{n} older reports are in the folder.", count - 1
    )
    return f"{words} {more.format(n=count - 1)}"


def _open_folder() -> None:
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(reports_folder())))
