"""Where the view of the map is: fitted, or where somebody went; and never far off the map.

Owns the zoom, the scroll place and whether the view is fitted: it then stays so whatever size view
and map take, until somebody zooms or pans. What is seen there is the scene's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Signal
from PySide6.QtGui import QTransform

from gridwar.control.records.viewpoint_records import Fit
from gridwar.ui.map.camera.scrolled_view import ScrolledView
from gridwar.ui.map.camera.viewpoint import Viewpoint, beyond_map, fitted_place, kept_on_map
from gridwar.ui.map.camera.zoom_motion import MotionPicture
from gridwar.ui.map.frame.floor_chips import FloorChips
from gridwar.ui.map.map_scene import DEFAULT_CELL_PX, MapScene

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent, QShowEvent
    from PySide6.QtWidgets import QWidget

    from gridwar.control.records.ground_records import Box, PictureSource, Point
    from gridwar.control.records.scene_records import SceneView
    from gridwar.ui.map.camera.viewpoint import FittedPlace
    from gridwar.ui.style.theme import Theme

ZOOM_LEAST = 0.05
"""By hand; a large map fitted into a small window may be shown smaller."""
ZOOM_MOST = 8.0
_FIT_LEAST = 0.01
_NEAR_ZOOM = 1.0
"""From a fitted view those who are looked for are shown so large."""
_EDGE_PX = 40
"""What may be seen beside the map where map is out of sight at the other side."""
_PAN_MS = 180


class ZoomedView(ScrolledView):
    """Shows a part of a `MapScene` at a zoom."""

    zoom_changed = Signal(float)
    """It is shown larger or smaller, or is fitted no more."""

    def __init__(
        self, theme: Theme, pictures: PictureSource | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.map_scene = MapScene(theme.palette, pictures, self)
        self.setScene(self.map_scene)
        self.foot_px = 0
        """Height at the lower edge that something else lies upon: the map is fitted above it."""
        self.motion = MotionPicture(self.viewport(), self.map_scene, self.viewpoint)
        self.map_scene.rested.connect(self.motion.end)
        self._zoom = 1.0
        self._fit: Fit | None = Fit.MAP
        self._is_aside = False
        self._stood = (QPoint(), QSize())
        """Where in the window the map's corner was, and how large the window."""
        self._wheel_turns = False
        self.setTransform(QTransform.fromScale(DEFAULT_CELL_PX, DEFAULT_CELL_PX))

    @property
    def zoom(self) -> float:
        """How big the map is shown; 1.0 is 64 pixels a cell."""
        return self._zoom

    @property
    def cell_px(self) -> float:
        """Edge of a cell on screen, in device-independent pixels."""
        return self._zoom * DEFAULT_CELL_PX

    def viewpoint(self) -> Viewpoint:
        """Return what of the map is seen."""
        return Viewpoint(self.cell_px, self.scroll_place())

    def to_cells(self, place: QPointF) -> Point:
        """Return what lies under a point of the viewport, in cells."""
        corner = self.scroll_place()
        return ((place.x() + corner.x()) / self.cell_px, (place.y() + corner.y()) / self.cell_px)

    # Fitted

    def fit(self) -> None:
        """Show the whole map, or everybody where its cells would be too small; and stay so."""
        self._fit, self._is_aside = self._fit or Fit.MAP, False
        view, room = self.map_scene.view, self._fitted_room()
        if view is not None:
            place = fitted_place(view, (room.width(), room.height()))
            beside = QPointF()
            if place.fit is Fit.MAP:
                place, beside = self._beside_floors(view, place, room)
            self._fit = place.fit
            self.stop_scrolling()
            self._apply_zoom(place.cell_px / DEFAULT_CELL_PX)
            self.scroll_to((self._corner_for(place.middle, room) - beside).toPoint())
        self.zoom_changed.emit(self._zoom)

    def _beside_floors(
        self, view: SceneView, place: FittedPlace, room: QSize
    ) -> tuple[FittedPlace, QPointF]:
        """Return where the whole map is seen beside the chips of its floors, and how far aside."""
        chips = self.viewport().findChild(FloorChips)
        left, top = (0, 0) if chips is None else chips.taken()
        _x, _y, wide, high = view.ground.page
        free = room.width() - wide * place.cell_px, room.height() - high * place.cell_px
        if free[0] / 2 >= left and free[1] / 2 >= top:
            return place, QPointF()
        beside = fitted_place(view, (room.width() - left, room.height() - top))
        return beside, QPointF(left / 2, top / 2)

    def _fitted_room(self) -> QSize:
        """Return the size that it is fitted to: what comes and goes below it takes none of it."""
        size, parent = self.viewport().size(), self.parentWidget()
        below = 0 if parent is None else parent.height() - self.geometry().bottom() - 1
        return QSize(size.width(), size.height() + max(0, below) - self.foot_px)

    def fitted_to(self) -> Fit | None:
        """Return what the view is fitted to; not everybody while somebody is out of sight."""
        view = self.map_scene.view
        if self._fit is not Fit.EVERYBODY or view is None:
            return self._fit
        far = QPointF(self.viewport().width(), self.viewport().height())
        seen = QRectF(QPointF(*self.to_cells(QPointF(0, 0))), QPointF(*self.to_cells(far)))
        bodies = (QRectF(*one.cell, *one.size) for one in view.tokens)
        return Fit.EVERYBODY if all(seen.contains(body) for body in bodies) else None

    def kept_place(self) -> Viewpoint | None:
        """Return what to show again later; None while it is fitted."""
        return self.viewpoint() if self._fit is None else None

    def show_again(self, place: Viewpoint | None) -> None:
        """Show what was kept, or fit the map."""
        if place is None:
            self.fit()
            return
        self._leave_fit()
        self.stop_scrolling()
        self._apply_zoom(place.cell_px / DEFAULT_CELL_PX)
        self.scroll_to(place.corner)
        self.zoom_changed.emit(self._zoom)

    def _leave_fit(self) -> None:
        """Be where somebody goes from now on."""
        was_fitted, self._fit = self._fit is not None, None
        self._is_aside = False
        if was_fitted:
            self.zoom_changed.emit(self._zoom)

    def show_floor(self, shift: Point) -> None:
        """Show another page where this one was: what lies above or below stays where it is.

        Args:
            shift: How much farther on the sheet the page lies, over the plan of all floors.
        """
        if self._fit is not None:
            self.fit()
            return
        self.stop_scrolling()
        moved = QPointF(shift[0] * self.cell_px, shift[1] * self.cell_px)
        self.scroll_to((QPointF(self.scroll_place()) + moved).toPoint())

    # By hand

    def show_box(self, box: Box) -> None:
        """Bring some cells into view: from near if the view is fitted, else as large as now.

        It zooms out when that takes it.

        Args:
            box: x, y, width, height in cells.
        """
        viewport = self.viewport().rect()
        fitting = min(viewport.width() / box[2], viewport.height() / box[3]) / DEFAULT_CELL_PX
        most = self._zoom if self._fit is None else max(self._zoom, _NEAR_ZOOM)
        if min(most, fitting) != self._zoom:
            self.zoom_to(min(most, fitting))
        self.center_cells((box[0] + box[2] / 2, box[1] + box[3] / 2))

    def center_cells(self, point: Point, *, animated: bool = True) -> None:
        """Bring a place, in cells, to the middle of the view, as far as the map goes."""
        self._leave_fit()
        viewport, page = self.viewport().size(), self._page()
        corner = self._corner_for(point, viewport)
        if page is not None:
            x = _centered(corner.x() - page.x(), viewport.width(), page.width())
            y = _centered(corner.y() - page.y(), viewport.height(), page.height())
            corner = page.topLeft() + QPointF(x, y)
        self._scroll_there(corner, animated=animated)

    def zoom_to(self, zoom: float, anchor: QPointF | None = None) -> None:
        """Set the zoom, keeping the place under a point of the viewport where it is.

        At an edge of the map it moves so far that the view does not leave the map.

        Args:
            zoom: 1.0 is 64 pixels a cell; kept within 5 % and 800 %.
            anchor: in viewport pixels; the middle when left out.
        """
        if self._wheel_turns:
            self.motion.begin()
            self.map_scene.hurry()
        self._leave_fit()
        beyond = self._beyond(self.viewport().size())
        corner = self._zoom_about(max(min(ZOOM_LEAST, self._zoom), zoom), anchor)
        self.scroll_to(self._kept(corner, QPointF(_EDGE_PX, _EDGE_PX), beyond).toPoint())
        self.zoom_changed.emit(self._zoom)

    def pan_by(self, moved: QPoint) -> None:
        """Move the map along, until it takes half of the view."""
        self._leave_fit()
        half = QPointF(self.viewport().width() / 2, self.viewport().height() / 2)
        corner = QPointF(self.scroll_place() - moved)
        self.scroll_to(self._kept(corner, half, self._beyond(self.viewport().size())).toPoint())

    # Aside

    @property
    def is_aside(self) -> bool:
        """Whether it is where something that covers the map has moved it, and nobody since."""
        return self._is_aside

    def move_aside(self, zoom: float, middle: Point, *, animated: bool = True) -> None:
        """Go where something that covers the map leaves a place free; the map may end there."""
        self._fit, self._is_aside = None, True
        if zoom != self._zoom:
            self.scroll_to(self._zoom_about(zoom, None).toPoint())
        self._scroll_there(self._corner_for(middle, self.viewport().size()), animated=animated)
        self.zoom_changed.emit(self._zoom)

    # Reckoning in pixels from the map's corner

    def _corner_for(self, middle: Point, room: QSize) -> QPointF:
        """Return the corner of a view of some size that has a place in its middle."""
        goal = QPointF(middle[0] * self.cell_px, middle[1] * self.cell_px)
        return goal - QPointF(room.width() / 2, room.height() / 2)

    def _page(self) -> QRectF | None:
        """Return the map, or the page of the floor that is shown."""
        view = self.map_scene.view
        if view is None:
            return None
        return QRectF(*(side * self.cell_px for side in view.ground.page))

    def _beyond(self, viewport: QSize) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return how far a view of some size has left the map before and after, across and down."""
        page = self._page()
        if page is None:
            return (0.0, 0.0), (0.0, 0.0)
        corner = QPointF(self.scroll_place()) - page.topLeft()
        return (
            beyond_map(corner.x(), viewport.width(), page.width()),
            beyond_map(corner.y(), viewport.height(), page.height()),
        )

    def _kept(
        self,
        corner: QPointF,
        room: QPointF,
        beyond: tuple[tuple[float, float], tuple[float, float]],
    ) -> QPointF:
        """Return the corner of a view that does not leave the map more than it did."""
        page, viewport = self._page(), self.viewport().rect()
        if page is None:
            return corner
        x, y = corner.x() - page.x(), corner.y() - page.y()
        return page.topLeft() + QPointF(
            kept_on_map(x, viewport.width(), page.width(), room.x(), beyond[0]),
            kept_on_map(y, viewport.height(), page.height(), room.y(), beyond[1]),
        )

    def _zoom_about(self, zoom: float, anchor: QPointF | None) -> QPointF:
        """Take a zoom; return the corner at which a point of the viewport shows what it did."""
        self.stop_scrolling()
        about = anchor if anchor is not None else QPointF(self.viewport().rect().center())
        x, y = self.to_cells(about)
        self._apply_zoom(zoom)
        return QPointF(x * self.cell_px, y * self.cell_px) - about

    def _scroll_there(self, corner: QPointF, *, animated: bool) -> None:
        seen = animated and self.isVisible() and not self.map_scene.reduce_motion
        self.scroll_smoothly(corner.toPoint(), _PAN_MS if seen else 0)

    def _apply_zoom(self, zoom: float) -> None:
        self._zoom = min(ZOOM_MOST, max(_FIT_LEAST, zoom))
        cell = self.cell_px
        self.map_scene.set_zoom(cell, self.devicePixelRatioF())
        self.setTransform(QTransform.fromScale(cell, cell))
        view = self.map_scene.view
        if view is not None:
            viewport = self.viewport().size()
            room_x, room_y = viewport.width() / cell, viewport.height() / cell
            width, height = view.ground.width, view.ground.height
            self.setSceneRect(-room_x, -room_y, width + 2 * room_x, height + 2 * room_y)
        self.follow_zoom()

    def follow_zoom(self) -> None:
        """Let what goes by the zoom follow it; for subclasses."""

    # Qt's hooks

    def showEvent(self, event: QShowEvent) -> None:
        """Take the size and the screen that it is shown with."""
        super().showEvent(event)
        self._apply_zoom(self._zoom)
        if self._fit is not None:
            self.fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Stay fitted; else keep the middle, or the map's place where panels come or go."""
        super().resizeEvent(event)
        self.motion.end()
        corner, window_size = self.viewport().mapTo(self.window(), QPoint()), self.window().size()
        (was_at, was_in), self._stood = self._stood, (corner, window_size)
        if self._fit is not None:
            self.fit()
            return
        stood, beyond = self.scroll_place(), self._beyond(event.oldSize())
        self._apply_zoom(self._zoom)
        if not event.oldSize().isValid():
            return
        if window_size == was_in:
            self.scroll_to(stood + corner - was_at)
            return
        grown = event.size() - event.oldSize()
        middle = QPointF(stood - QPoint(grown.width() // 2, grown.height() // 2))
        self.scroll_to(self._kept(middle, QPointF(_EDGE_PX, _EDGE_PX), beyond).toPoint())


def _centered(corner: float, seen: float, whole: float) -> float:
    """Return where a view begins, along one edge, that has what it can in its middle."""
    return (whole - seen) / 2 if whole <= seen else kept_on_map(corner, seen, whole, _EDGE_PX)
