"""Weapons: what they do, how far, and what the actions ask of them."""

from __future__ import annotations

from typing import Final, Literal

from pydantic import Field

from gridwar.engine.kit import Amount, AtLeastOne, Number, Record, WeaponRecord, _

WeaponKind = Literal["melee", "ranged", "thrown_melee"]
UNARMED: Final = "unarmed"
"""The id of the weapon that everybody has."""


class DamageDice(Record):
    """Dice and a flat bonus."""

    count: int = Field(
        default=1, ge=0, le=20, title=_("Dice"), description=_("How many dice are rolled.")
    )
    sides: int = Field(
        default=10, ge=1, le=100, title=_("Sides"), description=_("Faces of each die.")
    )
    flat: Number = Field(default=0, title=_("Plus"), description=_("Points added to the dice."))


class PercentileWeapon(WeaponRecord):
    """A weapon; distances in squares."""

    name: str = Field(default="", title=_("Name"))
    kind: WeaponKind = Field(
        default="melee",
        title=_("Kind"),
        description=_("Melee and thrown melee weapons test WS, ranged ones BS."),
    )
    damage: DamageDice = Field(default=DamageDice.constant(), title=_("Damage"))
    add_sb: bool = Field(
        default=True,
        title=_("Adds Strength Bonus"),
        description=_("The Strength Bonus adds to the damage; never for ranged weapons."),
    )
    pen: Amount = Field(
        default=0, title=_("Penetration"), description=_("Points of armour that it ignores.")
    )
    range_cells: Amount = Field(
        default=10,
        title=_("Range (squares)"),
        description=_("The stated range of what shoots or is thrown; it reaches twice as far."),
    )
    reach_cells: AtLeastOne = Field(
        default=1,
        title=_("Reach (squares)"),
        description=_("How far a melee weapon strikes."),
    )
    hit_rating: int = Field(
        default=1,
        ge=1,
        le=30,
        title=_("Hit rating"),
        description=_("Hits that a Burst or Flurry can intend; from 2 it can be used for one."),
    )
    semi: int = Field(
        default=0,
        ge=0,
        le=30,
        title=_("Semi-auto capacity"),
        description=_("Hits of Suppressive Fire over 30 degrees; 0: not that way."),
    )
    full: int = Field(
        default=0,
        ge=0,
        le=30,
        title=_("Full auto capacity"),
        description=_("Hits of Suppressive Fire over 60 degrees; 0: not that way."),
    )
    equipped: bool = Field(
        default=True, title=_("In hand"), description=_("Only what is in hand can be used.")
    )
    jammed: bool = Field(
        default=False, title=_("Jammed"), description=_("Cannot fire until it is cleared.")
    )
    natural: bool = Field(
        default=False, title=_("Natural weapon"), description=_("Claws, a tail: part of the body.")
    )
    unarmed: bool = Field(
        default=False,
        title=_("Counts as unarmed"),
        description=_("Damage of at least the Toughness Bonus brings a level of Fatigue."),
    )
    small: bool = Field(
        default=False, title=_("Small"), description=_("Can be used in a grapple: a knife.")
    )
    pistol: bool = Field(
        default=False, title=_("Pistol"), description=_("Can be used in a grapple.")
    )
    primitive: bool = Field(
        default=False, title=_("Primitive"), description=_("A quality, shown with the weapon.")
    )
    subdual: bool = Field(
        default=False, title=_("Subdual"), description=_("A quality, shown with the weapon.")
    )
    approved: bool = Field(
        default=False,
        title=_("Long range, approved"),
        description=_("The GM lets it shoot between High and the bands below."),
    )

    @property
    def title(self) -> str:
        """What it is called."""
        return self.name or self.id

    @property
    def is_melee(self) -> bool:
        """Whether it strikes at those in reach; what is thrown does not."""
        return self.kind == "melee"

    @property
    def maximum_distance(self) -> int:
        """How far it may be used, in squares: its reach, or twice the stated range.

        Rules: PC-ATK-01, PC-ATK-02
        """
        return self.reach_cells if self.is_melee else 2 * self.range_cells

    @property
    def has_hits(self) -> bool:
        """Whether one attack can be meant for several hits.

        Rules: PC-ACT-02, PC-ACT-03
        """
        return self.hit_rating > 1


BARE_HANDS: Final = PercentileWeapon.constant(
    id=UNARMED,
    name=_("Unarmed"),
    damage=DamageDice.constant(count=1, sides=5, flat=-3),
    unarmed=True,
    primitive=True,
)
"""What everybody can strike with.

Rules: PC-UNA-01, PC-UNA-02
"""
