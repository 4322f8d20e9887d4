"""Whether dice are asked for in words, and whether the log shows every face and every sum."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, ClassVar

from gridwar.dice.dice_sources import SeededDice, TypedDice
from gridwar.engine.kit.procedure_table import Table
from gridwar.engine.play.play_command import Options, play
from gridwar.engine.play.play_outcome import Accepted, Asking, DiceWanted
from gridwar.engine.play.replies_and_corrections import Reply
from gridwar.model.events_combatants import Explained
from tests.slow.playing.fault import Fault
from tests.slow.playing.scripted import MOST_QUESTIONS, KnownReplies

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from gridwar.engine.kit.modifier_tally import Tally
    from gridwar.engine.kit.procedure_requests import Roll
    from gridwar.engine.play.replies_and_corrections import Replies
    from gridwar.model.command import Command
    from gridwar.model.event_base import Event
    from tests.slow.playing.moments import Moment

_RULE_ID = re.compile(r"\b[A-Z]{2}-[A-Z]+-\d+", re.IGNORECASE)
_NOTATION = re.compile(r"\b\d*[dD]\d+\b")
_WORD = re.compile(r"[^\W\d_]{3}")


def rolls_asked(moment: Moment, command: Command, replies: Replies) -> Iterator[Fault]:
    """Play a command once more with real dice, and read what is asked for them.

    Args:
        moment: Before the command.
        command: The command.
        replies: What was answered and rolled.
    """
    for roll in _wanted(moment, command, replies):
        for problem in problems_with(roll):
            yield Fault("real dice", f"{command.kind}, {problem}", f"{roll.label!r} ({roll.key})")


def _wanted(moment: Moment, command: Command, replies: Replies) -> Iterator[Roll]:
    known, options = KnownReplies(replies), Options(TypedDice())
    given = type(replies)()
    for _time in range(MOST_QUESTIONS):
        outcome = play(moment.system, moment.now, command, given, options)
        if not isinstance(outcome, Asking):
            return
        for one in outcome.wanted:
            if isinstance(one, DiceWanted):
                yield one.roll
                faces = known.faces(one.roll.dice, one.key)
                given = given.with_reply(Reply(key=one.key, faces=faces, source="typed"))
            else:
                given = given.with_reply(Reply(key=one.key, answer=known.answer(one)))


def problems_with(roll: Roll) -> Iterator[str]:
    """Yield what keeps somebody with real dice in the hand from knowing what a roll is."""
    if not _WORD.search(roll.label):
        yield "a roll without words"
    if _RULE_ID.search(roll.label) or _NOTATION.search(roll.label):
        yield "a key or the dice among the words"
    if not (roll.needed or roll.meanings) and _decides(roll):
        yield "no number that is needed"
    if roll.meanings and len(roll.meanings) != roll.dice.sides:
        yield "faces without a meaning"


def _decides(roll: Roll) -> bool:
    """Tell whether a number decides: the reading is a yes or no, a success, or has a name."""
    faces = SeededDice(1).faces(roll.dice, roll.key)
    assert faces is not None
    value = roll.read(faces)
    return roll.named is not None or isinstance(value, bool) or hasattr(value, "success")


def faces_told(command: Command, replies: Replies, events: Iterable[Event]) -> Iterator[Fault]:
    """Find faces that were rolled and stand in no entry of the log.

    Args:
        command: What was played.
        replies: With the faces.
        events: What came of it.
    """
    told = Counter(
        face
        for event in events
        if isinstance(event, Explained)
        for step in event.trace.steps
        for face in step.faces
    )
    for reply in replies.by_key().values():
        faces = Counter(reply.faces or ())
        if not faces <= told:
            about = f"{command.kind}, {_what(reply.key)}"
            yield Fault("faces are not told", about, str(reply.faces))
        told -= faces


class _Summing(Table):
    """A table that keeps what was summed up while a command is played."""

    sums: ClassVar[list[Tally]] = []

    def tally(self, name: str, *, aside: bool = False, of: str = "") -> Tally:
        """Start a sum, and note it."""
        made = super().tally(name, aside=aside, of=of)
        self.sums.append(made)
        return made


def sums_told(moment: Moment, command: Command, replies: Replies) -> Iterator[Fault]:
    """Find lines of sums that dice were held against and that no entry of the log names.

    Args:
        moment: Before the command.
        command: What was played.
        replies: What was answered and rolled.
    """
    _Summing.sums.clear()
    options = Options(KnownReplies(replies), _Summing)
    outcome = play(moment.system, moment.now, command, replies, options)
    if not isinstance(outcome, Accepted) or not any(one.faces for one in replies.by_key().values()):
        return
    traces = [one.trace for one in outcome.events if isinstance(one, Explained)]
    lines = [one for trace in traces for one in trace.lines]
    values = {(one.rule_id, one.value) for one in lines}
    words = {one.label for one in lines}.union(one.label for t in traces for one in t.steps)
    for tally in _Summing.sums:
        if tally.aside:
            continue
        for line in tally.lines:
            is_told = (line.rule_id, line.value) in values or line.label in words
            if line.value and not line.off and not is_told:
                about = f"{command.kind}, {line.rule_id}"
                yield Fault("a sum is not told", about, f"{tally.name}: {line.label} {line.value}")


def _what(key: str) -> str:
    """Return what a roll is for: the end of its key, without names and numbers."""
    return re.sub(r"\d+", "N", key.rpartition("/")[2])[:24].split(" of ")[0]
