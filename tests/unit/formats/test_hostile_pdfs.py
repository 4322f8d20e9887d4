"""PDFs made to hurt: refused, or ended within their bounds, with file, page and what to do."""

from __future__ import annotations

import contextlib
import re
from typing import TYPE_CHECKING

import pytest

from gridwar.errors import MapError
from gridwar.formats.pdf.page_images import PageChoice, image_of_page
from gridwar.formats.pdf.worker_messages import Crop
from tests.support import hostile_pdfs
from tests.support.pdf_files import Page, pdf, printed_grid

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

_DAMAGED = "is damaged, or no PDF. Copy or download it again"
_BROKE_OFF = "the drawing of it broke off. The file is damaged, or needs more than 1024 MB"


def _draw(folder: Path, data: bytes, choice: PageChoice) -> None:
    path = folder / "bad.pdf"
    path.write_bytes(data)
    image_of_page(path, choice)


def _refuses(folder: Path, data: bytes, words: str, choice: PageChoice | None = None) -> None:
    with pytest.raises(MapError, match=re.escape(words)) as raised:
        _draw(folder, data, choice or PageChoice())
    assert "bad.pdf" in str(raised.value)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (hostile_pdfs.locked(), "is locked with a password. Save it without one"),
        (hostile_pdfs.cut(), _DAMAGED),
        (hostile_pdfs.noise(), _DAMAGED),
        (b"", _DAMAGED),
        (hostile_pdfs.pages_that_hold_themselves(), _DAMAGED),
        (hostile_pdfs.huge_page(), "too large to be drawn. Choose a part of it"),
    ],
)
def test_what_is_no_page_is_refused(tmp_path: Path, data: bytes, words: str) -> None:
    """Each says what is wrong with it and what helps."""
    _refuses(tmp_path, data, words)


def test_a_part_of_no_size_is_refused(tmp_path: Path) -> None:
    """What ends before it begins is nothing to draw, nor is a part outside the page."""
    data = pdf([Page(printed_grid())])
    for crop in (Crop(0.5, 0.5, 0.4, 0.6), Crop(2.0, 0.0, 3.0, 1.0)):
        _refuses(tmp_path, data, "less than a pixel would be drawn", PageChoice(crop=crop))


@pytest.mark.long
@pytest.mark.parametrize(
    "make",
    [
        hostile_pdfs.form_that_calls_itself,
        hostile_pdfs.doubling_forms,
        hostile_pdfs.bomb_of_blanks,
        hostile_pdfs.millions_of_paths,
    ],
)
def test_what_takes_all_memory_is_ended(tmp_path: Path, make: Callable[[], bytes]) -> None:
    """The process dies of its own bounds, and the program says so."""
    _refuses(tmp_path, make(), _BROKE_OFF)


@pytest.mark.long
def test_a_picture_of_gigapixels_is_not_taken_out(tmp_path: Path) -> None:
    """Its size is known before it is drawn."""
    data = hostile_pdfs.picture_of_gigapixels()
    _refuses(tmp_path, data, "60000 x 60000 pixels; at most 20000", PageChoice(picture=0))


@pytest.mark.long
def test_damaged_files_are_drawn_or_refused(tmp_path: Path) -> None:
    """Nothing else comes of some bytes that are others."""
    for data in hostile_pdfs.damaged(range(40)):
        with contextlib.suppress(MapError):
            _draw(tmp_path, data, PageChoice())
