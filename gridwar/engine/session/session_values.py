"""Small values and words of a session: what is open, what changed, why not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from gridwar.engine.play.outcome import Asking, DiceWanted, Outcome, Refused, Wanted
from gridwar.model.question import Refusal
from gridwar.model.raw import RawCommand
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.session.journal import Row
    from gridwar.model.command import Answer, Command
    from gridwar.model.encounter import Encounter
    from gridwar.model.event import Event


class Open(Struct, frozen=True):
    """A command under way. ``asking`` is None while it is suspended by somebody who acts first."""

    row: Row
    asking: Asking | None
    goes_on: bool = False
    """A correction by the GM came between: it asks again afterwards, whoever has the turn."""


class Change(Struct, frozen=True):
    """What a session tells its listeners: the encounter shown before and now."""

    old: Encounter
    new: Encounter
    events: tuple[Event, ...] = ()
    notice: str = ""


class Amended(Struct, frozen=True):
    """What an amendment came to: the outcome of the command itself, and of those after it."""

    outcome: Outcome
    replayed: int = 0
    dropped: tuple[Row, ...] = ()
    """Later commands that no longer fit; they stay on the old branch."""


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


def problem_with(wanted: Wanted, given: Answer | tuple[int, ...]) -> str:
    """Say why a reply does not fit what is wanted; empty where it does."""
    if isinstance(wanted, DiceWanted):
        if isinstance(given, tuple):
            return wanted.roll.dice.problem_with(given)
        return _("Dice are wanted here, not an answer.")
    if isinstance(given, tuple):
        return _("An answer is wanted here, not dice.")
    return wanted.problem_with(given)


def withdrawn_notice(row: Row, refused: Refused) -> str:
    """Tell that an open command of a file is withdrawn, and the dice it had."""
    faces = [one.faces for one in row.replies.by_key().values() if one.faces]
    rolled = ", ".join(" ".join(map(str, one)) for one in faces) or _("none")
    command = row.command
    what = command.raw_kind if isinstance(command, RawCommand) else command.kind
    return _("{what} was withdrawn: {why} Dice already rolled: {dice}.").format(
        what=what, why=refused.text, dice=rolled
    )
