"""What a finished command comes to with other adjustments and the dice that it fell with.

Nothing of it is kept. Where other adjustments ask for dice that nobody rolled then, faces from the
middle of their range stand in; what was asked then is answered as it was.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from gridwar.engine.play.ahead_of_command import attended
from gridwar.engine.play.preview_and_named_outcomes import in_the_middle
from gridwar.engine.play.rehearsal import Rehearsal
from gridwar.model.command import OwnLine
from gridwar.model.trace import Line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit.card_order_and_flow import Facts
    from gridwar.engine.kit.procedure_requests import Roll
    from gridwar.engine.kit.rule_system import System
    from gridwar.engine.play.replies_and_corrections import Replies
    from gridwar.model.command import Adjustments, Command
    from gridwar.model.encounter import Encounter

MOST_ADDED: Final = 120
"""By how much a sum is changed at most so that the same dice come out otherwise."""
_TRIES: Final = 4
"""Sums that are set in turn: what is taken off behind them is known after the first."""


class PlayedAgain(Struct, frozen=True):
    """What came of it, and the names of all sums that were made on the way."""

    facts: Facts
    sums: tuple[str, ...]


def played_again(
    system: System, encounter: Encounter, command: Command, replies: Replies
) -> PlayedAgain | None:
    """Play a command with the dice and answers of another time; None where it is refused."""
    run = _Again(system, encounter, command, replies)
    after, result = run.play(attended)
    if run.refusal is not None:
        return None
    names = dict.fromkeys(one.name for one in run.table.tallies)
    return PlayedAgain(system.facts(encounter, after, result), tuple(names))


def outcome_name(facts: Facts) -> str:
    """Return what an outcome is called, or else whether it succeeds; empty for nothing tested."""
    if facts.outcome or facts.success is None:
        return facts.outcome
    return SUCCEEDS if facts.success else FAILS


SUCCEEDS: Final = "succeeds"
FAILS: Final = "fails"


def counting_as(
    system: System,
    encounter: Encounter,
    command: Command,
    replies: Replies,
    wanted: tuple[str, OwnLine],
) -> Adjustments | None:
    """Return the least change of a sum with which the same dice come to another outcome.

    Args:
        system: The rules.
        encounter: The fight before the command.
        command: The command, with the adjustments that it has anyway.
        replies: What was rolled and answered.
        wanted: The name of the outcome, and the line that is added to the sum that decides.

    Returns:
        The adjustments with that line; those of the command where it comes to it already; None
        where no change of that sum does.
    """

    def comes(adjustments: Adjustments) -> bool:
        changed = command.replace(adjustments=adjustments)
        found = played_again(system, encounter, changed, replies)
        return found is not None and outcome_name(found.facts) == wanted[0]

    if comes(command.adjustments):
        return command.adjustments
    tried = _with_more(command.adjustments, wanted[1])
    return next((one for one in tried if comes(one)), None)


def _with_more(adjustments: Adjustments, own: OwnLine) -> Iterator[Adjustments]:
    """Yield adjustments with a line that counts more and more, for and against."""
    for size in range(1, MOST_ADDED + 1):
        for value in (size, -size):
            line = own.replace(line=own.line.replace(value=value))
            yield adjustments.replace(lines_added=(*adjustments.lines_added, line))


def own_line(tally: str, key: str, label: str) -> OwnLine:
    """Return a line of the game master's in a sum that counts nothing yet."""
    return OwnLine(tally=tally, line=Line(key=key, label=label, value=0))


def losing(
    system: System, encounter: Encounter, command: Command, replies: Replies, loss: tuple[str, int]
) -> Adjustments | None:
    """Return the adjustments with which somebody loses so many points by a command.

    The last of its sums that decides the loss is set, so that all that follows from the loss
    follows from the one wanted; what is taken off behind that sum is added to it.

    Args:
        system: The rules.
        encounter: The fight before the command.
        command: The command, with the adjustments that it has anyway.
        replies: What was rolled and answered.
        loss: Who, and how many points.

    Returns:
        The adjustments; None where no sum of it decides what is lost.
    """
    who, points = loss
    before = played_again(system, encounter, command, replies)
    if before is None:
        return None
    if before.facts.amounts.get(who, 0) == points:
        return command.adjustments
    for name in reversed(before.sums):
        total = points
        for _again in range(_TRIES):
            totals = command.adjustments.totals.set(name, total)
            adjustments = command.adjustments.replace(totals=totals)
            changed = command.replace(adjustments=adjustments)
            found = played_again(system, encounter, changed, replies)
            lost = None if found is None else found.facts.amounts.get(who, 0)
            if lost == points:
                return adjustments
            if lost is None:
                break
            total += points - lost
    return None


class _Again(Rehearsal):
    """A run to the end with the replies of another time."""

    def __init__(
        self, system: System, encounter: Encounter, command: Command, replies: Replies
    ) -> None:
        """Set a run up."""
        filed = replies.by_key()
        answers = {key: one.answer for key, one in filed.items() if one.answer is not None}
        super().__init__(system, encounter, command, answers)
        self._faces = {key: one.faces for key, one in filed.items() if one.faces is not None}

    def _roll(self, roll: Roll) -> object:
        faces = self._faces.get(self.table.full_key(roll.key), ())
        if roll.dice.problem_with(faces):
            faces = in_the_middle(roll.dice)
        return roll.read(faces)
