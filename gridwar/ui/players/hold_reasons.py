"""When the players' picture holds by itself: their map was worked on, or the fight went back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.control.records.ground_records import GroundView, WallView
    from gridwar.engine.session.line_of_play_undo_and_dice import LineOfPlay


def why_held(before: GroundView, now: GroundView, session: LineOfPlay, cursor: int) -> str:
    """Return why the picture that players see should stay as it is; empty where it need not.

    Args:
        before: The ground that they saw.
        now: The ground as it is.
        session: The fight.
        cursor: The row at which it stood then.
    """
    if before is not now:
        if (before.picture, before.width, before.height) != (now.picture, now.width, now.height):
            return _("another map")
        if _edges(before.walls) != _edges(now.walls):
            return _("walls are edited")
    if _went_back(session, cursor):
        return _("the fight went back")
    return ""


def _edges(walls: tuple[WallView, ...]) -> frozenset[object]:
    """Return where walls are; doors may open and close."""
    return frozenset((one.a, one.b) for one in walls)


def _went_back(session: LineOfPlay, cursor: int) -> bool:
    """Return whether the fight stands before a row at which it stood."""
    now, rows = session.position.cursor, session.history.rows
    at = cursor
    while at != now and at in rows:
        at = rows[at].parent
    return at == now and now != cursor
