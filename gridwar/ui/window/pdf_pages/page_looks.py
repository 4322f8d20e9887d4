"""Drawing pages of a PDF in the background, as they come into view; those that have gone are not.

Owns which are drawn and how many are kept. The chosen page comes first, large and with what is in
it; the small ones follow in the order in which they stand there.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QImage

from gridwar.formats.pdf.page_images import look_at_pages
from gridwar.ui.tasks.threads import Background

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.formats.pdf.page_images import PageLook, PdfBook, Pixels
    from gridwar.ui.tasks.threads import IsStopped, Progress

SMALL_PX = 220
_MOST_SMALL = 400
"""Some 50 MB."""
_MOST_LARGE = 6
_QUIET_MS = 60
"""So long nothing has to move before pages are drawn: while one scrolls, they only pass by."""


class Wish(Struct, frozen=True):
    """What is to be seen: the chosen page, and how large; the small ones in view."""

    page: int
    longest_px: int
    small: tuple[int, ...]


class PageLooks(QObject):
    """The looks of the pages of one PDF.

    Signals: ``came(PageLook, whether it is the large one)`` in the window's thread; its pixels are
    in ``small`` or ``large`` by then.
    """

    came = Signal(object, bool)
    _drawn = Signal(object, object, bool)

    def __init__(self, book: PdfBook, parent: QObject) -> None:
        """Draw nothing yet."""
        super().__init__(parent)
        self._book = book
        self.small: dict[int, QImage] = {}
        self.large: dict[int, QImage] = {}
        self.bad: set[int] = set()
        """Pages that cannot be drawn; none is tried twice."""
        self._wish: Wish | None = None
        self._background = Background(self)
        self._timer = QTimer(self, interval=_QUIET_MS, singleShot=True)
        self._timer.timeout.connect(self._begin)
        self._drawn.connect(self._keep, Qt.ConnectionType.QueuedConnection)

    def want(self, wish: Wish) -> None:
        """Draw what is to be seen now, and no longer what was."""
        if wish != self._wish:
            self._wish = wish
            self._timer.start()

    def give_up(self) -> None:
        """Draw nothing more."""
        self._timer.stop()
        self._wish = None
        self._background.give_up()

    @property
    def is_idle(self) -> bool:
        """Whether all that was wanted is drawn."""
        return not (self._timer.isActive() or self._background.is_running)

    @property
    def is_drawing(self) -> bool:
        """Whether something is being drawn."""
        return self._background.is_running

    def _begin(self) -> None:
        wish = self._wish
        if wish is None:
            return
        has_large = wish.page in self.large or wish.page in self.bad
        large = () if has_large else (wish.page,)
        small = tuple(at for at in wish.small if at not in self.small and at not in self.bad)
        if large or small:
            self._background.run(_draws(self, large, small, wish.longest_px), lambda _done: None)

    def draw(
        self, large: tuple[int, ...], small: tuple[int, ...], px: int, is_stopped: IsStopped
    ) -> None:
        """Draw pages, in the thread."""
        for look in look_at_pages(self._book, large, px, is_stopped, with_pictures=True):
            self._hand_over(look, is_large=True)
        for look in look_at_pages(self._book, small, SMALL_PX, is_stopped):
            self._hand_over(look, is_large=False)

    def _hand_over(self, look: PageLook, *, is_large: bool) -> None:
        image = None if look.pixels is None else _image(look.pixels)
        with suppress(RuntimeError):  # whoever wanted it is gone
            self._drawn.emit(look, image, is_large)

    def _keep(self, look: PageLook, image: QImage | None, is_large: bool) -> None:
        if image is None:
            self.bad.add(look.page)
        else:
            kept, most = (self.large, _MOST_LARGE) if is_large else (self.small, _MOST_SMALL)
            kept[look.page] = image
            while len(kept) > most:
                kept.pop(next(iter(kept)))
        self.came.emit(look, is_large)


def _draws(
    looks: PageLooks, large: tuple[int, ...], small: tuple[int, ...], px: int
) -> Callable[[Progress, IsStopped], None]:
    return lambda _tell, is_stopped: looks.draw(large, small, px, is_stopped)


def _image(pixels: Pixels) -> QImage:
    row = pixels.width * 3
    shown = QImage(pixels.rgb, pixels.width, pixels.height, row, QImage.Format.Format_RGB888)
    return shown.convertToFormat(QImage.Format.Format_RGB32)  # a copy, quicker to draw
