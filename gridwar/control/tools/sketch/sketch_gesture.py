"""What a gesture of the sketch tool comes to: which command, by where it began and where it is.

A drag in the open is a room; one begun in a room that leaves it is a corridor, one that stays in it
is a room of its own; one along edges draws what stands on them. A click is one on an edge, on a
thing's cell, or on rock.
"""

from __future__ import annotations

from enum import StrEnum
from math import hypot
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

from gridwar.control.tools.sketch import sketch_places as places
from gridwar.engine.gm.sketch_commands import (
    MOST_DABS,
    DigCave,
    DrawCorridor,
    DrawEdges,
    DrawRoom,
    EraseSketch,
    PutSketchThings,
    SketchCommand,
)
from gridwar.model.geometry import SUBCELL, Cell
from gridwar.model.geometry import Point as MapPoint
from gridwar.model.sketch import EdgeKind, Sketch, SketchThing, SketchThingKind

if TYPE_CHECKING:
    from gridwar.control.records.ground_records import CellXY, Point
    from gridwar.control.tools.sketch.sketch_places import Passage
    from gridwar.model.sketch import Marks
    from gridwar.model.sketch_strokes import Edge

CLICK_CELLS: Final = 0.2
"""A drag shorter than this is a click."""
_DABS_A_RADIUS: Final = 2
_LEAST_APART_CELLS: Final = 0.25
_TURNS: Final = 4


class SketchPen(StrEnum):
    """What the tool draws."""

    ROOM = "room"
    """Rooms, corridors and what stands on edges, by how one drags."""
    CAVE = "cave"
    HALL = "hall"
    """A round room."""
    THING = "thing"


PENS: Final = tuple(SketchPen)
EDGES: Final = (
    EdgeKind.DOOR,
    EdgeKind.DOUBLE_DOOR,
    EdgeKind.SECRET_DOOR,
    EdgeKind.BARS,
    EdgeKind.WINDOW,
    EdgeKind.CURTAIN,
    EdgeKind.WALL,
    EdgeKind.OPEN,
)
"""What a click puts on an edge, one after another, in the order of the digits."""
THINGS: Final = tuple(SketchThingKind)


_DRAWING: Final = tuple(pen for pen in SketchPen if pen is not SketchPen.THING)


def next_pen(pen: SketchPen, by: int) -> SketchPen:
    """Return the next of the pens that draw rooms, caves and halls, or the one before."""
    at = _DRAWING.index(pen) if pen in _DRAWING else -by
    return _DRAWING[(at + by) % len(_DRAWING)]


def next_thing(hand: Hand) -> SketchThingKind:
    """Return the next of the things, or the last one taken while none is drawn."""
    by = 1 if hand.pen is SketchPen.THING else 0
    return THINGS[(THINGS.index(hand.thing) + by) % len(THINGS)]


class Meaning(StrEnum):
    """What a gesture under way would draw."""

    NOTHING = "nothing"
    ROOM = "room"
    JOINED = "joined"
    OWN_ROOM = "own_room"
    """A room walled off within another."""
    CORRIDOR = "corridor"
    OPENING = "opening"
    """A way through between rooms that lie side by side."""
    HALL = "hall"
    EDGES = "edges"
    CAVE = "cave"
    THINGS = "things"
    ERASED = "erased"


class Hand(Struct, frozen=True):
    """How the tool is set."""

    pen: SketchPen = SketchPen.ROOM
    edge: EdgeKind = EdgeKind.DOOR
    thing: SketchThingKind = SketchThingKind.STAIRS
    size: int = 3
    """Of the brush for caves, across, in cells."""
    erases: bool = False
    last: Edge | None = None
    """The edge that was clicked last: there the next click puts the next kind."""


