"""The referee: plays a command with the replies at hand and says what comes of it.

Pure: the same system, encounter, command and replies give the same outcome. Where a reply is
missing it comes back with the question; the same command is then played again from its start with
one more reply. Dice of the program are replies too, recorded when they are first rolled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import replace

from gridwar.dice.dice_sources import TypedDice
from gridwar.engine.gm.commands_together import key_of_first
from gridwar.engine.kit.procedure_requests import CORRECTED, Corrected, Roll
from gridwar.engine.kit.procedure_table import Table
from gridwar.engine.play.ahead_of_command import attended
from gridwar.engine.play.play_outcome import (
    NEEDED,
    Accepted,
    Asking,
    DiceWanted,
    Outcome,
    Refused,
    Wanted,
    rest_key,
)
from gridwar.engine.play.procedure_driver import Driver
from gridwar.engine.play.replies_and_corrections import NO_REPLIES, Replies, Reply
from gridwar.errors import ProcedureError
from gridwar.model.command import Answer
from gridwar.model.question_and_refusal import Refusal
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.dice.dice_sources import DicePort
    from gridwar.engine.kit.rule_system import System
    from gridwar.model.combatant import Combatant
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from gridwar.model.question_and_refusal import Question


class _Pending(Exception):
    def __init__(self, wanted: tuple[Wanted, ...]) -> None:
        self.wanted = wanted


class _Refusing(Exception):
    def __init__(self, refused: Refused) -> None:
        self.refused = refused


class Options(Struct, frozen=True):
    """How a command is played: whose dice, and whether combatants go stale at every yield."""

    dice: DicePort = field(default_factory=TypedDice)
    table: type[Table] = Table


def play(
    system: System,
    encounter: Encounter,
    command: Command,
    replies: Replies = NO_REPLIES,
    options: Options | None = None,
) -> Outcome:
    """Play a command as far as the replies go.

    Args:
        system: The rules.
        encounter: The state before the command.
        command: What is wanted.
        replies: Faces and answers known so far.
        options: Where missing faces come from, and how strict the table is.

    Raises:
        ProcedureError: A procedure broke the contract (a key used twice, endless settling).
    """
    return _Run(system, encounter, command, replies, options or Options()).play()


class _Run(Driver):
    """One run of one command."""

    def __init__(
        self,
        system: System,
        encounter: Encounter,
        command: Command,
        replies: Replies,
        options: Options,
    ) -> None:
        super().__init__(system, command, options.table(system, encounter, command.adjustments))
        self._replies = replies
        self._by_key = replies.by_key()
        self._corrections = list(replies.corrections)
        self._dice = options.dice
        self._removed: dict[str, Combatant] = {}
        """Whom corrections have taken out of the fight while the command was open."""
        self._used: set[str] = set()
        self._passed: list[str] = []
        self._committed = False

    def play(self) -> Outcome:
        outcome = self._outcome()
        self.table.ended()
        return outcome

    def _outcome(self) -> Outcome:
        try:
            result = self.drive(attended(self.table, self.command))
            self.settle()
        except _Pending as pending:
            return Asking(
                self.table.state,
                tuple(self.events),
                self._replies,
                pending.wanted,
                self._committed,
            )
        except _Refusing as refusing:
            return refusing.refused
        except KeyError as missing:
            return self._refused_without(missing)
        return Accepted(
            self.table.state, tuple(self.events), self._replies, tuple(self._passed), result
        )

    def _refused_without(self, missing: KeyError) -> Refused:
        """Refuse where the GM has removed somebody whom the command in progress still needs."""
        who = str(missing.args[0]) if missing.args else ""
        gone = self._removed.get(who)
        if gone is None or who in self.table.state.combatants:
            raise missing
        text = _("{name} is still needed here: answer this, or undo it, first.")
        return Refused(Refusal(NEEDED, text.format(name=gone.name), (), waivable=False))

    def commit(self) -> None:
        """Note that from here on only what is nested acts."""
        self._committed = True

    def refuse(self, refusal: Refusal) -> None:
        """End the run."""
        raise _Refusing(Refused(refusal))

    def _fresh_key(self, key: str) -> str:
        full = self.table.full_key(key)
        if full in self._used:
            raise ProcedureError(f"{self.command.kind}: the key {full!r} is used twice")
        self._used.add(full)
        return full

    def roll_all(self, rolls: tuple[Roll, ...]) -> tuple[object, ...]:
        """Return the readings of faces that are known or can be rolled; else ask for them."""
        self.commit()
        self._correct_before([self.table.full_key(roll.key) for roll in rolls])
        readings: list[object] = []
        wanted: list[Wanted] = []
        for roll in rolls:
            key = self._fresh_key(roll.key)
            faces = self._faces(key, roll)
            if faces is None:
                wanted.append(DiceWanted(key, roll))
            else:
                self.table.rolled[key] = faces
                readings.append(roll.read(faces))
        if wanted:
            raise _Pending(tuple(wanted))
        return tuple(readings)

    def _faces(self, key: str, roll: Roll) -> tuple[int, ...] | None:
        filed = self._by_key.get(key)
        known = filed.faces if filed is not None else None
        if known is not None and not roll.dice.problem_with(known):
            return known
        faces = self._dice.faces(roll.dice, key)
        if faces is not None:
            self._file(Reply(key=key, faces=faces, source="program"))
        return faces

    def _file(self, reply: Reply) -> None:
        known = reply.key in self._by_key
        add = self._replies.with_reply if known else self._replies.with_first_reply
        self._replies = add(reply)
        self._by_key[reply.key] = reply

    def ask_all(self, questions: tuple[Question, ...]) -> tuple[Answer, ...] | Corrected:
        """Return the answers that are known or standing; else ask for them."""
        keys = [self.table.full_key(question.key) for question in questions]
        if self._correct_before(keys):
            return CORRECTED
        answers: list[Answer] = []
        wanted: list[Wanted] = []
        for question, key in zip(questions, keys, strict=True):
            self._fresh_key(question.key)
            answer = self._answer(question, key)
            if answer is None:
                wanted.append(replace(question, key=key))
            else:
                answers.append(answer)
        if wanted:
            raise _Pending(tuple(wanted))
        return tuple(answers)

    def _answer(self, question: Question, key: str) -> Answer | None:
        filed = self._by_key.get(key)
        known = filed.answer if filed is not None else None
        if known is None and question.recipient is None and not question.window:
            same = self._by_key.get(key_of_first(self.command, key))
            known = None if same is None else same.answer
        if known is not None and not question.problem_with(known):
            return known
        if question.window and question.recipient is not None:
            policy = self._policy(question.window, question.recipient)
            if policy == "never":
                self._passed.append(key)
                self._file(Reply(key=key, answer=question.default, source="standing"))
                return question.default
            if policy == "always":
                taken = _first_taken(question)
                if taken is not None:
                    self._file(Reply(key=key, answer=taken, source="standing"))
                    return taken
        return None

    def _policy(self, window: str, recipient: str) -> str:
        """Return the standing answer: for the rest of this command, else for the fight."""
        rest = self._by_key.get(rest_key(window))
        if rest is not None and rest.answer is not None:
            return rest.answer.option
        state = self.table.state
        return state.policy(state.combatants[recipient], window)

    def _correct_before(self, keys: list[str]) -> bool:
        mine = [one for one in self._corrections if one.before in keys]
        if not mine:
            return False
        self._corrections = [one for one in self._corrections if one.before not in keys]
        for number, correction in enumerate(mine):
            before = self.table.state.combatants
            self.play_inside(correction.command, f"correction {number} before {keys[0]}")
            left = before.keys() - self.table.state.combatants.keys()
            self._removed.update((who, before[who]) for who in left)
        return True


def _first_taken(question: Question) -> Answer | None:
    """Return the first answer that is not the default, for "always"."""
    for option in question.options:
        if option.enabled and option.id != question.default.option:
            return Answer(option=option.id)
    return None
