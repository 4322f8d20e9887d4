"""The front door for maps made elsewhere: pictures and UVTT files, told apart by what they hold.

What a picture leaves open is ``picture_draft``'s.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.errors import MapError
from gridwar.formats.import_report import Imported, never, no_progress, read_bytes
from gridwar.formats.picture_draft import PictureDraft
from gridwar.formats.picture_headers_and_limits import MOST_BYTES, look_at
from gridwar.formats.uvtt.uvtt_reading import MOST_BYTES as MOST_UVTT_BYTES
from gridwar.formats.uvtt.uvtt_reading import read_raw
from gridwar.text import _

if TYPE_CHECKING:
    from pathlib import Path

    from gridwar.formats.import_report import Cancel, Progress

_SQLITE = b"SQLite format 3\0"
_BOM = b"\xef\xbb\xbf"
_PICTURES = frozenset({".png", ".jpg", ".jpeg", ".webp"})
"""A file called so is no larger than a picture may be; the bound told is the one that holds."""


def read_map(path: Path, progress: Progress = no_progress, cancelled: Cancel = never) -> Imported:
    """Read a map from a picture or a UVTT file, whatever its name says.

    Args:
        path: The file.
        progress: Told what is being done.
        cancelled: Asked now and then whether to give up.

    Raises:
        MapError: It is neither, damaged or too large; the message names it and what helps.
        Cancelled: Somebody asked to give up.
    """
    progress(0.0, _("Reading the file"))
    is_picture = path.suffix.lower() in _PICTURES
    raw = read_bytes(path, MOST_BYTES if is_picture else MOST_UVTT_BYTES, cancelled)
    if not raw:
        raise MapError(_("{path} is empty. Choose another file.").format(path=path))
    if raw.startswith(_SQLITE):
        text = _("{path} is a database, not a map. To open a fight of Gridwar use File, Open.")
        raise MapError(text.format(path=path))
    if bytes(raw[:64]).removeprefix(_BOM).lstrip()[:1] in {b"{", b"["}:
        return read_raw(raw, path, progress, cancelled)
    if len(raw) > MOST_BYTES:
        text = _("{path} is larger than {most} MB. Save it smaller, or as WebP.")
        raise MapError(text.format(path=path, most=MOST_BYTES >> 20))
    progress(0.5, _("Looking at the picture"))
    data = bytes(raw)
    draft = PictureDraft(path.name, data, look_at(data, str(path)))
    return draft.at(draft.guess())
