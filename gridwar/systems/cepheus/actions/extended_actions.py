"""Extended actions: something that takes several rounds.

What disturbs it is ``disturbances``; the check at the end is a plain one (``checks``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from pydantic import Field

from gridwar.engine.kit import (
    Act,
    Count,
    Encounter,
    FormNumber,
    Option,
    Procedure,
    Question,
    Role,
    SheetEvent,
    Step,
    Variant,
    ask,
    call,
    choice,
    choose,
    choose_numbers,
    clears,
    emit,
    offer,
    plays,
    require,
    required,
    roll,
    say,
    sets,
)
from gridwar.systems.cepheus.actions.action_costs import SIGNIFICANT, may_do, pay, spoil_aim
from gridwar.systems.cepheus.checks.attempts import (
    Attempt,
    CheckResult,
    attempt,
    chosen_characteristic,
    title_of,
)
from gridwar.systems.cepheus.core.headings import ASK, OTHER_THINGS, for_people
from gridwar.systems.cepheus.core.person import Characteristic, Task
from gridwar.systems.cepheus.core.state import is_busy, sheet_of
from gridwar.systems.cepheus.core.turn_order import is_gone
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Table
    from gridwar.systems.cepheus.core.sheet import CepheusSheet

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


@offer(
    _("Something longer"),
    id="task",
    icon="hourglass",
    group=OTHER_THINGS,
    role=Role.OTHER,
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


@for_people
def _under_way(encounter: Encounter, who: str) -> Iterator[Variant]:
    task = sheet_of(encounter[who]).task
    if task is not None:
        yield Variant(names={"task": task.name, "done": task.done, "needed": task.needed})


@offer(
    _("Give up: {task}"),
    id="abandon",
    icon="x",
    group=OTHER_THINGS,
    role=Role.OTHER,
    note=_("{done} of {needed} rounds done"),
    each=_under_way,
)
class AbandonTask(Act):
    """Give up what takes several rounds."""


@for_people
def _over(encounter: Encounter, who: str) -> Iterator[Variant]:
    task = sheet_of(encounter[who]).task
    if task is not None and task.is_finished:
        yield Variant(names={"task": task.name})


@offer(
    _("Make the check: {task}"),
    icon="dices",
    group=OTHER_THINGS,
    role=Role.OTHER,
    note=_("its rounds are over"),
    each=_over,
)
class FinishTask(Act):
    """Make the check of what took several rounds, now that they are over."""


@sets("task", of="task")
class TaskBegun(SheetEvent):
    """Somebody began something that takes several rounds."""

    task: Task


class TaskWorked(SheetEvent):
    """Rounds of a task are over; one that was disturbed does not count."""

    rounds: Count

    def on(self, sheet: CepheusSheet) -> CepheusSheet:
        """Count them."""
        task = sheet.task
        if task is None:
            return sheet
        counted = max(0, self.rounds - task.disturbed)
        done = min(task.needed, task.done + counted)
        return sheet.replace(task=task.replace(done=done, disturbed=False))


@clears("task")
class TaskEnded(SheetEvent):
    """Somebody's task is done or given up."""


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
    yield from pay(table, who, SIGNIFICANT)
    yield from spoil_aim(table, who, "acted")
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
        name=name or _skill_name(skill),
        skill=skill,
        characteristic=characteristic,
        needed=rounds,
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


def _must_be_busy(table: Table, who: str) -> Procedure[Task]:
    text = _("{who} is not busy with anything.")
    task = sheet_of(table.now[who]).task
    return (yield from required(task, "not_busy", text, "CE-OTH-02", who=who))


@plays(AbandonTask)
def abandon_task(table: Table, command: AbandonTask) -> Procedure[None]:
    """Give an extended action up and be back in the normal order at once.

    Rules: CE-OTH-02
    """
    yield from _must_be_busy(table, command.actor)
    yield from leave_off(table, command.actor)


def leave_off(table: Table, who: str) -> Procedure[None]:
    """End an extended action before it is done: given up, or whoever was at it went down.

    Rules: CE-OTH-02
    """
    task = yield from _must_be_busy(table, who)
    yield from emit(TaskEnded(who=who))
    yield from say(table, _("{who} gives up: {task}"), who=who, task=task.name)


# --- its rounds -----------------------------------------------------------------------------------


def busy(encounter: Encounter) -> tuple[str, ...]:
    """Return who is engaged in an extended action.

    Rules: CE-OTH-02
    """
    return tuple(
        who
        for who, one in encounter.combatants.items()
        if not one.aside and is_busy(sheet_of(one)) and not is_gone(encounter, who)
    )


def work(table: Table, rounds: int) -> Procedure[None]:
    """Let rounds pass for everybody who is busy; whose task is done is back in the order.

    Rules: CE-OTH-02, CE-RND-05
    """
    for who in busy(table.now):
        yield from emit(TaskWorked(who=who, rounds=rounds))
        task = sheet_of(table.now[who]).task
        if task is not None and task.is_finished:
            text = _("{who} has finished: {task}")
            yield from say(table, text, who=who, task=task.name, tone="good")


@plays(FinishTask)
def finish_task(table: Table, command: FinishTask) -> Procedure[CheckResult]:
    """Make the check of a task whose rounds are over.

    Rules: CE-OTH-02, CE-CORE-01
    """
    who = command.actor
    task = yield from _must_be_busy(table, who)
    text = _("{task} is not finished yet.")
    yield from require(task.is_finished, "not_finished", text, "CE-OTH-02", task=task.name)
    yield from emit(TaskEnded(who=who))
    attempted = Attempt(who, task.skill, task.characteristic, what=task.name)
    return (yield from call(attempt, attempted, key="task"))
