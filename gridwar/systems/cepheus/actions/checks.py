"""Plain skill checks in combat: against a difficulty, or against somebody.

The lines of the sum are ``dms.py``. Attacks are not here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from gridwar.engine.kit import Procedure, ask, call, emit, repeat, require, roll
from gridwar.model.command import Answer
from gridwar.model.events import Explained
from gridwar.model.question import Option, Question
from gridwar.model.trace import Step, Trace
from gridwar.systems.cepheus.actions.action_costs import FREE, may_do, pay, spoil_aim
from gridwar.systems.cepheus.actions.minor_actions import PRICES
from gridwar.systems.cepheus.core.dms import (
    DIFFICULTY_DMS,
    EXCEPTIONAL,
    TARGET,
    Difficulty,
    add_characteristic,
    add_check_dms,
    add_difficulty,
    add_skill,
)
from gridwar.systems.cepheus.core.sheet import CHARACTERISTICS, Characteristic
from gridwar.systems.cepheus.core.state import characteristic_dm, sheet_of
from gridwar.systems.cepheus.modifiers.zero_g import add_combat_skill
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.engine.kit import Table
    from gridwar.systems.cepheus.core.commands import Check


ASK: Final = "ask"
"""Stands in a command for what has still to be chosen."""


class Extra(Struct, frozen=True):
    """One more line of a check's sum."""

    rule_id: str
    label: str
    dm: int
    source_id: str = ""


class Attempt(Struct, frozen=True):
    """Who tries what; ``extra`` is what a rule of its own adds, ``label`` what it is called.

    ``opposed``: not against the usual target, but against somebody else's check. ``asked_of``: no
    part of his own turn, but asked of him by what others do. ``fights``: with a combat skill, which
    zero gravity caps.
    """

    who: str
    skill: str
    characteristic: Characteristic
    difficulty: Difficulty = "average"
    extra: tuple[Extra, ...] = ()
    label: str = ""
    opposed: bool = False
    asked_of: bool = False
    fights: bool = False


class CheckResult(Struct, frozen=True):
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


class OpposedResult(Struct, frozen=True):
    """What came of an opposed check; the winner is known once it is not tied."""

    mine: CheckResult
    theirs: CheckResult
    winner: str | None
    won: bool = False
    """Whether the winner is who began it."""


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
    difficulty: Difficulty = yield from _choose(command.difficulty, lambda: _which_difficulty(who))
    characteristic = yield from chosen_characteristic(table, who, command.characteristic)
    if price != FREE:
        yield from pay(table, who, price)
        yield from spoil_aim(table, who, "acted")
    mine = Attempt(who, command.skill, characteristic, difficulty)
    if other is None:
        return (yield from call(attempt, mine, key="check"))
    theirs = Attempt(other, command.opponent_skill, command.opponent_characteristic, asked_of=True)
    return (yield from call(oppose, (mine, theirs), key="opposed"))


def chosen_characteristic(
    table: Table,
    who: str,
    given: Characteristic | Literal["ask"],
    usual: Characteristic = "dexterity",
) -> Procedure[Characteristic]:
    """Return the characteristic of a check, asked for where it is not given.

    Args:
        table: The table.
        who: Whose check it is.
        given: The characteristic, or that it has to be asked for.
        usual: What is proposed.

    Rules: CE-CORE-03
    """
    found: Characteristic = yield from _choose(
        given, lambda: _which_characteristic(table, who, usual)
    )
    return found


def _choose(given: str, make: Callable[[], Question]) -> Procedure[Any]:
    """Return what is given, or ask for it; the question offers nothing but what there is."""
    if given != ASK:
        return given
    answer = yield from ask(make)
    return answer.option


def _which_difficulty(who: str) -> Question:
    options = tuple(
        Option(name, name.replace("_", " ").capitalize(), effect=f"{dm:+d}")
        for name, dm in DIFFICULTY_DMS.items()
    )
    return Question(
        key="difficulty",
        recipient=who,
        title=_("How difficult is it?"),
        options=options,
        default=Answer(option="average"),
        rule_ids=("CE-CORE-05",),
    )


def _which_characteristic(table: Table, who: str, usual: Characteristic) -> Question:
    scores = sheet_of(table.now[who]).chars
    options = tuple(
        Option(
            name,
            f"{name.capitalize()} {scores.score(name)}",
            effect=f"{characteristic_dm(scores.score(name)):+d}",
        )
        for name in CHARACTERISTICS
    )
    return Question(
        key="characteristic",
        recipient=who,
        title=_("With which characteristic?"),
        options=options,
        default=Answer(option=usual),
        rule_ids=("CE-CORE-03",),
    )


def attempt(table: Table, one: Attempt) -> Procedure[CheckResult]:
    """Roll a check.

    Rules: CE-CORE-01, CE-CORE-02, CE-CORE-03, CE-CORE-04, CE-CORE-05, CE-ZRG-01
    """
    tally = table.tally(f"check of {one.who}")
    add_difficulty(tally, one.difficulty)
    if one.skill:
        add = add_combat_skill if one.fights else add_skill
        add(tally, table, one.who, one.skill)
    add_characteristic(tally, table, one.who, one.characteristic)
    add_check_dms(tally, table, one.who, asked_of=one.asked_of)
    for more in one.extra:
        tally.line(more.rule_id, more.label, more.dm, source_id=more.source_id)
    what = one.skill.replace("_", " ").capitalize() or one.characteristic.capitalize()
    label = one.label or f"{table.now[one.who].name}: {what}"
    needed = TARGET - tally.total
    words = label if one.opposed else _("{what}: {n} or more").format(what=label, n=needed)
    rolled = yield from roll("2d6", sum, key=f"check of {one.who}", owner=one.who, label=words)
    result = CheckResult(tally.total, rolled + tally.total)
    words = _("success") if result.success else _("failure")
    if result.exceptional:
        words = _("exceptional {what}").format(what=words)
    trace = Trace(
        title=label,
        lines=tally.lines,
        total=tally.total,
        steps=(
            Step(label=_("2D6"), rule_id="CE-CORE-01", after=rolled),
            Step(label=_("Total"), rule_id="CE-CORE-01", before=rolled, after=result.total),
            Step(label=_("Effect"), rule_id="CE-CORE-02", after=result.effect),
        ),
        tone="good" if result.success else "plain",
        result=words,
    )
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
    tie = Step(label=_("A tie: the higher characteristic wins"), rule_id="CE-CORE-06")
    steps = (tie,) if result.mine.effect == result.theirs.effect else ()
    yield from emit(Explained(trace=Trace(title=title, steps=steps, result=words)))
    return result


class _Contest(Struct, frozen=True):
    mine: Attempt
    theirs: Attempt
    result: OpposedResult


def _one_go(table: Table, contest: _Contest) -> Procedure[tuple[_Contest, bool]]:
    mine = yield from call(attempt, replace(contest.mine, opposed=True), key="mine")
    theirs = yield from call(attempt, replace(contest.theirs, opposed=True), key="theirs")
    scores = [
        sheet_of(table.now[one.who]).chars.score(one.characteristic)
        for one in (contest.mine, contest.theirs)
    ]
    ahead = (mine.effect, scores[0]), (theirs.effect, scores[1])
    winner = None
    if ahead[0] != ahead[1]:
        winner = contest.mine.who if ahead[0] > ahead[1] else contest.theirs.who
    result = OpposedResult(mine, theirs, winner, winner == contest.mine.who)
    return _Contest(contest.mine, contest.theirs, result), winner is None
