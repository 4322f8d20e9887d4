"""The outline of areas given as cells: corners cut, edges uneven; for picture and rules."""

from __future__ import annotations

import math
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainterPath
from sample_art.kit import curve

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sample_art.plan import Cells, CellXy, Xy

_CUT = 0.32
"""How much of a corner is cut off, in cells."""
_PIECE = 0.34


def read(rows: Sequence[str], marks: str) -> Cells:
    """Return the cells of a drawing in letters that bear one of some marks."""
    return frozenset(
        (x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark in marks
    )


def loops(cells: Iterable[CellXy]) -> list[list[Xy]]:
    """Return the closed outlines of an area, corners cut; first and last point are the same."""
    area = QPainterPath()
    area.setFillRule(Qt.FillRule.WindingFill)
    for x, y in sorted(cells):
        area.addRect(QRectF(x, y, 1, 1))
    found = []
    for polygon in area.simplified().toSubpathPolygons():
        at = [(round(one.x(), 3), round(one.y(), 3)) for one in polygon.toList()][:-1]
        corners = [
            here
            for before, here, after in zip(at[-1:] + at[:-1], at, at[1:] + at[:1], strict=True)
            if (before[0] - here[0]) * (after[1] - here[1])
            != (before[1] - here[1]) * (after[0] - here[0])
        ]
        cut = [
            point
            for before, here, after in zip(
                corners[-1:] + corners[:-1], corners, corners[1:] + corners[:1], strict=True
            )
            for point in (_towards(here, before), _towards(here, after))
        ]
        found.append([*cut, cut[0]])
    return found


def _towards(here: Xy, there: Xy) -> Xy:
    long = math.dist(here, there)
    part = min(_CUT, long * 0.42) / long
    return (
        round(here[0] + (there[0] - here[0]) * part, 3),
        round(here[1] + (there[1] - here[1]) * part, 3),
    )


def rough(cells: Iterable[CellXy], seed: int, far: float = 0.09) -> QPainterPath:
    """Return an area with an uneven edge that stays close to its outline."""
    rnd, path = Random(seed), QPainterPath()
    path.setFillRule(Qt.FillRule.OddEvenFill)
    for loop in loops(cells):
        points: list[Xy] = []
        for a, b in pairwise(loop):
            count = max(1, round(math.dist(a, b) / _PIECE))
            for step in range(count):
                part = step / count
                points.append(
                    (
                        a[0] + (b[0] - a[0]) * part + rnd.uniform(-far, far),
                        a[1] + (b[1] - a[1]) * part + rnd.uniform(-far, far),
                    )
                )
        piece = curve(points, closed=True)
        piece.closeSubpath()
        path.addPath(piece)
    return path
