"""Pages of a PDF for whoever chooses among them, and the chosen one as the picture of a map.

Owns at how many dots an inch a page is drawn: as dense as the picture that fills it, else so that
nothing printed is lost. How it is drawn is ``drawing_process``'s business.
"""

from __future__ import annotations

from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.bounded_read import read_head
from gridwar.errors import MapError
from gridwar.formats.import_report import ReportLine, never, no_progress
from gridwar.formats.pdf import worker_messages as wm
from gridwar.formats.pdf.drawing_process import asked
from gridwar.formats.pdf.failure_words import refusal
from gridwar.formats.pdf.png_writing import CHANNELS, png_of
from gridwar.formats.picture_headers_and_limits import MOST_BYTES as MOST_PICTURE_BYTES
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.formats.import_report import Cancel, Progress

USUAL_DPI = 150.0
LEAST_DPI = 72.0
_COARSEST_DPI = 36.0
"""Below that nobody could read what is printed on a page."""
_MOST_SHARE = 0.5
"""A picture that covers so much of what is taken decides how dense all of it is drawn."""
_START_BYTES = 1024
"""PDFium looks so far for the mark."""
_MARK = b"%PDF-"
_ROOM = 0.9
"""How much smaller than the bound a second try is drawn."""
_SPARE_PX = 2
"""Parts of a pixel at either edge are drawn as whole ones."""
_CM_A_POINT = 2.54 / wm.POINTS_AN_INCH


class PdfBook(Struct, frozen=True):
    """A PDF that was opened once: where it is, and the size of each page in points, as seen."""

    path: Path
    sizes: tuple[tuple[float, float], ...]


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


class Pixels(Struct, frozen=True):
    """A drawing: red, green and blue, row after row."""

    width: int
    height: int
    rgb: bytes
    dpi: float


class PageLook(Struct, frozen=True):
    """How a page looks, or why it cannot be drawn; with its pictures where they were asked for."""

    page: int
    pixels: Pixels | None
    pictures: tuple[wm.PagePicture, ...] = ()
    problem: str = ""


class PageImage(Struct, frozen=True):
    """A page as a picture file, what it is called, and what there is to tell of it."""

    name: str
    data: bytes
    lines: tuple[ReportLine, ...]


def is_pdf(start: bytes) -> bool:
    """Return whether a file that begins so is a PDF: its mark may stand behind other bytes.

    Args:
        start: At least its first kilobyte.
    """
    return _MARK in start[:_START_BYTES]


def is_pdf_file(path: Path) -> bool:
    """Return whether a file is a PDF; one that cannot be read is none, and told elsewhere."""
    try:
        return is_pdf(read_head(path, _START_BYTES))
    except OSError:
        return False


def open_pdf(path: Path, cancelled: Cancel = never) -> PdfBook:
    """Look how many pages a PDF has and how large they are.

    Args:
        path: The file.
        cancelled: Asked all the time.

    Raises:
        MapError: It is no PDF, damaged, locked, too large, or without pages.
        Cancelled: Somebody asked to give up.
    """
    _require_readable(path)
    with asked(path, wm.ListPages()) as process:
        return PdfBook(path, _sizes(next(process.answers(cancelled)), path))


def _require_readable(path: Path) -> None:
    try:
        size = path.stat().st_size
    except OSError as error:
        why = error.strerror or error
        raise MapError(_("{path} cannot be read: {why}.").format(path=path, why=why)) from error
    if size > wm.MOST_FILE_BYTES:
        text = _("{path} is larger than {most} MB. Save the page you want as a PDF of its own.")
        raise MapError(text.format(path=path, most=wm.MOST_FILE_BYTES >> 20))


def _sizes(answer: wm.Answer, path: Path) -> tuple[tuple[float, float], ...]:
    match answer:
        case wm.PageSizes(sizes=sizes) if sizes:
            return sizes
        case wm.Failed():
            raise refusal(path, answer)
    raise MapError(_("{path} has no pages. Choose another file.").format(path=path))


