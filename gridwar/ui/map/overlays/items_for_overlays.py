"""Which item stands for which overlay of a scene.

Owns the keys by which items are found again: an overlay whose key stays is not touched.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, assert_never

from PySide6.QtCore import QRectF

from gridwar.control.records.pin_records import PinOverlay
from gridwar.control.records.printed_grid_records import GridOverlay
from gridwar.control.records.scene_records import (
    ArcOverlay,
    BoxOverlay,
    LabelOverlay,
    LineOverlay,
    MarkOverlay,
    OverlayView,
    RegionOverlay,
    RegionRole,
    RingOverlay,
    Role,
    RouteOverlay,
)
from gridwar.ui.map.overlays.cell_cursor import CellCursorItem
from gridwar.ui.map.overlays.chart_squares import ChartItem
from gridwar.ui.map.overlays.drawn_by_pointer import BoxItem, BrushedItem, BrushItem
from gridwar.ui.map.overlays.label_words_and_anchors import REACH_ROLES
from gridwar.ui.map.overlays.lines_and_arcs import ArcItem, LineItem, MarkItem, RingsItem, RouteItem
from gridwar.ui.map.overlays.overlay_areas import DimItem, RegionItem
from gridwar.ui.map.overlays.overlay_reach import ReachItem
from gridwar.ui.map.overlays.overlay_walls import WallsItem
from gridwar.ui.map.overlays.pin_signs import PinItem
from gridwar.ui.map.overlays.printed_grid_lines import GridItem
from gridwar.ui.map.overlays.stand_marks import StandMarksItem

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator
    from typing import TypeAlias

    from gridwar.control.records.scene_records import SceneView
    from gridwar.ui.map.overlays.overlay_item import OverlayItem

    Wanted: TypeAlias = tuple[Hashable, Callable[[], OverlayItem]]
    """An overlay's key, and what makes its item."""


def wanted_items(
    view: SceneView, cell_px: float, scale: float, spoil: Callable[[QRectF], None]
) -> Iterator[Wanted]:
    """Yield the items that a state asks for, those of one kind in the order they lie above another.

    Args:
        view: The state.
        cell_px: Edge of a cell.
        scale: Interface scale of the signs; 1.0 is 100 %.
        spoil: Is told which part of the ground a chart shows otherwise from now on.
    """
    ground = view.ground
    page = QRectF(0, 0, ground.width, ground.height)
    if ground.walls:
        # The item holds the walls, so that their identity is not used again meanwhile.
        key = ("walls", id(ground.walls), ground.editing)
        yield key, lambda: WallsItem(ground, cell_px)
    if view.dim > 0:
        yield (
            ("dim", view.dim, ground.width, ground.height),
            lambda: DimItem(page, view.dim, cell_px),
        )
    zones = tuple(o for o in view.overlays if _is_reach(o) and isinstance(o, RegionOverlay))
    if zones:
        yield (
            ("reach", zones, ground.width, ground.height),
            lambda: ReachItem(zones, page, cell_px),
        )
    for rings in _rings(view):
        item = BrushItem if rings[0].role is Role.INTENT else RingsItem
        yield ("rings", rings, ground.width, ground.height), partial(item, rings, page, cell_px)
    yield from _squares(view, cell_px, spoil)
    cursor = None if view.aim is None else view.aim.cursor
    if cursor is not None:
        yield ("cursor", cursor), partial(CellCursorItem, cursor, cell_px)
    for overlay in view.overlays:
        if isinstance(overlay, PinOverlay):
            yield overlay, partial(PinItem, overlay, cell_px, scale)
        elif not (_is_reach(overlay) or isinstance(overlay, LabelOverlay | RingOverlay)):
            make = partial(_item, overlay, page, cell_px)
            yield (overlay, ground.width, ground.height), make


def _squares(view: SceneView, cell_px: float, spoil: Callable[[QRectF], None]) -> Iterator[Wanted]:
    """Yield what is said of squares: a chart, and where somebody could stand."""
    chart, stands = view.chart, view.stands
    if chart is not None and chart.squares is not None:
        yield chart.squares, partial(ChartItem, chart.squares, cell_px, spoil)
    if stands is not None and stands.marks.cells:
        yield stands.marks, partial(StandMarksItem, stands.marks, cell_px)


def _rings(view: SceneView) -> Iterator[tuple[RingOverlay, ...]]:
    """Yield the bands, which lie low, and the brush in hand, which does not."""
    rings = [one for one in view.overlays if isinstance(one, RingOverlay)]
    in_hand = tuple(one for one in rings if one.role is Role.INTENT)
    low = tuple(one for one in rings if one.role is not Role.INTENT)
    yield from (some for some in (low, in_hand) if some)


def _is_reach(overlay: OverlayView) -> bool:
    return isinstance(overlay, RegionOverlay) and overlay.role in REACH_ROLES


def _item(overlay: OverlayView, page: QRectF, cell_px: float) -> OverlayItem:
    match overlay:
        case GridOverlay():
            return GridItem(overlay, page, cell_px)
        case RegionOverlay(role=RegionRole.BRUSH):
            return BrushedItem(overlay, cell_px)
        case RegionOverlay():
            return RegionItem(overlay, cell_px)
        case BoxOverlay():
            return BoxItem(overlay, cell_px)
        case ArcOverlay():
            return ArcItem(overlay, cell_px)
        case RouteOverlay():
            return RouteItem(overlay, cell_px)
        case LineOverlay():
            return LineItem(overlay, cell_px)
        case MarkOverlay():
            return MarkItem(overlay, cell_px)
        case LabelOverlay() | RingOverlay() | PinOverlay():
            raise TypeError("they are drawn together, or at the interface's scale")
        case _:
            assert_never(overlay)
