"""Lines on the map: bands, arcs of fire, lines of effect, rulers, routes, single marks.

Owns how each role is stroked. As many lines are drawn as the rule tested; nothing is computed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QPainter, QPainterPath, QPen, QPolygonF

from gridwar.control.records.scene_records import (
    ArcOverlay,
    LineOverlay,
    LineRole,
    MarkOverlay,
    RingOverlay,
    Role,
    RouteOverlay,
)
from gridwar.ui.map.overlays.overlay_areas import DASHES
from gridwar.ui.map.overlays.overlay_item import OverlayItem
from gridwar.ui.map.overlays.strokes_and_hatches import line_path, stroke_cased, stroke_cross, to_px
from gridwar.ui.map.overlays.wall_strokes import draw_way_through
from gridwar.ui.style.colors import map_colors, night_colors, qcolor
from gridwar.ui.style.fonts import SANS, sized_font
from gridwar.ui.style.icons import draw_icon

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from gridwar.control.records.ground_records import Point

_BAND_Z = 10.0
_ARC_Z = 40.0
_LINE_Z = 80.0
_ROUTE_Z = 90.0
_MARK_Z = 96.0
_SIGN_Z = 30000.0
"""Above every token."""
_SIGN_PX = (6.0, 11.0)
_SIGN_SHARE = 0.24
_SMALL_SHARE = 0.7
_HANDLE_PX = 4.5
_ROUTE_PX = (4.0, 4.0)
_DOT_PX = 4.0
_GRIP_PX = 4.5
_DIAMOND_PX = 11.0
_STEPS_FROM_PX = 20.0


class RingsItem(OverlayItem):
    """Rings of one kind together: each may be as large as the screen, so pixels are shared."""

    def __init__(self, rings: tuple[RingOverlay, ...], page: QRectF, cell_px: float) -> None:
        super().__init__(rings_box(rings) & page, _BAND_Z, cell_px)
        self._rings = rings
        self._page = page

    def draw(self, painter: QPainter, cell_px: float, exposed: QRectF) -> None:
        """Draw the rings as far as the map goes, never a fill."""
        page = QRectF(to_px((0, 0), cell_px), self._page.size() * cell_px)
        painter.setClipRect(page, Qt.ClipOperation.IntersectClip)
        for ring in self._rings:
            path = QPainterPath()
            radius = ring.radius_cells * cell_px
            middle = to_px(ring.center, cell_px)
            if ring.cone is None:
                path.addEllipse(middle, radius, radius)
            else:
                _add_arc(path, middle, radius, ring.cone)
            stroke_cased(painter, path, role_color(ring.role), (1.9, 2.6), DASHES[ring.dash])


def rings_box(rings: tuple[RingOverlay, ...]) -> QRectF:
    """Return what some rings cover, in cells."""
    box = QRectF()
    for ring in rings:
        x, y, radius = *ring.center, ring.radius_cells
        box |= QRectF(x - radius, y - radius, 2 * radius, 2 * radius)
    return box


def _add_arc(path: QPainterPath, middle: QPointF, radius: float, cone: tuple[float, float]) -> None:
    """Add the arc of a cone: Qt counts from the right and anticlockwise, the map from the top."""
    corner = QPointF(radius, radius)
    box, (facing, width) = QRectF(middle - corner, middle + corner), cone
    path.arcMoveTo(box, 90.0 - facing + width / 2)
    path.arcTo(box, 90.0 - facing + width / 2, -width)


class ArcItem(OverlayItem):
    """A field of fire."""

    def __init__(self, arc: ArcOverlay, cell_px: float) -> None:
        super().__init__(points_box(arc.outline), _ARC_Z, cell_px)
        self._arc = arc

    def draw(self, painter: QPainter, cell_px: float, exposed: QRectF) -> None:
        """Draw veil, the two edges and the thin line through the middle."""
        colors = map_colors()
        outline = [to_px(point, cell_px) for point in self._arc.outline]
        if self._arc.filled:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(qcolor(colors.arc_veil, 0.22))
            painter.drawPolygon(QPolygonF(outline))
        edge = line_path((*self._arc.outline, self._arc.outline[0]), cell_px)
        stroke_cased(painter, edge, colors.reach1, (2.2, 3.0))
        if self._arc.middle is not None:
            middle = line_path((self._arc.outline[0], self._arc.middle), cell_px)
            stroke_cased(painter, middle, colors.reach1, (1.6, 2.4), (5.0, 4.0))


class LineItem(OverlayItem):
    """A line of effect, a ruler's leg, or the wall that decides one."""

    def __init__(self, line: LineOverlay, cell_px: float) -> None:
        super().__init__(points_box((line.a, line.b)), _LINE_Z, cell_px)
        self._told = self._line = line

    @property
    def is_between_tokens(self) -> bool:
        """Whether an end of it is a token's."""
        return any(self._told.between)

    @property
    def may_wait(self) -> bool:
        """Whether it is drawn where the map has come to rest: it goes to what is pointed at."""
        return self._told.role is LineRole.AIM

    @property
    def ends(self) -> tuple[Point, Point]:
        """Where it begins and ends, in cells."""
        return self._line.a, self._line.b

    def follow(self, offset_of: Callable[[str], Point]) -> None:
        """Begin and end where its tokens are drawn.

        Args:
            offset_of: How far somebody is drawn from where they stand, in cells.
        """
        told = self._told
        ends = zip((told.a, told.b), map(offset_of, told.between), strict=True)
        a, b = ((at[0] + by[0], at[1] + by[1]) for at, by in ends)
        if (a, b) != self.ends:
            self.prepareGeometryChange()
            self._line, self._extent = replace(told, a=a, b=b), points_box((a, b))
            self.rescale(self._cell_px)
            self.update()

    def draw(self, painter: QPainter, cell_px: float, exposed: QRectF) -> None:
        """Draw the line up to where it is decided, the cross there, and the rest."""
        line, colors = self._line, map_colors()
        match line.role:
            case LineRole.RULER:
                _draw_ruler(painter, line, cell_px)
            case LineRole.DECIDER:
                stroke_cased(painter, _path(line.a, line.b, cell_px), colors.cover, (2.4, 3.0))
            case LineRole.BLOCKER:
                stroke_cased(painter, _path(line.a, line.b, cell_px), colors.threat, (3.2, 3.0))
            case LineRole.LINK:
                stroke_cased(painter, _path(line.a, line.b, cell_px), colors.paper, (1.2, 1.8))
            case LineRole.AIM:
                path = _path(line.a, line.b, cell_px)
                stroke_cased(painter, path, colors.threat, (1.4, 2.0), (5.0, 3.0))
            case LineRole.CONTACT:
                path = _path(line.a, line.b, cell_px)
                stroke_cased(painter, path, colors.paper, (1.8, 2.0), (1.0, 2.4))
            case LineRole.TIE:
                path = _path(line.a, line.b, cell_px)
                stroke_cased(painter, path, colors.intent, (1.6, 2.0), (2.0, 2.6))
            case LineRole.PLANNED:
                _draw_planned(painter, line, cell_px)
            case LineRole.CLEAR | LineRole.COVER | LineRole.BLOCKED:
                _draw_effect(painter, line, cell_px)


