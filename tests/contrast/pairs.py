"""Which colours are to be told apart, how far they differ for whom, and what else parts them.

The second carrier is read off the drawing where it can be: shapes of sides, dashes of lines.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from gridwar.control.records.scene_records import Dash, RegionRole
from gridwar.ui.map.overlays.overlay_areas import DASHES, edge_of, reach_edges
from gridwar.ui.style.colors import ThemeName, map_colors, palette_for, sides, terrain_colors
from tests.contrast.sight import Sight, distance

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

LEAST: Final = 7.0
"""In OKLab times 100: so far apart are two colours that nothing else tells apart."""
_DASH_NAMES: Final = {
    Dash.SOLID: "solid",
    Dash.LONG: "long dashes",
    Dash.DASH_DOT: "dash and dot",
    Dash.DOT: "dots",
}
_REACHES: Final = ("first reach", "second reach", "third reach")
_AREAS: Final[Mapping[RegionRole, str]] = {
    RegionRole.AREA_GOOD: "good area",
    RegionRole.AREA_HARM: "harmful area",
    RegionRole.AREA_INFO: "area that tells",
    RegionRole.AREA_QUIET: "quiet area",
}


class Pair(Struct, frozen=True):
    """Two colours that mean different things; ``carrier`` is what else tells them apart, or ""."""

    group: str
    one: str
    other: str
    colors: tuple[str, str]
    carrier: str = ""

    def differs_by(self, sight: Sight) -> float:
        """Return how far apart they are in somebody's eyes."""
        return distance(*self.colors, sight)

    @property
    def is_told_apart(self) -> bool:
        """Whether everybody can tell the two apart."""
        return bool(self.carrier) or min(self.differs_by(sight) for sight in Sight) >= LEAST


def all_pairs() -> tuple[Pair, ...]:
    """Return the pairs, by what they are of."""
    return (*_sides(), *_reaches(), *_bands(), *_areas(), *_lines(), *_chances(), *_grounds())


def _sides() -> Iterator[Pair]:
    for one, other in combinations(sides(), 2):
        shapes = (
            f"shape: {one.shape.value}, {other.shape.value}" if one.shape != other.shape else ""
        )
        yield Pair("tokens of sides", one.name, other.name, (one.color, other.color), shapes)
        words = "word: its label names who it is of"
        yield Pair("areas of sides", one.name, other.name, (one.color, other.color), words)


def _reaches() -> Iterator[Pair]:
    edges = dict(zip(_REACHES, reach_edges(), strict=True))
    for one, other in combinations(_REACHES, 2):
        told = "" if edges[one].dash == edges[other].dash else "dash"
        yield Pair("reach", one, other, (edges[one].color, edges[other].color), told)
    for name in _REACHES:
        colors = edges[name].color, map_colors().threat
        yield Pair("reach and threat", name, "threat", colors, "shape: a threat has teeth")


def _bands() -> Iterator[Pair]:
    paper = map_colors().paper
    for one, other in combinations(Dash, 2):
        told = "" if DASHES[one] == DASHES[other] else "dash, and a label with its squares"
        yield Pair("range bands", _DASH_NAMES[one], _DASH_NAMES[other], (paper, paper), told)


def _areas() -> Iterator[Pair]:
    edges = {name: edge for role, name in _AREAS.items() if (edge := edge_of(role)) is not None}
    for one, other in combinations(edges, 2):
        told = "" if edges[one].dash == edges[other].dash else "dash"
        yield Pair("areas of the rules", one, other, (edges[one].color, edges[other].color), told)
    colors = map_colors()
    hard_soft = (colors.cover, colors.cover)
    yield Pair("cover", "hard", "soft", hard_soft, "hatch: lines, dots; edge: solid, dots")
    for name, edge in edges.items():
        if edge.color != colors.threat:
            pair = (edge.color, colors.threat)
            yield Pair("areas and threat", name, "threat", pair, "shape: a threat has teeth")
    yield Pair(
        "template and area",
        "template",
        "good area",
        (colors.intent, colors.good),
        "hatch: a template is hatched; dash",
    )


def _lines() -> Iterator[Pair]:
    colors = map_colors()
    for one, other, pair, told in (
        (
            "clear",
            "behind cover",
            (colors.paper, colors.cover),
            "dash, and a cross where it begins",
        ),
        ("clear", "blocked", (colors.paper, colors.threat), "shape: a cross where it ends"),
        ("behind cover", "blocked", (colors.cover, colors.threat), "dash; the label says which"),
        (
            "gives cover",
            "stops",
            (colors.cover, colors.threat),
            "word: cover's degree, wall's name",
        ),
        ("aim", "in touch", (colors.threat, colors.paper), "dash: dashes, dots"),
        ("aim", "tie", (colors.threat, colors.intent), "dash: long, short; word"),
        ("in touch", "tie", (colors.paper, colors.intent), "dash: dots, dashes"),
        ("route", "reach", (colors.intent, colors.reach1), "shape: a dot a square"),
        ("route", "threat", (colors.intent, colors.threat), "shape: dots, teeth"),
        ("selection", "target", (colors.intent, colors.threat), "shape: corners, ring"),
    ):
        yield Pair("lines", one, other, pair, told)


def _chances() -> Iterator[Pair]:
    colors = map_colors()
    for theme in ThemeName:
        panel = palette_for(theme)
        pair = (panel.ok, panel.danger)
        yield Pair(
            f"chance, {theme.value}", "good", "bad", pair, "sign before the figure, its word"
        )
        warned = (panel.warn, panel.danger)
        yield Pair(f"notice, {theme.value}", "caution", "harm", warned, "word and icon")
        told = (panel.ok, panel.info)
        yield Pair(f"notice, {theme.value}", "good", "told", told, "word and icon")
    result = (colors.threat, colors.second)
    yield Pair("result", "harm", "none", result, "sign: a minus before the points; word")
    for one, other in combinations(("paper", "intent", "threat"), 2):
        pair = (getattr(colors, one), getattr(colors, other))
        yield Pair("bar of a token", one, other, pair, "length, and quarters marked")


def _grounds() -> Iterator[Pair]:
    colors = terrain_colors()
    for one, other in combinations(colors._fields, 2):
        pair = (getattr(colors, one), getattr(colors, other))
        yield Pair("painted ground", one, other, pair, "hatch: a pattern each")
