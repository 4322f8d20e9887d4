"""The GM's edits of the map: each one step of undo, its event no larger than what it touched."""

from __future__ import annotations

from typing import TYPE_CHECKING

import networkx
import pytest
from msgspec.structs import replace

from gridwar.engine.gm.combatant_commands import Place
from gridwar.engine.gm.light_commands import GiveLight, PutLights, SwitchLights, UseImportedLights
from gridwar.engine.gm.map_commands import (
    DropKind,
    LayMap,
    Paint,
    PutCover,
    PutWalls,
    PutZones,
    SetCoverKind,
    SetDoor,
    SetPage,
    SetTerrainKind,
)
from gridwar.engine.gm.sketch_commands import (
    DigCave,
    DrawCorridor,
    DrawRoom,
    PutSketchThings,
    SetSketchStyle,
)
from gridwar.engine.kit.procedure_requests import Procedure, emit
from gridwar.engine.play.play_outcome import Accepted, Asking, Refused
from gridwar.engine.session.session import Session
from gridwar.grid.movement.movement_graph import LazyGrid
from gridwar.grid.movement.mover_ground import Ground
from gridwar.grid.movement.reach import reach
from gridwar.grid.movement.routes import NoRoute, find_route, price
from gridwar.grid.movement.step_rules import uniform
from gridwar.model.battlemap import BattleMap, LayerName
from gridwar.model.combatant import TimedEffect
from gridwar.model.cover_kinds import CoverDegree, CoverKind, CoverObject
from gridwar.model.events_combatants import EffectAdded, Explained
from gridwar.model.events_map import LayerPainted, WallsChanged
from gridwar.model.foreign_map_data import MapLight
from gridwar.model.geometry import SUBCELL, Cell, Point
from gridwar.model.lights import LightSource
from gridwar.model.painted_layers import Layer
from gridwar.model.scale import Scale
from gridwar.model.sketch import SketchStyle, SketchThing, SketchThingKind
from gridwar.model.terrain_kinds import TerrainKind
from gridwar.model.walls import DoorState, Wall, WallKind
from gridwar.model.zones import Zone
from gridwar.storage.json_codec import Codec, encode
from gridwar.storage.open_gridwar_file import read_file
from tests.support.asking import find
from tests.support.files import begin
from tests.support.strict_table import StrictTable
from tests.support.toy import TOY, Strike, duel

if TYPE_CHECKING:
    from pathlib import Path

    from gridwar.engine.kit.procedure_table import Table
    from gridwar.model.command import Command

WALL = Wall(id="w", a=Point(0, 0), b=Point(5 * SUBCELL, 0))
DOOR = Wall(id="d", a=Point(0, SUBCELL), b=Point(0, 2 * SUBCELL), kind=WallKind.DOOR)
CRATE = CoverObject(id="c", name="Crate", cells=(Cell(2, 2),))
SMOKE = Zone(id="z", kind="smoke", cells=(Cell(1, 1), Cell(2, 1)), rounds=2)

LAMP = LightSource(id="lamp", name="Lamp", at=Point(700, 700), bright_cells=2, dim_cells=4)
TORCH = LightSource(id="torch", name="Torch", carried_by="a", bright_cells=4, dim_cells=8)


def marked(*cells: tuple[int, int]) -> Layer:
    """Return a layer with some cells marked."""
    return Layer.marking(Cell(*cell) for cell in cells)


def fight() -> Session:
    """Return a fight on a map with a door."""
    start = duel(a=20, b=20)
    page = BattleMap(width=100, height=80).with_walls([DOOR]).with_light_sources([LAMP])
    page = page.with_lights([MapLight(x_cells=3.5, y_cells=2.25, range_cells=6)], None)
    return Session(TOY, start.replace(map=page), table=StrictTable)


POOL = SketchThing(kind=SketchThingKind.WATER, cell=Cell(2, 3))
EDITS: dict[str, Command] = {
    "sketched room": DrawRoom(a=Cell(1, 1), b=Cell(5, 4)),
    "sketched hall": DrawRoom(a=Cell(1, 1), b=Cell(7, 7), round=True),
    "sketched corridor": DrawCorridor(way=(Cell(3, 3), Cell(4, 3), Cell(4, 4))),
    "sketched cave": DigCave(dabs=(Point(8192, 8192), Point(9000, 8192)), radius_cells=2),
    "sketched pool": PutSketchThings(put=(POOL,)),
    "style": SetSketchStyle(style=SketchStyle.BLUEPRINT),
    "terrain": Paint(layer=LayerName.TERRAIN, where=marked((3, 4), (40, 4)), value=1),
    "ground": Paint(layer=LayerName.GROUND, where=marked((0, 0)), value=-3, relative=True),
    "walls": PutWalls(put=(WALL,), gone=("d",)),
    "door": SetDoor(wall="d", state=DoorState.OPEN),
    "cover": PutCover(put=(CRATE,)),
    "zone": PutZones(put=(SMOKE,)),
    "terrain kind": SetTerrainKind(index=3, terrain=TerrainKind(name="mud", multiplier=2)),
    "cover kind": SetCoverKind(index=1, cover=CoverKind(name="woods", hard=False)),
    "lights": PutLights(put=(TORCH,), gone=("lamp",)),
    "switch": SwitchLights(lights=("lamp",), on=False),
    "bearer": GiveLight(light="lamp", to="a"),
    "lights of the file": UseImportedLights(),
    "page": SetPage(width=20, height=10, name="Cellar", scale=Scale(cell_size=5, unit="ft")),
}


