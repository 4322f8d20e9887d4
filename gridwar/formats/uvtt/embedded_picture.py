"""The picture in a UVTT file: base64, measured by its beginning before the whole is decoded."""

from __future__ import annotations

import base64
import binascii
import re
from typing import TYPE_CHECKING

from gridwar.errors import MapError
from gridwar.formats.import_report import stop_if
from gridwar.formats.picture_headers_and_limits import (
    MOST_BYTES,
    PictureInfo,
    look_at,
    look_at_start,
)
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.formats.import_report import Cancel, Notes
    from gridwar.formats.json_values import Json

_CHUNK_CHARS = 1 << 20
"""What is decoded at a time, the first to tell size and format; a multiple of 4."""
_MOST_CHARS = MOST_BYTES // 3 * 4 + 4
_DATA_PREFIX = re.compile(r"\s*data:[^,]{0,200},")
_WEB_SAFE = str.maketrans("-_", "+/")


def read_image(value: Json, notes: Notes, cancelled: Cancel) -> tuple[bytes, PictureInfo] | None:
    """Return the picture and what it is; None where there is none that can be shown.

    Args:
        value: What stands under ``image``.
        notes: Told why not, and what was mended.
        cancelled: Asked now and then.

    Raises:
        Cancelled: Somebody asked to give up.
    """
    if value is None or value == "":
        notes.leave_out("no_picture", _("Picture"), _("there is none in the file"))
        return None
    if not isinstance(value, str):
        notes.leave_out("picture_broken", _("Picture"), _("it is not text"))
        return None
    try:
        return _decoded(_plain_base64(value, notes), cancelled)
    except MapError as error:
        notes.leave_out("picture_broken", _("Picture"), str(error))
    except (binascii.Error, ValueError):
        notes.leave_out("picture_broken", _("Picture"), _("its text is damaged: export it again"))
    return None


def _decoded(text: str, cancelled: Cancel) -> tuple[bytes, PictureInfo]:
    name = _("The picture in it")
    if len(text) > _MOST_CHARS:
        most = MOST_BYTES >> 20
        raise MapError(_("{name} is larger than {most} MB.").format(name=name, most=most))
    data = bytearray()
    for at in range(0, len(text), _CHUNK_CHARS):
        stop_if(cancelled)
        data += base64.b64decode(text[at : at + _CHUNK_CHARS], validate=True)
        if at == 0:
            look_at_start(bytes(data), name)
    whole = bytes(data)
    return whole, look_at(whole, name)


def _plain_base64(text: str, notes: Notes) -> str:
    """Return base64 without prefix, line breaks and letters of its variant for addresses."""
    if prefix := _DATA_PREFIX.match(text):
        text = text[prefix.end() :]
    if any(space in text for space in "\n\r\t "):
        text = "".join(text.split())
        notes.mend("picture_spaces", _("Line breaks in the picture's text taken out"))
    if "-" in text or "_" in text:
        text = text.translate(_WEB_SAFE)
    missing = -len(text) % 4
    return text + "=" * missing
