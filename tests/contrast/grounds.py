"""Grounds to lay a drawing on: six such as maps have, made by numbers, blank pages, sketches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from gridwar.model.sketch import SketchStyle
from gridwar.ui.map.ink.sketch_picture import sketch_picture
from gridwar.ui.style.colors import ThemeName, palette_for
from tests.contrast.sight import Floats, shares
from tests.support.drawn_dungeon import drawn_dungeon

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_SEED: Final = 20261127
_SKETCH_PX: Final = 32


def _grain(size: tuple[int, int], cell_px: int) -> Floats:
    """Return soft noise about 0, at most 1 off, as large as ``cell_px`` in its features."""
    width, height = size
    rng = np.random.default_rng(_SEED)
    coarse = rng.uniform(-1, 1, (height // cell_px + 2, width // cell_px + 2))
    y, x = np.arange(height) / cell_px, np.arange(width) / cell_px
    top, left = y.astype(int), x.astype(int)
    down, right = (y - top)[:, None], (x - left)[None, :]
    upper = coarse[top][:, left] * (1 - right) + coarse[top][:, left + 1] * right
    lower = coarse[top + 1][:, left] * (1 - right) + coarse[top + 1][:, left + 1] * right
    found: Floats = upper * (1 - down) + lower * down
    return found


def _speckled(color: str, rough: float, fine: float) -> Callable[[tuple[int, int]], Floats]:
    """Return what makes a ground of one colour, lighter and darker in patches and in grains."""

    def made(size: tuple[int, int]) -> Floats:
        shade = rough * _grain(size, 37) + fine * _grain(size, 3)
        return np.clip(shares(color) * (1 + shade[..., None]), 0, 1)

    return made


def _busy(size: tuple[int, int]) -> Floats:
    """Return a floor of slabs of every shade, each with a dark joint and its own grain."""
    width, height = size
    slabs = ("#8A5A3C", "#C9BFA8", "#3D474E", "#6E7F52", "#A33B2E", "#D9D2BE", "#4B3A55", "#5F6B70")
    y, x = np.mgrid[0:height, 0:width]
    row = y // 17
    column = (x + 13 * (row % 3)) // 26
    kind = (column * 5 + row * 3 + (column * row) % 7) % len(slabs)
    ground = np.array([shares(one) for one in slabs])[kind]
    is_joint = (y % 17 < 2) | ((x + 13 * (row % 3)) % 26 < 2)
    ground = np.where(is_joint[..., None], shares("#1C1A18"), ground)
    return np.clip(ground * (1 + 0.16 * _grain(size, 4)[..., None]), 0, 1)


def _grass(size: tuple[int, int]) -> Floats:
    """Return a meadow: tufts, and paths of trodden earth between them."""
    green = _speckled("#5E7C3A", 0.22, 0.30)(size)
    earth = _speckled("#7A6443", 0.10, 0.18)(size)
    return np.where((_grain(size, 61) > 0.45)[..., None], earth, green)


def _plain(color: str) -> Callable[[tuple[int, int]], Floats]:
    def made(size: tuple[int, int]) -> Floats:
        return np.broadcast_to(shares(color), (size[1], size[0], 3)).copy()

    return made


GROUNDS: Final[Mapping[str, Callable[[tuple[int, int]], Floats]]] = {
    "pale": _speckled("#E3DDCF", 0.05, 0.05),
    "dark": _speckled("#2C2F33", 0.30, 0.25),
    "busy": _busy,
    "grass": _grass,
    "sand": _speckled("#CDB283", 0.10, 0.08),
    "yellow": _speckled("#F2D222", 0.05, 0.04),
}
"""Each makes its pixels for a width and a height: shares of sRGB, colours in the last axis."""


def _sketched(style: SketchStyle) -> Callable[[tuple[int, int]], Floats]:
    """Return what draws a dungeon again and again, walls and hatching everywhere."""

    def made(size: tuple[int, int]) -> Floats:
        image = sketch_picture(drawn_dungeon(style), _SKETCH_PX)
        rows = np.frombuffer(image.constBits(), np.uint8)
        rows = rows.reshape(image.height(), image.bytesPerLine())[:, : 4 * image.width()]
        pixels = rows.reshape(image.height(), image.width(), 4)[..., 2::-1] / 255
        width, height = size
        down, across = -(-height // image.height()), -(-width // image.width())
        return np.tile(pixels, (down, across, 1))[:height, :width].astype(np.float64)

    return made


PAGES: Final[Mapping[str, Callable[[tuple[int, int]], Floats]]] = {
    "dark page": _plain(palette_for(ThemeName.DARK).raised),
    "light page": _plain(palette_for(ThemeName.LIGHT).raised),
}
"""What lies under a map without a picture."""

SKETCHES: Final[Mapping[str, Callable[[tuple[int, int]], Floats]]] = {
    "ink": _sketched(SketchStyle.INK),
    "parchment": _sketched(SketchStyle.PARCHMENT),
    "blueprint": _sketched(SketchStyle.BLUEPRINT),
}
"""What lies under a map that is drawn, in each style."""
