"""Doors and signs of ties in play: which one is under the pointer, and what a click on it does.

A closed door opens, an open one closes; a locked one says so and offers to open it anyway.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from gridwar.control.maps.map_words import capital, door_words, strength_words, wall_name
from gridwar.control.records import ground_records as gr
from gridwar.control.records import scene_records as sr
from gridwar.control.state.view_state import Notice
from gridwar.control.tools.walls import wall_geometry
from gridwar.engine.gm.map_commands import SetDoor
from gridwar.model.geometry import Cell, footprint_centre
from gridwar.model.walls import DoorState, Wall, WallKind
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.control.controller.controller import Controller
    from gridwar.engine.kit.overlays_and_scenery import Tie
    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Encounter
    from gridwar.model.floors import Floor


HANDLE_CELLS: Final = 0.24
"""How near to a door the pointer means it."""


class Doors:
    """The doors of a controller's fight."""

    def __init__(self, controller: Controller) -> None:
        self._controller = controller
        self._known: tuple[tuple[Wall, ...], tuple[Wall, ...]] = ((), ())

    def at(self, place: gr.Point) -> Wall | None:
        """Return the door at a place, in cells."""
        walls = self._controller.encounter.map.walls
        if self._known[0] is not walls:
            self._known = (walls, tuple(one for one in walls if one.kind is WallKind.DOOR))
        return wall_geometry.wall_at(place, self._known[1], HANDLE_CELLS)

    def click(self, door: Wall) -> None:
        """Open or close a door; a locked one stays shut unless the GM wants it open."""
        name = wall_name(door, self._controller.encounter.map.floors)
        to_open = SetDoor(wall=door.id, state=DoorState.OPEN)
        match door.door:
            case DoorState.OPEN:
                self._controller.submit(SetDoor(wall=door.id, state=DoorState.CLOSED))
            case DoorState.LOCKED:
                text = _("{door} is locked.").format(door=capital(name))
                cell = Cell(*(int(axis) for axis in wall_geometry.middle(door)))
                self._controller.tell(
                    Notice(text, again=to_open, cell=cell, anyway=_("Open anyway"))
                )
            case DoorState.CLOSED | DoorState.SECRET:
                self._controller.submit(to_open)

    def label(self, door: Wall) -> sr.LabelOverlay:
        """Return the words beside a door under the pointer."""
        does = {
            DoorState.OPEN: _("click closes it"),
            DoorState.LOCKED: _("locked"),
            DoorState.SECRET: _("secret, click opens it"),
        }.get(door.door, _("click opens it"))
        does = _("broken") if door.is_broken else does
        icon = "lock" if door.door is DoorState.LOCKED else None
        name = capital(wall_name(door, self._controller.encounter.map.floors))
        return sr.LabelOverlay(wall_geometry.middle(door), name, does, sr.Role.INTENT, icon)


def states_of(door: Wall) -> tuple[tuple[DoorState, str], ...]:
    """Return what the menu of a door offers: the other states, in words of what is done."""
    words = {
        DoorState.OPEN: _("Open"),
        DoorState.CLOSED: _("Unlock") if door.door is DoorState.LOCKED else _("Close"),
        DoorState.LOCKED: _("Lock"),
        DoorState.SECRET: _("Make it secret"),
    }
    if door.door is DoorState.SECRET:
        words[DoorState.CLOSED] = _("No longer secret")
    if door.is_broken:
        return ()
    return tuple((state, text) for state, text in words.items() if state is not door.door)


def door_title(door: Wall, floors: tuple[Floor, ...] = ()) -> str:
    """Return name and state, as the head of its menu."""
    strength = strength_words(door)
    stands = strength if door.is_broken else door_words(door.door)
    words = [capital(wall_name(door, floors)), stands, *([strength] if strength != stands else ())]
    return ", ".join(filter(None, words))


# --- ties ----------------------------------------------------------------------------------------


SIGN_CELLS: Final = 0.25
"""How near to a sign the pointer means it."""
_BESIDE_CELLS: Final = (0.38, -0.38)
"""Of those who share a square it stands at their shoulder."""


class TieSigns:
    """The signs of those ties of a controller's fight that have actions of their own."""

    def __init__(self, controller: Controller) -> None:
        self._controller = controller

    def at(self, place: gr.Point) -> Tie | None:
        """Return the tie whose sign lies at a place, in cells; none while something is chosen."""
        view = self._controller.view
        if view.picking is not None or view.draft is not None or view.plan is not None:
            return None
        return next((one for one in self._with_sign() if self._is_near(one, place)), None)

    def find(self, ends: tuple[str, str]) -> Tie | None:
        """Return the tie between two combatants."""
        return next((one for one in self._with_sign() if (one.a, one.b) == ends), None)

    def label(self, ends: tuple[str, str]) -> tuple[sr.OverlayView, ...]:
        """Return the words beside the sign under the pointer."""
        tie = self.find(ends)
        middle = None if tie is None else self._middle(tie)
        if tie is None or middle is None:
            return ()
        return (sr.LabelOverlay(middle, tie.label, _("click for its options"), sr.Role.INTENT),)

    def _with_sign(self) -> tuple[Tie, ...]:
        ties = self._controller.rules_cache.scenery().ties
        return tuple(one for one in ties if one.icon and one.group)

    def _is_near(self, tie: Tie, place: gr.Point) -> bool:
        middle = self._middle(tie)
        return middle is not None and math.dist(middle, place) <= SIGN_CELLS

    def _middle(self, tie: Tie) -> gr.Point | None:
        ends = ends_of(self._controller.encounter, tie)
        return None if ends is None else sign_place(*ends)


def ends_of(encounter: Encounter, tie: Tie) -> tuple[gr.Point, gr.Point] | None:
    """Return the middles of the two who are tied; None where one is not on the map."""
    found = [centre_of(encounter.combatants.get(who)) for who in (tie.a, tie.b)]
    a, b = found
    return None if a is None or b is None else (a, b)


def sign_place(a: gr.Point, b: gr.Point) -> gr.Point:
    """Return where the sign stands: half-way between two middles."""
    if a == b:
        return (a[0] + _BESIDE_CELLS[0], a[1] + _BESIDE_CELLS[1])
    return ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)


def centre_of(one: Combatant | None) -> gr.Point | None:
    """Return the middle of somebody, in cells; None where they are not on the map."""
    if one is None or one.pos is None or one.aside:
        return None
    return gr.in_cells(footprint_centre(one.pos, one.size))
