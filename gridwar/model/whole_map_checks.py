"""Whether what a map holds fits together: asked where one is read, and of its floors when laid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.model.cover_kinds import CoverDegree
from gridwar.model.floors import floors_problem, links_problem, openings_problem, with_rims
from gridwar.model.map_limits import (
    lights_problem,
    pins_problem,
    props_problem,
    spread_problem,
    twins_problem,
    walls_problem,
)

if TYPE_CHECKING:
    from typing import Protocol

    from gridwar.model.cover_kinds import CoverKind, CoverObject
    from gridwar.model.floors import Floor, Link
    from gridwar.model.geometry import Cell, Size
    from gridwar.model.lights import LightSource
    from gridwar.model.painted_layers import Layer
    from gridwar.model.pins import Pin
    from gridwar.model.props import Prop
    from gridwar.model.sketch import Sketch
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
        def pins(self) -> tuple[Pin, ...]: ...
        @property
        def props(self) -> tuple[Prop, ...]: ...
        @property
        def sketch(self) -> Sketch | None: ...
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
    return _too_much(page) or _of_another_size(page.sketch, page.size) or floors_not_whole(page)


def _of_another_size(sketch: Sketch | None, size: Size) -> str:
    if sketch is None or sketch.size == size:
        return ""
    found, wanted = (f"{one.w} x {one.h}" for one in (sketch.size, size))
    return f"sketch: it has {found} cells, the map {wanted}"


def _too_much(page: _Map) -> str:
    for name, problem in (
        ("walls", walls_problem(page.walls)),
        ("zones", spread_problem(page.zones)),
        ("cover_objects", spread_problem(page.cover_objects)),
        ("light_sources", lights_problem(page.light_sources)),
        ("pins", pins_problem(page.pins)),
        ("props", props_problem(page.props, page.size, len(page.terrain_kinds))),
    ):
        if problem:
            return f"{name}: {problem}"
    return (
        twins_problem(page.walls)
        or twins_problem(page.zones)
        or twins_problem(page.cover_objects)
        or twins_problem(page.light_sources)
        or twins_problem(page.pins)
        or twins_problem(page.props)
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
