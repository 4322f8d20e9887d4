"""Percentile's scenario: a Burst that spills over and is dodged."""

from __future__ import annotations

from frozendict import frozendict
from icepool import Die

from gridwar.model.command import Adjustments, Answer
from gridwar.systems.percentile.state import PercentileSheet
from tests.contract.scenario import Scenario
from tests.systems.percentile.range import fire, shooting

DODGE = Answer(option="dodge")


def scenario() -> Scenario:
    """Return a shooter whose burst is sure to hit, its target, and one beside it."""
    spill = ("near", (10, 0), PercentileSheet(dodge=40, wounds=30, wounds_full=30))
    victim = PercentileSheet(tb=3, ap=3, wounds=30, wounds_full=30, dodge=40)
    start = shooting(spill, bs=190, target=victim, jam_scope="off")
    shares = Answer(numbers=frozendict({"t": 2, "near": 2}))
    # Target number 75 once the GM sets it: one hit for every ten under it, less those dodged.
    command = fire(5, adjustments=Adjustments(totals=frozendict({"attack": 75})))
    hits = Die([min(5, 1 + (75 - roll) // 10) if roll <= 75 else 0 for roll in range(1, 101)])
    dodged = Die([1 + (40 - roll) // 10 if roll <= 40 else 0 for roll in range(1, 101)])
    left = hits.map(lambda count: dodged.map(lambda taken: max(0, count - taken)))
    return Scenario(
        start=start,
        actor="a",
        asks=fire(4),
        answers={
            "allocate": shares,
            "hits on t/evade": DODGE,
            "hits on near/evade": Answer(option="none"),
        },
        refused=fire(11),
        code="hits",
        amended=Adjustments(totals=frozendict({"attack": 0})),
        chances=command,
        given={"hits on t/evade": DODGE},
        exact=float(1 - left.probability(0)),
    )
