"""What an outcome of an attack amounts to, for the odds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frozendict import frozendict

from gridwar.engine.kit import Facts
from gridwar.model.changed import changed_ids
from gridwar.systems.cepheus.core.state import is_out, sheet_of, switches_of

if TYPE_CHECKING:
    from gridwar.model.encounter import Encounter
    from gridwar.systems.cepheus.grapples.grapple import GrappleResult
    from gridwar.systems.cepheus.modifiers.attack_values import AttackResult


def attack_facts(before: Encounter, after: Encounter, result: AttackResult) -> Facts:
    """Return whether an attack hit, the damage after armour by victim, and who went out.

    Args:
        before: The encounter before the attack.
        after: The encounter after it.
        result: What the attack's procedure returned.
    """
    amounts: dict[str, int] = {}
    for injury in result.injuries:
        amounts[injury.victim] = amounts.get(injury.victim, 0) + injury.after_armor
    return Facts(result.hit, frozendict(amounts), gone_out(before, after))


def grapple_facts(before: Encounter, after: Encounter, result: GrappleResult) -> Facts:
    """Return whether somebody won a check in a grapple, and what the loser suffered.

    Args:
        before: The encounter before the check.
        after: The encounter after it.
        result: What its procedure returned.
    """
    injury = result.injury
    amounts = {} if injury is None else {injury.victim: injury.after_armor}
    return Facts(result.won, frozendict(amounts), gone_out(before, after))


def gone_out(before: Encounter, after: Encounter) -> frozenset[str]:
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
