"""Walls, doors and windows of a map out of what its layers and objects are taken for."""

from __future__ import annotations

from collections import defaultdict
from itertools import count, groupby, pairwise
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct

from gridwar.formats.import_report import Notes, never
from gridwar.formats.json_values import switch
from gridwar.formats.tiled.layers_and_page import AT, TILE_MASK, ObjectLayer, TileLayer
from gridwar.formats.tiled.meanings import (
    OPENINGS,
    SEGMENTS,
    Meaning,
    foreign_meaning,
    meaning_of,
    own_objects,
)
from gridwar.formats.tiled.shapes import Outline, middle_lines, outline_of
from gridwar.formats.tiled.wall_edges import edges_round
from gridwar.formats.uvtt.wall_segments import cut_for_doors, each_once, segments_of
from gridwar.formats.uvtt.wall_traits import with_traits
from gridwar.model.geometry import SUBCELL, Point
from gridwar.model.walls import DoorState, Wall, WallKind
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

    from gridwar.formats.json_values import Json, Pair
    from gridwar.formats.tiled.layers_and_page import Layer, TiledObject, Values
    from gridwar.formats.tiled.meanings import Answers
    from gridwar.formats.tiled.tiled_contents import Contents
    from gridwar.formats.uvtt.polylines import Segment

_NEAR = SUBCELL // 3
"""So near to a wall's end that of a door is meant to be there."""
_NO_TRAIT = {"id", "a", "b", AT}
_MOST_TURNED = 2_000
"""Doors in a square turn as the walls beside them lie; so many are looked at."""


class Opening(Struct, frozen=True):
    """A door or the like: the lines it may be, and what the file says of it."""

    meaning: Meaning
    ways: tuple[tuple[Pair, Pair], ...]
    name: str
    said: Mapping[str, Json]


class WallsFound(Struct, frozen=True):
    """The walls of a map, and what there is to tell of them."""

    walls: tuple[Wall, ...]
    notes: Notes


def walls_of(contents: Contents, answers: Answers, cell_px: float) -> WallsFound:
    """Return walls, doors and windows under the answers given so far."""
    notes = Notes()
    own = tuple(_own_walls(contents, cell_px, notes))
    size = contents.page.size(cell_px)
    lines: dict[Meaning, list[tuple[Point, ...]]] = defaultdict(list)
    openings: list[Opening] = []
    still = 0
    for meaning, outline, name, said in _outlines(contents, answers):
        if meaning in OPENINGS:
            openings.extend(_openings(meaning, outline, name, said))
        elif len(outline.points) > 1:
            ring = (*outline.points, outline.points[0]) if outline.is_closed else outline.points
            line = [contents.page.point(one, cell_px) for one in ring]
            kept = tuple(one for one, _again in groupby(line))
            lines[meaning].append(kept)
            still += len(line) - len(kept)
    lines[Meaning.WALL] += _tile_lines(contents, answers, cell_px)
    openings += _tile_openings(contents, answers)
    notes.mend_count("no_length", _("Segments of no length dropped"), still)
    seen: set[Segment] = set()
    segments, doubles = each_once(segments_of(lines[Meaning.WALL], size, notes), seen)
    fences, more = each_once(segments_of(lines[Meaning.FENCE], size, notes), seen)
    notes.mend_count("doubles", _("Walls that are there twice dropped"), doubles + more)
    doors = _placed(openings, segments, contents, cell_px)
    segments, cut = cut_for_doors(segments, [(a, b) for _one, a, b in doors], never)
    notes.mend_count("door_cut", _("Walls that ran through doors and the like: cut"), len(cut))
    made = _made(segments, fences, doors, {one.id for one in own})
    return WallsFound((*own, *made), notes)


