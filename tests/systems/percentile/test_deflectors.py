"""Deflectors, and the armour of places."""

from __future__ import annotations

import pytest
from frozendict import frozendict

from gridwar.systems.percentile import SYSTEM
from gridwar.systems.percentile.attacks.burst_and_flurry import Flurry
from gridwar.systems.percentile.attacks.evasion_and_counter_attack import evasion_number
from gridwar.systems.percentile.attacks.standard_called_heavy_attack import (
    CalledShot,
    StandardAttack,
)
from gridwar.systems.percentile.core.sheet import Deflector
from gridwar.systems.percentile.core.weapons import UNARMED
from tests.systems.percentile.people import SWORD, ada, fight, one, play, tor

BLOW = StandardAttack(actor="ada", target="tor", weapon="sword")
SHOT = StandardAttack(actor="ada", target="tor", weapon="gun")
FIST = StandardAttack(actor="ada", target="tor", weapon=UNARMED)
FAR = (14, 5)


# --- Deflectors -----------------------------------------------------------------------------------


@pytest.mark.rule("PC-DEF-01")
@pytest.mark.rule("PC-DEF-02")
def test_a_deflector_is_tested_by_its_rating() -> None:
    """50 deflects a single hit on 50; of three hits 2 degrees take two off."""
    shield = (Deflector(rating=50),)
    played = play(fight(ada(ws=50), tor(deflectors=shield)), BLOW, 12, 50, evade="deflect")
    assert not played.result.struck
    start = fight(ada(ws=50), tor(deflectors=shield, wounds=30))
    flurry = Flurry(actor="ada", target="tor", weapon="sword", hits=3, replace_die=False)
    played = play(start, flurry, 12, 40, 2, evade="deflect")
    assert played.trace("hits left").result == "1"


@pytest.mark.rule("PC-DEF-03")
def test_deflecting_is_free_and_unlimited() -> None:
    """No Reaction is spent, an Aim stays, and the next attack can be deflected too."""
    foe = tor(deflectors=(Deflector(rating=50),), reactions=0, aim=10)
    start = fight(ada(ws=50), foe, one("una", (6, 6), side="1", weapons=(SWORD,), ws=50))
    played = play(start, BLOW, 12, 50, evade="deflect")
    assert (played.sheet("tor").reactions, played.sheet("tor").aim) == (0, 10)
    second = StandardAttack(actor="una", target="tor", weapon="sword")
    again = play(played.encounter.replace(turn="una"), second, 12, 50, evade="deflect")
    assert not again.result.struck


@pytest.mark.rule("PC-DEF-03")
@pytest.mark.rule("PC-ACT-06")
@pytest.mark.parametrize(("limits", "number"), [("as_evasion", 30), ("no_evasion_penalties", 60)])
def test_evasion_penalties_weigh_on_deflectors(limits: str, number: int) -> None:
    """After a Heavy Attack a Deflector of 60 needs 30, unless the house rule spares it."""
    shield = (Deflector(rating=60),)
    now = fight(ada(), tor("heavy_attack", deflectors=shield), deflect_limits=limits)
    assert evasion_number(now, "tor", "deflect") == number
    assert evasion_number(now, "tor", "dodge") == 0


@pytest.mark.rule("PC-DEF-05")
@pytest.mark.rule("PC-DEF-06")
def test_the_strongest_counts_and_all_are_weakened() -> None:
    """Of 40, 70 and 55 the 70 counts; weakened by 25 it is 45, on the badge too."""
    shields = tuple(Deflector(rating=rating) for rating in (40, 70, 55))
    now = fight(ada(), tor(deflectors=shields, deflectors_weakened=25))
    assert evasion_number(now, "tor", "deflect") == 45
    assert "Deflector 45" in [one.text for one in SYSTEM.cards.card(now, "tor").badges]


@pytest.mark.rule("PC-ACT-04")
def test_a_called_shot_meets_the_armour_of_its_place() -> None:
    """AP 6 at the head, 2 elsewhere."""
    start = fight(ada(ws=70), tor(ap=2, ap_at=frozendict({"head": 6}), wounds=30))
    head = CalledShot(actor="ada", target="tor", weapon="sword", place="head", replace_die=False)
    assert play(start, head, 30, 9, evade="none").sheet("tor").wounds == 30 - (14 - 7)
    leg = head.replace(place="left leg")
    assert play(start, leg, 30, 9, evade="none").sheet("tor").wounds == 30 - (14 - 3)
