"""What walls know that the format has no word for: under our own key, or in keys of others.

Sight that is let through once, one side alone, a foot and a height, kinds such as curtains: we
write them beside what other programs read, and read them again. Some programs add keys of Foundry
scenes to doors and windows (``move``, ``sight``, ``dir``, ``door``, ``ds``).
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.formats.json_values import pair
from gridwar.formats.wall_senses import Sense, Sort, keys_of, senses_of
from gridwar.model.map_limits import MOST_WALLS
from gridwar.model.walls import USUAL, DoorState, Wall, WallKind, WallSight
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from gridwar.formats.import_report import Notes
    from gridwar.formats.json_values import Json
    from gridwar.formats.uvtt.page_size_and_origin import Page
    from gridwar.model.geometry import Point

OWN_ID = "own-"
"""How the ids of walls begin that stand under our own key."""
_PLACE = {"id", "a", "b", "door"}
FOREIGN_ID = "wall-of-others-"
FOREIGN_LISTS = (
    "walls",
    "foundry_terrain_walls",
    "foundry_invisible_walls",
    "foundry_unrecognized_walls",
)
"""Keys under which others write walls that the format has no word for."""


def traits_of(wall: Wall) -> dict[str, Json]:
    """Return as JSON in what a wall is not as its kind usually is."""
    usual = Wall.of_kind(wall.kind, wall.id, wall.a, wall.b)
    told = wall.model_dump(mode="json", exclude=_PLACE)
    names = [
        name for name in told if name != "kind" and getattr(wall, name) != getattr(usual, name)
    ]
    return {name: told[name] for name in names}


def with_traits(wall: Wall, traits: Mapping[str, Json]) -> Wall:
    """Return a wall of which a file says more.

    Raises:
        ValueError: It says what cannot be.
    """
    if not traits:
        return wall
    return Wall.model_validate({**wall.model_dump(), **traits})


def is_plain(wall: Wall) -> bool:
    """Return whether a wall stops everything, whoever comes from wherever."""
    return wall.kind is WallKind.WALL and not traits_of(wall)


def written_walls(walls: Iterable[Wall], place: Callable[[Point], Json]) -> list[Json]:
    """Return walls that are neither plain nor doors or the like, for our own key.

    Args:
        walls: Those of the map.
        place: Writes a point.
    """
    return [
        {"kind": str(wall.kind), "a": place(wall.a), "b": place(wall.b), **traits_of(wall)}
        for wall in walls
        if wall.kind in {WallKind.WALL, WallKind.FENCE} and not is_plain(wall)
    ]


def read_walls(value: Json, page: Page, notes: Notes) -> tuple[Wall, ...]:
    """Return the walls that stand under our own key, on our map.

    Args:
        value: A list of objects; missing is empty.
        page: How the file lies on our map.
        notes: Told how many cannot be read.
    """
    rows = value if isinstance(value, list) else []
    found: list[Wall] = []
    for at, row in enumerate(rows, start=1):
        ends = (pair(row.get("a")), pair(row.get("b"))) if isinstance(row, Mapping) else (None,) * 2
        a, b = (None if end is None else page.point(end) for end in ends)
        if a is None or b is None or not isinstance(row, Mapping):
            continue
        traits = {name: said for name, said in row.items() if name not in {*_PLACE, "kind"}}
        try:
            kind = WallKind(str(row.get("kind")))
            found.append(with_traits(Wall.of_kind(kind, f"{OWN_ID}{at}", a, b), traits))
        except ValueError:
            continue
    text = _("Walls of Gridwar's own that cannot be read")
    notes.leave_out_count("own_walls_broken", text, len(rows) - len(found))
    return tuple(found)


class Foreign(Struct, frozen=True):
    """What keys of a Foundry scene say of a wall; ``kind`` is None where none tells."""

    kind: WallKind | None = None
    door: DoorState = DoorState.CLOSED
    traits: Mapping[str, Json] = {}


_KINDS: Mapping[Sort, WallKind] = {
    Sort.DOOR: WallKind.DOOR,
    Sort.WINDOW: WallKind.WINDOW,
    Sort.STEPS: WallKind.WINDOW,
    Sort.CURTAIN: WallKind.CURTAIN,
    Sort.VEIL: WallKind.CURTAIN,
}
_SIGHTS: Mapping[Sense, WallSight] = {
    Sense.NORMAL: WallSight.FULL,
    Sense.LIMITED: WallSight.LIMITED,
    Sense.NONE: WallSight.NONE,
    # Near by, or from afar, such walls are seen through.
    Sense.NEAR: WallSight.NONE,
    Sense.FAR: WallSight.NONE,
}


def foreign_traits(one: Mapping[str, Json]) -> Foreign:
    """Return what keys of others say of a door or window."""
    keys = keys_of(one)
    said = senses_of(keys)
    traits: dict[str, Json] = {}
    if "sight" in keys:
        traits["sight"] = str(_SIGHTS[said.sight])
    if "move" in keys:
        traits["blocks_movement"] = said.stops_steps
    if said.side is not None:
        traits["one_way"] = str(said.side)
    if said.door is not None:
        return Foreign(WallKind.DOOR, said.door, traits)
    if not {"door", "sight"} <= keys.keys():
        return Foreign(None, traits=traits)
    kind = _KINDS.get(said.sort, WallKind.WALL)
    if _SIGHTS[said.sight] is USUAL[kind].sight:
        del traits["sight"]
    return Foreign(kind, traits=traits)


def read_foreign_walls(
    data: Mapping[str, Json], page: Page, notes: Notes
) -> tuple[tuple[Wall, ...], Json]:
    """Return the walls that others wrote with keys of a scene, and the plain lines that are left.

    Such walls stand in lists of their own, or as objects among the lines.

    Args:
        data: The file.
        page: How it lies on our map.
        notes: Told how many cannot be read.
    """
    lines = data.get("line_of_sight")
    rows = [one for one in lines if _is_wall(one)] if isinstance(lines, list) else []
    for key in FOREIGN_LISTS:
        said = data.get(key)
        rows += said if isinstance(said, list) else []
    found: list[Wall] = []
    broken = 0
    for one in rows:
        ends = _points(one, page)
        broken += not ends[1:]
        for a, b in pairwise(ends):
            if a != b and isinstance(one, Mapping) and len(found) <= MOST_WALLS:
                found.append(_foreign_wall(one, f"{FOREIGN_ID}{len(found) + 1}", a, b))
    notes.leave_out_count("foreign_walls_broken", _("Walls without two ends"), broken)
    plain = [one for one in lines if not _is_wall(one)] if isinstance(lines, list) else lines
    return tuple(found), plain


def _points(one: Json, page: Page) -> list[Point]:
    """Return the places of a wall; none where one of them cannot be read."""
    said = one.get("points", one.get("bounds")) if isinstance(one, Mapping) else None
    places = [pair(at) for at in said] if isinstance(said, list) else []
    return [] if None in places else [page.point(at) for at in places if at is not None]


def _is_wall(one: Json) -> bool:
    return isinstance(one, Mapping) and isinstance(one.get("points", one.get("bounds")), list)


def _foreign_wall(one: Mapping[str, Json], wall_id: str, a: Point, b: Point) -> Wall:
    """Return a wall as its keys say it: what is seen through lets shots through too."""
    said = senses_of(keys_of(one))
    kind = WallKind.WALL if said.sort is Sort.STEPS else _KINDS.get(said.sort, WallKind.WALL)
    wall = Wall.of_kind(kind, wall_id, a, b)
    if kind is WallKind.WALL and said.sight is not Sense.NORMAL:
        wall = wall.replace(sight=_SIGHTS[said.sight], blocks_effect=False)
    if said.door is not None:
        wall = wall.with_door(said.door)
    return wall.replace(one_way=said.side, blocks_movement=said.stops_steps)
