"""Healing played: first aid, surgery, a day of care or of rest, and whose points come back.

The figures are ``healing``; days for everybody are ``calendar``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

from frozendict import frozendict
from msgspec import Struct

from gridwar.engine.procedure import Procedure, ask, call, emit, require, require_none, roll
from gridwar.model.command import Answer, Command
from gridwar.model.events import Explained
from gridwar.model.question import FormNumber, Question, Refusal
from gridwar.model.trace import Step, Trace
from gridwar.systems.cepheus.allocation import Points
from gridwar.systems.cepheus.bands import squares_between
from gridwar.systems.cepheus.body_events import FirstAidGiven, MindRecovered
from gridwar.systems.cepheus.checks import (
    Attempt,
    CheckResult,
    Extra,
    attempt,
    chosen_characteristic,
)
from gridwar.systems.cepheus.events import Recovered
from gridwar.systems.cepheus.healing import (
    MEDICINE,
    SELF_AID_DM,
    SELF_SURGERY_DM,
    Activity,
    endurance_dm,
    first_aid_factor,
    missing,
    most_missing_first,
    points_of_a_day,
    points_of_care,
    rolls_for_the_day,
    rounds_since_injury,
    shared_evenly,
)
from gridwar.systems.cepheus.prices import (
    SIGNIFICANT,
    must_exist,
    pay,
    spoil_aim,
    why_not_act,
    why_not_do,
)
from gridwar.systems.cepheus.state import (
    PHYSICAL,
    Characteristic,
    Health,
    health,
    is_seriously_wounded,
    sheet_of,
    switches_of,
)
from gridwar.systems.cepheus.wounds import Wound, lose_points
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from gridwar.engine.table import Table
    from gridwar.model.encounter import Encounter

ADJACENT_SQUARES = 1
WINDOW = "healing"
"""The kind of the patient's question, for standing answers: "never" takes the proposal."""


class FirstAid(Command):
    """Give somebody first aid."""

    kind: ClassVar[str] = "cepheus.first_aid"
    target: str
    characteristic: Characteristic | Literal["ask"] = "education"


class Surgery(Command):
    """Operate on somebody; ``sickbay``: in a hospital or sickbay."""

    kind: ClassVar[str] = "cepheus.surgery"
    target: str
    characteristic: Characteristic | Literal["ask"] = "education"
    sickbay: bool = True


class CareDay(Command):
    """Spend a day in a hospital, cared for by ``actor``."""

    kind: ClassVar[str] = "cepheus.care_day"
    target: str


class HealDay(Command):
    """Let somebody heal by himself for a day."""

    kind: ClassVar[str] = "cepheus.heal_day"
    who: str
    activity: Activity = "rest"


class Treated(Struct, frozen=True):
    """What came of a treatment: the check, the points it gave (negative: cost)."""

    check: CheckResult
    points: int


class Care(Struct, frozen=True):
    """What a day of care gave, and what came back where."""

    points: int
    restored: Points


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


def _change(table: Table, healing: Healing) -> Procedure[None]:
    """Give points back, or let them go where there are fewer than none."""
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
    own = Extra("CE-HLT-07", _("On oneself"), SELF_AID_DM)
    result = yield from _medicine(table, who, patient, characteristic, own)
    factor = first_aid_factor(rounds)
    points = factor * result.effect if result.success else 0
    if result.success:
        yield from emit(FirstAidGiven(who=patient))
    step = Step(
        label=_("Effect × {factor}: {n} rounds after the injury").format(factor=factor, n=rounds),
        rule_id="CE-HLT-07", before=result.effect, after=points,
    )  # fmt: skip
    title = _("First aid for {name}")
    yield from _tell(table, patient, title, points, step)
    yield from _change(table, Healing(patient, points, "CE-HLT-07"))
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
    result = yield from _medicine(table, who, patient, characteristic, own)
    times = switches_of(table.now).surgery_multiplier if result.success else 1
    points = times * result.effect
    step = Step(
        label=_("Effect × {factor}").format(factor=times), rule_id="CE-HLT-08",
        before=result.effect, after=points,
    )  # fmt: skip
    yield from _tell(table, patient, _("Surgery on {name}"), points, step)
    yield from _change(table, Healing(patient, points, "CE-HLT-08"))
    return Treated(result, points)


def _medicine(
    table: Table, who: str, patient: str, characteristic: Characteristic, own: Extra
) -> Procedure[CheckResult]:
    extra = (own,) if who == patient else ()
    names = {"name": table.now[who].name, "patient": table.now[patient].name}
    label = _("{name} treats {patient}").format(**names)
    attempted = Attempt(who, MEDICINE, characteristic, extra=extra, label=label)
    result = yield from call(attempt, attempted, key="medicine")
    return result


