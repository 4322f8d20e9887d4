"""What came of a command, as the map says it: a record for each combatant it befell."""

from __future__ import annotations

from msgspec import Struct


class ResultView(Struct, frozen=True):
    """What a command came to for one combatant: a tag over the token, then a small mark.

    Attributes:
        who: whom it befell.
        row: the command's place in the line of play.
        figure: points lost or won, signed; empty where none were.
        title: what happened, in few words.
        detail: how it came about: who did what, and what came of it.
        is_harm: whether it is bad for whoever it befell.
        by: who did it; None where nobody else did.
    """

    who: str
    row: int
    figure: str = ""
    title: str = ""
    detail: str = ""
    is_harm: bool = False
    by: str | None = None
