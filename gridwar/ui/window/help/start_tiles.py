"""Fights as tiles of the start page: the picture of the map, the title, a quiet word below.

Owns how a tile looks lying (picture left of the words) and standing (picture above them); which
fights there are, and what a click does, is the page's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainterPath, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from gridwar.ui.style.colors import qcolor
from gridwar.ui.style.tooltips import set_tip
from gridwar.ui.widgets.painting.themed_painter import LABEL, NOTE, STRONG, ThemedPainter, advance
from gridwar.ui.widgets.painting.themed_widgets import Painted, PaintedButton
from gridwar.ui.window.help.start_pictures import draw_filling

if TYPE_CHECKING:
    from gridwar.control.records.start_records import FightRow
    from gridwar.ui.style.theme import Theme

_LYING_PX = 52
_STANDING = QSize(206, 164)
_WORDS_PX = 44


class Picture(Painted):
    """The map of a fight, as large as there is room for."""

    def __init__(self, theme: Theme, parent: QWidget, height_px: int = 172) -> None:
        super().__init__(theme, parent)
        self._image = QImage()
        self._height_px = height_px
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_image(self, image: QImage) -> None:
        """Show a map."""
        self._image = image
        self.update()

    def minimumSizeHint(self) -> QSize:
        """Return the least in which a map can be made out."""
        return QSize(self.theme.px(120), self.theme.px(70))

    def sizeHint(self) -> QSize:
        """Return what it has where there is no more room."""
        return QSize(self.theme.px(320), self.theme.px(self._height_px))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw it with round corners."""
        draw_picture(painter, box, self._image)


class FightTile(PaintedButton):
    """A fight to open."""

    def __init__(
        self, theme: Theme, row: FightRow, parent: QWidget, *, standing: bool = False
    ) -> None:
        super().__init__(theme, parent)
        self.row = row
        self._image = QImage()
        self._standing = standing
        self.say_row()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def say_row(self) -> None:
        """Say what it is a tile of, also to those who do not see it."""
        words = tuple(filter(None, (self.row.title, self.row.note)))
        self.setText(self.row.title)
        self.setAccessibleName(", ".join(words))
        set_tip(self, "\n".join(words))

    def show_image(self, image: QImage) -> None:
        """Show its map."""
        self._image = image
        self.update()

    def sizeHint(self) -> QSize:
        """Return room for picture and words."""
        px = self.theme.px
        if self._standing:
            return QSize(px(_STANDING.width()), px(_STANDING.height()))
        words = max(advance(self.row.title, STRONG, self.theme), px(60))
        return QSize(round(px(84) + words), px(_LYING_PX))

    def minimumSizeHint(self) -> QSize:
        """Return the least in which a title can be made out."""
        px = self.theme.px
        return self.sizeHint() if self._standing else QSize(px(140), px(_LYING_PX))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw both, on a ground while the pointer is over it."""
        colors, px = painter.colors, painter.px
        if self.underMouse() or self.isDown():
            painter.rounded_box(box, 8, colors.raised)
        inner = box.adjusted(px(6), px(6), -px(6), -px(6))
        if self._standing:
            picture = inner.adjusted(0, 0, 0, -px(_WORDS_PX - 4))
            words = QRectF(inner.left(), picture.bottom() + px(4), inner.width(), px(_WORDS_PX - 8))
        else:
            picture = QRectF(inner.left(), inner.top(), px(64), inner.height())
            words = inner.adjusted(px(72), 0, 0, 0)
        if self.row.is_missing:
            painter.rounded_box(picture, 5, None, colors.line2)
            painter.icon("triangle-alert", picture.center(), 16, colors.warn)
        else:
            draw_picture(painter, picture, self._image, 5)
        half = words.height() / 2
        title = QRectF(words.left(), words.top(), words.width(), half)
        color = colors.text2 if self.row.is_missing else colors.text
        painter.text(title, self.row.title, STRONG, color)
        note = colors.warn if self.row.is_missing else colors.text2
        painter.text(title.translated(0, half), self.row.note, NOTE, note)


class DropPlace(Painted):
    """Where a map can be dropped, though it may be dropped anywhere."""

    def __init__(self, theme: Theme, words: str, kinds: str, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._words, self._kinds = words, kinds
        self.setAccessibleName(f"{words}: {kinds}")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def minimumSizeHint(self) -> QSize:
        """Return room for its words."""
        return QSize(self.theme.px(200), self.theme.px(100))

    def sizeHint(self) -> QSize:
        """Return what it has in a large window."""
        return QSize(self.theme.px(320), self.theme.px(172))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw a dashed frame with words in its middle."""
        colors, px = painter.colors, painter.px
        pen = QPen(qcolor(colors.line2), 1, Qt.PenStyle.DashLine)
        painter.qpainter.setPen(pen)
        painter.qpainter.setBrush(Qt.BrushStyle.NoBrush)
        painter.qpainter.drawRoundedRect(box.adjusted(1, 1, -1, -1), px(8), px(8))
        middle = box.center()
        painter.icon("image", middle - QPointF(0, px(30)), 24, colors.text2)
        line = QRectF(box.left() + px(8), middle.y() - px(8), box.width() - px(16), px(20))
        painter.text(line, self._words, STRONG, colors.text, Qt.AlignmentFlag.AlignCenter)
        below = line.translated(0, px(23))
        painter.text(below, self._kinds, LABEL, colors.text2, Qt.AlignmentFlag.AlignCenter)


def draw_picture(painter: ThemedPainter, box: QRectF, image: QImage, radius_px: int = 8) -> None:
    """Draw the map of a fight with round corners; an empty plate until it is read."""
    painter.rounded_box(box, radius_px, painter.colors.raised)
    path = QPainterPath()
    path.addRoundedRect(box, painter.px(radius_px), painter.px(radius_px))
    painter.qpainter.save()
    painter.qpainter.setClipPath(path)
    draw_filling(painter.qpainter, box, image)
    painter.qpainter.restore()
