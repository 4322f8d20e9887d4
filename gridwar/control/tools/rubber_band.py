"""A rubber band: a frame drawn over the map with nothing held selects the tokens that lie in it.

With Shift it adds to those selected. A click without a drag selects nobody.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control.records.scene_records import ArcOverlay
from gridwar.control.state.pointer_and_keys import KeyboardModifier

if TYPE_CHECKING:
    from gridwar.control.controller.controller import Controller
    from gridwar.control.records.ground_records import Point
    from gridwar.control.records.scene_records import OverlayView
    from gridwar.control.state.pointer_and_keys import PointerEvent
    from gridwar.model.combatant import Combatant

LEAST_CELLS = 0.25
"""A shorter frame is a click whose hand shook."""


class RubberBand:
    """The frame of one controller."""

    def __init__(self, controller: Controller) -> None:
        self._controller = controller
        self._start: Point | None = None
        self._before: tuple[str, ...] = ()

    def begin(self, event: PointerEvent) -> None:
        """Set the first corner; without Shift nobody is selected any more."""
        add = KeyboardModifier.SHIFT in event.modifiers
        self._start = event.point
        self._before = self._controller.view.selected if add else ()
        if not add:
            self._controller.selection.select()

    def draw_to(self, point: Point) -> None:
        """Draw the frame, and select who lies in it so far."""
        start = self._start
        if start is None:
            return
        long = max(abs(point[0] - start[0]), abs(point[1] - start[1]))
        if self._controller.view.rubber_band is None and long < LEAST_CELLS:
            return
        inside = self._inside(start, point)
        selected = self._before + tuple(one for one in inside if one not in self._before)
        if selected != self._controller.view.selected:
            self._controller.selection.select(*selected)
        self._controller.show(rubber_band=(start, point))

    def finish(self) -> None:
        """Take the frame away; who was in it stays selected."""
        self._start = None
        if self._controller.view.rubber_band is not None:
            self._controller.show(rubber_band=None)

    def give_up(self) -> bool:
        """Take the frame away and select those as before; return whether there was one."""
        started, self._start = self._start is not None, None
        if self._controller.view.rubber_band is not None:
            self._controller.selection.select(*self._before)
            self._controller.show(rubber_band=None)
            return True
        return started

    def overlays(self) -> tuple[OverlayView, ...]:
        """Return the frame."""
        rubber_band = self._controller.view.rubber_band
        if rubber_band is None:
            return ()
        (ax, ay), (bx, by) = rubber_band
        return (ArcOverlay(((ax, ay), (bx, ay), (bx, by), (ax, by))),)

    def _inside(self, a: Point, b: Point) -> tuple[str, ...]:
        left, right = sorted((a[0], b[0]))
        top, bottom = sorted((a[1], b[1]))

        def lies_in(one: Combatant) -> bool:
            if one.pos is None:
                return False
            x, y = one.pos.x + one.size.w / 2, one.pos.y + one.size.h / 2
            return left <= x <= right and top <= y <= bottom

        return tuple(one.id for one in self._controller.encounter.everyone() if lies_in(one))
