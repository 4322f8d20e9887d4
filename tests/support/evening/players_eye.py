"""What the players see of an evening: their window's record and its pixels. It never touches."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication, QWidget

from gridwar.ui.style.colors import night_colors
from tests.support.evening.hands import idle

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridwar.control.records.fog_records import FogView
    from gridwar.control.records.players_records import PlayersRecord
    from gridwar.ui.app.application import Application
    from gridwar.ui.players.players_window import PlayersWindow

_BESIDE_POINTS = 2
"""So near to what is known a pixel may be drawn softly."""
_BESIDE_TOKEN = 1.6
"""So many cells round a token its name, its bar and its mark may lie."""


class PlayersEye:
    """Looks at the players' window of a program that runs."""

    def __init__(self, application: Application) -> None:
        self._application = application

    @property
    def window(self) -> PlayersWindow:
        """The players' window."""
        window = self._application.players.window
        assert window is not None, "the players' window is not open"
        return window

    @property
    def record(self) -> PlayersRecord:
        """What they are shown."""
        record = self.window.page.record
        assert record is not None
        return record

    @property
    def fog(self) -> FogView:
        """What they know of the map."""
        fog = self.record.scene.fog
        assert fog is not None, "there is no fog"
        return fog

    def handout(self) -> str | None:
        """Return the caption of the handout that lies before them; None where none does."""
        handout = self.record.handout
        return None if handout is None else handout.caption

    def tokens(self) -> set[str]:
        """Return whom they see."""
        return {one.id for one in self.record.scene.tokens}

    def knows(self, cell: tuple[int, int]) -> bool:
        """Return whether they know the middle of a cell."""
        return self._point(self.fog.known, cell)

    def sees(self, cell: tuple[int, int]) -> bool:
        """Return whether they see the middle of a cell now."""
        return self._point(self.fog.seen, cell)

    def _point(self, mask: NDArray[np.bool_], cell: tuple[int, int]) -> bool:
        points = self.fog.points
        return bool(mask[cell[1] * points + points // 2, cell[0] * points + points // 2])

    # --- what must never be there -----------------------------------------------------------------

    def nothing_is_told_of(self, *secrets: str) -> None:
        """Check that no secret is in the record, nor in any word of the window."""
        words = f"{self.record!r} {' '.join(self._words())}"
        told = [one for one in secrets if one in words]
        assert not told, f"players are told {told}"

    def _words(self) -> list[str]:
        widgets = [self.window, *self.window.findChildren(QWidget)]
        return [
            text
            for one in widgets
            for text in (
                one.windowTitle(),
                one.toolTip(),
                one.statusTip(),
                one.whatsThis(),
                one.accessibleName(),
                one.accessibleDescription(),
                one.objectName(),
            )
        ]

    def picture(self) -> QImage:
        """Return what stands on their screen now."""
        self._settle()
        return self.window.grab().toImage()

    def _settle(self) -> None:
        idle()
        self.window.map.map_scene.refresh_all()
        self.window.map.map_scene.overlays.settle()
        QApplication.processEvents()

    def nothing_unknown_is_drawn(self) -> None:
        """Check that every pixel of what they do not know has the colour of the fog.

        Beside a token lies its name; the edge of what is known is soft.
        """
        self._settle()
        pixels = self._map_pixels()
        hidden = self._unknown(pixels.shape)
        fog = _rgb(QColor(night_colors().fog))
        assert hidden.any() or self.fog.known.all(), "nothing of the unknown is in view"
        drawn = hidden & (pixels != fog)
        if drawn.any():
            rows, columns = np.nonzero(drawn)
            found = f"{len(rows)} of {int(hidden.sum())} pixels, first at {columns[0], rows[0]}"
            cell = self.window.map.to_cells(QPointF(float(columns[0]), float(rows[0])))
            raise AssertionError(f"players see what they do not know: {found}, cell {cell}")

    def share_drawn(self, cell: tuple[int, int]) -> float:
        """Return how much of a cell is drawn in other colours than the fog's."""
        self._settle()
        pixels = self._map_pixels()
        rows, columns = self._places(pixels.shape)
        inside = np.ix_((rows // 1) == cell[1], (columns // 1) == cell[0])
        part = pixels[inside]
        assert part.size, f"{cell} is not in view"
        return float((part != _rgb(QColor(night_colors().fog))).mean())

    def _map_pixels(self) -> NDArray[np.uint32]:
        image = self.window.map.viewport().grab().toImage()
        image = image.convertToFormat(QImage.Format.Format_RGB32)
        flat = np.frombuffer(image.constBits(), np.uint32)
        rows = flat.reshape(image.height(), image.bytesPerLine() // 4)
        return (rows & 0xFFFFFF).astype(np.uint32)

    def _places(self, shape: tuple[int, ...]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return rows and columns of pixels in cells."""
        view = self.window.map
        x, y = view.to_cells(QPointF(0.5, 0.5))
        step = 1 / view.cell_px
        rows, columns = (
            start + np.arange(n) * step for start, n in zip((y, x), shape, strict=True)
        )
        return rows.astype(np.float64), columns.astype(np.float64)

    def _unknown(self, shape: tuple[int, ...]) -> NDArray[np.bool_]:
        """Return which pixels lie on the map where nothing near them is known."""
        fog = self.fog
        near = np.pad(fog.known, _BESIDE_POINTS)
        height, width = fog.known.shape
        wide = np.zeros_like(fog.known)
        span = range(2 * _BESIDE_POINTS + 1)
        for down in span:
            for right in span:
                wide |= near[down : down + height, right : right + width]
        rows, columns = self._places(shape)
        on_map = ((rows >= 0) & (rows * fog.points < height))[:, None] & (
            (columns >= 0) & (columns * fog.points < width)
        )[None, :]
        row = np.clip(rows * fog.points, 0, height - 1).astype(int)
        column = np.clip(columns * fog.points, 0, width - 1).astype(int)
        hidden: NDArray[np.bool_] = ~wide[np.ix_(row, column)] & on_map
        for one in self.record.scene.tokens:
            x, y = one.cell
            beside = (abs(rows - y - one.size[1] / 2) < one.size[1] / 2 + _BESIDE_TOKEN)[:, None]
            hidden &= ~(beside & (abs(columns - x - one.size[0] / 2) < one.size[0] / 2 + 2)[None])
        return hidden


def _rgb(color: QColor) -> int:
    return color.rgb() & 0xFFFFFF
