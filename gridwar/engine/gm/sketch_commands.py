"""The GM's commands of the sketch: a stroke each, one step of undo with all that follows of it.

A stroke is kept as it was meant (a room, a way, dabs), so that it can be amended and played again.
From the sketch follow walls, and under water and rubble the terrain of that look; the GM's own
walls are never touched. On a map without a sketch the first stroke begins one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

from pydantic import BeforeValidator, Field, PlainSerializer, WithJsonSchema

from gridwar.engine.kit.procedure_requests import Procedure, emit
from gridwar.engine.kit.say_and_refuse import require
from gridwar.model import sketch_strokes as strokes
from gridwar.model.battlemap import LayerName
from gridwar.model.command import GmCommand
from gridwar.model.events_map import LayerPainted, TerrainKindSet, WallsChanged, with_changes
from gridwar.model.events_sketch import SketchChanged
from gridwar.model.geometry import SUBCELL, Cell, Point, Way
from gridwar.model.map_limits import most_terrain_kinds, walls_problem
from gridwar.model.sketch import MOST_THINGS, EdgeKind, Sketch, SketchStyle, SketchThings
from gridwar.model.sketch_strokes import Box, Edge
from gridwar.model.sketch_walls import following_walls
from gridwar.model.sketched_map import GroundLaid, ground_laid, within_floor
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from gridwar.engine.kit.procedure_table import Table
    from gridwar.engine.kit.rule_system_parts import Handler
    from gridwar.model.command import Command

MOST_RADIUS_CELLS: Final = 10.0
MOST_DABS: Final = 2_000
MOST_EDGES: Final = 4_000

_Radius = Annotated[float, Field(gt=0, le=MOST_RADIUS_CELLS)]
_Dabs = Annotated[tuple[Point, ...], Field(max_length=MOST_DABS)]
_Edges = Annotated[tuple[Edge, ...], Field(max_length=MOST_EDGES)]


def _by_name(value: object) -> object:
    """Read a kind of edge by its name."""
    if isinstance(value, str) and value.upper() in EdgeKind.__members__:
        return EdgeKind[value.upper()]
    return value


NamedEdgeKind = Annotated[
    EdgeKind,
    BeforeValidator(_by_name),
    PlainSerializer(lambda kind: kind.name.lower(), when_used="json"),
    WithJsonSchema({"type": "string", "enum": [kind.name.lower() for kind in EdgeKind]}),
]
"""A kind of edge; on disk by its name, such as ``secret_door``."""


class SketchCommand(GmCommand):
    """A stroke of the sketch."""

    def drawn(self, sketch: Sketch) -> Sketch:
        """Return the sketch after it."""
        return sketch

    def places(self) -> Iterable[Cell]:
        """Return the cells that it is drawn by."""
        return ()


class DrawRoom(SketchCommand):
    """Open the cells from one corner to the other.

    A room that touches others keeps a wall to them, one that overlaps joins them, one within
    another is walled off; with ``joins`` it opens to all that it touches. A ``round`` one is the
    largest round hall between the corners.
    """

    a: Cell
    b: Cell
    joins: bool = False
    round: bool = False

    def drawn(self, sketch: Sketch) -> Sketch:
        """Return the sketch with the room."""
        box = Box.between(self.a, self.b)
        if self.round:
            return sketch.with_arrays(strokes.round_room(sketch.arrays, box))
        return sketch.with_arrays(strokes.room(sketch.arrays, box, joins=self.joins))

    def places(self) -> Iterable[Cell]:
        """Return the cells that it is drawn by."""
        return (self.a, self.b)


class DrawCorridor(SketchCommand):
    """Dig a corridor one cell wide along a way; its ends open what they meet."""

    way: Way

    def drawn(self, sketch: Sketch) -> Sketch:
        """Return the sketch with the corridor."""
        return sketch.with_arrays(strokes.corridor(sketch.arrays, self.way))

    def places(self) -> Iterable[Cell]:
        """Return the cells that it is drawn by."""
        return self.way


class DrawEdges(SketchCommand):
    """Put a wall, a door, a window and so on between cells that lie side by side."""

    edges: _Edges
    edge_kind: NamedEdgeKind

    def drawn(self, sketch: Sketch) -> Sketch:
        """Return the sketch with it."""
        return sketch.with_arrays(strokes.edges(sketch.arrays, self.edges, self.edge_kind))

    def places(self) -> Iterable[Cell]:
        """Return the cells that it is drawn by."""
        return (cell for edge in self.edges for cell in edge)


class DigCave(SketchCommand):
    """Hollow a cave round some points; with ``fills`` fill them up with rock."""

    dabs: _Dabs
    radius_cells: _Radius = 1.5
    fills: bool = False

    def drawn(self, sketch: Sketch) -> Sketch:
        """Return the sketch with the cave, or the rock."""
        stroke = strokes.rock if self.fills else strokes.cave
        return sketch.with_arrays(stroke(sketch.arrays, self.dabs, self.radius_cells))

    def places(self) -> Iterable[Cell]:
        """Return the cells that it is drawn by."""
        return (Cell(x // SUBCELL, y // SUBCELL) for x, y in self.dabs)


class EraseSketch(SketchCommand):
    """Fill up the cells from one corner to the other, and take away what is in them."""

    a: Cell
    b: Cell

    def drawn(self, sketch: Sketch) -> Sketch:
        """Return the sketch without them."""
        box = Box.between(self.a, self.b)
        gone = [one.cell for one in sketch.things if box.has(one.cell)]
        return sketch.with_arrays(strokes.erased(sketch.arrays, box)).with_things((), gone)

    def places(self) -> Iterable[Cell]:
        """Return the cells that it is drawn by."""
        return (self.a, self.b)


class PutSketchThings(SketchCommand):
    """Put stairs, pillars, water or rubble into cells, or take away what is there."""

    put: SketchThings = ()
    gone: Annotated[tuple[Cell, ...], Field(max_length=MOST_THINGS)] = ()

    def drawn(self, sketch: Sketch) -> Sketch:
        """Return the sketch with them; what lies beyond it is left out."""
        return sketch.with_things((one for one in self.put if sketch.contains(one.cell)), self.gone)

    def places(self) -> Iterable[Cell]:
        """Return the cells that it is drawn by."""
        return (*(one.cell for one in self.put), *self.gone)


class SetSketchStyle(SketchCommand):
    """Draw the sketch in another style."""

    style: SketchStyle

    def drawn(self, sketch: Sketch) -> Sketch:
        """Return the sketch in it."""
        return sketch.with_style(self.style)


def _draw(table: Table, command: SketchCommand) -> Procedure[None]:
    """Draw a stroke, with the walls and the terrain that follow from it."""
    page = table.now.map
    old = page.sketch or Sketch.blank(page.size)
    new = within_floor(page, old, command.drawn(old), command.places())
    event = SketchChanged.between(old, new)
    if event == SketchChanged():
        return
    text = _("{n} things are too many for a sketch: it has at most {most}.")
    count = len(new.things)
    is_within = count <= MOST_THINGS
    yield from require(is_within, "too_many", text, waivable=False, n=count, most=MOST_THINGS)
    put, gone = following_walls(page.walls, old, new)
    if put or gone:
        problem = walls_problem(with_changes(page.walls, put, gone))
        yield from require(not problem, "too_many", f"{problem}.", waivable=False)
    yield from emit(event)
    if put or gone:
        yield from emit(WallsChanged(put=put, gone=gone))
    yield from _lay_ground(table, ground_laid(page, old, new))


def _lay_ground(table: Table, ground: GroundLaid) -> Procedure[None]:
    """Lay the terrain of water and rubble, under kinds that the map may have to get first."""
    text = _("The map has {most} kinds of terrain and no place for {name}: drop one first.")
    for kind in ground.kinds:
        index = len(table.now.map.terrain_kinds)
        most = most_terrain_kinds(table.now.map.props)
        named = {"most": most, "name": kind.name}
        yield from require(index < most, "no_place", text, waivable=False, **named)
        yield from emit(TerrainKindSet(index=index, terrain=kind))
    page = table.now.map
    painted = page.with_painted(LayerName.TERRAIN, ground.values)
    if tiles := page.terrain.changed_to(painted.terrain):
        yield from emit(LayerPainted(layer=LayerName.TERRAIN, tiles=tiles))


SKETCH_COMMANDS: Mapping[type[Command], Handler] = {
    DrawRoom: _draw,
    DrawCorridor: _draw,
    DrawEdges: _draw,
    DigCave: _draw,
    EraseSketch: _draw,
    PutSketchThings: _draw,
    SetSketchStyle: _draw,
}
