"""Where a source of light is taken hold of on the map: its sign, the handles of rings and cone.

Owns places in cells, what lies under the pointer, and what a source becomes where a handle is
dragged to. Decides nothing of levels.
"""

from __future__ import annotations

from enum import StrEnum
from math import atan2, cos, degrees, hypot, radians, sin
from typing import TYPE_CHECKING, NamedTuple

from gridwar.engine.perception.light_of_fight import bearer_of, place_of
from gridwar.model.geometry import MAX_SIDE_CELLS, SUBCELL
from gridwar.model.lights import WHOLE_CIRCLE_DEG

if TYPE_CHECKING:
    from gridwar.control.records.ground_records import Point as CellPoint
    from gridwar.model.encounter import Encounter
    from gridwar.model.lights import LightSource

_SIGN_CELLS = 0.5
_HANDLE_CELLS = 0.35
_ASIDE_CELLS = 0.4
_HALF = 0.5
_TURN_DEG = 15
_LEAST_DEG = 15.0


class Held(StrEnum):
    """What of a source the pointer holds."""

    SIGN = "sign"
    BRIGHT = "bright"
    DIM = "dim"
    WIDTH = "width"


class LightDrag(NamedTuple):
    """A drag of a source: what is held of it, and where the pointer began and is."""

    source: LightSource
    held: Held
    start: CellPoint
    now: CellPoint
    free: bool = False
    """Without snapping to half cells and fifteen degrees."""

    @property
    def is_click(self) -> bool:
        """Return whether the pointer has hardly moved."""
        return hypot(self.now[0] - self.start[0], self.now[1] - self.start[1]) < _HANDLE_CELLS / 2


def middle_of(encounter: Encounter, source: LightSource) -> CellPoint | None:
    """Return where a source shines, in cells; None while its bearer is off the board."""
    at = place_of(encounter, source)
    return None if at is None else (at.x / SUBCELL, at.y / SUBCELL)


def sign_of(encounter: Encounter, source: LightSource) -> CellPoint | None:
    """Return where the sign of a source stands: upon its place, or at the bearer's lower right."""
    one = bearer_of(encounter, source)
    if one is None or one.pos is None:
        return middle_of(encounter, source)
    mine = [each.id for each in encounter.map.light_sources if each.carried_by == one.id]
    number = mine.index(source.id) if source.id in mine else 0
    return one.pos.x + one.size.w - 0.1 - number * _ASIDE_CELLS, one.pos.y + one.size.h - 0.12


def handles_of(encounter: Encounter, source: LightSource) -> dict[Held, CellPoint]:
    """Return the handles of a source, in cells: bright and dim on one ray, the width at a side."""
    middle = middle_of(encounter, source)
    if middle is None:
        return {}
    facing = shown_facing(encounter, source) if source.is_cone else 90.0
    found = {}
    if not source.is_darkness:
        found[Held.BRIGHT] = towards(middle, facing, source.bright_cells)
    found[Held.DIM] = towards(middle, facing, source.reach_cells)
    if source.is_cone:
        side = facing + source.width_deg / 2
        found[Held.WIDTH] = towards(middle, side, source.reach_cells)
    return found


def shown_facing(encounter: Encounter, source: LightSource) -> float:
    """Return where a cone points on the map."""
    one = bearer_of(encounter, source)
    return source.facing_deg + (0 if one is None else one.facing_deg or 0)


def source_at(encounter: Encounter, point: CellPoint) -> LightSource | None:
    """Return the source whose sign is nearest to a place, near enough to be meant."""
    near = []
    for source in encounter.map.light_sources:
        sign = sign_of(encounter, source)
        if sign is not None and (far := _far(sign, point)) <= _SIGN_CELLS:
            near.append((far, source))
    return min(near, key=lambda one: one[0])[1] if near else None


def handle_at(encounter: Encounter, source: LightSource, point: CellPoint) -> Held | None:
    """Return the handle of a source at a place; the dim one where two lie upon each other."""
    near = [
        held
        for held, at in handles_of(encounter, source).items()
        if _far(at, point) <= _HANDLE_CELLS
    ]
    return near[-1] if near else None


def dragged(encounter: Encounter, drag: LightDrag) -> LightSource:
    """Return what a source becomes where a handle of it is dragged to."""
    source, middle = drag.source, middle_of(encounter, drag.source)
    if middle is None:
        return source
    across, down = drag.now[0] - middle[0], drag.now[1] - middle[1]
    far, bearing = hypot(across, down), degrees(atan2(across, -down)) % WHOLE_CIRCLE_DEG
    reach = far if drag.free else round(far / _HALF) * _HALF
    reach = min(max(reach, 0.0), 2.0 * MAX_SIDE_CELLS)
    match drag.held:
        case Held.BRIGHT:
            dim = max(source.dim_cells, reach)
            return source.replace(bright_cells=reach, dim_cells=dim)
        case Held.DIM:
            reach = max(reach, _HALF)
            changed = source.replace(dim_cells=reach, bright_cells=min(source.bright_cells, reach))
            return _turned(encounter, changed, bearing, drag) if source.is_cone else changed
        case Held.WIDTH:
            aside = bearing - shown_facing(encounter, source)
            aside = abs((aside + 180) % WHOLE_CIRCLE_DEG - 180)
            width = 2 * aside if drag.free else round(2 * aside / _TURN_DEG) * _TURN_DEG
            return source.replace(width_deg=min(max(float(width), _LEAST_DEG), WHOLE_CIRCLE_DEG))
        case Held.SIGN:
            return source


def _turned(
    encounter: Encounter, source: LightSource, bearing: float, drag: LightDrag
) -> LightSource:
    of_bearer = shown_facing(encounter, source) - source.facing_deg
    own = bearing - of_bearer
    own = own if drag.free else round(own / _TURN_DEG) * _TURN_DEG
    return source.replace(facing_deg=float(own % WHOLE_CIRCLE_DEG))


def towards(start: CellPoint, bearing_deg: float, far: float) -> CellPoint:
    """Return the place so far from another in a direction: 0 up, clockwise."""
    turn = radians(bearing_deg)
    return start[0] + far * sin(turn), start[1] - far * cos(turn)


def _far(a: CellPoint, b: CellPoint) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])
