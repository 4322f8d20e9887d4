"""What is asked of the process that draws pages, and what it answers: one line of JSON a job.

Owns the bounds, too, since both sides hold to them. Knows neither PDFium nor processes. Written
with what Python itself has: to load msgspec takes a third of what a small page does.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

MOST_FILE_BYTES = 1 << 30
MOST_MEMORY_BYTES = 1 << 30
MOST_SECONDS = 20
"""Of work for one request; the whole of it may take a little longer beside other programs."""
MOST_PAGES = 5_000
MOST_PIXELS = 100_000_000
"""As many as a picture of a map may have."""
MOST_SIDE_PX = 20_000
MOST_PICTURES = 40
"""So many pictures of a page are listed, the largest first."""
LEAST_PICTURE_PX = 64
"""Smaller ones are ornaments."""
POINTS_AN_INCH = 72
A_HAIR_PX = 0.05
"""Less than that is no pixel more."""

FailureCode = Literal[
    "damaged",
    "disk",
    "gone",
    "lacking",
    "locked",
    "memory",
    "missing",
    "pages",
    "pixels",
    "small",
    "vast",
]


class Crop(NamedTuple):
    """A part of a page as it is seen, turned and cut: each side as a share of it, from above left.

    Attributes:
        left: Where it begins, 0 to 1.
        top: The same, downwards.
        right: Where it ends.
        bottom: The same.
    """

    left: float = 0.0
    top: float = 0.0
    right: float = 1.0
    bottom: float = 1.0

    @property
    def is_whole(self) -> bool:
        """Whether it is all of the page."""
        return self == WHOLE

    @property
    def width(self) -> float:
        """Its width, as a share."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """Its height, as a share."""
        return self.bottom - self.top


WHOLE = Crop()


class ListPages(NamedTuple):
    """Say how many pages there are and how large each is."""


class DrawPage(NamedTuple):
    """Draw a page, or a part of it.

    Attributes:
        page: From 0.
        dpi: Dots an inch.
        longest_px: Instead of them how long its longer side is to be; 0 for no such thing.
        crop: The part.
    """

    page: int
    dpi: float = 0.0
    longest_px: int = 0
    crop: Crop = WHOLE


class ListPictures(NamedTuple):
    """Say which pictures lie on a page."""

    page: int


class TakePicture(NamedTuple):
    """Take a picture out of a page, without whatever is printed over it.

    Attributes:
        page: From 0.
        picture: Its ``id`` as it was listed.
    """

    page: int
    picture: int


Job = ListPages | DrawPage | ListPictures | TakePicture


class Request(NamedTuple):
    """What one process is to do, in this order.

    Attributes:
        path: The PDF.
        folder: Where it puts what it draws; nothing else is written.
        jobs: What to do.
    """

    path: str
    folder: str
    jobs: tuple[Job, ...]


class PageSizes(NamedTuple):
    """Width and height of every page as it is seen, in points."""

    sizes: tuple[tuple[float, float], ...]


class Drawn(NamedTuple):
    """A page was drawn: three bytes a pixel, red, green, blue, row after row in a file.

    Attributes:
        file: Its name in the folder.
        width_px: Pixels across.
        height_px: Pixels down.
        dpi: The dots an inch that were drawn.
    """

    file: str
    width_px: int
    height_px: int
    dpi: float


class PagePicture(NamedTuple):
    """A picture on a page.

    Attributes:
        id: By which it is asked for.
        width_px: Its own pixels across.
        height_px: The same, down.
        dpi: How dense they lie on the page, in pixels an inch.
        place: Where it lies.
    """

    id: int
    width_px: int
    height_px: int
    dpi: float
    place: Crop

    @property
    def drawn_dpi(self) -> float:
        """The dots an inch at which it is drawn pixel by pixel: a hair smaller than it is.

        Where it reached over the edge of a pixel by as little as a number is rounded, PDFium would
        stretch all of it by a pixel.
        """
        return self.dpi * (1 - 2 * A_HAIR_PX / max(self.width_px, self.height_px))


class Pictures(NamedTuple):
    """The pictures of a page, the largest on it first."""

    pictures: tuple[PagePicture, ...]


class Taken(NamedTuple):
    """A picture was taken out as it was put in: the file is a JPEG."""

    file: str


class Failed(NamedTuple):
    """A job came to nothing; ``detail`` goes into the words of its code."""

    code: FailureCode
    detail: str = ""


Answer = PageSizes | Drawn | Pictures | Taken | Failed

_JOBS: Mapping[str, type[Job]] = {
    one.__name__: one for one in (ListPages, DrawPage, ListPictures, TakePicture)
}
ANSWERS: Mapping[str, type[Answer]] = {
    one.__name__: one for one in (PageSizes, Drawn, Pictures, Taken, Failed)
}
"""The kinds of answers by their names, which stand before them in a line."""


def words_of(request: Request) -> str:
    """Return a request as it is handed over."""
    jobs = [[type(job).__name__, *job] for job in request.jobs]
    return json.dumps([request.path, request.folder, jobs])


def request_of(words: str) -> Request:
    """Return the request that was handed over."""
    path, folder, jobs = json.loads(words)
    return Request(path, folder, tuple(_job(name, fields) for name, *fields in jobs))


def _job(name: str, fields: list[object]) -> Job:
    told = [Crop(*one) if isinstance(one, list) else one for one in fields]
    return _JOBS[name]._make(told)


def line_of(answer: Answer) -> bytes:
    """Return an answer as a line."""
    return json.dumps([type(answer).__name__, answer]).encode("ascii") + b"\n"
