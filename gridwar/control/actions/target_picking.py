"""Choosing on the map what an action needs, one need after the other: whom, then where.

Owns what has been chosen so far in the view state. With the last need the action is prepared.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from gridwar.control.records.ground_records import in_cells
from gridwar.engine.kit.offers_and_actions import Target
from gridwar.model.geometry import footprint_centre
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from gridwar.control.records.ground_records import Point
    from gridwar.control.state.controller_protocol import ControllerProtocol
    from gridwar.engine.kit.offers_and_actions import Action, Candidates
    from gridwar.model.geometry import Cell

SNAP_DEG: Final = 45
_FULL_DEG: Final = 360
_NOTHING: Final = Target()
PEOPLE: Final = ("combatant", "combatants")
"""The needs that are met by aiming at somebody."""


class Picking:
    """Takes what is pointed at as what the action being picked needs now."""

    def __init__(self, controller: ControllerProtocol, complete: Callable[[Target], None]) -> None:
        """Keep what is chosen in the view state; tell ``complete`` once the last need is met."""
        self._controller = controller
        self._complete = complete
        self.when_begun: Callable[[], None] = lambda: None
        """Is told that an action is being picked."""

    def begin(self, action: Action, actor: str) -> None:
        """Let what an action needs be picked on the map."""
        view = self._controller.view
        is_first = view.picking is None and view.draft is None
        self._controller.show(
            picking=action,
            picked=_NOTHING,
            needs_met=0,
            chosen=action,
            selected_before=view.selected if is_first else view.selected_before,
            selected=(actor,),
            show_bands=bool(action.weapon) and action.need not in ("path", *PEOPLE),
            weapon=action.weapon,
            notice=None,
            hovered=(),
        )
        self.when_begun()

    def point_at(self, who: str) -> bool:
        """Choose a combatant; one of several is added or taken out, the last one ends it.

        Returns:
            Whether a combatant is what is needed.
        """
        view = self._controller.view
        if view.need == "combatant":
            self._give(replace(view.picked, combatant=who))
            return True
        if view.need != "combatants":
            return False
        chosen = view.picked.combatants
        if chosen and who == chosen[-1]:
            self.finish()
        elif who in chosen:
            self._keep(combatants=tuple(one for one in chosen if one != who))
        else:
            self._keep(combatants=(*chosen, who))
        return True

    def point_at_cell(self, cell: Cell) -> None:
        """Choose a square."""
        self._give(replace(self._controller.view.picked, cell=cell))

    def walk(self, path: tuple[Cell, ...], climbs: tuple[int, ...] = ()) -> None:
        """Choose a way, and by how many levels each step rises."""
        view = self._controller.view
        picked = replace(view.picked, path=path, climbs=climbs)
        if path and view.picking is not None and "cell" not in view.picking.needs:
            picked = replace(picked, cell=path[-1])
        self._give(picked)

    def paint(
        self, cells: Iterable[Cell], *, add: bool, before: frozenset[Cell] | None = None
    ) -> None:
        """Add the squares of a stroke to those chosen, or take them out.

        Args:
            cells: The squares.
            add: Whether they are added.
            before: What was chosen before the stroke, where it is made anew; else what is now.
        """
        page = self._controller.encounter.map
        chosen = self._controller.view.picked.cells if before is None else before
        stroke = frozenset(cell for cell in cells if page.contains(cell))
        offered = self._offered()
        if offered is not None and offered.cells:
            stroke &= offered.cells
        self._keep(cells=chosen | stroke if add else chosen - stroke)

    def turn_to(self, point: Point, *, snap: bool) -> None:
        """Turn the direction being chosen to a place; with ``snap`` in steps of 45 degrees."""
        actor = self._controller.encounter.combatants.get(self._controller.actor or "")
        if actor is None or actor.pos is None:
            return
        x, y = in_cells(footprint_centre(actor.pos, actor.size))
        dx, dy = point[0] - x, point[1] - y
        if dx or dy:
            degrees = math.degrees(math.atan2(dx, -dy))
            step = SNAP_DEG if snap else 1
            self._keep(bearing_deg=float(round(degrees / step) * step % _FULL_DEG))

    def finish(self) -> bool:
        """Be content with what is chosen; return whether that is enough for the present need."""
        view = self._controller.view
        several = {
            "combatants": bool(view.picked.combatants),
            "cells": bool(view.picked.cells),
            "bearing": view.picked.bearing_deg is not None,
        }
        if not several.get(view.need, False):
            return False
        self._give(view.picked)
        return True

    def back(self) -> bool:
        """Go back to the need before; return whether there is one."""
        view = self._controller.view
        if view.picking is None or not view.needs_met:
            return False
        before = view.picking.needs[view.needs_met - 1]
        is_kept = before in ("combatants", "cells")  # to be changed, not chosen anew
        kept = view.picking.needs[: view.needs_met - (not is_kept)]
        picked = replace(_NOTHING, **{need_field(one): view.picked.chosen(one) for one in kept})
        if "path" in kept:
            picked = replace(picked, climbs=view.picked.climbs)
        self._controller.show(picked=picked, needs_met=view.needs_met - 1)
        return True

    def tentative(self) -> Target | None:
        """Return all that would be chosen by a click now; None before the last need."""
        view = self._controller.view
        if view.picking is None or view.needs_met + 1 != len(view.picking.needs):
            return None
        under = next(iter(view.hovered), "")
        picked, page = view.picked, self._controller.encounter.map
        match view.need:
            case "combatant" if under in self._controller.session.encounter:
                return replace(picked, combatant=under, cell=view.hover)
            case "combatants" if picked.combatants or under:
                more = (under,) if under and under not in picked.combatants else ()
                return replace(picked, combatants=(*picked.combatants, *more))
            case "cell" if view.hover is not None and page.contains(view.hover):
                return replace(picked, cell=view.hover)
            case "cells" if picked.cells:
                return picked
            case "bearing" if picked.bearing_deg is not None:
                return picked
            case _:
                return None

    def _offered(self) -> Candidates | None:
        picking = self._controller.view.picking
        return None if picking is None or picking.candidates is None else picking.candidates()

    def _keep(self, **chosen: object) -> None:
        picked = replace(self._controller.view.picked, **chosen)
        if picked != self._controller.view.picked:
            self._controller.show(picked=picked)

    def _give(self, picked: Target) -> None:
        """Go on to the next need; after the last one the action has all that it needs."""
        view = self._controller.view
        if view.picking is None:
            return
        if view.needs_met + 1 < len(view.picking.needs):
            self._controller.show(picked=picked, needs_met=view.needs_met + 1)
        else:
            self._complete(picked)


def need_field(need: str) -> str:
    """Return the field of a target that holds what was chosen of a kind."""
    return "bearing_deg" if need == "bearing" else need


def need_words(need: str) -> str:
    """Return what has to be chosen, for the status bar."""
    words = {
        "combatant": _("the target"),
        "cell": _("a cell"),
        "path": _("where to"),
        "combatants": _("add or take out a target"),
        "bearing": _("the direction"),
    }
    return words.get(need, "")
