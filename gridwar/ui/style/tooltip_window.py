"""The tooltip that is shown: one at a time, beside what it tells of, in the look of our panels.

Owns how it looks, where it lies and when it goes. What it says is its caller's; which words a part
has is ``tooltips``'. Qt's own tooltip is never shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from gridwar.ui.style.colors import qcolor
from gridwar.ui.style.fonts import SANS, sized_font
from gridwar.ui.style.theme import applied_theme
from gridwar.ui.style.window_corners import has_clear_corners, round_corners

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from PySide6.QtGui import QFont, QPaintEvent

    from gridwar.ui.style.theme import Theme

TIP_WIDTH_PX = 320
"""Words of a tooltip take another line beyond it."""
_RADIUS_PX = 6
_SIDE_PX, _TOP_PX = 10, 7
_AWAY_PX = 6
"""How far it lies from what it tells of."""
_POINTER_PX = 22
"""What the pointer covers below and right of its tip."""
_CAP_PX, _CAP_GAP_PX = 17, 8
_RULE_GAP_PX = 8
_WRAPS = Qt.TextFlag.TextWordWrap
_BREAK = "\u200b"
"""A line may end there, as behind the slash of a path."""
_LEAVES = frozenset(
    {
        QEvent.Type.MouseButtonPress,
        QEvent.Type.MouseButtonDblClick,
        QEvent.Type.Wheel,
        QEvent.Type.KeyPress,
        QEvent.Type.WindowDeactivate,
        QEvent.Type.DragEnter,
    }
)
"""What the hand does takes a tooltip away, wherever it is done."""
_TAGS = "tags that no tooltip covers"


class Tip(Struct, frozen=True):
    """What a tooltip says.

    Attributes:
        words: In lines; the first is what a part is called where more follow.
        key: What does the same by key, as it is written on the cap.
        rules: What rules mean; the first line of each is its title.
    """

    words: str
    key: str = ""
    rules: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """All of it as plain words."""
        head = " ".join(filter(None, (self.words, f"({self.key})" if self.key else "")))
        return "\n".join(filter(None, (head, *self.rules)))


class _Line(Struct, frozen=True):
    words: str
    face: QFont
    color: str
    gap_px: int = 0


class TooltipBox(QWidget):
    """The one tooltip: a part of the window it tells of, or a window of its own over a menu."""

    def __init__(self, tip: Tip, over: QWidget, box: QRect) -> None:
        window = over.window()
        super().__init__(window)
        self.tip, self.over, self.box = tip, over, box
        self._theme = applied_theme()
        self._lines = tuple(_lines(tip, self._theme))
        self.setObjectName("tooltip")
        self.setAccessibleName(tip.text)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        if window.windowType() is Qt.WindowType.Popup:
            self.setWindowFlags(Qt.WindowType.ToolTip | Qt.WindowType.FramelessWindowHint)
            self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
            round_corners(self)
        self.resize(self._measured())

    # --- measure and draw -------------------------------------------------------------------------

    def _boxes(self) -> Iterator[tuple[_Line, QRectF]]:
        """Yield each line with the box that its words take."""
        theme = self._theme
        side, y = theme.px(_SIDE_PX), float(theme.px(_TOP_PX))
        most = float(theme.px(TIP_WIDTH_PX) - 2 * side)
        for number, line in enumerate(self._lines):
            room = most - (self._cap_room() if number == 0 else 0)
            y += line.gap_px
            taken = QFontMetricsF(line.face).boundingRect(
                QRectF(0, 0, room, 1e6), _WRAPS, line.words
            )
            yield line, QRectF(side, y, min(room, taken.width() + 1), taken.height())
            y += taken.height()

    def _cap_width(self) -> float:
        face, theme = sized_font(SANS, self._theme.px(11), 500), self._theme
        wide = QFontMetricsF(face).horizontalAdvance(self.tip.key)
        return max(float(theme.px(18)), wide + theme.px(10))

    def _cap_room(self) -> float:
        """Return what the key takes of the first line."""
        gap = self._theme.px(_CAP_GAP_PX) if self.tip.words else 0
        return self._cap_width() + gap if self.tip.key else 0.0

    def _measured(self) -> QSize:
        theme, boxes = self._theme, [box for _line, box in self._boxes()]
        cap = self._cap_room()
        wide = max(
            (box.width() + (cap if n == 0 else 0) for n, box in enumerate(boxes)), default=cap
        )
        low = max((box.bottom() for box in boxes), default=0.0)
        low = max(low, theme.px(_TOP_PX) + (theme.px(_CAP_PX) if cap else 0))
        return QSize(round(wide + 2 * theme.px(_SIDE_PX)), round(low + theme.px(_TOP_PX)))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw ground, lines and key."""
        del event
        colors = self._theme.palette
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(qcolor(colors.line2), 1))
            painter.setBrush(qcolor(colors.raised))
            edge = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
            is_square = self.isWindow() and not has_clear_corners()
            radius = 0 if is_square else self._theme.px(_RADIUS_PX)
            painter.drawRoundedRect(edge, radius, radius)
            first = QRectF(self._theme.px(_SIDE_PX), self._theme.px(_TOP_PX), 0, 0)
            for number, (line, box) in enumerate(self._boxes()):
                first = box if number == 0 else first
                painter.setFont(line.face)
                painter.setPen(qcolor(line.color))
                painter.drawText(box, _WRAPS, line.words)
            if self.tip.key:
                self._draw_key(painter, first)

    def _draw_key(self, painter: QPainter, first: QRectF) -> None:
        """Draw the key at the end of the first line."""
        theme, face = self._theme, sized_font(SANS, self._theme.px(11), 500)
        height = theme.px(_CAP_PX)
        line_px = QFontMetricsF(self._lines[0].face).height() if self._lines else height
        top = round(first.top() + (line_px - height) / 2)
        left = first.right() + (theme.px(_CAP_GAP_PX) if self.tip.words else 0)
        cap = QRectF(round(left) + 0.5, top + 0.5, round(self._cap_width()) - 1, height - 1)
        painter.setPen(QPen(qcolor(theme.palette.line2), 1))
        painter.setBrush(qcolor(theme.palette.control))
        painter.drawRoundedRect(cap, theme.px(4), theme.px(4))
        painter.setPen(qcolor(theme.palette.text2))
        painter.setFont(face)
        painter.drawText(cap, Qt.AlignmentFlag.AlignCenter, self.tip.key)

    # --- where it lies ----------------------------------------------------------------------------

    def come(self, at: QPoint) -> None:
        """Lie where it covers neither the pointer nor a tag of the map, and be shown.

        Args:
            at: Where the pointer is on the screen.
        """
        window = self.over.window()
        room = _on_screen(window, window.rect())
        if self.isWindow():
            room = self.over.screen().availableGeometry()
        tags = tuple(_tags(window))
        places = tuple(self._places(at, room))
        hidden = [sum(_shared(place, tag) for tag in tags) for place in places]
        best = places[min(range(len(places)), key=lambda n: (hidden[n] > 0, hidden[n], n))]
        self.move(best.topLeft() if self.isWindow() else window.mapFromGlobal(best.topLeft()))
        self.show()
        self.raise_()

    def _places(self, at: QPoint, room: QRect) -> Iterator[QRect]:
        """Yield where it could lie, the best first: those that fit and leave the pointer free."""
        box, away = _on_screen(self.over, self.box), self._theme.px(_AWAY_PX)
        wide, high = self.width(), self.height()
        left = box.left() if box.width() <= wide else max(box.left(), at.x() - away)
        left = max(room.left() + away, min(left, room.right() - away - wide))
        top = max(room.top() + away, min(box.top(), room.bottom() - away - high))
        beside = [
            QRect(box.right() + away, top, wide, high),
            QRect(box.left() - away - wide, top, wide, high),
        ]
        beyond = [
            QRect(left, box.bottom() + away, wide, high),
            QRect(left, box.top() - away - high, wide, high),
        ]
        in_rail = box.right() - room.left() < 2 * self._theme.px(TIP_WIDTH_PX) // 5
        fit = [one for one in (*beside, *beyond) if in_rail and room.contains(one)]
        fit += [one for one in (*beyond, *beside) if not in_rail and room.contains(one)]
        yield from fit
        pointer = self._theme.px(_POINTER_PX)
        below = min(at.y() + pointer, room.bottom() - high)
        yield QRect(left, below if below > at.y() else at.y() - away - high, wide, high)

    # --- when it goes -----------------------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Go once the hand does something, or the pointer leaves what it tells of."""
        kind = event.type()
        if kind in _LEAVES:
            hide_tip()
        elif kind is QEvent.Type.MouseMove and isinstance(event, QMouseEvent):
            if not _on_screen(self.over, self.box).contains(event.globalPosition().toPoint()):
                hide_tip()
        elif watched is self.over and kind in {QEvent.Type.Leave, QEvent.Type.Hide}:
            hide_tip()
        return False


