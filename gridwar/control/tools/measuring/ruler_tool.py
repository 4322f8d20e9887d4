"""The ruler: from point to point, over waypoints, up and down; it never charges terrain.

States are named: nothing measured, measuring (the end follows the pointer), done (it stays).
"""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridwar.control.measuring.ruler import read_ruler, ruler_overlays, ruler_panel
from gridwar.control.records.panel_records import KeyHint
from gridwar.control.records.scene_records import LegendEntry, LineRole
from gridwar.control.state.kept_measurements import PlacedRuler, RulerPoint
from gridwar.control.state.pointer_and_keys import KeyboardModifier
from gridwar.control.text_format import both
from gridwar.control.tools.tool_base import MeasuringTool, ToolInfo
from gridwar.model.geometry import Cell
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.control.records.measure_records import MeasureView
    from gridwar.control.records.scene_records import OverlayView
    from gridwar.control.state.pointer_and_keys import KeyEvent, PointerEvent
    from gridwar.engine.kit.yardstick_and_distances import Yardstick
    from gridwar.model.scale import Scale

FINE_STEP = 0.1


class State(Enum):
    """How far a measurement has come."""

    IDLE = auto()
    MEASURING = auto()
    DONE = auto()


class RulerTool(MeasuringTool):
    """Measures with waypoints and heights."""

    info = ToolInfo("ruler", _("Ruler"), "ruler", _("Measure from point to point, with height"))

    def deactivate(self) -> None:
        """Forget the measurement; what was kept on the map stays."""
        self._state, self._points = State.IDLE, ()

    def activate(self) -> None:
        """Begin empty."""
        self.deactivate()

    _state = State.IDLE
    _points: tuple[RulerPoint, ...] = ()
    _end: RulerPoint | None = None
    _pressed: Cell | None = None

    @property
    def points(self) -> tuple[RulerPoint, ...]:
        """All points, the end that follows the pointer included."""
        moving = self._state is State.MEASURING and self._end is not None
        return (*self._points, self._end) if moving and self._end else self._points

    def press(self, event: PointerEvent) -> bool:
        """Begin to measure, or end it."""
        self._pressed = Cell(*event.cell)
        if self._state is State.MEASURING:
            self._follow(event)
            self._finish()
            return True
        self._points = (self._point(event),)
        self._state, self._end = State.MEASURING, self._point(event)
        self.redraw()
        return True

    def move(self, event: PointerEvent) -> bool:
        """Let the end follow the pointer."""
        self._follow(event)
        return True

    def release(self, event: PointerEvent) -> bool:
        """End a measurement that was dragged."""
        if self._state is State.MEASURING and self._pressed != Cell(*event.cell):
            self._finish()
        return True

    def wheel(self, event: PointerEvent) -> bool:
        """Raise the end; without one, the token under the pointer."""
        return self._raise_end(event) or super().wheel(event)

    def _point(self, event: PointerEvent) -> RulerPoint:
        token = event.tokens[0] if event.tokens else None
        return RulerPoint(Cell(*event.cell), token)

    def _follow(self, event: PointerEvent) -> None:
        point = self._point(event)
        if self._end is not None and self._end.token is None and point.token is None:
            point = replace(point, up=self._end.up)
        self._end = point
        self.hover(event)

    def _finish(self) -> None:
        self._points, self._state = self.points, State.DONE
        self._pressed = None
        self.redraw()

    def _raise_end(self, event: PointerEvent) -> bool:
        if self._state is State.IDLE or KeyboardModifier.CTRL in event.modifiers:
            return False
        fine = FINE_STEP if KeyboardModifier.SHIFT in event.modifiers else 1.0
        by = fine * self._controller.encounter.map.scale.cell_size * (1 if event.steps > 0 else -1)
        if self._state is State.MEASURING and self._end is not None:
            self._end = replace(self._end, up=round(self._end.up + by, 3))
        elif self._points:
            last = replace(self._points[-1], up=round(self._points[-1].up + by, 3))
            self._points = (*self._points[:-1], last)
        self.redraw()
        return True

    def _back(self) -> bool:
        if self._state is State.IDLE:
            return False
        self.deactivate()
        self.redraw()
        return True

    def key(self, event: KeyEvent) -> bool:
        """Space, Backspace, Enter, Ctrl+C, Escape."""
        if not event.pressed:
            return False
        if event.key == "c" and KeyboardModifier.CTRL in event.modifiers and len(self.points) > 1:
            reading = read_ruler(self._controller.encounter, self._yardstick, self.points)
            self._controller.copy_text(both(self._scale, reading.total_cells))
            return True
        match event.key:
            case "space" if self._state is State.MEASURING and self._end is not None:
                if self._end.cell != self._points[-1].cell:
                    self._points = (*self._points, self._end)
                    self.redraw()
            case "backspace":
                return self.take_back()
            case "enter" | "return" if len(self.points) > 1:
                self._keep()
            case "escape":
                return self._back()
            case _:
                return self.lift_by_key(event)
        return True

    def take_back(self) -> bool:
        """Take the last point back."""
        if self._state is State.IDLE:
            return False
        self._drop()
        return True

    def _drop(self) -> None:
        if self._state is State.DONE:
            self._state, self._end = State.MEASURING, self._points[-1]
        self._points = self._points[:-1]
        if not self._points:
            self.deactivate()
        self.redraw()

    def _keep(self) -> None:
        kept = self._controller.view.measuring
        number = 1 + max((int(one.key.partition(":")[2]) for one in kept.rulers), default=0)
        ruler = PlacedRuler(f"ruler:{number}", self.points)
        self.deactivate()
        self._controller.show(measuring=replace(kept, rulers=(*kept.rulers, ruler)))

    @property
    def _yardstick(self) -> Yardstick:
        return self._controller.system.yardstick(self._controller.encounter)

    @property
    def _scale(self) -> Scale:
        return self._controller.encounter.map.scale

    def pressed(self, key: str) -> None:
        """Keep the measurement, or forget it."""
        if key == "keep" and len(self.points) > 1:
            self._keep()
        elif key == "clear":
            self._back()

    def overlays(self) -> tuple[OverlayView, ...]:
        """Draw it."""
        if len(self.points) < 2:  # noqa: PLR2004 a start and an end
            return ()
        reading = read_ruler(self._controller.encounter, self._yardstick, self.points)
        return ruler_overlays(self._controller.encounter, reading)

    def legend(self) -> tuple[LegendEntry, ...]:
        """Name it."""
        return (LegendEntry(LineRole.RULER, _("ruler")),) if len(self.points) > 1 else ()

    def panel(self) -> MeasureView:
        """Return legs and total."""
        return ruler_panel(self._controller.encounter, self._yardstick, self.points)

    def keys(self) -> tuple[KeyHint, ...]:
        """Return its keys in the order of use."""
        if self._state is State.IDLE:
            return (KeyHint(_("Click"), _("start")), KeyHint(_("Esc"), _("done")))
        return (
            KeyHint(_("Click"), _("end")),
            KeyHint(_("Space"), _("waypoint")),
            KeyHint(_("Backspace"), _("take back")),
            KeyHint(_("Wheel"), _("height")),
            KeyHint("Ctrl C", _("copy length")),
            KeyHint(_("Enter"), _("keep")),
            KeyHint(_("Esc"), _("clear")),
        )
