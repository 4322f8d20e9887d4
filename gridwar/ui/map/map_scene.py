"""The scene: shows a `SceneView`, and redraws only what differs from the one it last saw.

Owns the comparison by identity and when what is stale is made anew. One unit of the scene is one
cell. It plays nothing and asks nobody; `sync` is the only way in. Which item stands for which token
is ``token_layer``'s, for which overlay ``overlay_layer``'s.
"""

from __future__ import annotations

from itertools import chain
from time import perf_counter
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import QGraphicsScene

from gridwar.ui.map.fog.fog_layer import FogLayer
from gridwar.ui.map.ground.ground_changes import changed_box
from gridwar.ui.map.ground.light_picture import LightPicture
from gridwar.ui.map.ground.low_detail_map import LowDetailMap
from gridwar.ui.map.ground.page_picture_and_grid import Ground
from gridwar.ui.map.ground.tile_cache import TileCache
from gridwar.ui.map.overlays.overlay_layer import OverlayLayer
from gridwar.ui.map.overlays.result_tags_and_marks import ResultLayer
from gridwar.ui.map.tokens.token_layer import TokenLayer
from gridwar.ui.style.tooltip_window import show_tip

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from PySide6.QtGui import QPainter
    from PySide6.QtWidgets import QGraphicsSceneHelpEvent

    from gridwar.control.records.ground_records import GroundView, PictureSource
    from gridwar.control.records.scene_records import SceneView
    from gridwar.ui.style.colors import Palette

_ROUND_S = 0.0015
_LATE_MS = 12
"""Overlays may come a little later than what is held by the pointer."""
_AHEAD_PX = 96.0
"""How far beyond the screen's edge the ground is drawn before it is needed."""
_LABELS_MS = 90
"""Labels go where they are whole once a scroll has rested as long."""
_SETTLE_MS = 60
"""Sprites are scaled while the wheel turns and made anew when it rests."""
_FAR_CELLS = 4096.0
DEFAULT_CELL_PX = 64.0


