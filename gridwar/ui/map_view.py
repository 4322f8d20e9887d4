"""The window onto the map: panning, zooming, the rim, and the pointer's events for the tools.

Owns what the view does by itself (right or middle drag and Space pan, the wheel zooms about the
cursor) and hands everything else to a `PointerSink`. It changes no state of the fight.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QTransform
from PySide6.QtWidgets import QFrame, QGraphicsView, QWidget

from gridwar.control.pointer import Button, PointerEvent, PointerKind, PointerSink
from gridwar.ui.map_events import button_of, key_event, modifiers_of
from gridwar.ui.map_glide import Glide
from gridwar.ui.map_rim import RIM_PX, RimStrip, ScaleBar
from gridwar.ui.map_scene import DEFAULT_CELL_PX, MapScene

if TYPE_CHECKING:
    from PySide6.QtGui import (
        QContextMenuEvent,
        QFocusEvent,
        QKeyEvent,
        QMouseEvent,
        QResizeEvent,
        QShowEvent,
        QWheelEvent,
    )

    from gridwar.control.scene_records import Box, PictureSource, SceneView
    from gridwar.ui.theme import Theme

ZOOM_LEAST = 0.05
ZOOM_MOST = 8.0
_ZOOM_A_NOTCH = 1.15
_ZOOM_FINE = 1.03
_NOTCH = 120
_DRAG_FROM_PX = 4
_FIT_ROOM = 0.96
_SCALE_ROOM_PX = 14
_PAN_MS = 180


class MapView(QGraphicsView):
    """Shows a `MapScene` and speaks to a tool through a `PointerSink`."""

    zoom_changed = Signal(float)
    cell_hovered = Signal(object)

    def __init__(
        self, theme: Theme, pictures: PictureSource | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.sink: PointerSink | None = None
        self.tool_cursor = Qt.CursorShape.ArrowCursor
        self.map_scene = MapScene(theme.palette, pictures, self)
        self.setScene(self.map_scene)
        self._theme = theme
        self._zoom = 1.0
        self._panning_from: QPoint | None = None
        self._pressed: Button = Button.NONE
        self._pressed_at = QPoint()
        self._space_held = False
        self._glide = Glide(self, self)
        self._wants_fit = True
        self._rims = (
            RimStrip(self, theme, Qt.Orientation.Horizontal),
            RimStrip(self, theme, Qt.Orientation.Vertical),
        )
        self._corner = QWidget(self)
        self._scale_bar = ScaleBar(self, theme)
        self._set_up()
        self.set_theme(theme)

    def _set_up(self) -> None:
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.MinimalViewportUpdate)
        self.setCacheMode(QGraphicsView.CacheModeFlag.CacheBackground)
        self.setOptimizationFlag(QGraphicsView.OptimizationFlag.DontAdjustForAntialiasing)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setResizeAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setTransform(QTransform.fromScale(DEFAULT_CELL_PX, DEFAULT_CELL_PX))

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
        self._theme = theme
        rim = theme.px(RIM_PX)
        self.setViewportMargins(rim, rim, 0, 0)
        self.map_scene.set_palette(theme.palette)
        for strip in self._rims:
            strip.set_theme(theme)
        self._scale_bar.set_theme(theme)
        self._corner.setStyleSheet(f"background: {theme.palette.window};")
        self._lay_out()

    def show_view(self, new: SceneView) -> None:
        """Show a state of the map."""
        old = self.map_scene.view
        self.map_scene.sync(old, new)
        ground = new.ground
        self._scale_bar.show_scale(self.cell_px, ground.cell_length, ground.unit)
        if old is None or (old.ground.width, old.ground.height) != (ground.width, ground.height):
            self.fit()

    def fit(self) -> None:
        """Show the whole map."""
        view = self.map_scene.view
        if view is None:
            return
        ground = view.ground
        self._wants_fit = not self.isVisible()
        self.show_box((0, 0, ground.width, ground.height), most=1.5, glide=False)

    def show_box(self, box: Box, *, most: float = ZOOM_MOST, glide: bool = True) -> None:
        """Bring some cells into view, zooming out as far as that takes.

        Args:
            box: x, y, width, height in cells.
            most: the largest zoom to use.
            glide: whether the way there is shown.
        """
        port = self.viewport().rect()
        fitting = min(port.width() / box[2], port.height() / box[3]) / DEFAULT_CELL_PX
        self._apply_zoom(min(most, fitting * _FIT_ROOM))
        self.center_cells((box[0] + box[2] / 2, box[1] + box[3] / 2), glide=glide)

    def center_cells(self, point: tuple[float, float], *, glide: bool = True) -> None:
        """Bring a place, in cells, to the middle of the view."""
        port = self.viewport().rect()
        goal = QPointF(point[0] * self.cell_px, point[1] * self.cell_px)
        target = (goal - QPointF(port.width() / 2, port.height() / 2)).toPoint()
        moving = glide and not self.map_scene.reduce_motion and self.isVisible()
        self._glide.go(target, _PAN_MS if moving else 0)

    def zoom_to(self, zoom: float, anchor: QPointF | None = None) -> None:
        """Set the zoom, keeping the place under a point of the viewport where it is.

        Args:
            zoom: 1.0 is 64 pixels a cell; kept within 5 % and 800 %.
            anchor: in viewport pixels; the middle when left out.
        """
        self._glide.stop()
        about = anchor if anchor is not None else QPointF(self.viewport().rect().center())
        before = self._to_cells(about)
        self._apply_zoom(zoom)
        shift = QPointF(before.x() * self.cell_px, before.y() * self.cell_px) - about
        self.scroll_to(shift.toPoint())

    def scroll_to(self, corner: QPoint) -> None:
        """Put a place, in pixels from the map's corner, at the viewport's corner."""
        self.horizontalScrollBar().setValue(corner.x())
        self.verticalScrollBar().setValue(corner.y())
        self._follow()

    def scroll_place(self) -> QPoint:
        """Return the place at the viewport's corner, in pixels from the map's corner."""
        return QPoint(self.horizontalScrollBar().value(), self.verticalScrollBar().value())

    # What the mouse does

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a pan or hand the press to the tool (Qt's hook)."""
        self._glide.stop()
        button = button_of(event.button())
        at = event.position().toPoint()
        if self._pressed is Button.LEFT and button is Button.RIGHT:
            self._pressed = Button.NONE
            self._send(PointerKind.CANCEL, event, Button.LEFT)
        elif self._pressed is not Button.NONE or button is Button.NONE:
            return
        elif button is Button.LEFT and not self._space_held:
            self._pressed = button
            self._send(PointerKind.PRESS, event, button)
        else:
            self._pressed = button
            self._pressed_at = at
            self._panning_from = at
            if self._space_held:
                self._set_cursor(Qt.CursorShape.ClosedHandCursor)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Pan or hand the move to the tool (Qt's hook)."""
        at = event.position().toPoint()
        if self._panning_from is not None:
            far = (at - self._pressed_at).manhattanLength() >= _DRAG_FROM_PX
            if far and self.viewport().cursor().shape() != Qt.CursorShape.ClosedHandCursor:
                self._set_cursor(Qt.CursorShape.ClosedHandCursor)
            if far:
                self.scroll_to(self.scroll_place() + self._panning_from - at)
                self._panning_from = at
            return
        self._send(PointerKind.MOVE, event, self._pressed)
        self._mark_hovered(event.position())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End a pan, or hand a release or a click to the tool (Qt's hook)."""
        button = button_of(event.button())
        if button is not self._pressed:
            return
        self._pressed = Button.NONE
        if self._panning_from is None:
            self._send(PointerKind.RELEASE, event, button)
            return
        self._panning_from = None
        self._set_cursor(Qt.CursorShape.OpenHandCursor if self._space_held else self.tool_cursor)
        still = (event.position().toPoint() - self._pressed_at).manhattanLength() < _DRAG_FROM_PX
        if still and button is Button.RIGHT:
            self._send(PointerKind.MENU, event, button)
        elif still and button is Button.MIDDLE:
            self._send(PointerKind.PRESS, event, button)
            self._send(PointerKind.RELEASE, event, button)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Hand a double click to the tool; other buttons press again (Qt's hook)."""
        if event.button() == Qt.MouseButton.LeftButton and not self._space_held:
            self._pressed = Button.LEFT
            self._send(PointerKind.DOUBLE, event, Button.LEFT)
        else:
            self.mousePressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Offer the wheel to the tool, else zoom about the cursor (Qt's hook)."""
        delta = event.angleDelta().y() or event.angleDelta().x()
        steps = delta / _NOTCH
        place = event.position()
        made = self._event(PointerKind.WHEEL, place, Button.NONE, event.modifiers(), steps=steps)
        used = self.sink.pointer(made) if self.sink is not None else False
        if not used:
            fine = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self.zoom_to(self._zoom * (_ZOOM_FINE if fine else _ZOOM_A_NOTCH) ** steps, place)
        event.accept()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Do nothing: a right click without a drag has been handed on already (Qt's hook)."""
        event.accept()

    # What the keys do

    def event(self, event: QEvent) -> bool:
        """Offer Tab to the tool before Qt moves the focus with it (Qt's hook)."""
        if event.type() == QEvent.Type.KeyPress and self.sink is not None:
            made = key_event(event, pressed=True)  # type: ignore[arg-type]  # a key event by type
            if made.key == "tab" and self.sink.key(made):
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Cancel a drag, offer the key to the tool, else pan with Space (Qt's hook)."""
        made = key_event(event, pressed=True)
        if made.key == "escape" and self._pressed is Button.LEFT:
            self._pressed = Button.NONE
            self._send_at_cursor(PointerKind.CANCEL, Button.LEFT)
            return
        if self.sink is not None and self.sink.key(made):
            return
        if made.key == "space" and self._pressed is Button.NONE:
            self._space_held = True
            self._set_cursor(Qt.CursorShape.OpenHandCursor)
            return
        event.ignore()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """End panning with Space and tell the tool (Qt's hook)."""
        made = key_event(event, pressed=False)
        if made.key == "space" and self._space_held and not made.repeated:
            self._space_held = False
            self._set_cursor(self.tool_cursor)
            return
        if self.sink is None or not self.sink.key(made):
            event.ignore()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Let go of Space when the keyboard goes elsewhere (Qt's hook)."""
        self._space_held = False
        super().focusOutEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        """Tell the tool that the pointer is gone (Qt's hook)."""
        self._send_at_cursor(PointerKind.LEAVE, Button.NONE)
        for strip in self._rims:
            strip.set_hot(None)
        super().leaveEvent(event)

    # Keeping the parts together

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the frame at the edges and the map's middle in the middle (Qt's hook)."""
        super().resizeEvent(event)
        self._apply_zoom(self._zoom)
        if event.oldSize().isValid():
            grown = event.size() - event.oldSize()
            half = QPoint(grown.width() // 2, grown.height() // 2)
            self.scroll_to(self.scroll_place() - half)
        self._lay_out()

    def showEvent(self, event: QShowEvent) -> None:
        """Fit the map the first time it can be seen (Qt's hook)."""
        super().showEvent(event)
        self._apply_zoom(self._zoom)
        if self._wants_fit:
            self.fit()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Scroll, and let the rim follow (Qt's hook)."""
        super().scrollContentsBy(dx, dy)
        self._follow()

    def _apply_zoom(self, zoom: float) -> None:
        self._zoom = min(ZOOM_MOST, max(ZOOM_LEAST, zoom))
        cell = self.cell_px
        self.map_scene.set_zoom(cell, self.devicePixelRatioF())
        self.setTransform(QTransform.fromScale(cell, cell))
        view = self.map_scene.view
        if view is not None:
            port = self.viewport().size()
            room_x, room_y = port.width() / cell, port.height() / cell
            size = view.ground.width, view.ground.height
            self.setSceneRect(-room_x, -room_y, size[0] + 2 * room_x, size[1] + 2 * room_y)
            self._scale_bar.show_scale(cell, view.ground.cell_length, view.ground.unit)
        self.zoom_changed.emit(self._zoom)
        self._lay_out()

    def _follow(self) -> None:
        view = self.map_scene.view
        port = self.viewport().rect()
        corner, far = self._to_cells(QPointF(0, 0)), self._to_cells(QPointF(port.bottomRight()))
        self.map_scene.set_shown(QRectF(corner, far))
        size = (view.ground.width, view.ground.height) if view is not None else (0, 0)
        place = self.scroll_place()
        self._rims[0].show_cells(-place.x(), self.cell_px, size[0])
        self._rims[1].show_cells(-place.y(), self.cell_px, size[1])

    def _lay_out(self) -> None:
        rim = self._theme.px(RIM_PX)
        self._rims[0].setGeometry(rim, 0, self.width() - rim, rim)
        self._rims[1].setGeometry(0, rim, rim, self.height() - rim)
        self._corner.setGeometry(0, 0, rim, rim)
        room = self._theme.px(_SCALE_ROOM_PX)
        self._scale_bar.sit_at(QPointF(self.width() - room, self.height() - room))
        self._follow()

    def _mark_hovered(self, place: QPointF) -> None:
        point = self._to_cells(place)
        cell = (int(point.x() // 1), int(point.y() // 1))
        self._rims[0].set_hot(cell[0])
        self._rims[1].set_hot(cell[1])
        self.cell_hovered.emit(cell)

    def _to_cells(self, place: QPointF) -> QPointF:
        corner = self.scroll_place()
        return QPointF(
            (place.x() + corner.x()) / self.cell_px, (place.y() + corner.y()) / self.cell_px
        )

    def _send(self, kind: PointerKind, event: QMouseEvent, button: Button) -> None:
        if self.sink is not None:
            self.sink.pointer(self._event(kind, event.position(), button, event.modifiers()))

    def _send_at_cursor(self, kind: PointerKind, button: Button) -> None:
        if self.sink is not None:
            place = QPointF(self.viewport().mapFromGlobal(self.cursor().pos()))
            held = Qt.KeyboardModifier.NoModifier
            self.sink.pointer(self._event(kind, place, button, held))

    def _event(
        self,
        kind: PointerKind,
        place: QPointF,
        button: Button,
        held: Qt.KeyboardModifier,
        steps: float = 0.0,
    ) -> PointerEvent:
        spot = self._to_cells(place)
        point = (spot.x(), spot.y())
        return PointerEvent(
            kind=kind,
            cell=(int(point[0] // 1), int(point[1] // 1)),
            point=point,
            button=button,
            modifiers=modifiers_of(held),
            tokens=self.map_scene.tokens_at(point),
            steps=steps,
        )

    def _set_cursor(self, shape: Qt.CursorShape) -> None:
        self.viewport().setCursor(shape)
