"""The silhouettes that come with Gridwar, in one tone over ink, in any size.

Each is read when it is first drawn. Who bears which is said by the combatant; where its letters
stand on it, is for `token_paint`.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray
from PySide6.QtSvg import QSvgRenderer

from gridwar.errors import ContentError
from gridwar.model.silhouettes import silhouette_of
from gridwar.paths import data_dir

if TYPE_CHECKING:
    from PySide6.QtCore import QRectF
    from PySide6.QtGui import QPainter

_MOST_RENDERERS = 64


@cache
def silhouette_names() -> frozenset[str]:
    """Return the names of all that are shipped."""
    return frozenset(path.stem for path in (data_dir("assets") / "silhouettes").glob("*.svg"))


def known_silhouette(picture: str | None) -> str | None:
    """Return the silhouette that a token bears, where it is one that is shipped."""
    name = silhouette_of(picture)
    return name if name is not None and name in silhouette_names() else None


def draw_silhouette(painter: QPainter, name: str, where: QRectF, color: str) -> None:
    """Draw one of those that are shipped into a square."""
    _renderer(name, color).render(painter, where)


@lru_cache(_MOST_RENDERERS)
def _renderer(name: str, color: str) -> QSvgRenderer:
    path = data_dir("assets") / "silhouettes" / f"{name}.svg"
    try:
        source = path.read_text(encoding="utf-8")
    except OSError as error:
        raise ContentError(f"{path} cannot be read: {error}; install Gridwar again") from error
    return QSvgRenderer(QByteArray(source.replace("currentColor", color).encode()))
