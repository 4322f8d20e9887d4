"""One token in the scene: a sprite at a place, moved only by the scene.

Owns the sprite's placing and the motion to a new cell. It cannot be dragged by itself: a drag
changes the view state, and the scene follows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEasingCurve, QPointF, Qt, QVariantAnimation
from PySide6.QtWidgets import QGraphicsPixmapItem

from gridwar.ui.map.tokens.token_shape import RADIUS, RADIUS_BIG

if TYPE_CHECKING:
    from gridwar.control.records.ground_records import Point
    from gridwar.control.records.scene_records import TokenView
    from gridwar.ui.map.tokens.token_look import Look
    from gridwar.ui.map.tokens.token_motion import Way
    from gridwar.ui.map.tokens.token_sprites import Sprite

_TOUCH_SLACK = 0.06


class TokenItem(QGraphicsPixmapItem):
    """A token's sprite. ``home`` is where it belongs, fan-out included, in cells."""

    def __init__(self, token: TokenView) -> None:
        super().__init__()
        self.token = token
        self.home: Point = token.cell
        self.look: Look | None = None
        self._motion: QVariantAnimation | None = None
        self.setShapeMode(QGraphicsPixmapItem.ShapeMode.BoundingRectShape)
        self.setTransformationMode(Qt.TransformationMode.FastTransformation)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def show_sprite(self, sprite: Sprite, look: Look) -> None:
        """Put on a sprite made for the present zoom."""
        self.look = look
        self.setPixmap(sprite.pixmap)
        self.setOffset(-sprite.margin_px, -sprite.margin_px)
        self.setScale(1 / sprite.cell_px)

    def place(self, home: Point, way: Way | None = None) -> None:
        """Go to a place.

        Args:
            home: the footprint's upper left corner in cells.
            way: how the way there is shown; None is at once.
        """
        self.home = home
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
        """Return whether a place in cells lies on the token's body."""
        width, height = self.token.size
        share = RADIUS if min(self.token.size) == 1 else RADIUS_BIG
        slack = (0.5 - share - _TOUCH_SLACK) * min(self.token.size)
        x, y = point[0] - self.home[0], point[1] - self.home[1]
        return slack <= x <= width - slack and slack <= y <= height - slack
