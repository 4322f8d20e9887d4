"""Two worlds in fog: what differs where nobody looks makes no difference to what players get."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from frozendict import frozendict

from gridwar.control.presenters.fog_on_map import sensed_marks
from gridwar.engine.gm.combatant_commands import Place, RemoveCombatants
from gridwar.engine.gm.effect_and_pool_commands import ChangePool
from gridwar.engine.gm.fog_commands import SetFog, Uncover
from gridwar.engine.gm.light_commands import PutLights
from gridwar.engine.gm.map_commands import LayMap, Paint, PutWalls, PutZones, SetDoor, SetPage
from gridwar.engine.gm.prop_commands import PutProps
from gridwar.model.battlemap import LayerName, Picture
from gridwar.model.geometry import Cell
from gridwar.model.memory import FogMode
from gridwar.model.props import Prop
from gridwar.model.walls import DoorState, WallSide
from gridwar.model.zones import Light, Zone
from tests.support.every_system import every_id
from tests.support.two_worlds import World
from tests.support.worlds_in_fog import (
    REMEMBERED,
    door,
    fogged,
    laid_out,
    lamp,
    line,
    one_cell,
    shown,
)

if TYPE_CHECKING:
    from collections.abc import Callable

OUT_OF_SIGHT: dict[str, Callable[[World], object]] = {
    "place of the unmet": lambda w: w.put("unmet", "pos", "[17, 7]"),
    "the unmet in a remembered room": lambda w: w.put("unmet", "pos", "[11, 1]"),
    "size of the unmet": lambda w: w.put("unmet", "size", "[2, 2]"),
    "name of the unmet": lambda w: w.put("unmet", "name", '"Hero"'),
    "turn of the unmet": lambda w: w.give_turn("unmet"),
    "wounds of the unmet": lambda w: w.session.submit(ChangePool(who=("unmet",), add=-1)),
    "the unmet aside": lambda w: w.put("unmet", "aside", "true"),
    "the unmet hidden": lambda w: w.put("unmet", "hidden", "true"),
    "the unmet gone": lambda w: w.do(RemoveCombatants(who=("unmet",))),
    "a door in the unknown": lambda w: w.do(SetDoor(wall="unknown", state=DoorState.OPEN)),
    "a door in a remembered room": lambda w: w.do(SetDoor(wall="far", state=DoorState.OPEN)),
    "a door found there": lambda w: w.do(SetDoor(wall="far", state=DoorState.SECRET)),
    "a door of which an end is known": lambda w: w.do(SetDoor(wall="edge", state=DoorState.OPEN)),
    "smoke in the unknown": lambda w: w.do(PutZones(put=(_zone("smoke", 16, 8),))),
    "smoke in a remembered room": lambda w: w.do(PutZones(put=(_zone("smoke", 12, 3),))),
    "light painted in the unknown": lambda w: w.do(PutZones(put=(_zone("light", 16, 8),))),
    "light painted in a remembered room": lambda w: w.do(PutZones(put=(_zone("light", 12, 3),))),
    "a lamp in the unknown": lambda w: w.do(PutLights(put=(lamp((17.5, 8.5)),))),
    "a lamp in a remembered room": lambda w: w.do(PutLights(put=(lamp((12.5, 3.5)),))),
    "a lamp behind the wall in sight": lambda w: w.do(PutLights(put=(lamp((9.5, 8.5)),))),
    "a lamp of the unmet": lambda w: w.do(PutLights(put=(lamp(bearer="unmet"),))),
    "terrain in the unknown": lambda w: w.do(
        Paint(layer=LayerName.TERRAIN, where=one_cell(w, 16, 8), value=1)
    ),
    "a prop in the unknown": lambda w: w.do(PutProps(put=(_crate(16, 8),))),
    "a prop in a remembered room": lambda w: w.do(PutProps(put=(_crate(12, 3),))),
    "one with a picture of its own": lambda w: w.do(
        PutProps(put=(_crate(16, 8).replace(stamp="", picture="ab" * 32),))
    ),
    "one flipped over there": lambda w: w.do(PutProps(put=(_crate(16, 8).stood(is_flipped=True),))),
    "a prop behind the wall in sight": lambda w: w.do(PutProps(put=(_crate(9, 8),))),
    "a wall in the unknown": lambda w: w.do(PutWalls(put=(line("new", (17, 6), (18, 6)),))),
}


def _crate(x: int, y: int) -> Prop:
    return Prop(id="crate", stamp="crate", name="Crate", at=Cell(x, y))


def _zone(kind: str, x: int, y: int) -> Zone:
    return Zone(id="z", kind=kind, cells=(Cell(x, y),), strength=Light.DARK)


@pytest.mark.parametrize("light", [False, True])
@pytest.mark.parametrize("system_id", every_id())
def test_what_nobody_sees_makes_no_difference(system_id: str, *, light: bool) -> None:
    """Whoever is unmet, doors, smoke, light and ground where nobody looks."""
    plain = shown(fogged(system_id, light=light))
    for name, deed in OUT_OF_SIGHT.items():
        world = fogged(system_id, light=light)
        deed(world)
        assert shown(world) == plain, name
        world.session.undo()
        assert shown(world) == plain, f"{name}, taken back"


@pytest.mark.parametrize("system_id", every_id())
def test_a_secret_door_in_sight_is_wall(system_id: str) -> None:
    """Also with the points of the fog round it, and if it lets through from behind."""
    plain = shown(fogged(system_id))
    assert shown(fogged(system_id, secret=DoorState.SECRET)) == plain
    assert shown(fogged(system_id, secret=DoorState.CLOSED)) != plain
    for secret in (None, DoorState.SECRET):
        world = fogged(system_id, secret=secret)
        wall = next(one for one in world.controller.encounter.map.walls if one.id == "hatch")
        world.do(PutWalls(put=(wall.replace(one_way=WallSide.RIGHT),)))
        assert shown(world) == plain


HIDDEN: dict[str, Callable[[World], object]] = {
    "a hidden one with a torch": lambda w: w.do(PutLights(put=(lamp(bearer="foe"),))),
    "where a hidden one is": lambda w: w.do(Place(to=(("foe", Cell(2, 8)),))),
    "a mate who is hidden": lambda w: w.do(Place(to=(("mate", Cell(17, 3)),))),
    "with a torch": lambda w: w.do(PutLights(put=(lamp(bearer="mate"),))),
}


@pytest.mark.parametrize("by_night", [False, True])
@pytest.mark.parametrize("system_id", every_id())
def test_whom_the_game_master_hides_nothing_betrays(system_id: str, *, by_night: bool) -> None:
    """Neither what he sees, of the party though he be, nor the light that he bears, in the dark."""

    def begun() -> World:
        world = fogged(system_id, light=by_night)
        world.put("foe", "hidden", "true")
        world.put("mate", "hidden", "true")
        if by_night:
            world.do(SetPage(light=Light.DARK))
        return world

    plain = shown(begun())
    for name, deed in HIDDEN.items():
        world = begun()
        deed(world)
        assert shown(world) == plain, name
    told = begun()
    told.put("mate", "known_by", f'["{told.controller.encounter["mate"].side}"]')
    told.do(PutLights(put=(lamp(bearer="mate"),)))
    assert shown(told) != plain  # whoever is told of him is


@pytest.mark.parametrize("system_id", every_id())
def test_what_befell_somebody_out_of_sight_is_not_told_when_he_comes_into_it(
    system_id: str,
) -> None:
    """No tag over him; one is there as soon as it befalls him in sight."""
    hurt, plain = fogged(system_id), fogged(system_id)
    hurt.session.submit(ChangePool(who=("unmet",), add=-1))
    for world in (hurt, plain):
        world.do(Place(to=(("unmet", Cell(7, 7)),)))
        assert "unmet" in {one.id for one in world.players().scene.tokens}
    assert hurt.players().scene.results == plain.players().scene.results == ()
    hurt.session.submit(ChangePool(who=("unmet",), add=-1))
    assert [one.who for one in hurt.players().scene.results] == ["unmet"]


def test_a_sensed_mark_tells_neither_size_nor_number() -> None:
    """One cell bears it, however many there are and however large."""
    one, large = (Cell(4, 4),), tuple(Cell(x, y) for x in (3, 4) for y in (3, 4))
    assert sensed_marks((one,)) == sensed_marks((large,)) == sensed_marks((one, large))
    assert [mark.at for mark in sensed_marks((one,))] == [(4.5, 4.5)]


def test_light_in_sight_shows() -> None:
    """The reverse: a lamp that lights what is seen, painted darkness there, whoever bears it."""
    plain = shown(fogged("cepheus", light=True))
    for command in (
        PutLights(put=(lamp((5.5, 5.5)),)),
        PutLights(put=(lamp(bearer="foe"),)),
        PutZones(put=(_zone("light", 5, 5),)),
    ):
        world = fogged("cepheus", light=True)
        world.do(command)
        assert shown(world) != plain


def test_a_door_shows_as_it_stands_to_those_who_look_at_it() -> None:
    """From either side of the points that it lies between."""
    world = fogged("cepheus")
    plain = shown(world)
    world.do(SetDoor(wall="far", state=DoorState.OPEN))
    assert shown(world) == plain
    world.do(Place(to=(("hero", Cell(12, 0)),)))
    looks = {one.look for one in world.players().scene.ground.walls if one.a == (12.0, 2.0)}
    assert [str(one) for one in looks] == ["open_door"]


@pytest.mark.parametrize(
    ("name", "public"),
    [
        ("Guard 7", "Guard"),
        ("Guard #7", "Guard"),
        ("Guard-7", "Guard"),
        ("Guard (7)", "Guard"),
        ("R2D2", "R2D2"),
        ("7", "7"),
    ],
)
def test_a_number_behind_a_name_can_be_left_out(name: str, public: str) -> None:
    """However it is written: it would tell how many there are. A name that is one stays."""
    world = fogged("freeform")
    world.put("foe", "public_name", f'"{name}"')
    assert {one.id: one.name for one in world.players().scene.tokens}["foe"] == name
    world.controller.sharing.change(numbers=False)
    assert {one.id: one.name for one in world.players().scene.tokens}["foe"] == public


def test_without_a_party_fog_covers_tokens_too() -> None:
    """Nobody looks for the players: they see nobody."""
    world = fogged("freeform")
    for one in world.controller.encounter.combatants.values():
        world.put(one.id, "side", '"2"')
    page = world.controller.encounter
    sides = frozendict({key: side.replace(stance="foe") for key, side in page.sides.items()})
    alone = World("freeform", page.replace(sides=sides))
    assert alone.players().scene.fog is not None
    assert alone.players().scene.tokens == ()


def test_a_wall_of_the_picture_that_is_made_a_secret_door_does_not_stand_out() -> None:
    """Players see the picture alone there, whether all of it or a piece is one; a plain door shows.

    What is drawn upon a picture is marked, since it shows nothing of it.
    """
    world = World("freeform")
    page = world.controller.encounter.map.with_walls((line("laid", (2, 9), (8, 9)),))
    picture = Picture(sha256="0" * 64, width_px=700, height_px=700, pixels_per_cell=70)
    world.do(LayMap(map=page.replace(picture=picture)))
    plain = world.players().scene.ground.walls
    assert plain == ()
    for state, is_marked in ((DoorState.SECRET, False), (DoorState.CLOSED, True)):
        whole = door("laid", (2, 9), (8, 9)).replace(door=state)
        piece = door("piece", (4, 9), (5, 9)).replace(door=state)
        for made in (whole, piece):
            world.do(PutWalls(put=(made,)))
            assert bool(world.players().scene.ground.walls) is is_marked
            world.session.undo()


@pytest.mark.parametrize("state", [DoorState.OPEN, DoorState.CLOSED, DoorState.SECRET])
def test_two_sides_of_the_party_remember_a_door_whatever_it_is_now(state: DoorState) -> None:
    """Where they saw it otherwise, the first one's word stands; how it is now never shows."""
    start = laid_out("freeform")
    other = start["foe"].side
    sides = start.sides | {other: start.sides[other].replace(stance="party")}
    world = World("freeform", start.replace(sides=frozendict(sides)))
    world.do(RemoveCombatants(who=("unmet",)))
    world.do(SetFog(mode=FogMode.BY_SIGHT))
    world.do(Uncover(cells=REMEMBERED, sides=(start["hero"].side,)))
    world.do(SetDoor(wall="far", state=DoorState.OPEN))
    world.do(Uncover(cells=REMEMBERED, sides=(other,)))
    plain = shown(world)
    world.do(SetDoor(wall="far", state=state))
    assert shown(world) == plain


