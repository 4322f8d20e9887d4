"""Walls and doors of a scene, in pixels of its canvas: each once, none that stops nothing.

What they become under the answers given is ``map_from_scene``'s.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.errors import MapError
from gridwar.formats.foundry.own_flags import NOTHING, own_of, wall_as_written
from gridwar.formats.foundry.scene_page import levels_of, place
from gridwar.formats.import_report import stop_if
from gridwar.formats.wall_senses import Sense, Sort, WallSenses, senses_of
from gridwar.model.map_limits import MOST_WALLS
from gridwar.model.walls import WallSide
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.formats.foundry.scene_page import Box
    from gridwar.formats.import_report import Cancel, Notes
    from gridwar.formats.json_values import Json

MOST_READ = 4 * MOST_WALLS
"""So many are looked at: some are there twice, or stop nothing."""
_ASK_EVERY = 500
_NUMBERS = 4
"""Of both ends."""
_DOUBLE, _STILL = "doubles", "no_length"
_BROKEN, _NOTHING, _BESIDE = "walls_broken", "walls_nothing", "walls_beside"
"""Why a wall is left out, as the report calls it."""
_OTHER_SIDE = {WallSide.LEFT: WallSide.RIGHT, WallSide.RIGHT: WallSide.LEFT, None: None}

Ends = tuple[float, float, float, float]


class SceneWall(Struct, frozen=True):
    """One wall: its number in the scene, both ends on the canvas, what it stops.

    ``bottom`` and ``top`` are heights in the scene's units; ``levels`` are the ids of the levels it
    stands on, none for all; ``own`` is what we wrote of it ourselves.
    """

    number: int
    ends: Ends
    senses: WallSenses
    sort: Sort
    bottom: float = 0.0
    top: float | None = None
    levels: frozenset[str] = frozenset()
    own: Mapping[str, Json] = NOTHING


def read_walls(value: Json, sheet: Box, notes: Notes, cancelled: Cancel) -> list[SceneWall]:
    """Return the walls of a scene.

    Args:
        value: A list of objects; missing is empty.
        sheet: Where the picture lies.
        notes: Told what was left out, and why.
        cancelled: Asked now and then.

    Raises:
        MapError: There are far too many.
        Cancelled: Somebody asked to give up.
    """
    if value is None:
        return []
    if not isinstance(value, list):
        notes.leave_out("walls_broken", _("Walls"), _("they are not a list"))
        return []
    if len(value) > MOST_READ:  # before minutes are spent on what is refused in the end
        text = _("it has {n} walls; a map has at most {most}. Simplify them and export it again.")
        raise MapError(text.format(n=f"{len(value):,}", most=f"{MOST_WALLS:,}"))
    found: dict[object, SceneWall] = {}
    gone: Counter[str] = Counter()
    for at, one in enumerate(value, start=1):
        if at % _ASK_EVERY == 0:
            stop_if(cancelled)
        wall = _wall(at, one)
        why = _BROKEN if wall is None else _why_not(wall, sheet)
        if wall is None or why:
            gone[why] += 1
        elif (key := _key(wall)) in found:
            gone[_DOUBLE] += 1
        else:
            found[key] = wall
    notes.mend_count(_DOUBLE, _("Walls that are there twice dropped"), gone[_DOUBLE])
    notes.mend_count(_STILL, _("Walls of no length dropped"), gone[_STILL])
    notes.leave_out_count(_BROKEN, _("Walls without two ends"), gone[_BROKEN])
    notes.leave_out_count(_NOTHING, _("Walls that stop neither steps nor sight"), gone[_NOTHING])
    notes.leave_out_count(_BESIDE, _("Walls beside the picture"), gone[_BESIDE])
    return list(found.values())


def _why_not(wall: SceneWall, sheet: Box) -> str:
    """Return why a wall is none on the map; empty where it is one."""
    if wall.ends[:2] == wall.ends[2:]:
        return _STILL
    if wall.sort is Sort.NOTHING and not wall.own:
        return _NOTHING
    return _BESIDE if _is_beside(wall.ends, sheet) else ""


def _ends(one: Json) -> Ends | None:
    said = one.get("c") if isinstance(one, dict) else None
    if not isinstance(said, list) or len(said) != _NUMBERS:
        return None
    x0, y0, x1, y1 = map(place, said)
    if x0 is None or y0 is None or x1 is None or y1 is None:
        return None
    return x0, y0, x1, y1


def _wall(at: int, one: Json) -> SceneWall | None:
    ends = _ends(one)
    if ends is None or not isinstance(one, dict):
        return None
    senses, flags = senses_of(one), one.get("flags")
    bottom, top, own = 0.0, None, NOTHING
    if isinstance(flags, dict) and flags:
        high = flags.get("wall-height")
        if isinstance(high, dict):
            bottom, top = place(high.get("bottom")) or 0.0, place(high.get("top"))
        own = own_of(one, wall_as_written)
    levels = levels_of(one)
    return SceneWall(at, ends, senses, senses.sort, bottom, top, levels, own)


def _is_beside(ends: Ends, sheet: Box) -> bool:
    x0, y0, x1, y1 = ends
    left, top, width, height = sheet
    return (
        max(x0, x1) < left
        or max(y0, y1) < top
        or min(x0, x1) > left + width
        or min(y0, y1) > top + height
    )


def _key(wall: SceneWall) -> object:
    """Return what two walls share of which one is too many, whichever way they were drawn."""
    x0, y0, x1, y1 = wall.ends
    senses, there = wall.senses, ((x0, y0), (x1, y1))
    side = senses.side
    if there[1] < there[0]:
        there, side = (there[1], there[0]), _OTHER_SIDE[side]
    return there, wall.sort, senses.sight, senses.door, side, wall.bottom, wall.top, wall.levels


def is_threshold(wall: SceneWall) -> bool:
    """Return whether it is seen through from near, or from afar, alone."""
    return wall.senses.sight in {Sense.NEAR, Sense.FAR}


def says_other_light(wall: SceneWall) -> bool:
    """Return whether it lets light through otherwise than sight."""
    return wall.senses.light is not wall.senses.sight
