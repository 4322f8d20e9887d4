"""What of a PDF is chosen: a page, a part of it, a picture in it; and how it is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from gridwar.control.maps.pdf_page_choice import PdfPageChoice
from gridwar.control.presenters.pdf_pages import present_pages
from gridwar.formats.pdf.page_images import PageChoice, PageLook, PdfBook
from gridwar.formats.pdf.worker_messages import WHOLE, Crop, PagePicture

_PICTURE = PagePicture(5, 2800, 2200, 373.3, Crop(0.1, 0.1, 0.9, 0.6))


@pytest.fixture
def choice() -> PdfPageChoice:
    """Return the choice among three letter pages; the second has a picture."""
    book = PdfBook(Path("inns/heron.pdf"), ((612, 792),) * 3)
    made = PdfPageChoice(book, lambda: None)
    made.look(PageLook(1, None, (_PICTURE,)), is_close=True)
    return made


def test_it_begins_with_all_of_the_first_page(choice: PdfPageChoice) -> None:
    """Enter alone imports that."""
    view = present_pages(choice)
    assert choice.now == PageChoice(0)
    assert (view.title, view.note, view.page) == ("heron.pdf", "3 pages", 0)
    assert [(way.title, way.is_chosen) for way in view.ways] == [("The page", True)]
    assert (view.frame, view.can_import) == (None, True)


def test_another_page_is_taken_whole(choice: PdfPageChoice) -> None:
    """A part is one of its page; beyond the last there is none."""
    choice.take_part(Crop(0.2, 0.2, 0.5, 0.5))
    choice.choose(7)
    assert choice.now == PageChoice(2, WHOLE)
    choice.choose(-3)
    assert choice.now.page == 0


def test_a_part_is_told_in_centimetres(choice: PdfPageChoice) -> None:
    """Its frame and how large it is on paper are shown, and that a part is taken."""
    choice.take_part(Crop(0.75, 0.5, 0.25, 0.25))
    view = present_pages(choice)
    assert view.frame == (0.25, 0.25, 0.75, 0.5)
    assert view.size == "10.8 × 7.0 cm"
    assert view.ways[0].title == "The part drawn"


def test_a_slip_of_the_hand_is_no_part(choice: PdfPageChoice) -> None:
    """What is narrower than a fiftieth of the page is all of it."""
    choice.take_part(Crop(0.5, 0.1, 0.51, 0.9))
    assert choice.now.crop.is_whole


def test_a_part_is_moved_as_far_as_the_page_goes(choice: PdfPageChoice) -> None:
    """It keeps its size at the edge."""
    choice.take_part(Crop(0.25, 0.25, 0.75, 0.5))
    choice.move_part(0.5, -0.125)
    assert choice.now.crop == Crop(0.5, 0.125, 1.0, 0.375)


def test_a_part_is_sized_from_its_lower_right(choice: PdfPageChoice) -> None:
    """By key, too, a part can be made of the whole page; it never becomes nothing."""
    choice.size_part(-0.25, -0.5)
    assert choice.now.crop == Crop(0, 0, 0.75, 0.5)
    choice.size_part(-5, 0)
    assert choice.now.crop.width == pytest.approx(0.04)


def test_a_picture_in_the_page_is_framed_and_told_in_its_own_pixels(choice: PdfPageChoice) -> None:
    """It stands beside the page among what can be taken."""
    choice.choose(1)
    choice.take_picture(5)
    view = present_pages(choice)
    assert [way.is_chosen for way in view.ways] == [False, True]
    assert view.ways[1].title == "Picture in it, 2800 × 2200"
    assert view.size == "2800 × 2200 px, 373 dots an inch"
    assert (view.frame, view.is_picture) == ((0.1, 0.1, 0.9, 0.6), True)


def test_a_part_drawn_takes_the_page_again(choice: PdfPageChoice) -> None:
    """Whoever drags over the page does not mean the picture."""
    choice.choose(1)
    choice.take_picture(5)
    choice.take_part(Crop(0, 0, 0.5, 0.5))
    assert choice.now == PageChoice(1, Crop(0, 0, 0.5, 0.5))


def test_back_takes_the_whole_page_first(choice: PdfPageChoice) -> None:
    """Then there is nothing to step back from."""
    choice.take_part(Crop(0, 0, 0.5, 0.5))
    assert choice.step_back()
    assert choice.now == PageChoice(0)
    assert not choice.step_back()


def test_a_page_that_cannot_be_drawn_cannot_be_imported(choice: PdfPageChoice) -> None:
    """Why is shown in its place."""
    choice.look(PageLook(0, None, problem="page 1 is broken"), is_close=False)
    view = present_pages(choice)
    assert (view.problem, view.can_import) == ("page 1 is broken", False)
