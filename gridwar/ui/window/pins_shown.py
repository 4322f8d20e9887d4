"""Pins in a window: the card that opens beside one, and the map that goes to it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import QPoint, QRect

from gridwar.control.presenters.pins import find_pin, keep_pin, present_pin
from gridwar.control.records.ground_records import in_cells
from gridwar.engine.gm.pin_commands import PutPins

if TYPE_CHECKING:
    from gridwar.ui.popovers.pin_card import PinCard
    from gridwar.ui.window.window_parts import Parts

_SIGN_PX = 26


def wire_pins(parts: Parts) -> None:
    """Open the card of a pin whenever a tool wants it."""
    controller = parts.controller

    def follow() -> None:
        wanted = controller.view.pin_card
        if wanted:
            controller.view = replace(controller.view, pin_card="")  # nothing shown depends on it
            open_pin(parts, wanted)

    controller.subscribe(follow)


def wire_card(parts: Parts, card: PinCard) -> None:
    """Connect the card of a pin; it follows the fight while nothing is being written."""
    controller = parts.controller
    card.written.connect(partial(keep_pin, controller))
    card.removed.connect(lambda pin: controller.submit(PutPins(gone=(pin,))))
    card.cancelled.connect(partial(_close, parts, card))

    def follow() -> None:
        if not card.isVisible():
            return
        view = present_pin(controller, card.pin)
        if view is None:
            card.drop()
        elif controller.view.pin_chosen != card.pin:
            card.hide()
        else:
            card.show_view(view)

    controller.subscribe(follow)


def open_pin(parts: Parts, pin_id: str) -> None:
    """Show the card of a pin, to be written on; it closes where it is shown."""
    controller, card = parts.controller, parts.later.pin_card
    view = present_pin(controller, pin_id)
    if view is None or controller.view.presenting:
        return
    if card.isVisible() and card.pin == pin_id:
        _close(parts, card)
        return
    card.show_view(view)
    card.spot = _spot(parts, pin_id)
    controller.show(pin_chosen=pin_id)
    card.show()
    card.fit()
    card.take_keyboard()


def go_to_pin(parts: Parts, pin_id: str) -> None:
    """Bring a pin to the middle of the map, and choose it."""
    pin = find_pin(parts.controller, pin_id)
    if pin is not None:
        parts.map.center_cells(in_cells(pin.point), animated=False)
        parts.controller.show(pin_chosen=pin_id)


def _close(parts: Parts, card: PinCard) -> None:
    """Close the card; the tool of pins goes on with the pin."""
    card.hide()
    if parts.controller.view.tool != "pins":
        parts.controller.show(pin_chosen="")


def _spot(parts: Parts, pin_id: str) -> QRect:
    """Return where the sign of a pin is on the map; it is gone to where it is not in view."""
    pin, shown = find_pin(parts.controller, pin_id), parts.map
    if pin is None:
        return QRect()
    inside = shown.viewport().rect()
    at = _on_screen(parts, in_cells(pin.point))
    if not inside.contains(at):
        shown.center_cells(in_cells(pin.point), animated=False)
        at = _on_screen(parts, in_cells(pin.point))
    edge = parts.theme.px(_SIGN_PX)
    corner = shown.viewport().mapTo(shown, at) - QPoint(edge // 2, edge)
    return QRect(corner.x(), corner.y(), edge, edge)


def _on_screen(parts: Parts, place: tuple[float, float]) -> QPoint:
    corner, cell_px = parts.map.scroll_place(), parts.map.cell_px
    x, y = place[0] * cell_px - corner.x(), place[1] * cell_px - corner.y()
    return QPoint(round(x), round(y))
