"""What is chosen of a PDF before any of it is a map: a page, a part of it, a picture in it.

Owns the choice and how it is changed; drawing pages and reading what was chosen is the window's.
Nothing of it is part of a fight.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridwar.formats.pdf.page_images import PageChoice
from gridwar.formats.pdf.worker_messages import WHOLE, Crop
from gridwar.model.floors import MOST_FLOORS

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.formats.pdf.pdf_book import PageLook, PdfBook
    from gridwar.formats.pdf.worker_messages import PagePicture

LEAST_SHARE = 0.02
"""A part is at least so wide and high, as a share of the page: less is a slip of the hand."""


class PdfPageChoice:
    """The choice among the pages of one PDF."""

    def __init__(self, book: PdfBook, changed: Callable[[], None]) -> None:
        """Begin with the first page.

        Args:
            book: The PDF.
            changed: Told of each change.
        """
        self.book = book
        self.now = PageChoice()
        self.floors: tuple[PageChoice, ...] = ()
        """What was marked: each is to be a floor of one building."""
        self._changed = changed
        self._pictures: dict[int, tuple[PagePicture, ...]] = {}
        self._problems: dict[int, str] = {}

    @property
    def pictures(self) -> tuple[PagePicture, ...]:
        """The pictures of the page, as far as it was looked at."""
        return self._pictures.get(self.now.page, ())

    @property
    def picture(self) -> PagePicture | None:
        """The picture that is to be taken; None for the page."""
        return next((one for one in self.pictures if one.id == self.now.picture), None)

    @property
    def problem(self) -> str:
        """Why the page cannot be drawn; empty where nothing is wrong."""
        return self._problems.get(self.now.page, "")

    @property
    def is_seen(self) -> bool:
        """Whether the page was looked at: what is in it is known."""
        return self.now.page in self._pictures or bool(self.problem)

    def look(self, look: PageLook, *, is_close: bool) -> None:
        """Take in how a page looks.

        Args:
            look: The look.
            is_close: Whether its pictures were asked for.
        """
        if look.problem:
            self._problems[look.page] = look.problem
        if is_close:
            self._pictures[look.page] = look.pictures
        self._changed()

    def choose(self, page: int) -> None:
        """Choose a page, all of it; one beyond the ends is the last there is."""
        page = max(0, min(page, len(self.book.sizes) - 1))
        if page != self.now.page:
            self._put(PageChoice(page))

    def take_part(self, crop: Crop) -> None:
        """Take a part of the page; what is next to nothing is all of it."""
        left, right = sorted((_within(crop.left), _within(crop.right)))
        top, bottom = sorted((_within(crop.top), _within(crop.bottom)))
        is_slip = min(right - left, bottom - top) < LEAST_SHARE
        part = WHOLE if is_slip else Crop(left, top, right, bottom)
        self._put(replace(self.now, crop=part, picture=None))

    def move_part(self, across: float, down: float) -> None:
        """Move the part, as far as the page goes."""
        crop = self.now.crop
        across = max(-crop.left, min(across, 1 - crop.right))
        down = max(-crop.top, min(down, 1 - crop.bottom))
        self.take_part(
            Crop(crop.left + across, crop.top + down, crop.right + across, crop.bottom + down)
        )

    def size_part(self, across: float, down: float) -> None:
        """Move the right and the lower edge of the part; it keeps its least size."""
        crop = self.now.crop
        right = max(crop.left + 2 * LEAST_SHARE, crop.right + across)
        bottom = max(crop.top + 2 * LEAST_SHARE, crop.bottom + down)
        self.take_part(crop._replace(right=min(1.0, right), bottom=min(1.0, bottom)))

    def take_picture(self, picture: int | None) -> None:
        """Take a picture in the page instead of the page, or the page again."""
        self._put(replace(self.now, picture=picture))

    @property
    def is_floor(self) -> bool:
        """Whether what is chosen now is marked to be a floor."""
        return self.now in self.floors

    def mark_floor(self) -> None:
        """Mark what is chosen now to be a floor, in the order of the pages, or no longer."""
        if self.is_floor:
            self.floors = tuple(one for one in self.floors if one != self.now)
        elif not self.problem and len(self.floors) < MOST_FLOORS:
            self.floors = tuple(sorted((*self.floors, self.now), key=lambda one: one.page))
        self._changed()

    def step_back(self) -> bool:
        """Leave what was chosen last of the page; return whether there was something."""
        has = self.now.picture is not None or not self.now.crop.is_whole
        if has:
            self._put(PageChoice(self.now.page))
        return has

    def _put(self, choice: PageChoice) -> None:
        if choice != self.now:
            self.now = choice
            self._changed()


def _within(share: float) -> float:
    return max(0.0, min(1.0, share))
