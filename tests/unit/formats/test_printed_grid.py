"""The grid that is printed on a picture: found where it is, told from what only looks like one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtGui import QImage

from gridwar.errors import Cancelled
from gridwar.formats.grid_finding import GridFinding, GridVerdict, HexWay, finding_words
from gridwar.formats.printed_grid.finding_the_grid import find_grid
from gridwar.formats.printed_grid.folding_by_lengths import sharpened
from gridwar.ui.map.ground.printed_grid_search import grey_of
from tests.support.grid_pictures import (
    SIZE,
    Squares,
    boards,
    bricks,
    clouds,
    file_of,
    hexagons,
    noisy,
    printed,
)

if TYPE_CHECKING:
    from tests.support.grid_pictures import Grey

USUAL = Squares()
SMALL = (900, 700)


def square(grid: Squares, size: tuple[int, int] = SIZE, noise: float = 4.0) -> Grey:
    """Return clouds with a grid on them."""
    return noisy(printed(clouds(*size), grid), noise)


def off_line(found: float, printed_at: float, cell: float) -> float:
    """Return how far a line that was found is from the nearest that was printed."""
    return abs((found - printed_at + cell / 2) % cell - cell / 2)


def is_right(finding: GridFinding, grid: Squares, verdict: GridVerdict = GridVerdict.SURE) -> None:
    """Look whether a grid was found as it was printed: cells to 0.05, lines to 1.1 pixels."""
    assert finding.verdict is verdict, finding
    assert finding.cell_x_px == pytest.approx(grid.cell_x, abs=0.05)
    assert finding.cell_y_px == pytest.approx(grid.cell_y, abs=0.05)
    assert off_line(finding.offset_x_px, grid.x, grid.cell_x) < 1.1
    assert off_line(finding.offset_y_px, grid.y, grid.cell_y) < 1.1
    assert finding.tilt_deg == pytest.approx(grid.turn_deg, abs=0.04)


GRIDS = {
    "35 px": Squares(35, 35),
    "50 px": Squares(50, 50),
    "70.37 px": Squares(70.37, 70.37),
    "100 px": Squares(100, 100),
    "140 px": Squares(140, 140),
    "200 px": Squares(200, 200),
    "faint": Squares(alpha=0.08),
    "white": Squares(ink=255),
    "lines of 4 px": Squares(100, 100, 15, 31, width=4, alpha=0.3),
    "a third of it": Squares(part=0.34),
    "turned by 0.3": Squares(turn_deg=0.3),
    "turned by 1 the other way": Squares(turn_deg=-1.0),
}


LONG = pytest.mark.long
SHORT = {"70.37 px", "faint", "white", "lines of 4 px", "turned by 0.3"}


@pytest.mark.parametrize(
    "name", [pytest.param(one, marks=() if one in SHORT else LONG) for one in GRIDS]
)
def test_a_printed_grid_is_found(name: str) -> None:
    """Cell, offset and tilt come out as they were printed, and it is sure."""
    grid = GRIDS[name]
    is_right(find_grid(square(grid, noise=3.0 if grid.alpha < 0.1 else 4.0)), grid)


@pytest.mark.parametrize("quality", [pytest.param(60, marks=LONG), 25])
def test_a_jpeg_keeps_its_grid(quality: int) -> None:
    """The blocks of the codec are not taken for it."""
    data = file_of(square(USUAL), "JPEG", quality)
    is_right(find_grid(grey_of(QImage.fromData(data))), USUAL)


@pytest.mark.parametrize("noise", [pytest.param(8.0, marks=LONG), 20.0])
def test_noise_does_not_hide_a_grid(noise: float) -> None:
    """What is noise in one row is gone over many."""
    is_right(find_grid(square(USUAL, noise=noise)), USUAL)


def test_boards_under_a_grid_are_not_taken_for_it() -> None:
    """Lines one way only are boards."""
    grid = Squares(128, 128, 5.5, 9.5)
    is_right(find_grid(noisy(printed(boards(*SIZE), grid))), grid)


@pytest.mark.parametrize("ground", [clouds, boards], ids=["clouds", "boards"])
def test_a_picture_without_a_grid_has_none(ground: object) -> None:
    """Nothing is proposed on ground alone."""
    assert callable(ground)
    assert find_grid(noisy(ground(*SIZE))).verdict is GridVerdict.NONE


def test_blocks_of_a_codec_are_no_grid() -> None:
    """A picture saved at its worst has edges every 8 and 16 pixels; they are not proposed."""
    for kind in ("JPEG", "WEBP"):
        data = file_of(noisy(clouds(*SIZE)), kind, 10)
        assert find_grid(grey_of(QImage.fromData(data))).verdict is GridVerdict.NONE


def test_a_floor_of_bricks_is_never_sure() -> None:
    """Every second row is shifted: two rows of bricks may be a grid, but are not said to be one."""
    found = find_grid(noisy(bricks(*SIZE)))
    assert found.verdict is GridVerdict.PROPOSED
    assert found.cell_x_px == pytest.approx(64, abs=0.05)


def test_a_grid_over_bricks_is_no_more_than_proposed() -> None:
    """Lines alone do not tell which of both is the cell: half and double are a key each."""
    grid = Squares(128, 128, 0.5, 0.5)
    found = find_grid(noisy(printed(bricks(*SIZE), grid)))
    assert found.verdict is GridVerdict.PROPOSED
    assert 128 / found.cell_x_px == pytest.approx(round(128 / found.cell_x_px), abs=0.01)


@pytest.mark.parametrize("flat", [True, False], ids=["flat", "pointed"])
@pytest.mark.parametrize("across", [pytest.param(60.0, marks=LONG), 84.0])
def test_hexagons_are_told_from_squares(across: float, *, flat: bool) -> None:
    """They are told with the way they stand and their size, and no square grid is."""
    finding = find_grid(noisy(hexagons(clouds(*SIZE), across, flat=flat), 3.0))
    assert finding.verdict is GridVerdict.HEX
    assert finding.way is (HexWay.FLAT if flat else HexWay.POINTED)
    assert finding.cell_x_px == pytest.approx(across, rel=0.01)


def test_a_stretched_scan_is_told() -> None:
    """Both lengths are told, and it is not forced into squares."""
    grid = Squares(70, 72)
    is_right(find_grid(square(grid)), grid, GridVerdict.STRETCHED)


@LONG
def test_a_scan_stretched_by_little_is_told_too() -> None:
    """Over many cells half a per cent is a third of a cell."""
    grid = Squares(40, 40.24)
    found = find_grid(noisy(printed(clouds(2000, 1500), grid)))
    is_right(found, grid, GridVerdict.STRETCHED)


def test_a_picture_that_begins_and_ends_with_a_line_has_whole_cells() -> None:
    """The picture's size settles the hundredths."""
    finding = find_grid(noisy(printed(clouds(1050, 700), Squares(70, 70, 0, 0))))
    assert (finding.cell_x_px, finding.offset_x_px, finding.offset_y_px) == (70.0, 0.0, 0.0)


