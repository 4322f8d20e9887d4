"""What lies on the map in play beside tokens: pins, signs of ties, doors; one hand for all three.

Owns which comes first where they lie upon each other: a pin, then a tie, then a door.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control.maps.floor_words import leads_words
from gridwar.control.records.scene_records import LabelOverlay
from gridwar.control.state.pointer_and_keys import PointerKind
from gridwar.control.tools.doors_and_ties import Doors, TieSigns
from gridwar.control.tools.pins.pin_hand import PinHand
from gridwar.model.geometry import Cell
from gridwar.model.props import props_at
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.control.controller.controller import Controller
    from gridwar.control.records.scene_records import OverlayView
    from gridwar.control.state.pointer_and_keys import PointerEvent
    from gridwar.model.walls import Wall


class SignsInPlay:
    """The signs of a controller's map."""

    def __init__(self, controller: Controller) -> None:
        self._controller = controller
        self._doors = Doors(controller)
        self._ties = TieSigns(controller)
        self._pins = PinHand(controller)

    def press(self, event: PointerEvent) -> bool:
        """Take hold of a pin, or open the menu of a tie; return whether there is one."""
        return self._pins.press(event) or self._open_tie(event)

    def press_door(self, event: PointerEvent) -> bool:
        """Open or close the door under the pointer; return whether there is one."""
        door = self._door_under(event)
        if door is not None:
            self._doors.click(door)
        return door is not None

    def drag(self, event: PointerEvent) -> bool:
        """Drag a pin that is held; return whether one is."""
        return self._pins.drag(event)

    def release(self, event: PointerEvent) -> bool:
        """Let go of a pin; return whether one was held."""
        return self._pins.release(event)

    def point_at(self, event: PointerEvent) -> None:
        """Note what is under the pointer, where that is another thing than before."""
        view, tie = self._controller.view, self._ties.at(event.point)
        door = self._door_under(event)
        seen = (
            Cell(*event.cell),
            event.tokens,
            "" if door is None else door.id,
            ("", "") if tie is None else (tie.a, tie.b),
            self._pins.under(event),
        )
        if (view.hover, view.hovered, view.door, view.tie, view.pin) != seen:
            cell, tokens, wall, ends, pin = seen
            self._controller.show(hover=cell, hovered=tokens, door=wall, tie=ends, pin=pin)

    def point_nowhere(self) -> None:
        """Note that the pointer is on nothing of it."""
        self._controller.show(hover=None, hovered=(), door="", tie=("", ""), pin="")

    def take_back(self) -> bool:
        """Let go of a pin where it was; return whether one was held."""
        return self._pins.take_back()

    def menu(self, event: PointerEvent) -> bool:
        """Open the menu of what is under a right click; return whether there is any."""
        if event.kind is not PointerKind.MENU:
            return False
        if self._pins.give_up(event) or self._open_tie(event):
            return True
        door = self._door_under(event)
        if door is not None:
            self._controller.show(door_menu=door.id)
            return True
        return self._open_prop(event)

    def _open_prop(self, event: PointerEvent) -> bool:
        """Open the menu of the prop under the pointer; none where a token comes first."""
        here = props_at(self._controller.encounter.map.props, Cell(*event.cell))
        if event.tokens or not here:
            return False
        self._controller.show(prop_menu=here[-1].id)
        return True

    def overlays(self) -> tuple[OverlayView, ...]:
        """Return the words beside the tie, the door or the stairs under the pointer."""
        view = self._controller.view
        if any(view.tie):
            return self._ties.label(view.tie)
        if not view.door:
            return self._leading(view.hover)
        walls = self._controller.encounter.map.walls
        door = next((wall for wall in walls if view.door and wall.id == view.door), None)
        return () if door is None else (self._doors.label(door),)

    def _leading(self, cell: Cell | None) -> tuple[OverlayView, ...]:
        """Return where the stairs lead that begin in a square, and how to go up them."""
        view, page = self._controller.view, self._controller.encounter.map
        words = "" if cell is None or view.hovered else leads_words(page, cell)
        if not words or cell is None or view.plan is not None or view.picking is not None:
            return ()
        how = _("drag somebody, PgUp or PgDn on the way")
        return (LabelOverlay((cell.x + 0.5, cell.y + 0.5), words, how),)

    def _open_tie(self, event: PointerEvent) -> bool:
        tie = self._ties.at(event.point)
        if tie is not None:
            self._controller.show(tie_menu=(tie.a, tie.b))
        return tie is not None

    def _door_under(self, event: PointerEvent) -> Wall | None:
        """Return the door that a click would open; none where a token or a plan comes first."""
        view = self._controller.view
        if event.tokens or view.picking is not None or view.draft is not None:
            return None
        return self._doors.at(event.point)
