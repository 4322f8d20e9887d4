"""The page of a map: its size and scale, and a picture brought onto the grid."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridwar.control.forms.wall_form import wall_changes, wall_form
from gridwar.control.maps.map_setup import MapSetup, setup_form
from gridwar.control.maps.map_words import height_words
from gridwar.formats.picture_placement import PicturePlacement
from gridwar.model.battlemap import BattleMap, LayerName, Picture
from gridwar.model.geometry import Cell, Point
from gridwar.model.scale import Scale
from gridwar.model.walls import Wall

PICTURE = Picture(sha256="a" * 64, pixels_per_cell=70, width_px=1000, height_px=800)


def map_setup() -> MapSetup:
    """Return the setup of a map with a picture of 1000 x 800 pixels."""
    return MapSetup.of(BattleMap(width=15, height=12, picture=PICTURE))


def test_a_box_over_three_cells_makes_a_third_of_it_the_cell() -> None:
    """150 pixels that are said to be three cells make cells of 50 pixels."""
    placement = PicturePlacement(70).dragged_over((2.0, 1.0, 150 / 70, 100 / 70), columns=3)
    assert placement.cell_px == pytest.approx(50)


def test_a_corner_of_the_box_lies_on_a_line_of_the_grid() -> None:
    """The box drawn from pixel 33, 47 on lies on lines of the map afterwards."""
    placement = PicturePlacement(70).dragged_over((33 / 70, 47 / 70, 50 / 70, 50 / 70), columns=1)
    assert (placement.x_px + 33) / placement.cell_px % 1 == pytest.approx(0, abs=1e-9)
    assert (placement.y_px + 47) / placement.cell_px == pytest.approx(1, abs=1e-9)


@given(st.floats(0, 900), st.floats(0, 700), st.floats(20, 200), st.integers(1, 20))
def test_a_picture_is_never_moved_by_more_than_half_a_cell(
    x_px: float, y_px: float, side_px: float, columns: int
) -> None:
    """Whatever box is drawn, the picture's corner stays within half a cell of the map's."""
    box = (x_px / 70, y_px / 70, side_px * columns / 70, side_px / 70)
    placement = PicturePlacement(70).dragged_over(box, columns)
    assert abs(placement.x_px) <= placement.cell_px / 2 + 1e-6
    assert abs(placement.y_px) <= placement.cell_px / 2 + 1e-6


def test_other_cells_make_another_number_of_them() -> None:
    """A picture of 1000 x 800 at 100 pixels a cell covers 10 x 8 cells."""
    made = map_setup().with_placement(PicturePlacement(100)).made()
    assert (made.width, made.height) == (10, 8)
    assert made.picture is not None
    assert made.picture.pixels_per_cell == 100


def test_a_sliver_of_a_picture_is_no_column() -> None:
    """1000 pixels at 99 a cell are ten columns; the eleventh would be a tenth of one."""
    assert map_setup().with_placement(PicturePlacement(99)).made().width == 10


def test_nudging_keeps_the_size() -> None:
    """Moving the picture by some pixels adds no column."""
    made = map_setup().with_placement(PicturePlacement(70, 3, -4)).made()
    assert (made.width, made.height) == (15, 12)


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("width", "0"),
        ("width", "501"),
        ("height", "7.5"),
        ("cell_size", "0"),
        ("cell_px", "abc"),
        ("cell_px", "nan"),
        ("x_px", "1e9"),
    ],
)
def test_what_makes_no_sense_is_said_beside_its_field(key: str, text: str) -> None:
    """A wrong number stays as typed, with words on what is wrong, and changes nothing."""
    typed = map_setup().put(key, text)
    field = next(one for one in setup_form(typed) if one.key == key)
    assert (field.value, bool(field.error), typed.is_wrong) == (text, True, True)
    assert typed.made() == map_setup().base


def test_feet_and_comma() -> None:
    """A cell may be 1,5 feet long, however the comma is written."""
    made = map_setup().put("cell_size", "1,5").put("unit", "ft").made()
    assert (made.scale.cell_size, made.scale.unit) == (1.5, "ft")


def test_a_smaller_page_keeps_the_paint_that_is_left() -> None:
    """Columns cut off take their paint with them; the rest stays."""
    painted = BattleMap(width=10, height=10).with_painted(
        LayerName.TERRAIN, {Cell(1, 1): 1, Cell(9, 1): 1}
    )
    made = MapSetup.of(painted).put("width", "5").made()
    assert made.terrain.get(Cell(1, 1)) == 1
    assert made.terrain.get(Cell(9, 1)) == 0


def test_heights_are_typed_and_painted_in_the_maps_unit() -> None:
    """On a page in feet a step of height is one foot, and a wall 4 high is 1.2192 m."""
    page = BattleMap().with_scale(Scale(cell_size=5, unit="ft"))
    assert height_words(page, 1) == "1 ft"
    form = wall_form((Wall(id="w", a=Point(0, 0), b=Point(1024, 0)),), page.scale)
    form.type("wall.height", "4")
    assert wall_changes(form, page.scale) == {"height_m": pytest.approx(1.2192)}
    assert next(one for one in form.view().fields if one.key == "wall.height").label.endswith(
        "feet"
    )
    painted = BattleMap().with_painted(LayerName.GROUND, {Cell(1, 1): 2})
    assert painted.with_scale(page.scale).ground_m(Cell(1, 1)) == 1.0, "what is painted stays"


def test_the_height_of_a_step_is_typed_in_the_unit_of_the_map() -> None:
    """Two feet a step are 0.6096 m; it holds beside another length of a cell."""
    setup = MapSetup.of(BattleMap(scale=Scale(cell_size=5, unit="ft")))
    command = setup.put("step", "2").put("cell_size", "10").command()
    assert command.ground_step_m == pytest.approx(0.6096)
    assert command.scale == Scale(cell_size=10, unit="ft")
    assert MapSetup.of(BattleMap()).command().ground_step_m is None
