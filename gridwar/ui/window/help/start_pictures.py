"""The small pictures of fights on the start page: read beside the window, one after the other.

Owns what was read, by file and time of its last change, and how a map without a picture is drawn.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import ValidationError
from PySide6.QtCore import QLineF, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QImage, QPainter, QPen

from gridwar.errors import MapError
from gridwar.formats.import_report import no_progress
from gridwar.model.geometry import SUBCELL, Size
from gridwar.model.sketch import Sketch
from gridwar.storage.fight_summary import FightSummary, read_summary
from gridwar.storage.map_thumbnails import MapThumbnails
from gridwar.ui.map.ink.ink_styles import ink_colors
from gridwar.ui.map.ink.ink_walls import floor_path
from gridwar.ui.map.ink.sketch_part import CellBox, SketchPart, floor_loops
from gridwar.ui.map.ink.sketch_picture import sketch_part_picture
from gridwar.ui.map.map_to_png import png_of
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

_MOST_INK_CELLS = 2500
"""A larger sketch is drawn without hatching: nobody would see it."""
_LEAST_INK_PX = 12

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
        self._imports: dict[str, tuple[str, ...]] = {}

    def note_imports(self, files: Mapping[str, tuple[str, ...]]) -> None:
        """Say which are no fights but maps of other programs.

        Args:
            files: All files of each, by the one under which its picture is wanted.
        """
        self._imports.update(files)

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
                work = _work(path, self._imports.get(path, ()), large=large)
                self._background.run(work, partial(self._take, path))
                return

    def _take(self, path: str, made: tuple[FightSummary, Mapping[bool, QImage]]) -> None:
        found, images = made
        for large, image in images.items():
            self._seen[path, _changed(path), large] = found, image
            self.seen.emit(path, large, found, image)
        self._next()


def _work(
    path: str, parts: tuple[str, ...], *, large: bool
) -> Callable[[Progress, IsStopped], tuple[FightSummary, Mapping[bool, QImage]]]:
    def work(_tell: Progress, is_stopped: IsStopped) -> tuple[FightSummary, Mapping[bool, QImage]]:
        if large:
            found = read_summary(Path(path))
            image = _image(found, LARGE)
            return found, {True: image, False: _filling(image, SMALL)}
        thumbnails = MapThumbnails()
        kept = thumbnails.kept(Path(path))
        image = QImage() if kept is None else decoded(kept[1])
        if kept is not None and not image.isNull():
            return kept[0], {False: image}
        found = read_imported(parts, is_stopped) if parts else read_summary(Path(path))
        image = _image(found, SMALL)
        if not image.isNull():
            thumbnails.keep(Path(path), found, png_of(image))
        return found, {False: image}

    return work


def read_imported(parts: tuple[str, ...], is_stopped: IsStopped) -> FightSummary:
    """Look at a map of another program; what is wrong with it is told in ``why_not``.

    Args:
        parts: Its files.
        is_stopped: Asked whether to give up.

    Raises:
        Cancelled: Somebody asked to give up.
    """
    from gridwar.formats.picture_draft import PictureDraft
    from gridwar.formats.reading_any_map import read_maps  # here: they are slow
    from gridwar.ui.map.tile_painting import drawn

    paths = [Path(one) for one in parts]
    try:
        found = drawn(read_maps(paths, no_progress, is_stopped), no_progress, is_stopped)
    except MapError as error:
        return FightSummary(paths[0].stem, why_not=str(error))
    page = found.map
    # Of a picture the squares are a guess until somebody has said how large they are.
    is_guess = isinstance(found.draft, PictureDraft) and not found.draft.is_answered
    size = Size(0, 0) if is_guess else page.size
    sketch = b"" if page.sketch is None else page.sketch.model_dump_json().encode()
    ends = ((one.a, one.b) for one in page.walls)
    walls = tuple((a.x / SUBCELL, a.y / SUBCELL, b.x / SUBCELL, b.y / SUBCELL) for a, b in ends)
    return FightSummary(
        paths[0].stem,
        page.name,
        page.tags,
        width=size.w,
        height=size.h,
        picture=found.picture or b"",
        walls=walls,
        sketch=sketch,
    )


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
    """Draw a map that has no picture: its sketch in ink, else its page and its walls."""
    if not found.width or not found.height:
        return QImage()
    if found.sketch and (drawing := _sketch(found, size)) is not None:
        return drawing
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


def _sketch(found: FightSummary, size: QSize) -> QImage | None:
    """Draw a sketch as pen does, a large one from above only its floor; None for a damaged one."""
    try:
        sketch = Sketch.model_validate_json(found.sketch)
    except ValidationError:
        return None
    expand = Qt.AspectRatioMode.KeepAspectRatioByExpanding
    cell = QSize(found.width, found.height).scaled(size, expand).width() / found.width
    box = CellBox(0, 0, sketch.width, sketch.height)
    if sketch.width * sketch.height <= _MOST_INK_CELLS:
        return _filling(sketch_part_picture(sketch, box, max(_LEAST_INK_PX, round(cell))), size)
    colors = ink_colors(sketch.style)
    image = QImage(
        round(sketch.width * cell), round(sketch.height * cell), QImage.Format.Format_RGB32
    )
    image.fill(qcolor(colors.paper))
    with QPainter(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(cell, cell)
        painter.setPen(QPen(qcolor(colors.ink), 1.5 / cell))
        painter.setBrush(qcolor(colors.floor))
        painter.drawPath(floor_path(floor_loops(SketchPart.around(sketch, box))))
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
