"""The tour: seven bubbles that point at real parts of the window. It never takes the keyboard away.

Owns its steps, what they say, and the bubble. Everything can be done while it is open; Esc in it,
Skip, or going through to the end closes it for good, Help brings it back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, QRectF, Signal
from PySide6.QtGui import QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from gridwar.text import _
from gridwar.ui.panels.inspector import Tab
from gridwar.ui.style.colors import qcolor
from gridwar.ui.style.tooltips import set_tip
from gridwar.ui.widgets.controls.buttons_and_switches import KeyButton
from gridwar.ui.widgets.controls.labels import label, show_words
from gridwar.ui.widgets.painting.themed_widgets import ThemedWidget, inset

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QPaintEvent

    from gridwar.ui.style.theme import Theme
    from gridwar.ui.window.window_parts import Parts

_WIDTH_PX = 380
_BEAK_PX = 12
_EDGE_PX = 10


class Stop(Struct, frozen=True):
    """One step: what it points at, and what it says."""

    at: Callable[[], QWidget | None]
    title: str
    text: str


class Tour(ThemedWidget):
    """The bubble; ``ended()`` when it was gone through or skipped."""

    ended = Signal()

    def __init__(self, theme: Theme, window: QWidget, stops: tuple[Stop, ...]) -> None:
        super().__init__(theme, window)
        self._window = window
        self._stops = stops
        self.step = 0
        self._beak = QPointF()
        self._keys = ("", "")
        self.setAccessibleName(_("Tour"))
        self._title, self._text = label("", "panel-title"), label("", "second", wrap=True)
        self._count = label("", "quiet")
        self._back = KeyButton(theme, _("Back"), "quiet", self)
        self._skip = KeyButton(theme, _("Skip"), "quiet", self)
        self._next = KeyButton(theme, _("Next"), "primary", self)
        foot = QHBoxLayout()
        inset(foot, theme, (0, 6, 0, 0), 4)
        foot.addWidget(self._count)
        foot.addStretch(1)
        for button in (self._skip, self._back, self._next):
            foot.addWidget(button)
        rows = self._rows = QVBoxLayout(self)
        beak = _BEAK_PX + 14
        inset(rows, theme, (beak, beak, beak, beak - 4), 6)
        rows.addWidget(self._title)
        rows.addWidget(self._text)
        rows.addLayout(foot)
        self._next.clicked.connect(lambda: self.go(1))
        self._back.clicked.connect(lambda: self.go(-1))
        self._skip.clicked.connect(self.end)
        window.installEventFilter(self)
        self.hide()

    def begin(self, keys: tuple[str, str]) -> None:
        """Show the first step.

        Args:
            keys: Those that go to the next step and to the one before.
        """
        self.step, self._keys = 0, keys
        self.show()
        self._show_step()

    def go(self, way: int) -> None:
        """Go to the next step, or the one before; the end after the last."""
        self.step += way
        if self.step >= len(self._stops):
            self.end()
        else:
            self.step = max(0, self.step)
            self._show_step()

    def end(self) -> None:
        """Close the tour."""
        self.hide()
        self.ended.emit()

    def _show_step(self) -> None:
        stop = self._stops[self.step]
        show_words(self._title, stop.title)
        show_words(self._text, stop.text)
        counted = _("{n} of {all}").format(n=self.step + 1, all=len(self._stops))
        show_words(self._count, counted)
        self._back.setVisible(self.step > 0)
        is_last = self.step == len(self._stops) - 1
        self._next.set_words(_("Done") if is_last else _("Next"), self._keys[0])
        set_tip(self._back, self._keys[1])
        self._skip.setVisible(not is_last)
        self.place()
        self.raise_()

    def place(self) -> None:
        """Stand beside what the step points at, inside of the window."""
        width = self.theme.px(_WIDTH_PX)
        self._text.setFixedWidth(width - 2 * self.theme.px(_BEAK_PX + 14))
        self._rows.invalidate()
        self.resize(width, max(self._rows.totalHeightForWidth(width), 60))
        target = self._stops[self.step].at()
        room = self._window.rect()
        if target is None or not target.isVisible():
            self.move(room.center() - self.rect().center())
            self._beak = QPointF(-1, -1)
            self.update()
            return
        box = QRect(target.mapTo(self._window, QPoint(0, 0)), target.size())
        place = self._beside(box, room)
        edge = self.theme.px(4)
        place.setX(max(edge, min(place.x(), room.width() - self.width() - edge)))
        place.setY(max(edge, min(place.y(), room.height() - self.height() - edge)))
        self.move(place)
        mine = QRect(place, self.size())
        # The beak points at the nearest place of the target.
        at = QPointF(
            min(max(mine.center().x(), box.left() + 8), box.right() - 8),
            min(max(mine.center().y(), box.top() + 8), box.bottom() - 8),
        )
        self._beak = at - QPointF(place)
        self.update()

    def _beside(self, box: QRect, room: QRect) -> QPoint:
        gap = self.theme.px(2)
        middle_y = min(box.center().y() - self.height() // 2, box.top() + self.theme.px(160))
        if box.width() > room.width() // 2 and box.height() > room.height() // 2:
            return box.topLeft() + QPoint(self.theme.px(24), self.theme.px(28))
        if box.width() > room.width() // 2 and room.bottom() - box.bottom() > self.height():
            return QPoint(box.right() - self.width() - self.theme.px(24), box.bottom() + gap)
        if room.right() - box.right() > self.width():
            return QPoint(box.right() + gap, middle_y)
        if box.left() > self.width():
            return QPoint(box.left() - self.width() - gap, middle_y)
        if room.bottom() - box.bottom() > self.height():
            return QPoint(box.center().x() - self.width() // 2, box.bottom() + gap)
        if box.top() > self.height() and box.height() < room.height() // 2:
            return QPoint(box.center().x() - self.width() // 2, box.top() - self.height() - gap)
        return box.center() - self.rect().center()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay beside it when the window changes its size."""
        if event.type() == QEvent.Type.Resize and watched is self._window and self.isVisible():
            self.place()
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the bubble and its beak."""
        del event
        colors, beak = self.theme.palette, self.theme.px(_BEAK_PX)
        body = QRectF(self.rect()).adjusted(beak, beak, -beak, -beak)
        path = QPainterPath()
        path.addRoundedRect(body, self.theme.px(_EDGE_PX), self.theme.px(_EDGE_PX))
        tip = self._tip(body, beak)
        if tip is not None:
            path = path.united(tip)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(qcolor(colors.accent), 1.5))
            painter.setBrush(qcolor(colors.panel))
            painter.drawPath(path)

    def _tip(self, body: QRectF, beak: float) -> QPainterPath | None:
        at = self._beak
        if body.contains(at) or at == QPointF(-1, -1):
            return None
        root = QPointF(
            min(max(at.x(), body.left() + 2 * beak), body.right() - 2 * beak),
            min(max(at.y(), body.top() + 2 * beak), body.bottom() - 2 * beak),
        )
        if at.x() < body.left() or at.x() > body.right():
            edge = body.left() if at.x() < body.left() else body.right()
            out = edge - beak if at.x() < body.left() else edge + beak
            y = root.y()
            return _triangle(QPointF(edge, y - beak), QPointF(out, y), QPointF(edge, y + beak))
        edge = body.top() if at.y() < body.top() else body.bottom()
        out = edge - beak if at.y() < body.top() else edge + beak
        x = root.x()
        return _triangle(QPointF(x - beak, edge), QPointF(x, out), QPointF(x + beak, edge))


def _triangle(a: QPointF, b: QPointF, c: QPointF) -> QPainterPath:
    path = QPainterPath(a)
    path.lineTo(b)
    path.lineTo(c)
    path.closeSubpath()
    return path


def tour_stops(parts: Parts) -> tuple[Stop, ...]:
    """Return the steps; every one names the key as well."""
    return (*_of_a_turn(parts), *_of_the_window(parts))


def _of_a_turn(parts: Parts) -> tuple[Stop, ...]:
    return (
        Stop(
            lambda: parts.map,
            _("This is the table"),
            _(
                "Drag a token to move it: the map shows how far it gets and what may strike at it. "
                "The wheel zooms, the right button or a held Space moves the map. "
                "Ctrl+Z takes anything back, dice and damage too."
            ),
        ),
        Stop(
            lambda: parts.order,
            _("Who acts when"),
            _(
                "The one with the turn is marked. N goes on to the next. Drag a line to change the "
                "order; a right click on it does the rest."
            ),
        ),
        Stop(
            lambda: _in_front(parts, Tab.ACTIONS),
            _("What can be done"),
            _(
                "Choose an action by click or by its digit, then click the target. What the rules "
                "forbid says why, and you can do it anyway: you are above the rules."
            ),
        ),
        Stop(
            lambda: parts.inspector.head,
            _("The combatant"),
            _(
                "Type \u22127 or +4 at any time to change points of those selected. A double click "
                "on a token opens its whole sheet."
            ),
        ),
    )


def _of_the_window(parts: Parts) -> tuple[Stop, ...]:
    return (
        Stop(
            lambda: parts.rail,
            _("Tools"),
            _(
                "Measure, lay templates and lines, paint ground and walls. Each has a letter; Esc "
                "puts it down."
            ),
        ),
        Stop(
            lambda: _in_front(parts, Tab.LOG),
            _("Everything is written down"),
            _(
                "Each number with its reason and its rule. A click on a node goes back to there, "
                "the pencil changes what was done, with the same dice. This log is the file: "
                "nothing has to be saved."
            ),
        ),
        Stop(
            lambda: parts.top,
            _("Nothing to remember"),
            _(
                "Ctrl+K finds anything by a few letters, F1 shows every key and lets you change "
                "it. F11 hides all that is yours while players look. File, Open or a map dropped "
                "here begins your own fight."
            ),
        ),
    )


def _in_front(parts: Parts, tab: Tab) -> QWidget:
    """Bring a tab of the inspector to the front and return its page."""
    parts.inspector.show_tab(tab)
    return parts.inspector.page(tab)
