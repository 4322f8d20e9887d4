"""The walls of a map, made of those of a scene under the answers given."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from gridwar.errors import MapError
from gridwar.formats.foundry import scene_questions
from gridwar.formats.foundry.own_flags import own_point
from gridwar.formats.uvtt.wall_segments import Box
from gridwar.formats.uvtt.wall_traits import with_traits
from gridwar.formats.wall_senses import Sense, Sort
from gridwar.model.geometry import Point
from gridwar.model.walls import USUAL, DoorState, Wall, WallKind, WallSight

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from gridwar.formats.foundry.scene_page import ScenePage
    from gridwar.formats.foundry.scene_questions import Answers
    from gridwar.formats.foundry.scene_walls import SceneWall

_ANYWHERE = (Point(0, 0), Point(1, 0))
_HIGHEST_M = 100_000.0
_HEAD_ROOM_M = 2.0
"""A wall that begins higher stops nobody's steps: one walks below it."""


class Ground(NamedTuple):
    """The ground that walls stand on: metres to the unit of their heights, and its own height.

    Heights in a scene count from the scene's zero; on a map they count from the floor.
    """

    unit_m: float
    bottom: float = 0.0


def walls_of(
    walls: Iterable[SceneWall], page: ScenePage, ground: Ground, answers: Answers
) -> Iterator[Wall]:
    """Yield the walls of a map.

    Args:
        walls: Those of the scene that stand on its level.
        page: How the scene lies on our grid.
        ground: What its heights count from.
        answers: What was answered so far.
    """
    frame = Box.round_page(page.size)
    likes: dict[object, Wall | None] = {}
    made: set[object] = set()
    """How and where they are: as they are answered, two may have become the same."""
    for one in walls:
        x0, y0, x1, y1 = one.ends
        a, b = page.point(x0, y0), page.point(x1, y1)
        own = _own_wall(one, a, b) if one.own else None
        if own is not None:
            yield own
            continue
        sort = one.senses, one.bottom, one.top
        if sort not in likes:
            likes[sort] = _like(one, ground, answers)
        like = likes[sort]
        placed = None if a == b else frame.clip((a, b))
        if placed is None or like is None:
            continue
        same = like, placed if like.one_way else frozenset(placed)
        if same not in made:
            made.add(same)
            yield like.replace(id=f"wall-{one.number}", a=placed[0], b=placed[1])


def _like(one: SceneWall, ground: Ground, answers: Answers) -> Wall | None:
    """Return a wall as one of a scene is, somewhere; None where it is to be left out."""
    kind = _kind(one.sort, answers)
    if kind is None or is_below_ground(one, ground.bottom):
        return None
    changes = _unlike_usual(one, kind, ground, answers)
    return Wall.of_kind(kind, "", *_ANYWHERE).replace(**changes)


def is_below_ground(wall: SceneWall, bottom: float = 0.0) -> bool:
    """Return whether a wall ends at the ground, which may be high itself, or below it."""
    return wall.top is not None and wall.top <= max(bottom, wall.bottom)


def _kind(sort: Sort, answers: Answers) -> WallKind | None:
    """Return what a wall becomes; None where it is to be left out."""
    if sort is Sort.LIMITED:
        way = scene_questions.way_of(sort, answers)
        ways = {scene_questions.LOW: WallKind.FENCE, scene_questions.NOTHING: None}
        return ways.get(way, WallKind.WALL)
    if sort is Sort.STEPS:
        ways = {
            scene_questions.RAILING: WallKind.FENCE,
            scene_questions.WINDOW: WallKind.WINDOW,
            scene_questions.NOTHING: None,
        }
        return ways.get(scene_questions.way_of(sort, answers), WallKind.WALL)
    return _KINDS[sort]


_KINDS: Mapping[Sort, WallKind | None] = {
    Sort.WALL: WallKind.WALL,
    Sort.WINDOW: WallKind.WINDOW,
    Sort.CURTAIN: WallKind.CURTAIN,
    Sort.VEIL: WallKind.CURTAIN,
    Sort.DOOR: WallKind.DOOR,
    Sort.NOTHING: None,
}


def _unlike_usual(
    one: SceneWall, kind: WallKind, ground: Ground, answers: Answers
) -> dict[str, object]:
    """Return in what a wall is not as its kind usually is."""
    senses = one.senses
    changes: dict[str, object] = {}
    if senses.door is not None and senses.door is not DoorState.CLOSED:
        changes["door"] = senses.door
    if senses.side is not None:
        changes["one_way"] = senses.side
    match one.sort:
        case Sort.LIMITED if scene_questions.way_of(one.sort, answers) == scene_questions.ONCE:
            # Whoever is seen upon a rock can be hit there.
            changes |= {"sight": WallSight.LIMITED, "blocks_effect": False}
        case Sort.STEPS if kind is WallKind.WALL:
            changes |= {"sight": WallSight.NONE, "blocks_effect": False}
        case Sort.VEIL:
            changes["sight"] = WallSight.LIMITED
        case Sort.DOOR if senses.sight is not Sense.NORMAL:
            sees = senses.sight is not Sense.LIMITED
            changes["sight"] = WallSight.NONE if sees else WallSight.LIMITED
    if kind is WallKind.FENCE or (one.sort is Sort.DOOR and not senses.stops_steps):
        changes["blocks_movement"] = senses.stops_steps
    return changes | _heights(one, kind, ground)


def _heights(one: SceneWall, kind: WallKind, ground: Ground) -> dict[str, object]:
    """Return foot and height of a wall that has them; what is low is so above its foot."""
    changes: dict[str, object] = {}
    usual_m = USUAL[kind].height_m
    foot = min(max(0.0, one.bottom - ground.bottom) * ground.unit_m, _HIGHEST_M)
    if foot:
        changes["foot_m"] = foot
    if foot >= _HEAD_ROOM_M:
        changes["blocks_movement"] = False
    if one.top is not None:
        changes["height_m"] = min((one.top - ground.bottom) * ground.unit_m, 2 * _HIGHEST_M)
    elif foot and usual_m is not None:
        changes["height_m"] = foot + usual_m
    return changes


def _own_wall(one: SceneWall, a: Point, b: Point) -> Wall | None:
    """Return a wall that we wrote, as it was; None where that cannot be read."""
    ends = own_point(one.own.get("a"), a), own_point(one.own.get("b"), b)
    traits = one.own.get("traits")
    try:
        kind = WallKind(str(one.own.get("kind")))
        made = Wall.of_kind(kind, f"wall-{one.number}", *ends)
        if one.senses.door is not None and kind is WallKind.DOOR:
            made = made.with_door(one.senses.door)
        return with_traits(made, traits if isinstance(traits, Mapping) else {})
    except (ValueError, MapError):
        return None
