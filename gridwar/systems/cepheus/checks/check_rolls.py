"""Rolling: a check against a difficulty, or two against each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from gridwar.engine.kit import (
    Act,
    ChoiceField,
    Encounter,
    Option,
    Procedure,
    Step,
    Words,
    call,
    choose,
    repeat,
    roll,
    say,
)
from gridwar.systems.cepheus.checks.check_dms import (
    EXCEPTIONAL,
    TARGET,
    Difficulty,
    add_characteristic,
    add_check_dms,
    add_combat_skill,
    add_difficulty,
    add_sensors,
    add_skill,
    characteristic_dm,
)
from gridwar.systems.cepheus.core.fight_state import sheet_of
from gridwar.systems.cepheus.core.offers_and_headings import ASK
from gridwar.systems.cepheus.core.person_records import CHARACTERISTICS, Characteristic
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Table, Tally


def _characteristics(encounter: Encounter, command: Act) -> dict[Characteristic, Words]:
    """Return with which characteristic somebody's command could be played.

    Rules: CE-CORE-03
    """
    return {**_scores(encounter, command.actor)}


def _scores(encounter: Encounter, who: str) -> dict[Characteristic, tuple[str, str]]:
    """Return somebody's characteristics in words, each with its DM."""
    chars = sheet_of(encounter[who]).chars
    scores = {one: chars.score(one) for one in CHARACTERISTICS}
    return {
        one: (f"{one.capitalize()} {score}", f"{characteristic_dm(score):+d}")
        for one, score in scores.items()
    }


CheckedWith: TypeAlias = Annotated[
    Characteristic | Literal["ask"], ChoiceField(_("With"), _characteristics)
]
"""A characteristic of which the GM picks one for a check."""


class Extra(Struct, frozen=True):
    """One more line of a check's sum."""

    rule_id: str
    label: str
    dm: int
    source_id: str = ""


class Attempt(Struct, frozen=True):
    """Who tries what; ``extra`` is what a rule of its own adds, ``what`` what it is called.

    ``against``: not against the usual target, but against the check of this other one.
    ``asked_of``: no part of their own turn, but asked of them by what others do. ``fights``: with a
    combat skill, which zero gravity caps.
    """

    who: str
    skill: str
    characteristic: Characteristic
    difficulty: Difficulty = "average"
    extra: tuple[Extra, ...] = ()
    what: str = ""
    against: str = ""
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
    if given != ASK:
        return given

    def options() -> Iterator[Option]:
        for name, (title, dm) in _scores(table.now, who).items():
            yield Option(name, title, effect=dm)

    text = _("With which characteristic?")
    chosen = yield from choose(
        table, text, options, "CE-CORE-03", key="characteristic", whom=who, default=usual
    )
    return next(one for one in CHARACTERISTICS if one == chosen)


def title_of(name: str) -> str:
    """Return the name of a skill or a difficulty as users read it."""
    return name.replace("_", " ").capitalize()


def attempt(table: Table, one: Attempt) -> Procedure[CheckResult]:
    """Roll a check.

    Rules: CE-CORE-01, CE-CORE-02, CE-CORE-03, CE-CORE-04, CE-CORE-05, CE-ZRG-01, CE-VDM-09
    """
    tally = _summed(table, one)
    what = title_of(one.skill or one.characteristic)
    label = f"{table.now[one.who].name}: {one.what or what}"
    needed = TARGET - tally.total
    words, wanted = (one.what or what).capitalize(), _("{n} or more").format(n=needed)
    if one.against:
        other = table.now[one.against].name
        words = _("{what} against {other}").format(what=words, other=other)
        wanted = _("a higher Effect than {other}'s").format(other=other)
    rolled = yield from roll(
        "2d6", sum, key=f"check of {one.who}", owner=one.who, label=words, needed=wanted
    )
    result = CheckResult(tally.total, rolled + tally.total)
    words = _("success") if result.success else _("failure")
    if result.exceptional:
        words = _("exceptional {what}").format(what=words)
    yield from say(
        table,
        label,
        lines=tally.lines,
        total=tally.total,
        steps=(
            Step(
                label=_("2D6"),
                rule_id="CE-CORE-01",
                before=rolled,
                after=result.total,
                faces=table.faces(f"check of {one.who}"),
            ),
            Step(label=_("Effect"), rule_id="CE-CORE-02", after=result.effect),
        ),
        tone="good" if result.success else "plain",
        result=words,
    )
    return result


def _summed(table: Table, one: Attempt, *, aside: bool = False) -> Tally:
    """Add up what somebody adds to a check; of an opposed one it is said whose sum it is.

    Rules: CE-CORE-02, CE-CORE-03, CE-CORE-04, CE-CORE-05, CE-ZRG-01, CE-VDM-09
    """
    of = one.who if one.against else ""
    tally = table.tally(f"check of {one.who}", aside=aside, of=of)
    add_difficulty(tally, one.difficulty)
    if one.skill:
        add = add_combat_skill if one.fights else add_skill
        add(tally, table, one.who, one.skill)
        add_sensors(tally, table, one.who, one.skill)
    add_characteristic(tally, table, one.who, one.characteristic)
    add_check_dms(tally, table, one.who, asked_of=one.asked_of)
    for more in one.extra:
        tally.line(more.rule_id, more.label, more.dm, source_id=more.source_id)
    return tally


def _shown_before(table: Table, one: Attempt) -> Procedure[int]:
    """Add up the other side of an opposed check before a die falls, for the sheet that shows it.

    Rules: CE-CORE-06
    """
    yield from ()
    return _summed(table, one, aside=True).total


def oppose(table: Table, both: tuple[Attempt, Attempt]) -> Procedure[OpposedResult]:
    """Roll an opposed check until somebody wins: the higher Effect, then the higher score.

    Rules: CE-CORE-06
    """
    mine, theirs = both
    contest = yield from repeat(_one_go, _Contest(mine, theirs), key="go")
    result = contest.result
    assert result is not None
    words = f"{result.mine.effect} : {result.theirs.effect}"
    tie = Step(label=_("A tie: the higher characteristic wins"), rule_id="CE-CORE-06")
    steps = (tie,) if result.mine.effect == result.theirs.effect else ()
    winner = result.winner or mine.who
    yield from say(table, _("{who} wins"), who=winner, tone="plain", steps=steps, result=words)
    return result


class _Contest(Struct, frozen=True):
    mine: Attempt
    theirs: Attempt
    result: OpposedResult | None = None


def _one_go(table: Table, contest: _Contest) -> Procedure[tuple[_Contest, bool]]:
    answer = replace(contest.theirs, against=contest.mine.who)
    if table.rehearsal:
        yield from call(_shown_before, answer, key="theirs")
    mine = yield from call(attempt, replace(contest.mine, against=contest.theirs.who), key="mine")
    theirs = yield from call(attempt, answer, key="theirs")
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
