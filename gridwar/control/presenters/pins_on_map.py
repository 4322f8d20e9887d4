"""The pins on the map as signs, for the game master alone: players' scenes are made without them.

Owns where a sign stands: at its place, or beside whoever stands there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control.maps.pin_words import pin_tip
from gridwar.control.memo import Memo
from gridwar.control.records.ground_records import in_cells
from gridwar.control.records.pin_records import PinOverlay
from gridwar.control.state.map_layers import Layer
from gridwar.control.tools.pins.pins_tool import PinsTool
from gridwar.model.geometry import footprint

if TYPE_CHECKING:
    from gridwar.control.controller.controller import Controller
    from gridwar.control.records.ground_records import Point
    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Cell

_INSET_CELLS = 0.1


class PinSigns:
    """Makes the signs; the very same as long as nothing of them has changed."""

    def __init__(self, controller: Controller) -> None:
        """Present the pins of a controller's map."""
        self._controller = controller
        self._beside: Memo[dict[Cell, Point]] = Memo()
        self._signs: Memo[tuple[PinOverlay, ...]] = Memo()

    def present(self) -> tuple[PinOverlay, ...]:
        """Return the signs; none where they are hidden, or players look on."""
        view, encounter = self._controller.view, self._controller.encounter
        pins = encounter.map.pins
        is_tool = view.tool == PinsTool.info.id
        is_hidden = view.presenting or view.seen_as_selected
        if not pins or is_hidden or not (is_tool or view.shows(Layer.PINS)):
            return ()
        beside = self._beside.get((encounter.combatants,), lambda: _corners(encounter))
        pointed = (view.pin, view.pin_held, view.pin_chosen)
        return self._signs.get((pins, beside, *pointed), lambda: self._made(beside))

    def _made(self, beside: dict[Cell, Point]) -> tuple[PinOverlay, ...]:
        view = self._controller.view
        held, held_at = view.pin_held or ("", None)
        on = {held, view.pin, view.pin_chosen}
        return tuple(
            PinOverlay(
                one.id,
                (held_at if one.id == held else None)
                or beside.get(one.cell)
                or in_cells(one.point),
                one.label,
                pin_tip(one),
                one.id in on,
            )
            for one in self._controller.encounter.map.pins
        )


def _corners(encounter: Encounter) -> dict[Cell, Point]:
    """Return for each cell that somebody stands on where a sign is out of their way."""
    found = {}
    for one in encounter.combatants.values():
        if one.pos is not None and not one.aside:
            corner = (one.pos.x + _INSET_CELLS, one.pos.y + _INSET_CELLS)
            found.update(dict.fromkeys(footprint(one.pos, one.size), corner))
    return found
