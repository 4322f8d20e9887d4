"""What the drive rules know of one combatant: armour, shields, auras, weapons, injuries.

Owns the sheet and its parts; what happens to them is in ``events``.
"""

from __future__ import annotations

from typing import ClassVar, Final, Literal, get_args

from pydantic import Field, model_validator

from gridwar.model.combatant import Combatant, Sheet
from gridwar.model.form_layout import FormLayout
from gridwar.model.record import Record
from gridwar.model.references import CombatantId
from gridwar.systems.drive.sheet_form import FORMS
from gridwar.text import _

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

    lo: int = Field(ge=0, title=_("From (drive)"))
    hi: int = Field(ge=0, title=_("To (drive)"))
    metallic: bool = Field(default=False, title=_("Metallic"))

    @model_validator(mode="after")
    def _in_order(self) -> Armour:
        if self.lo > self.hi:
            raise ValueError("the lower end of the armour range is above the upper one")
        return self


class Match(Record):
    """What damage a modifier is about: an energy kind, or a weapon's material."""

    kind: EnergyKind | None = Field(
        default=None,
        title=_("Energy"),
        description=_("Damage of this kind of energy; empty: not asked."),
    )
    material: str | None = Field(
        default=None,
        title=_("Material"),
        description=_("Damage by a weapon of this material; empty: not asked."),
    )
    blunt: bool | None = Field(
        default=None,
        title=_("Blunt"),
        description=_("Damage by blunt weapons, or by those that are not; empty: not asked."),
    )


class Modifier(Record):
    """A resistance (below 100) or weakness (above).

    Rules: DR-RES-01
    """

    match: Match = Field(title=_("Of what damage"))
    percent: int = Field(
        ge=0,
        title=_("Takes (%)"),
        description=_("Share of the damage that it takes: below 100 resists, above is a weakness."),
    )
    origin: ModifierOrigin = Field(default="innate", title=_("Origin"))


class Shield(Record):
    """An energy shield bound to a character. Its points are its own, or those of a pool.

    Rules: DR-SHD-01, DR-SHD-18
    """

    id: str = Field(title=_("Name"), description=_("Unique among its own."))
    precision: Literal["medium", "high"] = Field(title=_("Precision"))
    origin: Origin = Field(default="ability", title=_("Origin"))
    points: int = Field(default=0, ge=0, title=_("Points"))
    pool_id: str | None = Field(
        default=None,
        title=_("Pool"),
        description=_("Name of the pool whose points it uses; empty: its own."),
    )
    blast_factor: Literal[1, 2] | None = Field(
        default=None,
        title=_("Blast a point"),
        description=_("How much blast a point stops; empty: the usual of its origin."),
    )
    active: bool = Field(default=True, title=_("Active"))


class Aura(Record):
    """A store of damage of one kind that answers those who strike its holder.

    Rules: DR-AUR-01
    """

    id: str = Field(title=_("Name"), description=_("Unique among its own."))
    kind: EnergyKind | Literal["normal"] = Field(
        title=_("Kind"), description=_("Damage that it stores.")
    )
    stored: int = Field(
        default=0, ge=0, title=_("Stored"), description=_("Points of damage in it.")
    )
    drive: int = Field(
        default=0, ge=0, title=_("Drive"), description=_("Of normal damage; energy drives itself.")
    )
    origin: Origin = Field(default="ability", title=_("Origin"))
    mental: bool = Field(default=False, title=_("Mental"))


class EnergyPart(Record):
    """Energy added to a weapon, or all there is of it."""

    kind: EnergyKind = Field(title=_("Energy"))
    damage: int = Field(ge=0, title=_("Damage"))


class Frag(Record):
    """The splinters of an explosive."""

    damage: int = Field(ge=0, title=_("Splinters: damage"))
    drive: int = Field(ge=0, title=_("Splinters: drive"))


