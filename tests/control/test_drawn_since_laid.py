"""What was drawn here is drawn always: a picture shows only what was laid with it."""

from __future__ import annotations

import pytest

from gridwar.control.controller.controller import Controller
from gridwar.control.maps.drawn_since_laid import LaidMap
from gridwar.control.presenters.scene import ScenePresenter
from gridwar.control.records import ground_records as gr
from gridwar.control.state.view_state import WallsShown
from gridwar.control.tools.toolbox import Toolbox
from gridwar.control.tools.walls.wall_changes import place_opening
from gridwar.engine.gm import map_commands
from gridwar.engine.gm.map_commands import LayMap
from gridwar.engine.session.session import Session
from gridwar.model.battlemap import BattleMap, LayerName, Picture
from gridwar.model.cover_kinds import CoverDegree, CoverObject
from gridwar.model.geometry import SUBCELL, Cell, Point
from gridwar.model.painted_layers import Layer
from gridwar.model.terrain_kinds import TerrainKind
from gridwar.model.walls import DoorState, Wall, WallKind, WallSight
from gridwar.systems import find_system

PICTURE = Picture(sha256="0" * 64, pixels_per_cell=70)


def wall(wall_id: str, *ends: float, **more: object) -> Wall:
    """Return a wall between two places in cells."""
    ax, ay, bx, by = (round(end * SUBCELL) for end in ends)
    return Wall(id=wall_id, a=Point(ax, ay), b=Point(bx, by)).replace(**more)


def page(*walls: Wall) -> BattleMap:
    """Return a map with a picture."""
    terrain = Layer().with_cells({Cell(1, 1): 1})
    return BattleMap(picture=PICTURE, terrain=terrain).with_walls(walls)


LAID = page(
    wall("wall-1", 0, 0, 9, 0),
    wall("wall-2", 9, 0, 4, 7),
    wall("door", 0, 5, 0, 6, kind=WallKind.DOOR),
)


@pytest.fixture
def controller() -> Controller:
    """A freeform fight on a map with a picture, its walls and a door."""
    made = Controller(Session(find_system("freeform"), find_system("freeform").new_encounter("x")))
    made.submit(LayMap(map=LAID))
    return made


def own(controller: Controller) -> set[str]:
    """Return the walls that were drawn here."""
    return {*LaidMap(controller.session).own(controller.encounter.map).walls}


def put(controller: Controller, *walls: Wall) -> None:
    """Draw walls."""
    controller.submit(map_commands.PutWalls(put=walls))


def paint(controller: Controller, layer: LayerName, value: int, *cells: Cell) -> None:
    """Paint cells."""
    controller.submit(map_commands.Paint(layer=layer, where=Layer.marking(cells), value=value))


def test_nothing_that_was_laid_counts_as_drawn_here(controller: Controller) -> None:
    """Neither walls nor doors nor paint, and a door that is opened stays the picture's."""
    controller.submit(map_commands.SetDoor(wall="door", state=DoorState.OPEN))
    found = LaidMap(controller.session).own(controller.encounter.map)
    assert (found.walls, found.things) == (frozenset(), frozenset())
    assert not found.terrain.tiles
    assert not found.ground.tiles


def test_walls_drawn_moved_or_changed_are_the_gms(controller: Controller) -> None:
    """The picture shows none of them as they are now."""
    put(controller, wall("wall-3", 2, 2, 6, 2))
    put(controller, wall("wall-1", 0, 1, 9, 1))
    put(controller, wall("wall-2", 9, 0, 4, 7, sight=WallSight.NONE))
    assert own(controller) == {"wall-1", "wall-2", "wall-3"}


def test_what_is_left_of_a_wall_beside_a_new_door_is_the_pictures(controller: Controller) -> None:
    """The pieces lie where the picture shows the wall; the door is drawn here."""
    door = wall("new", 0, 0, 1, 0, kind=WallKind.DOOR)
    a, b = (Point(3 * SUBCELL, 0), Point(4 * SUBCELL, 0))
    command = place_opening(controller.encounter.map.walls, a, b, door)
    assert command is not None
    controller.submit(command)
    (made,) = own(controller)
    assert {one.id: one.kind for one in controller.encounter.map.walls}[made] is WallKind.DOOR
    slanting = controller.encounter.map.walls[-2]
    assert slanting is not None


