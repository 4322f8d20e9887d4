"""What we wrote of a map into the flags of a scene, for which a scene has no word of its own.

It is exact, so that a scene that we wrote comes back as it was; it holds only as long as nobody
changed in Foundry what stands beside it (``as`` says what stood there).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, TypeVar

from frozendict import frozendict
from msgspec import Struct
from pydantic import ValidationError

from gridwar.formats.json_values import number
from gridwar.model.battlemap import Picture
from gridwar.model.floors import (
    MOST_LINKS,
    Floor,
    FloorWays,
    Link,
    floors_problem,
    links_problem,
    ways_within,
)
from gridwar.model.foreign_map_data import MapLight
from gridwar.model.geometry import FARTHEST_CELLS, MAX_SIDE_CELLS, SUBCELL, Cell, Point, Size
from gridwar.model.lights import LightSource
from gridwar.model.scale import Scale
from gridwar.model.zones import Light

if TYPE_CHECKING:
    from gridwar.formats.json_values import Json
    from gridwar.model.record import Record

OWN_KEY = "gridwar"
"""Of our flags, in a scene and on each thing in it."""
NOTHING: Mapping[str, Json] = frozendict()

_Kept = TypeVar("_Kept", bound="Record")


class OwnBuilding(Struct, frozen=True):
    """What we wrote of the floors of a map: the size of their sheet, each floor, what leads on."""

    sheet: Size
    floors: tuple[Floor, ...]
    ways: FloorWays


class OwnMap(Struct, frozen=True):
    """What we wrote of the map as a whole; None for what cannot be read."""

    size: Size | None = None
    shift: tuple[int, int] = (0, 0)
    """Whole cells that our map begins before the padding's end."""
    scale: Scale | None = None
    light: Light | None = None
    picture: Picture | None = None
    is_baked: bool = False
    building: OwnBuilding | None = None
    """Its floors, where it has some."""


def own_of(
    one: Mapping[str, Json], as_written: Callable[[Mapping[str, Json]], list[Json]]
) -> Mapping[str, Json]:
    """Return what we wrote of something; nothing where we did not, or somebody changed it since.

    Args:
        one: It, with its flags.
        as_written: Says all of it that we wrote beside our flags, as it stands there now.
    """
    flags = one.get("flags")
    own = flags.get(OWN_KEY) if isinstance(flags, dict) else None
    return own if isinstance(own, dict) and own.get("as") == as_written(one) else NOTHING


def scene_as_written(data: Mapping[str, Json]) -> list[Json]:
    """Return all that says whether somebody laid a scene otherwise since we wrote it."""
    grid = data.get("grid")
    size = grid.get("size") if isinstance(grid, Mapping) else None
    return [data.get("width"), data.get("height"), data.get("padding"), size]


def wall_as_written(one: Mapping[str, Json]) -> list[Json]:
    """Return the same of a wall."""
    return [one.get(key) for key in ("c", "move", "sight", "light", "dir", "door")]


def light_as_written(one: Mapping[str, Json]) -> list[Json]:
    """Return the same of a light."""
    said = one.get("config")
    config = said if isinstance(said, Mapping) else NOTHING
    there = [one.get(key) for key in ("x", "y", "rotation", "hidden")]
    return [*there, *(config.get(key) for key in ("bright", "dim", "angle", "color"))]


def note_as_written(one: Mapping[str, Json]) -> list[Json]:
    """Return the same of a note."""
    return [one.get(key) for key in ("x", "y", "text")]


def own_map(data: Mapping[str, Json]) -> OwnMap | None:
    """Return what we wrote of a whole map; None where we did not, or it was laid otherwise."""
    own = own_of(data, scene_as_written)
    if not own:
        return None
    light = number(own.get("light"))
    return OwnMap(
        size=_size(own.get("size")),
        shift=_shift(own.get("shift")),
        scale=_record(Scale, own.get("scale")),
        light=Light(int(light)) if light in {float(one) for one in Light} else None,
        picture=_record(Picture, own.get("picture")),
        is_baked=own.get("baked") is True,
        building=_building(own.get("floors"), data.get("levels")),
    )


def _building(said: Json, levels: Json) -> OwnBuilding | None:
    """Return the floors that we wrote; None where somebody added levels since or took some away."""
    if not isinstance(said, Mapping) or not isinstance(levels, list):
        return None
    sheet, rows = _size(said.get("sheet")), said.get("floors")
    floors = [_record(Floor, one) for one in rows] if isinstance(rows, list) else []
    known = tuple(one for one in floors if one is not None)
    if sheet is None or not known or not len(known) == len(floors) == len(levels):
        return None
    ways = [said.get("links"), said.get("openings")]
    links, openings = (one if isinstance(one, list) else [] for one in ways)
    found = (_record(Link, one) for one in links[:MOST_LINKS])
    cells = (_size_like(one) for one in openings)
    ways_known = FloorWays(
        tuple(one for one in found if one is not None),
        tuple(one for one in cells if one is not None),
    )
    if floors_problem(known, sheet):
        return None
    ways_here = ways_within(*ways_known, known)
    return None if links_problem(ways_here.links, known) else OwnBuilding(sheet, known, ways_here)


def _size_like(said: Json) -> Cell | None:
    sides = [number(one) for one in said] if isinstance(said, list) else []
    whole = [int(one) for one in sides if one is not None and 0 <= one < MAX_SIDE_CELLS]
    return Cell(*whole) if len(whole) == len(sides) == len(Cell._fields) else None


def own_source(own: Mapping[str, Json], light_id: str) -> LightSource | None:
    """Return a source of light as we wrote it."""
    said = own.get("source")
    return _record(LightSource, {**said, "id": light_id}) if isinstance(said, Mapping) else None


def own_kept_light(own: Mapping[str, Json]) -> MapLight | None:
    """Return a light of another file that was only kept, as we wrote it."""
    return _record(MapLight, own.get("kept"))


def own_point(said: Json, near: Point) -> Point:
    """Return a point as we wrote it, where what the scene says is rounded from it; else that."""
    if not isinstance(said, list) or len(said) != len(near):
        return near
    x, y = map(number, said)
    if x is None or y is None or max(abs(x - near.x), abs(y - near.y)) > SUBCELL:
        return near
    return Point(round(x), round(y))


def _size(said: Json) -> Size | None:
    sides = [number(one) for one in said] if isinstance(said, list) else []
    whole = [int(one) for one in sides if one is not None and 1 <= one <= MAX_SIDE_CELLS]
    return Size(*whole) if len(whole) == len(sides) == len(Size._fields) else None


def _shift(said: Json) -> tuple[int, int]:
    sides = [number(one) for one in said] if isinstance(said, list) else []
    whole = [int(one) for one in sides if one is not None and abs(one) <= FARTHEST_CELLS]
    return (whole[0], whole[1]) if len(whole) == len(sides) == len(Size._fields) else (0, 0)


def _record(kind: type[_Kept], said: Json) -> _Kept | None:
    try:
        return kind.model_validate(said, strict=False) if isinstance(said, Mapping) else None
    except ValidationError:
        return None
