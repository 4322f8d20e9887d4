"""What the wall tool does to a map's walls, as commands: draw, open, move, change, take away.

Pure functions of the map and of a drag; what the pointer and the keys begin is the tool's
(``walls_tool``).
"""

from __future__ import annotations

from enum import StrEnum
from itertools import pairwise
from typing import TYPE_CHECKING

from gridwar.control.tools.walls import wall_geometry
from gridwar.control.tools.walls.wall_geometry import Grip
from gridwar.engine.gm.map_commands import PutWalls
from gridwar.model.geometry import Point
from gridwar.model.sketch_walls import own_id
from gridwar.model.walls import USUAL, Wall, WallKind, WallSide

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from gridwar.control.tools.walls.wall_geometry import Drag, Snapping
    from gridwar.model.command import Command


class WallMode(StrEnum):
    """What a click makes."""

    WALL = "wall"
    ROOM = "room"
    DOOR = "door"
    WINDOW = "window"
    SELECT = "select"


MODES = tuple(WallMode)
KINDS = (WallKind.WALL, WallKind.CURTAIN, WallKind.BARS, WallKind.FENCE)
"""What lines and rooms may be of."""
_NEXT_WAY = {None: WallSide.LEFT, WallSide.LEFT: WallSide.RIGHT, WallSide.RIGHT: None}


def chosen_of(walls: Iterable[Wall], ids: Collection[str]) -> tuple[Wall, ...]:
    """Return the walls of some ids, or what became of them when they were changed by hand."""
    if not ids:
        return ()
    here = {wall.id: wall for wall in walls}
    found = (here.get(one) or here.get(own_id(one)) for one in ids)
    return tuple(dict.fromkeys(one for one in found if one is not None))


def picked(chosen: tuple[str, ...], touched: Wall | None, *, adds: bool) -> tuple[str, ...]:
    """Return which walls are selected after a press on one; with ``adds`` it comes or goes."""
    if touched is None or (touched.id in chosen and not adds):
        return chosen
    if touched.id in chosen:
        return tuple(one for one in chosen if one != touched.id)
    return (*chosen, touched.id) if adds else (touched.id,)


def boxed(walls: Iterable[Wall], drag: Drag, kept: tuple[str, ...]) -> tuple[str, ...]:
    """Return which walls are selected after a drag round some: those and those kept."""
    inside = (one.id for one in walls if wall_geometry.in_box(one, drag.start, drag.now))
    return tuple(dict.fromkeys((*kept, *inside)))


def meant(drag: Drag, snapping: Snapping, chosen: Sequence[Wall], like: Wall) -> Command | None:
    """Return what a drag comes to.

    Args:
        drag: The drag.
        snapping: What draws its ends.
        chosen: The walls that are selected.
        like: What a new wall is like.
    """
    walls = snapping.walls
    match drag.grip:
        case Grip.ROOM:
            return room(walls, snapping.point(drag.start), snapping.point(drag.now), like)
        case Grip.OPENING:
            return place_opening(walls, *snapping.opening(drag), like)
        case Grip.END if drag.end is not None and not drag.is_click:
            held = tuple(wall for wall in walls if drag.end in (wall.a, wall.b))
            return move_end(walls, drag.end, snapping.point(drag.now, beside=held))
        case Grip.WALLS if not drag.is_click:
            return shift(chosen, drag.way)
        case _:
            return None


def turned(one_way: WallSide | None) -> WallSide | None:
    """Return which side is stopped next: both, who comes from the left, who from the right."""
    return _NEXT_WAY[one_way]


def draw(walls: Sequence[Wall], points: Sequence[Point], like: Wall) -> Command | None:
    """Return the command that draws a line of walls.

    Args:
        walls: Those of the map.
        points: The corners, in order.
        like: What each piece is like.
    """
    pairs = [(a, b) for a, b in pairwise(points) if a != b]
    ids = wall_geometry.fresh_ids(walls)
    put = tuple(like.replace(id=new, a=a, b=b) for new, (a, b) in zip(ids, pairs, strict=False))
    return PutWalls(put=put) if put else None


