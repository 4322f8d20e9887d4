"""Everything that sits around the map and does not scroll: ruler, scale bar, legend, a word.

Owns where these parts are; each draws itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtWidgets import QWidget

from gridwar.control.records.layer_records import NO_LAYERS
from gridwar.ui.map.frame.chart_card_plate import ChartCardPlate
from gridwar.ui.map.frame.chart_legend_plate import ChartLegendPlate
from gridwar.ui.map.frame.edge_ruler_and_scale_bar import RULER_PX, RulerStrip, ScaleBar, rows_px
from gridwar.ui.map.frame.floor_chips import FloorChips
from gridwar.ui.map.frame.ghost_sheet import GhostSheetPlate
from gridwar.ui.map.frame.legend import Legend

if TYPE_CHECKING:
    from gridwar.control.records.ground_records import CellXY
    from gridwar.control.records.scene_records import SceneView
    from gridwar.ui.style.theme import Theme

_ROOM_PX = 14
_BETWEEN_PX = 8
"""Between legend and scale; where there is not so much room the legend stands above the scale."""
_LEAST_PX = 220
"""Room for a scale and an entry of the legend; where popovers leave less they lie over them."""


class MapFrame:
    """The parts around the map: the ruler beside the viewport, the rest upon it.

    What lies upon the viewport has to be its child, so that a scroll moves the pixels that are
    there already; ``lay_out`` then puts it back.
    """

    def __init__(self, parent: QWidget, viewport: QWidget, theme: Theme) -> None:
        self._parent = parent
        self._viewport = viewport
        self._theme = theme
        self._rulers = (
            RulerStrip(parent, theme, Qt.Orientation.Horizontal),
            RulerStrip(parent, theme, Qt.Orientation.Vertical),
        )
        self._rows = 0
        self._covered: tuple[QRect, ...] = ()
        self._foot_px = 0
        self._corner = QWidget(parent)
        self._scale_bar = ScaleBar(viewport, theme)
        self.legend = Legend(viewport, theme)
        self._ghost = GhostSheetPlate(viewport, theme)
        self.chart_legend = ChartLegendPlate(viewport, theme)
        self._chart_card = ChartCardPlate(viewport, theme)
        self.floors = FloorChips(viewport, theme)
        self._seen: tuple[QPoint, float] = (QPoint(), 1.0)
        """What is at the viewport's corner, in pixels from the map's, and the edge of a cell."""
        self.set_theme(theme)

    @property
    def ruler_px(self) -> tuple[int, int]:
        """Width of the ruler at the left and height of the one at the top."""
        return self._theme.px(rows_px(self._rows)), self._theme.px(RULER_PX)

    @property
    def card_box(self) -> QRect:
        """Where the card of a square lies upon the viewport, in pixels; empty without one."""
        return QRect() if self._chart_card.isHidden() else self._chart_card.geometry()

    def set_theme(self, theme: Theme) -> None:
        """Take another theme."""
        self._theme = theme
        charts = (self.chart_legend, self._chart_card)
        upon = (self._scale_bar, self.legend, self._ghost, self.floors, *charts)
        for part in (*self._rulers, *upon):
            part.set_theme(theme)
        self._corner.setStyleSheet(f"background: {theme.palette.window};")

    def show_view(self, view: SceneView, cell_px: float) -> None:
        """Take scale and legend from a state of the map."""
        self._rows = int(view.ground.page[3])
        self.show_scale(view, cell_px)
        self._scale_bar.setVisible(view.has_scale)
        # Squares with numbers are looked for: nothing lies over them that Y does not tell.
        entries, layers = (view.legend, view.layers) if view.stands is None else ((), NO_LAYERS)
        self.legend.show_entries(entries, view.corner, layers)
        self._ghost.show_aim(view.aim)
        self.chart_legend.show_chart(view.chart)
        self._chart_card.show_chart(view.chart)
        self.floors.show_floors(view.floors)
        self.lay_out(self._parent.size())

    def show_scale(self, view: SceneView, cell_px: float) -> None:
        """Take the scale for another zoom; ``follow`` then puts it to its place."""
        self._scale_bar.show_scale(cell_px, view.ground.cell_length, view.ground.unit)

    def lay_out(self, size: QSize) -> None:
        """Put the parts to the edges of a view of some size."""
        left, top = self.ruler_px
        self._rulers[0].setGeometry(left, 0, size.width() - left, top)
        self._rulers[1].setGeometry(0, top, left, size.height() - top)
        self._corner.setGeometry(0, 0, left, top)
        self._pin()

    def cover(self, covered: tuple[QRect, ...]) -> None:
        """Take note of what popovers cover of the viewport: legend and scale stand beside it."""
        if covered != self._covered:
            self._covered = covered
            self._pin()

    def leave_foot(self, height_px: int) -> None:
        """Leave the lower edge of the map to what lies there: legend and scale stand above it."""
        if height_px != self._foot_px:
            self._foot_px = height_px
            self._pin()

    def _pin(self) -> None:
        room = self._theme.px(_ROOM_PX)
        bottom = self._viewport.height() - room - self._foot_px
        scale = self._scale_bar
        self.legend.use_room(self._right_end(bottom) - room)
        high = self.legend.height() + (scale.height() + _BETWEEN_PX) * (not scale.isHidden())
        self.floors.pin()
        right = self._right_end(bottom - high)
        self.legend.use_room(right - room)
        scale.use_room(right - room)
        scale.sit_at(QPointF(right, bottom))
        if not scale.isHidden() and room + self.legend.width() > scale.x() - _BETWEEN_PX:
            bottom -= scale.height() + _BETWEEN_PX
        self.legend.move(room, bottom - self.legend.height())
        self.chart_legend.use_room(self._viewport.width() - 2 * room)
        self.chart_legend.move(room, room)
        upon = (self.legend, scale, self.chart_legend)
        plates = tuple(QRectF(one.geometry()) for one in upon if not one.isHidden())
        self._ghost.sit(*self._seen, plates)
        self._chart_card.sit(*self._seen, plates)

    def _right_end(self, top: int) -> int:
        """Return how far what stands at the foot may reach: up to what covers the map there."""
        room, least = self._theme.px(_ROOM_PX), self._theme.px(_LEAST_PX)
        lefts = (one.left() for one in self._covered if one.bottom() > top - _BETWEEN_PX)
        free = (left for left in lefts if left > room + least)
        return min(free, default=self._viewport.width()) - room

    def follow(self, corner: QPoint, place: QPoint, cell_px: float, cells: CellXY) -> None:
        """Let the ruler follow a scroll or a zoom.

        Args:
            corner: what is at the viewport's corner, in pixels from the map's corner.
            place: the same from the corner of the page that is shown.
            cell_px: edge of a cell.
            cells: width and height of the page.
        """
        self._seen = (corner, cell_px)
        self._pin()
        self._rulers[0].show_cells(-place.x(), cell_px, cells[0])
        self._rulers[1].show_cells(-place.y(), cell_px, cells[1])

    def set_hot(self, cell: CellXY | None) -> None:
        """Mark the row and column under the pointer."""
        self._rulers[0].set_hot(cell[0] if cell is not None else None)
        self._rulers[1].set_hot(cell[1] if cell is not None else None)
