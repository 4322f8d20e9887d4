"""What a reader of a fight finds wrong, by a name that stays the same from fight to fight."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tests.slow.campaign import Wrong, signature

if TYPE_CHECKING:
    from gridwar.model.command import Command
    from tests.slow.playing.scripted import Deed


class Fault(NamedTuple):
    """Something that is not as it should be."""

    check: str
    about: str
    """The kind of command, and what of it."""
    detail: str = ""
    """Words for whoever reads it; no part of what makes two faults the same."""
    last: Deed | None = None
    """What shows it, where that is another command than the one that was played."""

    @property
    def name(self) -> str:
        """What is the same in every fault of its kind."""
        return f"{self.check}: {self.about}"


def raised(command: Command, error: BaseException) -> Fault:
    """Return the fault of an error that came out of a command."""
    name = str(error) if isinstance(error, Wrong) else signature(error)
    return Fault("raised", f"{command.kind}: {name}", str(error))
