"""Regions of a scene that take tokens from level to level, and the stairs they become.

Since version 14 a region with the behavior ``changeLevel`` lets whoever enters it choose among its
levels, at the same place; ``teleportToken`` (since 12) takes tokens into other regions, which it
names by ``Scene.<id>.Region.<id>``: one in ``destination``, since 14 some in ``destinations``. A
region without levels is on all of them. Shapes count in pixels of the canvas.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct

from gridwar.formats.foundry.scene_page import levels_of, place
from gridwar.formats.json_values import number
from gridwar.model.floors import MOST_LINK_CELLS, MOST_LINKS, USUAL_COST, Link, LinkKind
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from gridwar.formats.foundry.scene_contents import SceneLevel
    from gridwar.formats.foundry.scene_page import ScenePage
    from gridwar.formats.import_report import Notes
    from gridwar.formats.json_values import Json
    from gridwar.model.floors import Floor
    from gridwar.model.geometry import Cell

MOST_REGIONS = 1_000
_MOST_SHAPES, _LEAST_CORNERS, _MOST_CORNERS = 64, 3, 200
_CHANGE_LEVEL, _TELEPORT = "changeLevel", "teleportToken"
_REACH_CELLS = 12
"""Stairs are looked for so far round the middle of a region: a larger one is no stairs."""
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


class Stairs(NamedTuple):
    """Links that regions became, and what became of the others."""

    links: tuple[Link, ...]
    regions: int
    """So many regions are part of them."""
    cut: int
    """So many ends are larger than one of a link may be."""
    beyond: int
    """So many links are more than a map may have."""


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


# --- as links ----------------------------------------------------------------------------------


def stairs_of(
    regions: Sequence[SceneRegion],
    levels: Sequence[SceneLevel],
    floors: Sequence[Floor],
    page: ScenePage,
) -> Stairs:
    """Return the links between the floors of a scene's levels.

    Args:
        regions: Those that lead somewhere, and those they may lead to.
        levels: The levels, the lowest first.
        floors: The floor of each.
        page: How each lies on its page.
    """
    made = _Made(levels, floors, page)
    by_id = {one.id: one for one in regions if one.id}
    for one in regions:
        if one.changes_level:
            here = made.floors_of(one)
            for low, high in pairwise(here):
                made.add(one, low, one, high, both_ways=True)
        for target in (by_id[to] for to in sorted(one.to) if to in by_id):
            for low, high in made.ends(one, target):
                made.add(one, low, target, high, both_ways=one.id in target.to)
    return made.stairs()


class _Made:
    """Links while they are made."""

    def __init__(
        self, levels: Sequence[SceneLevel], floors: Sequence[Floor], page: ScenePage
    ) -> None:
        self._pairs = tuple(zip(levels, floors, strict=True))
        self._page = page
        self._links: dict[tuple[frozenset[Cell], frozenset[Cell]], Link] = {}
        self._regions: set[int] = set()
        self._cut: set[int] = set()
        self._beyond = 0

    def floors_of(self, region: SceneRegion) -> list[Floor]:
        return [floor for level, floor in self._pairs if level.holds(region.levels)]

    def ends(self, one: SceneRegion, target: SceneRegion) -> Iterator[tuple[Floor, Floor]]:
        """Yield the floors between which a region leads into another, if they are two."""
        there = self.floors_of(target)
        for low in self.floors_of(one):
            high = next((floor for floor in there if floor is not low), None)
            if high is not None:
                yield low, high

    def add(
        self, one: SceneRegion, low: Floor, other: SceneRegion, high: Floor, *, both_ways: bool
    ) -> None:
        here, there = self._cells(one, low), self._cells(other, high)
        if not here or not there:
            return
        self._regions |= {id(one), id(other)}
        key = frozenset(here), frozenset(there)
        if key in self._links or (both_ways and key[::-1] in self._links):
            return
        if len(self._links) == MOST_LINKS:
            self._beyond += 1
            return
        kind = one.kind
        self._links[key] = Link(
            id=f"link-{len(self._links) + 1}",
            here=here,
            there=there,
            kind=kind,
            cost=USUAL_COST[kind],
            both_ways=both_ways,
        )

    def _cells(self, region: SceneRegion, floor: Floor) -> tuple[Cell, ...]:
        cells = _cells_of(region.outlines, self._page)
        if len(cells) > MOST_LINK_CELLS:
            self._cut.add(id(region))
            cells = cells[:MOST_LINK_CELLS]
        return tuple(sorted(cell.shifted(floor.at.x, floor.at.y) for cell in cells))

    def stairs(self) -> Stairs:
        links = tuple(self._links.values())
        return Stairs(links, len(self._regions), len(self._cut), self._beyond)


def _cells_of(outlines: Iterable[Outline], page: ScenePage) -> list[Cell]:
    """Return the cells whose middle lies in a shape, those nearest to its middle first."""
    found: dict[Cell, float] = {}
    for outline in outlines:
        across, down = zip(*outline, strict=True)
        mid_x, mid_y = (min(across) + max(across)) / 2, (min(down) + max(down)) / 2
        px = page.cell_px
        wide, high = (max(across) - min(across)) / 2, (max(down) - min(down)) / 2
        columns = range(-_reach(wide, px), _reach(wide, px) + 1)
        rows = range(-_reach(high, px), _reach(high, px) + 1)
        for x, y in ((mid_x + c * px, mid_y + r * px) for r in rows for c in columns):
            cell = page.cell(x, y)
            if cell is None:
                continue
            at_x = page.corner[0] + (cell.x + 0.5) * px
            at_y = page.corner[1] + (cell.y + 0.5) * px
            if _is_within(at_x, at_y, outline):
                far = math.hypot(at_x - mid_x, at_y - mid_y)
                found[cell] = min(far, found.get(cell, far))
        own = page.cell(mid_x, mid_y)
        if own is not None and not found and _is_within(mid_x, mid_y, outline):
            found[own] = 0.0  # one that is smaller than a cell
    return sorted(found, key=lambda cell: (found[cell], cell))


def _reach(half_px: float, cell_px: float) -> int:
    return min(_REACH_CELLS, math.ceil(half_px / cell_px))


def _is_within(x: float, y: float, outline: Outline) -> bool:
    """Return whether a place lies within a closed line: a ray to the right crosses it oddly."""
    is_in = False
    for (x0, y0), (x1, y1) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) / (y1 - y0) * (x1 - x0):
            is_in = not is_in
    return is_in
