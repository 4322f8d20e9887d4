"""What ARRGS knows of a combatant, and how to get at it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final, Literal

from frozendict import frozendict
from pydantic import Field

from gridwar.engine.kit import (
    Amount,
    AtLeastOne,
    FormLayout,
    Number,
    PipKind,
    SheetWithEyes,
    own_sheet,
    own_state,
    own_switches,
)
from gridwar.model.combatant_references import CombatantId
from gridwar.model.record import FrozenMap, Record
from gridwar.systems.arrgs.core.fight_state import ArrgsState
from gridwar.systems.arrgs.core.house_rules import ArrgsSwitches
from gridwar.systems.arrgs.core.sheet_form import FORMS
from gridwar.systems.arrgs.core.weapon_and_item_records import MOST_RING, Item, Weapon
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.model.combatant import Combatant

Pool = Literal["ap", "aap"]
PIP_OF: Final[Mapping[Pool, PipKind]] = {"ap": PipKind.OWN, "aap": PipKind.OTHERS}
ModifierType = Literal[
    "circumstance", "inherent", "augmented", "assisted", "magic", "tech", "skill", "ability"
]
SizeStep = Literal[
    "Fine", "Diminutive", "Tiny", "Small", "Medium", "Large", "Huge", "Gargantuan", "Colossal"
]
WALKING = "walking"
CATEGORIES = (WALKING, "burrowing", "flying", "swimming", "climbing", "space")
Category = Literal["", "walking", "burrowing", "flying", "swimming", "climbing", "space"]
"""A movement category of a command (AR-MOV-01); empty for walking."""
USUAL_SPEED = 5
DISABLING = ("dead", "surprised", "stunned", "unconscious", "helpless")
"""Conditions that keep somebody from acting."""


class Modifier(Record):
    """A typed modifier of one check, or of all."""

    check: str = Field(
        default="all", title=_("Check"), description=_("The check that it counts for, or all.")
    )
    type: ModifierType = Field(default="circumstance", title=_("Type"))
    value: Number = Field(default=0, title=_("Value"))
    source: str = Field(default="", title=_("Source"), description=_("What it comes from."))
    ends: Literal["never", "round_end"] = Field(default="never", title=_("Ends"))
    once: bool = Field(
        default=False, title=_("Once"), description=_("Gone with the first check it counts for.")
    )


class Resistance(Record):
    """Points of damage of one type that do no harm."""

    value: Amount = Field(title=_("Points"), description=_("Taken off each damage of the type."))
    type: str = Field(title=_("Damage"))


class Readied(Record):
    """A manoeuvre waiting for its trigger; ``points`` are the swapped ones still there."""

    trigger: str = Field(default="", title=_("Trigger"))
    manoeuvre: str = Field(default="", title=_("Manoeuvre"))
    points: Number = Field(
        default=0, title=_("Points"), description=_("Swapped points still there.")
    )


class ArrgsSheet(SheetWithEyes):
    """A combatant's numbers. Speeds, rings and distances count cells, Vitality points."""

    full_values: ClassVar[Mapping[str, str]] = {
        "current_vitality": "total_vitality",
        "ap": "ap_max",
        "aap": "aap_max",
    }
    forms: ClassVar[tuple[FormLayout, ...]] = FORMS

    size: SizeStep = Field(default="Medium", title=_("Size"))
    size_modifier: Amount = Field(default=0, title=_("Size modifier"))
    magnitude: Number = Field(
        default=0,
        title=_("Magnitude"),
        description=_("Rank of size and power, about tenfold each."),
    )
    agility_score: Number = Field(
        default=10, title=_("Agility"), description=_("Ability score; breaks ties of Initiative.")
    )
    initiative: Number = Field(default=0, title=_("Initiative"))
    tie_roll: Number = Field(default=0, title=_("Tie roll"))
    ap_max: Amount = Field(default=3, title=_("Action Points"), description=_("AP of a round."))
    aap_max: Amount = Field(
        default=0,
        title=_("Additional AP"),
        description=_("Additional Action Points of a round."),
    )
    ap: Number = Field(default=3, title=_("AP left"))
    aap: Number = Field(default=0, title=_("AAP left"))
    points_used: Number = Field(default=0, title=_("Points used"))
    actions_taken: Number = Field(default=0, title=_("Actions taken"))
    complementary_used: Number = Field(
        default=0,
        title=_("Complementary used"),
        description=_("Complementary actions of this round."),
    )
    readied: Readied | None = Field(
        default=None, title=_("Readied"), description=_("A manoeuvre that waits for its trigger.")
    )
    stagger_cut: Number = Field(
        default=0,
        title=_("Staggered off"),
        description=_("How much of being Staggered has come off this round's points."),
    )
    total_vitality: Number = Field(default=50, title=_("Vitality"), description=_("When unhurt."))
    current_vitality: Number = Field(default=50, title=_("Vitality left"))
    mods: FrozenMap[str, Number] = Field(
        default=frozendict(), title=_("Checks"), description=_("Skill and ability together.")
    )
    modifiers: tuple[Modifier, ...] = Field(default=(), title=_("Modifiers"))
    aid_mods: FrozenMap[str, Number] = Field(
        default=frozendict(),
        title=_("To aid others"),
        description=_("By check, with Personality; empty: as usual."),
    )
    abilities: FrozenMap[str, Number] = Field(default=frozendict(), title=_("Ability scores"))
    class_vitality: Amount = Field(default=0, title=_("Class Vitality"))
    check_abilities: FrozenMap[str, str] = Field(
        default=frozendict(),
        title=_("Other abilities"),
        description=_("Another ability than usual, by check."),
    )
    check_penalty: Amount = Field(
        default=0, title=_("Check penalty"), description=_("By armour and load.")
    )
    threat_min: int = Field(default=1, ge=0, le=MOST_RING, title=_("Threatens from (squares)"))
    threat_max: int = Field(default=1, ge=0, le=MOST_RING, title=_("Threatens to (squares)"))
    reach: int = Field(
        default=0,
        ge=0,
        le=MOST_RING,
        title=_("Reach (squares)"),
        description=_("How far its threat range can be shifted."),
    )
    reach_shift: int = Field(default=0, ge=0, le=MOST_RING, title=_("Reach shifted (squares)"))
    armed: bool = Field(default=True, title=_("Armed"), description=_("Threatens with its weapon."))
    legs: Amount = Field(default=2, title=_("Legs"))
    base_speed: AtLeastOne = Field(
        default=5, title=_("Move (squares)"), description=_("Base Movement Speed, walking.")
    )
    base_speeds: FrozenMap[str, Amount] = Field(
        default=frozendict(),
        title=_("Base speeds (squares)"),
        description=_("Yardstick of Movement Increments by category; empty: the speed itself."),
    )
    speeds: FrozenMap[str, Amount] = Field(
        default=frozendict(),
        title=_("Speeds (squares)"),
        description=_("By movement category; walking is the base speed."),
    )
    natural: frozenset[str] = Field(
        default=frozenset({WALKING}),
        title=_("Natural movement"),
        description=_("Ways of moving that need no check."),
    )
    acceleration_rate: float = Field(default=1, gt=0, le=1000, title=_("Acceleration rate"))
    squares_moved: Number = Field(default=0, title=_("Squares moved"))
    last_category: str = Field(default=WALKING, title=_("Moved last by"))
    increment_base: Number = Field(
        default=0,
        title=_("Base of increments (squares)"),
        description=_("Base speed that counts in this round; 0: that of the category."),
    )
    base_of_round: tuple[Number, ...] = Field(
        default=(),
        title=_("Bases of the round (squares)"),
        description=_("Base speeds of the categories moved in this round, in order."),
    )
    previous_increment: Number = Field(
        default=0,
        title=_("Increment before"),
        description=_("Movement Increment of the round before."),
    )
    crashed: bool = Field(default=False, title=_("Crashed"))
    stopped_after: Number = Field(
        default=0,
        title=_("Stopped after (squares)"),
        description=_("Squares of this round gone when it crashed."),
    )
    manoeuvrability: Number = Field(
        default=10, title=_("Manoeuvrability"), description=_("Turns a Movement; 10: not counted.")
    )
    manoeuvrabilities: FrozenMap[str, Number] = Field(
        default=frozendict(),
        title=_("Manoeuvrability by movement"),
        description=_("Where it differs."),
    )
    turns_since_last_turn: Number | None = Field(
        default=None,
        title=_("Turns since it turned"),
        description=_("Own turns since it last turned about; empty: long ago."),
    )
    may_reverse: bool = Field(
        default=False, title=_("May move backwards"), description=_("May move against its facing.")
    )
    personality_modifier: Number = Field(default=0, title=_("Personality modifier"))
    passive_piloting: bool = Field(
        default=False,
        title=_("Passive piloting"),
        description=_("Takes 10 for Piloting when moving a mount or vehicle."),
    )
    vehicle: bool = Field(
        default=False, title=_("Vehicle"), description=_("A thing that is steered.")
    )
    rides: CombatantId | None = Field(default=None, title=_("Rides"))
    steers: bool = Field(
        default=False, title=_("Steers"), description=_("Holds the reins or the controls of it.")
    )
    close_range: Amount | None = Field(
        default=None,
        title=_("Close (squares)"),
        description=_("Squares that are Close for its spells; empty: unlimited."),
    )
    dr: tuple[Resistance, ...] = Field(default=(), title=_("Damage Resistance"))
    vulnerable: frozenset[str] = Field(
        default=frozenset(), title=_("Vulnerable to"), description=_("Types of damage.")
    )
    conditions: FrozenMap[str, Number] = Field(
        default=frozendict(), title=_("Conditions"), description=_("Their level; empty: gone.")
    )
    weapons: tuple[Weapon, ...] = Field(default=(), title=_("Weapons and spells"))
    items: tuple[Item, ...] = Field(default=(), title=_("Items"))
    rounds_asleep: Number = Field(default=0, title=_("Asleep (rounds)"))

    def speed(self, category: str) -> int:
        """Return the Movement Speed of a category, in cells.

        Rules: AR-MOV-04
        """
        usual = self.base_speed if category == WALKING else USUAL_SPEED
        return self.speeds.get(category, usual)

    def weapon(self, weapon_id: str) -> Weapon | None:
        """Return the weapon of an id."""
        return next((one for one in self.weapons if one.id == weapon_id), None)

    def base_for(self, category: str) -> int:
        """Return the Base Movement Speed of a category, the yardstick of increments, in cells.

        Rules: AR-MOV-04
        """
        if category == WALKING or not category:
            return self.base_speeds.get(WALKING) or self.base_speed
        return self.base_speeds.get(category) or self.speeds.get(category) or self.base_speed

    def turns_for(self, category: str) -> int:
        """Return the Manoeuvrability of a category.

        Rules: AR-TRN-01
        """
        return self.manoeuvrabilities.get(category, self.manoeuvrability)

    @property
    def ring(self) -> tuple[int, int]:
        """The threat range as it is now, nearest and farthest."""
        return self.threat_min + self.reach_shift, self.threat_max + self.reach_shift


sheet_of = own_sheet(ArrgsSheet)
state_of = own_state(ArrgsState)
switches_of = own_switches(ArrgsSwitches)


def level(one: Combatant, condition: str) -> int:
    """Return the number of a condition, 0 where it is absent; a badge of that name counts as 1.

    Rules: AR-CND-01
    """
    found = sheet_of(one).conditions.get(condition, 0)
    if found or not one.effects:
        return found
    return int(any(effect.id.casefold() == condition for effect in one.effects))


def has(one: Combatant, *conditions: str) -> bool:
    """Return whether a combatant has any of some conditions."""
    return any(level(one, condition) for condition in conditions)


def cannot_act(one: Combatant) -> bool:
    """Return whether somebody is unable to perform actions.

    Rules: AR-CND-01, AR-THR-01
    """
    return has(one, *DISABLING)
