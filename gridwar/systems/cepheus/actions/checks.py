"""Plain skill checks in combat: against a difficulty, or against somebody.

The lines of the sum are ``dms.py``. Attacks are not here.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from gridwar.engine.kit import (
    Act,
    ChoiceField,
    Encounter,
    Option,
    Procedure,
    Role,
    Step,
    Variant,
    Words,
    call,
    choose,
    offer,
    plays,
    price_of,
    reason_against,
    repeat,
    require,
    roll,
    say,
)
from gridwar.systems.cepheus.actions.action_costs import (
    ASK,
    FREE,
    Price,
    may_do,
    may_spend,
    pay,
    spoil_aim,
)
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
from gridwar.systems.cepheus.core.headings import OTHER_THINGS, for_people
from gridwar.systems.cepheus.core.sheet import CHARACTERISTICS, Characteristic
from gridwar.systems.cepheus.core.state import characteristic_dm, sheet_of
from gridwar.systems.cepheus.core.turn_order import is_gone
from gridwar.systems.cepheus.modifiers.bands import distance_between
from gridwar.systems.cepheus.modifiers.zero_g import add_combat_skill
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from gridwar.engine.kit import Table

MOST_OPPONENTS: Final = 12
"""Of those who could be the other side of a check, the nearest."""


@for_people
def _skills(encounter: Encounter, who: str) -> Iterator[Variant]:
    price = _price_left(encounter, who)
    yield Variant(fields={"price": price}, title=_("Check without a skill"))
    for skill, level in sorted(sheet_of(encounter[who]).skills.items()):
        fields = {"skill": skill, "price": price}
        yield Variant(skill, fields, {"skill": title_of(skill)}, note=f"{level:+d}")


def _price_left(encounter: Encounter, who: str) -> str:
    """Return the dearest price that somebody can pay for a check now."""
    for name in ("significant", "minor", "free"):
        if reason_against(encounter, partial(_may_check, who=who, price=PRICES[name])) is None:
            return name
    return "significant"


def _may_check(table: Table, who: str, price: Price) -> Procedure[None]:
    """Refuse a check at a price; whoever is grappled or busy makes none, at no price either.

    Rules: CE-SIG-02, CE-MIN-10, CE-GRP-03, CE-OTH-02
    """
    yield from may_do(table, who, price)
    yield from may_spend(table, who)


def _named_price(encounter: Encounter, command: Check) -> Price:
    del encounter
    return PRICES[command.price]


def _characteristics(encounter: Encounter, command: Act) -> dict[Characteristic, Words]:
    """Return with which characteristic somebody's command could be played.

    Rules: CE-CORE-03
    """
    chars = sheet_of(encounter[command.actor]).chars
    scores = {one: chars.score(one) for one in CHARACTERISTICS}
    return {
        one: (f"{one.capitalize()} {score}", f"{characteristic_dm(score):+d}")
        for one, score in scores.items()
    }


CheckedWith: TypeAlias = Annotated[
    Characteristic | Literal["ask"], ChoiceField(_("With"), _characteristics)
]
"""A characteristic of which the GM picks one for a check."""
COSTS: Final[Mapping[str, str]] = {
    "significant": _("Significant action"),
    "minor": _("Minor action"),
    "free": _("Nothing"),
}


def _difficulties(_encounter: Encounter, _command: Check) -> dict[str, Words]:
    """Return how difficult a check may be.

    Rules: CE-CORE-05
    """
    return {name: (title_of(name), f"{dm:+d}") for name, dm in DIFFICULTY_DMS.items()}


def _opponents(encounter: Encounter, command: Check) -> dict[str | None, Words]:
    """Return against whom the check may be: both roll, the higher Effect wins.

    Rules: CE-CORE-06
    """
    far = {
        one.id: distance.metres
        for one in encounter.everyone()
        if one.id != command.actor
        and not is_gone(encounter, one.id)
        and (distance := distance_between(encounter, command.actor, one.id)) is not None
    }
    nearest = sorted(far, key=lambda who: (far[who], who))[:MOST_OPPONENTS]
    if not nearest:
        return {}
    return {
        None: _("Nobody"),
        **{who: (encounter[who].name, _("both roll")) for who in nearest},
    }


def _against(command: Check, who: str | None) -> Check:
    if who is None:
        return command.replace(opponent=None)
    return command.replace(opponent=who, opponent_skill=command.skill, difficulty="average")


@offer(
    _("Check: {skill}"),
    icon="dices",
    group=OTHER_THINGS,
    role=Role.OTHER,
    price=_named_price,
    each=_skills,
    prepared=True,
)
class Check(Act):
    """Make a check, opposed where ``opponent`` is given; what is "ask" is asked for.

    An empty ``skill`` means a check of the characteristic alone.
    """

    skill: str = ""
    characteristic: CheckedWith = "dexterity"
    difficulty: Annotated[
        Difficulty | Literal["ask"],
        ChoiceField(
            _("Difficulty"),
            _difficulties,
            when=lambda _encounter, command: command.opponent is None,
        ),
    ] = "average"
    opponent: Annotated[str | None, ChoiceField(_("Against"), _opponents, make=_against)] = None
    opponent_skill: str = ""
    opponent_characteristic: Characteristic = "dexterity"
    price: Annotated[Literal["free", "minor", "significant"], ChoiceField(_("Costs"), COSTS)] = (
        "significant"
    )
    note: str = ""


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


@plays(Check)
def check(table: Table, command: Check) -> Procedure[CheckResult | OpposedResult]:
    """Make a check as part of a turn.

    Rules: CE-SIG-02, CE-MIN-10, CE-CORE-01, CE-CORE-06
    """
    who, price = command.actor, price_of(table.now, command)
    yield from _may_check(table, who, price)
    other = command.opponent
    text = _("There is no such opponent.")
    known = other is None or (other in table.now and other != who)
    yield from require(known, "opponent", text, "CE-CORE-06", waivable=False)
    difficulty: Difficulty = yield from _chosen_difficulty(table, who, command.difficulty)
    characteristic = yield from chosen_characteristic(table, who, command.characteristic)
    if price != FREE:
        yield from pay(table, who, price)
        yield from spoil_aim(table, who, "acted")
    mine = Attempt(who, command.skill, characteristic, difficulty)
    if other is None:
        return (yield from call(attempt, mine, key="check"))
    theirs = Attempt(other, command.opponent_skill, command.opponent_characteristic, asked_of=True)
    return (yield from call(oppose, (mine, theirs), key="opposed"))


def _chosen_difficulty(
    table: Table, who: str, given: Difficulty | Literal["ask"]
) -> Procedure[Any]:
    if given != ASK:
        return given
    options = [
        Option(name, title_of(name), effect=f"{dm:+d}") for name, dm in DIFFICULTY_DMS.items()
    ]
    text = _("How difficult is it?")
    chosen = yield from choose(
        table, text, options, "CE-CORE-05", key="difficulty", whom=who, default="average"
    )
    return chosen


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
        scores = sheet_of(table.now[who]).chars
        for name in CHARACTERISTICS:
            score = scores.score(name)
            yield Option(
                name, f"{name.capitalize()} {score}", effect=f"{characteristic_dm(score):+d}"
            )

    text = _("With which characteristic?")
    chosen: Any = yield from choose(
        table, text, options, "CE-CORE-03", key="characteristic", whom=who, default=usual
    )
    found: Characteristic = chosen
    return found


def title_of(name: str) -> str:
    """Return the name of a skill or a difficulty as users read it."""
    return name.replace("_", " ").capitalize()


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
    mine = yield from call(attempt, replace(contest.mine, against=contest.theirs.who), key="mine")
    theirs = yield from call(
        attempt, replace(contest.theirs, against=contest.mine.who), key="theirs"
    )
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
