"""A weapon of one's own is typed in one line in every system, and dice are written as one text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.control.forms.combatant_form import CombatantForm
from gridwar.control.forms.dice_fields import dice_text, read_dice
from gridwar.model.form_layout import DiceFields
from gridwar.storage.json_codec import data_of
from tests.support.every_system import find

if TYPE_CHECKING:
    from pydantic import JsonValue

    from gridwar.model.combatant import Combatant

ADDER = "sheet.weapons.-add"
MELEE_AND_RANGED = "sheet.weapons.-melee-ranged.-add"


def blank(system_id: str) -> CombatantForm:
    """Return the form of a newcomer."""
    system = find(system_id)
    newcomer = system.new_combatant("new", "Newcomer", "1")
    return CombatantForm(system, newcomer, system.new_encounter(), "Place")


def weapons(one: Combatant) -> list[dict[str, JsonValue]]:
    """Return the weapons of a combatant as plain data."""
    found = data_of(one.sheet)["weapons"]
    assert isinstance(found, list)
    return [each for each in found if isinstance(each, dict)]


@pytest.mark.parametrize(
    ("system_id", "adder", "line", "expected"),
    [
        (
            "cepheus",
            ADDER,
            "boat hook 2D6 extended reach",
            {"name": "Boat hook", "type": "extended_reach", "damage_dice": 2, "damage_bonus": 0},
        ),
        (
            "cepheus",
            ADDER,
            "long gun 3D6+2 rifle rounds 6 laser sight",
            {"name": "Long gun", "type": "rifle", "damage_bonus": 2, "loaded": 6},
        ),
        (
            "arrgs",
            MELEE_AND_RANGED,
            "boat hook 12 piercing",
            {"name": "Boat hook", "category": "melee", "base_sv": 12, "types": ["piercing"]},
        ),
        (
            "drive",
            ADDER,
            "harpoon 40 30 ranged",
            {"name": "Harpoon", "base_damage": 40, "base_drive": 30, "ranged": True},
        ),
        (
            "fluid",
            ADDER,
            "harpoon gun tactical not proficient",
            {"name": "Harpoon gun", "tactical": True, "proficient": False},
        ),
        (
            "percentile",
            ADDER,
            "boat hook 1d10+2 pen 4",
            {
                "name": "Boat hook",
                "damage": {"count": 1, "sides": 10, "flat": 2},
                "pen": 4,
            },
        ),
    ],
)
def test_a_weapon_is_typed_in_one_line(
    system_id: str, adder: str, line: str, expected: dict[str, JsonValue]
) -> None:
    """Its name comes first; dice, words of the rules, flags and numbers find their fields."""
    form = blank(system_id)
    assert form.said_of(adder, line).startswith(str(expected["name"]))
    form.act(adder, "name", line)
    (made,) = weapons(form.edited())
    assert {name: made[name] for name in expected} == expected


def test_a_weapon_in_a_line_is_used_with_the_skill_of_its_kind() -> None:
    """What the line leaves open is as other weapons of the rulebook of that kind have it."""
    form = blank("cepheus")
    form.act(ADDER, "name", "long gun 3D6 rifle")
    assert weapons(form.edited())[0]["skill"] == "slug_rifle"


def test_words_that_mean_nothing_stay_in_the_name() -> None:
    """Nothing typed is lost, and a name alone is a name."""
    form = blank("cepheus")
    form.act(ADDER, "name", "boat hook 2D6 rusty")
    form.act(ADDER, "name", "harpoon")
    names = [one["name"] for one in weapons(form.edited())]
    assert names == ["Boat hook rusty", "harpoon"]
    assert not form.said_of(ADDER, "harpoon")


def test_a_name_with_a_number_is_a_skill_with_its_level() -> None:
    """``blades 2`` adds the skill at that level; its cross takes it out again."""
    form = blank("cepheus")
    form.act("sheet.skills.-add", "name", "blades 2")
    assert data_of(form.edited().sheet)["skills"] == {"blades": 2}
    form.act("sheet.skills.blades", "drop")
    assert data_of(form.edited().sheet)["skills"] == {}


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("4D6", {"dice": 4, "plus": 0}),
        ("4d6+1", {"dice": 4, "plus": 1}),
        ("2 D6 \u2212 3", {"dice": 2, "plus": -3}),
        ("3D", {"dice": 3, "plus": 0}),
        ("", {"dice": 0, "plus": 0}),
        ("2D8", None),
        ("much", None),
    ],
)
def test_dice_are_read_as_people_write_them(text: str, read: dict[str, int] | None) -> None:
    """Dice of other faces than the rules have are none."""
    assert read_dice(text, DiceFields("dice", "plus")) == read


def test_dice_are_written_as_the_book_does() -> None:
    """With what is added, and nothing where there are none."""
    dice = DiceFields("count", "flat", "sides", "d")
    assert dice_text({"count": 1, "flat": 2, "sides": 10}, dice) == "1d10+2"
    assert dice_text({"count": 2, "flat": -1, "sides": 6}, dice) == "2d6\u22121"
    assert not dice_text({"count": 0, "flat": 0, "sides": 6}, dice)
