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
from gridwar.formats.tiled.tmx_as_tmj import as_tmj, root_of
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.formats.import_report import Cancel, Notes
    from gridwar.formats.json_values import Json
    from gridwar.formats.picture_headers_and_limits import PictureInfo

_MOST_FILES = 1000
_MOST_BYTES_IN_ALL = 256 << 20
_MOST_DOCUMENT_BYTES = 16 << 20
_MOST_SHOWN = 120
_MOST_TOLD = 4
_MISSING, _OUTSIDE, _BROKEN, _MANY = "missing", "outside", "broken", "many"
_WORDS: Mapping[str, str] = {
    _MISSING: _("Files that are not there: what needs them is painted plain, or left out"),
    _OUTSIDE: _("Files outside of the map's folder are not opened: drop them with the map"),
    _BROKEN: _("Files that cannot be read"),
    _MANY: _("Files beside the map, too many to read"),
}


@dataclass
class FilesBeside:
    """Reads the files that a map names, each once."""

    folder: Path
    beside: tuple[Path, ...]
    """Files that were dropped or chosen with the map, wherever they lie."""
    notes: Notes
    cancelled: Cancel
    left_bytes: int = _MOST_BYTES_IN_ALL
    documents: dict[Path, dict[str, Json] | None] = field(default_factory=dict)
    pictures: dict[Path, int | None] = field(default_factory=dict)
    """The number of each picture in ``found``."""
    found: list[tuple[bytes, PictureInfo]] = field(default_factory=list)

    told: dict[str, dict[str, None]] = field(default_factory=dict)
    """What there is to tell of files, by what is wrong with them."""

    def __post_init__(self) -> None:
        self.folder = self.folder.resolve()

    def path(self, name: str, beside: Path) -> Path | None:
        """Return where a named file lies; None where it is not in the map's folder.

        Args:
            name: What the map calls it.
            beside: The folder of the file that names it.
        """
        plain = name.replace("\\", "/")
        came_along = PurePosixPath(plain).name
        for one in self.beside:
            if one.name == came_along:
                return one
        if not plain or ":" in plain or PurePosixPath(plain).is_absolute():
            self._tell(_OUTSIDE, name)
            return None
        try:
            found = (beside / plain).resolve()
        except (OSError, ValueError, RuntimeError):
            self._tell(_MISSING, name)
            return None
        if not found.is_relative_to(self.folder):
            self._tell(_OUTSIDE, name)
            return None
        return found

    def tell(self) -> None:
        """Tell what could not be read, each kind of failing once."""
        for code, names in self.told.items():
            shown = list(names)[:_MOST_TOLD]
            rest = len(names) - len(shown)
            more = [_("{n} more").format(n=rest)] if rest else []
            self.notes.leave_out(code, _WORDS[code], ", ".join((*shown, *more)))

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
            data = (
                as_tmj(raw, path.name, self.cancelled)
                if root_of(raw[:512]) is not None
                else from_json(raw)
            )
        except (MapError, ValueError) as error:
            self._tell(_BROKEN, f"{path.name} ({error})")
            return None
        return data if isinstance(data, dict) else None

    def _picture(self, path: Path) -> int | None:
        raw = self._bytes(path, MOST_BYTES)
        if raw is None:
            return None
        try:
            info = look_at(raw, path.name)
        except MapError as error:
            self._tell(_BROKEN, str(error))
            return None
        self.found.append((raw, info))
        return len(self.found) - 1

    def _bytes(self, path: Path, most: int) -> bytes | None:
        stop_if(self.cancelled)
        if len(self.documents) + len(self.pictures) >= _MOST_FILES or self.left_bytes <= 0:
            self._tell(_MANY, path.name)
            return None
        try:
            raw = read_bounded(path, min(most, self.left_bytes))
        except FileNotFoundError:
            self._tell(_MISSING, path.name)
            return None
        except OSError as error:
            why = error.strerror or error
            self._tell(_BROKEN, f"{path.name} ({why})")
            return None
        self.left_bytes -= len(raw)
        return raw

    def _tell(self, code: str, what: str) -> None:
        self.told.setdefault(code, {})[what[:_MOST_SHOWN]] = None
