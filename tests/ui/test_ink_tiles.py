"""The tiles of a sketch: plain at once, ink when it is drawn, and none drawn that need not be."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING
from weakref import ref

import numpy as np
import pytest
from PySide6.QtCore import QEventLoop, QRectF, QTimer
from PySide6.QtGui import QImage, QPainter

from gridwar.control.records.ground_records import GroundView
from gridwar.control.records.scene_records import SceneView
from gridwar.model.sketch import SketchStyle
from gridwar.ui.map.ground.ground_changes import changed_box
from gridwar.ui.map.ink import ink_tiles
from gridwar.ui.map.ink.ink_styles import ink_colors
from gridwar.ui.map.ink.ink_tiles import InkTiles
from gridwar.ui.map.ink.sketch_picture import sketch_part_picture, sketch_picture
from gridwar.ui.map.map_scene import MapScene
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.theme import make_theme
from tests.support.drawn_dungeon import drawn_dungeon, with_room

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridwar.model.geometry import Size
    from gridwar.model.sketch import Sketch
    from gridwar.ui.map.ink.sketch_part import CellBox
    from gridwar.ui.map.ink.sketch_picture import SketchLook

pytestmark = pytest.mark.usefixtures("qapp")
CELL_PX = 24
_PATIENCE_MS = 60_000


class Drawn:
    """Which tiles the thread draws, by their left upper cell."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.boxes: Counter[tuple[int, int]] = Counter()
        real = sketch_part_picture

        def counted(sketch: Sketch, box: CellBox, cell_px: int, look: SketchLook) -> QImage:
            self.boxes[box.left // 8, box.top // 8] += 1
            return real(sketch, box, cell_px, look)

        monkeypatch.setattr(ink_tiles, "sketch_part_picture", counted)


def _shown(tiles: InkTiles, size: Size, cell_px: float = CELL_PX) -> QImage:
    image = QImage(round(size.w * cell_px), round(size.h * cell_px), QImage.Format.Format_RGB32)
    with QPainter(image) as painter:
        painter.scale(cell_px, cell_px)
        tiles.draw(painter, QRectF(0, 0, size.w, size.h))
    return image


def _rest(tiles: InkTiles) -> None:
    """Let events come until all that is wanted has been drawn."""
    loop, look = QEventLoop(), QTimer()
    look.timeout.connect(lambda: loop.quit() if tiles.is_at_rest else None)
    look.start(2)
    QTimer.singleShot(_PATIENCE_MS, loop.quit)
    loop.exec()
    look.stop()
    assert tiles.is_at_rest


def _pixels(image: QImage) -> NDArray[np.int_]:
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    return rows[:, : image.width() * 4].astype(np.int_)


def test_floor_is_there_at_once_and_ink_when_it_is_drawn() -> None:
    """Flat and plain first; then all pixels are those of the picture drawn at once."""
    sketch, tiles = drawn_dungeon(), InkTiles()
    tiles.show(sketch)
    colors = ink_colors(sketch.style)
    plain = _shown(tiles, sketch.size)
    assert plain.pixelColor(CELL_PX * 3 + 12, CELL_PX * 6 + 12).name().upper() == colors.floor
    assert plain.pixelColor(CELL_PX * 13, CELL_PX * 3).name().upper() == colors.paper
    _rest(tiles)
    inked = _pixels(_shown(tiles, sketch.size))
    assert np.abs(inked - _pixels(sketch_picture(sketch, CELL_PX))).max() <= 2
    assert tiles.is_at_rest


def test_a_stroke_has_those_tiles_drawn_again_that_it_touches(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Also those that only their rim is touched of, though nothing asks for them; no other."""
    old = drawn_dungeon()
    new = with_room(old, 20, 3, 24, 7)
    tiles = InkTiles()
    tiles.show(old)
    _shown(tiles, old.size)
    _rest(tiles)
    drawn = Drawn(monkeypatch)
    better: list[tuple[int, int]] = []
    tiles.ready.connect(lambda box: better.append((int(box.x()) // 8, int(box.y()) // 8)))
    tiles.show(new)
    _rest(tiles)
    assert set(drawn.boxes) == {(2, 0), (3, 0), (2, 1), (3, 1)}
    assert set(drawn.boxes.values()) == {1}
    assert sorted(better) == sorted(drawn.boxes)
    _shown(tiles, new.size)
    _rest(tiles)
    assert drawn.boxes.total() == 4


def test_until_then_what_changed_is_plain_and_the_rest_as_it_was() -> None:
    """Nothing else flickers: hatching beside the stroke stays until its tile is drawn."""
    old = drawn_dungeon()
    new = with_room(old, 20, 3, 24, 6)
    tiles = InkTiles()
    tiles.show(old)
    _shown(tiles, old.size)
    _rest(tiles)
    before = _pixels(_shown(tiles, old.size)).reshape(480, -1, 4)
    tiles.show(new)
    image = _shown(tiles, new.size)
    between = _pixels(image).reshape(480, -1, 4)
    floor = ink_colors(new.style).floor
    assert image.pixelColor(CELL_PX * 22 + 12, CELL_PX * 4 + 12).name().upper() == floor
    differs = (before != between).any(axis=2)
    differs[3 * CELL_PX : 6 * CELL_PX, 20 * CELL_PX : 24 * CELL_PX] = False
    assert not differs.any()
    _rest(tiles)


def test_what_changes_while_its_tile_is_drawn_is_drawn_again() -> None:
    """The last stroke is what is seen in the end, however quick the hand was."""
    sketch, tiles = drawn_dungeon(), InkTiles()
    tiles.show(sketch)
    _shown(tiles, sketch.size)
    for left in (19, 20, 21, 22):
        sketch = with_room(sketch, left, 2, left + 2, 5)
        tiles.show(sketch)
        _shown(tiles, sketch.size)
    _rest(tiles)
    seen = _pixels(_shown(tiles, sketch.size))
    assert np.abs(seen - _pixels(sketch_picture(sketch, CELL_PX))).max() <= 2


def test_another_style_is_seen_at_once() -> None:
    """In its colours, plain; nothing of the old one is left."""
    sketch, tiles = drawn_dungeon(), InkTiles()
    tiles.show(sketch)
    _shown(tiles, sketch.size)
    _rest(tiles)
    other = sketch.with_style(SketchStyle.BLUEPRINT)
    tiles.show(other)
    colors = {
        one.upper()
        for at in (3, 13)
        for one in (_shown(tiles, other.size).pixelColor(CELL_PX * at, CELL_PX * 6 + 12).name(),)
    }
    assert colors == {ink_colors(other.style).floor, ink_colors(other.style).paper}
    _rest(tiles)


def test_tiles_come_in_few_sizes_and_what_is_kept_is_bounded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Zoomed between two of them nothing is drawn again; the oldest go first."""
    sketch, tiles = drawn_dungeon(), InkTiles()
    drawn = Drawn(monkeypatch)
    tiles.show(sketch)
    for cell_px in (20.0, 22.0, 24.0, 26.0):
        _shown(tiles, sketch.size, cell_px)
        _rest(tiles)
    assert set(drawn.boxes.values()) == {1}
    monkeypatch.setattr(ink_tiles, "_MOST_BYTES", 1 << 20)
    _shown(tiles, sketch.size, 48.0)
    _rest(tiles)
    assert tiles.kept_bytes <= 1 << 20


def test_zooming_takes_what_there_is_and_has_nothing_drawn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Frames that pass by begin no work."""
    sketch, tiles = drawn_dungeon(), InkTiles()
    drawn = Drawn(monkeypatch)
    tiles.show(sketch)
    image = QImage(200, 200, QImage.Format.Format_RGB32)
    with QPainter(image) as painter:
        painter.scale(CELL_PX, CELL_PX)
        tiles.draw(painter, QRectF(0, 0, 8, 8), is_passing=True)
    assert tiles.is_at_rest
    assert not drawn.boxes


def test_nobody_holds_tiles_that_a_window_let_go_of() -> None:
    """Not even the thread that draws for them: it would destroy objects of the window's thread."""
    sketch, tiles = drawn_dungeon(), InkTiles()
    tiles.show(sketch)
    _shown(tiles, sketch.size)
    assert not tiles.is_at_rest
    kept = ref(tiles)
    del tiles
    assert kept() is None


# --- the scene -----------------------------------------------------------------------------------


def _scene_view(sketch: Sketch) -> SceneView:
    return SceneView(GroundView(sketch.width, sketch.height, sketch=sketch))


def test_a_stroke_spoils_of_the_ground_what_it_changed() -> None:
    """With a cell around; another style is all of it."""
    old = drawn_dungeon()
    views = [
        _scene_view(one).ground
        for one in (old, with_room(old, 20, 3, 24, 6), old.with_style(SketchStyle.PARCHMENT))
    ]
    assert changed_box(views[0], views[1]) == (19.0, 2.0, 6.0, 5.0)
    assert changed_box(views[0], views[2]) is None


def test_the_map_shows_ink_once_it_is_drawn_and_then_is_at_rest() -> None:
    """The scene's own tiles are drawn anew with it, without being asked."""
    sketch = drawn_dungeon()
    scene = MapScene(make_theme(ThemeName.DARK).palette)
    scene.set_zoom(CELL_PX, 1.0)
    scene.set_shown(QRectF(0, 0, sketch.width, sketch.height))
    scene.sync(None, _scene_view(sketch))
    scene.refresh_all()
    _rest(scene.ground.ink)
    scene.refresh_all()
    image = QImage(sketch.width * CELL_PX, sketch.height * CELL_PX, QImage.Format.Format_RGB32)
    with QPainter(image) as painter:
        painter.scale(CELL_PX, CELL_PX)
        scene.tiles.paint(painter, QRectF(0, 0, sketch.width, sketch.height))
    assert np.abs(_pixels(image) - _pixels(sketch_picture(sketch, CELL_PX))).max() <= 2
    assert scene.ground.ink.is_at_rest
    scene.free_pixels()


def test_the_grid_of_the_map_is_not_drawn_over_that_of_the_floor() -> None:
    """In play none is; while the map is edited it parts the cells of rock."""
    sketch = drawn_dungeon()
    scene = MapScene(make_theme(ThemeName.DARK).palette)
    scene.ground.ink.draws_at_once = True
    seen = []
    for is_edited in (False, True):
        scene.ground.show(
            GroundView(sketch.width, sketch.height, sketch=sketch, grid_on_rock=is_edited)
        )
        image = QImage(26 * CELL_PX, 20 * CELL_PX, QImage.Format.Format_RGB32)
        with QPainter(image) as painter:
            painter.scale(CELL_PX, CELL_PX)
            scene.draw_ground(painter, QRectF(0, 0, 26, 20))
        seen.append(_pixels(image).reshape(480, -1, 4))
    play, edited = seen
    unlike = np.abs(play - edited).max(axis=2) > 0
    assert not unlike[3 * CELL_PX + 2 : 8 * CELL_PX, 3 * CELL_PX + 2 : 5 * CELL_PX].any()
    assert unlike[CELL_PX, 13 * CELL_PX : 20 * CELL_PX].mean() > 0.9
    scene.free_pixels()
