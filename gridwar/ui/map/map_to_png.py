"""Draws a state of the map into a file, without a window.

Owns the picture made by ``gridwar render``, saved from the window, and in lists of fights. Works
without a display: when no application runs yet, one is made that needs none, as for the self-test.
"""

from __future__ import annotations

import os
import sys
from functools import cache
from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QBuffer, QIODevice, QPointF, QRect, QRectF, QSizeF, Qt
from PySide6.QtGui import QImage, QImageWriter, QPainter
from PySide6.QtWidgets import QApplication

from gridwar.control.presenters.ground_walls_zones import present_ground
from gridwar.control.records.scene_records import SceneView
from gridwar.errors import InputError, UnwritableFile
from gridwar.storage.atomic_write import write_bytes
from gridwar.text import _
from gridwar.ui.map.map_scene import MapScene
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.theme import make_theme
from gridwar.ui.tasks.stepped_task import to_its_end

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator
    from pathlib import Path

    from gridwar.control.records.ground_records import Box, PictureSource, Point
    from gridwar.model.battlemap import BattleMap
    from gridwar.ui.map.ground.page_picture_and_grid import Ground

_PIECE_PX = 512
_STEP_S = 0.008
"""So long tokens are made ready before other events come."""
_MOST_PIXELS = 16384 * 16384
_OFFSCREEN = "offscreen"


class AsShown(Struct, frozen=True):
    """Where pictures are, and a ground with that of the map: to decode it again takes long.

    With ``is_clear`` page and sketch are left out, for whoever draws them below the picture.
    """

    source: PictureSource | None
    ground: Ground
    is_clear: bool = False


def render_image(view: SceneView, cell_px: int, pictures: PictureSource | None = None) -> QImage:
    """Return a state of the map as an image, the whole map and nothing around it.

    Args:
        view: what to show.
        cell_px: edge of a cell in pixels.
        pictures: where its pictures are.
    """
    return to_its_end(_rendered(view, cell_px, pictures))


def _rendered(
    view: SceneView, cell_px: int, pictures: PictureSource | None
) -> Generator[None, None, QImage]:
    """Draw all of it piece by piece, with a pause after each."""
    left, top, width, height = view.ground.page
    if cell_px < 1 or width * height * cell_px**2 > _MOST_PIXELS:
        most = int((_MOST_PIXELS / (width * height)) ** 0.5)
        raise InputError(f"{cell_px} pixels a cell cannot be drawn; choose 1 to {most}")
    return (yield from part_in_steps(view, (left, top, width, height), cell_px, pictures))


def part_in_steps(
    view: SceneView,
    box: Box,
    cell_px: float,
    pictures: PictureSource | AsShown | None = None,
    tell: Callable[[float], None] = lambda _share: None,
) -> Generator[None, None, QImage]:
    """Draw a part of a map piece by piece, with a pause after each.

    Args:
        view: What to show.
        box: The part, in cells.
        cell_px: Edge of a cell in pixels.
        pictures: Where its pictures are.
        tell: Told how much is done, 0 to 1.

    Raises:
        UnwritableFile: There is not enough memory.
    """
    windowless_application()
    source = pictures.source if isinstance(pictures, AsShown) else pictures
    scene = MapScene(make_theme(ThemeName.DARK).palette, source)
    if isinstance(pictures, AsShown):
        scene.ground.borrow_from(pictures.ground)
        scene.ground.is_clear = pictures.is_clear
    try:
        return (yield from _part_of(scene, view, box, cell_px, tell))
    finally:
        # Its parts hold each other: left to Python, any thread could be the one that frees them.
        scene.free_pixels()
        scene.deleteLater()


