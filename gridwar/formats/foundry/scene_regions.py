"""Regions of a scene that take tokens from level to level.

Since version 14 a region with the behavior ``changeLevel`` lets whoever enters it choose among its
levels, at the same place; ``teleportToken`` (since 12) takes tokens into other regions, which it
names by ``Scene.<id>.Region.<id>``: one in ``destination``, since 14 some in ``destinations``. A
region without levels is on all of them. Shapes count in pixels of the canvas.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.formats.foundry.scene_page import levels_of, place
from gridwar.formats.json_values import number
from gridwar.model.floors import LinkKind
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.formats.import_report import Notes
    from gridwar.formats.json_values import Json

MOST_REGIONS = 1_000
_MOST_SHAPES, _LEAST_CORNERS, _MOST_CORNERS = 64, 3, 200
_CHANGE_LEVEL, _TELEPORT = "changeLevel", "teleportToken"
_KINDS = (
    (LinkKind.LADDER, ("ladder", "rope")),
    (LinkKind.HATCH, ("hatch", "trapdoor", "trap door")),
    (LinkKind.SHAFT, ("shaft", "well", "chute")),
)
"""What a word in the name of a region makes of it; any other is stairs."""

Outline = tuple[tuple[float, float], ...]


class SceneRegion(Struct, frozen=True):
    """A region that leads somewhere; ``to`` are the regions that it takes tokens into."""

    id: str
    name: str
    outlines: tuple[Outline, ...]
    levels: frozenset[str] = frozenset()
    changes_level: bool = False
    to: frozenset[str] = frozenset()

    @property
    def kind(self) -> LinkKind:
        """Return what it is, by its name."""
        name = self.name.lower()
        found = (kind for kind, words in _KINDS if any(word in name for word in words))
        return next(found, LinkKind.STAIR)


def read_regions(value: Json, scene_id: Json, notes: Notes) -> tuple[SceneRegion, ...]:
    """Return the regions of a scene that take tokens to other places of it.

    Args:
        value: A list of objects; missing is empty.
        scene_id: The id of the scene; where it is unknown, any scene's region of that id is taken.
        notes: Told which lead elsewhere, and which have no shape that is known.
    """
    rows = value if isinstance(value, list) else []
    notes.leave_out_count(
        "regions_many", _("Regions beyond 1,000"), max(0, len(rows) - MOST_REGIONS)
    )
    found, elsewhere, shapeless = [], 0, 0
    for one in rows[:MOST_REGIONS]:
        if not isinstance(one, Mapping):
            continue
        changes, to, away = _leads(one.get("behaviors"), scene_id)
        elsewhere += away
        outlines = tuple(_outlines(one.get("shapes")))
        shapeless += bool(changes or to) and not outlines
        if outlines:
            # Those without a behavior may be where another one leads.
            name = one.get("name")
            found.append(
                SceneRegion(
                    id=str(one.get("_id") or ""),
                    name=name[:60] if isinstance(name, str) else "",
                    outlines=outlines,
                    levels=levels_of(one),
                    changes_level=changes,
                    to=to,
                )
            )
    notes.leave_out_count("ways_elsewhere", _("Ways to other scenes"), elsewhere)
    notes.leave_out_count("ways_shapeless", _("Stairs of no shape that is known"), shapeless)
    return tuple(found)


def _leads(value: Json, scene_id: Json) -> tuple[bool, frozenset[str], int]:
    """Return whether a region changes levels, where it leads in its scene, how often elsewhere."""
    changes, to, elsewhere = False, set[str](), 0
    for one in value if isinstance(value, list) else ():
        if not isinstance(one, Mapping) or one.get("disabled") is True:
            continue
        changes |= one.get("type") == _CHANGE_LEVEL
        said = one.get("system")
        if one.get("type") != _TELEPORT or not isinstance(said, Mapping):
            continue
        many = said.get("destinations")
        for target in many if isinstance(many, list) else (said.get("destination"),):
            if not isinstance(target, str):
                continue
            parts = target.split(".")
            is_here = parts[0::2] == ["Scene", "Region"] and scene_id in {None, "", parts[1]}
            if is_here:
                to.add(parts[-1])
            else:
                elsewhere += 1
    return changes, frozenset(to), elsewhere


def _outlines(value: Json) -> Iterator[Outline]:
    for one in value[:_MOST_SHAPES] if isinstance(value, list) else ():
        if isinstance(one, Mapping) and one.get("hole") is not True:
            outline = _outline(one)
            if outline is not None:
                yield outline


def _outline(one: Mapping[str, Json]) -> Outline | None:
    """Return the corners of a shape, a round one as many; None for one of another kind."""
    x, y = place(one.get("x")), place(one.get("y"))
    match one.get("type"):
        case "rectangle":
            width, height = place(one.get("width")), place(one.get("height"))
            if x is None or y is None or not width or not height:
                return None
            corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
            return _turned(corners, (x, y), number(one.get("rotation")) or 0.0)
        case "ellipse" | "circle":
            across = place(one.get("radiusX", one.get("radius")))
            down = place(one.get("radiusY", one.get("radius")))
            if x is None or y is None or not across or not down:
                return None
            turns = [math.tau * at / 32 for at in range(32)]
            round_it = tuple((x + across * math.cos(t), y + down * math.sin(t)) for t in turns)
            return _turned(round_it, (x, y), number(one.get("rotation")) or 0.0)
        case "polygon":
            said = one.get("points")
            flat = [place(side) for side in said] if isinstance(said, list) else []
            known = [side for side in flat if side is not None]
            if len(known) != len(flat) or not _LEAST_CORNERS <= len(flat) // 2 <= _MOST_CORNERS:
                return None
            return tuple(zip(known[0::2], known[1::2], strict=False))
    return None


def _turned(corners: Outline, about: tuple[float, float], turn_deg: float) -> Outline:
    if not turn_deg:
        return corners
    sin, cos = math.sin(math.radians(turn_deg)), math.cos(math.radians(turn_deg))
    offs = ((x - about[0], y - about[1]) for x, y in corners)
    return tuple((about[0] + x * cos - y * sin, about[1] + x * sin + y * cos) for x, y in offs)
