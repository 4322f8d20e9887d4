"""What the drive rules know of one combatant: armour, shields, auras, weapons, injuries.

Owns the sheet and its parts; what happens to them is in ``events``.
"""

from __future__ import annotations

from typing import Final, Literal, get_args

from pydantic import Field, model_validator

from gridwar.model.combatant import Combatant, Sheet
from gridwar.model.record import Record
from gridwar.model.references import CombatantId

EnergyKind = Literal["particle", "electric", "heat", "frost", "blast"]
Band = Literal["engagement", "short", "medium", "long", "any"]
Precision = Literal["low", "medium", "high"]
Origin = Literal["ability", "device"]
ModifierOrigin = Literal["innate", "ability", "gear", "temporary"]

ENERGY: Final[frozenset[str]] = frozenset(get_args(EnergyKind))


class Armour(Record):
    """The band of drive in which damage is halved, both ends included.

    Rules: DR-ARM-02
    """

    lo: int = Field(ge=0)
    hi: int = Field(ge=0)
    metallic: bool = False

    @model_validator(mode="after")
    def _in_order(self) -> Armour:
        if self.lo > self.hi:
            raise ValueError("the lower end of the armour range is above the upper one")
        return self


class Match(Record):
    """What damage a modifier is about: an energy kind, or a weapon's material."""

    kind: EnergyKind | None = None
    material: str | None = None
    blunt: bool | None = None


class Modifier(Record):
    """A resistance (below 100) or weakness (above).

    Rules: DR-RES-01
    """

    match: Match
    percent: int = Field(ge=0)
    origin: ModifierOrigin = "innate"


class Shield(Record):
    """An energy shield bound to a character. Its points are its own, or those of a pool.

    Rules: DR-SHD-01, DR-SHD-18
    """

    id: str
    precision: Literal["medium", "high"]
    origin: Origin = "ability"
    points: int = Field(default=0, ge=0)
    pool_id: str | None = None
    blast_factor: Literal[1, 2] | None = None
    """How much blast a point stops; None for the usual of its origin."""
    active: bool = True


class Aura(Record):
    """A store of damage of one kind that answers those who strike its holder.

    Rules: DR-AUR-01
    """

    id: str
    kind: EnergyKind | Literal["normal"]
    stored: int = Field(default=0, ge=0)
    drive: int = Field(default=0, ge=0)
    """Of normal damage; energy drives itself."""
    origin: Origin = "ability"
    mental: bool = False


class EnergyPart(Record):
    """Energy added to a weapon, or all there is of it."""

    kind: EnergyKind
    damage: int = Field(ge=0)


class Frag(Record):
    """The splinters of an explosive."""

    damage: int = Field(ge=0)
    drive: int = Field(ge=0)


class Weapon(Record):
    """A weapon, or one shot of it. Without damage of its own it is pure energy."""

    id: str
    name: str = ""
    base_damage: int | None = None
    base_drive: int | None = None
    str_damage_per_point: int = 1
    str_drive_per_point: int = 1
    energy: tuple[EnergyPart, ...] = ()
    frag: Frag | None = None
    tags: frozenset[str] = frozenset()
    material: str | None = None
    blunt: bool = False
    dismember: Literal["always", "never"] = "always"
    crit_max_band: Band = "short"
    kinetic_stopped: bool = False
    """A kinetic shield stops the projectile of this shot."""

    @property
    def is_pure_energy(self) -> bool:
        """Tell whether nothing of its damage is normal."""
        return bool(self.energy) and self.base_damage is None and self.frag is None

    @property
    def is_explosive(self) -> bool:
        """Tell whether it is an explosive or grenade."""
        return "explosive_device" in self.tags

    @property
    def may_dismember(self) -> bool:
        """Tell whether its hits may take off limbs.

        Rules: DR-MIX-09, DR-MIX-10
        """
        return self.is_pure_energy or self.dismember == "always"


class Link(Record):
    """A tie to somebody else, set by the GM."""

    kind: Literal["engaged", "grouped", "grapple", "aboard"]
    other_id: CombatantId


class Injury(Record):
    """Degrees of one type from one attack."""

    type: str
    degrees: int


class DriveSheet(Sheet):
    """The part of a character that damage, shields and auras need."""

    armour: Armour | None = None
    injury_factor: int = Field(default=20, ge=1)
    damage_taken: int = Field(default=0, ge=0)
    out_at: int | None = Field(
        default=None, description="Damage at which it is out of the fight; empty: the GM says so."
    )
    organic: bool = True
    strength: int = Field(default=0, ge=0)
    fatigue: int = Field(default=0, ge=0)
    defence_tn: int | None = Field(
        default=None, description="What the defence roll has to stay within; empty: no defence."
    )
    modifiers: tuple[Modifier, ...] = ()
    shields: tuple[Shield, ...] = ()
    auras: tuple[Aura, ...] = ()
    links: tuple[Link, ...] = ()
    injuries: tuple[Injury, ...] = ()
    particle_attacks: tuple[int, ...] = ()
    """Degrees by particle damage, an attack each, in this combat."""
    weapons: tuple[Weapon, ...] = ()

    @property
    def is_out(self) -> bool:
        """Tell whether the damage has put it out of the fight."""
        return self.out_at is not None and self.damage_taken >= self.out_at


def sheet_of(one: Combatant) -> DriveSheet:
    """Return a combatant's sheet (a blank one for a combatant of another system)."""
    return one.sheet if isinstance(one.sheet, DriveSheet) else DriveSheet()


def weapon_of(one: Combatant, weapon_id: str) -> Weapon | None:
    """Return a weapon by id; None where there is none."""
    return next((own for own in sheet_of(one).weapons if own.id == weapon_id), None)


def aura_of(one: Combatant, aura_id: str) -> Aura | None:
    """Return an aura by id; None where there is none."""
    return next((own for own in sheet_of(one).auras if own.id == aura_id), None)


def is_linked(one: Combatant, other: Combatant, *kinds: str) -> bool:
    """Tell whether two are tied to each other in one of these ways, whoever notes it."""
    return any(
        link.kind in kinds and link.other_id == other.id for link in sheet_of(one).links
    ) or any(link.kind in kinds and link.other_id == one.id for link in sheet_of(other).links)
