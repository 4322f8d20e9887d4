"""All overlays of a scene: one item each, one for reach, one for all labels.

Compared by the records themselves, so an overlay that stays is not touched. Those that lie low are
drawn beneath the tokens and kept with the ground.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.ui.map.overlays.chart_fade import ChartFade, comes_whole, squares_of
from gridwar.ui.map.overlays.chart_squares import ChartItem
from gridwar.ui.map.overlays.drawn_by_pointer import DrawnByPointer
from gridwar.ui.map.overlays.items_for_overlays import wanted_items
from gridwar.ui.map.overlays.label_words_and_anchors import label_requests, route_points
from gridwar.ui.map.overlays.labels_item import LabelsItem
from gridwar.ui.map.overlays.lines_and_arcs import LineItem
from gridwar.ui.map.overlays.overlay_item import OverlayItem
from gridwar.ui.map.overlays.pin_signs import PinItem

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator

    from PySide6.QtCore import QRect, QRectF
    from PySide6.QtGui import QPainter
    from PySide6.QtWidgets import QGraphicsScene

    from gridwar.control.records.ground_records import Point
    from gridwar.control.records.pin_records import PinOverlay
    from gridwar.control.records.scene_records import SceneView
    from gridwar.ui.map.tokens.token_layer import TokenLayer

_STEP_Z = 0.001
LIGHT_Z = 9.0
"""Zones and areas lie in the light; bands, reach, threats and walls are drawn over it."""


class OverlayLayer:
    """The overlays of one scene."""

    def __init__(
        self,
        scene: QGraphicsScene,
        cell_px: float,
        spoil: Callable[[QRectF], None],
        spoil_coarse: Callable[[], None],
    ) -> None:
        """Begin with no overlays.

        Args:
            scene: Where the live ones go.
            cell_px: Edge of a cell.
            spoil: Is told which part of the ground looks different now.
            spoil_coarse: Is told that it does where the ground is drawn coarsely, too.
        """
        self._scene = scene
        self._spoil, self._spoil_coarse = spoil, spoil_coarse
        self._beneath: list[OverlayItem] = []
        self._cell_px = cell_px
        self._items: dict[Hashable, OverlayItem] = {}
        self._view: SceneView | None = None
        self._tokens: TokenLayer | None = None
        self._between: tuple[LineItem, ...] = ()
        """Lines from one token to another."""
        self._aims: tuple[LineItem, ...] = ()
        """Lines to what is pointed at."""
        self._scale = 1.0
        self._pins: tuple[PinItem, ...] = ()
        self._labels = LabelsItem(cell_px)
        scene.addItem(self._labels)
        self.fade = ChartFade(scene, spoil)

    def sync(self, view: SceneView, tokens: TokenLayer, *, moving: bool = False) -> None:
        """Make the items equal to a state's overlays, walls and dimming.

        Args:
            view: The state.
            tokens: Its tokens, as they are drawn.
            moving: Whether a chart is seen to come.
        """
        self._tokens = tokens
        old, self._view = self._view, view
        if old is None or not _is_drawn_alike(old, view):
            self._sync_items(view)
            self._let_chart_come(old, view, moving=moving)
        requests = tuple(label_requests(view))
        ground = view.ground
        size = (float(ground.width), float(ground.height))
        page = (size, None if ground.floor is None else ground.page)
        points = (*route_points(view), *_numbered_squares(view))
        room = (view.most_tags, view.most_tags is not None or view.aim is not None)
        self._labels.show_labels(requests, tokens, points, page, room)
        self._follow_tokens()

    def _let_chart_come(self, old: SceneView | None, view: SceneView, *, moving: bool) -> None:
        charts = [item for item in self._items.values() if isinstance(item, ChartItem)]
        if charts and moving and comes_whole(old, view):
            self.fade.begin(charts[0])
        elif self.fade.item not in charts or squares_of(old) is not squares_of(view):
            self.fade.end()  # other figures have come, or the chart is gone

    def _follow_tokens(self) -> None:
        """Let lines between tokens begin and end where these are drawn."""
        if self._tokens is not None:
            for line in self._between:
                line.follow(self._tokens.offset_of)

    def _sync_items(self, view: SceneView) -> None:
        wanted = dict(wanted_items(view, self._cell_px, self._scale, self._spoil))
        gone = [self._items.pop(key) for key in [one for one in self._items if one not in wanted]]
        for place, (key, make) in enumerate(wanted.items()):
            item = self._items.get(key)
            if item is None:
                item = self._items[key] = self._shown_by(make(), gone)
            # Among overlays of one kind, the later one lies above, whenever it came.
            z = item.base_z + place * _STEP_Z
            if item.zValue() != z:
                item.setZValue(z)
        for one in gone:
            self._remove(one)
        lines = tuple(item for item in self._items.values() if isinstance(item, LineItem))
        self._aims = tuple(line for line in lines if line.may_wait)
        self._between = tuple(line for line in lines if line.is_between_tokens)
        self._pins = tuple(item for item in self._items.values() if isinstance(item, PinItem))
        self._order_beneath()

    def _shown_by(self, item: OverlayItem, gone: list[OverlayItem]) -> OverlayItem:
        """Return the item that shows something new: one that goes, where it can."""
        for place, before in enumerate(gone):
            if isinstance(before, DrawnByPointer | ChartItem) and before.become(item):
                return gone.pop(place)
        return self._added(item)

    def _added(self, item: OverlayItem) -> OverlayItem:
        if item.is_beneath:
            self._spoil_under(item)
        else:
            self._scene.addItem(item)
        return item

    def _remove(self, item: OverlayItem) -> None:
        if item.is_beneath:
            self._spoil_under(item)
        else:
            self._scene.removeItem(item)

    def _spoil_under(self, item: OverlayItem) -> None:
        self._spoil(item.boundingRect())
        if item.is_seen_coarsely:
            self._spoil_coarse()

    def _order_beneath(self) -> None:
        before = self._beneath
        self._beneath = [item for item in self._items.values() if item.is_beneath]
        self._beneath.sort(key=OverlayItem.zValue)
        stayed = [item for item in self._beneath if item in before]
        if stayed != [item for item in before if item in stayed]:
            for item in stayed:
                self._spoil_under(item)

    def draw_beneath(
        self,
        painter: QPainter,
        cells: QRectF,
        draw_light: Callable[[QPainter, QRectF], None],
    ) -> None:
        """Draw those that lie low in a part of the map; the painter's unit is the cell.

        Args:
            painter: Draws them.
            cells: The part.
            draw_light: Draws the light, over what lies there and under what is said of it.
        """
        is_lit = False
        for item in self._beneath:
            if not is_lit and item.base_z >= LIGHT_Z:
                draw_light(painter, cells)
                is_lit = True
            part = item.boundingRect() & cells
            if not part.isEmpty():
                item.draw_on(painter, part)
        if not is_lit:
            draw_light(painter, cells)

    def draw_lines(self, painter: QPainter) -> None:
        """Draw the lines of those that lie low which are not to be missed for a moment."""
        for item in self._beneath:
            item.draw_lines(painter)

    def draw_coarse(self, painter: QPainter) -> None:
        """Draw what of those that lie low fills whole cells, a pixel a cell."""
        for item in self._beneath:
            item.draw_coarse(painter)

    def is_bare(self, cells: QRectF) -> bool:
        """Return whether nothing lies low in a part of the map."""
        return not any(item.boundingRect().intersects(cells) for item in self._beneath)

    def set_scale(self, scale: float) -> None:
        """Take the interface scale of the labels and signs; 1.0 is 100 %."""
        self._scale = scale
        self._labels.set_scale(scale)
        for pin in self._pins:
            pin.set_scale(scale)

    def rescale(self, cell_px: float) -> None:
        """Take note of another zoom."""
        self._cell_px = cell_px
        for item in (*self._items.values(), self._labels):
            item.rescale(cell_px)
        self._follow_tokens()

    def hurry(self, *, hurried: bool) -> None:
        """Let what lies high wait while the wheel turns, or no longer."""
        for item in (*self._items.values(), self._labels):
            item.hurried = hurried and not item.is_beneath

    def unsettle(self) -> None:
        """Have the labels placed anew with the next state: something else lies over the map."""
        self._labels.is_settled = False

    def let_lines_wait(self) -> None:
        """Let the lines to what is pointed at be as they are until ``settle``: the map is pulled.

        What has been painted of them goes with the map; what comes into view lacks them.
        """
        for line in self._aims:
            line.hurried = True

    def settle(self) -> None:
        """Place the labels that were left alone while the wheel turned or the map moved.

        Lines are whole again, too.
        """
        for line in self._aims:
            if line.hurried:
                line.hurried = False
                line.update()
        self._labels.settle()

    def warm(self) -> Iterator[None]:
        """Work out the long lines that a new zoom asks for, with pauses."""
        for item in tuple(self._items.values()):
            yield from item.warm(self._cell_px)

    def cover(self, covered: tuple[QRect, ...]) -> None:
        """Take note of what popovers cover of the window, in its pixels: no label goes there."""
        if covered != self._labels.covered:
            self._labels.covered = covered
            self._labels.settle()

    def pin_at(self, place: Point) -> PinOverlay | None:
        """Return the pin whose sign lies at a place, in cells; the topmost of several."""
        pins = reversed(self._pins)
        found = next((one for one in pins if one.covers(place, self._cell_px)), None)
        return None if found is None else found.pin

    def tags(self) -> Iterator[QRectF]:
        """Yield what the labels cover, in cells."""
        return self._labels.plates()


def _is_drawn_alike(one: SceneView, other: SceneView) -> bool:
    """Return whether two states differ in tokens and words only."""
    cursors = (None if view.aim is None else view.aim.cursor for view in (one, other))
    stands = (None if view.stands is None else view.stands.marks for view in (one, other))
    is_same = (
        one.ground is other.ground and one.dim == other.dim and squares_of(one) is squares_of(other)
    )
    is_same = is_same and next(stands) == next(stands)
    return is_same and next(cursors) == next(cursors) and one.overlays == other.overlays


def _numbered_squares(view: SceneView) -> tuple[Point, ...]:
    """Return the middles of the squares that have a number: no label hides one."""
    best = () if view.stands is None else view.stands.marks.best
    return tuple((x + width / 2, y + height / 2) for x, y, width, height in best)
