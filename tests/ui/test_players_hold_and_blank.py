"""When the players' picture is held, by hand and by itself, and when it is blank."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication

from gridwar.engine.gm.combatant_commands import Place
from gridwar.engine.gm.map_commands import LayMap, PutWalls, SetDoor
from gridwar.engine.gm.side_and_setting_commands import PutHandouts
from gridwar.engine.gm.sketch_commands import DrawRoom, PutSketchThings, SetSketchStyle
from gridwar.model.battlemap import BattleMap
from gridwar.model.geometry import Cell, Point
from gridwar.model.handouts import Handout
from gridwar.model.sketch import SketchStyle, SketchThing, SketchThingKind
from gridwar.model.walls import DoorState, Wall

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.ui.app.application import Application
    from tests.support.players_table import Table
    from tests.support.two_worlds import World


def test_a_held_picture_stays_until_it_is_released(table: Table) -> None:
    """What happens meanwhile is seen at once then."""
    table.window.players_here.bar.hold.click()
    assert table.screen.is_held
    held = table.picture()
    table.world.do(Place(to=(("hero", Cell(6, 6)),)))
    assert table.picture() == held
    assert table.places()["hero"] == (3, 3)
    table.window.players_here.bar.hold.click()
    table.settle()
    assert table.places()["hero"] == (6, 6)
    assert table.picture() != held


def test_a_held_picture_comes_back_held_when_its_screen_does(table: Table) -> None:
    """What was prepared meanwhile is not shown by plugging the screen in again."""
    table.screen.hold(on=True)
    held = table.players.page.record
    screen = table.window.screen()
    table.screen._screen = screen
    table.screen._screen_went(screen)
    assert not table.screen.is_open
    table.world.do(Place(to=(("hero", Cell(6, 6)),)))
    table.screen.open()
    table.settle()
    assert table.screen.is_held
    assert table.players.page.record is held
    table.screen.hold(on=False)
    table.settle()
    assert table.players.page.record is not held


def test_blank_covers_at_once_even_a_held_picture(table: Table) -> None:
    """Nothing but one colour is left."""
    table.screen.hold(on=True)
    table.screen.blank(on=True)
    image = table.picture()
    colors = {
        QColor(image.pixel(x, y)).name() for x in range(0, 900, 30) for y in range(0, 700, 30)
    }
    assert len(colors) == 1
    table.screen.blank(on=False)
    assert table.picture() != image


STAIRS = SketchThing(kind=SketchThingKind.STAIRS, cell=Cell(2, 2))


def _door_opens(world: World) -> None:
    world.do(SetDoor(wall="locked", state=DoorState.OPEN))


@pytest.mark.parametrize(
    ("deed", "holds"),
    [
        (lambda w: w.do(PutWalls(put=(Wall(id="n", a=Point(0, 0), b=Point(2048, 0)),))), True),
        (lambda w: w.do(LayMap(map=BattleMap(width=12, height=9))), True),
        (lambda w: w.do(DrawRoom(a=Cell(1, 1), b=Cell(4, 4))), True),
        (lambda w: w.do(PutSketchThings(put=(STAIRS,))), True),
        (lambda w: w.do(SetSketchStyle(style=SketchStyle.BLUEPRINT)), False),
        (_door_opens, False),
        (lambda w: w.do(Place(to=(("hero", Cell(6, 6)),))), False),
    ],
)
def test_the_picture_holds_by_itself_while_the_map_is_worked_on(
    table: Table, deed: Callable[[World], object], holds: bool
) -> None:
    """For walls, the sketch and another map; a door, a move, another ink is seen."""
    deed(table.world)
    table.settle()
    assert table.screen.is_held is holds
    assert bool(table.screen.why_held) is holds


def test_the_picture_holds_by_itself_when_the_fight_goes_back(table: Table) -> None:
    """What is taken back is not shown before the game master wants it to."""
    table.world.do(Place(to=(("hero", Cell(6, 6)),)))
    table.settle()
    table.world.session.undo()
    table.settle()
    assert table.screen.is_held
    assert table.places()["hero"] == (6, 6)


def test_by_a_switch_it_never_holds_by_itself(table: Table) -> None:
    """Then undo is seen as it happens."""
    table.screen.choose(table.screen.sharing, holds_by_itself=False)
    table.world.do(Place(to=(("hero", Cell(6, 6)),)))
    table.settle()
    table.world.session.undo()
    table.settle()
    assert not table.screen.is_held
    assert table.places()["hero"] == (3, 3)


def test_another_fight_is_held_until_it_is_shown(application: Application) -> None:
    """The last picture of the fight before stays where players look."""
    screen = application.players
    assert application.window is not None
    application.window.show()
    screen.open()
    assert screen.window is not None
    before = screen.window.page.record
    application.begin_at_once("freeform")
    QApplication.processEvents()
    assert screen.is_open
    assert screen.is_held
    assert screen.window.page.record is before
    pictures = screen.window.page.pictures
    screen.hold(on=False)
    assert screen.window.page.record is not before
    assert screen.window.page.pictures is not pictures  # the file of the fight before is closed
    assert screen.window.page.isVisible()


def test_another_fight_leaves_a_blank_screen_blank_and_brings_its_own_pictures(
    application: Application,
) -> None:
    """Nothing is uncovered by opening one; once it is shown its map is not without a picture."""
    screen = application.players
    assert application.window is not None
    application.window.show()
    screen.open()
    assert screen.window is not None
    first = screen.window.page.pictures
    screen.blank(on=True)
    application.begin_at_once("freeform")
    QApplication.processEvents()
    assert screen.sharing.blank
    assert screen.window.page.blank.isVisible()
    assert screen.window.page.pictures is first
    screen.hold(on=False)
    assert screen.side is not None
    assert screen.window.page.pictures is screen.side.pictures is not first
    assert screen.window.page.blank.isVisible()
    screen.blank(on=False)
    assert not screen.window.page.blank.isVisible()


def test_it_closes_with_the_game_masters_window(table: Table) -> None:
    """Nothing is left on the players' screen."""
    table.window.close()
    assert not table.screen.is_open


def test_a_handout_comes_and_goes_over_a_held_picture(table: Table) -> None:
    """The map stays as it is held; what is laid before the players is laid there by hand."""
    handout = Handout(id="h", picture="0" * 64, caption="A map")
    table.world.do(PutHandouts(put=(handout,)))
    table.screen.hold(on=True)
    table.world.do(Place(to=(("hero", Cell(6, 6)),)))
    table.screen.show_handout("h")
    table.settle()
    assert table.players.page.handout.isVisible()
    assert table.places()["hero"] == (3, 3)
    table.screen.close_handout()
    table.settle()
    assert not table.players.page.handout.isVisible()
    assert table.screen.is_held


def test_what_was_edited_while_nobody_looked_holds_nothing(table: Table) -> None:
    """Opened anew the window shows what there is, and goes on with it."""
    table.screen.close()
    wall = Wall(id="new", a=Point(1024, 1024), b=Point(4096, 1024))
    table.world.do(PutWalls(put=(wall,)))
    table.screen.open()
    table.settle()
    assert not table.screen.is_held
    table.world.do(Place(to=(("hero", Cell(6, 6)),)))
    table.settle()
    assert table.places()["hero"] == (6, 6)
