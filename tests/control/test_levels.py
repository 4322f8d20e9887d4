"""Height in levels, by keys and pointer: in a plan, in the square, at the game master's word."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.control.forms.combatant_form import CombatantForm
from gridwar.control.presenters.log import LogPresenter
from gridwar.control.records.scene_records import RegionOverlay, RegionRole, RouteOverlay
from gridwar.control.state.pointer_and_keys import PointerKind
from gridwar.engine.gm.combatant_commands import Climb
from gridwar.engine.gm.map_commands import LayMap
from gridwar.engine.kit import Cell, EndFight, Move, TakeTurn
from gridwar.model.geometry import SUBCELL, Point
from gridwar.model.walls import Wall
from tests.support.table import Table

if TYPE_CHECKING:
    from gridwar.control.records.scene_records import TokenView
    from gridwar.control.state.plan_and_draft import MovePlan


class Fight(Table):
    """A hero at (3, 3) whose turn it is, a thug beside, an arsonist at (9, 3)."""

    def __init__(self) -> None:
        super().__init__("alley", hero=(3, 3), thug=(2, 3), arsonist=(9, 3))
        self.controller.submit(TakeTurn(actor="hero"))
        self.controller.selection.select("hero")

    def wall(self) -> None:
        """Put a wall down the street, between zones."""
        wall = Wall(id="w", a=Point(5 * SUBCELL, 0), b=Point(5 * SUBCELL, 40 * SUBCELL))
        self.controller.submit(LayMap(map=self.controller.encounter.map.replace(walls=(wall,))))

    def plan(self) -> MovePlan:
        """Return the move that is planned."""
        assert self.controller.view.plan is not None
        return self.controller.view.plan

    def up(self, who: str = "hero") -> float:
        """Return somebody's level."""
        return self.controller.encounter[who].altitude

    def token(self, who: str) -> TokenView:
        """Return somebody's token as it is seen."""
        return next(one for one in self.scene().tokens if one.id == who)


@pytest.fixture
def fight() -> Fight:
    """Return a fight on a street with roofs."""
    return Fight()


def test_a_key_climbs_where_the_plan_ends(fight: Fight) -> None:
    """Up at the first square and over a wall; Backspace takes the climb back."""
    fight.wall()
    fight.pointer(PointerKind.PRESS, 3.5, 3.5)
    fight.move(4.5, 3.5)
    fight.key("bracketright", "]")
    fight.move(6.5, 3.5)
    plan = fight.plan()
    assert plan.cells == ((3, 3), (4, 3), (4, 3), (5, 3), (6, 3))
    assert plan.climbs == (0, 1, 0, 0)
    assert (plan.cost_text, plan.problem) == ("2 zones", "")
    (route,) = [one for one in fight.scene().overlays if isinstance(one, RouteOverlay)]
    assert route.costs == ("\u2191 Roofs",)
    fight.key("backspace")
    assert not any(fight.plan().climbs)
    fight.move(4.5, 3.5)
    fight.key("bracketright", "]")
    fight.key("bracketright", "]")  # there is nothing above the roofs
    fight.move(6.5, 3.5)
    fight.pointer(PointerKind.RELEASE, 6.5, 3.5)
    fight.controller.answers.pass_all()
    assert (fight.controller.encounter["hero"].pos, fight.up()) == ((6, 3), 1)


def test_reach_is_that_of_the_level_planned(fight: Fight) -> None:
    """Climbing at once leaves one zone of two; walls stop nobody up there."""
    fight.wall()

    def farthest() -> int:
        reach = (RegionRole.REACH1, RegionRole.REACH2, RegionRole.REACH3)
        shown = fight.scene().overlays
        zones = [one for one in shown if isinstance(one, RegionOverlay) and one.role in reach]
        return max(cell[0] for zone in zones for cell in zone.cells)

    assert farthest() == 4
    fight.pointer(PointerKind.PRESS, 3.5, 3.5)
    fight.move(4.5, 3.5)
    fight.move(3.5, 3.5)
    fight.key("bracketright", "]")
    assert farthest() == 9


def test_in_a_fight_a_key_climbs_by_the_rules(fight: Fight) -> None:
    """It is a move in the own square, of which the foe beside is told; undo brings it back."""
    fight.key("bracketright", "]")
    session = fight.controller.session
    assert session.top is not None
    assert session.top.row.command == Move(actor="hero", path=(Cell(3, 3),), climbs=(1,))
    assert [getattr(one, "window", "") for one in session.wanted] == ["knife"]
    fight.controller.answers.pass_all()
    assert fight.up() == 1
    fight.controller.timeline.undo()
    fight.controller.timeline.undo()
    assert fight.up() == 0


def test_before_a_fight_keys_are_the_game_masters_word(fight: Fight) -> None:
    """A level a press, and none beyond the last; the log says its name."""
    fight.controller.submit(EndFight())
    for _press in range(3):
        fight.key("bracketright", "]")
    assert fight.up() == 1
    assert [one.result for one in LogPresenter(fight.controller).present()][-1] == "to Roofs"
    fight.key("braceleft", "{")
    assert fight.up() == 0


def test_one_level_alone_leaves_shadows_of_the_others(fight: Fight) -> None:
    """The tag is the level's word; the thug on the roof is a shadow while the street is seen."""
    fight.controller.submit(EndFight())
    fight.controller.selection.select("thug")
    fight.key("bracketright", "]")
    assert (fight.token("thug").altitude_text, fight.token("hero").altitude_text) == ("ROOF", None)
    fight.controller.selection.select("hero")
    assert not fight.token("thug").faint
    fight.controller.show(one_level=True)
    assert (fight.token("hero").faint, fight.token("thug").faint) == (False, True)
    fight.controller.selection.select("thug")
    assert (fight.token("hero").faint, fight.token("thug").faint) == (True, False)


def test_the_editor_offers_the_levels_by_name(fight: Fight) -> None:
    """Height is one of the system's levels, and what is chosen is its number."""
    system, now = fight.controller.system, fight.controller.encounter
    form = CombatantForm(system, now["hero"], now, "Apply")
    form.type("token.altitude", "1")
    assert form.changes("token") == {"altitude": 1.0}


def test_only_foes_on_a_level_of_the_way_threaten() -> None:
    """The flyer beside is no threat to the captain on the ground, but to one who goes up."""
    table = Table("percentile", captain=(3, 3), winged_hunter=(5, 3))
    controller = table.controller
    controller.submit(TakeTurn(actor="captain"))
    controller.selection.select("captain")
    assert any(is_threat(one) for one in table.scene().overlays)
    controller.submit(Climb(who=("winged_hunter",), by=1))
    assert not any(is_threat(one) for one in table.scene().overlays)
    controller.submit(TakeTurn(actor="winged_hunter"))
    controller.selection.select("winged_hunter")
    assert not any(is_threat(one) for one in table.scene().overlays)
    table.pointer(PointerKind.PRESS, 5.5, 3.5)
    table.move(4.5, 3.5)
    assert not any(is_threat(one) for one in table.scene().overlays)
    table.key("bracketleft", "[")
    assert any(is_threat(one) for one in table.scene().overlays)


def is_threat(one: object) -> bool:
    """Return whether an overlay is a threat."""
    return isinstance(one, RegionOverlay) and one.role is RegionRole.THREAT
