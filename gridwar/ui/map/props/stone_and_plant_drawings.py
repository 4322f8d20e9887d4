"""The stamps of stone, fire, water and plants, seen from above.

Each function draws a thing that fills so many cells, its upper left corner at 0, 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.ui.map.props import stamp_brush as sb
from gridwar.ui.map.props.stamp_brush import blob, box, disc, shape

if TYPE_CHECKING:
    from gridwar.ui.map.props.stamp_brush import StampBrush


def pillar(brush: StampBrush, w: float, h: float) -> None:
    """Draw a round shaft on a square foot."""
    brush.body(box(0.1, 0.1, w - 0.2, h - 0.2, 0.03), sb.DARK_STONE)
    brush.fill(disc(w / 2, h / 2, min(w, h) * 0.36), sb.LIGHT_STONE, 0.04)
    brush.fill(disc(w / 2, h / 2, min(w, h) * 0.24), sb.STONE)


def statue(brush: StampBrush, w: float, h: float) -> None:
    """Draw shoulders and a head on a foot."""
    brush.body(box(0.1, 0.1, w - 0.2, h - 0.2, 0.03), sb.DARK_STONE)
    brush.fill(disc(w / 2, h * 0.54, w * 0.33, h * 0.19), sb.LIGHT_STONE, 0.04)
    brush.fill(disc(w / 2, h * 0.46, min(w, h) * 0.15), sb.STONE, 0.04)


def fountain(brush: StampBrush, w: float, h: float) -> None:
    """Draw a basin with water and a spout."""
    x, y, r = w / 2, h / 2, min(w, h) / 2
    brush.body(disc(x, y, r - 0.08), sb.LIGHT_STONE)
    brush.fill(disc(x, y, r - 0.26), sb.WATER, 0.03)
    brush.fill(disc(x, y, r - 0.52), sb.GLASS)
    brush.fill(disc(x, y, r * 0.18), sb.STONE, 0.03)


def well(brush: StampBrush, w: float, h: float) -> None:
    """Draw a ring of stones, a dark shaft and a beam."""
    x, y, r = w / 2, h / 2, min(w, h) / 2 - 0.06
    brush.body(disc(x, y, r), sb.STONE)
    brush.fill(disc(x, y, r * 0.66), "#22323c", 0.03)
    brush.fill(box(0.04, y - 0.05, w - 0.08, 0.1, 0.02), sb.WOOD)


def altar(brush: StampBrush, w: float, h: float) -> None:
    """Draw a slab with a cloth and a bowl."""
    brush.body(box(0.06, 0.14, w - 0.12, h - 0.28), sb.LIGHT_STONE)
    brush.fill(box(w * 0.3, 0.14, w * 0.4, h - 0.28, 0.0), sb.CLOTH)
    brush.fill(disc(w / 2, h / 2, 0.14), sb.GLOW, 0.03)
    for x in (0.24, w - 0.24):
        brush.fill(disc(x, h / 2, 0.06), sb.LINEN)


def sarcophagus(brush: StampBrush, w: float, h: float) -> None:
    """Draw a lid that narrows to the feet."""
    lid = ((0.22, 0.08), (w - 0.22, 0.08), (w - 0.1, 0.5), (w - 0.24, h - 0.08), (0.24, h - 0.08))
    brush.body(shape((*lid, (0.1, 0.5))), sb.STONE)
    inner = ((0.3, 0.2), (w - 0.3, 0.2), (w - 0.2, 0.52), (w - 0.32, h - 0.2), (0.32, h - 0.2))
    brush.fill(shape((*inner, (0.2, 0.52))), sb.LIGHT_STONE)
    brush.lines((w / 2, 0.32, w / 2, h - 0.4), (w * 0.34, 0.6, w * 0.66, 0.6), width=0.05)


def brazier(brush: StampBrush, w: float, h: float) -> None:
    """Draw coals in an iron bowl."""
    x, y, r = w / 2, h / 2, min(w, h) / 2 - 0.12
    brush.body(disc(x, y, r), sb.IRON)
    brush.fill(disc(x, y, r * 0.74), "#7a2a16")
    brush.fill(blob(x, y, (0.2, 0.12, 0.22, 0.13, 0.2, 0.12, 0.19, 0.13)), sb.FIRE)
    brush.fill(disc(x, y, 0.08), sb.GLOW, 0.0)


def flipped_brazier(brush: StampBrush, w: float, h: float) -> None:
    """Draw the bowl on its side and coals on the floor."""
    brush.body(disc(w * 0.36, h / 2, 0.2, 0.3), sb.IRON)
    for x, y in ((0.62, 0.36), (0.74, 0.52), (0.6, 0.66)):
        brush.fill(disc(w * x, h * y, 0.07), sb.FIRE)


def boulder(brush: StampBrush, w: float, h: float) -> None:
    """Draw a rock with a lit face."""
    x, y, r = w / 2, h / 2, min(w, h)
    radii = [r * part for part in (0.44, 0.48, 0.4, 0.46, 0.42, 0.5, 0.45, 0.4)]
    brush.body(blob(x, y, radii), sb.STONE)
    brush.fill(blob(x - 0.06, y - 0.07, [one * 0.55 for one in radii]), sb.LIGHT_STONE, 0.0)
    brush.lines((x + 0.05, y - 0.02, x + 0.26, y + 0.14), (x + 0.1, y + 0.02, x + 0.06, y + 0.24))


def stump(brush: StampBrush, w: float, h: float) -> None:
    """Draw bark and rings."""
    x, y, r = w / 2, h / 2, min(w, h)
    radii = [r * part for part in (0.4, 0.36, 0.42, 0.35, 0.4, 0.37, 0.43, 0.36)]
    brush.body(blob(x, y, radii), sb.DARK_WOOD)
    for part, color in ((0.32, sb.LIGHT_WOOD), (0.21, sb.WOOD), (0.1, sb.LIGHT_WOOD)):
        brush.fill(disc(x, y, r * part), color)


def bush(brush: StampBrush, w: float, h: float) -> None:
    """Draw leaves in clumps."""
    _leaves(brush, w, h, 0.46)


def tree(brush: StampBrush, w: float, h: float) -> None:
    """Draw a crown with its trunk below it."""
    _leaves(brush, w, h, 0.49)
    brush.fill(disc(w / 2, h / 2, min(w, h) * 0.13), sb.DARK_WOOD, 0.04)


def _leaves(brush: StampBrush, w: float, h: float, part: float) -> None:
    x, y, r = w / 2, h / 2, min(w, h) * part
    radii = [r * one for one in (1.0, 0.84, 1.0, 0.82, 0.98, 0.85, 1.02, 0.83, 0.97, 0.84)]
    brush.body(blob(x, y, radii), sb.DARK_LEAF)
    brush.fill(blob(x - 0.04, y - 0.05, [one * 0.74 for one in radii]), sb.LEAF, 0.0)
    brush.fill(blob(x - 0.08, y - 0.1, [one * 0.4 for one in radii]), "#7ba55b", 0.0)
