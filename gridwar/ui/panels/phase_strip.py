"""The phases of a round or a fight in a strip above the order: past, now, and to come."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtWidgets import QSizePolicy

from gridwar.text import _
from gridwar.ui.widgets.painting.themed_painter import LABEL, MIDDLE, ThemedPainter, advance
from gridwar.ui.widgets.painting.themed_widgets import Painted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtWidgets import QWidget

    from gridwar.engine.kit.card_order_and_flow import Phase
    from gridwar.ui.style.theme import Theme

_HEIGHT_PX = 24
_GAP_PX = 2
_SIDE_PX = 8
"""Between a phase's words and the end of its plate."""
_EDGE_PX = 6
"""Between the plates and the edge of the panel."""
_TICK_PX = 16
_FOOT_PX = 6
_USUAL_PX = 190


class PhaseStrip(Painted):
    """The phases in their order, in as many lines as they need; hidden where there are none."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._phases: tuple[Phase, ...] = ()
        size = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        size.setHeightForWidth(True)
        self.setSizePolicy(size)
        self.hide()

    def show_phases(self, phases: tuple[Phase, ...]) -> None:
        """Show phases."""
        if phases == self._phases:
            return
        self._phases = phases
        states = {"past": _("past"), "now": _("now"), "to_come": _("to come")}
        told = (f"{one.title} ({states[one.state]})" for one in phases)
        self.setAccessibleName(_("Phases: {phases}").format(phases=", ".join(told)))
        self.setVisible(bool(phases))
        self.updateGeometry()
        self.update()

    def heightForWidth(self, width: int) -> int:
        """Return the height of as many lines as a width asks for."""
        bottoms = [box.bottom() for _one, box in self._placed(width)]
        return round(max(bottoms, default=0.0) + self.theme.px(_FOOT_PX))

    def sizeHint(self) -> QSize:
        """Return the size in a panel of the usual width."""
        width = self.theme.px(_USUAL_PX)
        return QSize(width, self.heightForWidth(width))

    def _placed(self, width: float) -> Iterator[tuple[Phase, QRectF]]:
        """Yield the phases with their plates."""
        px = self.theme.px
        edge, height = px(_EDGE_PX), px(_HEIGHT_PX)
        x, y, most = edge, 0, width - 2 * edge
        for one in self._phases:
            tick = px(_TICK_PX) if one.state == "past" else 0
            wide = min(most, advance(one.title, LABEL, self.theme) + 2 * px(_SIDE_PX) + tick)
            if x > edge and x + wide > width - edge:
                x, y = edge, y + height + px(_GAP_PX)
            yield one, QRectF(x, y, wide, height)
            x += round(wide) + px(_GAP_PX)

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw the present phase on the ground of whose turn it is, a tick before those past."""
        colors = painter.colors
        for one, plate in self._placed(box.width()):
            words = plate.adjusted(painter.px(_SIDE_PX), 0, -painter.px(_SIDE_PX), 0)
            if one.state == "now":
                painter.rounded_box(plate, 99, colors.accent_ground, colors.accent)
                painter.text(words, one.title, LABEL, colors.text, MIDDLE)
            elif one.state == "past":
                tick = QPointF(words.left() + painter.px(6), plate.center().y())
                painter.icon("check", tick, 12, colors.text3)
                words.setLeft(words.left() + painter.px(_TICK_PX))
                painter.text(words, one.title, LABEL, colors.text3)
            else:
                painter.text(words, one.title, LABEL, colors.text2, MIDDLE)
