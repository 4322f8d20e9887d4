"""Treatment played: first aid and surgery."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.engine.kit import (
    Act,
    Procedure,
    SheetEvent,
    Step,
    call,
    emit,
    must_exist,
    plays,
    require,
    sets,
)
from gridwar.systems.cepheus.actions.action_costs import SIGNIFICANT, may_act, may_do, take_action
from gridwar.systems.cepheus.checks.check_rolls import (
    Attempt,
    CheckedWith,
    CheckResult,
    Extra,
    attempt,
    chosen_characteristic,
)
from gridwar.systems.cepheus.core.fight_state import sheet_of, switches_of
from gridwar.systems.cepheus.core.health import Health, health, is_seriously_wounded
from gridwar.systems.cepheus.core.modifier_tables import modifiers
from gridwar.systems.cepheus.core.offers_and_headings import offer_care
from gridwar.systems.cepheus.harm.healing_points import (
    MEDICINE,
    Healing,
    change,
    first_aid_factor,
    missing,
    rounds_since_injury,
    tell,
)
from gridwar.systems.cepheus.positions.range_bands import squares_between
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from gridwar.engine.kit import Table
    from gridwar.systems.cepheus.core.person_records import Characteristic

ADJACENT_SQUARES = 1


@offer_care(
    _("First aid"), icon="bandage", price=SIGNIFICANT, note=_("in the next square, within an hour")
)
class FirstAid(Act):
    """Give somebody first aid."""

    target: str
    characteristic: CheckedWith = "education"


@sets("body.first_aid_done", True)
class FirstAidGiven(SheetEvent):
    """Somebody's present injuries have had their first aid."""


class Treated(Struct, frozen=True):
    """What came of a treatment: the check, the points it gave (negative: cost)."""

    check: CheckResult
    points: int


def may_treat(table: Table, patient: str) -> Procedure[None]:
    """Refuse where nobody can treat somebody at all.

    Rules: CE-HLT-07, CE-HLT-08, CE-HLT-09
    """
    yield from must_exist(table, patient)
    yield from must_live(table, patient)
    is_hurt = missing(sheet_of(table.now[patient])).total > 0
    yield from require(is_hurt, "unhurt", _("{whom} is not hurt."), "CE-HLT-07", whom=patient)


def must_live(table: Table, who: str) -> Procedure[None]:
    """Refuse where somebody is dead.

    Rules: CE-DMG-07
    """
    is_dead = health(sheet_of(table.now[who]), switches_of(table.now)) is Health.DEAD
    yield from require(not is_dead, "dead", _("{who} is dead."), "CE-DMG-07", who=who)


@plays(FirstAid)
def first_aid(table: Table, command: FirstAid) -> Procedure[Treated]:
    """Give first aid: twice the Effect within five minutes, once within an hour, then nothing.

    In the helper's own turn it takes the significant action.

    Rules: CE-HLT-07, CE-HLT-04
    """
    who, patient = command.actor, command.target
    is_turn = table.now.turn == who
    yield from may_do(table, who, SIGNIFICANT) if is_turn else may_act(table, who)
    yield from may_treat(table, patient)
    done = sheet_of(table.now[patient]).body.first_aid_done
    text = _("These injuries of {whom} have had their first aid.")
    yield from require(not done, "treated", text, "CE-HLT-07", whom=patient)
    apart = squares_between(table.now, who, patient) if who != patient else 0
    text = _("{whom} is too far away: first aid needs the next square.")
    is_near = apart is None or apart <= ADJACENT_SQUARES
    yield from require(is_near, "too_far_to_treat", text, "CE-HLT-07", whom=patient)
    characteristic = yield from chosen_characteristic(table, who, command.characteristic)
    if is_turn:
        yield from take_action(table, who, SIGNIFICANT)
    rounds = rounds_since_injury(table.now, patient)
    factor = first_aid_factor(rounds)
    words = ngettext(
        "{n} round after the injury: Effect × {factor}",
        "{n} rounds after the injury: Effect × {factor}",
        rounds,
    ).format(n=rounds, factor=factor)
    extra: tuple[Extra, ...] = (Extra("CE-HLT-07", words, 0, "time"),)
    if who == patient:
        extra = (
            Extra("CE-HLT-07", _("On oneself"), modifiers().treatment.first_aid_on_oneself),
            *extra,
        )
    result = yield from _medicine(table, who, patient, characteristic, extra)
    points = factor * result.effect if result.success else 0
    if result.success:
        yield from emit(FirstAidGiven(who=patient))
    step = Step(label=words, rule_id="CE-HLT-07", before=result.effect, after=points)
    yield from tell(table, patient, _("First aid for {whom}"), points, step)
    yield from change(table, Healing(patient, points, "CE-HLT-07"))
    return Treated(result, points)


@offer_care(_("Surgery in a sickbay"), icon="heart", note=_("for the seriously wounded"))
class Surgery(Act):
    """Operate on somebody; ``sickbay``: in a hospital or sickbay."""

    target: str
    characteristic: CheckedWith = "education"
    sickbay: bool = True


@plays(Surgery)
def surgery(table: Table, command: Surgery) -> Procedure[Treated]:
    """Operate: twice the Effect comes back, or as many points as the Effect are lost.

    Rules: CE-HLT-08, CE-HLT-04
    """
    who, patient = command.actor, command.target
    yield from may_treat(table, patient)
    serious = is_seriously_wounded(sheet_of(table.now[patient]))
    text = _("Surgery is of no use to {whom}, who is not seriously wounded.")
    yield from require(serious, "not_serious", text, "CE-HLT-08", whom=patient)
    text = _("Surgery needs a hospital or a sickbay.")
    yield from require(command.sickbay, "sickbay", text, "CE-HLT-08")
    characteristic = yield from chosen_characteristic(table, who, command.characteristic)
    own = Extra("CE-HLT-08", _("On oneself"), modifiers().treatment.surgery_on_oneself)
    extra = (own,) if who == patient else ()
    result = yield from _medicine(table, who, patient, characteristic, extra)
    times = switches_of(table.now).surgery_multiplier if result.success else 1
    points = times * result.effect
    label = _("Effect × {factor}").format(factor=times)
    step = Step(label=label, rule_id="CE-HLT-08", before=result.effect, after=points)
    yield from tell(table, patient, _("Surgery on {whom}"), points, step)
    yield from change(table, Healing(patient, points, "CE-HLT-08"))
    return Treated(result, points)


def _medicine(
    table: Table, who: str, patient: str, characteristic: Characteristic, extra: tuple[Extra, ...]
) -> Procedure[CheckResult]:
    what = _("treating {patient}").format(patient=table.now[patient].name)
    attempted = Attempt(who, MEDICINE, characteristic, extra=extra, what=what)
    return (yield from call(attempt, attempted, key="medicine"))
