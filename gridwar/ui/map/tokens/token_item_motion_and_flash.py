"""One token in the scene: a sprite at a place, how it moves to another, and how a hit shows.

Owns the placing of the sprite, the times and ways of motions, and the ring that flashes. Nobody
waits for a motion: the scene knows at once where everybody stands. A token cannot be dragged by
itself: a drag changes the view state, and the scene follows.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import (
    QEasingCurve,
    QObject,
    QPointF,
    QPropertyAnimation,
    QRectF,
    Qt,
    QVariantAnimation,
)
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import (
    QGraphicsObject,
    QGraphicsPixmapItem,
    QGraphicsScene,
    QStyleOptionGraphicsItem,
    QWidget,
)

from gridwar.ui.map.tokens.token_shape import radius_of
from gridwar.ui.style.colors import map_colors

if TYPE_CHECKING:
    from gridwar.control.records.ground_records import Point
    from gridwar.control.records.scene_records import TokenView
    from gridwar.ui.map.tokens.token_level_of_detail import Look
    from gridwar.ui.map.tokens.token_sprites import Sprite

_TOUCH_SLACK = 0.06
MOVE_MS, UNDO_MS = 140, 120
STEP_MS, WALK_MOST_MS = 60, 600
FLASH_MS = 160
_RING_SHARE = 0.47
_CORE_PX, _CASING_PX = 4.0, 7.0


class TokenItem(QGraphicsPixmapItem):
    """A token's sprite. ``home`` is where it belongs, fan-out included, in cells."""

    def __init__(self, token: TokenView) -> None:
        super().__init__()
        self.token = token
        self.home: Point = token.cell
        self.drawn = QRectF()
        """Where it is drawn, in cells; larger than its footprint on a small map."""
        self.look: Look | None = None
        self._motion: QVariantAnimation | None = None
        self.setShapeMode(QGraphicsPixmapItem.ShapeMode.BoundingRectShape)
        self.setTransformationMode(Qt.TransformationMode.FastTransformation)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def show_sprite(self, sprite: Sprite, look: Look, cell_px: float) -> None:
        """Put on a sprite made for the present zoom, its middle on that of the footprint.

        Args:
            sprite: how it looks.
            look: what that was made from.
            cell_px: edge of a cell of the map, in device-independent pixels.
        """
        self.look = look
        cell = cell_px * sprite.ratio
        width, height = self.token.size
        left = (width * cell - sprite.pixmap.width()) / 2
        top = (height * cell - sprite.pixmap.height()) / 2
        self.setPixmap(sprite.pixmap)
        self.setOffset(round(left), round(top))
        self.setScale(1 / cell)

    def place(self, home: Point, drawn: QRectF, way: Way | None = None) -> None:
        """Go to a place.

        Args:
            home: the footprint's upper left corner in cells.
            drawn: where it is drawn then, in cells.
            way: how the way there is shown; None is at once.
        """
        self.home, self.drawn = home, drawn
        goal = QPointF(*home)
        self.retire()
        if way is None or self.pos() == goal:
            self.setPos(goal)
            return
        # The scene's child: it must not outlive the item it moves.
        motion = self._motion = QVariantAnimation(self.scene())
        curve = QEasingCurve.Type.OutSine if way.over else QEasingCurve.Type.OutCubic
        motion.setEasingCurve(curve)
        motion.setStartValue(self.pos())
        for number, place in enumerate(way.over, start=1):
            motion.setKeyValueAt(number / (len(way.over) + 1), QPointF(*place))
        motion.setEndValue(goal)
        motion.setDuration(way.duration_ms)
        motion.valueChanged.connect(self.setPos)
        motion.start()

    def retire(self) -> None:
        """End any motion for good, before the item leaves the scene."""
        if self._motion is not None:
            self._motion.stop()
            self._motion.deleteLater()
            self._motion = None

    def is_touched(self, point: Point) -> bool:
        """Return whether a place in cells lies on the token's body, or hardly beside it."""
        dx, dy = self._from_middle(point)
        return max(abs(dx), abs(dy)) <= 1

    def is_hit(self, point: Point) -> bool:
        """Return whether a place in cells lies on the disc itself, its corners left out."""
        dx, dy = self._from_middle(point)
        return self.token.box or math.hypot(dx, dy) <= 1

    def _from_middle(self, point: Point) -> tuple[float, float]:
        """Return where a place lies from the token's middle; 1 is the edge of its body."""
        least, drawn = min(self.token.size), self.drawn
        inset = (0.5 - radius_of(least) / least - _TOUCH_SLACK) * min(drawn.width(), drawn.height())
        middle = drawn.center()
        return (
            (point[0] - middle.x()) / (drawn.width() / 2 - inset),
            (point[1] - middle.y()) / (drawn.height() / 2 - inset),
        )


class Way(NamedTuple):
    """The way to a token's new place: what it passes (in cells, its end left out), how long."""

    over: tuple[Point, ...]
    duration_ms: int


def way_of(before: TokenView, after: TokenView) -> Way:
    """Return how a token gets from one state to the next: as it walked, or straight.

    Args:
        before: as it was drawn until now.
        after: as it is to be drawn.
    """
    old, new = before.trail, after.trail
    if old and new == old[: len(new)]:
        return Way((), MOVE_MS if new == old else UNDO_MS)
    steps = new[max(len(old), 1) :]
    walked = new[: len(old)] == old and bool(steps) and steps[-1] == after.cell
    if not walked:
        return Way((), MOVE_MS)
    return Way(steps[:-1], max(MOVE_MS, min(WALK_MOST_MS, STEP_MS * len(steps))))


def is_hit(before: TokenView, after: TokenView) -> bool:
    """Return whether a token has lost points from one state to the next, or is badly marked."""
    was, now = ({one.icon for one in token.badges if one.flashes} for token in (before, after))
    is_hurt = before.bar is not None and after.bar is not None and after.bar < before.bar
    return is_hurt or not now <= was


class HitFlash(QGraphicsObject):
    """A ring round a token that was hit; it fades, once, and is gone."""

    def __init__(self, box: QRectF, z: float, owner: QObject) -> None:
        """Flash round a footprint.

        Args:
            box: in cells.
            z: above which items.
            owner: the scene, which must not outlive the motion.
        """
        super().__init__()
        self._box = box
        self.setZValue(z)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self._fading = QPropertyAnimation(self, b"opacity", owner)
        self._fading.setStartValue(1.0)
        self._fading.setEndValue(0.0)
        self._fading.setDuration(FLASH_MS)
        self._fading.finished.connect(self._end)

    def start(self, scene: QGraphicsScene) -> None:
        """Show it."""
        scene.addItem(self)
        self._fading.start()

    def boundingRect(self) -> QRectF:
        """Return what is covered, in cells (Qt's hook)."""
        room = 0.2 * self._box.width()
        return self._box.adjusted(-room, -room, room, room)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,
        widget: QWidget | None = None,
    ) -> None:
        """Draw the ring over its casing (Qt's hook)."""
        colors = map_colors()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        radii = self._box.width() * _RING_SHARE, self._box.height() * _RING_SHARE
        for color, width_px in ((colors.ink, _CASING_PX), (colors.threat, _CORE_PX)):
            pen = QPen(QColor(color), width_px)
            pen.setCosmetic(True)
            painter.setPen(pen)
            painter.drawEllipse(self._box.center(), *radii)

    def _end(self) -> None:
        self._fading.deleteLater()
        if (scene := self.scene()) is not None:
            scene.removeItem(self)
        self.deleteLater()
