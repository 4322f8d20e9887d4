"""Reading what the map workshop reads, for the fuzz: pages of PDFs, and maps on the shelf."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control.library.maps_of_fights import read_map_of
from gridwar.control.presenters.map_shelf import is_found, row_of
from gridwar.control.records.start_records import FightRow
from gridwar.errors import FileError, GridwarError
from gridwar.formats.pdf import worker_messages as wm
from gridwar.formats.pdf.page_images import PageChoice
from gridwar.formats.pdf.pdf_book import look_at_pages, open_pdf
from gridwar.formats.reading_any_map import read_pdf_page
from gridwar.storage.fight_summary import read_summary
from gridwar.storage.map_shelf import MapShelf
from gridwar.systems import find_system
from tests.slow.campaign import Wrong, plain

if TYPE_CHECKING:
    from pathlib import Path
    from random import Random

_LOOK_PX = 120
_MOST_PAGES = 3


def named_or_raise(error: GridwarError, path: Path) -> None:
    """Refuse a message that does not say which file is meant."""
    if path.name not in str(error):
        raise Wrong(f"the message names no file: {plain(str(error))}") from error


def read_pdf(path: Path, chance: Random) -> None:
    """Look at the pages of a PDF, then take one, or a picture in it, or a part of it."""
    try:
        book = open_pdf(path)
        pictures: tuple[wm.PagePicture, ...] = ()
        if chance.random() < 0.5:
            pages = tuple(range(min(_MOST_PAGES, len(book.sizes))))
            for look in look_at_pages(book, pages, _LOOK_PX, with_pictures=True):
                if look.problem and path.name not in look.problem:
                    raise Wrong(f"the message names no file: {plain(look.problem)}")
                pictures = pictures or (look.pictures if look.page == 0 else ())
        crop = wm.WHOLE if chance.random() < 0.7 else wm.Crop(0.1, 0.2, 0.7, 0.8)
        taken = pictures[0].id if pictures and chance.random() < 0.5 else None
        found = read_pdf_page(path, PageChoice(0, crop, taken))
    except GridwarError as error:
        named_or_raise(error, path)
        return
    found.report.text()
    if found.picture is None:
        raise Wrong("a page without a picture")


def read_kept_map(path: Path, chance: Random) -> None:
    """Look at a map as the shelf does, take it, and give it another name and other tags."""
    seen = read_summary(path)
    row = row_of(FightRow(str(path), path.stem), seen)
    is_found("inn", row)
    if seen.why_not and not row.is_missing:
        raise Wrong("a map that cannot be read looks as if it could")
    try:
        taken = read_map_of(path)
    except FileError as error:
        named_or_raise(error, path)
        return
    if chance.random() < 0.2:
        shelf = MapShelf(find_system, path.parent)
        try:
            shelf.rename(path, "Other", ("fen",))
        except GridwarError as error:
            named_or_raise(error, path)
            return
        again = read_map_of(path)
        if (again.page.name, again.page.tags) != ("Other", ("fen",)) and not taken.drawn:
            raise Wrong("renamed, it has another name")
