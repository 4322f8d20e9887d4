"""The sheet of the combatant selected: all pools, figures, pips and conditions, and its note."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from gridwar.control.records.panel_records import CardView, ChipView, Tone
from gridwar.text import _
from gridwar.ui.panels.pools_figures_pips import FigureGrid, PipRows, PoolMeters
from gridwar.ui.widgets.containers.flow_layout import FlowLayout
from gridwar.ui.widgets.controls.condition_chip import Chip
from gridwar.ui.widgets.controls.empty_note import EmptyNote
from gridwar.ui.widgets.controls.labels import label, show_words
from gridwar.ui.widgets.painting.themed_widgets import Panel, ThemedWidget, clear, inset

if TYPE_CHECKING:
    from gridwar.ui.style.theme import Theme

_ADD = "+"
_CHIPS_PX = 200


class SheetPanel(Panel):
    """The sheet.

    Signals: ``chip_opened(combatant id, chip id)``, ``chip_removed(combatant id, chip id)``,
    ``effect_wanted(id)`` for a new timed effect, ``card_wanted(key, chip)`` asks for a chip's own
    card.
    """

    chip_opened = Signal(str, str)
    chip_removed = Signal(str, str)
    effect_wanted = Signal(str)
    card_wanted = Signal(str, object)
    somebody_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._view: CardView | None = None
        self._empty = EmptyNote(theme, self)
        self._empty.wanted.connect(self.somebody_wanted)
        self._body = _Body(theme, self)
        rows = self._rows = QVBoxLayout(self)
        inset(rows, theme, (0, 0, 0, 0), 0)
        self._scroll = QScrollArea(self)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setWidgetResizable(True)
        self._scroll.setWidget(self._body)
        self._scroll.setAccessibleName(_("Sheet"))
        rows.addWidget(self._empty, 0, Qt.AlignmentFlag.AlignTop)
        rows.addWidget(self._scroll, 1)
        self._body.chip_opened.connect(self._on_chip_opened)
        self._body.card_wanted.connect(self.card_wanted)
        self._body.chip_removed.connect(lambda chip: self.chip_removed.emit(self._id, chip))
        self.show_view(None)

    @property
    def _id(self) -> str:
        return self._view.id if self._view is not None else ""

    def show_view(self, view: CardView | None, *, several: bool = False) -> None:
        """Show somebody, or nobody: of several none is shown."""
        self._view = view
        somebody = _("Select somebody to see the sheet.")
        words = _("Click one above to see the sheet.") if several else somebody
        self._empty.say("" if view is not None else words, "" if several else _("Select somebody"))
        self._scroll.setVisible(view is not None)
        if view is not None:
            self._body.show_view(view)

    def _on_chip_opened(self, chip: str) -> None:
        if chip == _ADD:
            self.effect_wanted.emit(self._id)
        else:
            self.chip_opened.emit(self._id, chip)


class _Body(ThemedWidget):
    chip_opened = Signal(str)
    chip_removed = Signal(str)
    card_wanted = Signal(str, object)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._chips_shown: tuple[ChipView, ...] | None = None
        self._pools = PoolMeters(theme, self)
        self._figures = FigureGrid(theme, self)
        self._pips = PipRows(theme, self)
        self._chips = QWidget(self)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self._chips.setSizePolicy(policy)
        self._flow = FlowLayout(self._chips, theme.px(6), theme.px(_CHIPS_PX))
        self._notes = label("", "note", wrap=True)
        rows = QVBoxLayout(self)
        inset(rows, theme, (14, 12, 14, 12), 10)
        for part in (self._pools, self._figures, self._pips, self._chips, self._notes):
            rows.addWidget(part)
        rows.addStretch(1)

    def show_view(self, view: CardView) -> None:
        self._pools.show_card(view.card)
        self._figures.show_figures(view.card.figures)
        self._pips.show_rows(view.card.pips)
        show_words(self._notes, "\n".join(view.notes))
        self._show_chips(view.chips)

    def _show_chips(self, chips: tuple[ChipView, ...]) -> None:
        if chips == self._chips_shown:
            return
        self._chips_shown = chips
        clear(self._flow)
        add = ChipView(_ADD, _("Effect"), "plus", Tone.QUIET, _("Add an effect"), removable=False)
        for view in (*chips, add):
            chip = Chip(self.theme, view, self._chips)
            chip.opened.connect(lambda key=view.id: self.chip_opened.emit(key))
            chip.removed.connect(lambda key=view.id: self.chip_removed.emit(key))
            chip.card_wanted.connect(lambda key, of=chip: self.card_wanted.emit(key, of))
            self._flow.addWidget(chip)
            chip.show()
        self._chips.updateGeometry()

    def on_theme(self) -> None:
        """Make the chips anew; their gaps depend on the scale."""
        shown, self._chips_shown = self._chips_shown, None
        if shown is not None:
            self._show_chips(shown)
        super().on_theme()