def test_the_name_of_the_file_breaks_ties() -> None:
    """Of a cell and its double the named one is taken; a name that has no lines is not."""
    picture = square(USUAL)
    assert find_grid(picture, (140.0,)).cell_x_px == pytest.approx(140, abs=0.05)
    assert find_grid(picture, (35.0,)).cell_x_px == pytest.approx(35, abs=0.05)
    assert find_grid(picture, (83.0,)).cell_x_px == pytest.approx(70, abs=0.05)


def test_a_scaled_picture_has_a_scaled_grid() -> None:
    """Twice the pixels, twice the cell and twice the offset."""
    small = square(Squares(35, 35, 13.5, 20.5), SMALL)
    large = np.repeat(np.repeat(small, 2, axis=0), 2, axis=1)
    one, other = find_grid(small), find_grid(large)
    assert other.cell_x_px == pytest.approx(2 * one.cell_x_px, abs=0.1)
    assert off_line(other.offset_x_px, 2 * one.offset_x_px, other.cell_x_px) < 1.5


@pytest.mark.parametrize(("left", "top"), [(33, 52), pytest.param(0, 41, marks=LONG)])
def test_cropping_shifts_the_offset(left: int, top: int) -> None:
    """The lines stay on the same places of the picture."""
    whole = square(USUAL)
    one, other = find_grid(whole), find_grid(whole[top:, left:])
    assert other.cell_x_px == pytest.approx(one.cell_x_px, abs=0.05)
    assert off_line(other.offset_x_px, one.offset_x_px - left, one.cell_x_px) < 0.7
    assert off_line(other.offset_y_px, one.offset_y_px - top, one.cell_y_px) < 0.7


