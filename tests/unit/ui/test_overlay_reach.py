"""How areas are drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from gridwar.control.records.scene_records import RegionOverlay, RegionRole
from gridwar.ui.map.overlays.overlay_reach import ReachItem

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

CELL_PX = 40


def _block(left: int, right: int) -> frozenset[tuple[int, int]]:
    return frozenset((x, y) for x in range(left, right) for y in range(9))


def test_reach_leaves_the_nearest_ground_brightest(qtbot: QtBot) -> None:
    """Beyond it all is a third darker, whichever zone it is in: nothing has a fill of its own."""
    del qtbot
    page = QRectF(0, 0, 12, 9)
    zones = tuple(
        RegionOverlay(role, cells)
        for role, cells in (
            (RegionRole.REACH1, _block(0, 3)),
            (RegionRole.REACH2, _block(3, 6)),
            (RegionRole.REACH3, _block(6, 9)),
        )
    )
    image = QImage(12 * CELL_PX, 9 * CELL_PX, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    ReachItem(zones, page, CELL_PX).draw(painter, CELL_PX, page)
    painter.end()
    shown = [image.pixelColor(round((x + 0.5) * CELL_PX), 180).lightness() for x in (1, 4, 7, 10)]
    assert shown[0] > 250
    assert len(set(shown[1:])) == 1
    assert 0.65 < shown[1] / shown[0] < 0.75
