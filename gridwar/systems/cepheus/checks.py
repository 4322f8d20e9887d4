"""Plain skill checks in combat: against a difficulty, or against somebody.

The lines of the sum are ``dms.py``. Attacks are not here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gridwar.engine.procedure import Procedure, call, emit, repeat, require, roll
from gridwar.model.events import Explained
from gridwar.model.trace import Step, Trace
from gridwar.systems.cepheus.deeds import PRICES
from gridwar.systems.cepheus.dms import (
    EXCEPTIONAL,
    TARGET,
    Difficulty,
    add_characteristic,
    add_check_dms,
    add_difficulty,
    add_skill,
)
from gridwar.systems.cepheus.prices import FREE, may_do, pay, spoil_aim
from gridwar.systems.cepheus.state import Characteristic, sheet_of
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.table import Table
    from gridwar.systems.cepheus.commands import Check


@dataclass(frozen=True, slots=True)
class Attempt:
    """Who tries what."""

    who: str
    skill: str
    characteristic: Characteristic
    difficulty: Difficulty = "average"


@dataclass(frozen=True, slots=True)
class CheckResult:
    """What came of a check.

    Rules: CE-CORE-01, CE-CORE-02
    """

    dm_total: int
    total: int

    @property
    def effect(self) -> int:
        """By how much the target number was passed; negative for a failure."""
        return self.total - TARGET

    @property
    def success(self) -> bool:
        """Whether the check succeeded; an Effect of 0 does."""
        return self.effect >= 0

    @property
    def exceptional(self) -> bool:
        """Whether it succeeded, or failed, by 6 or more."""
        return abs(self.effect) >= EXCEPTIONAL


@dataclass(frozen=True, slots=True)
class OpposedResult:
    """What came of an opposed check; the winner is known once it is not tied."""

    mine: CheckResult
    theirs: CheckResult
    winner: str | None


def check(table: Table, command: Check) -> Procedure[CheckResult | OpposedResult]:
    """Make a check as part of a turn.

    Rules: CE-SIG-02, CE-MIN-10, CE-CORE-01, CE-CORE-06
    """
    who, price = command.actor or "", PRICES[command.price]
    yield from may_do(table, who, price)
    other = command.opponent
    text = _("There is no such opponent.")
    known = other is None or (other in table.now and other != who)
    yield from require(known, "opponent", text, "CE-CORE-06", waivable=False)
    if price != FREE:
        yield from pay(table, who, price)
        yield from spoil_aim(table, who, "acted")
    mine = Attempt(who, command.skill, command.characteristic, command.difficulty)
    if other is None:
        return (yield from call(attempt, mine, key="check"))
    theirs = Attempt(other, command.opponent_skill, command.opponent_characteristic)
    return (yield from call(oppose, (mine, theirs), key="opposed"))


def attempt(table: Table, one: Attempt) -> Procedure[CheckResult]:
    """Roll a check.

    Rules: CE-CORE-01, CE-CORE-02, CE-CORE-03, CE-CORE-04, CE-CORE-05
    """
    tally = table.tally(f"check of {one.who}")
    add_difficulty(tally, one.difficulty)
    add_skill(tally, table, one.who, one.skill)
    add_characteristic(tally, table, one.who, one.characteristic)
    add_check_dms(tally, table, one.who)
    label = _("{name}: check").format(name=table.now[one.who].name)
    rolled = yield from roll("2d6", sum, key=f"check of {one.who}", owner=one.who, label=label)
    result = CheckResult(tally.total, rolled + tally.total)
    words = _("success") if result.success else _("failure")
    if result.exceptional:
        words = _("exceptional {what}").format(what=words)
    trace = Trace(
        title=label, lines=tally.lines, total=tally.total,
        steps=(
            Step(label=_("2D6"), rule_id="CE-CORE-01", after=rolled),
            Step(label=_("Total"), rule_id="CE-CORE-01", before=rolled, after=result.total),
            Step(label=_("Effect"), rule_id="CE-CORE-02", after=result.effect),
        ),
        tone="good" if result.success else "plain", result=words,
    )  # fmt: skip
    yield from emit(Explained(trace=trace))
    return result


def oppose(table: Table, both: tuple[Attempt, Attempt]) -> Procedure[OpposedResult]:
    """Roll an opposed check until somebody wins: the higher Effect, then the higher score.

    Rules: CE-CORE-06
    """
    mine, theirs = both
    nothing = CheckResult(0, 0)
    start = _Contest(mine, theirs, OpposedResult(nothing, nothing, None))
    contest = yield from repeat(_one_go, start, key="go")
    result = contest.result
    title = _("{winner} wins").format(winner=table.now[result.winner or mine.who].name)
    words = f"{result.mine.effect} : {result.theirs.effect}"
    yield from emit(Explained(trace=Trace(title=title, result=words)))
    return result


@dataclass(frozen=True, slots=True)
class _Contest:
    mine: Attempt
    theirs: Attempt
    result: OpposedResult


def _one_go(table: Table, contest: _Contest) -> Procedure[tuple[_Contest, bool]]:
    mine = yield from call(attempt, contest.mine, key="mine")
    theirs = yield from call(attempt, contest.theirs, key="theirs")
    scores = [
        sheet_of(table.now[one.who]).chars.score(one.characteristic)
        for one in (contest.mine, contest.theirs)
    ]
    ahead = (mine.effect, scores[0]), (theirs.effect, scores[1])
    winner = None
    if ahead[0] != ahead[1]:
        winner = contest.mine.who if ahead[0] > ahead[1] else contest.theirs.who
    result = OpposedResult(mine, theirs, winner)
    return _Contest(contest.mine, contest.theirs, result), winner is None
