"""What can be asked for under ARRGS, beside the shared commands."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import Field

from gridwar.engine.kit import Act, Move
from gridwar.model.command import Command
from gridwar.model.geometry import MOST_STEPS, Cell
from gridwar.systems.arrgs.core.sheet import Pool


class Manoeuvre(Act):
    """An action of somebody; ``pool`` is what pays: AP, or AAP as a Swift or Immediate Action."""

    kind: ClassVar[str] = ""
    pool: Pool = "ap"
    readied: bool = False
    """Done because its trigger has come, in anybody's turn."""


class WeaponManoeuvre(Manoeuvre):
    """A manoeuvre with a weapon against somebody."""

    kind: ClassVar[str] = ""
    target: str
    weapon: str
    willing: bool | None = False
    """The target lets it happen; None: an ally does, nobody else."""
    answers: bool = False
    """It is the answer to an opportunity."""


class Movement(Move):
    """One Movement manoeuvre, in ``mode`` as its category; ``Move`` plays as many as it takes."""

    pool: Pool = "ap"
    readied: bool = False


class Dash(Manoeuvre):
    """A Movement manoeuvre of which only the squares count: play without a map."""

    squares: int | None = None
    """None: as far as the budget goes."""
    category: str = ""


class MovementCheck(Command):
    """The Movement check alone, to know the budget; nothing is paid."""

    category: str = ""


class Sidestep(Manoeuvre):
    """One square that provokes nobody."""

    path: tuple[tuple[int, int], ...] = Field(max_length=MOST_STEPS)


class Standup(Manoeuvre):
    """End being Prone."""


class Mount(Manoeuvre):
    """Get onto a mount or take the controls of a vehicle; ``check`` may be Piloting."""

    target: str
    check: Literal["ride", "piloting"] = "ride"


class Dismount(Manoeuvre):
    """Get off, into a free square beside the mount; without one it is asked for."""

    square: Cell | None = None
    check: Literal["ride", "piloting"] = "ride"


class Collide(Command):
    """Run into something: a combatant, or a thing that has only a name.

    Speeds are Movement Increments; None stands for those of the combatants themselves.
    """

    target: str = ""
    """Id of a combatant, or what the thing is called."""
    square: Cell | None = None
    """Where the thing stands; None where only its name is known."""
    head_on: bool = False
    increment: int | None = Field(default=None, ge=0)
    target_increment: int | None = Field(default=None, ge=0)


class AreaAttack(Manoeuvre):
    """The Attack manoeuvre against a square, with a weapon or spell that has an area."""

    square: Cell
    weapon: str
    altitude: float = 0.0
    """How high above the ground it goes off, in the map's unit."""


class ControlSpell(Manoeuvre):
    """Keep hold of a lasting spell, and steer it."""

    spell: str


class DismissSpell(Manoeuvre):
    """End a lasting spell that one controls."""

    spell: str


class Counterspell(Manoeuvre):
    """Give up a prepared spell against a lasting one (``spell``), or against one being cast."""

    target: str
    """The opposing caster."""
    using: str
    """The prepared spell that is given up."""
    spell: str = ""
    weapon: str = ""
    """The spell being cast, of the caster's."""
    targeted: bool = False
    """It is cast at the one who counters it, however far away."""
    answers: bool = False


class Spend(Manoeuvre):
    """Any other action at the GM's word, of that many points and that much Vitality."""

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

    target: str
    success_value: int
    types: tuple[str, ...] = ()


class PauseTurn(Command):
    """Stop the turn here and go on at a later Initiative slot, which is asked where missing."""

    until: int | None = None


class EndRound(Command):
    """End the round now: whatever waits for it happens."""


class StartRound(Command):
    """Begin a round now: pools are filled, nobody has acted."""

    surprise: bool = False
