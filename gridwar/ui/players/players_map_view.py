"""The map in the players' window: a scene of its own, moved by a camera and by nobody's hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, Qt, Signal

from gridwar.text import _
from gridwar.ui.map.camera.zoomed_view import ZoomedView
from gridwar.ui.map.map_scene import DEFAULT_CELL_PX

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter, QResizeEvent

    from gridwar.control.records.ground_records import Box, PictureSource
    from gridwar.control.records.scene_records import SceneView
    from gridwar.control.state.players_camera import Looks
    from gridwar.ui.style.theme import Theme


class PlayersMapView(ZoomedView):
    """Shows the players' scene; neither pointer nor keys do anything to it."""

    sized = Signal()

    def __init__(self, theme: Theme, pictures: PictureSource | None) -> None:
        super().__init__(theme, pictures)
        self.setAccessibleName(_("Map for the players"))
        self.setInteractive(False)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAcceptDrops(False)
        self.map_scene.reduce_motion = theme.reduce_motion
        self.map_scene.set_scale(theme.scale)

    def show_view(self, new: SceneView) -> None:
        """Show a state of the map."""
        self.map_scene.sync(self.map_scene.view, new)

    def look(self, place: Looks, *, animated: bool) -> None:
        """Go somewhere."""
        self.move_aside(place.cell_px / DEFAULT_CELL_PX, place.middle, animated=animated)

    @property
    def shown_box(self) -> Box:
        """What it shows, in cells."""
        port = self.viewport()
        corner = self.to_cells(QPointF(0, 0))
        return (*corner, port.width() / self.cell_px, port.height() / self.cell_px)

    def follow_scroll(self) -> None:
        """Let the scene follow."""
        left, top, width, height = self.shown_box
        self.map_scene.set_shown(QRectF(left, top, width, height))

    def drawBackground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        """Paint the ground and what lies low on it (Qt's hook)."""
        self.map_scene.paint_below_tokens(painter, QRectF(rect))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Look anew from the other size."""
        super().resizeEvent(event)
        self.follow_scroll()
        self.sized.emit()

    def viewportEvent(self, event: QEvent) -> bool:
        """Pass over what asks for a tooltip, a menu or a drop."""
        passed_over = (
            QEvent.Type.ToolTip,
            QEvent.Type.ContextMenu,
            QEvent.Type.DragEnter,
            QEvent.Type.DragMove,
            QEvent.Type.Drop,
            QEvent.Type.Wheel,
        )
        return event.type() in passed_over or super().viewportEvent(event)
