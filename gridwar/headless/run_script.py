"""``gridwar run``: plays a script and writes what comes of it as JSON lines.

Each line is an object with a ``line``: ``event`` (with its trace, where it has one), ``outcome``
of a step (with its command and the row of the line of play it led to), and last the ``state``.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from gridwar.dice.dice_sources import ScriptedDice, SeededDice
from gridwar.engine.play.play_outcome import Accepted, Asking, DiceWanted, Outcome, Refused, Wanted
from gridwar.engine.session.journal_rows import DiceCounter, Loaded, Position
from gridwar.engine.session.session import Session
from gridwar.errors import InputError, ScriptError
from gridwar.formats.picture_headers_and_limits import read_picture
from gridwar.headless.check_export_repair import refuse_target
from gridwar.headless.read_script import first_encounter, read_command, read_script
from gridwar.model.command import Answer
from gridwar.model.question_and_refusal import Question
from gridwar.storage.file_names import SUFFIX
from gridwar.storage.json_codec import data_of, text_of
from gridwar.storage.open_gridwar_file import Opened, make_file
from gridwar.systems import find_system
from gridwar.text import _

if TYPE_CHECKING:
    from pathlib import Path

    from gridwar.dice.dice_notation import Dice
    from gridwar.dice.dice_sources import DicePort
    from gridwar.engine.kit.rule_system import System
    from gridwar.headless.read_script import Script, ScriptStep
    from gridwar.model.command import Command

_FAILED = 1
Given = Answer | tuple[int, ...] | str
"""A reply as a script has it."""


def run(path: Path, target: Path | None = None) -> int:
    """Play a script; 1 where something came out otherwise than it expects.

    All of it is read before its first command is played.

    Args:
        path: The script.
        target: A new file for the fight, with all that was done in it as far as it came; None to
            keep nothing.

    Raises:
        ScriptError: The script does not fit; no file is left then.
        FileError: The fight cannot be written.
    """
    if target is not None:
        refuse_target(target, path, {SUFFIX})
    script = read_script(path)
    dice = SeededDice(script.seed) if script.dice is None else ScriptedDice(script.dice)
    answered = _AnsweredDice(dice)
    try:
        system, first = find_system(script.system), first_encounter(script)
    except InputError as error:
        raise ScriptError(f"{path}: {error}") from error
    commands = _read_commands(path, script, system)
    journal = None
    loaded = Loaded(first, (), Position(), DiceCounter(script.seed))
    if target is not None:
        picture = read_picture(path.parent / script.picture) if script.picture else None
        blobs = () if picture is None else (picture,)
        journal = make_file(
            target, Opened(loaded, system, version=system.data.version, blobs=blobs)
        )
    session = Session(system, loaded, journal, dice=answered)
    try:
        came = _play(path, script, commands, session, answered)
    except ScriptError:
        if journal is not None and target is not None:
            journal.close()
            target.unlink(missing_ok=True)
        raise
    finally:
        if journal is not None:
            journal.close()
    return came


def _read_commands(path: Path, script: Script, system: System) -> tuple[Command | None, ...]:
    """Return the command of each step; None for one that only goes back or forth, or answers."""
    found: list[Command | None] = []
    for at, step in enumerate(script.commands):
        try:
            found.append(None if step.command is None else read_command(system, step))
        except ScriptError as error:
            raise ScriptError(f"{path}: commands.{at}: {error}") from error
    return tuple(found)


def _play(
    path: Path,
    script: Script,
    commands: tuple[Command | None, ...],
    session: Session,
    answered: _AnsweredDice,
) -> int:
    finished = 0
    for number, (step, command) in enumerate(zip(script.commands, commands, strict=True), start=1):
        try:
            answered.typed = {key for key, one in step.answers.items() if isinstance(one, tuple)}
            problem = _Player(session, number, script.defaults).play(step, command)
        except ScriptError as error:
            raise ScriptError(f"{path}: commands.{number - 1}: {error}") from error
        if problem:
            sys.stderr.write(f"gridwar: {path}: commands.{number - 1}: {problem}\n")
            break
        finished = number
    _write("state", encounter=data_of(session.encounter), open=list(session.position.open))
    if answered.left and finished == len(script.commands):
        text = _("{path}: these dice were not rolled: {dice}.")
        left = " ".join(map(str, answered.left))
        sys.stderr.write(f"gridwar: {text.format(path=path, dice=left)}\n")
        return _FAILED
    return 0 if finished == len(script.commands) else _FAILED


class _AnsweredDice:
    """Leaves the rolls whose faces stand among a step's answers to be typed in."""

    def __init__(self, others: DicePort) -> None:
        self.typed: set[str] = set()
        self._others = others

    @property
    def left(self) -> tuple[int, ...]:
        """Faces that the script has and nobody has rolled."""
        return tuple(self._others.left) if isinstance(self._others, ScriptedDice) else ()

    def faces(self, dice: Dice, key: str) -> tuple[int, ...] | None:
        """Return the faces of any other roll."""
        if any(_fits(one, key) for one in self.typed):
            return None
        return self._others.faces(dice, key)


