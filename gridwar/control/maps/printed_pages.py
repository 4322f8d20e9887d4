"""A map on paper, an inch a square: on how many pages, which part on which, under which names.

Owns sizes in millimetres and the order of the pages; drawing them is the window's matter.
"""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Final

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.control.records.ground_records import Box

INCH_MM: Final = 25.4
MARGIN_MM: Final = 10.0
"""Of each page: printers leave so much white, and names and cut marks stand in it."""
OVERLAP_MM: Final = 5.0
"""What two pages beside each other both show, to be glued on."""
MOST_PAGES: Final = 120


class Paper(Struct, frozen=True):
    """A size of paper, upright."""

    title: str
    width_mm: float
    height_mm: float


PAPERS: Final[Mapping[str, Paper]] = {
    "a4": Paper("A4", 210.0, 297.0),
    "letter": Paper("Letter", 215.9, 279.4),
}


class PrintedPage(Struct, frozen=True):
    """One page: its name, such as ``B2``, and the part of the map on it, in cells."""

    name: str
    box: Box
    has_right: bool
    has_below: bool


class PrintedPages(Struct, frozen=True):
    """All pages of a map.

    Attributes:
        width_mm, height_mm: of each page, as it is turned.
        box: the part of the map that is printed, in cells.
        pages: line by line, from the upper left.
    """

    paper: Paper
    width_mm: float
    height_mm: float
    box: Box
    columns: int
    rows: int
    pages: tuple[PrintedPage, ...]

    @property
    def is_upright(self) -> bool:
        """Whether the pages are higher than wide."""
        return self.height_mm >= self.width_mm

    @property
    def count(self) -> int:
        """How many sheets there are; several come with an overview."""
        return len(self.pages) + (len(self.pages) > 1)


def page_count(box: Box, paper: Paper) -> int:
    """Return how many pages a part of a map takes, without making them; the better way round."""
    return min(_columns(box[2], w) * _columns(box[3], h) for w, h in _ways(paper))


def printed_pages(box: Box, paper: Paper) -> PrintedPages:
    """Return the pages of a part of a map, upright or lying, whichever takes fewer.

    Args:
        box: x, y, width, height in cells.
        paper: What is printed on.
    """
    width, height = min(
        _ways(paper), key=lambda way: _columns(box[2], way[0]) * _columns(box[3], way[1])
    )
    columns, rows = _columns(box[2], width), _columns(box[3], height)
    pages = tuple(
        _page(box, (width, height), (column, row), (columns, rows))
        for row in range(rows)
        for column in range(columns)
    )
    return PrintedPages(paper, width, height, box, columns, rows, pages)


def _ways(paper: Paper) -> tuple[tuple[float, float], tuple[float, float]]:
    return (paper.width_mm, paper.height_mm), (paper.height_mm, paper.width_mm)


def _room(length_mm: float) -> float:
    """Return how many cells have room along an edge of a page."""
    return (length_mm - 2 * MARGIN_MM) / INCH_MM


def _step(length_mm: float) -> float:
    """Return how many cells lie between the beginnings of two pages beside each other."""
    return _room(length_mm) - OVERLAP_MM / INCH_MM


def _columns(cells: float, length_mm: float) -> int:
    return max(1, ceil(round((cells - OVERLAP_MM / INCH_MM) / _step(length_mm), 6)))


def _page(
    box: Box, size_mm: tuple[float, float], place: tuple[int, int], count: tuple[int, int]
) -> PrintedPage:
    column, row = place
    x, y = column * _step(size_mm[0]), row * _step(size_mm[1])
    width = min(_room(size_mm[0]), box[2] - x)
    height = min(_room(size_mm[1]), box[3] - y)
    part = (box[0] + x, box[1] + y, width, height)
    return PrintedPage(
        f"{letters(column)}{row + 1}", part, column + 1 < count[0], row + 1 < count[1]
    )


def letters(number: int) -> str:
    """Return the name of a column: A to Z, then AA."""
    rest, last = divmod(number, 26)
    return (letters(rest - 1) if rest else "") + chr(ord("A") + last)
