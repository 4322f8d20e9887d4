"""A command played to its end outside of a session, and scripts played again command by command."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct

from gridwar.dice.dice_sources import SeededDice
from gridwar.engine.kit.procedure_table import Table
from gridwar.engine.play.play_command import Options, play
from gridwar.engine.play.play_outcome import Accepted, Asking, Refused
from gridwar.engine.play.replies_and_corrections import NO_REPLIES, Replies, Reply
from gridwar.headless.read_script import Script, first_encounter
from gridwar.model.question_and_refusal import Question
from gridwar.storage.json_codec import Codec
from tests.slow.campaign import Wrong
from tests.support.every_system import find

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.dice.dice_notation import Dice
    from gridwar.dice.dice_sources import DicePort
    from gridwar.engine.kit.rule_system import System
    from gridwar.model.command import Answer, Command
    from gridwar.model.encounter import Encounter

MOST_QUESTIONS = 300


class Deed(NamedTuple):
    """A command as it was played."""

    command: Command
    replies: Replies = NO_REPLIES
    is_refused: bool = False


class Played(Struct, frozen=True):
    """What came of a command, all questions answered."""

    outcome: Accepted | Refused
    replies: Replies
    asked: tuple[Question, ...] = ()
    runs: int = 1

    @property
    def took_defaults(self) -> bool:
        """Tell whether every question got its default; a standing answer is none."""
        given = self.replies.by_key()
        is_free = all(one.source != "standing" for one in given.values())
        return is_free and all(given[one.key].answer == one.default for one in self.asked)


def by_default(question: Question) -> Answer:
    """Return the default of a question."""
    return question.default


class KnownReplies:
    """Replies to a command played once more: of those that are not known, default and a seed."""

    def __init__(self, replies: Replies) -> None:
        self._known = replies.by_key()
        self._others = SeededDice(0)

    def answer(self, question: Question) -> Answer:
        """Return the answer that was given, if there was one."""
        known = self._known.get(question.key)
        return question.default if known is None or known.answer is None else known.answer

    def faces(self, dice: Dice, key: str) -> tuple[int, ...] | None:
        """Return the faces that were rolled, if they fit."""
        known = self._known.get(key)
        if known is None or known.faces is None or dice.problem_with(known.faces):
            return self._others.faces(dice, key)
        return known.faces


def perform(
    system: System,
    now: Encounter,
    command: Command,
    answer: Callable[[Question], Answer] = by_default,
    dice: DicePort | None = None,
    table: type[Table] = Table,
) -> Played:
    """Play a command to its end.

    Args:
        system: The rules.
        now: The state before it.
        command: What is wanted.
        answer: Answers what is asked.
        dice: Where faces come from that no reply has.
        table: A stricter table, maybe.

    Raises:
        Wrong: A question does not take its own default, or questions find no end.
    """
    options = Options(dice or SeededDice(0), table)
    asked: list[Question] = []
    replies = NO_REPLIES
    for runs in range(1, MOST_QUESTIONS):
        outcome = play(system, now, command, replies, options)
        if not isinstance(outcome, Asking):
            known = outcome.replies if isinstance(outcome, Accepted) else replies
            return Played(outcome, known, tuple(asked), runs)
        replies = outcome.replies
        for one in outcome.wanted:
            assert isinstance(one, Question)
            given = answer(one)
            if one.problem_with(given):
                given = one.default
            if problem := one.problem_with(given):
                raise Wrong(f"{command.kind}: its default does not fit {one.title}: {problem}")
            asked.append(one)
            replies = replies.with_reply(Reply(key=one.key, answer=given))
    raise Wrong(f"{command.kind}: it asks for ever")


# --- scripts -----------------------------------------------------------------------------------


def beginning(script: Script) -> Encounter:
    """Return the fight at the beginning of a script, also of a system that only tests have."""
    return first_encounter(script, find(script.system))


def deeds_of(script: Script) -> tuple[Deed, ...]:
    """Return the deeds of a script in which something was found."""
    codec = Codec(find(script.system))
    return tuple(
        Deed(
            codec.command_of(dict(step.command or {})),
            Replies(tuple(_reply(key, one) for key, one in step.answers.items())),
            step.expect == "refused",
        )
        for step in script.commands
    )


def _reply(key: str, given: Answer | tuple[int, ...] | str) -> Reply:
    if isinstance(given, tuple):
        return Reply(key=key, faces=given, source="typed")
    assert not isinstance(given, str)
    return Reply(key=key, answer=given)
