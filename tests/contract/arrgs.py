"""ARRGS's scenario: a walk past a foe who strikes, and a plain attack for the odds."""

from __future__ import annotations

from frozendict import frozendict

from gridwar.engine.kit.turn_and_move_commands import Move
from gridwar.model.command import Adjustments, Answer
from gridwar.model.geometry import Cell
from gridwar.systems.arrgs.attacks.attack import Attack
from tests.contract.scenario import Scenario
from tests.systems.arrgs.skirmish import board, fighter

WALK = Move(actor="A", path=(Cell(5, 4), Cell(6, 4)))
STRUCK = "movement 1/step 1/answer of B/strike"


def scenario() -> Scenario:
    """Return a mover, a foe at its side that can pay for one answer, and one to be attacked."""
    mover = fighter("A", (4, 4), mods={"melee": 5}, aap_max=1)
    foe = fighter("B", (5, 5), "2", aap_max=3, mods={"melee": 30, "reflex": 4})
    return Scenario(
        start=board(mover, foe),
        actor="A",
        asks=WALK,
        answers={"movement 1/step 1/opportunity of B": Answer(option="attack:axe")},
        refused=Attack(actor="A", target="B", weapon="rope"),
        code="no_weapon",
        amended=Adjustments(totals=frozendict({f"{STRUCK}/harm/damage": 1})),
        chances=Attack(actor="A", target="B", weapon="axe"),
        exact=0.8,
    )