def _made(
    segments: list[Segment],
    fences: list[Segment],
    doors: list[tuple[Opening, Point, Point]],
    taken: set[str],
) -> Iterator[Wall]:
    for wall_id, (a, b) in zip(_fresh("wall", taken), segments, strict=False):
        yield Wall(id=wall_id, a=a, b=b)
    for wall_id, (a, b) in zip(_fresh("fence", taken), fences, strict=False):
        yield Wall.of_kind(WallKind.FENCE, wall_id, a, b)
    for wall_id, (opening, a, b) in zip(_fresh("opening", taken), doors, strict=False):
        kind = WallKind(opening.meaning.value)
        made = Wall.of_kind(kind, wall_id, a, b).replace(name=opening.name)
        yield made.replace(door=_state(opening.said)) if kind is WallKind.DOOR else made


def _fresh(prefix: str, taken: set[str]) -> Iterator[str]:
    """Yield ids that no wall has."""
    return (name for at in count(1) if (name := f"{prefix}-{at}") not in taken)


def _state(said: Mapping[str, Json]) -> DoorState:
    """Return how a door stands, by what games call it: a word, or a switch."""
    word = str(said.get("state", "")).lower()
    for state in (DoorState.SECRET, DoorState.LOCKED, DoorState.OPEN):
        if word == state.value or switch(said.get(state.value), otherwise=False):
            return state
    return DoorState.CLOSED


def _outlines(
    contents: Contents, answers: Answers
) -> Iterator[tuple[Meaning, Outline, str, Mapping[str, Json]]]:
    """Yield every object that is a wall or the like, with its outline in the file's plane."""
    for layer in contents.layers:
        if not isinstance(layer, ObjectLayer):
            continue
        for one in layer.objects:
            meaning = foreign_meaning(one, layer, answers)
            if meaning in SEGMENTS:
                outline = outline_of(one)
                moved = tuple((layer.x + x, layer.y + y) for x, y in outline.points)
                yield meaning, Outline(moved, outline.is_closed), one.name, one.properties


def _openings(
    meaning: Meaning, outline: Outline, name: str, said: Mapping[str, Json]
) -> Iterator[Opening]:
    points = outline.points
    if outline.is_closed:
        yield Opening(meaning, middle_lines(outline), name, said)
    elif len(points) > 1:
        for a, b in pairwise(points):
            yield Opening(meaning, ((a, b),), name, said)
    else:
        yield Opening(meaning, ((points[0], points[0]),), name, said)  # a point: the cell round it


# --- tiles ---------------------------------------------------------------------------------------


def _meant(contents: Contents, answers: Answers, meaning: Meaning) -> Iterator[TileLayer]:
    for layer in contents.layers:
        if isinstance(layer, TileLayer) and meaning_of(layer, answers) is meaning:
            yield layer


def on_page(contents: Contents, layers: list[TileLayer]) -> NDArray[np.bool_]:
    """Return which tiles of the map are there on any of some layers."""
    page = contents.page
    found = np.zeros((page.height, page.width), np.bool_)
    for layer in layers:
        left, top = layer.left - page.left, layer.top - page.top
        tiles = layer.tiles[max(0, -top) :, max(0, -left) :]
        left, top = max(0, left), max(0, top)
        tiles = tiles[: max(0, page.height - top), : max(0, page.width - left)]
        rows, columns = tiles.shape
        found[top : top + rows, left : left + columns] |= (tiles & TILE_MASK) != 0
    return found


def by_offset(layers: Iterator[TileLayer]) -> dict[Pair, list[TileLayer]]:
    """Return layers together that lie alike."""
    found: dict[Pair, list[TileLayer]] = defaultdict(list)
    for layer in layers:
        found[layer.x, layer.y].append(layer)
    return found


def _tile_lines(
    contents: Contents, answers: Answers, cell_px: float
) -> Iterator[tuple[Point, ...]]:
    page = contents.page
    for (x, y), layers in by_offset(_meant(contents, answers, Meaning.WALL)).items():
        for ends in edges_round(on_page(contents, layers)):
            yield tuple(
                Point(
                    round((column * page.tile_w + x) / cell_px * SUBCELL),
                    round((row * page.tile_h + y) / cell_px * SUBCELL),
                )
                for column, row in ends
            )


