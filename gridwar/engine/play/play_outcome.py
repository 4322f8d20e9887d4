"""What comes of a command: accepted, asking, or refused. Values only."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from gridwar.model.question_and_refusal import Question, Refusal

if TYPE_CHECKING:
    from gridwar.engine.kit.procedure_requests import Roll
    from gridwar.engine.play.replies_and_corrections import Replies
    from gridwar.model.encounter import Encounter
    from gridwar.model.event_base import Event


def rest_key(window: str) -> str:
    """Return the key of a standing answer to a kind of window for the rest of one command."""
    return f"rest of this command: {window}"


class DiceWanted(Struct, frozen=True):
    """A roll whose faces have to be typed in."""

    key: str
    roll: Roll


Wanted = Question | DiceWanted


class Accepted(Struct, frozen=True):
    """The command was played to its end."""

    encounter: Encounter
    events: tuple[Event, ...]
    replies: Replies
    passed: tuple[str, ...] = ()
    """Keys of the windows that a standing answer passed."""
    result: Any = None


class Asking(Struct, frozen=True):
    """The command waits for one reply or several."""

    encounter: Encounter
    events: tuple[Event, ...]
    replies: Replies
    wanted: tuple[Wanted, ...]
    committed: bool


class Refused(Struct, frozen=True):
    """The rules, or the state of play, do not allow it; nothing has changed."""

    refusal: Refusal

    @property
    def code(self) -> str:
        """The stable name of the reason."""
        return self.refusal.code

    @property
    def text(self) -> str:
        """The reason in words."""
        return self.refusal.text


NEEDED: Final = "needed"
"""The code of a refusal because somebody is gone whom the command in progress needs."""

Outcome = Accepted | Asking | Refused
