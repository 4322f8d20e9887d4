"""All labels of a scene in one item above everything else.

Owns keeping their places for a zoom; asking for labels is overlay_layer's, placing them
label_free_places's.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtWidgets import QWidget

from gridwar.ui.map.overlays.label_drawing import draw_label, draw_leader, label_size
from gridwar.ui.map.overlays.label_free_places import (
    LabelRequest,
    PlacedLabel,
    Rect,
    Room,
    place_labels,
)
from gridwar.ui.map.overlays.overlay_item import OverlayItem

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Set as AbstractSet

    from PySide6.QtGui import QPainter

    from gridwar.control.records.ground_records import CellXY, Point
    from gridwar.ui.map.tokens.token_index_and_fan_out import Bodies

LABELS_Z = 100000.0
_BODY_INSET = 0.14
_STEP_ROOM = 0.2
_ROOM_PX = 4.0
_GROWN_PX = 200.0
_BEYOND_PX = 24.0
"""How far a label may hang over the edge of the map."""


class LabelsItem(OverlayItem):
    """Every label on the map."""

    keeps_pixels = False

    def __init__(self, cell_px: float) -> None:
        super().__init__(QRectF(), LABELS_Z, cell_px)
        self._requests: tuple[LabelRequest, ...] = ()
        self._bodies: AbstractSet[CellXY] = frozenset()
        self._taken: tuple[int, tuple[Point, ...], Point] = (0, (), (math.inf, math.inf))
        self._placed: tuple[PlacedLabel, ...] = ()
        self._most: int | None = None
        self._scale = 1.0
        self._boxes: tuple[Rect, ...] = ()
        self.covered: tuple[QRect, ...] = ()
        """What popovers cover of the window, in its pixels."""

    def show_labels(
        self,
        requests: tuple[LabelRequest, ...],
        bodies: Bodies,
        points: tuple[Point, ...],
        page: Point,
        most: int | None = None,
    ) -> None:
        """Take other labels, or the same among other tokens and routes.

        Args:
            requests: the labels, the most important first.
            bodies: cells under tokens.
            points: steps of a route.
            page: width and height of the map in cells; labels would rather not leave it.
            most: how many there may be; None for all.
        """
        taken = (bodies.edition, points, page) if requests else self._taken
        self._bodies = bodies.cells
        if (requests, taken, most) == (self._requests, self._taken, self._most):
            return
        self._requests, self._taken, self._most = requests, taken, most
        self._place()

    def set_scale(self, scale: float) -> None:
        """Take the interface scale; 1.0 is 100 %."""
        self._scale = scale
        self._place()

    def rescale(self, cell_px: float) -> None:
        """Place the labels anew for another zoom."""
        super().rescale(cell_px)
        self._extent = QRectF()
        if not self.hurried:
            self._place()

    def settle(self) -> None:
        """Place the labels that were left alone while the wheel turned."""
        self._place()

    def draw(self, painter: QPainter, cell_px: float, exposed: QRectF) -> None:
        """Draw the leader lines, then the labels, the most important last."""
        shown = [label for label in self._placed if self._box(label).intersects(exposed)]
        for label in shown:
            draw_leader(painter, label)
        for label in reversed(shown):
            draw_label(painter, label, self._scale)

    def _place(self) -> None:
        before = self._placed
        window, self._boxes = self._seen()
        self._placed = place_labels(
            self._requests,
            self._cell_px,
            lambda request: label_size(request, self._scale),
            Room(self._is_free, window, self._most),
        )
        boxes = [self._box(label) for label in {*before} ^ {*self._placed}]
        whole = QRectF()
        for box in boxes:
            whole |= box
        # It only grows, until the next zoom: where its size changes all of it is painted anew.
        if not self._extent.contains(whole):
            self.prepareGeometryChange()
            room = _GROWN_PX / self._cell_px
            self._extent |= whole.adjusted(-room, -room, room, room)
        for box in boxes:
            self.update(box)

    def plates(self) -> Iterator[QRectF]:
        """Yield what the labels cover, in cells."""
        scale = 1 / self._cell_px
        for rect in (one.rect for one in self._placed):
            yield QRectF(rect.x * scale, rect.y * scale, rect.width * scale, rect.height * scale)

    def _box(self, label: PlacedLabel) -> QRectF:
        """Return what a label covers with its leader line, in cells."""
        rect = label.rect
        box = QRectF(rect.x, rect.y, rect.width, rect.height)
        if label.leader is not None:
            box |= QRectF(*label.leader, 1, 1)
        box.adjust(-_ROOM_PX, -_ROOM_PX, _ROOM_PX, _ROOM_PX)
        scale = 1 / self._cell_px
        return QRectF(box.x() * scale, box.y() * scale, box.width() * scale, box.height() * scale)

    def _seen(self) -> tuple[Rect | None, tuple[Rect, ...]]:
        """Return what the window shows of the map, and what lies over that, in the map's pixels."""
        view = next(iter(self.scene().views()), None)
        if view is None:
            return None, ()
        viewport, cell_px = view.viewport(), self._cell_px
        corner = view.mapToScene(QPoint(0, 0)) * cell_px
        direct = Qt.FindChildOption.FindDirectChildrenOnly
        plates = [
            one.geometry().translated(offset)
            for holder, offset in ((viewport, QPoint()), (view, -viewport.pos()))
            for one in holder.findChildren(QWidget, options=direct)
            if one is not viewport and one.isVisible()
        ]
        plates += self.covered
        room = round(_ROOM_PX)
        whole, *boxes = (
            Rect(corner.x() + one.x(), corner.y() + one.y(), one.width(), one.height())
            for one in (viewport.rect().adjusted(room, room, -room, -room), *plates)
        )
        return whole, tuple(boxes)

    def _is_free(self, rect: Rect) -> bool:
        if any(rect.overlaps(plate, _ROOM_PX) for plate in self._boxes):
            return False
        _edition, points, page = self._taken
        cell_px, beyond = self._cell_px, _BEYOND_PX * self._scale
        if min(rect.x, rect.y) < -beyond or (
            rect.x + rect.width > page[0] * cell_px + beyond
            or rect.y + rect.height > page[1] * cell_px + beyond
        ):
            return False
        inset, room = _BODY_INSET * cell_px, _STEP_ROOM * cell_px
        columns = range(
            math.floor((rect.x + inset) / cell_px),
            math.floor((rect.x + rect.width - inset) / cell_px) + 1,
        )
        rows = range(
            math.floor((rect.y + inset) / cell_px),
            math.floor((rect.y + rect.height - inset) / cell_px) + 1,
        )
        if any((x, y) in self._bodies for x in columns for y in rows):
            return False
        return not any(
            -room < x * cell_px - rect.x < rect.width + room
            and -room < y * cell_px - rect.y < rect.height + room
            for x, y in points
        )
