"""The map while the wheel turns: a picture stands in for it, and nothing in it is stale."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QImage, QWheelEvent
from PySide6.QtWidgets import QApplication

from gridwar.control.records.ground_records import GroundView, WallView
from gridwar.control.records.scene_records import RegionOverlay, RegionRole, SceneView, TokenView
from gridwar.ui.map.camera.map_view import MapView
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.theme import make_theme

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

GROUND = GroundView(60, 40, walls=(WallView((2.0, 2.0), (50.0, 2.0)),))
TOKENS = tuple(TokenView(f"t{n}", (n * 3 % 58, n * 5 % 38), "X") for n in range(60))
REACH = RegionOverlay(RegionRole.REACH1, frozenset((x, y) for x in range(9) for y in range(9)))
MINE = SceneView(GROUND, TOKENS, (REACH,))
THEIRS = replace(MINE, tokens=TOKENS[:9], overlays=(), corner="Players")


@pytest.fixture
def view(qtbot: QtBot) -> MapView:
    """A map of 60 by 40 cells in a window of 640 by 480, seen from near."""
    made = MapView(make_theme(ThemeName.DARK))
    made.map_scene.reduce_motion = True
    qtbot.addWidget(made)
    made.resize(640, 480)
    made.show_view(MINE)
    with qtbot.waitExposed(made):
        made.show()
    made.zoom_to(1.0)
    made.center_cells((12, 10), animated=False)
    rest(made, qtbot)
    return made


def rest(view: MapView, qtbot: QtBot) -> None:
    """Wait until the map rests: it is drawn anew, and the pictures for the next turn are taken."""
    calm: list[bool] = []

    def is_at_rest() -> bool:
        timers = (*view.findChildren(QTimer), *view.map_scene.findChildren(QTimer))
        calm.append(not any(one.isActive() for one in timers))
        return calm[-2:] == [True, True]  # the first time something may be about to begin

    QApplication.processEvents()
    qtbot.waitUntil(is_at_rest)


def turn(view: MapView, notches: int) -> None:
    """Turn the wheel about the middle and let the window paint."""
    place = QPointF(view.viewport().rect().center())
    for _notch in range(abs(notches)):
        event = QWheelEvent(
            place,
            QPointF(view.viewport().mapToGlobal(place.toPoint())),
            QPoint(),
            QPoint(0, 120 if notches > 0 else -120),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(view.viewport(), event)
        QApplication.processEvents()


def seen(view: MapView) -> QImage:
    """Return what the viewport shows."""
    QApplication.processEvents()
    return view.viewport().grab().toImage()


@pytest.mark.parametrize("notches", [-5, 4, -9])
def test_once_it_rests_the_map_is_as_if_it_had_not_been_turned(
    view: MapView, qtbot: QtBot, notches: int
) -> None:
    """Sharp and complete: the same pixels as after a zoom without a wheel."""
    turn(view, notches)
    rest(view, qtbot)
    turned = seen(view)
    view.zoom_to(2.0)
    rest(view, qtbot)
    view.zoom_to(1.15**notches)
    rest(view, qtbot)
    assert seen(view) == turned


@pytest.mark.parametrize("notches", [-1, -4, 3])
def test_players_see_nothing_of_the_game_masters_picture(
    view: MapView, qtbot: QtBot, notches: int
) -> None:
    """Where presentation begins while the wheel turns, what players see at once is theirs."""
    turn(view, notches)
    view.show_view(THEIRS)
    begun = seen(view)
    rest(view, qtbot)
    assert _differing(begun, seen(view)) < 0.05, "sprites may be scaled for a moment, no more"


def test_a_change_just_made_is_in_the_picture(view: MapView, qtbot: QtBot) -> None:
    """A token gone before the wheel turns is gone while it turns, even if not painted yet."""
    view.show_view(replace(MINE, tokens=(TokenView("alone", (11, 9), "A", side=3),)))
    rest(view, qtbot)
    view.show_view(replace(MINE, tokens=()))
    turn(view, 1)
    shown = seen(view)
    places = ((11.3, 9.5), (11.5, 9.3), (11.7, 9.7), (13.5, 9.5))
    found = {shown.pixelColor(view.mapFromScene(*place)).name() for place in places}
    assert len(found) == 1, "where the token was is the same as elsewhere"


def test_who_is_gone_from_beside_the_window_is_not_seen_when_it_widens(
    view: MapView, qtbot: QtBot
) -> None:
    """The wider picture, taken beforehand, is not shown where it would be out of date."""
    alone = TokenView("alone", (19, 9), "A", side=3)
    view.show_view(replace(MINE, tokens=(alone,)))
    view.map_scene.refresh_all()  # so that it has been drawn before
    rest(view, qtbot)
    turn(view, -5)
    assert _colors_of(view, alone) > 1, "it stands beside what was seen before"
    turn(view, 5)
    rest(view, qtbot)
    view.show_view(replace(MINE, tokens=()))
    turn(view, -5)
    assert _colors_of(view, alone) == 1, "where it was is the same as elsewhere"


def _colors_of(view: MapView, token: TokenView) -> int:
    """Return how many colours are seen within a cell, away from its lines."""
    shown, (x, y) = seen(view), token.cell
    at = [(x + dx / 10, y + dy / 10) for dx in (3, 5, 7) for dy in (3, 5, 7)]
    return len({shown.pixelColor(view.mapFromScene(*place)).name() for place in at})


def _differing(one: QImage, other: QImage) -> float:
    """Return the share of pixels that differ to the eye."""
    assert one.size() == other.size()
    count = 0
    for x in range(0, one.width(), 4):
        for y in range(0, one.height(), 4):
            a, b = one.pixelColor(x, y), other.pixelColor(x, y)
            far = abs(a.red() - b.red()) + abs(a.green() - b.green()) + abs(a.blue() - b.blue())
            count += far > 20
    return count * 16 / (one.width() * one.height())
