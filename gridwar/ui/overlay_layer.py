"""All overlays of a scene: one item each, one for reach, one for all labels.

Owns which item stands for which record and which labels a state asks for. Compared by the
records themselves, so an overlay that stays is not touched.
"""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, assert_never

from PySide6.QtCore import QRectF

from gridwar.control.scene_records import (
    ArcOverlay,
    LabelOverlay,
    LineOverlay,
    LineRole,
    MarkOverlay,
    OverlayView,
    RegionOverlay,
    RegionRole,
    RingOverlay,
    Role,
    RouteOverlay,
)
from gridwar.ui.overlay_label_item import LabelsItem
from gridwar.ui.overlay_labels import LabelRequest
from gridwar.ui.overlay_line import ArcItem, LineItem, MarkItem, RingItem, RouteItem
from gridwar.ui.overlay_region import REACH_ROLES, ReachItem, RegionItem
from gridwar.ui.overlay_walls import DimItem, WallsItem

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator

    from PySide6.QtWidgets import QGraphicsScene

    from gridwar.control.scene_records import Point, SceneView, TokenView
    from gridwar.ui.overlay_item import OverlayItem

_REGION_LABELS = {
    RegionRole.REACH1: Role.REACH1,
    RegionRole.REACH2: Role.REACH2,
    RegionRole.REACH3: Role.REACH3,
    RegionRole.THREAT: Role.THREAT,
    RegionRole.OPPORTUNITY: Role.THREAT,
    RegionRole.TEMPLATE: Role.INTENT,
    RegionRole.TEMPLATE_INNER: Role.INTENT,
    RegionRole.BRUSH: Role.INTENT,
    RegionRole.HARD_COVER: Role.COVER,
    RegionRole.SOFT_COVER: Role.COVER,
}
_REGION_ICONS = {
    RegionRole.OPPORTUNITY: "triangle-alert",
    RegionRole.HARD_COVER: "shield-half",
    RegionRole.SOFT_COVER: "shield",
}
_LINE_LABELS = {
    LineRole.COVER: Role.COVER,
    LineRole.DECIDER: Role.COVER,
    LineRole.BLOCKED: Role.THREAT,
    LineRole.BLOCKER: Role.THREAT,
}
_RING_PLACES_DEG = (-135, -45, 45, 135, -90, 90, 180, 0)


class OverlayLayer:
    """The overlays of one scene."""

    def __init__(self, scene: QGraphicsScene, cell_px: float) -> None:
        self.scale = 1.0
        self._scene = scene
        self._cell_px = cell_px
        self._items: dict[Hashable, OverlayItem] = {}
        self._labels = LabelsItem(cell_px)
        scene.addItem(self._labels)

    def sync(self, view: SceneView) -> None:
        """Make the items equal to a state's overlays, walls and dimming."""
        wanted = dict(self._wanted(view))
        for key in [key for key in self._items if key not in wanted]:
            self._scene.removeItem(self._items.pop(key))
        for key, make in wanted.items():
            if key not in self._items:
                item = self._items[key] = make()
                self._scene.addItem(item)
        self._labels.show_labels(tuple(label_requests(view)), view.tokens, self.scale)

    def rescale(self, cell_px: float) -> None:
        """Take note of another zoom."""
        self._cell_px = cell_px
        for item in (*self._items.values(), self._labels):
            item.rescale(cell_px)

    def _wanted(self, view: SceneView) -> Iterator[tuple[Hashable, Callable[[], OverlayItem]]]:
        cell_px = self._cell_px
        ground = view.ground
        page = QRectF(0, 0, ground.width, ground.height)
        if ground.walls:
            yield ("walls", ground.walls, ground.editing), lambda: WallsItem(ground, cell_px)
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
        for overlay in view.overlays:
            if not (_is_reach(overlay) or isinstance(overlay, LabelOverlay)):
                yield overlay, partial(_item, overlay, cell_px)


def label_requests(view: SceneView) -> Iterator[LabelRequest]:
    """Yield the labels that a state asks for, the most important first."""
    order = (RouteOverlay, LabelOverlay, LineOverlay, ArcOverlay, RegionOverlay, RingOverlay)
    for kind in order:
        for overlay in view.overlays:
            if isinstance(overlay, kind):
                yield from _labels_of(overlay)
    for token in view.tokens:
        if token.name and (token.named or token.selected) and not token.ghost:
            yield _name_label(token)


