"""The legend: what is drawn on the map now, in words beside a sample of each line.

Owns the samples; which entries there are comes with the `SceneView`.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QHelpEvent, QPainter, QPainterPath, QPen, QPixmap

from gridwar.caches import kept_of_fight
from gridwar.control.records.ground_records import PaintLook, WallLook
from gridwar.control.records.scene_records import Dash, LegendEntry, LineRole, RegionRole, Role
from gridwar.text import _
from gridwar.ui.map.cached_plate import CachedPanel
from gridwar.ui.map.ground.paint_patterns import draw_swatch
from gridwar.ui.map.overlays.lines_and_arcs import role_color
from gridwar.ui.map.overlays.overlay_areas import DASHES, edge_of
from gridwar.ui.map.overlays.strokes_and_hatches import dot_brush, hatch_brush, stroke_cased
from gridwar.ui.style.colors import map_colors, qcolor
from gridwar.ui.style.fonts import Type, font
from gridwar.ui.style.icons import icon_pixmap
from gridwar.ui.style.tooltips import show_tip

if TYPE_CHECKING:
    from PySide6.QtGui import QMouseEvent
    from PySide6.QtWidgets import QWidget

    from gridwar.ui.style.theme import Theme

_SAMPLE_PX = 22.0
_GAP_PX = 6.0
_BETWEEN_PX = 14.0
_INSET_PX = 12.0
_HEIGHT_PX = 32.0
_LINE_PX = 22.0
_CROSS_PX = 16.0
_ALIGN = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
_LINES = {
    LineRole.CLEAR: ("paper", ()),
    LineRole.RULER: ("paper", (4.0, 2.4)),
    LineRole.LINK: ("paper", ()),
    LineRole.TIE: ("intent", (2.0, 2.6)),
    LineRole.PLANNED: ("intent", ()),
    LineRole.COVER: ("cover", (2.0, 2.2)),
    LineRole.DECIDER: ("cover", ()),
    LineRole.BLOCKED: ("threat", ()),
    LineRole.BLOCKER: ("threat", ()),
}
_WALLS = {
    WallLook.WALL: ("reach1", 4.0, ()),
    WallLook.LOW: ("reach1", 2.4, (1.2, 1.6)),
    WallLook.WINDOW: ("reach1", 2.4, (3.0, 1.4)),
    WallLook.DOOR: ("intent", 4.0, ()),
    WallLook.OPEN_DOOR: ("intent", 3.0, (1.6, 1.6)),
}
"""As they are drawn while the map is edited."""


class Legend(CachedPanel):
    """A quiet bar in the lower left corner; hidden while it has nothing to say.

    What is pinned has a cross; ``taken_off(key)`` on a click on it.
    """

    taken_off = Signal(str)

    def __init__(self, parent: QWidget, theme: Theme) -> None:
        super().__init__(parent, theme)
        self._entries: tuple[LegendEntry, ...] = ()
        self._word = ""
        self._places: tuple[tuple[QRectF, LegendEntry], ...] = ()
        self._word_box = QRectF()
        self._room = 0
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        """Take another theme."""
        self._theme = theme
        self._fit()

    def show_entries(self, entries: tuple[LegendEntry, ...], word: str) -> None:
        """Show other entries, and a word about the view as a whole."""
        if (entries, word) != (self._entries, self._word):
            self._entries, self._word = entries, word
            self._fit()

    def use_room(self, width_px: int) -> None:
        """Take no more width than there is; what does not fit goes on in another line."""
        if width_px != self._room:
            self._room = width_px
            self._fit()

    def draw(self, painter: QPainter) -> None:
        """Draw the entries, then the word about the view as a whole."""
        colors, scale, ratio = self._theme.palette, self._theme.scale, self.devicePixelRatioF()
        for box, entry in self._places:
            drawn = _entry(entry, (colors.text, colors.text2), scale, ratio)
            painter.drawPixmap(box.toAlignedRect().topLeft(), drawn)
        if self._word:
            painter.setFont(font(Type.NOTE, scale))
            painter.setPen(qcolor(colors.text2))
            painter.drawText(self._word_box, _ALIGN, self._word)

    def _fit(self) -> None:
        scale = self._theme.scale
        lines = _Lines(scale, self._room)
        self._places = tuple((lines.put(_length(entry, scale)), entry) for entry in self._entries)
        self._word_box = lines.put(_advance(self._word, scale)) if self._word else QRectF()
        can_click = any(entry.key or entry.rule_id for entry in self._entries)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents, not can_click)
        self.resize(lines.size())
        self.setVisible(bool(self._entries or self._word))
        self.redraw()

    def keys(self) -> dict[str, QRectF]:
        """Return the places of what can be taken off, by key."""
        return {entry.key: box for box, entry in self._places if entry.key}

    def rule_at(self, place: QPointF) -> str:
        """Return the rule of what is named at a place, or nothing; on its cross it is taken off."""
        entry = self._at(place)
        return "" if entry is None or self._takes_off(place) else entry.rule_id

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take off what is clicked, where it can be."""
        key = self._takes_off(event.position())
        if key:
            self.taken_off.emit(key)

    def event(self, event: QEvent) -> bool:
        """Say what a click does."""
        if event.type() is QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            can_go = bool(self._takes_off(QPointF(event.pos())))
            words = _("Click to take it off the map") if can_go else ""
            show_tip(event.globalPos(), words, self)
            return True
        return super().event(event)

    def _takes_off(self, point: QPointF) -> str:
        """Return the key of what a click takes off: on the cross alone where it has a rule too."""
        found = ((box, one) for box, one in self._places if one.key and box.contains(point))
        box, entry = next(found, (QRectF(), None))
        if entry is None:
            return ""
        cross = _CROSS_PX * self._theme.scale + _BETWEEN_PX / 2
        return entry.key if not entry.rule_id or point.x() > box.right() - cross else ""

    def _at(self, point: QPointF) -> LegendEntry | None:
        return next((entry for box, entry in self._places if box.contains(point)), None)


