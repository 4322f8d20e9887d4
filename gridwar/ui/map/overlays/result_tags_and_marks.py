"""What came of a command, over whoever it befell: a tag for a moment, then a small mark.

Owns how long each is seen and where it lies; which results there are is the presenter's. Only those
of a command that was not shown before come as a tag, one after the other.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final, TypeAlias

from PySide6.QtCore import QLineF, QObject, QPointF, QRectF, QSizeF, Qt, QVariantAnimation, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QGraphicsObject

from gridwar.ui.map.overlays.labels_item import LABELS_Z
from gridwar.ui.style.colors import map_colors, qcolor
from gridwar.ui.style.fonts import SANS, sized_font
from gridwar.ui.tasks.deferred_calls import soon

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QFont, QMouseEvent
    from PySide6.QtWidgets import QGraphicsScene, QStyleOptionGraphicsItem, QWidget

    from gridwar.control.records.ground_records import Point
    from gridwar.control.records.result_records import ResultView
    from gridwar.control.records.scene_records import SceneView

Drawn: TypeAlias = "Callable[[str], QRectF]"
COMES_MS, STAYS_MS, SHRINKS_MS, APART_MS = 120, 1600, 180, 120
STILL_MS: Final = 3000
"""How long a tag stays where nothing moves."""
_RESULTS_Z: Final = LABELS_Z + 10
_TAG_PX, _MARK_PX = 46.0, 19.0
_INSET_PX, _GAP_PX, _ABOVE_PX, _MARK_INSET_PX = 12.0, 12.0, 6.0, 6.0
_ON_PX: Final = 5.0
"""How far a mark lies on its own token: whoever stands above it stays to be seen."""
_MOST_DETAIL_PX: Final = 300.0
_HALF_WAY: Final = 0.5


class ResultLayer(QObject):
    """The results of one scene."""

    opened = Signal(int)
    """A click on a tag or a mark: the command's place in the line of play."""

    def __init__(self, scene: QGraphicsScene) -> None:
        """Begin without results; those of the first state shown come as marks."""
        super().__init__(scene)
        self._scene = scene
        self._items: dict[ResultView, ResultItem] = {}
        self._newest: int | None = None
        """The newest command whose results were shown."""
        self._scale = 1.0

    def sync(self, view: SceneView, drawn: Drawn, *, moving: bool) -> None:
        """Show the results of a state, and where those stand whom they befell.

        Args:
            view: The state.
            drawn: Where somebody is drawn, in cells.
            moving: Whether tags may come and shrink visibly.
        """
        for gone in self._items.keys() - set(view.results):
            self._remove(self._items.pop(gone))
        tokens = {one.id: one for one in view.tokens if not one.ghost} if view.results else {}
        newest = max((one.row for one in view.results), default=-1)
        is_first, seen = self._newest is None, self._newest or -1
        fresh = [one for one in view.results if one.row > seen and one.row == newest]
        for result in view.results:
            token = tokens.get(result.who)
            if token is None:
                if result in self._items:
                    self._remove(self._items.pop(result))
                continue
            item = self._items.get(result)
            if item is None:
                item = self._items[result] = ResultItem(result, self._scale)
                self._scene.addItem(item)
                if not is_first and result in fresh:
                    by = drawn(result.by).center() if result.by in tokens else None
                    item.tell(fresh.index(result) * APART_MS, by, moving=moving)
            item.place(drawn(result.who))
        self._newest = max(seen, newest)

    def follow(self, drawn: Drawn) -> None:
        """Stand over all as they are drawn at another zoom."""
        for result, item in self._items.items():
            item.place(drawn(result.who))

    def set_scale(self, scale: float) -> None:
        """Take the interface scale; 1.0 is 100 %."""
        self._scale = scale
        for item in self._items.values():
            item.set_scale(scale)

    def press(self, event: QMouseEvent, place: Point, cell_px: float) -> bool:
        """Open the result whose tag or mark was pressed; return whether one was.

        Args:
            event: A press.
            place: Where it is, in cells.
            cell_px: Edge of a cell on screen.
        """
        if event.button() != Qt.MouseButton.LeftButton:
            return False
        for result, item in self._items.items():
            if item.covers((QPointF(*place) - item.pos()) * cell_px):
                self.opened.emit(result.row)
                return True
        return False

    def _remove(self, item: ResultItem) -> None:
        item.retire()
        self._scene.removeItem(item)
        item.deleteLater()


