"""The tool for walls, doors and windows: lines by clicks, rooms by drags, openings cut into walls.

States are named: idle, a line of points being clicked, or a drag. Nothing changes before a line is
ended or a drag let go; each is one command.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridwar.control.state.pointer_and_keys import KeyboardModifier
from gridwar.control.tools.tool_base import Cursor, Tool, ToolGroup, ToolInfo
from gridwar.control.tools.walls import wall_changes, wall_geometry, wall_overlays
from gridwar.control.tools.walls.wall_changes import KINDS, MODES, WallMode
from gridwar.control.tools.walls.wall_geometry import Drag, Grip, Snapping
from gridwar.control.tools.walls.wall_tidying import Tidy, WallTidying
from gridwar.engine.gm.map_commands import PutWalls
from gridwar.model.geometry import SUBCELL, Cell, Point
from gridwar.model.walls import DoorState, Wall, WallKind, WallSide
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.control.controller.controller import Controller
    from gridwar.control.records import ground_records as gr
    from gridwar.control.records import scene_records as sr
    from gridwar.control.records.panel_records import KeyHint
    from gridwar.control.state.pointer_and_keys import KeyEvent, PointerEvent
    from gridwar.model.scale import Scale

_DRAWN = (WallMode.WALL, WallMode.ROOM)
_ANYWHERE = (Point(0, 0), Point(SUBCELL, 0))
_MODE_KEYS = {str(number): mode for number, mode in enumerate(MODES, start=1)}
"""The digits, those of the number pad too."""
_KIND_KEYS = {str(number): kind for number, kind in enumerate(KINDS, start=len(MODES) + 1)}


class WallsTool(Tool):
    """Draws and changes walls."""

    info = ToolInfo(
        "walls",
        _("Walls and doors"),
        "brick-wall",
        _("Walls, doors and windows: click from corner to corner"),
        ToolGroup.EDIT,
    )
    cursor = Cursor.MEASURE
    keeps_to_page = True

    def __init__(self, controller: Controller) -> None:
        """Begin with drawing walls that stop everything."""
        super().__init__(controller)
        self.mode = WallMode.WALL
        self.kind = WallKind.WALL
        self.one_way: WallSide | None = None
        self.door = DoorState.CLOSED
        self.points: tuple[Point, ...] = ()
        self.drag: Drag | None = None
        self._floor_of_line = ""
        self._chosen: tuple[str, ...] = ()
        self._place: gr.Point | None = None
        self._free = False
        self.tidying = WallTidying(lambda: self.walls, lambda: self.chosen, self.submit)

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
        return wall_changes.chosen_of(self.walls, self._chosen)

    def like(self) -> Wall:
        """Return what the next wall, door or window is like."""
        kind = {WallMode.DOOR: WallKind.DOOR, WallMode.WINDOW: WallKind.WINDOW}.get(self.mode)
        like = Wall.of_kind(kind or self.kind, "new", *_ANYWHERE).replace(one_way=self.one_way)
        return like.replace(door=self.door) if kind is WallKind.DOOR else like

    def deactivate(self) -> None:
        """Draw what was clicked so far, and forget what is half done."""
        self._finish()
        self.drag, self._place, self._chosen = None, None, ()
        self.tidying.what = Tidy.NOTHING

    def set_mode(self, mode: WallMode) -> None:
        """Let clicks make something else; walls drawn so far are kept."""
        self._finish()
        self.drag, self.mode, self.tidying.what = None, mode, Tidy.NOTHING
        if mode is not WallMode.SELECT:
            self._chosen = ()
        self.redraw()

    def set_kind(self, kind: WallKind) -> None:
        """Let new walls be of another kind; whatever else was made, walls are now."""
        self.kind = kind
        if self.mode in _DRAWN:
            self.redraw()
        else:
            self.set_mode(WallMode.WALL)

    def turn_round(self) -> None:
        """Let selected walls, or else new ones, stop both sides, one, or the other."""
        if self.mode is not WallMode.SELECT:
            self.one_way = wall_changes.turned(self.one_way)
            self.redraw()
        elif self.chosen:
            self.submit(wall_changes.turn_round(self.chosen))

    def set_door(self, state: DoorState) -> None:
        """Set whether new doors are open, closed, locked or secret."""
        self.door = state
        self.redraw()

    def tidy(self, what: Tidy) -> None:
        """Make walls fewer, or close gaps; of all, or of those selected."""
        if what is not Tidy.NOTHING and self.mode is not WallMode.SELECT:
            self.set_mode(WallMode.SELECT)
        self.tidying.begin(what)

    def select(self, *ids: str) -> None:
        """Select walls."""
        self._chosen = ids
        self.redraw()

    def change(self, **fields: object) -> None:
        """Set fields of the selected walls."""
        if self.chosen:
            self.submit(wall_changes.change(self.chosen, **fields))

    def remove(self) -> None:
        """Take the selected walls away."""
        self.submit(PutWalls(gone=tuple(wall.id for wall in self.chosen)))
        self._chosen = ()

    # --- the pointer -------------------------------------------------------------------------

    def press(self, event: PointerEvent) -> bool:
        """Add a corner, or begin a drag."""
        self._point_at(event)
        match self.mode:
            case WallMode.WALL:
                if not self._is_on_floor_of_line():
                    self._finish()
                self._add_point(self._snapping().point(event.point))
                self.drag = Drag(Grip.LINE, event.point, event.point) if self.points else None
            case WallMode.ROOM | WallMode.DOOR | WallMode.WINDOW:
                grip = Grip.ROOM if self.mode is WallMode.ROOM else Grip.OPENING
                self.drag = Drag(grip, event.point, event.point, free=self._free)
            case WallMode.SELECT:
                self._press_on_wall(event)
        self.redraw()
        return True

    def _press_on_wall(self, event: PointerEvent) -> None:
        adds = KeyboardModifier.SHIFT in event.modifiers
        touched = self._snapping().wall_at(event.point)
        end = wall_geometry.end_at(event.point, self.chosen)
        if touched is None and end is None:
            if not adds:
                self._chosen = ()
            self.drag = Drag(Grip.BOX, event.point, event.point)
            return
        self._chosen = tuple(wall.id for wall in self.chosen)
        self._chosen = wall_changes.picked(self._chosen, touched, adds=adds)
        end = wall_geometry.end_at(event.point, self.chosen)
        grip = Grip.END if end is not None else Grip.WALLS
        self.drag = Drag(grip, event.point, event.point, end)

    def double(self, event: PointerEvent) -> bool:
        """End a line of walls; else as any press."""
        self._point_at(event)
        if self.mode is WallMode.WALL:
            return self._end_here()
        return self.press(event)

    def move(self, event: PointerEvent) -> bool:
        """Draw on, or show where a click would snap."""
        before = self._shown_place()
        self._point_at(event)
        cell = Cell(*event.cell)
        if self.drag is not None:
            self.drag = replace(self.drag, now=event.point, free=self._free)
            self.redraw()
        elif self._controller.view.hover != cell:
            self._controller.show(hover=cell, hovered=())
        elif self._shown_place() != before:
            self.redraw()
        return True

    def release(self, event: PointerEvent) -> bool:
        """Do what the drag came to."""
        if self.drag is None:
            return False
        drag, self.drag = replace(self.drag, now=event.point, free=self._free), None
        match drag.grip:
            case Grip.LINE:
                if self.points and not drag.is_click:
                    self._point_at(event)
                    self._end_here()
            case Grip.BOX:
                kept = self._chosen if KeyboardModifier.SHIFT in event.modifiers else ()
                self._chosen = wall_changes.boxed(self.walls, drag, kept)
                self.redraw()
            case _:
                self.submit(wall_changes.meant(drag, self._snapping(), self.chosen, self.like()))
        return True

    def give_up(self, event: PointerEvent) -> bool:
        """Forget what is half done."""
        del event
        return self._forget()

    def leave(self, event: PointerEvent) -> bool:
        """Show no snap."""
        del event
        self._place = None
        if self._controller.view.hover is not None:
            self._controller.show(hover=None, hovered=())
        return True

    def _point_at(self, event: PointerEvent) -> None:
        self._place = event.point
        self._free = KeyboardModifier.SHIFT in event.modifiers and self.mode is not WallMode.SELECT

    def _snapping(self) -> Snapping:
        size, first = self._controller.encounter.map.size, next(iter(self.points), None)
        return Snapping(self.walls, size, first, self._free)

    # --- a line of points ----------------------------------------------------------------------

    def _is_on_floor_of_line(self) -> bool:
        """Return whether the line goes on here: it never leaves its floor."""
        return not self.points or self._controller.floors.under(self._place) == self._floor_of_line

    def _add_point(self, point: Point) -> None:
        if not self.points:
            self._floor_of_line = self._controller.floors.under(self._place)
        closes = len(self.points) >= 3 and point == self.points[0]  # noqa: PLR2004 a triangle
        if not self.points or point != self.points[-1]:
            self.points = (*self.points, point)
        if closes:
            self._finish()

    def _end_here(self) -> bool:
        """End the line where the pointer is: the leg to it was shown, so it is drawn."""
        if self._place is not None and self.points and self._is_on_floor_of_line():
            self._add_point(self._snapping().point(self._place))
        return self._finish()

    def _finish(self) -> bool:
        """End the line: draw what was clicked."""
        points, self.points = self.points, ()
        if points:
            self.submit(wall_changes.draw(self.walls, points, self.like()))
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

    # --- keys ----------------------------------------------------------------------------------

    def key(self, event: KeyEvent) -> bool:
        """Take a key."""
        if not event.pressed or event.modifiers - {KeyboardModifier.SHIFT}:
            return False
        return self.tidying.key(event) or self._own_key(event)

    def _own_key(self, event: KeyEvent) -> bool:
        match event.key:
            case "enter" if self.points:
                return self._end_here()
            case "backspace" if self.points:
                return self.take_back()
            case "escape" if self.points or self.drag is not None:
                return self._forget()
            case "escape" if self._chosen:
                self.select()
                return True
            case "delete" if self.chosen:
                self.remove()
                return True
            case "tab":
                self.turn_round()
                return True
            case _:
                return self._choose(event.text)

    def _choose(self, digit: str) -> bool:
        """Take a digit for what to draw, or for its kind."""
        if digit in _MODE_KEYS:
            self.set_mode(_MODE_KEYS[digit])
        elif digit in _KIND_KEYS:
            self.set_kind(_KIND_KEYS[digit])
        return digit in {*_MODE_KEYS, *_KIND_KEYS}

    # --- what is shown ---------------------------------------------------------------------------

    def _shown_place(self) -> object:
        if self._place is None:
            return None
        return wall_overlays.taken(self.mode, self._snapping(), self._place)

    def overlays(self) -> tuple[sr.OverlayView, ...]:
        """Return what is being drawn, what is selected, and where a click would snap."""
        scale, place = self.scale, self._place
        found = self.tidying.overlays()
        if self.mode is WallMode.SELECT:
            found += wall_overlays.selected(self.chosen)
        leads_on = self.points and self._is_on_floor_of_line()
        to = self._snapping().point(place) if place is not None and leads_on else None
        found += wall_overlays.line_of(self.points, to, scale, self.one_way)
        if self.drag is not None:
            meant = wall_changes.meant(self.drag, self._snapping(), self.chosen, self.like())
            found += wall_overlays.dragged(self.drag, meant, self.walls, scale)
        elif place is not None:
            found += wall_overlays.pointed_at(self.mode, self._snapping(), place, self.one_way)
        return tuple(found)

    def keys(self) -> tuple[KeyHint, ...]:
        """Return the keys of the present mode."""
        if self.tidying.what is not Tidy.NOTHING:
            return self.tidying.keys()
        return wall_overlays.keys(self.mode, is_drawing=bool(self.points))

    def facts(self) -> tuple[str, ...]:
        """Return how many walls are selected."""
        return wall_overlays.facts(len(self.chosen))
