"""The front door for maps made elsewhere: pictures, UVTT files, maps of Tiled, told apart by content.

A picture knows nothing of squares. How many pixels make one is guessed (from ``30x20`` in the
file's name, else a usual size that divides it) and asked.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from gridwar.errors import MapError
from gridwar.formats.import_report import (
    Check,
    Choice,
    Imported,
    ImportReport,
    ReportLine,
    never,
    no_progress,
    read_bytes,
    require_choice,
    unknown_check,
)
from gridwar.formats.picture_headers_and_limits import (
    MOST_BYTES,
    USUAL_PIXELS_PER_CELL,
    PictureInfo,
    look_at,
    map_from_picture,
)
from gridwar.formats.tiled.tiled_reading import is_tiled
from gridwar.formats.tiled.tiled_reading import read_raw as read_tiled
from gridwar.formats.uvtt.uvtt_reading import MOST_BYTES as MOST_UVTT_BYTES
from gridwar.formats.uvtt.uvtt_reading import read_raw
from gridwar.model.geometry import MAX_SIDE_CELLS
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.formats.import_report import Cancel, Progress

CELL_SIZE = "cell_size"
"""The id of the question how many pixels a square has."""
_USUAL_PX = (70, 100, 140, 200, 50, 64, 72, 128, 150, 256)
_MOST_CHOICES = 5
_IN_NAME = re.compile(r"(?<!\d)(\d{1,3})\s*[x×]\s*(\d{1,3})(?!\d)", re.IGNORECASE)
_SAME_SHAPE = 0.02
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
    if is_tiled(raw):
        return read_tiled(raw, path, progress, cancelled)
    if bytes(raw[:64]).removeprefix(_BOM).lstrip()[:1] in {b"{", b"["}:
        return read_raw(raw, path, progress, cancelled)
    if len(raw) > MOST_BYTES:
        text = _("{path} is larger than {most} MB. Save it smaller, or as WebP.")
        raise MapError(text.format(path=path, most=MOST_BYTES >> 20))
    progress(0.5, _("Looking at the picture"))
    data = bytes(raw)
    draft = PictureDraft(path.name, data, look_at(data, str(path)))
    return draft.at(draft.guess())


class PictureDraft(Struct, frozen=True):
    """A picture, before it is known how many pixels make a square."""

    file_name: str
    data: bytes
    info: PictureInfo
    pixels: float = USUAL_PIXELS_PER_CELL
    is_answered: bool = False

    def guess(self) -> float:
        """Return the pixels to a square that are most likely."""
        likely = self._likely()
        return likely[0] if likely else max(USUAL_PIXELS_PER_CELL, self._least())

    def at(self, pixels: float) -> Imported:
        """Return the map with so many pixels to a square.

        Raises:
            MapError: The map would be too large.
        """
        made, _sha256 = map_from_picture(self.data, pixels, name=self.file_name)
        draft = replace(self, pixels=pixels)
        return Imported(made.with_name(Path(self.file_name).stem), self.data, draft.report(), draft)

    def answered(self, check_id: str, choice_id: str) -> Imported:
        """Return the map with another size of its squares.

        Raises:
            InputError: There is no such question or no such answer.
        """
        if check_id != CELL_SIZE:
            raise unknown_check(check_id)
        require_choice(self._choices(), check_id, choice_id)
        return replace(self, is_answered=True).at(float(choice_id))

    def report(self) -> ImportReport:
        """Return what there is to tell of a picture."""
        shown = f"{self.info.width_px} × {self.info.height_px} {self.info.format.upper()}"
        check = Check(
            CELL_SIZE,
            _("How large is a square?"),
            _("A picture does not say it; the grid can be laid on it by hand as well."),
            self._choices(),
            f"{self.pixels:g}",
            is_answered=self.is_answered,
        )
        return ImportReport(
            title=self.file_name,
            read=(ReportLine("picture", _("Picture"), shown),),
            checks=(check,),
        )

    def _choices(self) -> tuple[Choice, ...]:
        sizes = dict.fromkeys((*self._likely()[:_MOST_CHOICES], self.guess(), self.pixels))
        width, height = self.info.width_px, self.info.height_px
        text = _("{px} px: {w} × {h}")
        return tuple(
            Choice(
                f"{size:g}",
                text.format(px=f"{size:g}", w=round(width / size), h=round(height / size)),
            )
            for size in sizes
        )

    def _likely(self) -> list[float]:
        """Return sizes of a square, the likeliest first."""
        width, height = self.info.width_px, self.info.height_px
        found: list[float] = []
        for across, down in _IN_NAME.findall(self.file_name):
            columns, rows = int(across), int(down)
            if not (0 < columns <= MAX_SIDE_CELLS and 0 < rows <= MAX_SIDE_CELLS):
                continue
            if abs(width * rows / (height * columns) - 1) <= _SAME_SHAPE and width >= columns:
                found.append(float(f"{width / columns:.6g}"))
        found += [
            float(size)
            for size in _USUAL_PX
            if width % size == 0 == height % size and size >= self._least()
        ]
        return list(dict.fromkeys(found))

    def _least(self) -> float:
        return -(-max(self.info.width_px, self.info.height_px) // MAX_SIDE_CELLS)
