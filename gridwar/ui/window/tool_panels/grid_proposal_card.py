"""The card of a grid that was found on the picture: what it is, and what can be done with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from gridwar.control.records.panel_records import Tone
from gridwar.control.tools.ground.proposed_grid import (
    DOUBLE_CAP,
    HALF_CAP,
    NONE_CAP,
    STRAIGHTEN_CAP,
)
from gridwar.text import _
from gridwar.ui.style.icons import icon_pixmap
from gridwar.ui.style.tone_colors import tone_color
from gridwar.ui.style.tooltips import set_tip
from gridwar.ui.widgets.containers.flow_layout import FlowLayout
from gridwar.ui.widgets.controls.buttons_and_switches import KeyButton
from gridwar.ui.widgets.controls.labels import label, show_words
from gridwar.ui.widgets.painting.themed_widgets import ThemedWidget, inset

if TYPE_CHECKING:
    from gridwar.control.records.printed_grid_records import GridProposalView
    from gridwar.control.tools.ground.proposed_grid import ProposedGrid
    from gridwar.ui.style.theme import Theme

_LEAST_WAY_PX = 92
_SIGN_PX = 16


class GridProposalCard(ThemedWidget):
    """Shown while a grid is proposed."""

    def __init__(self, theme: Theme, proposed: ProposedGrid, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._proposed = proposed
        self._shown: GridProposalView | None = None
        self._frame = QFrame(self)
        self._sign, self._words = QLabel(self._frame), label("", "strong", wrap=True)
        self._note = label("", "note", wrap=True)
        self.straighten = KeyButton(theme, "", "plain", self._frame)
        ways = QWidget(self._frame)
        flow = FlowLayout(ways, theme.px(6), theme.px(_LEAST_WAY_PX))
        self.half = self._way(ways, _("Half"), HALF_CAP, _("Cells half as long (/ or comma)"))
        self.double = self._way(
            ways, _("Double"), DOUBLE_CAP, _("Cells twice as long (* or full stop)")
        )
        self.none = self._way(ways, _("None"), NONE_CAP, _("Leave the picture as it lies (N or 0)"))
        for button in (self.half, self.double, self.none):
            flow.addWidget(button)
        head = QHBoxLayout()
        head.addWidget(self._sign)
        head.addWidget(self._words, 1)
        rows = QVBoxLayout(self._frame)
        inset(rows, theme, (12, 10, 12, 10), 6)
        rows.addLayout(head)
        rows.addWidget(self._note)
        rows.addWidget(self.straighten)
        rows.addWidget(ways)
        around = QVBoxLayout(self)
        inset(around, theme, (14, 4, 14, 8), 0)
        around.addWidget(self._frame)
        self.half.clicked.connect(proposed.half)
        self.double.clicked.connect(proposed.double)
        self.none.clicked.connect(proposed.leave)
        self.straighten.clicked.connect(proposed.straighten)
        self.hide()

    def _way(self, parent: QWidget, words: str, cap: str, tip: str) -> KeyButton:
        button = KeyButton(self.theme, "", "plain", parent)
        button.set_words(words, cap)
        set_tip(button, tip)
        return button

    def refresh(self) -> None:
        """Show what is proposed now; nothing where nothing is."""
        view = self._proposed.view()
        self.setVisible(view is not None)
        if view is None or view == self._shown:
            return
        self._shown = view
        is_good = view.can_take and view.is_sure
        self._frame.setProperty("notice", "ok" if is_good else "warn")
        self._frame.style().polish(self._frame)
        self._show_sign(is_good=is_good)
        self._words.setText(view.words)
        self._frame.setAccessibleName(f"{view.words}. {view.note}")
        show_words(self._note, view.note)
        for button in (self.half, self.double):
            button.setVisible(view.can_take)
        self.half.setEnabled(not view.half)
        set_tip(self.half, view.half or _("Cells half as long (/ or comma)"))
        self.straighten.setVisible(bool(view.straighten))
        self.straighten.set_words(view.straighten, STRAIGHTEN_CAP)

    def _show_sign(self, *, is_good: bool) -> None:
        tone, icon = (Tone.GOOD, "circle-check") if is_good else (Tone.WARN, "grid-3x3")
        edge = self.theme.px(_SIGN_PX)
        color = tone_color(self.theme.palette, tone)
        self._sign.setPixmap(icon_pixmap(icon, edge, color, self.devicePixelRatioF()))
        self._sign.setFixedSize(QSize(edge, edge))

    def on_theme(self) -> None:
        """Draw the sign anew."""
        self._shown = None
        self.refresh()
        super().on_theme()
