"""A chart of squares in the window: by its keys, its legend, its card, drawn with the ground."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QCoreApplication, QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtTest import QTest

from gridwar.control.controller.controller import Controller
from gridwar.control.insight.chart_thread import ChartThread
from gridwar.control.records.chart_records import ChartHue, ChartSquares, ChartView
from gridwar.control.state.chart_choice import ChartKind
from gridwar.model.geometry import Cell
from gridwar.ui.map.frame.beside_square import FREE_PX, Around, Edges, place_beside
from gridwar.ui.map.frame.chart_card_plate import ChartCardPlate
from gridwar.ui.map.frame.chart_legend_plate import ChartLegendPlate
from gridwar.ui.map.overlays.chart_squares import ChartItem
from tests.support.fights import begun
from tests.ui.test_window import Table, _window

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

KEY, SHIFT = Qt.Key, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def inn(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    """A fight of two, the first of whom is selected; few squares are charted."""
    monkeypatch.setattr("gridwar.control.insight.charts.AROUND", 1)
    session = begun("freeform", hero=(3, 3), foe=(6, 3))
    yield from _window(qtbot, Controller(session, odds_patience_s=60))


def whole(table: Table) -> None:
    """Wait until the chart that is shown is whole, and show it."""
    table.controller.refresh_now()
    worker = table.controller.charts.worker
    assert isinstance(worker, ChartThread)
    worker.settle()
    QCoreApplication.sendPostedEvents()
    table.controller.refresh_now()


def plates(table: Table) -> tuple[ChartLegendPlate, ChartCardPlate]:
    """Return legend and card."""
    port = table.window.map.viewport()
    (legend,), (card,) = port.findChildren(ChartLegendPlate), port.findChildren(ChartCardPlate)
    return legend, card


def shown(table: Table) -> ChartKind | None:
    """Return which chart lies on the map."""
    return table.controller.view.chart.kind


def test_a_key_shows_a_chart_and_takes_it_off(inn: Table) -> None:
    """Danger by D, in its place who sees the square by Shift+S; the same key, or Esc, ends it."""
    selected, window = inn.controller.view.selected, inn.window
    assert shown(inn) is None
    QTest.keyClick(window.map, KEY.Key_D)
    assert shown(inn) is ChartKind.DANGER
    window.window_actions.action("view.seen_by").trigger()
    assert shown(inn) is ChartKind.SEEN_BY
    whole(inn)
    legend, _card = plates(inn)
    assert legend.isVisible()
    assert legend._key() == "Shift+S"
    QTest.keyClick(window.map, KEY.Key_Escape)
    inn.controller.refresh_now()
    assert shown(inn) is None
    assert not legend.isVisible()
    assert inn.controller.view.selected == selected


def test_chips_of_the_legend_change_by_what_it_goes(inn: Table) -> None:
    """A click on a foe leaves it out, on whose knowledge it goes counts everything."""
    inn.controller.charts.turn(ChartKind.SEEN_BY)
    whole(inn)
    legend, _card = plates(inn)
    for key in ("foe:foe", "knows"):
        place = legend.chips()[key].center().toPoint()
        QTest.mouseClick(legend, Qt.MouseButton.LeftButton, pos=place)
    choice = inn.controller.view.chart
    assert choice.knows_all
    assert choice.left_out == {"foe"}


def test_the_legend_stays_as_it_is_when_all_is_known(inn: Table) -> None:
    """How much is known goes from it, and neither its width nor a chip moves under the hand."""
    inn.controller.charts.turn(ChartKind.SEEN_BY)
    whole(inn)
    legend, _card = plates(inn)
    known = legend._legend
    assert known is not None
    assert not known.state
    size, places = legend.size(), legend.chips()
    legend.show_chart(ChartView(None, replace(known, state=known.widest_state)))
    assert (legend.size(), legend.chips()) == (size, places)


def test_the_card_lies_beside_its_square(inn: Table) -> None:
    """It says what is found there and hides the square never; elsewhere there is none."""
    inn.controller.charts.turn(ChartKind.SEEN_BY)
    inn.controller.show(hover=Cell(4, 4))
    whole(inn)
    _legend, card = plates(inn)
    assert card.isVisible()
    view = inn.window.map
    square = view.mapFromScene(QPointF(4.5, 4.5))
    assert not card.geometry().contains(square)
    inn.controller.show(hover=None)
    inn.controller.refresh_now()
    assert not card.isVisible()


def test_small_cells_have_figures_at_edges_alone(qtbot: QtBot) -> None:
    """Where two steps meet, or what is known ends, a figure stands; within a step none does."""
    del qtbot
    cells = frozenset((x, y) for x in range(5) for y in range(5))
    steps = (cells - {(0, 0)}, frozenset({(0, 0)}), *(frozenset[tuple[int, int]](),) * 3)
    item = ChartItem(ChartSquares(ChartHue.DANGER, steps), 30.0, lambda _box: None)
    edges = {cell for cell in cells if item.is_at_edge(cell)}
    assert {(0, 0), (0, 1), (1, 0), (4, 4)} <= edges
    assert not {(1, 1), (2, 2), (3, 3)} & edges


@pytest.mark.parametrize("x", [0.0, 150.0, 400.0, 800.0])
@pytest.mark.parametrize("y", [0.0, 200.0, 400.0, 600.0])
def test_the_card_flips_to_the_free_side(x: float, y: float) -> None:
    """Wherever the square is in a small window, it and who would stand there are seen."""
    room, size = Edges(4, 4, 826, 630), (330, 262)
    square, own = _box(x, y, 28, 28), _box(390, 300, 28, 28)
    foes = (_box(500, 60, 28, 28), _box(60, 500, 28, 28))
    legend = _box(14, 14, 515, 89)
    box = _box(*place_beside(size, square, Around((own, *foes), (legend,)), room)[:2], *size)
    assert room.holds(box)
    assert not box.meets(own)
    assert not box.meets(square.wider(FREE_PX - 1))
    assert not box.meets(legend) or square.meets(legend)


def _box(x: float, y: float, width: float, height: float) -> Edges:
    return Edges(x, y, x + width, y + height)


def test_the_card_keeps_its_side_while_that_is_free() -> None:
    """It does not hop about its square as this is moved; off a token that comes it goes."""
    room, size = Edges(0, 0, 1000, 800), (330, 60)
    own, crowd = _box(480, 380, 28, 28), tuple(_box(600 + 40 * n, 420, 28, 28) for n in range(8))
    first = place_beside(size, own, Around((own,)), room)
    assert first.is_free
    kept = first.x - own.left, first.y - own.top
    for step in range(1, 20):
        square = _box(480 + 3 * step, 380 - step, 28, 28)
        found = place_beside(size, square, Around(), room, kept)
        assert (found.x - square.left, found.y - square.top) == kept
    square = _box(480, 380, 28, 28)
    under = _box(first.x + 100, first.y + 10, 28, 28)
    other = place_beside(size, square, Around(others=(under, *crowd)), room, kept)
    assert not _box(other.x, other.y, *size).meets(under)


def test_the_card_stays_while_the_wheel_turns_and_goes_with_its_square(
    inn: Table, qtbot: QtBot
) -> None:
    """A map that is pulled takes it along; a zoom leaves it, and then it goes beside its square."""
    inn.controller.charts.turn(ChartKind.SEEN_BY)
    inn.controller.show(hover=Cell(4, 4))
    whole(inn)
    view, (_legend, card) = inn.window.map, plates(inn)
    qtbot.waitUntil(card.isVisible)
    before, square = card.pos(), view.mapFromScene(4.0, 4.0)
    view.pan_by(QPoint(6, -4))  # there is room
    moved = view.mapFromScene(4.0, 4.0) - square
    assert moved.manhattanLength() > 0
    assert (card.pos() - before - moved).manhattanLength() <= 2
    stays = card.pos()
    view.zoom_to(view.zoom * 1.3)
    assert card.pos() == stays
    qtbot.waitUntil(lambda: card.pos() != stays)
    assert not card.geometry().contains(view.mapFromScene(4.5, 4.5))


@pytest.mark.parametrize("cell_px", [64.0, 32.0, 13.0])
def test_a_chart_in_parts_is_the_chart_as_a_whole(qtbot: QtBot, cell_px: float) -> None:
    """Tile by tile the same pixels, also where the chart ends at the edge of a tile."""
    del qtbot
    dice = random.Random(1)
    cells = [(x, y) for x in range(4, 12) for y in range(4, 8)]
    steps = [set[tuple[int, int]]() for _step in range(5)]
    for cell in cells:
        steps[dice.randrange(5)].add(cell)
    figures = {cell: str(dice.randrange(20)) for cell in cells}
    rough = frozenset(cell for cell in cells if dice.random() < 0.4)
    squares = ChartSquares(ChartHue.DANGER, tuple(map(frozenset, steps)), figures, rough)
    item = ChartItem(squares, cell_px, lambda _box: None)
    whole, parts = (QImage(1100, 600, QImage.Format.Format_ARGB32) for _image in range(2))
    edge = round(4 * cell_px)
    tiles = [QRect(x, y, edge, edge) for x in range(0, 1100, edge) for y in range(0, 600, edge)]
    for image, places in ((whole, [whole.rect()]), (parts, tiles)):
        image.fill(Qt.GlobalColor.darkGray)
        for place in places:
            with QPainter(image) as painter:
                painter.setClipRect(place)
                painter.scale(cell_px, cell_px)
                part = QRectF(
                    place.x() / cell_px,
                    place.y() / cell_px,
                    place.width() / cell_px,
                    place.height() / cell_px,
                )
                item.draw_on(painter, item.boundingRect() & part)
    assert whole == parts
    assert whole.pixelColor(round(4.5 * cell_px), round(4.5 * cell_px)) != Qt.GlobalColor.darkGray


def test_where_more_is_told_only_that_is_drawn_anew(qtbot: QtBot) -> None:
    """The same item shows it, and spoils of the ground the squares that differ."""
    del qtbot
    cells = frozenset((x, y) for x in range(40) for y in range(3))
    none = (frozenset[tuple[int, int]](),) * 3
    spoiled: list[QRectF] = []
    some = ChartSquares(ChartHue.DANGER, (frozenset(), cells, *none))
    item = ChartItem(some, 30.0, spoiled.append)
    assert not item.become(ChartItem(replace(some, hue=ChartHue.CHANCE), 30.0, spoiled.append))
    later = replace(some, steps=(frozenset({(30, 1)}), cells - {(30, 1)}, *none))
    assert item.become(ChartItem(later, 30.0, spoiled.append))
    assert item.chart is later
    assert [box.contains(30.5, 1.5) for box in spoiled] == [True]
    assert spoiled[0].width() < 10


@pytest.mark.parametrize("seed", range(4))
def test_lines_cross_boxes_as_they_are_seen_to(seed: int) -> None:
    """A line goes through a box where one of many places along it lies in it."""
    dice = random.Random(seed)
    box = Edges(30, 40, 70, 60)
    for _time in range(300):
        a, b = ((dice.uniform(0, 100), dice.uniform(0, 100)) for _end in range(2))
        shares = [step / 2000 for step in range(2001)]
        places = [(a[0] + (b[0] - a[0]) * by, a[1] + (b[1] - a[1]) * by) for by in shares]
        is_in = any(box.left <= x <= box.right and box.top <= y <= box.bottom for x, y in places)
        nearly = Edges(30.1, 40.1, 69.9, 59.9).is_crossed(a, b)
        assert is_in <= box.is_crossed(a, b)
        assert nearly <= is_in
