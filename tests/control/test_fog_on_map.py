"""Fog as records: what is left out for players, what the game master is shown, others' eyes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from gridwar.control.controller.controller import Controller
from gridwar.control.presenters.map_pictures import map_scene
from gridwar.control.presenters.scene import ScenePresenter
from gridwar.control.records.fog_records import FogPart, FogStyle
from gridwar.control.records.ground_records import WallLook
from gridwar.control.records.scene_records import RegionOverlay, RegionRole
from gridwar.control.state.map_layers import Layer
from gridwar.control.state.pointer_and_keys import KeyEvent
from gridwar.control.tools.toolbox import Toolbox
from gridwar.engine.gm.combatant_commands import Place, SetValue
from gridwar.engine.gm.fog_commands import SetFog, Uncover
from gridwar.engine.gm.map_commands import PutWalls, PutZones, SetDoor
from gridwar.model.geometry import SUBCELL, Cell, Point
from gridwar.model.memory import FogMode
from gridwar.model.walls import DoorState, Wall, WallKind
from gridwar.model.zones import Zone
from tests.support.fights import begun

if TYPE_CHECKING:
    from gridwar.control.records.scene_records import SceneView


class Halves:
    """A page of 30 by 20, a wall with a door down its middle, a hero left and a foe right."""

    def __init__(self) -> None:
        self.controller = Controller(begun("freeform", hero=(3, 10), foe=(26, 10)))
        self.tools = Toolbox(self.controller)
        self.scenes = ScenePresenter(self.controller, self.tools)
        above, below = _wall("above", 0, 10), _wall("below", 11, 20)
        door = _wall("door", 10, 11).replace(kind=WallKind.DOOR)
        self.controller.submit(PutWalls(put=(above, below, door)))

    def set(self, mode: FogMode) -> None:
        """Let the fog go by something."""
        self.controller.submit(SetFog(mode=mode))

    def go(self, who: str, x: int, y: int) -> None:
        """Let somebody go somewhere."""
        self.controller.submit(Place(to=((who, Cell(x, y)),)))

    def players(self) -> SceneView:
        """Return what players see."""
        return self.scenes.presented.scene()

    def gm(self) -> SceneView:
        """Return what the game master sees."""
        return self.scenes.present()


def _wall(wall_id: str, top: int, bottom: int, x: int = 15) -> Wall:
    ends = Point(x * SUBCELL, top * SUBCELL), Point(x * SUBCELL, bottom * SUBCELL)
    return Wall(id=wall_id, a=ends[0], b=ends[1])


@pytest.fixture
def halves() -> Halves:
    """The fight, without fog."""
    return Halves()


def test_without_fog_nothing_of_it_is_in_any_record(halves: Halves) -> None:
    """Neither fog nor a sign on whom players do not see, and all stand on both maps."""
    halves.controller.submit(SetValue(who=("foe",), field="hidden", value="true"))
    assert halves.gm().fog is None
    assert halves.players().fog is None
    assert not any(token.unseen for token in halves.gm().tokens)
    assert not any(isinstance(entry.role, FogPart) for entry in halves.gm().legend)


@pytest.mark.parametrize("mode", [FogMode.BY_HAND, FogMode.BY_SIGHT])
def test_who_is_not_seen_is_absent_for_players_and_bears_a_sign_for_the_game_master(
    halves: Halves, mode: FogMode
) -> None:
    """The own side is always there; once its place is seen, the other is."""
    halves.set(mode)
    assert {token.id for token in halves.players().tokens} == {"hero"}
    signs = {token.id: bool(token.unseen) for token in halves.gm().tokens}
    assert signs == {"hero": False, "foe": True}
    if mode is FogMode.BY_HAND:
        halves.controller.submit(Uncover(cells=(Cell(26, 10),)))
    else:
        halves.controller.submit(SetDoor(wall="door", state=DoorState.OPEN))
    assert {token.id for token in halves.players().tokens} == {"hero", "foe"}
    assert not any(token.unseen for token in halves.gm().tokens)


def test_walls_beyond_what_is_known_are_absent(halves: Halves) -> None:
    """Not covered only: no word of the record tells of them."""
    far = _wall("far", 3, 6, x=25)
    halves.controller.submit(PutWalls(put=(far,)))
    halves.set(FogMode.BY_SIGHT)
    seen = {(wall.a, wall.b) for wall in halves.players().ground.walls}
    assert ((15.0, 0.0), (15.0, 10.0)) in seen
    assert ((25.0, 3.0), (25.0, 6.0)) not in seen
    halves.controller.submit(SetDoor(wall="door", state=DoorState.OPEN))
    halves.go("hero", 16, 10)
    seen = {(wall.a, wall.b) for wall in halves.players().ground.walls}
    assert ((25.0, 3.0), (25.0, 6.0)) in seen


def test_a_door_stands_as_it_was_seen_last(halves: Halves) -> None:
    """It is opened behind their backs: they remember it closed until they look again."""
    halves.controller.submit(PutWalls(put=(_wall("screen", 0, 20, x=6),)))
    halves.set(FogMode.BY_SIGHT)
    halves.go("hero", 10, 10)
    assert WallLook.DOOR in _doors(halves.players())
    halves.go("hero", 3, 10)
    halves.controller.submit(SetDoor(wall="door", state=DoorState.OPEN))
    assert _doors(halves.players()) == {WallLook.DOOR}
    assert _doors(halves.gm()) == {WallLook.OPEN_DOOR}
    halves.go("hero", 10, 10)
    assert _doors(halves.players()) == {WallLook.OPEN_DOOR}


def _doors(scene: SceneView) -> set[WallLook]:
    looks = {wall.look for wall in scene.ground.walls}
    return looks & {WallLook.DOOR, WallLook.OPEN_DOOR}


def test_areas_are_cut_to_what_is_known(halves: Halves) -> None:
    """Of smoke across the wall players see their half, of smoke beyond it nothing."""
    across = Zone(id="a", kind="smoke", cells=tuple(Cell(x, 5) for x in range(12, 18)))
    beyond = Zone(id="b", kind="smoke", cells=(Cell(20, 15),))
    halves.controller.submit(PutZones(put=(across, beyond)))
    halves.set(FogMode.BY_SIGHT)
    (smoke,) = [
        one
        for one in halves.players().overlays
        if isinstance(one, RegionOverlay) and one.role is RegionRole.SMOKE
    ]
    assert smoke.cells >= {(12, 5), (13, 5), (14, 5)}
    assert smoke.cells.isdisjoint({(16, 5), (17, 5), (20, 15)})


def test_the_same_fog_is_the_same_object_and_another_is_another(halves: Halves) -> None:
    """What changes neither sight nor memory draws nothing again."""
    halves.set(FogMode.BY_SIGHT)
    before, theirs = halves.gm().fog, halves.players().fog
    halves.controller.selection.select("foe")
    halves.controller.submit(SetValue(who=("foe",), field="name", value='"Ogre"'))
    assert halves.gm().fog is before
    assert halves.players().fog is theirs
    halves.go("hero", 4, 4)
    assert halves.gm().fog is not before


def test_what_is_remembered_is_known_and_not_seen(halves: Halves) -> None:
    """It is named in the game master's legend beside the unknown."""
    halves.set(FogMode.BY_SIGHT)
    halves.controller.submit(PutWalls(put=(_wall("screen", 0, 20, x=6),)))
    fog = halves.players().fog
    assert fog is not None
    at = np.s_[10 * fog.points, 10 * fog.points]
    assert (fog.known[at], fog.seen[at]) == (True, False)
    assert not fog.known[10 * fog.points, 20 * fog.points]
    named = {entry.role for entry in halves.gm().legend}
    assert {FogPart.UNKNOWN, FogPart.REMEMBERED} <= named


