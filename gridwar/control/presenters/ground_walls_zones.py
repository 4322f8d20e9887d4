"""The map without what happens on it: picture, walls, paint and heights, zones and cover.

On a blank page everything painted is drawn. On a picture, which shows its own, doors and windows
are, and whatever was drawn here since; the rest while a tool that edits the map is active or the
game master wants to see the walls.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from frozendict import frozendict
from msgspec import Struct
from msgspec.structs import replace

from gridwar.control.maps.drawn_since_laid import NOTHING_DRAWN
from gridwar.control.maps.map_looks import cover_look, terrain_look
from gridwar.control.maps.map_words import degree_sign, height_in_unit, zone_name, zone_note
from gridwar.control.presenters.paint_beside_ink import beside_ink
from gridwar.control.records import ground_records as gr
from gridwar.control.records import scene_records as sr
from gridwar.control.state.view_state import WallsShown
from gridwar.control.tools.walls.wall_geometry import middle
from gridwar.model.floors import without_rims
from gridwar.model.geometry import SUBCELL
from gridwar.model.sketch import EdgeKind
from gridwar.model.sketch_walls import DERIVED
from gridwar.model.walls import DoorState, WallKind, WallSight
from gridwar.model.zones import LIGHT, SMOKE, Light
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping
    from collections.abc import Set as AbstractSet

    from gridwar.control.maps.drawn_since_laid import DrawnHere
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.cover_kinds import CoverObject
    from gridwar.model.encounter import Side
    from gridwar.model.props import Prop
    from gridwar.model.sketch import Sketch
    from gridwar.model.walls import Wall
    from gridwar.model.zones import Zone


COVER_TOOL: Final = "cover"
TERRAIN_TOOL: Final = "paint"
"""With it all of the terrain is drawn, whatever a sketch shows of it."""
PART_TOOLS: Final = frozenset({COVER_TOOL, "walls", "grid"})
"""Those with which walls and cover are drawn as parts of the map, and named.

