"""Where somebody gets to, as the map draws it, for whatever thinks about squares."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control.moves.route_and_reach import RoutePlanner
from gridwar.engine.insight.stands.fight_for_stands import Reached
from gridwar.engine.perception.detection import known_fight

if TYPE_CHECKING:
    from gridwar.control.moves.move_in_progress import MovePlanning
    from gridwar.control.state.controller_protocol import ControllerProtocol
    from gridwar.control.state.plan_and_draft import MovePlan
    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Cell


class WaysKnown:
    """The ways of somebody by what a side knows: whoever is hidden from it is in nobody's way."""

    def __init__(self, controller: ControllerProtocol, planning: MovePlanning) -> None:
        """Take the ways that the map draws, where the side knows all that stands about."""
        self._controller, self._planning = controller, planning
        self._own: tuple[Encounter, str, str | None, RoutePlanner] | None = None

    def planner(self, who: str, side: str | None) -> RoutePlanner:
        """Return the planner of whoever moves where somebody is moved.

        Args:
            who: Somebody on the map.
            side: By what this side knows; None for everything.
        """
        now, system = self._controller.encounter, self._controller.system
        mover = system.board.body(now, who).mover
        drawn = self._planning.planner(mover)
        if side is None or now.combatants == known_fight(system, now, side).combatants:
            return drawn
        own = self._own
        if own is None or own[0] is not now or own[1:3] != (mover, side):
            known = known_fight(system, now, side)
            self._own = own = (now, mover, side, RoutePlanner(system, known, mover))
        return own[3]

    def reached(self, who: str, side: str | None) -> Reached | None:
        """Return where somebody gets to; None while that is being worked out."""
        planner = self.planner(who, side)
        zones = self._planning.zones(planner)
        if zones is None:
            return None
        found, ground = planner.reach(), planner.movement.ground
        return Reached(
            zones[0],
            {} if found is None else found.ends,
            frozenset(one.label for one in planner.movement.zones if not one.strikes),
            lambda cell: ground.may_stop(cell) and ground.why_closed(cell) is None,
        )

    def way(self, who: str, side: str | None, goal: Cell) -> MovePlan | None:
        """Return the way to a square with its price; None where none leads there."""
        planner = self.planner(who, side)
        start = planner.start
        if start is None or goal == start:
            return None
        plan = planner.plan((start,), goal)
        return None if plan.problem or not plan.costs else plan
