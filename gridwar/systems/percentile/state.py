"""What the percentile rules know of combatants and weapons, and the events that change it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Literal

from pydantic import Field

from gridwar.model.combatant import Combatant, Sheet
from gridwar.model.events import CombatantEvent
from gridwar.model.form_layout import FormLayout
from gridwar.model.record import Record
from gridwar.model.switches import Switches, switch
from gridwar.systems.percentile.sheet_form import FORMS
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.model.encounter import Encounter


class DamageDice(Record):
    """Dice and a flat bonus."""

    count: int = Field(default=1, ge=0, title=_("Dice"), description=_("How many dice."))
    sides: int = Field(default=10, ge=1, title=_("Sides"), description=_("Faces of each die."))
    flat: int = Field(default=0, title=_("Plus"), description=_("Points added to the dice."))


class PercentileWeapon(Record):
    """A weapon; distances in squares."""

    id: str
    name: str = Field(default="", title=_("Name"))
    kind: Literal["melee", "ranged", "thrown_melee"] = Field(default="ranged", title=_("Kind"))
    damage: DamageDice = Field(default=DamageDice(), title=_("Damage"))
    add_sb: bool = Field(
        default=True,
        title=_("Adds strength bonus"),
        description=_("The strength bonus of its user adds to the damage."),
    )
    pen: int = Field(
        default=0, title=_("Penetration"), description=_("Points of armour that it ignores.")
    )
    range_cells: int = Field(default=10, ge=0, title=_("Range (squares)"))
    hit_rating: int = Field(
        default=1, ge=1, title=_("Hit rating"), description=_("Hits that one attack can score.")
    )
    jammed: bool = Field(
        default=False, title=_("Jammed"), description=_("Cannot fire until it is cleared.")
    )


class PercentileSheet(Sheet):
    """The part of a character that attacks and wounds need."""

    full_values: ClassVar[Mapping[str, str]] = {"wounds": "wounds_full"}
    forms: ClassVar[tuple[FormLayout, ...]] = FORMS

    ws: int = Field(default=30, title=_("Weapon Skill"))
    bs: int = Field(default=30, title=_("Ballistic Skill"))
    tb: int = Field(default=3, title=_("Toughness bonus"), description=_("Taken off each damage."))
    ap: int = Field(
        default=0,
        title=_("Armour points"),
        description=_("Taken off each damage, less what the weapon penetrates."),
    )
    wounds: int = Field(default=10, title=_("Wounds left"))
    wounds_full: int = Field(default=10, title=_("Wounds"), description=_("When unhurt."))
    fate: bool = Field(
        default=False,
        title=_("Has Fate Points"),
        description=_("Goes on at 0 Wounds; what is left over counts as Lethal Damage."),
    )
    lethal: int = Field(default=0, title=_("Lethal Damage"))
    dead: bool = Field(default=False, title=_("Dead"))
    dodge: int | None = Field(
        default=None, title=_("Dodge"), description=_("Number to roll under; empty: cannot dodge.")
    )
    point_defend: int | None = Field(
        default=None,
        title=_("Point defence"),
        description=_("Number to roll under; empty: has none."),
    )
    reactions: int = Field(default=1, title=_("Reactions left"))
    to_hit: int = Field(
        default=0,
        title=_("Modifier on attacks against it"),
        description=_("Circumstances that the GM enters."),
    )
    harder_by_gm: bool = Field(
        default=False, title=_("Harder to hit"), description=_("By the GM's word.")
    )
    weapons: tuple[PercentileWeapon, ...] = Field(default=(), title=_("Weapons"))


class PercentileSwitches(Switches):
    """House rules of the rules that are built."""

    auto_results: bool = switch(
        False, rule="PC-TST-01", text="A roll of 01 always succeeds and 100 always fails."
    )
    dos_mode: Literal["one_plus_margin", "one_plus_tens_digits", "margin_only"] = switch(
        "one_plus_margin", rule="PC-TST-03", text="How Degrees of Success are counted."
    )
    grid_metric: Literal["chebyshev", "alternating", "euclid_floor"] = switch(
        "chebyshev", rule="PC-TST-06", text="What a diagonal counts when squares are measured."
    )
    spill_evasion: Literal["each_target", "original_only"] = switch(
        "each_target",
        rule="PC-ATK-09",
        text="Whether everybody who gets hits of a burst may evade them, or only the one aimed at.",
    )
    dos_die_cap: Literal["uncapped", "die_max"] = switch(
        "uncapped",
        rule="PC-ATK-12",
        text="Whether degrees that replace a die may be more than the die could show.",
    )
    crit_per: Literal["hit", "die"] = switch(
        "hit",
        rule="PC-ATK-13",
        text="One confirmation for each hit, or one for each die at its maximum.",
    )
    burst_floor: Literal["net", "penalty_only"] = switch(
        "net",
        rule="PC-ACT-02",
        text=(
            "Whether the limit of -30 is on the bonus and penalty together or on the penalty alone."
        ),
    )
    harder_to_hit: Literal["lower_tn", "gm_marks"] = switch(
        "lower_tn",
        rule="PC-ACT-02",
        text="Who is harder to hit: whoever has the lower target number, or whom the GM says.",
    )
    jam_scope: Literal["all_bursts", "suppressive_only", "off"] = switch(
        "all_bursts", rule="PC-ACT-02", text="Which bursts jam on 94 or more."
    )


class WoundsLost(CombatantEvent):
    """Damage past the soak was dealt.

    Rules: PC-ATK-19, PC-ATK-20
    """

    points: int

    def changed(self, one: Combatant) -> Combatant:
        """Take wounds down to 0; what is left over is Lethal Damage for those with Fate Points."""
        sheet = sheet_of(one)
        left = max(0, sheet.wounds - self.points)
        over = self.points - (sheet.wounds - left)
        lethal = sheet.lethal + (over if sheet.fate else 0)
        dead = sheet.dead or (left == 0 and not sheet.fate and self.points > 0)
        return one.replace(sheet=sheet.replace(wounds=left, lethal=lethal, dead=dead))


class WoundsChanged(CombatantEvent):
    """The GM changed the wounds."""

    by: int

    def changed(self, one: Combatant) -> Combatant:
        """Change them."""
        sheet = sheet_of(one)
        wounds = max(0, sheet.wounds + self.by)
        return one.replace(sheet=sheet.replace(wounds=wounds, dead=sheet.dead and wounds == 0))


def sheet_of(one: Combatant) -> PercentileSheet:
    """Return a combatant's sheet (a blank one for a combatant of another system)."""
    return one.sheet if isinstance(one.sheet, PercentileSheet) else PercentileSheet()


def switches_of(encounter: Encounter) -> PercentileSwitches:
    """Return the house rules of a fight."""
    chosen = encounter.switches
    return chosen if isinstance(chosen, PercentileSwitches) else PercentileSwitches()


def weapon_of(one: Combatant, weapon_id: str) -> PercentileWeapon | None:
    """Return a weapon by id; None where there is none."""
    return next((own for own in sheet_of(one).weapons if own.id == weapon_id), None)
