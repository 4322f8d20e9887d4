"""Treatment played: first aid, surgery, and where points come back.

The figures are ``healing``; days are ``days`` and ``calendar``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from frozendict import frozendict
from msgspec import Struct

from gridwar.engine.kit import Procedure, ask, call, emit, require, require_none
from gridwar.model.command import Answer, Command
from gridwar.model.events import Explained
from gridwar.model.question import FormNumber, Question, Refusal
from gridwar.model.trace import Step, Trace
from gridwar.systems.cepheus.acts.checks import (
    Attempt,
    CheckResult,
    Extra,
    attempt,
    chosen_characteristic,
)
from gridwar.systems.cepheus.acts.prices import (
    SIGNIFICANT,
    pay,
    spoil_aim,
    why_not_act,
    why_not_do,
)
from gridwar.systems.cepheus.health.healing import (
    MEDICINE,
    SELF_AID_DM,
    SELF_SURGERY_DM,
    first_aid_factor,
    missing,
    most_missing_first,
    rounds_since_injury,
)
from gridwar.systems.cepheus.health.wounds import Wound, lose_points
from gridwar.systems.cepheus.lines.bands import squares_between
from gridwar.systems.cepheus.sheets.allocation import Points
from gridwar.systems.cepheus.sheets.body_events import FirstAidGiven
from gridwar.systems.cepheus.sheets.events import Recovered
from gridwar.systems.cepheus.sheets.sheet import PHYSICAL, Characteristic
from gridwar.systems.cepheus.sheets.state import (
    Health,
    health,
    is_seriously_wounded,
    sheet_of,
    switches_of,
)
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from gridwar.engine.kit import Table
    from gridwar.model.encounter import Encounter

ADJACENT_SQUARES = 1
WINDOW = "healing"
"""The kind of the patient's question, for standing answers: "never" takes the proposal."""


class FirstAid(Command):
    """Give somebody first aid."""

    target: str
    characteristic: Characteristic | Literal["ask"] = "education"


class Surgery(Command):
    """Operate on somebody; ``sickbay``: in a hospital or sickbay."""

    target: str
    characteristic: Characteristic | Literal["ask"] = "education"
    sickbay: bool = True


class Treated(Struct, frozen=True):
    """What came of a treatment: the check, the points it gave (negative: cost)."""

    check: CheckResult
    points: int


class Healing(Struct, frozen=True):
    """Points that somebody gets back where he likes, and the rule they come from."""

    who: str
    points: int
    rule_id: str


# --- points -------------------------------------------------------------------------------------


def give_back(table: Table, healing: Healing) -> Procedure[Points]:
    """Let somebody have points back, divided as he likes, never above what is full.

    Rules: CE-HLT-04
    """
    lacking = missing(sheet_of(table.now[healing.who]))
    points = min(healing.points, lacking.total)
    if points <= 0:
        return Points()
    given = most_missing_first(lacking, points)
    if points < lacking.total and sum(1 for one in lacking if one) > 1:
        answer = yield from ask(lambda: _where_to(table.now, healing, points))
        given = Points(*(answer.numbers.get(key, 0) for key in PHYSICAL))
    yield from emit(Recovered(who=healing.who, **given._asdict()))
    return given


def _where_to(encounter: Encounter, healing: Healing, points: int) -> Question:
    lacking = missing(sheet_of(encounter[healing.who]))
    proposed, name = most_missing_first(lacking, points), encounter[healing.who].name
    title = ngettext(
        "{name}: where does {n} point come back?", "{name}: where do {n} points come back?", points
    ).format(name=name, n=points)
    return Question(
        key="healed",
        recipient=healing.who,
        title=title,
        numbers=tuple(
            FormNumber(key, key.capitalize(), 0, min(points, lacking.at(key)), proposed.at(key))
            for key in PHYSICAL
        ),
        numbers_sum=points,
        default=Answer(numbers=frozendict({key: proposed.at(key) for key in PHYSICAL})),
        window=WINDOW,
        rule_ids=("CE-HLT-04", healing.rule_id),
    )


def change(table: Table, healing: Healing) -> Procedure[None]:
    """Give points back, or let them go where there are fewer than none.

    Rules: CE-HLT-04
    """
    if healing.points >= 0:
        yield from call(give_back, healing, key="points")
    else:
        yield from call(lose_points, Wound(healing.who, -healing.points), key="points")


# --- whom one may treat -------------------------------------------------------------------------


def why_not_treat(encounter: Encounter, who: str, patient: str) -> Refusal | None:
    """Return why somebody cannot treat another at all; None where he can.

    Rules: CE-HLT-07, CE-HLT-08, CE-HLT-09
    """
    if who not in encounter or patient not in encounter:
        return Refusal("target", _("Choose whom to treat."), ("CE-HLT-07",), waivable=False)
    sheet, name = sheet_of(encounter[patient]), encounter[patient].name
    if health(sheet, switches_of(encounter)) is Health.DEAD:
        return Refusal("dead", _("{name} is dead.").format(name=name), ("CE-DMG-07",))
    if not missing(sheet).total:
        return Refusal("unhurt", _("{name} is not hurt.").format(name=name), ("CE-HLT-07",))
    return None


