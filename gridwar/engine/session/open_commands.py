"""Open commands: what they wait for, what does not fit it, whether they can still come to an end.

The GM may take somebody out while dice or an answer are waited for; whether the rest of the command
needs them shows only when it is played on. What follows from that is the session's.
"""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

from gridwar.dice.dice_sources import SeededDice
from gridwar.engine.kit.evolve import evolve
from gridwar.engine.perception.memory_after_command import what_was_seen
from gridwar.engine.play.play_outcome import (
    NEEDED,
    Accepted,
    Asking,
    DiceWanted,
    Outcome,
    Refused,
    Wanted,
)
from gridwar.engine.play.replies_and_corrections import Reply
from gridwar.model.question_and_refusal import Refusal
from gridwar.model.raw_parts import RawCommand
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from gridwar.engine.play.replies_and_corrections import Replies
    from gridwar.engine.session.journal_rows import Row
    from gridwar.model.command import Answer, Command
    from gridwar.model.encounter import Encounter


class Open(Struct, frozen=True):
    """A command under way. ``asking`` is None while it is suspended by somebody who acts first."""

    row: Row
    asking: Asking | None
    goes_on: bool = False
    """A correction by the GM came between: it asks again afterwards, whoever has the turn."""

    def after(self, settled: Encounter) -> Encounter:
        """Return the encounter in which it waits, or the settled one while it is suspended."""
        return settled if self.asking is None else self.asking.encounter


class Amended(Struct, frozen=True):
    """What an amendment came to: the outcome of the command itself, and of those after it."""

    outcome: Outcome
    replayed: int = 0
    dropped: tuple[Row, ...] = ()
    """Later commands that no longer fit; they stay on the old branch."""


def remembering(outcome: Outcome, before: Encounter) -> Outcome:
    """Return an outcome with what the sides came to know by it, where their memory is kept."""
    if not isinstance(outcome, Accepted):
        return outcome
    seen = what_was_seen(before, outcome.events, outcome.encounter)
    if not seen:
        return outcome
    after = reduce(evolve, seen, outcome.encounter)
    return replace(outcome, encounter=after, events=(*outcome.events, *seen))


def waiting(row: Row, asking: Asking) -> Open:
    """Return a command that waits for replies, with those it has by now."""
    return Open(replace(row, replies=asking.replies), asking)


def opened_anew(opened: tuple[Open, ...], rows: Mapping[int, Row], fresh: int) -> tuple[Open, ...]:
    """Return open commands, those that have finished since as new rows: the finished one stays.

    Args:
        opened: The commands.
        rows: All rows by id.
        fresh: The first id that is free.
    """
    return tuple(
        one
        if rows[one.row.id].is_open
        else replace(one, row=replace(one.row, id=fresh + at, is_open=True))
        for at, one in enumerate(opened)
    )


def suspended(opened: tuple[Open, ...], command: Command) -> tuple[Open, ...]:
    """Return the stack of open commands as it lies below another command that comes between."""
    return tuple(
        replace(one, asking=None, goes_on=command.correction and one.asking is not None)
        if one is opened[-1]
        else replace(one, asking=None)
        for one in opened
    )


def refused(code: str, text: str) -> Refused:
    """Return a refusal that nobody can waive."""
    return Refused(Refusal(code, text, (), waivable=False))


def reply_of_human(key: str, given: Answer | tuple[int, ...]) -> Reply:
    """Return what somebody gives as a reply: an answer, or faces typed in."""
    if isinstance(given, tuple):
        return Reply(key=key, faces=given, source="typed")
    return Reply(key=key, answer=given, source="human")


def problem_with(wanted: Wanted, given: Answer | tuple[int, ...]) -> str:
    """Say why a reply does not fit what is wanted; empty where it does."""
    if isinstance(wanted, DiceWanted):
        if isinstance(given, tuple):
            return wanted.roll.dice.problem_with(given)
        return _("Dice are wanted here, not an answer.")
    if isinstance(given, tuple):
        return _("An answer is wanted here, not dice.")
    return wanted.problem_with(given)


def why_withdrawn(refused: Refused, then: Encounter, now: Encounter) -> str:
    """Tell that a command cannot go on; who has left is called by the name that was known then."""
    gone = [one.name for who, one in then.combatants.items() if who not in now.combatants]
    left = ngettext(
        "{names} is no longer in the fight.", "{names} are no longer in the fight.", len(gone)
    )
    why = left.format(names=", ".join(gone)) if gone else refused.text
    return _("No longer possible, and withdrawn: {why}").format(why=why)


def withdrawn_notice(row: Row, refused: Refused) -> str:
    """Tell that an open command of a file is withdrawn, and the dice it had."""
    faces = [one.faces for one in row.replies.by_key().values() if one.faces]
    rolled = ", ".join(" ".join(map(str, one)) for one in faces) or _("none")
    command = row.command
    what = command.raw_kind if isinstance(command, RawCommand) else command.kind
    return _("{what} was withdrawn: {why} Dice already rolled: {dice}.").format(
        what=what, why=refused.text, dice=rolled
    )


_TRIALS: Final = 3
"""With dice of their own each: what misses needs nobody who is hit."""
_MOST_REPLIES: Final = 100


def needed_later(go_on: Callable[[Replies], Outcome], asking: Asking) -> Refused | None:
    """Return why a command cannot come to its end, tried with some dice; None where it can.

    Args:
        go_on: Plays the command with some replies.
        asking: Where it stands.
    """
    for seed in range(_TRIALS):
        outcome: Outcome = asking
        dice = SeededDice(seed)
        for _reply in range(_MOST_REPLIES):
            if not isinstance(outcome, Asking):
                break
            outcome = go_on(_replied(outcome, dice))
        if isinstance(outcome, Refused) and outcome.code == NEEDED:
            return outcome
    return None


def _replied(asking: Asking, dice: SeededDice) -> Replies:
    replies = asking.replies
    for one in asking.wanted:
        replies = replies.with_reply(_reply_to(one, dice))
    return replies


def _reply_to(wanted: Wanted, dice: SeededDice) -> Reply:
    if isinstance(wanted, DiceWanted):
        return Reply(key=wanted.key, faces=dice.faces(wanted.roll.dice, wanted.key))
    return Reply(key=wanted.key, answer=wanted.default)
