"""A map file on its way in: its bytes, what they say where they are JSON, and what came with it.

Owns how such a file is opened and taken apart within bounds; knows no format. Which format it is,
``reading_any_map`` tells.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from pydantic_core import from_json

from gridwar.errors import MapError
from gridwar.formats.import_report import Cancel, Imported, Progress, never, read_bytes, stop_if
from gridwar.formats.picture_headers_and_limits import MOST_BYTES as MOST_PICTURE_BYTES
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

MOST_BYTES = MOST_PICTURE_BYTES // 3 * 4 + (32 << 20)
"""The largest picture as base64, and 32 MB of walls."""
MOST_VALUES = 4_000_000
"""So many values JSON may hold: each takes some sixty bytes, however short it is written."""
BOM = b"\xef\xbb\xbf"
_HEAD = 512
_OWN_KEY = "gridwar"


class FightNotMap(MapError):
    """What was to be read as a map is a fight that Gridwar exported."""


class ForeignMapFile(Struct):
    """One file, and the others of the same import.

    ``raw`` is emptied by whoever takes it apart, so that nothing is there twice; ``data`` is the
    object that JSON holds. ``beside`` are files that were dropped or chosen with it: pictures,
    tilesets.
    """

    path: Path
    raw: bytearray
    beside: tuple[Path, ...] = ()
    data: dict[str, object] | None = None

    @property
    def head(self) -> bytes:
        """Return how it begins, without mark and blanks."""
        return bytes(self.raw[:_HEAD]).removeprefix(BOM).lstrip()

    @property
    def said(self) -> Mapping[str, object]:
        """Return what JSON says; nothing where it is something else."""
        return self.data or {}


class MapKind(Struct, frozen=True):
    """One kind of map files: what it is called, how it is told, and who reads it."""

    name: str
    is_it: Callable[[ForeignMapFile], bool]
    read: Callable[[ForeignMapFile, Progress, Cancel], Imported]


def open_map_file(
    path: Path, beside: tuple[Path, ...] = (), cancelled: Cancel = never, most: int = MOST_BYTES
) -> ForeignMapFile:
    """Read a file, and take it apart where it is JSON.

    Args:
        path: The file.
        beside: Other files of the same import; none of them is opened here.
        cancelled: Asked now and then whether to give up.
        most: So many bytes it may hold.

    Raises:
        MapError: It cannot be read, is empty, damaged or too large.
        FightNotMap: It is a fight.
        Cancelled: Somebody asked to give up.
    """
    file = ForeignMapFile(path, read_bytes(path, most, cancelled), beside)
    if not file.raw:
        raise MapError(_("{path} is empty. Choose another file.").format(path=path))
    if file.head[:1] in {b"{", b"["}:
        stop_if(cancelled)
        file.data = _parsed(file.raw, path)
        file.raw.clear()
        stop_if(cancelled)
    return file


def _parsed(raw: bytearray, path: Path) -> dict[str, object]:
    """Return the object that JSON holds.

    Raises:
        MapError: It is damaged, holds too much, or something else than an object.
        FightNotMap: It is a fight.
    """
    if raw.startswith(BOM):
        del raw[:3]
    if raw.count(b",") + raw.count(b"[") + raw.count(b"{") > MOST_VALUES:
        text = _("{path} holds more than {most} values. Simplify the map and export it again.")
        raise MapError(text.format(path=path, most=f"{MOST_VALUES:,}"))
    try:
        data = from_json(raw, cache_strings="keys")
    except ValueError as error:
        text = _("{path} is damaged, or cut off: {why}. Export or download it again.")
        raise MapError(text.format(path=path, why=error)) from error
    if not isinstance(data, dict):
        text = _("{path} is no map that Gridwar reads: it holds no JSON object.")
        raise MapError(text.format(path=path))
    if isinstance(data.get(_OWN_KEY), int):
        text = _("{path} is a fight exported by Gridwar, not a map: open it as a fight.")
        raise FightNotMap(text.format(path=path))
    return data
