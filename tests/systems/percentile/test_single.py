"""Standard Attack, Called Shot, Heavy Attack."""

from __future__ import annotations

from typing import Any

import pytest

from gridwar.engine.kit import NextTurn
from gridwar.engine.play.offered_actions_and_drafts import actions_of
from gridwar.systems.percentile import SYSTEM
from gridwar.systems.percentile.attacks.burst_and_flurry import Burst, Flurry
from gridwar.systems.percentile.attacks.standard_called_heavy_attack import (
    CalledShot,
    HeavyAttack,
    StandardAttack,
)
from tests.systems.percentile.people import ada, fight, lines, play, refusal, tor, total

BLOW = StandardAttack(actor="ada", target="tor", weapon="sword", replace_die=False)
FAR = (14, 5)
EVADE = "attack/hits on tor/evasion/evade"


def burst(hits: int, **changes: Any) -> Burst:
    """Return a Burst of Ada at Tor."""
    return Burst(actor="ada", target="tor", weapon="gun", hits=hits, **changes)


def flurry(hits: int, **changes: Any) -> Flurry:
    """Return a Flurry of Ada at Tor."""
    return Flurry(actor="ada", target="tor", weapon="sword", hits=hits, **changes)


# --- Standard Attack, Called Shot, Heavy Attack ---------------------------------------------------


@pytest.mark.rule("PC-ACT-01")
def test_a_standard_attack_is_at_plus_ten() -> None:
    """It is a Half Action and the turn's Attack; one hit."""
    start = fight(ada(ws=45), tor())
    assert lines(start, BLOW) == [("PC-ATK-04", 45), ("PC-ACT-01", 10)]
    played = play(start, BLOW, 12, 3, evade="none")
    assert played.sheet("ada").half_actions == 1
    assert played.trace("attacks").result == "1 hit"


@pytest.mark.rule("PC-ACT-04")
@pytest.mark.parametrize(("net", "number"), [("minus_10", 30), ("minus_20", 20)])
def test_a_called_shot_counts_as_a_standard_attack(net: str, number: int) -> None:
    """+10 and -20, or by house rule -20 alone; places are offered with their armour."""
    shot = CalledShot(actor="ada", target="tor", weapon="gun", place="head")
    start = fight(ada(bs=40), tor(at=FAR, ap=3), called_shot_net=net)
    assert total(start, shot) == number
    places = next(one for one in SYSTEM.draft(start, shot).choices if one.key == "place")
    notes = {option.id: option.note for option in places.options}
    assert (notes["head"], notes["left arm"]) == ("3 AP", "3 AP")


@pytest.mark.rule("PC-ACT-04")
def test_a_called_shot_at_a_thing_takes_nothing_from_its_bearer() -> None:
    """The damage, 10 on the die and 3, is told with nothing taken off; no Wounds, no critical."""
    shot = CalledShot(actor="ada", target="tor", weapon="gun", replace_die=False)
    start = fight(ada(bs=40), tor(at=FAR, ap=3, t=40))
    places = next(one for one in SYSTEM.draft(start, shot).choices if one.key == "place")
    at_thing = next(one for one in places.options if one.title == "A thing").command
    assert total(start, at_thing) == 30
    hit = play(start, at_thing, 5, 10, evade="none")
    assert (hit.sheet("tor").wounds, hit.sheet("tor").dead) == (10, False)
    assert hit.trace("a thing is hit").result == "13 damage"
    assert "Called Shot (a thing), gun" in hit.trace("attacks").title


@pytest.mark.rule("PC-ACT-06")
def test_a_heavy_attack_costs_the_evasion() -> None:
    """+30, hit or miss; then -30 on Evasion until the own next turn starts."""
    start = fight(ada(ws=40), tor())
    heavy = HeavyAttack(actor="ada", target="tor", weapon="sword")
    assert lines(start, heavy) == [("PC-ATK-04", 40), ("PC-ACT-06", 30)]
    missed = play(start, heavy, 71)
    assert missed.has("ada", "heavy_attack")
    assert missed.sheet("ada").half_actions == 0
    round_on = missed.next(NextTurn())
    back = StandardAttack(actor="tor", target="ada", weapon="unarmed", replace_die=False)
    dodged = round_on.next(back, 20, 11, 1, evade="dodge")
    assert [(line.rule_id, line.value) for line in dodged.trace("evades").lines] == [
        ("PC-ATK-07", 30),
        ("PC-ACT-06", -30),
    ]
    assert not round_on.next(NextTurn()).has("ada", "heavy_attack")


@pytest.mark.rule("PC-ACT-06")
def test_a_heavy_attack_is_melee() -> None:
    """A gun offers none, and none is played with it."""
    start = fight(ada(), tor())
    assert refusal(start, HeavyAttack(actor="ada", target="tor", weapon="gun")) == "not_melee"
    ids = {one.id for one in actions_of(SYSTEM, start, "ada")}
    assert "heavy_attack:sword" in ids
    assert "heavy_attack:gun" not in ids
