"""Forms: what was typed into a field, as the value that is set."""

from __future__ import annotations

import pytest

from gridwar.control.forms.house_rules_settings_sides import (
    changed,
    choice_words,
    settings_form,
    switch_words,
)
from gridwar.control.forms.record_form import FormPart, RecordForm
from gridwar.engine.gm.side_and_setting_commands import ChooseSwitch
from gridwar.engine.play.play_outcome import Accepted
from gridwar.engine.session.session import Session
from gridwar.model.record import Record
from gridwar.systems import find_system
from gridwar.systems.cepheus.core.sheet import CepheusSheet
from tests.support.alley.sheet import AlleySettings


class Loot(Record):
    """What a form shows: a number, a name, a list."""

    coins: int = 0
    owner: str = "Mara"
    tags: tuple[str, ...] = ("old",)


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("+5", "5"),
        ("007", "7"),
        ("\u22123", "-3"),
        (".5", "0.5"),
        ("abc", '"abc"'),
        ("", '""'),
        ("nan", '"nan"'),
        ("1e999", '"1e999"'),
    ],
)
def test_a_number_is_set_however_it_was_written(typed: str, value: str) -> None:
    """Signs and zeros in front do no harm; what is no number stays the text that it is."""
    assert dict(changed(Loot(), {"coins": typed})) == {"coins": value}


def test_texts_stay_texts() -> None:
    """A name may consist of digits, several texts are parted by commas, the same is no change."""
    given = {"coins": "0", "owner": "007", "tags": "old, 12"}
    assert dict(changed(Loot(), given)) == {"owner": '"007"', "tags": '["old", "12"]'}


def cepheus_form() -> RecordForm:
    """The form of a newcomer: every characteristic 7."""
    sheet = CepheusSheet()
    return RecordForm("New", (FormPart("sheet", sheet),), "Add")


def scores(form: RecordForm) -> tuple[int, int]:
    """Return the Strength that is left, and the full one."""
    sheet = form.record("sheet")
    assert isinstance(sheet, CepheusSheet)
    return sheet.chars.strength, sheet.chars_max.strength


def test_who_is_unhurt_stays_so_at_another_full_value() -> None:
    """A characteristic is typed once: what is left of it follows as long as nothing is missing."""
    form = cepheus_form()
    form.type("sheet.chars_max.strength", "10")
    assert scores(form) == (10, 10)
    form.type("sheet.chars.strength", "4")
    form.type("sheet.chars_max.strength", "12")
    assert scores(form) == (4, 12)


@pytest.mark.parametrize(
    ("name", "typed", "wanted"),
    [
        ("scatter_directions", "360", 360),
        ("prone_short_ranged_dm", "0", 0),
        ("distant_limit_m", "3000", 3000),
        ("distant_limit_m", "none", "none"),
        ("blast_roll", "per_victim", "per_victim"),
    ],
)
def test_house_rules_take_what_is_chosen_as_number_or_word(
    name: str, typed: str, wanted: object
) -> None:
    """A number chosen in the form arrives as one, and where a word stands for none it does too."""
    session = Session(find_system("cepheus"), find_system("cepheus").new_encounter())
    for value in (typed, typed):
        for field, text in changed(session.encounter.switches, {name: value}):
            assert isinstance(session.submit(ChooseSwitch(name=field, value=text)), Accepted)
    assert getattr(session.encounter.switches, name) == wanted


def test_house_rules_are_called_as_people_write_them() -> None:
    """Letters that stand for words are large, and shortened words whole."""
    names = {
        "ap_outside_turn": "AP outside turn",
        "crit_scope": "Critical scope",
        "reduction_requires_zero_str": "Reduction requires zero Strength",
        "pg_compare": "Pseudogravity compare",
    }
    assert {name: switch_words(name) for name in names} == names
    assert choice_words("meet_dc") == "Meet DC"


def test_the_settings_of_a_fight_are_a_form_like_the_house_rules() -> None:
    """Each has its words, its value, and what it means; it bends no rule."""
    form = settings_form(AlleySettings(wounds_to_fall=4))
    (field,) = form.fields
    assert form.title == "Settings of this fight"
    assert (field.label, field.value, field.rule_id) == ("Wounds to fall", "4", "")
    assert field.hint == "Wounds that put somebody out."
