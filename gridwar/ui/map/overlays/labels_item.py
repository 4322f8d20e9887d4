"""All labels of a scene in one item above everything else.

Owns keeping their places for a zoom; asking for labels is overlay_layer's, placing them
label_free_places's.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from msgspec.structs import replace
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

    from PySide6.QtGui import QPainter

    from gridwar.control.records.ground_records import Box, Point
    from gridwar.ui.map.tokens.token_layer import TokenLayer

LABELS_Z = 100000.0
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
        self._tokens: TokenLayer | None = None
        self._taken: tuple[int, tuple[Point, ...], tuple[Point, Box | None]] = (
            0,
            (),
            ((math.inf, math.inf), None),
        )
        self._placed: tuple[PlacedLabel, ...] = ()
        self._room: tuple[int | None, bool] = (None, False)
        """How many there may be, and whether none may lie over a token."""
        self._scale = 1.0
        self._boxes: tuple[Rect, ...] = ()
        self.is_settled = True
        """Whether nothing came to lie where labels were placed since."""
        self.covered: tuple[QRect, ...] = ()
        """What popovers cover of the window, in its pixels."""

    def show_labels(
        self,
        requests: tuple[LabelRequest, ...],
        tokens: TokenLayer,
        points: tuple[Point, ...],
        page: tuple[Point, Box | None],
        room: tuple[int | None, bool] = (None, False),
    ) -> None:
        """Take other labels, or the same among other tokens and routes.

        Args:
            requests: the labels, the most important first.
            tokens: the tokens, as they are drawn.
            points: steps of a route.
            page: width and height of the map in cells; labels would rather not leave it. And the
                page of the floor that is shown, beyond which nothing is seen; None for none.
            room: how many there may be, None for all; and whether none may lie over a token.
        """
        taken = (tokens.bodies.edition, points, page) if requests else self._taken
        self._tokens = tokens
        is_same = (requests, taken, room) == (self._requests, self._taken, self._room)
        if is_same and self.is_settled:
            return
        self._requests, self._taken, self._room = requests, taken, room
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
        before, self.is_settled = self._placed, True
        window, self._boxes = self._seen()
        most, is_strict = self._room
        self._placed = place_labels(
            map(self._at_its_token, self._requests),
            self._cell_px,
            lambda request: label_size(request, self._scale),
            Room(self._is_free, self._on_floor(window), most, is_strict),
        )
        boxes = [self._box(label) for label in {*before} ^ {*self._placed}]
        if not boxes:
            return
        whole = QRectF()
        for box in boxes:
            whole |= box
        # It only grows, until the next zoom: where its size changes all of it is painted anew. So
        # it takes in all that is seen, for the labels that come there next.
        if not self._extent.contains(whole):
            self.prepareGeometryChange()
            room = _GROWN_PX / self._cell_px
            self._extent |= whole.adjusted(-room, -room, room, room)
            if window is not None:
                scale = 1 / self._cell_px
                seen = (window.x, window.y, window.width, window.height)
                self._extent |= QRectF(*(part * scale for part in seen))
        for box in boxes:
            self.update(box)

    def plates(self) -> Iterator[QRectF]:
        """Yield what the labels cover, in cells."""
        scale = 1 / self._cell_px
        for rect in (one.rect for one in self._placed):
            yield QRectF(rect.x * scale, rect.y * scale, rect.width * scale, rect.height * scale)

    def _on_floor(self, window: Rect | None) -> Rect | None:
        """Return what of the window the floor lies in: beyond its page a label would be covered."""
        floor = self._taken[2][1]
        if floor is None:
            return window
        page = Rect(*(at * self._cell_px for at in floor))
        return page if window is None else page.shared(window)

    def _at_its_token(self, request: LabelRequest) -> LabelRequest:
        """Return a label of a token that makes room for another, about where that is drawn."""
        dx, dy = (0.0, 0.0) if self._tokens is None else self._tokens.offset_of(request.who)
        if not (dx or dy):
            return request
        return replace(request, about=tuple((x + dx, y + dy) for x, y in request.about))

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
        _edition, points, (page, _floor) = self._taken
        cell_px, beyond = self._cell_px, _BEYOND_PX * self._scale
        if min(rect.x, rect.y) < -beyond or (
            rect.x + rect.width > page[0] * cell_px + beyond
            or rect.y + rect.height > page[1] * cell_px + beyond
        ):
            return False
        box = QRectF(rect.x, rect.y, rect.width, rect.height)
        if self._tokens is not None and self._tokens.is_under(box):
            return False
        room = _STEP_ROOM * cell_px
        return not any(
            -room < x * cell_px - rect.x < rect.width + room
            and -room < y * cell_px - rect.y < rect.height + room
            for x, y in points
        )