On a sketch, which shows its walls itself, they are taken hold of with these alone.
"""
HEIGHT_TOOL: Final = "height"
_OPENINGS: Final = frozenset({WallKind.DOOR, WallKind.WINDOW})
"""What is drawn in play upon a picture that shows it."""
_LOOKS: Final[Mapping[WallKind, gr.WallLook]] = {
    WallKind.WINDOW: gr.WallLook.WINDOW,
    WallKind.CURTAIN: gr.WallLook.CURTAIN,
    WallKind.BARS: gr.WallLook.BARS,
    WallKind.FENCE: gr.WallLook.FENCE,
}
_LOOKS_OF_WALLS: Final[Mapping[WallSight, gr.WallLook]] = {
    WallSight.FULL: gr.WallLook.WALL,
    WallSight.LIMITED: gr.WallLook.LIMITED,
    WallSight.NONE: gr.WallLook.LOW,
}


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
    is_marked = editing.tool in PART_TOOLS or editing.walls is WallsShown.ALL
    is_drawn = battle_map.sketch is not None and not is_marked
    return tuple(
        _wall(
            one,
            # On a sketch all others stand out as they do upon a picture.
            own=is_drawn or (one.id in mine and not is_laid_bare),
            in_sketch=is_drawn and one.id.startswith(DERIVED),
        )
        for one in without_rims(battle_map.walls, battle_map.floors)
        if (shows_all or one.id in mine or one.kind in _OPENINGS)
        and not (is_drawn and one.id.startswith(DERIVED) and _is_plain_in(battle_map.sketch, one))
    )


def _is_plain_in(sketch: Sketch | None, wall: Wall) -> bool:
    """Return whether a sketch shows all there is of a wall.

    Of doors it shows no more than that one is secret, by its letter; else not how they stand.
    """
    if wall.kind is not WallKind.DOOR or sketch is None:
        return True
    if wall.door is not DoorState.SECRET:
        return False
    edges = sketch.across if wall.a.y == wall.b.y else sketch.down
    x, y = min(wall.a, wall.b)
    return bool(edges[y // SUBCELL, x // SUBCELL] == EdgeKind.SECRET_DOOR)


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
        editing=bool(editing) and (battle_map.sketch is None or editing.tool in PART_TOOLS),
        marked=editing.walls is WallsShown.ALL and picture is not None,
        paint=_paint(battle_map, editing, own),
        heights=_heights(battle_map, editing, own),
        sketch=battle_map.sketch,
        grid_on_rock=bool(editing) and battle_map.sketch is not None,
        props=tuple(map(_prop, battle_map.props)),
    )


def _prop(prop: Prop) -> gr.PropView:
    (x, y), (w, h) = prop.at, prop.turned_size
    box = (float(x), float(y), float(w), float(h))
    return gr.PropView(box, prop.stamp, prop.picture, prop.turns, prop.is_flipped)


def _paint(page: BattleMap, editing: Editing, own: DrawnHere) -> tuple[gr.PaintView, ...]:
    is_blank = page.picture is None
    terrain_looks = (None, *(terrain_look(kind) for kind in page.terrain_kinds[1:]))
    cover_looks = (None, *(cover_look(kind) for kind in page.cover_kinds[1:]))
    terrain, mine_of_it = page.terrain, own.terrain
    if editing.tool != TERRAIN_TOOL:
        terrain, mine_of_it = beside_ink(terrain, page), beside_ink(mine_of_it, page)
    found = []
    for layer, mine, looks, is_edited in (
        (terrain, mine_of_it, terrain_looks, bool(editing)),
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


def _wall(wall: Wall, *, own: bool, in_sketch: bool) -> gr.WallView:
    a, b = gr.in_cells(wall.a), gr.in_cells(wall.b)
    match wall.kind:
        case WallKind.DOOR:
            look = gr.WallLook.OPEN_DOOR if wall.is_open else gr.WallLook.DOOR
            return gr.WallView(a, b, look, wall.door, own, wall.one_way, in_sketch)
        case WallKind.WALL:
            look = _LOOKS_OF_WALLS[wall.sight]
        case _:
            look = _LOOKS[wall.kind]
    return gr.WallView(a, b, look, own=own, one_way=wall.one_way)


# --- zones and cover -----------------------------------------------------------------------------


def present_parts(
    page: BattleMap,
    editing: Editing,
    own: DrawnHere = NOTHING_DRAWN,
    sides: Mapping[str, Side] = frozendict(),
) -> tuple[sr.OverlayView, ...]:
    """Return zones with their names, and cover where the map is edited or no picture shows it.

    With the cover tool each thing bears how much it hides; what it is called comes on hover. A zone
    of a side bears the side's name too.

    Args:
        page: The map.
        editing: What is edited.
        own: What was drawn here on a picture.
        sides: The sides whose zones are shown; those of others only where the map is edited.
    """
    found: list[sr.OverlayView] = [
        _zone(zone, sides)
        for zone in page.zones
        if zone.cells and (not zone.side or zone.side in sides or editing.tool)
    ]
    if editing.tool == COVER_TOOL:
        found += [_cover(thing) for thing in page.cover_objects]
        found += [
            sr.LabelOverlay(middle(wall), degree_sign(wall.cover.degree), role=sr.Role.COVER)
            for wall in page.walls
            if wall.cover is not None
        ]
    elif editing.tool in PART_TOOLS:
        found += [replace(_cover(one), label="", filled=False) for one in page.cover_objects]
    else:
        found += [
            sr.RegionOverlay(sr.RegionRole.THING, frozenset(thing.cells))
            for thing in page.cover_objects
            if page.picture is None or thing.id in own.things
        ]
    return tuple(found)


def name_everywhere(page: BattleMap) -> tuple[sr.LegendEntry, ...]:
    """Return the names of the zones that lie over the whole map and are not drawn."""
    zones = (_zone(zone) for zone in page.zones if zone.everywhere)
    return tuple(sr.LegendEntry(one.role, one.label) for one in zones)


def name_parts(
    page: BattleMap, editing: Editing, own: DrawnHere = NOTHING_DRAWN
) -> tuple[sr.LegendEntry, ...]:
    """Return what the lines and hatches of the map are called while they are edited or shown."""
    in_play = not editing and page.picture is not None
    shows_walls = in_play and editing.walls is WallsShown.ALL
    if in_play and own.walls and editing.walls is WallsShown.MINE:
        return (sr.LegendEntry(sr.Role.PAPER, _("walls drawn here")),)
    if editing.tool not in PART_TOOLS and not shows_walls:
        return ()
    shown = present_walls(page, editing, own)
    walls = {wall.look for wall in shown}
    words = {
        gr.WallLook.WALL: _("walls"),
        gr.WallLook.LOW: _("low walls"),
        gr.WallLook.LIMITED: _("seen through once"),
        gr.WallLook.CURTAIN: _("curtains"),
        gr.WallLook.BARS: _("bars"),
        gr.WallLook.FENCE: _("fences"),
        gr.WallLook.WINDOW: _("windows"),
        gr.WallLook.DOOR: _("doors"),
        gr.WallLook.OPEN_DOOR: _("open doors"),
    }
    arrows = any(wall.one_way for wall in shown)
    one_way = (sr.LegendEntry(gr.WallMark.ONE_WAY, _("lets through one way")),) if arrows else ()
    if shows_walls:
        return (*_names_in_play(words, walls), *one_way)
    named = [sr.LegendEntry(look, text) for look, text in words.items() if look in walls]
    named += one_way
    if editing.tool != COVER_TOOL:
        cover = [sr.LegendEntry(sr.Role.COVER, _("cover"))] if page.cover_objects else []
        return (*named, *cover)
    hard = {thing.hard for thing in page.cover_objects}
    if True in hard:
        named.append(sr.LegendEntry(sr.RegionRole.HARD_COVER, _("hard cover")))
    if False in hard:
        named.append(sr.LegendEntry(sr.RegionRole.SOFT_COVER, _("soft cover")))
    return tuple(named)


def _names_in_play(
    words: Mapping[gr.WallLook, str], looks: AbstractSet[gr.WallLook]
) -> tuple[sr.LegendEntry, ...]:
    """Return the names of walls that are shown beside the blue of what can be reached."""
    plain = {gr.WallLook.WALL, gr.WallLook.LOW}
    openings = [
        sr.LegendEntry(look, words[look]) for look in words if look in looks and look not in plain
    ]
    walls = [sr.LegendEntry(sr.Role.PAPER, words[gr.WallLook.WALL])] if looks & plain else []
    return (*walls, *openings)


def _zone(zone: Zone, sides: Mapping[str, Side] = frozendict()) -> sr.RegionOverlay:
    role = sr.RegionRole.ZONE
    if zone.kind == SMOKE:
        role = sr.RegionRole.SMOKE
    elif zone.kind == LIGHT:
        is_bright = zone.strength == Light.BRIGHT
        role = sr.RegionRole.LIT if is_bright else sr.RegionRole.DARK
    name = zone_name(zone)
    if zone.side in sides:
        name = f"{name} \u00b7 {sides[zone.side].name}"
    return sr.RegionOverlay(role, frozenset(zone.cells), name, zone_note(zone))


def _cover(thing: CoverObject) -> sr.RegionOverlay:
    role = sr.RegionRole.HARD_COVER if thing.hard else sr.RegionRole.SOFT_COVER
    return sr.RegionOverlay(role, frozenset(thing.cells), degree_sign(thing.degree))
