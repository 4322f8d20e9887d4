"""The options of a question's page: each a card or a row, with key, title, price and effect."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QSizePolicy, QWidget

from gridwar.ui.style.tooltips import set_tip
from gridwar.ui.widgets.painting.themed_painter import (
    LABEL,
    NOTE,
    STRONG,
    Voice,
    advance,
    keycap_width,
    voice_font,
)
from gridwar.ui.widgets.painting.themed_widgets import PaintedButton

if TYPE_CHECKING:
    from gridwar.model.question_and_refusal import Option
    from gridwar.ui.style.theme import Theme
    from gridwar.ui.widgets.painting.themed_painter import ThemedPainter

_OPTION_PX = 104
_OPTION_ROW_PX = 52
_BARE_ROW_PX = 36
_INSET_PX = 12
_FOOT_PX = 9
_KEYS = 9
_WRAPPED = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignTop


def is_bare(option: Option) -> bool:
    """Return whether an option is one line: a title, perhaps a price."""
    return not (option.effect if option.enabled else option.why_not)


class OptionCard(PaintedButton):
    """One option: its key, title, price and effect; as a column or, with many, as a row."""

    def __init__(
        self, theme: Theme, option: Option, place: int, *, column: bool, parent: QWidget
    ) -> None:
        super().__init__(theme, parent)
        self.option = option
        self.chance = ""
        self._key = str(place) if place <= _KEYS else ""
        self._column = column
        self.setCheckable(True)
        self.setEnabled(option.enabled)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.show_chance("")

    def show_chance(self, chance: str) -> None:
        """Show the chance that the sheet gave for it; empty for none."""
        self.chance, option = chance, self.option
        words = (option.title, chance, option.price, option.effect, option.why_not)
        self.setAccessibleName(", ".join(filter(None, words)))
        set_tip(self, "\n".join(filter(None, words)))
        self.updateGeometry()

    def nextCheckState(self) -> None:
        """Leave the checked state to the page."""

    def sizeHint(self) -> QSize:
        """Return the size of a column, or of a row."""
        is_low = is_bare(self.option) and not self.chance
        row_px = _BARE_ROW_PX if is_low else _OPTION_ROW_PX
        return QSize(self.theme.px(100), self.theme.px(_OPTION_PX if self._column else row_px))

    def heightForWidth(self, width: int) -> int:
        """Return a height at which no word is cut."""
        px, option = self.theme.px, self.option
        inner = width - 2 * px(_INSET_PX)
        below = (option.price, option.effect) if self._column else (option.effect,)
        blocks = filter(None, (self.chance, *below) if option.enabled else (option.why_not,))
        words = sum(self._height_of(block, inner) + px(3) for block in blocks)
        title = self._height_of(option.title, self._title_room(inner), STRONG)
        return max(self.sizeHint().height(), px(9) + max(px(18), title) + words + px(_FOOT_PX))

    def _title_room(self, inner: float) -> int:
        """Return how wide the title may be: beside the key, and in a row beside the price too."""
        scale = self.theme.scale
        room = inner - (keycap_width(self._key, self.theme) + 8 * scale if self._key else 0)
        if not self._column and self.option.price:
            room -= advance(self.option.price, LABEL, self.theme) + 12 * scale
        return max(1, int(room))

    def _height_of(self, words: str, width: int, voice: Voice = NOTE) -> int:
        metrics = QFontMetrics(voice_font(voice, self.theme))
        return metrics.boundingRect(0, 0, width, 10_000, _WRAPPED, words).height()

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw the option."""
        option, colors = self.option, painter.colors
        hot = option.enabled and (self.underMouse() or self.isDown())
        edge = colors.accent if self.isChecked() else colors.line2 if hot else colors.line
        ground = colors.window if option.enabled else None
        painter.rounded_box(box, 8, colors.accent_ground if self.isChecked() else ground, edge, 1.4)
        inner = box.adjusted(
            painter.px(_INSET_PX), painter.px(9), -painter.px(_INSET_PX), -painter.px(6)
        )
        line = QRectF(inner.left(), inner.top(), inner.width(), painter.px(18))
        if self._key and option.enabled:
            painter.keycap(line.right(), line.center().y(), self._key, colors.text2, right=True)
        room = self._title_room(inner.width())
        high = max(painter.px(18), self._height_of(option.title, room, STRONG))
        title = QRectF(inner.left(), inner.top(), room, high)
        color = colors.text if option.enabled else colors.text3
        painter.wrapped(title, option.title, STRONG, color)
        used = min(float(room), painter.width(option.title, STRONG))
        below = QRectF(inner.left(), title.bottom() + painter.px(3), inner.width(), painter.px(17))
        if not option.enabled:
            self._words(painter, below, inner, option.why_not, colors.text2)
            return
        if self.chance:
            used_high = self._words(painter, below, inner, self.chance, colors.accent)
            below.translate(0, used_high + painter.px(3))
        if self._column:
            if option.price:
                used = self._words(painter, below, inner, option.price, colors.warn)
                below.translate(0, used + painter.px(3))
            self._words(painter, below, inner, option.effect, colors.text2)
            return
        price = QRectF(line)
        price.setLeft(inner.left() + used + painter.px(10))
        painter.text(price, option.price, LABEL, colors.warn)
        self._words(painter, below, inner, option.effect, colors.text2)

    def _words(
        self, painter: ThemedPainter, top: QRectF, inner: QRectF, words: str, color: str
    ) -> float:
        """Draw words in as many lines as they need; return their height."""
        where = QRectF(top.left(), top.top(), inner.width(), inner.bottom() - top.top())
        painter.wrapped(where, words, NOTE, color)
        return painter.qpainter.boundingRect(where, _WRAPPED, words).height()
