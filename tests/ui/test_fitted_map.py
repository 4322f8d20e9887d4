"""The map stays fitted whatever size it has, until somebody zooms or pans by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from gridwar.control.presenters.top_and_status_bars import shown_words
from gridwar.control.records.ground_records import GroundView
from gridwar.control.records.scene_records import SceneView, TokenView
from gridwar.control.records.viewpoint_records import Fit
from gridwar.control.state.view_state import Notice
from gridwar.model.geometry import Cell
from gridwar.storage.new_open_and_sample_fights import sample_fights
from gridwar.ui.app.application import Application
from gridwar.ui.map.camera.map_view import MapView
from gridwar.ui.map.camera.reveal_beside_popover import show_beside
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.theme import make_theme
from tests.support.longer_step import at_once

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from gridwar.ui.style.theme import Theme

GROUND = GroundView(30, 20)
HERE = TokenView("here", (4, 4), "He")
FAR = TokenView("far", (25, 15), "Fa")
SHOWN = ("a-drowned-heron", "e-chase", "k-desert-plain")
SIZES = ((900, 700), (640, 480), (1800, 900), (700, 1200))


@pytest.fixture
def view(qtbot: QtBot) -> MapView:
    """A view of 30 by 20 cells with two tokens, as it is when it is shown first."""
    made = MapView(make_theme(ThemeName.DARK))
    qtbot.addWidget(made)
    made.map_scene.reduce_motion = True
    made.resize(900, 700)
    made.show_view(SceneView(GROUND, (HERE, FAR)))
    with qtbot.waitExposed(made):
        made.show()
    return made


def _seen(view: MapView) -> QRectF:
    """Return what is seen, in cells."""
    size = view.viewport().size()
    corner = view.to_cells(QPointF(0, 0))
    return QRectF(QPointF(*corner), QPointF(*view.to_cells(QPointF(size.width(), size.height()))))


def _is_whole(view: MapView) -> bool:
    return _seen(view).contains(QRectF(0, 0, GROUND.width, GROUND.height))


def test_the_whole_map_is_shown_first_and_at_every_size(view: MapView) -> None:
    """It is fitted as it opens, and again whenever the window has another size."""
    for size in SIZES:
        view.resize(*size)
        assert (view.fitted_to(), _is_whole(view)) == (Fit.MAP, True)


def test_another_size_of_the_map_is_fitted_too(view: MapView) -> None:
    """A map that grows, or another one in its place, is seen whole."""
    view.show_view(SceneView(GroundView(44, 31), (HERE, FAR)))
    assert view.fitted_to() is Fit.MAP
    assert _seen(view).contains(QRectF(0, 0, 44, 31))


def test_of_a_large_map_everybody_is_shown(view: MapView) -> None:
    """Where cells would come under 18 pixels, everybody is in view at every size."""
    view.show_view(SceneView(GroundView(200, 200), (HERE, FAR)))
    for size in SIZES:
        view.resize(*size)
        assert view.fitted_to() is Fit.EVERYBODY
        assert all(_seen(view).contains(QRectF(*one.cell, 1, 1)) for one in (HERE, FAR))


def test_it_is_not_called_everybody_while_somebody_is_out_of_sight(view: MapView) -> None:
    """Nothing moves by itself when somebody walks off; the next size shows everybody again."""
    view.show_view(SceneView(GroundView(200, 200), (HERE, FAR)))
    before = view.viewpoint()
    gone = replace(FAR, cell=(150, 150))
    view.show_view(SceneView(GroundView(200, 200), (HERE, gone)))
    assert (view.viewpoint(), view.fitted_to()) == (before, None)
    view.resize(910, 700)
    assert view.fitted_to() is Fit.EVERYBODY


def test_where_everybody_is_nearly_everywhere_the_map_is_whole(view: MapView) -> None:
    """Somebody in two corners: no view of everybody is nearer, and room round the map is better."""
    corners = (replace(HERE, cell=(0, 0)), replace(FAR, cell=(198, 198)))
    view.show_view(SceneView(GroundView(200, 200), corners))
    for size in SIZES:
        view.resize(*size)
        assert view.fitted_to() is Fit.MAP


def test_a_map_without_anybody_is_whole_however_large(view: MapView) -> None:
    """500 cells a side are seen in a small window, smaller than somebody may zoom."""
    view.show_view(SceneView(GroundView(500, 500)))
    assert view.fitted_to() is Fit.MAP
    assert _seen(view).contains(QRectF(0, 0, 500, 500))
    was = view.zoom
    view.zoom_to(was / 1.25)
    assert view.zoom == was, "it does not become larger by zooming out"


def _pan(view: MapView) -> None:
    port = view.viewport()
    QTest.mousePress(port, Qt.MouseButton.RightButton, pos=QPoint(300, 300))
    QTest.mouseMove(port, QPoint(280, 290))
    QTest.mouseMove(port, QPoint(250, 280))
    QTest.mouseRelease(port, Qt.MouseButton.RightButton, pos=QPoint(250, 280))


def _wheel(view: MapView, steps: int = 2, place: QPoint | None = None) -> None:
    port = view.viewport()
    place = QPoint(200, 200) if place is None else place
    event = QWheelEvent(
        QPointF(place),
        QPointF(port.mapToGlobal(place)),
        QPoint(),
        QPoint(0, 120 * steps),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(port, event)


BY_HAND: tuple[Callable[[MapView], None], ...] = (
    _pan,
    _wheel,
    lambda view: view.zoom_to(1.0),
    lambda view: view.show_box((3, 3, 4, 4)),
)


@pytest.mark.parametrize("act", BY_HAND, ids=("pan", "wheel", "zoom", "home"))
def test_whoever_zooms_or_pans_ends_it(view: MapView, act: Callable[[MapView], None]) -> None:
    """From then on another size keeps the zoom; fitting it again holds again."""
    told: list[float] = []
    view.zoom_changed.connect(told.append)
    act(view)
    assert told, "the status line hears of it"
    zoom = view.zoom
    view.resize(1200, 900)
    assert (view.fitted_to(), view.zoom) == (None, zoom)
    view.fit()
    view.resize(640, 480)
    assert (view.fitted_to(), _is_whole(view)) == (Fit.MAP, True)


def test_what_covers_the_map_gives_it_back_fitted(view: MapView) -> None:
    """A sheet moves the map aside; afterwards it is whole, in whatever size it has by then."""
    kept = view.kept_place()
    assert show_beside(view, (Cell(25, 15),), QRect(380, 0, 480, 640))
    assert (view.is_aside, view.fitted_to()) == (True, None)
    view.resize(1000, 800)
    view.show_again(kept)
    assert (view.is_aside, view.fitted_to(), _is_whole(view)) == (False, Fit.MAP, True)


def test_who_moves_it_meanwhile_keeps_his_place(view: MapView) -> None:
    """The map was moved aside; moved by hand after that it is no more."""
    show_beside(view, (Cell(25, 15),), QRect(380, 0, 480, 640))
    view.zoom_to(2.0)
    assert not view.is_aside


def test_what_was_seen_from_near_is_shown_again(view: MapView) -> None:
    """A place that somebody went to is kept as it is."""
    view.zoom_to(2.0)
    view.pan_by(QPoint(-120, -80))
    kept = view.kept_place()
    assert kept is not None
    view.fit()
    view.show_again(kept)
    assert (view.viewpoint(), view.fitted_to()) == (kept, None)


# --- at the edges of the map ----------------------------------------------------------------------


def _beside(view: MapView) -> tuple[float, float, float, float]:
    """Return what is seen beside the map, in pixels: left, top, right, bottom."""
    seen, cell = _seen(view), view.cell_px
    right, bottom = seen.right() - GROUND.width, seen.bottom() - GROUND.height
    return -seen.left() * cell, -seen.top() * cell, right * cell, bottom * cell


@pytest.mark.parametrize("cell", [(0, 0), (29, 0), (0, 19), (29, 19), (15, 19)])
def test_who_is_looked_for_at_an_edge_is_seen_without_leaving_the_map(
    view: MapView, cell: tuple[int, int]
) -> None:
    """At 100 % the map is larger than the view: a margin is all that is seen beside it."""
    view.show_box((cell[0] - 2, cell[1] - 2, 5, 5))
    assert _seen(view).contains(QRectF(*cell, 1, 1))
    assert max(_beside(view)) <= 41


def test_the_wheel_does_not_leave_the_map(view: MapView) -> None:
    """Zoomed in at a corner and out about another place, no side is left while map is unseen."""
    _wheel(view, 8, QPoint(5, 5))
    for _notch in range(12):
        _wheel(view, -1, QPoint(830, 640))
        left, top, right, bottom = _beside(view)
        for one, other in ((left, right), (top, bottom)):
            assert one <= 81 or other >= -1
            assert other <= 81 or one >= -1
    left, top, right, bottom = _beside(view)
    assert left == pytest.approx(right, abs=82), "and the whole map is about in the middle"
    assert top == pytest.approx(bottom, abs=82)


def test_a_pan_goes_half_a_view_beyond(view: MapView) -> None:
    """By hand the map can be pushed aside, until it takes half of the view."""
    view.zoom_to(1.0)
    view.pan_by(QPoint(9000, 9000))
    half = view.viewport().width() / 2, view.viewport().height() / 2
    assert _beside(view)[:2] == pytest.approx(half, abs=1)
    view.pan_by(QPoint(-9000, -9000))
    assert _beside(view)[2:] == pytest.approx(half, abs=1)
    view.zoom_to(1.1)
    assert max(_beside(view)) <= max(half) + 1, "and a zoom does not throw it back"
    assert max(_beside(view)) > 200


# --- in the window --------------------------------------------------------------------------------


@pytest.fixture
def application(theme: Theme) -> Iterator[Application]:
    """An application without a fight."""
    made = Application(theme)
    yield made
    made.close()
    if made.window is not None:
        made.window.leave()


@pytest.mark.parametrize("sample", at_once(sample_fights(), SHOWN, lambda path: path.stem))
def test_every_sample_is_whole_or_has_everybody_in_view(
    application: Application, sample: Path
) -> None:
    """Opened in a window of any size, and the status line says which."""
    application.open(sample)
    window = application.window
    assert window is not None
    for size in ((1280, 720), (1600, 1000), (2560, 1440)):
        window.resize(*size)
        QApplication.processEvents()
        fit, shown = window.map.fitted_to(), window.map.map_scene.view
        assert fit is not None
        assert shown is not None
        bodies = [QRectF(*one.cell, *one.size) for one in shown.tokens]
        whole = QRectF(0, 0, shown.ground.width, shown.ground.height)
        assert all(_seen(window.map).contains(one) for one in bodies)
        assert fit is Fit.EVERYBODY or _seen(window.map).contains(whole)
        words = shown_words(window.map.zoom, fit)
        assert window.status.view.facts[-1] == words
        assert words.split(",")[0] == {Fit.MAP: "whole map", Fit.EVERYBODY: "everybody"}[fit]


def test_a_column_that_goes_leaves_the_map_whole(application: Application) -> None:
    """The order and the inspector, too, come and go without ending it."""
    application.open(sample_fights()[0])
    window = application.window
    assert window is not None
    window.resize(1600, 1000)
    window.show()
    QApplication.processEvents()
    before = window.map.zoom
    for key in ("order", "inspector"):
        window.columns.show_panel(key, on=False)
    QApplication.processEvents()
    assert window.map.zoom > before
    assert window.map.fitted_to() is Fit.MAP
    for key in ("order", "inspector"):
        window.columns.show_panel(key, on=True)
    QApplication.processEvents()
    assert window.map.zoom == before


def test_a_notice_below_leaves_the_map_where_it_is(application: Application, qtbot: QtBot) -> None:
    """It comes and goes with what is played: the map does not become smaller and larger with it."""
    application.open(sample_fights()[0])
    window = application.window
    assert window is not None
    window.resize(1280, 720)
    window.show()
    QApplication.processEvents()
    before, height = window.map.viewpoint(), window.map.height()
    window.controller.tell(Notice("No line of sight."))
    qtbot.waitUntil(lambda: window.map.height() < height)
    assert (window.map.viewpoint(), window.map.fitted_to()) == (before, Fit.MAP)
    window.controller.tell(None)
    qtbot.waitUntil(lambda: window.map.height() == height)
    assert window.map.viewpoint() == before
