"""Writing the floors of a map as the levels of a scene of version 14.

All levels share the canvas: it is as large as the plan of all floors, and each floor lies on it
where it lies in the building. A link between two cells of one place is a region that changes the
level; what leads elsewhere has no word there, for a region is named by a scene that is not yet.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from gridwar.formats.foundry.own_flags import OWN_KEY
from gridwar.formats.foundry.scene_writing import SceneVersion, frame_of, id_of, scene_of
from gridwar.formats.foundry.scene_writing_report import report_of_levels
from gridwar.formats.part_of_map import part_of, plan_box
from gridwar.formats.picture_headers_and_limits import look_at
from gridwar.model.battlemap import Picture
from gridwar.model.geometry import Cell, Size
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from gridwar.formats.foundry.scene_writing import Frame
    from gridwar.formats.import_report import ImportReport
    from gridwar.formats.json_values import Json
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.floors import Floor

_STOREY_M = 3.0
"""How high the highest floor is."""


def levels_to_draw(battle_map: BattleMap) -> tuple[BattleMap, ...]:
    """Return each floor of a map on a map as large as the plan of all, the lowest first."""
    corner, whole = plan_box(battle_map.floors)
    made = []
    for floor in by_height(battle_map):
        to = Cell(floor.over.x - corner.x, floor.over.y - corner.y)
        made.append(part_of(battle_map, floor.at, floor.size, whole, to))
    return tuple(made)


def by_height(battle_map: BattleMap) -> list[Floor]:
    """Return the floors of a map, the lowest first."""
    return sorted(battle_map.floors, key=lambda one: one.elevation_m)


def write_levels(
    battle_map: BattleMap, pictures: Sequence[tuple[str, bytes]], cell_px: int
) -> tuple[str, ImportReport]:
    """Return a map of floors as a scene with levels, and what became of it.

    Args:
        battle_map: The map.
        pictures: What the picture of each floor is called beside the scene, and its file, the
            lowest first; all as large as the plan.
        cell_px: Their pixels to a cell.

    Raises:
        MapError: A picture is none that can be shown.
    """
    floors, pages = by_height(battle_map), levels_to_draw(battle_map)
    info = look_at(pictures[0][1], _("The map's picture"))
    scene: dict[str, Json] = {}
    frame: Frame | None = None
    rows: dict[str, list[Json]] = {"walls": [], "lights": [], "notes": []}
    for number, (page, (name, _data)) in enumerate(zip(pages, pictures, strict=True)):
        shown = Picture(
            sha256="0" * 64,
            pixels_per_cell=cell_px,
            width_px=info.width_px,
            height_px=info.height_px,
        )
        frame = frame_of(page.with_picture(shown), info.width_px, info.height_px)
        found = scene_of(page.with_picture(None), frame, name, SceneVersion.V14)
        scene = scene or found
        for kind, gathered in rows.items():
            own = found[kind]
            for one in own if isinstance(own, list) else ():
                level = id_of("level", number)
                gathered.append({**one, "_id": id_of(kind, len(gathered)), "levels": [level]})
    assert frame is not None
    scene |= rows
    scene["name"] = battle_map.name or _("Map")
    scene["shiftX"] = scene["shiftY"] = 0
    unit_m = battle_map.scale.unit_m
    scene["levels"] = list(_levels(floors, pictures, unit_m))
    scene["initialLevel"] = id_of("level", 0)
    regions, apart = _regions(battle_map, floors, frame)
    scene["regions"] = regions
    flags = scene["flags"]
    assert isinstance(flags, dict)
    flags[OWN_KEY]["floors"] = {
        "sheet": list(battle_map.size),
        "floors": [one.model_dump(mode="json") for one in floors],
        "links": [one.model_dump(mode="json") for one in battle_map.links],
        "openings": [list(one) for one in battle_map.openings],
    }
    text = json.dumps(scene, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    subtitle = _("Foundry scene {version}, {n} levels").format(
        version=SceneVersion.V14, n=len(floors)
    )
    return text, report_of_levels(battle_map, subtitle, [name for name, _data in pictures], apart)


def _levels(
    floors: Sequence[Floor], pictures: Sequence[tuple[str, bytes]], unit_m: float
) -> Iterator[dict[str, Json]]:
    tops = [*(one.elevation_m for one in floors[1:]), floors[-1].elevation_m + _STOREY_M]
    for number, (floor, (name, _data)) in enumerate(zip(floors, pictures, strict=True)):
        low, high = floor.elevation_m / unit_m, tops[number] / unit_m
        yield {
            "_id": id_of("level", number),
            "name": floor.name or floor.id,
            "sort": number,
            "elevation": {"bottom": round(low, 6), "top": round(high, 6)},
            "background": {"src": name},
            "foreground": {"src": None},
            "visibility": {"levels": []},
        }


def _regions(
    battle_map: BattleMap, floors: Sequence[Floor], frame: Frame
) -> tuple[list[Json], int]:
    """Return a region for each link that leads straight up, and how many do not."""
    made: list[Json] = []
    apart = 0
    corner, _whole = plan_box(battle_map.floors)
    for link in battle_map.links:
        ends = [_end(link.here, floors), _end(link.there, floors)]
        if not link.both_ways or ends[0][1] != ends[1][1]:
            apart += 1
            continue
        made.append(
            {
                "_id": id_of("region", len(made)),
                "name": str(link.kind).capitalize(),
                "shapes": [_square(cell, corner, frame) for cell in sorted(ends[0][1])],
                "levels": [id_of("level", number) for number, _cells in ends],
                "behaviors": [
                    {
                        "_id": id_of("behavior", len(made)),
                        "name": "",
                        "type": "changeLevel",
                        "system": {},
                        "disabled": False,
                    }
                ],
            }
        )
    return made, apart


def _end(cells: Sequence[Cell], floors: Sequence[Floor]) -> tuple[int, frozenset[Cell]]:
    """Return the number of the floor that an end of a link is on, and its cells on the plan."""
    number = next(at for at, one in enumerate(floors) if one.holds(cells[0]))
    return number, frozenset(floors[number].plan_of(one) for one in cells)


def _square(cell: Cell, corner: Cell, frame: Frame) -> dict[str, Json]:
    x, y = frame.at(cell.x - corner.x, cell.y - corner.y)
    size = {"width": frame.cell_px, "height": frame.cell_px}
    return {"type": "rectangle", "x": x, "y": y, **size, "rotation": 0, "hole": False}


def size_to_draw(battle_map: BattleMap) -> Size:
    """Return how large the picture of each floor is, in cells."""
    return plan_box(battle_map.floors)[1]
