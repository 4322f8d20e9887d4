"""The floors of the map, at the edge of the view: a chip each, with who is on it.

They stand in a row above the map, the highest first, or below each other where a row is too long.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QBoxLayout, QPushButton, QWidget

from gridwar.text import _
from gridwar.ui.style.fonts import Type, font
from gridwar.ui.style.tooltips import set_tip

if TYPE_CHECKING:
    from gridwar.control.records.floor_records import FloorChip
    from gridwar.ui.style.theme import Theme

_MOST_PEOPLE: Final = 6
_BETWEEN_PX: Final = 4
_HEIGHT_PX: Final = 28
_ROOM_PX: Final = 14
_LONGEST_ROW: Final = 0.45
"""Of the view: the players' strip stands beside it."""


class FloorChips(QWidget):
    """The floors, the highest on top; ``wanted(id)`` on a click."""

    wanted = Signal(str)

    def __init__(self, parent: QWidget, theme: Theme) -> None:
        super().__init__(parent)
        self._theme = theme
        self._floors: tuple[FloorChip, ...] = ()
        self._rows = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._chips: list[QPushButton] = []
        self._wide = -1
        """How wide the view is for which they stand as they do."""
        self.setAccessibleName(_("Floors"))
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        """Take another theme."""
        self._theme = theme
        self._show()

    def show_floors(self, floors: tuple[FloorChip, ...]) -> None:
        """Show other floors, or who is on them now."""
        if floors != self._floors:
            self._floors = floors
            self._show()

    def _show(self) -> None:
        while len(self._chips) < len(self._floors):
            self._chips.append(self._new_chip(len(self._chips)))
        self._rows.setSpacing(self._theme.px(_BETWEEN_PX))
        for number, chip in enumerate(self._chips):
            chip.setVisible(number < len(self._floors))
            if number < len(self._floors):
                self._fill(chip, self._floors[number])
        self.setVisible(bool(self._floors))
        self._wide = -1
        self.pin()

    def pin(self) -> None:
        """Be in the upper left corner, wherever a scroll has moved it."""
        self._arrange()
        self.move(self._theme.px(_ROOM_PX), self._theme.px(_ROOM_PX))

    def _arrange(self) -> None:
        """Stand beside each other where there is room for it, else below each other."""
        parent = self.parentWidget()
        wide = 0 if parent is None else parent.width()
        if wide == self._wide:
            return
        self._wide = wide
        gap = self._theme.px(_BETWEEN_PX)
        shown = self._chips[: len(self._floors)]
        row = sum(one.sizeHint().width() + gap for one in shown)
        ways = QBoxLayout.Direction
        is_row = row <= wide * _LONGEST_ROW
        self._rows.setDirection(ways.LeftToRight if is_row else ways.TopToBottom)
        self.adjustSize()

    def taken(self) -> tuple[int, int]:
        """Return how much of the view they take at the left and at the top, in pixels.

        A row takes nothing at the left, a column nothing at the top.
        """
        if self.isHidden():
            return 0, 0
        self._arrange()
        room = self._theme.px(_ROOM_PX) + self._theme.px(_ROOM_PX) // 2
        if self._rows.direction() is QBoxLayout.Direction.LeftToRight:
            return 0, self.height() + room
        return self.width() + room, 0

    def _new_chip(self, number: int) -> QPushButton:
        chip = QPushButton(self)
        chip.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # PgUp and PgDown do the same
        chip.clicked.connect(lambda: self.wanted.emit(self._floors[number].id))
        self._rows.addWidget(chip)
        return chip

    def _fill(self, chip: QPushButton, floor: FloorChip) -> None:
        colors, px = self._theme.palette, self._theme.px
        people = " ".join(floor.people[:_MOST_PEOPLE])
        more = len(floor.people) - _MOST_PEOPLE
        people += f" +{more}" if more > 0 else ""
        name = floor.name.replace("&", "&&")
        chip.setText(f"{name}   {people}" if people else name)
        chip.setFont(font(Type.CONTROL, self._theme.scale))
        here = _("{n} on it").format(n=len(floor.people))
        state = _("shown") if floor.shown else _("click to show it")
        chip.setAccessibleName(", ".join((floor.name, here, state)))
        set_tip(chip, f"{floor.name}: {here}, {state}")
        line = colors.accent if floor.shown else colors.line2
        ground = colors.accent_ground if floor.shown else colors.control
        weight = "font-weight: 600;" if floor.turn else ""
        chip.setStyleSheet(
            f"QPushButton {{ background: {ground}; color: {colors.text}; text-align: left;"
            f" border: {px(1)}px solid {line}; border-radius: {px(6)}px; {weight}"
            f" padding: 0 {px(10)}px; min-height: {px(_HEIGHT_PX)}px; }}"
            f"QPushButton:hover {{ border-color: {colors.accent}; }}"
        )
