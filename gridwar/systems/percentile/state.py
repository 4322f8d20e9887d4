"""What the percentile rules know of combatants and weapons, and the events that change it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Literal

from pydantic import Field

from gridwar.model.combatant import Combatant, Sheet
from gridwar.model.events import CombatantEvent
from gridwar.model.record import Record
from gridwar.model.switches import Switches, switch

if TYPE_CHECKING:
    from gridwar.model.encounter import Encounter


class DamageDice(Record):
    """Dice and a flat bonus."""

    count: int = Field(default=1, ge=0)
    sides: int = Field(default=10, ge=1)
    flat: int = 0


class PercentileWeapon(Record):
    """A weapon; distances in squares."""

    id: str
    name: str = ""
    kind: Literal["melee", "ranged", "thrown_melee"] = "ranged"
    damage: DamageDice = DamageDice()
    add_sb: bool = True
    pen: int = 0
    range_cells: int = Field(default=10, ge=0)
    hit_rating: int = Field(default=1, ge=1)
    jammed: bool = False


class PercentileSheet(Sheet):
    """The part of a character that attacks and wounds need."""

    full_values: ClassVar[Mapping[str, str]] = {"wounds": "wounds_full"}

    ws: int = 30
    bs: int = 30
    tb: int = 3
    ap: int = 0
    wounds: int = 10
    wounds_full: int = 10
    fate: bool = False
    lethal: int = 0
    dead: bool = False
    dodge: int | None = None
    point_defend: int | None = None
    reactions: int = 1
    to_hit: int = 0
    """Modifier on every attack against it: circumstances that the GM enters."""
    harder_by_gm: bool = False
    weapons: tuple[PercentileWeapon, ...] = ()


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