def _draw_planned(painter: QPainter, line: LineOverlay, cell_px: float) -> None:
    """Draw a wall that is being drawn or is selected, and its ends, which can be taken hold of."""
    color = map_colors().intent
    stroke_cased(painter, _path(line.a, line.b, cell_px), color, (3.2, 3.0))
    if line.one_way is not None:
        ends = to_px(line.a, cell_px), to_px(line.b, cell_px)
        draw_way_through(painter, ends, line.one_way, color)
    painter.setPen(QPen(qcolor(map_colors().ink), 1.4))
    painter.setBrush(qcolor(map_colors().intent))
    corner = QPointF(_GRIP_PX, _GRIP_PX)
    for end in (line.a, line.b):
        middle = to_px(end, cell_px)
        painter.drawRect(QRectF(middle - corner, middle + corner))


class RouteItem(OverlayItem):
    """A planned way with its steps and waypoints."""

    keeps_pixels = False  # it is another one with every cell that the pointer comes to

    def __init__(self, route: RouteOverlay, cell_px: float) -> None:
        super().__init__(points_box(route.points), _ROUTE_Z, cell_px)
        self._route = route

    def draw(self, painter: QPainter, cell_px: float, exposed: QRectF) -> None:
        """Draw the line, a dot a cell, a numbered diamond at each waypoint."""
        route, colors = self._route, map_colors()
        if not route.points:
            return
        color = colors.threat if route.refused else colors.intent
        stroke_cased(painter, line_path(route.points, cell_px), color, _ROUTE_PX)
        if cell_px >= _STEPS_FROM_PX:
            painter.setPen(QPen(qcolor(colors.ink), 1.6))
            painter.setBrush(qcolor(color))
            for point in route.points[1:-1]:
                painter.drawEllipse(to_px(point, cell_px), _DOT_PX, _DOT_PX)
        for number, index in enumerate(route.waypoints, start=1):
            draw_diamond(painter, to_px(route.points[index], cell_px), colors.intent, str(number))


