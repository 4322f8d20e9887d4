"""The six grounds side by side with all that is drawn on a map, to be looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from PySide6.QtCore import QBuffer, QIODevice, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QImage, QImageWriter, QPainter

from gridwar.control.records import ground_records as gr
from gridwar.control.records import scene_records as sr
from gridwar.control.records.result_records import ResultView
from gridwar.control.records.target_records import AimView, TargetTag
from gridwar.engine.kit.card_order_and_flow import Badge
from gridwar.model.walls import DoorState, WallSide
from gridwar.ui.map.map_scene import MapScene
from gridwar.ui.style.colors import ThemeName, palette_for, sides
from tests.contrast.grounds import GROUNDS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.contrast.sight import Floats

WIDE, HIGH, CELL_PX = 20, 13, 44
_ROOM_PX: Final = 40


class _Ground:
    """A picture of a ground."""

    def __init__(self, pixels: Floats) -> None:
        data = np.ascontiguousarray((pixels[..., ::-1] * 255).round().astype(np.uint8))
        height, width, _ = data.shape
        image = QImage(data.tobytes(), width, height, 3 * width, QImage.Format.Format_BGR888)
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        QImageWriter(buffer, b"png").write(image)
        self._bytes = bytes(buffer.data().data())

    def picture_bytes(self, digest: str) -> bytes | None:
        """Return its file."""
        return self._bytes if digest else None


def save_sheet(path: Path, theme: ThemeName) -> None:
    """Draw all grounds with all that is drawn on a map, and write them as one picture."""
    width, height = WIDE * CELL_PX, HIGH * CELL_PX
    sheet = QImage(
        2 * width + 3 * _ROOM_PX, 3 * (height + _ROOM_PX) + _ROOM_PX, QImage.Format.Format_RGB32
    )
    sheet.fill(QColor(palette_for(theme).void))
    with QPainter(sheet) as painter:
        painter.setPen(QColor(palette_for(theme).text))
        painter.setFont(QFont("Inter", 14))
        for at, (name, made) in enumerate(GROUNDS.items()):
            x = _ROOM_PX + (at % 2) * (width + _ROOM_PX)
            y = _ROOM_PX + (at // 2) * (height + _ROOM_PX)
            painter.drawText(x, y - 10, name)
            painter.drawImage(x, y, _drawn(name, made((width, height)), theme))
    sheet.save(str(path))


def _drawn(name: str, pixels: Floats, theme: ThemeName) -> QImage:
    scene = MapScene(palette_for(theme), _Ground(pixels))
    scene.reduce_motion = True
    scene.set_zoom(float(CELL_PX), 1.0)
    scene.sync(None, _scene(name))
    scene.refresh_all()
    image = QImage(WIDE * CELL_PX, HIGH * CELL_PX, QImage.Format.Format_RGB32)
    with QPainter(image) as painter:
        cells = QRectF(0, 0, WIDE, HIGH)
        scene.render(painter, QRectF(image.rect()), cells, Qt.AspectRatioMode.IgnoreAspectRatio)
    scene.free_pixels()
    return image


def _block(left: int, top: int, wide: int, high: int) -> frozenset[gr.CellXY]:
    return frozenset((x, y) for x in range(left, left + wide) for y in range(top, top + high))


def _scene(name: str) -> sr.SceneView:
    walls = (
        gr.WallView((0.5, 12.5), (3, 12.5), own=True),
        gr.WallView((3, 12.5), (4, 12.5), gr.WallLook.DOOR, DoorState.CLOSED, own=True),
        gr.WallView((4, 12.5), (5.5, 12.5), gr.WallLook.WINDOW, own=True),
        gr.WallView((5.5, 12.5), (7, 12.5), gr.WallLook.LOW, own=True),
        gr.WallView((7, 12.5), (8, 12.5), gr.WallLook.OPEN_DOOR, DoorState.OPEN, own=True),
        gr.WallView((8, 12.5), (9.5, 12.5), gr.WallLook.CURTAIN, own=True),
        gr.WallView((9.5, 12.5), (11, 12.5), gr.WallLook.BARS, own=True),
        gr.WallView((11, 12.5), (12.5, 12.5), gr.WallLook.FENCE, own=True),
        gr.WallView((12.5, 12.5), (14, 12.5), gr.WallLook.LIMITED, own=True),
        gr.WallView((14, 12.5), (15.5, 12.5), own=True, one_way=WallSide.LEFT),
    )
    picture = gr.PictureView(name, (0, 0, WIDE, HIGH))
    tag = TargetTag((17.5, 6.5), (0.5, 0.5), 1, "58 %", "Short, 6 squares", "shield-half")
    return sr.SceneView(
        gr.GroundView(WIDE, HIGH, 1.5, "m", picture=picture, walls=walls),
        tokens=tuple(_tokens()),
        overlays=tuple(_overlays()),
        results=(ResultView("side1", 1, "\u22129", is_harm=True),),
        aim=AimView(tags=(tag,), cursor=(17, 6)),
    )


def _tokens() -> Iterator[sr.TokenView]:
    for at in range(len(sides())):
        yield sr.TokenView(f"side{at}", (1 + at, 1), "Mt", side=at, bar=0.2 + at * 0.14)
    yield sr.TokenView("turn", (2, 4), "Ys", turn=True, selected=True, bar=0.8, facing_deg=60)
    yield sr.TokenView("acted", (1, 9), "Ac", side=3, turn_sign="check", bar=0.6)
    yield sr.TokenView("waits", (2, 9), "De", side=1, turn_sign="hourglass", bar=0.6)
    yield sr.TokenView("down", (3, 9), "Do", side=1, out=True)
    yield sr.TokenView("hidden", (4, 9), "Hi", side=4, hidden=True)
    yield sr.TokenView("high", (5, 9), "Up", altitude_text="6", badges=(Badge("flame", ""),))
    yield sr.TokenView("caught", (6, 9), "Ca", side=2, caught=3)
    yield sr.TokenView("began", (1, 6), "Ys", ghost=True)
    yield sr.TokenView("target", (17, 6), "Tr", side=1, target=True, bar=0.5)


def _overlays() -> Iterator[sr.OverlayView]:
    yield sr.RegionOverlay(sr.RegionRole.REACH1, _block(1, 3, 4, 4), "Move")
    yield sr.RegionOverlay(sr.RegionRole.REACH2, _block(5, 3, 2, 4), "2 moves")
    yield sr.RegionOverlay(sr.RegionRole.REACH3, _block(7, 3, 2, 4), "Run")
    yield sr.RegionOverlay(sr.RegionRole.THREAT, _block(8, 0, 4, 3), "Tomas", filled=False)
    yield sr.RegionOverlay(sr.RegionRole.TEMPLATE, _block(10, 9, 3, 3), "Fireball")
    yield sr.RegionOverlay(sr.RegionRole.HARD_COVER, _block(10, 4, 1, 2))
    yield sr.RegionOverlay(sr.RegionRole.SOFT_COVER, _block(12, 4, 1, 2))
    yield sr.RegionOverlay(sr.RegionRole.OPPORTUNITY, _block(5, 6, 1, 1), "Guard may strike")
    for at, role in enumerate((sr.RegionRole.ZONE, sr.RegionRole.SMOKE, sr.RegionRole.LIT)):
        yield sr.RegionOverlay(role, _block(13 + 2 * at, 0, 2, 2), role.value)
    roles = (sr.RegionRole.AREA_GOOD, sr.RegionRole.AREA_INFO, sr.RegionRole.AREA_QUIET)
    for at, role in enumerate(roles):
        yield sr.RegionOverlay(role, _block(14 + 2 * at, 10, 2, 2), filled=False)
    for at in range(3):
        area = _block(14 + 2 * at, 3, 2, 2)
        yield sr.RegionOverlay(sr.RegionRole.AREA_HARM, area, filled=False, side=(0, 1, 3)[at])
    for at, dash in enumerate(sr.Dash):
        yield sr.RingOverlay((11.5, 7), 0.5 + 0.45 * at, dash=dash)
    yield sr.RouteOverlay(
        ((2.5, 4.5), (3.5, 5.5), (4.5, 6.5), (5.5, 6.5)), (2,), ("3",), "4 squares"
    )
    decided = (sr.LineRole.CLEAR, sr.LineRole.COVER, sr.LineRole.BLOCKER, sr.LineRole.RULER)
    for at, line in enumerate(decided):
        yield sr.LineOverlay((0.5, 7.4 + 0.35 * at), (8.5, 7.4 + 0.35 * at), line)
    for at, line in enumerate((sr.LineRole.AIM, sr.LineRole.CONTACT, sr.LineRole.TIE)):
        yield sr.LineOverlay((0.5, 10.5 + 0.4 * at), (8.5, 10.5 + 0.4 * at), line)
    yield sr.LineOverlay((12.5, 8.5), (17.5, 6.5), sr.LineRole.COVER, cut=(15, 7.5))
    yield sr.MarkOverlay((8.5, 11), sr.Role.THREAT, "link", (9.5, 11.5))
