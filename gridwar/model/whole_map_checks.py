"""Whether what a map holds fits together: asked where one is read, and of its floors when laid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.model.cover_kinds import CoverDegree
from gridwar.model.floors import floors_problem, links_problem, openings_problem, with_rims
from gridwar.model.map_limits import lights_problem, spread_problem, twins_problem, walls_problem

if TYPE_CHECKING:
    from typing import Protocol

    from gridwar.model.cover_kinds import CoverKind, CoverObject
    from gridwar.model.floors import Floor, Link
    from gridwar.model.geometry import Cell, Size
    from gridwar.model.lights import LightSource
    from gridwar.model.painted_layers import Layer
    from gridwar.model.terrain_kinds import TerrainKind
    from gridwar.model.walls import Wall
    from gridwar.model.zones import Zone

    class _Map(Protocol):
        @property
        def terrain(self) -> Layer: ...
        @property
        def terrain_kinds(self) -> tuple[TerrainKind, ...]: ...
        @property
        def cover(self) -> Layer: ...
        @property
        def cover_kinds(self) -> tuple[CoverKind, ...]: ...
        @property
        def cover_objects(self) -> tuple[CoverObject, ...]: ...
        @property
        def walls(self) -> tuple[Wall, ...]: ...
        @property
        def zones(self) -> tuple[Zone, ...]: ...
        @property
        def light_sources(self) -> tuple[LightSource, ...]: ...
        @property
        def floors(self) -> tuple[Floor, ...]: ...
        @property
        def links(self) -> tuple[Link, ...]: ...
        @property
        def openings(self) -> tuple[Cell, ...]: ...
        @property
        def size(self) -> Size: ...


def what_is_not_whole(page: _Map) -> str:
    """Say what of a map does not fit the rest of it; empty where all does."""
    for layer, kinds in ((page.terrain, page.terrain_kinds), (page.cover, page.cover_kinds)):
        highest = max((max(tile) for tile in layer.tiles.values()), default=0)
        if highest >= len(kinds):
            return f"a cell names kind {highest}, but there are only {len(kinds)}"
    if page.cover_kinds[0].degree is not CoverDegree.NONE:
        return "the first cover kind must be no cover at all"
    return _too_much(page) or floors_not_whole(page)


def _too_much(page: _Map) -> str:
    if problem := walls_problem(page.walls):
        return f"walls: {problem}"
    for name, things in (("zones", page.zones), ("cover_objects", page.cover_objects)):
        if problem := spread_problem(things):
            return f"{name}: {problem}"
    if problem := lights_problem(page.light_sources):
        return f"light_sources: {problem}"
    return (
        twins_problem(page.walls)
        or twins_problem(page.zones)
        or twins_problem(page.cover_objects)
        or twins_problem(page.light_sources)
    )


def floors_not_whole(page: _Map) -> str:
    """Say the same of its floors and what leads from one to another."""
    if not (page.floors or page.links or page.openings):
        return ""
    if with_rims(page.walls, page.floors) is not page.walls:
        return "floors: the walls round a page are missing"
    problem = (
        floors_problem(page.floors, page.size)
        or links_problem(page.links, page.floors)
        or openings_problem(page.openings, page.floors)
    )
    return problem and f"floors: {problem}"