@kept_of_fight(256)
def _advance(words: str, scale: float) -> float:
    """Return how long words are, in pixels."""
    return QFontMetricsF(font(Type.NOTE, scale)).horizontalAdvance(words)


def _length(entry: LegendEntry, scale: float) -> float:
    """Return how long an entry is, in pixels."""
    note = _GAP_PX * scale + _advance(entry.note, scale) if entry.note else 0.0
    cross = _CROSS_PX * scale if entry.key else 0.0
    return _SAMPLE_PX + _GAP_PX * scale + _advance(entry.text, scale) + note + cross


@kept_of_fight(64)
def _entry(entry: LegendEntry, colors: tuple[str, str], scale: float, ratio: float) -> QPixmap:
    """Return an entry as pixels, a line high; shared, read-only.

    Args:
        entry: what it says.
        colors: of the words, and of the cross beside what can be taken off.
        scale: interface scale.
        ratio: device pixel ratio.
    """
    width, height = math.ceil(_length(entry, scale)) + 4, round(_LINE_PX * scale)
    pixmap = QPixmap(round(width * ratio), round(height * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    with QPainter(pixmap) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        _draw_sample(painter, entry, QRectF(0, height / 2 - 8, _SAMPLE_PX, 16))
        x = _SAMPLE_PX + _GAP_PX * scale
        painter.setFont(font(Type.NOTE, scale))
        painter.setPen(qcolor(colors[0]))
        painter.drawText(QRectF(x, 0, width, height), _ALIGN, entry.text)
        x += _advance(entry.text, scale)
        if entry.note:
            x += _GAP_PX * scale
            painter.setPen(qcolor(colors[1]))
            painter.drawText(QRectF(x, 0, width, height), _ALIGN, entry.note)
            x += _advance(entry.note, scale)
        if entry.key:
            edge = round(_CROSS_PX * scale)
            place = QPointF(x + 4 * scale, (height - edge) / 2)
            painter.drawPixmap(place, icon_pixmap("x", edge, colors[1], ratio))
    return pixmap


class _Lines:
    """Puts things side by side, and into another line where there is no more room."""

    def __init__(self, scale: float, room_px: float) -> None:
        self._scale = scale
        self._room = room_px - _INSET_PX * scale
        self._x, self._line, self._widest = _INSET_PX * scale, 0, 0.0

    def put(self, length: float) -> QRectF:
        """Return the place of the next thing, as high as a line."""
        start = _INSET_PX * self._scale
        if self._x > start and self._x + length > self._room > 0:
            self._x, self._line = start, self._line + 1
        top = ((_HEIGHT_PX - _LINE_PX) / 2 + self._line * _LINE_PX) * self._scale
        box = QRectF(self._x, top, length, _LINE_PX * self._scale)
        self._widest = max(self._widest, box.right())
        self._x = box.right() + _BETWEEN_PX * self._scale
        return box

    def size(self) -> QSize:
        """Return the size of all of it."""
        height = (_HEIGHT_PX + self._line * _LINE_PX) * self._scale
        return QSize(round(self._widest + _INSET_PX * self._scale), round(height))


def _draw_sample(painter: QPainter, entry: LegendEntry, box: QRectF) -> None:
    role, colors = entry.role, map_colors()
    match role:
        case RegionRole():
            _draw_region_sample(painter, role, box, entry.side)
        case LineRole():
            name, dash = _LINES[role]
            stroke_cased(painter, _line(box), getattr(colors, name), (2.4, 3.0), dash)
        case Dash():
            stroke_cased(painter, _line(box), colors.paper, (1.9, 2.6), DASHES[role])
        case Role():
            stroke_cased(painter, _line(box), role_color(role), (2.4, 3.0))
        case WallLook():
            name, core_px, dash = _WALLS[role]
            stroke_cased(painter, _line(box), getattr(colors, name), (core_px, 3.0), dash)
        case PaintLook():
            draw_swatch(painter, role, box.adjusted(1, 0, -1, 0), qcolor(colors.ink, 0.85))


def _draw_region_sample(
    painter: QPainter, role: RegionRole, box: QRectF, of_side: int | None = None
) -> None:
    colors = map_colors()
    ratio = painter.device().devicePixelRatioF()
    brushes = {
        RegionRole.TEMPLATE: hatch_brush(colors.intent, 5, 1.5, ratio),
        RegionRole.OPPORTUNITY: hatch_brush(colors.threat, 5, 1.5, ratio),
        RegionRole.HARD_COVER: hatch_brush(colors.cover, 5, 1.5, ratio),
        RegionRole.SOFT_COVER: dot_brush(colors.cover, 9, ratio),
        RegionRole.AREA_OVERLAP: hatch_brush(colors.paper, 5, 1.5, ratio),
    }
    brush = brushes.get(role)
    if brush is not None:
        path = QPainterPath()
        path.addRoundedRect(box.adjusted(2, 0, -2, 0), 3, 3)
        painter.fillPath(path, qcolor(colors.ink, 0.85))
        painter.fillPath(path, brush)
        return
    edge = edge_of(role, of_side=of_side)
    if edge is None:
        return
    up = 3.0 if role is RegionRole.THREAT else 0.0
    line = _line(box.translated(0, -up))
    stroke_cased(painter, line, edge.color, (edge.core_px, edge.casing_px), edge.dash)
    if role is RegionRole.THREAT:
        painter.setPen(QPen(qcolor(colors.threat), 1.8))
        for tooth in range(4):
            x = box.left() + 3 + tooth * 5.3
            painter.drawLine(QPointF(x, box.center().y() - up), QPointF(x, box.center().y() + 5))


def _line(box: QRectF) -> QPainterPath:
    path = QPainterPath(QPointF(box.left() + 1, box.center().y()))
    path.lineTo(QPointF(box.right() - 1, box.center().y()))
    return path
