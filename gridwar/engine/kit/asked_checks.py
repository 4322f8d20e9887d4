"""Checks that the GM asks of anybody: out of turn and at no price, of one or of many at once.

A system says which there are; each is made by a command of the system's own, so that what it takes
stands in its procedure alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter


class AskedCheck(Struct, frozen=True):
    """A check that can be asked of several.

    Attributes:
        id: Tells it from the others.
        title: What is tried, in the book's words: a skill, a characteristic.
        make: Makes the command with which somebody makes it.
    """

    id: str
    title: str
    make: Callable[[str], Command]


class Passed(Struct, frozen=True):
    """What a check at the GM's word came to; None where nothing was to be met."""

    success: bool | None


def no_checks(encounter: Encounter, who: tuple[str, ...]) -> tuple[AskedCheck, ...]:
    """Return none: the rulebook has no checks of its own."""
    del encounter, who
    return ()
