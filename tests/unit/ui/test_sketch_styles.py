"""The styles of a sketch: what is drawn stands out from what it is drawn on."""

from __future__ import annotations

import pytest

from gridwar.model.sketch import SketchStyle
from gridwar.ui.map.ink.ink_styles import ink_colors
from gridwar.ui.style.colors import luminance


def _contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("style", SketchStyle)
def test_ink_is_read_on_floor_and_paper_and_water(style: SketchStyle) -> None:
    """Walls and letters as text is, 4.5; what lies in water as signs are, 3."""
    colors = ink_colors(style)
    assert _contrast(colors.ink, colors.floor) >= 7
    assert _contrast(colors.ink, colors.paper) >= 4.5
    assert _contrast(colors.ink, colors.water) >= 3


@pytest.mark.parametrize("style", SketchStyle)
def test_floor_water_and_grid_are_told_apart(style: SketchStyle) -> None:
    """Quietly: they lie below tokens and what is drawn over the map."""
    colors = ink_colors(style)
    assert 1.1 <= _contrast(colors.floor, colors.paper) <= 2
    assert 1.35 <= _contrast(colors.floor, colors.water) <= 3
    assert 1.3 <= _contrast(colors.grid, colors.floor) <= 2.2


@pytest.mark.parametrize("style", SketchStyle)
def test_hatched_rock_is_seen(style: SketchStyle) -> None:
    """Or, without hatching, the wall alone says where the floor ends."""
    colors = ink_colors(style)
    assert not colors.hatched or _contrast(colors.hatch, colors.paper) >= 2.8
