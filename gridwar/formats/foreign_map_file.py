"""A map file on its way in: its bytes, what they say where they are JSON, and what came with it.

Owns how such a file is opened and taken apart within bounds; knows no format. Which format it is,
``reading_any_map`` tells.
"""

from __future__ import annotations

import re
import secrets
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
PICTURE_KEY = "image"
"""Under which a Universal VTT file has its picture as base64."""
_LONG_BYTES = 1 << 20
_PICTURE_NAME = b'"%b"' % PICTURE_KEY.encode()
_TEXT_BEGINS = re.compile(rb'\s*:\s*"')
_QUOTE, _BACKSLASH = b'"', b"\\"
_HEAD = 512
_OWN_KEY = "gridwar"


class FightNotMap(MapError):
    """What was to be read as a map is a fight that Gridwar exported."""


class ForeignMapFile(Struct):
    """One file, and the others of the same import.

    ``raw`` is emptied by whoever takes it apart, so that nothing is there twice; ``data`` is the
    object that JSON holds, in which the text of a large picture is a ``bytearray``. ``beside``
    are files that were dropped or chosen with it: pictures, tilesets.
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
        raw, file.raw = file.raw, bytearray()
        file.data = _parsed(raw, path, cancelled)
        stop_if(cancelled)
    return file


def _parsed(raw: bytearray, path: Path, cancelled: Cancel) -> dict[str, object]:
    """Return the object that JSON holds; what it is read from is emptied.

    The text of a large picture is taken out before, for nothing else gets a turn while JSON is
    taken apart: a window would stand still.

    Raises:
        MapError: It is damaged, holds too much, or something else than an object.
        FightNotMap: It is a fight.
        Cancelled: Somebody asked to give up.
    """
    if raw.startswith(BOM):
        del raw[:3]
    place = _long_picture(raw)
    if place is not None:
        begin, end = place
        mark = secrets.token_hex()
        stop_if(cancelled)
        data = _json_object(raw[:begin] + mark.encode() + raw[end:], path)
        if data.get(PICTURE_KEY) == mark:  # else it belongs to something else in it
            del raw[end:]
            del raw[:begin]
            data[PICTURE_KEY] = raw
            return data
    stop_if(cancelled)
    data = _json_object(raw, path)
    raw.clear()
    return data


def _long_picture(raw: bytearray) -> tuple[int, int] | None:
    """Return where the text of the first picture begins and ends, if it is long and plain."""
    name = raw.find(_PICTURE_NAME)
    found = _TEXT_BEGINS.match(raw, name + len(_PICTURE_NAME)) if name > 0 else None
    if found is None or raw[name - 1 : name] == _BACKSLASH:
        return None
    begin = found.end()
    end = raw.find(_QUOTE, begin)
    is_plain = end - begin >= _LONG_BYTES and raw.find(_BACKSLASH, begin, end) < 0
    return (begin, end) if is_plain else None


def _json_object(raw: bytearray, path: Path) -> dict[str, object]:
    """Return the object that JSON holds.

    Raises:
        MapError: It is damaged, holds too much, or something else than an object.
        FightNotMap: It is a fight.
    """
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
