"""The legend: what is drawn on the map now, in words beside a sample of each line.

Which entries there are comes with the `SceneView`; `legend_samples` draws the lines.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QHelpEvent, QPainter, QPixmap

from gridwar.caches import kept_of_fight
from gridwar.control.records.layer_records import NO_LAYERS
from gridwar.text import _
from gridwar.ui.map.cached_plate import CachedPanel
from gridwar.ui.map.frame.legend_samples import draw_sample
from gridwar.ui.style.colors import qcolor
from gridwar.ui.style.fonts import Type, font
from gridwar.ui.style.icons import icon_pixmap
from gridwar.ui.style.tooltip_window import show_tip

if TYPE_CHECKING:
    from PySide6.QtGui import QMouseEvent
    from PySide6.QtWidgets import QWidget

    from gridwar.control.records.layer_records import LayersView
    from gridwar.control.records.scene_records import LegendEntry
    from gridwar.ui.style.theme import Theme

_SAMPLE_PX = 22.0
_GAP_PX = 6.0
_BETWEEN_PX = 14.0
_INSET_PX = 12.0
_HEIGHT_PX = 32.0
_LINE_PX = 22.0
_CROSS_PX = 16.0
_SIGN_PX = 16.0
_ALIGN = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft


class Legend(CachedPanel):
    """A quiet bar in the lower left corner; hidden while it has nothing to say.

    What is pinned has a cross; ``taken_off(key)`` on a click on it. At its end it says how much
    more could be shown; ``list_wanted()`` on a click there.
    """

    taken_off = Signal(str)
    list_wanted = Signal()

    def __init__(self, parent: QWidget, theme: Theme) -> None:
        super().__init__(parent, theme)
        self._entries: tuple[LegendEntry, ...] = ()
        self._word = ""
        self._layers = NO_LAYERS
        self._key = ""
        self._more_box = QRectF()
        """Where the list of all that can be shown is opened."""
        self.setAccessibleName(_("Legend"))
        self._places: tuple[tuple[QRectF, LegendEntry], ...] = ()
        self._word_box = QRectF()
        self._room = 0
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        """Take another theme."""
        self._theme = theme
        self._fit()

    def show_entries(
        self, entries: tuple[LegendEntry, ...], word: str, layers: LayersView = NO_LAYERS
    ) -> None:
        """Show other entries, a word about the view as a whole, and how much more there is."""
        if (entries, word, layers) != (self._entries, self._word, self._layers):
            self._entries, self._word, self._layers = entries, word, layers
            self._fit()

    def show_key(self, key: str) -> None:
        """Name the key that opens the list of all that can be shown."""
        if key != self._key:
            self._key = key
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
        if self._layers.rows:
            self._draw_more(painter)

    def _draw_more(self, painter: QPainter) -> None:
        """Draw how many layers are hidden, the sign of their list and its key."""
        box, colors, scale = self._more_box, self._theme.palette, self._theme.scale
        painter.setFont(font(Type.NOTE, scale))
        painter.setPen(qcolor(colors.text2))
        painter.drawText(box, _ALIGN, self._more_words)
        x, words = box.left(), self._more_words
        x += _advance(words, scale) + _GAP_PX * scale if words else 0.0
        color = colors.accent if self._layers.is_open else colors.text2
        edge = round(_SIGN_PX * scale)
        place = QPointF(x, box.center().y() - edge / 2)
        painter.drawPixmap(place, icon_pixmap("layers", edge, color, self.devicePixelRatioF()))
        if self._key:
            cap = QRectF(x + edge + _GAP_PX * scale, 0, self._cap_px(), _SIGN_PX * scale + 2)
            cap.moveCenter(QPointF(round(cap.center().x()) + 0.5, round(box.center().y()) + 0.5))
            painter.setPen(qcolor(colors.line2))
            painter.setBrush(qcolor(colors.control))
            painter.drawRoundedRect(cap, 4, 4)
            painter.setPen(qcolor(colors.text2))
            painter.drawText(cap, Qt.AlignmentFlag.AlignCenter, self._key)

    def _cap_px(self) -> float:
        """Return how wide the key is drawn."""
        scale = self._theme.scale
        return max(_SIGN_PX * scale, _advance(self._key, scale) + 10 * scale)

    @property
    def _more_words(self) -> str:
        more = self._layers.more
        if self._layers.all_shown:
            return _("all shown")
        return _("{n} more off").format(n=more) if more else ""

    def _more_px(self) -> float:
        """Return how long the part is that opens the list."""
        words, scale = self._more_words, self._theme.scale
        said = _advance(words, scale) + _GAP_PX * scale if words else 0.0
        cap = self._cap_px() + _GAP_PX * scale if self._key else 0.0
        return said + _SIGN_PX * scale + cap

    def _fit(self) -> None:
        scale = self._theme.scale
        lines = _Lines(scale, self._room)
        self._places = tuple((lines.put(_length(entry, scale)), entry) for entry in self._entries)
        self._word_box = lines.put(_advance(self._word, scale)) if self._word else QRectF()
        has_more = bool(self._layers.rows)
        self._more_box = lines.put(self._more_px()) if has_more else QRectF()
        can_click = has_more or any(entry.key or entry.rule_id for entry in self._entries)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents, not can_click)
        self.resize(lines.size())
        self.setVisible(bool(self._entries or self._word or has_more))
        self.redraw()

    def keys(self) -> dict[str, QRectF]:
        """Return the places of what can be taken off, by key."""
        return {entry.key: box for box, entry in self._places if entry.key}

    def rule_at(self, place: QPointF) -> str:
        """Return the rule of what is named at a place, or nothing; on its cross it is taken off."""
        entry = self._at(place)
        return "" if entry is None or self._takes_off(place) else entry.rule_id

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take off what is clicked, where it can be, or have the list opened."""
        if self.opens_list(event.position()):
            self.list_wanted.emit()
            return
        key = self._takes_off(event.position())
        if key:
            self.taken_off.emit(key)

    def event(self, event: QEvent) -> bool:
        """Say what a click does."""
        if event.type() is QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            can_go = bool(self._takes_off(QPointF(event.pos())))
            words = _("Click to take it off the map") if can_go else ""
            if self.opens_list(QPointF(event.pos())):
                words = _("What is shown on the map")
            show_tip(event.globalPos(), words, self)
            return True
        return super().event(event)

    def opens_list(self, point: QPointF) -> bool:
        """Return whether a click opens the list of all that can be shown, or closes it."""
        room = _BETWEEN_PX / 2 * self._theme.scale
        return bool(self._layers.rows) and self._more_box.adjusted(
            -room, -room, room, room
        ).contains(point)

    @property
    def more_box(self) -> QRectF:
        """Where that is."""
        return self._more_box

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
        draw_sample(painter, entry, QRectF(0, height / 2 - 8, _SAMPLE_PX, 16))
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
