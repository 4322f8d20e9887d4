"""Replies to a command: faces of dice, answers, corrections of the GM's. Values only."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Struct
from pydantic import SerializeAsAny

from gridwar.model.command import Answer, Command
from gridwar.model.record import Record, opaque

ReplySource = Literal["program", "typed", "human", "standing", "default"]


class Reply(Record):
    """One recorded reply, filed under its key: faces of dice, or an answer."""

    key: str
    faces: tuple[int, ...] | None = None
    answer: Answer | None = None
    source: ReplySource = "human"

    @property
    def by_human(self) -> bool:
        """Return whether undo has to stop at it."""
        return self.source in ("human", "typed")


class Correction(Record):
    """A GM's command slipped in before a question, or a roll, of the open command."""

    before: str
    """Key of what was open."""
    command: Annotated[SerializeAsAny[Command], opaque("command")]


class Replies(Struct, frozen=True):
    """What is known so far of the replies to one command, in the order they came."""

    filed: tuple[Reply | Correction, ...] = ()

    @property
    def corrections(self) -> tuple[Correction, ...]:
        """The GM's corrections among them."""
        return tuple(one for one in self.filed if isinstance(one, Correction))

    @property
    def human_acts(self) -> int:
        """How many of them somebody gave, corrections included."""
        return sum(isinstance(one, Correction) or one.by_human for one in self.filed)

    def by_key(self) -> dict[str, Reply]:
        """Return the replies by key."""
        return {one.key: one for one in self.filed if isinstance(one, Reply)}

    def with_reply(self, reply: Reply) -> Replies:
        """Return them with one more, in place of one under the same key."""
        return Replies((*self._without_key(reply.key), reply))

    def with_first_reply(self, reply: Reply) -> Replies:
        """Return them with one more, under a key that none of them has."""
        return Replies((*self.filed, reply))

    def _without_key(self, key: str) -> tuple[Reply | Correction, ...]:
        return tuple(one for one in self.filed if isinstance(one, Correction) or one.key != key)

    def with_correction(self, correction: Correction) -> Replies:
        """Return them with one more correction."""
        return Replies((*self.filed, correction))

    def without_last_human(self) -> Replies | None:
        """Return them without the last human reply or correction; None where there is none.

        Standing answers given after it go too; dice of the program stay filed: undoing an answer
        does not roll them anew.
        """
        for at in range(len(self.filed) - 1, -1, -1):
            one = self.filed[at]
            if isinstance(one, Correction) or one.by_human:
                after = (
                    later
                    for later in self.filed[at + 1 :]
                    if isinstance(later, Correction) or later.source != "standing"
                )
                return Replies((*self.filed[:at], *after))
        return None

    def without_dice(self) -> Replies:
        """Return them without any faces: everything is rolled again."""
        kept = (one for one in self.filed if isinstance(one, Correction) or one.faces is None)
        return Replies(tuple(kept))


NO_REPLIES = Replies()
