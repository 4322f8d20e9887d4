"""What sits around the map: names of rows and columns, scale and legend, none upon another."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QFontMetricsF

from gridwar.control.records.ground_records import GroundView
from gridwar.control.records.scene_records import LegendEntry, LineRole, SceneView
from gridwar.control.tools.measuring.arc_tool import ArcTool
from gridwar.control.tools.measuring.ruler_tool import RulerTool
from gridwar.control.tools.measuring.sight_and_threat_tools import SightTool, ThreatTool
from gridwar.control.tools.measuring.template_tool import TemplateTool
from gridwar.control.tools.toolbox import SELECT
from gridwar.model.geometry import column_name
from gridwar.storage.new_open_and_sample_fights import sample_fights
from gridwar.ui.app.application import Application
from gridwar.ui.map.camera.map_view import MapView
from gridwar.ui.map.frame.edge_ruler_and_scale_bar import RulerStrip, ScaleBar
from gridwar.ui.style.fonts import Type, font
from gridwar.ui.style.theme import Theme, make_theme

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtWidgets import QWidget
    from pytestqt.qtbot import QtBot

    from gridwar.control.tools.tool_base import Tool
    from gridwar.ui.window.main_window import MainWindow

WORDS = ("1 move", "2 moves", "threat: Tomas Reck", "aims +1", "Smoke from the oven", "ruler")


def _strip(page: QWidget, theme: Theme, direction: Qt.Orientation) -> RulerStrip:
    made = RulerStrip(page, theme, direction)
    made.setGeometry(0, 0, 900, 900)
    return made


@pytest.mark.parametrize("scale", [1.0, 1.5])
@pytest.mark.parametrize("direction", list(Qt.Orientation))
@pytest.mark.parametrize("cell_px", [1.6, 3.2, 7.0, 9.5, 12.0, 18.0, 27.5, 33.0, 64.0, 200.0])
@pytest.mark.parametrize("hot", [None, 0, 7, 13, 99])
def test_names_never_touch(
    page: QWidget,
    theme: Theme,
    scale: float,
    direction: Qt.Orientation,
    cell_px: float,
    hot: int | None,
) -> None:
    """Neither each other nor the one that is marked, at any zoom."""
    theme = make_theme(theme.name, scale)
    strip, is_across = _strip(page, theme, direction), direction is Qt.Orientation.Horizontal
    strip.show_cells(0.0, cell_px, 500)
    strip.set_hot(hot)
    named = list(strip.named())
    assert named
    assert hot not in named, "it is drawn once"
    shown = sorted([*named, *([] if hot is None else [hot])])
    plain = QFontMetricsF(font(Type.AXIS, theme.scale))
    marked = QFontMetricsF(font(Type.AXIS_ACTIVE, theme.scale))

    def half(index: int) -> float:
        metrics = marked if index == hot else plain
        return (
            metrics.horizontalAdvance(column_name(index)) if is_across else metrics.capHeight()
        ) / 2

    for one, other in pairwise(shown):
        assert (other - one) * cell_px > half(one) + half(other) + 1


@pytest.mark.parametrize(
    ("cell_px", "first", "step"), [(40.0, 1, 1), (16.6, 2, 2), (7.0, 5, 5), (3.0, 10, 10)]
)
def test_of_rows_the_round_numbers_are_named(
    page: QWidget, theme: Theme, cell_px: float, first: int, step: int
) -> None:
    """Every one, every second, fifth or tenth."""
    strip = _strip(page, theme, Qt.Orientation.Vertical)
    strip.show_cells(0.0, cell_px, 200)
    assert [index + 1 for index in strip.named()][:3] == [first, first + step, first + 2 * step]


# --- scale and legend -----------------------------------------------------------------------------


def _shown(view: MapView, entries: int, *, has_scale: bool) -> SceneView:
    legend = tuple(LegendEntry(LineRole.CLEAR, words) for words in WORDS[:entries])
    return SceneView(GroundView(30, 20, 1.5, "m"), legend=legend, has_scale=has_scale)


@pytest.mark.parametrize("size", [(560, 500), (688, 540), (830, 640), (1600, 900)])
@pytest.mark.parametrize("entries", [1, 3, 6])
@pytest.mark.parametrize("left", [None, 0.45, 0.7])
@pytest.mark.parametrize("high", [0.5, 0.93, 1.0])
def test_nothing_at_the_foot_lies_upon_another(
    theme: Theme,
    qtbot: QtBot,
    size: tuple[int, int],
    entries: int,
    left: float | None,
    high: float,
) -> None:
    """Legend, scale and what popovers cover stand apart, whatever the size."""
    view = MapView(theme)
    qtbot.addWidget(view)
    view.resize(*size)
    view.show_view(_shown(view, entries, has_scale=True))
    view.show()
    port = view.viewport().rect()
    covered = QRect()
    if left is not None:
        corner = QPoint(round(left * port.width()), 10)
        covered = QRect(corner, QPoint(port.right(), round(high * port.height())))
    view.cover((covered,))
    legend, (scale,) = view.legend.geometry(), view.viewport().findChildren(ScaleBar)
    parts = (legend, scale.geometry())
    assert not scale.isHidden()
    assert not legend.intersects(scale.geometry())
    assert not any(part.intersects(covered) for part in parts)
    assert all(port.contains(part) for part in parts)


def test_without_a_scale_the_legend_has_its_place(theme: Theme, qtbot: QtBot) -> None:
    """It stands at the foot of the map, however long it is."""
    view = MapView(theme)
    qtbot.addWidget(view)
    view.resize(700, 500)
    view.show_view(_shown(view, 4, has_scale=True))
    bottom = view.legend.geometry().bottom()
    view.show_view(_shown(view, 4, has_scale=False))
    (scale,) = view.viewport().findChildren(ScaleBar)
    assert scale.isHidden()
    assert view.legend.geometry().bottom() > bottom


# --- in the window --------------------------------------------------------------------------------


@pytest.fixture
def window(theme: Theme) -> Iterator[MainWindow]:
    """A window on a sample fight."""
    made = Application(theme)
    made.open(sample_fights()[0])
    assert made.window is not None
    yield made.window
    made.close()
    made.window.leave()


def _scale(window: MainWindow) -> ScaleBar:
    (scale,) = window.map.viewport().findChildren(ScaleBar)
    return scale


@pytest.mark.parametrize("tool", [RulerTool, SightTool, TemplateTool, ArcTool, ThreatTool])
def test_the_scale_stands_while_something_is_measured(window: MainWindow, tool: type[Tool]) -> None:
    """With a tool in hand that measures, and no longer."""
    assert _scale(window).isHidden()
    window.tools.take(tool.info.id)
    window.refresh()
    assert not _scale(window).isHidden()
    window.tools.take(SELECT)
    window.refresh()
    assert _scale(window).isHidden()


def test_the_scale_stands_while_a_token_is_dragged(window: MainWindow) -> None:
    """A way is planned: how long it is, is read from it."""
    controller = window.controller
    actor = controller.encounter.turn
    assert actor is not None
    start = controller.encounter[actor].pos
    assert start is not None
    controller.move_planning.plan(actor, (start.x + 1, start.y), free=True)
    window.refresh()
    assert not _scale(window).isHidden()
    controller.show(plan=None)
    window.refresh()
    assert _scale(window).isHidden()


def test_nothing_stands_under_the_drawer(window: MainWindow, qtbot: QtBot) -> None:
    """In a narrow window the inspector lies over the map, and scale and legend beside it."""
    window.resize(820, 600)
    window.show()
    window.tools.take(RulerTool.info.id)
    window.columns.show_panel("inspector", on=True)
    window.refresh()
    viewport = window.map.viewport()

    def is_beside() -> bool:
        at = viewport.mapFromGlobal(window.inspector.mapToGlobal(QPoint()))
        drawer = QRect(at, window.inspector.size())
        assert window.inspector.isVisible()
        assert drawer.intersects(viewport.rect())
        parts = (_scale(window), window.map.legend)
        return not any(one.isVisible() and one.geometry().intersects(drawer) for one in parts)

    qtbot.waitUntil(is_beside)
