"""Ways and reaches that are worked out beside the window: late, wanted no more, acted upon."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from queue import Queue
from threading import Event as Flag
from typing import TYPE_CHECKING, Any

import pytest

from gridwar.control.controller.controller import Controller
from gridwar.control.moves.route_and_reach import RoutePlanner
from gridwar.control.moves.route_worker import WayWorker
from gridwar.control.presenters.route_and_reach_overlays import REACH
from gridwar.control.presenters.scene import ScenePresenter
from gridwar.control.tools.toolbox import Toolbox
from gridwar.errors import Cancelled
from gridwar.grid.movement.movement_graph import LazyGrid
from gridwar.grid.movement.mover_ground import Ground
from gridwar.grid.movement.reach import reach
from gridwar.model.battlemap import BattleMap
from gridwar.model.geometry import Cell
from gridwar.systems.arrgs.movement.ground_and_step_costs import Paces
from tests.support.fights import begun

if TYPE_CHECKING:
    from collections.abc import Iterator


class _Window:
    """A window that hears the worker when it is told to, and the door that keeps the worker."""

    def __init__(self, controller: Controller, monkeypatch: pytest.MonkeyPatch) -> None:
        self.controller, self.door = controller, Flag()
        self._calls: list[Callable[[], None]] = []
        zones = RoutePlanner.zones
        plan = RoutePlanner.plan

        def kept(planner: RoutePlanner, *args: int) -> object:
            self.door.wait()
            return zones(planner, *args)

        def kept_plan(planner: RoutePlanner, *args: Any) -> object:
            self.door.wait()
            return plan(planner, *args)

        monkeypatch.setattr(RoutePlanner, "zones", kept)
        monkeypatch.setattr(RoutePlanner, "plan", kept_plan)
        controller.move_planning.worker.patience_s = 0.0
        controller.move_planning.worker.begin(self._calls.append)

    def hear(self) -> None:
        """Let the worker go on, and hear all that it finds."""
        self.door.set()
        self.controller.move_planning.worker.settle()


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch) -> Iterator[_Window]:
    """Return a window on a fight of two, whose worker waits."""
    controller = Controller(begun("freeform", hero=(3, 3), foe=(9, 9)))
    controller.selection.select("hero")
    made = _Window(controller, monkeypatch)
    yield made
    made.door.set()
    controller.move_planning.worker.close()
    controller.action_drafts.shut_down()


def _zones(scene: ScenePresenter) -> list[object]:
    return [one for one in scene.present().overlays if getattr(one, "role", None) in REACH]


def test_the_map_is_drawn_without_zones_until_they_are_found(window: _Window) -> None:
    """Nobody waits for a reach: the map is shown without it, and with it as soon as it is there."""
    scene = ScenePresenter(window.controller, Toolbox(window.controller))
    assert not _zones(scene)
    window.hear()
    assert _zones(scene)


def test_a_move_planned_before_its_way_is_found_goes_by_that_way(window: _Window) -> None:
    """A drag shows a straight line without a price at first; what is done is the way found."""
    controller = window.controller
    planning = controller.move_planning
    planning.plan("hero", (5, 3))
    plan = controller.view.plan
    assert plan is not None
    assert (plan.end, plan.costs) == (Cell(5, 3), ())
    window.door.set()
    planning.finish()
    assert controller.encounter["hero"].pos == Cell(5, 3)


def test_of_plans_that_come_late_the_last_is_shown(window: _Window) -> None:
    """The pointer has gone on while a way was looked for: only where it is now counts."""
    planning = window.controller.move_planning
    planning.plan("hero", (4, 3))
    planning.plan("hero", (6, 3))
    window.hear()
    plan = window.controller.view.plan
    assert plan is not None
    assert plan.end == Cell(6, 3)
    assert plan.costs


def test_a_plan_given_up_does_not_come_back(window: _Window) -> None:
    """Escape ends a plan for good, though its way is found afterwards."""
    window.controller.move_planning.plan("hero", (5, 3))
    window.controller.cancel()
    window.hear()
    assert window.controller.view.plan is None


def test_a_search_that_nobody_wants_any_more_ends() -> None:
    """The fight has changed: the search for a reach in the old one is given up at its next step."""
    ground = Ground(BattleMap(width=9, height=9))

    with pytest.raises(Cancelled):
        reach(LazyGrid(ground, Paces(ground), is_stopped=lambda: True), Cell(0, 0), 3)


def test_without_a_window_all_is_worked_out_in_its_place() -> None:
    """A script, or a test, has no window to keep alive: it gets ways and zones at once."""
    controller = Controller(begun("freeform", hero=(3, 3)))
    planner = controller.move_planning.planner("hero")
    assert controller.move_planning.zones(planner)
    assert not controller.move_planning.worker.is_busy


def test_what_a_mover_may_do_is_not_rehearsed_once_more_for_its_reach(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The usual way of moving is among the actions that are known for the panel already."""

    def again(*_args: object) -> None:
        pytest.fail("all actions were rehearsed again")

    monkeypatch.setattr("gridwar.control.moves.route_and_reach.usual_move", again)
    controller = Controller(begun("freeform", hero=(3, 3)))
    assert controller.move_planning.planner("hero").movement.zones


def test_what_is_closed_works_nothing_out() -> None:
    """A window on its way out is still told of changes: it asks for a reach that nobody sees."""
    controller = Controller(begun("freeform", hero=(3, 3)))
    planning = controller.move_planning
    planner = planning.planner("hero")
    planning.close()
    assert planning.zones(planner) is None
    assert not planning.worker.is_busy


class _Found:
    """A result that can be held weakly."""


@pytest.mark.usefixtures("no_collector")
def test_a_result_that_came_late_is_freed_as_soon_as_it_was_taken() -> None:
    """The graph of a reach is large: it is not left to the garbage collector."""
    worker, door, calls = WayWorker(), Flag(), Queue[Callable[[], None]]()
    worker.patience_s = 0.0
    worker.begin(calls.put)

    def work() -> _Found:
        door.wait()
        return _Found()

    seen: list[weakref.ref[_Found]] = []
    try:
        worker.ask(work, lambda found: seen.append(weakref.ref(found)))
        door.set()
        calls.get()()
        worker.ask(lambda: None, lambda _none: None)  # the thread has let go of the first
        worker.settle()
        assert [ref() for ref in seen] == [None]
    finally:
        worker.close()
