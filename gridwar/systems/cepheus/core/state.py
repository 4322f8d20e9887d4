"""What ``cepheus`` knows of the fight, and plain readings of the fight and of sheets.

Does not own how any of it changes nor sums of DMs (``checks.dms``).
"""

from __future__ import annotations

from enum import StrEnum
from operator import lt
from typing import TYPE_CHECKING

from pydantic import Field

from gridwar.engine.kit import Vital, own_sheet, own_state, own_switches
from gridwar.model.bounds import Number, Rounds
from gridwar.model.combatant_references import CombatantId
from gridwar.model.encounter import Encounter, RulesState
from gridwar.model.geometry import Cell
from gridwar.model.record import Record
from gridwar.model.roster_changes import Noted
from gridwar.systems.cepheus.core.figures import modifiers
from gridwar.systems.cepheus.core.person import PHYSICAL, Arm, Budget, CheckDm
from gridwar.systems.cepheus.core.sheet import CepheusSheet, Scores
from gridwar.systems.cepheus.core.switches import CepheusSwitches
from gridwar.systems.cepheus.core.weapons import Weapon

if TYPE_CHECKING:
    from gridwar.model.combatant import Combatant
    from gridwar.systems.cepheus.core.machine import Machine
    from gridwar.systems.cepheus.core.person import Suppression


class Lying(Record):
    """A weapon that lies on the ground, where anybody may pick it up, with all its entries."""

    cell: Cell
    weapons: tuple[Weapon, ...]


class CepheusState(RulesState):
    """What the rules know about the fight as a whole."""

    count: Number | None = Field(default=None, description="Initiative count of the latest turn.")
    fresh: bool = Field(default=False, description="Nobody has done anything in this round yet.")
    interrupted: tuple[CombatantId, ...] = Field(
        default=(), description="Whose turns wait because somebody delayed cut in, outermost first."
    )
    first: frozenset[CombatantId] = Field(
        default=frozenset(), description="Delayers who chose to be first in this round."
    )
    passed_rounds: Rounds = Field(
        default=0, description="Rounds that went by without being played: hours, days."
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


sheet_of = own_sheet(CepheusSheet)
state_of = own_state(CepheusState)
switches_of = own_switches(CepheusSwitches)


def characteristic_dm(score: int) -> int:
    """Return the DM of a characteristic's present score.

    Rules: CE-CORE-03
    """
    return score // 3 - 2


def better_arm(sheet: CepheusSheet) -> Arm:
    """Return what somebody fights hand to hand with at best: Strength only where it is higher.

    Rules: CE-SIG-04
    """
    chars = sheet.chars
    return "strength" if chars.strength > chars.dexterity else "dexterity"


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


def vital_of(encounter: Encounter, who: str) -> Vital:
    """Return the sum of the physical characteristics, or a machine's hull, and who is out.

    Rules: CE-CORE-03, CE-DMG-05, CE-VDM-04
    """
    sheet = sheet_of(encounter[who])
    out = health(sheet, switches_of(encounter)) in (Health.UNCONSCIOUS, Health.DEAD)
    if sheet.machine is not None:
        return Vital(sheet.machine.hull, sheet.machine.hull_max, out)
    return Vital(sum(_physical(sheet.chars)), sum(_physical(sheet.chars_max)), out)


def _machine_health(machine: Machine, *, killed: bool) -> Health:
    if killed or machine.destroyed:
        return Health.DEAD
    if machine.is_down:
        return Health.UNCONSCIOUS
    return Health.WOUNDED if machine.is_damaged else Health.UNHURT


def takes_turns(sheet: CepheusSheet) -> bool:
    """Return whether somebody acts in the order: a vehicle moves in its driver's turn.

    Rules: CE-VEH-02, CE-VDM-16
    """
    return sheet.machine is None or sheet.machine.is_robot


def is_seriously_wounded(sheet: CepheusSheet) -> bool:
    """Return whether all three physical characteristics are damaged, dead or alive.

    Rules: CE-DMG-07
    """
    return all(map(lt, _physical(sheet.chars), _physical(sheet.chars_max)))


def is_out(sheet: CepheusSheet, switches: CepheusSwitches) -> bool:
    """Return whether somebody is unconscious or dead."""
    return health(sheet, switches) in (Health.UNCONSCIOUS, Health.DEAD)


def is_helpless(sheet: CepheusSheet, switches: CepheusSwitches) -> bool:
    """Return whether somebody can put up no defence at all.

    Rules: CE-SIG-11, CE-REA-02
    """
    return sheet.helpless or is_out(sheet, switches)


def is_aware_of(sheet: CepheusSheet, enemy: str) -> bool:
    """Return whether somebody knows of an enemy.

    Rules: CE-INI-02, CE-REA-02
    """
    return sheet.aware or enemy in sheet.aware_of


def check_dm(sheet: CepheusSheet, round_now: int) -> int:
    """Return the sum of the DMs on somebody's own checks: reactions, haste, fatigue.

    Rules: CE-REA-01, CE-INI-07, CE-HLT-01, CE-FIR-07
    """
    haste, burden = modifiers().haste, modifiers().burden
    lasting = haste.checks * sheet.hasty + burden.fatigued * sheet.body.fatigued
    lasting += burden.suppressed * is_suppressed(sheet, round_now)
    return sum(one.dm for one in live_dms(sheet, round_now)) + lasting


def is_suppressed(sheet: CepheusSheet, round_now: int) -> bool:
    """Return whether somebody is kept down by fire in a round.

    Rules: CE-FIR-07
    """
    return sheet.suppression.until_round >= max(1, round_now)


def unlocked(now: Suppression) -> Suppression:
    """Return how far somebody is kept down once they have acted: they can be suppressed again.

    Rules: CE-FIR-08
    """
    return now.replace(locked=False) if now.locked else now


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
    """Return whether somebody has the turn, or one that waits for somebody who cut in."""
    return encounter.turn == who or who in state_of(encounter).interrupted


def is_busy(sheet: CepheusSheet) -> bool:
    """Return whether somebody is at something that takes longer, and does nothing else.

    Rules: CE-OTH-02
    """
    return sheet.task is not None and not sheet.task.is_finished


def is_hobbling(sheet: CepheusSheet, switches: CepheusSwitches) -> bool:
    """Return whether somebody can only hobble: conscious and hurt all over.

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


def holders(encounter: Encounter) -> tuple[str, ...]:
    """Return who aims, holds back, wrestles or is busy, as whoever acts sees it; as they joined.

    Asked after every outcome that odds explore, also among a thousand.
    """
    held, bracket = _HOLDERS.on(encounter.combatants), encounter.bracket
    if bracket is not None and bracket.active is not None:
        seen = bracket.seen[bracket.active]
        held = held.difference(seen) | {who for who, one in seen.items() if _holds(one)}
    return tuple(who for who in encounter.combatants if who in held) if held else ()


def _holds(one: Combatant) -> bool:
    sheet = sheet_of(one)
    is_held = sheet.grappled_with is not None or sheet.task is not None
    is_led = sheet.contact.tactics != 0
    return sheet.aim is not None or sheet.delaying or is_held or is_led


_HOLDERS = Noted(_holds)
