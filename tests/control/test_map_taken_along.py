"""What of a map comes along to the next fight: doors, lights, drawing, what players saw of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.control.controller.controller import Controller
from gridwar.control.library.copy_and_take_along import (
    NextFight,
    map_form,
    next_fight,
    next_on_map,
    take_form,
    taken,
)
from gridwar.control.maps.drawn_since_laid import LaidMap
from gridwar.control.maps.map_taken_along import MapParts, part_fields, parts_given
from gridwar.engine.gm.combatant_commands import Place
from gridwar.engine.gm.fog_commands import PinCells, SetFog
from gridwar.engine.gm.light_commands import PutLights
from gridwar.engine.gm.map_commands import LayMap, PutWalls, SetDoor, SetPage
from gridwar.engine.gm.pin_commands import PutPins
from gridwar.engine.gm.sketch_commands import DrawRoom, PutSketchThings
from gridwar.engine.session.session import Session
from gridwar.model.battlemap import Picture
from gridwar.model.geometry import Cell, Point
from gridwar.model.handouts import Handout
from gridwar.model.lights import LightSource
from gridwar.model.memory import CellPin, FogMode
from gridwar.model.pins import Pin
from gridwar.model.sketch import Sketch, SketchThing, SketchThingKind
from gridwar.model.sketch_walls import DERIVED
from gridwar.model.walls import DoorState
from gridwar.systems import find_system
from tests.support.fog_house import CELLAR, FREEFORM, HALL, LEFT, house, wall

if TYPE_CHECKING:
    from gridwar.model.encounter import Encounter

PICTURE = Picture(sha256="a" * 64, pixels_per_cell=10)
LAMP = LightSource(id="lamp", at=Point(9000, 5000), dim_cells=4)
TORCH = LightSource(id="torch", carried_by="ann", dim_cells=4)
LOST = LightSource(id="lost", carried_by="foe", dim_cells=4)


@pytest.fixture(params=[True, False], ids=["on a picture", "on a blank page"])
def played(request: pytest.FixtureRequest) -> Controller:
    """A house that was laid, played in by sight, with an open door, lamps and a wall drawn."""
    first = house()
    page = first.map.replace(picture=PICTURE) if request.param else first.map
    controller = Controller(Session(FREEFORM, first))
    controller.submit(LayMap(map=page))
    for command in (
        SetFog(mode=FogMode.BY_SIGHT, counts_light=True),
        SetDoor(wall=HALL, state=DoorState.OPEN),
        SetDoor(wall=CELLAR, state=DoorState.LOCKED),
        PutLights(put=(LAMP, TORCH, LOST)),
        PutWalls(put=(wall("drawn", (1, 1, 3, 1)),)),
        Place(to=(("ann", LEFT),)),
        PinCells(pin=CellPin.COVERED, cells=(Cell(1, 1),)),
    ):
        controller.submit(command)
    return controller


def _next(controller: Controller, **ticks: bool) -> Encounter:
    given = {field.key: field.value for field in take_form(controller).fields}
    who = {"who.ann": True, "who.bob": True, "who.foe": False}
    wanted = taken(controller.encounter, {**given, **who, "map": True, **ticks})
    return _played(next_fight(controller, wanted))


def _on_map(controller: Controller, system_id: str, parts: MapParts) -> Encounter:
    first = find_system(system_id).new_encounter("next")
    laid = LaidMap(controller.session).base()
    return _played(next_on_map(controller.encounter, laid, first, parts), system_id)


def _played(made: NextFight, system_id: str = "freeform") -> Encounter:
    session = Session(find_system(system_id), made.first)
    for command in made.drawn:
        session.submit(command)
    return session.encounter


def _doors(fight: Encounter) -> tuple[DoorState, ...]:
    return fight.map.wall(HALL).door, fight.map.wall(CELLAR).door


def test_everything_comes_along_with_the_map(played: Controller) -> None:
    """Memory, pins, mode, doors, drawn walls, and lights with those who carry them."""
    after = _next(played)
    assert after.vision == played.encounter.vision
    assert after.vision.memory("1").points.count()
    assert _doors(after) == (DoorState.OPEN, DoorState.LOCKED)
    assert after.map.walls == played.encounter.map.walls
    assert [one.id for one in after.map.light_sources] == ["lamp", "torch"]
    assert not after.strangers
    assert not after.vision.problem_with(after.map.size)


def test_a_sketch_comes_along_or_is_left_behind_with_its_walls(played: Controller) -> None:
    """Nobody gets rooms in ink through whose walls one walks."""
    played.submit(DrawRoom(a=Cell(1, 1), b=Cell(3, 3)))
    played.submit(PutSketchThings(put=(SketchThing(kind=SketchThingKind.STAIRS, cell=Cell(2, 2)),)))
    page, bare, after = played.encounter.map, _next(played, drawn=False).map, _next(played).map
    assert (bare.sketch, [one for one in bare.walls if one.id.startswith(DERIVED)]) == (None, [])
    assert after.sketch == page.sketch
    assert set(after.walls) == set(page.walls)


def test_stairs_alone_are_something_drawn() -> None:
    """So one is asked whether they come along, on a picture too."""
    laid = house().map.replace(picture=PICTURE)
    fight = house().replace(map=laid)
    stairs = SketchThing(kind=SketchThingKind.STAIRS, cell=Cell(2, 2))
    page = laid.with_sketch(Sketch.blank(laid.size).with_things((stairs,)))
    assert "drawn" not in {one.key for one in part_fields(fight, laid)}
    assert "drawn" in {one.key for one in part_fields(fight.replace(map=page), laid)}


def test_each_part_can_be_left_behind(played: Controller) -> None:
    """One tick, one part; the others stay."""
    unseen = _next(played, seen=False).vision
    assert unseen.mode is FogMode.OFF
    assert not unseen.memories
    assert not unseen.pinned.tiles
    assert unseen.counts_light
    assert _doors(_next(played, doors=False)) == (DoorState.CLOSED, DoorState.CLOSED)
    assert _next(played, lights=False).map.light_sources == ()
    bare = _next(played, drawn=False)
    assert "drawn" not in [one.id for one in bare.map.walls]
    assert bare.vision == played.encounter.vision


def test_without_its_map_a_fight_begins_with_fog_off(played: Controller) -> None:
    """What was seen belongs to the map."""
    after = _next(played, map=False)
    assert after.vision.mode is FogMode.OFF
    assert not after.vision.memories


@pytest.mark.parametrize("system_id", ["freeform", "cepheus"])
def test_a_new_fight_on_this_map_keeps_what_is_ticked(played: Controller, system_id: str) -> None:
    """By any rules; nobody comes along, and so nobody's light does."""
    whole = _on_map(played, system_id, MapParts())
    assert not whole.combatants
    assert whole.vision.memory("1") == played.encounter.vision.memory("1")
    assert whole.vision.mode is FogMode.BY_SIGHT
    assert _doors(whole) == (DoorState.OPEN, DoorState.LOCKED)
    assert [one.id for one in whole.map.light_sources] == ["lamp"]
    assert "drawn" in [one.id for one in whole.map.walls]
    bare = _on_map(played, system_id, MapParts(drawn=False, doors=False, lights=False, seen=False))
    assert not bare.vision.memories
    assert not bare.map.light_sources
    assert "drawn" not in [one.id for one in bare.map.walls]


