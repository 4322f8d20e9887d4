"""A check of several under way: whose dice are known, and what came of them. Nothing is played yet.

It is made of parts: a command of each who makes the check, or one command that wants the dice of
many (the order of a fight). A line is what stands in the table: somebody, and the dice of theirs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from frozendict import frozendict
from msgspec import Struct

from gridwar.engine.play.replies_and_corrections import NO_REPLIES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.engine.kit.modifier_tally import Tally
    from gridwar.engine.play.play_outcome import DiceWanted
    from gridwar.engine.play.replies_and_corrections import Replies
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from gridwar.model.question_and_refusal import Refusal
    from gridwar.model.trace import Trace


class Tried(Struct, frozen=True):
    """What is known of a part with the dice it has.

    Attributes:
        wanted: The dice that are wanted now.
        tallies: What is added to them.
        chance: The chance that it succeeds, where that can be told before its dice are known.
        refusal: Why it cannot be made.
        traces: What the log would say.
        success: Whether it succeeds; None while that is not known, and where nothing is tested.
        is_done: Whether nothing more is to be rolled.
    """

    wanted: tuple[DiceWanted, ...] = ()
    tallies: tuple[Tally, ...] = ()
    chance: float | None = None
    refusal: Refusal | None = None
    traces: tuple[Trace, ...] = ()
    success: bool | None = None
    is_done: bool = False


class Part(Struct, frozen=True):
    """One command of it; ``who`` makes it, empty where it is about the fight."""

    who: str
    command: Command
    replies: Replies = NO_REPLIES
    rolls: tuple[DiceWanted, ...] = ()
    """All dice that it has wanted so far."""
    tried: Tried = Tried()

    def faces(self, key: str) -> tuple[int, ...]:
        """Return what dice show; nothing while they are to be rolled."""
        known = self.replies.by_key().get(key)
        return () if known is None else known.faces or ()


class CheckLine(Struct, frozen=True):
    """Somebody in the table, with the dice that are theirs."""

    part: int
    who: str
    rolls: tuple[DiceWanted, ...] = ()


class GroupChecks(Struct, frozen=True):
    """The table as it stands.

    Attributes:
        title: What is tried.
        encounter: The fight that it was worked out for.
        parts: In the order of the table.
        at: Whose dice are typed next, by place among the lines.
        typing: The faces typed for the roll under way.
        pending: A digit that may still become a longer number.
        problem: What was wrong with what was typed last.
        surprised: Who is surprised; None where that is not asked.
        unaware: Who perceives no enemy, each with the reason: proposed as surprised, and not set.
        kind: The check that is asked; empty where it is no check.
        asked: What that one is called.
    """

    title: str
    encounter: Encounter
    parts: tuple[Part, ...]
    at: int = 0
    typing: tuple[int, ...] = ()
    pending: str = ""
    problem: str = ""
    surprised: tuple[str, ...] | None = None
    unaware: Mapping[str, str] = frozendict()
    kind: str = ""
    asked: str = ""

    @property
    def is_of_fight(self) -> bool:
        """Whether it is one command that wants the dice of many."""
        return len(self.parts) == 1 and not self.parts[0].who

    @property
    def lines(self) -> tuple[CheckLine, ...]:
        """The lines of the table."""
        if not self.is_of_fight:
            return tuple(
                CheckLine(place, part.who, part.rolls) for place, part in enumerate(self.parts)
            )
        owned: dict[str, list[DiceWanted]] = {}
        for one in self.parts[0].rolls:
            owned.setdefault(one.roll.owner or "", []).append(one)
        return tuple(CheckLine(0, who, tuple(rolls)) for who, rolls in owned.items())

    def wanted_of(self, line: CheckLine) -> DiceWanted | None:
        """Return the roll of a line whose faces are to be typed next; None for none."""
        wanted = {one.key for one in self.parts[line.part].tried.wanted}
        return next((one for one in line.rolls if one.key in wanted), None)

    @property
    def is_whole(self) -> bool:
        """Whether nobody has dice to roll any more."""
        return all(not part.tried.wanted for part in self.parts)
