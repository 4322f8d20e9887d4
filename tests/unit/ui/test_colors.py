"""The colours keep the contrasts that make them legible."""

from __future__ import annotations

from itertools import pairwise

import pytest

from gridwar.control.records.chart_records import STEPS, ChartHue
from gridwar.ui.map.overlays.chart_squares import step_color
from gridwar.ui.map.overlays.strokes_and_hatches import needs_rim
from gridwar.ui.style.colors import (
    Palette,
    SideShape,
    ThemeName,
    luminance,
    map_colors,
    mix,
    palette_for,
    side,
    sides,
)
from tests.contrast.sight import Sight, distance

THEMES = tuple(ThemeName)
GROUNDS = ("window", "panel", "raised", "control")
TEXTS = ("text", "text2", "text3")
COLOURED = ("danger", "warn", "ok", "info", "accent")
SIDES = tuple(one.color for one in sides())
OVERLAYS = ("reach1", "reach2", "reach3", "intent", "threat", "cover", "good", "paper")


def _contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _role(palette: Palette, role: str) -> str:
    color: str = getattr(palette, role)
    return color


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("role", [*TEXTS, *COLOURED])
def test_text_is_legible_on_every_ground(theme: ThemeName, ground: str, role: str) -> None:
    """Every text role is at least 4.5:1 on every ground it may stand on."""
    palette = palette_for(theme)
    assert _contrast(_role(palette, role), _role(palette, ground)) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("ground", GROUNDS)
def test_main_text_stands_out(theme: ThemeName, ground: str) -> None:
    """Main text is at least 10:1, above secondary text, which is above quiet text."""
    palette = palette_for(theme)
    found = [_contrast(_role(palette, role), _role(palette, ground)) for role in TEXTS]
    assert found[0] >= 10
    assert found == sorted(found, reverse=True)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("role", COLOURED)
def test_coloured_text_is_legible_on_its_own_ground(theme: ThemeName, role: str) -> None:
    """Chips and notices keep 5.2:1 between their word and their ground, and 4.5:1 for notes."""
    palette = palette_for(theme)
    ground = _role(palette, f"{role}_ground")
    assert _contrast(_role(palette, role), ground) >= 5.2
    assert min(_contrast(_role(palette, text), ground) for text in TEXTS) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
def test_primary_button(theme: ThemeName) -> None:
    """The primary button's word is at least 6.7:1."""
    palette = palette_for(theme)
    assert _contrast(palette.on_accent, palette.accent) >= 6.7


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("ground", GROUNDS)
def test_edges_of_controls_are_seen(theme: ThemeName, ground: str) -> None:
    """The edge of a control is at least 3:1 on every ground."""
    palette = palette_for(theme)
    assert _contrast(palette.line2, _role(palette, ground)) >= 3.0


def test_map_labels_are_paper_on_ink() -> None:
    """Labels on the map are 16:1, their second part 9.5:1."""
    colors = map_colors()
    assert round(_contrast(colors.paper, colors.ink)) >= 16
    assert round(_contrast(colors.second, colors.ink), 1) >= 9.5


@pytest.mark.parametrize("map_color", ["#000000", "#FFFFFF"])
def test_map_labels_are_legible_on_any_map(map_color: str) -> None:
    """A label lets 7 % of the map through and stays at least 7:1, on black as on white."""
    colors = map_colors()
    ground = mix(colors.ink, map_color, 0.93)
    assert _contrast(colors.paper, ground) >= 7
    assert _contrast(colors.second, ground) >= 7


@pytest.mark.parametrize("role", OVERLAYS)
def test_lines_stand_out_from_their_casing(role: str) -> None:
    """The core of a line on the map is at least 4.5:1 on its casing."""
    colors = map_colors()
    assert _contrast(getattr(colors, role), colors.casing) >= 4.5


@pytest.mark.parametrize("color", [*(getattr(map_colors(), one) for one in OVERLAYS), *SIDES])
def test_a_line_stands_out_from_ground_of_any_tone(color: str) -> None:
    """On every grey the core, its casing, or the rim that dark colours have is at least 3:1."""
    colors = map_colors()
    drawn = (color, colors.casing, *((colors.paper,) if needs_rim(color) else ()))
    for tone in range(256):
        ground = f"#{tone:02X}{tone:02X}{tone:02X}"
        assert max(_contrast(one, ground) for one in drawn) >= 3, ground


def test_rings_and_tags_stand_out() -> None:
    """A side's ring is at least 4.5:1 on ink, what a tag says 7:1 on the tag."""
    colors = map_colors()
    assert min(_contrast(one.color, colors.ink) for one in sides()) >= 4.5
    assert _contrast(colors.ink, colors.tag) >= 7


def test_letters_of_a_token_stay_legible_while_it_steps_back() -> None:
    """Greyed letters, of those who are out or have acted, are 4.5:1 on any side's face."""
    colors = map_colors()
    faces = [mix(one, colors.ink, 0.14) for one in (colors.out, *(one.color for one in sides()))]
    assert min(_contrast(colors.out_text, face) for face in (*faces, colors.ink)) >= 4.5
    assert min(_contrast(colors.paper, face) for face in faces) >= 7


def test_every_side_has_its_own_shape() -> None:
    """Six sides differ by shape as well as by colour, and beyond them lies no side."""
    assert {one.shape for one in sides()} == set(SideShape)
    assert len({one.color for one in sides()}) == 6
    assert side(17) == sides()[5]


@pytest.mark.parametrize("ground", ["#8A5A3C", "#8C8F90", "#6E7F52", "#D9C79A", "#2A2F33"])
@pytest.mark.parametrize("hue", list(ChartHue))
@pytest.mark.parametrize("eyes", [Sight.NORMAL, Sight.DEUTERANOPIA, Sight.PROTANOPIA])
def test_steps_of_a_chart_are_told_apart(ground: str, hue: ChartHue, eyes: Sight) -> None:
    """On floor, stone, grass, sand and dark ground neighbours differ, and each is darker."""
    laid = [mix(color, ground, share) for color, share in _steps(hue)]
    apart = [distance(one, other, eyes) for one, other in pairwise(laid)]
    assert min(apart) >= 4.2
    shades = [luminance(one) for one in laid]
    assert shades == sorted(shades, reverse=True)


def _steps(hue: ChartHue) -> list[tuple[str, float]]:
    return [step_color(hue, step) for step in range(1, STEPS)]
