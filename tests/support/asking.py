"""A rule system for tests: freeform with a command that rolls, asks and rolls again."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar

from frozendict import frozendict

from gridwar.engine.kit.procedure_requests import Procedure, ask, emit, roll
from gridwar.engine.kit.say_and_refuse import require
from gridwar.engine.kit.turn_and_move_commands import Move
from gridwar.errors import InputError
from gridwar.model.command import Answer, Command
from gridwar.model.events_combatants import Explained
from gridwar.model.geometry import Cell
from gridwar.model.question_and_refusal import FormNumber, Option, Question
from gridwar.model.trace import Trace
from gridwar.systems.freeform.sheet_and_events import HpChanged
from gridwar.systems.freeform.system import SYSTEM as FREEFORM
from tests.support.variants import with_handlers

if TYPE_CHECKING:
    from gridwar.engine.kit.procedure_table import Table
    from gridwar.engine.kit.rule_system import System
    from gridwar.model.encounter import Encounter


class Strike(Command):
    """Strike somebody, who may dodge or answer with a move of its own."""

    kind: ClassVar[str] = "asking.strike"
    target: str
    times: int = 1
    """How often the GM is asked how much of it is taken."""


def strike(table: Table, command: Strike) -> Procedure[int]:
    """Roll, ask for the dodge, ask how much of the harm to take, and take it."""
    yield from require(command.target in table.now, "no_target", "Nobody is there.")
    total = yield from roll("2d6", sum, key="attack", owner=command.actor, label="Attack")
    dodge = yield from ask(
        lambda: Question(
            key="dodge",
            recipient=command.target,
            title=f"Will {table.now[command.target].name} dodge?",
            options=(Option("no", "No"), Option("yes", "Yes")),
            default=Answer(option="no"),
            accepts=(Move.kind,),
        )
    )
    less = 0
    if dodge.option == "yes":
        less = yield from roll("1d6", sum, key="dodge dice", owner=command.target, label="Dodge")
    lost = total - less
    for time in range(command.times):
        form = yield from ask(partial(_soak, f"soak {time + 1}"))
        lost = max(0, lost - form.numbers.get("points", 0))
    yield from emit(HpChanged(who=command.target, by=-lost))
    yield from emit(Explained(trace=Trace(title=f"{command.target} loses {lost}", total=lost)))
    return lost


def _soak(key: str) -> Question:
    return Question(
        key=key,
        recipient=None,
        title="How much of it?",
        numbers=(FormNumber("points", "Points", 0, 12),),
        default=Answer(numbers=frozendict(points=0)),
    )


ASKING = with_handlers(FREEFORM, {Strike: strike}, id="asking", title="Asking")
"""Freeform that asks."""


def find(id: str) -> System:
    """Find this system or freeform."""
    return ASKING if id == ASKING.id else find_without(id)


def find_without(id: str) -> System:
    """Find freeform alone: as if this one were not installed."""
    if id != FREEFORM.id:
        raise InputError(f"no {id}")
    return FREEFORM


def duel(system: System = ASKING) -> Encounter:
    """Return a fight of a hero and a foe, side by side."""
    encounter = system.new_encounter("Duel")
    for at, one in enumerate(system.data.samples()):
        encounter = encounter.with_combatant(one.replace(pos=Cell(3 + at, 4)))
    return encounter