def test_undo_and_another_map_forget_it(controller: Controller) -> None:
    """It is told from the line of play as it stands."""
    put(controller, wall("wall-3", 2, 2, 6, 2))
    drawn_on = controller.encounter.map
    controller.timeline.undo()
    assert own(controller) == set()
    controller.timeline.redo()
    assert own(controller) == {"wall-3"}
    controller.submit(LayMap(map=page(wall("wall-3", 2, 2, 6, 2))))
    assert own(controller) == set()
    controller.submit(LayMap(map=drawn_on))
    assert own(controller) == {"wall-3"}, "a map that is put back was drawn on before"


def test_paint_and_things_of_ones_own_are_told_from_those_laid(controller: Controller) -> None:
    """Cell by cell; a kind taken out of the table makes nobody else's cells one's own."""
    controller.submit(map_commands.SetTerrainKind(index=3, terrain=TerrainKind(name="bog")))
    paint(controller, LayerName.TERRAIN, 3, Cell(5, 5), Cell(1, 1))
    paint(controller, LayerName.GROUND, 4, Cell(6, 6))
    crate = CoverObject(id="c", name="crate", cells=(Cell(9, 9),), degree=CoverDegree.HALF)
    controller.submit(map_commands.PutCover(put=(crate,)))
    found = LaidMap(controller.session).own(controller.encounter.map)
    assert found.terrain == Layer().with_cells({Cell(5, 5): 3, Cell(1, 1): 3})
    assert found.ground == Layer().with_cells({Cell(6, 6): 4})
    assert found.things == {"c"}
    controller.timeline.undo()
    controller.timeline.undo()
    controller.timeline.undo()
    controller.submit(map_commands.DropKind(layer=LayerName.TERRAIN, index=2))
    assert not LaidMap(controller.session).own(controller.encounter.map).terrain.tiles


def test_tiles_that_stay_are_the_same(controller: Controller) -> None:
    """The map repaints what is another object, and no more."""
    laid = LaidMap(controller.session)
    paint(controller, LayerName.TERRAIN, 2, Cell(5, 5))
    before = laid.own(controller.encounter.map).terrain
    put(controller, wall("wall-3", 2, 2, 6, 2))
    assert laid.own(controller.encounter.map).terrain is before
    paint(controller, LayerName.TERRAIN, 2, Cell(100, 100))
    after = laid.own(controller.encounter.map).terrain
    assert after.tiles[Cell(0, 0)] is before.tiles[Cell(0, 0)]


def test_on_a_picture_ones_own_is_drawn_and_the_rest_on_demand(controller: Controller) -> None:
    """Own walls by default, all or none by choice; own ground faintly, whatever is chosen."""
    put(controller, wall("wall-3", 2, 2, 6, 2))
    paint(controller, LayerName.TERRAIN, 2, Cell(5, 5))
    paint(controller, LayerName.GROUND, 4, Cell(6, 6))
    scene = ScenePresenter(controller, Toolbox(controller))

    def looks() -> list[tuple[gr.WallLook, bool]]:
        return [(one.look, one.own) for one in scene.present().ground.walls]

    door, mine, theirs = (
        (gr.WallLook.DOOR, False),
        (gr.WallLook.WALL, True),
        (gr.WallLook.WALL, False),
    )
    assert looks() == [door, mine]
    assert "walls drawn here" in [one.text for one in scene.present().legend]
    controller.show(walls=WallsShown.ALL)
    assert sorted(looks()) == sorted([door, mine, theirs, theirs])
    controller.show(walls=WallsShown.NONE)
    assert looks() == [door]
    shown = scene.present().ground
    assert [one.faint for one in shown.paint] == [True]
    assert shown.heights is not None
    assert shown.heights.faint
    controller.show(walls=WallsShown.MINE, presenting=True)
    assert looks() == [door, mine], "players bump into what they do not see"


def test_on_a_blank_page_everything_is_drawn_as_ever(controller: Controller) -> None:
    """Nothing is marked as one's own where there is no picture."""
    controller.submit(LayMap(map=BattleMap()))
    put(controller, wall("wall-3", 2, 2, 6, 2))
    (shown,) = ScenePresenter(controller, Toolbox(controller)).present().ground.walls
    assert not shown.own
