"""The card of the combatant selected: pools, figures, pips, conditions, and quick numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from gridwar.control.records.panel_records import CardView, ChipView, QuickView, Tone
from gridwar.text import _
from gridwar.ui.panels.card_head_pools_figures_pips import CardHead, FigureGrid, PipRows, PoolMeters
from gridwar.ui.widgets.containers.flow_layout import FlowLayout
from gridwar.ui.widgets.controls.condition_chip import Chip
from gridwar.ui.widgets.controls.labels import PanelTitle, label, show_words
from gridwar.ui.widgets.controls.quick_field import QuickField
from gridwar.ui.widgets.painting.themed_widgets import Panel, ThemedWidget, clear, inset

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent, QShowEvent

    from gridwar.ui.style.theme import Theme

_ADD = "+"
_CHIPS_PX = 200


class CardPanel(Panel):
    """The card.

    Signals: ``quick_entered(text)`` as typed, ``quick_left()``, ``chip_opened(combatant id, chip
    id)``, ``chip_removed(combatant id, chip id)``, ``effect_wanted(id)`` for a new timed effect,
    ``edit_wanted(id)``, ``menu_requested(id, global place)``. The id is empty while several are
    selected. ``card_wanted(key, chip)`` asks for a chip's own
    card. ``height_wanted(px)`` says how high the panel
    must be to show all of it.
    """

    quick_entered = Signal(str)
    quick_left = Signal()
    chip_opened = Signal(str, str)
    chip_removed = Signal(str, str)
    effect_wanted = Signal(str)
    edit_wanted = Signal(str)
    menu_requested = Signal(str, QPoint)
    card_wanted = Signal(str, object)
    height_wanted = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._view: CardView | None = None
        self._title = PanelTitle(theme, _("Combatant"), self)
        self._edit = self._title.add("pencil", _("Edit"))
        self._more = self._title.add("ellipsis", _("More"))
        self._empty = label(_("Select a token to see its card."), "quiet")
        self._empty.setContentsMargins(theme.px(14), 0, theme.px(14), theme.px(12))
        self._empty.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._body = _Body(theme, self)
        self.portraits = self._body.portraits
        self.quick = QuickField(theme, self)
        foot = QVBoxLayout()
        inset(foot, theme, (14, 4, 14, 12), 0)
        foot.addWidget(self.quick)
        rows = self._rows = QVBoxLayout(self)
        inset(rows, theme, (0, 0, 0, 0), 0)
        scroll = QScrollArea(self)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setWidget(self._body)
        self._scroll = scroll
        rows.addWidget(self._title)
        rows.addWidget(self._empty)
        rows.addWidget(scroll, 1)
        rows.addLayout(foot)
        self._edit.clicked.connect(lambda: self.edit_wanted.emit(self._id))
        self._more.clicked.connect(self._ask_menu)
        self.quick.entered.connect(self.quick_entered)
        self.quick.left.connect(self.quick_left)
        self._body.height_changed.connect(self._want_height)
        self._body.chip_opened.connect(self._on_chip_opened)
        self._body.card_wanted.connect(self.card_wanted)
        self._body.chip_removed.connect(lambda chip: self.chip_removed.emit(self._id, chip))
        self.show_view(None)

    @property
    def _id(self) -> str:
        return self._view.id if self._view is not None else ""

    def show_view(self, view: CardView | None) -> None:
        """Show somebody, or nobody."""
        self._view = view
        self._empty.setVisible(view is None)
        self._rows.setStretchFactor(self._empty, 1 if view is None else 0)
        self._scroll.setVisible(view is not None)
        self.quick.setVisible(view is not None)
        self._edit.setEnabled(view is not None and bool(view.id))
        self._more.setEnabled(view is not None)
        if view is not None:
            self._body.show_view(view)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Ask for another height where another width breaks the lines elsewhere."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._want_height()

    def showEvent(self, event: QShowEvent) -> None:
        """Ask for a height now that there is one to be had."""
        super().showEvent(event)
        self._want_height()

    def _want_height(self) -> None:
        if self.isVisible() and self._view is not None:
            frame = self.height() - self._scroll.height()
            self.height_wanted.emit(frame + self._body.height_for(self.width()))

    def show_quick(self, view: QuickView) -> None:
        """Show what the field for quick numbers says."""
        self.quick.show_view(view)

    def _on_chip_opened(self, chip: str) -> None:
        if chip == _ADD:
            self.effect_wanted.emit(self._id)
        else:
            self.chip_opened.emit(self._id, chip)

    def _ask_menu(self) -> None:
        place = self._more.mapToGlobal(self._more.rect().bottomLeft())
        self.menu_requested.emit(self._id, place)


class _Body(ThemedWidget):
    chip_opened = Signal(str)
    chip_removed = Signal(str)
    card_wanted = Signal(str, object)
    height_changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._chips_shown: tuple[ChipView, ...] | None = None
        self._head = CardHead(theme, self)
        self.portraits = self._head.portraits
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
        inset(rows, theme, (14, 0, 14, 4), 10)
        for part in (
            self._head,
            self._pools,
            self._figures,
            self._pips,
            self._chips,
            self._notes,
        ):
            rows.addWidget(part)
        rows.addStretch(1)

    def show_view(self, view: CardView) -> None:
        self._head.show_view(view)
        self._pools.show_card(view.card)
        self._figures.show_figures(view.card.figures)
        self._pips.show_rows(view.card.pips)
        show_words(self._notes, "\n".join(view.notes))
        self._show_chips(view.chips)

    def event(self, event: QEvent) -> bool:
        """Tell when something in it wants another size."""
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self.height_changed.emit()
        return done

    def height_for(self, width_px: int) -> int:
        """Return the height that shows all of it at some width."""
        rows = self.layout()
        assert rows is not None
        return rows.totalHeightForWidth(width_px)

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
