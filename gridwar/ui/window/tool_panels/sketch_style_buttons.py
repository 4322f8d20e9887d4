"""The styles of a sketch to choose from: a small picture of each over its name."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainterPath, QPen, QPixmap
from PySide6.QtWidgets import QHBoxLayout, QWidget

from gridwar.control.maps.sketch_words import STYLE_WORDS
from gridwar.model.geometry import Cell, Size
from gridwar.model.sketch import (
    EdgeKind,
    Sketch,
    SketchArrays,
    SketchStyle,
    SketchThing,
    SketchThingKind,
)
from gridwar.text import _
from gridwar.ui.map.ink.sketch_part import CellBox
from gridwar.ui.map.ink.sketch_picture import sketch_part_picture
from gridwar.ui.style.colors import qcolor
from gridwar.ui.widgets.painting.themed_painter import LABEL, MIDDLE, SMALL_STRONG
from gridwar.ui.widgets.painting.themed_widgets import inset
from gridwar.ui.window.tool_panels.brush_bar import TallButton

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.ui.style.theme import Theme
    from gridwar.ui.widgets.painting.themed_painter import ThemedPainter

_CELL_PX: Final = 15
_SHOWN: Final = CellBox(3, 3, 9, 7)
"""The cells of the small picture; around them lies more, for its edge is no edge of the map."""
_WORDS_PX, _EDGE_PX = 21, 5


class StyleButton(TallButton):
    """A style: what it looks like, and what it is called."""

    def __init__(self, theme: Theme, style: SketchStyle, parent: QWidget) -> None:
        super().__init__(theme, "", STYLE_WORDS[style].capitalize(), "", parent)
        self._style = style
        self._name = STYLE_WORDS[style].capitalize()
        self.setAccessibleDescription(_("How the sketch is drawn"))

    def sizeHint(self) -> QSize:
        """Return the size of picture and word."""
        width, height = _SHOWN.right - _SHOWN.left, _SHOWN.bottom - _SHOWN.top
        room = 2 * _EDGE_PX
        return QSize(
            self.theme.px(width * _CELL_PX + room),
            self.theme.px(height * _CELL_PX + room + _WORDS_PX - _EDGE_PX),
        )

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw the picture, and that it is chosen."""
        colors, on = painter.colors, self.isChecked()
        plate = box.adjusted(1, 1, -1, -1)
        if on:
            painter.rounded_box(plate, 8, colors.accent_ground, colors.accent, 1.4)
        elif self.underMouse():
            painter.rounded_box(plate, 8, colors.raised)
        edge = painter.px(_EDGE_PX)
        area = box.adjusted(edge, edge, -edge, -painter.px(_WORDS_PX))
        self._draw_picture(painter, area)
        words = QRectF(box.left(), area.bottom(), box.width(), painter.px(_WORDS_PX - 1))
        voice = SMALL_STRONG if on else LABEL
        painter.text(words, self._name, voice, colors.text if on else colors.text2, MIDDLE)

    def _draw_picture(self, painter: ThemedPainter, area: QRectF) -> None:
        qpainter = painter.qpainter
        round_corners = QPainterPath()
        round_corners.addRoundedRect(area, painter.px(4), painter.px(4))
        fine = max(1, round(self.theme.px(_CELL_PX) * self.devicePixelRatioF()))
        pixmap = _small_picture(self._style, fine)
        qpainter.save()
        qpainter.setClipPath(round_corners)
        qpainter.setRenderHint(qpainter.RenderHint.SmoothPixmapTransform)
        shown = QRectF(QPointF(), area.size() * (fine / self.theme.px(_CELL_PX)))
        shown.moveCenter(QRectF(pixmap.rect()).center())
        qpainter.drawPixmap(area, pixmap, shown & QRectF(pixmap.rect()))
        qpainter.setClipping(False)
        qpainter.setBrush(Qt.BrushStyle.NoBrush)
        qpainter.setPen(QPen(qcolor(painter.colors.line2), 1))
        qpainter.drawPath(round_corners)
        qpainter.restore()


class StyleButtons(QWidget):
    """All styles in a row; one is on."""

    def __init__(
        self, theme: Theme, choose: Callable[[SketchStyle], object], parent: QWidget
    ) -> None:
        super().__init__(parent)
        row = QHBoxLayout(self)
        inset(row, theme, (0, 0, 0, 0), 2)
        self.buttons: dict[SketchStyle, StyleButton] = {}
        for style in SketchStyle:
            button = StyleButton(theme, style, self)
            button.clicked.connect(lambda _on=False, one=style: choose(one))
            self.buttons[style] = button
            row.addWidget(button)

    def show_style(self, style: SketchStyle) -> None:
        """Show which one the sketch has."""
        for one, button in self.buttons.items():
            button.setChecked(one is style)


@lru_cache(8)
def _small_picture(style: SketchStyle, cell_px: int) -> QPixmap:
    """Return a corner of two rooms with a door between them; shared, read-only."""
    arrays = SketchArrays.blank(Size(12, 10))
    arrays.floor[4:6, 4:10] = True
    arrays.floor[6:9, 4] = True
    arrays.down[4:6, 7] = EdgeKind.WALL
    arrays.down[4, 7] = EdgeKind.DOOR
    pillar = SketchThing(kind=SketchThingKind.PILLAR, cell=Cell(5, 4))
    sketch = Sketch.of_arrays(arrays, (pillar,), style)
    return QPixmap.fromImage(sketch_part_picture(sketch, _SHOWN, cell_px))
