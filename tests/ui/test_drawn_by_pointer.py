"""What the pointer draws grows in one item: painted is what differs, and nothing stale stays."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QCoreApplication, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPaintEvent, QRegion
from PySide6.QtWidgets import QFrame, QGraphicsView
from typing_extensions import override

from gridwar.control.records.ground_records import GroundView
from gridwar.control.records.scene_records import (
    BoxOverlay,
    OverlayView,
    RegionOverlay,
    RegionRole,
    RingOverlay,
    Role,
    SceneView,
)
from gridwar.ui.map.map_scene import MapScene
from gridwar.ui.map.overlays.drawn_by_pointer import DrawnByPointer
from gridwar.ui.style.colors import ThemeName, palette_for

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridwar.control.records.ground_records import CellXY

SIDE = 14
CELL_PX = 24
GROUND = GroundView(SIDE, SIDE)

cells = st.tuples(st.integers(0, SIDE - 1), st.integers(0, SIDE - 1))


def _box(a: CellXY, b: CellXY) -> BoxOverlay:
    (left, right), (top, bottom) = sorted((a[0], b[0])), sorted((a[1], b[1]))
    return BoxOverlay((float(left), float(top), right - left + 1.0, bottom - top + 1.0))


def _cells(some: frozenset[CellXY], *, filled: bool = True) -> RegionOverlay:
    return RegionOverlay(RegionRole.BRUSH, some, filled=filled)


def _ring(at: CellXY, radius: float) -> RingOverlay:
    return RingOverlay((float(at[0]), float(at[1])), radius, role=Role.INTENT)


boxes = st.builds(_box, cells, cells)
brushed = st.builds(_cells, st.frozensets(cells, min_size=1, max_size=20), filled=st.booleans())
rings = st.builds(_ring, cells, st.sampled_from((0.8, 2.2, 13.5)))
overlays = st.one_of(boxes, brushed, rings)
EVERY_CELL = frozenset((x, y) for x in range(SIDE) for y in range(SIDE))
changes = st.one_of(
    st.tuples(st.just(_box((0, 0), (SIDE - 1, SIDE - 1))), boxes, boxes),
    st.tuples(st.just(_cells(EVERY_CELL)), brushed, brushed),
    st.tuples(rings, rings, rings),
)


def _view(*shown: OverlayView) -> SceneView:
    return SceneView(GROUND, (), shown)


def _scene(*shown: OverlayView) -> MapScene:
    scene = MapScene(palette_for(ThemeName.DARK))
    scene.reduce_motion = True
    scene.set_zoom(CELL_PX, 1.0)
    scene.sync(None, _view(*shown))
    return scene


def _show(scene: MapScene, *shown: OverlayView) -> None:
    scene.sync(scene.view, _view(*shown))


def _picture(scene: MapScene) -> QImage:
    edge = SIDE * CELL_PX
    image = QImage(edge, edge, QImage.Format.Format_RGB32)
    image.fill(0)
    with QPainter(image) as painter:
        scene.render(painter, QRectF(0, 0, edge, edge), QRectF(0, 0, SIDE, SIDE))
    return image


def _drawn(scene: MapScene) -> list[DrawnByPointer]:
    return [one for one in scene.items() if isinstance(one, DrawnByPointer)]


def _pixels_of(picture: QImage) -> NDArray[np.uint32]:
    found = np.frombuffer(picture.constBits(), np.uint32)
    return found.reshape(picture.height(), -1).copy()


def _mask(region: QRegion) -> NDArray[np.bool_]:
    image = QImage(SIDE * CELL_PX, SIDE * CELL_PX, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.black)
    with QPainter(image) as painter:
        painter.setClipRegion(region)
        painter.fillRect(image.rect(), Qt.GlobalColor.white)
    white: NDArray[np.bool_] = _pixels_of(image) == 0xFFFFFFFF
    return white


class _Window(QGraphicsView):
    """A view of a scene that notes what of it is painted."""

    def __init__(self, scene: MapScene) -> None:
        super().__init__(scene)
        self.painted = QRegion()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.MinimalViewportUpdate)
        self.scale(CELL_PX, CELL_PX)
        self.resize(SIDE * CELL_PX, SIDE * CELL_PX)
        self.setSceneRect(0, 0, SIDE, SIDE)
        self.show()
        self._turn()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        self.painted |= event.region()
        super().paintEvent(event)

    def painted_for(self, *shown: OverlayView) -> QRegion:
        """Show something, and return what is painted for it."""
        scene = self.scene()
        assert isinstance(scene, MapScene)
        self.painted = QRegion()
        _show(scene, *shown)
        self._turn()
        return self.painted

    @staticmethod
    def _turn() -> None:
        for _turn in range(3):
            QCoreApplication.processEvents()


def _stroke(steps: int) -> RegionOverlay:
    """Return what a narrow brush has passed."""
    return RegionOverlay(RegionRole.BRUSH, frozenset((at, 5) for at in range(steps)))


@pytest.mark.usefixtures("qapp")
@settings(max_examples=40, deadline=None)
@given(steps=st.lists(st.lists(overlays, max_size=3), min_size=2, max_size=5))
def test_it_looks_as_if_it_were_drawn_anew(steps: list[list[OverlayView]]) -> None:
    """After whatever was shown before, the picture is that of what is shown now."""
    scene = _scene(*steps[0])
    for shown in steps[1:]:
        _show(scene, *shown)
    assert _picture(scene) == _picture(_scene(*steps[-1]))


@pytest.mark.usefixtures("qapp")
@settings(max_examples=40, deadline=None)
@given(shown=st.one_of(boxes, brushed), at=cells)
def test_a_part_looks_as_it_does_in_the_whole(shown: OverlayView, at: CellXY) -> None:
    """Of a long stroke only what lies about the exposed part is looked at."""
    scene = _scene(shown)
    (item,) = _drawn(scene)
    part, whole = QRectF(*at, 1, 1), QRectF(-1, -1, SIDE + 2, SIDE + 2)
    assert _cell_of(item, at, part) == _cell_of(item, at, whole)


def _cell_of(item: DrawnByPointer, at: CellXY, exposed: QRectF) -> QImage:
    """Return how a cell looks where some part is exposed."""
    image = QImage(CELL_PX, CELL_PX, QImage.Format.Format_RGB32)
    image.fill(0)
    with QPainter(image) as painter:
        painter.scale(CELL_PX, CELL_PX)
        painter.translate(-at[0], -at[1])
        item.draw_on(painter, exposed)
    return image


@pytest.mark.usefixtures("qapp")
@settings(max_examples=40, deadline=None)
@given(shown=changes)
def test_whatever_looks_different_is_painted(
    shown: tuple[OverlayView, OverlayView, OverlayView],
) -> None:
    """No pixel differs from before that lies outside of what is painted."""
    whole, before, after = shown
    scene = _scene(whole)
    window = _Window(scene)
    window.painted_for(before)
    first = _pixels_of(_picture(scene))
    painted = _mask(window.painted_for(after))
    assert not ((_pixels_of(_picture(scene)) != first) & ~painted).any()


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(_stroke(10), _stroke(11), id="brush"),
        pytest.param(BoxOverlay((0, 0, 10, 4)), BoxOverlay((0, 0, 11, 4)), id="box"),
    ],
)
def test_of_a_long_stroke_its_end_is_painted(before: OverlayView, after: OverlayView) -> None:
    """However much was drawn, a step more costs what is about it, in the same item."""
    scene = _scene(before)
    window = _Window(scene)
    window.painted_for(after)
    (item,) = _drawn(scene)
    painted = window.painted_for(before)
    assert not painted.isEmpty()
    assert painted.boundingRect().left() > 8 * CELL_PX
    assert _drawn(scene) == [item]
