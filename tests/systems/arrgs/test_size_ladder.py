"""The ladder of sizes, which a table may write anew."""

from __future__ import annotations

import json

import pytest

from gridwar.control.controller.controller import Controller
from gridwar.control.forms.house_rules_settings_sides import changed, choice_words, switches_form
from gridwar.control.presenters.log import LogPresenter
from gridwar.control.records.form_records import FieldKind, TableValue
from gridwar.engine.gm.side_and_setting_commands import ChooseSwitch
from gridwar.engine.play.play_outcome import Accepted, Refused
from gridwar.systems.arrgs.core.sheet import switches_of
from gridwar.systems.arrgs.positions.areas_and_occupants import side_squares
from tests.systems.arrgs.skirmish import AXE, board, fighter, session

LADDER = {
    "Fine": 1,
    "Diminutive": 1,
    "Tiny": 1,
    "Small": 1,
    "Medium": 1,
    "Large": 2,
    "Huge": 3,
    "Gargantuan": 4,
    "Colossal": 6,
}


@pytest.mark.rule("AR-ARE-01")
def test_a_table_has_its_own_footprints() -> None:
    """Where the Large cover three squares a side, so does the weapon of a Gargantuan creature."""
    fight = session(board(fighter("A", (2, 2), size="Gargantuan")))
    assert side_squares(fight.encounter, "A", AXE) == 2
    wanted = json.dumps({**LADDER, "Large": 3})
    outcome = fight.submit(ChooseSwitch(name="size_ladder", value=wanted))
    assert isinstance(outcome, Accepted)
    assert side_squares(fight.encounter, "A", AXE) == 3
    (told,) = LogPresenter(Controller(fight)).present()
    assert (told.headline, told.result) == ("House rule: Size ladder", "Large 3")


@pytest.mark.parametrize("wrong", [{"Large": 2}, {**LADDER, "Titanic": 9}, {**LADDER, "Tiny": 0}])
def test_a_ladder_names_every_size_with_a_square_at_least(wrong: dict[str, int]) -> None:
    """A size left out, one that nobody has, and one without squares are refused."""
    fight = session(board(fighter("A", (2, 2))))
    outcome = fight.submit(ChooseSwitch(name="size_ladder", value=json.dumps(wrong)))
    assert isinstance(outcome, Refused)
    assert dict(switches_of(fight.encounter).size_ladder) == LADDER


def test_the_form_of_the_house_rules_shows_the_ladder_as_a_table() -> None:
    """A row for each size; a square more typed there is the switch chosen anew."""
    form = switches_form(board().switches)
    (field,) = (one for one in form.fields if one.key == "size_ladder")
    assert field.kind is FieldKind.TABLE
    assert isinstance(field.value, TableValue)
    assert field.value.rows[5:7] == (("Large", "2"), ("Huge", "3"))
    rows = tuple((name, "5" if name == "Huge" else n) for name, n in field.value.rows)
    typed = TableValue(field.value.columns, rows)
    ((name, value),) = changed(board().switches, {"size_ladder": typed})
    assert (name, json.loads(value)) == ("size_ladder", {**LADDER, "Huge": 5})
    assert choice_words({"Large": 2, "Huge": 5}) == "Large 2, Huge 5"
