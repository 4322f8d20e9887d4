"""The small pictures of fights on the start page: read beside the window, one after the other.

Owns what was read, by file and time of its last change, and how a map without a picture is drawn.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QImage, QPainter, QPen

from gridwar.storage.fight_summary import FightSummary, read_summary
from gridwar.ui.map.picture_decoding import decoded
from gridwar.ui.style.colors import map_colors, qcolor
from gridwar.ui.tasks.threads import Background

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from gridwar.ui.tasks.threads import IsStopped, Progress

LARGE = QSize(1600, 1000)
"""What lies behind the page."""
SMALL = QSize(480, 300)
"""A picture on it, also on a screen with twice the pixels."""

Seen = tuple[FightSummary, QImage]


class StartPictures(QObject):
    """Reads pictures; ``seen(path, is large, FightSummary, QImage)`` for each.

    One that was read before is told at once.
    """

    seen = Signal(str, bool, object, QImage)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._background = Background(self)
        self._wanted: list[tuple[str, bool]] = []
        self._seen: dict[tuple[str, float, bool], Seen] = {}

    def want(self, paths: Iterable[str], *, large: bool = False) -> None:
        """Read the pictures of some fights, after those that are wanted already.

        Args:
            paths: Their files.
            large: Whether they fill a window.
        """
        for path in paths:
            known = self._seen.get((path, _changed(path), large))
            if known is not None:
                self.seen.emit(path, large, *known)
            elif (path, large) not in self._wanted:
                self._wanted.append((path, large))
        if not self._background.is_running:
            self._next()

    def give_up(self) -> None:
        """Read no more: somebody else needs the thread."""
        self._wanted.clear()
        self._background.give_up()

    def _next(self) -> None:
        while self._wanted:
            path, large = self._wanted.pop(0)
            if (
                path,
                _changed(path),
                large,
            ) not in self._seen:  # it may have come with the large one
                self._background.run(_work(path, large=large), partial(self._take, path))
                return

    def _take(self, path: str, made: tuple[FightSummary, Mapping[bool, QImage]]) -> None:
        found, images = made
        for large, image in images.items():
            self._seen[path, _changed(path), large] = found, image
            self.seen.emit(path, large, found, image)
        self._next()


def _work(
    path: str, *, large: bool
) -> Callable[[Progress, IsStopped], tuple[FightSummary, Mapping[bool, QImage]]]:
    def work(_tell: Progress, _is_stopped: IsStopped) -> tuple[FightSummary, Mapping[bool, QImage]]:
        found = read_summary(Path(path))
        image = _image(found, LARGE if large else SMALL)
        return found, {True: image, False: _filling(image, SMALL)} if large else {False: image}

    return work


def _changed(path: str) -> float:
    try:
        return Path(path).stat().st_mtime
    except OSError:
        return 0.0


def _image(found: FightSummary, size: QSize) -> QImage:
    """Return the map of a fight, as large as is needed to fill a size."""
    image = decoded(found.picture) if found.picture else QImage()
    if image.isNull():
        return _page(found, size)
    return _filling(image, size)


def _filling(image: QImage, size: QSize) -> QImage:
    if image.isNull():
        return image
    expand = Qt.AspectRatioMode.KeepAspectRatioByExpanding
    return image.scaled(size, expand, Qt.TransformationMode.SmoothTransformation)


def _page(found: FightSummary, size: QSize) -> QImage:
    """Draw a map that has no picture: its page, its walls."""
    if not found.width or not found.height:
        return QImage()
    colors = map_colors()
    shown = QSize(found.width, found.height).scaled(size, Qt.AspectRatioMode.KeepAspectRatio)
    cell = shown.width() / found.width
    image = QImage(shown, QImage.Format.Format_RGB32)
    image.fill(qcolor(colors.paper))
    with QPainter(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(qcolor(colors.ink), max(2.0, cell / 6)))
        painter.drawLines(
            [QLineF(x1 * cell, y1 * cell, x2 * cell, y2 * cell) for x1, y1, x2, y2 in found.walls]
        )
    return image


def draw_filling(painter: QPainter, box: QRectF, image: QImage) -> None:
    """Draw the middle of an image, so large that it fills a box."""
    if image.isNull() or box.isEmpty():
        return
    share = min(image.width() / box.width(), image.height() / box.height())
    part = QRectF(0, 0, box.width() * share, box.height() * share)
    part.moveCenter(QRectF(image.rect()).center())
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.drawImage(box, image, part)
