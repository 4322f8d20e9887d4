"""What ``cepheus`` knows of one combatant, as it is saved: records, nothing of what they mean."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from frozendict import frozendict
from pydantic import Field

from gridwar.model.combatant import Sheet
from gridwar.model.cover import Cover
from gridwar.model.record import FrozenMap, Record
from gridwar.model.references import CombatantId
from gridwar.systems.cepheus.core.bodies import Body, Task
from gridwar.systems.cepheus.core.equipment import (
    Contact,
    Fearless,
    Sensor,
    Signs,
    Suppression,
    Team,
)
from gridwar.systems.cepheus.core.machine import Aboard, Machine
from gridwar.systems.cepheus.core.weapons import Weapon

Physical = Literal["strength", "dexterity", "endurance"]
Characteristic = Literal[
    "strength", "dexterity", "endurance", "intelligence", "education", "social"
]
Stance = Literal["standing", "crouched", "prone"]
PHYSICAL: tuple[Physical, ...] = ("strength", "dexterity", "endurance")
CHARACTERISTICS: tuple[Characteristic, ...] = (
    *PHYSICAL,
    "intelligence",
    "education",
    "social",
)
HIGHEST_SCORE = 40


def _score(what: str) -> int:
    found: int = Field(default=7, ge=0, le=HIGHEST_SCORE, description=what)
    return found


class Scores(Record):
    """The six characteristics."""

    strength: int = _score("Strength; one of the three that damage goes to.")
    dexterity: int = _score("Dexterity; also decides Initiative and its ties.")
    endurance: int = _score("Endurance; the first to suffer.")
    intelligence: int = _score("Intelligence.")
    education: int = _score("Education.")
    social: int = _score("Social standing.")

    def score(self, name: Characteristic) -> int:
        """Return one of them by its name."""
        found: int = getattr(self, name)
        return found


class InitiativeMod(Record):
    """A change of Initiative that counts in one round only."""

    amount: int = Field(ge=-100, le=100, description="Signed points.")
    round: int = Field(ge=0, description="The only round in which it counts.")
    source: str = Field(default="", description="What it comes from.")


class CheckDm(Record):
    """A DM on all checks that lasts to the end of a round."""

    dm: int = Field(ge=-100, le=100, description="Signed points.")
    until_round: int = Field(ge=0, description="The last round in which it counts.")
    source: str = Field(default="", description="What it comes from.")


MOST_AIM = 6
"""Aim actions that count, of either kind."""
KILL_AIM_DAMAGE, MOST_KILL_DAMAGE = 2, 6


class Aim(Record):
    """Aiming at one target under way."""

    target: CombatantId = Field(description="Whom they aim at.")
    to_hit: int = Field(default=0, ge=0, le=MOST_AIM, description="Aim actions: +1 DM each.")
    to_kill: int = Field(
        default=0, ge=0, le=MOST_AIM, description="Kill aim actions: +2 damage each, up to +6."
    )

    @property
    def dm(self) -> int:
        """Return the DM on the attack that was aimed.

        Rules: CE-MIN-02
        """
        return self.to_hit

    @property
    def damage(self) -> int:
        """Return the points of damage that it adds.

        Rules: CE-MIN-03
        """
        return min(MOST_KILL_DAMAGE, KILL_AIM_DAMAGE * self.to_kill)


TRADED_MINORS = 2
"""Minor actions that a significant one is given up for."""


class Budget(Record):
    """Actions left in the present turn."""

    minor: int = Field(default=1, ge=0, le=3, description="Minor actions left.")
    significant: int = Field(default=1, ge=0, le=1, description="Significant action left.")
    hurt: int = Field(
        default=0, ge=0, le=1, description="Minor actions that a serious wound takes."
    )


class CepheusSheet(Sheet):
    """Everything that the rules of personal combat know about one person."""

    full_values: ClassVar[Mapping[str, str]] = {"chars": "chars_max"}

    chars_max: Scores = Field(
        default=Scores.constant(),
        title="Characteristics",
        description="As they are without wounds.",
    )
    chars: Scores = Field(
        default=Scores.constant(),
        title="Characteristics now",
        description="Less where there are wounds.",
    )
    skills: FrozenMap[str, int] = Field(
        default=frozendict(), description="Skill levels by name; a missing one is untrained."
    )
    jack_of_all_trades: int = Field(
        default=0, ge=0, le=3, description="Takes this much off the penalty for untrained skills."
    )
    armor: int = Field(
        default=0, ge=0, le=100, title="Armour", description="Points it takes off damage."
    )
    speed_m: float = Field(
        default=6.0, ge=0, le=200, description="Metres of one move action, standing."
    )
    weapons: tuple[Weapon, ...] = Field(default=(), description="Weapons carried.")
    machine: Machine | None = Field(
        default=None,
        title="Vehicle, robot or drone",
        description="Hull, Structure, systems, speed: for what is no living being.",
    )
    stance: Stance = Field(default="standing", description="Standing, crouched or prone.")
    declared_cover: Cover | None = Field(
        default=None, description="Cover by the GM's word, whatever the map shows."
    )
    aware: bool = Field(default=True, description="Knows of all enemies when the fight begins.")
    aware_of: frozenset[CombatantId] = Field(
        default=frozenset(), description="Enemies they have come to know of since (ids)."
    )
    initiative_base: int | None = Field(
        default=None, ge=-100, le=100, description="Initiative; empty: not in the order."
    )
    initiative_mods: tuple[InitiativeMod, ...] = Field(
        default=(), description="Changes of it that count in one round."
    )
    acted: bool = Field(default=False, description="Has had its turn in this round.")
    delaying: bool = Field(default=False, description="Holds its turn back in this round.")
    hasty: bool = Field(default=False, description="Hurries in this round: +2 and -1.")
    turn_round: int = Field(default=0, ge=0, description="Round of its latest turn.")
    check_dms: tuple[CheckDm, ...] = Field(
        default=(), description="DMs on all its checks, for reactions and the like."
    )
    budget: Budget = Field(
        default=Budget.constant(minor=0, significant=0),
        description="Actions left in the present turn.",
    )
    spent: bool = Field(default=False, description="Has done something in its present turn.")
    lose_next_significant: bool = Field(
        default=False, description="Its next turn has no significant action."
    )
    aim: Aim | None = Field(default=None, description="Aiming under way.")
    moved_m: float = Field(
        default=0.0, ge=0, le=100_000, description="Metres moved in its latest turn."
    )
    has_moved: bool = Field(default=False, description="Has moved in its present turn.")
    move_left: int = Field(
        default=0,
        ge=0,
        le=100_000,
        description="Tenths of a square paid for by move actions and not walked yet.",
    )
    helpless: bool = Field(default=False, description="Bound, stunned or otherwise helpless.")
    killed: bool = Field(default=False, description="Dead whatever the characteristics say.")
    grappled_with: CombatantId | None = Field(
        default=None, description="Locked in a grapple with (id)."
    )

    body: Body = Field(
        default=Body.constant(), title="Condition", description="Tiredness and care."
    )
    injured_at: int | None = Field(
        default=None, description="When it was hurt last, in rounds of the fight's clock."
    )
    rounds_out: int = Field(
        default=0, ge=0, le=100_000, description="Rounds since it became unconscious."
    )
    wake_failures: int = Field(
        default=0, ge=0, le=1000, description="Failed attempts to come round: +1 each."
    )
    task: Task | None = Field(default=None, description="Extended action under way.")

    team: Team = Field(default=Team.constant(), description="Unit, command and communication.")
    contact: Contact = Field(
        default=Contact.constant(), title="Contact with the commander", description="In this fight."
    )
    sensors: tuple[Sensor, ...] = Field(default=(), description="Sensors carried.")
    signs: Signs = Field(
        default=Signs.constant(), title="Seen by sensors", description="What sensors see of it."
    )
    suppression: Suppression = Field(
        default=Suppression.constant(), description="How far fire keeps it down."
    )
    fearless: Fearless = Field(
        default="", description="Why it takes no notice of suppression; empty: it does."
    )
    rest: bool = Field(
        default=False, description="Fires from a rest: a tripod, a branch, an embrasure."
    )

    aboard: Aboard | None = Field(
        default=None, title="In a vehicle", description="Whose driver or passenger it is."
    )

    def weapon(self, weapon_id: str) -> Weapon | None:
        """Return a weapon by its id; None where there is none."""
        return next((one for one in self.weapons if one.id == weapon_id), None)

    def same_things(self, weapon_id: str) -> tuple[Weapon, ...]:
        """Return all entries of one thing: the dagger in hand, and the dagger thrown."""
        weapon = self.weapon(weapon_id)
        thing = weapon_id if weapon is None else weapon.same_as or weapon_id
        return tuple(one for one in self.weapons if thing in (one.id, one.same_as))
