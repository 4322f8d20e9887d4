"""What moves on the map, and for how long; and that nothing does where that is not wanted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace
from PySide6.QtWidgets import QWidget

from gridwar.control.records.chart_records import (
    STEPS,
    ChartHue,
    ChartLegend,
    ChartSquares,
    ChartView,
)
from gridwar.control.records.ground_records import GroundView
from gridwar.control.records.scene_records import SceneView, TokenView
from gridwar.engine.kit.card_order_and_flow import Badge
from gridwar.ui.map.camera.map_view import MapView
from gridwar.ui.map.overlays.chart_squares import ChartItem
from gridwar.ui.map.tokens.token_item_motion_and_flash import HitFlash, way_of
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.theme import make_theme
from gridwar.ui.widgets.containers.popover_base import Popover

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

GROUND = GroundView(20, 20, 1.5, "m")
STANDS = TokenView("ys", (4, 4), "Ys", bar=0.7)
WALKED = replace(STANDS, cell=(6, 5), trail=((4, 4), (5, 4), (6, 5)))


def _map(qtbot: QtBot, *, reduce_motion: bool = False) -> MapView:
    made = MapView(make_theme(ThemeName.DARK, reduce_motion=reduce_motion))
    qtbot.addWidget(made)
    made.resize(800, 600)
    made.show_view(SceneView(GROUND, (STANDS,)))
    with qtbot.waitExposed(made):
        made.show()
    return made


@pytest.mark.parametrize(
    ("before", "after", "over", "duration_ms"),
    [
        (STANDS, WALKED, ((5, 4),), 140),
        (
            WALKED,
            replace(WALKED, cell=(9, 5), trail=(*WALKED.trail, (7, 5), (8, 5), (9, 5))),
            ((7, 5), (8, 5)),
            180,
        ),
        (WALKED, STANDS, (), 120),
        (STANDS, replace(STANDS, cell=(15, 15)), (), 140),
    ],
    ids=["first steps", "further steps", "undo", "put elsewhere"],
)
def test_a_walk_is_shown_step_by_step(
    before: TokenView, after: TokenView, over: tuple[tuple[int, int], ...], duration_ms: int
) -> None:
    """60 ms a cell, but never hastier than a plain move; back in 120 ms, elsewhere in 140 ms."""
    assert way_of(before, after) == (over, duration_ms)


def test_a_long_walk_takes_no_more_than_600_ms() -> None:
    """Thirty cells are as long as ten."""
    trail = tuple((4 + n, 4) for n in range(31))
    assert way_of(STANDS, replace(STANDS, cell=(34, 4), trail=trail)).duration_ms == 600


def test_a_hit_flashes_once_and_is_gone(qtbot: QtBot) -> None:
    """Lost points show as a ring; won ones do not."""
    view = _map(qtbot)
    view.show_view(SceneView(GROUND, (replace(STANDS, bar=0.9),)))
    assert not _flashes(view)
    view.show_view(SceneView(GROUND, (replace(STANDS, bar=0.4),)))
    assert len(_flashes(view)) == 1
    qtbot.waitUntil(lambda: not _flashes(view), timeout=1000)


def test_a_grave_badge_flashes_when_it_comes(qtbot: QtBot) -> None:
    """Once: not while it stays, nor when it goes, nor for a badge like others."""
    view = _map(qtbot)
    for badges, flashes in (
        ((Badge("droplet", "Bleeding"),), 0),
        ((Badge("rotate-ccw", "Reeling", flashes=True),), 1),
        ((Badge("rotate-ccw", "Reeling: loses 1", flashes=True),), 0),
        ((), 0),
    ):
        view.show_view(SceneView(GROUND, (replace(STANDS, badges=badges),)))
        assert len(_flashes(view)) == flashes
        qtbot.waitUntil(lambda: not _flashes(view), timeout=1000)


def test_where_less_motion_is_wished_nothing_moves(qtbot: QtBot) -> None:
    """A token is there at once, a hit does not flash, a popover does not slide."""
    view = _map(qtbot, reduce_motion=True)
    view.show_view(SceneView(GROUND, (replace(WALKED, bar=0.1),)))
    item = view.map_scene.tokens.items["ys"]
    assert (item.x(), item.y()) == (6.0, 5.0)
    assert not _flashes(view)
    assert _slides(qtbot, reduce_motion=False)
    assert not _slides(qtbot, reduce_motion=True)


def _chart(*cells: tuple[int, int], rough: bool = False) -> ChartView:
    some = frozenset(cells)
    steps = (frozenset[tuple[int, int]](), some, *(frozenset[tuple[int, int]](),) * (STEPS - 2))
    squares = ChartSquares(ChartHue.DANGER, steps, provisional=some if rough else frozenset())
    return ChartView(squares, ChartLegend(ChartHue.DANGER, ""))


def _strength(view: MapView) -> float:
    return next(
        one.strength
        for one in view.map_scene.overlays._items.values()
        if isinstance(one, ChartItem)
    )


def test_a_known_chart_fades_in_once(qtbot: QtBot) -> None:
    """In 90 ms from nothing; figures that come meanwhile, or later, stand there at once."""
    view, bare = _map(qtbot), SceneView(GROUND, (STANDS,))
    motion = view.map_scene.overlays.fade.motion
    motion.setDuration(motion.duration() * 1000)  # it comes to nothing while one looks
    assert motion.duration() == 90_000
    view.show_view(replace(bare, chart=_chart((3, 3))))
    assert _strength(view) == 0.0
    motion.setCurrentTime(45_000)
    assert _strength(view) == 0.5
    view.show_view(replace(bare, chart=_chart((3, 3), (3, 4))))
    assert _strength(view) == 1.0
    assert motion.state() == motion.State.Stopped
    view.show_view(bare)
    view.show_view(replace(bare, chart=_chart((3, 3), (3, 4))))
    assert _strength(view) == 0.0
    motion.setCurrentTime(90_000)
    assert _strength(view) == 1.0


def test_a_provisional_chart_is_there_at_once(qtbot: QtBot) -> None:
    """What is taken from other squares does not fade in, and so does none where nothing moves."""
    bare = SceneView(GROUND, (STANDS,))
    for reduce_motion, rough in ((False, True), (True, False)):
        view = _map(qtbot, reduce_motion=reduce_motion)
        view.show_view(replace(bare, chart=_chart((3, 3), rough=rough)))
        assert _strength(view) == 1.0


def _flashes(view: MapView) -> list[HitFlash]:
    return [one for one in view.map_scene.items() if isinstance(one, HitFlash)]


def _slides(qtbot: QtBot, *, reduce_motion: bool) -> bool:
    parent = QWidget()
    qtbot.addWidget(parent)
    parent.resize(900, 600)
    popover = Popover(make_theme(ThemeName.DARK, reduce_motion=reduce_motion), parent)
    with qtbot.waitExposed(parent):
        parent.show()
    popover.hide()
    popover.float_in(parent.rect())
    at_rest = popover.x()
    popover.show()
    return popover.x() != at_rest
