"""A picture that is dragged over the window: whoever is under the pointer would get it.

Owns who that is, the ring around them, and the drop. A picture of a file that is dropped elsewhere
is a map, and every other file goes its own way: ``map_and_fight_files``.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QDragMoveEvent, QDropEvent, QPainter, QPen
from PySide6.QtWidgets import QWidget

from gridwar.control.state.view_state import Notice
from gridwar.control.tools.props.props_tool import PropsTool
from gridwar.text import _, ngettext
from gridwar.ui.combatants.token_pictures import Wearers
from gridwar.ui.map.tokens.token_picture_reading import carried_picture
from gridwar.ui.style.colors import map_colors, qcolor
from gridwar.ui.style.fonts import SANS, sized_font
from gridwar.ui.tasks.deferred_calls import soon
from gridwar.ui.window.prop_pictures import take_picture

if TYPE_CHECKING:
    from PySide6.QtCore import QMimeData
    from PySide6.QtGui import QPaintEvent

    from gridwar.ui.window.window_parts import Parts

_ROW_RADIUS_PX = 8
_ROOM_PX = 4
_LABEL_PX, _LABEL_INSET_PX = 24, 10


class _Aim(Struct, frozen=True):
    """Who would get what is dropped here: where they are drawn in the window, and in words."""

    wearers: Wearers
    box: QRect
    words: str
    is_token: bool = False


class PictureDrops(QObject):
    """Takes pictures that are dropped on somebody, before the window takes them for maps."""

    def __init__(self, parts: Parts) -> None:
        """Watch what is dragged over the window."""
        super().__init__(parts.window)
        self._parts = parts
        self.ring = DropRing(parts.window)
        parts.window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Answer drags of pictures over somebody; all others go on to the window."""
        del watched
        match event.type():
            case QEvent.Type.DragEnter | QEvent.Type.DragMove if isinstance(event, QDragMoveEvent):
                return self._welcome(event)
            case QEvent.Type.Drop if isinstance(event, QDropEvent):
                return self._drop(event)
            case QEvent.Type.DragLeave:
                self.ring.hide()
        return False

    def _welcome(self, event: QDragMoveEvent) -> bool:
        data = event.mimeData()
        if not _is_for_tokens(data):
            return False
        aim = self._aim(event.position().toPoint())
        self.ring.show_aim(aim)
        if aim is None and self._is_for_props(data, event.position().toPoint()):
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()
            return True
        if aim is None and data.urls() and not _is_address(data):
            return False  # it may be a map
        # One that is not over anybody yet has to be welcome, else nothing more is heard of it.
        event.setAccepted(aim is not None or event.type() == QEvent.Type.DragEnter)
        if event.isAccepted():
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()
        return True

    def _drop(self, event: QDropEvent) -> bool:
        data, aim = event.mimeData(), self._aim(event.position().toPoint())
        self.ring.hide()
        if aim is None and self._is_for_props(data, event.position().toPoint()):
            path = carried_picture(data)
            if isinstance(path, Path):
                event.setDropAction(Qt.DropAction.CopyAction)
                event.accept()
                soon(self, partial(take_picture, self._parts, path))
                return True
        if aim is None or not _is_for_tokens(data):
            return False
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        source, parts = carried_picture(data), self._parts
        parts.window.activateWindow()
        if source is None:
            text = _(
                "{address} is an address: Gridwar does not go to the web. Save the picture and "
                "drop its file, or copy it and paste it with Ctrl+V."
            )
            address = data.urls()[0].toDisplayString()
            parts.controller.tell(Notice(text.format(address=address), tone="error"))
        else:
            # The drop has to be over first: the program it comes from waits for that.
            soon(self, partial(parts.combatants.pictures.give, source, aim.wearers))
        return True

    def _is_for_props(self, data: QMimeData, at: QPoint) -> bool:
        """Return whether a file of a picture becomes a prop: over the map, with that tool."""
        is_tool = self._parts.controller.view.tool == PropsTool.info.id
        under = self._parts.window.childAt(at)
        is_map = under is self._parts.map.viewport()
        return is_tool and is_map and isinstance(carried_picture(data), Path)

    # --- who is under the pointer ----------------------------------------------------------------

    def _aim(self, at: QPoint) -> _Aim | None:
        parts = self._parts
        window, under = parts.window, parts.window.childAt(at)
        if under is None:
            return None
        if under is parts.map.viewport():
            return self._token_at(under.mapFrom(window, at))
        if parts.inspector.head.isAncestorOf(under) or under is parts.inspector.head:
            return self._shown_at_head()
        if under is parts.order.list.viewport():
            return self._row_at(under.mapFrom(window, at))
        return self._entry_at(under, at)

    def _token_at(self, at: QPoint) -> _Aim | None:
        parts, view = self._parts, self._parts.map
        touched = view.map_scene.tokens.at(view.to_cells(QPointF(at)))
        everyone = parts.controller.encounter.combatants
        one = next((everyone[who] for who in touched if who in everyone), None)
        if one is None:
            return None
        drawn = view.mapFromScene(view.map_scene.tokens.drawn_at(one.id)).boundingRect()
        box = QRect(view.viewport().mapTo(parts.window, drawn.topLeft()), drawn.size())
        return _Aim(Wearers((one.id,)), box, one.name, is_token=True)

    def _shown_at_head(self) -> _Aim | None:
        who = self._parts.combatants.pictures.shown
        if not who:
            return None
        words = ngettext("{n} combatant", "{n} combatants", len(who)).format(n=len(who))
        if len(who) == 1:
            words = self._parts.controller.encounter[who[0]].name
        return _Aim(Wearers(who), self._box_of(self._parts.inspector.head), words)

    def _row_at(self, at: QPoint) -> _Aim | None:
        rows, everyone = self._parts.order.list, self._parts.controller.encounter.combatants
        row = rows.row_at(at)
        if row is None or row.id not in everyone:
            return None
        box = self._box_of(rows.viewport(), rows.visualRect(rows.indexAt(at)))
        return _Aim(Wearers((row.id,)), box, everyone[row.id].name)

    def _entry_at(self, under: QWidget, at: QPoint) -> _Aim | None:
        parts = self._parts
        if not parts.columns.is_shown("library"):
            return None
        entries = parts.combatants.panel.list
        index = entries.indexAt(under.mapFrom(parts.window, at))
        if under is not entries.viewport() or not index.isValid():
            return None
        row = entries.item(index.row())
        offer = None if isinstance(row, str) else parts.combatants.library.offer(row.key)
        if offer is None:
            return None
        box = self._box_of(under, entries.visualRect(index))
        return _Aim(Wearers(offer=offer), box, offer.combatant.name)

    def _box_of(self, widget: QWidget, part: QRect | None = None) -> QRect:
        part = part or widget.rect()
        return QRect(widget.mapTo(self._parts.window, part.topLeft()), part.size())


