"""What is painted in the head of the inspector: token and name, pools, a figure, a vehicle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtWidgets import QSizePolicy

from gridwar.control.records.rule_card_records import figure_key
from gridwar.control.text_format import fraction, minus
from gridwar.engine.kit.card_order_and_flow import PipKind
from gridwar.text import _
from gridwar.ui.style.tooltips import set_tip
from gridwar.ui.widgets.painting.themed_painter import (
    NOTE,
    RIGHT,
    SMALL,
    STRONG,
    TITLE,
    ThemedPainter,
    advance,
    pips_width,
)
from gridwar.ui.widgets.painting.themed_widgets import Painted, PaintedButton

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from gridwar.control.records.panel_records import CardView, CarrierView
    from gridwar.engine.kit.card_order_and_flow import Card, Figure, Pip, Pool
    from gridwar.ui.style.theme import Theme

_TOKEN_PX, _NAME_PX = 46, 48
_POOL_PX, _POOLS_A_ROW, _MOST_POOLS = 32, 3, 6
ITEM_PX: Final = 22
"""Height of a row of pips and figures."""
_MANY_PIPS = 6
_CARRIER_PX = 40


class TokenAndName(Painted):
    """The token, the name, and a line of what state they are in and on whose side."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._view: CardView | None = None
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_view(self, view: CardView) -> None:
        """Show somebody."""
        self._view = view
        set_tip(self, f"{view.name}\n{view.subtitle}")
        self.setAccessibleName(f"{view.name}, {view.subtitle}")
        self.update()

    def sizeHint(self) -> QSize:
        """Return the height."""
        return QSize(self.theme.px(160), self.theme.px(_NAME_PX))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw it."""
        view = self._view
        if view is None:
            return
        left = box.left()
        if view.token is not None:
            edge = painter.px(_TOKEN_PX)
            middle = QPointF(left + edge / 2, box.center().y())
            painter.token(middle, _TOKEN_PX / 2 - 2, view.token)
            left += edge + painter.px(12)
        width, top = box.right() - left, box.top()
        name = QRectF(left, top, width, painter.px(28))
        painter.text(name, view.name, TITLE, painter.colors.text)
        second = QRectF(left, top + painter.px(27), width, painter.px(18))
        painter.text(second, view.subtitle, NOTE, painter.colors.text2)


class HeadPools(Painted):
    """Up to six pools, three side by side, each with label, value and a thin bar."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._pools: tuple[Pool, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_card(self, card: Card) -> None:
        """Show the pools of a card: the parts of the first in its place."""
        pools = (*card.parts, *card.pools[1:]) if card.parts else card.pools
        self._pools = pools[:_MOST_POOLS]
        self.setVisible(bool(pools))
        hints = (pool.hint for pool in self._pools)
        set_tip(self, minus("\n".join(filter(None, hints))))
        told = (minus(f"{one.label} {one.now}/{one.full}") for one in self._pools)
        self.setAccessibleName(", ".join(told))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the height of all rows."""
        rows = -(-len(self._pools) // _POOLS_A_ROW)
        return QSize(self.theme.px(200), self.theme.px(_POOL_PX * rows))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw them; a single one takes the whole width."""
        gap, columns = painter.px(12), max(1, min(_POOLS_A_ROW, len(self._pools)))
        width = (box.width() + gap) / columns - gap
        for at, pool in enumerate(self._pools):
            left = box.left() + at % columns * (width + gap)
            top = box.top() + painter.px(_POOL_PX * (at // columns))
            _draw_pool(painter, QRectF(left, top, width, painter.px(_POOL_PX)), pool)


def _draw_pool(painter: ThemedPainter, box: QRectF, pool: Pool) -> None:
    words = QRectF(box.left(), box.top(), box.width(), painter.px(20))
    full = minus(f"/{pool.full}")
    used = painter.text(words, full, NOTE, painter.colors.text2, RIGHT)
    now = words.adjusted(0, 0, -used, 0)
    used += painter.text(now, minus(str(pool.now)), STRONG, painter.colors.text, RIGHT)
    label = words.adjusted(0, 0, -used - painter.px(4), 0)
    painter.text(label, minus(pool.label), NOTE, painter.colors.text3)
    bar = QRectF(box.left(), box.top() + painter.px(22), box.width(), painter.px(5))
    painter.bar(bar, fraction(pool))
    painter.leads_to(pool.rule_id, words.united(bar), minus(pool.hint))


class PipItem(Painted):
    """What is left of one kind of action: pips before its name, many as a number after it."""

    def __init__(self, theme: Theme, pip: Pip, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._pip = pip
        words = f"{pip.label}: {pip.left} / {pip.full}"
        set_tip(self, words)
        self.setAccessibleName(words)

    def sizeHint(self) -> QSize:
        """Return its size."""
        pip, px = self._pip, self.theme.px
        width = advance(pip.label, NOTE, self.theme) + px(6)
        is_many = pip.full > _MANY_PIPS
        count = f"{pip.left}/{pip.full}"
        width += advance(count, STRONG, self.theme) if is_many else pips_width(pip.full, self.theme)
        return QSize(round(width) + 2, px(ITEM_PX))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw it."""
        pip, colors, x = self._pip, painter.colors, box.left()
        painter.leads_to(pip.rule_id, box, self.accessibleName())
        if pip.full > _MANY_PIPS:
            x += painter.text(box, pip.label, NOTE, colors.text2) + painter.px(6)
            rest = QRectF(x, box.top(), box.right() - x, box.height())
            painter.text(rest, f"{pip.left}/{pip.full}", STRONG, colors.text)
            return
        color = colors.info if pip.kind is PipKind.OTHERS else colors.accent
        pips = [(pip.kind, number < pip.left) for number in range(pip.full)]
        painter.pips(x, box.center().y(), pips, color)
        x += pips_width(pip.full, self.theme) + painter.px(6)
        words = QRectF(x, box.top(), box.right() - x + 2, box.height())
        painter.text(words, pip.label, NOTE, colors.text2 if pip.left else colors.text3)


class FigureItem(Painted):
    """A figure that players ask for often: its label, its value."""

    def __init__(self, theme: Theme, figure: Figure, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._figure = figure
        words = minus(f"{figure.label} {figure.value}")
        set_tip(self, minus(figure.hint) or words)
        self.setAccessibleName(words)

    def sizeHint(self) -> QSize:
        """Return its size."""
        label = advance(self._figure.label, NOTE, self.theme)
        value = advance(minus(self._figure.value), STRONG, self.theme)
        return QSize(round(label + value) + self.theme.px(5) + 2, self.theme.px(ITEM_PX))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw it."""
        figure = self._figure
        painter.leads_to(figure_key(figure), box, minus(figure.hint) or self.accessibleName())
        used = painter.text(box, figure.label, NOTE, painter.colors.text2) + painter.px(5)
        value = box.adjusted(used, 0, 2, 0)
        painter.text(value, minus(figure.value), STRONG, painter.colors.text)


class CarrierRow(PaintedButton):
    """The vehicle somebody is in, or the mount they ride; a click selects it."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._view: CarrierView | None = None
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    @property
    def id(self) -> str:
        """The vehicle's or the mount's id."""
        return self._view.id if self._view is not None else ""

    def show_view(self, view: CarrierView | None) -> None:
        """Show a vehicle or a mount, or nothing."""
        self._view = view
        self.setVisible(view is not None)
        if view is not None:
            words = _("{name}, select it").format(name=view.name)
            self.setAccessibleName(words)
            set_tip(self, "\n".join((words, *self._told(view))))
            self.update()

    @staticmethod
    def _told(view: CarrierView) -> list[str]:
        """Return pools and figures of the head in words."""
        told = [minus(f"{one.label} {one.now}/{one.full}") for one in view.card.pools[:2]]
        shown = (one for one in view.card.figures if one.in_head)
        return told + [minus(f"{one.label} {one.value}") for one in shown]

    def sizeHint(self) -> QSize:
        """Return the height."""
        return QSize(self.theme.px(160), self.theme.px(_CARRIER_PX))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw token, name, and a line of pools and figures."""
        view = self._view
        if view is None:
            return
        if self.underMouse():
            painter.rounded_box(box, 8, painter.colors.raised)
        middle = QPointF(box.left() + painter.px(23), box.center().y())
        painter.token(middle, 14, view.token)
        left = box.left() + painter.px(58)
        name = QRectF(left, box.top() + painter.px(2), box.right() - left, painter.px(19))
        painter.text(name, view.name, STRONG, painter.colors.text)
        told = QRectF(left, box.top() + painter.px(20), box.right() - left, painter.px(17))
        painter.text(told, "  \u00b7  ".join(self._told(view)), SMALL, painter.colors.text2)