class ResultItem(QGraphicsObject):
    """One result; it keeps its size on screen at any zoom."""

    def __init__(self, result: ResultView, scale: float) -> None:
        """Begin as a mark."""
        super().__init__()
        self.result = result
        self._scale = scale
        self._grown = 0.0
        """0 as a mark, 1 as a tag."""
        self._is_telling = False
        self._shift = QPointF()
        """How far a tag lies from its usual place, so that all of it is in view."""
        self._line: _FromItem | None = None
        self._motion: QVariantAnimation | None = None
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIgnoresTransformations)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setZValue(_RESULTS_Z)

    def place(self, box: QRectF) -> None:
        """Stand over a token as it is drawn, in cells."""
        self.setPos(box.center().x(), box.top())

    def set_scale(self, scale: float) -> None:
        """Take the interface scale; 1.0 is 100 %."""
        self.prepareGeometryChange()
        self._scale = scale

    def tell(self, after_ms: int, by: QPointF | None, *, moving: bool) -> None:
        """Come as a tag for a moment.

        Args:
            after_ms: How long until then: results of one command follow each other.
            by: Where whoever did it is drawn, in cells: a line comes from there.
            moving: Whether it is seen to come and to shrink.
        """
        self._is_telling = True
        self.setVisible(False)
        soon(self, partial(self._come, by, moving=moving), after_ms if moving else 0)

    def _come(self, by: QPointF | None, *, moving: bool) -> None:
        if not self._is_telling or self.scene() is None:
            return
        self.setVisible(True)
        self.setZValue(_RESULTS_Z + 1)
        self._keep_in_view()
        if by is not None:
            self._line = _FromItem(by, self)
            self.scene().addItem(self._line)
        self._grow(1.0, COMES_MS if moving else 0)
        soon(self, partial(self.shrink, moving=moving), STAYS_MS if moving else STILL_MS)

    def _keep_in_view(self) -> None:
        view = next(iter(self.scene().views()), None)
        if view is not None:
            size, above = self._tag_size(), _ABOVE_PX * self._scale
            home = QPointF(view.mapFromScene(self.pos()))
            box = QRectF(QPointF(-size.width() / 2, -size.height() - above), size)
            box.translate(home)
            room = QRectF(view.viewport().rect()).adjusted(above, above, -above, -above)
            dx = max(0.0, room.left() - box.left()) - max(0.0, box.right() - room.right())
            dy = max(0.0, room.top() - box.top()) - max(0.0, box.bottom() - room.bottom())
            self._shift = QPointF(dx, dy)

    def shrink(self, *, moving: bool) -> None:
        """Become a mark."""
        if self._is_telling:
            self._is_telling = False
            self.setZValue(_RESULTS_Z)
            self._drop_line()
            self._grow(0.0, SHRINKS_MS if moving else 0)

    def _grow(self, goal: float, in_ms: int) -> None:
        if self._motion is not None:
            self._motion.stop()
        if not in_ms:
            self._set_grown(goal)
            return
        self._motion = QVariantAnimation(self)
        self._motion.setStartValue(self._grown)
        self._motion.setEndValue(goal)
        self._motion.setDuration(in_ms)
        self._motion.valueChanged.connect(self._set_grown)
        self._motion.start()

    def _set_grown(self, grown: float) -> None:
        self.prepareGeometryChange()
        self._grown = grown
        self.update()

    def retire(self) -> None:
        """Leave the scene: nothing comes any more."""
        self._is_telling = False
        if self._motion is not None:
            self._motion.stop()
        self._drop_line()

    def _drop_line(self) -> None:
        if self._line is not None:
            if (scene := self._line.scene()) is not None:
                scene.removeItem(self._line)
            self._line = None

    def covers(self, place: QPointF) -> bool:
        """Return whether a place, in pixels of the screen from its own, lies on it."""
        return self.isVisible() and self._box().contains(place)

    def boundingRect(self) -> QRectF:
        """Return what is covered, in pixels of the screen (Qt's hook)."""
        return self._box().adjusted(-3, -3, 3, 4)

    def _box(self) -> QRectF:
        small, large = self._mark_size(), self._tag_size()
        size = small + (large - small) * self._grown
        top = -size.height() - (self._grown * (_ABOVE_PX + _ON_PX) - _ON_PX) * self._scale
        return QRectF(QPointF(-size.width() / 2, top) + self._shift * self._grown, size)

    def _mark_size(self) -> QSizeF:
        words = _width(self._mark_words(), self._font(12, 700))
        return QSizeF(words + 2 * _MARK_INSET_PX * self._scale, _MARK_PX * self._scale)

    def _tag_size(self) -> QSizeF:
        px, result = self._scale, self.result
        width = max(_width(result.title, self._font(13, 600)), self._detail_width())
        if result.figure:
            width += _width(result.figure, self._font(25, 700)) + _GAP_PX * px
        return QSizeF(width + 2 * _INSET_PX * px, _TAG_PX * px)

    def _detail_width(self) -> float:
        words = _width(self.result.detail, self._font(12, 500))
        return min(words, _MOST_DETAIL_PX * self._scale)

    def _mark_words(self) -> str:
        return self.result.figure or self.result.title.split(",")[0]

    def _font(self, size_px: int, weight: int) -> QFont:
        return sized_font(SANS, round(size_px * self._scale), weight)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,
        widget: QWidget | None = None,
    ) -> None:
        """Draw the tag, the mark, or the plate between the two (Qt's hook)."""
        colors, box = map_colors(), self._box()
        is_tag = self._grown > _HALF_WAY
        edge = QColor(colors.threat if self.result.is_harm else colors.second)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(0, 0, 0, 70))
        radius = (4 + 4 * self._grown) * self._scale
        painter.drawRoundedRect(box.adjusted(-1, 1, 1, 2), radius + 1, radius + 1)
        painter.setPen(QPen(edge, 2.0 if is_tag and self.result.is_harm else 1.25))
        painter.setBrush(qcolor(colors.ink, 0.94))
        painter.drawRoundedRect(box, radius, radius)
        if is_tag:
            self._draw_tag(painter, box)
        else:
            inside = box.adjusted(_MARK_INSET_PX * self._scale, 0, 0, 0)
            _write(painter, inside, self._mark_words(), self._font(12, 700), edge)

    def _draw_tag(self, painter: QPainter, box: QRectF) -> None:
        colors, result, px = map_colors(), self.result, self._scale
        x = box.left() + _INSET_PX * px
        if result.figure:
            figure = self._font(25, 700)
            color = QColor(colors.threat if result.is_harm else colors.paper)
            whole = box.adjusted(x - box.left(), 0, 0, 0)
            _write(painter, whole, result.figure, figure, color)
            x += _width(result.figure, figure) + _GAP_PX * px
        inside = QRectF(x, box.top(), box.right() - _INSET_PX * px - x, box.height())
        if not result.detail:
            _write(painter, inside, result.title, self._font(13, 600), QColor(colors.paper))
            return
        above = inside.adjusted(0, 5 * px, 0, -inside.height() / 2)
        below = inside.adjusted(0, inside.height() / 2 - px, 0, -6 * px)
        _write(painter, above, result.title, self._font(13, 600), QColor(colors.paper))
        _write(painter, below, result.detail, self._font(12, 500), QColor(colors.second))


