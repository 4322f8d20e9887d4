"""The tool for walls, doors and windows: lines by clicks, rooms by drags, openings cut into walls.

States are named: idle, a line of points being clicked, or a drag. Nothing changes before a line is
ended or a drag let go; each is one command.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.control.records import ground_records as gr
from gridwar.control.records import scene_records as sr
from gridwar.control.records.panel_records import KeyHint
from gridwar.control.state.pointer import Button, Modifier, PointerKind
from gridwar.control.tools.tool import Cursor, Tool, ToolGroup, ToolInfo
from gridwar.control.tools.walls import wall_changes, wall_marks, wall_shapes
from gridwar.control.tools.walls.wall_changes import Preset, switches_of
from gridwar.engine.gm.map import PutWalls
from gridwar.model.geometry import SUBCELL, Cell, Point
from gridwar.model.walls import DoorState, Wall, WallKind
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from gridwar.control.controller.controller import Controller
    from gridwar.control.state.pointer import KeyEvent, PointerEvent
    from gridwar.model.battlemap import Scale
    from gridwar.model.command import Command

CLICK_CELLS = 0.2
"""A drag shorter than this is a click."""
_ANYWHERE = (Point(0, 0), Point(SUBCELL, 0))


class WallMode(StrEnum):
    """What a click makes."""

    WALL = "wall"
    ROOM = "room"
    DOOR = "door"
    WINDOW = "window"
    SELECT = "select"


MODES = tuple(WallMode)
_MODE_KEYS = {str(number): mode for number, mode in enumerate(MODES, start=1)}
"""The digits, those of the number pad too."""


class Grip(StrEnum):
    """What a drag holds."""

    LINE = "line"
    ROOM = "room"
    OPENING = "opening"
    BOX = "box"
    END = "end"
    WALLS = "walls"


class Drag(Struct, frozen=True):
    """A drag under way, in cells; ``end`` is the wall's end that is held."""

    grip: Grip
    start: gr.Point
    now: gr.Point
    end: Point | None = None
    free: bool = False