_shown: list[TooltipBox] = []
"""The one that is shown, or none."""


def show_tip(at: QPoint, told: Tip | str, over: QWidget, box: QRect | None = None) -> None:
    """Show a tooltip now, or none where there is nothing to say.

    Args:
        at: Where the pointer is on the screen.
        told: What it says, or its words alone.
        over: The widget whose it is: it goes when the pointer leaves that.
        box: The part of the widget that it tells of, where it is not all of it.
    """
    tip, place = told if isinstance(told, Tip) else Tip(told.strip()), box or over.rect()
    now = tip_shown()
    if now is not None and (now.tip, now.over, now.box) == (tip, over, place):
        return
    hide_tip()
    if tip.text:
        made = TooltipBox(tip, over, place)
        _shown.append(made)
        app = QApplication.instance()
        if app is not None:
            app.installEventFilter(made)  # only while it is shown: it sees every event
        made.come(at)


def hide_tip() -> None:
    """Take away a tooltip that is shown."""
    while _shown:
        gone = _shown.pop()
        app = QApplication.instance()
        if isValid(gone):
            if app is not None:
                app.removeEventFilter(gone)
            gone.hide()
            gone.deleteLater()


def tip_shown() -> TooltipBox | None:
    """Return the tooltip that is shown now."""
    return next((one for one in _shown if isValid(one) and isValid(one.over)), None)


