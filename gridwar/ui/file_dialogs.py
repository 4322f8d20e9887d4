"""Asking for files: a dialog begins where the last of its kind was, and proposes a name.

Owns which folder that is; the settings keep it. The dialog is the desktop's own where it has one,
otherwise Qt's in our look.
"""

from __future__ import annotations

import re
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QDir, QEvent, QFileInfo, QObject, QSize, QStandardPaths, QUrl
from PySide6.QtGui import QAbstractFileIconProvider, QHelpEvent, QIcon
from PySide6.QtWidgets import (
    QApplication,
    QDialogButtonBox,
    QFileDialog,
    QSplitter,
    QToolButton,
    QWidget,
)

from gridwar.control.user_settings import UserSettings
from gridwar.ui.style.icons import icon
from gridwar.ui.style.theme import applied_theme
from gridwar.ui.style.tooltip_window import show_tip
from gridwar.ui.style.tooltips import tip_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridwar.control.user_settings import SettingsKeeper

_UNFIT = re.compile(r'[\\/:*?"<>|\x00-\x1f]+')
"""What cannot stand in the name of a file on every system."""

_RESERVED = re.compile(r"(con|prn|aux|nul|(com|lpt)[0-9])(?=\.|$)", re.IGNORECASE)
"""Devices of Windows: no file there can be called so, whatever its suffix."""

_SUFFIX = re.compile(r"\*\.(\w+)")
"""Of files of a kind, as Qt writes it."""

_SIZE, _SIDE_PX = (860, 560), 150
_BUTTONS = {
    "backButton": "arrow-left",
    "forwardButton": "arrow-right",
    "toParentButton": "arrow-up",
    "newFolderButton": "plus",
    "listModeButton": "grid-3x3",
    "detailModeButton": "list",
}
"""The small buttons of Qt's dialog, as it calls them, and our signs of them."""

_keepers: list[SettingsKeeper] = []
"""Keeps the folders of this run of the program, one at most."""


class FileKind(StrEnum):
    """What a file is for; each kind has a folder of its own."""

    FIGHT = "fight"
    MAP = "map"
    PICTURE = "picture"
    EXPORT = "export"


def keep_folders_in(settings: SettingsKeeper) -> None:
    """Let the folders be kept in the settings."""
    _keepers[:] = [settings]


def folder_of(of: FileKind) -> str:
    """Return where the next dialog for a kind begins: at first with the user's documents.

    Somebody whose own folder is gone, as where a network's is not there, begins at the root.
    """
    documents = QStandardPaths.StandardLocation.DocumentsLocation
    now = _keepers[0].now if _keepers else UserSettings()
    last = now.recent[0] if of is FileKind.FIGHT and now.recent else ""
    places = (now.folders.get(of.value), last and str(Path(last).parent))
    found = (*places, QStandardPaths.writableLocation(documents), str(Path.home()))
    return next((one for one in found if one and Path(one).is_dir()), QDir.rootPath())


def begin_in(of: FileKind, folder: Path) -> None:
    """Let the next dialog for a kind of file begin in a folder."""
    if not (_keepers and folder.is_dir()):
        return
    kept = _keepers[0].now.folders
    if kept.get(of.value) != str(folder):
        _keepers[0].change(folders={**kept, of.value: str(folder)})


def ask_which(window: QWidget, title: str, kinds: str, of: FileKind) -> Path | None:
    """Ask for a file to read.

    Args:
        window: Whose dialog it is.
        title: What the file is wanted for.
        kinds: The kinds of files, as Qt writes them.
        of: What it is for: the dialog begins where the last one was.
    """
    dialog = _dialog(window, title, kinds, of)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    return next(iter(_asked(dialog, of)), None)


def ask_which_ones(window: QWidget, title: str, kinds: str, of: FileKind) -> list[Path]:
    """Ask for files to read."""
    dialog = _dialog(window, title, kinds, of)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
    return _asked(dialog, of)


def ask_where(window: QWidget, title: str, kinds: str, name: str, of: FileKind) -> Path | None:
    """Ask for a file to write; the dialog adds the suffix, then asks before one is replaced.

    Args:
        window: Whose dialog it is.
        title: What is to be written.
        kinds: The kind of file, as Qt writes it.
        name: What it might be called, without the suffix.
        of: What it is for.
    """
    found = ask_where_and_as_what(window, title, (kinds,), name, of)
    return None if found is None else found[0]


