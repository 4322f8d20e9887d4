"""The levels of a scene as the floors of one map, with the stairs between them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.formats.floors_put_together import PageToLay, building_of
from gridwar.formats.foundry.scene_questions import level_name
from gridwar.formats.foundry.scene_stairs import Stairs, stairs_of
from gridwar.formats.part_of_map import part_of, plan_box
from gridwar.model.bounds import height_within
from gridwar.model.floors import FloorWays
from gridwar.model.geometry import Cell

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gridwar.formats.foundry.own_flags import OwnBuilding
    from gridwar.formats.foundry.scene_contents import SceneContents
    from gridwar.formats.foundry.scene_page import ScenePage
    from gridwar.formats.picture_of_sheet import SheetPicture
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.walls import Wall


class SceneBuilding(Struct, frozen=True):
    """All levels as floors: the map without its picture, and how that is painted of which files.

    ``walls`` are those of each level, by its number; ``moved`` floors lie higher or lower than
    their level says.
    """

    map: BattleMap
    how: SheetPicture | None
    files: Mapping[str, bytes]
    walls: dict[int, tuple[Wall, ...]]
    stairs: Stairs
    moved: int


def building_of_levels(
    contents: SceneContents, maps: Sequence[BattleMap], page: ScenePage, unit_m: float
) -> SceneBuilding:
    """Return the levels of a scene as the floors of one map.

    Args:
        contents: The scene.
        maps: The map of each level.
        page: How the scene lies on our grid.
        unit_m: How many metres the unit of its heights has.

    Raises:
        MapError: A map has no room for all of them.
    """
    levels = contents.levels
    own = None if contents.own is None else contents.own.building
    if own is not None:
        return _own_building(contents, own, maps)
    pages = [
        PageToLay(made, level_name(contents, at), height_within(levels[at].bottom * unit_m))
        for at, made in enumerate(maps)
    ]
    made, how = building_of(pages)
    stairs = stairs_of(contents.regions, levels, made.floors, page)
    wanted = (level.bottom * unit_m for level in levels)
    return SceneBuilding(
        map=made.with_floors(made.floors, FloorWays(stairs.links)),
        how=how,
        files={one.picture.sha256: one.picture.data for one in levels if one.picture.data},
        walls={at: one.walls for at, one in enumerate(maps)},
        stairs=stairs,
        moved=sum(
            floor.elevation_m != high for floor, high in zip(made.floors, wanted, strict=True)
        ),
    )


def _own_building(
    contents: SceneContents, own: OwnBuilding, maps: Sequence[BattleMap]
) -> SceneBuilding:
    """Return the floors as we wrote them, each on its page."""
    corner, _whole = plan_box(own.floors)
    pages = []
    for made, floor in zip(maps, own.floors, strict=True):
        at = Cell(floor.over.x - corner.x, floor.over.y - corner.y)
        part = part_of(made, at, floor.size)
        pages.append(PageToLay(part, floor.name, floor.elevation_m, floor=floor))
    made, how = building_of(pages, own.sheet)
    files = (one.picture for one in contents.levels)
    return SceneBuilding(
        map=made.with_floors(made.floors, own.ways),
        how=how,
        files={one.sha256: one.data for one in files if one.data is not None},
        walls={at: one.walls for at, one in enumerate(maps)},
        stairs=Stairs(own.ways.links, len(contents.regions), 0, 0),
        moved=0,
    )
