"""Which floor is shown: chosen by the user, and following whoever is selected or goes elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control.maps.floor_in_view import floor_in_view, floor_of, next_floor
from gridwar.model.geometry import Cell
from gridwar.model.sketch_strokes import Box

if TYPE_CHECKING:
    from gridwar.control.records.ground_records import Point
    from gridwar.control.state.controller_protocol import ControllerProtocol
    from gridwar.control.state.view_state import ViewState
    from gridwar.model.encounter import Encounter
    from gridwar.model.floors import Floor


class FloorChoice:
    """Shows one of the floors of a controller's map."""

    def __init__(self, controller: ControllerProtocol) -> None:
        """Choose for a controller's fight."""
        self._controller = controller

    @property
    def shown(self) -> Floor | None:
        """The floor that is shown; None on a map without floors."""
        return floor_in_view(self._controller.encounter.map, self._controller.view.floor)

    @property
    def page(self) -> Box:
        """The cells that are shown: those of the floor, or all of a map without floors."""
        floor, (width, height) = self.shown, self._controller.encounter.map.size
        return Box(0, 0, width, height) if floor is None else Box(*floor.at, *floor.end)

    def under(self, place: Point | None) -> str:
        """Return the id of the floor at a place, else of that shown; empty without floors."""
        page = self._controller.encounter.map
        at = None if place is None else page.floor_at(Cell(int(place[0]), int(place[1])))
        floor = at or self.shown
        return "" if floor is None else floor.id

    def show(self, floor_id: str) -> None:
        """Show a floor; what lies under the pointer is another place then."""
        self._controller.show(floor=floor_id, hover=None, hovered=())

    def step(self, by: int) -> bool:
        """Show the floor so many above, negative below; return whether there is one."""
        shown = self.shown
        found = None if shown is None else next_floor(self._controller.encounter.map, shown, by)
        if found is not None:
            self.show(found.id)
        return found is not None

    def show_place_of(self, who: tuple[str, ...]) -> None:
        """Show the floor on which the first of some is."""
        if self._controller.encounter.map.floors:
            view = self._controller.view
            self._controller.show(floor=floor_of(self._controller.encounter, who, view.floor))


def floor_after(view: ViewState, old: Encounter, new: Encounter, selected: tuple[str, ...]) -> str:
    """Return the floor to be shown after a change: that of the selected who are elsewhere now."""
    is_other = selected != view.selected
    if is_other or floor_of(old, selected) != floor_of(new, selected):
        return floor_of(new, selected, view.floor)
    return view.floor
