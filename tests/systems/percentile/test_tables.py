"""The tables of the percentile rules as the rulebook prints them."""

from __future__ import annotations

from typing import Any

import pytest

from gridwar.systems.percentile.core.action_and_evasion_tables import HALVES, evasion_table, row
from gridwar.systems.percentile.core.altitude_bands import band_table


def row_of(
    rule: str,
    key: str,
    cost: str,
    subtypes: str,
    modifier: int,
    role: str = "",
    several: bool = False,
) -> Any:
    """Return a row of the list of actions as a case of its rule."""
    values = (rule, key, cost, frozenset(subtypes.split()), modifier, role, several)
    return pytest.param(*values, id=key, marks=pytest.mark.rule(rule))


ACTIONS = (
    row_of("PC-ACT-01", "standard_attack", "half", "attack", 10),
    row_of("PC-ACT-02", "burst", "half", "attack ranged", 10, several=True),
    row_of("PC-ACT-03", "flurry", "half", "attack melee", 10, several=True),
    row_of("PC-ACT-04", "called_shot", "half", "attack", 10),
    row_of("PC-ACT-05", "charge", "full", "attack melee movement", 20),
    row_of("PC-ACT-06", "heavy_attack", "full", "attack melee", 30),
    row_of("PC-ACT-07", "multiple_attack", "full", "attack", -20),
    row_of("PC-ACT-08", "attack_of_opportunity", "free", "attack concentration melee", 10),
    row_of("PC-ACT-09", "counter_attack", "free", "attack melee", -20),
    row_of("PC-ACT-10", "overwatch", "full", "attack concentration ranged", 0),
    row_of("PC-ACT-11", "suppressive_fire", "full", "attack ranged", -20, several=True),
    row_of("PC-ACT-12", "grapple_initiate", "full", "attack melee", 0),
    row_of("PC-ACT-13", "guard_mode", "full", "attack melee", 0),
    row_of("PC-ACT-14", "knock_down", "half", "attack melee", 0),
    row_of("PC-ACT-15", "take_down", "half", "attack melee", 0),
    row_of("PC-ACT-16", "aim_half", "half", "concentration", 10),
    row_of("PC-ACT-16", "aim_full", "full", "concentration", 20),
    row_of("PC-ACT-17", "disarm", "full", "melee", 0),
    row_of("PC-ACT-18", "feint", "half", "melee", 0),
    row_of("PC-GRP-01", "grapple", "full", "attack melee", 0, role="controller"),
    row_of("PC-GRP-02", "grapple_damage", "grapple", "", 0, role="controller"),
    row_of("PC-GRP-03", "grapple_push", "grapple", "", 0, role="controller"),
    row_of("PC-GRP-04", "release_grapple", "free", "", 0, role="controller"),
    row_of("PC-GRP-05", "grapple_stand", "grapple", "", 0, role="controller"),
    row_of("PC-GRP-06", "grapple_power", "full", "", 0, role="either"),
    row_of("PC-GRP-07", "grapple_attack", "full", "attack", 10, role="either"),
    row_of("PC-GRP-08", "break_free", "half", "", 0, role="restrained"),
    row_of("PC-GRP-09", "take_control", "half", "", 0, role="restrained"),
    row_of("PC-SHP-02", "boarding", "half", "attack melee", 0),
    row_of("PC-SHP-03", "ram", "full", "attack melee movement", 20),
    row_of("PC-MOV-05", "half_move", "half", "movement", 0),
    row_of("PC-MOV-05", "full_move", "full", "movement", 0),
    row_of("PC-MOV-05", "run", "full", "movement", 0),
    row_of("PC-MOV-05", "disengage", "full", "movement", 0),
    row_of("PC-ECO-06", "extended", "extended", "", 0),
    row_of("PC-ECO-05", "speak", "free", "", 0),
)


@pytest.mark.parametrize(
    ("rule", "key", "cost", "subtypes", "modifier", "role", "several"), ACTIONS
)
def test_an_action_is_as_the_list_has_it(
    rule: str,
    key: str,
    cost: str,
    subtypes: frozenset[str],
    modifier: int,
    role: str,
    several: bool,
) -> None:
    """Cost, subtypes, own modifier, whose it is in a grapple, and whether it can hit severally."""
    found = row(key)
    assert (found.rule, found.cost, found.subtypes) == (rule, cost, subtypes)
    assert (found.modifier, found.role, found.several) == (modifier, role, several)


@pytest.mark.rule("PC-ECO-02")
@pytest.mark.rule("PC-ECO-03")
@pytest.mark.rule("PC-ECO-05")
def test_kinds_of_action_take_half_actions() -> None:
    """A Full Action two, a Half Action one, a Free Action none, an Extended one the turn."""
    assert [HALVES[kind] for kind in ("full", "half", "free", "extended")] == [2, 1, 0, 2]


@pytest.mark.rule("PC-ALT-06")
@pytest.mark.rule("PC-ALT-07")
@pytest.mark.rule("PC-ALT-10")
def test_bands_change_by_one_or_two() -> None:
    """A Half Move one, more than that two; a fall counts 60 or 200 squares."""
    changes = dict(band_table().changes)
    assert changes == {
        "half_move": 1,
        "full_move": 2,
        "charge": 2,
        "run": 2,
        "disengage": 1,
        "ram": 2,
    }
    assert dict(band_table().falls) == {"low": 60, "high": 200}


@pytest.mark.rule("PC-ATK-07")
@pytest.mark.rule("PC-ACT-12")
@pytest.mark.rule("PC-ACT-18")
@pytest.mark.rule("PC-SHP-02")
@pytest.mark.rule("PC-SHP-03")
def test_who_may_evade_what() -> None:
    """Deflect always; parries only of melee, Point Defend only of what flies."""
    table = evasion_table()
    assert {kind: set(ways) for kind, ways in table.allowed.items()} == {
        "melee": {"deflect", "dodge", "parry"},
        "ranged": {"deflect", "dodge", "point_defend"},
        "thrown_melee": {"deflect", "dodge", "point_defend"},
        "grapple": {"deflect", "dodge"},
        "feinted": {"deflect"},
        "boarding": {"deflect", "dodge", "repel_boarders"},
        "ram": {"deflect", "dodge"},
    }
    assert table.free == {"ram"}