class Gesture(Struct, frozen=True):
    """A drag under way, in cells.

    ``room`` is where it began, None in rock; ``way_out`` how it left it last, and ``way_in`` how it
    came into what it is in now, if that is open.
    """

    start: Point
    now: Point
    joins: bool = False
    along: bool = False
    by_key: bool = False
    room: Marks | None = None
    way_out: Passage | None = None
    way_in: Passage | None = None
    track: tuple[Point, ...] = ()
    passed: frozenset[CellXY] = frozenset()
    """The cells that the brush has touched, to be shown."""

    @property
    def is_click(self) -> bool:
        """Return whether it went nowhere."""
        away = hypot(self.now[0] - self.start[0], self.now[1] - self.start[1])
        return away < CLICK_CELLS and len(self.track) <= 1

    @property
    def cells(self) -> tuple[Cell, Cell]:
        """Return the cells in which it began and is."""
        return places.cell_at(self.start), places.cell_at(self.now)

    def moved(self, point: Point, sketch: Sketch, radius: float) -> Gesture:
        """Return it with the pointer elsewhere.

        Args:
            point: Where it is now, in cells.
            sketch: What is drawn.
            radius: Of the brush, in cells: so near to each other its dabs are laid.
        """
        track = self.track or (self.start,)
        apart = max(radius / _DABS_A_RADIUS, _LEAST_APART_CELLS)
        far = hypot(point[0] - track[-1][0], point[1] - track[-1][1])
        if far >= apart:
            count = int(far / apart)
            (x, y), share = track[-1], apart / far
            track += tuple(
                (x + (point[0] - x) * share * i, y + (point[1] - y) * share * i)
                for i in range(1, count + 1)
            )
            track = track[:MOST_DABS]
        before, here = self.cells[1], places.cell_at(point)
        fresh = (
            cell for place in (*track[len(self.track) :], point) for cell in touched(place, radius)
        )
        moved = replace(self, now=point, track=track, passed=self.passed.union(fresh))
        if self.room is None or here == before:
            return moved
        way_out, way_in = self.way_out, self.way_in
        for step in places.steps_between(before, here):
            is_inside = places.is_in(step.after, self.room)
            if places.is_in(step.before, self.room):
                if is_inside:
                    continue
                way_out, way_in = step, None
            if not places.is_open(step.after, sketch):
                way_in = None
            elif way_in is None:
                way_in = step
        return replace(moved, way_out=way_out, way_in=way_in)


