"""What ``cepheus`` knows of combatants and of the fight, and plain readings of it.

Does not own how any of it changes (``events.py``) nor sums of DMs (``dms.py``).
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from operator import lt
from typing import ClassVar, Literal

from frozendict import frozendict
from pydantic import Field

from gridwar.model.combatant import Combatant, Sheet
from gridwar.model.cover import Cover
from gridwar.model.encounter import Encounter, RulesState
from gridwar.model.record import FrozenMap, Record
from gridwar.systems.cepheus.bodies import Body, Lying, Task
from gridwar.systems.cepheus.equipment import (
    Contact,
    Fearless,
    Sensor,
    Signs,
    Suppression,
    Team,
)
from gridwar.systems.cepheus.machine import Aboard, Machine
from gridwar.systems.cepheus.switches import CepheusSwitches
from gridwar.systems.cepheus.weapons import Weapon

Physical = Literal["strength", "dexterity", "endurance"]
Characteristic = Literal[
    "strength", "dexterity", "endurance", "intelligence", "education", "social"
]
Stance = Literal["standing", "crouched", "prone"]
PHYSICAL: tuple[Physical, ...] = ("strength", "dexterity", "endurance")
CHARACTERISTICS: tuple[Characteristic, ...] = (
    *PHYSICAL, "intelligence", "education", "social",
)  # fmt: skip
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

    target: str = Field(description="Whom he aims at.")
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
        default=Scores(), title="Characteristics", description="As they are without wounds."
    )
    chars: Scores = Field(
        default=Scores(), title="Characteristics now", description="Less where there are wounds."
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
        default=None, title="Vehicle, robot or drone",
        description="Hull, Structure, systems, speed: for what is no living being.",
    )  # fmt: skip
    stance: Stance = Field(default="standing", description="Standing, crouched or prone.")
    declared_cover: Cover | None = Field(
        default=None, description="Cover by the GM's word, whatever the map shows."
    )
    aware: bool = Field(default=True, description="Knows of all enemies when the fight begins.")
    aware_of: frozenset[str] = Field(
        default=frozenset(), description="Enemies he has come to know of since (ids)."
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
        default=Budget(minor=0, significant=0), description="Actions left in the present turn."
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
        default=0, ge=0, le=100_000,
        description="Tenths of a square paid for by move actions and not walked yet.",
    )  # fmt: skip
    helpless: bool = Field(default=False, description="Bound, stunned or otherwise helpless.")
    killed: bool = Field(default=False, description="Dead whatever the characteristics say.")
    grappled_with: str | None = Field(default=None, description="Locked in a grapple with (id).")

    body: Body = Field(default=Body(), title="Condition", description="Tiredness and care.")
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

    team: Team = Field(default=Team(), description="Unit, command and communication.")
    contact: Contact = Field(
        default=Contact(), title="Contact with the commander", description="In this fight."
    )
    sensors: tuple[Sensor, ...] = Field(default=(), description="Sensors carried.")
    signs: Signs = Field(
        default=Signs(), title="Seen by sensors", description="What sensors see of it."
    )
    suppression: Suppression = Field(
        default=Suppression(), description="How far fire keeps it down."
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


class CepheusState(RulesState):
    """What the rules know about the fight as a whole."""

    count: int | None = Field(default=None, description="Initiative count of the latest turn.")
    fresh: bool = Field(default=False, description="Nobody has done anything in this round yet.")
    interrupted: tuple[str, ...] = Field(
        default=(), description="Whose turns wait because somebody delayed cut in, outermost first."
    )
    first: frozenset[str] = Field(
        default=frozenset(), description="Delayers who chose to be first in this round."
    )
    passed_rounds: int = Field(
        default=0, ge=0, description="Rounds that went by without being played: hours, days."
    )
    lying: tuple[Lying, ...] = Field(default=(), description="Weapons on the ground.")
    planned: frozenset[str] = Field(
        default=frozenset(), description="Units whose commanders have made their plan."
    )
    left: str = Field(default="", description="The side that walked away before the fight.")


class Health(StrEnum):
    """How somebody is, the worst that holds."""

    UNHURT = "unhurt"
    WOUNDED = "wounded"
    SERIOUSLY_WOUNDED = "seriously_wounded"
    UNCONSCIOUS = "unconscious"
    DEAD = "dead"


_BLANK_SHEET, _BLANK_STATE, _DEFAULTS = CepheusSheet(), CepheusState(), CepheusSwitches()


def sheet_of(one: Combatant) -> CepheusSheet:
    """Return a combatant's sheet (a blank one for a combatant of another system)."""
    return one.sheet if isinstance(one.sheet, CepheusSheet) else _BLANK_SHEET


def state_of(encounter: Encounter) -> CepheusState:
    """Return what the rules know of a fight."""
    return encounter.rules if isinstance(encounter.rules, CepheusState) else _BLANK_STATE


def switches_of(encounter: Encounter) -> CepheusSwitches:
    """Return the house rules of a fight."""
    found = encounter.switches
    return found if isinstance(found, CepheusSwitches) else _DEFAULTS


def characteristic_dm(score: int) -> int:
    """Return the DM of a characteristic's present score.

    Rules: CE-CORE-03
    """
    return score // 3 - 2


UNTRAINED_DM = -3


def skill_dm(sheet: CepheusSheet, skill: str) -> int:
    """Return the DM of a skill: its level, or the penalty for lacking it.

    Rules: CE-CORE-04
    """
    level = sheet.skills.get(skill)
    return min(0, UNTRAINED_DM + sheet.jack_of_all_trades) if level is None else level


