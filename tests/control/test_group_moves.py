"""Several dragged together: each walks its own way at its own price; out of turns, free of it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from gridwar.control.controller.controller import Controller
from gridwar.control.presenters.log import LogPresenter
from gridwar.control.presenters.questions import present_notice
from gridwar.control.presenters.route_and_reach_overlays import WayPresenter
from gridwar.control.records.scene_records import LabelOverlay, RouteOverlay
from gridwar.engine.gm.map_commands import PutWalls
from gridwar.model.geometry import SUBCELL, Cell, Point
from gridwar.model.walls import Wall
from tests.support.crowds import SYSTEMS, crowd, goblins

SIX = 6


def dragged(system: str, dx: int, dy: int, *, begins: bool = True) -> Controller:
    """Return a fight in which six are dragged, held in the air."""
    session = crowd(system, SIX, begins=begins)
    controller = Controller(session)
    controller.selection.select(*goblins(session))
    start = controller.encounter["goblin0"].pos
    assert start is not None
    controller.move_planning.plan("goblin0", (start.x + dx, start.y + dy))
    return controller


@pytest.mark.parametrize("system", ["arrgs", "cepheus", "drive", "percentile"])
def test_six_move_in_one_drag_with_their_costs(system: str) -> None:
    """Each has a way and price of its own; they go in one command, and undo brings all back."""
    controller = dragged(system, 1, 0)
    plan, before = controller.view.plan, controller.encounter
    assert plan is not None
    assert [len(one.cells) for one in plan.group] == [2] * SIX
    assert all(one.cost_text for one in plan.group)
    drawn = [one for one in WayPresenter(controller).planned() if isinstance(one, RouteOverlay)]
    assert [one.label for one in drawn] == [one.cost_text for one in plan.group]
    rows = len(controller.session.history.rows)
    controller.move_planning.finish()
    assert len(controller.session.history.rows) == rows + 1
    for who in goblins(controller.session):
        old, new = before[who].pos, controller.encounter[who].pos
        assert (old, new) == (old, old.shifted(1, 0) if old else None)
    entry = LogPresenter(controller).present()[-1]
    assert len(entry.lines) >= SIX
    controller.session.undo()
    assert controller.encounter == before


def test_who_cannot_reach_stays_and_says_why() -> None:
    """Beyond the reach of a turn a way is red, nobody goes it, and all go where F is held."""
    controller = dragged("percentile", 19, 0)
    plan, before = controller.view.plan, controller.encounter
    assert plan is not None
    assert all(one.problem for one in plan.group)
    drawn = [one for one in WayPresenter(controller).planned() if isinstance(one, RouteOverlay)]
    assert all(one.refused for one in drawn)
    controller.move_planning.finish()
    assert controller.encounter == before
    notice = controller.view.notice
    assert notice is not None
    assert notice.again is not None
    controller.do_anyway()
    assert controller.encounter["goblin0"].pos == Cell(21, 2)


def test_with_f_held_all_are_put_without_price() -> None:
    """The GM's hand knows no reach."""
    controller = dragged("percentile", 19, 0)
    controller.move_planning.plan("goblin0", (21, 2), free=True)
    plan = controller.view.plan
    assert plan is not None
    assert (plan.group, plan.free) == ((), True)
    controller.move_planning.finish()
    assert controller.encounter["goblin0"].pos == Cell(21, 2)


@pytest.mark.parametrize("system", SYSTEMS)
def test_before_the_fight_they_walk_free_of_price(system: str) -> None:
    """However far it is: nothing is paid, nobody is refused."""
    controller = dragged(system, 10, 5, begins=False)
    plan = controller.view.plan
    assert plan is not None
    assert plan.free
    assert all(len(one.cells) > 2 and not one.cost_text for one in plan.group)
    controller.move_planning.finish()
    placed = [controller.encounter[who].pos for who in goblins(controller.session)]
    assert placed == [Cell(12 + at % 5 * 2, 7 + at // 5 * 2) for at in range(SIX)]


def test_where_a_distance_is_wanted_it_is_told_at_the_one_held() -> None:
    """Of a group that is deployed the held one says how far the nearest foe is."""
    controller = dragged("fluid", 2, 0, begins=False)
    drawn = [one for one in WayPresenter(controller).planned() if isinstance(one, RouteOverlay)]
    assert [bool(one.label) for one in drawn] == [True, *[False] * (SIX - 1)]
    assert "squares to Foe" in drawn[0].label


def test_one_alone_walks_round_a_wall_before_the_fight() -> None:
    """The way goes round its end, free of price; what has no way stays, and may be put there."""
    controller = Controller(crowd("cepheus", 1))
    walled(controller, 0, 5)
    controller.selection.select("goblin0")
    controller.move_planning.plan("goblin0", (8, 2))
    plan = controller.view.plan
    assert plan is not None
    assert max(cell.y for cell in plan.cells) >= 5
    controller.move_planning.finish()
    assert controller.encounter["goblin0"].pos == Cell(8, 2)
    told = [controller.view.notice]
    assert told == [None], "it has gone through nothing"
    walled(controller, 0, controller.encounter.map.height)
    controller.move_planning.plan("goblin0", (2, 2))
    controller.move_planning.finish()
    assert controller.encounter["goblin0"].pos == Cell(8, 2)
    notice = controller.view.notice
    assert notice is not None
    assert notice.anyway == "Put there"
    controller.tell(replace(notice, text="No way leads there.\nHe goes through a wall."))
    (label,) = present_notice(controller)  # one line is all that a plate on the map has room for
    assert isinstance(label, LabelOverlay)
    assert label.text == "No way leads there."
    controller.do_anyway()
    assert controller.encounter["goblin0"].pos == Cell(2, 2)


def walled(controller: Controller, top: int, bottom: int) -> None:
    """Draw a wall from the top down between the sixth column and the next."""
    at = 6 * SUBCELL
    wall = Wall(id=f"w{bottom}", a=Point(at, top * SUBCELL), b=Point(at, bottom * SUBCELL))
    controller.submit(PutWalls(put=(wall,)))