class _Player:
    """Plays one step."""

    def __init__(self, session: Session, number: int, defaults: bool) -> None:
        self._session = session
        self._number = number
        self._defaults = defaults

    def play(self, step: ScriptStep, command: Command | None) -> str:
        """Play it and return what is wrong; empty where nothing is."""
        for _time in range(step.undo):
            self._session.undo()
            self._write_outcome("undone")
        for _time in range(step.redo):
            self._session.redo()
            self._write_outcome("redone")
        replies = dict(step.answers)
        if command is not None:
            outcome = self._answer(step, replies, self._submit(command))
        else:
            outcome = self._answer(step, replies, None) if replies else None
        if outcome is None:
            return ""
        self._report(step, outcome)
        return self._misfit(step, outcome, replies)

    def _submit(self, command: Command) -> Outcome:
        try:
            return self._session.submit(command)
        except KeyError as missing:
            who = str(missing.args[0]) if missing.args else ""
            if who in self._session.encounter:
                raise
            text = _("command: nobody in this fight has the id {who!r}")
            raise ScriptError(text.format(who=who)) from missing

    def _default(self, step: ScriptStep) -> Outcome | None:
        """Answer one question with its default, where the script wants that."""
        if not self._defaults or step.expect == "asking":
            return None
        question = next((one for one in self._session.wanted if isinstance(one, Question)), None)
        return None if question is None else self._session.answer(question.key, question.default)

    def _answer(
        self, step: ScriptStep, replies: dict[str, Given], outcome: Outcome | None
    ) -> Outcome | None:
        """Give the replies that are wanted, as long as there are any."""
        while outcome is None or isinstance(outcome, Asking):
            given = None
            for wanted in self._session.wanted:
                key = next((one for one in replies if _fits(one, wanted.key)), None)
                if key is not None:
                    told = replies.pop(key)
                    reply = Answer(option=told) if isinstance(told, str) else told
                    given = self._session.answer(wanted.key, reply)
                    break
            if given is None:
                given = self._default(step)
            if given is None or isinstance(given, Refused):
                return given or outcome
            outcome = given
        return outcome

    def _report(self, step: ScriptStep, outcome: Outcome) -> None:
        command = {} if step.command is None else {"command": dict(step.command)}
        if isinstance(outcome, Accepted):
            for event in outcome.events:
                _write("event", step=self._number, event=data_of(event))
            self._write_outcome("accepted", **command)
        elif isinstance(outcome, Asking):
            wanted = [_question(one) for one in outcome.wanted]
            self._write_outcome("asking", **command, wanted=wanted)
        else:
            refusal = outcome.refusal
            self._write_outcome(
                "refused",
                **command,
                code=refusal.code,
                text=refusal.text,
                rule_ids=list(refusal.rule_ids),
            )

    def _write_outcome(self, outcome: str, **values: object) -> None:
        """Write how a step came out, and the row of the line of play that it led to."""
        row = self._session.position.cursor
        _write("outcome", step=self._number, row=row, outcome=outcome, **values)

    def _misfit(self, step: ScriptStep, outcome: Outcome, left: dict[str, Given]) -> str:
        came = _name(outcome)
        if came != step.expect:
            why = outcome.text if isinstance(outcome, Refused) else ""
            if isinstance(outcome, Asking):
                keys = ", ".join(one.key for one in outcome.wanted)
                why = _("nobody answers {keys}").format(keys=keys)
            text = _("{came} instead of {expected}. {why}")
            return text.format(came=came, expected=step.expect, why=why).strip()
        if left:
            return _("nobody asked for {keys}").format(keys=", ".join(left))
        return ""


def _fits(given: str, key: str) -> bool:
    return key == given or key.endswith(f"/{given}")


def _name(outcome: Outcome) -> str:
    names = {Accepted: "accepted", Asking: "asking", Refused: "refused"}
    return names[type(outcome)]


def _question(wanted: Wanted) -> dict[str, object]:
    if isinstance(wanted, DiceWanted):
        return {"key": wanted.key, "dice": str(wanted.roll.dice), "owner": wanted.roll.owner}
    return {
        "key": wanted.key,
        "recipient": wanted.recipient,
        "title": wanted.title,
        "options": [one.id for one in wanted.options],
        "numbers": [one.key for one in wanted.numbers],
    }


def _write(line: str, **values: object) -> None:
    sys.stdout.write(text_of({"line": line, **values}) + "\n")
