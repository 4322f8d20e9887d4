"""What ARRGS knows of a combatant and of the fight, and how to get at it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final, Literal

from frozendict import frozendict
from pydantic import Field

from gridwar.engine.kit import PipKind
from gridwar.model.combatant import Combatant, Sheet
from gridwar.model.encounter import Encounter, RulesState
from gridwar.model.geometry import Cell
from gridwar.model.record import FrozenMap, Record
from gridwar.model.references import CombatantId, EssentialId, PairByColon
from gridwar.systems.arrgs.core.switches import ArrgsSwitches

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
    once: bool = Field(default=False, description="Gone with the first check it counts for.")


class Resistance(Record):
    """Points of damage of one type that do no harm."""

    value: int = Field(ge=0)
    type: str


WeaponArc = Literal["front", "right", "rear", "left"]


class Weapon(Record):
    """Something to attack with, spells included; distances in cells."""

    id: str
    name: str = ""
    category: Literal["melee", "ranged", "spell"] = "melee"
    base_sv: int = 0
    types: tuple[str, ...] = ()
    critical_range: int = Field(default=20, description="Lowest natural roll that is critical.")
    range_increment: int | None = Field(default=None, ge=1)
    max_increments: int | None = Field(default=None, ge=1)
    defence: str = Field(default="", description="Defence it faces; empty: the house rule's.")
    check: str = Field(default="", description="Check used; empty: that of its category.")
    unarmed: bool = False
    effect: Literal["damage", "none"] = "damage"
    trip_bonus: int = Field(default=0, description="Circumstance bonus to Trip somebody with it.")
    capacity: int = Field(default=0, ge=0, description="Rounds it holds; 0: no reloading.")
    loaded: int = Field(default=0, ge=0)
    reload_points: int = Field(default=1, ge=0)
    reload_dc: int = Field(default=10, ge=0)
    reload_several: bool = Field(
        default=False, description="A good Reload loads more than one round."
    )
    arcs: frozenset[WeaponArc] = Field(
        default=frozenset(), description="Where it can strike if facing counts; none: the default."
    )
    area_radius: int | None = Field(
        default=None, ge=0, description="Squares around the one aimed at; length of a cone or line."
    )
    area_form: Literal["burst", "cone", "line"] = "burst"
    area_width: int = Field(
        default=0, ge=0, description="Degrees of a cone, squares of a line; 0: 90 and 1."
    )
    spell_level: int = Field(default=0, ge=0)
    school: str = ""
    duration: Literal["instant", "concentration", "rounds", "lasting"] = "instant"
    rounds: int = Field(default=1, ge=1, description="How long a spell of some rounds lasts.")
    steered: int = Field(
        default=0, ge=0, description="Squares that Control Spell may move its effect."
    )
    prepared: int | None = Field(
        default=None, ge=0, description="Castings left until a rest; empty: not counted."
    )

    @property
    def is_spell(self) -> bool:
        """Whether it is a spell."""
        return self.category == "spell"

    @property
    def title(self) -> str:
        """Its name, or its id."""
        return self.name or self.id


class Item(Record):
    """Something worn or carried: what can be knocked away, sundered, drawn or dropped."""

    name: str
    integrity: int = Field(default=0, ge=0, description="What destroys it; 0: not known.")
    damage: int = Field(default=0, ge=0)
    dr: int = Field(default=0, ge=0, description="Taken off each damage it suffers.")
    visible: bool = True
    held: bool = True
    weapon: str = Field(default="", description="Id of the weapon that it is.")

    @property
    def state(self) -> Literal["intact", "broken", "destroyed"]:
        """Whether it is whole: broken at half its integrity, destroyed at all of it.

        Rules: AR-MNV-19
        """
        if not self.integrity or 2 * self.damage < self.integrity:
            return "intact"
        return "destroyed" if self.damage >= self.integrity else "broken"


class Lying(Record):
    """An item on the ground, with the weapon it is."""

    cell: Cell
    item: Item
    weapon: Weapon | None = None


class Readied(Record):
    """A manoeuvre waiting for its trigger; ``points`` are the swapped ones still there."""

    trigger: str = ""
    manoeuvre: str = ""
    points: int = 0


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
    complementary_used: int = 0
    readied: Readied | None = None
    stagger_cut: int = 0
    """How much of being Staggered has come off this round's points."""
    total_vitality: int = 50
    current_vitality: int = 50
    mods: FrozenMap[str, int] = Field(
        default=frozendict(), description="Skill and ability together, by check."
    )
    modifiers: tuple[Modifier, ...] = ()
    aid_mods: FrozenMap[str, int] = Field(
        default=frozendict(),
        description="To aid others, by check: with Personality; empty: as usual.",
    )
    abilities: FrozenMap[str, int] = Field(default=frozendict(), description="Scores by name.")
    class_vitality: int = Field(default=0, ge=0)
    check_abilities: FrozenMap[str, str] = Field(
        default=frozendict(), description="Another ability than usual, by check."
    )
    check_penalty: int = Field(default=0, ge=0)
    threat_min: int = Field(default=1, ge=0)
    threat_max: int = Field(default=1, ge=0)
    reach: int = Field(default=0, ge=0)
    reach_shift: int = Field(default=0, ge=0)
    armed: bool = True
    legs: int = Field(default=2, ge=0)
    base_speed: int = Field(default=5, ge=1)
    base_speeds: FrozenMap[str, int] = Field(
        default=frozendict(),
        description="Yardstick of Movement Increments by category; empty: the speed itself.",
    )
    speeds: FrozenMap[str, int] = Field(
        default=frozendict(), description="By movement category; walking is the base speed."
    )
    natural: frozenset[str] = frozenset({WALKING})
    acceleration_rate: float = Field(default=1, gt=0)
    squares_moved: int = 0
    last_category: str = WALKING
    increment_base: int = Field(
        default=0, description="Base speed that counts in this round; 0: that of the category."
    )
    base_of_round: tuple[int, ...] = Field(
        default=(), description="Base speeds of the categories moved in this round, in order."
    )
    previous_increment: int = 0
    crashed: bool = False
    stopped_after: int = 0
    """Squares of this round gone when it crashed."""
    manoeuvrability: int = Field(default=10, description="Turns a Movement; 10: not counted.")
    manoeuvrabilities: FrozenMap[str, int] = Field(
        default=frozendict(), description="The same by movement category, where it differs."
    )
    turns_since_last_turn: int | None = Field(
        default=None, description="Own turns since it last turned about; empty: long ago."
    )
    may_reverse: bool = Field(default=False, description="May move against its facing.")
    personality_modifier: int = 0
    passive_piloting: bool = Field(
        default=False, description="Takes 10 for Piloting when moving a mount or vehicle."
    )
    vehicle: bool = False
    rides: CombatantId | None = None
    steers: bool = Field(default=False, description="Holds the reins or the controls of it.")
    close_range: int | None = Field(
        default=None, ge=0, description="Squares that are Close for its spells; empty: unlimited."
    )
    dr: tuple[Resistance, ...] = ()
    vulnerable: frozenset[str] = frozenset()
    conditions: FrozenMap[str, int] = frozendict()
    weapons: tuple[Weapon, ...] = ()
    items: tuple[Item, ...] = ()
    rounds_asleep: int = 0

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
            return self.base_speeds.get(WALKING, self.base_speed)
        return self.base_speeds.get(category) or self.speeds.get(category, self.base_speed)

    def turns_for(self, category: str) -> int:
        """Return the Manoeuvrability of a category.

        Rules: AR-TRN-01
        """
        return self.manoeuvrabilities.get(category, self.manoeuvrability)

    @property
    def ring(self) -> tuple[int, int]:
        """The threat range as it is now, nearest and farthest."""
        return self.threat_min + self.reach_shift, self.threat_max + self.reach_shift


