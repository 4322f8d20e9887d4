"""House rules: what a declared switch says of itself, and what it takes."""

from __future__ import annotations

from typing import Literal

import pytest
from frozendict import frozendict
from pydantic import ValidationError

from gridwar.model.house_rule_switches import Switches, SwitchInfo, switch, switch_infos
from gridwar.model.raw_parts import RawSwitches
from gridwar.model.record import FrozenMap


class ToySwitches(Switches):
    """One switch of each kind."""

    dizzy: bool = switch(False, rule="FR-MOV-01", text="Turning makes dizzy.")
    rounding: Literal["down", "up"] = switch("up", rule="FR-MOV-02", text="Halves.")
    limit: int | Literal["none"] = switch(50, rule="FR-MOV-01", text="The longest way.")
    sizes: FrozenMap[str, int] = switch(frozendict({"Large": 2}), rule="FR-MOV-02", text="Sizes.")


def test_a_switch_says_all_of_itself() -> None:
    """Default, rule, words and named values are read from the one declaration, default first."""
    assert switch_infos(ToySwitches) == (
        SwitchInfo("dizzy", False, "FR-MOV-01", "Turning makes dizzy.", (False, True)),
        SwitchInfo("rounding", "up", "FR-MOV-02", "Halves.", ("up", "down")),
        SwitchInfo("limit", 50, "FR-MOV-01", "The longest way.", (50, "none")),
        SwitchInfo(
            "sizes",
            frozendict({"Large": 2}),
            "FR-MOV-02",
            "Sizes.",
            (frozendict({"Large": 2}),),
        ),
    )


def test_a_fight_begins_with_the_defaults() -> None:
    """Nothing chosen means the default of every switch."""
    assert ToySwitches().model_dump() == {
        "dizzy": False,
        "rounding": "up",
        "limit": 50,
        "sizes": {"Large": 2},
    }


@pytest.mark.parametrize("wrong", [{"rounding": "dwn"}, {"limit": "any"}, {"dizy": True}])
def test_a_switch_takes_its_own_values_only(wrong: dict[str, object]) -> None:
    """Another value, and the name of no switch, are refused."""
    with pytest.raises(ValidationError):
        ToySwitches.model_validate(wrong)


def test_house_rules_that_nobody_can_read_have_no_switches() -> None:
    """What a missing system left is kept as it is, and no switch is made of it."""
    assert switch_infos(RawSwitches) == ()
