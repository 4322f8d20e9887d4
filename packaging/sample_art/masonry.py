"""Walls, doors, windows, railings, and what has fallen from them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen
from sample_art.kit import drop, ink, polygon, put, rect_path, rgb, round_path, rule, stroke, tint

if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random

    from sample_art.plan import CellXy, Segment

THICK = 0.36
_LOW = 0.28
_FLANGE = QColor(70, 78, 84)


def lines(segments: Iterable[Segment], kinds: set[str]) -> QPainterPath:
    """Return the middle lines of the segments of some kinds that are drawn."""
    path = QPainterPath()
    for one in segments:
        if one.kind in kinds and one.shown:
            path.moveTo(*one.a)
            path.lineTo(*one.b)
    return path


def thick_pen(width: float, colour: QColor) -> QPen:
    """Return the pen of a wall: square ends that fill the corners."""
    pen = QPen(colour, width)
    pen.setCapStyle(Qt.PenCapStyle.SquareCap)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    return pen


def build(painter: QPainter, segments: tuple[Segment, ...], rnd: Random, *, metal: bool) -> None:
    """Draw all walls, then what is let into them."""
    for kinds, thick in (({"low"}, _LOW), ({"wall"}, THICK)):
        path = lines(segments, kinds)
        if kinds == {"low"}:
            painter.setPen(thick_pen(thick + 0.1, QColor(12, 10, 14, 60)))
            painter.drawPath(path.translated(0.1, 0.13))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(thick_pen(thick + 0.06, QColor(28, 23, 18)))
        painter.drawPath(path)
        if metal:
            (_bulkhead if kinds == {"wall"} else _barrier)(painter, path, segments)
            continue
        painter.setPen(thick_pen(thick, QColor(74, 68, 60)))
        painter.drawPath(path)
        for one in (one for one in segments if one.kind in kinds and one.shown):
            _stones(painter, one, thick, rnd)
    _fit(painter, segments, rnd, metal=metal)


def _fit(painter: QPainter, segments: tuple[Segment, ...], rnd: Random, *, metal: bool) -> None:
    for one in segments:
        match one.kind:
            case "door" if one.shown:
                _slide(painter, one) if metal else _door(painter, one, rnd)
            case "window":
                _window(painter, one)
            case "rail":
                _railing(painter, one, metal=metal)


def _stones(painter: QPainter, one: Segment, thick: float, rnd: Random) -> None:
    line = QLineF(*one.a, *one.b)
    painter.save()
    painter.translate(line.p1())
    painter.rotate(-line.angle())
    along, total = -thick / 2, line.length() + thick / 2
    while along < total:
        wide = min(rnd.uniform(0.34, 0.62), total - along)
        by, warm = rnd.gauss(0, 10), rnd.uniform(-5, 6)
        colour = rgb(143 + by + warm, 135 + by, 122 + by - warm)
        stone = QRectF(along + 0.012, -thick / 2 + 0.012, max(0.03, wide - 0.024), thick - 0.024)
        put(painter, rect_path(stone, 0.05), colour, line=0.016, edge=tint(colour, -70))
        top = stone.adjusted(0.04, 0.035, -0.04, -thick * 0.6)
        put(painter, rect_path(top, 0.03), tint(colour, 20, 120), line=0)
        along += wide
    painter.restore()


def _barrier(painter: QPainter, path: QPainterPath, segments: tuple[Segment, ...]) -> None:
    del segments
    for width, colour in (
        (_LOW, QColor(170, 166, 156)),
        (_LOW * 0.45, QColor(206, 202, 192)),
    ):
        painter.setPen(thick_pen(width, colour))
        painter.drawPath(path)
    pen = thick_pen(_LOW * 0.45, QColor(214, 150, 52))
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    pen.setDashPattern([3, 3])
    painter.setPen(pen)
    painter.drawPath(path)


def _bulkhead(painter: QPainter, path: QPainterPath, segments: tuple[Segment, ...]) -> None:
    painter.setPen(thick_pen(THICK, QColor(58, 66, 72)))
    painter.drawPath(path)
    painter.setPen(thick_pen(THICK * 0.62, QColor(98, 108, 114)))
    painter.drawPath(path)
    painter.setPen(thick_pen(THICK * 0.24, QColor(126, 136, 140)))
    painter.drawPath(path)
    for one in segments:
        if one.kind != "wall":
            continue
        line = QLineF(*one.a, *one.b)
        count = max(1, round(line.length()))
        for part in range(count + 1):
            at = line.pointAt(part / count)
            rib = QRectF(at.x() - 0.11, at.y() - 0.11, 0.22, 0.22)
            put(painter, rect_path(rib, 0.03), _FLANGE, line=0.018, edge=QColor(28, 32, 36))
            put(painter, round_path(at.x(), at.y(), 0.04), QColor(140, 148, 150), line=0.01)


def _door(painter: QPainter, one: Segment, rnd: Random) -> None:
    line = QLineF(*one.a, *one.b)
    if one.state == "secret":
        _stones(painter, one, THICK, rnd)
        return
    painter.setPen(thick_pen(0.24, QColor(66, 50, 34)))
    inner = QLineF(line.pointAt(0.06), line.pointAt(0.94))
    painter.drawLine(inner)
    leaves = 2 if line.length() > 1.5 else 1  # noqa: PLR2004 wider doors have two leaves
    for leaf in range(leaves):
        painter.save()
        painter.translate(line.p1() if leaf == 0 else line.p2())
        swing = 74 if one.state == "open" else 0
        painter.rotate(-line.angle() + (swing if leaf == 0 else 180 - swing))
        _leaf(painter, line.length() / leaves, locked=one.state == "locked")
        painter.restore()
    for end in (line.p1(), line.p2()):
        post = QRectF(end.x() - 0.13, end.y() - 0.13, 0.26, 0.26)
        put(painter, rect_path(post, 0.03), QColor(116, 84, 52), line=0.022)


def _leaf(painter: QPainter, long: float, *, locked: bool) -> None:
    leaf = QRectF(0.04, -0.085, long - 0.06, 0.17)
    drop(painter, rect_path(leaf, 0.03), 0.1)
    put(painter, rect_path(leaf, 0.03), QColor(164, 104, 48), line=0.024)
    for part in (0.25, 0.5, 0.75):
        x = leaf.left() + leaf.width() * part
        rule(painter, (x, leaf.top() + 0.02), (x, leaf.bottom() - 0.02), 0.014, QColor(92, 54, 22))
    rule(
        painter,
        (leaf.left() + 0.03, leaf.top() + 0.035),
        (leaf.right() - 0.03, leaf.top() + 0.035),
        0.016,
        QColor(206, 150, 84, 190),
    )
    iron = QColor(58, 58, 60)
    for part in (0.12, 0.86):
        band = QRectF(leaf.left() + leaf.width() * part - 0.035, leaf.top(), 0.07, leaf.height())
        put(painter, rect_path(band, 0.01), iron, line=0.01)
    put(painter, round_path(leaf.right() - 0.1, 0, 0.035), QColor(232, 194, 100), line=0.012)
    if locked:
        lock = QRectF(leaf.right() - 0.3, -0.07, 0.14, 0.14)
        put(painter, rect_path(lock, 0.02), QColor(150, 152, 150), line=0.018)


def _slide(painter: QPainter, one: Segment) -> None:
    """Draw a sliding door of two halves with a warning stripe."""
    line = QLineF(*one.a, *one.b)
    painter.setPen(thick_pen(0.2, QColor(34, 38, 42)))
    painter.drawLine(QLineF(line.pointAt(0.1), line.pointAt(0.9)))
    if one.state == "secret":
        painter.setPen(thick_pen(THICK * 0.62, QColor(92, 102, 108)))
        painter.drawLine(line)
        return
    lamp = {"open": QColor(110, 214, 150), "locked": QColor(240, 96, 72)}.get(
        one.state, QColor(244, 196, 92)
    )
    half = line.length() / 2
    wide = 0.14 if one.state == "open" else half
    painter.save()
    painter.translate(line.p1())
    painter.rotate(-line.angle())
    for left in (0.0, line.length() - wide):
        leaf = QRectF(left, -0.12, wide, 0.24).adjusted(0.015, 0, -0.015, 0)
        put(
            painter,
            rect_path(leaf, 0.02),
            QColor(188, 194, 190),
            line=0.024,
            edge=QColor(30, 34, 38),
        )
        if wide == half:
            _stripes(painter, leaf.adjusted(0.05, 0.07, -0.05, -0.07))
    painter.restore()
    for end in (line.p1(), line.p2()):
        put(
            painter,
            rect_path(QRectF(end.x() - 0.15, end.y() - 0.15, 0.3, 0.3), 0.04),
            QColor(80, 88, 94),
            line=0.022,
            edge=QColor(26, 30, 34),
        )
        put(painter, round_path(end.x(), end.y(), 0.055), lamp, line=0.012)


def _stripes(painter: QPainter, frame: QRectF) -> None:
    painter.save()
    painter.setClipRect(frame, Qt.ClipOperation.IntersectClip)
    painter.fillRect(frame, QColor(40, 40, 40))
    x = frame.left() - frame.height()
    while x < frame.right() + frame.height():
        bar = polygon(
            [
                (x, frame.bottom()),
                (x + 0.1, frame.bottom()),
                (x + 0.1 + frame.height(), frame.top()),
                (x + frame.height(), frame.top()),
            ]
        )
        put(painter, bar, QColor(236, 184, 62), line=0)
        x += 0.2
    painter.restore()


def warning(painter: QPainter, frame: QRectF) -> None:
    """Draw a band of warning stripes on the floor."""
    _stripes(painter, frame)
    put(painter, rect_path(frame), QColor(0, 0, 0, 0), line=0.014, edge=QColor(40, 40, 40))


def _window(painter: QPainter, one: Segment) -> None:
    line = QLineF(*one.a, *one.b)
    for wide, colour in (
        (THICK + 0.06, QColor(28, 23, 18)),
        (THICK - 0.02, QColor(128, 120, 108)),
        (0.2, QColor(48, 52, 54)),
        (0.13, QColor(150, 196, 206)),
    ):
        painter.setPen(thick_pen(wide, colour))
        inset = 0.0 if wide > THICK - 0.05 else 0.06 / line.length()
        painter.drawLine(QLineF(line.pointAt(inset), line.pointAt(1 - inset)))
    painter.save()
    painter.translate(line.p1())
    painter.rotate(-line.angle())
    rule(painter, (0.05, -0.03), (line.length() - 0.05, -0.03), 0.03, QColor(226, 244, 244, 200))
    for part in range(1, round(line.length() / 0.5)):
        rule(painter, (part * 0.5, -0.07), (part * 0.5, 0.07), 0.04, QColor(58, 46, 34))
    painter.restore()


def _railing(painter: QPainter, one: Segment, *, metal: bool) -> None:
    line = QLineF(*one.a, *one.b)
    colour = QColor(214, 168, 58) if metal else QColor(128, 88, 50)
    painter.setPen(ink(0.1, QColor(12, 10, 14, 90)))
    painter.drawLine(line.translated(0.1, 0.13))
    rule(painter, one.a, one.b, 0.13, QColor(34, 25, 18))
    rule(painter, one.a, one.b, 0.085, colour)
    rule(painter, one.a, one.b, 0.025, tint(colour, 40, 180))
    count = max(1, round(line.length() * 2))
    for part in range(count + 1):
        at = line.pointAt(part / count)
        size = 0.085 if part in {0, count} else 0.06
        put(painter, round_path(at.x(), at.y(), size), tint(colour, -18), line=0.018)


def strew(painter: QPainter, cells: Iterable[CellXy], rnd: Random, *, warm: int = 0) -> None:
    """Draw rubble over some cells, a little beyond their borders."""
    chosen = sorted(cells)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(52, 46, 40, 46))
    for x, y in chosen:
        for grown in (0.75, 0.6):
            painter.drawEllipse(QPointF(x + 0.5, y + 0.5), grown, grown * 0.9)
    stones = [
        (x + rnd.uniform(-0.1, 1.1), y + rnd.uniform(-0.1, 1.1), rnd.betavariate(1.3, 4))
        for x, y in chosen
        for _stone in range(20)
    ]
    for across, down, share in sorted(stones, key=lambda stone: stone[2]):
        boulder(painter, (across, down), 0.035 + 0.3 * share, rnd, warm=warm)


def boulder(
    painter: QPainter, at: tuple[float, float], radius: float, rnd: Random, *, warm: int = 0
) -> None:
    """Draw one stone with a lit upper side."""
    by, start = rnd.gauss(0, 11), rnd.uniform(0, math.tau)
    colour = rgb(146 + by + warm, 139 + by, 127 + by - warm)
    turns = [start + step * math.tau / 7 + rnd.uniform(-0.2, 0.2) for step in range(7)]
    outs = [radius * rnd.uniform(0.78, 1.1) for _turn in turns]
    outline = [
        (at[0] + math.cos(turn) * out, at[1] + math.sin(turn) * out * 0.88)
        for turn, out in zip(turns, outs, strict=True)
    ]
    path = polygon(outline)
    drop(painter, path, radius * 0.35, 130)
    put(painter, path, tint(colour, -16), line=min(0.022, radius * 0.16))
    top = [
        (at[0] + (x - at[0]) * 0.62 - radius * 0.1, at[1] + (y - at[1]) * 0.62 - radius * 0.14)
        for x, y in outline
    ]
    put(painter, polygon(top), tint(colour, 16), line=0)
    stroke(painter, polygon(top[:4]), 0.006, tint(colour, 36, 120))
