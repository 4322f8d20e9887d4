"""What lies on the map as areas: zones, things to hide behind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frozendict import frozendict
from msgspec.structs import replace

from gridwar.control.caching.drawn_cells import NOTHING_DRAWN
from gridwar.control.maps.map_words import degree_sign, zone_name, zone_note
from gridwar.control.records import ground_records as gr
from gridwar.control.records import scene_records as sr
from gridwar.control.state.view_state import WallsShown
from gridwar.control.views.ground import COVER_TOOL, PART_TOOLS, present_walls
from gridwar.model.geometry import SUBCELL
from gridwar.model.zones import LIGHT, SMOKE, Light
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping
    from collections.abc import Set as AbstractSet

    from gridwar.control.caching.drawn_cells import DrawnHere
    from gridwar.control.views.ground import Editing
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.cover import CoverObject
    from gridwar.model.encounter import Side
    from gridwar.model.walls import Wall
    from gridwar.model.zones import Zone


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
            sr.LabelOverlay(_middle(wall), degree_sign(wall.cover.degree), role=sr.Role.COVER)
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
    walls = {wall.look for wall in present_walls(page, editing, own)}
    words = {
        gr.WallLook.WALL: _("walls"),
        gr.WallLook.LOW: _("low walls"),
        gr.WallLook.WINDOW: _("windows"),
        gr.WallLook.DOOR: _("doors"),
        gr.WallLook.OPEN_DOOR: _("open doors"),
    }
    if shows_walls:
        return _names_in_play(words, walls)
    named = [sr.LegendEntry(look, text) for look, text in words.items() if look in walls]
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


def _middle(wall: Wall) -> gr.Point:
    return ((wall.a.x + wall.b.x) / (2 * SUBCELL), (wall.a.y + wall.b.y) / (2 * SUBCELL))
