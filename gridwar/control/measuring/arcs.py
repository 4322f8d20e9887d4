"""Fields of fire: the outline that walls leave and who stands in it; those that rules know of.

What follows from a facing is drawn here, too: where something goes by itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.control.records import measure_records as mr
from gridwar.control.records import scene_records as sr
from gridwar.control.text_format import squares, token_bit, units
from gridwar.engine.kit.sight_and_cover import stand_at
from gridwar.engine.kit.yardstick_and_distances import apart, cells_towards, spot_of
from gridwar.grid.areas.arcs import bearings_to, is_in_arc
from gridwar.grid.areas.distance_and_fire_fields import field_of_fire
from gridwar.grid.lines.sight_and_effect import LineMode, LineRule, Purpose, line_between
from gridwar.model.geometry import footprint_centre
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.control.combatant_letters import CombatantLetters
    from gridwar.control.state.kept_measurements import PlacedArc
    from gridwar.engine.kit.overlays_and_scenery import Course, FieldOfFire, Overlays
    from gridwar.engine.kit.rule_system import System
    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Encounter

_EFFECT = LineRule(Purpose.EFFECT, LineMode.SQUARES)
FAR_CELLS = 500.0
WIDTHS = (30, 45, 60, 90, 120, 180, 270, 360)


class InArc(Struct, frozen=True):
    """Somebody in an arc, how far off, and what stops the line if anything does."""

    who: str
    squares: int
    stopped: str = ""


def axis_of(one: Combatant, arc: PlacedArc | FieldOfFire) -> float:
    """Return where the middle of an arc points: off the way its token faces."""
    return ((one.facing_deg or 0) + arc.axis_deg) % 360


def arc_overlay(encounter: Encounter, arc: PlacedArc) -> sr.ArcOverlay | None:
    """Return an arc cut by walls; None where its token is off the board."""
    return _cut(encounter, arc.who, arc, arc.radius_cells, f"{arc.width_deg:g}\u00b0")


def _cut(
    encounter: Encounter, who: str, arc: PlacedArc | FieldOfFire, radius_cells: float, label: str
) -> sr.ArcOverlay | None:
    one = encounter.combatants.get(who)
    if one is None or one.pos is None:
        return None
    axis, apex = axis_of(one, arc), footprint_centre(one.pos, one.size)
    outline = field_of_fire(encounter.map, apex, axis, arc.width_deg, radius_cells)
    middle = field_of_fire(encounter.map, apex, axis, 0.0, radius_cells)[1]
    return sr.ArcOverlay(outline, middle, label)


def in_arc(system: System, encounter: Encounter, arc: PlacedArc) -> tuple[InArc, ...]:
    """Return who stands in an arc, the nearest first; those behind walls with the reason."""
    levels = system.board.levels
    here = stand_at(encounter, arc.who, levels) if arc.who in encounter else None
    if here is None:
        return ()
    yardstick, axis = system.yardstick(encounter), axis_of(encounter[arc.who], arc)
    mine = spot_of(encounter, yardstick, encounter[arc.who])
    found: list[InArc] = []
    for one in encounter.everyone():
        there, spot = stand_at(encounter, one.id, levels), spot_of(encounter, yardstick, one)
        if one.id == arc.who or there is None or spot is None or mine is None:
            continue
        far = apart(yardstick, mine, spot)
        laid = cells_towards(encounter.map, here.cells, there.cells)
        bearings = bearings_to(here.cells, laid)
        is_inside = any(is_in_arc(bearing, axis, arc.width_deg) for bearing in bearings)
        if is_inside and far.straight_cells <= arc.radius_cells:
            line = line_between(encounter.map, here, there, _EFFECT)
            why = "" if line.blocked_by is None else str(line.blocked_by)
            found.append(InArc(one.id, far.total_cells, why))
    return tuple(sorted(found, key=lambda one: (bool(one.stopped), one.squares, one.who)))


def arc_panel(
    system: System,
    encounter: Encounter,
    arc: PlacedArc | None,
    letters: CombatantLetters,
    *,
    is_kept: bool,
) -> mr.MeasureView:
    """Return the panel: width, length, and who stands in it.

    Args:
        system: The rules, for their own arcs and distances.
        encounter: The fight.
        arc: The active one.
        letters: Those on the tokens.
        is_kept: Whether it lies on the map.
    """
    heading = _("Field of fire")
    if arc is None or arc.who not in encounter:
        return mr.MeasureView(heading, subtitle=_("Click a token, or drag from it."))
    widths = tuple(
        mr.MeasureChoice(f"width:{width}", f"{width}\u00b0", arc.width_deg == width)
        for width in WIDTHS
    )
    own = system.board.overlays(encounter, arc.who, "", None).arcs
    rules = tuple(mr.MeasureChoice(f"rule:{number}", one.label) for number, one in enumerate(own))
    rows = tuple(
        mr.MeasureRow(
            encounter[one.who].name,
            one.stopped if one.stopped else _("free line"),
            squares(one.squares),
            token=token_bit(letters, encounter, encounter[one.who]),
            off=bool(one.stopped),
        )
        for one in in_arc(system, encounter, arc)
    )
    keep = mr.MeasureChoice("keep", _("Keep on the map"), is_kept, "map-pin", "Enter")
    blocks = [
        mr.MeasureBlock(_("In the arc"), "" if rows else _("Nobody."), rows=rows, choices=(keep,)),
        mr.MeasureBlock(_("Width"), _("Or type it, or press + and \u2212."), choices=widths),
    ]
    if rules:
        blocks.append(mr.MeasureBlock(_("Of the rules"), choices=rules))
    title = _("{name}: {width:g}\u00b0").format(name=encounter[arc.who].name, width=arc.width_deg)
    axis = f"{axis_of(encounter[arc.who], arc):g}\u00b0"
    subtitle = _("{far} far, towards {axis}").format(
        far=units(encounter.map.scale, arc.radius_cells), axis=axis
    )
    return mr.MeasureView(heading, title, subtitle, tuple(blocks))


def facing_overlays(encounter: Encounter, own: Overlays) -> tuple[sr.OverlayView, ...]:
    """Return the fields of fire and the course that the rules know of somebody."""
    arcs = (
        _cut(encounter, one.whose, one, one.radius_cells or FAR_CELLS, one.label)
        for one in own.arcs
    )
    course = () if own.course is None else _course(encounter, own.course)
    return (*_danger(own), *(one for one in arcs if one is not None), *course)


def _danger(own: Overlays) -> Iterator[sr.OverlayView]:
    roles = (sr.RegionRole.TEMPLATE_INNER, sr.RegionRole.TEMPLATE)
    for number, zone in enumerate(own.danger):
        role = roles[min(number, len(roles) - 1)]
        yield sr.RegionOverlay(role, frozenset(zone.cells), zone.label, filled=False)


def _course(encounter: Encounter, course: Course) -> Iterator[sr.OverlayView]:
    one = encounter.combatants.get(course.whose)
    if one is None or one.pos is None:
        return
    points = tuple((cell.x + one.size.w / 2, cell.y + one.size.h / 2) for cell in course.cells)
    stop = ((course.stop, course.rule_id),) if course.stop else ()
    yield sr.RouteOverlay(points, label=course.label, warnings=stop)