def test_the_hatch_can_be_taken_off_and_is_there_while_the_fog_tool_is_used(
    halves: Halves,
) -> None:
    """Players' fog stays whatever the game master looks at."""
    halves.set(FogMode.BY_SIGHT)
    fog = halves.gm().fog
    assert fog is not None
    assert fog.style is FogStyle.GAME_MASTER
    halves.controller.layers.show(Layer.FOG, on=False)
    assert halves.gm().fog is None
    assert halves.players().fog is not None
    halves.tools.take("fog")
    assert halves.gm().fog is not None


def test_as_those_selected_see_it(halves: Halves) -> None:
    """Whom they do not see is absent; what is out of their sight is covered or dimmed."""
    halves.set(FogMode.BY_SIGHT)
    halves.controller.selection.select("foe")
    halves.controller.show(seen_as_selected=True)
    scene = halves.gm()
    assert {token.id for token in scene.tokens} == {"foe"}
    assert scene.fog is not None
    assert scene.fog.style is FogStyle.PLAYERS
    points = scene.fog.points
    assert scene.fog.seen[10 * points, 20 * points]
    assert not scene.fog.seen[10 * points, 5 * points]
    assert "Foe" in scene.corner


def test_others_eyes_change_nothing_for_players(halves: Halves) -> None:
    """Their record is the same, whomever the game master looks through."""
    halves.set(FogMode.BY_SIGHT)
    before = halves.players()
    halves.controller.selection.select("foe")
    halves.controller.show(seen_as_selected=True)
    assert halves.players() == before


def test_escape_leaves_others_eyes_before_the_selection(halves: Halves) -> None:
    """One thing at a press."""
    halves.controller.selection.select("foe")
    halves.controller.show(seen_as_selected=True)
    halves.tools.key(KeyEvent("escape"))
    assert not halves.controller.view.seen_as_selected
    assert halves.controller.view.selected == ("foe",)


def test_others_eyes_work_without_fog(halves: Halves) -> None:
    """Nothing is unknown then: what is out of sight is dimmed."""
    halves.controller.selection.select("hero")
    halves.controller.show(seen_as_selected=True)
    fog = halves.gm().fog
    assert fog is not None
    assert fog.known.all()
    assert not fog.seen.all()


def test_the_small_picture_of_a_fight_has_the_players_fog(halves: Halves) -> None:
    """It stands in lists that players may look at too."""
    halves.set(FogMode.BY_SIGHT)
    scene = map_scene(halves.scenes)
    assert scene.fog is not None
    assert scene.fog.style is FogStyle.PLAYERS
    assert {token.id for token in scene.tokens} == {"hero"}


def test_the_legend_takes_the_hatch_off_and_the_list_of_layers_says_what_it_goes_by(
    halves: Halves,
) -> None:
    """Without fog there is nothing to take off, and nothing that counts as hidden."""
    note = {row.key: row.note for row in halves.gm().layers.rows}[Layer.FOG]
    assert not note
    halves.set(FogMode.BY_SIGHT)
    note = {row.key: row.note for row in halves.gm().layers.rows}[Layer.FOG]
    assert note == "Fog by sight"
    (key,) = {entry.key for entry in halves.gm().legend if isinstance(entry.role, FogPart)}
    halves.tools.take_off(key)
    assert halves.gm().fog is None
