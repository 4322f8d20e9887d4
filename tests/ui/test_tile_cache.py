"""The tiles below the tokens: what was drawn before leaves nothing behind."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from gridwar.control.records.ground_records import GroundView, PaintLook, PaintView
from gridwar.control.records.scene_records import RegionOverlay, RegionRole, SceneView
from gridwar.model.geometry import Cell
from gridwar.model.painted_layers import Layer
from gridwar.ui.map.ground.tile_cache import TileCache
from gridwar.ui.map.map_scene import MapScene
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.theme import make_theme

CELLS = QRectF(0, 0, 12, 9)
CELL_PX = 64.0


class Veil:
    """White ground, and over some of it a dark veil."""

    def __init__(self, veil: QRectF) -> None:
        self.veil = veil
        self.repainted: list[QRectF] = []
        self.is_asked = False

    def draw_ground(self, painter: QPainter, cells: QRectF) -> None:
        """Fill it."""
        painter.fillRect(cells, QColor("white"))

    def draw_beneath(self, painter: QPainter, cells: QRectF) -> None:
        """Darken some of it."""
        painter.fillRect(self.veil & cells, QColor(0, 0, 0, 100))

    def draw_coarse(self, painter: QPainter, cells: QRectF) -> None:
        """Fill it with grey."""
        painter.fillRect(cells, QColor("grey"))

    def is_bare(self, cells: QRectF) -> bool:
        """Return whether the veil is elsewhere."""
        return not self.veil.intersects(cells)

    def request_tiles(self) -> None:
        """Note it."""
        self.is_asked = True

    def request_repaint(self, cells: QRectF) -> None:
        """Note it: the test paints when it likes."""
        self.repainted.append(cells)


def painted(tiles: TileCache) -> QImage:
    """Return the tiles once all of it is ready."""
    for _pause in tiles.prepare(CELLS):
        pass
    image = QImage(768, 576, QImage.Format.Format_RGB32)
    with QPainter(image) as painter:
        painter.scale(CELL_PX, CELL_PX)
        tiles.paint(painter, CELLS)
    return image


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("then", [CELLS, QRectF(2, 2, 3, 3), QRectF()])
@pytest.mark.parametrize("first", [CELLS, QRectF(0, 0, 5, 9)])
def test_an_overlay_that_changes_leaves_nothing_behind(first: QRectF, then: QRectF) -> None:
    """Painted over and over, with veils on whole tiles or parts, it looks as if painted once."""
    drawing = Veil(first)
    tiles = TileCache(drawing)
    tiles.set_zoom(CELL_PX, 1.0)
    for veil in (first, then, first, then):
        drawing.veil = veil
        tiles.invalidate(CELLS)
        shown = painted(tiles)
    fresh = TileCache(drawing)
    fresh.set_zoom(CELL_PX, 1.0)
    assert shown == painted(fresh)


def seen(scene: MapScene) -> QImage:
    """Return what the screen would show below the tokens at this moment."""
    image = QImage(768, 576, QImage.Format.Format_RGB32)
    with QPainter(image) as painter:
        painter.scale(CELL_PX, CELL_PX)
        scene.tiles.paint(painter, CELLS)
    return image


def shown(view: SceneView) -> MapScene:
    """Return a scene at rest that shows a state."""
    scene = MapScene(make_theme(ThemeName.DARK).palette, None)
    scene.set_zoom(CELL_PX, 1.0)
    scene.tiles.set_zoom(CELL_PX, 1.0)
    scene.sync(None, view)
    scene.set_shown(CELLS)
    scene.refresh_all()
    return scene


@pytest.mark.usefixtures("qapp")
def test_presentation_hides_at_once() -> None:
    """The first picture that players see has nothing of the game master's overlays in it."""
    ground = GroundView(12, 9)
    template = RegionOverlay(RegionRole.TEMPLATE, frozenset({(3, 3), (4, 3)}))
    mine, theirs = SceneView(ground, overlays=(template,)), SceneView(ground, corner="Players")
    scene, bare = shown(mine), seen(shown(theirs))
    assert seen(scene) != bare
    scene.sync(mine, theirs)
    assert seen(scene) == bare


def painted_ground(cells: dict[Cell, int]) -> SceneView:
    """Return a state with some cells painted."""
    paint = PaintView(Layer().with_cells(cells), (None, PaintLook.RUBBLE, PaintLook.WATER))
    return SceneView(GroundView(12, 9, paint=(paint,)))


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("value", [0, 2], ids=["taken away", "painted over"])
def test_a_stroke_of_the_brush_costs_the_tiles_it_touches(
    monkeypatch: pytest.MonkeyPatch, value: int
) -> None:
    """A changed cell is drawn anew with its neighbours' edges, what lies further off is kept."""
    before = painted_ground({Cell(1, 1): 1, Cell(2, 1): 1, Cell(9, 7): 2})
    after = painted_ground({Cell(1, 1): value, Cell(2, 1): 1, Cell(9, 7): 2})
    scene, wanted = shown(before), seen(shown(after))
    assert seen(scene) != wanted
    drawn: list[QRectF] = []
    draw = scene.ground.draw

    def counting(painter: QPainter, cells: QRectF) -> None:
        drawn.append(cells)
        draw(painter, cells)

    monkeypatch.setattr(scene.ground, "draw", counting)
    scene.sync(before, after)
    assert seen(scene) == wanted
    assert drawn == [QRectF(0, 0, 4, 4)], "a tile of four cells"


def test_what_a_paint_has_no_time_for_is_coarse_for_a_moment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where a zoom has changed nothing waits for its tiles: they are painted once all are there."""
    monkeypatch.setattr("gridwar.ui.map.ground.tile_cache.PAINT_S", 0.0)
    veil = Veil(QRectF())
    tiles = TileCache(veil)
    tiles.set_zoom(CELL_PX, 1.0)
    image = QImage(768, 576, QImage.Format.Format_RGB32)
    with QPainter(image) as painter:
        painter.scale(CELL_PX, CELL_PX)
        tiles.paint(painter, CELLS)
    assert image.pixelColor(300, 300) == QColor("grey")
    assert veil.is_asked
    assert not veil.repainted
    assert painted(tiles).pixelColor(300, 300) == QColor("white")
    again = QRectF()
    for cells in veil.repainted:
        again |= cells
    assert again.contains(CELLS)
