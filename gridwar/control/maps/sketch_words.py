"""What the sketch is called: kinds of edges, things, styles, sizes of rooms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.model.sketch import EdgeKind, SketchStyle, SketchThingKind
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.model.scale import Scale

EDGE_WORDS: Final[Mapping[EdgeKind, str]] = {
    EdgeKind.NOTHING: _("nothing"),
    EdgeKind.WALL: _("wall"),
    EdgeKind.DOOR: _("door"),
    EdgeKind.DOUBLE_DOOR: _("double door"),
    EdgeKind.SECRET_DOOR: _("secret door"),
    EdgeKind.BARS: _("bars"),
    EdgeKind.WINDOW: _("window"),
    EdgeKind.CURTAIN: _("curtain"),
    EdgeKind.OPEN: _("opening"),
}
THING_WORDS: Final[Mapping[SketchThingKind, str]] = {
    SketchThingKind.STAIRS: _("stairs"),
    SketchThingKind.PILLAR: _("pillar"),
    SketchThingKind.WATER: _("water"),
    SketchThingKind.RUBBLE: _("rubble"),
}
PUT_WORDS: Final[Mapping[EdgeKind | SketchThingKind, str]] = {
    EdgeKind.WALL: _("a wall"),
    EdgeKind.DOOR: _("a door"),
    EdgeKind.DOUBLE_DOOR: _("a double door"),
    EdgeKind.SECRET_DOOR: _("a secret door"),
    EdgeKind.WINDOW: _("a window"),
    EdgeKind.CURTAIN: _("a curtain"),
    EdgeKind.OPEN: _("an opening"),
    SketchThingKind.PILLAR: _("a pillar"),
}
"""One of those that can be counted; of the others their words alone are said."""
STYLE_WORDS: Final[Mapping[SketchStyle, str]] = {
    SketchStyle.INK: _("ink"),
    SketchStyle.PARCHMENT: _("parchment"),
    SketchStyle.BLUEPRINT: _("blueprint"),
}


def size_words(columns: int, rows: int) -> str:
    """Return a size in cells."""
    return f"{columns} \u00d7 {rows}"


def size_in_unit(columns: int, rows: int, scale: Scale) -> str:
    """Return a size in the map's unit."""
    across, down = (f"{side * scale.cell_size:.4g}" for side in (columns, rows))
    return f"{across} \u00d7 {down} {scale.unit}"


def length_in_unit(cells: float, scale: Scale) -> str:
    """Return a length in the map's unit."""
    return f"{cells * scale.cell_size:.4g} {scale.unit}"
