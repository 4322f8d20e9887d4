"""What an outcome of Cepheus comes to: hit or success, what whom was done, and who went down."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING

from frozendict import frozendict

from gridwar.engine.kit import Facts
from gridwar.model.roster_changes import changed_ids
from gridwar.systems.cepheus.attacks.attack_records import AttackResult
from gridwar.systems.cepheus.checks.check_rolls import CheckResult, OpposedResult
from gridwar.systems.cepheus.core.fight_state import sheet_of, switches_of
from gridwar.systems.cepheus.core.health import is_out
from gridwar.systems.cepheus.grapples import grapple
from gridwar.systems.cepheus.harm import first_aid_and_surgery
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter


def facts_of(before: Encounter, after: Encounter, result: object) -> Facts | None:
    """Whether it hit or succeeded, damage after armour by victim, who went down.

    Nobody loses more than all they have.
    """
    down = partial(_gone_out, before, after)
    if isinstance(result, AttackResult):
        amounts = Counter[str]()
        for injury in result.injuries:
            amounts[injury.victim] += injury.after_armor
        lost = {who: _lost(before, who, points) for who, points in amounts.items()}
        words = _("hit") if result.hit else _("miss")
        return Facts(result.hit, frozendict(lost), down(), words)
    if isinstance(result, CheckResult):
        return Facts(success=result.success, down=down())
    if isinstance(result, OpposedResult):
        return Facts(success=result.won, down=down())
    if isinstance(result, grapple.GrappleResult):
        hurt = result.injury
        struck = () if hurt is None else ((hurt.victim, hurt.after_armor),)
        lost = {who: _lost(before, who, points) for who, points in struck}
        return Facts(result.won, frozendict(lost), down())
    if isinstance(result, first_aid_and_surgery.Treated):
        return Facts(success=result.check.success)
    return None


def _lost(encounter: Encounter, who: str, points: int) -> int:
    """Return what somebody loses of some damage: people no more than they have.

    Rules: CE-DMG-05
    """
    sheet = sheet_of(encounter.combatants[who])
    chars = sheet.chars
    left = chars.strength + chars.dexterity + chars.endurance
    return points if sheet.machine is not None else min(points, left)


def _gone_out(before: Encounter, after: Encounter) -> frozenset[str]:
    """Return who is unconscious or dead now and was not before."""
    switches = switches_of(after)
    changed = changed_ids(before.combatants, after.combatants)
    return frozenset(
        who
        for who in changed
        if who in before.combatants
        and is_out(sheet_of(after.combatants[who]), switches)
        and not is_out(sheet_of(before.combatants[who]), switches)
    )
