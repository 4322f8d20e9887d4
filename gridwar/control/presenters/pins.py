"""What the card of a pin and the list of pins show, and how what is written on one is kept.

Players see nothing of it: their window is made of what they may know (``players_record``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.control.maps.pin_words import pin_line, pin_name, pins_found
from gridwar.engine.gm.pin_commands import PutPins
from gridwar.model.pins import MOST_LABEL, MOST_PIN_TEXT

if TYPE_CHECKING:
    from gridwar.control.controller.controller import Controller
    from gridwar.model.pins import Pin

LETTERS_OF_LABEL = MOST_LABEL
LETTERS_OF_TEXT = MOST_PIN_TEXT


class PinView(Struct, frozen=True):
    """A pin as its card shows it."""

    id: str
    label: str
    text: str


class PinRow(Struct, frozen=True):
    """A pin as a line of the list: what it is called, its first words, and all of them."""

    id: str
    label: str
    name: str
    line: str
    text: str


def find_pin(controller: Controller, pin_id: str) -> Pin | None:
    """Return a pin of the map; None where it is gone."""
    return next((one for one in controller.encounter.map.pins if one.id == pin_id), None)


def present_pin(controller: Controller, pin_id: str) -> PinView | None:
    """Return what the card of a pin shows; None where it is gone."""
    pin = find_pin(controller, pin_id)
    return None if pin is None else PinView(pin.id, pin.label, pin.text)


def present_rows(controller: Controller, wanted: str = "") -> tuple[PinRow, ...]:
    """Return the lines of the list, those with what is looked for."""
    found = pins_found(controller.encounter.map.pins, wanted)
    return tuple(PinRow(one.id, one.label, pin_name(one), pin_line(one), one.text) for one in found)


def keep_pin(controller: Controller, view: PinView) -> None:
    """Keep a pin as it is written now: one entry of the log, and none where nothing changed."""
    pin = find_pin(controller, view.id)
    if pin is None:
        return  # it was taken away meanwhile
    label = view.label.strip()[:LETTERS_OF_LABEL]
    written = pin.replace(label=label, text=view.text[:LETTERS_OF_TEXT])
    if written != pin:
        controller.submit(PutPins(put=(written,)))
