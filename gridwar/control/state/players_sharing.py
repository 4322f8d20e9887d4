"""What the game master shares with the players beyond what their people see: by his word alone.

Owns the choices; they are no part of the fight and none of what the window shows him. What comes of
them is ``presenters.players_record``'s.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

if TYPE_CHECKING:
    from collections.abc import Callable


class Sharing(Struct, frozen=True):
    """What players are shown.

    Attributes:
        strip: the round, whose turn it is and who comes next.
        names: what they are called, below the tokens.
        true_names: of those without a public name, their own.
        numbers: the number at the end of a name, as in "Guard 7".
        foes_bars: how those are who are not of the party, in thirds.
        results: what came of deeds, as words.
        grid: the lines of the grid.
        light: light and darkness, also where the fog does not count them.
        handout: the id of the handout that lies there; empty for none.
        blank: nothing is shown but a colour, or a picture.
        blank_picture: the hash of that picture; empty for the colour.
    """

    strip: bool = True
    names: bool = True
    true_names: bool = False
    numbers: bool = True
    foes_bars: bool = False
    results: bool = True
    grid: bool = True
    light: bool = False
    handout: str = ""
    blank: bool = False
    blank_picture: str = ""


class PlayersSharing:
    """Keeps what is shared, and tells when that changes."""

    def __init__(self, changed: Callable[[], None]) -> None:
        """Begin with the first choices.

        Args:
            changed: Called after every change.
        """
        self.now = Sharing()
        self._changed = changed

    def change(self, **changes: object) -> None:
        """Share something else; where nothing is other than before nobody is told."""
        after = replace(self.now, **changes)
        if after != self.now:
            self.now = after
            self._changed()
