"""What a drawing's pixels come to on a ground: its lines against it, its words against their plate.

The real scene draws each thing over a black page and over a white one. From the two follows how
solid each pixel is and of what colour, and with that how the thing looks on any ground.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np
from msgspec import Struct
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from gridwar.ui.map.map_scene import MapScene
from gridwar.ui.map.overlays.result_tags_and_marks import ResultItem
from gridwar.ui.style.colors import ThemeName, palette_for
from tests.contrast.grounds import GROUNDS, PAGES, SKETCHES
from tests.contrast.sight import Floats, contrast, luminance
from tests.contrast.things import Kind, Thing

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from gridwar.control.records.scene_records import SceneView

_SOLID: Final = 0.6
"""From here on a pixel belongs to a line or a plate; what is thinner is a veil over the ground."""
_NEAR_PX: Final = 4
"""Core and casing of one line lie no further apart."""
_WORST: Final = 5.0
"""Per cent of a line's length that may be lost in what lies there."""
_DIFFERS: Final = 0.02
_INSET_PX: Final = 4
"""From a plate's edge to where nothing but words and signs is drawn on it."""
_STROKES: Final = 90.0
"""Per cent of the pixels of letters that differ less from their plate than the strokes' middle."""
_IS_WRITTEN: Final = 1.25
"""Contrast with its plate from which a pixel is taken for part of a letter."""
_ROOM_PX: Final = 2 * _NEAR_PX


class Drawn(Struct, frozen=True):
    """A thing as drawn: how solid each pixel is, and what it adds of its own colour."""

    alpha: Floats
    own: Floats

    def on(self, ground: Floats) -> Floats:
        """Return the thing over a ground."""
        found: Floats = self.own + ground * (1 - self.alpha[..., None])
        return found

    def cut(self, part: tuple[slice, slice]) -> Drawn:
        """Return a part of it."""
        return Drawn(self.alpha[part], self.own[part])


@lru_cache(maxsize=32)
def _drawn(view: SceneView, cell_px: float, *, as_tag: bool) -> Drawn:
    """Draw a scene; ``as_tag`` has its results grown to tags."""
    dark, light = (_pixels(view, cell_px, page, as_tag=as_tag) for page in ("#000000", "#FFFFFF"))
    alpha = np.clip(1 - (light - dark).mean(axis=2), 0, 1)
    return Drawn(alpha, dark)


def _pixels(view: SceneView, cell_px: float, page: str, *, as_tag: bool) -> Floats:
    palette = palette_for(ThemeName.DARK)._replace(raised=page, void=page)
    scene = MapScene(palette)
    scene.reduce_motion = True
    scene.set_zoom(cell_px, 1.0)
    scene.sync(None, view)
    scene.refresh_all()
    for item in scene.items() if as_tag else ():
        if isinstance(item, ResultItem):
            item._set_grown(1.0)
    width, height = (round(side * cell_px) for side in (view.ground.width, view.ground.height))
    image = QImage(width, height, QImage.Format.Format_RGB32)
    with QPainter(image) as painter:
        cells = QRectF(0, 0, width / cell_px, height / cell_px)
        scene.render(painter, QRectF(image.rect()), cells, Qt.AspectRatioMode.IgnoreAspectRatio)
    scene.free_pixels()
    found = np.frombuffer(image.constBits(), np.uint8).reshape(height, width, 4)
    return found[..., 2::-1].astype(np.float64) / 255


def contrast_of(thing: Thing, cell_px: float) -> dict[str, float]:
    """Return what a thing keeps on each ground at a zoom; nothing where it is not drawn there."""
    below = _drawn(thing.without, cell_px, as_tag=thing.as_tag)
    whole = _drawn(thing.view, cell_px, as_tag=thing.as_tag)
    part = _part(whole, below)
    if part is None:
        return {}
    measure = _MEASURES[thing.kind]
    size = round(thing.view.ground.width * cell_px), round(thing.view.ground.height * cell_px)
    grounds = PAGES if thing.is_of_page else {**GROUNDS, **PAGES, **SKETCHES}
    it, without = whole.cut(part), below.cut(part)
    return {name: measure(it, without, _ground(name, size)[part]) for name in grounds}