def health(sheet: CepheusSheet, switches: CepheusSwitches) -> Health:
    """Return how somebody is.

    Rules: CE-DMG-07, CE-HLT-01, CE-HLT-02, CE-VDM-05, CE-VDM-15
    """
    if sheet.machine is not None:
        return _machine_health(sheet.machine, killed=sheet.killed)
    left, full = _physical(sheet.chars), _physical(sheet.chars_max)
    damaged = sum(map(lt, left, full))
    at_zero = left.count(0)
    if sheet.killed or at_zero == len(PHYSICAL):
        return Health.DEAD
    limbs_gone = switches.unconscious_at == "str_or_dex_zero" and 0 in left[:2]
    if sheet.body.fainted or ((at_zero > 1 or limbs_gone) and not sheet.body.awake):
        return Health.UNCONSCIOUS
    if damaged == len(PHYSICAL):
        return Health.SERIOUSLY_WOUNDED
    return Health.WOUNDED if damaged else Health.UNHURT


def _machine_health(machine: Machine, *, killed: bool) -> Health:
    if killed or machine.destroyed:
        return Health.DEAD
    if machine.is_down:
        return Health.UNCONSCIOUS
    return Health.WOUNDED if machine.is_damaged else Health.UNHURT


def takes_turns(sheet: CepheusSheet) -> bool:
    """Tell whether somebody acts in the order: a vehicle moves in its driver's turn.

    Rules: CE-VEH-02, CE-VDM-16
    """
    return sheet.machine is None or sheet.machine.is_robot


def is_seriously_wounded(sheet: CepheusSheet) -> bool:
    """Tell whether all three physical characteristics are damaged, dead or alive.

    Rules: CE-DMG-07
    """
    return all(map(lt, _physical(sheet.chars), _physical(sheet.chars_max)))


def is_out(sheet: CepheusSheet, switches: CepheusSwitches) -> bool:
    """Tell whether somebody is unconscious or dead."""
    return health(sheet, switches) in (Health.UNCONSCIOUS, Health.DEAD)


def is_helpless(sheet: CepheusSheet, switches: CepheusSwitches) -> bool:
    """Tell whether somebody cannot defend himself at all.

    Rules: CE-SIG-11, CE-REA-02
    """
    return sheet.helpless or is_out(sheet, switches)


def is_aware_of(sheet: CepheusSheet, enemy: str) -> bool:
    """Tell whether somebody knows of an enemy.

    Rules: CE-INI-02, CE-REA-02
    """
    return sheet.aware or enemy in sheet.aware_of


HASTE_DM = -1
SUPPRESSED_DM = -1
FATIGUE_DM = -2


def check_dm(sheet: CepheusSheet, round_now: int) -> int:
    """Return the sum of the DMs on somebody's own checks: reactions, haste, fatigue.

    Rules: CE-REA-01, CE-INI-07, CE-HLT-01, CE-FIR-07
    """
    lasting = HASTE_DM * sheet.hasty + FATIGUE_DM * sheet.body.fatigued
    lasting += SUPPRESSED_DM * is_suppressed(sheet, round_now)
    return sum(one.dm for one in live_dms(sheet, round_now)) + lasting


def is_suppressed(sheet: CepheusSheet, round_now: int) -> bool:
    """Tell whether somebody is kept down by fire in a round.

    Rules: CE-FIR-07
    """
    return sheet.suppression.until_round >= max(1, round_now)


def clock(encounter: Encounter) -> int:
    """Return the rounds that have gone by, played or not: what injuries are timed by."""
    return encounter.round + state_of(encounter).passed_rounds


def budget_of(sheet: CepheusSheet) -> Budget:
    """Return the actions of somebody's next whole turn.

    Rules: CE-RND-02, CE-EXP-03, CE-HLT-03
    """
    hurt = int(is_seriously_wounded(sheet))
    return Budget(minor=1 - hurt, significant=0 if sheet.lose_next_significant else 1, hurt=hurt)


def budget_left(encounter: Encounter, who: str) -> Budget:
    """Return the actions left of somebody's turn under way, or those of the next whole one.

    Rules: CE-RND-02
    """
    sheet = sheet_of(encounter[who])
    return sheet.budget if is_under_way(encounter, who) else budget_of(sheet)


def is_under_way(encounter: Encounter, who: str) -> bool:
    """Tell whether somebody has the turn, or one that waits for somebody who cut in."""
    return encounter.turn == who or who in state_of(encounter).interrupted


def is_busy(sheet: CepheusSheet) -> bool:
    """Tell whether somebody is at something that takes longer, and does nothing else.

    Rules: CE-OTH-02
    """
    return sheet.task is not None and not sheet.task.is_finished


def is_hobbling(sheet: CepheusSheet, switches: CepheusSwitches) -> bool:
    """Tell whether somebody can only hobble: conscious and hurt all over.

    Rules: CE-HLT-03
    """
    return is_seriously_wounded(sheet) and not is_out(sheet, switches)


def live_dms(sheet: CepheusSheet, round_now: int) -> tuple[CheckDm, ...]:
    """Return the DMs on checks that still count in a round."""
    return tuple(one for one in sheet.check_dms if one.until_round >= round_now)


def initiative(sheet: CepheusSheet, round_now: int) -> int:
    """Return the Initiative in a round: the base and the changes of that round.

    Rules: CE-INI-06
    """
    changes = sum(one.amount for one in sheet.initiative_mods if one.round == round_now)
    return (sheet.initiative_base or 0) + changes


def _physical(scores: Scores) -> tuple[int, int, int]:
    return scores.strength, scores.dexterity, scores.endurance