def touched(point: Point, radius: float) -> frozenset[CellXY]:
    """Return the cells that a brush touches with their middles, or the one that it is in."""
    x, y = point
    found = frozenset(
        (column, row)
        for column in range(int(x - radius), int(x + radius) + 1)
        for row in range(int(y - radius), int(y + radius) + 1)
        if (column + 0.5 - x) ** 2 + (row + 0.5 - y) ** 2 <= radius**2
    )
    return found or frozenset({(int(x // 1), int(y // 1))})


def meaning(hand: Hand, gesture: Gesture) -> Meaning:
    """Return what a drag would draw if it ended now."""
    if hand.pen is SketchPen.CAVE:
        return Meaning.ERASED if hand.erases else Meaning.CAVE
    if hand.pen is SketchPen.THING:
        return Meaning.ERASED if hand.erases else Meaning.THINGS
    if gesture.along:
        return Meaning.EDGES
    if hand.erases:
        return Meaning.ERASED
    if hand.pen is SketchPen.HALL:
        return Meaning.HALL
    return _room_or_corridor(gesture)


def _room_or_corridor(gesture: Gesture) -> Meaning:
    if gesture.joins:
        return Meaning.JOINED
    if gesture.room is None:
        return Meaning.ROOM
    a, b = gesture.cells
    if gesture.way_out is None or _is_back(gesture, gesture.room):
        is_within = a != b and places.is_in(a, gesture.room)
        return Meaning.OWN_ROOM if is_within else Meaning.NOTHING
    is_beside = gesture.way_in == gesture.way_out
    return Meaning.OPENING if is_beside else Meaning.CORRIDOR


def _is_back(gesture: Gesture, room: Marks) -> bool:
    """Return whether a drag that left its room only went too far, and is in it again.

    Where rock lies between, it came back another way: what it draws then is a corridor, as between
    rooms that do not hang together yet.
    """
    a, b = gesture.cells
    if not places.is_in(b, room):
        return False
    way_out, way_in = gesture.way_out, gesture.way_in
    if way_out is None or way_in is None or way_in == (way_out.after, way_out.before):
        return True
    rows = slice(min(a.y, b.y), max(a.y, b.y) + 1)
    columns = slice(min(a.x, b.x), max(a.x, b.x) + 1)
    return bool(room[rows, columns].all())


def way_of(gesture: Gesture) -> tuple[Cell, ...]:
    """Return the cells of the corridor that a drag would dig; none while it is in its room."""
    if gesture.way_out is None:
        return ()
    return places.corridor_way(gesture.way_out, gesture.way_in, gesture.cells[1])


def command_of(hand: Hand, gesture: Gesture, sketch: Sketch) -> SketchCommand | None:
    """Return the command that a gesture comes to; None where it comes to nothing."""
    if gesture.is_click and not gesture.by_key and (found := click(hand, gesture.now, sketch)):
        return found
    a, b = gesture.cells
    match meaning(hand, gesture):
        case Meaning.CORRIDOR | Meaning.OPENING:
            return DrawCorridor(way=way_of(gesture))
        case Meaning.ROOM | Meaning.OWN_ROOM | Meaning.JOINED | Meaning.HALL:
            is_round = hand.pen is SketchPen.HALL
            return DrawRoom(a=a, b=b, joins=gesture.joins and not is_round, round=is_round)
        case Meaning.EDGES:
            kind = EdgeKind.NOTHING if hand.erases else hand.edge
            along = places.edges_along(gesture.start, gesture.now)
            return DrawEdges(edges=along, edge_kind=kind) if along else None
        case Meaning.CAVE:
            return _dabs(hand, gesture)
        case Meaning.ERASED:
            return _erasure(hand, gesture, sketch)
        case Meaning.THINGS:
            return _things(hand, gesture, sketch)
        case Meaning.NOTHING:
            return None


def _erasure(hand: Hand, gesture: Gesture, sketch: Sketch) -> SketchCommand | None:
    if hand.pen is SketchPen.CAVE:
        return _dabs(hand, gesture)
    if hand.pen is SketchPen.THING:
        gone = tuple(cell for cell in _cells_passed(gesture) if sketch.thing_at(cell) is not None)
        return PutSketchThings(gone=gone) if gone else None
    a, b = gesture.cells
    return EraseSketch(a=a, b=b)


def _dabs(hand: Hand, gesture: Gesture) -> DigCave:
    dabs = tuple(
        MapPoint(int(x * SUBCELL), int(y * SUBCELL)) for x, y in gesture.track or (gesture.now,)
    )
    return DigCave(dabs=dabs, radius_cells=hand.size / 2, fills=hand.erases)


def corners(gesture: Gesture) -> tuple[Cell, ...]:
    """Return the cells at the corners of the box that a drag spans."""
    a, b = gesture.cells
    return tuple(dict.fromkeys(Cell(x, y) for y in (a.y, b.y) for x in (a.x, b.x)))


def _cells_passed(gesture: Gesture) -> tuple[Cell, ...]:
    track = (*gesture.track, gesture.now)
    return tuple(dict.fromkeys(places.cell_at(point) for point in track))


def _things(hand: Hand, gesture: Gesture, sketch: Sketch) -> PutSketchThings:
    """Put the thing where the drag passed; on one of its kind a click turns or takes it away.

    With Ctrl it is put at the corners of the drag: the pillars of a hall.
    """
    cells = corners(gesture) if gesture.joins else _cells_passed(gesture)
    there = sketch.thing_at(cells[-1])
    if gesture.is_click and there is not None and there.kind is hand.thing:
        if hand.thing is not SketchThingKind.STAIRS:
            return PutSketchThings(gone=cells)
        return PutSketchThings(put=(there.replace(turn=(there.turn + 1) % _TURNS),))
    return PutSketchThings(put=tuple(SketchThing(kind=hand.thing, cell=cell) for cell in cells))


def click(hand: Hand, point: Point, sketch: Sketch) -> DrawEdges | None:
    """Return what a click on an edge puts there; None where there is no edge."""
    edge = places.edge_at(point, sketch) if hand.pen is SketchPen.ROOM else None
    if edge is None or (hand.erases and edge.kind(sketch.arrays) is EdgeKind.NOTHING):
        return None
    return DrawEdges(edges=(edge,), edge_kind=next_kind(hand, edge, sketch))


def next_kind(hand: Hand, edge: Edge, sketch: Sketch) -> EdgeKind:
    """Return what a click puts on an edge: what is chosen, and there again what comes after it."""
    if hand.erases:
        return EdgeKind.NOTHING
    drawn = edge.kind(sketch.arrays)
    if edge != hand.last and drawn is not hand.edge:
        return hand.edge
    bare = EdgeKind.WALL if places.is_rim(edge, sketch) else EdgeKind.OPEN
    kinds = [kind for kind in EDGES if kind is not bare]  # what is so without anything drawn
    at = kinds.index(drawn) + 1 if drawn in kinds else 0
    return kinds[at] if at < len(kinds) else EdgeKind.NOTHING
