"""What ``cepheus`` knows of the fight, and plain readings of the fight and of sheets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import Field

from gridwar.engine.kit import own_sheet, own_state, own_switches
from gridwar.model.bounds import Number, Rounds
from gridwar.model.combatant_references import CombatantId
from gridwar.model.encounter import Encounter, RulesState
from gridwar.model.geometry import Cell
from gridwar.model.record import Record
from gridwar.model.roster_changes import Noted
from gridwar.systems.cepheus.core.house_rules import CepheusSwitches
from gridwar.systems.cepheus.core.modifier_tables import modifiers
from gridwar.systems.cepheus.core.sheet import CepheusSheet
from gridwar.systems.cepheus.core.weapon_records import Weapon

if TYPE_CHECKING:
    from gridwar.model.combatant import Combatant
    from gridwar.systems.cepheus.core.person_records import CheckDm, Suppression


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


sheet_of = own_sheet(CepheusSheet)
state_of = own_state(CepheusState)
switches_of = own_switches(CepheusSwitches)


def takes_turns(sheet: CepheusSheet) -> bool:
    """Return whether somebody acts in the order: a vehicle moves in its driver's turn.

    Rules: CE-VEH-02, CE-VDM-16
    """
    return sheet.machine is None or sheet.machine.is_robot


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


def is_under_way(encounter: Encounter, who: str) -> bool:
    """Return whether somebody has the turn, or one that waits for somebody who cut in."""
    return encounter.turn == who or who in state_of(encounter).interrupted


def is_busy(sheet: CepheusSheet) -> bool:
    """Return whether somebody is at something that takes longer, and does nothing else.

    Rules: CE-OTH-02
    """
    return sheet.task is not None and not sheet.task.is_finished


def live_dms(sheet: CepheusSheet, round_now: int) -> tuple[CheckDm, ...]:
    """Return the DMs on checks that still count in a round."""
    return tuple(one for one in sheet.check_dms if one.until_round >= round_now)


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
