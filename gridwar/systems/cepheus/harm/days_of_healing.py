"""Days of healing for one person: alone, or in a hospital."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.engine.kit import (
    Act,
    Command,
    Count,
    Procedure,
    SheetEvent,
    Step,
    call,
    emit,
    must_exist,
    plays,
    require,
    roll,
    say,
)
from gridwar.systems.cepheus.core.fight_state import sheet_of
from gridwar.systems.cepheus.core.health import is_seriously_wounded
from gridwar.systems.cepheus.core.offers_and_headings import offer_care
from gridwar.systems.cepheus.harm.first_aid_and_surgery import may_treat, must_live
from gridwar.systems.cepheus.harm.healing_points import (
    MEDICINE,
    Activity,
    Healing,
    change,
    endurance_dm,
    missing,
    points_of_a_day,
    points_of_care,
    recover,
    rolls_for_the_day,
    shared_evenly,
    tell,
)
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Table
    from gridwar.systems.cepheus.core.sheet import CepheusSheet
    from gridwar.systems.cepheus.harm.wound_arithmetic import Points


@offer_care(_("A day of hospital care"), icon="bed", note=_("2 + Endurance DM + Medicine"))
class CareDay(Act):
    """Spend a day in a hospital, cared for by ``actor``."""

    target: str


class HealDay(Command):
    """Let somebody heal for a day without care."""

    who: str
    activity: Activity = "rest"


class MindRecovered(SheetEvent):
    """Somebody got points of Intelligence and Education back."""

    intelligence: Count = 0
    education: Count = 0

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Give them back, never above those when unhurt."""
        now, full = sheet.chars, sheet.chars_max
        chars = now.replace(
            intelligence=max(
                now.intelligence, min(now.intelligence + self.intelligence, full.intelligence)
            ),
            education=max(now.education, min(now.education + self.education, full.education)),
        )
        return sheet.replace(chars=chars)


class Care(Struct, frozen=True):
    """What a day of care gave, and what came back where."""

    points: int
    restored: Points


@plays(HealDay)
def heal_day(table: Table, command: HealDay) -> Procedure[int]:
    """Play a day of healing without care; return the points it is worth.

    Rules: CE-HLT-05, CE-HLT-06, CE-HLT-10, CE-DMG-07
    """
    yield from must_exist(table, command.who)
    yield from must_live(table, command.who)
    return (yield from call(one_day, Day(command.who, command.activity), key="day"))


class Day(Struct, frozen=True):
    """How somebody spends a day."""

    who: str
    activity: Activity


def one_day(table: Table, day: Day) -> Procedure[int]:
    """Play one day of natural healing.

    Rules: CE-HLT-05, CE-HLT-06, CE-HLT-10
    """
    who, rolled = day.who, 1
    if rolls_for_the_day(sheet_of(table.now[who]), day.activity):
        label = _("Healing of {name}").format(name=table.now[who].name)
        rolled = yield from roll("1d6", sum, key="healing", owner=who, label=label)
    sheet = sheet_of(table.now[who])
    points, is_hurt = points_of_a_day(sheet, day.activity, rolled), bool(missing(sheet).total)
    rule_id = "CE-HLT-06" if is_seriously_wounded(sheet) else "CE-HLT-05"
    if is_hurt:
        words = _("Endurance DM {dm:+d}").format(dm=endurance_dm(sheet))
        faces = table.faces("healing")
        step = Step(label=words, rule_id=rule_id, before=rolled, after=points, faces=faces)
        title = _("{whom} rests for a day")
        if day.activity == "active":
            title = _("{whom} is up and about for a day")
        yield from tell(table, who, title, points, step)
        yield from change(table, Healing(who, points, rule_id))
    yield from mind_of_a_day(table, who)
    return points


def mind_of_a_day(table: Table, who: str) -> Procedure[None]:
    """Give back a point of Intelligence and of Education, where they are damaged.

    Rules: CE-HLT-10
    """
    sheet = sheet_of(table.now[who])
    intelligence = int(sheet.chars.intelligence < sheet.chars_max.intelligence)
    education = int(sheet.chars.education < sheet.chars_max.education)
    if not (intelligence or education):
        return
    yield from emit(MindRecovered(who=who, intelligence=intelligence, education=education))
    now = sheet_of(table.now[who]).chars
    steps = tuple(
        Step(label=words, rule_id="CE-HLT-10", before=after - 1, after=after)
        for words, gained, after in (
            (_("Intelligence"), intelligence, now.intelligence),
            (_("Education"), education, now.education),
        )
        if gained
    )
    yield from say(table, _("{who} thinks more clearly"), who=who, steps=steps, tone="good")


def may_care(table: Table, patient: str) -> Procedure[None]:
    """Refuse where a day in a hospital is of no use to somebody.

    Rules: CE-HLT-09
    """
    yield from may_treat(table, patient)
    serious = is_seriously_wounded(sheet_of(table.now[patient]))
    text = _("{whom} is seriously wounded: one characteristic has to be whole again first.")
    yield from require(not serious, "serious", text, "CE-HLT-09", whom=patient)


@plays(CareDay)
def care_day(table: Table, command: CareDay) -> Procedure[Care]:
    """Play a day in a hospital.

    Rules: CE-HLT-09, CE-HLT-10
    """
    doctor, patient = command.actor, command.target
    yield from may_care(table, patient)
    return (yield from call(one_care_day, Cared(doctor, patient), key="care"))


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
        rule_id="CE-HLT-09",
        after=points,
    )
    yield from tell(table, patient, _("{whom} is cared for"), points, step)
    if restored.total:
        yield from recover(table, patient, restored, "CE-HLT-09")
    yield from mind_of_a_day(table, patient)
    return Care(points, restored)