@pytest.mark.parametrize("name", EDITS)
def test_an_edit_is_one_step_that_undo_takes_back_whole(name: str) -> None:
    """After undo the map is the one before, after redo the one after, and events alone make it."""
    session = fight()
    before = session.encounter.map
    outcome = session.submit(EDITS[name])
    assert isinstance(outcome, Accepted)
    after = session.encounter.map
    assert after != before
    session.undo()
    assert session.encounter.map == before
    session.redo()
    assert session.encounter.map == after


def test_a_wall_that_is_changed_keeps_its_place_among_the_others() -> None:
    """A new wall comes last, a changed one stays where it was, and one taken away is gone."""
    session = fight()
    session.submit(PutWalls(put=(WALL, WALL.replace(id="v"))))
    new = WALL.replace(id="u")
    session.submit(PutWalls(put=(new, WALL.replace(name="north")), gone=("v",)))
    walls = session.encounter.map.walls
    assert [(wall.id, wall.name) for wall in walls] == [("d", ""), ("w", "north"), ("u", "")]


@pytest.mark.parametrize("name", EDITS)
def test_an_edit_that_changes_nothing_leaves_no_event(name: str) -> None:
    """The same edit a second time has nothing to do; raising the ground alone adds up."""
    session = fight()
    session.submit(EDITS[name])
    again = session.submit(EDITS[name])
    assert isinstance(again, Accepted)
    assert bool(again.events) == (name == "ground")


@pytest.mark.parametrize("name", EDITS)
def test_edits_and_their_events_survive_the_file(name: str) -> None:
    """Command and events come back from their text as they were."""
    session, codec = fight(), Codec(TOY)
    outcome = session.submit(EDITS[name])
    assert isinstance(outcome, Accepted)
    assert codec.command(encode(EDITS[name])) == EDITS[name]
    for event in outcome.events:
        assert codec.event(encode(event)) == event


def test_a_fight_whose_map_was_edited_opens_as_it_was(tmp_path: Path) -> None:
    """What was painted, drawn and put is there again when the file is opened."""
    session, journal = begin(tmp_path / "f.gridwar")
    for name in ("terrain", "ground", "cover", "zone", "terrain kind"):
        session.submit(EDITS[name])
    session.submit(PutWalls(put=(WALL, DOOR)))
    session.submit(SetDoor(wall="d", state=DoorState.LOCKED))
    session.submit(PutLights(put=(LAMP,)))
    session.submit(SwitchLights(lights=("lamp",), on=False))
    journal.close()
    opened = Session(session.system, read_file(tmp_path / "f.gridwar", find).loaded)
    assert opened.encounter == session.encounter


def painted(session: Session, command: Command) -> LayerPainted:
    """Submit a stroke and return its event."""
    outcome = session.submit(command)
    assert isinstance(outcome, Accepted)
    (event,) = outcome.events
    assert isinstance(event, LayerPainted)
    return event


def test_the_event_of_a_stroke_holds_the_tiles_it_touched() -> None:
    """A map painted all over does not make the event of the next small stroke any larger."""
    session = fight()
    everywhere = Layer.marking(Cell(x, y) for x in range(100) for y in range(80))
    painted(session, Paint(layer=LayerName.TERRAIN, where=everywhere, value=1))
    small = Paint(layer=LayerName.TERRAIN, where=marked((3, 4), (4, 4), (70, 4)), value=2)
    event = painted(session, small)
    assert set(event.tiles) == {Cell(0, 0), Cell(2, 0)}
    assert len(encode(event)) < 500


def test_the_event_of_a_wall_holds_that_wall_alone() -> None:
    """Of five hundred walls only the door that opens is told."""
    session = fight()
    row = tuple(Wall(id=f"w{n}", a=Point(n * 8, 0), b=Point(n * 8, SUBCELL)) for n in range(500))
    session.submit(PutWalls(put=row))
    outcome = session.submit(SetDoor(wall="d", state=DoorState.OPEN))
    assert isinstance(outcome, Accepted)
    assert outcome.events == (WallsChanged(put=(DOOR.with_door(DoorState.OPEN),)),)


