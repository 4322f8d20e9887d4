"""Which chart of squares lies on the map, and by what it goes."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct


class ChartKind(StrEnum):
    """What a chart tells of each square, for whoever would stand there."""

    DANGER = "danger"
    """What foes would do there, each at the beginning of its next turn."""
    CHANCE = "chance"
    """The best that could be done from there."""
    SEEN_BY = "seen_by"
    """Who would have a line to it."""


class ChartChoice(Struct, frozen=True):
    """One chart at a time, or none.

    Attributes:
        kind: Which; None for none.
        knows_all: It goes by everything, not by what the side of whoever stands there knows.
        left_out: Foes that do not count, by id.
        after_moves: Danger counts once each foe has moved.
    """

    kind: ChartKind | None = None
    knows_all: bool = False
    left_out: frozenset[str] = frozenset()
    after_moves: bool = False


NO_CHART = ChartChoice()
