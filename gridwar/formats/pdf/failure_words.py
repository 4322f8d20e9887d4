"""Why a page came to nothing, in words: file, page, and what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.errors import MapError
from gridwar.formats.pdf import worker_messages as wm
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

_WORDS: Final[Mapping[wm.FailureCode, str]] = {
    "damaged": _("{where} is damaged, or no PDF. Copy or download it again."),
    "disk": _("{where}: what is drawn cannot be kept: {why}. Free some room on the disk."),
    "gone": _("{where} cannot be read: {why}."),
    "lacking": _(
        "{where}: the library that draws PDFs does not load: {why}. Install Gridwar anew."
    ),
    "locked": _(
        "{where} is locked with a password. Save it without one, or the page as a picture, and "
        "import that."
    ),
    "memory": _(
        "{where} needs more than {memory} MB to draw. Choose a part of it, or save it as a "
        "picture elsewhere."
    ),
    "missing": _("{where}: there is no such page or picture. Choose another."),
    "pages": _("{where} has {why} pages; at most {pages} are read. Split it."),
    "pixels": _(
        "{where} would be {why} pixels; at most {side} a side and {most} million in all. Choose "
        "a part of it."
    ),
    "small": _("{where}: less than a pixel would be drawn. Choose a larger part."),
    "vast": _("{where} is {why}: too large to be drawn. Choose a part of it."),
}


def place_words(path: Path, page: int | None) -> str:
    """Name a file, and the page of it.

    Args:
        path: The PDF.
        page: From 0; None for all of it.
    """
    if page is None:
        return str(path)
    return _("{path}, page {page}").format(path=path, page=page + 1)


def refusal(path: Path, failed: wm.Failed, page: int | None = None) -> MapError:
    """Return the error for a job that came to nothing.

    Args:
        path: The PDF.
        failed: What was answered.
        page: Which page it was about, from 0; None for all of it.
    """
    return MapError(
        _WORDS[failed.code].format(
            where=place_words(path, page),
            why=failed.detail,
            side=wm.MOST_SIDE_PX,
            most=wm.MOST_PIXELS // 1_000_000,
            pages=wm.MOST_PAGES,
            memory=wm.MOST_MEMORY_BYTES >> 20,
        )
    )


def too_slow(path: Path, page: int | None) -> str:
    """Say that drawing was ended because it took too long."""
    text = _(
        "{where}: it takes more than {most} seconds. Choose another page, or save this one as a "
        "picture elsewhere."
    )
    return text.format(where=place_words(path, page), most=wm.MOST_SECONDS)


def broken_off(path: Path, page: int | None) -> str:
    """Say that what draws died of it."""
    text = _(
        "{where}: the drawing of it broke off. The file is damaged, or needs more than {most} MB. "
        "Save the page as a picture elsewhere, and import that."
    )
    return text.format(where=place_words(path, page), most=wm.MOST_MEMORY_BYTES >> 20)
