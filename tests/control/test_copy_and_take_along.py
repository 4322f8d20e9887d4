"""Combatants between fights: wounds and ammunition come along, turns do not, other rules refuse."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.control.controller.controller import Controller
from gridwar.control.library.combatant_library import CombatantLibrary
from gridwar.control.library.copy_and_take_along import (
    as_text,
    next_fight,
    pasting,
    read_for,
    take_form,
    taken,
)
from gridwar.dice.dice_sources import ScriptedDice
from gridwar.errors import ForeignFile, InputError
from gridwar.model.combatant import TimedEffect
from gridwar.model.geometry import Cell
from gridwar.storage.combatant_library import Library
from gridwar.systems import find_system
from tests.support.fights import begun

if TYPE_CHECKING:
    from pathlib import Path

CEPHEUS = find_system("cepheus")


@pytest.fixture
def controller() -> Controller:
    """A Cepheus fight in its first round; the marine is wounded and has shot."""
    session = begun("cepheus", marine=(2, 2), brawler=(9, 9))
    return Controller(session)


def test_what_is_copied_keeps_wounds_and_formation_and_leaves_the_turn(
    controller: Controller,
) -> None:
    """Pasted combatants stand to each other as they did, hurt as they were, with no turn had."""
    marine = controller.encounter["marine"]
    hurt = marine.sheet.chars.replace(endurance=1)  # type: ignore[attr-defined]
    weapons = tuple(one.replace(loaded=2) for one in marine.sheet.weapons)  # type: ignore[attr-defined]
    marine = marine.replace(sheet=marine.sheet.replace(chars=hurt, weapons=weapons), note="owes")
    combatants = (marine, controller.encounter["brawler"])
    command = pasting(controller, combatants, Cell(12, 5))
    first, second = command.combatants
    assert (first.name, second.name) == (f"{marine.name} 2", f"{combatants[1].name} 2")
    assert (first.pos, second.pos) == (Cell(12, 5), Cell(19, 12))
    sheet = first.sheet
    assert sheet.chars.endurance == 1  # type: ignore[attr-defined]
    assert [one.loaded for one in sheet.weapons] == [2] * len(weapons)  # type: ignore[attr-defined]
    assert sheet.initiative_base is None  # type: ignore[attr-defined]
    assert first.note == "owes"


def test_text_of_other_rules_is_refused_with_the_reason(controller: Controller) -> None:
    """Combatants of ARRGS cannot be pasted into a Cepheus fight; the reason names both."""
    other = Controller(begun("arrgs", guard=(2, 2)))
    text = as_text(other, ("guard",), None)
    with pytest.raises(InputError, match="ARRGS") as caught:
        read_for(controller.system, text, "The clipboard")
    assert "Cepheus" in str(caught.value)
    with pytest.raises(ForeignFile, match="clipboard"):
        read_for(controller.system, "a shopping list", "The clipboard")


def test_between_fights_the_turn_is_reset_and_the_rest_kept() -> None:
    """ARRGS: pools are full, surprise and timed effects are over, Vitality stays as it was."""
    arrgs = find_system("arrgs")
    guard = arrgs.data.samples()[0]
    sheet = guard.sheet.replace(current_vitality=7, ap=0, squares_moved=3, tie_roll=4)
    timed = TimedEffect(id="haste", name="Haste", ends="turn_end")
    lasting = TimedEffect(id="curse", name="Curse")
    worn = guard.replace(
        sheet=sheet, effects=(timed, lasting), pos=Cell(3, 3), trail=(Cell(2, 2),), aside=True
    )
    fresh = arrgs.fresh(worn)
    assert fresh.sheet.current_vitality == 7  # type: ignore[attr-defined]
    assert (fresh.sheet.ap, fresh.sheet.aap) == (3, 2)  # type: ignore[attr-defined]
    assert (fresh.sheet.squares_moved, fresh.sheet.tie_roll) == (0, 0)  # type: ignore[attr-defined]
    assert fresh.effects == (lasting,)
    assert (fresh.pos, fresh.trail, fresh.aside) == (None, (), False)


def test_the_form_of_taking_along_offers_everybody(controller: Controller) -> None:
    """Those up are ticked at first; what comes back are the ids that stayed ticked."""
    form = take_form(controller)
    given = {field.key: field.value for field in form.fields}
    assert taken(given) == ("fight", ("marine", "brawler"))
    given["who.brawler"] = False
    given["where"] = "library"
    assert taken(given) == ("library", ("marine",))


def test_the_next_fight_begins_with_those_taken_along(controller: Controller) -> None:
    """They stand on the new map as they stood to each other, and the fight has not begun."""
    combatants = tuple(controller.encounter.combatants.values())
    empty = CEPHEUS.new_encounter("Next")
    command = next_fight(CEPHEUS, combatants, empty)
    a, b = (one.pos for one in command.combatants)
    assert a is not None
    assert b is not None
    assert (b.x - a.x, b.y - a.y) == (7, 7)
    assert all(one.sheet.initiative_base is None for one in command.combatants)  # type: ignore[attr-defined]


# --- the library ----------------------------------------------------------------------------------


@pytest.fixture
def library(controller: Controller, tmp_path: Path) -> CombatantLibrary:
    """The library of the fight, with a library of its own."""
    return CombatantLibrary(controller, Library(CEPHEUS, find_system, tmp_path))


def test_the_library_offers_samples_and_the_gms_own(
    controller: Controller, library: CombatantLibrary
) -> None:
    """What is kept stands above the samples, and a search finds it by every word."""
    wounded = controller.encounter["marine"].replace(name="Old Sarge")
    library.keep((wounded,), {})
    rows = library.rows("")
    assert rows[0].name == "Old Sarge"
    assert len(rows) == 1 + len(CEPHEUS.data.samples())
    assert [row.name for row in library.rows("sarge OLD")] == ["Old Sarge"]


def test_held_combatants_are_shown_where_they_would_stand(
    controller: Controller, library: CombatantLibrary
) -> None:
    """While held nothing has happened; put down, all join on the side wished, in one command."""
    controller.session.dice = ScriptedDice((1, 2, 3, 4, 5, 6))
    before = controller.encounter
    key = library.rows("brawler")[0].key
    library.wish(count=3, side="1")
    library.hold((key,), Cell(15, 10))
    placing = controller.view.placing
    assert placing is not None
    held = [one.pos for one in placing.combatants]
    assert controller.encounter is before
    library.place((key,), Cell(15, 10))
    assert controller.view.placing is None
    new = [one for who, one in controller.encounter.combatants.items() if who not in before]
    assert [one.pos for one in new] == held
    assert {one.side for one in new} == {"1"}
    assert controller.view.selected == tuple(one.id for one in new)
    controller.timeline.undo()
    assert controller.encounter == before


def test_a_search_finds_by_what_somebody_has_and_is(tmp_path: Path) -> None:
    """Weapons, spells, sizes and kinds are found, words in any order, those so called first."""
    controller = Controller(begun("arrgs"))
    library = CombatantLibrary(controller, Library(controller.system, find_system, tmp_path))

    def found(search: str) -> dict[str, str]:
        return {row.name: row.found for row in library.rows(search)}

    assert found("mage") == {"Mage": ""}
    assert found("fireball") == {"Mage": "Fireball"}
    assert set(found("spell")) == {"Mage", "Hexer"}
    assert found("large axe") == found("axe large") == {"Ogre": "Large, Axe"}
    assert set(found("axe")) >= {"Ogre"}
    assert "Warhorse" in found("2x2")
    assert "Mage" not in found("2x2")
    assert found("huge") == {"Airship": "Huge"}
    assert found("oge") == {}


def test_a_row_has_the_pool_and_the_figure_most_asked_for(library: CombatantLibrary) -> None:
    """Two figures stand in a row, as they stand in the head of whoever is selected."""
    (row,) = library.rows("marine")
    assert row.figures == ("Physical 25", "Armour 9")


def test_several_join_in_one_command_each_kind_a_group(
    controller: Controller, library: CombatantLibrary
) -> None:
    """Two of each kind chosen stand side by side; those of a kind roll together; one undo."""
    controller.session.dice = ScriptedDice((1, 2, 3, 4, 5, 6, 1, 2))
    before = controller.encounter
    library.wish(count=2, together=True)
    library.place(("sample:marine", "sample:scout"), Cell(15, 10))
    new = [one for who, one in controller.encounter.combatants.items() if who not in before]
    assert [one.name for one in new] == ["Marine 2", "Marine 3", "Scout 1", "Scout 2"]
    assert [one.group for one in new] == ["Marine 2 \u2013 Marine 3"] * 2 + [
        "Scout 1 \u2013 Scout 2"
    ] * 2
    assert len({one.pos for one in new}) == 4
    assert library.beside_last() == new[-1].pos
    controller.timeline.undo()
    assert controller.encounter == before
    assert library.beside_last() is None


def test_held_beyond_the_map_shows_nobody(
    controller: Controller, library: CombatantLibrary
) -> None:
    """Off the map there is nothing to drop on."""
    library.hold((library.rows("")[0].key,), Cell(15, 10))
    library.hold((library.rows("")[0].key,), Cell(-3, 10))
    assert controller.view.placing is None
