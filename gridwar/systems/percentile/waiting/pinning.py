"""Pinning tests: who is under fire keeps where they are, or does not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.engine.kit import Procedure, _
from gridwar.systems.percentile.checks.checks import Trial, check
from gridwar.systems.percentile.core.conditions import begin
from gridwar.systems.percentile.core.scores import SCORE_WORDS, score
from gridwar.systems.percentile.core.state import sheet_of

if TYPE_CHECKING:
    from gridwar.engine.kit import Table


class Pinning(Struct, frozen=True):
    """A Pinning test to be made: who fired, ``modifier`` by the rule that asks for it."""

    who: str
    by: str
    rule_id: str
    modifier: int = 0


def pinning_test(table: Table, order: Pinning) -> Procedure[bool]:
    """Test Pinning; return whether somebody is pinned by it.

    Rules: PC-ACT-10, PC-ACT-11
    """
    who = order.who
    if who not in table.now or sheet_of(table.now[who]).dead:
        return False
    tally = table.tally("pinning", aside=True)
    sheet = sheet_of(table.now[who])
    tally.line(order.rule_id, SCORE_WORDS["pinning"], score(sheet, "pinning"))
    if order.modifier:
        tally.line(order.rule_id, _("Suppressive Fire"), order.modifier, source_id="fire")
    words = _("Pinning, under fire from {name}").format(name=table.now[order.by].name)
    trial = Trial(who, "pinning", _("{who}: Pinning test"), words)
    tested = yield from check(table, tally, trial)
    if not tested.success:
        yield from begin(table, who, "pinned")
    return not tested.success