def _labels_of(overlay: OverlayView) -> Iterator[LabelRequest]:
    match overlay:
        case RouteOverlay():
            yield from _route_labels(overlay)
        case LabelOverlay():
            yield LabelRequest(
                overlay.text, overlay.second, overlay.role, overlay.icon, (overlay.at,)
            )
        case LineOverlay() if overlay.label:
            yield _line_label(overlay)
        case ArcOverlay() if overlay.label and overlay.middle is not None:
            apex, end = overlay.outline[0], overlay.middle
            yield LabelRequest(
                overlay.label,
                role=Role.REACH1,
                about=(_between(apex, end, 0.5), _between(apex, end, 0.75)),
                on_line=True,
            )
        case RegionOverlay() if overlay.label and overlay.cells:
            yield LabelRequest(
                overlay.label,
                overlay.second,
                _REGION_LABELS.get(overlay.role, Role.PAPER),
                _REGION_ICONS.get(overlay.role),
                _border_places(overlay),
                on_line=True,
            )
        case RingOverlay() if overlay.label:
            yield LabelRequest(
                overlay.label,
                overlay.second,
                overlay.role,
                about=_ring_places(overlay),
                on_line=True,
            )
        case _:
            return


def _route_labels(route: RouteOverlay) -> Iterator[LabelRequest]:
    if not route.points:
        return
    end = route.points[-1]
    about = (end,)
    if route.label:
        yield LabelRequest(route.label, route.second, Role.INTENT, None, about, (0.5, 0.4))
    for text, rule in route.warnings:
        yield LabelRequest(
            text,
            rule,
            Role.THREAT,
            "triangle-alert",
            about,
            (0.5, 0.4),
            below=bool(route.label),
        )
    for index, cost in zip(route.waypoints, route.costs, strict=False):
        yield LabelRequest(cost, role=Role.INTENT, about=(route.points[index],), reach=(0.2, 0.2))


def _line_label(line: LineOverlay) -> LabelRequest:
    role = _LINE_LABELS.get(line.role, Role.PAPER)
    icon = "shield-half" if line.role is LineRole.DECIDER else None
    if line.cut is not None:
        return LabelRequest(line.label, line.second, role, icon, (line.cut,), (0.1, 0.1))
    if line.role is LineRole.RULER:
        places = tuple(_between(line.a, line.b, share) for share in (0.5, 0.35, 0.65))
        return LabelRequest(line.label, line.second, role, icon, places, (0.05, 0.05))
    return LabelRequest(line.label, line.second, role, icon, (line.b,), (0.55, 0.45))


def _name_label(token: TokenView) -> LabelRequest:
    width, height = token.size
    middle = (token.cell[0] + width / 2, token.cell[1] + height / 2)
    return LabelRequest(
        token.name,
        token.bar_text,
        Role.INTENT if token.selected else Role.PAPER,
        about=(middle,),
        reach=(width / 2, height / 2),
    )


def _border_places(region: RegionOverlay) -> tuple[Point, ...]:
    """Return the middles of the region's horizontal borders, the longest first."""
    cells = region.cells
    if region.label_cell is not None:
        x, y = region.label_cell
        return ((x + 0.5, y + 1.0), (x + 0.5, float(y)), (x + 1.0, y + 0.5), (float(x), y + 0.5))
    borders: dict[tuple[int, int], list[int]] = {}
    for x, y in cells:
        if (x, y - 1) not in cells:
            borders.setdefault((y, 0), []).append(x)
        if (x, y + 1) not in cells:
            borders.setdefault((y, 1), []).append(x)
    spans = [span for key, columns in borders.items() for span in _spans(key, sorted(columns))]
    spans.sort(key=lambda span: (-span[1], span[0]))
    return tuple(middle for middle, _ in spans[:12])


def _spans(key: tuple[int, int], columns: list[int]) -> Iterator[tuple[Point, int]]:
    row, below = key
    start = previous = columns[0]
    for column in [*columns[1:], columns[-1] + 2]:
        if column != previous + 1:
            length = previous - start + 1
            yield (start + length / 2, float(row + below)), length
            start = column
        previous = column


def _ring_places(ring: RingOverlay) -> tuple[Point, ...]:
    x, y = ring.center
    return tuple(
        (
            x + ring.radius_cells * math.cos(math.radians(angle)),
            y + ring.radius_cells * math.sin(math.radians(angle)),
        )
        for angle in _RING_PLACES_DEG
    )


def _between(a: Point, b: Point, share: float) -> Point:
    return (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)


def _is_reach(overlay: OverlayView) -> bool:
    return isinstance(overlay, RegionOverlay) and overlay.role in REACH_ROLES


def _item(overlay: OverlayView, cell_px: float) -> OverlayItem:
    match overlay:
        case RegionOverlay():
            return RegionItem(overlay, cell_px)
        case RingOverlay():
            return RingItem(overlay, cell_px)
        case ArcOverlay():
            return ArcItem(overlay, cell_px)
        case RouteOverlay():
            return RouteItem(overlay, cell_px)
        case LineOverlay():
            return LineItem(overlay, cell_px)
        case MarkOverlay():
            return MarkItem(overlay, cell_px)
        case LabelOverlay():
            raise TypeError("labels are drawn together")
        case _:
            assert_never(overlay)
