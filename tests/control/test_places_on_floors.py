"""A cell is called as the rulers of its floor count, wherever the window names it."""

from __future__ import annotations

import pytest

from gridwar.control.controller.controller import Controller
from gridwar.control.maps.map_words import wall_name
from gridwar.control.moves.route_and_reach import RoutePlanner
from gridwar.control.presenters.log_commands import _map_laid
from gridwar.control.presenters.top_and_status_bars import present_status
from gridwar.control.records.scene_records import LabelOverlay
from gridwar.control.tools.select_tool import SelectTool
from gridwar.control.tools.sketch.sketch_tool import SketchTool
from gridwar.engine.gm.map_commands import LayMap
from gridwar.engine.play.play_outcome import Refused
from gridwar.grid.lines.sight_and_effect import SIGHT, Stand, line_between
from gridwar.grid.movement.mover_ground import Ground
from gridwar.model.battlemap import BattleMap
from gridwar.model.command import Answer
from gridwar.model.geometry import SUBCELL, Cell, Point
from gridwar.model.walls import Wall
from tests.support.fights import begun
from tests.support.floors import BELOW_HATCH, FOOT, HATCH, HEAD, house


@pytest.fixture
def controller() -> Controller:
    """A fight in a house of two floors."""
    made = Controller(begun("freeform", hero=(3, 3)))
    made.submit(LayMap(map=house()))
    return made


def place(controller: Controller, cell: Cell) -> str:
    """Return what the status bar calls a cell under the pointer."""
    controller.show(hover=cell)
    return present_status(controller, SketchTool(controller), "whole map").facts[0]


def test_the_status_bar_counts_as_the_rulers_do(controller: Controller) -> None:
    """The head of the stairs lies over their foot, whatever its column on the sheet is."""
    assert place(controller, Cell(2, 2)) == "C 3, Floor 0"
    assert place(controller, HEAD) == "C 3, Floor 1"


def test_the_foot_of_stairs_says_where_they_lead_and_how_to_go_up(controller: Controller) -> None:
    """Pointed at with the usual tool; the status bar has the keys too."""
    tool = SelectTool(controller)
    controller.show(hover=FOOT)
    (label,) = tool.overlays()
    assert isinstance(label, LabelOverlay)
    assert label.text == "stairs to C 3, Floor 1"
    assert "PgUp" in label.second
    assert "PgUp PgDn" in _keys(controller)
    controller.show(hover=FOOT.shifted(3, 3))
    assert not tool.overlays()
    controller.submit(LayMap(map=BattleMap(width=12, height=10)))
    assert "PgUp PgDn" not in _keys(controller)


def _keys(controller: Controller) -> list[str]:
    status = present_status(controller, SelectTool(controller), "whole map")
    return [one.key for one in status.keys]


def test_the_log_names_the_floor_that_was_added() -> None:
    """One floor more of the same map; any other map is another."""
    flat, two, three = BattleMap(width=12, height=10), house(2), house(3)
    assert _map_laid(two, flat) == "Adds Floor 1"
    assert _map_laid(three, two) == "Adds Floor 2"
    assert _map_laid(two, three) == "Another map is laid"
    assert _map_laid(three, two.replace(name="other")) == "Another map is laid"


def test_reasons_count_as_the_rulers_do() -> None:
    """What keeps a mover, or a look, from a cell is called as on its floor."""
    x = (HATCH.x + 1) * SUBCELL
    wall = Wall(id="w", a=Point(x, 2 * SUBCELL), b=Point(x, 9 * SUBCELL))
    page = house(is_open=True).with_walls([wall])
    ground = Ground(page, holes=frozenset({HATCH}))
    assert str(ground.why_closed(HATCH)) == "the floor is open at I 6"
    beyond = HATCH.shifted(1, 0)
    assert str(ground.why_blocked(HATCH, beyond)) == "a wall at J 6 is in the way"
    line = line_between(page, Stand((HATCH,)), Stand((beyond,)), SIGHT)
    assert str(line.blocked_by) == "a wall at J 6 is in the way"
    assert wall_name(wall, page.floors) == "wall at J 6"


def test_the_way_into_an_opening_is_planned_with_the_fall_it_is() -> None:
    """What it would cost is what it costs, once the game master wants it."""
    controller = Controller(begun("freeform", hero=(HATCH.x - 2, 5)))
    controller.submit(LayMap(map=house(is_open=True)))
    session = controller.session
    planner = RoutePlanner(session.system, session.encounter, "hero")
    plan = planner.judged(planner.plan((HATCH.shifted(-2, 0),), HATCH))
    assert plan.cells == (HATCH.shifted(-2, 0), HATCH.shifted(-1, 0), HATCH)
    assert plan.costs == (0, 1, 2)
    assert plan.problem == "Step 2: the floor is open, Hero falls 3 m to Floor 0."
    command = planner.command(plan)
    outcome = session.submit(command)
    assert isinstance(outcome, Refused)
    assert outcome.refusal.code == "opening"
    session.submit(command.waiving("opening"))
    session.answer(session.wanted[0].key, Answer(option="falls"))
    assert session.encounter["hero"].pos == BELOW_HATCH
