"""How much healing gives, natural, first aid, surgery, care, and where points come back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from msgspec import Struct

from gridwar.engine.kit import FormNumber, Procedure, Step, call, choose_numbers, emit, say
from gridwar.systems.cepheus.checks.check_dms import characteristic_dm
from gridwar.systems.cepheus.core.fight_state import clock, sheet_of
from gridwar.systems.cepheus.core.health import is_seriously_wounded
from gridwar.systems.cepheus.core.modifier_tables import modifiers
from gridwar.systems.cepheus.core.person_records import PHYSICAL
from gridwar.systems.cepheus.harm.wound_arithmetic import Points
from gridwar.systems.cepheus.harm.wounds import Recovered, Wound, lose_points
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter, Table
    from gridwar.systems.cepheus.core.sheet import CepheusSheet

Activity = Literal["rest", "active"]
MEDICINE: Final = "medicine"


def missing(sheet: CepheusSheet) -> Points:
    """Return the points that are missing."""
    now, full = Points.of(sheet.chars), Points.of(sheet.chars_max)
    return Points(*(max(0, b - a) for a, b in zip(now, full, strict=True)))


def endurance_dm(sheet: CepheusSheet) -> int:
    """Return the DM of somebody's present Endurance."""
    return characteristic_dm(sheet.chars.endurance)


def rolls_for_the_day(sheet: CepheusSheet, activity: Activity) -> bool:
    """Return whether a day's healing has a die: a day of rest of somebody not seriously wounded.

    Rules: CE-HLT-05, CE-HLT-06
    """
    return activity == "rest" and bool(missing(sheet).total) and not is_seriously_wounded(sheet)


def points_of_a_day(sheet: CepheusSheet, activity: Activity, rolled: int) -> int:
    """Return what a day gives, negative where it costs points.

    Args:
        sheet: Whose.
        activity: How the day was spent.
        rolled: The die of a day of rest; 1 where there is none.

    Rules: CE-HLT-05, CE-HLT-06
    """
    if not missing(sheet).total:
        return 0
    dm = endurance_dm(sheet)
    if is_seriously_wounded(sheet):
        return dm if activity == "rest" else min(0, dm)
    return rolled + dm


def first_aid_factor(rounds: int) -> int:
    """Return how often the Effect of first aid counts, so many rounds after the injury.

    Rules: CE-HLT-07
    """
    figures = modifiers().treatment
    if rounds <= figures.first_aid_twice_rounds:
        return 2
    return 1 if rounds <= figures.first_aid_rounds else 0


def rounds_since_injury(encounter: Encounter, who: str) -> int:
    """Return the rounds since somebody was hurt last; 0 where nobody knows.

    Rules: CE-HLT-07
    """
    at = sheet_of(encounter[who]).injured_at
    return 0 if at is None else max(0, clock(encounter) - at)


def points_of_care(sheet: CepheusSheet, medicine: int) -> int:
    """Return what a day in a hospital gives.

    Args:
        sheet: The patient's.
        medicine: The doctor's level.

    Rules: CE-HLT-09
    """
    return max(0, modifiers().treatment.care + endurance_dm(sheet) + medicine)


def shared_evenly(lacking: Points, points: int) -> Points:
    """Return points given evenly to what is damaged; odd ones to the most damaged first.

    What a characteristic cannot take passes on to the others.

    Rules: CE-HLT-09
    """
    given = Points()
    while points and given.total < lacking.total:
        open_ones = [key for key in PHYSICAL if given.at(key) < lacking.at(key)]
        share, rest = divmod(points, len(open_ones))
        for key in sorted(open_ones, key=lacking.at, reverse=True):
            part = share + (1 if rest > 0 else 0)
            rest -= 1
            part = min(part, lacking.at(key) - given.at(key))
            given, points = given.plus(key, part), points - part
    return given


def most_missing_first(lacking: Points, points: int) -> Points:
    """Return points given one by one to where most is missing: what a player is proposed."""
    given = Points()
    for _point in range(min(points, lacking.total)):
        most = max(PHYSICAL, key=lambda key: lacking.at(key) - given.at(key))
        given = given.plus(most, 1)
    return given


# --- points that come back ------------------------------------------------------------------------

WINDOW = "healing"
"""The kind of the patient's question, for standing answers: "never" takes the proposal."""


class Healing(Struct, frozen=True):
    """Points that somebody gets back where they like, and the rule they come from."""

    who: str
    points: int
    rule_id: str


def give_back(table: Table, healing: Healing) -> Procedure[Points]:
    """Let somebody have points back, divided as they like, never above what is full.

    Rules: CE-HLT-04
    """
    lacking = missing(sheet_of(table.now[healing.who]))
    points = min(healing.points, lacking.total)
    if points <= 0:
        return Points()
    given = most_missing_first(lacking, points)
    if points < lacking.total and sum(1 for one in lacking if one) > 1:
        text = ngettext(
            "{who}: where does {n} point come back?",
            "{who}: where do {n} points come back?",
            points,
        )
        numbers = yield from choose_numbers(
            table,
            text,
            (
                FormNumber(key, key.capitalize(), 0, min(points, lacking.at(key)), given.at(key))
                for key in PHYSICAL
            ),
            "CE-HLT-04",
            healing.rule_id,
            key="healed",
            whom=healing.who,
            total=points,
            window=WINDOW,
            who=healing.who,
            n=points,
        )
        given = Points(*(numbers.get(key, 0) for key in PHYSICAL))
    yield from recover(table, healing.who, given, healing.rule_id)
    return given


def recover(table: Table, who: str, given: Points, rule_id: str) -> Procedure[None]:
    """Let somebody have points back, and tell which characteristics have risen.

    Rules: CE-HLT-04, CE-HLT-09
    """
    before = Points.of(sheet_of(table.now[who]).chars)
    yield from emit(Recovered(who=who, **given._asdict()))
    after = Points.of(sheet_of(table.now[who]).chars)
    steps = tuple(
        Step(label=key.capitalize(), rule_id=rule_id, before=before.at(key), after=after.at(key))
        for key in PHYSICAL
        if given.at(key)
    )
    text, total = _("{who} recovers"), given.total
    yield from say(table, text, who=who, steps=steps, total=total, tone="good")


def change(table: Table, healing: Healing) -> Procedure[None]:
    """Give points back, or let them go where there are fewer than none.

    Rules: CE-HLT-04
    """
    if healing.points >= 0:
        yield from call(give_back, healing, key="points")
    else:
        yield from call(lose_points, Wound(healing.who, -healing.points), key="points")


def tell(table: Table, whom: str, text: str, points: int, step: Step) -> Procedure[None]:
    """Write into the log what somebody gained or lost."""
    tone = "good" if points > 0 else "harm" if points < 0 else "quiet"
    yield from say(
        table, text, whom=whom, steps=(step,), total=points, tone=tone, result=f"{points:+d}"
    )
