"""Pictures turned back and made square: their grid lies level and square afterwards."""

from __future__ import annotations

import pytest

from gridwar.errors import Cancelled, MapError
from gridwar.formats.grid_finding import GridFinding, GridVerdict
from gridwar.formats.import_report import never, no_progress
from gridwar.formats.picture_headers_and_limits import look_at
from gridwar.formats.printed_grid.finding_the_grid import find_grid
from gridwar.ui.map.ground.printed_grid_search import grey_of
from gridwar.ui.map.ground.straightened_pictures import straightened
from gridwar.ui.map.picture_decoding import decoded
from tests.support.grid_pictures import Squares, clouds, file_of, noisy, printed

SIZE = (1000, 800)


def scan(grid: Squares, kind: str = "PNG") -> bytes:
    """Return the file of a picture with a grid."""
    return file_of(noisy(printed(clouds(*SIZE), grid)), kind, 90)


def found_on(data: bytes) -> GridFinding:
    """Return the grid of a picture."""
    return find_grid(grey_of(decoded(data)))


@pytest.mark.parametrize("turn_deg", [0.6, -0.9])
def test_a_turned_picture_is_turned_back(turn_deg: float) -> None:
    """What was found is enough to make it level; nothing of it is cut off."""
    data = scan(Squares(50, 50, turn_deg=turn_deg))
    made = straightened(data, found_on(data), no_progress, never)
    found = found_on(made)
    assert found.verdict is GridVerdict.SURE
    assert found.tilt_deg == pytest.approx(0, abs=0.04)
    assert found.cell_x_px == pytest.approx(50, abs=0.05)
    info = look_at(made)
    assert (info.format, info.width_px > SIZE[0], info.height_px > SIZE[1]) == ("png", True, True)


def test_a_stretched_picture_gets_square_cells_as_long_as_the_longer_side() -> None:
    """It grows, so that nothing of it is lost; a JPEG stays one."""
    data = scan(Squares(50, 54), "JPEG")
    made = straightened(data, found_on(data), no_progress, never)
    found = found_on(made)
    assert found.verdict is GridVerdict.SURE
    assert found.cell_x_px == pytest.approx(54, abs=0.05)
    info = look_at(made)
    assert (info.format, info.height_px) == ("jpeg", SIZE[1])
    assert info.width_px == pytest.approx(SIZE[0] * 54 / 50, abs=1.5)


def test_it_is_given_up_when_asked_and_refused_when_too_large() -> None:
    """Between two strips it asks; a picture beyond the bounds is told with its size."""
    data = scan(Squares(50, 50, turn_deg=0.6))
    finding = found_on(data)
    with pytest.raises(Cancelled):
        straightened(data, finding, no_progress, lambda: True)
    far = GridFinding(GridVerdict.STRETCHED, 1.0, 30.0)
    with pytest.raises(MapError, match="scale it down"):
        straightened(data, far, no_progress, never)
    with pytest.raises(MapError, match="cannot be read"):
        straightened(b"no picture", finding, no_progress, never)
