"""What outcomes come to, for the odds: success, wounds lost by victim, who died."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frozendict import frozendict

from gridwar.engine.kit import Facts
from gridwar.systems.percentile.attacks.attack_records import AttackResult
from gridwar.systems.percentile.checks.opposed import OpposedResult
from gridwar.systems.percentile.core.state import sheet_of

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter


def facts_of(before: Encounter, after: Encounter, result: object) -> Facts:
    """Return whether a hit was left after evasion or a test was won, and who lost what.

    Rules: PC-ATK-09, PC-ATK-19, PC-TST-04
    """
    lost, down = {}, set()
    for who, one in before.combatants.items():
        now = after.combatants.get(who)
        if now is None or now is one:
            continue
        was, sheet = sheet_of(one), sheet_of(now)
        if was.wounds != sheet.wounds:
            lost[who] = was.wounds - sheet.wounds
        if sheet.dead and not was.dead:
            down.add(who)
    return Facts(_success(result, bool(lost)), frozendict(lost), frozenset(down))


def _success(result: object, hurt: bool) -> bool | None:
    """Return whether something came of it; None for what nobody tests."""
    if isinstance(result, AttackResult):
        return result.struck
    if isinstance(result, OpposedResult):
        return result.winner == "a"
    return hurt or None
