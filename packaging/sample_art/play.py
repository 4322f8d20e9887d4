"""Plays what the sample fights and the sample script want done, whoever's turn it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gridwar.engine.play.play_outcome import Accepted, Asking
from gridwar.headless.read_script import ScriptStep, read_command
from gridwar.model.command import Answer
from gridwar.model.question_and_refusal import Question

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from gridwar.engine.session.session import Session

Step = dict[str, Any]
Orders = dict[tuple[int, str], tuple[Step, ...]]
"""What somebody does in a round."""


def act(kind: str, actor: str | None = None, /, **fields: Any) -> Step:
    """Return a step of a script: one command."""
    own = {} if actor is None else {"actor": actor}
    return {"command": {"kind": kind, **own, **fields}}


def move(who: str, *path: tuple[int, int]) -> Step:
    """Return the step of a move along cells."""
    return act("move", who, path=[list(cell) for cell in path])


def attack(who: str, target: str, weapon: str, reaction: str) -> Step:
    """Return the step of a Cepheus attack and how its target answers."""
    step = act("cepheus.attack", who, target=target, weapon=weapon)
    return {**step, "answers": {f"reaction of {target}": reaction}}


def effect(who: str, key: str, name: str, badge: str, *, rounds: int) -> Step:
    """Return the step that lets something begin on somebody that ends by itself."""
    lasting = {"id": key, "name": name, "badge": badge, "ends": "round_end", "rounds_left": rounds}
    return act("add_effect", who=[who], effect=lasting)


_NEXT = act("next_turn")


def play(
    session: Session,
    opening: Iterable[Step],
    orders: Mapping[tuple[int, str], tuple[Step, ...]],
    until: tuple[int, int],
) -> list[Step]:
    """Play a fight and return the steps taken.

    Args:
        session: The fight before it begins.
        opening: What the game master does first.
        orders: What is done in whose turn.
        until: The round and the number of turns in it to play; then it is the next one's turn.
    """
    taken: list[Step] = []

    def take(step: Step) -> None:
        _take(session, ScriptStep.model_validate(step))
        taken.append(step)

    for step in (*opening, act("begin_fight")):
        take(step)
    if session.encounter.turn is None:
        take(_NEXT)
    turns, number = 0, session.encounter.round
    while (number, turns) < until:
        who = session.encounter.turn
        assert who is not None
        for step in orders.get((number, who), ()):
            take(step)
        take(_NEXT)
        turns = turns + 1 if session.encounter.round == number else 0
        number = session.encounter.round
    return taken


def _take(session: Session, step: ScriptStep) -> None:
    for _time in range(step.undo):
        session.undo()
    if step.command is None:
        return
    outcome = session.submit(read_command(session.system, step))
    while isinstance(outcome, Asking):
        wanted = session.wanted[0]
        assert isinstance(wanted, Question)
        given = next((a for key, a in step.answers.items() if wanted.key.endswith(key)), None)
        answer = Answer(option=given) if isinstance(given, str) else wanted.default
        outcome = session.answer(wanted.key, answer)
    assert isinstance(outcome, Accepted), (step.command, outcome)
