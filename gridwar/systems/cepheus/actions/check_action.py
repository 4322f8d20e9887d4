"""What the GM prices: the check as an action of its own, and whatever else somebody does."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated, Final, Literal

from gridwar.engine.kit import (
    Act,
    AskedCheck,
    ChoiceField,
    Encounter,
    Option,
    Procedure,
    Question,
    Variant,
    Words,
    ask,
    call,
    choice,
    choose,
    plays,
    price_of,
    reason_against,
    require,
    say,
)
from gridwar.systems.cepheus.actions.action_costs import (
    FREE,
    MINOR,
    SIGNIFICANT,
    Price,
    may_act,
    may_do,
    may_spend,
    must_be_up,
    take_action,
)
from gridwar.systems.cepheus.checks.check_dms import DIFFICULTY_DMS, Difficulty
from gridwar.systems.cepheus.checks.check_rolls import (
    Attempt,
    CheckedWith,
    CheckResult,
    OpposedResult,
    attempt,
    chosen_characteristic,
    oppose,
    title_of,
)
from gridwar.systems.cepheus.core.fight_state import sheet_of
from gridwar.systems.cepheus.core.initiative_order import is_gone
from gridwar.systems.cepheus.core.offers_and_headings import (
    ASK,
    CHECKS,
    for_people,
    offer_other_thing,
)
from gridwar.systems.cepheus.core.person_records import Characteristic
from gridwar.systems.cepheus.positions.range_bands import distance_between
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from gridwar.engine.kit import Table


PRICES: Final = {"free": FREE, "minor": MINOR, "significant": SIGNIFICANT}
MOST_OPPONENTS: Final = 12
"""Of those who could be the other side of a check, the nearest."""


@for_people
def _skills(encounter: Encounter, who: str) -> Iterator[Variant]:
    price = _price_left(encounter, who)
    for skill, level in sorted(sheet_of(encounter[who]).skills.items()):
        fields = {"skill": skill, "price": price}
        yield Variant(skill, fields, {"skill": title_of(skill)}, note=f"{level:+d}")
    title, choice = _("Check without a skill"), _("no skill")
    yield Variant(fields={"price": price}, title=title, choice=choice)


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
    return {None: _("Nobody"), **{who: (encounter[who].name, _("both roll")) for who in nearest}}


def _against(command: Check, who: str | None) -> Check:
    if who is None:
        return command.replace(opponent=None)
    return command.replace(opponent=who, opponent_skill=command.skill, difficulty="average")


@offer_other_thing(
    _("Check: {skill}"),
    icon="dices",
    group=CHECKS,
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
    opponent: Annotated[
        str | None,
        ChoiceField(
            _("Against"),
            _opponents,
            when=lambda _encounter, command: not command.asked,
            make=_against,
        ),
    ] = None
    opponent_skill: str = ""
    opponent_characteristic: Characteristic = "dexterity"
    price: Annotated[
        Literal["free", "minor", "significant"],
        ChoiceField(_("Costs"), COSTS, when=lambda _encounter, command: not command.asked),
    ] = "significant"
    note: str = ""
    asked: bool = False
    """The GM asks for it: whoever has the turn, and at no price."""


def asked_checks(encounter: Encounter, who: tuple[str, ...]) -> tuple[AskedCheck, ...]:
    """Return the checks that the GM can ask of people: of every skill among them, and of none.

    Rules: CE-CORE-01, CE-CORE-03, CE-CORE-04
    """
    sheets = (sheet_of(encounter[one]) for one in who)
    skills = sorted({skill for sheet in sheets for skill in sheet.skills})

    def asked(skill: str) -> Callable[[str], Check]:
        return lambda one: Check(actor=one, skill=skill, price="free", asked=True)

    plain = AskedCheck("plain", _("no skill"), asked(""))
    return (*(AskedCheck(skill, title_of(skill), asked(skill)) for skill in skills), plain)


@plays(Check)
def check(table: Table, command: Check) -> Procedure[CheckResult | OpposedResult]:
    """Make a check as part of a turn.

    Rules: CE-SIG-02, CE-MIN-10, CE-CORE-01, CE-CORE-06
    """
    who, price = command.actor, FREE if command.asked else price_of(table.now, command)
    if command.asked:
        yield from must_be_up(table, who)
    else:
        yield from _may_check(table, who, price)
    other = command.opponent
    text = _("There is no such opponent.")
    known = other is None or (other in table.now and other != who)
    yield from require(known, "opponent", text, "CE-CORE-06", waivable=False)
    difficulty: Difficulty = yield from _chosen_difficulty(table, who, command.difficulty)
    characteristic = yield from chosen_characteristic(table, who, command.characteristic)
    if price != FREE:
        yield from take_action(table, who, price)
    mine = Attempt(who, command.skill, characteristic, difficulty)
    if other is None:
        return (yield from call(attempt, mine, key="check"))
    theirs = Attempt(other, command.opponent_skill, command.opponent_characteristic, asked_of=True)
    return (yield from call(oppose, (mine, theirs), key="opposed"))


def _chosen_difficulty(
    table: Table, who: str, given: Difficulty | Literal["ask"]
) -> Procedure[Difficulty]:
    if given != ASK:
        return given
    options = [
        Option(name, title_of(name), effect=f"{dm:+d}") for name, dm in DIFFICULTY_DMS.items()
    ]
    text = _("How difficult is it?")
    chosen = yield from choose(
        table, text, options, "CE-CORE-05", key="difficulty", whom=who, default="average"
    )
    return next(one for one in DIFFICULTY_DMS if one == chosen)


# --- whatever else ------------------------------------------------------------------------------


@for_people
def _asked(encounter: Encounter, who: str) -> Iterator[Variant]:
    del encounter, who
    yield Variant(fields={"price": "ask"})


@offer_other_thing(
    _("Whatever else"),
    id="other",
    icon="more-horizontal",
    note=_("free, minor or significant"),
    each=_asked,
)
class OtherAction(Act):
    """Do something that the GM prices as they see fit; "ask" asks them, and for some words."""

    note: str = ""
    price: Literal["free", "minor", "significant", "ask"] = "minor"


@plays(OtherAction)
def other_action(table: Table, command: OtherAction) -> Procedure[None]:
    """Do something else, at the price that the GM names.

    Rules: CE-MIN-10, CE-SIG-02, CE-OTH-01
    """
    who, note = command.actor, command.note
    named: str = command.price
    if named == "ask":
        yield from may_act(table, who)
        answer = yield from ask(lambda: _at_what_price(table, who))
        named, note = answer.option, next(iter(answer.texts), "") or note
    price = PRICES[named]
    yield from may_do(table, who, price)
    if price != FREE:
        yield from take_action(table, who, price)
    yield from say(table, "{who} {does}", who=who, does=note or _("does something else"))


def _at_what_price(table: Table, who: str) -> Question:
    def option(name: str, title: str, effect: str) -> Option:
        refusal = reason_against(table.now, lambda table: may_do(table, who, PRICES[name]))
        why = "" if refusal is None else refusal.text
        return Option(name, title, effect=effect, enabled=refusal is None, why_not=why)

    return choice(
        table,
        _("What does {who} do, and at what price?"),
        (
            option("free", _("Free"), _("a shout, a button")),
            option("minor", _("A minor action"), _("without full attention")),
            option("significant", _("The significant action"), _("needs concentration")),
        ),
        "CE-OTH-01",
        "CE-MIN-10",
        "CE-SIG-02",
        key="price",
        whom=None,
        who=who,
        note_label=_("In words"),
    )
