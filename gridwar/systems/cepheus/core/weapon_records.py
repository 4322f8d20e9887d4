"""Weapons as the sheet knows them: what they are, and how far they are drawn and loaded."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from gridwar.engine.kit import WeaponRecord
from gridwar.model.bounds import Metres, Number
from gridwar.model.record import Record
from gridwar.systems.cepheus.core.field_declarations import flag, whole
from gridwar.systems.cepheus.core.machine_records import DESTROYED_AT, Mount
from gridwar.text import _

WeaponType = Literal[
    "close_quarters", "extended_reach", "thrown", "pistol", "rifle", "shotgun", "assault", "rocket"
]
"""A row of the attack difficulty matrix."""

AmmoKind = Literal["normal", "flechette"]
Form = Literal["melee", "ranged", "thrown"]
_FORMS: dict[str, Form] = {"close_quarters": "melee", "extended_reach": "melee", "thrown": "thrown"}


class BlastZone(Record):
    """What happens within some distance of an explosion; inner zones replace outer ones."""

    radius_m: Metres = Field(
        gt=0, title=_("Reaches (m)"), description=_("How far it reaches from the burst.")
    )
    dice: int = Field(
        ge=0, le=50, title=_("Damage (D6)"), description=_("Damage to everybody in it.")
    )


class Weapon(WeaponRecord):
    """One weapon that somebody carries."""

    name: str = Field(title=_("Name"))
    type: WeaponType = Field(
        default="pistol", title=_("Kind"), description=_("Row of the attack difficulty table.")
    )
    skill: str = Field(default="", title=_("Skill"), description=_("The skill it is used with."))
    damage_dice: int = whole(_("Damage (D6)"), _("Dice of damage."), default=2, most=50)
    damage_bonus: int = whole(_("Plus"), _("Points added to the dice."), least=-50, most=50)
    adds_effect: bool = flag(
        _("Effect adds damage"),
        _("The Effect of the attack adds to the damage; not for grenades and the like."),
        default=True,
    )
    blast: tuple[BlastZone, ...] = Field(
        default=(), title=_("Explosion"), description=_("Zones; inner ones replace outer ones.")
    )
    magazine: int | None = Field(
        default=None,
        ge=0,
        le=1000,
        title=_("Magazine (rounds)"),
        description=_("Rounds when full; empty: not counted."),
    )
    loaded: int | None = Field(
        default=None,
        ge=0,
        le=1000,
        title=_("Rounds"),
        description=_("Rounds left in it, or grenades and knives to throw; empty: not counted."),
    )
    draw_minor: int = whole(
        _("Draw (minor actions)"), _("Minor actions to draw it."), default=1, most=20
    )
    reload_minor: int = whole(
        _("Reload (minor actions)"), _("Minor actions to reload it."), default=1, most=20
    )
    ready: bool = flag(_("In hand"), _("In hand and ready to use."), default=True)
    draw_done: int = whole(_("Drawing done"), _("Minor actions of drawing done."), most=20)
    reload_done: int = whole(_("Reloading done"), _("Minor actions of reloading done."), most=20)
    laser_sight: bool = flag(_("Laser sight"), _("+1 when aimed."))
    leaves_hand: bool = flag(
        _("Leaves the hand"), _("Once thrown it lies where it went, until it is picked up.")
    )
    same_as: str = Field(
        default="",
        title=_("Is the same as"),
        description=_("The weapon that it is, used in another way: a thrown dagger."),
    )
    intelligent_tolerance: int | None = Field(
        default=None,
        ge=0,
        le=20,
        title=_("Intelligent within (DM)"),
        description=_("An intelligent weapon: +1 within this total DM; empty: is none."),
    )

    bursts: tuple[Number, ...] = Field(
        default=(),
        title=_("Bursts (rounds)"),
        description=_("Rounds of the bursts it can fire, such as 4 and 10."),
    )
    slug_small_arm: bool = flag(
        _("Slug thrower"), _("A small arm that throws slugs: can be emptied in panic.")
    )
    recoil: bool = flag(_("Recoil"), _("-2 in zero gravity."))
    laser: bool = flag(_("Laser"), _("Smoke and fog count double."))
    energy: bool = flag(_("Energy weapon"), _("Half damage at extreme range."))
    ammo_kind: AmmoKind = Field(
        default="normal",
        title=_("Ammunition"),
        description=_("What it is loaded with; flechettes spread from a shotgun."),
    )

    mount_arc: Mount | None = Field(
        default=None,
        title=_("Mounted"),
        description=_("Side of the vehicle it is mounted on; empty: carried."),
    )
    hits: int = whole(
        _("Hits taken"), _("Hits that a mounted weapon has taken; two destroy it."), most=2
    )

    @property
    def is_destroyed(self) -> bool:
        """Return whether it is shot to pieces.

        Rules: CE-VDM-08
        """
        return self.hits >= DESTROYED_AT

    @property
    def form(self) -> Form:
        """Return whether it strikes, shoots or is thrown."""
        return _FORMS.get(self.type, "ranged")

    @property
    def is_payload(self) -> bool:
        """Return whether it is thrown to arrive, not to strike: no damage from the impact itself.

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
        """Return whether its rounds are counted and none is left."""
        return self.loaded == 0
