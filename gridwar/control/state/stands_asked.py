"""The question "where could I stand?" as it is asked now: its chips, and where the keyboard is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from gridwar.engine.insight.stands.chips import Chip
    from gridwar.model.geometry import Cell


class Adding(Struct, frozen=True):
    """A chip that is looked for.

    Attributes:
        typed: What was typed to find it.
        at: Which of those found is pointed at, from 0.
    """

    typed: str = ""
    at: int = 0


class StandsAsked(Struct, frozen=True):
    """The question while it is open.

    Attributes:
        chips: The sentence; None for the usual one of the fight.
        at: The chip that keys change, from 0; one past the last is by whose knowledge it goes, two
            past it what adds another.
        knows_all: It goes by everything, not by what the side of whoever would stand there knows.
        pointed: The square whose row is pointed at; None for the best.
        shown: The squares shown as the best, once somebody has chosen among them: they then stay.
        adding: A chip that is looked for; None while none is.
    """

    chips: tuple[Chip, ...] | None = None
    at: int = 0
    knows_all: bool = False
    pointed: Cell | None = None
    shown: tuple[Cell, ...] = ()
    adding: Adding | None = None
