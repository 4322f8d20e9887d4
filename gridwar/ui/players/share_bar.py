"""The bar over the game master's map while the players' window is open: what they see, and keys.

It says whether they see the fight as it stands, and holds, blanks, and lays handouts before them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy

from gridwar.text import _
from gridwar.ui.style.colors import qcolor
from gridwar.ui.style.tooltips import set_tip
from gridwar.ui.widgets.controls.buttons_and_switches import TOUCH_PX
from gridwar.ui.widgets.painting.themed_painter import (
    BODY,
    STRONG,
    ThemedPainter,
    advance,
    keycap_width,
)
from gridwar.ui.widgets.painting.themed_widgets import Painted, PaintedButton, ThemedWidget, inset

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent
    from PySide6.QtWidgets import QWidget

    from gridwar.ui.map.camera.map_view import MapView
    from gridwar.ui.style.theme import Theme

_ROOM_PX: Final = 14
_STATE_PX: Final = 128


class StateChip(Painted):
    """What players see: the fight as it stands, a held picture, or nothing."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.words, self._icon, self._tone = "", "monitor", "ok"
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_state(self, words: str, icon: str, tone: str, why: str) -> None:
        """Show another state; ``why`` is its tooltip."""
        self.words, self._icon, self._tone = words, icon, tone
        self.setAccessibleName(_("Players see: {what}").format(what=why or words))
        set_tip(self, why or words)
        self.update()

    def sizeHint(self) -> QSize:
        """Return room for the longest state: nothing beside it moves."""
        return QSize(self.theme.px(_STATE_PX), self.theme.px(TOUCH_PX))

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw a plate in the colour of the state."""
        colors = painter.colors
        ground, edge = {
            "ok": (colors.ok_ground, colors.ok),
            "warn": (colors.warn_ground, colors.warn),
        }.get(self._tone, (colors.control, colors.text2))
        painter.rounded_box(box, 8, ground, edge, 1.2)
        x = box.left() + painter.px(10)
        painter.icon(self._icon, QPointF(x + painter.px(8), box.center().y()), 16, edge)
        x += painter.px(24)
        words = QRectF(x, box.top(), box.right() - x - painter.px(6), box.height())
        painter.text(words, self.words, BODY, edge)


class ShareButton(PaintedButton):
    """A button of the bar: icon, words, and the key that does the same; lit while it holds."""

    def __init__(self, theme: Theme, icon: str, words: str, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._icon, self._key = icon, ""
        self.names_key = False
        """Whether the key stands on it; else in its tooltip alone."""
        self.setText(words)
        self.setAccessibleName(words)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_key(self, key: str) -> None:
        """Name the key."""
        self._key = key
        set_tip(self, self.text(), key)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return room for all of it."""
        scale = self.theme.scale
        width = advance(self.text(), STRONG, self.theme) + 46 * scale
        if self._key and self.names_key:
            width += keycap_width(self._key, self.theme) + 10 * scale
        return QSize(round(width), self.theme.px(TOUCH_PX))

    def minimumSizeHint(self) -> QSize:
        """Return the same: words are never cut."""
        return self.sizeHint()

    def draw(self, painter: ThemedPainter, box: QRectF) -> None:
        """Draw plate, icon, words and key."""
        colors, is_on = painter.colors, self.isCheckable() and self.isChecked()
        is_hot = self.underMouse() or self.isDown()
        ground = colors.accent_ground if is_on else colors.raised if is_hot else colors.control
        painter.rounded_box(box, 8, ground, colors.accent if is_on else None, 1.2)
        x, middle = box.left() + painter.px(10), box.center().y()
        color = colors.text if is_on or is_hot else colors.text2
        painter.icon(self._icon, QPointF(x + painter.px(8), middle), 16, color)
        x += painter.px(24)
        words = QRectF(x, box.top(), box.right() - x, box.height())
        voice = STRONG if is_on else BODY
        x += painter.text(words, self.text(), voice, colors.text) + painter.px(10)
        if self._key and self.names_key:
            painter.keycap(x, middle, self._key, colors.text2)


class ShareBar(ThemedWidget):
    """The bar; ``hold_wanted(on)``, ``blank_wanted(on)``, ``handout_wanted(at)``."""

    hold_wanted = Signal(bool)
    blank_wanted = Signal(bool)
    handout_wanted = Signal(QPoint)

    def __init__(self, over: MapView, theme: Theme) -> None:
        super().__init__(theme, over)
        self.setAccessibleName(_("Players\u2019 screen"))
        self._map = over
        self.chip = StateChip(theme, self)
        self.hold = ShareButton(theme, "pause", _("Hold"), self)
        self.blank = ShareButton(theme, "square", _("Blank"), self)
        self.handout = ShareButton(theme, "image", _("Handout"), self)
        self.blank.names_key = True
        for one in (self.hold, self.blank, self.handout):
            one.setCheckable(True)
        self.hold.clicked.connect(self.hold_wanted)
        self.blank.clicked.connect(self.blank_wanted)
        self.handout.clicked.connect(self._ask_for_handout)
        row = QHBoxLayout(self)
        inset(row, theme, (6, 6, 6, 6), 6)
        for part in (self.chip, self.hold, self.blank, self.handout):
            row.addWidget(part)
        over.resized.connect(self.sit)
        self.hide()

    def show_state(
        self, *, is_held: bool, is_blank: bool, has_handout: bool, why: str = ""
    ) -> None:
        """Show what players see now."""
        self.hold.setChecked(is_held)
        self.blank.setChecked(is_blank)
        self.handout.setChecked(has_handout)
        if is_blank:
            self.chip.show_state(_("blank"), "square", "plain", "")
        elif is_held:
            held = _("a held picture: {why}").format(why=why) if why else _("a held picture")
            self.chip.show_state(_("held"), "pause", "warn", held)
        else:
            self.chip.show_state(_("shown"), "monitor", "ok", _("the fight as it stands"))

    def show_keys(self, hold: str, blank: str, handout: str) -> None:
        """Name the keys that do the same."""
        self.hold.show_key(hold)
        self.blank.show_key(blank)
        self.handout.show_key(handout)
        self.sit()

    def sit(self) -> None:
        """Lie in the right upper corner of the map."""
        seen, room = self._map.viewport().geometry(), self.theme.px(_ROOM_PX)
        size = self.sizeHint()
        self.setGeometry(
            max(seen.left(), seen.right() + 1 - room - size.width()),
            seen.top() + room,
            min(size.width(), seen.width()),
            size.height(),
        )

    def _ask_for_handout(self) -> None:
        self.handout.setChecked(not self.handout.isChecked())  # as it is until something is done
        self.handout_wanted.emit(self.handout.mapToGlobal(QPoint(0, self.handout.height() + 4)))

    def on_theme(self) -> None:
        """Take another size with the theme."""
        super().on_theme()
        self.sit()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the plate."""
        del event
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(qcolor(self.theme.palette.line2))
            painter.setBrush(qcolor(self.theme.palette.panel))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 10, 10)
