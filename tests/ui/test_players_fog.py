"""The fog on the players' screen: what nobody has uncovered is neither there nor in the record."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor

from gridwar.control.state.players_camera import CameraMode
from gridwar.engine.gm.combatant_commands import Place
from gridwar.engine.gm.fog_commands import SetFog, Uncover
from gridwar.engine.gm.map_commands import PutWalls, PutZones
from gridwar.model.geometry import Cell, Point
from gridwar.model.memory import FogMode
from gridwar.model.walls import Wall
from gridwar.model.zones import Zone
from gridwar.ui.style.colors import night_colors
from tests.properties.test_two_worlds_in_fog import OUT_OF_SIGHT
from tests.support.players_table import Table
from tests.support.two_worlds import World
from tests.support.worlds_in_fog import fogged

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QImage
    from PySide6.QtWidgets import QApplication

    from gridwar.model.command import Command


def _in_fog(world: World, *more: Command) -> None:
    world.do(SetFog(mode=FogMode.BY_HAND))
    world.do(Uncover(sides=("1",), cells=tuple(Cell(x, y) for x in range(9) for y in range(7))))
    for one in more:
        world.do(one)


def test_what_nobody_has_uncovered_is_one_colour(qapp: QApplication) -> None:
    """Whatever lies there, walls and smoke too, is neither in the record nor on the screen."""
    del qapp
    wall = PutWalls(put=(Wall(id="n", a=Point(12288, 9216), b=Point(18432, 9216)),))
    smoke = PutZones(put=(Zone(id="t", kind="smoke", cells=(Cell(13, 10), Cell(14, 10))),))
    worlds = World("cepheus"), World("cepheus")
    _in_fog(worlds[0])
    _in_fog(worlds[1], wall, smoke)
    assert worlds[0].players().scene.ground.walls == worlds[1].players().scene.ground.walls
    assert worlds[0].players().scene.overlays == worlds[1].players().scene.overlays
    pictures = []
    for world in worlds:
        table = Table(world)
        table.screen.look_mode(CameraMode.MAP)
        pictures.append(table.picture())
        view = table.players.map
        at = view.viewport().mapTo(table.players, view.mapFromScene(QPointF(20.5, 15.5)))
        color = QColor(pictures[-1].pixel(at))
        assert color.name() == QColor(night_colors().fog).name()
        table.close()
    assert pictures[0] == pictures[1]


@pytest.mark.long
@pytest.mark.parametrize("light", [False, True])
def test_what_nobody_sees_makes_no_difference_to_a_pixel(
    qapp: QApplication, *, light: bool
) -> None:
    """Lamps, doors, smoke and people out of sight: the window is the same, dot by dot."""
    del qapp

    def picture(deed: Callable[[World], object]) -> QImage:
        world = fogged("cepheus", light=light)
        deed(world)
        table = Table(world)
        table.screen.look_mode(CameraMode.MAP)
        found = table.picture()
        table.close()
        return found

    plain = picture(lambda _world: None)
    for name, deed in OUT_OF_SIGHT.items():
        assert picture(deed) == plain, name


def test_who_stands_in_the_fog_is_not_there(table: Table) -> None:
    """A foe steps out of what is uncovered, and is gone from map and strip."""
    _in_fog(table.world)
    table.settle()
    assert "foe" in table.places()
    table.world.do(Place(to=(("foe", Cell(15, 12)),)))
    table.settle()
    record = table.players.page.record
    assert record is not None
    assert record.strip is not None
    assert "foe" not in table.places()
    assert "foe" not in {one.id for one in record.strip.faces}
