"""The picture of a sketch: equal in parts and whole, the same at the same place, legible."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
import pytest

from gridwar.model.geometry import Size
from gridwar.model.sketch import EdgeKind, Sketch, SketchArrays, SketchStyle
from gridwar.ui.map.ink.sketch_part import CellBox, SketchPart, floor_loops
from gridwar.ui.map.ink.sketch_picture import (
    TILE_CELLS,
    SketchLook,
    sketch_part_picture,
    sketch_picture,
)
from tests.support.drawn_dungeon import drawn_dungeon, with_edge, with_room

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray
    from PySide6.QtGui import QImage

pytestmark = pytest.mark.usefixtures("qapp")

_OPENINGS = (
    EdgeKind.NOTHING,
    EdgeKind.WALL,
    EdgeKind.DOOR,
    EdgeKind.DOUBLE_DOOR,
    EdgeKind.SECRET_DOOR,
    EdgeKind.BARS,
    EdgeKind.WINDOW,
    EdgeKind.CURTAIN,
)


def _pixels(image: QImage) -> NDArray[np.int_]:
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    whole = rows[:, : image.width() * 4].reshape(image.height(), image.width(), 4)
    return whole[:, :, :3].astype(np.int_)


def _boxes(sketch: Sketch) -> Iterator[tuple[tuple[int, int], CellBox]]:
    for top in range(0, sketch.height, TILE_CELLS):
        for left in range(0, sketch.width, TILE_CELLS):
            box = CellBox(left, top, left + TILE_CELLS, top + TILE_CELLS)
            yield (left // TILE_CELLS, top // TILE_CELLS), box.within(*sketch.size)


def _part_of(pixels: NDArray[np.int_], box: CellBox, cell_px: int) -> NDArray[np.int_]:
    return pixels[
        box.top * cell_px : box.bottom * cell_px, box.left * cell_px : box.right * cell_px
    ]


@pytest.mark.parametrize("style", SketchStyle)
@pytest.mark.parametrize(("cell_px", "rounded"), [(24, 2), (48, 0)])
def test_tiles_put_together_are_the_picture_drawn_at_once(
    style: SketchStyle, cell_px: int, rounded: int
) -> None:
    """So no seam is seen; lines of less than a pixel may be rounded otherwise, by 2 of 255."""
    sketch = drawn_dungeon(style)
    whole = _pixels(sketch_picture(sketch, cell_px))
    for _place, box in _boxes(sketch):
        tile = _pixels(sketch_part_picture(sketch, box, cell_px))
        assert np.abs(tile - _part_of(whole, box, cell_px)).max() <= rounded


def test_a_room_changes_no_pixel_of_a_tile_that_it_does_not_touch() -> None:
    """And some pixel of the map in each that it changes most."""
    old = drawn_dungeon()
    new = with_room(old, 20, 3, 24, 6)
    touched = {(2, 0), (3, 0)}
    before, after = (_pixels(sketch_picture(one, 24)) for one in (old, new))
    for place, box in _boxes(old):
        is_equal = np.array_equal(_part_of(before, box, 24), _part_of(after, box, 24))
        assert is_equal or place in touched
    assert not np.array_equal(before, after)


@pytest.mark.parametrize("at", [(8, 0), (8, 5), (15, 8), (16, 15)])
def test_what_lies_two_cells_off_a_tile_changes_nothing_in_it(at: tuple[int, int]) -> None:
    """Hatching, shade and borders of caves go by what is nearer: that is the rim of a tile."""
    bare = Sketch.of_arrays(SketchArrays.blank(Size(30, 24)))
    box, cells = CellBox(8, 8, 16, 16), (at[0], at[1], at[0] + 1, at[1] + 1)
    near = with_room(bare, *cells)
    is_far = not (6 <= at[0] < 18 and 6 <= at[1] < 18)
    before, after = (_pixels(sketch_part_picture(one, box, 24)) for one in (bare, near))
    assert np.array_equal(before, after) is is_far


def test_every_kind_of_edge_is_told_apart_by_its_shape() -> None:
    """In black and white alone, at the size of the whole map on screen; what is nothing is bare."""
    room = with_room(Sketch.of_arrays(SketchArrays.blank(Size(8, 6))), 1, 1, 7, 5)
    signs = {
        kind: _pixels(sketch_part_picture(with_edge(room, 4, 2, kind), CellBox(3, 2, 5, 3), 24))
        for kind in _OPENINGS
    }
    dark = {kind: one.mean(axis=2) < 128 for kind, one in signs.items()}
    for one, other in combinations(_OPENINGS, 2):
        assert (dark[one] ^ dark[other]).sum() >= 12, (one, other)
    assert not dark[EdgeKind.NOTHING].any()
    opened = _pixels(
        sketch_part_picture(with_edge(room, 4, 2, EdgeKind.OPEN), CellBox(3, 2, 5, 3), 24)
    )
    assert np.array_equal(opened, signs[EdgeKind.NOTHING])


def test_an_open_edge_at_the_rim_bears_no_line() -> None:
    """Floor meets rock there without a wall; beside it the wall goes on."""
    room = with_room(Sketch.of_arrays(SketchArrays.blank(Size(8, 6))), 1, 1, 7, 5)
    opened = with_edge(room, 7, 3, EdgeKind.OPEN)
    shut, bare = (
        _pixels(sketch_part_picture(one, CellBox(6, 3, 8, 4), 24))[4:20, 23:26].mean()
        for one in (room, opened)
    )
    assert shut < 100
    assert bare > 140


def test_walls_stand_where_floor_meets_rock_and_where_one_was_drawn() -> None:
    """Not between two cells of a room; a cave opens the rim that it touches."""
    sketch = drawn_dungeon()
    part = SketchPart.around(sketch, CellBox(0, 0, *sketch.size))
    across, down = part.kinds
    assert across[2, 4] == down[5, 2] == EdgeKind.WALL
    assert across[5, 4] == down[7, 6] == EdgeKind.NOTHING
    assert down[3, 6] == EdgeKind.DOOR
    assert down[14, 15] == EdgeKind.NOTHING


def test_a_cave_is_smooth_and_meets_the_room_it_opens() -> None:
    """Its border ends on the room's; no step of it is a quarter cell up or across."""
    sketch = drawn_dungeon()
    loops = floor_loops(SketchPart.around(sketch, CellBox(0, 0, *sketch.size)))
    caves = [one.points for loop in loops for one in loop if not one.is_of_room]
    assert caves
    for points in caves:
        steps = np.abs(np.diff(points[2:-2], axis=0))
        assert (steps.max(axis=1) < 0.26).all()
    ends = {tuple(points[at]) for points in caves for at in (0, -1)}
    rooms = {tuple(at) for loop in loops for one in loop if one.is_of_room for at in one.points}
    assert ends <= rooms


def test_without_paper_rock_is_seen_through_and_floor_is_not() -> None:
    """As on a picture that a sketch goes on from."""
    sketch = drawn_dungeon()
    image = sketch_part_picture(sketch, CellBox(0, 0, 8, 8), 24, SketchLook(on_paper=False))
    assert image.pixelColor(4, 4).alpha() == 0
    assert image.pixelColor(24 * 4 + 12, 24 * 6 + 12).alpha() == 255


def test_without_a_grid_no_dash_parts_the_cells() -> None:
    """Between two cells of a room the floor is plain."""
    sketch, box = drawn_dungeon(), CellBox(7, 5, 9, 7)
    dashed, plain = (
        _pixels(sketch_part_picture(sketch, box, 48, SketchLook(has_grid=one)))
        for one in (True, False)
    )
    edge = slice(46, 50)
    assert np.ptp(dashed[10:38, edge].mean(axis=2)) > 20
    assert np.ptp(plain[10:38, edge].mean(axis=2)) < 3
