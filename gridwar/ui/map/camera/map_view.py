"""The window onto the map: panning, zooming and the frame of the chart.

Owns the zoom, the scroll place and the parts around the map. What the pointer means is
``mouse_and_keys``'; what is shown is the scene's. It changes no state of the fight.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QTransform

from gridwar.control.tools.tool_base import Cursor
from gridwar.text import _
from gridwar.ui.map.camera.mouse_and_keys import MapPointer
from gridwar.ui.map.camera.scrolled_view import ScrolledView
from gridwar.ui.map.camera.tool_cursors import cursor_shape
from gridwar.ui.map.camera.viewpoint import Viewpoint, nearer_place
from gridwar.ui.map.camera.zoom_motion import MotionPicture
from gridwar.ui.map.frame.chart_frame import ChartFrame
from gridwar.ui.map.map_scene import DEFAULT_CELL_PX, MapScene

if TYPE_CHECKING:
    from PySide6.QtGui import (
        QContextMenuEvent,
        QFocusEvent,
        QMouseEvent,
        QPaintEvent,
        QResizeEvent,
        QShowEvent,
        QWheelEvent,
    )
    from PySide6.QtWidgets import QWidget

    from gridwar.control.records.ground_records import Box, PictureSource, Point
    from gridwar.control.records.scene_records import SceneView
    from gridwar.ui.style.theme import Theme

ZOOM_LEAST = 0.05
ZOOM_MOST = 8.0
_FIT_ROOM = 0.96
_FIT_MOST = 1.5
_PAN_MS = 180


class MapView(ScrolledView):
    """Shows a `MapScene`."""

    zoom_changed = Signal(float)
    resized = Signal()
    opened = Signal(str)
    """A double click on a token that its tool had no use for."""
    taken_off = Signal(str)
    """A click in the legend on something pinned."""

    def __init__(
        self, theme: Theme, pictures: PictureSource | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setAccessibleName(_("Map"))
        self.map_scene = MapScene(theme.palette, pictures, self)
        self.setScene(self.map_scene)
        self._zoom = 1.0
        self._wants_fit = True
        self._stood = (QPoint(), QSize())
        """Where in the window the map's corner was, and how large the window."""
        self._motion = MotionPicture(self.viewport(), self.map_scene, self.viewpoint)
        self._wheel_turns = False
        self.map_scene.rested.connect(self._motion.end)
        self._tool_cursor = Cursor.ARROW
        self.pointer = MapPointer(self)
        self._frame = ChartFrame(self, self.viewport(), theme)
        self.legend = self._frame.legend
        self.legend.taken_off.connect(self.taken_off)
        # The ground covers all of it: nothing needs to be filled first.
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setTransform(QTransform.fromScale(DEFAULT_CELL_PX, DEFAULT_CELL_PX))
        self.set_theme(theme)

    @property
    def zoom(self) -> float:
        """How big the map is shown; 1.0 is 64 pixels a cell."""
        return self._zoom

    @property
    def cell_px(self) -> float:
        """Edge of a cell on screen, in device-independent pixels."""
        return self._zoom * DEFAULT_CELL_PX

    def set_theme(self, theme: Theme) -> None:
        """Take another theme."""
        self._motion.end()
        self._frame.set_theme(theme)
        ruler = self._frame.ruler_px
        self.setViewportMargins(ruler, ruler, 0, 0)
        self.map_scene.reduce_motion = theme.reduce_motion
        self.map_scene.set_palette(theme.palette)
        self.map_scene.set_scale(theme.scale)
        self._lay_out()

    def show_view(self, new: SceneView) -> None:
        """Show a state of the map."""
        old = self.map_scene.view
        if old is not None and bool(old.corner) != bool(new.corner):
            self._motion.end()  # players look now: the picture may show what is not for them
        self._motion.note_change()
        self._frame.show_view(new, self.cell_px)  # no label goes under what lies there
        self.map_scene.sync(old, new)
        ground = new.ground
        if old is None or (old.ground.width, old.ground.height) != (ground.width, ground.height):
            self.open_up()

    # Where the view is

    def open_up(self) -> None:
        """Show everybody as large as there is room; the whole map while nobody is on it."""
        view, viewport = self.map_scene.view, self.viewport().rect()
        if view is None:
            return
        size = (viewport.width(), viewport.height())
        whole_px = self._fitting(_whole(view), _FIT_MOST) * DEFAULT_CELL_PX
        found = nearer_place(view, size, whole_px, DEFAULT_CELL_PX)
        if found is None:
            self.fit()
            return
        # Straight there: what was drawn at this zoom beforehand is kept.
        cell_px, middle = found
        self._wants_fit = not self.isVisible()
        self.zoom_to(cell_px / DEFAULT_CELL_PX)
        self.center_cells(middle, animated=False)

    def viewpoint(self) -> Viewpoint:
        """Return what of the map is seen."""
        return Viewpoint(self.cell_px, self.scroll_place())

    def show_viewpoint(self, place: Viewpoint) -> None:
        """Show again what was seen."""
        self._wants_fit = False
        self.zoom_to(place.cell_px / DEFAULT_CELL_PX)
        self.scroll_to(place.corner)

    def fit(self) -> None:
        """Show the whole map."""
        view = self.map_scene.view
        if view is None:
            return
        self._wants_fit = not self.isVisible()
        self.show_box(_whole(view), most=_FIT_MOST, animated=False)

    def show_box(self, box: Box, *, most: float | None = None, animated: bool = True) -> None:
        """Bring some cells into view, zooming out when that takes it.

        Args:
            box: x, y, width, height in cells.
            most: the largest zoom to use; the present one when left out.
            animated: whether the way there is shown.
        """
        wanted = self._fitting(box, most if most is not None else self._zoom)
        if wanted != self._zoom:
            self.zoom_to(wanted)
        self.center_cells((box[0] + box[2] / 2, box[1] + box[3] / 2), animated=animated)

    def _fitting(self, box: Box, most: float) -> float:
        """Return the largest zoom at which some cells fit into the view."""
        viewport = self.viewport().rect()
        fitting = min(viewport.width() / box[2], viewport.height() / box[3]) / DEFAULT_CELL_PX
        return min(ZOOM_MOST, max(ZOOM_LEAST, min(most, fitting * _FIT_ROOM)))

    def center_cells(self, point: Point, *, animated: bool = True) -> None:
        """Bring a place, in cells, to the middle of the view."""
        viewport = self.viewport().rect()
        goal = QPointF(point[0] * self.cell_px, point[1] * self.cell_px)
        corner = (goal - QPointF(viewport.width() / 2, viewport.height() / 2)).toPoint()
        seen = animated and self.isVisible() and not self.map_scene.reduce_motion
        self.scroll_smoothly(corner, _PAN_MS if seen else 0)

    def zoom_to(self, zoom: float, anchor: QPointF | None = None) -> None:
        """Set the zoom, keeping the place under a point of the viewport where it is.

        Args:
            zoom: 1.0 is 64 pixels a cell; kept within 5 % and 800 %.
            anchor: in viewport pixels; the middle when left out.
        """
        self.stop_scrolling()
        if self._wheel_turns:
            self._motion.begin()
            self.map_scene.hurry()
        about = anchor if anchor is not None else QPointF(self.viewport().rect().center())
        x, y = self.to_cells(about)
        self._apply_zoom(zoom)
        shift = QPointF(x * self.cell_px, y * self.cell_px) - about
        self.scroll_to(shift.toPoint())

    def to_cells(self, place: QPointF) -> Point:
        """Return what lies under a point of the viewport, in cells."""
        corner = self.scroll_place()
        return ((place.x() + corner.x()) / self.cell_px, (place.y() + corner.y()) / self.cell_px)

    def tokens_at(self, point: Point) -> tuple[str, ...]:
        """Return the tokens at a place, topmost first."""
        return self.map_scene.tokens.at(point)

    def show_cursor(self, shape: Qt.CursorShape | None) -> None:
        """Show a cursor, or with None that of the active tool."""
        usual = cursor_shape(self._tool_cursor, self.devicePixelRatioF())
        self.viewport().setCursor(shape if shape is not None else usual)

    def use_tool_cursor(self, cursor: Cursor) -> None:
        """Take the cursor of the active tool; a pan under way keeps its hand."""
        if cursor is not self._tool_cursor:
            self._tool_cursor = cursor
            if not self.pointer.is_panning:
                self.show_cursor(None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Pass on a press, unless it is on what came of a command and on nobody's token."""
        self.stop_scrolling()
        place, results = self.to_cells(event.position()), self.map_scene.results
        if self.tokens_at(place) or not results.press(event, place, self.cell_px):
            self.pointer.press(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Pass on a double click; where it is not used, ask for the sheet of who stands there."""
        touched = self.tokens_at(self.to_cells(event.position()))
        if not self.pointer.double(event) and touched:
            self.opened.emit(touched[0])

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Pass on a move and mark its cell on the ruler."""
        self.pointer.move(event)
        x, y = self.to_cells(event.position())
        self._frame.set_hot((int(x // 1), int(y // 1)))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Pass on a release."""
        self.pointer.release(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Pass on the wheel."""
        self._wheel_turns = True
        self.pointer.wheel(event)
        self._wheel_turns = False
        event.accept()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Do nothing: a right click without a drag has been passed on already."""
        event.accept()

    def leaveEvent(self, event: QEvent) -> None:
        """Pass on that the pointer is gone."""
        self.pointer.leave()
        self._frame.set_hot(None)
        super().leaveEvent(event)

    def event(self, event: QEvent) -> bool:
        """Offer some keys to the tool before Qt, or the window, takes them."""
        if isinstance(event, QKeyEvent) and self.pointer.takes_first(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Pass on a key."""
        event.setAccepted(self.pointer.key_press(event))

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Pass on a key let go."""
        event.setAccepted(self.pointer.key_release(event))

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Let go of Space when the keyboard goes elsewhere."""
        self.pointer.let_go()
        super().focusOutEvent(event)

    # Qt's hooks: keeping the parts together

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the middle in the middle; where panels come or go, keep the map where it is."""
        super().resizeEvent(event)
        self._motion.end()
        self._apply_zoom(self._zoom)
        self._lay_out()
        corner, window_size = self.viewport().mapTo(self.window(), QPoint()), self.window().size()
        (was_at, was_in), self._stood = self._stood, (corner, window_size)
        if event.oldSize().isValid():
            grown = event.size() - event.oldSize()
            half = QPoint(grown.width() // 2, grown.height() // 2)
            moved = corner - was_at if window_size == was_in else -half
            self.scroll_to(self.scroll_place() + moved)
        self.resized.emit()

    def showEvent(self, event: QShowEvent) -> None:
        """Fit the map the first time it can be seen."""
        super().showEvent(event)
        self._apply_zoom(self._zoom)
        self._lay_out()
        if self._wants_fit:
            self.open_up()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the map, or what stands in for it while the wheel turns."""
        if self._motion.is_on:
            self._motion.paint(self.viewpoint(), event.region())
        else:
            super().paintEvent(event)
            self._motion.note_painted(event.region())

    def drawBackground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        """Paint the ground and what lies low on it from what is kept of them (Qt's hook)."""
        self.map_scene.tiles.paint(painter, QRectF(rect))

    def _apply_zoom(self, zoom: float) -> None:
        self._zoom = min(ZOOM_MOST, max(ZOOM_LEAST, zoom))
        cell = self.cell_px
        self.map_scene.set_zoom(cell, self.devicePixelRatioF())
        self.setTransform(QTransform.fromScale(cell, cell))
        view = self.map_scene.view
        if view is not None:
            viewport = self.viewport().size()
            room_x, room_y = viewport.width() / cell, viewport.height() / cell
            width, height = view.ground.width, view.ground.height
            self.setSceneRect(-room_x, -room_y, width + 2 * room_x, height + 2 * room_y)
            self._frame.show_scale(view, cell)
        self.zoom_changed.emit(self._zoom)

    @property
    def is_picture(self) -> bool:
        """Whether a picture stands in for the map while the wheel turns."""
        return self._motion.is_on

    def follow_scroll(self) -> None:
        """Let the scene and the ruler follow."""
        view = self.map_scene.view
        viewport = self.viewport().rect()
        corner, far = self.to_cells(QPointF(0, 0)), self.to_cells(QPointF(viewport.bottomRight()))
        self.map_scene.set_shown(QRectF(QPointF(*corner), QPointF(*far)))
        cells = (view.ground.width, view.ground.height) if view is not None else (0, 0)
        self._frame.follow(self.scroll_place(), self.cell_px, cells)

    def _lay_out(self) -> None:
        self._frame.lay_out(self.size())
        self.follow_scroll()


def _whole(view: SceneView) -> Box:
    return (0.0, 0.0, float(view.ground.width), float(view.ground.height))
