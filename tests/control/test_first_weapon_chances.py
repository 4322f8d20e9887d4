"""The chances on the card of the editor are those of the rules, band by band."""

from __future__ import annotations

from threading import Event

import pytest

from gridwar.control.actions.first_weapon_chances import (
    WeaponChances,
    blank_page,
    weigh_first_weapon,
)
from gridwar.control.forms.combatant_form import CombatantForm
from gridwar.control.forms.paths_and_defaults import node_at
from gridwar.control.presenters.edited_combatant_card import present_table_card
from tests.support.every_system import find

SYSTEMS = ("cepheus", "arrgs", "drive", "fluid", "percentile")


def weighed(system_id: str, name: str = "") -> list[WeaponChances]:
    """Return what is told of a sample's first weapon, in turn."""
    system, told = find(system_id), list[WeaponChances]()
    samples = system.data.samples()
    one = next((each for each in samples if each.name == name), samples[0])
    page = blank_page(system, system.new_encounter(), one)
    weigh_first_weapon(system, page, Event(), told.append)
    return told


def test_a_rifle_has_the_chances_of_its_row() -> None:
    """Dexterity 9 and Slug rifle 2 are +3: 5 or more at medium range, 7 where the row has -2."""
    last = weighed("cepheus", "Marine")[-1]
    found = {band.title: (band.squares, round(band.chance or 0, 2)) for band in last.bands}
    assert last.weapon == "Gauss rifle"
    assert found["Medium"] == ("9\u201334", round(30 / 36, 2))
    assert found["Close"] == ("1\u20132", round(21 / 36, 2))


def test_bands_come_one_after_the_other() -> None:
    """First their names, then each chance as it is known; the last says that it is the last."""
    told = weighed("cepheus", "Marine")
    known = [sum(band.chance is not None for band in one.bands) for one in told]
    assert known == [0, 1, 2, 3, 4, 5]
    assert [one.is_done for one in told] == [False] * 5 + [True]


def test_rules_that_weigh_no_attack_say_so() -> None:
    """Where nothing is rolled at anybody there are no bands."""
    assert weighed("fluid")[-1] == WeaponChances(is_done=True)


@pytest.mark.parametrize("system_id", SYSTEMS)
def test_every_sample_has_a_card(system_id: str) -> None:
    """Card, figures and status stand there for everybody of every system."""
    system = find(system_id)
    for one in system.data.samples():
        form = CombatantForm(system, one, system.new_encounter(), "Place")
        view = present_table_card(system, form, WeaponChances(), is_late=True)
        assert view.card.name == one.name
        assert view.is_ready


@pytest.mark.parametrize("system_id", SYSTEMS)
def test_figures_say_what_they_are_worth(system_id: str) -> None:
    """What a system tells is of fields of its sheet, and stands below them."""
    system = find(system_id)
    form = CombatantForm(system, system.data.samples()[0], system.new_encounter(), "Place")
    form.view()
    worth = system.cards.worth(form.among_the_others(), form.sound().id)
    assert all(node_at(system.data.sheet, path) is not None for path in worth)
    notes = {one.key: one.note for one in form.fields() if one.is_figure}
    assert {path: notes[f"sheet.{path}"] for path in worth} == dict(worth)


def test_what_does_not_fit_leaves_the_card_as_it_was() -> None:
    """An armour of words changes nothing but the status."""
    system = find("cepheus")
    form = CombatantForm(system, system.data.samples()[0], system.new_encounter(), "Place")
    before = present_table_card(system, form, WeaponChances(), is_late=True)
    form.type("sheet.armor", "much")
    after = present_table_card(system, form, WeaponChances(), is_late=True)
    assert after.card.card.figures == before.card.card.figures
    assert (after.status, after.is_ready) == ("One value does not fit yet.", False)
