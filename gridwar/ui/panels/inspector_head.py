"""The head of the inspector: who is selected, in what state, and the field for quick numbers.

It stands above every tab. What has no room in it is on the sheet.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from gridwar.control.records.panel_records import CardView, ChipView, QuickView
from gridwar.text import _
from gridwar.ui.panels.head_painting import (
    ITEM_PX,
    CarrierRow,
    FigureItem,
    HeadPools,
    PipItem,
    TokenAndName,
)
from gridwar.ui.panels.several_head import SeveralRows, SeveralTokens
from gridwar.ui.style.tooltips import set_tip
from gridwar.ui.widgets.controls.buttons_and_switches import IconButton
from gridwar.ui.widgets.controls.condition_chip import Chip
from gridwar.ui.widgets.controls.labels import label
from gridwar.ui.widgets.controls.quick_field import QuickField
from gridwar.ui.widgets.painting.themed_widgets import Panel, ThemedWidget, inset

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from gridwar.control.records.check_records import SeveralView
    from gridwar.ui.style.theme import Theme

_MOST_CHIPS, _MOST_LINES = 4, 2
_GAP_PX = 12
_INSETS, _SMALL_INSETS = (14, 8, 8, 8), (14, 5, 8, 3)
_SIGNS = "\u2212 + ="


class InspectorHead(Panel):
    """The head.

    Signals: ``quick_entered(text)`` as typed, ``quick_left()``, ``chip_opened(combatant id, chip
    id)``, ``chip_removed(combatant id, chip id)``, ``edit_wanted(id)``, ``menu_requested(id, global
    place)``, ``carrier_wanted(id)`` of a vehicle or mount, ``sheet_wanted()``,
    ``card_wanted(key, chip)`` asks for a chip's own card.
    """

    quick_entered = Signal(str)
    quick_left = Signal()
    chip_opened = Signal(str, str)
    chip_removed = Signal(str, str)
    edit_wanted = Signal(str)
    menu_requested = Signal(str, QPoint)
    carrier_wanted = Signal(str)
    sheet_wanted = Signal()
    card_wanted = Signal(str, object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._view: CardView | None = None
        self._is_small = False
        self._top = TokenAndName(theme, self)
        self._edit = IconButton(theme, "pencil", _("Edit"), self)
        self._more = IconButton(theme, "ellipsis", _("More"), self)
        self._empty = label(_("Select a token to see who it is."), "quiet")
        self._pools = HeadPools(theme, self)
        self._items = HeadItems(theme, self)
        self._carrier = CarrierRow(theme, self)
        self.several = SeveralTokens(theme, self)
        self.several_rows = SeveralRows(theme, self)
        self._has_several = False
        self.signs = self._items.signs
        """Opens the quick field where it is hidden."""
        self.quick = QuickField(theme, self)
        self._lay_out()
        self._edit.clicked.connect(lambda: self.edit_wanted.emit(self._id))
        self._more.clicked.connect(self._ask_menu)
        self._carrier.clicked.connect(lambda: self.carrier_wanted.emit(self._carrier.id))
        self.quick.entered.connect(self.quick_entered)
        self.quick.left.connect(self._on_quick_left)
        self.signs.clicked.connect(self._open_quick)
        self._items.more.clicked.connect(self.sheet_wanted)
        self._items.chip_opened.connect(lambda chip: self.chip_opened.emit(self._id, chip))
        self._items.chip_removed.connect(lambda chip: self.chip_removed.emit(self._id, chip))
        self._items.card_wanted.connect(self.card_wanted)
        self.show_view(None)

    def _lay_out(self) -> None:
        first, rows = QHBoxLayout(), QVBoxLayout(self)
        inset(first, self.theme, (0, 0, 0, 0), 0)
        first.addWidget(self._top, 1)
        first.addWidget(self._empty, 1)
        first.addWidget(self.several, 1)
        for button in (self._edit, self._more):
            first.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        self._rows = rows
        inset(rows, self.theme, _INSETS, 6)
        rows.addLayout(first)
        below = QVBoxLayout()
        inset(below, self.theme, (0, 0, 6, 0), 2)
        for part in (self.several_rows, self._pools, self._items, self._carrier, self.quick):
            below.addWidget(part)
        rows.addLayout(below)

    @property
    def _id(self) -> str:
        return self._view.id if self._view is not None else ""

    def show_view(
        self, view: CardView | None, several: SeveralView | None = None, *, listed: bool = False
    ) -> None:
        """Show somebody, or several, or nobody.

        Args:
            view: The card of one.
            several: Several, in place of it.
            listed: Whether they stand in a table below: a small window names them once.
        """
        self._view, self._has_several = view, several is not None
        is_there = view is not None
        self.several.setVisible(several is not None)
        self.several_rows.setVisible(several is not None and not (listed and self._is_small))
        if several is not None:
            self.several.show_view(several)
            self.several_rows.show_view(several)
        for part in (self._top, self._pools, self._items):
            part.setVisible(is_there)
        self._empty.setVisible(not is_there and several is None)
        self._edit.setEnabled(bool(self._id))
        self._edit.setVisible(several is None)
        self._more.setEnabled(is_there or several is not None)
        self._show_quick_field()
        self._carrier.show_view(None if view is None else view.carrier)
        if view is not None:
            self._top.show_view(view)
            self._pools.show_card(view.card)
            self._items.show_view(view)

    def set_small(self, is_small: bool) -> None:
        """Do without the quick field until a sign is typed, in a small window."""
        self._is_small = is_small
        inset(self._rows, self.theme, _SMALL_INSETS if is_small else _INSETS, 4 if is_small else 6)
        self.signs.setVisible(is_small)
        self.several_rows.set_small(is_small)
        self._show_quick_field()
        self._items.place()

    def _show_quick_field(self) -> None:
        is_busy = self.quick.line.hasFocus() or bool(self.quick.line.text())
        is_wanted = not self._is_small or is_busy or self._has_several
        self.quick.setVisible((self._view is not None or self._has_several) and is_wanted)

    def show_quick(self, view: QuickView) -> None:
        """Show what the field for quick numbers says."""
        self.quick.show_view(view)
        self._show_quick_field()

    def begin_quick(self, text: str = "") -> None:
        """Open the field for quick numbers and go on from a text, such as the sign just typed."""
        self.quick.show()
        self.quick.begin(text)

    def _open_quick(self) -> None:
        self.begin_quick()

    def _on_quick_left(self) -> None:
        self.quick_left.emit()
        self._show_quick_field()

    def _ask_menu(self) -> None:
        place = self._more.mapToGlobal(self._more.rect().bottomLeft())
        self.menu_requested.emit(self._id, place)


class HeadItems(ThemedWidget):
    """Pips, figures and conditions in a row that wraps once; what has no room is counted."""

    chip_opened = Signal(str)
    chip_removed = Signal(str)
    card_wanted = Signal(str, object)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._shown: tuple[object, ...] = ()
        self._parts: list[QWidget] = []
        self.more = Chip(theme, ChipView("", "", removable=False), self)
        hint = _("A quick number or a condition")
        self.signs = Chip(theme, ChipView("", _SIGNS, tooltip=hint, removable=False), self)
        self.signs.setAccessibleName(hint)
        self.signs.hide()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_view(self, view: CardView) -> None:
        """Show somebody's."""
        figures = tuple(one for one in view.card.figures if one.in_head)
        now = (view.card.pips, figures, view.chips)
        if now != self._shown:
            self._shown = now
            self._make(view)
        self.place()

    def _make(self, view: CardView) -> None:
        for part in self._parts:
            part.setParent(None)
            part.deleteLater()
        self._parts = [PipItem(self.theme, one, self) for one in view.card.pips]
        shown = (one for one in view.card.figures if one.in_head)
        self._parts += [FigureItem(self.theme, one, self) for one in shown]
        self._parts += [self._chip(one) for one in view.chips]
        names = ", ".join(one.text for one in view.chips)
        self.more.setAccessibleName(_("All conditions, on the sheet: {names}").format(names=names))
        set_tip(self.more, names)

    def _chip(self, view: ChipView) -> Chip:
        chip = Chip(self.theme, view, self)
        chip.opened.connect(lambda: self.chip_opened.emit(view.id))
        chip.removed.connect(lambda: self.chip_removed.emit(view.id))
        chip.card_wanted.connect(lambda key: self.card_wanted.emit(key, chip))
        return chip

    def _second_line(self, width: int, gap: int) -> int | None:
        """Return which part begins the second line, so that no pip or figure is alone there."""
        x = 0
        for number, part in enumerate(self._parts):
            wide = part.sizeHint().width()
            if x and x + wide > width:
                is_alone = number == len(self._parts) - 1 and not isinstance(part, Chip)
                return number - 1 if is_alone and number > 1 else number
            x += wide + gap
        return None

    def place(self) -> None:
        """Put everything in its place, in one line or two."""
        px = self.theme.px
        gap, line_px, right = px(_GAP_PX), px(ITEM_PX + 4), self.width()
        signs_px = self.signs.sizeHint().width() if not self.signs.isHidden() else 0
        x = line = chips = left_out = 0
        second = None if signs_px else self._second_line(right, gap)
        for number, part in enumerate(self._parts):
            is_chip = isinstance(part, Chip)
            hint = part.sizeHint()
            most = right - (signs_px + gap if line == 0 and signs_px else 0)
            is_over = bool(x) and (x + hint.width() > most or number == second)
            if is_over and signs_px and isinstance(part, FigureItem):  # it is on the sheet
                part.hide()
                continue
            if is_over and line < _MOST_LINES:
                x, line = 0, line + 1
            chips += is_chip
            fits = line < _MOST_LINES and (not is_chip or chips <= _MOST_CHIPS)
            left_out += not fits
            part.setVisible(fits)
            if fits:
                width = min(hint.width(), right)
                top = line * line_px + (px(ITEM_PX) - hint.height()) // 2 + px(2)
                part.setGeometry(x, top, width, hint.height())
                x += width + gap
        lines = min(line, _MOST_LINES - 1) + 1 if self._parts or signs_px else 0
        self.more.setVisible(left_out > 0)
        if left_out:
            self.more.view = ChipView("", f"+{left_out}", removable=False)
            size = self.more.sizeHint()
            at = min(x, right - size.width()) if line < _MOST_LINES else right - size.width()
            top = (lines - 1) * line_px + (px(ITEM_PX) - size.height()) // 2 + px(2)
            self.more.setGeometry(at, top, size.width(), size.height())
            self.more.raise_()
        if signs_px:
            self.signs.setGeometry(QRect(QPoint(right - signs_px, px(-1)), self.signs.sizeHint()))
        height = lines * line_px
        if height != self.height():
            self.setFixedHeight(height)

    def sizeHint(self) -> QSize:
        """Return the height of the lines there are."""
        return QSize(self.theme.px(160), self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap elsewhere."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.place()

    def on_theme(self) -> None:
        """Measure again, in the new scale."""
        self.place()
        super().on_theme()