def test_erasing_tells_the_emptied_tile() -> None:
    """What is wiped clean is gone after the events alone, too."""
    session = fight()
    stroke = Paint(layer=LayerName.TERRAIN, where=marked((3, 4)), value=1)
    session.submit(stroke)
    session.submit(stroke.replace(value=0))
    assert session.encounter.map.terrain == Layer()


def test_heights_are_set_and_raised_below_zero_and_stop_at_the_last_step() -> None:
    """A cell at 2 lowered by 5 is at -3 steps; nothing sinks below 128 steps."""
    session = fight()
    where = marked((3, 4))
    session.submit(Paint(layer=LayerName.GROUND, where=where, value=2))
    session.submit(Paint(layer=LayerName.GROUND, where=where, value=-5, relative=True))
    assert session.encounter.map.ground_m(Cell(3, 4)) == -1.5
    session.submit(Paint(layer=LayerName.GROUND, where=where, value=-128, relative=True))
    assert session.encounter.map.ground_m(Cell(3, 4)) == -64.0
    assert session.encounter.map.ground_m(Cell(4, 4)) == 0.0


def test_paint_outside_the_map_is_left_out() -> None:
    """A stroke over the edge paints what lies on the map and nothing else."""
    session = fight()
    where = marked((99, 79), (100, 79), (99, 80))
    session.submit(Paint(layer=LayerName.TERRAIN, where=where, value=1))
    assert session.encounter.map.terrain.cells() == {Cell(99, 79)}


def test_a_kind_taken_away_leaves_the_others_painted_as_they_were() -> None:
    """Its cells are plain, at the GM's word; later kinds keep theirs; undo brings all back."""
    session = fight()
    first, second = marked((0, 0)), marked((1, 0))
    session.submit(Paint(layer=LayerName.TERRAIN, where=first, value=1))
    session.submit(Paint(layer=LayerName.TERRAIN, where=second, value=2))
    before = session.encounter.map
    later = before.terrain_kinds[2]
    drop = DropKind(layer=LayerName.TERRAIN, index=1)
    refused = session.submit(drop)
    assert isinstance(refused, Refused)
    assert refused.text == "1 cell is painted with it and would be plain."
    waived = drop.replace(adjustments=drop.adjustments.replace(waived=("in_use",)))
    assert isinstance(session.submit(waived), Accepted)
    after = session.encounter.map
    assert after.terrain_at(Cell(0, 0)) == before.terrain_kinds[0]
    assert after.terrain_at(Cell(1, 0)) == later
    assert len(after.terrain_kinds) == len(before.terrain_kinds) - 1
    session.undo()
    assert session.encounter.map == before


def test_a_kind_that_nobody_painted_goes_without_a_word() -> None:
    """What is unused can be taken out of the table at once."""
    session = fight()
    session.submit(SetTerrainKind(index=3, terrain=TerrainKind(name="mud", multiplier=2)))
    assert isinstance(session.submit(DropKind(layer=LayerName.TERRAIN, index=3)), Accepted)
    assert "mud" not in [kind.name for kind in session.encounter.map.terrain_kinds]


def test_a_step_of_the_ground_is_as_high_as_the_gm_says() -> None:
    """Painted heights go along; another unit brings its own step only while none is painted."""
    session = fight()
    session.submit(Paint(layer=LayerName.GROUND, where=marked((0, 0)), value=3))
    session.submit(SetPage(ground_step_m=2.0))
    assert session.encounter.map.ground_m(Cell(0, 0)) == 6.0
    session.submit(SetPage(scale=Scale(cell_size=5, unit="ft")))
    assert session.encounter.map.ground_step_m == 2.0


