"""The popovers about Gridwar itself: what it is made of, and the reports of its faults."""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, QUrl, qVersion
from PySide6.QtGui import QDesktopServices, QFontDatabase, QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from gridwar import ISSUES, __version__
from gridwar.paths import user_config_dir, user_data_dir, user_state_dir
from gridwar.storage.crash_reports import how_to_send, reports, reports_folder, see
from gridwar.text import _, ngettext
from gridwar.ui.widgets.containers.popover_base import Popover
from gridwar.ui.widgets.controls.buttons_and_switches import KeyButton
from gridwar.ui.widgets.controls.labels import SheetTitle, label, show_words
from gridwar.ui.widgets.painting.themed_widgets import inset

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from gridwar.ui.style.theme import Theme

LICENCES: Final[Mapping[str, str]] = {
    "PySide6-Essentials": "LGPL 3",
    "networkx": "BSD 3",
    "numpy": "BSD 3",
    "pydantic": "MIT",
    "frozendict": "LGPL 3",
    "msgspec": "BSD 3",
    "platformdirs": "MIT",
    "pypdfium2": "Apache 2 or BSD 3",
}
_REPORT_PX: Final = 300


class AboutPopover(Popover):
    """Says what this is made of."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.setAccessibleName(_("About Gridwar"))
        title = SheetTitle(theme, _("About Gridwar"), self)
        title.add("x", _("Close")).clicked.connect(self.cancelled)
        body = QVBoxLayout()
        inset(body, theme, (18, 0, 18, 14), 10)
        body.addWidget(label(f"Gridwar {__version__}", "title"))
        for words in (
            _("A tactical grid for game masters. Free software under the MIT licence."),
            versions(),
            _(
                "Qt {version} and PySide6 are used under the GNU Lesser General Public License, "
                "version 3; they are libraries of their own, which you may replace by your own "
                "builds. Their source is at code.qt.io."
            ).format(version=qVersion()),
            _(
                "Fonts: Inter and Vollkorn, SIL Open Font License 1.1. Icons: Lucide, ISC, with "
                "parts from Feather, MIT. The licence texts lie beside them."
            ),
        ):
            line = label(words, "second", wrap=True)
            line.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            body.addWidget(line)
        body.addWidget(
            label(_("Your own files: {folder}").format(folder=user_data_dir()), "note", wrap=True)
        )
        buttons = QHBoxLayout()
        for words, act in (
            (_("Open my folder"), open_user_folder),
            (_("Copy the versions"), self._copy),
        ):
            button = KeyButton(theme, words, "plain", self)
            button.clicked.connect(act)
            buttons.addWidget(button)
        buttons.addStretch(1)
        body.addLayout(buttons)
        self.rows.addWidget(title)
        self.rows.addLayout(body)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(f"Gridwar {__version__}\n{versions()}")


def versions() -> str:
    """Return what Gridwar runs on, one line each."""
    lines = [f"Python {platform.python_version()}, Qt {qVersion()}, {platform.platform()}"]
    for name, licence in LICENCES.items():
        try:
            lines.append(f"{name} {version(name)}, {licence}")
        except PackageNotFoundError:  # bound into the program, without its own record
            lines.append(f"{name}, {licence}")
    return "\n".join(lines)


def open_user_folder() -> None:
    """Show the user's folder in the file manager; it is made where it is not there yet."""
    for folder in (user_data_dir(), user_config_dir(), user_state_dir()):
        folder.mkdir(parents=True, exist_ok=True)
    _show_folder(user_data_dir())


def _show_folder(folder: Path) -> None:
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))


class CrashPopover(Popover):
    """Shows the newest report; all of them are in one folder."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.setAccessibleName(_("Reports of faults"))
        title = SheetTitle(theme, _("Reports of faults"), self)
        title.add("x", _("Close")).clicked.connect(self.cancelled)
        body = QVBoxLayout()
        inset(body, theme, (18, 0, 18, 14), 10)
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
            (self._folder, lambda: _show_folder(reports_folder())),
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
        show_words(self._what, _fault_words(len(found)))
        show_words(self._how, how_to_send().strip() if found else "")
        for path in found:
            see(path)
        self.fit()

    def _copy_report(self) -> None:
        QGuiApplication.clipboard().setText(self._text.toPlainText())


def _fault_words(count: int) -> str:
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
