"""One's own combatant with a weapon of the rulebook, in less than a minute, by counted acts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.storage.new_open_and_sample_fights import sample_fights
from gridwar.systems.arrgs.core.sheet import ArrgsSheet
from gridwar.systems.cepheus.core.sheet import CepheusSheet
from tests.support.evening.pace import pace
from tests.support.longer_step import at_once

if TYPE_CHECKING:
    from gridwar.model.combatant import Combatant
    from tests.support.evening.evening import Evening

CEPHEUS, ARRGS = 0, 7
MOST_S = 60


def the_new_one(evening: Evening) -> Combatant:
    """Return who is selected: whoever joins is."""
    (who,) = evening.controller.view.selected
    return evening.encounter[who]


@pytest.mark.parametrize("rules", at_once(("cepheus", "arrgs"), ("cepheus",)))
def test_a_goon_made_from_a_sample(evening: Evening, rules: str) -> None:
    """Choose a sample, another name, two numbers, a weapon of the rulebook: under half a minute."""
    evening.start(sample_fights()[CEPHEUS if rules == "cepheus" else ARRGS])
    before = pace(evening.hands)
    evening.do("fight.new")
    if rules == "cepheus":
        evening.press("F4")
        evening.write("brawl")
        evening.press("Return")
        evening.goes_on("Dock boss", *[""] * 5, "11", "8")
        evening.pick("Add from the rulebook", "shot")
    else:
        evening.press("F4")
        evening.write("guard")
        evening.press("Return")
        evening.goes_on("Gate boss", *[""] * 5, "60", "3")
        evening.pick("Add from the rulebook", "axe")
    evening.press("Ctrl+Return", frees=True)
    took = pace(evening.hands, before)
    assert took.seconds < MOST_S / 2, took
    one = the_new_one(evening)
    if rules == "cepheus":
        assert isinstance(one.sheet, CepheusSheet)
        assert one.name == "Dock boss"
        assert (one.sheet.chars.strength, one.sheet.chars_max.dexterity) == (11, 8)
        assert [weapon.name for weapon in one.sheet.weapons][-1] == "Shotgun"
    else:
        assert isinstance(one.sheet, ArrgsSheet)
        assert (one.name, one.sheet.current_vitality, one.sheet.ap_max) == ("Gate boss", 60, 3)
        assert [weapon.name for weapon in one.sheet.weapons][-1] == "Axe"
    evening.is_saved()
    evening.close()


def test_a_goon_of_cepheus_from_nothing(evening: Evening) -> None:
    """Name, side, six characteristics, armour, weapon, two skills: within a minute, by keys."""
    evening.start(sample_fights()[CEPHEUS])
    before = pace(evening.hands)
    evening.do("fight.new")
    evening.goes_on("Kess", "", "f", *[""] * 3, "9", "8", "10", "6", "5", "4", "3")
    evening.pick("Add from the rulebook", "gauss")
    evening.pick("Add a skill", "slug r")
    evening.write("2")
    evening.pick("Add a skill", "ath")
    evening.write("1")
    evening.press("Ctrl+Return", frees=True)
    took = pace(evening.hands, before)
    assert took.seconds < MOST_S, took
    sheet = the_new_one(evening).sheet
    assert isinstance(sheet, CepheusSheet)
    assert (sheet.chars.strength, sheet.chars.social, sheet.armor) == (9, 4, 3)
    assert dict(sheet.skills) == {"slug_rifle": 2, "athletics": 1}
    assert [one.id for one in sheet.weapons] == ["gauss_rifle"]
    evening.is_saved()
    evening.close()
