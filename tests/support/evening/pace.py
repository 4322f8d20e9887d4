"""How long something takes a game master who does it as a game master does, by counted acts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from tests.support.evening.hands import Hands

ACT_S, LETTER_S = 1.0, 0.25
"""A click or a key, with looking for it; a letter of a word."""


class Pace(Struct, frozen=True):
    """What was done since some moment."""

    acts: int
    letters: int

    @property
    def seconds(self) -> float:
        """How long that takes, in seconds."""
        return self.acts * ACT_S + self.letters * LETTER_S


def pace(hands: Hands, since: Pace | None = None) -> Pace:
    """Return what hands have done, at all or since some moment."""
    before = since or Pace(0, 0)
    return Pace(hands.acts - before.acts, hands.letters - before.letters)
