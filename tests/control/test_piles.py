"""Tokens that share a square, and questions that are answered with a square."""

from __future__ import annotations

import pytest

from gridwar.control.controller.controller import Controller
from gridwar.control.presenters.questions import present_ask, present_places
from gridwar.control.presenters.rule_areas_and_marks import present_marks
from gridwar.control.presenters.top_and_status_bars import present_status
from gridwar.control.records.scene_records import LabelOverlay, RegionOverlay
from gridwar.control.state.pointer_and_keys import Button, PointerEvent, PointerKind
from gridwar.control.tools.select_tool import SelectTool
from gridwar.dice.dice_sources import ScriptedDice
from gridwar.engine.session.session import Session
from gridwar.model.command import Answer
from gridwar.model.geometry import Cell
from gridwar.systems.cepheus import SYSTEM
from gridwar.systems.cepheus.core.fight_state import CepheusState, Lying
from gridwar.systems.cepheus.core.weapon_records import Weapon
from gridwar.systems.cepheus.grapples.grapple import Grapple
from tests.systems.cepheus.firefight import fight, person

PILE = ("c", "b", "a")
"""Topmost first, as the map names them."""


@pytest.fixture
def table() -> tuple[Controller, SelectTool]:
    """Three in one square, a further off."""
    combatants = person("a", 3, 3), person("b", 3, 3), person("c", 3, 3), person("d", 9, 5)
    controller = Controller(Session(SYSTEM, fight(*combatants), dice=ScriptedDice(())))
    controller.selection.select()
    return controller, SelectTool(controller)


def send(tool: SelectTool, kind: PointerKind, cell: tuple[int, int], *tokens: str) -> None:
    """Send one event of the left button."""
    point = (cell[0] + 0.5, cell[1] + 0.5)
    tool.pointer(PointerEvent(kind, cell, point, Button.LEFT, frozenset(), tokens))


def click(tool: SelectTool, cell: tuple[int, int], *tokens: str) -> None:
    """Press and let go."""
    send(tool, PointerKind.PRESS, cell, *tokens)
    send(tool, PointerKind.RELEASE, cell, *tokens)


def test_clicks_on_a_pile_go_round(table: tuple[Controller, SelectTool]) -> None:
    """The first click takes the topmost, each further one the next, until all had their turn."""
    controller, tool = table
    seen = []
    for top in (PILE, PILE, ("a", "c", "b"), ("b", "a", "c")):
        click(tool, (3, 3), *top)
        seen.append(controller.view.selected)
    assert seen == [("c",), ("a",), ("b",), ("c",)]


def test_a_drag_takes_the_one_selected_out_of_the_pile(
    table: tuple[Controller, SelectTool],
) -> None:
    """Whoever is selected is dragged, although others lie above; the rest stays."""
    controller, tool = table
    controller.selection.select("a")
    send(tool, PointerKind.PRESS, (3, 3), *PILE)
    for cell in ((4, 3), (5, 3)):
        send(tool, PointerKind.MOVE, cell)
    send(tool, PointerKind.RELEASE, (5, 3))
    here = controller.encounter
    assert [here[who].pos for who in "abc"] == [Cell(5, 3), Cell(3, 3), Cell(3, 3)]
    assert controller.view.selected == ("a",)


def grappling(*dice: int, who: str = "a") -> tuple[Controller, SelectTool]:
    """A fight of Cepheus with two in one square; it is the turn of the first."""
    combatants = person("a", 6, 6), person("b", 6, 6), person("c", 12, 6)
    controller = Controller(Session(SYSTEM, fight(*combatants), dice=ScriptedDice(dice)))
    controller.selection.select(who)
    return controller, SelectTool(controller)


def test_in_a_shared_square_an_action_is_aimed_at_the_other_one() -> None:
    """With the actor on top of the pile, the click means the one beneath."""
    controller, tool = grappling()
    controller.actions.choose("grapple")
    click(tool, (6, 6), "a", "b")
    draft = controller.view.draft
    assert draft is not None
    assert draft.target == "b"


def test_a_click_on_an_offered_square_answers() -> None:
    """The squares are drawn and named; one that is not offered answers nothing."""
    controller, tool = grappling(6, 6, 1, 1)
    controller.submit(Grapple(actor="a", target="b"))
    controller.answers.give(controller.session.wanted[0].key, Answer(option="drag"))
    question = controller.answers.asked_place()
    assert question is not None
    region = present_places(controller)[0]
    assert isinstance(region, RegionOverlay)
    assert (8, 6) in region.cells
    view = present_ask(controller)
    assert view is not None
    assert view.questions[0].place
    assert any("square" in str(key) for key in present_status(controller, tool, "").keys)
    click(tool, (20, 20))
    assert controller.answers.asked_place() is not None
    click(tool, (8, 6), "c")
    assert controller.answers.asked_place() is None
    assert controller.encounter["a"].pos == controller.encounter["b"].pos == Cell(8, 6)


def test_what_lies_about_is_named_on_the_map() -> None:
    """A weapon on the ground has its name on its square, not beside it."""
    pistol = Weapon(id="pistol", name="Pistol")
    lying = CepheusState(lying=(Lying(cell=Cell(4, 5), weapons=(pistol,)),))
    encounter = fight(person("a"), person("b", 5)).replace(rules=lying)
    controller = Controller(Session(SYSTEM, encounter, dice=ScriptedDice(())))
    (label,), _names = present_marks(controller)
    assert isinstance(label, LabelOverlay)
    assert (label.text, int(label.at[0]), int(label.at[1])) == ("Pistol", 4, 5)
    assert label.on_place
