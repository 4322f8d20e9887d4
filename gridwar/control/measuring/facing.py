"""What follows from facing: fields of fire by the rules, and where something goes by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control.records import scene_records as sr
from gridwar.grid.fields import field_of_fire
from gridwar.model.geometry import footprint_centre

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit.overlays import Course, FieldOfFire, Overlays
    from gridwar.model.encounter import Encounter

FAR_CELLS = 500.0


def facing_overlays(encounter: Encounter, own: Overlays) -> tuple[sr.OverlayView, ...]:
    """Return the fields of fire and the course that the rules know of somebody."""
    arcs = (_arc(encounter, one) for one in own.arcs)
    course = () if own.course is None else _course(encounter, own.course)
    return (*_danger(own), *(one for one in arcs if one is not None), *course)


def _danger(own: Overlays) -> Iterator[sr.OverlayView]:
    roles = (sr.RegionRole.TEMPLATE_INNER, sr.RegionRole.TEMPLATE)
    for number, zone in enumerate(own.danger):
        role = roles[min(number, len(roles) - 1)]
        yield sr.RegionOverlay(role, frozenset(zone.cells), zone.label, filled=False)


def _arc(encounter: Encounter, arc: FieldOfFire) -> sr.ArcOverlay | None:
    one = encounter.combatants.get(arc.whose)
    if one is None or one.pos is None:
        return None
    axis = ((one.facing_deg or 0) + arc.axis_deg) % 360
    apex, far = footprint_centre(one.pos, one.size), arc.radius_cells or FAR_CELLS
    outline = field_of_fire(encounter.map, apex, axis, arc.width_deg, far)
    middle = field_of_fire(encounter.map, apex, axis, 0.0, far)[1]
    return sr.ArcOverlay(outline, middle, arc.label)


def _course(encounter: Encounter, course: Course) -> Iterator[sr.OverlayView]:
    one = encounter.combatants.get(course.whose)
    if one is None or one.pos is None:
        return
    points = tuple((cell.x + one.size.w / 2, cell.y + one.size.h / 2) for cell in course.cells)
    stop = ((course.stop, course.rule_id),) if course.stop else ()
    yield sr.RouteOverlay(points, label=course.label, warnings=stop)
