"""Which part of the map a popover leaves to those concerned."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect

from gridwar.ui.map.camera.reveal_beside_popover import TIGHT_CELLS, free_parts, roomiest

PORT = QRect(0, 0, 800, 800)


def test_a_high_popover_leaves_its_left() -> None:
    """Beside a popover as high as the map there is room at its left only."""
    left, below = free_parts(PORT, QRect(300, 0, 480, 780))
    part, cell_px = roomiest((left, below), QPoint(2, 5), 40)
    assert part == left
    assert cell_px == 40


def test_below_a_low_popover_more_is_seen() -> None:
    """A crowd that would be tiny at the left of a low popover is shown below it."""
    left, below = free_parts(PORT, QRect(300, 0, 480, 300))
    part, cell_px = roomiest((left, below), QPoint(12, 6), 40)
    assert part == below
    assert cell_px == 40


def test_the_map_stays_as_large_where_a_tight_fit_will_do() -> None:
    """Two seven cells apart fit left of a popover at 40 px a cell with less room around them."""
    left, below = free_parts(PORT, QRect(350, 0, 440, 780))
    part, wide_px = roomiest((left, below), QPoint(7, 3), 40)
    assert wide_px < 40
    part, tight_px = roomiest((left, below), QPoint(7, 3), 40, TIGHT_CELLS)
    assert (part, tight_px) == (left, 40)