@lru_cache(maxsize=64)
def _ground(name: str, size: tuple[int, int]) -> Floats:
    return {**GROUNDS, **PAGES, **SKETCHES}[name](size)


def _along_a_line(thing: Drawn, without: Drawn, ground: Floats) -> float:
    """Return what a line keeps along all but a twentieth of its length.

    The less of two: the better of core and casing against what it lies on; core against casing.
    """
    solid = _mine(thing, without) & (thing.alpha >= _SOLID)
    seen = luminance(thing.on(ground))
    below = luminance(np.where(solid[..., None], without.on(ground), thing.on(ground)))
    lightest = _spread(np.where(solid, seen, -np.inf), np.maximum)
    darkest = _spread(np.where(solid, seen, np.inf), np.minimum)
    around = _mean(below)
    edge = solid & (_spread(np.where(solid, 1.0, 0.0), np.minimum) == 0)
    against = np.maximum(
        contrast(lightest[edge], around[edge]), contrast(darkest[edge], around[edge])
    )
    within = contrast(lightest[edge], darkest[edge])
    return float(min(np.percentile(against, _WORST), np.percentile(within, _WORST)))


def _on_what_it_covers(thing: Drawn, without: Drawn, ground: Floats) -> float:
    """Return the contrast of what is written or drawn on something with what it stands on."""
    mine = _mine(thing, without)
    seen, plate = luminance(thing.on(ground))[mine], luminance(without.on(ground))[mine]
    return float(np.percentile(contrast(seen, plate), _STROKES))


def _on_its_plate(thing: Drawn, without: Drawn, ground: Floats) -> float:
    """Return the contrast of the words on a plate with it, over the ground that it lets through."""
    solid = _mine(thing, without) & (thing.alpha >= _SOLID)
    rows, columns = np.flatnonzero(solid.any(axis=1)), np.flatnonzero(solid.any(axis=0))
    inside = np.s_[
        rows[0] + _INSET_PX : rows[-1] + 1 - _INSET_PX,
        columns[0] + _INSET_PX : columns[-1] + 1 - _INSET_PX,
    ]
    seen = luminance(thing.on(ground))[inside]
    found = contrast(seen, np.full_like(seen, np.median(seen)))
    return float(np.percentile(found[found > _IS_WRITTEN], _STROKES, method="lower"))


_MEASURES: Final[Mapping[Kind, Callable[[Drawn, Drawn, Floats], float]]] = {
    Kind.LINE: _along_a_line,
    Kind.WORDS: _on_its_plate,
    Kind.LETTERS: _on_what_it_covers,
    Kind.SIGN: _on_what_it_covers,
}


def _mine(thing: Drawn, without: Drawn) -> NDArray[np.bool_]:
    differs = np.abs(thing.own - without.own).max(axis=2) > _DIFFERS
    found: NDArray[np.bool_] = differs | (np.abs(thing.alpha - without.alpha) > _DIFFERS)
    return found


def _part(thing: Drawn, without: Drawn) -> tuple[slice, slice] | None:
    """Return where two drawings differ, with some room; None where they are alike."""
    mine = _mine(thing, without) & (thing.alpha >= _SOLID)
    rows, columns = np.nonzero(mine)
    return (_span(rows), _span(columns)) if rows.size else None


def _span(places: NDArray[np.intp]) -> slice:
    return slice(max(0, int(places.min()) - _ROOM_PX), int(places.max()) + 1 + _ROOM_PX)


def _spread(values: Floats, keep: Callable[[Floats, Floats], Floats]) -> Floats:
    """Return for each pixel the extreme of those near it."""
    for axis in (0, 1):
        kept = values
        for step in range(1, _NEAR_PX + 1):
            for by in (step, -step):
                kept = keep(kept, np.roll(values, by, axis=axis))
        values = kept
    return values


def _mean(values: Floats) -> Floats:
    """Return for each pixel the mean of those near it."""
    for axis in (0, 1):
        steps = range(-_NEAR_PX, _NEAR_PX + 1)
        values = np.mean([np.roll(values, by, axis=axis) for by in steps], axis=0)
    return values
