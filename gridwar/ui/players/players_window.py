"""The players' window: the strip, the map, a handout over or beside it, or a blank screen.

Frameless on a screen of its own; keys that are typed there are the game master's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPixmap, QTransform
from PySide6.QtWidgets import QWidget

from gridwar.text import _
from gridwar.ui.players.handout_view import PictureSheet
from gridwar.ui.players.players_map_view import PlayersMapView
from gridwar.ui.players.players_strip import HEIGHT_PX, PlayersStrip
from gridwar.ui.style.colors import ThemeName, qcolor
from gridwar.ui.style.theme import make_theme

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QCloseEvent, QKeyEvent, QPaintEvent, QResizeEvent

    from gridwar.control.records.ground_records import PictureSource
    from gridwar.control.records.players_records import HandoutView, PlayersRecord
    from gridwar.ui.style.theme import Theme

_BESIDE_SHARE: Final = 0.42
"""What of the window a handout beside the map takes."""
_NEAR_PX: Final = 720
"""So high a screen is read from as near as the game master's own; larger ones from farther off."""
_LARGEST_SCALE: Final = 2.0


def dark_theme(theme: Theme, height_px: int = _NEAR_PX) -> Theme:
    """Return the theme of that window: dark on every screen, words as large as they are read from.

    Args:
        theme: The game master's.
        height_px: How high a screen is that it fills.
    """
    scale = min(max(_LARGEST_SCALE, theme.scale), theme.scale * max(1.0, height_px / _NEAR_PX))
    return make_theme(ThemeName.DARK, scale, reduce_motion=theme.reduce_motion)


