"""Commands that every system plays, each by its own rules: the cycle of turns, and moving."""

from __future__ import annotations

from typing import ClassVar

from gridwar.model.command import Command
from gridwar.model.geometry import Way


class BeginFight(Command):
    """Set everybody's place in the order and begin the first round."""

    kind: ClassVar[str] = "begin_fight"


class NextTurn(Command):
    """End the present turn, if there is one, and begin that of whoever is next.

    Where everybody has acted it ends the round and begins a new one.
    """

    kind: ClassVar[str] = "next_turn"


class TakeTurn(Command):
    """Give ``actor`` the turn now, whatever the order says (the GM's choice)."""

    kind: ClassVar[str] = "take_turn"


class Move(Command):
    """Walk along a path of neighbouring cells, the start not included."""

    kind: ClassVar[str] = "move"
    path: Way
    mode: str = ""
    """The system's way of moving (a category, a sidestep); empty for the usual one."""
