"""What was chosen of a PDF as the picture of a map.

Owns at how many dots an inch a page is drawn: as dense as the picture that fills it, else so that
nothing printed is lost. How it is drawn is ``drawing_process``'s business.
"""

from __future__ import annotations

from math import ceil, sqrt
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct

from gridwar.errors import MapError
from gridwar.formats.grid_finding import TOLD_TILT_DEG, GridVerdict
from gridwar.formats.import_report import ReportLine, never, no_progress
from gridwar.formats.pdf import worker_messages as wm
from gridwar.formats.pdf.drawing_process import asked
from gridwar.formats.pdf.failure_words import refusal
from gridwar.formats.pdf.pdf_book import (
    PdfBook,
    Pixels,
    pixels_of,
    read_drawing,
    require_readable,
    sizes_told,
)
from gridwar.formats.pdf.png_writing import CHANNELS, png_of
from gridwar.formats.picture_headers_and_limits import MOST_BYTES as MOST_PICTURE_BYTES
from gridwar.formats.picture_headers_and_limits import USUAL_PIXELS_PER_CELL
from gridwar.formats.printed_grid.finding_the_grid import find_grid
from gridwar.text import _

if TYPE_CHECKING:
    from pathlib import Path

    from gridwar.formats.import_report import Cancel, Progress

USUAL_DPI = 150.0
LEAST_DPI = 72.0
_COARSEST_DPI = 36.0
"""Below that nobody could read what is printed on a page."""
_MOST_SHARE = 0.5
"""A picture that covers so much of what is taken decides how dense all of it is drawn."""
_ROOM = 0.9
"""How much smaller than the bound a second try is drawn."""
_SPARE_PX = 2
"""Parts of a pixel at either edge are drawn as whole ones."""
_NEARLY_PX = 0.05
"""A found cell is known so well."""
_CM_A_POINT = 2.54 / wm.POINTS_AN_INCH


class PageChoice(Struct, frozen=True):
    """What of a PDF is to be the map.

    Attributes:
        page: From 0.
        crop: The part of it.
        picture: Instead of the page, a picture on it by its ``id``; None for the page.
    """

    page: int = 0
    crop: wm.Crop = wm.WHOLE
    picture: int | None = None


class PageImage(Struct, frozen=True):
    """A page as a picture file, what it is called, and what there is to tell of it."""

    name: str
    data: bytes
    lines: tuple[ReportLine, ...]


def image_of_page(
    path: Path,
    choice: PageChoice,
    progress: Progress = no_progress,
    cancelled: Cancel = never,
) -> PageImage:
    """Draw what was chosen of a PDF as the picture of a map.

    Args:
        path: The file.
        choice: What of it.
        progress: Told what is being done.
        cancelled: Asked all the time.

    Raises:
        MapError: It cannot be drawn; the message names file and page and what helps.
        Cancelled: Somebody asked to give up.
    """
    require_readable(path)
    with asked(path, wm.ListPages(), wm.ListPictures(choice.page)) as process:
        answers = process.answers(cancelled)
        book = PdfBook(path, sizes_told(next(answers), path))
        if not 0 <= choice.page < len(book.sizes):
            text = _("{path} has {n} pages; there is no page {page}.")
            raise MapError(text.format(path=path, n=len(book.sizes), page=choice.page + 1))
        listed = next(answers)
    if isinstance(listed, wm.Failed):
        raise refusal(path, listed, choice.page)
    pictures = listed.pictures if isinstance(listed, wm.Pictures) else ()
    progress(0.1, _("Drawing page {page}").format(page=choice.page + 1))
    number = ReportLine(
        "pdf_page",
        _("Page"),
        _("{page} of {n}").format(page=choice.page + 1, n=len(book.sizes)),
    )
    if choice.picture is not None:
        data, lines = _picture_in_page(book, choice, progress, cancelled)
    else:
        wanted = _density(choice, pictures)
        data, lines = _page_itself(book, choice, wanted, progress, cancelled)
    name = _("{name}, page {page}").format(name=path.stem, page=choice.page + 1)
    return PageImage(f"{name}{path.suffix or '.pdf'}", data, (number, *lines))


def _page_itself(
    book: PdfBook, choice: PageChoice, wanted: float, progress: Progress, cancelled: Cancel
) -> tuple[bytes, tuple[ReportLine, ...]]:
    """Draw the page, or the part of it, at the dots an inch that are wanted, or as many as go."""
    most = _most_dpi(book, choice)
    if most < _COARSEST_DPI:
        raise refusal(book.path, wm.Failed("vast", part_in_cm(book, choice)), choice.page)
    drawn, cell_px = _drawn(book, choice, min(wanted, most), cancelled), 0
    found = _on_whole_cells(drawn, progress, cancelled) if wanted == USUAL_DPI else None
    if found is not None and found[0] <= most:
        drawn, cell_px = _drawn(book, choice, found[0], cancelled), found[1]
    progress(0.6, _("Packing the picture"))
    data = png_of(drawn.rgb, drawn.width, drawn.height, MOST_PICTURE_BYTES, cancelled)
    while data is None:
        drawn, cell_px = _drawn(book, choice, drawn.dpi * sqrt(_ROOM / 2), cancelled), 0
        data = png_of(drawn.rgb, drawn.width, drawn.height, MOST_PICTURE_BYTES, cancelled)
    dpi = _("{n} dots an inch").format(n=f"{drawn.dpi:.0f}")
    lines = [ReportLine("pdf_density", _("Drawn at"), dpi)]
    if not choice.crop.is_whole:
        lines.insert(0, ReportLine("pdf_part", _("Part of it"), part_in_cm(book, choice)))
    if cell_px:
        lines.append(ReportLine("pdf_cell", _("Drawn for its grid: a square has"), f"{cell_px} px"))
    elif drawn.dpi < wanted - 1:
        text = _("At {n} dots an inch it would be larger than a picture may be")
        lines.append(ReportLine("pdf_coarser", text.format(n=f"{wanted:.0f}")))
    return data, tuple(lines)


