"""The picture of a UVTT file: base64 in it, measured by its beginning before all is decoded.

Where there is none in it, a picture that came with it takes its place.
"""

from __future__ import annotations

import base64
import binascii
import re
from typing import TYPE_CHECKING, TypeAlias

from gridwar.errors import MapError
from gridwar.formats.import_report import read_bytes, stop_if
from gridwar.formats.picture_headers_and_limits import (
    MOST_BYTES,
    PictureInfo,
    is_picture,
    look_at,
    look_at_start,
)
from gridwar.text import _

if TYPE_CHECKING:
    from pathlib import Path

    from gridwar.formats.import_report import Cancel, Notes
    from gridwar.formats.json_values import Json

_CHUNK_CHARS = 1 << 20
"""What is decoded at a time, the first to tell size and format; a multiple of 4."""
_MOST_CHARS = MOST_BYTES // 3 * 4 + 4
_MOST_NAMES = 6
_DATA_PREFIX = re.compile(rb"\s*data:[^,]{0,200},")
_WEB_SAFE = bytes.maketrans(b"-_", b"+/")
_SPACES = b"\n\r\t "


Found: TypeAlias = "tuple[bytes, PictureInfo]"


def find_image(
    value: Json, file: Path, beside: tuple[Path, ...], notes: Notes, cancelled: Cancel
) -> Found | None:
    """Return the picture in a file, else the one that came with it; None where there is none.

    Args:
        value: What stands under ``image``.
        file: The file.
        beside: Files that came with it; of several pictures only one that is called as it is.
        notes: Told where the picture is from, and what came for nothing.
        cancelled: Asked now and then.

    Raises:
        Cancelled: Somebody asked to give up.
    """
    came = _came_with(file, beside)
    is_bare = value is None or value == ""
    found = None if is_bare and came is not None else read_image(value, notes, cancelled)
    rest = list(beside)
    if found is None and came is not None:
        rest.remove(came)
        found = _read_beside(came, notes, cancelled)
    if rest:
        text = _("Came with it, and belongs to nothing in it")
        notes.leave_out("unused", text, ", ".join(one.name for one in rest[:_MOST_NAMES]))
    return found


def _came_with(file: Path, beside: tuple[Path, ...]) -> Path | None:
    """Return the picture that came with a file: the one called so, or the only one."""
    pictures = [one for one in beside if is_picture(one)]
    named = [one for one in pictures if one.stem.lower() == file.stem.lower()]
    likely = named or pictures
    return likely[0] if len(likely) == 1 else None


def _read_beside(path: Path, notes: Notes, cancelled: Cancel) -> Found | None:
    try:
        data = bytes(read_bytes(path, MOST_BYTES, cancelled))
        info = look_at(data, path.name)
    except MapError as error:
        notes.leave_out("picture_broken", _("Picture"), str(error))
        return None
    notes.mend("picture_beside", _("No picture in the file: the one that came with it taken"))
    return data, info


def read_image(value: Json, notes: Notes, cancelled: Cancel) -> Found | None:
    """Return the picture and what it is; None where there is none that can be shown.

    Args:
        value: What stands under ``image``; a long text as bytes.
        notes: Told why not, and what was mended.
        cancelled: Asked now and then.

    Raises:
        Cancelled: Somebody asked to give up.
    """
    if value is None or value == "":
        notes.leave_out("no_picture", _("Picture"), _("there is none in the file"))
        return None
    if not isinstance(value, str | bytearray):
        notes.leave_out("picture_broken", _("Picture"), _("it is not text"))
        return None
    try:
        text = value if isinstance(value, bytearray) else bytearray(value, "ascii")
        return _decoded(_plain_base64(text, notes), cancelled)
    except MapError as error:
        notes.leave_out("picture_broken", _("Picture"), str(error))
    except (binascii.Error, ValueError):
        notes.leave_out("picture_broken", _("Picture"), _("its text is damaged: export it again"))
    return None


def _decoded(text: bytearray, cancelled: Cancel) -> tuple[bytes, PictureInfo]:
    """Return the picture; its text is emptied piece by piece, lest both be there as a whole."""
    name = _("The picture in it")
    if len(text) > _MOST_CHARS:
        most = MOST_BYTES >> 20
        raise MapError(_("{name} is larger than {most} MB.").format(name=name, most=most))
    data = bytearray()
    while text:
        stop_if(cancelled)
        is_first = not data
        data += base64.b64decode(text[:_CHUNK_CHARS], validate=True)
        del text[:_CHUNK_CHARS]
        if is_first:
            look_at_start(bytes(data), name)
    whole = bytes(data)
    return whole, look_at(whole, name)


def _plain_base64(text: bytearray, notes: Notes) -> bytearray:
    """Return base64 without prefix, line breaks and letters of its variant for addresses."""
    if prefix := _DATA_PREFIX.match(text):
        del text[: prefix.end()]
    if any(space in text for space in _SPACES):
        text = text.translate(None, _SPACES)
        notes.mend("picture_spaces", _("Line breaks in the picture's text taken out"))
    if b"-" in text or b"_" in text:
        text = text.translate(_WEB_SAFE)
    text += b"=" * (-len(text) % 4)
    return text
