"""Tags and marks over tokens: what came of a command, for a moment and then small."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest

from gridwar.control.records.ground_records import GroundView
from gridwar.control.records.result_records import ResultView
from gridwar.control.records.scene_records import SceneView, TokenView
from gridwar.ui.map.camera.map_view import MapView
from gridwar.ui.map.overlays.result_tags_and_marks import ResultItem
from gridwar.ui.style.colors import ThemeName
from gridwar.ui.style.theme import make_theme

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

YSOLDE, KELL = TokenView("ys", (4, 4), "Ys"), TokenView("ke", (6, 1), "Ke", side=1)
PLAIN = SceneView(GroundView(20, 20, 1.5, "m"), (YSOLDE, KELL))
OLD = ResultView("ys", 1, "\u22122", "Ysolde", is_harm=True)
NEW = ResultView("ke", 2, "\u221211", "Kell is down", "hit, Effect 2", is_harm=True, by="ys")


def shown(qtbot: QtBot, *, reduce_motion: bool) -> MapView:
    """Return a map of 20 by 20 cells on screen, with one result that was there before."""
    made = MapView(make_theme(ThemeName.DARK, reduce_motion=reduce_motion))
    qtbot.addWidget(made)
    made.resize(640, 640)
    made.show_view(replace(PLAIN, results=(OLD,)))
    made.show()
    qtbot.waitExposed(made)
    return made


def items(view: MapView) -> dict[str, ResultItem]:
    """Return the tags and marks by whom they are over."""
    found = (one for one in view.map_scene.items() if isinstance(one, ResultItem))
    return {one.result.who: one for one in found if one.isVisible()}


def height_px(view: MapView, who: str) -> int:
    """Return how high the tag or mark over somebody is on screen."""
    return round(items(view)[who].boundingRect().height())


def test_what_is_new_is_a_tag_and_what_was_there_a_mark(qtbot: QtBot) -> None:
    """A tag is 46 high and a mark 19, whatever the zoom; around them is room for their shadow."""
    view = shown(qtbot, reduce_motion=True)
    assert height_px(view, "ys") == 19 + 7
    view.show_view(replace(PLAIN, results=(NEW, OLD)))
    qtbot.waitUntil(lambda: "ke" in items(view))
    assert height_px(view, "ke") == 46 + 7
    assert height_px(view, "ys") == 19 + 7
    view.zoom_to(2 * view.zoom)
    assert height_px(view, "ke") == 46 + 7


def test_a_tag_that_was_taken_back_comes_back_as_a_mark(qtbot: QtBot) -> None:
    """What was seen once is not told again: undo and redo do not make the map speak."""
    view = shown(qtbot, reduce_motion=True)
    view.show_view(replace(PLAIN, results=(NEW, OLD)))
    view.show_view(replace(PLAIN, results=(OLD,)))
    assert "ke" not in items(view)
    view.show_view(replace(PLAIN, results=(NEW, OLD)))
    assert height_px(view, "ke") == 19 + 7


def test_a_tag_lies_in_view(qtbot: QtBot) -> None:
    """Of one who stands at the rim of what is seen, too."""
    view = shown(qtbot, reduce_motion=True)
    view.center_cells((6.5 + 4, 1.0 + 4), animated=False)
    view.show_view(replace(PLAIN, results=(NEW, OLD)))
    qtbot.waitUntil(lambda: "ke" in items(view))
    item = items(view)["ke"]
    corner = view.mapFromScene(item.pos())
    box = item.boundingRect().translated(QPointF(corner))
    assert view.viewport().rect().contains(box.toRect())


def test_a_click_on_a_mark_opens_its_line_of_the_log(qtbot: QtBot) -> None:
    """The tool hears nothing of it; a click beside it is the tool's."""
    view = shown(qtbot, reduce_motion=True)
    rows: list[int] = []
    view.map_scene.results.opened.connect(rows.append)
    mark = items(view)["ys"]
    place = view.mapFromScene(mark.pos()) + mark._box().center().toPoint()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert rows == [OLD.row]
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place - QPoint(0, 60))
    assert rows == [OLD.row]


def test_tags_come_and_shrink_by_themselves(qtbot: QtBot) -> None:
    """With motion on; the line from whoever did it goes with the tag."""
    view = shown(qtbot, reduce_motion=False)
    bare = len(view.map_scene.items())
    view.show_view(replace(PLAIN, results=(NEW, OLD)))
    qtbot.waitUntil(lambda: "ke" in items(view) and height_px(view, "ke") == 46 + 7)
    assert len(view.map_scene.items()) == bare + 2
    items(view)["ke"].shrink(moving=True)
    qtbot.waitUntil(lambda: height_px(view, "ke") == 19 + 7)
    assert len(view.map_scene.items()) == bare + 1
