"""Commands about several people in one stroke: those caught by a burst, a group of opponents."""

from __future__ import annotations

from typing import Protocol


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
