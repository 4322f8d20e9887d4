"""The fog tool: what players know of the map is uncovered and covered by hand.

Owns the gesture and its preview. A stroke is one command when it ends; until then nothing has
changed, and Escape or a right click forgets it. By key a cursor stands in for the pointer.
"""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from gridwar.control.records import scene_records as sr
from gridwar.control.records.panel_records import KeyHint
from gridwar.control.state.pointer_and_keys import STEPS, KeyboardModifier
from gridwar.control.tools.ground import fog_shapes, stroke_cells
from gridwar.control.tools.ground.fog_edits import FogEdit, FogHand, command_of, words_of
from gridwar.control.tools.ground.fog_stroke import (
    LEAST_CORNERS,
    FogShape,
    FogStroke,
    keys_of_stroke,
)
from gridwar.control.tools.tool_base import Cursor, Tool, ToolGroup, ToolInfo
from gridwar.grid.areas.rooms import room_around
from gridwar.model.geometry import Cell
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.control.controller.controller import Controller
    from gridwar.control.records.ground_records import Point
    from gridwar.control.state.pointer_and_keys import KeyEvent, PointerEvent
    from gridwar.model.geometry import Size

CLOSES_CELLS: Final = 0.6
"""A click so near to the first corner of a polygon closes it."""
FAR_STRIDE: Final = 5
"""So many cells the cursor goes with Shift."""


SHAPES: Final = tuple(FogShape)
HANDS: Final = tuple(FogHand)


