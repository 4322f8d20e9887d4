"""Attacks between altitude bands."""

from __future__ import annotations

import pytest

from gridwar.systems.percentile import SYSTEM
from gridwar.systems.percentile.attacks.standard_called_heavy_attack import StandardAttack
from gridwar.systems.percentile.core.altitude_bands import band_of
from gridwar.systems.percentile.core.house_rules_and_settings import PercentileSettings
from gridwar.systems.percentile.core.weapons import UNARMED
from tests.systems.percentile.people import GUN, ada, fight, lines, play, refusal, tor, total

BLOW = StandardAttack(actor="ada", target="tor", weapon="sword")
SHOT = StandardAttack(actor="ada", target="tor", weapon="gun")
FIST = StandardAttack(actor="ada", target="tor", weapon=UNARMED)
FAR = (14, 5)


# --- altitude -------------------------------------------------------------------------------------


@pytest.mark.rule("PC-ALT-03")
@pytest.mark.rule("PC-ALT-05")
@pytest.mark.parametrize(
    ("here", "there", "code"),
    [
        (0, 0, ""),
        (0, 1, "other_band"),
        (1, 0, "other_band"),
        (1, 1, ""),
        (2, 2, ""),
        (2, 1, "other_band"),
    ],
)
def test_melee_needs_the_same_band(here: int, there: int, code: str) -> None:
    """Nobody strikes from one band at another, though the squares touch."""
    start = fight(ada().replace(altitude=here), tor().replace(altitude=there))
    if code:
        assert refusal(start, BLOW) == code
    else:
        play(start, BLOW, 99)


@pytest.mark.rule("PC-ALT-03")
@pytest.mark.rule("PC-ALT-04")
@pytest.mark.rule("PC-ALT-05")
@pytest.mark.parametrize(
    ("here", "there", "approved", "number"),
    [
        (0, 1, False, 30),
        (1, 0, False, 50),
        (1, 1, False, 50),
        (2, 2, False, 50),
        (0, 2, False, None),
        (2, 0, False, None),
        (1, 2, False, None),
        (2, 1, False, None),
        (0, 2, True, 50),
        (2, 1, True, 50),
    ],
)
def test_shots_between_bands(here: int, there: int, approved: bool, number: int | None) -> None:
    """-20 from Ground at Low, no modifier elsewhere; between High and below only approved ones."""
    weapon = GUN.replace(approved=approved)
    start = fight(ada(weapon, bs=40).replace(altitude=here), tor(at=FAR).replace(altitude=there))
    if number is None:
        assert refusal(start, SHOT) == "not_approved"
    else:
        assert total(start, SHOT) == number


@pytest.mark.rule("PC-ALT-04")
@pytest.mark.parametrize(("by_house", "number"), [(-10, 40), ("as_from_ground_to_low", 30)])
def test_from_low_at_ground_by_house_rule(by_house: int | str, number: int) -> None:
    """A modifier of the table's own, or that of the other direction."""
    start = fight(ada(bs=40).replace(altitude=1), tor(at=FAR), low_to_ground=by_house)
    assert total(start, SHOT) == number


@pytest.mark.rule("PC-ALT-05")
def test_the_gm_may_give_approved_weapons_a_modifier() -> None:
    """It is a setting of the fight."""
    start = fight(ada(GUN.replace(approved=True), bs=40), tor(at=FAR).replace(altitude=2))
    start = start.replace(settings=PercentileSettings(approved_weapon=-10))
    assert lines(start, SHOT)[-1] == ("PC-ALT-05", -10)


@pytest.mark.rule("PC-ALT-05")
def test_height_counts_in_distances_by_house_rule_only() -> None:
    """Low is 60 squares up: beyond a Maximum Distance of 59 where height counts."""
    gun = GUN.replace(range_cells=29)
    target = tor(at=FAR).replace(altitude=1)
    play(fight(ada(gun), target), SHOT, 99)
    assert refusal(fight(ada(gun), target, slant_range=True), SHOT) == "too_far"
    play(fight(ada(GUN), target, slant_range=True), SHOT, 99)


@pytest.mark.rule("PC-ALT-01")
@pytest.mark.rule("PC-ALT-02")
def test_three_bands_of_which_ground_is_the_usual_one() -> None:
    """Ground bears no tag; whoever hovers is on it; those of several bands share a square."""
    assert next((level.name, level.tag) for level in SYSTEM.board.levels) == ("Ground", "")
    assert [level.height_cells for level in SYSTEM.board.levels] == [0, 60, 400]
    now = fight(ada(), tor(at=(5, 5)).replace(altitude=2))
    assert [band_of(now[who]) for who in ("ada", "tor")] == ["ground", "high"]
    words = [badge.text for badge in SYSTEM.cards.card(now, "tor").badges]
    assert words.count("High") == len(words) == 1
    assert not SYSTEM.cards.card(now, "ada").badges
