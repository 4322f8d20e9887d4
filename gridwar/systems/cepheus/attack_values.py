"""What is passed about while an attack is played: small frozen values, no combatants.

Owns no rule.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NamedTuple

from msgspec import Struct

if TYPE_CHECKING:
    from gridwar.model.geometry import Cell
    from gridwar.model.trace import Line
    from gridwar.systems.cepheus.bands import Band
    from gridwar.systems.cepheus.cover import CoverOn
    from gridwar.systems.cepheus.scatter import Scatter
    from gridwar.systems.cepheus.weapons import Weapon

Against = Literal["melee", "ranged", "thrown", "blast"]
"""What a reaction answers."""
ReactionKind = Literal["none", "dodge", "parry", "dive"]
ArmChoice = Literal["", "strength", "dexterity"]
"""What a melee attack is made with; empty: the better one."""


class Shot(Struct, frozen=True):
    """An attack as declared. It is aimed at somebody or, a throw alone, at a square."""

    actor: str
    weapon: str
    target: str | None = None
    square: Cell | None = None
    mode: str = "single"
    arm: ArmChoice = ""


class Look(Struct, frozen=True):
    """What the attacker's line shows: distance, band, the DM of the range, cover."""

    squares: int
    band: Band
    range_dm: int
    cover: CoverOn | None = None


class Declared(Struct, frozen=True):
    """An attack that may be rolled: what was declared, what the line shows, how he reacts."""

    shot: Shot
    look: Look
    reaction: ReactionKind = "none"
    why_no_reaction: str = ""


class Summed(Struct, frozen=True):
    """The sum of an attack, with its lines for the log (none while odds are explored)."""

    dm: int
    lines: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)  # a Struct knows no fields that do not count
class Injury:
    """Damage to one victim. What it was before armour does not tell outcomes apart."""

    victim: str
    after_armor: int
    before_armor: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class AttackResult:
    """What came of an attack. Outcomes differ by who was hurt; the figures are for the reader.

    ``dm``, ``total`` and ``effect`` are those of the attack roll; None where nothing was rolled.
    """

    hit: bool
    injuries: tuple[Injury, ...] = ()
    dm: int | None = field(default=None, compare=False)
    total: int | None = field(default=None, compare=False)
    effect: int | None = field(default=None, compare=False)
    kill_aim: int = field(default=0, compare=False)
    scatter: Scatter | None = field(default=None, compare=False)
    landing: Cell | None = field(default=None, compare=False)
    """Where a projectile came down that was thrown to arrive."""


class Rolling(Struct, frozen=True):
    """An attack that is paid for: its sum, and all that hit and miss need to know.

    ``square`` is where it goes, ``up_m`` how high above the ground there.
    """

    declared: Declared
    summed: Summed
    weapon: Weapon
    square: Cell
    up_m: float = 0.0
    kill_aim: int = 0


class Outcome(NamedTuple):
    """A rolled attack: its Effect decides what follows."""

    rolling: Rolling
    effect: int


class Damaged(NamedTuple):
    """What followed from the roll: who was hurt, and where a projectile came down."""

    injuries: tuple[Injury, ...] = ()
    landing: Cell | None = None
    scatter: Scatter | None = None


class Struck(NamedTuple):
    """A blow that goes home, as it stands before its damage: the shot, and what came of the roll.

    ``landing`` is where a thrown weapon lies then.
    """

    shot: Shot
    rolled: AttackResult
    landing: Cell | None = None
