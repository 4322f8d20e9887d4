"""The tool for pins: a click puts one or opens it, a drag moves it; its panel lists and finds them.

What a pin says is written on its card. Each thing done is one command.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control.maps.pin_words import pin_line, pin_name, pins_found
from gridwar.control.records.panel_records import KeyHint
from gridwar.control.state.pointer_and_keys import STEPS, KeyboardModifier
from gridwar.control.tools.pins.pin_hand import PinHand
from gridwar.control.tools.tool_base import Cursor, Tool, ToolGroup, ToolInfo, snapped_to_cell
from gridwar.engine.gm.pin_commands import PutPins
from gridwar.model.geometry import SUBCELL, Cell, Point, centre_of
from gridwar.model.pins import Pin, next_label, next_pin_id
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.control.controller.controller import Controller
    from gridwar.control.state.pointer_and_keys import KeyEvent, PointerEvent
    from gridwar.model.battlemap import BattleMap


class PinsTool(Tool):
    """Puts, opens and moves pins."""

    info = ToolInfo(
        "pins",
        _("Pins"),
        "map-pin",
        _("Your own notes on the map: click to put one, or on one to read it"),
        ToolGroup.EDIT,
    )
    cursor = Cursor.MEASURE

    def __init__(self, controller: Controller) -> None:
        """Begin with none chosen."""
        super().__init__(controller)
        self._hand = PinHand(controller)
        self.wanted = ""
        """What is looked for in the list."""

    @property
    def page(self) -> BattleMap:
        """The map."""
        return self._controller.encounter.map

    @property
    def chosen(self) -> Pin | None:
        """The pin that was chosen last, while it is there."""
        wanted = self._controller.view.pin_chosen
        return next((one for one in self.page.pins if wanted and one.id == wanted), None)

    def listed(self) -> tuple[Pin, ...]:
        """Return the pins that have what is looked for, in the order of the list."""
        return pins_found(self.page.pins, self.wanted)

    def find(self, wanted: str) -> None:
        """List only pins with some words."""
        self.wanted = wanted
        self.redraw()

    def deactivate(self) -> None:
        """Forget a drag, what was looked for and which one was chosen."""
        self._hand.take_back()
        self.wanted = ""
        self._controller.show(pin="", pin_chosen="")

    def choose(self, pin_id: str) -> None:
        """Choose a pin; none for an empty id."""
        self._controller.show(pin_chosen=pin_id)

    def open(self, pin_id: str) -> None:
        """Choose a pin and have its card opened."""
        self._controller.show(pin_chosen=pin_id, pin_card=pin_id)

    def remove(self, pin_id: str) -> None:
        """Take a pin away."""
        self.submit(PutPins(gone=(pin_id,)))

    def put(self, at: Point) -> None:
        """Put a pin with the next free number, and have its card opened."""
        put_pin(self._controller, at)

    # --- the pointer -------------------------------------------------------------------------

    def press(self, event: PointerEvent) -> bool:
        """Take hold of a pin, or put one; none while players look on."""
        if self._controller.view.presenting:
            return False
        if not self._hand.press(event) and self.page.contains(Cell(*event.cell)):
            free = KeyboardModifier.SHIFT in event.modifiers
            self.put(snapped_to_cell(event.point, self.page.size, free=free))
        return True

    def double(self, event: PointerEvent) -> bool:
        """Leave the second of two clicks: the first has put a pin or opened it."""
        return bool(event.pin) or self.page.contains(Cell(*event.cell))

    def move(self, event: PointerEvent) -> bool:
        """Drag on, or tell of what is under the pointer."""
        view, cell, pin = self._controller.view, Cell(*event.cell), self._hand.under(event)
        if not self._hand.drag(event) and (view.hover, view.pin) != (cell, pin):
            self._controller.show(hover=cell, hovered=event.tokens, pin=pin)
        return True

    def release(self, event: PointerEvent) -> bool:
        """Do what the click or the drag came to."""
        return self._hand.release(event)

    def give_up(self, event: PointerEvent) -> bool:
        """Let go of what is dragged, else open the menu of a pin."""
        return self._hand.give_up(event)

    def leave(self, event: PointerEvent) -> bool:
        """Tell of no cell."""
        del event
        if self._controller.view.hover is not None:
            self._controller.show(hover=None, hovered=(), pin="")
        return True

    def take_back(self) -> bool:
        """Give up a drag."""
        return self._hand.take_back()

    # --- keys ----------------------------------------------------------------------------------

    def key(self, event: KeyEvent) -> bool:
        """Take a key."""
        if not event.pressed or event.modifiers - {KeyboardModifier.SHIFT}:
            return False
        chosen = self.chosen
        match event.key:
            case "escape":
                if self._hand.take_back():
                    return True
                self.choose("")
                return chosen is not None
            case "tab" | "backtab":
                self._next(-1 if "backtab" in event.key or event.modifiers else 1)
            case "enter" if chosen is not None:
                self.open(chosen.id)
            case "enter":
                page = self.page
                middle = Cell(page.width // 2, page.height // 2)
                self.put(centre_of(self._controller.view.hover or middle))
            case "delete" if chosen is not None:
                self.remove(chosen.id)
            case step if step in STEPS and chosen is not None:
                self._step(chosen, *STEPS[step])
            case _:
                return False
        return True

    def wants(self, event: KeyEvent) -> bool:
        """Return whether a key is for the tool: those that go through pins, put and move them."""
        keys = {"tab", "backtab", "enter"}
        if self.chosen is not None:
            keys |= {"delete", *STEPS}
        return event.key in keys and not (event.modifiers - {KeyboardModifier.SHIFT})

    def _next(self, by: int) -> None:
        ids = [one.id for one in self.listed()]
        if ids:
            chosen = self._controller.view.pin_chosen
            at = ids.index(chosen) + by if chosen in ids else min(by, 0)
            self.choose(ids[at % len(ids)])

    def _step(self, pin: Pin, dx: int, dy: int) -> None:
        moved = pin.moved(Point(pin.point.x + dx * SUBCELL, pin.point.y + dy * SUBCELL))
        if self.page.contains(moved.cell):
            self.submit(PutPins(put=(moved,)))

    # --- what is shown ---------------------------------------------------------------------------

    def keys(self) -> tuple[KeyHint, ...]:
        """Return the keys of the tool."""
        if self.chosen is None:
            return (
                KeyHint(_("Click"), _("put a pin, or open one")),
                KeyHint(_("Drag"), _("move one")),
                KeyHint(_("Tab"), _("next pin")),
                KeyHint(_("\u21b5"), _("put one here")),
            )
        return (
            KeyHint(_("\u21b5"), _("open")),
            KeyHint(_("Arrows"), _("move")),
            KeyHint(_("Delete"), _("take away")),
            KeyHint(_("Tab"), _("next pin")),
            KeyHint(_("Esc"), _("done")),
        )

    def facts(self) -> tuple[str, ...]:
        """Name the pin that is chosen."""
        chosen = self.chosen
        if chosen is None:
            return ()
        return (": ".join(filter(None, (pin_name(chosen), pin_line(chosen)))),)


def put_pin(controller: Controller, at: Point) -> None:
    """Put a pin with the next free number at a point, and have its card opened."""
    there = controller.encounter.map.pins
    made = Pin(id=next_pin_id(there), point=at, label=next_label(there))
    controller.submit(PutPins(put=(made,)))
    if any(one.id == made.id for one in controller.encounter.map.pins):
        controller.show(pin_chosen=made.id, pin_card=made.id)
