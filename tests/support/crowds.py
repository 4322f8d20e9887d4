"""Crowds for tests: many of one kind on a blank map, in every system."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frozendict import frozendict

from gridwar.engine.kit.turn_and_move_commands import BeginFight
from gridwar.engine.session.session import Session
from gridwar.model.geometry import ONE_CELL, Cell
from tests.support.every_system import find

if TYPE_CHECKING:
    from gridwar.model.combatant import Combatant

SYSTEMS = ("arrgs", "cepheus", "drive", "fluid", "percentile")
A_ROW = 5
"""So many of a crowd stand side by side."""


def one_of(system_id: str) -> Combatant:
    """Return somebody on foot of a system's own samples."""
    samples = find(system_id).data.samples()
    return next(one for one in samples if one.size == ONE_CELL and not one.locked)


def crowd(system_id: str, number: int, *, begins: bool = False) -> Session:
    """Return a fight of so many of one side, in rows from C 3 on, and a foe far off.

    Args:
        system_id: The rules.
        number: How many.
        begins: Whether the fight has begun, by the program's dice.
    """
    system, kind = find(system_id), one_of(system_id)
    party, foes, *_others = system.new_encounter("Test").sides
    everyone = {
        f"goblin{at}": kind.replace(
            id=f"goblin{at}",
            name=f"Goblin {at}",
            side=party,
            pos=Cell(2 + at % A_ROW * 2, 2 + at // A_ROW * 2),
        )
        for at in range(number)
    }
    foe = kind.replace(id="foe", name="Foe", side=foes, pos=Cell(24, 14))
    encounter = system.new_encounter("Test").replace(
        combatants=frozendict({**everyone, "foe": foe})
    )
    session = Session(system, encounter)
    if begins:
        session.submit(BeginFight())
    return session


def goblins(session: Session) -> tuple[str, ...]:
    """Return the crowd of a fight."""
    return tuple(one for one in session.encounter.combatants if one != "foe")