class MarkItem(OverlayItem):
    """A diamond on a point, or a disc with a sign."""

    def __init__(self, mark: MarkOverlay, cell_px: float) -> None:
        z = _SIGN_Z if mark.icon or mark.handle else _MARK_Z
        super().__init__(QRectF(*mark.at, 0.001, 0.001), z, cell_px)
        self._mark = mark

    def draw(self, painter: QPainter, cell_px: float, exposed: QRectF) -> None:
        """Draw the mark."""
        middle = to_px(self._mark.at, cell_px)
        if self._mark.icon:
            _draw_sign(painter, self._mark, middle, cell_px)
        elif self._mark.handle:
            painter.setPen(QPen(qcolor(map_colors().casing), 2.0))
            painter.setBrush(qcolor(role_color(self._mark.role)))
            painter.drawEllipse(middle, _HANDLE_PX, _HANDLE_PX)
        else:
            draw_diamond(painter, middle, role_color(self._mark.role), "", reach_px=8.0)


def _draw_sign(painter: QPainter, mark: MarkOverlay, middle: QPointF, cell_px: float) -> None:
    """Draw a disc with a sign, and an arrowhead at its rim where it points somewhere."""
    reach = min(_SIGN_PX[1], max(_SIGN_PX[0], _SIGN_SHARE * cell_px))
    reach *= _SMALL_SHARE if mark.small else 1.0
    color = role_color(mark.role)
    outline = QPainterPath()
    if mark.towards is not None:
        way = QLineF(middle, to_px(mark.towards, cell_px)).angle()
        tip = QLineF.fromPolar(reach * 1.6, way).translated(middle)
        wings = [QLineF.fromPolar(reach, way + by).translated(middle) for by in (-42, 42)]
        outline.addPolygon(QPolygonF([wings[0].p2(), tip.p2(), wings[1].p2()]))
        outline.closeSubpath()
    disc = QPainterPath()
    disc.addEllipse(middle, reach, reach)
    outline = outline.united(disc)
    stroke_cased(painter, outline, color, (1.0, 3.0))
    painter.fillPath(outline, qcolor(color))
    edge = reach * 0.68
    box = QRectF(middle.x() - edge, middle.y() - edge, 2 * edge, 2 * edge)
    draw_icon(painter, mark.icon, box, map_colors().ink)


def draw_diamond(
    painter: QPainter, middle: QPointF, color: str, text: str, reach_px: float = _DIAMOND_PX
) -> None:
    """Draw a diamond with a number in it."""
    painter.setPen(QPen(qcolor(map_colors().ink), 2))
    painter.setBrush(qcolor(color))
    arms = ((0, -1), (1, 0), (0, 1), (-1, 0))
    painter.drawPolygon(QPolygonF([middle + QPointF(*arm) * reach_px for arm in arms]))
    _draw_number(painter, middle, text)


def role_color(role: Role) -> str:
    """Return the colour of a role."""
    colors = night_colors() if role is Role.LAMP else map_colors()
    color: str = getattr(colors, role.value)
    return color


def points_box(points: Iterable[Point]) -> QRectF:
    """Return the smallest rectangle around some points."""
    return QPolygonF([QPointF(*point) for point in points]).boundingRect()


def _draw_effect(painter: QPainter, line: LineOverlay, cell_px: float) -> None:
    colors = map_colors()
    clear_end = line.cut if line.cut is not None else line.b
    whole_is_cover = line.role is LineRole.COVER and line.cut is None
    if not whole_is_cover:
        stroke_cased(painter, _path(line.a, clear_end, cell_px), colors.paper, (2.4, 3.0))
    if line.role is LineRole.COVER:
        start = line.a if line.cut is None else line.cut
        path = _path(start, line.b, cell_px)
        stroke_cased(painter, path, colors.cover, (2.4, 3.0), (2.0, 2.2))
    if line.cut is not None:
        color = colors.threat if line.role is LineRole.BLOCKED else colors.cover
        stroke_cross(painter, to_px(line.cut, cell_px), color)


def _draw_ruler(painter: QPainter, line: LineOverlay, cell_px: float) -> None:
    colors = map_colors()
    stroke_cased(painter, _path(line.a, line.b, cell_px), colors.paper, (2.4, 3.0), (4.0, 2.4))
    painter.setPen(QPen(qcolor(colors.ink), 1.5))
    painter.setBrush(QBrush(qcolor(colors.paper)))
    for end in (line.a, line.b):
        painter.drawEllipse(to_px(end, cell_px), 5.0, 5.0)


def _draw_number(painter: QPainter, middle: QPointF, text: str) -> None:
    box = QRectF(0, 0, 48, 24)
    box.moveCenter(middle)
    painter.setFont(sized_font(SANS, 11, 700))
    painter.setPen(qcolor(map_colors().ink))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)


def _path(a: Point, b: Point, cell_px: float) -> QPainterPath:
    return line_path((a, b), cell_px)