def why_not_aid(encounter: Encounter, who: str, patient: str) -> tuple[Refusal, ...]:
    """Return every reason against first aid apart from turn and actions.

    Rules: CE-HLT-07
    """
    refusal = why_not_treat(encounter, who, patient)
    if refusal is not None:
        return (refusal,)
    found = []
    if sheet_of(encounter[patient]).body.first_aid_done:
        text = _("These injuries of {name} have had their first aid.")
        found.append(_refusal("treated", text.format(name=encounter[patient].name)))
    apart = squares_between(encounter, who, patient) if who != patient else 0
    if apart is not None and apart > ADJACENT_SQUARES:
        text = _("{name} is too far away: first aid needs the next square.")
        found.append(_refusal("too_far", text.format(name=encounter[patient].name)))
    return tuple(found)


def _refusal(code: str, text: str) -> Refusal:
    return Refusal(code, text, ("CE-HLT-07",))


# --- first aid and surgery ------------------------------------------------------------------------


def first_aid(table: Table, command: FirstAid) -> Procedure[Treated]:
    """Give first aid: twice the Effect within five minutes, once within an hour, then nothing.

    In his turn it takes the significant action.

    Rules: CE-HLT-07, CE-HLT-04
    """
    who, patient = command.actor or "", command.target
    for refusal in why_not_aid(table.now, who, patient):
        yield from require_none(refusal)
    is_turn = table.now.turn == who
    yield from require_none(
        why_not_do(table.now, who, SIGNIFICANT) if is_turn else why_not_act(table.now, who)
    )
    rounds = rounds_since_injury(table.now, patient)
    characteristic = yield from chosen_characteristic(table, who, command.characteristic)
    if is_turn:
        yield from pay(table, who, SIGNIFICANT)
        yield from spoil_aim(table, who, "acted")
    factor = first_aid_factor(rounds)
    words = ngettext(
        "{n} round after the injury: Effect × {factor}",
        "{n} rounds after the injury: Effect × {factor}",
        rounds,
    ).format(n=rounds, factor=factor)
    extra: tuple[Extra, ...] = (Extra("CE-HLT-07", words, 0, "time"),)
    if who == patient:
        extra = (Extra("CE-HLT-07", _("On oneself"), SELF_AID_DM), *extra)
    result = yield from _medicine(table, who, patient, characteristic, extra)
    points = factor * result.effect if result.success else 0
    if result.success:
        yield from emit(FirstAidGiven(who=patient))
    step = Step(label=words, rule_id="CE-HLT-07", before=result.effect, after=points)
    title = _("First aid for {name}")
    yield from tell(table, patient, title, points, step)
    yield from change(table, Healing(patient, points, "CE-HLT-07"))
    return Treated(result, points)


def why_not_operate(encounter: Encounter, who: str, patient: str) -> Refusal | None:
    """Return why somebody cannot operate on another; None where he can.

    Rules: CE-HLT-08
    """
    refusal = why_not_treat(encounter, who, patient)
    if refusal is None and not is_seriously_wounded(sheet_of(encounter[patient])):
        text = _("Surgery is of no use to {name}, who is not seriously wounded.")
        text = text.format(name=encounter[patient].name)
        return Refusal("not_serious", text, ("CE-HLT-08",))
    return refusal


def surgery(table: Table, command: Surgery) -> Procedure[Treated]:
    """Operate: twice the Effect comes back, or as many points as the Effect are lost.

    Rules: CE-HLT-08, CE-HLT-04
    """
    who, patient = command.actor or "", command.target
    yield from require_none(why_not_operate(table.now, who, patient))
    text = _("Surgery needs a hospital or a sickbay.")
    yield from require(command.sickbay, "sickbay", text, "CE-HLT-08")
    characteristic = yield from chosen_characteristic(table, who, command.characteristic)
    own = Extra("CE-HLT-08", _("On oneself"), SELF_SURGERY_DM)
    extra = (own,) if who == patient else ()
    result = yield from _medicine(table, who, patient, characteristic, extra)
    times = switches_of(table.now).surgery_multiplier if result.success else 1
    points = times * result.effect
    step = Step(
        label=_("Effect × {factor}").format(factor=times),
        rule_id="CE-HLT-08",
        before=result.effect,
        after=points,
    )
    yield from tell(table, patient, _("Surgery on {name}"), points, step)
    yield from change(table, Healing(patient, points, "CE-HLT-08"))
    return Treated(result, points)


def _medicine(
    table: Table, who: str, patient: str, characteristic: Characteristic, extra: tuple[Extra, ...]
) -> Procedure[CheckResult]:
    names = {"name": table.now[who].name, "patient": table.now[patient].name}
    label = _("{name} treats {patient}").format(**names)
    attempted = Attempt(who, MEDICINE, characteristic, extra=extra, label=label)
    result = yield from call(attempt, attempted, key="medicine")
    return result


def tell(table: Table, who: str, title: str, points: int, step: Step) -> Procedure[None]:
    """Write into the log what somebody gained or lost."""
    tone = "good" if points > 0 else "harm" if points < 0 else "quiet"
    trace = Trace(
        title=title.format(name=table.now[who].name),
        steps=(step,),
        total=points,
        tone=tone,
        result=f"{points:+d}",
    )
    yield from emit(Explained(trace=trace))
