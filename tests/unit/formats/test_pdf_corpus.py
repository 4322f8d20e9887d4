"""Some hundred PDFs built wrong: each ends in a picture or in words, and leaves nothing behind."""

from __future__ import annotations

import os
import resource
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from gridwar.errors import MapError
from gridwar.formats.pdf.page_images import PageChoice, image_of_page
from gridwar.formats.pdf.pdf_book import look_at_pages, open_pdf
from tests.support.pdf_corpus import FAMILIES, built_wrong

if TYPE_CHECKING:
    from collections.abc import Iterator

MANY = 28
"""Files of a family among the slow tests."""
_MOST_MB = 1200
"""What a child may have taken: its bound, and the little that it had before."""


@pytest.fixture(autouse=True)
def _nothing_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No child lives on, no folder of drawings is left, none took more memory than it may."""
    place = tmp_path / "tmp"
    place.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(place))
    before = children()
    yield
    assert children() <= before
    assert list(place.iterdir()) == []
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss < _MOST_MB * 1024


def children() -> set[str]:
    """Return the processes that this one has begun and that are there still."""
    tasks = Path(f"/proc/{os.getpid()}/task").glob("*/children")
    return {one for task in tasks for one in task.read_text(encoding="ascii").split()}


def drawn(path: Path, *, looks: bool) -> None:
    """Draw the first page of a file; first look at it, and at the pictures on it."""
    if looks:
        book = open_pdf(path)
        for look in look_at_pages(book, (0,), 100, with_pictures=True):
            assert look.pixels is not None or path.name in look.problem
    assert image_of_page(path, PageChoice()).data


def refusal(folder: Path, data: bytes, *, looks: bool) -> str:
    """Return what was said of a file; empty where a picture came of it."""
    path, said = folder / "bad.pdf", ""
    path.write_bytes(data)
    try:
        drawn(path, looks=looks)
    except MapError as error:
        said = str(error)
    assert not said or (path.name in said and said.endswith(".")), said
    return said


@pytest.mark.parametrize("family", FAMILIES)
def test_one_of_each_family_is_drawn_or_refused(tmp_path: Path, family: str) -> None:
    """With the name of the file, and what to do."""
    refusal(tmp_path, built_wrong(family, 1), looks=False)


@pytest.mark.slow
@pytest.mark.parametrize("family", FAMILIES)
def test_many_of_each_family_are_drawn_or_refused(tmp_path: Path, family: str) -> None:
    """None is hung, and none is dead without a word."""
    for number in range(2, MANY):
        refusal(tmp_path, built_wrong(family, number), looks=number % 3 == 0)


def test_the_same_number_is_the_same_file() -> None:
    """So a file that failed is found again; and families differ."""
    files = {family: built_wrong(family, 3) for family in FAMILIES}
    assert files == {family: built_wrong(family, 3) for family in FAMILIES}
    assert len(set(files.values())) == len(FAMILIES)