class PlayersPage(QWidget):
    """What is in the window, laid out the way it is read."""

    def __init__(
        self, theme: Theme, pictures: PictureSource | None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.pictures = pictures
        self.record: PlayersRecord | None = None
        self.map = PlayersMapView(theme, pictures)
        self.map.setParent(self)
        self.strip = PlayersStrip(theme, self)
        self.handout = PictureSheet(theme, self)
        self.blank = PictureSheet(theme, self)
        self._ground = theme.palette.void
        self._strip_px = theme.px(HEIGHT_PX)
        self.margin_px = 0

    def show_record(self, record: PlayersRecord) -> None:
        """Show what is shared now."""
        if record is self.record:
            return
        self.record = record
        self.map.show_view(record.scene)
        self.strip.show_strip(record.strip)
        self._show_handout(record.handout)
        self.lay_out()

    def show_blank(self, picture: str | None) -> None:
        """Cover everything with a colour, or with a picture by its hash; None uncovers it."""
        self.blank.setVisible(picture is not None)
        if picture is not None:
            self.blank.show_picture(picture, "", self.pictures)
            self.blank.raise_()

    def _show_handout(self, handout: HandoutView | None) -> None:
        self.handout.setVisible(handout is not None)
        if handout is not None:
            self.handout.show_picture(handout.picture, handout.caption, self.pictures)

    def lay_out(self) -> None:
        """Put the parts in their places."""
        inside = self.rect().adjusted(*(_corners(self.margin_px)))
        has_strip = self.record is not None and self.record.strip is not None
        strip_px = self._strip_px if has_strip else 0
        self.strip.setGeometry(QRect(inside.topLeft(), QSize(inside.width(), self._strip_px)))
        below = inside.adjusted(0, strip_px, 0, 0)
        self.blank.setGeometry(self.rect())
        handout = None if self.record is None else self.record.handout
        if handout is not None and handout.beside:
            width = round(below.width() * _BESIDE_SHARE)
            self.handout.setGeometry(below.adjusted(below.width() - width, 0, 0, 0))
            below.adjust(0, 0, -width, 0)
        else:
            self.handout.setGeometry(below)
        if self.map.geometry() != below:
            self.map.setGeometry(below)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay the parts out anew."""
        super().resizeEvent(event)
        self.lay_out()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Fill what is left empty at the edges."""
        with QPainter(self) as painter:
            painter.fillRect(event.rect(), qcolor(self._ground))


def _corners(margin_px: int) -> tuple[int, int, int, int]:
    return margin_px, margin_px, -margin_px, -margin_px


class PlayersWindow(QWidget):
    """The window itself; the page in it may be turned by quarters."""

    closed = Signal()
    """Somebody closed it at its frame."""
    moved = Signal()
    """What of the map it shows has changed, or may have."""

    def __init__(
        self,
        theme: Theme,
        pictures: PictureSource | None,
        hand_on: Callable[[QKeyEvent], None],
        fills_px: int = _NEAR_PX,
    ) -> None:
        super().__init__(None, Qt.WindowType.Window)
        self.setWindowTitle(_("Players\u2019 screen"))
        self.setAccessibleName(_("Players\u2019 screen"))
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAcceptDrops(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self._hand_on = hand_on
        self._fills_px = fills_px
        self._turns = 0
        self._picture = QPixmap()
        self._is_stale = False
        self.page = self._made(theme, pictures)

    def _made(self, theme: Theme, pictures: PictureSource | None) -> PlayersPage:
        page = PlayersPage(dark_theme(theme, self._fills_px), pictures, self)
        page.map.sized.connect(self.moved)
        page.map.map_scene.changed.connect(lambda _parts: self._spoil())
        return page

    def renew(self, theme: Theme, pictures: PictureSource | None) -> None:
        """Show from now on what belongs to another fight, or to another size of the interface."""
        old, turns = self.page, self._turns
        self.set_edges(old.margin_px, 0)
        self.page = self._made(theme, pictures)
        self.page.show()
        self.set_edges(old.margin_px, turns)
        old.map.map_scene.free_pixels()
        old.hide()
        old.deleteLater()

    @property
    def map(self) -> PlayersMapView:
        """The map in it."""
        return self.page.map

    def show_record(self, record: PlayersRecord) -> None:
        """Show what is shared now."""
        self.page.show_record(record)
        self._spoil()

    def show_blank(self, picture: str | None) -> None:
        """Cover everything, or uncover it."""
        self.page.show_blank(picture)
        self._spoil()

    def set_edges(self, margin_px: int, turns: int) -> None:
        """Leave a margin empty, and turn the page by quarters to the right."""
        turns %= 4
        if turns != self._turns:
            self._turns = turns
            self.page.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen, bool(turns))
            self.page.setParent(None if turns else self)
            self.page.show()
        self.page.margin_px = margin_px
        self._fit_page()
        self.page.lay_out()
        self._spoil()

    def end(self) -> None:
        """Close for good; keep no pixels."""
        self.page.map.map_scene.free_pixels()
        if self.page.parent() is None:
            self.page.close()
            self.page.deleteLater()
        self.hide()
        self.deleteLater()

    def _fit_page(self) -> None:
        size = self.size().transposed() if self._turns % 2 else self.size()
        self.page.setGeometry(
            QRect(self.page.pos() if self._turns else self.rect().topLeft(), size)
        )

    def _spoil(self) -> None:
        """Have a turned page drawn anew; one that is not turned draws itself."""
        if self._turns and not self._is_stale:
            self._is_stale = True
            self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let the page fill it."""
        super().resizeEvent(event)
        self._fit_page()
        self._spoil()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the page turned; nothing where it lies there itself."""
        del event
        if not self._turns:
            return
        if self._is_stale:
            self._is_stale = False
            self._picture = self.page.grab()
        with QPainter(self) as painter:
            middle = self.rect().center()
            painter.setTransform(
                QTransform().translate(middle.x() + 0.5, middle.y() + 0.5).rotate(90 * self._turns)
            )
            size = self.page.size()
            painter.drawPixmap(-size.width() // 2, -size.height() // 2, self._picture)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Hand a key on: it is the game master's."""
        event.accept()
        self._hand_on(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Tell that it was closed."""
        super().closeEvent(event)
        self.closed.emit()
