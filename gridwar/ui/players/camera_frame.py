"""What the players' window shows of the map, as a frame on the game master's: to see and to drag.

Owns the frame's looks and its drags. A corner changes how much is shown, the name moves it; either
fixes the camera there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem

from gridwar.text import _
from gridwar.ui.map.overlays.labels_item import LABELS_Z
from gridwar.ui.style.colors import map_colors, qcolor
from gridwar.ui.style.fonts import SANS, sized_font

if TYPE_CHECKING:
    from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

    from gridwar.control.records.ground_records import Box
    from gridwar.ui.map.camera.map_view import MapView

CORNER_PX: Final = 12.0
_PLATE_PX: Final = 20.0
_PLATE_INSET_PX: Final = 10.0
_FRAME_Z: Final = LABELS_Z - 1
_LEAST_CELLS: Final = 3.0
_DASHES: Final = (12.0, 6.0)
_LINE_PX: Final = 2.0


class _FrameItem(QGraphicsItem):
    """The frame, in cells; its lines keep their width at any zoom."""

    def __init__(self) -> None:
        super().__init__()
        self.box = self.seen = QRectF()
        self.words, self.note = "", ""
        self.cell_px = 1.0
        self.setZValue(_FRAME_Z)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def boundingRect(self) -> QRectF:
        """Return the frame with its corners and its name (Qt's hook)."""
        room = (CORNER_PX + _PLATE_PX) / self.cell_px
        return self.box.adjusted(-room, -room, room, room)

    def plate(self) -> QRectF:
        """Return where the name stands, in cells: above the upper edge, at the right.

        There is less to be covered than in the frame. Where the view ends it stands on the edge.
        """
        metrics = QFontMetricsF(sized_font(SANS, 12, 600))
        note = QFontMetricsF(sized_font(SANS, 12, 400))
        width = metrics.horizontalAdvance(self.words) + 2 * _PLATE_INSET_PX
        if self.note:
            width += note.horizontalAdvance(self.note) + 8
        px = self.cell_px
        right = min(self.box.right(), self.seen.right()) - 2 * CORNER_PX / px
        above = self.box.top() - _PLATE_PX / px
        on_edge = self.box.top() - _PLATE_PX / 2 / px
        top = above if above >= self.seen.top() else on_edge
        return QRectF(right - width / px, top, width / px, _PLATE_PX / px)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,
        widget: QWidget | None = None,
    ) -> None:
        """Draw it cased, so that it is seen on any ground (Qt's hook)."""
        del option, widget
        colors = map_colors()
        px = self.cell_px
        painter.save()
        painter.scale(1 / px, 1 / px)
        box = QRectF(
            self.box.x() * px, self.box.y() * px, self.box.width() * px, self.box.height() * px
        )
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(qcolor(colors.casing, 0.75), _LINE_PX + 2.4))
        painter.drawRect(box)
        pen = QPen(qcolor(colors.paper), _LINE_PX)
        pen.setDashPattern([one / _LINE_PX for one in _DASHES])
        painter.setPen(pen)
        painter.drawRect(box)
        painter.setPen(QPen(qcolor(colors.casing), 1.2))
        painter.setBrush(qcolor(colors.paper))
        half = CORNER_PX / 2
        for corner in (box.topLeft(), box.topRight(), box.bottomLeft(), box.bottomRight()):
            painter.drawRect(QRectF(corner - QPointF(half, half), corner + QPointF(half, half)))
        self._draw_name(painter, px)
        painter.restore()

    def _draw_name(self, painter: QPainter, px: float) -> None:
        colors, cells = map_colors(), self.plate()
        plate = QRectF(cells.topLeft() * px, cells.size() * px)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(qcolor(colors.paper), 1.2))
        painter.setBrush(qcolor(colors.ink, 0.94))
        painter.drawRoundedRect(plate, 5, 5)
        words = plate.adjusted(_PLATE_INSET_PX, 0, 0, 0)
        middle = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        face = sized_font(SANS, 12, 600)
        painter.setFont(face)
        painter.setPen(qcolor(colors.paper))
        painter.drawText(words, middle, self.words)
        if self.note:
            words.adjust(QFontMetricsF(face).horizontalAdvance(self.words) + 8, 0, 0, 0)
            painter.setFont(sized_font(SANS, 12, 400))
            painter.setPen(qcolor(colors.second))
            painter.drawText(words, middle, self.note)


