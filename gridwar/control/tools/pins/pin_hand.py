"""What the pointer does to a pin: a click opens it, a drag moves it, a right click has its menu.

States are named: nothing held, a pin held (not yet moved), a pin dragged.
"""

from __future__ import annotations

from enum import Enum, auto
from math import dist
from typing import TYPE_CHECKING

from gridwar.control.records.ground_records import in_cells
from gridwar.control.state.pointer_and_keys import KeyboardModifier, PointerKind
from gridwar.control.tools.tool_base import snapped_to_cell
from gridwar.engine.gm.pin_commands import PutPins

if TYPE_CHECKING:
    from gridwar.control.controller.controller import Controller
    from gridwar.control.records.ground_records import Point as CellPoint
    from gridwar.control.state.pointer_and_keys import PointerEvent
    from gridwar.model.geometry import Point
    from gridwar.model.pins import Pin

_MOVED_CELLS = 0.15
"""A pointer that has moved less has clicked."""


class Holding(Enum):
    """What the left button holds."""

    NOTHING = auto()
    PIN = auto()
    DRAGGED = auto()


class PinHand:
    """Takes hold of the pins of a controller's map."""

    def __init__(self, controller: Controller) -> None:
        self._controller = controller
        self._holding = Holding.NOTHING
        self._held = ""
        self._start: CellPoint = (0.0, 0.0)

    def under(self, event: PointerEvent) -> str:
        """Return the pin under the pointer; none while something is chosen on the map."""
        view = self._controller.view
        if view.picking is not None or view.draft is not None or view.plan is not None:
            return ""
        return event.pin

    def press(self, event: PointerEvent) -> bool:
        """Take hold of the pin under the pointer; return whether there is one."""
        pin = self.under(event)
        if pin:
            self._holding, self._held, self._start = Holding.PIN, pin, event.point
        return bool(pin)

    def drag(self, event: PointerEvent) -> bool:
        """Let the pin that is held follow the pointer; return whether one is held."""
        if self._holding is Holding.NOTHING:
            return False
        if self._holding is Holding.PIN and dist(event.point, self._start) > _MOVED_CELLS:
            self._holding = Holding.DRAGGED
        if self._holding is Holding.DRAGGED:
            at = self._goal(event)
            self._controller.show(pin_held=None if at is None else (self._held, in_cells(at)))
        return True

    def release(self, event: PointerEvent) -> bool:
        """Open the pin that was clicked, move the one that was dragged; return whether one was."""
        holding, pin = self._holding, self._found(self._held)
        self._forget()
        if pin is None or holding is Holding.NOTHING:
            return holding is not Holding.NOTHING
        if holding is Holding.PIN:
            self._controller.show(pin_card=pin.id)
            return True
        self._held = pin.id
        at = self._goal(event)
        self._forget()
        if at is not None and at != pin.point:
            self._controller.submit(PutPins(put=(pin.moved(at),)))
        return True

    def give_up(self, event: PointerEvent) -> bool:
        """Let go of what is held, else open the menu of the pin under a right click."""
        if self.take_back():
            return True
        pin = self.under(event)
        if event.kind is PointerKind.MENU and pin:
            self._controller.show(pin_menu=pin)
            return True
        return False

    def take_back(self) -> bool:
        """Let go of a pin that is held, where it was; return whether one was."""
        was_held = self._holding is not Holding.NOTHING
        self._forget()
        return was_held

    def _forget(self) -> None:
        self._holding, self._held = Holding.NOTHING, ""
        if self._controller.view.pin_held is not None:
            self._controller.show(pin_held=None)

    def _found(self, pin_id: str) -> Pin | None:
        return next((one for one in self._controller.encounter.map.pins if one.id == pin_id), None)

    def _goal(self, event: PointerEvent) -> Point | None:
        """Return where the pin that is held comes to stand."""
        pin = self._found(self._held)
        if pin is None:
            return None
        size, was = self._controller.encounter.map.size, in_cells(pin.point)
        # Its sign lies beside its place: what counts is how far it was dragged.
        x, y = (
            at + now - then for at, now, then in zip(was, event.point, self._start, strict=True)
        )
        free = KeyboardModifier.SHIFT in event.modifiers
        return snapped_to_cell((x, y), size, free=free)