class _FromItem(QGraphicsItem):
    """The line from whoever did it to a tag."""

    def __init__(self, start: QPointF, tag: ResultItem) -> None:
        super().__init__()
        goal = tag.pos()
        self._line = QLineF(start, QPointF(goal.x(), goal.y() + 0.5))
        self._is_harm = tag.result.is_harm
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setZValue(_RESULTS_Z - 1)

    def boundingRect(self) -> QRectF:
        """Return what is covered, in cells (Qt's hook)."""
        box = QRectF(self._line.p1(), self._line.p2()).normalized()
        return box.adjusted(-0.2, -0.2, 0.2, 0.2)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,
        widget: QWidget | None = None,
    ) -> None:
        """Draw the line over its casing (Qt's hook)."""
        colors = map_colors()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        tint = colors.threat if self._is_harm else colors.second
        for color, width_px in ((colors.ink, 4.0), (tint, 1.75)):
            pen = QPen(QColor(color), width_px)
            pen.setCosmetic(True)
            painter.setPen(pen)
            painter.drawLine(self._line)


def _write(painter: QPainter, box: QRectF, words: str, font: QFont, color: QColor) -> None:
    shown = QFontMetricsF(font).elidedText(words, Qt.TextElideMode.ElideRight, box.width() + 1)
    painter.setFont(font)
    painter.setPen(color)
    painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, shown)


def _width(words: str, font: QFont) -> float:
    return QFontMetricsF(font).horizontalAdvance(words)
