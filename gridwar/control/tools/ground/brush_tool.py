"""What all painting tools share: brush, line, rectangle and fill, their size, eraser and pick.

Owns the gesture and its preview. A stroke becomes one command when the button is let go; until then
nothing has changed, and Escape or a right click forgets it. What is painted is each tool's own.
"""

from __future__ import annotations

from abc import abstractmethod
from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from msgspec import Struct, field
from msgspec.structs import replace

from gridwar.control.records import ground_records as gr
from gridwar.control.records import scene_records as sr
from gridwar.control.records.panel_records import KeyHint
from gridwar.control.state.pointer_and_keys import KeyboardModifier
from gridwar.control.tools.ground import stroke_cells
from gridwar.control.tools.tool_base import Cursor, Tool
from gridwar.grid.areas.paint_fill import filled
from gridwar.model.geometry import Cell
from gridwar.model.painted_layers import Layer
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridwar.control.controller.controller import Controller
    from gridwar.control.state.pointer_and_keys import KeyEvent, PointerEvent
    from gridwar.engine.gm.map_commands import Paint
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.command import Command


class BrushShape(StrEnum):
    """What a drag makes."""

    BRUSH = "brush"
    LINE = "line"
    RECTANGLE = "rectangle"
    FILL = "fill"


SHAPES = tuple(BrushShape)
_SHAPE_KEYS = {str(number): shape for number, shape in enumerate(SHAPES, start=1)}
"""The digits, those of the number pad too."""


class Brush(Struct, frozen=True):
    """How the brush is set; kept while other tools are active."""

    shape: BrushShape = BrushShape.BRUSH
    size: int = 1
    is_round: bool = False
    erases: bool = False


class BrushStroke(Struct, frozen=True):
    """A stroke under way: from where, to where, and over which cells."""

    start: gr.Point
    end: gr.Point
    cells: frozenset[Cell] = field(default_factory=frozenset)


