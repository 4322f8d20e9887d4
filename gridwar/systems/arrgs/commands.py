"""What can be asked for under ARRGS, beside the shared commands."""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field

from gridwar.engine.commands import Move
from gridwar.model.command import Command
from gridwar.systems.arrgs.sheet import Pool


class Manoeuvre(Command):
    """An action of somebody; ``pool`` is what pays: AP, or AAP as a Swift or Immediate Action."""

    pool: Pool = "ap"


class Attack(Manoeuvre):
    """The Attack manoeuvre. ``answers`` makes it the answer to an opportunity."""

    kind: ClassVar[str] = "arrgs.attack"
    target: str
    weapon: str
    willing: bool = False
    """The target lets it happen."""
    answers: bool = False


class RepeatedAttack(Manoeuvre):
    """The Repeated Attack manoeuvre: up to five attacks; without a number it asks after each."""

    kind: ClassVar[str] = "arrgs.repeated_attack"
    target: str
    weapon: str
    attacks: int | None = None
    willing: bool = False
    answers: bool = False


class Movement(Move):
    """One Movement manoeuvre, in ``mode`` as its category; ``Move`` plays as many as it takes."""

    kind: ClassVar[str] = "arrgs.movement"
    pool: Pool = "ap"


class Dash(Manoeuvre):
    """A Movement manoeuvre of which only the squares count: play without a map."""

    kind: ClassVar[str] = "arrgs.dash"
    squares: int | None = None
    """None: as far as the budget goes."""
    category: str = ""


class MovementCheck(Command):
    """The Movement check alone, to know the budget; nothing is paid."""

    kind: ClassVar[str] = "arrgs.movement_check"
    category: str = ""


class Sidestep(Manoeuvre):
    """One square that provokes nobody."""

    kind: ClassVar[str] = "arrgs.sidestep"
    path: tuple[tuple[int, int], ...]


class Standup(Manoeuvre):
    """End being Prone."""

    kind: ClassVar[str] = "arrgs.standup"


class Spend(Manoeuvre):
    """Any other action at the GM's word, of that many points and that much Vitality."""

    kind: ClassVar[str] = "arrgs.spend"
    points: int = Field(default=1, ge=0)
    vitality: int = Field(default=1, ge=0)


class RollCheck(Command):
    """A check at the GM's word: ``action`` rolls, ``reaction`` and ``passive`` take 10."""

    kind: ClassVar[str] = "arrgs.check"
    check: str
    mode: str = "action"
    dc: int | None = None


class Harm(Command):
    """Damage at the GM's word: a Success Value of some types that somebody suffers."""

    kind: ClassVar[str] = "arrgs.harm"
    target: str
    success_value: int
    types: tuple[str, ...] = ()


class PauseTurn(Command):
    """Stop the turn here and go on at a later Initiative slot of the round."""

    kind: ClassVar[str] = "arrgs.pause_turn"
    until: int


class EndRound(Command):
    """End the round now: whatever waits for it happens."""

    kind: ClassVar[str] = "arrgs.end_round"


class StartRound(Command):
    """Begin a round now: pools are filled, nobody has acted."""

    kind: ClassVar[str] = "arrgs.start_round"
    surprise: bool = False
