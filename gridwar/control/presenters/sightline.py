"""The line from an attacker to its target: clear, or stopped where the grid's own test says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control import scene_records as sr
from gridwar.grid.effect import Stand, line_between
from gridwar.grid.segments import crossing_at
from gridwar.model.geometry import SUBCELL, footprint

if TYPE_CHECKING:
    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Point


def present_line(encounter: Encounter, actor: str, target: str) -> tuple[sr.OverlayView, ...]:
    """Return the line between two on the board, and the wall that stops it."""
    stands = [_stand(encounter, encounter.combatants.get(who)) for who in (actor, target)]
    if stands[0] is None or stands[1] is None:
        return ()
    tried = line_between(encounter.map, stands[0], stands[1]).best
    a, b = _place(tried.start), _place(tried.end)
    stopped = tried.blocked_by
    if stopped is None:
        return (sr.LineOverlay(a, b, sr.LineRole.CLEAR),)
    if stopped.wall is None:
        cut = b if stopped.cell is None else (stopped.cell.x + 0.5, stopped.cell.y + 0.5)
        return (sr.LineOverlay(a, b, sr.LineRole.BLOCKED, cut),)
    part = float(crossing_at(tried.start, tried.end, stopped.wall))
    cut = (a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part)
    wall = stopped.wall
    return (
        sr.LineOverlay(_place(wall.a), _place(wall.b), sr.LineRole.BLOCKER, label=str(stopped)),
        sr.LineOverlay(a, b, sr.LineRole.BLOCKED, cut),
    )


def _stand(encounter: Encounter, one: Combatant | None) -> Stand | None:
    if one is None or one.pos is None:
        return None
    metres = encounter.map.scale.cell_m / encounter.map.scale.cell_size
    return Stand(footprint(one.pos, one.size), one.altitude * metres)


def _place(point: Point) -> sr.Point:
    return (point.x / SUBCELL, point.y / SUBCELL)
