"""When the players' picture holds by itself: their map was worked on, or the fight went back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.model.sketch import SketchStyle
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.control.records.ground_records import PictureSource
    from gridwar.control.records.players_records import PlayersRecord
    from gridwar.engine.session.line_of_play_undo_and_dice import LineOfPlay
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.sketch import Sketch
    from gridwar.model.walls import Wall


class Held(Struct, frozen=True, eq=False):
    """A picture that is held, and what it is drawn from."""

    record: PlayersRecord
    why: str
    pictures: PictureSource | None


def why_held(before: BattleMap, session: LineOfPlay, cursor: int) -> str:
    """Return why the picture that players see should stay as it is; empty where it need not.

    Args:
        before: The map as it was when they saw it.
        session: The fight.
        cursor: The row at which it stood then.
    """
    if _went_back(session, cursor):
        return _("the fight went back")
    now = session.encounter.map
    if before is now:
        return ""
    if (before.picture, before.size) != (now.picture, now.size):
        return _("another map")
    is_edited = before.walls is not now.walls and _edges(before.walls) != _edges(now.walls)
    if is_edited:
        return _("walls are edited")
    is_drawn = before.sketch is not now.sketch and _drawn(before.sketch) != _drawn(now.sketch)
    return _("the sketch is drawn on") if is_drawn else ""


def _drawn(sketch: Sketch | None) -> Sketch | None:
    """Return what is drawn, in whatever style."""
    if sketch is None or sketch.is_blank:
        return None
    return sketch.with_style(SketchStyle.INK)


def _edges(walls: tuple[Wall, ...]) -> frozenset[object]:
    """Return where walls are; doors may open and close."""
    return frozenset((one.a, one.b) for one in walls)


def _went_back(session: LineOfPlay, cursor: int) -> bool:
    """Return whether the fight stands before a row at which it stood."""
    now, rows = session.position.cursor, session.history.rows
    at = cursor
    while at != now and at in rows:
        at = rows[at].parent
    return at == now and now != cursor
