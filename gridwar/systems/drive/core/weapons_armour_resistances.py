"""Armour, resistances and weapons: what stands on a sheet and meets in an attack."""

from __future__ import annotations

from typing import Final, Literal, get_args

from pydantic import Field, model_validator

from gridwar.engine.kit import Amount, Number, Record, WeaponRecord
from gridwar.text import _

EnergyKind = Literal["particle", "electric", "heat", "frost", "blast"]
Band = Literal["engagement", "short", "medium", "long", "any"]
Origin = Literal["ability", "device"]
ModifierOrigin = Literal["innate", "ability", "gear", "temporary"]
ZoneType = Literal["cluster", "point"]

ENERGY: Final[frozenset[str]] = frozenset(get_args(EnergyKind))
PRECISE: Final = "precise"
DEVICE: Final = "explosive_device"
ON_IMPACT: Final = "originates_on_impact"


class Armour(Record):
    """The band of drive in which damage is halved, both ends included.

    Rules: DR-ARM-02
    """

    lo: Amount = Field(title=_("From (drive)"))
    hi: Amount = Field(title=_("To (drive)"))
    metallic: bool = Field(
        default=False,
        title=_("Metallic"),
        description=_("Electric damage inside the range is not halved."),
    )

    @model_validator(mode="after")
    def _in_order(self) -> Armour:
        if self.lo > self.hi:
            raise ValueError("the lower end of the armour range is above the upper one")
        return self


class Match(Record):
    """What damage a modifier is about: an energy kind, or a weapon's material.

    Rules: DR-RES-04, DR-RES-05
    """

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

    @property
    def words(self) -> str:
        """What damage it is about."""
        edge = {None: "", True: _("blunt"), False: _("not blunt")}[self.blunt]
        words = filter(None, (self.kind, self.material, edge))
        return " ".join(words) or _("weapons")


class DamageModifier(Record):
    """A resistance (below 100) or weakness (above).

    Rules: DR-RES-01
    """

    match: Match = Field(title=_("Of what damage"))
    percent: Amount = Field(
        title=_("Takes (%)"),
        description=_("Share of the damage that it takes: below 100 resists, above is a weakness."),
    )
    origin: ModifierOrigin = Field(default="innate", title=_("Origin"))


class EnergyPart(Record):
    """Energy added to a weapon, or all there is of it."""

    kind: EnergyKind = Field(title=_("Energy"))
    damage: Amount = Field(title=_("Damage"))


class Frag(Record):
    """The splinters of an explosive."""

    damage: Amount = Field(title=_("Splinters: damage"))
    drive: Amount = Field(title=_("Splinters: drive"))


class ZoneDamage(Record):
    """What a weapon does that fills whole zones.

    Rules: DR-AOE-13
    """

    type: ZoneType = Field(title=_("Zone attack"))
    kind: EnergyKind = Field(title=_("Zone: energy"))
    high: Amount = Field(title=_("Zone: high damage"))
    low: Amount = Field(title=_("Zone: low damage"))


class Weapon(WeaponRecord):
    """A weapon, or one shot of it. Without damage of its own it is pure energy."""

    name: str = Field(default="", title=_("Name"))
    ranged: bool = Field(default=False, title=_("Ranged"))
    base_damage: Amount | None = Field(
        default=None, title=_("Damage"), description=_("Empty: pure energy.")
    )
    base_drive: Amount | None = Field(
        default=None, title=_("Drive"), description=_("Empty: pure energy.")
    )
    str_damage_per_point: Number = Field(
        default=1,
        title=_("Damage a point of strength"),
        description=_("Of melee weapons. The page does not say it: 1 is ours."),
    )
    str_drive_per_point: Number = Field(
        default=1,
        title=_("Drive a point of strength"),
        description=_("Of melee weapons. The page does not say it: 1 is ours."),
    )
    energy: tuple[EnergyPart, ...] = Field(default=(), title=_("Energy"))
    frag: Frag | None = Field(default=None, title=_("Splinters"), description=_("Of an explosive."))
    zone: ZoneDamage | None = Field(
        default=None, title=_("Fills zones"), description=_("A cluster or point weapon.")
    )
    tags: frozenset[str] = Field(
        default=frozenset(),
        title=_("Tags"),
        description=_("Such as precise, explosive_device, originates_on_impact."),
    )
    material: str | None = Field(
        default=None, title=_("Material"), description=_("Such as quartz; empty: nothing special.")
    )
    blunt: bool = Field(default=False, title=_("Blunt"))
    dismember: Literal["always", "never", "restricted"] = Field(
        default="always", title=_("Takes off limbs")
    )
    dismember_note: str = Field(
        default="", title=_("Where limbs are restricted"), description=_("The restriction in words")
    )
    crit_max_band: Band = Field(
        default="short",
        title=_("Critical hits up to"),
        description=_("The farthest band at which it scores them."),
    )
    volley: int = Field(
        default=1,
        ge=1,
        le=20,
        title=_("Shots an attack"),
        description=_("The most that one attack fires of it."),
    )

    @property
    def words(self) -> str:
        """What it is called."""
        return self.name or self.id

    @property
    def is_pure_energy(self) -> bool:
        """Return whether nothing of its damage is normal."""
        has_energy = bool(self.energy) or self.zone is not None
        return has_energy and self.base_damage is None and self.frag is None

    @property
    def is_device(self) -> bool:
        """Return whether it is an explosive or grenade.

        Rules: DR-AOE-12
        """
        return DEVICE in self.tags

    @property
    def may_dismember(self) -> bool:
        """Return whether its hits may take off limbs.

        Rules: DR-MIX-09, DR-MIX-10
        """
        return self.is_pure_energy or self.dismember != "never"
