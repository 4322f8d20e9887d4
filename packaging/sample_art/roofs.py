"""Flat roofs and what stands on them: skylights, chimneys, tanks, washing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor
from sample_art.kit import blob, boards, curve, drop, put, rect_path, rgb, round_path, rule, stroke
from sample_art.kit import tint as shade

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from random import Random

    from PySide6.QtGui import QPainter
    from sample_art.plan import Xy

_EDGE = QColor(30, 30, 32)
_COPING = QColor(176, 168, 152)
_GLASS = QColor(150, 192, 204)
_BRICK = QColor(156, 92, 70)
_CLOTHS = (QColor(226, 220, 206), QColor(178, 70, 58), QColor(82, 120, 150), QColor(214, 170, 84))


def flat_roof(painter: QPainter, frame: QRectF, base: QColor, rnd: Random) -> None:
    """Draw a roof of felt in strips behind a coping, high above what lies right and below it."""
    drop(painter, rect_path(frame), 1.5, 190)
    put(painter, rect_path(frame), base, line=0.08, edge=_EDGE)
    painter.save()
    painter.setClipRect(frame)
    x = frame.left()
    while x < frame.right():
        strip = QRectF(x, frame.top(), 1.0, frame.height())
        painter.fillRect(strip, shade(base, rnd.gauss(0, 4)))
        rule(painter, (x, frame.top()), (x, frame.bottom()), 0.03, shade(base, -24, 190))
        rule(painter, (x + 0.04, frame.top()), (x + 0.04, frame.bottom()), 0.016, shade(base, 22))
        x += 1.0
    for _patch in range(round(frame.width() * frame.height() / 14)):
        at = (rnd.uniform(frame.left(), frame.right()), rnd.uniform(frame.top(), frame.bottom()))
        _mend(painter, at, base, rnd)
    painter.restore()
    for grown, wide, colour in ((0.17, 0.34, _EDGE), (0.17, 0.28, _COPING), (0.12, 0.08, _COPING)):
        rim = frame.adjusted(grown, grown, -grown, -grown)
        bright = 26 if wide < 0.1 else 0  # noqa: PLR2004 the lit edge of the coping
        stroke(painter, rect_path(rim), wide, shade(colour, bright))


def _mend(painter: QPainter, at: Xy, base: QColor, rnd: Random) -> None:
    """Draw a puddle, or a patch nailed over a leak."""
    if rnd.random() < 0.55:  # noqa: PLR2004 a little over half are puddles
        pool = blob(at, rnd.uniform(0.3, 0.9), rnd.uniform(0.2, 0.5), rnd, 0.25)
        put(painter, pool, shade(base, -16, 120), line=0)
        return
    patch = QRectF(*at, rnd.uniform(0.5, 1.3), rnd.uniform(0.4, 0.8))
    put(painter, rect_path(patch, 0.04), shade(base, rnd.uniform(-14, 14)), line=0.014)


def _skylight(painter: QPainter, frame: QRectF, rnd: Random) -> None:
    del rnd
    curb = frame.adjusted(0.1, 0.1, -0.1, -0.1)
    drop(painter, rect_path(curb), 0.3)
    put(painter, rect_path(curb, 0.04), QColor(96, 100, 102), line=0.03)
    pane = curb.adjusted(0.1, 0.1, -0.1, -0.1)
    put(painter, rect_path(pane), _GLASS, line=0.02)
    half = QRectF(pane.left(), pane.top(), pane.width(), pane.height() / 2)
    painter.fillRect(half, QColor(232, 246, 246, 90))
    x = pane.left() + 0.45
    while x < pane.right() - 0.1:
        rule(painter, (x, pane.top()), (x, pane.bottom()), 0.035, QColor(70, 76, 80))
        x += 0.45
    middle = pane.center().y()
    rule(painter, (pane.left(), middle), (pane.right(), middle), 0.06, QColor(88, 94, 98))


def _chimney(painter: QPainter, frame: QRectF, rnd: Random) -> None:
    stack = frame.adjusted(0.1, 0.1, -0.1, -0.1)
    drop(painter, rect_path(stack), 0.7, 220)
    put(painter, rect_path(stack, 0.02), shade(_BRICK, -20), line=0.03)
    y = stack.top()
    while y < stack.bottom():
        rule(painter, (stack.left(), y), (stack.right(), y), 0.02, shade(_BRICK, -60, 170))
        y += 0.16
    cap = stack.adjusted(0.08, 0.08, -0.08, -0.08)
    put(painter, rect_path(cap, 0.02), shade(_BRICK, 18), line=0.02)
    count = max(1, round(max(stack.width(), stack.height())))
    for pot in range(count):
        part = (pot + 0.5) / count
        upright = stack.height() > stack.width()
        x = cap.center().x() if upright else cap.left() + cap.width() * part
        y = cap.top() + cap.height() * part if upright else cap.center().y()
        put(painter, round_path(x, y, 0.2), QColor(184, 112, 76), line=0.024)
        put(painter, round_path(x, y, 0.12), QColor(24, 20, 20), line=0.012)
    del rnd


def _tank(painter: QPainter, frame: QRectF, rnd: Random) -> None:
    x, y, radius = frame.center().x(), frame.center().y(), frame.width() * 0.46
    top = round_path(x, y, radius)
    drop(painter, top, 0.9, 225)
    put(painter, top, QColor(104, 78, 54), line=0.04)
    painter.save()
    painter.setClipPath(round_path(x, y, radius * 0.95))
    boards(painter, frame, rnd, QColor(142, 108, 74), wide=0.24, upright=True)
    painter.restore()
    for share in (0.94, 0.62):
        stroke(painter, round_path(x, y, radius * share), 0.05, QColor(62, 60, 60))
    put(painter, round_path(x - 0.02, y - 0.03, radius * 0.2), QColor(112, 84, 58), line=0.03)
    rule(painter, (x, y), (x + radius * 1.05, y), 0.09, QColor(66, 66, 68))


def _vent(painter: QPainter, frame: QRectF, rnd: Random) -> None:
    box = frame.adjusted(0.1, 0.1, -0.1, -0.1)
    drop(painter, rect_path(box, 0.05), 0.34)
    by = rnd.gauss(0, 5)
    put(painter, rect_path(box, 0.05), rgb(126 + by, 132 + by, 134 + by), line=0.034, edge=_EDGE)
    reach = min(box.width(), box.height()) * 0.36
    x, y = box.center().x(), box.center().y()
    put(painter, round_path(x, y, reach), QColor(38, 42, 46), line=0.024, edge=_EDGE)
    for turn in range(3):
        far = reach * (0.8 - turn * 0.24)
        stroke(painter, round_path(x, y, far), 0.03, QColor(104, 110, 112))
    for dx, dy in ((reach, 0), (0, reach)):
        rule(painter, (x - dx, y - dy), (x + dx, y + dy), 0.035, QColor(126, 132, 134))


def washing(painter: QPainter, a: Xy, b: Xy, rnd: Random) -> None:
    """Draw a line of washing between two places, above whatever lies there."""
    (ax, ay), (bx, by) = a, b
    long = max(abs(bx - ax), abs(by - ay))
    sag = [a, ((ax + bx) / 2 + 0.1, (ay + by) / 2 + 0.16), b]
    stroke(painter, curve(sag), 0.03, QColor(230, 226, 214))
    along = 0.5
    while along < long - 0.5:
        part = along / long
        x, y = ax + (bx - ax) * part, ay + (by - ay) * part + 0.5 * part * (1 - part)
        cloth = QRectF(x - 0.2, y, rnd.uniform(0.34, 0.52), rnd.uniform(0.4, 0.66))
        colour = rnd.choice(_CLOTHS)
        drop(painter, rect_path(cloth, 0.04), 0.5, 150)
        put(painter, rect_path(cloth, 0.04), colour, line=0.02)
        rule(
            painter,
            (cloth.left() + 0.12, y + 0.05),
            (cloth.left() + 0.1, cloth.bottom() - 0.06),
            0.02,
            shade(colour, -30, 170),
        )
        along += rnd.uniform(0.6, 0.95)


LOOKS: Mapping[str, Callable[[QPainter, QRectF, Random], None]] = {
    "chimney": _chimney,
    "skylight": _skylight,
    "tank": _tank,
    "vent": _vent,
}
