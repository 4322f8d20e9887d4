"""The six steps of a combat: the layout, who is surprised, and the strip that shows them all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.engine.kit import (
    BeginFight,
    Command,
    EndFight,
    Flow,
    NextStep,
    NextTurn,
    Phase,
    Procedure,
    Role,
    StateEvent,
    Step,
    Variant,
    _,
    emit,
    offer,
    plays,
    require,
    say,
    sets,
)
from gridwar.systems.percentile.conditions import begin, end
from gridwar.systems.percentile.core.action_headings import GM
from gridwar.systems.percentile.core.fight_state import state_of, switches_of
from gridwar.systems.percentile.turns.initiative_order import in_order, waiting
from gridwar.systems.percentile.turns.rounds_and_turns import ends_with_round

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter, Table


@sets("opening", of="step")
class StepOpened(StateEvent):
    """The fight came to another of the steps before Initiative."""

    step: str


class DetermineSurprise(Command):
    """Go on from the layout to the question who is surprised."""


@plays(DetermineSurprise)
def determine_surprise(table: Table, command: DetermineSurprise) -> Procedure[None]:
    """Leave the layout: the GM marks who is surprised.

    Rules: PC-SEQ-01, PC-SEQ-02, PC-SEQ-03
    """
    del command
    text = _("The fight has begun already.")
    yield from require(table.now.round == 0, "begun_already", text, "PC-SEQ-01", waivable=False)
    yield from emit(StepOpened(step="surprise"))
    yield from say(table, _("Who is surprised?"))


def _surprise_variants(encounter: Encounter, who: str) -> tuple[Variant, ...]:
    if encounter[who].has_effect("surprised"):
        return (Variant(title=_("No longer surprised"), fields={"surprised": False}),)
    return (Variant(fields={"surprised": True}),)


@offer(
    _("Surprised"),
    icon="circle-alert",
    group=GM,
    role=Role.OTHER,
    about="who",
    each=_surprise_variants,
    note=_("loses the first turn, attacks +30"),
)
class Surprise(Command):
    """Say that somebody is surprised, or is not."""

    who: str
    surprised: bool = True


@plays(Surprise)
def surprise(table: Table, command: Surprise) -> Procedure[None]:
    """Mark somebody as surprised at the GM's word, or take the mark off.

    Rules: PC-SEQ-03
    """
    who = command.who
    if not command.surprised:
        yield from end(table, who, "surprised")
        step = Step(label=_("Surprised"), rule_id="PC-SEQ-03", after=_("no"))
        yield from say(table, _("{who} is not surprised"), who=who, steps=(step,))
        return
    by_turn = switches_of(table.now).surprise_ends == "end_of_lost_turn"
    ends = ("turn_end", who) if by_turn else ("round_end", None)
    yield from begin(table, who, "surprised", *ends)


def opening(encounter: Encounter, surprised: tuple[str, ...]) -> tuple[Command, ...]:
    """Return what begins the fight with some surprised: the steps that are left until Initiative.

    Rules: PC-SEQ-01, PC-SEQ-03
    """
    at_layout = step_of(encounter) == "layout"
    first: tuple[Command, ...] = (DetermineSurprise(),) if at_layout else ()
    marks = (
        Surprise(who=one.id, surprised=one.id in surprised)
        for one in encounter.everyone()
        if one.has_effect("surprised") != (one.id in surprised)
    )
    return (*first, *marks, BeginFight())


ROUND_S: Final = 5
"""About how long a round takes.

Rules: PC-TIM-02
"""
_STEPS: Final = (
    ("layout", _("Set layout")),
    ("surprise", _("Surprise")),
    ("initiative", _("Initiative")),
    ("turns", _("Turns")),
    ("round_end", _("End of round")),
    ("over", _("End of encounter")),
)


def step_of(encounter: Encounter) -> str:
    """Return the step that the fight is at.

    Rules: PC-SEQ-01
    """
    if not encounter.round:
        return state_of(encounter).opening
    return "turns" if encounter.turn is not None or waiting(encounter) else "round_end"


def flow(encounter: Encounter) -> Flow:
    """Return the strip of steps, the clock, and what comes next.

    Rules: PC-SEQ-01, PC-TIM-01, PC-TIM-02
    """
    here = step_of(encounter)
    keys = [key for key, _title in _STEPS]
    at = keys.index(here)
    phases = tuple(
        Phase(key, title, "now" if key == here else "past" if number < at else "to_come")
        for number, (key, title) in enumerate(_STEPS)
    )
    return Flow(_words(encounter), phases, _next(encounter, here))


def _words(encounter: Encounter) -> str:
    if not encounter.round:
        return _("No structured time")
    seconds = ROUND_S * (encounter.round - 1)
    return _("Round {n}, {seconds} s").format(n=encounter.round, seconds=seconds)


def _next(encounter: Encounter, step: str) -> NextStep | None:
    match step:
        case "layout":
            return NextStep(DetermineSurprise(), _("Determine surprise"))
        case "surprise":
            return NextStep(BeginFight(), _("Roll Initiative"))
    if in_order(encounter) and not [one for one in waiting(encounter) if one != encounter.turn]:
        return NextStep(NextTurn(), _("End the round"), "; ".join(ends_with_round(encounter)))
    if not in_order(encounter):
        return NextStep(EndFight(), _("End the encounter"))
    return None
