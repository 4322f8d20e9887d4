"""A picture that is to be a map: its sizes, and the grid that was found as one of the answers."""

from __future__ import annotations

import pytest

from gridwar.errors import InputError
from gridwar.formats.grid_finding import GridFinding, GridVerdict
from gridwar.formats.picture_draft import CELL_SIZE, FOUND, PictureDraft
from gridwar.formats.picture_headers_and_limits import look_at
from gridwar.formats.picture_placement import PicturePlacement
from tests.support.uvtt import png

SURE = GridFinding(GridVerdict.SURE, 70.4, 70.4, 20.0, 50.0, score=20.0)


def draft(name: str = "cave.png", size: tuple[int, int] = (704, 352)) -> PictureDraft:
    """Return a picture on which nobody has looked for a grid."""
    data = png(*size)
    return PictureDraft(name, data, look_at(data))


def test_a_grid_that_was_found_is_never_laid_by_itself() -> None:
    """The map is laid as it was guessed; the finding is told with it and can be chosen."""
    plain = draft()
    found = plain.with_finding(SURE).at(plain.guess())
    assert found.map == plain.at(plain.guess()).map
    assert found.finding == SURE
    (check,) = found.report.checks
    assert (check.choices[0].id, check.chosen) == (FOUND, f"{plain.guess():g}")
    assert not check.is_answered


def test_the_answer_lays_the_lines_that_were_found_on_the_map() -> None:
    """Cell and offset are taken; the corner of the picture is as near to the map's as can be."""
    found = draft().with_finding(SURE).at(70.0).answered(CELL_SIZE, FOUND)
    picture = found.map.picture
    assert picture is not None
    assert picture.pixels_per_cell == 70.4
    assert picture.offset_x_px == pytest.approx(-20.0)
    assert picture.offset_y_px == pytest.approx(20.4)
    assert (found.map.width, found.map.height) == (10, 6)
    (check,) = found.report.checks
    assert (check.chosen, check.is_answered) == (FOUND, True)
    assert found.answered(CELL_SIZE, check.choices[1].id).map != found.map


@pytest.mark.parametrize("verdict", [GridVerdict.NONE, GridVerdict.HEX, GridVerdict.STRETCHED])
def test_what_is_no_square_grid_is_no_answer(verdict: GridVerdict) -> None:
    """It cannot be chosen, and who asks for it is told to say the size."""
    found = draft().with_finding(GridFinding(verdict, 60, 62)).at(70.0)
    assert FOUND not in [one.id for one in found.report.checks[0].choices]
    asked = draft().with_finding(GridFinding(verdict, 60, 62))
    with pytest.raises(InputError, match="no square grid was found"):
        asked.on_found()


def test_the_name_of_the_file_gives_lengths() -> None:
    """Columns and rows in it count where the picture has their shape."""
    assert draft("cave 20x10.png").named_px() == (35.2,)
    assert draft("cave 20x11.png").named_px() == ()
    assert draft("cave.png").named_px() == ()


def test_a_placement_on_a_finding_has_a_line_on_the_edge_of_the_map() -> None:
    """The lines found are whole cells from the corner of the map."""
    placement = PicturePlacement.on_found(SURE)
    for offset, at in ((20.0, placement.x_px), (50.0, placement.y_px)):
        assert (offset + at) / 70.4 == pytest.approx(round((offset + at) / 70.4))
