"""The panel of the sketch tool: pens, what a click puts on an edge, things, the brush of caves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPen
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from gridwar.control.maps.sketch_words import EDGE_WORDS, THING_WORDS
from gridwar.control.tools.ground import stroke_cells
from gridwar.control.tools.sketch.sketch_gesture import EDGES, PENS, THINGS, SketchPen
from gridwar.control.tools.sketch.sketch_tool import ERASE_KEY, THING_KEY, SketchTool
from gridwar.model.sketch import EdgeKind, SketchThingKind
from gridwar.text import _
from gridwar.ui.style.colors import qcolor
from gridwar.ui.style.tooltips import set_tip
from gridwar.ui.widgets.controls.labels import label
from gridwar.ui.widgets.painting.themed_painter import MIDDLE, SMALL_STRONG
from gridwar.ui.widgets.painting.themed_widgets import inset
from gridwar.ui.window.tool_panels.brush_bar import Stepper, TallButton
from gridwar.ui.window.tool_panels.sketch_style_buttons import StyleButtons
from gridwar.ui.window.tool_panels.tool_panel import ToolPanel, lay_out

if TYPE_CHECKING:
    from gridwar.ui.style.theme import Theme
    from gridwar.ui.widgets.painting.themed_painter import ThemedPainter
    from gridwar.ui.window.window_parts import Parts

_PENS: Final = {
    SketchPen.ROOM: ("square", _("Rooms"), ""),
    SketchPen.HALL: ("circle", _("Round"), _("Tab")),
    SketchPen.CAVE: ("mountain", _("Cave"), _("Tab")),
    SketchPen.THING: ("package", _("Things"), THING_KEY),
}
_THINGS: Final = {
    SketchThingKind.STAIRS: "stairs",
    SketchThingKind.PILLAR: "circle-dot",
    SketchThingKind.WATER: "waves",
    SketchThingKind.RUBBLE: "pentagon",
}
_NOTES: Final = {
    SketchPen.ROOM: _(
        "Drag in the open: a room. Drag out of a room: a corridor. Click an edge: what is chosen "
        "below; click again: the next."
    ),
    SketchPen.HALL: _("Drag from corner to corner: a round room, open to what it touches."),
    SketchPen.CAVE: _("Drag: a cave, open to what it touches."),
    SketchPen.THING: _(
        "Click or drag; a drag with Ctrl puts one at each corner. A click on one of its kind turns "
        "stairs and takes others away."
    ),
}
_ERASES: Final = {
    SketchPen.ROOM: _("Drag: it is filled up with rock. Click an edge: what stands on it goes."),
    SketchPen.HALL: _("Drag from corner to corner: it is filled up with rock."),
    SketchPen.CAVE: _("Drag: what the brush passes is filled up with rock."),
    SketchPen.THING: _(
        "Click or drag: things there are taken away. For rock, choose rooms or cave."
    ),
}
_SHORT: Final = {EdgeKind.DOUBLE_DOOR: _("Double"), EdgeKind.SECRET_DOOR: _("Secret")}
"""Names that are too long for a chip; its tip has the whole of them."""
_COLUMNS: Final = 4
_HALF_PX: Final = 16.0
_GAP_PX: Final = 7.0
_THICK_PX: Final = 2.4


class EdgeButton(TallButton):
    """What stands on an edge: its sign between two pieces of wall, over its name."""

    def __init__(self, theme: Theme, kind: EdgeKind, key: str, parent: QWidget) -> None:
        words = EDGE_WORDS[kind].capitalize()
        super().__init__(theme, "", _SHORT.get(kind, words), key, parent)
        self.setAccessibleName(words)
        set_tip(self, words, key)
        self._kind = kind

    def draw_sign(self, painter: ThemedPainter, middle: QPointF, color: str) -> None:
        """Draw the sign."""
        qpainter, px = painter.qpainter, painter.px(1)
        x, y, half, gap = middle.x(), middle.y(), _HALF_PX * px, _GAP_PX * px
        wall, thin = QPen(qcolor(color), _THICK_PX * px), QPen(qcolor(color), 1.3 * px)
        qpainter.save()
        qpainter.setBrush(Qt.BrushStyle.NoBrush)
        qpainter.setPen(wall)
        reach = 0.0 if self._kind is EdgeKind.WALL else gap
        qpainter.drawLines([QLineF(x - half, y, x - reach, y), QLineF(x + reach, y, x + half, y)])
        qpainter.setPen(thin)
        tall = 4 * px
        leaf = QRectF(x - gap, y - tall, 2 * gap, 2 * tall)
        match self._kind:
            case EdgeKind.DOOR:
                qpainter.drawRect(leaf)
            case EdgeKind.DOUBLE_DOOR:
                qpainter.drawRect(leaf)
                qpainter.drawLine(QLineF(x, y - tall, x, y + tall))
            case EdgeKind.SECRET_DOOR:
                qpainter.drawEllipse(middle, gap * 0.9, gap * 0.9)
                painter.text(leaf, "S", SMALL_STRONG, color, MIDDLE)
            case EdgeKind.BARS:
                qpainter.setPen(
                    QPen(qcolor(color), 2.8 * px, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
                )
                qpainter.drawPoints([QPointF(x + i * gap * 0.6, y) for i in (-1, 0, 1)])
            case EdgeKind.WINDOW:
                qpainter.drawRect(leaf.adjusted(0, tall / 2, 0, -tall / 2))
                qpainter.drawLine(QLineF(x - gap, y, x + gap, y))
            case EdgeKind.CURTAIN:
                for i in (-1, 0, 1):
                    at = QRectF(x + i * gap * 0.66 - gap / 3, y - tall / 2, gap * 0.66, tall)
                    qpainter.drawArc(at, 0, 180 * 16)
            case _:
                pass
        qpainter.restore()


class SketchPanel(ToolPanel):
    """Pens in a row, then what there is to choose; all of it stays in place."""

    def __init__(self, parts: Parts) -> None:
        super().__init__(parts.theme)
        tool = parts.tools.tools[SketchTool.info.id]
        assert isinstance(tool, SketchTool)
        self._tool = tool
        theme = parts.theme
        bar = QWidget(self)
        row = QHBoxLayout(bar)
        inset(row, theme, (10, 0, 10, 8), 2)
        self.pens: dict[SketchPen, TallButton] = {}
        for pen in PENS:
            button = TallButton(theme, *_PENS[pen], bar)
            button.clicked.connect(lambda _on=False, one=pen: tool.set_pen(one))
            self.pens[pen] = button
            row.addWidget(button)
        self.eraser = TallButton(theme, "eraser", _("Erase"), ERASE_KEY, bar)
        self.eraser.clicked.connect(tool.set_erases)
        row.addWidget(self.eraser)
        self.edges: dict[EdgeKind, EdgeButton] = {}
        for number, kind in enumerate(EDGES, start=1):
            chip = EdgeButton(theme, kind, str(number), self)
            chip.clicked.connect(lambda _on=False, one=kind: tool.set_edge(one))
            self.edges[kind] = chip
        self.things: dict[SketchThingKind, TallButton] = {}
        for thing in THINGS:
            words = THING_WORDS[thing].capitalize()
            sign = TallButton(theme, _THINGS[thing], words, "", self)
            sign.clicked.connect(lambda _on=False, one=thing: tool.set_thing(one))
            self.things[thing] = sign
        self.size_steps = Stepper(theme, _("Size of the brush"), self)
        self.size_steps.less.clicked.connect(lambda: tool.set_size(tool.hand.size - 1))
        self.size_steps.more.clicked.connect(lambda: tool.set_size(tool.hand.size + 1))
        self.styles = StyleButtons(theme, tool.set_style, self)
        self._note = label("", "note", wrap=True)
        self._note.setMinimumHeight(theme.px(52))
        self._note.setAlignment(Qt.AlignmentFlag.AlignTop)
        lay_out(self, parts, _("Sketch"), (bar, self._body()))

    def _body(self) -> QWidget:
        body = QWidget(self)
        column = QVBoxLayout(body)
        inset(column, self.theme, (18, 0, 18, 8), 8)
        column.addWidget(self._note)
        column.addWidget(label(_("On edges"), "quiet"))
        column.addLayout(self._grid(tuple(self.edges.values())))
        column.addWidget(label(_("In cells"), "quiet"))
        column.addLayout(self._grid(tuple(self.things.values())))
        column.addWidget(label(_("Brush of the cave, in cells"), "quiet"))
        column.addWidget(self.size_steps)
        column.addWidget(label(_("Drawn as"), "quiet"))
        column.addWidget(self.styles)
        return body

    def _grid(self, buttons: tuple[TallButton, ...]) -> QGridLayout:
        grid = QGridLayout()
        inset(grid, self.theme, (0, 0, 0, 0), 2)
        for at, button in enumerate(buttons):
            grid.addWidget(button, at // _COLUMNS, at % _COLUMNS)
        return grid

    def refresh(self) -> None:
        """Show how the tool is set."""
        hand = self._tool.hand
        for pen, button in self.pens.items():
            button.setChecked(pen is hand.pen)
        self.eraser.setChecked(hand.erases)
        for kind, chip in self.edges.items():
            is_meant = hand.pen is SketchPen.ROOM and not hand.erases
            chip.setChecked(is_meant and kind is hand.edge)
        for thing, sign in self.things.items():
            sign.setChecked(hand.pen is SketchPen.THING and thing is hand.thing)
        self.styles.show_style(self._tool.sketch.style)
        self.size_steps.show_number(str(hand.size))
        is_cave = hand.pen is SketchPen.CAVE
        self.size_steps.less.setEnabled(is_cave and hand.size > stroke_cells.SMALLEST)
        self.size_steps.more.setEnabled(is_cave and hand.size < stroke_cells.LARGEST)
        self._note.setText((_ERASES if hand.erases else _NOTES)[hand.pen])
