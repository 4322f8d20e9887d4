"""What a ruler reads: legs and total, on the plane and with height, by the system's own metric."""

from __future__ import annotations

from itertools import pairwise
from math import floor
from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.control.maps.floor_words import place_name
from gridwar.control.records import ground_records as gr
from gridwar.control.records import scene_records as sr
from gridwar.control.records.measure_records import MeasureBlock, MeasureRow, MeasureView
from gridwar.control.text_format import both, height, metric_words, squares, units
from gridwar.engine.kit.yardstick_and_distances import Spot, apart, place, spot_of
from gridwar.grid.cells.distance import HeightRule, Metric, nearest_cells, squared_cells
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.control.state.kept_measurements import RulerPoint
    from gridwar.engine.kit.yardstick_and_distances import Yardstick
    from gridwar.model.encounter import Encounter

LEAST_UP_CELLS = 1e-6


class Leg(Struct, frozen=True):
    """One straight piece: its ends in cells, its length on the plane and with height."""

    a: gr.Point
    b: gr.Point
    plane_cells: float
    total_cells: float


class Reading(Struct, frozen=True):
    """What a ruler says; lengths in cells. The total is whole, as the system counts it."""

    legs: tuple[Leg, ...]
    plane_cells: int
    total_cells: int
    straight_cells: float
    up_cells: float


def read_ruler(
    encounter: Encounter, yardstick: Yardstick, points: tuple[RulerPoint, ...]
) -> Reading:
    """Return what a ruler reads. Terrain is never charged: it measures, it does not move."""
    spots = [_spot(encounter, yardstick, point) for point in points]
    legs = tuple(_leg(yardstick, a, b) for a, b in pairwise(spots))
    return Reading(
        legs,
        _whole(yardstick, sum(leg.plane_cells for leg in legs)),
        _whole(yardstick, sum(leg.total_cells for leg in legs)),
        sum(apart(yardstick, a, b).straight_cells for a, b in pairwise(spots)),
        spots[-1].up_cells - spots[0].up_cells if spots else 0.0,
    )


def _spot(encounter: Encounter, yardstick: Yardstick, point: RulerPoint) -> Spot:
    one = encounter.combatants.get(point.token or "")
    found = None if one is None else spot_of(encounter, yardstick, one)
    if found is None:
        found = place(encounter, yardstick, point.cell)
    return Spot(found.cells, found.up_cells + point.up / encounter.map.scale.cell_size)


def _leg(yardstick: Yardstick, a: Spot, b: Spot) -> Leg:
    near, far = nearest_cells(a.cells, b.cells)
    ends = (near.x + 0.5, near.y + 0.5), (far.x + 0.5, far.y + 0.5)
    found = apart(yardstick, a, b)
    if not yardstick.is_straight:
        return Leg(*ends, found.plane_cells, found.total_cells)
    plane = squared_cells(near, far) ** 0.5
    if yardstick.height is HeightRule.ADD:
        return Leg(*ends, plane, plane + floor(abs(found.up_cells)))
    if yardstick.height is HeightRule.AXIS and near == far:  # one above the other: whole cells
        return Leg(*ends, plane, float(found.total_cells))
    return Leg(*ends, plane, found.straight_cells)


def _whole(yardstick: Yardstick, cells: float) -> int:
    return floor(cells + (0.5 if yardstick.metric is Metric.EUCLID_NEAREST else 1e-9))


def ruler_overlays(encounter: Encounter, reading: Reading) -> tuple[sr.OverlayView, ...]:
    """Return the legs with their lengths, and the total at the end."""
    if not reading.legs:
        return ()
    scale, is_bent = encounter.map.scale, len(reading.legs) > 1
    found: list[sr.OverlayView] = [
        sr.LineOverlay(
            leg.a, leg.b, sr.LineRole.RULER, label=_short(leg.plane_cells) if is_bent else ""
        )
        for leg in reading.legs
    ]
    end, last = reading.legs[-1].b, reading.legs[-1]
    second = _("last leg {n}").format(n=_short(last.plane_cells)) if is_bent else ""
    found.append(sr.LabelOverlay(end, both(scale, reading.plane_cells), second, icon="ruler"))
    if abs(reading.up_cells) > LEAST_UP_CELLS:
        text = _("with height {up}: {total}").format(
            up=units(scale, reading.up_cells), total=squares(reading.total_cells)
        )
        found.append(sr.LabelOverlay(end, text, icon="move-up", below=True))
    return tuple(found)


def _short(cells: float) -> str:
    return f"{round(cells, 1):g}"


def ruler_panel(
    encounter: Encounter, yardstick: Yardstick, points: tuple[RulerPoint, ...]
) -> MeasureView:
    """Return the panel: each leg, then plane, height and total.

    Args:
        encounter: The fight.
        yardstick: How the system measures.
        points: The ruler's.
    """
    heading = _("Ruler")
    if len(points) < 2:  # noqa: PLR2004 a start and an end
        hint = _("Click where it begins: a cell or a token.")
        return MeasureView(heading, subtitle=hint)
    reading, scale = read_ruler(encounter, yardstick, points), encounter.map.scale
    names = [_point_name(encounter, point) for point in points]
    legs = tuple(
        MeasureRow(f"{a} \u2192 {b}", value=_short(leg.plane_cells), icon="spline")
        for (a, b), leg in zip(pairwise(names), reading.legs, strict=True)
    )
    total = (
        MeasureRow(
            _("On the plane"), units(scale, reading.plane_cells), squares(reading.plane_cells)
        ),
        MeasureRow(_("Height"), _up_words(encounter, points), units(scale, reading.up_cells)),
        MeasureRow(
            _("With height"), units(scale, reading.total_cells), squares(reading.total_cells)
        ),
        MeasureRow(_("As the crow flies"), value=units(scale, reading.straight_cells)),
    )
    return MeasureView(
        heading,
        both(scale, reading.plane_cells),
        metric_words(yardstick),
        (MeasureBlock(_("Legs"), rows=legs), MeasureBlock(_("Total"), rows=total)),
    )


def _up_words(encounter: Encounter, points: tuple[RulerPoint, ...]) -> str:
    end, scale = points[-1], encounter.map.scale
    return _("end raised by {up}").format(up=height(scale, end.up)) if end.up else ""


def _point_name(encounter: Encounter, point: RulerPoint) -> str:
    one = encounter.combatants.get(point.token or "")
    return place_name(encounter.map, point.cell) if one is None else one.name
