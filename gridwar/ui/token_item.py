"""One token in the scene: a sprite at a place, moved only by the scene.

Owns the sprite's placing and the motion to a new cell. It cannot be dragged by itself: a drag
changes the view state, and the scene follows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEasingCurve, QPointF, Qt, QVariantAnimation
from PySide6.QtWidgets import QGraphicsPixmapItem

from gridwar.ui.token_frame import RADIUS, RADIUS_BIG

if TYPE_CHECKING:
    from gridwar.control.scene_records import Point, TokenView
    from gridwar.ui.token_look import Look
    from gridwar.ui.token_sprites import Sprite

MOVE_MS = 140
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

    def place(self, home: Point, *, motion_ms: int = 0) -> None:
        """Go to a place.

        Args:
            home: the footprint's upper left corner in cells.
            motion_ms: how long the way there is shown; 0 is at once.
        """
        self.home = home
        goal = QPointF(*home)
        if self._motion is not None:
            self._motion.stop()
        if motion_ms <= 0 or self.pos() == goal:
            self.setPos(goal)
            return
        if self._motion is None:
            # The scene's child: it must not outlive the item it moves.
            self._motion = QVariantAnimation(self.scene())
            self._motion.setEasingCurve(QEasingCurve.Type.OutCubic)
            self._motion.valueChanged.connect(self.setPos)
        self._motion.setStartValue(self.pos())
        self._motion.setEndValue(goal)
        self._motion.setDuration(motion_ms)
        self._motion.start()

    def retire(self) -> None:
        """End any motion for good, before the item leaves the scene."""
        if self._motion is not None:
            self._motion.stop()
            self._motion.deleteLater()
            self._motion = None

    def is_touched(self, point: Point) -> bool:
        """Tell whether a place in cells lies on the token's body."""
        width, height = self.token.size
        share = RADIUS if min(self.token.size) == 1 else RADIUS_BIG
        slack = (0.5 - share - _TOUCH_SLACK) * min(self.token.size)
        x, y = point[0] - self.home[0], point[1] - self.home[1]
        return slack <= x <= width - slack and slack <= y <= height - slack
