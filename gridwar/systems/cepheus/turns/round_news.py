"""What the turn of a round changes, for the log: Initiative and what weighs on checks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import Step
from gridwar.systems.cepheus.core.order import count_of, in_order, present_sheet
from gridwar.systems.cepheus.core.state import check_dm
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from gridwar.engine.kit import Encounter


def standings(encounter: Encounter) -> Mapping[str, tuple[int, int]]:
    """Return how those in the order stand in this round: Initiative, DM on checks.

    Rules: CE-INI-06
    """
    now = encounter.round
    return {
        who: (count_of(encounter, who), check_dm(present_sheet(encounter, who), now))
        for who in in_order(encounter)
    }


def round_news(encounter: Encounter, before: Mapping[str, tuple[int, int]]) -> tuple[Step, ...]:
    """Return what a new round brings: what expired, and what takes effect.

    Args:
        encounter: The fight in the new round.
        before: How people stood in the round before.

    Rules: CE-RND-05
    """
    return tuple(_changes(encounter, before))


def _changes(encounter: Encounter, before: Mapping[str, tuple[int, int]]) -> Iterator[Step]:
    for who, (count, on_checks) in standings(encounter).items():
        old_count, old_on_checks = before.get(who, (count, on_checks))
        name = encounter[who].name
        if count != old_count:
            label = _("{name}: Initiative").format(name=name)
            yield Step(label=label, rule_id="CE-INI-06", before=old_count, after=count)
        if on_checks != old_on_checks:
            label = _("{name}: on checks").format(name=name)
            yield Step(label=label, rule_id="CE-RND-05", before=old_on_checks, after=on_checks)
