"""Range: squares, bands, and what each weapon makes of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.model.battlemap import LayerName
from gridwar.model.geometry import Cell, Size
from gridwar.systems.cepheus.core.house_rules import CepheusSwitches
from gridwar.systems.cepheus.positions.range_bands import (
    Band,
    Distance,
    band_between,
    band_of,
    band_table,
    distance_between,
    range_dm,
    squares_between,
)
from tests.support.cepheus import Fight, person

if TYPE_CHECKING:
    from gridwar.systems.cepheus.core.weapon_records import WeaponType


@pytest.mark.rule("CE-RNG-01")
@pytest.mark.parametrize(
    ("squares", "band"),
    [
        (0, "personal"),
        (1, "close"),
        (2, "close"),
        (3, "short"),
        (8, "short"),
        (9, "medium"),
        (34, "medium"),
        (35, "long"),
        (166, "long"),
        (167, "very_long"),
        (334, "very_long"),
        (335, "distant"),
    ],
)
def test_bands_by_squares(squares: int, band: Band) -> None:
    """The squares column of the range table decides."""
    assert band_of(Distance(squares, squares * 1.5), CepheusSwitches()) == band


@pytest.mark.rule("CE-RNG-01")
@pytest.mark.parametrize(
    ("metres", "band"),
    [
        (1.49, "personal"),
        (1.5, "close"),
        (3, "close"),
        (3.1, "short"),
        (12, "short"),
        (12.1, "medium"),
        (50, "medium"),
        (50.5, "long"),
        (250, "long"),
        (250.1, "very_long"),
        (500, "very_long"),
        (500.1, "distant"),
    ],
)
def test_bands_by_metres(metres: float, band: Band) -> None:
    """By house rule the metres decide: 1.5 is outside of Personal, the other limits inside."""
    assert band_of(Distance(0, metres), CepheusSwitches(band_source="metres")) == band


@pytest.mark.rule("CE-RNG-01")
def test_334_squares_by_house_rule() -> None:
    """334 squares stand in two bands; the house rule picks the farther one."""
    far = Distance(334, 501)
    assert band_of(far, CepheusSwitches(band_334="distant")) == "distant"
    assert band_of(Distance(333, 499.5), CepheusSwitches(band_334="distant")) == "very_long"


@pytest.mark.rule("CE-RNG-02")
@pytest.mark.parametrize(
    ("rule", "to", "squares"),
    [
        ("euclid_nearest", (1, 1), 1),
        ("euclid_nearest", (2, 2), 3),
        ("euclid_nearest", (6, 6), 8),
        ("chebyshev", (6, 6), 6),
        ("alternating", (6, 6), 9),
        ("alternating", (6, 0), 6),
    ],
)
def test_distance_by_house_rule(rule: str, to: tuple[int, int], squares: int) -> None:
    """The straight line to the nearest square, the longer side, or diagonals 1, 2, 1, 2."""
    fight = Fight(person("A"), person("B", to), grid_distance=rule)
    assert squares_between(fight.now, "A", "B") == squares


@pytest.mark.rule("CE-RNG-02")
def test_height_is_the_third_axis() -> None:
    """In one column 1.4 m of height is Personal and 1.5 m is not; ground counts like altitude."""
    fight = Fight(person("A"), person("B"))
    low = fight.now.combatants["B"].model_copy(update={"altitude": 1.4})
    high = low.model_copy(update={"altitude": 1.5})
    assert band_between(fight.now.with_combatant(low), "A", "B") == "personal"
    assert band_between(fight.now.with_combatant(high), "A", "B") == "close"
    hill = fight.now.map.with_painted(LayerName.GROUND, {Cell(3, 4): 12})
    on_hill = fight.now.combatants["B"].model_copy(update={"pos": Cell(3, 4)})
    raised = fight.now.with_combatant(on_hill).model_copy(update={"map": hill})
    assert squares_between(raised, "A", "B") == 6, "5 squares away and 6 m = 4 squares up: 6.4"


@pytest.mark.rule("CE-RNG-02")
def test_large_tokens_measure_from_their_nearest_square() -> None:
    """A token of 3 x 3 squares is as near as its nearest square; off the board there is none."""
    big = person("A").model_copy(update={"size": Size(3, 3)})
    fight = Fight(big, person("B", (5, 2)))
    found = distance_between(fight.now, "A", "B")
    assert found == Distance(3, 4.5)
    gone = fight.now.combatants["B"].model_copy(update={"pos": None})
    assert distance_between(fight.now.with_combatant(gone), "A", "B") is None


MATRIX: dict[WeaponType, list[int | None]] = {
    "close_quarters": [0, -2, None, None, None, None, None],
    "extended_reach": [-2, 0, None, None, None, None, None],
    "thrown": [None, 0, -2, -2, None, None, None],
    "pistol": [-2, 0, 0, -2, -4, None, None],
    "rifle": [-4, -2, 0, 0, 0, -2, -4],
    "shotgun": [-2, 0, -2, -2, -4, None, None],
    "assault": [-2, 0, 0, 0, -2, -4, -6],
    "rocket": [-4, -2, -2, 0, 0, -2, -4],
}


@pytest.mark.rule("CE-RNG-03", "CE-RNG-05")
@pytest.mark.parametrize("weapon_type", MATRIX)
def test_attack_difficulty(weapon_type: WeaponType) -> None:
    """Each weapon type has its DM in each band; in a blank one it cannot be used."""
    found = [range_dm(weapon_type, row.id) for row in band_table().bands]
    assert found == MATRIX[weapon_type]
