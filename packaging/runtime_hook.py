"""What the frozen program does before the hooks of PyInstaller, which import Qt.

To open a file takes longer on Windows than to read it, and a program of many modules should not.
"""

from __future__ import annotations

import sys
from mmap import ACCESS_READ, mmap
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    from types import ModuleType


class MappedFile:
    """A file in memory as ``open`` would give it, as far as PyInstaller's archive asks for it."""

    def __init__(self, content: mmap) -> None:
        self._content, self._at = content, 0

    def __enter__(self) -> MappedFile:
        return self

    def __exit__(self, *_raised: object) -> None:
        """Leave it mapped: the next module is read from it too."""

    def seek(self, at: int) -> None:
        """Read on from here."""
        self._at = at

    def read(self, size: int) -> bytes:
        """Return the bytes from here on."""
        return self._content[self._at : self._at + size]


def map_archive(archive: ModuleType) -> None:
    """Map the program's file once, for the archive of modules that lies in it.

    PyInstaller opens the file anew for each of 900 modules, and on Windows to open a file takes
    longer than to read it. Where a package is upgraded below a running program, the old file stays.
    """
    with open(sys.executable, "rb") as program:  # noqa: PTH123 pathlib takes time to load
        content = mmap(program.fileno(), 0, access=ACCESS_READ)

    def open_mapped(path: str, mode: str) -> MappedFile | IO[Any]:
        return MappedFile(content) if path == sys.executable else open(path, mode)  # noqa: PTH123

    archive.open = open_mapped  # type: ignore[attr-defined]  # there it hides the builtin


if found := sys.modules.get("pyimod01_archive"):
    map_archive(found)
import gridwar.cli  # noqa: E402, F401 it remembers how modules are imported before PySide6 is there
