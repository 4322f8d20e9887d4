"""Back Alley's scenario: a brawl in one zone, and somebody whose turn it is not."""

from __future__ import annotations

from frozendict import frozendict

from gridwar.engine.kit.turn_and_move_commands import Move
from gridwar.model.command import Adjustments, Answer
from gridwar.model.geometry import Cell
from tests.contract.scenario import Scenario
from tests.support.alley import SYSTEM
from tests.support.alley.rules import Brawl
from tests.support.fights import begun


def scenario() -> Scenario:
    """Return a fight of three in one zone, the hero's turn.

    Hero's Brawl +3 against the thug's Dodge +1 is higher in the 229 of 400 throws in which the
    hero's die is no more than 1 below the thug's.
    """
    people = {one.id: one for one in SYSTEM.data.samples()}
    for number, who in enumerate(people):
        people[who] = people[who].replace(pos=Cell(1 + number, 2))
    start = SYSTEM.new_encounter("Contract")
    return Scenario(
        start=start.replace(combatants=frozendict(people), round=1, turn="hero"),
        actor="hero",
        asks=Brawl(actor="hero", target="thug"),
        answers={"defence of thug": Answer(option="block")},
        refused=Brawl(actor="thug", target="hero"),
        code="not_your_turn",
        amended=Adjustments(totals=frozendict({"attack/margin": -40})),
        chances=Brawl(actor="hero", target="thug"),
        exact=229 / 400,
        passing=(
            begun("alley", hero=(3, 1), thug=(1, 1)).encounter.replace(turn="hero"),
            Move(actor="hero", path=(Cell(4, 1), Cell(5, 1))),
        ),
    )
