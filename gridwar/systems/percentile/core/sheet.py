"""What the percentile rules know of one combatant: a character, or a starship."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Literal

from pydantic import Field

from gridwar.engine.kit import (
    Amount,
    AtLeastOne,
    CombatantId,
    FormLayout,
    FrozenMap,
    Number,
    Record,
    SheetWithEyes,
    _,
)
from gridwar.systems.percentile.core.sheet_form import FORMS
from gridwar.systems.percentile.core.weapons import DamageDice, PercentileWeapon

if TYPE_CHECKING:
    from gridwar.systems.percentile.core.action_and_evasion_tables import Subtype

Characteristic = Literal["ws", "bs", "s", "t", "ag", "acrobatics"]
Talent = Literal["counter_attack", "takedown", "disarm", "advanced_disarm"]
_ADDED = _("Number to roll under; empty: {number}.")
_BONUS = _("Empty: the tens of the score.")


def _skill(title: str, follows: str) -> Number | None:
    """Return the field of a number that follows a characteristic until it is entered."""
    return Field(default=None, title=title, description=_ADDED.format(number=follows))


class Decay(Record):
    """Characteristic Decay: so many points off a score until the cycle ends."""

    characteristic: Characteristic = Field(default="ag", title=_("Characteristic"))
    amount: Amount = Field(default=0, title=_("Points off"))


class Deflector(Record):
    """One source of Deflectors."""

    name: str = Field(default="", title=_("Name"))
    rating: Number = Field(
        default=50, title=_("Rating"), description=_("Number that a Deflector test rolls under.")
    )


class MoveModifier(Record):
    """Squares that something adds to a Half Move, or takes off it."""

    label: str = Field(default="", title=_("What for"))
    squares: Number = Field(default=0, title=_("Squares"))


class Power(Record):
    """A Power, by what a grapple asks of it."""

    name: str = Field(default="", title=_("Name"))
    cost: Literal["free", "half", "full", "more"] = Field(default="full", title=_("Action"))
    moves_self: bool = Field(
        default=False,
        title=_("Moves its user"),
        description=_("Such a Power cannot be used in a grapple."),
    )
    attack: bool = Field(
        default=False, title=_("Is an Attack"), description=_("It is the turn's Attack action.")
    )
    concentration: bool = Field(
        default=False,
        title=_("Is a Concentration"),
        description=_("It is the turn's Concentration action."),
    )

    @property
    def subtypes(self) -> frozenset[Subtype]:
        """The subtypes that it has.

        Rules: PC-GRP-06, PC-ECO-08
        """
        names: tuple[Subtype, ...] = ("attack", "concentration")
        return frozenset(name for name in names if getattr(self, name))


class Ship(Record):
    """What makes a combatant a starship."""

    size: Amount = Field(
        default=1, title=_("Size"), description=_("Counts in the damage of a ram.")
    )
    marines_modifier: Number = Field(
        default=0, title=_("Marines"), description=_("Modifier of the test to board.")
    )
    marines_damage: DamageDice = Field(
        default=DamageDice.constant(), title=_("Damage of the Marines")
    )


class Extended(Record):
    """An Extended Action under way; ``needed`` may be kept from the players."""

    name: str = Field(default="", title=_("Name"))
    done: Amount = Field(default=0, title=_("Rounds done"))
    needed: AtLeastOne = Field(default=2, title=_("Rounds needed"))
    hidden: bool = Field(default=False, title=_("Kept from the players"))


class PercentileSheet(SheetWithEyes):
    """A combatant of the percentile rules; bonuses that are empty follow their scores."""

    full_values: ClassVar[Mapping[str, str]] = {"wounds": "wounds_full"}
    forms: ClassVar[tuple[FormLayout, ...]] = FORMS

    ws: Number = Field(default=30, title=_("Weapon Skill"))
    bs: Number = Field(default=30, title=_("Ballistic Skill"))
    s: Number = Field(default=30, title=_("Strength"))
    t: Number = Field(default=30, title=_("Toughness"))
    ag: Number = Field(default=30, title=_("Agility"))
    acrobatics: Number | None = _skill(_("Acrobatics"), _("Agility"))
    sb: Number | None = Field(default=None, title=_("Strength Bonus"), description=_BONUS)
    tb: Number | None = Field(default=None, title=_("Toughness Bonus"), description=_BONUS)
    ab: Number | None = Field(default=None, title=_("Agility Bonus"), description=_BONUS)
    decay: tuple[Decay, ...] = Field(default=(), title=_("Characteristic Decay"))
    ap: Amount = Field(default=0, title=_("Armour"), description=_("Armour points."))
    ap_at: FrozenMap[str, Number] = Field(
        default=FrozenMap[str, int](),
        title=_("Armour of places"),
        description=_("Armour points of a body part, for Called Shots at it."),
    )
    wounds: Amount = Field(default=10, title=_("Wounds left"))
    wounds_full: Amount = Field(
        default=10, title=_("Wounds"), description=_("When unhurt; of a ship its hull.")
    )
    fate: bool = Field(
        default=False,
        title=_("Has Fate Points"),
        description=_("Goes on at 0 Wounds; what is left over counts as Lethal Damage."),
    )
    survives_zero: bool = Field(
        default=False,
        title=_("Survives 0 Wounds"),
        description=_("By the GM's word, without Fate Points."),
    )
    lethal: Amount = Field(default=0, title=_("Lethal Damage"))
    dead: bool = Field(default=False, title=_("Dead"))
    fatigue: Amount = Field(default=0, title=_("Fatigue"), description=_("Levels of Fatigue."))
    dodge: Number | None = _skill(_("Dodge"), _("Agility"))
    parry: Number | None = _skill(_("Parry"), _("Weapon Skill"))
    point_defend: Number | None = _skill(_("Point Defend"), _("Ballistic Skill"))
    pinning: Number | None = _skill(_("Pinning test"), _("Toughness"))
    repel_boarders: Number | None = _skill(_("Repel Boarders"), _("Weapon Skill"))
    deflectors: tuple[Deflector, ...] = Field(default=(), title=_("Deflectors"))
    deflectors_weakened: Amount = Field(
        default=0,
        title=_("Deflectors weakened by"),
        description=_("Points off the rating of every Deflector."),
    )
    move_modifiers: tuple[MoveModifier, ...] = Field(default=(), title=_("Move modifiers"))
    can_fly: bool = Field(
        default=False, title=_("Can fly"), description=_("May change altitude bands by moving.")
    )
    talents: frozenset[Talent] = Field(default=frozenset(), title=_("Talents"))
    traits: str = Field(
        default="", title=_("Traits and notes"), description=_("Guardian, Protect Ally, others.")
    )
    powers: tuple[Power, ...] = Field(default=(), title=_("Powers"))
    weapons: tuple[PercentileWeapon, ...] = Field(default=(), title=_("Weapons"))
    free_hands: Amount = Field(
        default=1, title=_("Free hands"), description=_("A grapple takes one.")
    )
    reactions_full: Amount = Field(default=1, title=_("Reactions a round"))
    ship: Ship | None = Field(default=None, title=_("Starship"))
    to_hit: Number = Field(
        default=0,
        title=_("Modifier on attacks against it"),
        description=_("Circumstances that the GM enters."),
    )
    harder_by_gm: bool = Field(
        default=False, title=_("Harder to hit"), description=_("By the GM's word.")
    )

    initiative: Number | None = Field(
        default=None, title=_("Initiative"), description=_("1d10 and the Agility Bonus.")
    )
    tie_rolls: tuple[Number, ...] = Field(default=(), title=_("Tie rolls"))
    half_actions: int = Field(default=2, ge=0, le=2, title=_("Half Actions left"))
    reactions: Amount = Field(default=1, title=_("Reactions left"))
    half_move_made: bool = Field(default=False, title=_("Has made a Half Move this turn"))
    counter_used: bool = Field(default=False, title=_("Has made a Counter-Attack"))
    has_acted: bool = Field(default=False, title=_("Has acted this turn"))
    turns_taken: Amount = Field(default=0, title=_("Turns taken"))
    aim: Amount = Field(default=0, title=_("Aim"), description=_("Bonus of the next attack."))
    feint_on: CombatantId | None = Field(
        default=None, title=_("Feint against"), description=_("For the very next action.")
    )
    falling_from: Literal["low", "high"] | None = Field(
        default=None, title=_("Falling from"), description=_("The band where the fall began.")
    )
    extended: Extended | None = Field(default=None, title=_("Extended Action"))
