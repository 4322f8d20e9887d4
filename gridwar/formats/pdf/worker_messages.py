"""What is asked of the process that draws pages, and what it answers: one line of JSON a job.

Owns the bounds, too, since both sides hold to them. Knows neither PDFium nor processes.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

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


class Crop(Struct, frozen=True):
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


class ListPages(Struct, frozen=True, tag=True):
    """Say how many pages there are and how large each is."""


class DrawPage(Struct, frozen=True, tag=True):
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


class ListPictures(Struct, frozen=True, tag=True):
    """Say which pictures lie on a page."""

    page: int


class TakePicture(Struct, frozen=True, tag=True):
    """Take a picture out of a page, without whatever is printed over it.

    Attributes:
        page: From 0.
        picture: Its ``id`` as it was listed.
    """

    page: int
    picture: int


Job = ListPages | DrawPage | ListPictures | TakePicture


class Request(Struct, frozen=True):
    """What one process is to do, in this order.

    Attributes:
        path: The PDF.
        folder: Where it puts what it draws; nothing else is written.
        jobs: What to do.
    """

    path: str
    folder: str
    jobs: tuple[Job, ...]


class PageSizes(Struct, frozen=True, tag=True):
    """Width and height of every page as it is seen, in points."""

    sizes: tuple[tuple[float, float], ...]


class Drawn(Struct, frozen=True, tag=True):
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


class PagePicture(Struct, frozen=True):
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


class Pictures(Struct, frozen=True, tag=True):
    """The pictures of a page, the largest on it first."""

    pictures: tuple[PagePicture, ...]


class Taken(Struct, frozen=True, tag=True):
    """A picture was taken out as it was put in: the file is a JPEG."""

    file: str


class Failed(Struct, frozen=True, tag=True):
    """A job came to nothing; ``detail`` goes into the words of its code."""

    code: FailureCode
    detail: str = ""


Answer = PageSizes | Drawn | Pictures | Taken | Failed
