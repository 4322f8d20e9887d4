"""Extended actions: how something begins that takes several rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from pydantic import Field

from gridwar.engine.kit import (
    Act,
    Encounter,
    FormNumber,
    Option,
    Procedure,
    Question,
    SheetEvent,
    Step,
    Variant,
    ask,
    choice,
    choose,
    choose_numbers,
    emit,
    plays,
    roll,
    say,
    sets,
)
from gridwar.systems.cepheus.actions.action_costs import SIGNIFICANT, may_do, take_action
from gridwar.systems.cepheus.checks.check_rolls import chosen_characteristic, title_of
from gridwar.systems.cepheus.core.fight_state import sheet_of
from gridwar.systems.cepheus.core.offers_and_headings import ASK, for_people, offer_other_thing
from gridwar.systems.cepheus.core.person_records import Characteristic, Task
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Table

ROUND_S: Final = 6
MINUTE_S: Final = 60
Timing = Literal["ten_seconds", "minutes", "ten_minutes", "hours"]
UNIT_S: Final[dict[Timing, int]] = {
    "ten_seconds": 10,
    "minutes": 60,
    "ten_minutes": 600,
    "hours": 3600,
}
"""Seconds that each point of the timing's die stands for."""
KNOWN: Final = "known"
MOST_ROUNDS: Final = 1_000_000


@for_people
def _not_under_way(encounter: Encounter, who: str) -> Iterator[Variant]:
    task = sheet_of(encounter[who]).task
    if task is None or task.is_finished:
        yield Variant(fields={"skill": ASK, "characteristic": ASK, "timing": ASK})


@offer_other_thing(
    _("Something longer"),
    id="task",
    icon="hourglass",
    price=SIGNIFICANT,
    note=_("takes several rounds"),
    each=_not_under_way,
)
class BeginTask(Act):
    """Begin something that takes several rounds; what is "ask" or missing is asked for.

    ``rounds`` is how many where the GM knows it; otherwise the timing is rolled.
    """

    skill: str = ""
    characteristic: Characteristic | Literal["ask"] = "intelligence"
    timing: Timing | Literal["ask"] = "minutes"
    rounds: int | None = Field(default=None, ge=1, le=MOST_ROUNDS)
    name: str = ""


@sets("task", of="task")
class TaskBegun(SheetEvent):
    """Somebody began something that takes several rounds."""

    task: Task


WITH: Final = "with "


def rounds_of(seconds: int) -> int:
    """Return the rounds that some seconds take, rounded up.

    Rules: CE-OTH-02
    """
    return -(-seconds // ROUND_S)


@plays(BeginTask)
def begin_task(table: Table, command: BeginTask) -> Procedure[Task]:
    """Begin an extended action: roll its timing; until it is done nothing else is done.

    Rules: CE-OTH-02
    """
    who = command.actor
    yield from may_do(table, who, SIGNIFICANT)
    name, skill = command.name, command.skill
    if skill == ASK:
        skill = yield from _choose_skill(table, who)
    timing: str = command.timing
    rounds = command.rounds
    if timing == ASK and rounds is None:
        answer = yield from ask(lambda: _which_timing(table, who))
        timing, name = answer.option, name or next(iter(answer.texts), "")
        if timing == KNOWN:
            rounds = yield from _how_many_rounds(table, who)
    characteristic = yield from chosen_characteristic(table, who, command.characteristic)
    yield from take_action(table, who, SIGNIFICANT)
    steps: tuple[Step, ...] = ()
    if rounds is None:
        unit_s = next((unit_s for one, unit_s in UNIT_S.items() if one == timing), MINUTE_S)
        label = _("Time that it takes: {task}").format(task=name or _skill_name(skill))
        face = yield from roll("1d6", sum, key="time", owner=who, label=label)
        rounds = rounds_of(face * unit_s)
        faces = table.faces("time")
        label = _("1D6, of {seconds} s each").format(seconds=unit_s)
        steps = (Step(label=label, rule_id="CE-OTH-02", before=face, after=rounds, faces=faces),)
    task = Task(
        name=name or _skill_name(skill), skill=skill, characteristic=characteristic, needed=rounds
    )
    yield from emit(TaskBegun(who=who, task=task))
    result = ngettext("{n} round", "{n} rounds", rounds).format(n=rounds)
    text = _("{who} begins: {task}")
    yield from say(table, text, who=who, task=task.name, tone="plain", result=result, steps=steps)
    return task


def _skill_name(skill: str) -> str:
    return title_of(skill) or _("something that takes longer")


def _choose_skill(table: Table, who: str) -> Procedure[str]:
    def options() -> tuple[Option, ...]:
        skills = sorted(sheet_of(table.now[who]).skills.items())
        own = (Option(f"{WITH}{one}", _skill_name(one), effect=f"{dm:+d}") for one, dm in skills)
        return (Option(WITH, _("None")), *own)

    text = _("Which skill does it take?")
    chosen = yield from choose(table, text, options, "CE-OTH-02", key="skill", whom=who)
    return chosen.removeprefix(WITH)


def _which_timing(table: Table, who: str) -> Question:
    titles: dict[str, str] = {
        "ten_seconds": _("1D6 × 10 seconds"),
        "minutes": _("1D6 minutes"),
        "ten_minutes": _("1D6 × 10 minutes"),
        "hours": _("1D6 hours"),
        KNOWN: _("So many rounds …"),
    }
    return choice(
        table,
        _("How long does it take?"),
        titles,
        "CE-OTH-02",
        key="timing",
        whom=who,
        default="minutes",
        note_label=_("What is it?"),
    )


def _how_many_rounds(table: Table, who: str) -> Procedure[int]:
    form = (FormNumber("rounds", _("Rounds"), 1, MOST_ROUNDS, 1),)
    text = _("How many rounds does it take?")
    numbers = yield from choose_numbers(table, text, form, "CE-OTH-02", key="rounds", whom=who)
    return numbers["rounds"]
