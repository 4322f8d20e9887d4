"""The list of what is shown on the map: a row and an eye for each layer, legend and switch in one.

A plate at the top right of the map. Up and Down go through the rows, Space and Enter turn an eye, a
digit turns that of its row, Escape closes it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from gridwar.control.records.scene_records import Dash, LegendEntry, LineRole, RegionRole
from gridwar.control.state.map_layers import Layer
from gridwar.text import _
from gridwar.ui.map.frame.legend_samples import draw_sample
from gridwar.ui.style.colors import qcolor
from gridwar.ui.style.row_heights import ACTION_ROW_PX, SWITCH_ROW_PX
from gridwar.ui.widgets.containers.fitting_scroll_area import FitScroll
from gridwar.ui.widgets.controls.buttons_and_switches import IconButton
from gridwar.ui.widgets.painting.themed_painter import BODY, NOTE, RIGHT, STRONG, ThemedPainter
from gridwar.ui.widgets.painting.themed_widgets import Painted, PaintedButton, ThemedWidget

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PySide6.QtGui import QKeyEvent, QPaintEvent

    from gridwar.control.records.layer_records import LayerRow, LayersView
    from gridwar.ui.map.camera.map_view import MapView
    from gridwar.ui.style.theme import Theme

WIDTH_PX: Final = 318
_ROOM_PX: Final = 14
_FOOT_PX: Final = 64
"""At the foot of the map, for the scale."""
_SIDE_PX: Final = 12
_SAMPLE_PX: Final = 22
_ROLES: Final[Mapping[str, RegionRole | LineRole | Dash]] = {
    Layer.REACH: RegionRole.REACH1,
    Layer.FURTHER: RegionRole.REACH2,
    Layer.THREATS: RegionRole.THREAT,
    Layer.ALL_THREATS: RegionRole.THREAT,
    Layer.AREAS: RegionRole.AREA_INFO,
    Layer.ZONES: RegionRole.ZONE,
    Layer.LIGHT: RegionRole.DARK,
    Layer.AIMS: LineRole.AIM,
    Layer.LINKS: LineRole.CONTACT,
    Layer.TIES: LineRole.TIE,
    Layer.BANDS: Dash.SOLID,
    Layer.TRAIL: LineRole.LINK,
}
"""How those are drawn for which a line stands."""
_DIGITS: Final = "123456789"


class LayerEye(PaintedButton):
    """A row of the list: an eye, how the layer is drawn, what it is called, what there is of it."""

    def __init__(self, theme: Theme, row: LayerRow, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.row = row
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.show_row(row)

    def show_row(self, row: LayerRow) -> None:
        """Show another state of the layer."""
        self.row = row
        self.setChecked(row.on)
        self.setAccessibleName(row.text)
        self.setAccessibleDescription(row.note or _("none"))
        self.update()

    def nextCheckState(self) -> None:
        """Leave the eye: what the click does comes back with the next state (Qt's hook)."""

    def sizeHint(self) -> QSize:
        """Return the height of a row."""
        return QSize(self.theme.px(WIDTH_PX - 2), self.theme.px(ACTION_ROW_PX))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw eye, sample, words, and at the right what there is."""
        colors, row, middle = painter.colors, self.row, box.center().y()
        if self.underMouse() or self.isDown():
            painter.rounded_box(box.adjusted(4, 1, -4, -1), 6, colors.raised)
        text = colors.text if row.on else colors.text2
        x = painter.px(_SIDE_PX)
        eye = "eye" if row.on else "eye-off"
        painter.icon(eye, QPointF(x + painter.px(8), middle), 16, text)
        x += painter.px(26)
        role = _ROLES.get(row.key)
        if role is not None:
            sample = QRectF(x, middle - 8, _SAMPLE_PX, 16)
            draw_sample(painter.qpainter, LegendEntry(role, ""), sample)
        x += painter.px(_SAMPLE_PX + 10)
        right = box.right() - painter.px(_SIDE_PX)
        used = painter.text(QRectF(x, 0, right - x, box.height()), row.text, BODY, text)
        x += used + painter.px(10)
        note = row.note or _("none")
        painter.text(QRectF(x, 0, right - x, box.height()), note, NOTE, colors.text2, RIGHT)


class _Head(Painted):
    """What the list is called, and what the key does while it is held."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.key = ""

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw both."""
        colors, left = painter.colors, painter.px(_SIDE_PX)
        painter.text(box.adjusted(left, 0, 0, 0), _("Shown on the map"), STRONG, colors.text)
        if self.key:
            words = _("{key} held: all of it").format(key=self.key)
            painter.text(box, words, NOTE, colors.text2, RIGHT)


class LayerList(ThemedWidget):
    """The list; ``turned(key)`` when an eye is wanted otherwise, ``closed()`` to be closed."""

    turned = Signal(str)
    closed = Signal()

    def __init__(self, over: MapView, theme: Theme) -> None:
        super().__init__(theme, over)
        self.setAccessibleName(_("Shown on the map"))
        self._map = over
        over.resized.connect(self._sit)
        self._view: LayersView | None = None
        self._head = _Head(theme, self)
        self.close_button = IconButton(theme, "x", _("Close the list"), self)
        self.close_button.clicked.connect(self.closed)
        content = QWidget()
        self._rows = QVBoxLayout(content)
        self._rows.setContentsMargins(1, 0, 1, 5)
        self._rows.setSpacing(0)
        self._scroll = FitScroll(content, self)
        self._scroll.viewport().setAutoFillBackground(False)
        content.setAutoFillBackground(False)
        head = QHBoxLayout()
        head.setContentsMargins(0, 0, 4, 0)
        head.addWidget(self._head, 1)
        head.addWidget(self.close_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 1, 0, 1)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(self._scroll)
        self.eyes: tuple[LayerEye, ...] = ()
        self._above_px = 0
        self.hide()

    def leave_room(self, above_px: int) -> None:
        """Leave the upper edge of the map to what lies there."""
        if above_px != self._above_px:
            self._above_px = above_px
            self._sit()

    def show_key(self, key: str) -> None:
        """Name the key that shows all of it while it is held."""
        self._head.key = key
        self._head.update()

    def show_layers(self, view: LayersView) -> None:
        """Show other layers, and take the keyboard where the list has just been opened."""
        is_open = view.is_open and bool(view.rows)
        if view == self._view:
            return
        self._view = view
        if is_open and len(self.eyes) != len(view.rows):
            self.eyes = tuple(self._made(row) for row in view.rows)
        if is_open:
            for eye, row in zip(self.eyes, view.rows, strict=True):
                eye.show_row(row)
        was_hidden = self.isHidden()
        if not is_open and not was_hidden and any(eye.hasFocus() for eye in self.eyes):
            self._map.setFocus(Qt.FocusReason.OtherFocusReason)
        self.setVisible(is_open)
        if is_open and was_hidden:
            self._sit()
            self.raise_()
            self.eyes[0].setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _made(self, row: LayerRow) -> LayerEye:
        eye = LayerEye(self.theme, row, self)
        eye.clicked.connect(lambda _on=False: self.turned.emit(eye.row.key))
        self._rows.addWidget(eye)
        return eye

    def _sit(self) -> None:
        """Lie in the right upper corner of the map, no higher than down to the scale."""
        seen, room = self._map.viewport().geometry(), self.theme.px(_ROOM_PX)
        head, rows = self.theme.px(SWITCH_ROW_PX), self.theme.px(ACTION_ROW_PX) * len(self.eyes) + 7
        width = self.theme.px(WIDTH_PX)
        self._head.setFixedHeight(head)
        above = max(room, self._above_px + room // 2 - seen.top())
        most = seen.height() - above - self.theme.px(_FOOT_PX)
        place = QPoint(seen.right() + 1 - room - width, seen.top() + above)
        self.setGeometry(QRect(place, QSize(width, min(head + rows, most))))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go through the rows, turn an eye by its digit, or close it."""
        at = next((n for n, eye in enumerate(self.eyes) if eye.hasFocus()), 0)
        match event.key():
            case Qt.Key.Key_Escape:
                self.closed.emit()
            case Qt.Key.Key_Up | Qt.Key.Key_Down if self.eyes:
                way = 1 if event.key() == Qt.Key.Key_Down else -1
                self.eyes[(at + way) % len(self.eyes)].setFocus(Qt.FocusReason.TabFocusReason)
                self._scroll.ensureWidgetVisible(self.eyes[(at + way) % len(self.eyes)])
            case Qt.Key.Key_Return | Qt.Key.Key_Enter if self.eyes:
                self.eyes[at].click()
            case _ if event.text() and event.text() in _DIGITS[: len(self.eyes)]:
                self.eyes[int(event.text()) - 1].click()
            case _:
                super().keyPressEvent(event)

    def on_theme(self) -> None:
        """Take another size with the theme."""
        super().on_theme()
        self._sit()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the plate."""
        del event
        with QPainter(self) as qpainter:
            qpainter.setRenderHint(QPainter.RenderHint.Antialiasing)
            qpainter.setPen(qcolor(self.theme.palette.line2))
            qpainter.setBrush(qcolor(self.theme.palette.panel))
            qpainter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