REFUSED: dict[str, Command] = {
    "a kind that is not there": Paint(layer=LayerName.TERRAIN, where=marked((0, 0)), value=3),
    "a door that is a wall": SetDoor(wall="nowhere", state=DoorState.OPEN),
    "two things of one id": PutCover(put=(CRATE, CRATE)),
    "cover off the map": PutCover(put=(CRATE.replace(cells=(Cell(200, 0),)),)),
    "a kind far behind the last": SetTerrainKind(index=9, terrain=TerrainKind(name="mud")),
    "a kind without a name": SetTerrainKind(index=3, terrain=TerrainKind(name=" ")),
    "a name that is taken": SetTerrainKind(index=3, terrain=TerrainKind(name="difficult")),
    "a kind to take away that is not there": DropKind(layer=LayerName.COVER, index=7),
    "a height taken for a kind": DropKind(layer=LayerName.GROUND, index=1),
    "no cover, changed": SetCoverKind(index=0, cover=CoverKind(name="woods")),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_the_map_cannot_hold_is_refused_with_a_reason(name: str) -> None:
    """Such an edit changes nothing and says why."""
    session = fight()
    before = session.encounter
    outcome = session.submit(REFUSED[name])
    assert isinstance(outcome, Refused)
    assert outcome.text.endswith(".")
    assert session.encounter is before


def test_the_map_is_edited_while_a_question_is_open() -> None:
    """A door is opened while the target is asked; the question stays."""
    session = fight()
    assert isinstance(session.submit(Strike(actor="a", target="b")), Asking)
    session.submit(SetDoor(wall="d", state=DoorState.OPEN))
    assert session.encounter.map.wall("d").is_open
    assert [one.key for one in session.wanted] == ["reaction"]


def _note_walls(table: Table) -> Procedure[None]:
    """Note the walls that nobody has noted yet: what follows from the map by itself."""
    noted = {effect.id for effect in table.now["a"].effects}
    for wall in table.now.map.walls:
        if wall.id not in noted:
            effect = TimedEffect(id=wall.id, name="Cut off")
            yield from emit(EffectAdded(who="a", effect=effect))


WATCHFUL = replace(TOY, play=replace(TOY.play, settle=_note_walls))


def test_what_follows_from_the_map_follows_from_its_edits() -> None:
    """The rules settle after an edit as after any command, and undo takes both back."""
    session = Session(WATCHFUL, duel(a=20, b=20), table=StrictTable)
    session.submit(PutWalls(put=(WALL,)))
    assert [effect.id for effect in session.encounter["a"].effects] == ["w"]
    session.undo()
    assert session.encounter["a"].effects == ()


def test_a_zone_counts_down_with_the_rounds_and_is_gone() -> None:
    """Smoke of two rounds is there for one more after the first, then not at all."""
    page = BattleMap().with_zones([SMOKE, SMOKE.replace(id="mist", rounds=None)])
    later = page.with_round_passed()
    assert [(zone.id, zone.rounds) for zone in later.zones] == [("z", 1), ("mist", None)]
    assert [zone.id for zone in later.with_round_passed().zones] == ["mist"]


def test_smaller_paper_cuts_off_what_lies_outside() -> None:
    """Shrinking the map is one event of a few words, and undo brings the rest back."""
    session = fight()
    session.submit(EDITS["terrain"])
    outcome = session.submit(SetPage(width=20, height=20))
    assert isinstance(outcome, Accepted)
    assert len(encode(outcome.events[0])) < 200
    assert session.encounter.map.terrain.cells() == {Cell(3, 4)}
    session.undo()
    assert session.encounter.map.terrain.count() == 2


def test_cover_degree_of_a_kind_is_kept() -> None:
    """A kind of cover added and painted is what the cell holds."""
    session = fight()
    session.submit(SetCoverKind(index=1, cover=CoverKind(name="trench", degree=CoverDegree.FULL)))
    session.submit(Paint(layer=LayerName.COVER, where=marked((5, 5)), value=1))
    kind = session.encounter.map.cover_at(Cell(5, 5))
    assert kind is not None
    assert kind.degree is CoverDegree.FULL


@pytest.mark.parametrize(
    "smaller",
    [SetPage(height=4), LayMap(map=BattleMap(width=100, height=4))],
    ids=["page", "another map"],
)
def test_a_smaller_map_puts_those_beyond_it_off_the_board(smaller: Command) -> None:
    """Whose place is no longer on the map is off the board, and the log says who; undo restores."""
    session = fight()
    where = {"a": Cell(3, 2), "b": Cell(3, 40)}
    session.submit(Place(to=tuple(where.items())))
    outcome = session.submit(smaller)
    assert isinstance(outcome, Accepted)
    combatants = session.encounter.combatants
    assert (combatants["a"].pos, combatants["b"].pos) == (Cell(3, 2), None)
    told = [one.trace.title for one in outcome.events if isinstance(one, Explained)]
    assert [combatants["b"].name in one and combatants["a"].name not in one for one in told] == [
        True
    ]
    session.undo()
    assert session.encounter.combatants["b"].pos == Cell(3, 40)


def test_a_place_off_the_map_is_no_node_of_it() -> None:
    """From there nobody gets anywhere: its number would be another cell's."""
    page = BattleMap(width=10, height=4)
    ground = Ground(page)
    graph = LazyGrid(ground, uniform(ground))
    for cell in (Cell(3, 4), Cell(10, 0), Cell(-1, 2)):
        assert not reach(graph, cell, 50).costs
        assert isinstance(find_route(graph, cell, Cell(1, 1)), NoRoute)
        assert isinstance(price(graph, (cell, Cell(1, 1))), NoRoute)
        with pytest.raises(networkx.NodeNotFound):
            graph.node(cell)
    assert reach(graph, Cell(9, 3), 50).costs
