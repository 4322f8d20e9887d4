"""Walls and doors as drawn lines: on a blank page all, on a picture those that it does not show.

Owns the colours of walls and the sign on a door; the stroke of each kind is in ``wall_strokes``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from gridwar.control.records.ground_records import GroundView, WallLook, WallView
from gridwar.model.walls import DoorState
from gridwar.ui.map.overlays.lines_and_arcs import points_box
from gridwar.ui.map.overlays.overlay_item import ROOM_PX, OverlayItem
from gridwar.ui.map.overlays.strokes_and_hatches import remember_dashes, stroke_cased, to_px
from gridwar.ui.map.overlays.wall_strokes import WALL_STROKES, add_wall, draw_way_through
from gridwar.ui.style.colors import map_colors, qcolor
from gridwar.ui.style.icons import draw_icon

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

_WALLS_Z = 60.0
_HANDLE_PX = 3.0
_HANDLES_FROM_PX = 24.0
_SIGNS_FROM_PX = 18.0
_DISCREET = 0.6
"""How strong doors and windows are in play on a picture that shows them itself."""
_OWN_PX = 2.2
"""How wide walls are that were drawn here, upon a picture: a line by hand, cased in ink."""
_CASING_PX, _LEAST_CASING_PX, _LEAST_PX = 3.0, 2.4, 1.6
"""Casing of full width, and what is left of it and of the line where cells are small."""
_STONE = "#B3AD9F"
_MARKS_FROM_PX = 14.0
"""In smaller cells a curtain and a fence are plain lines."""
_NO_STONE = frozenset({WallLook.LIMITED, WallLook.CURTAIN, WallLook.BARS, WallLook.FENCE})
"""What is no wall of stone, and so does not have its colour where walls are edited."""
_Sort: TypeAlias = tuple[WallLook, bool]
"""The look of a wall, and whether it was drawn here."""
_DOOR_PX = 5.0
_SMALL_DOOR_PX = 3.6
_FULL_DOORS_FROM_PX = 30.0
_DOOR_PLATE_PX = 8.0
_DOOR_ICON_PX = 11.0
_DOOR_ICONS: Mapping[DoorState, str] = {DoorState.LOCKED: "lock", DoorState.SECRET: "eye-off"}


class WallsItem(OverlayItem):
    """All walls in one item, one path a sort."""

    is_seen_coarsely = True

    def __init__(self, ground: GroundView, cell_px: float) -> None:
        ends = [end for wall in ground.walls for end in (wall.a, wall.b)]
        super().__init__(points_box(ends), _WALLS_Z, cell_px)
        self._ground = ground
        of_sort: dict[_Sort, list[WallView]] = {}
        for wall in sorted(ground.walls, key=lambda one: one.own):
            if wall.in_sketch and wall.look is WallLook.DOOR:
                continue  # the sketch shows it closed, and its sign says how
            of_sort.setdefault((wall.look, wall.own), []).append(wall)
        self._of_sort = {sort: tuple(walls) for sort, walls in of_sort.items()}
        self._one_way = tuple(wall for wall in ground.walls if wall.one_way is not None)
        self._dashed = tuple(sort for sort in self._of_sort if WALL_STROKES[sort[0]].dash)
        self._boxes = {sort: _boxes(walls) for sort, walls in self._of_sort.items()}
        self._in_cells = {sort: self._path(sort, 1.0, None) for sort in self._of_sort}

    def draw(self, painter: QPainter, cell_px: float, exposed: QRectF) -> None:
        """Draw the walls, then the arrows of one-way ones, the handles, and the doors."""
        room = ROOM_PX / cell_px
        near = exposed.adjusted(-room, -room, room, room)
        dashed = dict(zip(self._dashed, self.paths(cell_px), strict=True))
        for sort in self._of_sort:
            dash = WALL_STROKES[sort[0]].dash
            path = dashed[sort] if dash else self._path(sort, cell_px, near)
            casing = max(_LEAST_CASING_PX, _CASING_PX * self._share(cell_px, sort))
            pen = (self._core(cell_px, sort), casing)
            stroke_cased(painter, path, self._color(sort), pen, dash)
        if cell_px >= _SIGNS_FROM_PX:
            for wall in self._one_way:
                if wall.one_way is not None and _may_show(wall, near):
                    ends = to_px(wall.a, cell_px), to_px(wall.b, cell_px)
                    draw_way_through(painter, ends, wall.one_way, map_colors().paper)
        if self._ground.editing and cell_px >= _HANDLES_FROM_PX:
            self._draw_handles(painter, cell_px, exposed)
        if cell_px >= _SIGNS_FROM_PX:
            for wall in self._ground.walls:
                if wall.door is not None:
                    draw_door_sign(painter, wall, cell_px)

    def warm(self, cell_px: float) -> Iterator[None]:
        """Work out the dashes of windows and low walls."""
        for sort, path in zip(self._dashed, self.paths(cell_px), strict=True):
            yield from remember_dashes(path, self._core(cell_px, sort), WALL_STROKES[sort[0]].dash)

    def _core(self, cell_px: float, sort: _Sort) -> float:
        """Return how wide the lines of a sort are without their casing, in pixels."""
        return max(_LEAST_PX, _width(sort) * self._share(cell_px, sort))

    def _share(self, cell_px: float, sort: _Sort) -> float:
        """Return how wide walls are drawn, of their full width."""
        share = min(1.0, max(0.4, cell_px / 40))
        is_laid_on = self._ground.editing or self._ground.marked or sort[1]
        is_shown_already = self._ground.picture is not None and not is_laid_on
        return share * _DISCREET if is_shown_already else share

    def draw_lines(self, painter: QPainter) -> None:
        """Draw plain lines: a blank page would be nothing without its walls."""
        for sort, path in self._in_cells.items():
            pen = QPen(qcolor(self._color(sort)), 2)
            pen.setCosmetic(True)
            painter.setPen(pen)
            painter.drawPath(path)

    def _color(self, sort: _Sort) -> str:
        colors, (look, is_own) = map_colors(), sort
        if look in {WallLook.DOOR, WallLook.OPEN_DOOR}:
            return colors.intent
        if look is WallLook.WINDOW or (self._ground.editing and look not in _NO_STONE):
            return colors.reach1
        if self._ground.editing:
            return colors.paper
        return colors.paper if self._ground.marked or is_own else _STONE

    def make_paths(self, cell_px: float) -> tuple[QPainterPath, ...]:
        """Return one path for each dashed kind, whole, so that its dashes are worked out once."""
        return tuple(self._path(sort, cell_px, None) for sort in self._dashed)

    def _path(self, sort: _Sort, cell_px: float, near: QRectF | None) -> QPainterPath:
        """Return the walls of a sort, all of them or those that may lie near a part of the map."""
        path = QPainterPath()
        walls = self._of_sort[sort]
        if near is not None:
            left, top, right, bottom = self._boxes[sort]
            beside = (right < near.left()) | (left > near.right())
            beside |= (bottom < near.top()) | (top > near.bottom())
            walls = tuple(walls[place] for place in np.flatnonzero(~beside).tolist())
        is_small = cell_px < _MARKS_FROM_PX
        for wall in walls:
            ends = to_px(wall.a, cell_px), to_px(wall.b, cell_px)
            add_wall(path, ends, sort[0], plain=is_small)
        return path

    def _draw_handles(self, painter: QPainter, cell_px: float, exposed: QRectF) -> None:
        colors = map_colors()
        painter.setPen(QPen(qcolor(colors.ink), 1.2))
        painter.setBrush(qcolor(colors.paper))
        ends = {end for wall in self._ground.walls for end in (wall.a, wall.b)}
        corner = QPointF(_HANDLE_PX, _HANDLE_PX)
        for end in ends:
            if exposed.contains(*end):
                middle = to_px(end, cell_px)
                painter.drawRect(QRectF(middle - corner, middle + corner))


def _may_show(wall: WallView, near: QRectF) -> bool:
    """Return whether a wall may lie near a part of the map, in cells."""
    (ax, ay), (bx, by) = wall.a, wall.b
    beside = max(ax, bx) < near.left() or min(ax, bx) > near.right()
    return not (beside or max(ay, by) < near.top() or min(ay, by) > near.bottom())


def _width(sort: _Sort) -> float:
    look, is_own = sort
    return _OWN_PX if is_own and look is WallLook.WALL else WALL_STROKES[look].core_px


def _boxes(walls: tuple[WallView, ...]) -> NDArray[np.float64]:
    """Return left, top, right and bottom of each wall, in cells: four rows."""
    ends = np.array([(wall.a, wall.b) for wall in walls], np.float64)
    return np.concatenate((ends.min(axis=1), ends.max(axis=1)), axis=1).T


def draw_door_sign(painter: QPainter, wall: WallView, cell_px: float) -> None:
    """Draw the sign in the middle of a door: how it stands, and where a click opens it.

    Closed is a full disc, open a ring, locked and secret have an icon; the shape says it, not
    colour.

    Args:
        painter: Its unit is the device-independent pixel.
        wall: The door.
        cell_px: Edge of a cell.
    """
    colors = map_colors()
    middle = to_px(((wall.a[0] + wall.b[0]) / 2, (wall.a[1] + wall.b[1]) / 2), cell_px)
    icon = _DOOR_ICONS.get(wall.door) if wall.door is not None else None
    is_large = cell_px >= _FULL_DOORS_FROM_PX
    if icon is not None and is_large:
        painter.setPen(QPen(qcolor(colors.intent), 1.4))
        painter.setBrush(qcolor(colors.ink, 0.92))
        painter.drawEllipse(middle, _DOOR_PLATE_PX, _DOOR_PLATE_PX)
        corner = QPointF(_DOOR_ICON_PX / 2, _DOOR_ICON_PX / 2)
        draw_icon(painter, icon, QRectF(middle - corner, middle + corner), colors.intent)
        return
    radius = _DOOR_PX if is_large else _SMALL_DOOR_PX
    painter.setPen(QPen(qcolor(colors.ink), 4.4))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(middle, radius, radius)
    painter.setPen(QPen(qcolor(colors.intent), 1.8))
    is_open = wall.door is DoorState.OPEN
    painter.setBrush(qcolor(colors.ink, 0.55) if is_open else qcolor(colors.intent))
    painter.drawEllipse(middle, radius, radius)
