"""The card beside the editor of a combatant: as it will be at the table, and on the map."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPainterPath, QPixmap
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout

from gridwar.text import _
from gridwar.ui.panels.head_painting import HeadPools, TokenAndName
from gridwar.ui.panels.inspector_head import HeadItems
from gridwar.ui.style.colors import map_colors, qcolor
from gridwar.ui.widgets.controls.labels import hairline, label, show_words
from gridwar.ui.widgets.painting.themed_painter import BODY, LABEL, NOTE, RIGHT, STRONG
from gridwar.ui.widgets.painting.themed_widgets import Painted, ThemedWidget, inset

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent, QResizeEvent
    from PySide6.QtWidgets import QWidget

    from gridwar.control.records.form_records import BandChance, TableCardView
    from gridwar.control.records.panel_records import TokenBit
    from gridwar.ui.style.theme import Theme
    from gridwar.ui.widgets.painting.themed_painter import ThemedPainter

_BAND_PX, _MAP_PX = 25, 108
_CELL_PX: Final = 58
"""The edge of a square in the piece of the map."""
_LATE: Final = 0.5
"""So strong an old figure is drawn."""


class TableCard(ThemedWidget):
    """The card."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.setAccessibleName(_("As it will be at the table"))
        self.top = TokenAndName(theme, self)
        self.pools = HeadPools(theme, self)
        self.items = HeadItems(theme, self)
        self.heading = label("", "strong", wrap=True)
        self.bands = BandChances(theme, self)
        self.words = label("", "quiet", wrap=True)
        self.on_map = TokenOnMap(theme, self)
        self.status = label("", "quiet", wrap=True)
        rows = QVBoxLayout(self)
        inset(rows, theme, (14, 12, 14, 12), 8)
        rows.addWidget(label(_("As it will be at the table"), "quiet"))
        for part in (self.top, self.pools, self.items):
            rows.addWidget(part)
        rows.addWidget(hairline())
        for below in (self.heading, self.bands, self.words):
            rows.addWidget(below)
        rows.addWidget(label(_("On the map"), "strong"))
        rows.addWidget(self.on_map)
        rows.addStretch(1)
        rows.addWidget(self.status)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Lie on the ground of the window, behind a hairline."""
        with QPainter(self) as qpainter:
            qpainter.fillRect(event.rect(), qcolor(self.theme.palette.window))
            qpainter.fillRect(0, 0, 1, self.height(), qcolor(self.theme.palette.line))

    def show_view(self, view: TableCardView) -> None:
        """Show somebody."""
        self.top.show_view(view.card)
        self.pools.show_card(view.card.card)
        self.items.show_view(view.card)
        show_words(self.heading, view.heading)
        self.bands.show_bands(view.bands, is_late=view.is_late)
        show_words(self.words, " ".join(view.words))
        self.status.setText(view.status)
        if view.card.token is not None:
            self.on_map.show_token(view.card.token, view.card.name)


class BandChances(Painted):
    """Chances by band: a row each, with a bar."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.shown: tuple[BandChance, ...] = ()
        self.is_late = False
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_bands(self, bands: tuple[BandChance, ...], *, is_late: bool) -> None:
        """Show other chances; where some are not known yet, the old ones stay until they are.

        Args:
            bands: From the nearest out.
            is_late: Whether something of them is still worked out.
        """
        before = {one.title: one for one in self.shown}
        fresh = all(one.chance is not None or one.note for one in bands)
        old = (before.get(one.title, one) for one in bands)
        self.shown = bands if fresh or not is_late else tuple(map(_newer, bands, old))
        self.is_late = is_late
        self.setVisible(bool(bands))
        said = (f"{one.title} {one.squares}: {_figure(one)}" for one in self.shown)
        self.setAccessibleName(", ".join(said))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return room for the rows, and for the word that they are worked on."""
        return QSize(self.theme.px(200), self.theme.px(_BAND_PX * max(1, len(self.shown))))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw the rows."""
        if self.is_late:
            painter.qpainter.setOpacity(_LATE)
        colors, high = painter.colors, painter.px(_BAND_PX)
        for at, one in enumerate(self.shown):
            row = QRectF(box.left(), box.top() + at * high, box.width(), high)
            right = row.width() - painter.px(46)
            painter.text(row, one.title, BODY, colors.text)
            squares = row.adjusted(painter.px(126), 0, 0, 0)
            painter.text(squares, one.squares, NOTE, colors.text3)
            if one.chance is not None:
                bar = QRectF(row.left() + painter.px(196), row.center().y() - painter.px(3), 0, 0)
                bar.setSize(QRectF(0, 0, right - painter.px(196), painter.px(6)).size())
                painter.rounded_box(bar, 99, colors.line)
                bar.setWidth(bar.width() * one.chance)
                painter.rounded_box(bar, 99, colors.text2)
            painter.text(row, _figure(one), STRONG, colors.text, RIGHT)
        painter.qpainter.setOpacity(1.0)


def _newer(one: BandChance, old: BandChance) -> BandChance:
    return old if one.chance is None and not one.note else one


def _figure(one: BandChance) -> str:
    if one.chance is not None:
        return _("{n} %").format(n=round(100 * one.chance))
    return one.note or _("working")


class TokenOnMap(Painted):
    """A piece of the map where the token will come, with the token on it.

    Signal: ``resized()`` when it needs a larger or a smaller piece.
    """

    resized = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.ground = QPixmap()
        self._token: TokenBit | None = None
        self._name = ""
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Return the height of a piece of the map."""
        return QSize(self.theme.px(200), self.theme.px(_MAP_PX))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Ask for a piece of the new size."""
        super().resizeEvent(event)
        self.resized.emit()

    def show_ground(self, ground: QPixmap) -> None:
        """Show another piece of the map, its middle where the token comes."""
        self.ground = ground
        self.update()

    def show_token(self, token: TokenBit, name: str) -> None:
        """Show a token with its name."""
        self._token, self._name = token, name
        self.setAccessibleName(_("{name} on the map").format(name=name))
        self.update()

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw the map, the token, and its tag."""
        qpainter, colors = painter.qpainter, painter.colors
        path = QPainterPath()
        path.addRoundedRect(box, painter.px(8), painter.px(8))
        qpainter.save()
        qpainter.setClipPath(path)
        qpainter.fillRect(box, qcolor(colors.void))
        if not self.ground.isNull():
            size = self.ground.deviceIndependentSize()
            corner = box.center() - QPointF(size.width() / 2, size.height() / 2)
            qpainter.drawPixmap(corner, self.ground)
        qpainter.restore()
        if self._token is None:
            return
        middle = box.center() - QPointF(box.width() / 5, 0)
        painter.token(middle, 0.42 * _CELL_PX, self._token)
        left = middle.x() + painter.px(0.5 * _CELL_PX + 6)
        width = min(painter.width(self._name, LABEL) + painter.px(16), box.right() - left - 6)
        tag = QRectF(left, middle.y() - painter.px(12), width, painter.px(24))
        painter.rounded_box(tag, 5, map_colors().ink)
        words = tag.adjusted(painter.px(8), 0, -painter.px(6), 0)
        painter.text(words, self._name, LABEL, map_colors().paper, Qt.AlignmentFlag.AlignVCenter)


def map_piece_cells(width_px: float) -> tuple[float, float]:
    """Return how many squares are seen in a piece of the map of a width, across and down."""
    return width_px / _CELL_PX, _MAP_PX / _CELL_PX
