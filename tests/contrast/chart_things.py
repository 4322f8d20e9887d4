"""The figures of charts of squares, each alone, as records that the scene is given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridwar.control.records import scene_records as sr
from gridwar.control.records.chart_records import (
    STEPS,
    ChartHue,
    ChartLegend,
    ChartSquares,
    ChartView,
)
from tests.contrast.things import GROUND, Kind, Thing

if TYPE_CHECKING:
    from collections.abc import Iterator


def chart_things() -> Iterator[Thing]:
    """Yield the figures of each step of a chart over it: core and casing, as of lines."""
    cells, legend = frozenset({(4, 3)}), ChartLegend(ChartHue.DANGER, "")
    for hue in ChartHue:
        for step in range(STEPS):
            steps = tuple(cells if one == step else frozenset() for one in range(STEPS))
            views = (
                ChartView(ChartSquares(hue, steps, figures), legend)
                for figures in ({(4, 3): "88"}, {})
            )
            shown, bare = (replace(sr.SceneView(GROUND), chart=view) for view in views)
            yield Thing(f"figure of a chart, {hue.value} {step}", Kind.SIGN, shown, bare)
