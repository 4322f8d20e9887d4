"""A planned route, as the map draws it."""

from __future__ import annotations

from msgspec.structs import replace

from gridwar.control.controller.controller import Controller
from gridwar.control.moves.route_and_reach import RoutePlanner
from gridwar.control.presenters.scene import ScenePresenter
from gridwar.control.records.scene_records import RouteOverlay
from gridwar.control.tools.toolbox import Toolbox
from gridwar.engine.kit.turn_and_move_commands import TakeTurn
from gridwar.model.geometry import Cell
from tests.support.fights import begun


def test_a_waypoint_tells_its_cost_in_the_words_of_the_whole() -> None:
    """Two squares on the way of a Cepheus move are two squares, as the end counts them."""
    session = begun("cepheus", 4, 4, 1, 1, 1, 2, marine=(3, 3), brawler=(12, 12))
    session.submit(TakeTurn(actor="marine"))
    controller = Controller(session, odds_patience_s=60)
    legs = (Cell(3, 3), Cell(5, 3))
    plan = controller.move_planning.planner("marine").plan(legs, Cell(5, 4))
    controller.show(plan=replace(plan, legs=legs))
    overlays = ScenePresenter(controller, Toolbox(controller)).present().overlays
    (route,) = (one for one in overlays if isinstance(one, RouteOverlay))
    assert (route.costs, route.label) == (("2 squares",), "3 squares")


def test_a_large_body_reaches_as_far_to_its_right_as_to_its_left() -> None:
    """Zones are the squares its whole body gets to: two by two, a square right of the body too."""
    session = begun("arrgs", 4, 4, ogre=(12, 12))
    planner = RoutePlanner(session.system, session.encounter, "ogre")
    (_, first), *others = planner.covered()
    row = [cell.x for cell in first if cell.y == 12]
    assert 12 - min(row) == max(row) - 13
    assert all(first.isdisjoint(part) for _, part in others), "a square has one price"
