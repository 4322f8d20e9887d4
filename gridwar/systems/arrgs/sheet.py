"""What ARRGS knows of a combatant and of the fight, and how to get at it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from frozendict import frozendict
from pydantic import Field

from gridwar.model.combatant import Combatant, Sheet
from gridwar.model.encounter import Encounter, RulesState
from gridwar.model.record import FrozenMap, Record
from gridwar.systems.arrgs.switches import ArrgsSwitches

Pool = Literal["ap", "aap"]
ModifierType = Literal[
    "circumstance", "inherent", "augmented", "assisted", "magic", "tech", "skill", "ability"
]
SizeStep = Literal[
    "Fine", "Diminutive", "Tiny", "Small", "Medium", "Large", "Huge", "Gargantuan", "Colossal"
]
WALKING = "walking"
USUAL_SPEED = 5
DISABLING = ("dead", "surprised", "stunned", "unconscious", "helpless")
"""Conditions that keep somebody from acting."""


class Modifier(Record):
    """A typed modifier of one check, or of all."""

    check: str = "all"
    type: ModifierType = "circumstance"
    value: int = 0
    source: str = ""
    ends: Literal["never", "round_end"] = "never"


class Resistance(Record):
    """Points of damage of one type that do no harm."""

    value: int = Field(ge=0)
    type: str


class Weapon(Record):
    """Something to attack with; distances in cells."""

    id: str
    name: str = ""
    category: Literal["melee", "ranged"] = "melee"
    base_sv: int = 0
    types: tuple[str, ...] = ()
    critical_range: int = Field(default=20, description="Lowest natural roll that is critical.")
    range_increment: int | None = Field(default=None, ge=1)
    max_increments: int | None = Field(default=None, ge=1)
    defence: str = Field(default="", description="Defence it faces; empty: the house rule's.")
    check: str = Field(default="", description="Check used; empty: that of its category.")
    unarmed: bool = False
    effect: Literal["damage", "none"] = "damage"

    @property
    def title(self) -> str:
        """Its name, or its id."""
        return self.name or self.id


class ArrgsSheet(Sheet):
    """A combatant's numbers. Speeds, rings and distances count cells, Vitality points."""

    full_values: ClassVar[Mapping[str, str]] = {"current_vitality": "total_vitality"}

    size: SizeStep = "Medium"
    size_modifier: int = Field(default=0, ge=0)
    magnitude: int = 0
    agility_score: int = 10
    initiative: int = 0
    tie_roll: int = 0
    ap_max: int = Field(default=3, ge=0)
    aap_max: int = Field(default=0, ge=0)
    ap: int = 3
    aap: int = 0
    points_used: int = 0
    actions_taken: int = 0
    total_vitality: int = 50
    current_vitality: int = 50
    mods: FrozenMap[str, int] = Field(
        default=frozendict(), description="Skill and ability together, by check."
    )
    modifiers: tuple[Modifier, ...] = ()
    check_abilities: FrozenMap[str, str] = Field(
        default=frozendict(), description="Another ability than usual, by check."
    )
    check_penalty: int = Field(default=0, ge=0)
    threat_min: int = Field(default=1, ge=0)
    threat_max: int = Field(default=1, ge=0)
    reach: int = Field(default=0, ge=0)
    reach_shift: int = Field(default=0, ge=0)
    armed: bool = True
    base_speed: int = Field(default=5, ge=1)
    speeds: FrozenMap[str, int] = Field(
        default=frozendict(), description="By movement category; walking is the base speed."
    )
    natural: frozenset[str] = frozenset({WALKING})
    acceleration_rate: float = Field(default=1, gt=0)
    squares_moved: int = 0
    last_category: str = WALKING
    previous_increment: int = 0
    vehicle: bool = False
    rides: str | None = None
    dr: tuple[Resistance, ...] = ()
    vulnerable: frozenset[str] = frozenset()
    conditions: FrozenMap[str, int] = frozendict()
    weapons: tuple[Weapon, ...] = ()

    def speed(self, category: str) -> int:
        """Return the Movement Speed of a category, in cells.

        Rules: AR-MOV-04
        """
        usual = self.base_speed if category == WALKING else USUAL_SPEED
        return self.speeds.get(category, usual)

    def weapon(self, weapon_id: str) -> Weapon | None:
        """Return the weapon of an id."""
        return next((one for one in self.weapons if one.id == weapon_id), None)

    @property
    def ring(self) -> tuple[int, int]:
        """The threat range as it is now, nearest and farthest."""
        return self.threat_min + self.reach_shift, self.threat_max + self.reach_shift


class ArrgsState(RulesState):
    """The fight as a whole: who has acted, who waits, how far magnitudes lie apart."""

    acted: frozenset[str] = frozenset()
    paused: FrozenMap[str, int] = frozendict()
    """Turns to be resumed, and the Initiative slot at which."""
    surprise_round: bool = False
    magnitude_multiplier: int = Field(default=2, ge=1, le=5)
    magnitude_pairs: FrozenMap[str, int] = Field(
        default=frozendict(), description="Multiplier of a pair, by both ids sorted: A:B."
    )


def sheet_of(one: Combatant) -> ArrgsSheet:
    """Return a combatant's sheet (a blank one for a combatant of another system)."""
    return one.sheet if isinstance(one.sheet, ArrgsSheet) else ArrgsSheet()


def state_of(encounter: Encounter) -> ArrgsState:
    """Return the state of a fight under these rules."""
    return encounter.rules if isinstance(encounter.rules, ArrgsState) else ArrgsState()


def switches_of(encounter: Encounter) -> ArrgsSwitches:
    """Return the house rules of a fight."""
    found = encounter.switches
    return found if isinstance(found, ArrgsSwitches) else ArrgsSwitches()


def level(one: Combatant, condition: str) -> int:
    """Return the number of a condition, 0 where it is absent; a badge of that name counts as 1.

    Rules: AR-CND-01
    """
    found = sheet_of(one).conditions.get(condition, 0)
    if found:
        return found
    return int(any(effect.id.casefold() == condition for effect in one.effects))


def has(one: Combatant, *conditions: str) -> bool:
    """Tell whether a combatant has any of some conditions."""
    return any(level(one, condition) for condition in conditions)


def cannot_act(one: Combatant) -> bool:
    """Tell whether somebody is unable to perform actions.

    Rules: AR-CND-01, AR-THR-01
    """
    return has(one, *DISABLING)
