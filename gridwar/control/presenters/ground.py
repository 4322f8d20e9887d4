"""The map without what happens on it, as a record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control import scene_records as sr
from gridwar.model.geometry import SUBCELL

if TYPE_CHECKING:
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.geometry import Point
    from gridwar.model.walls import Wall


def present_ground(battle_map: BattleMap) -> sr.GroundView:
    """Return the picture, the size and, on a blank page, the walls."""
    picture = battle_map.picture
    shown = None
    if picture is not None:
        x = picture.offset_x_px / picture.pixels_per_cell
        y = picture.offset_y_px / picture.pixels_per_cell
        shown = sr.PictureView(picture.sha256, (x, y, *picture.size_cells(battle_map.size)))
    return sr.GroundView(
        width=battle_map.width,
        height=battle_map.height,
        cell_length=battle_map.scale.cell_size,
        unit=battle_map.scale.unit,
        picture=shown,
        walls=() if shown is not None else tuple(_wall(wall) for wall in battle_map.walls),
    )


def _wall(wall: Wall) -> sr.WallView:
    kinds = {"door": sr.WallKind.DOOR, "window": sr.WallKind.WINDOW}
    kind = kinds.get(str(wall.kind), sr.WallKind.WALL)
    if kind is sr.WallKind.DOOR and str(wall.door) == "open":
        kind = sr.WallKind.OPEN_DOOR
    if kind is sr.WallKind.WALL and not wall.blocks_sight:
        kind = sr.WallKind.LOW
    return sr.WallView(_point(wall.a), _point(wall.b), kind)


def _point(point: Point) -> sr.Point:
    return (point.x / SUBCELL, point.y / SUBCELL)
