"""Commands that every system plays, each by its own rules: the cycle of turns, and moving."""

from __future__ import annotations

from typing import ClassVar

from gridwar.model.command import Act, Command
from gridwar.model.geometry import Climbs, Way


class BeginFight(Command):
    """Set everybody's place in the order and begin the first round."""


class NextTurn(Command):
    """End the present turn, if there is one, and begin that of whoever is next.

    Where everybody has acted it ends the round and begins a new one.
    """


class TakeTurn(Command):
    """Give ``actor`` the turn now, whatever the order says (the GM's choice)."""


class EndFight(Command):
    """End the fight: what lasts no longer than a fight is over, wounds and places stay."""


class MoveInOrder(Command):
    """Put somebody elsewhere in the order by the numbers it goes by: ``numbers_by_hand``."""

    correction: ClassVar[bool] = True
    who: str
    values: tuple[tuple[str, str, str], ...]
    """Combatant, path and JSON of each number that changes, see ``ValueSet``."""


class Move(Act):
    """Walk along a path of neighbouring cells, the start not included.

    Where a step leads to another level, its cell may be the one before it.
    """

    path: Way
    climbs: Climbs = ()
    mode: str = ""
    """The system's way of moving (a category, a sidestep); empty for the usual one."""
