"""What the wall tool shows: lines being drawn, walls being moved, the one it points at, keys."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from gridwar.control.maps.map_words import (
    capital,
    door_words,
    stops_words,
    strength_words,
    wall_name,
)
from gridwar.control.records import ground_records as gr
from gridwar.control.records import scene_records as sr
from gridwar.control.records.panel_records import KeyHint
from gridwar.control.tools.walls import wall_geometry
from gridwar.control.tools.walls.wall_changes import WallMode
from gridwar.control.tools.walls.wall_geometry import Drag, Grip
from gridwar.engine.gm.map_commands import PutWalls
from gridwar.model.walls import WallKind
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridwar.control.tools.walls.wall_geometry import Snapping
    from gridwar.model.command import Command
    from gridwar.model.geometry import Point
    from gridwar.model.scale import Scale
    from gridwar.model.walls import Wall, WallSide

MOST_MARKED = 400
"""Walls that are marked one by one."""


def planned(a: Point, b: Point, label: str = "", one_way: WallSide | None = None) -> sr.LineOverlay:
    """Return a wall that is being drawn, moved or is selected."""
    start, end = gr.in_cells(a), gr.in_cells(b)
    return sr.LineOverlay(start, end, sr.LineRole.PLANNED, label=label, one_way=one_way)


def selected(walls: Sequence[Wall]) -> list[sr.OverlayView]:
    """Return the walls that are selected, marked."""
    return [planned(wall.a, wall.b, one_way=wall.one_way) for wall in walls[:MOST_MARKED]]


def line_of(
    points: Sequence[Point], to: Point | None, scale: Scale, one_way: WallSide | None = None
) -> list[sr.OverlayView]:
    """Return a line of walls being clicked, and its next piece with its length.

    Args:
        points: The corners so far.
        to: Where the next would be.
        scale: Of the map.
        one_way: The side that they stop alone.
    """
    lines: list[sr.OverlayView] = [planned(a, b, one_way=one_way) for a, b in pairwise(points)]
    if points and to is not None and to != points[-1]:
        lines.append(planned(points[-1], to, length_words(points[-1], to, scale), one_way))
    return lines


def dragged(
    drag: Drag, command: Command | None, walls: Sequence[Wall], scale: Scale
) -> list[sr.OverlayView]:
    """Return what a drag comes to: the box that selects walls, or walls made or moved.

    Args:
        drag: The drag.
        command: What it would do.
        walls: Those of the map.
        scale: Of the map.
    """
    if drag.grip is Grip.BOX:
        left, right = sorted((drag.start[0], drag.now[0]))
        top, bottom = sorted((drag.start[1], drag.now[1]))
        return [sr.BoxOverlay((left, top, right - left, bottom - top))]
    if not isinstance(command, PutWalls):
        return []
    if drag.grip is Grip.OPENING:
        made = command.put[-1]
        return [planned(made.a, made.b, length_words(made.a, made.b, scale), made.one_way)]
    old = {wall.id: wall for wall in walls}
    new = [wall for wall in command.put if old.get(wall.id) != wall]
    return selected(new)


def taken(mode: WallMode, snapping: Snapping, place: gr.Point) -> object:
    """Return what a click at a place would take: a wall, both ends of a door, else a point."""
    if mode is WallMode.SELECT:
        return snapping.wall_at(place)
    if mode in (WallMode.DOOR, WallMode.WINDOW):
        return snapping.opening(Drag(Grip.OPENING, place, place))
    return snapping.point(place)


def pointed_at(
    mode: WallMode, snapping: Snapping, place: gr.Point, one_way: WallSide | None
) -> list[sr.OverlayView]:
    """Return where a click would snap, or what it would take.

    Args:
        mode: What a click makes.
        snapping: What draws it.
        place: Where the pointer is.
        one_way: The side that a new door would stop alone.
    """
    if mode in (WallMode.WALL, WallMode.ROOM):
        return [sr.MarkOverlay(gr.in_cells(snapping.point(place)))]
    if mode is WallMode.SELECT:
        wall = snapping.wall_at(place)
        return [name_of(wall)] if wall is not None else []
    return [planned(*snapping.opening(Drag(Grip.OPENING, place, place)), one_way=one_way)]


def name_of(wall: Wall) -> sr.LabelOverlay:
    """Return what the wall under the pointer is called."""
    stands = door_words(wall.door) if wall.kind is WallKind.DOOR else stops_words(wall)
    second = ", ".join(filter(None, (stands, strength_words(wall))))
    return sr.LabelOverlay(
        wall_geometry.middle(wall), capital(wall_name(wall)), second, sr.Role.INTENT
    )


def length_words(a: Point, b: Point, scale: Scale) -> str:
    """Return how long a wall is, in cells and in the map's unit."""
    cells = wall_geometry.gap(a, b)
    words = ngettext("{n:g} cell", "{n:g} cells", 1 if cells == 1 else 2)
    length = round(cells * scale.cell_size, 2)
    return f"{words.format(n=round(cells, 2))}  \u00b7  {length:g} {scale.unit}"


def keys(mode: WallMode, *, is_drawing: bool) -> tuple[KeyHint, ...]:
    """Return the keys of a mode, or of a line of walls being clicked."""
    modes = KeyHint(_("1\u20135"), _("what to draw"))
    free = KeyHint(_("Shift"), _("no snap"))
    side = KeyHint(_("Tab"), _("one side"))
    if is_drawing:
        return (
            KeyHint(_("Click"), _("next corner")),
            KeyHint(_("Enter"), _("end")),
            KeyHint(_("Backspace"), _("take back")),
            side,
            free,
            KeyHint(_("Esc"), _("cancel")),
        )
    if mode is WallMode.SELECT:
        return (
            KeyHint(_("Click"), _("select")),
            KeyHint(_("Drag"), _("move an end, or box")),
            KeyHint(_("Delete"), _("take away")),
            side,
            modes,
        )
    drawn = {
        WallMode.WALL: (_("Click or drag"), _("corner to corner")),
        WallMode.ROOM: (_("Drag"), _("a room")),
    }
    starts = drawn.get(mode, (_("Click or drag"), _("on a wall")))
    kinds = (KeyHint(_("6\u20139"), _("of what kind")),) if mode in drawn else ()
    return (KeyHint(*starts), free, modes, *kinds, side, KeyHint(_("Ctrl+Z"), _("take back")))


def facts(count: int) -> tuple[str, ...]:
    """Return how many walls are selected, for the status bar; nothing where none is."""
    words = ngettext("{n} wall selected", "{n} walls selected", count).format(n=count)
    return (words,) if count else ()