# --- days ---------------------------------------------------------------------------------------


def heal_day(table: Table, command: HealDay) -> Procedure[int]:
    """Play a day of healing by himself; return the points it is worth.

    Rules: CE-HLT-05, CE-HLT-06, CE-HLT-10
    """
    yield from must_exist(table, command.who)
    points = yield from call(one_day, Day(command.who, command.activity), key="day")
    return points


class Day(Struct, frozen=True):
    """How somebody spends a day."""

    who: str
    activity: Activity


def one_day(table: Table, day: Day) -> Procedure[int]:
    """Play one day of natural healing.

    Rules: CE-HLT-05, CE-HLT-06, CE-HLT-10
    """
    who, rolled = day.who, 0
    if rolls_for_the_day(sheet_of(table.now[who]), day.activity):
        label = _("Healing of {name}").format(name=table.now[who].name)
        rolled = yield from roll("1d6", sum, key="healing", owner=who, label=label)
    sheet = sheet_of(table.now[who])
    points, is_hurt = points_of_a_day(sheet, day.activity, rolled), bool(missing(sheet).total)
    rule_id = "CE-HLT-06" if is_seriously_wounded(sheet) else "CE-HLT-05"
    if is_hurt:
        words = _("Endurance DM {dm:+d}").format(dm=endurance_dm(sheet))
        step = Step(label=words, rule_id=rule_id, before=rolled, after=points)
        title = _("{name} rests for a day")
        if day.activity == "active":
            title = _("{name} is up and about for a day")
        yield from _tell(table, who, title, points, step)
        yield from _change(table, Healing(who, points, rule_id))
    yield from mind_of_a_day(table, who)
    return points


def mind_of_a_day(table: Table, who: str) -> Procedure[None]:
    """Give back a point of Intelligence and of Education, where they are damaged.

    Rules: CE-HLT-10
    """
    sheet = sheet_of(table.now[who])
    intelligence = int(sheet.chars.intelligence < sheet.chars_max.intelligence)
    education = int(sheet.chars.education < sheet.chars_max.education)
    if intelligence or education:
        yield from emit(MindRecovered(who=who, intelligence=intelligence, education=education))


def why_not_care(encounter: Encounter, who: str, patient: str) -> Refusal | None:
    """Return why a day in a hospital is of no use to somebody; None where it is.

    Rules: CE-HLT-09
    """
    refusal = why_not_treat(encounter, who, patient)
    if refusal is None and is_seriously_wounded(sheet_of(encounter[patient])):
        text = _("{name} is seriously wounded: one characteristic has to be whole again first.")
        text = text.format(name=encounter[patient].name)
        return Refusal("serious", text, ("CE-HLT-09",))
    return refusal


def care_day(table: Table, command: CareDay) -> Procedure[Care]:
    """Play a day in a hospital.

    Rules: CE-HLT-09, CE-HLT-10
    """
    doctor, patient = command.actor or "", command.target
    yield from require_none(why_not_care(table.now, doctor, patient))
    care = yield from call(one_care_day, Cared(doctor, patient), key="care")
    return care


class Cared(Struct, frozen=True):
    """Who cares for whom."""

    doctor: str
    patient: str


def one_care_day(table: Table, cared: Cared) -> Procedure[Care]:
    """Give back what a day of care is worth, evenly over what is damaged.

    Rules: CE-HLT-09, CE-HLT-10
    """
    patient, doctor = cared.patient, cared.doctor
    sheet, medicine = sheet_of(table.now[patient]), sheet_of(table.now[doctor]).skills
    points = points_of_care(sheet, medicine.get(MEDICINE, 0))
    restored = shared_evenly(missing(sheet), points)
    name = table.now[doctor].name
    step = Step(
        label=_("2, Endurance DM {dm:+d}, Medicine of {name} {level}").format(
            dm=endurance_dm(sheet), name=name, level=medicine.get(MEDICINE, 0)
        ),
        rule_id="CE-HLT-09", after=points,
    )  # fmt: skip
    yield from _tell(table, patient, _("{name} is cared for"), points, step)
    if restored.total:
        yield from emit(Recovered(who=patient, **restored._asdict()))
    yield from mind_of_a_day(table, patient)
    return Care(points, restored)


def _tell(table: Table, who: str, title: str, points: int, step: Step) -> Procedure[None]:
    tone = "good" if points > 0 else "harm" if points < 0 else "quiet"
    trace = Trace(
        title=title.format(name=table.now[who].name), steps=(step,), total=points, tone=tone,
        result=f"{points:+d}",
    )  # fmt: skip
    yield from emit(Explained(trace=trace))
