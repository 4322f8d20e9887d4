"""What can be asked for under ARRGS, beside the shared commands."""

from __future__ import annotations

from typing import ClassVar

from gridwar.engine.kit import Act
from gridwar.model.geometry import Cell
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
