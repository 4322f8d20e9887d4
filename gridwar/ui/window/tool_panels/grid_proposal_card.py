"""The card of a grid that was found on the picture: what it is, and what can be done with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Signal
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
from gridwar.ui.widgets.controls.buttons_and_switches import KeyButton
from gridwar.ui.widgets.controls.labels import label, show_words
from gridwar.ui.widgets.painting.themed_widgets import ThemedWidget, inset

if TYPE_CHECKING:
    from gridwar.control.records.printed_grid_records import GridProposalView
    from gridwar.control.tools.ground.proposed_grid import ProposedGrid
    from gridwar.ui.style.theme import Theme

_SIGN_PX = 16
_SIDE_PX = 9
"""Three buttons stand in one row of the narrowest panel."""
_HALF_TIP = _("Cells half as long (/ or comma)")


class GridProposalCard(ThemedWidget):
    """Shown while a grid is proposed; ``hand_wanted()`` to lay it by hand, if that is offered."""

    hand_wanted = Signal()

    def __init__(self, theme: Theme, proposed: ProposedGrid, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._proposed = proposed
        self._shown: GridProposalView | None = None
        self._frame = QFrame(self)
        frame = self._frame
        self._sign, self._words = QLabel(frame), label("", "strong", wrap=True)
        self._note = label("", "note", wrap=True)
        self.straighten = KeyButton(theme, "", "plain", self._frame)
        self.hand = KeyButton(theme, _("Lay it by hand"), "plain", self._frame)
        self.offers_hand = False
        ways = QHBoxLayout()
        ways.setSpacing(theme.px(6))
        self.half = self._way(_("Half"), HALF_CAP, _HALF_TIP)
        self.double = self._way(_("Double"), DOUBLE_CAP, _("Cells twice as long (* or full stop)"))
        self.none = self._way(_("None"), NONE_CAP, _("Leave the picture as it lies (N or 0)"))
        for button in (self.half, self.double, self.none):
            ways.addWidget(button)
        ways.addStretch(1)
        head = QHBoxLayout()
        head.addWidget(self._sign)
        head.addWidget(self._words, 1)
        rows = QVBoxLayout(self._frame)
        inset(rows, theme, (12, 10, 12, 10), 6)
        rows.addLayout(head)
        rows.addWidget(self._note)
        rows.addWidget(self.straighten)
        rows.addWidget(self.hand)
        rows.addLayout(ways)
        around = QVBoxLayout(self)
        inset(around, theme, (14, 4, 14, 8), 0)
        around.addWidget(self._frame)
        self.half.clicked.connect(proposed.half)
        self.double.clicked.connect(proposed.double)
        self.none.clicked.connect(proposed.leave)
        self.straighten.clicked.connect(proposed.straighten)
        self.hand.clicked.connect(self.hand_wanted)
        self.hide()

    def _way(self, words: str, cap: str, tip: str) -> KeyButton:
        button = KeyButton(self.theme, "", "plain", self._frame)
        button.side_px = _SIDE_PX
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
        for button in (self.half, self.double, self.none):
            button.setVisible(view.can_take)
        self.hand.setVisible(self.offers_hand and not view.can_take)
        self.half.setEnabled(not view.half)
        set_tip(self.half, view.half or _HALF_TIP)
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