def _part_of(
    scene: MapScene, view: SceneView, box: Box, cell_px: float, tell: Callable[[float], None]
) -> Generator[None, None, QImage]:
    scene.reduce_motion = True
    scene.ground.ink.draws_at_once = True
    scene.set_zoom(float(cell_px), 1.0)
    scene.sync(None, view)
    while scene.tokens.stale:
        scene.tokens.refresh(list(scene.tokens.stale), _STEP_S)
        yield
    yield from scene.refresh_in_steps()
    width, height = max(1, round(box[2] * cell_px)), max(1, round(box[3] * cell_px))
    image = QImage(width, height, _format_of(scene))
    if image.isNull():
        raise UnwritableFile(_("The map cannot be drawn: there is no memory for it."))
    image.fill(Qt.GlobalColor.transparent)
    pieces = tuple(_pieces(width, height, max(1, _PIECE_PX // cell_px) * cell_px))
    for number, piece in enumerate(pieces):
        drawn = _drawn(scene, piece, (box[0], box[1]), cell_px)
        with QPainter(image) as painter:
            painter.drawImage(piece.topLeft(), drawn)
        tell((number + 1) / len(pieces))
        yield
    return image


def _format_of(scene: MapScene) -> QImage.Format:
    """Return how pixels are kept: where nothing lies below the scene they are seen through."""
    seen_through = QImage.Format.Format_ARGB32_Premultiplied
    return seen_through if scene.ground.is_clear else QImage.Format.Format_RGB32


def _pieces(width: int, height: int, side: float) -> Iterator[QRect]:
    """Yield the pieces in which a picture of so many pixels is drawn.

    Qt's time for long lines grows with the square of their number, unless most of them is outside
    of what is painted on: a hundred walls across a large map took minutes in one piece.
    """
    step = max(1, round(side))
    for top in range(0, height, step):
        for left in range(0, width, step):
            yield QRect(left, top, min(step, width - left), min(step, height - top))


def _drawn(scene: MapScene, piece: QRect, corner: Point, cell_px: float) -> QImage:
    """Return a piece of a picture, whose corner lies at a place of the map, as an image."""
    image = QImage(piece.size(), _format_of(scene))
    image.fill(Qt.GlobalColor.transparent)
    place = QPointF(corner[0] + piece.x() / cell_px, corner[1] + piece.y() / cell_px)
    cells = QRectF(place, QSizeF(piece.size()) / cell_px)
    with QPainter(image) as painter:
        scene.render(painter, QRectF(image.rect()), cells, Qt.AspectRatioMode.IgnoreAspectRatio)
    return image


def render_png(
    view: SceneView, path: Path, cell_px: int, pictures: PictureSource | None = None
) -> None:
    """Write a state of the map as a PNG file, whole or not at all.

    Args:
        view: what to show.
        path: the file to write.
        cell_px: edge of a cell in pixels.
        pictures: where its pictures are.
    """
    write_bytes(path, png_of(render_image(view, cell_px, pictures)))


def render_ground(
    battle_map: BattleMap, cell_px: int, pictures: PictureSource | None = None
) -> bytes:
    """Return a map without anybody on it as the bytes of a PNG file.

    Args:
        battle_map: the map.
        cell_px: edge of a cell in pixels.
        pictures: where its picture is.
    """
    return png_of(to_its_end(ground_in_steps(battle_map, cell_px, pictures)))


def ground_in_steps(
    battle_map: BattleMap, cell_px: int, pictures: PictureSource | None = None
) -> Generator[None, None, QImage]:
    """Draw a map without anybody on it, step by step; see ``render_ground``."""
    return _rendered(SceneView(present_ground(battle_map)), cell_px, pictures)


def png_of(image: QImage) -> bytes:
    """Return the bytes of a PNG file; in any thread.

    Raises:
        UnwritableFile: There is not enough memory.
    """
    data = QBuffer()
    data.open(QIODevice.OpenModeFlag.WriteOnly)
    if not QImageWriter(data, b"png").write(image):
        raise UnwritableFile(_("The map cannot be drawn: there is no memory for it."))
    return bytes(data.data().data())


@cache
def windowless_application() -> QApplication:
    """Return the application; one made here is kept, for fonts and pixmaps live as long as it.

    Made here, it shows nothing and needs no display. On Windows it could: Qt's platform that shows
    nothing finds no fonts there, so it is the system's own.
    """
    found = QApplication.instance()
    if isinstance(found, QApplication):
        return found
    if sys.platform == "win32":
        return QApplication(["gridwar"])
    chosen = os.environ.get("QT_QPA_PLATFORM", "")
    platform = chosen if chosen.startswith(_OFFSCREEN) else _OFFSCREEN
    return QApplication(["gridwar", "-platform", platform])