class MapScene(QGraphicsScene):
    """What is on the map, kept equal to a `SceneView`."""

    rested = Signal()
    """All that is on screen is crisp again after the zoom was hurried."""

    def __init__(
        self,
        palette: Palette,
        pictures: PictureSource | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.view: SceneView | None = None
        self.reduce_motion = False
        self.cell_px = DEFAULT_CELL_PX
        self.ratio = 1.0
        self.ground = Ground(palette, pictures)
        self.tiles = TileCache(self)
        self.ground.ink.ready.connect(self._renew)
        self.fog = FogLayer(self, self.request_tiles)
        self.overlays = OverlayLayer(self, self.cell_px, self.tiles.invalidate, self._spoil_coarse)
        self.results = ResultLayer(self)
        self.light = LightPicture()
        self._coarse = LowDetailMap(self.ground, self.overlays, self.light)
        self.tokens = TokenLayer(self, pictures, self.cell_px)
        self._shown = QRectF()
        self._refresh = QTimer(self)
        self._refresh.setInterval(0)
        self._refresh.timeout.connect(self._refresh_some)
        self._settle = QTimer(self)
        self._settle.setInterval(_SETTLE_MS)
        self._settle.setSingleShot(True)
        self._settle.timeout.connect(self._begin_rest)
        self._moved = QTimer(self)
        self._moved.setInterval(_LABELS_MS)
        self._moved.setSingleShot(True)
        self._moved.timeout.connect(self._settle_labels)
        self.why_unseen: Callable[[str], str] | None = None
        """Says why players do not see somebody; asked where the pointer rests."""
        self._has_just_changed = False
        """Whether the loop has had no turn since: what may wait then waits for the next one."""
        self._late = QTimer(self)
        self._late.setInterval(_LATE_MS)
        self._late.setSingleShot(True)
        self._late.timeout.connect(self._draw_late)
        self._hurried = False
        self._preparing: Iterator[None] | None = None
        self.setSceneRect(-_FAR_CELLS, -_FAR_CELLS, 3 * _FAR_CELLS, 3 * _FAR_CELLS)

    def sync(self, old: SceneView | None, new: SceneView) -> None:
        """Show a state, redrawing only what differs from the one before.

        Args:
            old: what was shown before, or None to build everything anew.
            new: what is to be shown.
        """
        old = old if old is self.view else None
        if old is new:
            return
        self._has_just_changed = True
        self.view = new
        if old is None or old.ground is not new.ground:
            self._show_ground(old, new.ground)
        light = self.light.show(new.light)
        if light is not None:
            self.tiles.invalidate(light)
            self._coarse.forget()
        if old is None or old.tokens is not new.tokens:
            moving = old is not None and not self.reduce_motion
            if self.tokens.sync(new.tokens, self._shown, moving=moving):
                self._refresh.start()
        self.fog.sync(old, new, moving=not self.reduce_motion)
        self.overlays.sync(new, self.tokens, moving=not self.reduce_motion)
        if old is None or old.results != new.results or old.tokens is not new.tokens:
            self.results.sync(new, self.tokens.drawn_at, moving=not self.reduce_motion)
        if old is not None and bool(old.corner) != bool(new.corner):
            # Players look now: nothing of the game master's may stay until it is drawn anew.
            self.tiles.forget()
            self.update()
        if old is not None and old.legend != new.legend:
            self._moved.start()

    def _show_ground(self, old: SceneView | None, ground: GroundView) -> None:
        """Take another ground; what of it looks as before is not drawn again."""
        self.ground.show(ground)
        self._coarse.forget()
        box = changed_box(old.ground, ground) if old is not None else None
        if old is not None and old.ground.floor != ground.floor:
            self.update()
        if box is None:
            self.tiles.forget()
            self.update()
        elif box[2]:
            self.tiles.drop(QRectF(*box))
            self.update(QRectF(*box))

    def free_pixels(self) -> None:
        """Keep no pixels any more: a scene that was left is not drawn again.

        Its objects hold each other and wait for the garbage collector; pixels are too large to.
        """
        self._preparing = None
        self.tiles.clear()
        self.fog.clear()
        self.ground.free_picture()

    def set_palette(self, palette: Palette) -> None:
        """Take the colours of another theme; only the ground depends on them."""
        self.ground.set_palette(palette)
        self._coarse.forget()
        self.tiles.forget()
        self.update()

    def set_scale(self, scale: float) -> None:
        """Take the interface scale of the words on the map; 1.0 is 100 %."""
        self.overlays.set_scale(scale)
        self.results.set_scale(scale)

    def set_zoom(self, cell_px: float, ratio: float) -> None:
        """Tell the scene how big a cell is on screen; sprites follow little by little.

        Args:
            cell_px: edge of a cell in device-independent pixels.
            ratio: device pixel ratio.
        """
        if (cell_px, ratio) == (self.cell_px, self.ratio):
            return
        self.cell_px, self.ratio = cell_px, ratio
        self.tokens.set_zoom(cell_px, ratio)
        self.results.follow(self.tokens.drawn_at)
        self.tiles.set_zoom(cell_px, ratio)
        self.fog.set_zoom(cell_px, ratio)
        self.overlays.rescale(cell_px)
        self._settle.start()

    def hurry(self) -> None:
        """Draw from what there is, scaled, until the zoom rests and all is crisp again."""
        self._set_hurried(hurried=True)
        self._refresh.stop()
        self._settle.start()

    def _set_hurried(self, *, hurried: bool) -> None:
        self._hurried = hurried
        self.overlays.hurry(hurried=hurried)

    def _begin_rest(self) -> None:
        self._preparing = chain(
            self.overlays.warm(), self.tiles.prepare(self._shown), self.fog.prepare(self._shown)
        )
        self._refresh.start()

    def _settle_labels(self) -> None:
        if not self._hurried:  # then they are placed when it rests
            self.overlays.settle()

    def set_shown(self, shown: QRectF) -> None:
        """Tell the scene which cells are on screen; others are neither moved nor drawn sharp."""
        if shown != self._shown:
            self._moved.start()
            self.overlays.let_lines_wait()
        self._shown = shown
        if not self._settle.isActive() and not self._hurried:
            self._look_ahead()
            if self.tokens.stale or self._preparing is not None:
                self._refresh.start()

    def _look_ahead(self) -> None:
        """Have the ground beside the screen drawn before it is needed."""
        room = _AHEAD_PX / self.cell_px
        around = self._shown.adjusted(-room, -room, room, room)
        if not self.tiles.is_ready(around):
            self._preparing = self.tiles.prepare(around)
            self._refresh.start()

    def refresh_all(self) -> None:
        """Make every sprite fit the zoom, and every overlay seen, at once, whatever it takes."""
        for _step in self.refresh_in_steps():
            pass

    def refresh_in_steps(self) -> Iterator[None]:
        """Make every sprite fit the zoom, and every overlay seen, step by step."""
        self.tokens.refresh(list(self.tokens.stale), None)
        yield
        yield from self.tiles.prepare(self._shown)
        yield from self.fog.prepare(self._shown)

    def helpEvent(self, event: QGraphicsSceneHelpEvent) -> None:
        """Say of the place under a resting pointer what badges mean, or how light it is (Qt's)."""
        place = event.scenePos()
        if self.view is not None and self.view.aim is not None:
            return  # the ghost sheet says what there is to say
        port, at, edge = event.widget(), event.screenPos(), round(self.cell_px)
        box = QRect(port.mapFromGlobal(at) - QPoint(edge, edge) / 2, QSize(edge, edge))
        pin = self.overlays.pin_at((place.x(), place.y()))
        words = "" if pin is None else pin.tip
        words = words or self.tokens.hint_at((place.x(), place.y()), self.why_unseen)
        words = words or (self.view.cell_hint if self.view is not None else "")
        show_tip(at, words, port, box)

    def drawBackground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        """Draw the ground and what lies low on it (Qt's hook)."""
        if self._hurried:  # the rest has been drawn coarsely, part by part
            self.overlays.draw_lines(painter)
            self.fog.draw_coarse(painter, QRectF(rect))
        else:
            self.draw_ground(painter, QRectF(rect))
            self.draw_beneath(painter, QRectF(rect))
            self.fog.paint(painter, QRectF(rect))

    def paint_below_tokens(self, painter: QPainter, cells: QRectF) -> None:
        """Paint the ground, what lies low on it and the fog from what is kept of them."""
        self.tiles.paint(painter, cells)
        self.fog.paint(painter, cells)

    def drawForeground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        """Show nothing of the sheet beyond the page of the floor that is shown (Qt's hook)."""
        self.ground.cover_beyond(painter, QRectF(rect))

    def draw_coarse(self, painter: QPainter, cells: QRectF) -> None:
        """Draw the ground of a part of the map, and what is upon it, for a moment only."""
        if self.view is not None:
            self._coarse.draw(painter, self.view.ground, cells)

    def render_coarsely(self, painter: QPainter, area: QRect, cells: QRectF) -> None:
        """Draw tokens, and of the overlays what is not to be missed for a moment.

        Args:
            painter: Its unit is the pixel.
            area: Where to.
            cells: The part of the map that lies there.
        """
        before = self._hurried
        self._set_hurried(hurried=True)
        self.render(painter, QRectF(area), cells, Qt.AspectRatioMode.IgnoreAspectRatio)
        self._set_hurried(hurried=before)

    @property
    def looks(self) -> tuple[object, ...]:
        """What of the map looks as it does; equal as long as that has not changed.

        Pointers come and go without changing it: what they bring is drawn over it.
        """
        return self.tokens.drawn, self._coarse.edition, self.fog.edition

    def draw_ground(self, painter: QPainter, cells: QRectF) -> None:
        """Draw the ground of a part of the map."""
        self.ground.draw(painter, cells)

    def draw_beneath(self, painter: QPainter, cells: QRectF) -> None:
        """Draw the overlays that lie low on a part of the ground."""
        self.overlays.draw_beneath(painter, cells, self.light.draw)

    def is_bare(self, cells: QRectF) -> bool:
        """Return whether no overlay lies low on a part of the ground."""
        return self.overlays.is_bare(cells) and not self.light.lies_on(cells)

    def request_repaint(self, cells: QRectF) -> None:
        """Have a part of the map painted again."""
        self.update(cells)

    def request_tiles(self) -> None:
        """Have what is on screen drawn sharp, soon."""
        if not self._late.isActive():
            self._late.start()

    def _spoil_coarse(self) -> None:
        self._coarse.forget()

    def _renew(self, cells: QRectF) -> None:
        """Have the ground of a part of the map drawn anew; as it was it stays until then."""
        self._coarse.forget()
        self.tiles.renew(cells)

    def _draw_late(self) -> None:
        if not self._hurried and not self._settle.isActive():
            self._preparing = chain(self.tiles.prepare(self._shown), self.fog.prepare(self._shown))
            self._refresh.start()

    def _refresh_some(self) -> None:
        if self._has_just_changed:
            self._has_just_changed = False
            return
        end = perf_counter() + _ROUND_S
        while self._preparing is not None and perf_counter() < end:
            if next(self._preparing, self) is self:
                self._preparing = None
        if self._preparing is not None:
            return
        visible = self.tokens.stale_within(self._shown)
        self.tokens.refresh(visible, end - perf_counter())
        if self.tokens.stale.isdisjoint(visible):
            self._refresh.stop()
            if self._hurried:
                self._set_hurried(hurried=False)
                self.overlays.settle()
                self.rested.emit()
                self._has_just_changed = True  # all of it is painted first
            self._look_ahead()
