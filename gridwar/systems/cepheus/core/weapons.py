"""Weapons as the sheet knows them: what they are, and how far they are drawn and loaded.

Owns no attack (that reads these fields) and no table of figures (``rules/cepheus``).
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from gridwar.model.record import Record
from gridwar.systems.cepheus.core.machine import DESTROYED_AT, Mount
from gridwar.text import _

WeaponType = Literal[
    "close_quarters", "extended_reach", "thrown", "pistol", "rifle", "shotgun", "assault", "rocket"
]
"""A row of the attack difficulty matrix."""

AmmoKind = Literal["normal", "flechette"]
Form = Literal["melee", "ranged", "thrown"]
_FORMS: dict[str, Form] = {
    "close_quarters": "melee",
    "extended_reach": "melee",
    "thrown": "thrown",
}


class BlastZone(Record):
    """What happens within some distance of an explosion; inner zones replace outer ones."""

    radius_m: float = Field(gt=0, description="How far it reaches from the burst, in metres.")
    dice: int = Field(ge=0, le=50, description="D6 of damage to everybody in it.")


class Weapon(Record):
    """One weapon that somebody carries."""

    id: str = Field(description="Unique among the weapons of its owner.")
    name: str = Field(description="What the card shows.")
    type: WeaponType = Field(default="pistol", description="Row of the attack difficulty table.")
    skill: str = Field(default="", description="Name of the skill it is used with.")
    damage_dice: int = Field(default=2, ge=0, le=50, description="D6 of damage.")
    damage_bonus: int = Field(default=0, ge=-50, le=50, description="Points added to the dice.")
    adds_effect: bool = Field(
        default=True,
        description="The Effect of the attack adds to the damage; not for grenades and the like.",
    )
    blast: tuple[BlastZone, ...] = Field(
        default=(), description="Zones of its explosion; none for a weapon that strikes one target."
    )
    magazine: int | None = Field(
        default=None, ge=0, le=1000, description="Rounds of a full magazine; empty: not counted."
    )
    loaded: int | None = Field(
        default=None,
        ge=0,
        le=1000,
        description="Rounds left in it, or grenades and knives to throw; empty: not counted.",
    )
    draw_minor: int = Field(default=1, ge=0, le=20, description="Minor actions to draw it.")
    reload_minor: int = Field(default=1, ge=0, le=20, description="Minor actions to reload it.")
    ready: bool = Field(default=True, description="In hand and ready to use.")
    draw_done: int = Field(default=0, ge=0, le=20, description="Minor actions of drawing done.")
    reload_done: int = Field(default=0, ge=0, le=20, description="The same of reloading.")
    laser_sight: bool = Field(default=False, description="Has a laser sight: +1 when aimed.")
    leaves_hand: bool = Field(
        default=False, description="Once thrown it lies where it went, until it is picked up."
    )
    same_as: str = Field(
        default="", description="Id of the weapon that it is, used in another way: a thrown dagger."
    )
    intelligent_tolerance: int | None = Field(
        default=None, ge=0, le=20, description="Intelligent weapon: +1 within this total DM."
    )

    bursts: tuple[int, ...] = Field(
        default=(), description="Rounds of the bursts it can fire, such as 4 and 10."
    )
    slug_small_arm: bool = Field(
        default=False, description="A small arm that throws slugs: can be emptied in panic."
    )
    recoil: bool = Field(default=False, description="Has recoil: -2 in zero gravity.")
    laser: bool = Field(default=False, description="A laser: smoke and fog count double.")
    energy: bool = Field(default=False, description="Energy: half damage at extreme range.")
    ammo_kind: AmmoKind = Field(
        default="normal", description="What it is loaded with; flechettes spread from a shotgun."
    )

    mount_arc: Mount | None = Field(
        default=None, description="Side of the vehicle it is mounted on; empty: carried."
    )
    hits: int = Field(
        default=0, ge=0, le=2, description="Hits that a mounted weapon has taken; two destroy it."
    )

    @property
    def is_destroyed(self) -> bool:
        """Say whether it is shot to pieces.

        Rules: CE-VDM-08
        """
        return self.hits >= DESTROYED_AT

    @property
    def form(self) -> Form:
        """Say whether it strikes, shoots or is thrown."""
        return _FORMS.get(self.type, "ranged")

    @property
    def is_payload(self) -> bool:
        """Say whether it is thrown to arrive, not to strike: no damage from the impact itself.

        Rules: CE-THR-02
        """
        return self.form == "thrown" and not self.adds_effect

    @property
    def words_when_empty(self) -> str:
        """Say that nothing is left to fire, or to throw."""
        words = _("No {weapon} is left.") if self.form == "thrown" else _("{weapon} is empty.")
        return words.format(weapon=self.name)

    @property
    def is_empty(self) -> bool:
        """Say whether its rounds are counted and none is left."""
        return self.loaded == 0
