"""A PDF that was opened: its pages, how large they are, and how they look.

For whoever chooses among them. How a page is drawn is ``drawing_process``'s business.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.bounded_read import read_head
from gridwar.errors import MapError
from gridwar.formats.import_report import never
from gridwar.formats.pdf import worker_messages as wm
from gridwar.formats.pdf.drawing_process import asked
from gridwar.formats.pdf.failure_words import refusal
from gridwar.formats.pdf.png_writing import CHANNELS
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.formats.import_report import Cancel

_START_BYTES = 1024
"""PDFium looks so far for the mark."""
_MARK = b"%PDF-"


class PdfBook(Struct, frozen=True):
    """A PDF that was opened once: where it is, and the size of each page in points, as seen."""

    path: Path
    sizes: tuple[tuple[float, float], ...]


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
    require_readable(path)
    with asked(path, wm.ListPages()) as process:
        return PdfBook(path, sizes_told(next(process.answers(cancelled)), path))


def require_readable(path: Path) -> None:
    """Refuse a file that is not there or too large.

    Raises:
        MapError: It is one of them.
    """
    try:
        size = path.stat().st_size
    except OSError as error:
        why = error.strerror or error
        raise MapError(_("{path} cannot be read: {why}.").format(path=path, why=why)) from error
    if size > wm.MOST_FILE_BYTES:
        text = _("{path} is larger than {most} MB. Save the page you want as a PDF of its own.")
        raise MapError(text.format(path=path, most=wm.MOST_FILE_BYTES >> 20))


def sizes_told(answer: wm.Answer, path: Path) -> tuple[tuple[float, float], ...]:
    """Return the sizes of the pages that were answered.

    Raises:
        MapError: There are none; the message says why.
    """
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
                    look = PageLook(page, pixels_of(process.folder, drawn, book.path))
                case wm.Failed():
                    look = PageLook(page, None, problem=str(refusal(book.path, drawn, page)))
            listed = next(answers) if with_pictures else None
            if isinstance(listed, wm.Pictures):
                look = PageLook(page, look.pixels, listed.pictures, look.problem)
            waiting.pop(0)
            yield look


def pixels_of(folder: Path, drawn: wm.Drawn, path: Path) -> Pixels:
    """Read what was drawn of a PDF into a folder.

    Raises:
        MapError: It is not there, or not whole.
    """
    rgb = read_drawing(folder / Path(drawn.file).name, path)
    if len(rgb) != drawn.width_px * drawn.height_px * CHANNELS:
        raise refusal(path, wm.Failed("damaged"))
    return Pixels(drawn.width_px, drawn.height_px, rgb, drawn.dpi)


def read_drawing(file: Path, path: Path) -> bytes:
    """Read a file that was written for a PDF.

    Raises:
        MapError: It cannot be read.
    """
    try:
        return file.read_bytes()
    except OSError as error:
        raise refusal(path, wm.Failed("disk", error.strerror or str(error))) from error
