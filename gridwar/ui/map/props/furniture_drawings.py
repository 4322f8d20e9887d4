"""The stamps that people made to live with: tables, seats, beds, boxes, seen from above.

Each function draws a thing that fills so many cells, its upper left corner at 0, 0; ``_flipped``
ones as it lies once it was flipped over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.ui.map.props import stamp_brush as sb
from gridwar.ui.map.props.stamp_brush import box, disc, shape

if TYPE_CHECKING:
    from gridwar.ui.map.props.stamp_brush import StampBrush


def table(brush: StampBrush, w: float, h: float) -> None:
    """Draw planks along the longer side."""
    brush.body(box(0.08, 0.1, w - 0.16, h - 0.2), sb.WOOD)
    rows = 3
    for row in range(1, rows):
        y = 0.1 + (h - 0.2) * row / rows
        brush.lines((0.1, y, w - 0.1, y))
    for x in (0.2, w - 0.2):
        brush.lines((x, 0.12, x, h - 0.12))


def round_table(brush: StampBrush, w: float, h: float) -> None:
    """Draw a round top with rings."""
    brush.body(disc(w / 2, h / 2, w / 2 - 0.08, h / 2 - 0.08), sb.WOOD)
    brush.fill(disc(w / 2, h / 2, w * 0.28, h * 0.28), sb.LIGHT_WOOD)


def flipped_top(brush: StampBrush, w: float, h: float) -> None:
    """Draw a top that stands on its edge, its legs to one side."""
    edge = h * 0.3
    brush.body(box(0.04, h - edge - 0.12, w - 0.08, edge, 0.03), sb.DARK_WOOD)
    brush.fill(box(0.04, h - edge - 0.12, w - 0.08, edge * 0.35, 0.02), sb.LIGHT_WOOD)
    for x in (0.14, w - 0.24):
        brush.body(box(x, 0.12, 0.1, h - edge - 0.22, 0.02), sb.WOOD)


def bench(brush: StampBrush, w: float, h: float) -> None:
    """Draw a narrow plank on two feet."""
    for x in (0.2, w - 0.3):
        brush.fill(box(x, h * 0.25, 0.1, h * 0.5), sb.DARK_WOOD)
    brush.body(box(0.08, h * 0.34, w - 0.16, h * 0.32), sb.LIGHT_WOOD)
    brush.lines((0.12, h / 2, w - 0.12, h / 2))


def flipped_bench(brush: StampBrush, w: float, h: float) -> None:
    """Draw it with its feet up."""
    brush.body(box(0.08, h * 0.55, w - 0.16, h * 0.14), sb.DARK_WOOD)
    for x in (0.2, w - 0.3):
        brush.body(box(x, h * 0.25, 0.1, h * 0.3), sb.WOOD)


def chair(brush: StampBrush, w: float, h: float) -> None:
    """Draw a seat with its back above."""
    brush.body(box(w * 0.26, h * 0.28, w * 0.48, h * 0.48), sb.LIGHT_WOOD)
    brush.body(box(w * 0.22, h * 0.16, w * 0.56, h * 0.13), sb.DARK_WOOD)


def bed(brush: StampBrush, w: float, h: float) -> None:
    """Draw a pillow and a blanket in a frame."""
    brush.body(box(0.08, 0.06, w - 0.16, h - 0.12), sb.WOOD)
    brush.fill(box(0.15, 0.13, w - 0.3, h - 0.26), sb.LINEN)
    brush.fill(box(0.22, 0.18, w - 0.44, 0.3, 0.08), "#fbf7ee")
    brush.fill(box(0.15, 0.62, w - 0.3, h - 0.75), sb.CLOTH)
    brush.lines((0.17, 0.76, w - 0.17, 0.76))


def cupboard(brush: StampBrush, w: float, h: float) -> None:
    """Draw two doors below a cornice."""
    brush.body(box(0.05, h * 0.15, w - 0.1, h * 0.7), sb.DARK_WOOD)
    brush.fill(box(0.12, h * 0.24, w / 2 - 0.16, h * 0.52), sb.WOOD)
    brush.fill(box(w / 2 + 0.04, h * 0.24, w / 2 - 0.16, h * 0.52), sb.WOOD)
    for x in (w / 2 - 0.1, w / 2 + 0.1):
        brush.fill(disc(x, h / 2, 0.03), sb.GLOW)


def crate(brush: StampBrush, w: float, h: float) -> None:
    """Draw a lid of boards with braces."""
    brush.body(box(0.1, 0.1, w - 0.2, h - 0.2), sb.LIGHT_WOOD)
    brush.fill(box(0.2, 0.2, w - 0.4, h - 0.4, 0.01), sb.WOOD)
    brush.lines((0.2, 0.2, w - 0.2, h - 0.2), (w - 0.2, 0.2, 0.2, h - 0.2), width=0.05)


def barrel(brush: StampBrush, w: float, h: float) -> None:
    """Draw a round lid within a hoop."""
    x, y, r = w / 2, h / 2, min(w, h) / 2 - 0.1
    brush.body(disc(x, y, r), sb.IRON)
    brush.fill(disc(x, y, r * 0.84), sb.WOOD)
    for part in (-0.4, 0.0, 0.4):
        brush.lines((x + part * r, y - r * 0.7, x + part * r, y + r * 0.7))


def cart(brush: StampBrush, w: float, h: float) -> None:
    """Draw a bed of boards between wheels, shafts in front."""
    for x in (w * 0.3, w * 0.64):
        brush.body(box(x, 0.05, 0.11, h * 0.3, 0.03), sb.LIGHT_WOOD)
    for x in (0.06, w - 0.24):
        for y in (h * 0.36, h * 0.7):
            brush.body(box(x, y, 0.18, h * 0.2, 0.06), sb.DARK_WOOD)
    brush.body(box(0.26, h * 0.26, w - 0.52, h * 0.7), sb.WOOD)
    for row in range(1, 5):
        y = h * (0.26 + 0.7 * row / 5)
        brush.lines((0.28, y, w - 0.28, y))


def flipped_cart(brush: StampBrush, w: float, h: float) -> None:
    """Draw it on its side: boards, and two wheels in the air."""
    brush.body(box(w * 0.3, h * 0.08, w * 0.4, h * 0.84), sb.DARK_WOOD)
    for y in (h * 0.3, h * 0.7):
        brush.body(disc(w * 0.74, y, 0.34), sb.WOOD)
        brush.fill(disc(w * 0.74, y, 0.1), sb.IRON)


def car(brush: StampBrush, w: float, h: float) -> None:
    """Draw bonnet, panes and roof."""
    for x in (0.1, w - 0.26):
        for y in (h * 0.16, h * 0.68):
            brush.body(box(x, y, 0.16, h * 0.16, 0.05), sb.IRON)
    brush.body(box(0.18, 0.08, w - 0.36, h - 0.16, 0.28), sb.PAINT)
    front, back = h * 0.34, h * 0.78
    brush.fill(
        shape(((0.34, front), (w - 0.34, front), (w - 0.46, front + 0.3), (0.46, front + 0.3))),
        sb.GLASS,
    )
    brush.fill(
        shape(((0.46, back - 0.2), (w - 0.46, back - 0.2), (w - 0.34, back), (0.34, back))),
        sb.GLASS,
    )
    brush.fill(box(0.46, front + 0.3, w - 0.92, back - front - 0.5, 0.06), "#7095b8")
    for x in (0.34, w - 0.52):
        brush.fill(box(x, 0.12, 0.18, 0.09), sb.GLOW)


def console(brush: StampBrush, w: float, h: float) -> None:
    """Draw a desk with lit screens."""
    brush.body(box(0.06, h * 0.18, w - 0.12, h * 0.64, 0.1), sb.STEEL)
    screens = max(2, round(w))
    side = (w - 0.3) / screens
    for number in range(screens):
        x = 0.15 + number * side
        brush.fill(box(x + 0.04, h * 0.26, side - 0.08, h * 0.24), "#2c5d57")
        brush.lines((x + 0.1, h * 0.38, x + side - 0.12, h * 0.33), width=0.02)
        for key in range(3):
            x_key = x + side * (0.25 + 0.25 * key)
            brush.fill(disc(x_key, h * 0.66, 0.045), (sb.FIRE, sb.GLOW, sb.CLOTH)[key])


def sandbags(brush: StampBrush, w: float, h: float) -> None:
    """Draw two rows of bags."""
    for row, shift in ((0, 0.0), (1, 0.2)):
        count = max(1, round((w - 0.2) / 0.42))
        side = (w - 0.3) / count
        for number in range(count):
            x = 0.06 + shift / 2 + number * side
            brush.body(box(x, h * (0.2 + 0.3 * row), side, h * 0.3, 0.12), sb.SAND)
