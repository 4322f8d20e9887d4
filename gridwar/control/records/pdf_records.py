"""What the page shows on which one chooses among the pages of a PDF."""

from __future__ import annotations

from msgspec import Struct


class PageWay(Struct, frozen=True):
    """What can be taken of a page: the page itself (``picture`` None) or a picture in it."""

    picture: int | None
    title: str
    is_chosen: bool


class PdfPagesView(Struct, frozen=True):
    """The page as it is now.

    Attributes:
        title: The name of the file.
        note: How many pages it has.
        page: Which is chosen, from 0.
        pages: How many there are.
        ways: What can be taken of it, the likeliest first.
        size: How large what is taken is on paper, or in its own pixels.
        problem: Why the page cannot be drawn.
        frame: What is framed on the page: left, top, right, bottom as shares; None for nothing.
        is_picture: Whether the frame is that of a picture, which is not dragged.
        can_import: Whether it can be taken.
        is_floor: Whether it is marked to be a floor.
        import_words: What taking it is called: it alone, or all that is marked.
    """

    title: str
    note: str
    page: int
    pages: int
    ways: tuple[PageWay, ...]
    size: str
    problem: str
    frame: tuple[float, float, float, float] | None
    is_picture: bool
    can_import: bool
    is_floor: bool = False
    import_words: str = ""
