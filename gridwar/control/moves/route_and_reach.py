"""Planning a move: the cheapest route under the pointer, its price, and who may react to it.

Works out plans; the controller shows them and, on release, turns one into a command.
"""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise
from threading import Event as Flag
from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridwar.control.moves.walkable_ways import accepted, way_into_opening
from gridwar.control.state.plan_and_draft import MovePlan, MoveWarning
from gridwar.engine.kit.offers_and_actions import NOT_YOUR_TURN, Target
from gridwar.engine.kit.turn_and_move_commands import Move
from gridwar.engine.kit.yardstick_and_distances import level_number
from gridwar.engine.perception.detection import known_fight
from gridwar.engine.play.offered_actions_and_drafts import actions_of
from gridwar.engine.play.preview_and_named_outcomes import preview
from gridwar.model.geometry import ONE_CELL, covered_cells
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.engine.kit.movement_records import Movement
    from gridwar.engine.kit.offers_and_actions import Action
    from gridwar.engine.kit.rule_system import System
    from gridwar.grid.movement.movement_graph import LazyGrid
    from gridwar.grid.movement.reach import Reach
    from gridwar.grid.movement.routes import NoRoute, Route
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Cell
    from gridwar.model.question_and_refusal import Refusal


class RoutePlanner:
    """Plans the moves of one combatant from where it stands, until the fight changes."""

    def __init__(
        self,
        system: System,
        encounter: Encounter,
        who: str,
        action: Action | None = None,
        usual: Action | None = None,
    ) -> None:
        """Search the reach once; each plan then only follows it back to the start.

        Args:
            system: The rules.
            encounter: The present state.
            who: The mover.
            action: The way of moving chosen; None for the usual one.
            usual: That one, where it is known already; else it is looked for.
        """
        self.encounter = encounter
        self.who = who
        self.chosen = action
        self._system = system
        self._action = action or usual or usual_move(system, encounter, who)
        mode = "" if self._action is None or self._action.id == "move" else self._action.id
        self.movement: Movement = system.board.movement(encounter, who, mode)
        self._reaches: dict[int, Reach] = {}
        self._zones_by_level: dict[int, tuple[tuple[str, frozenset[Cell]], ...]] = {}
        self._grids: dict[int, LazyGrid] = {}
        self._dearer: Reach | None = None
        """Ways of several moves of which each begins where the one before it ends."""
        self._only_dearer: frozenset[Cell] = frozenset()
        """Where they lead, and the cheapest ways do not."""
        self._stop = Flag()

    def stop(self) -> None:
        """Give up what is being worked out, for good: nobody wants it any more."""
        self._stop.set()

    def _grid(self, up: int) -> LazyGrid:
        """Return the graph of the steps on the level that lies so many higher."""
        # Only here: networkx takes longer to load than a window to show.
        from gridwar.grid.movement.movement_graph import LazyGrid

        if up not in self._grids:
            way = self._way(up)
            self._grids[up] = LazyGrid(way.ground, way.rule, is_stopped=self._stop.is_set)
        return self._grids[up]

    def _way(self, up: int) -> Movement:
        climbed = self.movement.climbed
        return self.movement if not up or climbed is None else climbed(up)

    @property
    def level(self) -> int:
        """The level on which the mover is; 0 where height is not counted in levels."""
        return level_number(self._system.board.levels, self.encounter[self.who].altitude)

    @cached_property
    def _known(self) -> Encounter:
        return known_fight(self._system, self.encounter, self.encounter[self.who].side)

    @property
    def start(self) -> Cell | None:
        """Where the mover stands."""
        return self.encounter[self.who].pos

    def reach(self, up: int = 0) -> Reach | None:
        """Return where the mover can get within its last zone; None off the board.

        Args:
            up: Levels that it climbs before, negative down.
        """
        limits = [limit for _label, limit in self._zones(up)]
        if up not in self._reaches and self.start is not None and limits:
            # Of several zones one step ends only one: see `_with_dearer`.
            one_step = self._way(up).one_step and len(limits) == 1
            self._reaches[up] = self._searched(up, self.start, max(limits), one_step=one_step)
        return self._reaches.get(up)

    def _searched(
        self, up: int, start: Cell, budget: int | tuple[int, ...], *, one_step: bool
    ) -> Reach:
        from gridwar.grid.movement.reach import reach

        may_end = self._way(up).may_end
        return reach(self._grid(up), start, budget, may_end=may_end, one_step=one_step)

    def _zones(self, up: int) -> list[tuple[str, int]]:
        """Return the price zones that include a climb, with what it leaves of them."""
        spent = abs(up) * self.movement.climb_cost
        return [
            (zone.label, zone.limit - spent)
            for zone in self.movement.zones
            if zone.climbs >= abs(up) and zone.limit >= spent
        ]

    @cached_property
    def refusal(self) -> Refusal | None:
        """Why it cannot move so now, whatever the way; what its turn alone forbids is left out."""
        return self._refused_nearest(in_turn=True) if self.waits_for_turn else self._why_not

    @property
    def waits_for_turn(self) -> bool:
        """Whether it can move so in its own turn alone, and has not got it."""
        return self._why_not is not None and self._why_not.code == NOT_YOUR_TURN

    @cached_property
    def _why_not(self) -> Refusal | None:
        """Why it cannot move so now: what its action says, or a plain move to the next square."""
        return self._refused_nearest() if self._action is None else self._action.refusal

    def _refused_nearest(self, *, in_turn: bool = False) -> Refusal | None:
        """Return what the rules have against a move to the next square, now or in its turn."""
        nearest = self._to_nearest()
        if nearest is None:
            return None
        command = nearest.waiving(NOT_YOUR_TURN) if in_turn else nearest
        return preview(self._system, self.encounter, command).refusal

    def _to_nearest(self) -> Command | None:
        """Return the move to the nearest square where it may end; None where there is none."""
        found, start = self.reach(), self.start
        if found is None or start is None:
            return None
        ends = [one for one in found.ends if one != start and found.can_stop(one)]
        nearest = min(ends, key=lambda one: found.ends[one], default=None)
        return None if nearest is None else self.command(self.plan((start,), nearest))

    def zones(self, up: int = 0) -> tuple[tuple[str, frozenset[Cell]], ...]:
        """Return the cells of each price zone with its label, the cheapest first.

        There are none where it cannot move so, whatever the way.

        Args:
            up: Levels that the mover climbs before, negative down.
        """
        if up not in self._zones_by_level:
            found = None if self.refusal is not None else self.reach(up)
            self._zones_by_level[up] = () if found is None else self._divided(up, found)
        return self._zones_by_level[up]

    def _divided(self, up: int, found: Reach) -> tuple[tuple[str, frozenset[Cell]], ...]:
        """Return a reach by its price zones."""
        zones, limits = self._zones(up), [limit for _label, limit in self._zones(up)]
        cells = found.zones(limits)
        accepts = self._way(up).accepts
        if accepts is not None:
            cells = tuple(accepted(found, part, accepts) for part in cells)
            cells = self._with_dearer(up, cells, limits, accepts)
        return tuple((label, part) for (label, _limit), part in zip(zones, cells, strict=True))

    def _with_dearer(
        self,
        up: int,
        cells: tuple[frozenset[Cell], ...],
        limits: list[int],
        accepts: Callable[[Route], bool],
    ) -> tuple[frozenset[Cell], ...]:
        """Return zones with the cells that only a dearer way reaches: one that wastes no move."""
        if self.start is None or len(limits) == 1:
            return cells
        found = self._searched(up, self.start, tuple(limits), one_step=self._way(up).one_step)
        known: frozenset[Cell] = frozenset().union(*cells)
        more = [accepted(found, part - known, accepts) for part in found.zones(limits)]
        if not up:
            self._dearer, self._only_dearer = found, frozenset().union(*more)
        return tuple(part | others for part, others in zip(cells, more, strict=True))

    def covered(self, up: int = 0) -> tuple[tuple[str, frozenset[Cell]], ...]:
        """Return the cells that the mover's body gets to in each price zone, the cheapest first.

        Args:
            up: Levels that the mover climbs before, negative down.
        """
        size = self.encounter[self.who].size
        if size == ONE_CELL:
            return self.zones(up)
        known: frozenset[Cell] = frozenset()
        found = []
        for label, anchors in self.zones(up):
            part = covered_cells(anchors, size) - known
            known |= part
            found.append((label, part))
        return tuple(found)

    def plan(self, legs: tuple[Cell, ...], goal: Cell, lifts: tuple[int, ...] = ()) -> MovePlan:
        """Return the plan to a goal by way of the waypoints set: the way and its price.

        Who may react to it, and what the rules have against it, is added by ``judged``.

        Args:
            legs: The start and the waypoints so far.
            goal: The cell under the pointer.
            lifts: Levels climbed at each leg, negative down.
        """
        if any(lifts):
            return self._climbing(legs, goal, lifts)
        if legs == (goal,):
            return MovePlan(self.who, legs, legs)
        from gridwar.grid.movement.routes import NoRoute, price

        route = self._route(legs, goal)
        if isinstance(route, NoRoute):
            route = way_into_opening(self.movement, legs, route)
        if isinstance(route, NoRoute):
            why = self._why_none(route, legs)
            return MovePlan(self.who, (legs[0], goal), legs, problem=why)
        # Its steps are shown with what they cost, without what is lost between several moves.
        walked = price(self._grid(0), route.cells) if goal in self._only_dearer else route
        walked = route if isinstance(walked, NoRoute) else walked
        return self._priced(walked, legs, spent=route.cost)

    def _why_none(self, route: NoRoute, legs: tuple[Cell, ...]) -> str:
        """Return why no way leads somewhere: for want of one, or because it may not end there."""
        from gridwar.grid.movement.routes import NoRoute, find_route

        why = self.movement.why_no_end
        if why is None or self.movement.may_end is None:
            return str(route.why)
        plain = find_route(self._grid(0), legs[0], route.goal, legs[1:])
        return str(route.why) if isinstance(plain, NoRoute) else why(route.goal)

    def command(self, plan: MovePlan) -> Command:
        """Return the command that a plan amounts to."""
        path = plan.cells[1:]
        if self._action is None:
            return Move(actor=self.who, path=path, climbs=plan.climbs)
        return self._action.make(Target(path=path, cell=plan.end, climbs=plan.climbs))

    def _climbing(self, legs: tuple[Cell, ...], goal: Cell, lifts: tuple[int, ...]) -> MovePlan:
        """Return the plan of a way that leads from level to level."""
        from gridwar.engine.kit.routes_across_levels import route_along
        from gridwar.grid.movement.routes import NoRoute, find_route

        cells, climbs, up = [legs[0]], list[int](), 0
        for at, (here, there) in enumerate(pairwise((*legs, goal))):
            by = lifts[at] if at < len(lifts) else 0
            up += by
            cells += [here] * abs(by)
            climbs += [1 if by > 0 else -1] * abs(by)
            leg = find_route(self._grid(up), here, there) if here != there else None
            if isinstance(leg, NoRoute):
                return MovePlan(self.who, (*cells, goal), legs, problem=str(leg.why), lifts=lifts)
            if leg is not None:
                cells += leg.cells[1:]
                climbs += [0] * (len(leg.cells) - 1)
        route = route_along(self.movement, tuple(cells), tuple(climbs))
        if isinstance(route, NoRoute):
            return MovePlan(self.who, tuple(cells), legs, problem=str(route.why), lifts=lifts)
        return replace(self._priced(route, legs, tuple(climbs)), lifts=lifts)

    def _route(self, legs: tuple[Cell, ...], goal: Cell) -> Route | NoRoute:
        found = self._dearer if goal in self._only_dearer else self.reach()
        if len(legs) == 1 and found is not None and goal in found:
            return found.route_to(goal)
        from gridwar.grid.movement.routes import find_route

        return find_route(self._grid(0), legs[0], goal, legs[1:], may_end=self.movement.may_end)

    def judged(self, plan: MovePlan) -> MovePlan:
        """Return a plan with what the rules say of it; one that leads nowhere as it is."""
        if not plan.costs:
            return plan
        command = self.command(plan)
        seen = preview(self._system, self._known, command)
        told = self._system.draft(self._known, command).foreseen
        warnings = (
            *(MoveWarning(one.text, one.rule_id) for one in told),
            *(MoveWarning(one.title, next(iter(one.rule_ids), ""), one.at) for one in seen.windows),
        )
        problem = "" if seen.refusal is None else seen.refusal.text
        return replace(plan, warnings=tuple(dict.fromkeys(warnings)), problem=problem)

    def _priced(
        self,
        route: Route,
        legs: tuple[Cell, ...],
        climbs: tuple[int, ...] = (),
        spent: int | None = None,
    ) -> MovePlan:
        """Return the plan of a way; the zones are asked for what is ``spent``, else its cost."""
        zones, levels = self.movement.zones, sum(map(abs, climbs))
        spent = route.cost if spent is None else spent
        fits = [spent <= one.limit and levels <= one.climbs for one in zones]
        zone = fits.index(True) if True in fits else None
        price = None if zone is None else (zones[zone].label, zones[zone].note)
        return MovePlan(
            self.who,
            route.cells,
            legs,
            route.costs,
            self.movement.cost_text(route.cost),
            zone,
            _("too far") if price is None else ", ".join(filter(None, price)),
            climbs=climbs,
        )


def usual_move(system: System, encounter: Encounter, who: str) -> Action | None:
    """Return the action by which a combatant usually moves; None where it has none."""
    return next((one for one in actions_of(system, encounter, who) if one.id == "move"), None)
