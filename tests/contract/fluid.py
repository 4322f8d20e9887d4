"""Fluid's scenario: the end of a round that is confirmed, and the tie that it comes to."""

from __future__ import annotations

from frozendict import frozendict

from gridwar.engine.kit import Cell, NextTurn
from gridwar.model.command import Adjustments
from gridwar.systems.fluid.actions.take_action_choices import TakeAction
from gridwar.systems.fluid.core.fight_state import FluidState
from gridwar.systems.fluid.core.sheet import Entry, InFight, sheet_of
from gridwar.systems.fluid.system import SYSTEM
from tests.contract.scenario import Scenario


def scenario() -> Scenario:
    """Return Iris and the captain when both have acted.

    Her ledger of -1 brings both to a Count of 20; with the same bonus dice decide who is first, so
    it is Iris with one half.
    """
    people = {one.id: one for one in SYSTEM.data.samples() if one.id in ("iris", "captain")}
    counts = {"iris": 21, "captain": 20}
    ledger = (Entry(event="aim"), Entry(event="injury", wounds=2))
    for number, (who, count) in enumerate(counts.items()):
        sheet = sheet_of(people[who])
        fight = InFight(count=count, ledger=ledger if who == "iris" else ())
        people[who] = people[who].replace(
            pos=Cell(2 + 6 * number, 2), sheet=sheet.replace(fight=fight, init_bonus=7)
        )
    start = SYSTEM.new_encounter("Contract").replace(combatants=frozendict(people))
    state = FluidState(phase="end_of_round", order=("iris", "captain"), acted=frozenset(people))
    return Scenario(
        start=start.replace(round=1, rules=state),
        actor="iris",
        asks=NextTurn(),
        answers={},
        refused=TakeAction(actor="captain", action="aim"),
        code="not_your_turn",
        amended=Adjustments(totals=frozendict({"round of iris": -9})),
        chances=NextTurn(),
        exact=0.5,
    )
