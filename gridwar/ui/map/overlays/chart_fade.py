"""How a chart comes onto the map: it fades in once, where all that is shown of it is known.

What is provisional stands there at once, and so do figures that come while one looks on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QVariantAnimation

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import QObject, QRectF

    from gridwar.control.records.chart_records import ChartSquares
    from gridwar.control.records.scene_records import SceneView
    from gridwar.ui.map.overlays.chart_squares import ChartItem

FADE_MS: Final = 90
_PICTURES: Final = 4
"""It is drawn with the ground, which is not drawn anew for every frame."""


class ChartFade:
    """Lets one chart after another fade in."""

    def __init__(self, parent: QObject, spoil: Callable[[QRectF], None]) -> None:
        """Wait for a chart.

        Args:
            parent: What it ends with.
            spoil: Is told which part of the ground looks different now.
        """
        self._spoil = spoil
        self.item: ChartItem | None = None
        """What fades in, or did last."""
        self.motion = QVariantAnimation(parent)
        self.motion.setStartValue(0.0)
        self.motion.setEndValue(1.0)
        self.motion.setDuration(FADE_MS)
        self.motion.valueChanged.connect(self._show)

    def begin(self, item: ChartItem) -> None:
        """Let a chart fade in that has just been laid onto the map."""
        self.end()
        item.strength = 0.0
        self.item = item
        self.motion.start()

    def end(self) -> None:
        """Show at once what is fading in."""
        self.motion.stop()
        self._show(1.0)
        self.item = None

    def _show(self, share: float) -> None:
        strength = int(share * _PICTURES) / _PICTURES
        if self.item is not None and strength != self.item.strength:
            self.item.strength = strength
            self._spoil(self.item.boundingRect())


def comes_whole(old: SceneView | None, new: SceneView) -> bool:
    """Return whether a chart is shown that was not, and all that is shown of it is known."""
    before, after = squares_of(old), squares_of(new)
    if old is None or after is None or after.provisional:
        return False
    return before is None or before.hue is not after.hue


def squares_of(view: SceneView | None) -> ChartSquares | None:
    """Return the squares of the chart that a state shows; None without one."""
    return None if view is None or view.chart is None else view.chart.squares
