"""The order as it is shown: buttons at a row, and who acts at the same moment."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.control.controller.controller import Controller
from gridwar.control.presenters.top_and_status_bars import present_status, present_top
from gridwar.control.presenters.turn_order import present_order
from gridwar.control.tools.toolbox import Toolbox
from gridwar.engine.kit.turn_and_move_commands import NextTurn
from tests.support.cepheus import Fight, person
from tests.support.variants import staged

if TYPE_CHECKING:
    from gridwar.model.combatant import Combatant


def _shown(*combatants: Combatant) -> Controller:
    controller = Controller(Fight(*combatants).session)
    controller.submit(NextTurn())
    return controller


def _buttons(controller: Controller) -> dict[str, list[str]]:
    return {row.id: [one.id for one in row.actions] for row in present_order(controller).rows}


@pytest.fixture
def three() -> Controller:
    """Three in a row, none of them at the same moment."""
    counts = {"A": 9, "B": 7, "C": 5}
    return _shown(*(person(who, initiative_base=count) for who, count in counts.items()))


@pytest.mark.rule("CE-INI-07")
def test_everybody_may_hurry_until_somebody_does_something(three: Controller) -> None:
    """While a round is fresh haste is a button at every row, afterwards at none."""
    assert _buttons(three) == {"A": ["haste"], "B": ["haste"], "C": ["haste"]}
    three.actions.act_out_of_turn("C", "haste")
    assert _buttons(three) == {"A": ["haste"], "B": ["haste"], "C": []}
    three.turns.go_on()
    assert _buttons(three) == {"A": [], "C": [], "B": []}


@pytest.mark.rule("CE-INI-08")
def test_who_holds_back_may_act_at_any_moment(three: Controller) -> None:
    """A delayer has a button, whoever is selected; it gives him the turn."""
    three.actions.choose("delay")
    assert _buttons(three) == {"A": ["act_now"], "B": [], "C": []}
    three.actions.act_out_of_turn("A", "act_now")
    assert three.encounter.turn == "A"


@pytest.mark.rule("CE-RND-03")
def test_who_acts_at_the_same_moment_stays_in_one_bracket() -> None:
    """Two of a count are bracketed before and during their turns; the bar above names the other."""
    tied = _shown(*(person(who, initiative_base=9) for who in "AB"), person("C", initiative_base=3))
    for mine, other in ("A", "B"), ("B", "A"):
        brackets = {row.id: row.bracket for row in present_order(tied).rows}
        assert brackets["A"] == brackets["B"] != ""
        assert brackets["C"] == ""
        assert present_top(tied).turn_text == f"{mine}'s turn, simultaneous with {other}"
        tied.turns.go_on()
    assert present_top(tied).turn_text == "C's turn"


def test_the_rules_say_what_comes_next() -> None:
    """What N does has the rules' words; where they say nothing the fight begins, then turns.

    Before it begins the dice of all are in a table, and N once more begins it.
    """
    controller = Controller(staged())
    tool = Toolbox(controller).active
    words, states = [], []
    assert ("N", "set the scene") in [
        (one.key, one.text) for one in present_status(controller, tool, "").keys
    ]
    for _press in range(5):
        order = present_order(controller)
        words.append(order.next_label)
        states.append([one.state for one in order.phases])
        controller.turns.go_on()
    begins = ["Begin the fight"] * 2
    assert words == ["Set the scene", *begins, "End turn", "End turn"]
    asked = [["past", "to_come"]] * 2
    assert states == [["now", "to_come"], *asked, ["past", "now"], ["past", "now"]]
    assert controller.encounter.round == 2
