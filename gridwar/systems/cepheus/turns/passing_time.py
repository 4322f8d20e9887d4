"""What time does: rounds that pass for everybody, and minutes, hours and days nobody plays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pydantic import Field

from gridwar.engine.kit import (
    Command,
    Count,
    Encounter,
    Option,
    Procedure,
    Question,
    Refusal,
    StateEvent,
    Variant,
    adds,
    ask_all,
    call,
    choice,
    emit,
    plays,
    reason_against,
    say,
)
from gridwar.systems.cepheus.actions.extended_action_rounds import leave_off, work
from gridwar.systems.cepheus.actions.losing_aim import AimLost
from gridwar.systems.cepheus.core.fight_state import holders, sheet_of, switches_of
from gridwar.systems.cepheus.core.health import Health, health, is_out, is_seriously_wounded
from gridwar.systems.cepheus.core.initiative_order import bracket_rest, is_gone
from gridwar.systems.cepheus.core.offers_and_headings import offer_by_gm
from gridwar.systems.cepheus.grapples.grapple import keep_first, part, why_apart
from gridwar.systems.cepheus.harm.days_of_healing import Cared, Day, may_care, one_care_day, one_day
from gridwar.systems.cepheus.harm.fatigue_and_waking import (
    ROUNDS_A_MINUTE,
    lie_out,
    lies_unconscious,
    rest,
)
from gridwar.systems.cepheus.harm.healing_points import (
    MEDICINE,
    endurance_dm,
    missing,
    points_of_a_day,
    points_of_care,
)
from gridwar.systems.cepheus.turns.turn_events import DelayEnded
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gridwar.engine.kit import Table
    from gridwar.systems.cepheus.harm.healing_points import Activity


def let_rounds_pass(table: Table, rounds: int) -> Procedure[None]:
    """Let rounds pass for those who work and those who lie unconscious.

    Rules: CE-RND-05, CE-OTH-02, CE-HLT-02
    """
    yield from work(table, rounds)
    lying = [
        who
        for who, one in table.now.combatants.items()
        if not one.aside and lies_unconscious(table.now, who)
    ]
    for who in lying:
        yield from lie_out(table, who, rounds)


def settle_bodies(table: Table) -> Procedure[None]:
    """End the grapples that came apart; who went down neither works, aims nor holds back.

    Those of a simultaneous turn do once it is over; whoever has the turn holds nothing back.

    Rules: CE-GRP-03, CE-OTH-02, CE-DMG-07, CE-MIN-02, CE-INI-08, CE-RND-03
    """
    for who in holders(table.now):
        if who in bracket_rest(table.now):
            continue
        why = why_apart(table.now, who)
        if why:
            yield from part(table, who, why)
        yield from keep_first(table, who)
        sheet, is_down = sheet_of(table.now.combatants[who]), is_gone(table.now, who)
        if is_down and sheet.task is not None:
            yield from leave_off(table, who)
        if is_down and sheet.aim is not None:
            yield from emit(AimLost(who=who))
        if sheet.delaying and (is_down or table.now.turn == who):
            yield from emit(DelayEnded(who=who))


MINUTES_A_DAY: Final = 24 * 60
LONG_ENOUGH_MIN: Final = 60
"""From here on it matters whether people rest."""
REST, ACTIVE, CARE = "rest", "active", "care of "


def _spans(encounter: Encounter, who: str) -> Iterable[Variant]:
    del encounter, who
    for minutes, title in ((10, _("Ten minutes pass")), (60, _("An hour passes"))):
        yield Variant(f"{minutes}", {"minutes": minutes}, title=title)


@offer_by_gm("", id="pass", icon="clock", note=_("for everybody"), each=_spans)
class PassTime(Command):
    """Let some minutes pass without playing them."""

    minutes: int = Field(ge=1, le=100_000)


@offer_by_gm(_("A day passes"), icon="sun", note=_("everybody heals"))
class PassDay(Command):
    """Let a day pass: everybody who is hurt heals as they spend it."""


@adds("passed_rounds", of="rounds")
class TimePassed(StateEvent):
    """Time went by without being played."""

    rounds: Count


@plays(PassTime)
def pass_time(table: Table, command: PassTime) -> Procedure[None]:
    """Let minutes pass: tasks go on, the unconscious try to come round, the tired may rest.

    Rules: CE-HLT-01, CE-HLT-02, CE-OTH-02
    """
    minutes = command.minutes
    tired = tuple(one.id for one in table.now.everyone() if sheet_of(one).body.fatigued)
    resting: tuple[str, ...] = ()
    if minutes >= LONG_ENOUGH_MIN and tired:
        answers = yield from ask_all(lambda: tuple(_rest_question(table, who) for who in tired))
        chosen = zip(tired, answers, strict=True)
        resting = tuple(who for who, answer in chosen if answer.option == REST)
    yield from _move_clock(table, minutes)
    yield from let_rounds_pass(table, minutes * ROUNDS_A_MINUTE)
    for who in resting:
        yield from rest(table, who, minutes)


def _move_clock(table: Table, minutes: int) -> Procedure[None]:
    yield from emit(TimePassed(rounds=minutes * ROUNDS_A_MINUTE))
    words = ngettext("{n} minute passes", "{n} minutes pass", minutes).format(n=minutes)
    if minutes % LONG_ENOUGH_MIN == 0:
        hours = minutes // LONG_ENOUGH_MIN
        words = ngettext("{n} hour passes", "{n} hours pass", hours).format(n=hours)
    if minutes == MINUTES_A_DAY:
        words = _("A day passes")
    yield from say(table, words, tone="plain")


def _rest_question(table: Table, who: str) -> Question:
    left = sheet_of(table.now[who]).body.rest_left_min
    hours = -(-left // LONG_ENOUGH_MIN)
    text = ngettext("{n} hour of rest to go", "{n} hours of rest to go", hours)
    return choice(
        table,
        _("Does {whom} rest?"),
        {REST: _("Rests"), ACTIVE: _("Stays up")},
        "CE-HLT-01",
        key=f"rest of {who}",
        whom=who,
        info=text.format(n=hours),
    )


# --- days ---------------------------------------------------------------------------------------


def patients(encounter: Encounter) -> tuple[str, ...]:
    """Return whom a day changes: everybody alive who is hurt or tired.

    Rules: CE-HLT-05, CE-HLT-10
    """
    switches = switches_of(encounter)
    return tuple(
        one.id
        for one in encounter.everyone()
        if health(sheet_of(one), switches) is not Health.DEAD and _is_unwell(encounter, one.id)
    )


def _is_unwell(encounter: Encounter, who: str) -> bool:
    sheet = sheet_of(encounter[who])
    now, full = sheet.chars, sheet.chars_max
    mind = now.intelligence < full.intelligence or now.education < full.education
    return bool(missing(sheet).total) or mind or sheet.body.fatigued or sheet.body.fainted


def doctors(encounter: Encounter) -> tuple[str, ...]:
    """Return who could care for others: conscious, and trained in medicine.

    Rules: CE-HLT-09
    """
    switches = switches_of(encounter)
    return tuple(
        one.id
        for one in encounter.everyone()
        if MEDICINE in sheet_of(one).skills and not is_out(sheet_of(one), switches)
    )


@plays(PassDay)
def pass_day(table: Table, command: PassDay) -> Procedure[None]:
    """Let a day pass: everybody says how they spend it, then all heal, one after another.

    Rules: CE-HLT-01, CE-HLT-02, CE-HLT-05, CE-HLT-06, CE-HLT-09, CE-HLT-10
    """
    del command
    who = patients(table.now)
    answers = yield from ask_all(lambda: tuple(_day_question(table, one) for one in who))
    yield from _move_clock(table, MINUTES_A_DAY)
    yield from let_rounds_pass(table, MINUTES_A_DAY * ROUNDS_A_MINUTE)
    for one, answer in zip(who, answers, strict=True):
        doctor = answer.option.removeprefix(CARE)
        if doctor != answer.option and _against_care(table.now, one) is None:
            yield from call(one_care_day, Cared(doctor, one), key=f"care of {one}")
        else:
            activity: Activity = "active" if answer.option == ACTIVE else "rest"
            yield from call(one_day, Day(one, activity), key=f"day of {one}")
        if answer.option != ACTIVE:
            yield from rest(table, one, MINUTES_A_DAY)


def _day_question(table: Table, who: str) -> Question:
    encounter = table.now
    sheet = sheet_of(encounter[who])
    serious = is_seriously_wounded(sheet)
    dm, up = endurance_dm(sheet), points_of_a_day(sheet, "active", 1)
    rests = _("{dm:+d}: Endurance DM only") if serious else _("1D6 {dm:+d}, the Endurance DM")
    is_up = _("{points:+d}") if serious else _("{points:+d}: 1 and the Endurance DM")
    cares = (one for one in doctors(encounter) if one != who)
    return choice(
        table,
        _("How does {whom} spend the day?"),
        (
            Option(REST, _("Rests"), effect=rests.format(dm=dm)),
            Option(
                ACTIVE,
                _("Is up and about"),
                effect=is_up.format(points=up),
                enabled=not is_out(sheet, switches_of(encounter)),
                why_not=_("Is unconscious"),
            ),
            *(_care_option(encounter, one, who) for one in cares),
        ),
        "CE-HLT-05",
        "CE-HLT-06",
        "CE-HLT-09",
        key=f"day of {who}",
        whom=who,
    )


def _against_care(encounter: Encounter, patient: str) -> Refusal | None:
    return reason_against(encounter, lambda table: may_care(table, patient))


def _care_option(encounter: Encounter, doctor: str, who: str) -> Option:
    why = _against_care(encounter, who)
    level = sheet_of(encounter[doctor]).skills.get(MEDICINE, 0)
    points = points_of_care(sheet_of(encounter[who]), level)
    effect = _("{points:+d}: cared for by {name}")
    return Option(
        f"{CARE}{doctor}",
        _("In a hospital"),
        effect=effect.format(points=points, name=encounter[doctor].name),
        enabled=why is None,
        why_not="" if why is None else why.text,
    )
