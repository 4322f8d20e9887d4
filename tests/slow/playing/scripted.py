"""What was played as a script of ``gridwar run``, and a script played again to its end.

A line of play is a start and deeds, each with its replies; to leave some out and to write them
down is all that is needed to show what went wrong.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from frozendict import frozendict
from msgspec import Struct

from gridwar.dice.port import SeededDice
from gridwar.engine.kit.table import Table
from gridwar.engine.play.outcome import NO_REPLIES, Accepted, Asking, Refused, Replies, Reply
from gridwar.engine.play.referee import Options, play
from gridwar.headless.script import Script, ScriptCombatant, ScriptStep, first_encounter
from gridwar.model.battlemap import BattleMap
from gridwar.model.question import Question
from gridwar.storage.codec import Codec, data_of
from tests.slow.campaign import Wrong
from tests.support.every_system import find

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from gridwar.dice.notation import Dice
    from gridwar.dice.port import DicePort
    from gridwar.engine.kit.system import System
    from gridwar.model.combatant import Combatant
    from gridwar.model.command import Answer, Command
    from gridwar.model.encounter import Encounter

MOST_QUESTIONS = 300
_APART = frozenset({"id", "name", "side", "pos", "sheet"})
"""What a script says of a combatant in fields of their own."""


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


def start_of(now: Encounter, title: str = "") -> Script:
    """Return a script without commands that begins with the people and the map of a fight."""
    system = find(now.system)
    usual = system.data.switches()
    people = (system.fresh(one).replace(pos=one.pos) for one in now.combatants.values())
    return Script(
        system=now.system,
        title=title,
        map=now.map.with_picture(None),
        sides=now.sides,
        switches=frozendict(
            {
                name: value
                for name, value in data_of(now.switches).items()
                if value != data_of(usual)[name]
            }
        ),
        combatants=tuple(_written(system, one) for one in people),
    )


def _written(system: System, one: Combatant) -> ScriptCombatant:
    """Return a combatant as a script writes it: the sample most like it, and what differs."""
    blank = system.new_combatant(one.id, one.name, one.side)
    found = [
        ScriptCombatant(
            id=one.id,
            sample="" if base is blank else base.id,
            name=one.name,
            side=one.side,
            pos=one.pos,
            fields=_differing(data_of(one), data_of(base), _APART),
            sheet=_differing(data_of(one.sheet), data_of(base.sheet), frozenset()),
        )
        for base in (blank, *system.data.samples())
    ]
    return min(found, key=lambda it: len(it.fields) + len(it.sheet))


def _differing(
    data: Mapping[str, Any], usual: Mapping[str, Any], apart: frozenset[str]
) -> frozendict[str, Any]:
    return frozendict(
        {key: one for key, one in data.items() if key not in apart and one != usual.get(key, ...)}
    )


def beginning(script: Script) -> Encounter:
    """Return the fight at the beginning of a script, also of a system that only tests have."""
    return first_encounter(script, find(script.system))


def with_deeds(start: Script, deeds: tuple[Deed, ...], title: str) -> Script:
    """Return a script of what was done."""
    return start.replace(title=title, commands=tuple(map(_step, deeds)))


def _step(deed: Deed) -> ScriptStep:
    found: dict[str, Answer | tuple[int, ...] | str] = {}
    for one in sorted(deed.replies.by_key().values(), key=lambda reply: -len(reply.key)):
        given = one.faces if one.faces is not None else one.answer
        if given is not None:
            found[one.key] = given
    return ScriptStep(
        command=frozendict(data_of(deed.command)),
        answers=frozendict(found),
        expect="refused" if deed.is_refused else "accepted",
    )


def deeds_of(script: Script) -> tuple[Deed, ...]:
    """Return the deeds of a script that ``with_deeds`` has written."""
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


def as_json(script: Script) -> dict[str, Any]:
    """Return a script as it is written to a file: what is as usual is left out."""
    data: dict[str, Any] = data_of(script)
    blank = data_of(Script(system=script.system))
    data["map"] = _unusual(data["map"], data_of(BattleMap()))
    data["commands"] = [_short_step(one) for one in data["commands"]]
    data["combatants"] = [_unusual(one, {}) for one in data["combatants"]]
    return {name: one for name, one in data.items() if one != blank.get(name) or name == "system"}


def _unusual(data: Mapping[str, Any], usual: Mapping[str, Any]) -> dict[str, Any]:
    return {name: one for name, one in data.items() if one not in ("", {}, usual.get(name, ...))}


def _short_step(data: Mapping[str, Any]) -> dict[str, Any]:
    command = {name: one for name, one in data["command"].items() if name != "adjustments"}
    found: dict[str, Any] = {"command": command}
    if data["answers"]:
        found["answers"] = data["answers"]
    if data["expect"] != "accepted":
        found["expect"] = data["expect"]
    return found
