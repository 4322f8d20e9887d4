"""Rule cards: what a rule says, how its house rules stand, which others it names."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from gridwar.control.controller.controller import Controller
from gridwar.control.presenters.rule_card import all_rules, condition_rule, present_rule, rule_words
from gridwar.control.records.panel_records import Choice
from gridwar.control.records.rule_card_records import RuleLink, SwitchLine
from gridwar.control.text_format import rule_ids, rule_places
from gridwar.engine.gm.side_and_setting_commands import ChooseSwitch
from gridwar.paths import user_rules_dir
from tests.support.fights import begun

if TYPE_CHECKING:
    from collections.abc import Iterator

INDEX = """
[CE-MIN-02]
title = "Aiming"
text = "A minor action, as CE-MIN-01 says; each adds +1. See Aiming for the kill too."

[CE-MIN-03]
title = "Aiming for the kill"
text = "Like aiming, but for damage."

[CE-MIN-01]
title = "Minor actions"
text = "Three in a turn."

[CE-HLT-01]
title = "Fatigue"
text = "Rest helps."
"""


@pytest.fixture
def controller() -> Iterator[Controller]:
    """A fight by a house version of the rules of Cepheus."""
    place = user_rules_dir() / "cepheus" / "index.toml"
    place.parent.mkdir(parents=True)
    place.write_text(INDEX, encoding="utf-8")
    all_rules.cache_clear()
    yield Controller(begun("cepheus", marine=(3, 3)))
    all_rules.cache_clear()


def test_ids_are_found_where_they_stand() -> None:
    """Hyphens that do not break count as hyphens; each id is named once."""
    words = "Short range \u22122 CE-RNG-03, CE\u2011COV\u201101, CE-RNG-03"
    assert rule_ids(words) == ("CE-RNG-03", "CE-COV-01")
    _id, start, end = next(rule_places(words))
    assert words[start:end] == "CE-RNG-03"
    assert rule_ids("Model X-15, 2D6-2") == ()


def test_a_card_names_the_rules_of_its_text(controller: Controller) -> None:
    """By id or by title; a title within a longer one does not count, nor the rule itself."""
    card = present_rule(controller, "CE-MIN-02")
    assert card is not None
    assert (card.title, card.book) == ("Aiming", "Cepheus, minor actions")
    assert card.named == (
        RuleLink("CE-MIN-01", "Minor actions"),
        RuleLink("CE-MIN-03", "Aiming for the kill"),
    )
    kill = present_rule(controller, "CE-MIN-03")
    assert kill is not None
    assert kill.named == (RuleLink("CE-MIN-02", "Aiming"),)


def test_a_card_says_how_its_house_rule_stands(controller: Controller) -> None:
    """The default is told only where another value is chosen in this fight."""
    text = "One sequence of aiming may hold actions of both kinds."
    card = present_rule(controller, "CE-MIN-03")
    assert card is not None
    line = SwitchLine(
        "Mix aim kinds",
        text,
        "off",
        name="mix_aim_kinds",
        rule_id="CE-MIN-03",
        is_on=False,
        options=(Choice("false", "off"), Choice("true", "on")),
    )
    assert card.switches == (line,)
    assert rule_words(card).split("\n") == [
        "CE-MIN-03  Aiming for the kill",
        "Like aiming, but for damage.",
        text,
        "House rule now: off",
    ]
    controller.submit(ChooseSwitch(name="mix_aim_kinds", value="true"))
    card = present_rule(controller, "CE-MIN-03")
    assert card is not None
    assert card.switches == (replace(line, now="on", default="off", is_on=True),)
    assert rule_words(card).endswith("House rule now: on (usually: off)")


def test_a_rule_that_the_rulebook_lacks_has_no_card(controller: Controller) -> None:
    """Nothing is made up for an unknown id."""
    assert present_rule(controller, "XX-NO-99") is None


@pytest.mark.parametrize(
    ("condition", "rule_id"),
    [
        ("fatigued: 8 hours of rest", "CE-HLT-01"),
        ("Fatigue 2", "CE-HLT-01"),
        ("aiming", "CE-MIN-02"),
        ("aiming high", ""),
        ("Gleeful 2", ""),
    ],
)
def test_a_condition_has_the_rule_that_is_called_so(
    controller: Controller, condition: str, rule_id: str
) -> None:
    """However it is inflected and counted; where the words only begin alike there is none."""
    assert condition_rule(controller.system.id, condition) == rule_id
