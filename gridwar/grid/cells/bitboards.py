"""Bit boards: the cells of a part of the map as the bits of one whole number.

Shifting a board moves all its cells at once, so that a search takes a handful of operations for
each cost instead of some for each cell. Row after row, the lowest bit is the upper left cell.
What the bits mean is the business of ``flood`` and ``threat``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeVar

import numpy as np

from gridwar.caches import kept_of_fight

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from gridwar.model.geometry import Cell, Size

T = TypeVar("T", "np.bool_", "np.uint8")


class Extent(NamedTuple):
    """A part of the map, in cells; it may reach past the map's edge."""

    left: int
    top: int
    width: int
    height: int

    def holds(self, cell: Cell) -> bool:
        """Return whether a cell lies in it."""
        return 0 <= cell[0] - self.left < self.width and 0 <= cell[1] - self.top < self.height

    def bit(self, cell: Cell) -> int:
        """Return the number of a cell's bit."""
        return (cell[1] - self.top) * self.width + cell[0] - self.left

    def widened(self, room: Extent) -> Extent:
        """Return it with its corner moved and itself made larger by those of another."""
        left, top, across, down = room
        return Extent(self.left + left, self.top + top, self.width + across, self.height + down)


def around(cells: Iterable[Cell], radius_cells: int, page: Size, size: Size) -> Extent:
    """Return the extent that a search needs, with a rim that it cannot get to or that is shut.

    Args:
        cells: Where the mover's top left cell may be at the beginning.
        radius_cells: The most steps that can be taken.
        page: Width and height of the map.
        size: The mover's footprint, which may overhang to the right and below.
    """
    columns, rows = zip(*cells, strict=True)
    left, top = max(-1, min(columns) - radius_cells - 1), max(-1, min(rows) - radius_cells - 1)
    right = min(page.w + 1, max(columns) + radius_cells + 2) + size.w - 1
    bottom = min(page.h + 1, max(rows) + radius_cells + 2) + size.h - 1
    return Extent(left, top, right - left, bottom - top)


def crop(planes: NDArray[T], extent: Extent) -> NDArray[T]:
    """Return the part of some planes in an extent; cells off the map are 0.

    Args:
        planes: Layers of the whole map one behind the other, each with rows of cells.
        extent: The part wanted.
    """
    count, rows, columns = planes.shape
    left, top, width, height = extent
    if left >= 0 and top >= 0 and left + width <= columns and top + height <= rows:
        return planes[:, top : top + height, left : left + width]
    part = np.zeros((count, height, width), planes.dtype)
    inside = planes[:, max(top, 0) : top + height, max(left, 0) : left + width]
    y, x = max(-top, 0), max(-left, 0)
    part[:, y : y + inside.shape[1], x : x + inside.shape[2]] = inside
    return part


def packed(planes: NDArray[np.bool_] | NDArray[np.uint8]) -> list[int]:
    """Return a board for each plane of zeros and ones."""
    count, height, width = planes.shape
    data = np.packbits(planes.reshape(-1), bitorder="little").tobytes()
    every, cells = int.from_bytes(data, "little"), height * width
    mask = (1 << cells) - 1
    return [every >> start & mask for start in range(0, count * cells, cells)]


def unpacked(board: int, extent: Extent) -> NDArray[np.uint8]:
    """Return a board as rows of zeros and ones."""
    cells = extent.width * extent.height
    data = np.frombuffer(board.to_bytes((cells + 7) // 8, "little"), np.uint8)
    bits = np.unpackbits(data, count=cells, bitorder="little")
    return bits.reshape(extent.height, extent.width)


def shifted(board: int, by: int) -> int:
    """Return a board with its cells moved on by some bits, or back."""
    return board << by if by > 0 else board >> -by


def smeared(board: int, step: int, times: int) -> int:
    """Return the union of a board and its copies, each moved back by a step more.

    Args:
        board: The board.
        step: How many bits the first copy is moved back.
        times: How many boards in all, the first unmoved.
    """
    done = 1
    while done < times:
        more = min(done, times - done)
        board |= board >> (more * step)
        done += more
    return board


def anchors_on(board: int, size: Size, width: int) -> int:
    """Return the top left cells at which a footprint covers any cell of a board.

    Args:
        board: The cells.
        size: The footprint, in cells.
        width: The extent's width.
    """
    return smeared(smeared(board, 1, size.w), width, size.h)


def board_of(cells: Iterable[Cell], extent: Extent) -> int:
    """Return the board of some cells; those outside the extent are left out."""
    left, top, width, height = extent
    board = 0
    for x, y in cells:
        if 0 <= x - left < width and 0 <= y - top < height:
            board |= 1 << ((y - top) * width + x - left)
    return board


@kept_of_fight(8)
def places(extent_width: int, extent_height: int, map_width: int) -> NDArray[np.int64]:
    """Return by bit of an extent how much its place on the map lies past that of the first bit."""
    rows = np.arange(extent_height, dtype=np.int64)[:, None] * map_width
    flat = (rows + np.arange(extent_width, dtype=np.int64)).ravel()
    flat.setflags(write=False)
    return flat
