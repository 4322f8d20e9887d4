"""Lengths in words: cells and the map's unit, the metric they are measured by, heights."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.grid.cells.metrics import HeightRule, Metric
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from gridwar.engine.kit.measuring import Yardstick
    from gridwar.model.battlemap import Scale


def metric_words(yardstick: Yardstick) -> str:
    """Return the name of the metric of ranges, for the status bar."""
    words = {
        Metric.CHEBYSHEV: _("diagonal = 1"),
        Metric.ALTERNATING: _("diagonals 1, 2, 1, 2"),
        Metric.EUCLID_NEAREST: _("straight line, rounded"),
        Metric.EUCLID_FLOOR: _("straight line, rounded down"),
        Metric.MANHATTAN: _("diagonal = 2"),
    }[yardstick.metric]
    if yardstick.height is HeightRule.ADD:
        return _("{metric}, height added").format(metric=words)
    if yardstick.height is HeightRule.IGNORE:
        return _("{metric}, height left out").format(metric=words)
    return words


def squares(count: float) -> str:
    """Return a number of squares in words."""
    return ngettext("{n} square", "{n} squares", 1 if count == 1 else 2).format(n=f"{count:g}")


def units(scale: Scale, cells: float) -> str:
    """Return a length given in cells in the map's unit."""
    return height(scale, cells * scale.cell_size)


def height(scale: Scale, up: float) -> str:
    """Return a length given in the map's unit, with one decimal at most."""
    number = f"{round(up, 1):g}".replace("-", "\u2212")
    return f"{number} {scale.unit}"


def both(scale: Scale, cells: float) -> str:
    """Return a length in squares and in the map's unit."""
    return f"{squares(cells)}, {units(scale, cells)}"
