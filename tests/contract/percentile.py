"""Percentile's scenario: a Burst that spills over and is dodged."""

from __future__ import annotations

from typing import Any

from frozendict import frozendict
from icepool import Die

from gridwar.engine.kit.turn_and_move_commands import Move
from gridwar.model.command import Adjustments, Answer
from gridwar.model.geometry import Cell
from gridwar.systems.percentile.attacks.burst_and_flurry import Burst
from tests.contract.scenario import Scenario
from tests.systems.percentile.people import GUN, SWORD, ada, fight, one, tor

DODGE = Answer(option="dodge")


def scenario() -> Scenario:
    """Return a shooter whose burst is sure to hit, its target, and one beside it."""
    body: dict[str, Any] = {"t": 30, "ap": 3, "wounds": 30, "dodge": 40}
    start = fight(
        ada(GUN, bs=190),
        one("tor", (14, 5), **body),
        one("near", (15, 5), **body),
        jam_scope="off",
    )
    shares = Answer(numbers=frozendict({"tor": 2, "near": 2}))
    # Target number 75 once the GM sets it: one hit for every ten under it, less those dodged.
    hits = Die([min(5, 1 + (75 - roll) // 10) if roll <= 75 else 0 for roll in range(1, 101)])
    dodged = Die([1 + (40 - roll) // 10 if roll <= 40 else 0 for roll in range(1, 101)])
    left = hits.map(lambda count: dodged.map(lambda taken: max(0, count - taken)))
    return Scenario(
        start=start,
        actor="ada",
        asks=fire(4),
        answers={
            "attack/allocate": shares,
            "attack/hits on tor/evasion/evade": DODGE,
            "attack/hits on near/evasion/evade": Answer(option="none"),
        },
        refused=fire(11),
        code="hits",
        amended=totals(0),
        chances=fire(5).replace(adjustments=totals(75)),
        given={"attack/hits on tor/evasion/evade": DODGE},
        exact=float(1 - left.probability(0)),
        passing=(
            fight(ada(ab=3), tor(weapons=(SWORD,), ws=30)),
            Move(actor="ada", path=(Cell(6, 6), Cell(6, 7))),
        ),
    )


def fire(hits: int) -> Burst:
    """Return a burst of Ada at Tor."""
    return Burst(actor="ada", target="tor", weapon="gun", hits=hits)


def totals(number: int) -> Adjustments:
    """Return the GM's word on the target number."""
    return Adjustments(totals=frozendict({"attack/sum/attack": number}))