def room(walls: Sequence[Wall], a: Point, b: Point, like: Wall) -> Command | None:
    """Return the command that draws four walls round a rectangle; none where it has no inside.

    They run clockwise, so that the inside is right of them however the room was dragged.
    """
    if a.x == b.x or a.y == b.y:
        return None
    (left, right), (top, bottom) = sorted((a.x, b.x)), sorted((a.y, b.y))
    corners = (Point(left, top), Point(right, top), Point(right, bottom), Point(left, bottom))
    return draw(walls, (*corners, corners[0]), like)


def place_opening(walls: Sequence[Wall], a: Point, b: Point, like: Wall) -> Command | None:
    """Return the command that puts a door or window, cutting the walls that run through it."""
    is_there = any(wall.kind is like.kind and {wall.a, wall.b} == {a, b} for wall in walls)
    if a == b or is_there:
        return None
    ids = wall_geometry.fresh_ids(walls)
    put: list[Wall] = []
    gone: list[str] = []
    for wall, rest in wall_geometry.cut(walls, a, b):
        if rest:
            put.append(rest[0])
            put.extend(part.replace(id=next(ids)) for part in rest[1:])
        else:
            gone.append(wall.id)
        if like.height_m is None and wall.height_m is not None:
            like = like.replace(height_m=wall.height_m)
    put.append(like.replace(id=next(ids), a=a, b=b))
    return PutWalls(put=tuple(put), gone=tuple(gone))


def move_end(walls: Iterable[Wall], end: Point, to: Point) -> Command | None:
    """Return the command that moves every wall's end at a point; walls left without length go."""
    if end == to:
        return None
    put: list[Wall] = []
    gone: list[str] = []
    for wall in walls:
        if end in (wall.a, wall.b):
            a = to if wall.a == end else wall.a
            b = to if wall.b == end else wall.b
            if a == b:
                gone.append(wall.id)
            else:
                put.append(wall.replace(a=a, b=b))
    return PutWalls(put=tuple(put), gone=tuple(gone))


def shift(walls: Iterable[Wall], by: Point) -> Command | None:
    """Return the command that moves whole walls.

    Args:
        walls: Which.
        by: How far, in points of the map.
    """
    if by == Point(0, 0):
        return None
    return PutWalls(
        put=tuple(
            wall.replace(
                a=Point(wall.a.x + by.x, wall.a.y + by.y), b=Point(wall.b.x + by.x, wall.b.y + by.y)
            )
            for wall in walls
        )
    )


def change(walls: Iterable[Wall], **fields: object) -> Command:
    """Return the command that sets some fields of walls; another kind brings what it stops."""
    kind = fields.get("kind")
    if isinstance(kind, WallKind):
        walls = (_of_kind(wall, kind) for wall in walls)
    return PutWalls(put=tuple(_upright(wall.replace(**fields), fields) for wall in walls))


def _of_kind(wall: Wall, kind: WallKind) -> Wall:
    """Return a wall of another kind, as high as it was made; a broken door is whole as a wall."""
    other = wall.replace(kind=kind, **USUAL[kind]._asdict())
    if wall.is_broken and kind is not WallKind.DOOR:
        other = other.replace(points=None)
    is_usual = wall.height_m == USUAL[wall.kind].height_m
    return other if is_usual else other.replace(height_m=wall.height_m)


def _upright(wall: Wall, fields: Mapping[str, object]) -> Wall:
    """Return a wall whose foot is below its top: what was set last stays as it is."""
    if wall.height_m is None or wall.foot_m < wall.height_m:
        return wall
    return wall.replace(height_m=None) if "foot_m" in fields else wall.replace(foot_m=0.0)


def turn_round(walls: Sequence[Wall]) -> Command:
    """Return the command that lets walls stop both sides, one, or the other, all as the first."""
    side = turned(walls[0].one_way)
    return PutWalls(put=tuple(wall.replace(one_way=side) for wall in walls))
