"""What a map of Tiled names beside itself: tilesets, templates, pictures.

Owns where such a file may lie: in the map's own folder or below it, never elsewhere. So many are
read, and so much in all; what is missing is told once, and the map opens without it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from pydantic_core import from_json

from gridwar.bounded_read import read_bounded
from gridwar.errors import MapError
from gridwar.formats.import_report import stop_if
from gridwar.formats.picture_headers_and_limits import MOST_BYTES, look_at
from gridwar.formats.tiled.tmx_as_tmj import as_tmj, is_xml
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.formats.import_report import Cancel, Notes
    from gridwar.formats.picture_headers_and_limits import PictureInfo
    from gridwar.formats.uvtt.json_values import Json

_MOST_FILES = 1000
_MOST_BYTES_IN_ALL = 256 << 20
_MOST_DOCUMENT_BYTES = 16 << 20


@dataclass
class FilesBeside:
    """Reads the files that a map names, each once."""

    folder: Path
    notes: Notes
    cancelled: Cancel
    left_bytes: int = _MOST_BYTES_IN_ALL
    documents: dict[Path, dict[str, Json] | None] = field(default_factory=dict)
    pictures: dict[Path, int | None] = field(default_factory=dict)
    """The number of each picture in ``found``."""
    found: list[tuple[bytes, PictureInfo]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.folder = self.folder.resolve()

    def path(self, name: str, beside: Path) -> Path | None:
        """Return where a named file lies; None where it is not in the map's folder.

        Args:
            name: What the map calls it.
            beside: The folder of the file that names it.
        """
        plain = name.replace("\\", "/")
        if not plain or ":" in plain or PurePosixPath(plain).is_absolute():
            self._tell("outside", _("Not looked for outside of the map's folder"), name)
            return None
        try:
            found = (beside / plain).resolve()
        except (OSError, ValueError, RuntimeError):
            self._tell("missing", _("Files that are not there"), name)
            return None
        if not found.is_relative_to(self.folder):
            self._tell("outside", _("Not looked for outside of the map's folder"), name)
            return None
        return found

    def document(self, path: Path) -> dict[str, Json] | None:
        """Return what a tileset or template holds, as JSON; None where it cannot be read."""
        if path not in self.documents:
            self.documents[path] = self._document(path)
        return self.documents[path]

    def picture(self, name: str, beside: Path) -> int | None:
        """Return the number of a picture; None where it cannot be shown."""
        path = self.path(name, beside)
        if path is None:
            return None
        if path not in self.pictures:
            self.pictures[path] = self._picture(path)
        return self.pictures[path]

    def _document(self, path: Path) -> dict[str, Json] | None:
        raw = self._bytes(path, _MOST_DOCUMENT_BYTES)
        if raw is None:
            return None
        try:
            data = as_tmj(raw, path.name, self.cancelled) if is_xml(raw[:64]) else from_json(raw)
        except (MapError, ValueError) as error:
            self._tell("broken", _("Files that cannot be read"), f"{path.name} ({error})")
            return None
        return data if isinstance(data, dict) else None

    def _picture(self, path: Path) -> int | None:
        raw = self._bytes(path, MOST_BYTES)
        if raw is None:
            return None
        try:
            info = look_at(raw, path.name)
        except MapError as error:
            self._tell("broken", _("Files that cannot be read"), str(error))
            return None
        self.found.append((raw, info))
        return len(self.found) - 1

    def _bytes(self, path: Path, most: int) -> bytes | None:
        stop_if(self.cancelled)
        if len(self.documents) + len(self.pictures) >= _MOST_FILES or self.left_bytes <= 0:
            self._tell("many", _("Files beside the map, too many to read"), path.name)
            return None
        try:
            raw = read_bounded(path, min(most, self.left_bytes))
        except FileNotFoundError:
            self._tell("missing", _("Files that are not there"), path.name)
            return None
        except OSError as error:
            why = error.strerror or error
            self._tell("broken", _("Files that cannot be read"), f"{path.name} ({why})")
            return None
        self.left_bytes -= len(raw)
        return raw

    def _tell(self, code: str, text: str, what: str) -> None:
        """Tell of a file, once."""
        shown = what[:_MOST_SHOWN]
        if not any((one.code, one.value) == (code, shown) for one in self.notes.left_out):
            if sum(one.code == code for one in self.notes.left_out) < _MOST_TOLD:
                self.notes.leave_out(code, text, shown)


_MOST_SHOWN = 120
_MOST_TOLD = 12
