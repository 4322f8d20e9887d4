"""The map without what happens on it, as a record: picture, walls, paint and heights.

On a blank page everything painted is drawn. On a picture, which shows its own, doors and windows
are, and whatever was drawn here since; the rest while a tool that edits the map is active or the
game master wants to see the walls.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from gridwar.control.caching.drawn_cells import NOTHING_DRAWN
from gridwar.control.maps.map_kinds import cover_look, terrain_look
from gridwar.control.maps.map_words import height_in_unit
from gridwar.control.records import ground_records as gr
from gridwar.control.state.view_state import WallsShown
from gridwar.model.geometry import SUBCELL
from gridwar.model.walls import WallKind

if TYPE_CHECKING:
    from gridwar.control.caching.drawn_cells import DrawnHere
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.geometry import Point
    from gridwar.model.walls import Wall

COVER_TOOL: Final = "cover"
PART_TOOLS: Final = frozenset({COVER_TOOL, "walls", "grid"})
"""Those with which walls and cover are drawn as parts of the map, and named."""
HEIGHT_TOOL: Final = "height"


class Editing(Struct, frozen=True):
    """Which tool that edits the map is active; empty for none."""

    tool: str = ""
    walls: WallsShown = WallsShown.MINE
    """Which walls are to be seen in play."""

    def __bool__(self) -> bool:
        """Return whether the map is being edited."""
        return bool(self.tool)


IN_PLAY = Editing()


def present_walls(
    battle_map: BattleMap, editing: Editing = IN_PLAY, own: DrawnHere = NOTHING_DRAWN
) -> tuple[gr.WallView, ...]:
    """Return as many walls as are to be seen; those drawn here are marked in play."""
    is_laid_bare = battle_map.picture is None or bool(editing)
    shows_all = is_laid_bare or editing.walls is WallsShown.ALL
    mine = frozenset() if editing.walls is WallsShown.NONE else own.walls
    return tuple(
        _wall(one, own=one.id in mine and not is_laid_bare)
        for one in battle_map.walls
        if shows_all or one.id in mine or _is_opening(one)
    )


def present_ground(
    battle_map: BattleMap,
    editing: Editing = IN_PLAY,
    walls: tuple[gr.WallView, ...] | None = None,
    own: DrawnHere = NOTHING_DRAWN,
) -> gr.GroundView:
    """Return the picture, the size, and as much of walls and paint as is to be seen.

    Args:
        battle_map: The map.
        editing: Which tool edits it.
        walls: Its walls, where they are made already.
        own: What was drawn on it here.
    """
    picture = battle_map.picture
    shown = None
    if picture is not None:
        x = picture.offset_x_px / picture.pixels_per_cell
        y = picture.offset_y_px / picture.pixels_per_cell
        shown = gr.PictureView(picture.sha256, (x, y, *picture.size_cells(battle_map.size)))
    return gr.GroundView(
        width=battle_map.width,
        height=battle_map.height,
        cell_length=battle_map.scale.cell_size,
        unit=battle_map.scale.unit,
        picture=shown,
        walls=present_walls(battle_map, editing, own) if walls is None else walls,
        editing=bool(editing),
        marked=editing.walls is WallsShown.ALL and picture is not None,
        paint=_paint(battle_map, editing, own),
        heights=_heights(battle_map, editing, own),
    )


def _paint(page: BattleMap, editing: Editing, own: DrawnHere) -> tuple[gr.PaintView, ...]:
    is_blank = page.picture is None
    terrain_looks = (None, *(terrain_look(kind) for kind in page.terrain_kinds[1:]))
    cover_looks = (None, *(cover_look(kind) for kind in page.cover_kinds[1:]))
    found = []
    for layer, mine, looks, is_edited in (
        (page.terrain, own.terrain, terrain_looks, bool(editing)),
        (page.cover, own.cover, cover_looks, editing.tool == COVER_TOOL),
    ):
        if layer.tiles and (is_blank or is_edited):
            found.append(gr.PaintView(layer, looks))
        elif mine.tiles and not editing:
            found.append(gr.PaintView(mine, looks, faint=True))
    return tuple(found)


def _heights(page: BattleMap, editing: Editing, own: DrawnHere) -> gr.HeightView | None:
    is_tool, step = editing.tool == HEIGHT_TOOL, height_in_unit(page, 1)
    if page.ground.tiles and (is_tool or page.picture is None):
        return gr.HeightView(page.ground, step, every=is_tool)
    if own.ground.tiles and not editing:
        return gr.HeightView(own.ground, step, faint=True)
    return None


def _is_opening(wall: Wall) -> bool:
    return wall.kind is not WallKind.WALL


def _wall(wall: Wall, *, own: bool) -> gr.WallView:
    a, b = _point(wall.a), _point(wall.b)
    match wall.kind:
        case WallKind.DOOR:
            look = gr.WallLook.OPEN_DOOR if wall.is_open else gr.WallLook.DOOR
            return gr.WallView(a, b, look, wall.door, own)
        case WallKind.WINDOW:
            return gr.WallView(a, b, gr.WallLook.WINDOW, own=own)
        case WallKind.WALL:
            look = gr.WallLook.WALL if wall.blocks_sight else gr.WallLook.LOW
            return gr.WallView(a, b, look, own=own)


def _point(point: Point) -> gr.Point:
    return (point.x / SUBCELL, point.y / SUBCELL)
