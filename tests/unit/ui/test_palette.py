"""The colours keep the contrasts that make them legible."""

from __future__ import annotations

import pytest

from gridwar.ui.palette import Palette, SideShape, ThemeName, map_colors, palette_for, side, sides

THEMES = tuple(ThemeName)
GROUNDS = ("window", "panel", "raised", "control")


def _luminance(color: str) -> float:
    """Relative luminance of sRGB after WCAG 2."""
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _contrast(one: str, other: str) -> float:
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _role(palette: Palette, role: str) -> str:
    color: str = getattr(palette, role)
    return color


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize(
    "role", ["text", "text2", "text3", "accent", "danger", "warn", "ok", "info"]
)
def test_text_is_legible_on_every_ground(theme: ThemeName, ground: str, role: str) -> None:
    """Every text role is at least 4.5:1 on every ground it may stand on."""
    palette = palette_for(theme)
    assert _contrast(_role(palette, role), _role(palette, ground)) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("role", ["danger", "warn", "ok", "info", "accent"])
def test_coloured_text_is_legible_on_its_own_ground(theme: ThemeName, role: str) -> None:
    """Chips and notices keep 4.5:1 between their word and their ground."""
    palette = palette_for(theme)
    assert _contrast(_role(palette, role), _role(palette, f"{role}_ground")) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
def test_primary_button_and_edges(theme: ThemeName) -> None:
    """The primary button's word is at least 6.5:1, edges of controls at least 3:1."""
    palette = palette_for(theme)
    assert _contrast(palette.on_accent, palette.accent) >= 6.5
    assert _contrast(palette.line2, palette.control) >= 3.0
    assert _contrast(palette.line2, palette.panel) >= 3.0


def test_map_labels_are_paper_on_ink() -> None:
    """Labels on the map are 16:1, their second part 9:1."""
    colors = map_colors()
    assert _contrast(colors.paper, colors.ink) >= 15.9
    assert _contrast(colors.second, colors.ink) >= 9.0


def test_every_side_has_its_own_shape() -> None:
    """Six sides differ by shape as well as by colour, and beyond them lies no side."""
    assert {one.shape for one in sides()} == set(SideShape)
    assert len({one.color for one in sides()}) == 6
    assert side(17) == sides()[5]
