"""The map without what happens on it, as a record: picture, walls, paint and heights.

On a blank page everything painted is drawn; on a picture, which shows it itself, only doors and
windows, until a tool that edits the map is in hand or the game master wants to see the walls.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from gridwar.control import scene_records as sr
from gridwar.control.map_looks import cover_look, terrain_look
from gridwar.control.map_words import height_in_unit
from gridwar.model.geometry import SUBCELL
from gridwar.model.walls import DoorState, WallKind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.model.battlemap import BattleMap
    from gridwar.model.geometry import Point
    from gridwar.model.walls import Wall

COVER_TOOL: Final = "cover"
PART_TOOLS: Final = frozenset({COVER_TOOL, "walls", "grid"})
"""Those with which walls and cover are drawn as parts of the map, and named."""
HEIGHT_TOOL: Final = "height"


class Editing(Struct, frozen=True):
    """Which tool that edits the map is in hand; empty for none."""

    tool: str = ""
    walls: bool = False
    """Whether all walls are to be seen in play, too."""

    def __bool__(self) -> bool:
        """Tell whether the map is being edited."""
        return bool(self.tool)


IN_PLAY = Editing()


def present_walls(battle_map: BattleMap, editing: Editing = IN_PLAY) -> tuple[sr.WallView, ...]:
    """Return as many walls as are to be seen."""
    shows_all = battle_map.picture is None or bool(editing) or editing.walls
    return tuple(_wall(one) for one in battle_map.walls if shows_all or _is_opening(one))


def present_ground(
    battle_map: BattleMap,
    editing: Editing = IN_PLAY,
    walls: tuple[sr.WallView, ...] | None = None,
) -> sr.GroundView:
    """Return the picture, the size, and as much of walls and paint as is to be seen.

    Args:
        battle_map: The map.
        editing: Which tool edits it.
        walls: Its walls, where they are made already.
    """
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
        walls=present_walls(battle_map, editing) if walls is None else walls,
        editing=bool(editing),
        marked=editing.walls and picture is not None,
        paint=_paint(battle_map, editing),
        heights=_heights(battle_map, editing),
    )


def _paint(page: BattleMap, editing: Editing) -> tuple[sr.PaintView, ...]:
    is_blank = page.picture is None
    found = []
    if page.terrain.tiles and (is_blank or editing):
        looks = tuple(terrain_look(kind) for kind in page.terrain_kinds)
        found.append(sr.PaintView(page.terrain, (None, *looks[1:])))
    if page.cover.tiles and (is_blank or editing.tool == COVER_TOOL):
        looks = tuple(cover_look(kind) for kind in page.cover_kinds)
        found.append(sr.PaintView(page.cover, (None, *looks[1:])))
    return tuple(found)


def _heights(page: BattleMap, editing: Editing) -> sr.HeightView | None:
    is_tool = editing.tool == HEIGHT_TOOL
    if not page.ground.tiles or not (is_tool or page.picture is None):
        return None
    return sr.HeightView(page.ground, height_in_unit(page, 1), every=is_tool)


def _is_opening(wall: Wall) -> bool:
    return wall.kind is not WallKind.WALL


_DOORS: Mapping[DoorState, sr.DoorLook] = {
    DoorState.OPEN: sr.DoorLook.OPEN,
    DoorState.CLOSED: sr.DoorLook.CLOSED,
    DoorState.LOCKED: sr.DoorLook.LOCKED,
    DoorState.SECRET: sr.DoorLook.SECRET,
}


def _wall(wall: Wall) -> sr.WallView:
    a, b = _point(wall.a), _point(wall.b)
    match wall.kind:
        case WallKind.DOOR:
            kind = sr.WallKind.OPEN_DOOR if wall.is_open else sr.WallKind.DOOR
            return sr.WallView(a, b, kind, _DOORS[wall.door], wall.door is DoorState.SECRET)
        case WallKind.WINDOW:
            return sr.WallView(a, b, sr.WallKind.WINDOW)
        case WallKind.WALL:
            return sr.WallView(a, b, sr.WallKind.WALL if wall.blocks_sight else sr.WallKind.LOW)


def _point(point: Point) -> sr.Point:
    return (point.x / SUBCELL, point.y / SUBCELL)