def test_props_out_of_sight_stay_as_they_were_seen_last() -> None:
    """One that was shown in a remembered room stays in its place, until it is looked at again."""
    world = World("freeform", laid_out("freeform"))
    world.do(PutProps(put=(_crate(12, 3),)))
    world.do(SetFog(mode=FogMode.BY_SIGHT))
    world.do(Uncover(cells=REMEMBERED))
    before = world.players().scene.ground.props
    assert [one.box[:2] for one in before] == [(12.0, 3.0)]
    world.do(PutProps(put=(_crate(16, 8),)))
    assert world.players().scene.ground.props == before
    world.do(PutProps(gone=("crate",)))
    assert world.players().scene.ground.props == before
    world.do(PutProps(put=(_crate(5, 5),)))  # in sight: it is where it is
    assert [one.box[:2] for one in world.players().scene.ground.props] == [(5.0, 5.0)]
    world.session.undo()
    assert world.players().scene.ground.props == before


def test_a_prop_in_sight_is_forgotten_once_it_is_seen_gone() -> None:
    """What was taken away before their eyes they do not see any more."""
    world = fogged("freeform")
    world.do(PutProps(put=(_crate(5, 5),)))
    assert world.players().scene.ground.props
    world.do(PutProps(gone=("crate",)))
    assert world.players().scene.ground.props == ()
    memories = world.session.encounter.vision.memories
    assert all(not one.props for one in memories.values())