class FogTool(Tool):
    """Uncovers and covers."""

    info = ToolInfo(
        "fog",
        _("Fog"),
        "cloud-fog",
        _("What players know of the map: uncover and cover it by hand"),
        ToolGroup.SIGHT,
    )
    cursor = Cursor.MEASURE

    def __init__(self, controller: Controller) -> None:
        """Begin with a brush of three cells."""
        super().__init__(controller)
        self.shape = FogShape.BRUSH
        self.size = 3
        self.hand = FogHand.MEMORY
        self.covers = False
        """Whether it covers where Ctrl is not held, and uncovers where it is."""
        self.stroke: FogStroke | None = None
        self._side = ""
        self._point: Point | None = None

    # --- how it is set ---------------------------------------------------------------------------

    @property
    def choices(self) -> tuple[str, ...]:
        """The sides that it can be for, where there are several."""
        sides = self._controller.encounter.remembering_sides
        return sides if len(sides) > 1 else ()

    @property
    def side(self) -> str:
        """The side that strokes are for; empty for all that keep a memory."""
        return self._side if self._side in self.choices else ""

    def take_side(self, side: str) -> None:
        """Let strokes be for a side; empty for all that keep a memory."""
        self._side = side
        self.redraw()

    def set_shape(self, shape: FogShape) -> None:
        """Take another shape; what is half done is forgotten."""
        self.shape = shape
        self._forget()

    def set_size(self, size: int) -> None:
        """Set how many cells the brush is across; it keeps within 1 and 9."""
        self.size = min(stroke_cells.LARGEST, max(stroke_cells.SMALLEST, size))
        self.redraw()

    def set_hand(self, hand: FogHand) -> None:
        """Set what a stroke changes."""
        self.hand = hand
        self.redraw()

    def set_covers(self, covers: bool) -> None:
        """Set whether it covers where Ctrl is not held."""
        self.covers = covers
        self.redraw()

    def deactivate(self) -> None:
        """Forget the stroke and the pointer."""
        self.stroke = self._point = None

    # --- the pointer -----------------------------------------------------------------------------

    def press(self, event: PointerEvent) -> bool:
        """Begin a stroke, or set another corner of a polygon."""
        self._point = event.point
        covers = self.covers is not (KeyboardModifier.CTRL in event.modifiers)
        self._begin_or_go_on(event.point, covers=covers)
        return True

    def double(self, event: PointerEvent) -> bool:
        """Close a polygon; anything else is another press."""
        if self.stroke is None or self.shape is not FogShape.POLYGON:
            return self.press(event)
        self.close()
        return True

    def move(self, event: PointerEvent) -> bool:
        """Draw on, or show where it would."""
        self._point = event.point
        self._draw_to(event.point)
        self._controller.show(hover=Cell(*event.cell), hovered=())
        return True

    def release(self, event: PointerEvent) -> bool:
        """End a stroke; a polygon goes on until it is closed."""
        if self.stroke is None or self.shape is FogShape.POLYGON or self.stroke.by_key:
            return False
        self._draw_to(event.point)
        self.close()
        return True

    def give_up(self, event: PointerEvent) -> bool:
        """Forget the stroke, of a polygon its last corner."""
        del event
        return self.take_back()

    def take_back(self) -> bool:
        """Take the last corner of a polygon back, or give up the stroke."""
        stroke = self.stroke
        if stroke is None:
            return False
        self.stroke = stroke.a_corner_back()
        self.redraw()
        return True

    def wheel(self, event: PointerEvent) -> bool:
        """Change the size of the brush, with Ctrl."""
        if KeyboardModifier.CTRL not in event.modifiers:
            return False
        self.set_size(self.size + (1 if event.steps > 0 else -1))
        return True

    def leave(self, event: PointerEvent) -> bool:
        """Show no brush."""
        del event
        if self.stroke is None:
            self._point = None
            self._controller.show(hover=None, hovered=())
        return True

    # --- the stroke ------------------------------------------------------------------------------

    @property
    def _map_size(self) -> Size:
        return self._controller.encounter.map.size

    def _begin_or_go_on(self, point: Point, *, covers: bool, by_key: bool = False) -> None:
        stroke = self.stroke
        if stroke is not None and self.shape is FogShape.POLYGON:
            self._add_corner(stroke, point)
            return
        if stroke is not None and stroke.by_key:
            self._draw_to(point)
            self.close()
            return
        is_brush = self.shape is FogShape.BRUSH
        marked = fog_shapes.no_points(self._map_size) if is_brush else None
        self.stroke = FogStroke(self.shape, (point, point), covers, by_key, marked)
        self._draw_to(point)
        self.redraw()

    def _add_corner(self, stroke: FogStroke, point: Point) -> None:
        set_already, first = stroke.corners[:-1], stroke.corners[0]
        is_round = hypot(point[0] - first[0], point[1] - first[1]) < CLOSES_CELLS
        # Enter once more where the last corner was set, or a click at the first one.
        if (is_round or point == set_already[-1]) and len(set_already) >= LEAST_CORNERS:
            self.close()
        elif point != set_already[-1]:
            self.stroke = replace(stroke, corners=(*set_already, point, point))
            self.redraw()

    def _draw_to(self, point: Point) -> None:
        stroke = self.stroke
        if stroke is None:
            return
        if stroke.marked is not None:
            way = (stroke.corners[-1], point)
            fog_shapes.sweep(stroke.marked, self._map_size, way, self.size)
        self.stroke = replace(stroke, corners=(*stroke.corners[:-1], point))

    def close(self) -> None:
        """End the stroke: uncover or cover what it takes in, as one command."""
        edit = self.edit()
        self.stroke = None
        self.submit(None if edit is None else command_of(self._controller.encounter, edit))

    def edit(self) -> FogEdit | None:
        """Return what the stroke under way would change; None for nothing."""
        stroke = self.stroke
        if stroke is None:
            return None
        points = stroke.taken_in(self._controller.encounter.map)
        is_any = points is not None and bool(points.any())
        return FogEdit(self._sides(), self.hand, stroke.covers, points) if is_any else None

    def _sides(self) -> tuple[str, ...]:
        return (self.side,) if self.side else ()

    def edit_all(self, *, covers: bool) -> None:
        """Uncover the whole map for the side, or cover it."""
        edit = FogEdit(self._sides(), FogHand.MEMORY, covers, None)
        self.submit(command_of(self._controller.encounter, edit))

    def _forget(self) -> None:
        self.stroke = None
        self.redraw()

    # --- keys ------------------------------------------------------------------------------------

    def key(self, event: KeyEvent) -> bool:
        """Take a key: cursor, stroke, size, shape, cover or uncover, what it changes."""
        ctrl = KeyboardModifier.CTRL in event.modifiers
        if not event.pressed or event.modifiers - {KeyboardModifier.SHIFT, KeyboardModifier.CTRL}:
            return False
        if event.key in ("enter", "return", "space"):
            self._press_key(covers=self.covers is not ctrl, closes=_is_shifted(event))
            return True
        return not ctrl and self._key_to_set(event)

    def _key_to_set(self, event: KeyEvent) -> bool:
        stride = FAR_STRIDE if _is_shifted(event) else 1
        match event.key:
            case "escape":
                return self.take_back()
            case key if key in STEPS:
                dx, dy = STEPS[key]
                self._go_by(dx * stride, dy * stride)
            case "bracketleft" | "pagedown":
                self.set_size(self.size - 1)
            case "bracketright" | "pageup":
                self.set_size(self.size + 1)
            case "0":
                self.set_covers(not self.covers)
            case "tab":
                self.set_hand(HANDS[(HANDS.index(self.hand) + 1) % len(HANDS)])
            case _ if event.text in _SHAPE_KEYS:
                self.set_shape(_SHAPE_KEYS[event.text])
            case _:
                return False
        return True

    def _cursor(self) -> Point:
        if self._point is not None:
            return self._point
        width, height = self._map_size
        return (width // 2 + 0.5, height // 2 + 0.5)

    def _go_by(self, dx: int, dy: int) -> None:
        width, height = self._map_size
        x, y = self._cursor()
        x = min(width - 0.5, max(0.5, x // 1 + 0.5 + dx))
        y = min(height - 0.5, max(0.5, y // 1 + 0.5 + dy))
        self._point = (x, y)
        self._draw_to((x, y))
        self._controller.show(hover=Cell(int(x), int(y)), hovered=())

    def _press_key(self, *, covers: bool, closes: bool) -> None:
        """Begin a stroke at the cursor, set a corner there, or end what was begun."""
        self._point = point = self._cursor()
        if closes and self.stroke is not None and self.shape is FogShape.POLYGON:
            self._add_corner(self.stroke, point)
            self.close()
            return
        self._begin_or_go_on(point, covers=covers, by_key=True)
        if self.shape is FogShape.ROOM:
            self.close()

    # --- what is shown ---------------------------------------------------------------------------

    def overlays(self) -> tuple[sr.OverlayView, ...]:
        """Return the brush, the box, the polygon, or the room under the pointer."""
        if self.stroke is not None and self.shape in (FogShape.BOX, FogShape.POLYGON):
            return self.stroke.outline(self.words(covers=self.stroke.covers))
        if self._point is None:
            return ()
        covers = self.covers if self.stroke is None else self.stroke.covers
        return self._where_it_would(self._point, self.words(covers=covers))

    def _where_it_would(self, point: Point, label: str) -> tuple[sr.OverlayView, ...]:
        match self.shape:
            case FogShape.ROOM:
                page, cell = self._controller.encounter.map, stroke_cells.cell_at(point)
                cells = room_around(page, cell)
                return (sr.RegionOverlay(sr.RegionRole.BRUSH, cells, label),) if cells else ()
            case FogShape.BRUSH:
                return (sr.RingOverlay(point, self.size / 2, label, role=sr.Role.INTENT),)
            case _:
                return (sr.MarkOverlay(point),)

    def words(self, *, covers: bool) -> str:
        """Return what a stroke does, in a word or two."""
        return words_of(self.hand, covers=covers)

    def keys(self) -> tuple[KeyHint, ...]:
        """Return its keys."""
        if self.stroke is not None:
            return keys_of_stroke(self.stroke, self.words(covers=self.stroke.covers))
        return (
            KeyHint(_("Drag"), self.words(covers=self.covers)),
            KeyHint(_("Ctrl"), self.words(covers=not self.covers)),
            KeyHint("[ ]", _("size")),
            KeyHint(_("1\u20134"), _("shape")),
            KeyHint("0", _("other way round")),
            KeyHint(_("Tab"), _("memory or pins")),
            KeyHint(_("Arrows, Enter"), _("by key")),
            KeyHint(_("Ctrl+Z"), _("take back")),
        )

    def facts(self) -> tuple[str, ...]:
        """Return what the next stroke does."""
        return (self.words(covers=self.covers),)


_SHAPE_KEYS: Final = {str(number): shape for number, shape in enumerate(SHAPES, start=1)}


def _is_shifted(event: KeyEvent) -> bool:
    return KeyboardModifier.SHIFT in event.modifiers
