"""What the drive rules know of one combatant: armour, sources, weapons, ties, injuries."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, Literal

from pydantic import Field

from gridwar.engine.kit import (
    EYES_SECTION,
    Amount,
    AtLeastOne,
    Combatant,
    CombatantId,
    FormFigures,
    FormLayout,
    FormSection,
    FormTable,
    LargeAmount,
    Number,
    Record,
    SheetWithEyes,
    own_sheet,
)
from gridwar.systems.drive.core.shield_aura_gravity import Aura, GravitySource, Shield
from gridwar.systems.drive.core.weapons_armour_resistances import Armour, DamageModifier, Weapon
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter

Form = Literal["character", "vehicle", "gravnet_airship", "object"]
LinkKind = Literal["engaged", "grouped", "grapple", "aboard", "held_by"]


LINK_WORDS: Final = {
    "engaged": _("engaged"),
    "grouped": _("grouped up"),
    "grapple": _("grapple"),
    "aboard": _("aboard"),
    "held_by": _("held by"),
}
"""What each kind of tie is called."""

CLOSE: Final = ("engaged", "grouped", "grapple")
"""Ties by which two are within engagement range, whatever the map says."""


class Link(Record):
    """A tie to somebody else, set by the GM."""

    kind: LinkKind = Field(title=_("Tie"))
    other_id: CombatantId = Field(title=_("To whom"))


class Injury(Record):
    """Degrees of one type from one attack."""

    type: str = Field(title=_("Injury"))
    degrees: Number = Field(title=_("Degrees"))
    source: str = Field(default="", title=_("By"))


# --- what the editor shows first; weapons and sources stand in tables -----------------------------


WEAPONS = FormTable(
    "weapons",
    ("name", "base_damage", "base_drive", "ranged", "material"),
    more=(
        ("str_damage_per_point", "str_drive_per_point", "volley", "crit_max_band"),
        ("dismember", "dismember_note", "blunt", "tags"),
        FormTable(
            "energy",
            ("kind", "damage"),
            title=_("Energy added"),
            add=_("Add energy"),
        ),
        ("frag",),
        ("frag.damage", "frag.drive"),
        ("zone",),
        ("zone.type", "zone.kind", "zone.high", "zone.low"),
    ),
    kept=("id",),
    title=_("Weapons"),
    add=_("Add from the rulebook, or your own \u2026"),
    example=_("harpoon 40 30 ranged"),
)
LIFETIME = ("maximum", "resource", "points_each", "lasts", "rounds", "rounds_left")
SHIELDS = FormTable(
    "shields",
    ("id", "precision", "points", "origin", "active"),
    more=(("pool_id", "blast_factor", "protects"), ("radius_band", "radius_squares"), LIFETIME),
    add=_("Add a shield"),
)
AURAS = FormTable(
    "auras",
    ("id", "kind", "stored", "drive", "origin", "mental"),
    more=(("maximum", "decay"),),
    add=_("Add an aura"),
)
GRAVITY = FormTable(
    "gravity",
    ("id", "points", "weight_fraction", "reach_squares"),
    more=(("pool_id", "grants_flying_spd", "detects_silencing"), LIFETIME),
    add=_("Add a source"),
)
MODIFIERS = FormTable(
    "modifiers",
    ("match.kind", "match.material", "match.blunt", "percent", "origin"),
    add=_("Add a resistance or weakness"),
)
FORMS = (
    FormLayout(
        first=(
            FormFigures(("injury_factor", "out_at", "defence_tn", "strength")),
            ("armour", "armour.lo", "armour.hi", "armour.metallic"),
            WEAPONS,
        ),
        sections=(
            FormSection(_("What it is"), (("form", "organic"),)),
            EYES_SECTION,
            FormSection(_("Shields"), (SHIELDS,)),
            FormSection(_("Auras"), (AURAS,)),
            FormSection(_("Resistances and weaknesses"), (MODIFIERS,)),
            FormSection(
                _("Pseudogravity"),
                (
                    ("body_weight", "inventory_weight", "flying_spd", "resists"),
                    ("flight_costs", "flying_paid_this_round"),
                    ("silencing", "silencing_squares", "gravity_effects"),
                    GRAVITY,
                ),
            ),
            FormSection(
                _("Damage and injuries"),
                (
                    ("damage_taken", "fatigue"),
                    FormTable("injuries", ("type", "degrees", "source"), add=_("Add an injury")),
                ),
            ),
        ),
        in_fight=(
            FormTable("links", ("kind", "other_id"), title=_("Ties"), add=_("Add a tie")),
            ("in_cover", "in_group_defence", "resist_locked", "particle_attacks"),
        ),
    ),
)


class DriveSheet(SheetWithEyes):
    """The part of a character that damage, shields, auras and pseudogravity need."""

    forms: ClassVar[tuple[FormLayout, ...]] = FORMS

    form: Form = Field(
        default="character",
        title=_("Is a"),
        description=_("Objects take no turn; airships are not touched by silencing."),
    )
    armour: Armour | None = Field(
        default=None,
        title=_("Armour"),
        description=_("Drive at which damage is halved, both ends included."),
    )
    injury_factor: AtLeastOne = Field(
        default=20,
        title=_("Injury factor"),
        description=_("Damage for each degree of injury."),
    )
    damage_taken: Amount = Field(default=0, title=_("Damage taken"))
    out_at: Number | None = Field(
        default=None,
        title=_("Out at (damage)"),
        description=_("Damage at which it is out of the fight; empty: the GM says so."),
    )
    organic: bool = Field(default=True, title=_("Organic"))
    strength: Amount = Field(default=0, title=_("Strength"))
    fatigue: Amount = Field(default=0, title=_("Fatigue"))
    defence_tn: Number | None = Field(
        default=None,
        title=_("Defence"),
        description=_("What the defence roll has to stay within; empty: no defence."),
    )
    modifiers: tuple[DamageModifier, ...] = Field(default=(), title=_("Resistances and weaknesses"))
    shields: tuple[Shield, ...] = Field(default=(), title=_("Shields"))
    auras: tuple[Aura, ...] = Field(default=(), title=_("Auras"))
    gravity: tuple[GravitySource, ...] = Field(default=(), title=_("Pseudogravity"))
    gravity_effects: tuple[str, ...] = Field(
        default=(),
        title=_("Effects in place"),
        description=_("Lasting effects of pseudogravity on it."),
    )
    silencing: Amount = Field(
        default=0,
        title=_("Silencing"),
        description=_("Divides pseudogravity points spent round it; 0: none."),
    )
    silencing_squares: Amount = Field(default=0, title=_("Silencing up to (squares)"))
    links: tuple[Link, ...] = Field(default=(), title=_("Ties"))
    in_group_defence: bool = Field(default=False, title=_("In group defence"))
    in_cover: bool = Field(default=False, title=_("In cover"))
    body_weight: LargeAmount = Field(default=0, title=_("Weight (lb)"))
    inventory_weight: LargeAmount = Field(default=0, title=_("Inventory (lb)"))
    flying_spd: Amount = Field(default=0, title=_("Flying SPD"))
    flight_costs: bool = Field(
        default=False,
        title=_("Flight costs something"),
        description=_("It has to be paid anew in every round."),
    )
    flying_paid_this_round: bool = Field(
        default=True,
        title=_("Flight paid"),
        description=_("What its flight costs has been paid this round."),
    )
    resists: bool = Field(
        default=False,
        title=_("Resists with flight"),
        description=_("Counts as heavier against pseudogravity."),
    )
    resist_locked: bool = Field(
        default=False,
        title=_("Will not resist"),
        description=_("Has declined to, until its next movement phase."),
    )
    injuries: tuple[Injury, ...] = Field(default=(), title=_("Injuries"))
    particle_attacks: tuple[Number, ...] = Field(
        default=(),
        title=_("Particle attacks"),
        description=_("Degrees by particle damage, an attack each, in this combat."),
    )
    weapons: tuple[Weapon, ...] = Field(default=(), title=_("Weapons"))

    @property
    def is_out(self) -> bool:
        """Return whether the damage has put it out of the fight."""
        return self.out_at is not None and self.damage_taken >= self.out_at

    @property
    def takes_turns(self) -> bool:
        """Return whether it has a place in the order: things are targets only."""
        return self.form != "object"

    @property
    def weight(self) -> int:
        """Pounds, inventory included.

        Rules: DR-PSG-05
        """
        return self.body_weight + self.inventory_weight


sheet_of = own_sheet(DriveSheet)


def weapon_of(one: Combatant, weapon_id: str) -> Weapon | None:
    """Return a weapon by id; None where there is none."""
    return next((own for own in sheet_of(one).weapons if own.id == weapon_id), None)


def aura_of(one: Combatant, aura_id: str) -> Aura | None:
    """Return an aura by id; None where there is none."""
    return next((own for own in sheet_of(one).auras if own.id == aura_id), None)


def gravity_of(one: Combatant, source_id: str) -> GravitySource | None:
    """Return a source of pseudogravity by id; None where there is none."""
    return next((own for own in sheet_of(one).gravity if own.id == source_id), None)


def is_linked(one: Combatant, other: Combatant, *kinds: str) -> bool:
    """Return whether two are tied to each other in one of these ways, whoever notes it."""
    return any(
        link.kind in kinds and link.other_id == other.id for link in sheet_of(one).links
    ) or any(link.kind in kinds and link.other_id == one.id for link in sheet_of(other).links)


def linked(encounter: Encounter, who: str, *kinds: str) -> tuple[str, ...]:
    """Return all who are tied to somebody in one of these ways."""
    here = encounter[who]
    return tuple(
        other.id
        for other in encounter.everyone()
        if other.id != who and is_linked(here, other, *kinds)
    )
