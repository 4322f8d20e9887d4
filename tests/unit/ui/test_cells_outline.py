"""The outline of a set of cells."""

from __future__ import annotations

from gridwar.ui.map.overlays.cells_outline import Loop, outline
from gridwar.ui.map.overlays.strokes_and_hatches import fineness, teeth_path


def _area(loop: Loop) -> float:
    """Signed area of a loop; positive with the inside on the right, y growing downwards."""
    following = (*loop[1:], loop[0])
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(loop, following, strict=True)) / 2


def test_a_block_has_four_corners() -> None:
    """A rectangle of cells is outlined by its four corners, whatever its length."""
    (loop,) = outline({(x, y) for x in range(3, 7) for y in (1, 2)})
    assert sorted(loop) == [(3, 1), (3, 3), (7, 1), (7, 3)]


def test_a_hole_is_a_loop_of_its_own() -> None:
    """A ring of eight cells has an outer and an inner loop, turned the other way."""
    ring = {(x, y) for x in range(3) for y in range(3)} - {(1, 1)}
    assert sorted(_area(loop) for loop in outline(ring)) == [-1.0, 9.0]


def test_cells_touching_at_a_corner_stay_parted() -> None:
    """Cells that share corners only are loops of four corners each."""
    loops = outline({(step, step) for step in range(4)})
    assert [len(loop) for loop in loops] == [4, 4, 4, 4]
    assert [_area(loop) for loop in loops] == [1.0, 1.0, 1.0, 1.0]


def test_areas_add_up() -> None:
    """The areas of all loops together are the number of cells, holes taken off."""
    cells = {(x, y) for x in range(12) for y in range(9) if (x * 7 + y * 5) % 3}
    assert sum(_area(loop) for loop in outline(cells)) == len(cells)


def test_nothing_has_no_outline() -> None:
    """No cells, no loops."""
    assert outline(frozenset()) == ()


def test_small_cells_have_finer_lines_and_no_teeth() -> None:
    """At 5 % zoom a threat is a fine outline; from 16 pixels a cell lines have their full width."""
    square = outline(frozenset({(0, 0), (1, 0), (0, 1), (1, 1)}))
    assert teeth_path(square, 0.05 * 64).isEmpty()
    assert not teeth_path(square, 0.2 * 64).isEmpty()
    assert fineness(0.05 * 64) == 0.4
    assert fineness(16) == fineness(64) == 1
