"""Editing the map in the whole window, offscreen: mouse over the map, panels beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit

from gridwar.control.controller.controller import Controller
from gridwar.control.presenters.ground_walls_zones import Editing, present_ground
from gridwar.control.tools.ground.terrain_and_height_tools import PaintTool
from gridwar.control.tools.walls.wall_changes import WallMode
from gridwar.control.tools.walls.walls_tool import WallsTool
from gridwar.engine.gm.map_commands import PutWalls
from gridwar.model.battlemap import BattleMap, LayerName, Picture
from gridwar.model.geometry import SUBCELL, Cell, Point
from gridwar.model.walls import DoorState, Wall, WallKind, WallSight
from gridwar.ui.app.application import Application
from gridwar.ui.map.ground.page_picture_and_grid import Ground
from gridwar.ui.style.colors import ThemeName, palette_for
from gridwar.ui.style.theme import make_theme
from gridwar.ui.widgets.containers.fitting_scroll_area import FitScroll
from gridwar.ui.window.main_window import MainWindow
from gridwar.ui.window.menus.context_menus import door_menu
from gridwar.ui.window.tool_panels.terrain_and_height_panels import PaintPanel
from gridwar.ui.window.tool_panels.walls_panel import WallsPanel
from tests.support.fights import begun

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

LEFT = Qt.MouseButton.LeftButton
DOOR = Wall(
    id="d",
    a=Point(5 * SUBCELL, 3 * SUBCELL),
    b=Point(5 * SUBCELL, 4 * SUBCELL),
    kind=WallKind.DOOR,
    name="Gate",
)


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[MainWindow]:
    """A window with a freeform fight on a blank page."""
    controller = Controller(begun("freeform", hero=(3, 3)))
    made = MainWindow(controller, make_theme(ThemeName.DARK))
    made.map.map_scene.reduce_motion = True
    qtbot.addWidget(made)
    made.show()
    qtbot.waitExposed(made)
    made.map.fit()
    yield made
    controller.action_drafts.shut_down()


def at(window: MainWindow, x: float, y: float) -> QPoint:
    """Return a place of the map, in cells, in its viewport."""
    return window.map.mapFromScene(QPointF(x, y))


def drag(window: MainWindow, *places: tuple[float, float]) -> None:
    """Drag over the map with the left button."""
    port = window.map.viewport()
    QTest.mousePress(port, LEFT, pos=at(window, *places[0]))
    for place in places[1:]:
        QTest.mouseMove(port, at(window, *place))
    QTest.mouseRelease(port, LEFT, pos=at(window, *places[-1]))


def test_a_kind_chosen_in_the_panel_is_painted_by_the_mouse(window: MainWindow) -> None:
    """Tool, row of the list, drag, undo: what is painted is what was chosen."""
    window.tools.take("paint")
    window.controller.refresh_now()
    panel = window.tool_step.panel
    assert isinstance(panel, PaintPanel)
    QApplication.processEvents()  # the panel has its place only then
    QTest.mouseClick(panel.kinds.buttons["2"], LEFT)
    drag(window, (8.5, 8.5), (10.5, 8.5))
    terrain = window.controller.encounter.map.terrain
    assert {terrain.get(Cell(x, 8)) for x in (8, 9, 10)} == {2}
    QTest.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert window.controller.encounter.map.terrain.count() == 0


def test_a_kind_is_taken_away_from_its_form(window: MainWindow) -> None:
    """Its form has a button for that; a new kind has none, and the form fits into its panel."""
    window.tools.take("paint")
    window.controller.refresh_now()
    panel = window.tool_step.panel
    assert isinstance(panel, PaintPanel)
    panel.begin_kind()
    assert panel.editor.drop.isHidden()
    panel.editor.cancelled.emit()
    names = [kind.name for kind in window.controller.encounter.map.terrain_kinds]
    panel.change.click()
    assert panel.editor.minimumSizeHint().width() <= 360  # whatever font there is
    panel.editor.drop.click()
    window.controller.refresh_now()
    left = [kind.name for kind in window.controller.encounter.map.terrain_kinds]
    assert left == [name for name in names if name != "difficult"]
    assert panel.editor.isHidden()


def test_a_new_kind_is_checked_while_it_is_typed(window: MainWindow) -> None:
    """Without a name it cannot be added, and the field says so; with one it is painted next."""
    window.tools.take("paint")
    window.controller.refresh_now()
    tool, panel = window.tools.tools["paint"], window.tool_step.panel
    assert isinstance(tool, PaintTool)
    assert isinstance(panel, PaintPanel)
    panel.begin_kind()
    panel.editor.check()
    assert not panel.editor.primary.isEnabled()
    name = panel.editor.body.fields["terrain.name"].editor
    assert isinstance(name, QLineEdit)
    QTest.keyClicks(name, "bog")
    QTest.keyClick(name, Qt.Key.Key_Return)
    assert window.controller.encounter.map.terrain_kinds[tool.kind].name == "bog"
    assert panel.editor.isHidden()


def test_the_properties_of_a_selected_wall_hold_at_once(window: MainWindow) -> None:
    """A switch in the panel is one command; what is no height is told beside its field."""
    window.controller.submit(PutWalls(put=(DOOR.replace(kind=WallKind.WALL),)))
    window.tools.take("walls")
    window.controller.refresh_now()
    tool, panel = window.tools.tools["walls"], window.tool_step.panel
    assert isinstance(tool, WallsTool)
    assert isinstance(panel, WallsPanel)
    tool.set_mode(WallMode.SELECT)
    tool.select("d")
    window.controller.refresh_now()
    panel.fields.give("wall.sight", "none")
    assert window.controller.encounter.map.wall("d").sight is WallSight.NONE
    panel.fields.give("wall.height", "tall")
    window.controller.refresh_now()
    assert panel.fields.error_of("wall.height")
    assert window.controller.encounter.map.wall("d").height_m is None
    panel.fields.give("wall.height", "1.5")
    window.controller.refresh_now()
    assert not panel.fields.error_of("wall.height")
    assert window.controller.encounter.map.wall("d").height_m == 1.5


def test_one_click_opens_a_door_and_its_menu_locks_it(window: MainWindow) -> None:
    """In play no tool has to be taken for a door."""
    window.controller.submit(PutWalls(put=(DOOR,)))
    QTest.mouseClick(window.map.viewport(), LEFT, pos=at(window, 5.02, 3.5))
    assert window.controller.encounter.map.wall("d").door is DoorState.OPEN
    menu = door_menu(window.parts, window.controller.encounter.map.wall("d"))
    words = [action.text() for action in menu.actions() if action.text()]
    assert words == ["Gate, open", "Close", "Lock", "Make it secret", "Rename \u2026"]
    next(action for action in menu.actions() if action.text() == "Lock").trigger()
    assert window.controller.encounter.map.wall("d").door is DoorState.LOCKED


# --- what is drawn -------------------------------------------------------------------------------


def drawn(page: BattleMap, editing: Editing | None = None) -> QImage:
    """Return the ground of a map, 40 pixels a cell."""
    ground = Ground(palette_for(ThemeName.DARK))
    ground.show(present_ground(page, editing or Editing()))
    image = QImage(400, 400, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    painter.scale(40, 40)
    ground.draw(painter, QRectF(0, 0, 10, 10))
    painter.end()
    return image


def part(image: QImage, x: int, y: int) -> QImage:
    """Return what is drawn of one cell."""
    return image.copy(x * 40, y * 40, 40, 40)


PAINTED = BattleMap(width=10, height=10).with_painted(LayerName.TERRAIN, {Cell(3, 4): 1})


def test_painted_ground_is_drawn_on_a_blank_page(qtbot: QtBot) -> None:
    """The painted cell looks otherwise than before, a cell apart from it as it did."""
    del qtbot
    plain, painted = drawn(BattleMap(width=10, height=10)), drawn(PAINTED)
    assert part(plain, 3, 4) != part(painted, 3, 4)
    assert part(plain, 6, 6) == part(painted, 6, 6)


def test_a_picture_is_painted_over_only_while_it_is_edited(qtbot: QtBot) -> None:
    """In play the picture itself says what the ground is."""
    del qtbot
    page = PAINTED.with_picture(Picture(sha256="0" * 64, pixels_per_cell=40))
    bare = page.with_layer(LayerName.TERRAIN, BattleMap().terrain)
    assert drawn(page) == drawn(bare)
    assert drawn(page, Editing("paint")) != drawn(bare, Editing("paint"))


def test_only_openings_are_drawn_on_a_picture_in_play() -> None:
    """Doors and windows are there to be clicked; walls come with a tool that edits."""
    wall = DOOR.replace(id="w", kind=WallKind.WALL)
    page = BattleMap().with_picture(Picture(sha256="0" * 64, pixels_per_cell=40))
    page = page.with_walls((wall, DOOR.with_door(DoorState.SECRET)))
    (door,) = present_ground(page).walls
    assert door.door is DoorState.SECRET
    assert len(present_ground(page, Editing("walls")).walls) == 2


def test_the_fields_of_the_page_have_their_room_on_a_blank_map(qtbot: QtBot) -> None:
    """The panel is as high as what it holds, though its fields are made after it was laid out."""
    application = Application(make_theme(ThemeName.DARK))
    application.begin_at_once("freeform")
    assert application.window is not None
    qtbot.addWidget(application.window)
    application.window.resize(1280, 800)
    application.window.tools.take("grid")
    application.window.controller.refresh_now()
    panel = application.window.tool_step.panel
    assert panel is not None
    (scroll,) = panel.findChildren(FitScroll)
    qtbot.waitUntil(lambda: scroll.height() >= scroll.sizeHint().height() > 150)
    application.close()