def ask_where_and_as_what(
    window: QWidget, title: str, kinds: Sequence[str], name: str, of: FileKind
) -> tuple[Path, int] | None:
    """Ask for a file to write, and which kind it is to be, as ``ask_where`` does.

    Args:
        window: Whose dialog it is.
        title: What is to be written.
        kinds: The kinds of files, as Qt writes them; the first is offered first.
        name: What it might be called, without the suffix.
        of: What it is for.

    Returns:
        The file, and the number of its kind; None where the dialog was cancelled.
    """
    dialog = _dialog(window, title, ";;".join(kinds), of)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)

    def take(kind: str) -> None:
        written = Path(next(iter(dialog.selectedFiles()), "")).stem or proposed(name)
        suffix = _SUFFIX.findall(kind)[0]
        dialog.setDefaultSuffix(suffix)
        dialog.selectFile(f"{written}.{suffix}")

    dialog.setDefaultSuffix(_SUFFIX.findall(kinds[0])[0])
    dialog.selectFile(f"{proposed(name)}.{_SUFFIX.findall(kinds[0])[0]}")
    dialog.filterSelected.connect(take)
    path = next(iter(_asked(dialog, of)), None)
    kind = dialog.selectedNameFilter()
    return None if path is None else (path, kinds.index(kind) if kind in kinds else 0)


def proposed(name: str) -> str:
    """Return a name that a file can have on every system."""
    fit = " ".join(_UNFIT.sub(" ", name).split()).strip(" .") or "gridwar"
    return _RESERVED.sub(r"\1_", fit, count=1) if _RESERVED.match(fit) else fit


def _dialog(window: QWidget, title: str, kinds: str, of: FileKind) -> QFileDialog:
    """Return a dialog that begins in the folder of a kind, in our look where it is Qt's own."""
    dialog = QFileDialog(window, title, folder_of(of), kinds)
    buttons = {one.objectName(): one for one in dialog.findChildren(QToolButton)}
    if not buttons:  # the desktop's own
        return dialog
    _dress(dialog, buttons)
    return dialog


def _dress(dialog: QFileDialog, buttons: dict[str, QToolButton]) -> None:
    """Give Qt's own dialog our signs, places at the side, and one brass button."""
    theme = applied_theme()
    dialog.resize(theme.px(_SIZE[0]), theme.px(_SIZE[1]))
    signs = _Signs()
    dialog.setIconProvider(signs)
    dialog.finished.connect(lambda _how: signs)  # Qt does not keep it
    for name, sign in _BUTTONS.items():
        if name in buttons:
            buttons[name].setIcon(icon(sign, theme.palette))
            buttons[name].setIconSize(QSize(theme.px(18), theme.px(18)))
    sides = dialog.findChild(QSplitter)
    if sides is not None:
        sides.setSizes([theme.px(_SIDE_PX), theme.px(_SIZE[0] - _SIDE_PX)])
    places = dict.fromkeys((str(Path.home()), *map(folder_of, FileKind)))
    dialog.setSidebarUrls([QUrl.fromLocalFile(one) for one in places])


def _asked(dialog: QFileDialog, of: FileKind) -> list[Path]:
    """Show a dialog until it is answered; return the files, none where it was cancelled."""
    for box in dialog.findChildren(QDialogButtonBox):
        for one in box.buttons():
            accepts = box.buttonRole(one) is QDialogButtonBox.ButtonRole.AcceptRole
            one.setProperty("role", "primary" if accepts else None)
            one.style().unpolish(one)  # it had its look before
            one.style().polish(one)
    tips, app = _Tips(), QApplication.instance()
    if app is not None:
        app.installEventFilter(tips)  # only as long as the dialog is there: it sees every event
    accepted = dialog.exec() == QFileDialog.DialogCode.Accepted
    if app is not None:
        app.removeEventFilter(tips)
    found = [Path(name) for name in dialog.selectedFiles() if name] if accepted else []
    dialog.deleteLater()
    if found:
        begin_in(of, found[0].parent)
    return found


class _Tips(QObject):
    """Shows the tooltips of Qt's dialog as ours."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is not QEvent.Type.ToolTip or not isinstance(event, QHelpEvent):
            return False
        if not isinstance(watched, QWidget) or not watched.toolTip():
            return False
        show_tip(event.globalPos(), tip_of(watched), watched)
        return True


class _Signs(QAbstractFileIconProvider):
    """Our signs of folders and files, in place of the style's."""

    def __init__(self) -> None:
        super().__init__()
        palette = applied_theme().palette
        self._folder, self._file = icon("folder", palette), icon("file", palette)
        self._drive = icon("save", palette)

    def icon(self, asked: QFileInfo | QAbstractFileIconProvider.IconType) -> QIcon:
        """Return the sign of a file, or of a kind of places (Qt's hook)."""
        if isinstance(asked, QFileInfo):
            return self._folder if asked.isDir() else self._file
        kinds = QAbstractFileIconProvider.IconType
        if asked in {kinds.Drive, kinds.Computer, kinds.Network}:
            return self._drive
        return self._file if asked is kinds.File else self._folder