class CameraFrame(QObject):
    """Shows the frame on a map, and hears what is dragged of it before the map does."""

    dragged = Signal(object)
    """What is to be shown from now on, in cells."""

    def __init__(self, over: MapView) -> None:
        super().__init__(over)
        self._map = over
        self._item: _FrameItem | None = None
        self._grip: str = ""
        self._from = QPointF()
        self._box = QRectF()
        self._is_pointed = False
        over.viewport().installEventFilter(self)
        for bar in (over.horizontalScrollBar(), over.verticalScrollBar()):
            bar.valueChanged.connect(self.follow_map)

    @property
    def is_shown(self) -> bool:
        """Whether it is on the map."""
        return self._item is not None

    @property
    def box(self) -> QRectF:
        """What it holds, in cells."""
        return QRectF() if self._item is None else QRectF(self._item.box)

    def show_box(self, box: Box | None, note: str = "") -> None:
        """Show what players see, and by what the camera goes; None takes the frame away."""
        if box is None:
            item, self._item = self._item, None
            if item is not None:
                self._map.map_scene.removeItem(item)
            return
        if self._grip:
            return
        self._place(QRectF(*box), note)

    def _place(self, box: QRectF, note: str) -> None:
        item = self._item
        if item is None:
            item = self._item = _FrameItem()
            self._map.map_scene.addItem(item)
        port = self._map.viewport().rect()
        far = self._cells(QPointF(port.bottomRight()))
        seen, cell_px = QRectF(self._cells(QPointF(0, 0)), far), self._map.cell_px
        if (box, note, cell_px, seen) == (item.box, item.note, item.cell_px, item.seen):
            return
        item.prepareGeometryChange()
        item.box, item.note, item.cell_px, item.seen = box, note, cell_px, seen
        item.words = _("Players\u2019 screen")
        item.update()

    def follow_map(self) -> None:
        """Keep the width of its lines, and its name in view, wherever the map is moved."""
        if self._item is not None:
            self._place(QRectF(self._item.box), self._item.note)

    # --- drags ------------------------------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take presses on the corners and on the name, and the drags that follow."""
        del watched
        if self._item is None or not isinstance(event, QMouseEvent):
            return False
        match event.type():
            case QEvent.Type.MouseButtonPress if event.button() == Qt.MouseButton.LeftButton:
                self._grip = self._grip_at(event.position())
                self._from, self._box = self._cells(event.position()), QRectF(self._item.box)
                return bool(self._grip)
            case QEvent.Type.MouseMove if self._grip:
                self._drag(self._cells(event.position()))
                return True
            case QEvent.Type.MouseMove if not event.buttons():
                return self._point(self._grip_at(event.position()))
            case QEvent.Type.MouseButtonRelease if self._grip:
                self._grip = ""
                box = self._item.box
                if box != self._box:
                    self.dragged.emit((box.x(), box.y(), box.width(), box.height()))
                return True
        return False

    def _point(self, grip: str) -> bool:
        shapes = {
            "move": Qt.CursorShape.SizeAllCursor,
            "left top": Qt.CursorShape.SizeFDiagCursor,
            "right bottom": Qt.CursorShape.SizeFDiagCursor,
            "right top": Qt.CursorShape.SizeBDiagCursor,
            "left bottom": Qt.CursorShape.SizeBDiagCursor,
        }
        if grip:
            self._map.show_cursor(shapes[grip])
            self._is_pointed = True
        elif self._is_pointed:
            self._is_pointed = False
            self._map.show_cursor(None)
        return bool(grip)

    def _cells(self, place: QPointF) -> QPointF:
        return QPointF(*self._map.to_cells(place))

    def _grip_at(self, place: QPointF) -> str:
        assert self._item is not None
        box, here, px = self._item.box, self._cells(place), self._map.cell_px
        reach = CORNER_PX / px
        corners = {
            "left top": box.topLeft(),
            "right top": box.topRight(),
            "left bottom": box.bottomLeft(),
            "right bottom": box.bottomRight(),
        }
        for name, corner in corners.items():
            off = here - corner
            if max(abs(off.x()), abs(off.y())) <= reach:
                return name
        return "move" if self._item.plate().contains(here) else ""

    def _drag(self, here: QPointF) -> None:
        """Move the frame, or keep the corner that lies across and the shape of the screen."""
        assert self._item is not None
        box = QRectF(self._box)
        if self._grip == "move":
            box.translate(here - self._from)
        else:
            shape = self._box.height() / self._box.width()
            across = {
                "left top": box.bottomRight(),
                "right top": box.bottomLeft(),
                "left bottom": box.topRight(),
                "right bottom": box.topLeft(),
            }[self._grip]
            width = max(
                _LEAST_CELLS, abs(here.x() - across.x()), abs(here.y() - across.y()) / shape
            )
            left = across.x() - width if "left" in self._grip else across.x()
            height = width * shape
            top = across.y() - height if "top" in self._grip else across.y()
            box = QRectF(left, top, width, height)
        self._place(box, self._item.note)
