"""The conditions that an effect may be, one a row: what it does in a line, its digit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from gridwar.text import _
from gridwar.ui.style.tooltips import set_tip
from gridwar.ui.widgets.controls.labels import label
from gridwar.ui.widgets.painting.themed_painter import LABEL, NOTE
from gridwar.ui.widgets.painting.themed_widgets import PaintedButton, ThemedWidget, clear, inset

if TYPE_CHECKING:
    from gridwar.control.records.popover_records import ConditionRow
    from gridwar.ui.style.theme import Theme
    from gridwar.ui.widgets.painting.themed_painter import ThemedPainter

_ROW_PX: Final = 30
_TITLE_PX: Final = 132
_KEYS: Final = "123456789"


class ConditionButton(PaintedButton):
    """One condition; ``is_ahead`` while Enter would take it."""

    def __init__(self, theme: Theme, row: ConditionRow, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.row = row
        self.key = ""
        self.is_ahead = False
        self.setText(row.title)
        self.setAccessibleName(": ".join(filter(None, (row.title, row.does))))
        set_tip(self, row.does)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Return a row's height."""
        return QSize(self.theme.px(200), self.theme.px(_ROW_PX))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw icon, title, what it does and its digit."""
        colors, row, middle = painter.colors, self.row, box.center().y()
        if self.is_ahead:
            painter.rounded_box(box.adjusted(0, 1, 0, -1), 6, colors.accent_ground)
        elif self.underMouse():
            painter.rounded_box(box.adjusted(0, 1, 0, -1), 6, colors.raised)
        icon = QRectF(box.left() + painter.px(6), box.top(), painter.px(18), box.height())
        painter.icon(row.badge, icon.center(), 16, colors.text2)
        x, right = icon.right() + painter.px(8), box.right() - painter.px(34)
        if self.key:
            painter.keycap(right + painter.px(8), middle, self.key, colors.text2)
        width = painter.px(_TITLE_PX) if row.does else right - x
        painter.text(QRectF(x, box.top(), width, box.height()), row.title, LABEL, colors.text)
        if not row.does:
            return
        x += width + painter.px(8)
        does = QRectF(x, box.top(), right - x, box.height())
        painter.text(does, row.does, NOTE, colors.text2)


class ConditionList(ThemedWidget):
    """The rows that fit what was typed; ``chosen(ConditionRow)``."""

    chosen = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.setAccessibleName(_("Conditions"))
        self.found: list[ConditionButton] = []
        """Those that fit, in their order."""
        self._parts: list[tuple[str, QWidget, list[ConditionButton]]] = []
        self._rows = QVBoxLayout(self)
        inset(self._rows, theme, (0, 0, 0, 0), 0)
        self._ahead = -1

    def show_rows(self, rows: tuple[ConditionRow, ...]) -> None:
        """Show other conditions, all of them."""
        clear(self._rows)
        self._parts = []
        for row in rows:
            if not self._parts or self._parts[-1][0] != row.section:
                head = label(row.section, "quiet")
                head.setFixedHeight(self.theme.px(26))
                self._rows.addWidget(head)
                self._parts.append((row.section, head, []))
            button = ConditionButton(self.theme, row, self)
            button.clicked.connect(lambda _on=False, row=row: self.chosen.emit(row))
            self._rows.addWidget(button)
            self._parts[-1][2].append(button)
        self.narrow("")

    def narrow(self, text: str) -> None:
        """Leave what fits a text: a word of it begins so, or of what it does."""
        wanted = text.casefold().split()
        self.found = []
        for _section, head, buttons in self._parts:
            fitting = [one for one in buttons if _fits(one.row, wanted)]
            self.found += fitting
            head.setVisible(bool(fitting))
            for button in buttons:
                button.setVisible(button in fitting)
        for number, button in enumerate(self.found):
            is_digit = not wanted and number < len(_KEYS)
            button.key = _KEYS[number] if is_digit else ""
        self._look_ahead(0 if wanted and self.found else -1)

    def _look_ahead(self, at: int) -> None:
        self._ahead = at
        for number, button in enumerate(self.found):
            button.is_ahead = number == at
            button.update()

    def step(self, way: int) -> None:
        """Look at the next row, or the one before."""
        if self.found:
            self._look_ahead((max(self._ahead, -1 if way > 0 else 0) + way) % len(self.found))

    @property
    def ahead(self) -> ConditionRow | None:
        """What Enter would take."""
        return self.found[self._ahead].row if 0 <= self._ahead < len(self.found) else None

    def by_key(self, text: str) -> ConditionRow | None:
        """Return the row whose digit was pressed."""
        return next((one.row for one in self.found if text and one.key == text), None)


def _fits(row: ConditionRow, wanted: list[str]) -> bool:
    words = f"{row.title} {' '.join(row.words)}".casefold().split()
    return all(any(word.startswith(part) for word in words) for part in wanted)