class DropRing(QWidget):
    """A ring around whoever would get a picture, with their name; over all of the window."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.aim: _Aim | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def show_aim(self, aim: _Aim | None) -> None:
        """Ring somebody, or nobody."""
        self.setVisible(aim is not None)
        if aim == self.aim:
            return
        self.aim = aim
        self.setGeometry(self.window().rect())
        self.setAccessibleName("" if aim is None else self._words(aim))
        self.raise_()
        self.update()

    def _words(self, aim: _Aim) -> str:
        return _("Picture for {name}").format(name=aim.words)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the ring as marks of the map are drawn, and the name on a plate beside it."""
        del event
        if self.aim is None:
            return
        colors, box = map_colors(), QRectF(self.aim.box)
        grow = _ROOM_PX if self.aim.is_token else -1
        box = box.adjusted(-grow, -grow, grow, grow)
        radius = min(box.width(), box.height()) / 2 if self.aim.is_token else _ROW_RADIUS_PX
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for color, width in ((colors.ink, 6.0), (colors.intent, 3.0)):
                painter.setPen(QPen(qcolor(color), width))
                painter.drawRoundedRect(box, radius, radius)
            self._draw_label(painter, box, self._words(self.aim))

    def _draw_label(self, painter: QPainter, box: QRectF, words: str) -> None:
        colors, face = map_colors(), sized_font(SANS, 13, 600)
        painter.setFont(face)
        width = painter.fontMetrics().horizontalAdvance(words) + 2 * _LABEL_INSET_PX
        beside = box.right() + 2 * _ROOM_PX
        left = min(max(0.0, box.center().x() - width / 2), self.width() - width)
        below = box.bottom() + _ROOM_PX + 2
        top = below if below + _LABEL_PX < self.height() else box.top() - _LABEL_PX - _ROOM_PX
        if self.aim is not None and not self.aim.is_token and beside + width < self.width():
            left, top = beside, box.center().y() - _LABEL_PX / 2
        plate = QRectF(left, top, width, _LABEL_PX)
        painter.setPen(QPen(qcolor(colors.intent), 1.5))
        painter.setBrush(qcolor(colors.ink, 0.93))
        painter.drawRoundedRect(plate, 5, 5)
        painter.setPen(qcolor(colors.paper))
        painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, words)


def _is_for_tokens(data: QMimeData) -> bool:
    return carried_picture(data) is not None or _is_address(data)


def _is_address(data: QMimeData) -> bool:
    """Return whether only the address of something in the web is dragged."""
    urls = data.urls()
    is_away = bool(urls) and not any(url.isLocalFile() for url in urls)
    return is_away and carried_picture(data) is None
