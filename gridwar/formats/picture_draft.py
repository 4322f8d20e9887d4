"""A picture that is to be a map, before it is known how many pixels make a square.

A picture knows nothing of squares. How many pixels make one is guessed (from ``30x20`` in the
file's name, else a usual size that divides it) and asked; the grid that was found on it is one of
the answers, never taken by itself.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final, Literal, Self

from msgspec import Struct
from msgspec.structs import replace

from gridwar.errors import InputError
from gridwar.formats.grid_finding import GridFinding, length_words
from gridwar.formats.import_report import (
    Check,
    Choice,
    Imported,
    ImportReport,
    ReportLine,
    require_choice,
    unknown_check,
)
from gridwar.formats.picture_headers_and_limits import (
    USUAL_PIXELS_PER_CELL,
    PictureInfo,
    map_from_picture,
)
from gridwar.formats.picture_placement import PicturePlacement
from gridwar.model.geometry import MAX_SIDE_CELLS
from gridwar.text import _

CELL_SIZE: Final = "cell_size"
"""The id of the question how many pixels a square has."""
FOUND: Final[Literal["found"]] = "found"
"""The answer that takes the grid that was found."""
_USUAL_PX = (70, 100, 140, 200, 50, 64, 72, 128, 150, 256)
_MOST_CHOICES = 5
_IN_NAME = re.compile(r"(?<!\d)(\d{1,3})\s*[x×]\s*(\d{1,3})(?!\d)", re.IGNORECASE)
_SAME_SHAPE = 0.02
_SAME_PX = 0.05
"""Of a square: nearer than grids are found."""


class PictureDraft(Struct, frozen=True):
    """A picture, before it is known how many pixels make a square."""

    file_name: str
    data: bytes
    info: PictureInfo
    pixels: float = USUAL_PIXELS_PER_CELL
    is_answered: bool = False
    finding: GridFinding | None = None
    """The grid that was found on it; None where nobody looked."""
    is_on_found: bool = False
    origin: tuple[ReportLine, ...] = ()
    """What there is to tell of where the picture comes from, such as a page of a PDF."""

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
        draft = replace(self, pixels=pixels, is_on_found=False)
        made = made.with_name(Path(self.file_name).stem)
        return Imported(made, self.data, draft.report(), draft, self.finding)

    def with_finding(self, finding: GridFinding) -> Self:
        """Return it with the grid that was found on it."""
        return replace(self, finding=finding)

    def on_found(self, *, is_answered: bool = True) -> Imported:
        """Return the map on the grid that was found.

        Args:
            is_answered: Whether somebody said so; else it is still asked.

        Raises:
            InputError: No square grid was found.
            MapError: The map would be too large.
        """
        finding = self.finding
        if finding is None or not finding.is_square:
            text = _("{name}: no square grid was found. Say how many pixels a square has.")
            raise InputError(text.format(name=self.file_name))
        plain = self.at(finding.cell_x_px)
        draft = replace(self, pixels=finding.cell_x_px, is_on_found=True)
        draft = replace(draft, is_answered=is_answered)
        laid = PicturePlacement.on_found(finding).laid(plain.map)
        return Imported(laid, self.data, draft.report(), draft, finding)

    def named_px(self) -> tuple[float, ...]:
        """Return the pixels to a square that the file's name gives, such as ``30x20``."""
        return tuple(self._named())

    def answered(self, check_id: str, choice_id: str) -> Imported:
        """Return the map with another size of its squares.

        Raises:
            InputError: There is no such question or no such answer.
        """
        if check_id != CELL_SIZE:
            raise unknown_check(check_id)
        require_choice(self._choices(), check_id, choice_id)
        if choice_id == FOUND:
            return self.on_found()
        return replace(self, is_answered=True).at(float(choice_id))

    def report(self) -> ImportReport:
        """Return what there is to tell of a picture."""
        shown = f"{self.info.width_px} × {self.info.height_px} {self.info.format.upper()}"
        check = Check(
            CELL_SIZE,
            _("How large is a square?"),
            _("A picture does not say it; the grid can be laid on it by hand as well."),
            self._choices(),
            FOUND if self.is_on_found or self._is_found(self.pixels) else f"{self.pixels:g}",
            is_answered=self.is_answered,
        )
        return ImportReport(
            title=self.file_name,
            read=(*self.origin, ReportLine("picture", _("Picture"), shown)),
            checks=(check,),
        )

    def _choices(self) -> tuple[Choice, ...]:
        own = () if self.is_on_found else (self.pixels,)
        sizes = dict.fromkeys((*self._likely()[:_MOST_CHOICES], self.guess(), *own))
        width, height = self.info.width_px, self.info.height_px
        text = _("{px} px: {w} × {h}")
        plain = tuple(
            Choice(
                f"{size:g}",
                text.format(px=f"{size:g}", w=round(width / size), h=round(height / size)),
            )
            for size in sizes
            if not self._is_found(size)
        )
        if self.finding is None or not self.finding.is_square:
            return plain
        text = _("as found, {px} px").format(px=length_words(self.finding.cell_x_px))
        return (Choice(FOUND, text), *plain)

    def _is_found(self, size: float) -> bool:
        """Return whether a square of a size lies as the one that was found: said once."""
        finding = self.finding
        if finding is None or not finding.is_square or finding.is_turned:
            return False
        begins = (finding.offset_x_px, finding.offset_y_px)
        is_at_corner = all(min(one % size, -one % size) < _SAME_PX for one in begins)
        return abs(finding.cell_x_px - size) < _SAME_PX and is_at_corner

    def _likely(self) -> list[float]:
        """Return sizes of a square, the likeliest first."""
        width, height = self.info.width_px, self.info.height_px
        found = self._named()
        found += [
            float(size)
            for size in _USUAL_PX
            if width % size == 0 == height % size and size >= self._least()
        ]
        return list(dict.fromkeys(found))

    def _named(self) -> list[float]:
        width, height = self.info.width_px, self.info.height_px
        found: list[float] = []
        for across, down in _IN_NAME.findall(self.file_name):
            columns, rows = int(across), int(down)
            if not (0 < columns <= MAX_SIDE_CELLS and 0 < rows <= MAX_SIDE_CELLS):
                continue
            if abs(width * rows / (height * columns) - 1) <= _SAME_SHAPE and width >= columns:
                found.append(float(f"{width / columns:.6g}"))
        return found

    def _least(self) -> float:
        return -(-max(self.info.width_px, self.info.height_px) // MAX_SIDE_CELLS)
