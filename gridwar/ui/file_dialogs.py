"""Asking for files: a dialog begins in the folder of the file chosen last, and proposes a name.

Owns which folder that is, window by window.
"""

from __future__ import annotations

import re
from pathlib import Path

from PySide6.QtCore import QStandardPaths
from PySide6.QtWidgets import QFileDialog, QWidget

_FOLDER = "folder of files"
_UNFIT = re.compile(r'[\\/:*?"<>|\x00-\x1f]+')
"""What cannot stand in the name of a file on every system."""

_RESERVED = re.compile(r"(con|prn|aux|nul|(com|lpt)[0-9])(?=\.|$)", re.IGNORECASE)
"""Devices of Windows: no file there can be called so, whatever its suffix."""


def begin_in(window: QWidget, folder: Path) -> None:
    """Let the next dialog of a window begin in a folder."""
    if folder.is_dir():
        window.setProperty(_FOLDER, str(folder))


def folder_of(window: QWidget) -> str:
    """Return where the next dialog of a window begins: at first with the user's documents."""
    documents = QStandardPaths.StandardLocation.DocumentsLocation
    found = str(window.property(_FOLDER) or QStandardPaths.writableLocation(documents))
    return found if Path(found).is_dir() else str(Path.home())


def ask_which(window: QWidget, title: str, kinds: str) -> Path | None:
    """Ask for a file to read."""
    name, _kind = QFileDialog.getOpenFileName(window, title, folder_of(window), kinds)
    return _chosen(window, name)


def ask_which_ones(window: QWidget, title: str, kinds: str) -> list[Path]:
    """Ask for files to read."""
    names, _kind = QFileDialog.getOpenFileNames(window, title, folder_of(window), kinds)
    return [path for path in (_chosen(window, name) for name in names) if path is not None]


def ask_where(window: QWidget, title: str, kinds: str, suffix: str, name: str) -> Path | None:
    """Ask for a file to write; the dialog adds the suffix, then asks before one is replaced.

    Args:
        window: Whose dialog it is.
        title: What is to be written.
        kinds: The kinds of files, as Qt writes them.
        suffix: Of the file, without the dot.
        name: What it might be called, without the suffix.
    """
    dialog = QFileDialog(window, title, folder_of(window), kinds)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix(suffix)
    dialog.selectFile(f"{proposed(name)}.{suffix}")
    accepted = dialog.exec() == QFileDialog.DialogCode.Accepted
    dialog.deleteLater()
    return _chosen(window, dialog.selectedFiles()[0]) if accepted else None


def proposed(name: str) -> str:
    """Return a name that a file can have on every system."""
    fit = " ".join(_UNFIT.sub(" ", name).split()).strip(" .") or "gridwar"
    return _RESERVED.sub(r"\1_", fit, count=1) if _RESERVED.match(fit) else fit


def _chosen(window: QWidget, name: str) -> Path | None:
    if not name:
        return None
    path = Path(name)
    begin_in(window, path.parent)
    return path
