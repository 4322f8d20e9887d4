"""Commands about several people in one stroke: those caught by a burst, a group of opponents."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from gridwar.engine.kit import Command

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter


class AboutSeveral(Command):
    """A command about somebody, and about others who were selected besides."""

    kind: ClassVar[str] = ""
    target: str
    others: tuple[str, ...] = ()
    """Who else, in the same stroke."""

    @property
    def everyone(self) -> tuple[str, ...]:
        """Everybody whom it is about, once each."""
        return tuple(dict.fromkeys((self.target, *self.others)))


def names_of(encounter: Encounter, everyone: tuple[str, ...]) -> str:
    """Return the names of some people, for a question about all of them."""
    return ", ".join(encounter[one].name for one in everyone)
