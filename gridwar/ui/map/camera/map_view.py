"""The window onto the map: what is shown, pointer and keys, and the frame of the chart.

Owns the parts around the map. Where the view is, is ``zoomed_view``'s; what the pointer means is
``mouse_and_keys``'; what is shown is the scene's. It changes no state of the fight.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QMargins, QPoint, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter

from gridwar.control.tools.tool_base import Cursor
from gridwar.text import _
from gridwar.ui.map.camera.mouse_and_keys import MapPointer
from gridwar.ui.map.camera.tool_cursors import cursor_shape
from gridwar.ui.map.camera.zoomed_view import ZoomedView
from gridwar.ui.map.frame.map_frame import MapFrame
from gridwar.ui.map.overlays.result_tags_and_marks import ResultItem

if TYPE_CHECKING:
    from collections.abc import Iterator

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

    from gridwar.control.records.ground_records import FloorShown, GroundView, PictureSource, Point
    from gridwar.control.records.scene_records import SceneView
    from gridwar.ui.style.theme import Theme


_BEYOND_CELLS = 0.5
"""How far beyond the page that is shown the pointer still is somewhere."""


class MapView(ZoomedView):
    """Shows a `MapScene`."""

    resized = Signal()
    opened = Signal(str)
    """A double click on a token that its tool had no use for."""
    floor_wanted = Signal(str)
    """A click on the chip of a floor."""
    taken_off = Signal(str)
    """A click in the legend on something pinned."""
    chart_chosen = Signal(str)
    """A click in the legend of a chart on something by which it goes."""

    def __init__(
        self, theme: Theme, pictures: PictureSource | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(theme, pictures, parent)
        self.setAccessibleName(_("Map"))
        self._tool_cursor = Cursor.ARROW
        self.pointer = MapPointer(self)
        self._frame = MapFrame(self, self.viewport(), theme)
        self.legend = self._frame.legend
        self.chart_legend = self._frame.chart_legend
        self._frame.floors.wanted.connect(self.floor_wanted)
        self.legend.taken_off.connect(self.taken_off)
        self.chart_legend.chosen.connect(self.chart_chosen)
        # The ground covers all of it: nothing needs to be filled first.
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Take another theme."""
        self.motion.end()
        self._frame.set_theme(theme)
        self._make_room()
        self.map_scene.reduce_motion = theme.reduce_motion
        self.map_scene.set_palette(theme.palette)
        self.map_scene.set_scale(theme.scale)
        self._lay_out()

    def show_view(self, new: SceneView) -> None:
        """Show a state of the map."""
        old = self.map_scene.view
        if old is not None and bool(old.corner) != bool(new.corner):
            self.motion.end()  # players look now: the picture may show what is not for them
        self.motion.note_change()
        before = self._frame.card_box
        self._frame.show_view(new, self.cell_px)  # no label goes under what lies there
        self._make_room()
        if self._frame.card_box != before:
            self.map_scene.overlays.unsettle()
        self.map_scene.sync(old, new)
        ground = new.ground
        if old is None or _size(old.ground) != _size(ground):
            self.fit()
        elif old.ground.floor != ground.floor:
            self._show_other_floor(old.ground.floor, ground.floor)

    def _show_other_floor(self, old: FloorShown | None, new: FloorShown | None) -> None:
        self.motion.end()
        self.viewport().update()
        before, after = ((0, 0) if one is None else one.shift for one in (old, new))
        if old is None or new is None or old.page != new.page:
            self.show_floor((after[0] - before[0], after[1] - before[1]))

    def to_cells(self, place: QPointF) -> Point:
        """Return what lies under a point of the viewport; beyond the page shown nothing does."""
        x, y = super().to_cells(place)
        view = self.map_scene.view
        if view is None or view.ground.floor is None:
            return x, y
        left, top, width, height = view.ground.page
        # In the gap between pages: a step beyond the rim of this one is no place of another.
        inside_x = min(max(x, left - _BEYOND_CELLS), left + width + _BEYOND_CELLS)
        return inside_x, min(max(y, top - _BEYOND_CELLS), top + height + _BEYOND_CELLS)

    def tokens_at(self, point: Point) -> tuple[str, ...]:
        """Return the tokens at a place, topmost first."""
        return self.map_scene.tokens.at(point)

    def pin_at(self, point: Point) -> str:
        """Return the pin whose sign lies at a place, the topmost; empty for none."""
        pin = self.map_scene.overlays.pin_at(point)
        return "" if pin is None else pin.id

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
        view = self.map_scene.view
        left, top = (0.0, 0.0) if view is None else view.ground.page[:2]
        self._frame.set_hot((int((x - left) // 1), int((y - top) // 1)))

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
        """Lay the parts around the map out anew."""
        super().resizeEvent(event)
        self._lay_out()
        self.resized.emit()

    def showEvent(self, event: QShowEvent) -> None:
        """Lay the parts around the map out anew."""
        super().showEvent(event)
        self._lay_out()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the map, or what stands in for it while the wheel turns."""
        if self.motion.is_on:
            self.motion.paint(self.viewpoint(), event.region())
        else:
            super().paintEvent(event)
            self.motion.note_painted(event.region())

    def drawBackground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        """Paint the ground and what lies low on it from what is kept of them (Qt's hook)."""
        self.map_scene.paint_below_tokens(painter, QRectF(rect))

    @property
    def is_picture(self) -> bool:
        """Whether a picture stands in for the map while the wheel turns."""
        return self.motion.is_on

    def follow_zoom(self) -> None:
        """Let the scale follow."""
        view = self.map_scene.view
        if view is not None:
            self._frame.show_scale(view, self.cell_px)

    def follow_scroll(self) -> None:
        """Let the scene and the ruler follow."""
        view = self.map_scene.view
        viewport = self.viewport().rect()
        corner = super().to_cells(QPointF(0, 0))
        far = super().to_cells(QPointF(viewport.bottomRight()))
        self.map_scene.set_shown(QRectF(QPointF(*corner), QPointF(*far)))
        page = view.ground.page if view is not None else (0.0, 0.0, 0.0, 0.0)
        first = (round(page[0] * self.cell_px), round(page[1] * self.cell_px))
        place = self.scroll_place() - QPoint(*first)
        self._frame.follow(self.scroll_place(), place, self.cell_px, (int(page[2]), int(page[3])))

    def cover(self, covered: tuple[QRect, ...]) -> None:
        """Take note of what popovers cover: no label goes there, and no part of the frame."""
        self.map_scene.overlays.cover(covered)
        self._frame.cover(covered)

    def leave_foot(self, height_px: int) -> None:
        """Leave the lower edge to what lies there; as that comes and goes a fitted map fits anew.

        Where it only becomes higher, the map stays where it is.
        """
        comes_or_goes = bool(height_px) != bool(self.foot_px)
        self.foot_px = height_px
        self._frame.leave_foot(height_px)
        if comes_or_goes and self.fitted_to() is not None:
            self.fit()

    def tags_on_screen(self) -> Iterator[QRect]:
        """Yield what the labels and the results on the map cover of the screen."""
        viewport = self.viewport()
        seen = [self.mapFromScene(box).boundingRect() for box in self.map_scene.overlays.tags()]
        for one in self.map_scene.items():
            if isinstance(one, ResultItem) and one.isVisible():
                at = self.mapFromScene(one.pos())
                seen.append(one.boundingRect().toAlignedRect().translated(at))
        for box in seen:
            yield QRect(viewport.mapToGlobal(box.topLeft()), box.size())

    def _make_room(self) -> None:
        """Leave the ruler its room."""
        left, top = self._frame.ruler_px
        margins = QMargins(left, top, 0, 0)
        if margins != self.viewportMargins():
            self.setViewportMargins(margins)

    def _lay_out(self) -> None:
        self._frame.lay_out(self.size())
        self.follow_scroll()


def _size(ground: GroundView) -> tuple[int, int]:
    return ground.width, ground.height