class BrushTool(Tool):
    """A tool that paints cells; a subclass says what with."""

    cursor = Cursor.BRUSH
    next_words: ClassVar[str] = _("next kind")
    """What Tab takes."""

    def __init__(self, controller: Controller) -> None:
        """Work for a controller, with a brush of one cell."""
        super().__init__(controller)
        self.brush = Brush()
        self.stroke: BrushStroke | None = None
        self._point: gr.Point | None = None
        self._last: gr.Point | None = None
        """Where the stroke before ended: Shift draws on from there."""

    # --- for subclasses --------------------------------------------------------------------------

    @abstractmethod
    def command(self, where: Layer) -> Command | None:
        """Return the command that paints, or with the eraser wipes, the cells marked."""

    @abstractmethod
    def like(self, cell: Cell) -> NDArray[np.bool_]:
        """Return rows of the map's cells: those that hold what one holds, for a fill."""

    @abstractmethod
    def pick(self, cell: Cell) -> None:
        """Take up what lies on a cell."""

    @abstractmethod
    def words(self) -> str:
        """Return what is being painted, in a word or two."""

    def painted(self, command: Paint) -> Paint | None:
        """Return a command if it changes anything, so that no step of undo does nothing."""
        return command if command.changed(self.page) else None

    def alike(self, layer: Layer, cell: Cell) -> NDArray[np.bool_]:
        """Return rows of the map's cells: those that have the byte of one in a layer."""
        found: NDArray[np.bool_] = layer.view(*self.page.size) == layer.get(cell)
        return found

    def step_kind(self, by: int) -> None:
        """Take the next kind, or the one before."""

    # --- the brush -------------------------------------------------------------------------------

    @property
    def page(self) -> BattleMap:
        """The map."""
        return self._controller.encounter.map

    def set_brush(self, **changes: object) -> None:
        """Set the brush otherwise."""
        self.brush = replace(self.brush, **changes)
        self.redraw()

    def set_size(self, size: int) -> None:
        """Set how many cells the brush is across; it keeps within 1 and 9."""
        self.set_brush(size=min(stroke_cells.LARGEST, max(stroke_cells.SMALLEST, size)))

    def deactivate(self) -> None:
        """Forget the stroke and the pointer."""
        self.stroke = self._point = self._last = None

    # --- the pointer -----------------------------------------------------------------------------

    def press(self, event: PointerEvent) -> bool:
        """Begin a stroke; with Ctrl take up what is there instead."""
        cell = Cell(*event.cell)
        self._point = event.point
        if KeyboardModifier.CTRL in event.modifiers:
            if self.page.contains(cell):
                self.pick(cell)
            return True
        start = event.point
        if KeyboardModifier.SHIFT in event.modifiers and self._last is not None:
            start = self._last
        self.stroke = BrushStroke(start, event.point)
        self._extend(start, event.point)
        return True

    def move(self, event: PointerEvent) -> bool:
        """Draw on, or show where the brush would paint."""
        before = self._touched()
        old, self._point = self._point, event.point
        cell = Cell(*event.cell)
        if self.stroke is not None:
            self._extend(old or event.point, event.point)
        elif self._controller.view.hover != cell:
            self._controller.show(hover=cell, hovered=())
        elif self._touched() != before:
            self.redraw()
        return True

    def release(self, event: PointerEvent) -> bool:
        """End the stroke: paint what it touched, as one command."""
        if self.stroke is None:
            return False
        where = self._final(self.stroke)
        self._last, self.stroke = self.stroke.end, None
        self.submit(self.command(where) if where.tiles else None)
        return True

    def give_up(self, event: PointerEvent) -> bool:
        """Forget the stroke."""
        del event
        if self.stroke is None:
            return False
        self.stroke = None
        self.redraw()
        return True

    def wheel(self, event: PointerEvent) -> bool:
        """Change the size of the brush, with Ctrl."""
        if KeyboardModifier.CTRL not in event.modifiers:
            return False
        self.set_size(self.brush.size + (1 if event.steps > 0 else -1))
        return True

    def leave(self, event: PointerEvent) -> bool:
        """Show no brush."""
        del event
        self._point = None
        if self._controller.view.hover is not None:
            self._controller.show(hover=None, hovered=())
        return True

    def _extend(self, old: gr.Point, new: gr.Point) -> None:
        stroke = self.stroke
        assert stroke is not None
        cells = stroke.cells
        if self.brush.shape is BrushShape.BRUSH:
            cells |= stroke_cells.on_map(self.page, self._swept(old, new))
        elif self.brush.shape is BrushShape.LINE:
            cells = stroke_cells.on_map(self.page, self._swept(stroke.start, new))
        here = stroke_cells.cell_at(new)
        changed = cells != stroke.cells or here != stroke_cells.cell_at(stroke.end)
        self.stroke = BrushStroke(stroke.start, new, cells)
        if changed or old == new:
            self._controller.show(hover=here, hovered=())

    def _swept(self, a: gr.Point, b: gr.Point) -> frozenset[Cell]:
        return stroke_cells.thick_line(a, b, self.brush.size, is_round=self.brush.is_round)

    def _final(self, stroke: BrushStroke) -> Layer:
        match self.brush.shape:
            case BrushShape.RECTANGLE:
                return self._box(stroke)
            case BrushShape.FILL:
                start = stroke_cells.cell_at(stroke.end)
                if not self.page.contains(start):
                    return Layer()
                return Layer.of_rows(filled(self.page, start, self.like(start)))
            case _:
                return Layer.marking(stroke.cells)

    def _box(self, stroke: BrushStroke) -> Layer:
        """Return the cells of the rectangle, no further than the map goes."""
        width, height = self.page.size
        ends = [stroke_cells.cell_at(point) for point in (stroke.start, stroke.end)]
        left, right = sorted(min(max(x, 0), width - 1) for x, _y in ends)
        top, bottom = sorted(min(max(y, 0), height - 1) for _x, y in ends)
        rows = np.zeros((height, width), np.bool_)
        rows[top : bottom + 1, left : right + 1] = True
        return Layer.of_rows(rows)

    # --- keys ------------------------------------------------------------------------------------

    def key(self, event: KeyEvent) -> bool:
        """Take a key: size, shape, eraser, next kind."""
        if not event.pressed or event.modifiers - {KeyboardModifier.SHIFT}:
            return False
        match event.key:
            case "escape":
                return self.take_back()
            case "bracketleft" | "pagedown":
                self.set_size(self.brush.size - 1)
            case "bracketright" | "pageup":
                self.set_size(self.brush.size + 1)
            case "0":
                self.set_brush(erases=not self.brush.erases)
            case "tab":
                self.step_kind(-1 if KeyboardModifier.SHIFT in event.modifiers else 1)
                self.redraw()
            case _ if event.text in _SHAPE_KEYS:
                self.set_brush(shape=_SHAPE_KEYS[event.text])
            case _:
                return False
        return True

    def take_back(self) -> bool:
        """Give up the stroke."""
        return self.stroke is not None and self._forget()

    def _forget(self) -> bool:
        self.stroke = None
        self.redraw()
        return True

    # --- what is shown ---------------------------------------------------------------------------

    def _touched(self) -> frozenset[Cell]:
        if self.stroke is not None:
            return self.stroke.cells
        if self._point is None:
            return frozenset()
        one_cell = self.brush.shape in (BrushShape.FILL, BrushShape.RECTANGLE)
        size = 1 if one_cell else self.brush.size
        cells = stroke_cells.stamp(self._point, size, is_round=self.brush.is_round)
        return stroke_cells.on_map(self.page, cells)

    def overlays(self) -> tuple[sr.OverlayView, ...]:
        """Return the cells that the stroke touches, or the brush would."""
        if self.stroke is not None and self.brush.shape is BrushShape.RECTANGLE:
            return (self._shown_box(self.stroke),)
        cells = self._touched()
        if not cells:
            return ()
        label = second = ""
        if self.stroke is not None and self.brush.shape is not BrushShape.FILL:
            label, second = self._shown_words(), _cells(len(cells))
        return (sr.RegionOverlay(sr.RegionRole.BRUSH, cells, label, second),)

    def _shown_words(self) -> str:
        return _("erase") if self.brush.erases else self.words()

    def _shown_box(self, stroke: BrushStroke) -> sr.OverlayView:
        start, end = stroke_cells.cell_at(stroke.start), stroke_cells.cell_at(stroke.end)
        (x, right), (y, bottom) = sorted((start.x, end.x)), sorted((start.y, end.y))
        left, top = max(0, x), max(0, y)
        width = min(self.page.width, right + 1) - left
        height = min(self.page.height, bottom + 1) - top
        count = max(0, width) * max(0, height)
        second = f"{width} \u00d7 {height}  {_cells(count)}"
        box = (float(left), float(top), float(max(0, width)), float(max(0, height)))
        return sr.BoxOverlay(box, self._shown_words(), second)

    def keys(self) -> tuple[KeyHint, ...]:
        """Return the keys of a brush."""
        if self.stroke is not None:
            return (KeyHint(_("Release"), _("paint")), KeyHint(_("Esc"), _("cancel")))
        return (
            KeyHint("[ ]", _("size")),
            KeyHint(_("1\u20134"), _("shape")),
            KeyHint(_("Tab"), self.next_words),
            KeyHint("0", _("eraser")),
            KeyHint(_("Ctrl click"), _("pick")),
            KeyHint(_("Shift"), _("line")),
            KeyHint(_("Ctrl+Z"), _("take back")),
        )

    def facts(self) -> tuple[str, ...]:
        """Return what the next stroke paints."""
        return (self._shown_words(),)


def _cells(count: int) -> str:
    return ngettext("{n} cell", "{n} cells", count).format(n=count)
