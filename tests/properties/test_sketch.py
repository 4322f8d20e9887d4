"""Strokes of the sketch against the plainest reference: sets of cells, kinds by pairs of cells.

Nothing in the reference is an array, and no wall is longer than an edge.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from gridwar.engine.gm.map_commands import PutWalls
from gridwar.engine.gm.sketch_commands import (
    DigCave,
    DrawCorridor,
    DrawEdges,
    DrawRoom,
    EraseSketch,
    PutSketchThings,
    SketchCommand,
)
from gridwar.engine.play.play_outcome import Accepted
from gridwar.engine.session.session import Session
from gridwar.grid.lines.sight_and_effect import SIGHT, Stand, line_between
from gridwar.model.battlemap import BattleMap
from gridwar.model.geometry import SUBCELL, Cell, Point, Size
from gridwar.model.sketch import EdgeKind, Sketch, SketchThing, SketchThingKind
from gridwar.model.sketch_strokes import Edge
from gridwar.model.sketch_walls import derived_walls, pillar_sides
from gridwar.model.sketched_map import sketched
from gridwar.model.walls import WallKind
from tests.support.toy import TOY, duel

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from gridwar.model.walls import Wall

SIZE = Size(14, 11)
Pair: TypeAlias = frozenset[tuple[int, ...]]


class Drawing:
    """A drawing by sets: its floor, and what is drawn between two cells."""

    def __init__(self) -> None:
        self.floor: set[tuple[int, ...]] = set()
        self.drawn: dict[Pair, EdgeKind] = {}

    def stroke(self, command: SketchCommand) -> None:
        """Draw a stroke."""
        match command:
            case DrawRoom(a=a, b=b, joins=joins):
                self._room(set(_between(a, b)), joins=joins)
            case DrawCorridor(way=way):
                self._corridor([tuple(cell) for cell in way])
            case DrawEdges(edges=edges, edge_kind=kind):
                for a, b in edges:
                    self._edge(tuple(a), tuple(b), kind)
            case EraseSketch(a=a, b=b):
                self._erase(set(_between(a, b)))

    def _room(self, cells: set[tuple[int, ...]], *, joins: bool) -> None:
        old = cells & self.floor
        self.floor |= cells
        walled = cells if old == cells else cells - old
        for cell in cells:
            for other in _beside(cell):
                pair = frozenset((cell, other))
                if other in cells:
                    self.drawn.pop(pair, None)
                elif other in self.floor and joins and self.drawn.get(pair) is EdgeKind.WALL:
                    del self.drawn[pair]
                elif other in self.floor and not joins and cell in walled:
                    self.drawn.setdefault(pair, EdgeKind.WALL)

    def _corridor(self, way: list[tuple[int, ...]]) -> None:
        fresh = [cell for cell in way if cell not in self.floor]
        self.floor.update(fresh)
        for cell in fresh:
            for other in _beside(cell):
                if other in self.floor:
                    self.drawn.setdefault(frozenset((cell, other)), EdgeKind.WALL)
        for pair in map(frozenset, pairwise(way)):
            if self.drawn.get(pair) is EdgeKind.WALL:
                del self.drawn[pair]

    def _edge(self, a: tuple[int, ...], b: tuple[int, ...], kind: EdgeKind) -> None:
        inside = len({a, b} & self.floor)
        bare = {1: EdgeKind.WALL, 2: EdgeKind.OPEN}
        if inside:
            self.drawn.pop(frozenset((a, b)), None)
            if kind not in (EdgeKind.NOTHING, bare[inside]):
                self.drawn[frozenset((a, b))] = kind

    def _erase(self, cells: set[tuple[int, ...]]) -> None:
        gone = cells & self.floor
        self.floor -= gone
        self.drawn = {pair: kind for pair, kind in self.drawn.items() if not pair & gone}

    def edges(self) -> dict[Pair, EdgeKind]:
        """Return what stands between cells."""
        found = dict(self.drawn)
        for cell in self.floor:
            for other in _beside(cell):
                if other not in self.floor:
                    found.setdefault(frozenset((cell, other)), EdgeKind.WALL)
        return {pair: kind for pair, kind in found.items() if kind is not EdgeKind.OPEN}


def _between(a: tuple[int, ...], b: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    for x in range(min(a[0], b[0]), max(a[0], b[0]) + 1):
        for y in range(min(a[1], b[1]), max(a[1], b[1]) + 1):
            yield x, y


def _beside(cell: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    x, y = cell
    yield from ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))


cells = st.builds(Cell, st.integers(0, SIZE.w - 1), st.integers(0, SIZE.h - 1))
rooms = st.builds(DrawRoom, a=cells, b=cells, joins=st.booleans())
kinds = st.sampled_from(EdgeKind)


@st.composite
def _ways(draw: st.DrawFn) -> DrawCorridor:
    a, corner_x, b = draw(cells), draw(st.booleans()), draw(cells)
    first = _straight(a, Cell(b.x, a.y) if corner_x else Cell(a.x, b.y))
    return DrawCorridor(way=(*first, *_straight(first[-1], b)[1:]))


def _straight(a: Cell, b: Cell) -> list[Cell]:
    steps = max(abs(b.x - a.x), abs(b.y - a.y))
    dx, dy = ((b.x > a.x) - (b.x < a.x)), ((b.y > a.y) - (b.y < a.y))
    return [Cell(a.x + dx * i, a.y + dy * i) for i in range(steps + 1)]


@st.composite
def _edges(draw: st.DrawFn) -> DrawEdges:
    found = []
    for cell in draw(st.lists(cells, min_size=1, max_size=4)):
        across = draw(st.sampled_from(list(_beside(cell))))
        found.append(Edge(cell, Cell(*across)))
    return DrawEdges(edges=tuple(found), edge_kind=draw(kinds))


erasing = st.builds(EraseSketch, a=cells, b=cells)
straight_strokes = st.one_of(rooms, _ways(), _edges(), erasing)
points = st.builds(
    Point, st.integers(0, SIZE.w * SUBCELL - 1), st.integers(0, SIZE.h * SUBCELL - 1)
)
caves = st.builds(
    DigCave,
    dabs=st.lists(points, min_size=1, max_size=4).map(tuple),
    radius_cells=st.floats(0.3, 4),
    fills=st.booleans(),
)
halls = st.builds(DrawRoom, a=cells, b=cells, round=st.sampled_from((True,)))
things = st.builds(
    SketchThing, kind=st.sampled_from(SketchThingKind), cell=cells, turn=st.integers(0, 3)
)
furniture = st.builds(
    PutSketchThings,
    put=st.lists(things, max_size=3, unique_by=lambda one: one.cell).map(tuple),
    gone=st.lists(cells, max_size=2).map(tuple),
)
strokes = st.one_of(straight_strokes, caves, halls, furniture)


def _drawn(commands: Iterable[SketchCommand]) -> Sketch:
    sketch = Sketch.blank(SIZE)
    for command in commands:
        sketch = command.drawn(sketch)
    return sketch


def _pair(a: Point, b: Point) -> Pair:
    """Return the cells that an edge parts."""
    x, y = a.x // SUBCELL, a.y // SUBCELL
    return frozenset(((x, y), (x, y - 1) if a.y == b.y else (x - 1, y)))


@given(st.lists(straight_strokes, max_size=8))
def test_strokes_draw_what_sets_of_cells_say(commands: list[SketchCommand]) -> None:
    """Floor and every unit edge agree with the reference; each edge has one wall and no other."""
    reference = Drawing()
    for command in commands:
        reference.stroke(command)
    sketch = _drawn(commands)
    assert {(x, y) for y, x in np.argwhere(sketch.floor).tolist()} == reference.floor
    covered: dict[Pair, EdgeKind] = {}
    for wall in derived_walls(sketch).values():
        length = max(wall.b.x - wall.a.x, wall.b.y - wall.a.y) // SUBCELL
        dx, dy = (wall.b.x - wall.a.x) // length, (wall.b.y - wall.a.y) // length
        for i in range(length):
            a = Point(wall.a.x + dx * i, wall.a.y + dy * i)
            pair = _pair(a, Point(a.x + dx, a.y + dy))
            assert pair not in covered
            covered[pair] = wall.kind
    assert covered == reference.edges()


@given(st.lists(strokes, max_size=7), strokes)
def test_a_stroke_changes_the_walls_to_those_of_the_whole(
    commands: list[SketchCommand], last: SketchCommand
) -> None:
    """What is put and gone makes of the walls before just those that the sketch has after."""
    before = sketched(BattleMap(width=SIZE.w, height=SIZE.h), _drawn(commands))
    assert before.sketch is not None
    after = sketched(before, last.drawn(before.sketch))
    assert after.sketch is not None
    assert {wall.id: wall for wall in after.walls} == {
        key: one.wall() for key, one in derived_walls(after.sketch).items()
    }


@given(st.lists(strokes, max_size=6), st.integers(3, 20), st.integers(3, 20))
def test_a_map_of_another_size_has_the_walls_of_its_sketch(
    commands: list[SketchCommand], width: int, height: int
) -> None:
    """Smaller or larger, nothing of the drawing is left without walls, nor any wall without it."""
    page = sketched(BattleMap(width=SIZE.w, height=SIZE.h), _drawn(commands))
    resized = page.resized(width, height)
    assert resized.sketch is not None
    assert resized.sketch.size == (width, height)
    assert {wall.id: wall for wall in resized.walls} == {
        key: one.wall() for key, one in derived_walls(resized.sketch).items()
    }


@given(st.lists(strokes, min_size=1, max_size=6))
def test_each_stroke_is_undone_whole(commands: list[SketchCommand]) -> None:
    """After undo the map is equal to the one before, after redo to the one after."""
    session = Session(TOY, duel(a=20, b=20).replace(map=BattleMap(width=SIZE.w, height=SIZE.h)))
    for command in commands:
        before = session.encounter.map
        outcome = session.submit(command)
        assert isinstance(outcome, Accepted)
        after = session.encounter.map
        if outcome.events:
            session.undo()
            assert session.encounter.map == before
            session.redo()
        assert session.encounter.map == after


@given(st.lists(strokes, max_size=6))
def test_erasing_everything_leaves_nothing(commands: list[SketchCommand]) -> None:
    """No edge, no point and no thing is left, and no wall follows."""
    whole = EraseSketch(a=Cell(0, 0), b=Cell(SIZE.w - 1, SIZE.h - 1))
    sketch = _drawn([*commands, whole])
    assert sketch == Sketch.blank(SIZE)
    assert not derived_walls(sketch)


@given(
    st.lists(strokes, max_size=5), st.one_of(caves, halls, erasing, furniture, _ways(), _edges())
)
def test_the_same_stroke_twice_changes_nothing(
    commands: list[SketchCommand], again: SketchCommand
) -> None:
    """It holds for caves, halls, corridors, edges, things and the eraser."""
    once = again.drawn(_drawn(commands))
    assert again.drawn(once) == once


def test_a_wall_between_floor_and_a_cell_half_dug_out_can_be_taken_away() -> None:
    """A cave that digs some of the cell beside leaves the floor its edge: that is open then."""
    cave = DigCave(dabs=(Point(0, 0),), radius_cells=2.0)
    way = DrawCorridor(way=(Cell(0, 3), Cell(1, 3), Cell(1, 2), Cell(1, 1), Cell(1, 0)))
    page = sketched(BattleMap(width=SIZE.w, height=SIZE.h), _drawn([way, cave]))
    session = Session(TOY, duel(a=20, b=20).replace(map=page))
    between = Point(0, 3 * SUBCELL), Point(SUBCELL, 3 * SUBCELL)
    (wall,) = (one.id for one in page.walls if (one.a, one.b) == between)
    session.submit(PutWalls(gone=(wall,)))
    assert wall not in derived_walls(session.encounter.map.sketch or Sketch.blank(SIZE))


@given(st.lists(strokes, min_size=1, max_size=6), st.data(), strokes)
def test_walls_taken_away_are_the_sketch_s_no_more(
    commands: list[SketchCommand], data: st.DataObject, last: SketchCommand
) -> None:
    """Of caves as of rooms: none follows from it any more, all others do; undo brings them back."""
    page = sketched(BattleMap(width=SIZE.w, height=SIZE.h), _drawn(commands))
    session = Session(TOY, duel(a=20, b=20).replace(map=page))
    names = [wall.id for wall in page.walls if not _is_of_a_pillar(page, wall)]
    gone = data.draw(st.sets(st.sampled_from(names), max_size=5)) if names else set()
    session.submit(PutWalls(gone=tuple(sorted(gone))))
    after = session.encounter.map
    assert after.sketch is not None
    assert derived_walls(after.sketch).keys() == {wall.id for wall in page.walls} - gone
    session.submit(last)
    drawn = session.encounter.map
    assert drawn.sketch is not None
    assert derived_walls(drawn.sketch).keys() == {wall.id for wall in drawn.walls}
    while session.undo():
        pass
    assert session.encounter.map == page


def _is_of_a_pillar(page: BattleMap, wall: Wall) -> bool:
    """Return whether a wall is a side of one, which all go their own way when one does."""
    things = page.sketch.things if page.sketch else ()
    return any((wall.a, wall.b) in pillar_sides(one) for one in things)


STOPS = {EdgeKind.WALL, EdgeKind.DOOR, EdgeKind.DOUBLE_DOOR, EdgeKind.SECRET_DOOR}


@given(st.lists(straight_strokes, max_size=6))
def test_lines_between_neighbours_agree_with_the_drawing(commands: list[SketchCommand]) -> None:
    """Gridwar's own lines are stopped between two cells just where the drawing says so."""
    reference = Drawing()
    for command in commands:
        reference.stroke(command)
    stands = reference.edges()
    page = sketched(BattleMap(width=SIZE.w, height=SIZE.h), _drawn(commands))
    for x in range(SIZE.w - 1):
        for y in range(SIZE.h):
            a, b = Cell(x, y), Cell(x + 1, y)
            kind = stands.get(frozenset((tuple(a), tuple(b))))
            line = line_between(page, Stand((a,), 0.0), Stand((b,), 0.0), SIGHT)
            is_opaque = kind in STOPS or kind is EdgeKind.CURTAIN
            assert line.clear is not is_opaque, (a, b, kind)


def test_kinds_of_edges_become_kinds_of_walls() -> None:
    """Bars are bars, a window is a window; all doors are doors."""
    commands: list[SketchCommand] = [DrawRoom(a=Cell(0, 0), b=Cell(7, 3))]
    for x, kind in enumerate(EdgeKind):
        commands.append(DrawEdges(edges=(Edge(Cell(x, 3), Cell(x, 4)),), edge_kind=kind))
    found = {one.kind: one.wall().kind for one in derived_walls(_drawn(commands)).values()}
    assert found == {
        EdgeKind.WALL: WallKind.WALL,
        EdgeKind.DOOR: WallKind.DOOR,
        EdgeKind.DOUBLE_DOOR: WallKind.DOOR,
        EdgeKind.SECRET_DOOR: WallKind.DOOR,
        EdgeKind.BARS: WallKind.BARS,
        EdgeKind.WINDOW: WallKind.WINDOW,
        EdgeKind.CURTAIN: WallKind.CURTAIN,
    }
