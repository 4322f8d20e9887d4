"""A picture (PNG, JPEG, WebP) as the background of a map.

Owns telling what a file holds by its content, reading its size in pixels from its header without
decoding it, whether it is there to its end, the bounds that hold before anything is allocated,
and how many cells it covers. The
library imagesize would read the header too; it also runs an XML parser over anything that looks
like SVG and knows a dozen formats that the window cannot show, so the three here are read by hand.
"""

from __future__ import annotations

import hashlib
import math
import re
import struct
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from gridwar.bounded_read import pieces, read_bounded
from gridwar.errors import MapError
from gridwar.model.battlemap import BattleMap, Picture
from gridwar.model.geometry import MAX_SIDE_CELLS
from gridwar.model.scale import Scale
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

MOST_BYTES = 64 << 20
MOST_SIDE_PX = 20_000
MOST_PIXELS = 100_000_000
"""Width times height: what the window can hold decoded, at 4 bytes a pixel."""
USUAL_PIXELS_PER_CELL = 70.0
_PLAIN_SCALE = Scale.constant()

_PNG = b"\x89PNG\r\n\x1a\n"
_JPEG = b"\xff\xd8\xff"
_SIGNATURE_BYTES = 16
_JPEG_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""Markers of a segment that holds the size; the three left out are tables."""
_JPEG_SCAN = 0xDA
_JPEG_END = b"\xff\xd9"
_PNG_END = b"IEND\xae\x42\x60\x82"
"""The last chunk with its checksum; it has no content."""
_JPEG_BARE = frozenset({0x01, *range(0xD0, 0xD9), 0xFF})
"""Markers without a segment, and the byte before each marker."""
_MOST_JPEG_STEPS = 10_000
"""Markers looked at; files in use have some dozens before the size."""
MOST_SCANS = 100
"""A progressive JPEG has some ten; each is a pass over the whole picture, in however few bytes."""
_JPEG_MARKER = re.compile(rb"\xff[^\x00\x01\xd0-\xd7\xff]")
"""The end of a scan's data: 0xff stands in them before a zero or a restart alone."""


class PictureInfo(Struct, frozen=True):
    """What a picture is, as its header says it."""

    format: Literal["png", "jpeg", "webp"]
    width_px: int
    height_px: int


def read_picture(path: Path) -> bytes:
    """Read the file of a picture.

    Raises:
        MapError: It cannot be read, is too large, or is no picture that can be shown.
    """
    try:
        data = read_bounded(path, MOST_BYTES)
    except OSError as error:
        why = error.strerror or error
        raise MapError(_("{path} cannot be read: {why}.").format(path=path, why=why)) from error
    look_at(data, str(path))
    return data


def is_picture(what: bytes | Path) -> bool:
    """Return whether something begins as a picture does: bytes, or a file."""
    if isinstance(what, bytes):
        is_webp = what.startswith(b"RIFF") and what[8:12] == b"WEBP"
        return is_webp or what.startswith((_PNG, _JPEG))
    try:
        return is_picture(next(pieces(what, MOST_BYTES), b"")[:_SIGNATURE_BYTES])
    except OSError:
        return False


def look_at(data: bytes, name: str = "picture") -> PictureInfo:
    """Tell format and size of a whole picture; nothing is decoded.

    Args:
        data: The file.
        name: Its name, for messages.

    Raises:
        MapError: It is empty, cut off, too large or of another format; the message says what
            would help.
    """
    info = look_at_start(data, name)
    if not _is_whole(info, data):
        text = _("{name} is cut off: its end is missing. Copy or download it again.")
        raise MapError(text.format(name=name))
    if has_many_scans(data):
        text = _(
            "{name} is a JPEG of more than {most} passes, which takes minutes to show. "
            "Save it anew, or as WebP."
        )
        raise MapError(text.format(name=name, most=MOST_SCANS))
    return info


def has_many_scans(data: bytes) -> bool:
    """Return whether this is a JPEG in more passes than any program makes: minutes to decode."""
    if not data.startswith(_JPEG):
        return False
    try:
        at = _jpeg_segment(data, {_JPEG_SCAN}) - 2
        for _scan in range(MOST_SCANS):
            marker = _next_scan(data, at)
            if marker is None:
                return False
            at = marker
    except (IndexError, struct.error):
        return False  # cut off, which is told elsewhere
    return True


def look_at_start(data: bytes, name: str = "picture") -> PictureInfo:
    """Tell format and size of a picture from its first bytes, before the rest is there.

    Args:
        data: The beginning of the file.
        name: Its name, for messages.

    Raises:
        MapError: As ``look_at``, except that it may end early.
    """
    if len(data) > MOST_BYTES:
        text = _("{name} is larger than {most} MB. Save it smaller, or as WebP.")
        raise MapError(text.format(name=name, most=MOST_BYTES >> 20))
    if not data:
        raise MapError(_("{name} is empty. Choose another file.").format(name=name))
    try:
        info = _header(data)
    except (IndexError, struct.error) as error:
        text = _("{name} is cut off before its size is told. Copy or download it again.")
        raise MapError(text.format(name=name)) from error
    if info is None:
        text = _("{name} is not a PNG, JPEG or WebP picture. Save it as one of these.")
        raise MapError(text.format(name=name))
    width, height = info.width_px, info.height_px
    if min(width, height) < 1:
        text = _("{name} says that it is {w} x {h} pixels. It is damaged: save it anew.")
        raise MapError(text.format(name=name, w=width, h=height))
    if max(width, height) > MOST_SIDE_PX or width * height > MOST_PIXELS:
        text = _("{name} has {w} x {h} pixels; at most {side} a side and {most} million in all.")
        shown = text.format(
            name=name, w=width, h=height, side=MOST_SIDE_PX, most=MOST_PIXELS // 1_000_000
        )
        raise MapError(shown + " " + _("Scale it down."))
    return info


