"""What walls know that the format has no word for: under our own key, or in keys of others.

Sight that is let through once, one side alone, a foot and a height, kinds such as curtains: we
write them beside what other programs read, and read them again. Some programs add keys of Foundry
scenes to doors and windows (``move``, ``sight``, ``dir``, ``door``, ``ds``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.formats.uvtt.json_values import number, pair
from gridwar.model.walls import USUAL, DoorState, Wall, WallKind, WallSide, WallSight
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from gridwar.formats.import_report import Notes
    from gridwar.formats.uvtt.json_values import Json
    from gridwar.formats.uvtt.page_size_and_origin import Page
    from gridwar.model.geometry import Point

OWN_ID = "own-"
"""How the ids of walls begin that stand under our own key."""
_PLACE = {"id", "a", "b", "door"}
_SIGHTS: Mapping[float | None, WallSight] = {
    0: WallSight.NONE,
    1: WallSight.FULL,
    2: WallSight.LIMITED,
    10: WallSight.LIMITED,
    20: WallSight.FULL,
    # Near by, or from afar, such walls are seen through.
    30: WallSight.NONE,
    40: WallSight.NONE,
}
_SIDES: Mapping[float | None, WallSide] = {1: WallSide.LEFT, 2: WallSide.RIGHT}
_DOOR_STATES: Mapping[float | None, DoorState] = {1: DoorState.OPEN, 2: DoorState.LOCKED}
_SECRET = 2


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
    """What keys of a Foundry scene say of a door or window; ``kind`` is None where none tells."""

    kind: WallKind | None = None
    door: DoorState = DoorState.CLOSED
    traits: Mapping[str, Json] = {}


FOREIGN_KEYS = frozenset({"move", "sight", "dir", "door", "ds"})


def foreign_traits(one: Mapping[str, Json]) -> Foreign:
    """Return what keys of others say of a door or window."""
    said = {name: number(one[name]) for name in FOREIGN_KEYS if name in one}
    traits: dict[str, Json] = {}
    sight, move = _SIGHTS.get(said.get("sight")), said.get("move")
    if sight is not None:
        traits["sight"] = str(sight)
    if move is not None:
        traits["blocks_movement"] = bool(move)
    if side := _SIDES.get(said.get("dir")):
        traits["one_way"] = str(side)
    door = said.get("door")
    if door:
        state = _DOOR_STATES.get(said.get("ds"), DoorState.CLOSED)
        return Foreign(WallKind.DOOR, DoorState.SECRET if door == _SECRET else state, traits)
    if door is None or sight is None:
        return Foreign(None, traits=traits)
    stops = bool(move) if move is not None else True
    kinds = {(True, False): WallKind.WINDOW, (False, True): WallKind.CURTAIN}
    kind = kinds.get((stops, sight is not WallSight.NONE), WallKind.WALL)
    if sight is USUAL[kind].sight:
        del traits["sight"]
    return Foreign(kind, traits=traits)