def test_handouts_come_along_to_a_new_fight_on_this_map(played: Controller) -> None:
    """Where they are ticked; there is a tick where there are handouts."""
    old = played.encounter
    shown = old.replace(handouts=(Handout(id="h", picture="b" * 64, caption="A letter"),))
    first = FREEFORM.new_encounter("next")
    kept, left = (
        next_on_map(shown, old.map, first, MapParts(handouts=on)).first.handouts
        for on in (True, False)
    )
    assert kept == shown.handouts
    assert left == ()
    form = map_form(Controller(Session(FREEFORM, shown)))
    assert form is not None
    assert form.fields[-1].key == "handouts"


def test_pins_come_along_where_they_are_ticked(played: Controller) -> None:
    """There is a tick where there are pins, also on a map that was made larger meanwhile."""
    note = Pin(id="p", point=Point(0, 0), label="1", text="A trap")
    played.submit(PutPins(put=(note,)))
    form = map_form(played)
    assert form is not None
    assert "pins" in [one.key for one in form.fields]
    for _again in range(2):
        assert _next(played).map.pins == (note,)
        assert _next(played, pins=False).map.pins == ()
        assert _next(played, drawn=False).map.pins == (note,)
        assert _on_map(played, "cepheus", MapParts()).map.pins == (note,)
        assert _on_map(played, "cepheus", MapParts(pins=False)).map.pins == ()
        played.submit(SetPage(width=played.encounter.map.width + 1))


def test_only_what_there_is_is_asked_about(played: Controller) -> None:
    """A blank page asks nothing, and what was not asked about comes along."""
    form = map_form(played)
    assert form is not None
    assert [one.key for one in form.fields] == ["drawn", "doors", "lights", "seen"]
    assert map_form(Controller(Session(FREEFORM, FREEFORM.new_encounter()))) is None
    assert parts_given({"doors": False}) == MapParts(doors=False)


def test_a_door_that_was_opened_is_not_drawn(played: Controller) -> None:
    """On a picture nothing but the drawn wall is a drawing in the next fight."""
    if played.encounter.map.picture is None:
        return
    given = {field.key: field.value for field in take_form(played).fields}
    made = next_fight(played, taken(played.encounter, {**given, "map": True}))
    (command,) = made.drawn
    assert isinstance(command, PutWalls)
    assert [one.id for one in command.put] == ["drawn"]