def _on_whole_cells(
    drawn: Pixels, progress: Progress, cancelled: Cancel
) -> tuple[float, int] | None:
    """Return the dots an inch at which a cell of the printed grid has whole pixels, and how many.

    None where no grid is sure, or where it has them as it is drawn. It is never drawn coarser than
    it was, and a cell has at least the pixels that are usual.
    """
    green = np.frombuffer(drawn.rgb, np.uint8).reshape(drawn.height, drawn.width, CHANNELS)[..., 1]
    finding = find_grid(np.ascontiguousarray(green), (), progress, cancelled)
    if finding.verdict is not GridVerdict.SURE or abs(finding.tilt_deg) > TOLD_TILT_DEG:
        return None
    cell_px = max(USUAL_PIXELS_PER_CELL, ceil(finding.cell_x_px - _NEARLY_PX))
    if abs(cell_px - finding.cell_x_px) <= _NEARLY_PX:
        return None
    return drawn.dpi * cell_px / finding.cell_x_px, round(cell_px)


def _picture_in_page(
    book: PdfBook, choice: PageChoice, progress: Progress, cancelled: Cancel
) -> tuple[bytes, tuple[ReportLine, ...]]:
    """Take a picture out of the page: its own file where that is one, else what is drawn of it."""
    assert choice.picture is not None
    job = wm.TakePicture(choice.page, choice.picture)
    line = ReportLine("pdf_picture", _("The picture in it, without what is printed over it"))
    with asked(book.path, job) as process:
        for answer in process.answers(cancelled):
            match answer:
                case wm.Taken(file=name):
                    return read_drawing(process.folder / name, book.path), (line,)
                case wm.Drawn():
                    drawn = pixels_of(process.folder, answer, book.path)
                    progress(0.6, _("Packing the picture"))
                    data = png_of(
                        drawn.rgb, drawn.width, drawn.height, MOST_PICTURE_BYTES, cancelled
                    )
                    if data is None:
                        text = _(
                            "{path}, page {page}: its picture is larger than {most} MB. "
                            "Take the page, or a part of it."
                        )
                        most = MOST_PICTURE_BYTES >> 20
                        page = choice.page + 1
                        raise MapError(text.format(path=book.path, page=page, most=most))
                    return data, (line,)
                case wm.Failed():
                    raise refusal(book.path, answer, choice.page)
    raise refusal(book.path, wm.Failed("missing"), choice.page)


def _density(choice: PageChoice, pictures: tuple[wm.PagePicture, ...]) -> float:
    """Return the dots an inch that a picture has which covers most of what is taken."""
    shares = [(_share(one.place, choice.crop), one.drawn_dpi) for one in pictures]
    share, dpi = max(shares, default=(0.0, 0.0))
    return max(dpi, LEAST_DPI) if share >= _MOST_SHARE else USUAL_DPI


def _share(place: wm.Crop, crop: wm.Crop) -> float:
    """Return how much of a part of the page a picture covers."""
    wide = min(place.right, crop.right) - max(place.left, crop.left)
    high = min(place.bottom, crop.bottom) - max(place.top, crop.top)
    area = crop.width * crop.height
    return max(0.0, wide) * max(0.0, high) / area if area > 0 else 0.0


def _most_dpi(book: PdfBook, choice: PageChoice) -> float:
    """Return at how many dots an inch what was chosen is as large as a picture may be."""
    wide, high = (
        max(points * share / wm.POINTS_AN_INCH, 1e-6)
        for points, share in zip(
            book.sizes[choice.page], (choice.crop.width, choice.crop.height), strict=True
        )
    )
    by_side = (wm.MOST_SIDE_PX - _SPARE_PX) / max(wide, high)
    return min(by_side, sqrt(wm.MOST_PIXELS / (wide * high)) - _SPARE_PX / min(wide, high))


def _drawn(book: PdfBook, choice: PageChoice, dpi: float, cancelled: Cancel) -> Pixels:
    job = wm.DrawPage(choice.page, dpi, crop=choice.crop)
    with asked(book.path, job) as process:
        for answer in process.answers(cancelled):
            if isinstance(answer, wm.Drawn):
                return pixels_of(process.folder, answer, book.path)
            if isinstance(answer, wm.Failed):
                raise refusal(book.path, answer, choice.page)
    raise refusal(book.path, wm.Failed("damaged"), choice.page)


def part_in_cm(book: PdfBook, choice: PageChoice) -> str:
    """Return how large the part that is taken is on paper."""
    wide, high = book.sizes[choice.page]
    across, down = wide * choice.crop.width, high * choice.crop.height
    return _("{wide} \u00d7 {high} cm").format(
        wide=f"{across * _CM_A_POINT:.1f}", high=f"{down * _CM_A_POINT:.1f}"
    )
