"""The ways of several dragged together: each walks its own, by the rules or free of price.

They keep their formation. Each way is looked for as if the others stood nowhere, for they go too;
what the rules have against it is asked of one after the other, the foremost first, as it is played.
"""

from __future__ import annotations

from threading import Event as Flag
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from gridwar.control.moves.route_and_reach import RoutePlanner
from gridwar.control.state.plan_and_draft import GroupWay
from gridwar.engine.gm.combatant_commands import Place
from gridwar.engine.gm.commands_together import Together
from gridwar.engine.kit.offers_and_actions import NOT_YOUR_TURN
from gridwar.engine.kit.turn_and_move_commands import TakeTurn
from gridwar.engine.play.play_command import play
from gridwar.engine.play.play_outcome import Refused
from gridwar.engine.play.preview_and_named_outcomes import preview
from gridwar.model.memory import FogMode
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from gridwar.engine.kit.rule_system import System
    from gridwar.grid.movement.movement_graph import LazyGrid
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Cell


_MOST_WAIVED: Final = 4
"""So many refusals are passed over for one who goes out of turn."""


class GroupPlanner:
    """Plans for one group in one state of the fight; where each can get is searched once."""

    def __init__(self, system: System, encounter: Encounter, group: Iterable[str]) -> None:
        """Plan for some combatants, or what they steer."""
        self.encounter = encounter
        self.group = tuple(group)
        self._system = system
        self._planners: dict[str, RoutePlanner] = {}
        self._grids: dict[str, LazyGrid] = {}
        self._stop = Flag()

    def stop(self) -> None:
        """Give up what is being worked out."""
        self._stop.set()
        for one in tuple(self._planners.values()):
            one.stop()

    def planner(self, who: str) -> RoutePlanner:
        """Return the planner of one of them, with the others off the map."""
        if who not in self._planners:
            known = self.encounter.combatants
            for other in self.group:
                if other != who and other in known:
                    known = known.set(other, known[other].replace(pos=None))
            alone = self.encounter.replace(combatants=known)
            self._planners[who] = RoutePlanner(self._system, alone, who)
        return self._planners[who]

    def ways(self, goals: Mapping[str, Cell], *, priced: bool) -> tuple[GroupWay, ...]:
        """Return the way of each to its goal.

        Args:
            goals: Where each goes.
            priced: Whether the rules count what it costs; else it is the shortest that there is.
        """
        return tuple(self._way(who, goal, priced=priced) for who, goal in goals.items())

    def _way(self, who: str, goal: Cell, *, priced: bool) -> GroupWay:
        start = self.encounter[who].pos
        assert start is not None
        if start == goal:
            return GroupWay(who, (start,))
        planner = self.planner(who)
        if not priced:
            return self._shortest(who, goal)
        plan = planner.plan((start,), goal)
        if not plan.costs:
            return GroupWay(who, plan.cells, problem=plan.problem or _("No way leads there."))
        zones = planner.movement.zones
        is_far = bool(zones) and plan.zone is None and planner.movement.is_bound
        problem = _("too far") if is_far else ""
        zone = plan.zone_label if zones and not is_far else ""
        return GroupWay(who, plan.cells, plan.cost_text, zone, problem, costs=plan.costs)

    def _shortest(self, who: str, goal: Cell) -> GroupWay:
        """Return the shortest way that walls and doors allow, free of price, however far it is."""
        # Only here: networkx takes longer to load than a window to show.
        from gridwar.grid.movement.movement_graph import LazyGrid
        from gridwar.grid.movement.routes import NoRoute, find_route

        planner = self.planner(who)
        start, movement = planner.start, planner.movement
        assert start is not None
        if who not in self._grids:
            self._grids[who] = LazyGrid(
                movement.ground, movement.rule, is_stopped=self._stop.is_set
            )
        route = find_route(self._grids[who], start, goal)
        if isinstance(route, NoRoute):
            return GroupWay(who, (start, goal), problem=str(route.why))
        return GroupWay(who, route.cells)

    def judged(self, ways: tuple[GroupWay, ...]) -> tuple[GroupWay, ...]:
        """Return ways with what the rules have against them, asked one after the other."""
        state, found = self.encounter, dict[str, GroupWay]()
        for unjudged in self._in_order(ways):
            is_known = bool(unjudged.problem) or not unjudged.costs
            way = unjudged if is_known else self._judged(unjudged, state)
            found[way.who] = way
            if way.problem or is_known:
                continue
            one = state[way.who].replace(pos=way.end)
            state = state.replace(combatants=state.combatants.set(way.who, one))
        return tuple(found[way.who] for way in ways)

    def _judged(self, way: GroupWay, state: Encounter) -> GroupWay:
        """Return a way with what the rules have against it in the turn of whoever goes it.

        A group goes at the GM's word: that somebody's turn is not now does not hinder, nor what is
        refused for want of it alone.
        """
        command = self._plain(way)
        refusal = preview(self._system, state, command).refusal
        if refusal is None:
            return way
        if refusal.code == NOT_YOUR_TURN:
            in_turn = play(self._system, state, TakeTurn(actor=way.who))
            if not isinstance(in_turn, Refused):
                refusal = preview(self._system, in_turn.encounter, command).refusal
            codes = {NOT_YOUR_TURN}
            while refusal is None and len(codes) <= _MOST_WAIVED:
                waiving = _waiving(command, codes)
                left = preview(self._system, state, waiving).refusal
                if left is None:
                    return replace(way, waives=frozenset(codes))
                refusal = None if left.waivable and left.code not in codes else left
                codes.add(left.code)
        return replace(way, problem="" if refusal is None else refusal.text)

    def _plain(self, way: GroupWay) -> Command:
        planner = self.planner(way.who)
        return planner.command(planner.plan((way.cells[0],), way.end))

    @staticmethod
    def _in_order(ways: Iterable[GroupWay]) -> tuple[GroupWay, ...]:
        """Return ways so that nobody goes where somebody else still stands: the foremost first."""
        listed = tuple(ways)
        by = next(((w.end.x - w.cells[0].x, w.end.y - w.cells[0].y) for w in listed), (0, 0))
        return tuple(
            sorted(listed, key=lambda way: -(way.cells[0].x * by[0] + way.cells[0].y * by[1]))
        )

    def command(self, ways: tuple[GroupWay, ...]) -> Command | None:
        """Return the command of those who can go; None where nobody can."""
        going = [one for one in self._in_order(ways) if not one.problem and len(one.cells) > 1]
        if not going:
            return None
        if all(not one.costs for one in going):
            # Whoever remembers what they see sees it from all cells of their way.
            first = 1 if self.encounter.vision.mode is FogMode.BY_SIGHT else -1
            return Place(to=tuple((one.who, cell) for one in going for cell in one.cells[first:]))
        commands = tuple(_waiving(self._plain(one), one.waives) for one in going)
        title = ngettext("{n} moves together", "{n} move together", len(going))
        return Together(title=title.format(n=len(going)), commands=commands)


def _waiving(command: Command, codes: Iterable[str]) -> Command:
    for code in sorted(codes):
        command = command.waiving(code)
    return command


def stay_words(encounter: Encounter, ways: Iterable[GroupWay]) -> str:
    """Say who stays and why, those with the same reason together."""
    reasons: dict[str, list[str]] = {}
    for one in ways:
        if one.problem:
            reasons.setdefault(one.problem, []).append(encounter[one.who].name)
    text = _("{names}: {why}")
    return "\n".join(text.format(names=", ".join(names), why=why) for why, names in reasons.items())
