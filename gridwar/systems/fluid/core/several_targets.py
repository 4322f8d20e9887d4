"""Commands about several people in one stroke: those caught by a burst, a group of opponents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter


class AboutSeveral(Protocol):
    """A command about somebody, and maybe about others selected besides."""

    @property
    def target(self) -> str:
        """Whom it is about first."""

    @property
    def others(self) -> tuple[str, ...]:
        """Who else."""


def everyone_of(command: AboutSeveral) -> tuple[str, ...]:
    """Return everybody whom a command is about, once each."""
    return tuple(dict.fromkeys((command.target, *command.others)))


def names_of(encounter: Encounter, everyone: tuple[str, ...]) -> str:
    """Return the names of some people, for a question about all of them."""
    return ", ".join(encounter[one].name for one in everyone)
