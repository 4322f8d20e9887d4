"""The scene that one writes first with Qt: an item a cell, ellipse and text a token.

The peer of repainting, and of how long a frame may take: the same scene stands in every run, so
that a slow machine, or a slow hour, is slow for both.
"""

from __future__ import annotations

import random
import statistics
import time
from typing import TYPE_CHECKING

from tests.bench.application import application

if TYPE_CHECKING:
    from collections.abc import Iterable

    from PySide6.QtWidgets import QGraphicsView

    from gridwar.control.records.ground_records import CellXY

CELLS = 100
TOKENS = 1000
CELL_PX = 48
SEED = 3
REACH = 455
"""Squares of the one overlay of the scene that frames are held against."""


def places() -> list[CellXY]:
    """Return where its tokens stand."""
    dice = random.Random(SEED)
    cells = [(x, y) for x in range(CELLS) for y in range(CELLS)]
    return dice.sample(cells, TOKENS)


def item_scene(
    size_px: tuple[int, int], veiled: Iterable[CellXY], *, smooth: bool
) -> QGraphicsView:
    """Return a view of the scene, with a veil over some cells; its edges smooth or not."""
    from PySide6.QtCore import Qt
    from PySide6.QtGui import QBrush, QColor, QPainter, QPen
    from PySide6.QtWidgets import QFrame, QGraphicsScene, QGraphicsView

    app = application()
    scene = QGraphicsScene()
    edge, floor = QPen(QColor(0, 0, 0, 70), 0), QBrush(QColor(196, 186, 160))
    for x in range(CELLS):
        for y in range(CELLS):
            scene.addRect(x * CELL_PX, y * CELL_PX, CELL_PX, CELL_PX, edge, floor)
    veil = QBrush(QColor(60, 120, 255, 60))
    bare = QPen(Qt.PenStyle.NoPen)
    for x, y in veiled:
        scene.addRect(x * CELL_PX, y * CELL_PX, CELL_PX, CELL_PX, bare, veil)
    for number, (x, y) in enumerate(places()):
        left, top = x * CELL_PX, y * CELL_PX
        scene.addEllipse(
            left + 4,
            top + 4,
            CELL_PX - 8,
            CELL_PX - 8,
            QPen(Qt.GlobalColor.black, 2),
            QBrush(QColor.fromHsv(number * 37 % 360, 200, 220)),
        )
        scene.addSimpleText(str(number % 100)).setPos(left + 14, top + 14)
    view = QGraphicsView(scene)
    scene.setParent(view)
    view.setRenderHint(QPainter.RenderHint.Antialiasing, smooth)
    view.setFrameShape(QFrame.Shape.NoFrame)
    view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    view.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    view.resize(*size_px)
    view.centerOn(CELLS * CELL_PX / 2, CELLS * CELL_PX / 2)
    view.show()
    app.processEvents()
    return view


class ItemFrames:
    """How long that scene takes to be painted, with a reach over it, between frames of a row."""

    def __init__(self, size_px: tuple[int, int]) -> None:
        from PySide6.QtCore import Qt

        middle = CELLS // 2
        cells = [(x, y) for x in range(CELLS) for y in range(CELLS)]
        cells.sort(key=lambda cell: abs(cell[0] - middle) + abs(cell[1] - middle))
        self._view = item_scene(size_px, cells[:REACH], smooth=False)
        self._view.hide()
        # The window that is measured stays the one in use while this one stands beside it.
        self._view.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self._view.show()
        application().processEvents()
        self._seconds: list[float] = []

    def measure(self) -> float:
        """Paint it once and return how long that takes, in seconds of the thread."""
        began = time.thread_time()
        self._view.viewport().repaint()
        took = time.thread_time() - began
        self._seconds.append(took)
        return took

    @property
    def seconds(self) -> float:
        """The median of a frame, in seconds of the thread."""
        return statistics.median(self._seconds)

    def close(self) -> None:
        """Put the scene away."""
        self._view.close()
        self._view.deleteLater()