class Weapon(Record):
    """A weapon, or one shot of it. Without damage of its own it is pure energy."""

    id: str
    name: str = Field(default="", title=_("Name"))
    base_damage: int | None = Field(
        default=None, title=_("Damage"), description=_("Empty: pure energy.")
    )
    base_drive: int | None = Field(
        default=None, title=_("Drive"), description=_("Empty: pure energy.")
    )
    str_damage_per_point: int = Field(default=1, title=_("Damage a point of strength"))
    str_drive_per_point: int = Field(default=1, title=_("Drive a point of strength"))
    energy: tuple[EnergyPart, ...] = Field(default=(), title=_("Energy"))
    frag: Frag | None = Field(default=None, title=_("Splinters"), description=_("Of an explosive."))
    tags: frozenset[str] = Field(
        default=frozenset(), title=_("Tags"), description=_("Such as explosive_device.")
    )
    material: str | None = Field(
        default=None, title=_("Material"), description=_("Such as quartz; empty: nothing special.")
    )
    blunt: bool = Field(default=False, title=_("Blunt"))
    dismember: Literal["always", "never"] = Field(default="always", title=_("Takes off limbs"))
    crit_max_band: Band = Field(
        default="short",
        title=_("Critical hits up to"),
        description=_("The farthest band at which it scores them."),
    )
    kinetic_stopped: bool = Field(
        default=False,
        title=_("Stopped by kinetic shields"),
        description=_("A kinetic shield stops the projectile of this shot."),
    )

    @property
    def is_pure_energy(self) -> bool:
        """Return whether nothing of its damage is normal."""
        return bool(self.energy) and self.base_damage is None and self.frag is None

    @property
    def is_explosive(self) -> bool:
        """Return whether it is an explosive or grenade."""
        return "explosive_device" in self.tags

    @property
    def may_dismember(self) -> bool:
        """Return whether its hits may take off limbs.

        Rules: DR-MIX-09, DR-MIX-10
        """
        return self.is_pure_energy or self.dismember == "always"


class Link(Record):
    """A tie to somebody else, set by the GM."""

    kind: Literal["engaged", "grouped", "grapple", "aboard"] = Field(title=_("Tie"))
    other_id: CombatantId = Field(title=_("To whom"))


class Injury(Record):
    """Degrees of one type from one attack."""

    type: str = Field(title=_("Injury"))
    degrees: int = Field(title=_("Degrees"))


class DriveSheet(Sheet):
    """The part of a character that damage, shields and auras need."""

    forms: ClassVar[tuple[FormLayout, ...]] = FORMS

    armour: Armour | None = Field(
        default=None,
        title=_("Armour"),
        description=_("Drive at which damage is halved, both ends included."),
    )
    injury_factor: int = Field(
        default=20,
        ge=1,
        title=_("Injury factor"),
        description=_("Damage for each degree of injury."),
    )
    damage_taken: int = Field(default=0, ge=0, title=_("Damage taken"))
    out_at: int | None = Field(
        default=None,
        title=_("Out at (damage)"),
        description=_("Damage at which it is out of the fight; empty: the GM says so."),
    )
    organic: bool = Field(default=True, title=_("Organic"))
    strength: int = Field(default=0, ge=0, title=_("Strength"))
    fatigue: int = Field(default=0, ge=0, title=_("Fatigue"))
    defence_tn: int | None = Field(
        default=None,
        title=_("Defence"),
        description=_("What the defence roll has to stay within; empty: no defence."),
    )
    modifiers: tuple[Modifier, ...] = Field(default=(), title=_("Resistances and weaknesses"))
    shields: tuple[Shield, ...] = Field(default=(), title=_("Shields"))
    auras: tuple[Aura, ...] = Field(default=(), title=_("Auras"))
    links: tuple[Link, ...] = Field(default=(), title=_("Ties"))
    injuries: tuple[Injury, ...] = Field(default=(), title=_("Injuries"))
    particle_attacks: tuple[int, ...] = Field(
        default=(),
        title=_("Particle attacks"),
        description=_("Degrees by particle damage, an attack each, in this combat."),
    )
    weapons: tuple[Weapon, ...] = Field(default=(), title=_("Weapons"))

    @property
    def is_out(self) -> bool:
        """Return whether the damage has put it out of the fight."""
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
    """Return whether two are tied to each other in one of these ways, whoever notes it."""
    return any(
        link.kind in kinds and link.other_id == other.id for link in sheet_of(one).links
    ) or any(link.kind in kinds and link.other_id == one.id for link in sheet_of(other).links)