@LONG
def test_a_large_picture_is_measured_from_edge_to_edge() -> None:
    """Only its middle is searched, yet the last line is met within a pixel."""
    grid = Squares(70.37, 70.37)
    found = find_grid(noisy(printed(clouds(5000, 2400), grid)))
    is_right(found, grid)
    lines = round((5000 - grid.x) / grid.cell_x) - 1
    first = found.offset_x_px - round((found.offset_x_px - grid.x) / 70.37) * found.cell_x_px
    assert first + lines * found.cell_x_px == pytest.approx(grid.x + lines * grid.cell_x, abs=1.1)


@LONG
def test_a_grid_beside_the_middle_is_found_in_the_whole() -> None:
    """Where the middle is unsure all of the picture is looked at."""
    grid = Squares(part=0.3)
    assert find_grid(square(grid, (5000, 2400))).cell_x_px == pytest.approx(70, abs=0.05)


@pytest.mark.parametrize("shape", [(1, 1), (1, 500), (500, 1), (16, 20_000), (70, 70)])
def test_any_shape_is_looked_at(shape: tuple[int, int]) -> None:
    """A picture of a pixel, a line or one grey has no grid, and nothing breaks."""
    noise = np.random.default_rng(1).integers(0, 256, shape).astype(np.uint8)
    assert find_grid(noise).verdict is GridVerdict.NONE
    assert find_grid(np.full(shape, 7, dtype=np.uint8)).verdict is GridVerdict.NONE


def test_the_search_is_given_up_when_asked() -> None:
    """It asks all the way, so that nobody waits for it."""
    asked = 0

    def cancelled() -> bool:
        nonlocal asked
        asked += 1
        return asked > 40

    with pytest.raises(Cancelled):
        find_grid(square(USUAL), cancelled=cancelled)
    assert asked == 41


@pytest.mark.parametrize(
    ("finding", "words"),
    [
        (GridFinding(GridVerdict.SURE, 70.37, 70.37), r"Grid found: 70\.4 px, sure"),
        (GridFinding(GridVerdict.PROPOSED, 64, 64), "Perhaps a grid of 64 px"),
        (GridFinding(GridVerdict.STRETCHED, 70, 72), r".*stretched: 70 × 72 px"),
        (GridFinding(GridVerdict.HEX, 60, 60, score=30), "A hexagonal grid of 60 px"),
        (GridFinding(GridVerdict.HEX, 60, 60, score=8), "Perhaps a hexagonal grid of 60 px"),
        (GridFinding(), "No grid seen"),
        (GridFinding(GridVerdict.SURE, 70, 70, tilt_deg=-0.31), r".*sure, turned by 0\.3°"),
    ],
)
def test_a_finding_is_told_in_words(finding: GridFinding, words: str) -> None:
    """Size, certainty and tilt are in one line."""
    assert re.fullmatch(words, finding_words(finding))


def test_lines_are_told_in_plain_numbers() -> None:
    """Also where too few stand out to be fitted; numpy's own numbers go into no map."""
    profile = np.zeros(900)
    profile[[98, 304]] = 6.0
    found = sharpened(profile, 206.0)
    assert {type(one) for one in (found.score, found.length_px, found.offset_px)} == {float}


@pytest.mark.parametrize("noise", [0.0, 4.0])
@pytest.mark.parametrize("side", [206, 300])
def test_one_black_square_is_no_grid(side: int, noise: float) -> None:
    """Its two pairs of edges lie a cell apart, but a grid has more lines than four."""
    page = np.full((1024, 1024), 235.0)
    page[340 : 340 + side, 340 : 340 + side] = 0
    assert find_grid(noisy(page, noise)).verdict is GridVerdict.NONE


def test_a_grid_of_few_lines_is_found() -> None:
    """Four lines down, and two across where the rest of the picture has none."""
    grid = Squares(240, 240, alpha=0.3, part=0.5)
    finding = find_grid(square(grid, (800, 800)))
    assert finding.is_square
    assert finding.cell_x_px == pytest.approx(240, abs=2)


@pytest.mark.parametrize("offset", [0, 7, 16])
def test_lines_of_a_pixel_without_noise_are_all_counted(offset: int) -> None:
    """Between two pixels such a line is gone in its own edges."""
    page = np.full((320, 480), 160.0)
    page[offset::32] = page[:, offset::32] = 90
    finding = find_grid(page)
    assert finding.verdict is GridVerdict.SURE
    assert finding.cell_x_px == pytest.approx(32, abs=0.05)
