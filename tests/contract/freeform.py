"""Freeform's scenario: a turn ends, and the GM is asked whether an effect does."""

from __future__ import annotations

from frozendict import frozendict

from gridwar.engine.kit.turn_and_move_commands import BeginFight, NextTurn
from gridwar.model.combatant import Combatant, TimedEffect
from gridwar.model.command import Answer
from gridwar.model.geometry import Cell
from gridwar.systems.freeform import SYSTEM
from gridwar.systems.freeform.sheet_and_events import FreeformSheet
from tests.contract.scenario import Scenario


def scenario() -> Scenario:
    """Return a fight of two in the first round; the hero is cursed."""
    curse = TimedEffect(id="curse", name="Curse", ends="turn_end", whose="hero", ask=True)
    people = {
        "hero": Combatant(
            id="hero",
            name="Hero",
            pos=Cell(2, 2),
            effects=(curse,),
            sheet=FreeformSheet(initiative=9),
        ),
        "foe": Combatant(id="foe", name="Foe", side="2", pos=Cell(5, 5), sheet=FreeformSheet()),
    }
    start = SYSTEM.new_encounter("Contract").replace(
        combatants=frozendict(people), round=1, turn="hero"
    )
    return Scenario(
        start=start,
        actor="hero",
        asks=NextTurn(),
        answers={"effect curse of hero": Answer(option="go_on")},
        refused=BeginFight(),
        code="begun",
        chances=NextTurn(),
        exact=0.0,
    )
