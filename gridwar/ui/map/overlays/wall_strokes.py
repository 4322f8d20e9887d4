"""The strokes of walls: a width and dashes for each kind, waves, palings, the arrow of one way.

Sizes are pixels of the screen.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainterPath

from gridwar.control.records.ground_records import WallLook
from gridwar.model.walls import WallSide
from gridwar.ui.map.overlays.strokes_and_hatches import stroke_cased

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from PySide6.QtGui import QPainter

Ends = tuple[QPointF, QPointF]
"""Where a wall begins and ends."""
_WAVE_PX, _WAVE_UP_PX = 14.0, 5.0
_PALING_PX, _PALING_STEP_PX = 4.5, 9.0
ARROW_PX, _HEAD_PX = 15.0, 5.0
_ARROW_PEN = (2.2, 3.0)
_ARROW_EVERY_PX = 260.0
_MOST_ARROWS = 40


class WallStroke(NamedTuple):
    """How wide a line is, and its dashes and gaps in widths of it."""

    core_px: float
    dash: tuple[float, ...] = ()


WALL_STROKES: Final[Mapping[WallLook, WallStroke]] = {
    WallLook.WALL: WallStroke(4.0),
    WallLook.DOOR: WallStroke(4.0),
    WallLook.OPEN_DOOR: WallStroke(3.0, (1.6, 1.6)),
    WallLook.WINDOW: WallStroke(2.4, (3.0, 1.4)),
    WallLook.LOW: WallStroke(2.4, (1.2, 1.6)),
    WallLook.LIMITED: WallStroke(3.0, (4.0, 1.2, 1.0, 1.2)),
    WallLook.CURTAIN: WallStroke(2.2),
    WallLook.BARS: WallStroke(4.4, (1.0, 1.2)),
    WallLook.FENCE: WallStroke(1.8),
}


def add_wall(path: QPainterPath, ends: Ends, look: WallLook, *, plain: bool = False) -> None:
    """Add a wall to a path: a line, with the waves of a curtain or the palings of a fence.

    Args:
        path: Where it is drawn; a line that goes on where the path ends is joined to it.
        ends: Where it runs.
        look: How it is drawn.
        plain: Whether it is too small for more than a line.
    """
    start, end = ends
    if path.elementCount() == 0 or path.currentPosition() != start:
        path.moveTo(start)
    mark = None if plain else _MARKS.get(look)
    if mark is None:
        path.lineTo(end)
    else:
        mark(path, ends)


def _wave(path: QPainterPath, ends: Ends) -> None:
    (start, end), count = ends, 2 * _steps(ends, _WAVE_PX)
    up = _beside(ends) * _WAVE_UP_PX
    step = (end - start) / count
    for number in range(count):
        middle = start + step * (number + 0.5)
        path.quadTo(middle + up if number % 2 else middle - up, start + step * (number + 1))


def _palings(path: QPainterPath, ends: Ends) -> None:
    (start, end), count = ends, _steps(ends, _PALING_STEP_PX)
    out = _beside(ends) * _PALING_PX
    for number in range(count):
        foot = start + (end - start) * (number + 0.5) / count
        path.moveTo(foot - out)
        path.lineTo(foot + out)
    path.moveTo(start)
    path.lineTo(end)


_MARKS: Final[Mapping[WallLook, Callable[[QPainterPath, Ends], None]]] = {
    WallLook.CURTAIN: _wave,
    WallLook.FENCE: _palings,
}


def draw_way_through(
    painter: QPainter, ends: Ends, stopped: WallSide, color: str, length_px: float = ARROW_PX
) -> None:
    """Draw the arrow of a wall that stops one side alone, pointing where one gets through.

    Args:
        painter: Its unit is the device-independent pixel.
        ends: Where the wall runs.
        stopped: The side from which it stops.
        color: Of the arrow.
        length_px: How long it is.
    """
    stroke_cased(painter, _arrows(ends, stopped, length_px), color, _ARROW_PEN)


def _arrows(ends: Ends, stopped: WallSide, length_px: float) -> QPainterPath:
    start, end = ends
    # Whoever is stopped on the right gets through from the left, which leads to the right.
    way = _beside(ends) * (1 if stopped is WallSide.RIGHT else -1)
    along = QPointF(-way.y(), way.x())
    path = QPainterPath()
    count = min(_MOST_ARROWS, _steps(ends, _ARROW_EVERY_PX))
    for number in range(count):
        foot = start + (end - start) * (number + 0.5) / count
        tip = foot + way * length_px
        path.moveTo(foot)
        path.lineTo(tip)
        path.moveTo(tip - way * _HEAD_PX + along * _HEAD_PX)
        path.lineTo(tip)
        path.lineTo(tip - way * _HEAD_PX - along * _HEAD_PX)
    return path


def _length(ends: Ends) -> float:
    start, end = ends
    return math.hypot(end.x() - start.x(), end.y() - start.y())


def _steps(ends: Ends, step_px: float) -> int:
    return max(1, round(_length(ends) / step_px))


def _beside(ends: Ends) -> QPointF:
    """Return a step of one pixel to the right of a wall, as one goes along it."""
    start, end = ends
    length = max(_length(ends), 1e-6)
    return QPointF(start.y() - end.y(), end.x() - start.x()) / length


def wall_lines(lines: Iterable[Ends], look: WallLook, *, plain: bool = False) -> QPainterPath:
    """Return several walls of a look as one path."""
    path = QPainterPath()
    for ends in lines:
        add_wall(path, ends, look, plain=plain)
    return path
