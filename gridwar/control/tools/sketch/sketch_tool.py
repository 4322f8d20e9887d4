"""The sketch tool: a dungeon drawn with the mouse, with hardly a mode.

A drag is a room, begun in a room a corridor; a click on an edge puts a door. Caves, round rooms and
things have a pen of their own, by key or chip. Nothing changes before a drag is let go; each is one
command. By key a cursor stands in for the pointer: arrows go from cell to cell, with Shift to an
edge; Enter begins a stroke and ends it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from gridwar.control.state.pointer_and_keys import STEPS, KeyboardModifier
from gridwar.control.tools.ground import stroke_cells
from gridwar.control.tools.sketch import sketch_gesture as gestures
from gridwar.control.tools.sketch import sketch_overlays, sketch_places
from gridwar.control.tools.sketch.sketch_gesture import EDGES, Gesture, Hand, SketchPen
from gridwar.control.tools.tool_base import Cursor, Tool, ToolGroup, ToolInfo
from gridwar.engine.gm.sketch_commands import DrawEdges, SetSketchStyle
from gridwar.model.geometry import Cell
from gridwar.model.sketch import EdgeKind, Sketch, SketchThingKind
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.control.controller.controller import Controller
    from gridwar.control.records import scene_records as sr
    from gridwar.control.records.ground_records import Point
    from gridwar.control.records.panel_records import KeyHint
    from gridwar.control.state.pointer_and_keys import KeyEvent, PointerEvent
    from gridwar.model.geometry import Size
    from gridwar.model.sketch import SketchStyle
    from gridwar.model.sketch_strokes import Edge

FAR_STRIDE: Final = 5
"""So many cells the cursor goes with Ctrl."""
_CELL_CELLS: Final = 0.5
"""How far a brush reaches that takes the cell it is in."""
_EDGE_KEYS: Final = {str(number): kind for number, kind in enumerate(EDGES, start=1)}
THING_KEY: Final = "9"
ERASE_KEY: Final = "0"


class SketchTool(Tool):
    """Draws rooms, corridors, doors, caves and things."""

    info = ToolInfo(
        "sketch",
        _("Sketch"),
        "square-pen",
        _("Draw a map: drag rooms and corridors, click doors, brush caves"),
        ToolGroup.EDIT,
    )
    cursor = Cursor.MEASURE
    keeps_to_page = True

    def __init__(self, controller: Controller) -> None:
        """Begin with rooms, and doors on their edges."""
        super().__init__(controller)
        self.hand = Hand()
        self.gesture: Gesture | None = None
        self._point: Point | None = None
        self._left_at: Edge | None = None  # where the mouse has drawn, until it goes elsewhere
        self._blank = Sketch.blank(controller.encounter.map.size)

    @property
    def _size(self) -> Size:
        return self._controller.encounter.map.size

    @property
    def sketch(self) -> Sketch:
        """What is drawn; a blank one where nothing is."""
        found = self._controller.encounter.map.sketch
        if found is not None:
            return found
        if self._blank.size != self._size:
            self._blank = Sketch.blank(self._size)
        return self._blank

    @property
    def edge(self) -> Edge | None:
        """The edge under the pointer, where a click would mean it."""
        if self._point is None or self.gesture is not None or self.hand.pen is not SketchPen.ROOM:
            return None
        return sketch_places.edge_at(self._point, self.sketch)

    # --- how it is set -------------------------------------------------------------------------

    def _set(self, hand: Hand) -> None:
        self.hand = hand
        self.redraw()

    def set_pen(self, pen: SketchPen) -> None:
        """Take another pen; what is half done is forgotten."""
        self.gesture = None
        self._set(replace(self.hand, pen=pen))

    def step_pen(self, by: int) -> None:
        """Take the next of the pens that draw rooms, caves and halls, or the one before."""
        self.set_pen(gestures.next_pen(self.hand.pen, by))

    def set_thing(self, thing: SketchThingKind) -> None:
        """Let clicks put a thing."""
        self.gesture = None
        self._set(replace(self.hand, pen=SketchPen.THING, thing=thing, erases=False))

    def set_edge(self, kind: EdgeKind) -> None:
        """Let clicks put a kind on edges; a half done stroke of another pen is forgotten."""
        self.gesture = self.gesture if self.hand.pen is SketchPen.ROOM else None
        self._set(replace(self.hand, pen=SketchPen.ROOM, edge=kind, erases=False, last=None))

    def set_size(self, size: int) -> None:
        """Set how many cells the brush is across; it keeps within 1 and 9."""
        size = min(stroke_cells.LARGEST, max(stroke_cells.SMALLEST, size))
        self._set(replace(self.hand, size=size))

    def set_style(self, style: SketchStyle) -> None:
        """Draw the sketch in another style; a map without one begins with it."""
        if style is not self.sketch.style:
            self.submit(SetSketchStyle(style=style))

    def set_erases(self, erases: bool) -> None:
        """Set whether what is drawn over becomes rock."""
        self._set(replace(self.hand, erases=erases))

    def deactivate(self) -> None:
        """Forget the stroke, and draw rooms when it is taken up again."""
        self.gesture = self._point = None
        self.hand = replace(self.hand, pen=SketchPen.ROOM, erases=False, last=None)

    # --- the pointer ---------------------------------------------------------------------------

    def press(self, event: PointerEvent) -> bool:
        """Begin a stroke."""
        if self.gesture is not None and self.gesture.by_key:
            self.gesture = None
        self._begin(event.point, event.modifiers)
        return True

    def _begin(
        self, point: Point, held: frozenset[KeyboardModifier], *, by_key: bool = False
    ) -> None:
        self._point = point
        cell = sketch_places.cell_at(point)
        # At a wall, from whichever side, a drag begins in the room behind it: it is what is lit.
        edge = self.edge if self.hand.pen is SketchPen.ROOM else None
        way_out = None if edge is None else sketch_places.way_out_at(edge, cell, self.sketch)
        inside = cell if way_out is None else way_out.before
        self.gesture = Gesture(
            point,
            point,
            joins=KeyboardModifier.CTRL in held,
            along=KeyboardModifier.SHIFT in held and self.hand.pen is SketchPen.ROOM,
            by_key=by_key,
            room=sketch_places.room_at(inside, self.sketch),
            way_out=way_out,
        )
        self.redraw()

    def move(self, event: PointerEvent) -> bool:
        """Draw on, or show what a click would mean."""
        before = self._shown_place()
        self._point = event.point
        if self.gesture is not None and not self.gesture.by_key:
            self._draw_to(event.point, joins=KeyboardModifier.CTRL in event.modifiers)
        elif self.gesture is None and self._shown_place() != before:
            self._left_at = None
            self._controller.show(hover=Cell(*event.cell), hovered=())
        return True

    def _draw_to(self, point: Point, *, joins: bool) -> None:
        before = self.gesture
        if before is None:
            return
        is_cave = self.hand.pen is SketchPen.CAVE
        moved = before.moved(point, self.sketch, self.hand.size / 2 if is_cave else _CELL_CELLS)
        self.gesture = moved = replace(moved, joins=joins)
        # Where nothing is drawn but whole cells, only another cell makes another picture.
        if is_cave or moved.along or (moved.cells, joins) != (before.cells, before.joins):
            self._controller.show(hover=sketch_places.cell_at(point), hovered=())

    def release(self, event: PointerEvent) -> bool:
        """Do what the drag came to."""
        if self.gesture is None or self.gesture.by_key:
            return False
        self._point = event.point
        self._draw_to(event.point, joins=KeyboardModifier.CTRL in event.modifiers)
        self._close()
        self._left_at = self.edge
        return True

    def _close(self) -> None:
        """End the stroke: draw it, as one command."""
        gesture, self.gesture = self.gesture, None
        if gesture is not None:
            command = gestures.command_of(self.hand, gesture, self.sketch)
            is_edge = isinstance(command, DrawEdges) and len(command.edges) == 1
            last = command.edges[0] if isinstance(command, DrawEdges) and is_edge else None
            self.hand = replace(self.hand, last=last)
            self.submit(command)

    def double(self, event: PointerEvent) -> bool:
        """Take a second click as one more."""
        return self.press(event)

    def give_up(self, event: PointerEvent) -> bool:
        """Forget the stroke."""
        del event
        return self.take_back()

    def take_back(self) -> bool:
        """Forget the stroke; return whether there was one."""
        was_busy, self.gesture = self.gesture is not None, None
        if was_busy:
            self.redraw()
        return was_busy

    def wheel(self, event: PointerEvent) -> bool:
        """Change the size of the brush, with Ctrl."""
        if KeyboardModifier.CTRL not in event.modifiers or self.hand.pen is not SketchPen.CAVE:
            return False
        self.set_size(self.hand.size + (1 if event.steps > 0 else -1))
        return True

    def leave(self, event: PointerEvent) -> bool:
        """Show nothing under the pointer."""
        del event
        if self.gesture is None and self._point is not None:
            self._point = None
            self._controller.show(hover=None, hovered=())
        return True

    # --- keys ----------------------------------------------------------------------------------

    def key(self, event: KeyEvent) -> bool:
        """Take a key: cursor and strokes, kinds of edges, pens, the eraser."""
        ctrl = KeyboardModifier.CTRL in event.modifiers
        if not event.pressed or event.modifiers - {KeyboardModifier.SHIFT, KeyboardModifier.CTRL}:
            return False
        if event.key in ("enter", "return"):
            self._press_key(event.modifiers)
            return True
        if event.key in STEPS:
            self._go(event.key, event.modifiers)
            return True
        return not ctrl and self._key_to_set(event)

    def _key_to_set(self, event: KeyEvent) -> bool:
        match event.key:
            case "escape":
                return self._put_away()
            case "bracketleft" | "pagedown" if self.hand.pen is SketchPen.CAVE:
                self.set_size(self.hand.size - 1)
            case "bracketright" | "pageup" if self.hand.pen is SketchPen.CAVE:
                self.set_size(self.hand.size + 1)
            case _ if event.text in _EDGE_KEYS:
                self._put_edge(_EDGE_KEYS[event.text])
            case "tab":
                self.step_pen(-1 if KeyboardModifier.SHIFT in event.modifiers else 1)
            case _ if event.text == ERASE_KEY:
                self.set_erases(not self.hand.erases)
            case _ if event.text == THING_KEY:
                self.set_thing(gestures.next_thing(self.hand))
            case _:
                return False
        return True

    def _put_away(self) -> bool:
        """Leave what is innermost: the stroke, the eraser, the pen; return whether any was."""
        if self.take_back():
            return True
        if self.hand.erases:
            self.set_erases(False)
        elif self.hand.pen is not SketchPen.ROOM:
            self.set_pen(SketchPen.ROOM)
        else:
            return False
        return True

    def _put_edge(self, kind: EdgeKind) -> None:
        """Choose a kind, and put it on the edge under the pointer, but where that drew just now."""
        edge = self.edge
        self.set_edge(kind)
        if edge is not None and edge != self._left_at:
            self.hand = replace(self.hand, last=edge)
            self.submit(DrawEdges(edges=(edge,), edge_kind=kind))

    # --- by key --------------------------------------------------------------------------------

    def _cursor(self) -> Point:
        return sketch_places.cursor_in(self._controller.floors.page, self._point)

    def _go(self, key: str, held: frozenset[KeyboardModifier]) -> None:
        stride = FAR_STRIDE if KeyboardModifier.CTRL in held else 1
        to_edge = KeyboardModifier.SHIFT in held
        at, step, page = self._cursor(), STEPS[key], self._controller.floors.page
        self._go_to(sketch_places.stepped(at, step, page, stride, to_edge=to_edge))

    def _go_to(self, point: Point) -> None:
        self._point, self._left_at = point, None
        if self.gesture is not None:
            self._draw_to(point, joins=self.gesture.joins)
        self._controller.show(hover=sketch_places.cell_at(point), hovered=())

    def _press_key(self, held: frozenset[KeyboardModifier]) -> None:
        """Put something on the edge at the cursor, begin a stroke there, or end what was begun."""
        point = self._cursor()
        if self.gesture is not None:
            if KeyboardModifier.CTRL in held:
                self.gesture = replace(self.gesture, joins=True)
            self._close()
            return
        if self.edge is not None and KeyboardModifier.SHIFT not in held:
            self.gesture = Gesture(point, point)
            self._close()
            return
        self._begin(point, held, by_key=True)

    # --- what is shown -------------------------------------------------------------------------

    def _shown_place(self) -> object:
        """Return what the overlays at rest go by, so that they are drawn anew with it alone."""
        if self._point is None or self.hand.pen is SketchPen.CAVE:
            return self._point
        edge = self.edge
        return edge if edge is not None else sketch_places.cell_at(self._point)

    def overlays(self) -> tuple[sr.OverlayView, ...]:
        """Return what is being drawn, or what a click would mean."""
        if self.gesture is not None:
            scale = self._controller.encounter.map.scale
            return sketch_overlays.drawn_by(self.hand, self.gesture, scale, self.sketch)
        if self._point is None:
            return ()
        return sketch_overlays.at_rest(self.hand, self._point, self.sketch)

    def keys(self) -> tuple[KeyHint, ...]:
        """Return the keys of this moment."""
        cell = sketch_places.cell_at(self._cursor())
        room = cell if self._point and sketch_places.is_open(cell, self.sketch) else None
        rests = self.edge is not None and self.edge == self._left_at
        return sketch_overlays.keys_of(self.hand, self.gesture, self.edge, room, rests=rests)

    def facts(self) -> tuple[str, ...]:
        """Return the eraser while it is in hand."""
        return (_("eraser"),) if self.hand.erases else ()
