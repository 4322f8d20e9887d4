"""The buttons of a brush: what a drag makes, how wide it is, round or square, eraser."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from gridwar.control.tools.ground import stroke_cells
from gridwar.control.tools.ground.brush_tool import SHAPES, BrushShape, BrushTool
from gridwar.text import _
from gridwar.ui.style.tooltips import set_tip
from gridwar.ui.widgets.controls.buttons_and_switches import IconButton
from gridwar.ui.widgets.painting.themed_painter import (
    LABEL,
    MIDDLE,
    SMALL_STRONG,
    STRONG,
    ThemedPainter,
)
from gridwar.ui.widgets.painting.themed_widgets import Painted, PaintedButton, ThemedWidget, inset

if TYPE_CHECKING:
    from gridwar.ui.style.theme import Theme

_LOOKS: Final = {
    BrushShape.BRUSH: ("paintbrush", _("Brush")),
    BrushShape.LINE: ("slash", _("Line")),
    BrushShape.RECTANGLE: ("square", _("Box")),
    BrushShape.FILL: ("paint-bucket", _("Fill")),
}
_TALL_PX = 50


class TallButton(PaintedButton):
    """An icon over a word; one of a row is on."""

    def __init__(self, theme: Theme, icon: str, words: str, key: str, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._icon, self._words = icon, words
        self.setCheckable(True)
        self.setAccessibleName(words)
        set_tip(self, words, key)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Return the size of icon and word."""
        return QSize(self.theme.px(52), self.theme.px(_TALL_PX))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw ground, icon and word."""
        colors, on = painter.colors, self.isChecked()
        plate = box.adjusted(1, 1, -1, -1)
        if on:
            painter.rounded_box(plate, 8, colors.accent_ground, colors.accent, 1.4)
        elif self.underMouse():
            painter.rounded_box(plate, 8, colors.raised)
        color = colors.accent if on else colors.text2
        self.draw_sign(painter, QPointF(box.center().x(), box.top() + painter.px(18)), color)
        words = QRectF(box.left(), box.bottom() - painter.px(21), box.width(), painter.px(16))
        voice = SMALL_STRONG if on else LABEL
        painter.text(words, self._words, voice, colors.text if on else colors.text2, MIDDLE)

    def draw_sign(self, painter: ThemedPainter, middle: QPointF, color: str) -> None:
        """Draw the icon."""
        painter.icon(self._icon, middle, 18, color)


class _Number(Painted):
    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.words = ""

    def sizeHint(self) -> QSize:
        return QSize(self.theme.px(52), self.theme.px(28))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        painter.text(box, self.words, STRONG, painter.colors.text, MIDDLE)


class Stepper(ThemedWidget):
    """A number between minus and plus."""

    def __init__(self, theme: Theme, words: str, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.less = IconButton(theme, "minus", _("{what}: less").format(what=words), self)
        self.more = IconButton(theme, "plus", _("{what}: more").format(what=words), self)
        self._number = _Number(theme, self)
        row = QHBoxLayout(self)
        inset(row, theme, (0, 0, 0, 0), 0)
        for widget in (self.less, self._number, self.more):
            row.addWidget(widget)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def show_number(self, words: str) -> None:
        """Show a number."""
        if words != self._number.words:
            self._number.words = words
            self._number.update()


class BrushBar(ThemedWidget):
    """The buttons."""

    def __init__(self, theme: Theme, tool: BrushTool, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._tool = tool
        shapes = QHBoxLayout()
        inset(shapes, theme, (0, 0, 0, 0), 2)
        self.shapes: dict[BrushShape, TallButton] = {}
        for number, shape in enumerate(SHAPES, start=1):
            icon, words = _LOOKS[shape]
            button = TallButton(theme, icon, words, str(number), self)
            button.clicked.connect(lambda _on=False, one=shape: tool.set_brush(shape=one))
            self.shapes[shape] = button
            shapes.addWidget(button)
        self.eraser = TallButton(theme, "eraser", _("Erase"), "E", self)
        self.eraser.clicked.connect(lambda on: tool.set_brush(erases=on))
        shapes.addWidget(self.eraser)
        self.width_steps = Stepper(theme, _("Size"), self)
        self.width_steps.less.clicked.connect(lambda: tool.set_size(tool.brush.size - 1))
        self.width_steps.more.clicked.connect(lambda: tool.set_size(tool.brush.size + 1))
        self.tip = IconButton(theme, "square", _("Square brush"), self)
        self.round = IconButton(theme, "circle", _("Round brush"), self)
        self.tip.setCheckable(True)
        self.round.setCheckable(True)
        self.tip.clicked.connect(lambda: tool.set_brush(is_round=False))
        self.round.clicked.connect(lambda: tool.set_brush(is_round=True))
        line = QHBoxLayout()
        inset(line, theme, (4, 0, 4, 0), 4)
        line.addWidget(self.width_steps)
        line.addStretch(1)
        line.addWidget(self.tip)
        line.addWidget(self.round)
        rows = QVBoxLayout(self)
        inset(rows, theme, (10, 0, 10, 8), 4)
        rows.addLayout(shapes)
        rows.addLayout(line)

    def refresh(self) -> None:
        """Show how the brush is set."""
        brush = self._tool.brush
        for shape, button in self.shapes.items():
            button.setChecked(shape is brush.shape)
        self.eraser.setChecked(brush.erases)
        self.width_steps.show_number(f"{brush.size} \u00d7 {brush.size}")
        self.width_steps.less.setEnabled(brush.size > stroke_cells.SMALLEST)
        self.width_steps.more.setEnabled(brush.size < stroke_cells.LARGEST)
        self.tip.setChecked(not brush.is_round)
        self.round.setChecked(brush.is_round)
        has_size = brush.shape in (BrushShape.BRUSH, BrushShape.LINE)
        for widget in (self.width_steps, self.tip, self.round):
            widget.setVisible(has_size)