def map_from_picture(
    data: bytes,
    pixels_per_cell: float = USUAL_PIXELS_PER_CELL,
    scale: Scale = _PLAIN_SCALE,
    name: str = "picture",
) -> tuple[BattleMap, str]:
    """Make a map that is as large as a picture, to the nearest cell and at least one.

    Args:
        data: The file.
        pixels_per_cell: How long the side of a cell is on it.
        scale: How long that side is in the world.
        name: The file's name, for messages.

    Returns:
        The map, and the sha256 of the file, by which it finds its picture again.

    Raises:
        MapError: It is no picture, or the map would be too large.
    """
    info = look_at(data, name)
    if not (math.isfinite(pixels_per_cell) and pixels_per_cell >= 1):
        raise MapError(_("{name}: a cell has at least 1 pixel a side.").format(name=name))
    width, height = (
        max(1, math.floor(side / pixels_per_cell + 0.5)) for side in (info.width_px, info.height_px)
    )
    if max(width, height) > MAX_SIDE_CELLS:
        least = math.ceil(max(info.width_px, info.height_px) / MAX_SIDE_CELLS)
        text = _("{name} would be {w} x {h} cells; at most {most} a side: {least} pixels a cell.")
        raise MapError(text.format(name=name, w=width, h=height, most=MAX_SIDE_CELLS, least=least))
    sha256 = hashlib.sha256(data).hexdigest()
    picture = Picture(
        sha256=sha256,
        pixels_per_cell=pixels_per_cell,
        width_px=info.width_px,
        height_px=info.height_px,
    )
    return BattleMap(width=width, height=height, picture=picture).with_scale(scale), sha256


def _header(data: bytes) -> PictureInfo | None:
    """Return what the header says; None for another format.

    Raises:
        IndexError: The data end too early, as does struct.error.
    """
    if data.startswith(_PNG):
        return PictureInfo("png", *struct.unpack_from(">II", data, 16))
    if data.startswith(_JPEG):
        return PictureInfo("jpeg", *_jpeg_size(data))
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        return PictureInfo("webp", *_webp_size(data))
    return None


def _is_whole(info: PictureInfo, data: bytes) -> bool:
    """Return whether a picture is there to its end; bytes behind that do no harm."""
    try:
        match info.format:
            case "png":
                return data.endswith(_PNG_END) or _PNG_END in data
            case "jpeg":
                # Before the scan there may be a small preview with an end of its own.
                return data.find(_JPEG_END, _jpeg_segment(data, {_JPEG_SCAN})) >= 0
            case "webp":
                return int.from_bytes(data[4:8], "little") + 8 <= len(data)
    except (IndexError, struct.error):
        return False


def _jpeg_size(data: bytes) -> tuple[int, int]:
    height, width = struct.unpack_from(">HH", data, _jpeg_segment(data, _JPEG_FRAMES) + 3)
    return width, height


def _jpeg_segment(data: bytes, wanted: Collection[int]) -> int:
    """Return where the first segment of some kinds begins, behind its marker.

    Raises:
        IndexError: There is none, as does struct.error.
    """
    at = 2
    for _step in range(_MOST_JPEG_STEPS):
        marker = data[at]
        at += 1
        if marker in wanted:
            return at
        if marker not in _JPEG_BARE:
            (length,) = struct.unpack_from(">H", data, at)
            at += max(2, length)
    raise IndexError(at)


def _next_scan(data: bytes, at: int) -> int | None:
    """Return where the scan after one begins, both with their marker; None for the last.

    Raises:
        struct.error: The data end in between.
    """
    for _step in range(_MOST_JPEG_STEPS):
        (length,) = struct.unpack_from(">H", data, at + 2)
        found = _JPEG_MARKER.search(data, at + 2 + max(2, length))
        if found is None or found[0] == _JPEG_END:
            return None
        at = found.start()
        if data[at + 1] == _JPEG_SCAN:
            return at
    return None


def _webp_size(data: bytes) -> tuple[int, int]:
    chunk = data[12:16]
    if chunk == b"VP8X":
        whole = struct.unpack_from("<Q", data, 22)[0] >> 16
        return (whole & 0xFFFFFF) + 1, (whole >> 24 & 0xFFFFFF) + 1
    if chunk == b"VP8L":
        (bits,) = struct.unpack_from("<I", data, 21)
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    width, height = struct.unpack_from("<HH", data, 26)
    return width & 0x3FFF, height & 0x3FFF