class SpellEffect(Record):
    """A spell that lasts: where it lies and who has hold of it."""

    id: str
    name: str = ""
    caster: CombatantId = ""
    controller: CombatantId = ""
    spell_level: int = Field(default=0, ge=0)
    school: str = ""
    duration: Literal["concentration", "rounds", "lasting"] = "lasting"
    rounds_left: int = Field(default=0, ge=0)
    steered: int = Field(default=0, ge=0)
    target: EssentialId | None = None
    """Whom it lies upon; None for one upon squares."""
    square: Cell | None = None
    cells: frozenset[Cell] = frozenset()
    controlled: bool = False
    """Controlled in this round."""
    cast_now: bool = False
    """Cast in this round."""

    @property
    def title(self) -> str:
        """Its name, or its id."""
        return self.name or self.id


class ArrgsState(RulesState):
    """The fight as a whole: who has acted, who waits, how far magnitudes lie apart."""

    acted: frozenset[CombatantId] = frozenset()
    paused: FrozenMap[CombatantId, int] = frozendict()
    """Turns to be resumed, and the Initiative slot at which."""
    surprise_round: bool = False
    spells: FrozenMap[str, SpellEffect] = frozendict()
    magnitude_multiplier: int = Field(default=2, ge=1, le=5)
    magnitude_pairs: FrozenMap[PairByColon, int] = Field(
        default=frozendict(), description="Multiplier of a pair, by both ids sorted: A:B."
    )
    scene_difficulty: int = Field(default=0, description="Added to the DC of Aid Another.")
    movement_dc: int = Field(default=10, ge=0, description="DC of Movement checks.")
    lying: tuple[Lying, ...] = ()


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
