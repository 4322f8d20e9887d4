"""Moving by mouse and keys: plans under the pointer, waypoints, groups, and the command at the end.

Owns the plan in the view state. While it is shown nothing has happened yet. A plan follows the
pointer with its way and price at once; it is previewed by the rules once the pointer rests.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from msgspec.structs import replace

from gridwar.control.moves.free_and_group_moves import is_on_map, plan_free
from gridwar.control.moves.group_move_in_progress import GroupMoves
from gridwar.control.moves.route_and_reach import RoutePlanner
from gridwar.control.moves.route_worker import WayWorker
from gridwar.control.state.plan_and_draft import MovePlan
from gridwar.control.state.view_state import Notice
from gridwar.engine.gm.combatant_commands import Place
from gridwar.model.geometry import Cell
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.control.records.ground_records import CellXY
    from gridwar.control.state.controller_protocol import ControllerProtocol


Zones: TypeAlias = tuple[
    tuple[tuple[str, frozenset[Cell]], ...], tuple[tuple[str, frozenset[Cell]], ...]
]
"""The cells where a mover may stand in each price zone, and those that its body covers."""

STEP_CELLS = 2
"""Cells of a plan of one step: where it begins and ends."""


class MovePlanning:
    """Plans and finishes one move at a time."""

    def __init__(
        self,
        controller: ControllerProtocol,
        walk: Callable[[tuple[Cell, ...], tuple[int, ...]], None],
    ) -> None:
        """Keep the plan in the view state; ``walk`` is told of the way that an action needs."""
        self._walk = walk
        self._controller = controller
        self.worker = WayWorker()
        self._planners: dict[str, RoutePlanner] = {}
        self._found: dict[tuple[RoutePlanner, int], Zones | None] = {}
        """By planner and levels up: the zones, None while they are being worked out."""
        self._asked = 0
        """Counts the plans asked for: of those that come late only the last is shown."""
        self._unjudged: MovePlan | None = None
        self._group = GroupMoves(controller, self.worker, lambda: self.when_quiet(self._judge))
        self._chosen: MovePlan | None = None
        self.when_quiet: Callable[[Callable[[], None]], None] = lambda act: act()
        """Debounces a call until the pointer has rested; set by the window."""

    def forget(self) -> None:
        """Forget what was worked out: the fight, or the way of moving, has changed."""
        self.worker.drop()
        for one in self._planners.values():
            one.stop()
        self._group.forget()
        self._planners.clear()
        self._found.clear()

    def close(self) -> None:
        """Stop for good, and free at once what was worked out."""
        self.forget()
        self.worker.close()

    def zones(self, planner: RoutePlanner, up: int = 0) -> Zones | None:
        """Return the price zones of a mover; None while they are being worked out.

        Args:
            planner: Of the mover.
            up: Levels that it climbs before, negative down.
        """
        asked, is_late = (planner, up), False

        def take(found: Zones) -> None:
            self._found[asked] = found
            if is_late:
                self._controller.show()

        if asked not in self._found:
            self._found[asked] = None
            self.worker.ask(lambda: (planner.zones(up), planner.covered(up)), take)
            is_late = True
        return self._found[asked]

    def planner(self, who: str) -> RoutePlanner:
        """Return the planner of a combatant, made anew when the fight has changed."""
        controller, known = self._controller, self._planners.get(who)
        if known is not None and known.encounter is not controller.encounter:
            self.forget()
            known = None
        action = controller.view.picking if controller.view.need == "path" else None
        if known is None or known.chosen is not action:
            offered = controller.rules_cache.actions(who) if action is None else ()
            usual = next((one for one in offered if one.id == "move"), None)
            known = RoutePlanner(controller.system, controller.encounter, who, action, usual)
            self._planners[who] = known
        return known

    def plan(self, who: str, goal: CellXY, *, free: bool = False) -> None:
        """Plan a move of a combatant, and of those selected with it, to the cell under the pointer.

        Args:
            who: The token that is held.
            goal: The cell.
            free: Whether the rules are left aside.
        """
        controller = self._controller
        by_hand = free or controller.view.free_move
        is_turnless = not controller.encounter.round or controller.encounter.turn is None
        if who in controller.encounter and not (by_hand or is_turnless):
            who = self._steered(who)
        start = controller.encounter[who].pos if who in controller.encounter else None
        if start is None:
            return
        cell, old = Cell(*goal), controller.view.plan
        legs = old.legs if old is not None and old.mover == who else (start,)
        if self._is_group(who):
            self._group.plan(who, cell, free=by_hand, priced=not is_turnless)
        elif by_hand or (is_turnless and cell == start):
            controller.show(plan=plan_free(controller.encounter, who, cell))
        elif is_turnless:
            way = plan_free(controller.encounter, who, cell, walks=True)
            self._group.find(way, {who: cell}, priced=False)
        else:
            lifts = () if old is None or old.mover != who else old.lifts
            self._find_plan(who, legs, cell, lifts)

    def _find_plan(
        self, who: str, legs: tuple[Cell, ...], goal: Cell, lifts: tuple[int, ...] = ()
    ) -> None:
        """Show the way to a goal; while it is looked for, the straight lines past the legs."""
        planner, is_late = self.planner(who), False
        self._asked += 1
        number = self._asked

        def take(plan: MovePlan) -> None:
            is_wanted = not is_late or (number == self._asked and self._awaits(planner))
            if is_wanted:
                self._show_plan(plan)

        def work() -> MovePlan:
            is_wanted = number == self._asked
            return planner.plan(legs, goal, lifts) if is_wanted else _straight(who, legs, goal)

        before = self._controller.view.plan
        self.worker.ask(work, take)
        is_late = True
        if self._controller.view.plan is before and self.worker.is_busy:
            self._controller.show(plan=replace(_straight(who, legs, goal), lifts=lifts))

    def _awaits(self, planner: RoutePlanner) -> bool:
        """Return whether a plan of a mover is still under way, in the same fight."""
        plan = self._controller.view.plan
        return plan is not None and self._planners.get(plan.mover) is planner

    @property
    def way(self) -> MovePlan | None:
        """The way to be drawn: what is planned, or what the action in preparation goes."""
        draft, chosen = self._controller.view.draft, self._chosen
        if self._controller.view.plan is not None or draft is None or chosen is None:
            return self._controller.view.plan
        goes = getattr(draft.command, "path", ())
        is_it = draft.actor == chosen.mover and goes == chosen.cells[1:]
        return chosen if is_it and self.planner(chosen.mover).start == chosen.cells[0] else None

    def _show_plan(self, plan: MovePlan) -> None:
        """Show a plan by the rules, and what they say of it a little later."""
        self._unjudged = plan
        self._controller.show(plan=plan)
        self.when_quiet(self._judge)

    def _judge(self) -> None:
        """Add to the plan shown what the rules say of it, unless that is known."""
        shown = self._controller.view.plan
        if shown is not None and shown.group:
            self._group.judge(shown)
            return
        plan, self._unjudged = self._unjudged, None
        is_part = self._controller.view.need == "path" and self._controller.view.is_part
        if plan is not None and plan is self._controller.view.plan and not is_part:
            judged = self.planner(plan.mover).judged(plan)
            if judged != plan:
                self._controller.show(plan=judged)

    def _is_group(self, who: str) -> bool:
        selected = self._controller.view.selected
        return who in selected and len(selected) > 1

    def _steered(self, who: str) -> str:
        """Return who moves by the rules where somebody does: itself in a group, else its body."""
        controller = self._controller
        if self._is_group(who):
            return who
        return controller.system.board.body(controller.encounter, who).mover

    def add_waypoint(self) -> None:
        """Set a waypoint where the plan ends now."""
        self.worker.settle()
        self._judge()
        plan = self._controller.view.plan
        if plan is not None and not plan.free and plan.end != plan.legs[-1] and not plan.problem:
            self._controller.show(plan=replace(plan, legs=(*plan.legs, plan.end)))

    def drop_waypoint(self) -> None:
        """Take the last waypoint back, with what was climbed there."""
        self.worker.settle()
        plan = self._controller.view.plan
        if plan is None:
            return
        if len(plan.legs) > 1:
            lifts = plan.lifts[: len(plan.legs) - 1]
            self._find_plan(plan.mover, plan.legs[:-1], plan.end, lifts)
        elif any(plan.lifts):
            self._find_plan(plan.mover, plan.legs, plan.end)

    def climb(self, by: int) -> None:
        """Let the move that is planned go on a level higher or lower from where it ends now."""
        self.worker.settle()
        self._judge()
        plan = self._controller.view.plan
        if plan is None or plan.free or bool(plan.problem):
            return
        legs = plan.legs if plan.end == plan.legs[-1] else (*plan.legs, plan.end)
        lifts = [*plan.lifts, *[0] * (len(legs) - len(plan.lifts))]
        lifts[-1] += by
        planner = self.planner(plan.mover)
        if 0 <= planner.level + sum(lifts) < len(self._controller.system.board.levels):
            self._find_plan(plan.mover, legs, plan.end, tuple(lifts))

    def rise(self, who: str, by: int) -> None:
        """Move somebody a level up or down by the rules, in its square."""
        start = self._controller.encounter[who].pos
        if start is None:
            return
        self.plan(who, start)
        self.climb(by)
        self.finish()

    def finish(self) -> None:
        """Do what is planned."""
        self.worker.settle()
        self._judge()
        self.worker.settle()
        controller, plan = self._controller, self._controller.view.plan
        controller.show(plan=None)
        if plan is not None and plan.group:
            self._group.finish(plan)
            return
        if plan is None or plan.leads_nowhere:
            return
        if plan.free and plan.problem:
            controller.tell(Notice(plan.problem, cell=plan.cells[0]))
            return
        if plan.free:
            controller.submit(Place(to=((plan.mover, plan.end), *plan.others)), plan.end)
            if plan.warnings and controller.view.notice is None:
                controller.tell(Notice("\n".join(one.text for one in plan.warnings), tone="note"))
            return
        if plan.costs and controller.view.need == "path":
            self._chosen = plan
            self._walk(plan.cells[1:], plan.climbs)
            return
        command = self.planner(plan.mover).command(plan) if plan.costs else None
        controller.show(picking=None)
        if command is None:  # no way leads there
            possible = is_on_map(controller.encounter, controller.encounter[plan.mover], plan.end)
            again = Place(to=((plan.mover, plan.end),)) if possible else None
            cell = plan.end if possible else plan.cells[0]
            controller.tell(Notice(plan.problem, again=again, cell=cell))
            return
        controller.submit(command, plan.end)

    def step(self, dx: int, dy: int) -> None:
        """Move the one selected, or the group, by one cell; move the end of a plan under way."""
        controller = self._controller
        plan, picking = controller.view.plan, controller.view.picking
        if plan is not None:
            self.plan(plan.mover, plan.end.shifted(dx, dy), free=plan.free)
            return
        combatants = [controller.encounter[one] for one in controller.view.selected]
        movers = [one for one in combatants if one.pos is not None and not one.locked]
        if not movers:
            self.tell_locked(controller.view.selected)
            return
        mover = movers[0]
        if controller.encounter.round and not controller.view.free_move:
            mover = controller.encounter[self._steered(mover.id)]
        if mover.pos is None:
            return
        goal = mover.pos.shifted(dx, dy)
        self.plan(mover.id, goal)
        self.worker.settle()
        if picking is None and not self._is_detour(mover.id, mover.pos, goal):
            self.finish()

    def _is_detour(self, who: str, start: Cell, goal: Cell) -> bool:
        """Return whether a step is blocked, telling by what; the way round needs a plan."""
        controller = self._controller
        plan = controller.view.plan
        is_put = plan is None or (plan.free and not plan.group)
        if plan is None or is_put or plan.others or len(plan.cells) == STEP_CELLS:
            return False
        obstacle = self.planner(who).movement.ground.why_blocked(start, goal)
        text = str(obstacle) if obstacle is not None else _("No direct step leads there.")
        again = Place(to=((who, goal),))
        controller.show(plan=None)
        controller.tell(Notice(text, again=again, cell=goal))
        return True

    def tell_locked(self, who: tuple[str, ...]) -> None:
        """Say of some combatants which are locked in place, and how that ends."""
        combatants = [self._controller.encounter[one] for one in who]
        locked = ", ".join(one.name for one in combatants if one.locked and one.pos is not None)
        if locked:
            text = _("{names}: locked in place. Right-click to unlock.")
            text = text.format(names=locked)
            self._controller.tell(Notice(text, tone="note"))


def _straight(who: str, legs: tuple[Cell, ...], goal: Cell) -> MovePlan:
    """Return the line past the legs to a goal, without a price: no way is known yet."""
    return MovePlan(who, (*legs, goal), legs, cost_text="\u2026")
