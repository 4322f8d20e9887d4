"""Icons by name, drawn from the shipped SVG files in any size and colour.

Owns loading, recolouring and the cache; which icon means what is for its user.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from gridwar.errors import ContentError
from gridwar.paths import data_dir

if TYPE_CHECKING:
    from gridwar.ui.style.colors import Palette

UNKNOWN_ICON = "circle-question-mark"
"""Stands in for a name that is not shipped: names also come from saved fights and house rules."""

_CACHED_PIXMAPS = 1024
_LUCIDE_STROKE = 'stroke-width="2"'
_OUR_STROKE = 'stroke-width="1.75"'


@cache
def icon_names() -> frozenset[str]:
    """Return the names of all shipped icons."""
    return frozenset(path.stem for path in (data_dir("assets") / "icons").glob("*.svg"))


@lru_cache(_CACHED_PIXMAPS)
def icon_pixmap(name: str, size_px: int, color: str, ratio: float = 1.0) -> QPixmap:
    """Return one icon as a pixmap; treat it as read-only, it is shared.

    Args:
        name: file name without the ending, such as ``"shield-half"``.
        size_px: edge in device-independent pixels.
        color: ``#RRGGBB``.
        ratio: device pixel ratio of the screen it is for.
    """
    edge = max(1, round(size_px * ratio))
    pixmap = QPixmap(edge, edge)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    draw_icon(painter, name, QRectF(0, 0, edge, edge), color)
    painter.end()
    pixmap.setDevicePixelRatio(ratio)
    return pixmap


def draw_icon(painter: QPainter, name: str, where: QRectF, color: str) -> None:
    """Draw one icon into a rectangle of the painter's coordinates."""
    _renderer(name, color).render(painter, where)


def icon(name: str, palette: Palette, size_px: int = 18, *, accented: bool = False) -> QIcon:
    """Return an icon with its quiet, active and disabled looks in a theme.

    Args:
        name: file name without the ending.
        palette: the theme's colours.
        size_px: edge in device-independent pixels.
        accented: drawn in the accent colour while on.
    """
    made = QIcon()
    on = palette.accent if accented else palette.text
    looks = (
        (QIcon.Mode.Normal, QIcon.State.Off, palette.text2),
        (QIcon.Mode.Active, QIcon.State.Off, palette.text),
        (QIcon.Mode.Normal, QIcon.State.On, on),
        (QIcon.Mode.Disabled, QIcon.State.Off, palette.text3),
    )
    for ratio in (1.0, 2.0):
        for mode, state, color in looks:
            made.addPixmap(icon_pixmap(name, size_px, color, ratio), mode, state)
    return made


@lru_cache(_CACHED_PIXMAPS)
def _renderer(name: str, color: str) -> QSvgRenderer:
    known = name if name in icon_names() else UNKNOWN_ICON
    path = data_dir("assets") / "icons" / f"{known}.svg"
    try:
        source = path.read_text(encoding="utf-8")
    except OSError as error:
        raise ContentError(f"{path} cannot be read: {error}; install Gridwar again") from error
    source = source.replace("currentColor", color).replace(_LUCIDE_STROKE, _OUR_STROKE)
    return QSvgRenderer(QByteArray(source.encode()))
