"""Where a round or a fight is, in one line above the order: the phase now, then the next.

All phases with what is past stand in the tooltip, and are told to screen readers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtWidgets import QSizePolicy

from gridwar.text import _
from gridwar.ui.style.tooltips import set_tip
from gridwar.ui.widgets.painting.themed_painter import LABEL, MIDDLE, NOTE, ThemedPainter, advance
from gridwar.ui.widgets.painting.themed_widgets import Painted

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from gridwar.engine.kit.card_order_and_flow import Phase
    from gridwar.ui.style.theme import Theme

_HEIGHT_PX = 24
_SIDE_PX = 8
"""Between a phase's words and the end of its plate."""
_EDGE_PX = 6
"""Between the plate and the edge of the panel."""
_NEXT_PX = 48
"""With less room than this the next phase is left to the tooltip."""
_STEP_PX, _STEP_GAP_PX = 3, 3
"""The line of steps below: how high it is, and between two of them."""
_FOOT_PX = 8
_USUAL_PX = 190


class PhaseStrip(Painted):
    """The phase now and the next, over a line with a step for each; hidden where there are none."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._phases: tuple[Phase, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.hide()

    def show_phases(self, phases: tuple[Phase, ...]) -> None:
        """Show phases."""
        if phases == self._phases:
            return
        self._phases = phases
        states = {"past": _("past"), "now": _("now"), "to_come": _("to come")}
        told = [f"{one.title} ({states[one.state]})" for one in phases]
        self.setAccessibleName(_("Phases: {phases}").format(phases=", ".join(told)))
        set_tip(self, "\n".join((_("Phases"), *told)))
        self.setVisible(bool(phases))
        self.update()

    def sizeHint(self) -> QSize:
        """Return the height of the line and its steps."""
        px = self.theme.px
        return QSize(px(_USUAL_PX), px(_HEIGHT_PX) + px(4) + px(_STEP_PX) + px(_FOOT_PX))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw the present phase on the ground of whose turn it is, then what comes next."""
        colors, edge = painter.colors, painter.px(_EDGE_PX)
        line = QRectF(edge, 0, box.width() - 2 * edge, painter.px(_HEIGHT_PX))
        at = next((n for n, one in enumerate(self._phases) if one.state == "now"), None)
        x = line.left()
        if at is not None:
            title = self._phases[at].title
            wide = min(line.width(), advance(title, LABEL, self.theme) + 2 * painter.px(_SIDE_PX))
            plate = QRectF(x, 0, round(wide), line.height())
            painter.rounded_box(plate, 99, colors.accent_ground, colors.accent)
            words = plate.adjusted(painter.px(_SIDE_PX), 0, -painter.px(_SIDE_PX), 0)
            painter.text(words, title, LABEL, colors.text, MIDDLE)
            x = plate.right() + painter.px(_SIDE_PX)
        to_come = next((one.title for one in self._phases if one.state == "to_come"), "")
        rest = QRectF(x, 0, line.right() - x, line.height())
        if to_come and rest.width() >= painter.px(_NEXT_PX):
            painter.text(rest, _("then {phase}").format(phase=to_come), NOTE, colors.text3)
        self._draw_steps(painter, line)

    def _draw_steps(self, painter: ThemedPainter, line: QRectF) -> None:
        """Draw a step for each phase: those past are full, the present one is brass."""
        colors, gap = painter.colors, painter.px(_STEP_GAP_PX)
        wide = (line.width() + gap) / max(1, len(self._phases)) - gap
        corner = QPointF(line.left(), line.bottom() + painter.px(4))
        fills = {"past": colors.line2, "now": colors.accent, "to_come": colors.line}
        for number, one in enumerate(self._phases):
            step = QRectF(
                corner.x() + number * (wide + gap), corner.y(), wide, painter.px(_STEP_PX)
            )
            painter.rounded_box(step, 99, fills[one.state])
