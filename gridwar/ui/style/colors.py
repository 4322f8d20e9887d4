"""Gridwar's colours by role: two themes, one set for the map, six sides.

Owns the reading of ``assets/palette.toml`` and nothing else: no styles, no drawing.
Panels ask for a `Palette`, the map asks for `map_colors` and `side`.
"""

from __future__ import annotations

import tomllib
from enum import StrEnum
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from PySide6.QtGui import QColor

from gridwar.errors import ContentError
from gridwar.paths import data_dir

if TYPE_CHECKING:
    from collections.abc import Mapping


class ThemeName(StrEnum):
    """The two themes."""

    DARK = "dark"
    LIGHT = "light"


class SideShape(StrEnum):
    """The outline of a side's tokens; no two sides share one."""

    CIRCLE = "circle"
    HEXAGON = "hexagon"
    SQUARE = "square"
    SHIELD = "shield"
    OCTAGON = "octagon"
    DIAMOND = "diamond"


class Palette(NamedTuple):
    """The interface colours of one theme, as ``#RRGGBB``."""

    void: str
    window: str
    panel: str
    raised: str
    control: str
    line: str
    line2: str
    text: str
    text2: str
    text3: str
    accent: str
    on_accent: str
    accent_ground: str
    danger: str
    danger_ground: str
    warn: str
    warn_ground: str
    ok: str
    ok_ground: str
    info: str
    info_ground: str


class MapColors(NamedTuple):
    """The colours of everything drawn on the map, the same in both themes."""

    ink: str
    casing: str
    paper: str
    reach1: str
    reach2: str
    reach3: str
    intent: str
    threat: str
    cover: str
    good: str
    second: str
    veil: str
    arc_veil: str
    tag: str
    bar_empty: str
    out: str
    out_text: str


class NightColors(NamedTuple):
    """The colours of light and fog on the map."""

    dark: str
    lamp: str
    fog: str


class ChartColors(NamedTuple):
    """The colours of the steps of danger, from the least to the most."""

    step1: str
    step2: str
    step3: str
    step4: str


class TerrainColors(NamedTuple):
    """The colours of painted ground, by its look."""

    plain: str
    rubble: str
    water: str
    growth: str
    mud: str
    ice: str
    rock: str


class Side(NamedTuple):
    """One side of a fight: its colour and its shape, always together."""

    name: str
    color: str
    shape: SideShape


_LUMINANCE = (0.2126, 0.7152, 0.0722)
_DIM = 0.04045
_Colors = TypeVar("_Colors", Palette, MapColors, NightColors, ChartColors, TerrainColors)


@lru_cache(maxsize=4)
def palette_for(theme: ThemeName) -> Palette:
    """Return the interface colours of a theme."""
    return _read_colors(theme.value, Palette)


@cache
def map_colors() -> MapColors:
    """Return the colours used on the map."""
    return _read_colors("map", MapColors)


@cache
def night_colors() -> NightColors:
    """Return the colours of light and fog on the map."""
    return _read_colors("night", NightColors)


@cache
def chart_colors() -> ChartColors:
    """Return the colours of the steps of danger."""
    return _read_colors("chart", ChartColors)


@cache
def terrain_colors() -> TerrainColors:
    """Return the colours of painted ground."""
    return _read_colors("terrain", TerrainColors)


@cache
def sides() -> tuple[Side, ...]:
    """Return the six sides in the order of their index."""
    return tuple(
        Side(entry["name"], entry["color"], SideShape(entry["shape"])) for entry in _file()["sides"]
    )


def side(index: int) -> Side:
    """Return a side by its index; an index beyond the last is the one of no side."""
    known = sides()
    return known[index] if 0 <= index < len(known) else known[-1]


@lru_cache(maxsize=1 << 12)
def qcolor(color: str, alpha: float = 1.0) -> QColor:
    """Return a Qt colour; treat it as read-only, it is shared.

    Args:
        color: ``#RRGGBB``.
        alpha: 0 (clear) to 1 (solid).
    """
    made = QColor(color)
    made.setAlphaF(alpha)
    return made


@lru_cache(maxsize=1 << 8)
def luminance(color: str) -> float:
    """Return the relative luminance of WCAG 2 of ``#RRGGBB``: 0 for black, 1 for white."""
    made = QColor(color)
    parts = (made.redF(), made.greenF(), made.blueF())
    light = (one / 12.92 if one <= _DIM else ((one + 0.055) / 1.055) ** 2.4 for one in parts)
    return sum(share * one for share, one in zip(_LUMINANCE, light, strict=True))


def mix(over: str, ground: str, share: float) -> str:
    """Return the solid colour that ``over`` at ``share`` (0 to 1) makes on ``ground``."""
    top, base = QColor(over), QColor(ground)
    parts = (
        round(a * share + b * (1 - share))
        for a, b in (
            (top.red(), base.red()),
            (top.green(), base.green()),
            (top.blue(), base.blue()),
        )
    )
    return "#{:02X}{:02X}{:02X}".format(*parts)


def _read_colors(table: str, kind: type[_Colors]) -> _Colors:
    found: Mapping[str, str] = _file()[table]
    wanted = set(kind._fields)
    wrong = wanted.symmetric_difference(found)
    if wrong:
        roles = ", ".join(sorted(wrong))
        raise ContentError(
            f"{data_dir('assets') / 'palette.toml'}: [{table}] misses or does not know: {roles}"
        )
    return kind(**found)


@cache
def _file() -> dict[str, Any]:
    with (data_dir("assets") / "palette.toml").open("rb") as file:
        return tomllib.load(file)