def look_at_pages(
    book: PdfBook,
    pages: tuple[int, ...],
    longest_px: int,
    cancelled: Cancel = never,
    *,
    with_pictures: bool = False,
) -> Iterator[PageLook]:
    """Draw some pages small, one after the other; one that cannot be drawn stops none of the rest.

    Args:
        book: The PDF.
        pages: Which, from 0, in the order in which they are wanted.
        longest_px: How long the longer side is to be.
        cancelled: Asked all the time.
        with_pictures: Whether to say which pictures lie on them.

    Raises:
        Cancelled: Somebody asked to give up.
    """
    waiting = list(pages)
    while waiting:
        try:
            yield from _looks(book, waiting, longest_px, cancelled, with_pictures=with_pictures)
        except MapError as error:  # the process died of the first that is still waiting
            yield PageLook(waiting.pop(0), None, problem=str(error))


def _looks(
    book: PdfBook, waiting: list[int], longest_px: int, cancelled: Cancel, *, with_pictures: bool
) -> Iterator[PageLook]:
    jobs: list[wm.Job] = []
    for page in waiting:
        jobs.append(wm.DrawPage(page, longest_px=longest_px))
        if with_pictures:
            jobs.append(wm.ListPictures(page))
    with asked(book.path, *jobs) as process:
        answers = process.answers(cancelled)
        while waiting:
            page = waiting[0]
            drawn = next(answers)
            look = PageLook(page, None)
            match drawn:
                case wm.Drawn():
                    look = PageLook(page, _pixels(process.folder, drawn, book.path))
                case wm.Failed():
                    look = PageLook(page, None, problem=str(refusal(book.path, drawn, page)))
            listed = next(answers) if with_pictures else None
            if isinstance(listed, wm.Pictures):
                look = PageLook(page, look.pixels, listed.pictures, look.problem)
            waiting.pop(0)
            yield look


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
    _require_readable(path)
    with asked(path, wm.ListPages(), wm.ListPictures(choice.page)) as process:
        answers = process.answers(cancelled)
        book = PdfBook(path, _sizes(next(answers), path))
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
    dpi = min(wanted, _most_dpi(book, choice))
    if dpi < _COARSEST_DPI:
        raise refusal(book.path, wm.Failed("vast", part_in_cm(book, choice)), choice.page)
    while True:
        drawn = _drawn(book, choice, wm.DrawPage(choice.page, dpi, crop=choice.crop), cancelled)
        progress(0.6, _("Packing the picture"))
        data = png_of(drawn.rgb, drawn.width, drawn.height, MOST_PICTURE_BYTES, cancelled)
        if data is not None:
            break
        dpi *= sqrt(_ROOM / 2)
    lines = [ReportLine("pdf_density", _("Drawn at"), _("{n} dots an inch").format(n=f"{dpi:.0f}"))]
    if not choice.crop.is_whole:
        lines.insert(0, ReportLine("pdf_part", _("Part of it"), part_in_cm(book, choice)))
    if dpi < wanted:
        text = _("At {n} dots an inch it would be larger than a picture may be")
        lines.append(ReportLine("pdf_coarser", text.format(n=f"{wanted:.0f}")))
    return data, tuple(lines)


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
                    return _read(process.folder / name, book.path), (line,)
                case wm.Drawn():
                    drawn = _pixels(process.folder, answer, book.path)
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


def _drawn(book: PdfBook, choice: PageChoice, job: wm.DrawPage, cancelled: Cancel) -> Pixels:
    with asked(book.path, job) as process:
        for answer in process.answers(cancelled):
            if isinstance(answer, wm.Drawn):
                return _pixels(process.folder, answer, book.path)
            if isinstance(answer, wm.Failed):
                raise refusal(book.path, answer, choice.page)
    raise refusal(book.path, wm.Failed("damaged"), choice.page)


def _pixels(folder: Path, drawn: wm.Drawn, path: Path) -> Pixels:
    rgb = _read(folder / Path(drawn.file).name, path)
    if len(rgb) != drawn.width_px * drawn.height_px * CHANNELS:
        raise refusal(path, wm.Failed("damaged"))
    return Pixels(drawn.width_px, drawn.height_px, rgb, drawn.dpi)


def _read(file: Path, path: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise refusal(path, wm.Failed("disk", error.strerror or str(error))) from error


def part_in_cm(book: PdfBook, choice: PageChoice) -> str:
    """Return how large the part that is taken is on paper."""
    wide, high = book.sizes[choice.page]
    across, down = wide * choice.crop.width, high * choice.crop.height
    return _("{wide} \u00d7 {high} cm").format(
        wide=f"{across * _CM_A_POINT:.1f}", high=f"{down * _CM_A_POINT:.1f}"
    )
