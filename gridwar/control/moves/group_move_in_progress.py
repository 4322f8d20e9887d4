"""Several dragged together, or one while no turn is running: each walks its own way.

While the ways are looked for straight lines are shown. Nothing here keeps the pointer waiting.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridwar.control.moves.free_and_group_moves import is_on_map, plan_group, snapped, spacing_note
from gridwar.control.moves.group_ways import GroupPlanner, stay_words
from gridwar.control.state.plan_and_draft import GroupWay, MovePlan
from gridwar.control.state.view_state import Notice
from gridwar.engine.gm.combatant_commands import Place
from gridwar.engine.play.play_outcome import Refused
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from gridwar.control.moves.route_worker import WayWorker
    from gridwar.control.state.controller_protocol import ControllerProtocol
    from gridwar.model.geometry import Cell


class GroupMoves:
    """Plans and finishes the moves of several at once."""

    def __init__(
        self,
        controller: ControllerProtocol,
        worker: WayWorker,
        judge_later: Callable[[], None],
    ) -> None:
        """Look for ways in ``worker``; ``judge_later`` has them judged once the pointer rests."""
        self._controller = controller
        self._worker = worker
        self._judge_later = judge_later
        self._planner: GroupPlanner | None = None
        self._asked = 0
        """Counts the plans asked for: of those that come late only the last is shown."""

    def forget(self) -> None:
        """Forget what was worked out: the fight has changed."""
        if self._planner is not None:
            self._planner.stop()
            self._planner = None

    def plan(self, who: str, cell: Cell, *, free: bool, priced: bool) -> None:
        """Plan the move of all selected: each by its own way, or put where the pointer says."""
        controller = self._controller
        system, now, selected = controller.system, controller.encounter, controller.view.selected
        if not free:
            cell = snapped(system, now, who, selected, cell)
        plan = plan_group(now, who, selected, cell, walks=not free)
        goals = dict(((who, plan.end), *plan.others))
        plan = replace(plan, note=spacing_note(system, now, goals))
        if free or plan.leads_nowhere:
            controller.show(plan=plan)
            return
        if priced:
            bodies = dict.fromkeys(system.board.body(now, one).mover for one in goals)
            steered = tuple(one for one in bodies if one in now and now[one].pos is not None)
            by = plan.cells[0], plan.end
            goals = {
                one: at.shifted(by[1].x - by[0].x, by[1].y - by[0].y)
                for one in steered
                if (at := now[one].pos) is not None and not now[one].locked
            }
        self.find(plan, goals, priced=priced)

    def find(self, plan: MovePlan, goals: Mapping[str, Cell], *, priced: bool) -> None:
        """Show the ways of some combatants; while they are looked for, straight lines."""
        controller, planner = self._controller, self._planner_of(goals)
        self._asked += 1
        number = self._asked

        def provisional() -> tuple[GroupWay, ...]:
            stand = ((who, controller.encounter[who].pos, goal) for who, goal in goals.items())
            return tuple(
                GroupWay(who, (pos, goal), "\u2026") for who, pos, goal in stand if pos is not None
            )

        def take(ways: tuple[GroupWay, ...]) -> None:
            now = controller.view.plan
            if number == self._asked and now is not None and now.mover == plan.mover:
                self._show(now, ways)
                self._judge_later()

        controller.show(plan=replace(plan, group=provisional(), free=not priced))
        self._worker.ask(
            lambda: planner.ways(goals, priced=priced) if number == self._asked else (),
            take,
            patience_s=0.0,
        )

    def _show(self, plan: MovePlan, ways: tuple[GroupWay, ...]) -> None:
        """Show ways; those who cannot go theirs stay where they are."""
        if not ways:
            return
        held = next((one for one in ways if one.who == plan.mover), ways[0])
        others = tuple((w.who, w.end) for w in ways if w.who != plan.mover and not w.problem)
        self._controller.show(
            plan=replace(plan, group=ways, others=others, cells=held.cells, costs=held.costs)
        )

    def _planner_of(self, goals: Mapping[str, Cell]) -> GroupPlanner:
        controller, known = self._controller, self._planner
        if (
            known is None
            or known.encounter is not controller.encounter
            or known.group != tuple(goals)
        ):
            known = self._planner = GroupPlanner(controller.system, controller.encounter, goals)
        return known

    def judge(self, plan: MovePlan) -> None:
        """Add to the ways shown what the rules say of them."""
        planner = self._planner
        if planner is None or not any(one.costs for one in plan.group):
            return

        def take(ways: tuple[GroupWay, ...]) -> None:
            now = self._controller.view.plan
            if now is not None and now.group == plan.group and ways != now.group:
                self._show(now, ways)

        self._worker.ask(lambda: planner.judged(plan.group), take, patience_s=0.0)

    def finish(self, plan: MovePlan) -> None:
        """Let those go who can; the others stay, and may be put there anyway."""
        controller, planner = self._controller, self._planner
        controller.show(picking=None)
        if planner is None or planner.encounter is not controller.encounter:
            return
        encounter, notice_before = controller.encounter, controller.view.notice
        left = [one for one in plan.group if one.problem]
        there = (one for one in left if is_on_map(encounter, encounter[one.who], one.end))
        goals = tuple((one.who, one.end) for one in there)
        words = stay_words(encounter, left)
        command = planner.command(plan.group)
        if command is not None:
            outcome = controller.submit(command, plan.end)
            if outcome is None or isinstance(outcome, Refused):
                return
        told = [words, *(one.text for one in plan.warnings)]
        said = "\n".join(filter(None, dict.fromkeys(told)))
        if said and controller.view.notice in (None, notice_before):
            again = Place(to=goals) if goals else None
            notice = Notice(said, again=again, cell=plan.end, anyway=_("Put there"))
            controller.tell(notice if left else replace(notice, tone="note", anyway=""))