def said_now() -> str:
    """Return what the tooltip says that is shown now."""
    now = tip_shown()
    return "" if now is None else now.tip.text


def keep_tips_off(window: QWidget, tags: Callable[[], Iterable[QRect]]) -> None:
    """Let tooltips of a window not cover some places.

    Args:
        window: The window.
        tags: Asked for the places, as they are on the screen.
    """
    window.setProperty(_TAGS, tags)


def _tags(window: QWidget) -> Iterable[QRect]:
    tags = window.property(_TAGS)
    return tags() if callable(tags) else ()


def _on_screen(widget: QWidget, box: QRect) -> QRect:
    return QRect(widget.mapToGlobal(box.topLeft()), box.size())


def _shared(one: QRect, other: QRect) -> int:
    both = one & other
    return 0 if both.isEmpty() else both.width() * both.height()


def _lines(tip: Tip, theme: Theme) -> Iterator[_Line]:
    """Yield what a tooltip says, line by line: a first line is strong where more follow."""
    colors, size = theme.palette, theme.px(12)
    strong, plain = sized_font(SANS, size, 600), sized_font(SANS, size, 400)
    head = tip.words.replace("/", f"/{_BREAK}").split("\n") if tip.words else []
    leads = len(head) > 1 or bool(tip.rules and head)
    for number, words in enumerate(head):
        is_title = number == 0 and leads and len(head) > 1
        color = colors.text if number == 0 else colors.text2
        yield _Line(words, strong if is_title else plain, color, 2 if number else 0)
    for rule in tip.rules:
        title, *more = rule.split("\n")
        gap = theme.px(_RULE_GAP_PX) if head or rule is not tip.rules[0] else 0
        yield _Line(title, strong, colors.text, gap)
        for words in more:
            yield _Line(words, plain, colors.text2, 2)