class WallsTool(Tool):
    """Draws and changes walls."""

    info = ToolInfo(
        "walls",
        _("Walls and doors"),
        "brick-wall",
        "W",
        _("Walls, doors and windows: click from corner to corner"),
        ToolGroup.EDIT,
    )
    cursor = Cursor.MEASURE

    def __init__(self, controller: Controller) -> None:
        """Begin with drawing walls that stop everything."""
        super().__init__(controller)
        self.mode = WallMode.WALL
        self.preset = Preset.WALL
        self.door = DoorState.CLOSED
        self.points: tuple[Point, ...] = ()
        self.drag: Drag | None = None
        self._chosen: tuple[str, ...] = ()
        self._place: gr.Point | None = None
        self._free = False

    # --- what there is -----------------------------------------------------------------------

    @property
    def scale(self) -> Scale:
        """How long a cell of the map is, and in what unit."""
        return self._controller.encounter.map.scale

    @property
    def walls(self) -> tuple[Wall, ...]:
        """The map's walls."""
        return self._controller.encounter.map.walls

    @property
    def chosen(self) -> tuple[Wall, ...]:
        """The walls that are selected."""
        wanted = set(self._chosen)
        return tuple(wall for wall in self.walls if wall.id in wanted) if wanted else ()

    def like(self) -> Wall:
        """Return what the next wall, door or window is like."""
        a, b = _ANYWHERE
        if self.mode is WallMode.DOOR:
            return Wall(id="new", a=a, b=b, kind=WallKind.DOOR, door=self.door)
        if self.mode is WallMode.WINDOW:
            return Wall.window("new", a, b)
        return Wall(id="new", a=a, b=b).replace(**switches_of(self.preset))

    def deactivate(self) -> None:
        """Draw what was clicked so far, and forget what is half done."""
        self._finish()
        self.drag, self._place, self._chosen = None, None, ()

    def set_mode(self, mode: WallMode) -> None:
        """Let clicks make something else; walls drawn so far are kept."""
        self._finish()
        self.points, self.drag = (), None
        self.mode = mode
        if mode is not WallMode.SELECT:
            self._chosen = ()
        self.redraw()

    def set_preset(self, preset: Preset) -> None:
        """Let new walls stop something else."""
        self.preset = preset
        self.redraw()

    def set_door(self, state: DoorState) -> None:
        """Set whether new doors are open, closed, locked or secret."""
        self.door = state
        self.redraw()

    def select(self, *ids: str) -> None:
        """Select walls."""
        self._chosen = ids
        self.redraw()

    def change(self, **fields: object) -> None:
        """Set fields of the selected walls."""
        if self.chosen:
            self._submit(wall_changes.change(self.chosen, **fields))

    def remove(self) -> None:
        """Take the selected walls away."""
        self._submit(PutWalls(gone=tuple(wall.id for wall in self.chosen)))
        self._chosen = ()

    def _submit(self, command: Command | None) -> None:
        if command is not None:
            self._controller.submit(command)
        self.redraw()

    # --- the pointer -------------------------------------------------------------------------

    def pointer(self, event: PointerEvent) -> bool:
        """Take a pointer event."""
        handlers: Mapping[PointerKind, Callable[[PointerEvent], bool]] = {
            PointerKind.PRESS: self._press,
            PointerKind.DOUBLE: self._double,
            PointerKind.MOVE: self._move,
            PointerKind.RELEASE: self._release,
            PointerKind.CANCEL: lambda _event: self._forget(),
            PointerKind.MENU: lambda _event: self._forget(),
            PointerKind.LEAVE: self._leave,
        }
        handler = handlers.get(event.kind)
        return handler(event) if handler is not None else False

    def _press(self, event: PointerEvent) -> bool:
        if event.button is not Button.LEFT:
            return False
        self._point_at(event)
        match self.mode:
            case WallMode.WALL:
                self._add_point(self._snapped(event.point))
                self.drag = Drag(Grip.LINE, event.point, event.point) if self.points else None
            case WallMode.ROOM:
                self.drag = Drag(Grip.ROOM, event.point, event.point, free=self._free)
            case WallMode.DOOR | WallMode.WINDOW:
                self.drag = Drag(Grip.OPENING, event.point, event.point, free=self._free)
            case WallMode.SELECT:
                self._press_on_wall(event)
        self.redraw()
        return True

    def _press_on_wall(self, event: PointerEvent) -> None:
        adds = Modifier.SHIFT in event.modifiers
        touched = self._wall_at(event.point)
        end = wall_shapes.end_at(event.point, self.chosen)
        if touched is None and end is None:
            if not adds:
                self._chosen = ()
            self.drag = Drag(Grip.BOX, event.point, event.point)
            return
        if touched is not None and touched.id not in self._chosen:
            self._chosen = (*self._chosen, touched.id) if adds else (touched.id,)
        elif touched is not None and adds:
            self._chosen = tuple(one for one in self._chosen if one != touched.id)
        end = wall_shapes.end_at(event.point, self.chosen)
        grip = Grip.END if end is not None else Grip.WALLS
        self.drag = Drag(grip, event.point, event.point, end)

    def _double(self, event: PointerEvent) -> bool:
        self._point_at(event)
        if self.mode is WallMode.WALL:
            return self._end_here()
        return self._press(event)

    def _move(self, event: PointerEvent) -> bool:
        before = self._shown_place()
        self._point_at(event)
        cell = Cell(*event.cell)
        if self.drag is not None:
            drag = self.drag
            self.drag = Drag(drag.grip, drag.start, event.point, drag.end, self._free)
            self.redraw()
        elif self._controller.view.hover != cell:
            self._controller.show(hover=cell, hovered=())
        elif self._shown_place() != before:
            self.redraw()
        return True

    def _release(self, event: PointerEvent) -> bool:
        if event.button is not Button.LEFT or self.drag is None:
            return False
        drag = Drag(self.drag.grip, self.drag.start, event.point, self.drag.end, self._free)
        self.drag = None
        match drag.grip:
            case Grip.LINE:
                if self.points and _far(drag.start, drag.now) >= CLICK_CELLS:
                    self._point_at(event)
                    self._end_here()
            case Grip.BOX:
                boxed = (w for w in self.walls if wall_shapes.in_box(w, drag.start, drag.now))
                kept = self._chosen if Modifier.SHIFT in event.modifiers else ()
                self._chosen = tuple(dict.fromkeys((*kept, *(wall.id for wall in boxed))))
                self.redraw()
            case _:
                self._submit(self._meant(drag))
        return True

    def _leave(self, event: PointerEvent) -> bool:
        del event
        self._place = None
        if self._controller.view.hover is not None:
            self._controller.show(hover=None, hovered=())
        return True

    def _point_at(self, event: PointerEvent) -> None:
        self._place = event.point
        self._free = Modifier.SHIFT in event.modifiers and self.mode is not WallMode.SELECT

    def _wall_at(self, place: gr.Point) -> Wall | None:
        return wall_shapes.wall_at(place, wall_shapes.near(place, self.walls))

    def _snapped(self, place: gr.Point, *, beside: tuple[Wall, ...] = ()) -> Point:
        left_out = {wall.id for wall in beside}
        walls = (wall for wall in wall_shapes.near(place, self.walls) if wall.id not in left_out)
        size = self._controller.encounter.map.size
        point = wall_shapes.snapped(place, walls, size, free=self._free)
        if self.points and not self._free:
            first = self.points[0]
            near = wall_shapes.gap(first, wall_shapes.to_point(place))
            if near <= wall_shapes.END_SNAP_CELLS:
                return first
        return point

    # --- a line of points ----------------------------------------------------------------------

    def _add_point(self, point: Point) -> None:
        closes = len(self.points) >= 3 and point == self.points[0]  # noqa: PLR2004 a triangle
        if not self.points or point != self.points[-1]:
            self.points = (*self.points, point)
        if closes:
            self._finish()

    def _end_here(self) -> bool:
        """End the line where the pointer is: the leg to it was shown, so it is drawn."""
        if self._place is not None and self.points:
            self._add_point(self._snapped(self._place))
        return self._finish()

    def _finish(self) -> bool:
        """End the line: draw what was clicked."""
        points, self.points = self.points, ()
        if points:
            self._submit(wall_changes.draw(self.walls, points, self.like()))
        return True

    def _forget(self) -> bool:
        was_busy = bool(self.points) or self.drag is not None
        self.points, self.drag = (), None
        if was_busy:
            self.redraw()
        return was_busy

    def take_back(self) -> bool:
        """Take the last corner back, or give up a drag; no leg is shown until the pointer moves."""
        if not self.points:
            return self._forget()
        self.points, self._place = self.points[:-1], None
        self.redraw()
        return True

    # --- drags -----------------------------------------------------------------------------------

    def _meant(self, drag: Drag) -> Command | None:
        """Return what a drag comes to."""
        is_click = _far(drag.start, drag.now) < CLICK_CELLS
        match drag.grip:
            case Grip.ROOM:
                a, b = self._snapped(drag.start), self._snapped(drag.now)
                return wall_changes.room(self.walls, a, b, self.like())
            case Grip.OPENING:
                ends = self._opening(drag)
                return wall_changes.place_opening(self.walls, *ends, self.like())
            case Grip.END if drag.end is not None and not is_click:
                held = tuple(wall for wall in self.walls if drag.end in (wall.a, wall.b))
                to = self._snapped(drag.now, beside=held)
                return wall_changes.move_end(self.walls, drag.end, to)
            case Grip.WALLS if not is_click:
                return wall_changes.shift(self.chosen, self._shift(drag))
            case _:
                return None

    def _shift(self, drag: Drag) -> Point:
        by = Point(
            round((drag.now[0] - drag.start[0]) * SUBCELL),
            round((drag.now[1] - drag.start[1]) * SUBCELL),
        )
        if drag.free:
            return by
        half = SUBCELL // 2
        return Point(round(by.x / half) * half, round(by.y / half) * half)

    def _opening(self, drag: Drag) -> tuple[Point, Point]:
        """Return the ends of a door or window: on the wall under it, else where they snap."""
        wall = self._wall_at(drag.start)
        if _far(drag.start, drag.now) < CLICK_CELLS:
            if wall is not None:
                return wall_shapes.opening(drag.start, wall)
            return wall_shapes.side_near(drag.start)
        a, b = self._snapped(drag.start), self._snapped(drag.now)
        if wall is None:
            return a, b
        return (wall_shapes.along(a, wall, self.walls), wall_shapes.along(b, wall, self.walls))

    # --- keys ----------------------------------------------------------------------------------

    def key(self, event: KeyEvent) -> bool:
        """Take a key."""
        if not event.pressed or event.modifiers - {Modifier.SHIFT}:
            return False
        match event.key:
            case "enter" if self.points:
                return self._end_here()
            case "backspace" if self.points:
                return self.take_back()
            case "escape":
                return self._forget() or self._drop_selection()
            case "delete" if self.chosen:
                self.remove()
                return True
            case _ if event.text in _MODE_KEYS:
                self.set_mode(_MODE_KEYS[event.text])
                return True
            case _:
                return False

    def _drop_selection(self) -> bool:
        had = bool(self._chosen)
        if had:
            self.select()
        return had

    # --- what is shown ---------------------------------------------------------------------------

    def _shown_place(self) -> object:
        if self._place is None:
            return None
        if self.mode is WallMode.SELECT:
            wall = self._wall_at(self._place)
            return wall.id if wall is not None else None
        if self.mode in (WallMode.DOOR, WallMode.WINDOW):
            return self._opening(Drag(Grip.OPENING, self._place, self._place))
        return self._snapped(self._place)

    def overlays(self) -> tuple[sr.OverlayView, ...]:
        """Return what is being drawn, what is selected, and where a click would snap."""
        scale, place = self._controller.encounter.map.scale, self._place
        found: list[sr.OverlayView] = []
        if self.mode is WallMode.SELECT:
            found += wall_marks.selected(self.chosen)
        to = self._snapped(place) if place is not None and self.points else None
        found += wall_marks.line_of(self.points, to, scale)
        if self.drag is not None:
            found += self._dragged(self.drag)
        elif place is not None and self.mode in (WallMode.WALL, WallMode.ROOM):
            found.append(sr.MarkOverlay(wall_shapes.to_cells(self._snapped(place))))
        elif place is not None and self.mode is WallMode.SELECT:
            wall = self._wall_at(place)
            found += [wall_marks.name_of(wall)] if wall is not None else []
        elif place is not None:
            ends = self._opening(Drag(Grip.OPENING, place, place))
            found.append(wall_marks.planned(*ends))
        return tuple(found)

    def _dragged(self, drag: Drag) -> list[sr.OverlayView]:
        if drag.grip is Grip.LINE:
            return []
        if drag.grip is Grip.BOX:
            return [wall_marks.frame(drag.start, drag.now)]
        command = self._meant(drag)
        if not isinstance(command, PutWalls):
            return []
        if drag.grip is Grip.OPENING:
            made, scale = command.put[-1], self._controller.encounter.map.scale
            words = wall_marks.length_words(made.a, made.b, scale)
            return [wall_marks.planned(made.a, made.b, words)]
        return wall_marks.moved(command, self.walls)

    def keys(self) -> tuple[KeyHint, ...]:
        """Return the keys of the present mode."""
        modes = KeyHint(_("1\u20135"), _("what to draw"))
        free = KeyHint(_("Shift"), _("no snap"))
        if self.points:
            return (
                KeyHint(_("Click"), _("next corner")),
                KeyHint(_("Enter"), _("end")),
                KeyHint(_("Backspace"), _("take back")),
                free,
                KeyHint(_("Esc"), _("cancel")),
            )
        if self.mode is WallMode.SELECT:
            return (
                KeyHint(_("Click"), _("select")),
                KeyHint(_("Drag"), _("move an end, or box")),
                KeyHint(_("Delete"), _("take away")),
                modes,
            )
        starts = {
            WallMode.WALL: (_("Click or drag"), _("corner to corner")),
            WallMode.ROOM: (_("Drag"), _("a room")),
        }.get(self.mode, (_("Click or drag"), _("on a wall")))
        return (KeyHint(*starts), free, modes, KeyHint(_("Ctrl Z"), _("take back")))

    def facts(self) -> tuple[str, ...]:
        """Return how many walls are selected."""
        count = len(self.chosen)
        if not count:
            return ()
        return (ngettext("{n} wall selected", "{n} walls selected", count).format(n=count),)


def _far(a: gr.Point, b: gr.Point) -> float:
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))