def _tile_openings(contents: Contents, answers: Answers) -> Iterator[Opening]:
    page = contents.page
    for meaning in sorted(OPENINGS):
        for (x, y), layers in by_offset(_meant(contents, answers, meaning)).items():
            there = on_page(contents, layers)
            for row, column in np.argwhere(there).tolist():
                left = (page.left + column) * page.tile_w + x
                top = (page.top + row) * page.tile_h + y
                right, bottom = left + page.tile_w, top + page.tile_h
                box = ((left, top), (right, top), (right, bottom), (left, bottom))
                ways = middle_lines(Outline(box, is_closed=True))
                yield Opening(meaning, ways, layers[0].name, {})


# --- where doors stand ---------------------------------------------------------------------------


def _placed(
    openings: list[Opening], segments: list[Segment], contents: Contents, cell_px: float
) -> list[tuple[Opening, Point, Point]]:
    """Return both ends of each door, turned as the walls beside it lie and joined to them."""
    ends = np.array(segments, np.float64).reshape(-1, 2, 2)
    found: list[tuple[Opening, Point, Point]] = []
    taken: set[frozenset[Point]] = set()
    for at, one in enumerate(openings):
        ways = [
            (contents.page.point(a, cell_px), contents.page.point(b, cell_px)) for a, b in one.ways
        ]
        if ways[0][0] == ways[0][1]:
            ways = _through(ways[0][0])
        best = ways[0]
        if len(ends) and at < _MOST_TURNED:
            best = min(ways, key=lambda way: sum(_nearest(end, ends)[0] for end in way))
            best = (_joined(best[0], ends), _joined(best[1], ends))
        key = frozenset(best)
        if len(key) > 1 and key not in taken:
            taken.add(key)
            found.append((one, *best))
    return found


def _through(point: Point) -> list[tuple[Point, Point]]:
    """Return the two lines through the middle of the cell of a point."""
    left, top = (value // SUBCELL * SUBCELL for value in point)
    half = SUBCELL // 2
    return [
        (Point(left, top + half), Point(left + SUBCELL, top + half)),
        (Point(left + half, top), Point(left + half, top + SUBCELL)),
    ]


def _nearest(point: Point, ends: NDArray[np.float64]) -> tuple[float, tuple[float, float]]:
    """Return how far the nearest wall is from a point, and where it is nearest."""
    start, run = ends[:, 0], ends[:, 1] - ends[:, 0]
    to = np.array(point, np.float64) - start
    length = np.maximum((run**2).sum(axis=1), 1.0)
    share = np.clip((to * run).sum(axis=1) / length, 0.0, 1.0)
    feet = start + share[:, None] * run
    far = np.hypot(*(feet - np.array(point, np.float64)).T)
    at = int(far.argmin())
    return float(far[at]), (float(feet[at, 0]), float(feet[at, 1]))


def _joined(point: Point, ends: NDArray[np.float64]) -> Point:
    far, (x, y) = _nearest(point, ends)
    return Point(round(x), round(y)) if far <= _NEAR else point


# --- of our own ----------------------------------------------------------------------------------


def _own_walls(contents: Contents, cell_px: float, notes: Notes) -> Iterator[Wall]:
    """Yield the walls that Gridwar wrote, as they were; one that was copied since gets an id."""
    broken, taken = 0, set[str]()
    for one, own, layer in own_objects(contents, SEGMENTS):
        made = _own_wall(one, own, layer, contents, cell_px)
        if made is None:
            broken += 1
            continue
        if made.id in taken:
            made = made.replace(id=next(_fresh("wall", taken)))
        taken.add(made.id)
        yield made
    text = _("Walls of Gridwar's own that cannot be read")
    notes.leave_out_count("own_walls_broken", text, broken)


def _own_wall(
    one: TiledObject, own: Values, layer: Layer, contents: Contents, cell_px: float
) -> Wall | None:
    places = [(layer.x + x, layer.y + y) for x, y in outline_of(one).points]
    points = [contents.page.point(one, cell_px) for one in places]
    try:
        kind, (a, b) = WallKind(one.kind), points
        made = Wall.of_kind(kind, str(own.get("id", "wall")), a, b)
        said = {key: value for key, value in own.items() if key not in _NO_TRAIT}
        return with_traits(made.replace(name=one.name), said)
    except ValueError:
        return None
