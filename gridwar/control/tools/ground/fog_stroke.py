"""One stroke of the fog tool: what it takes in, how it is drawn, the keys while it is under way."""

from __future__ import annotations

from enum import StrEnum
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

from gridwar.control.records import scene_records as sr
from gridwar.control.records.panel_records import KeyHint
from gridwar.control.tools.ground import fog_shapes, stroke_cells
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridwar.control.records.ground_records import Box, Point
    from gridwar.control.tools.ground.fog_shapes import Points
    from gridwar.model.battlemap import BattleMap

LEAST_CORNERS: Final = 3


class FogShape(StrEnum):
    """What a drag or click takes in."""

    BRUSH = "brush"
    BOX = "box"
    POLYGON = "polygon"
    ROOM = "room"


class FogStroke(Struct, frozen=True, eq=False):
    """A stroke under way.

    Attributes:
        shape: what it takes in.
        corners: the last of them is under the pointer.
        covers: whether it covers.
        by_key: a key began it, and ends it.
        marked: what the brush has passed over.
    """

    shape: FogShape
    corners: tuple[Point, ...]
    covers: bool
    by_key: bool = False
    marked: Points | None = None

    def taken_in(self, page: BattleMap) -> Points | None:
        """Return the points of a map that it takes in; None where it is nothing yet."""
        size = page.size
        match self.shape:
            case FogShape.BRUSH:
                return self.marked
            case FogShape.BOX:
                return fog_shapes.box_of(size, _box(self.corners))
            case FogShape.POLYGON:
                corners = self.corners[:-1]
                is_one = len(set(corners)) >= LEAST_CORNERS
                return fog_shapes.polygon_of(size, corners) if is_one else None
            case FogShape.ROOM:
                return fog_shapes.room_of(page, stroke_cells.cell_at(self.corners[-1]))

    def a_corner_back(self) -> FogStroke | None:
        """Return it without the corner set last; None where nothing is left."""
        *earlier, _last, held = self.corners
        if self.shape is not FogShape.POLYGON or not earlier:
            return None
        return replace(self, corners=(*earlier, held))

    def outline(self, label: str) -> tuple[sr.OverlayView, ...]:
        """Return the lines of a box or polygon, with what it does."""
        if self.shape is FogShape.BOX:
            box = _box(self.corners)
            return (sr.BoxOverlay(box, label, f"{box[2]:g} \u00d7 {box[3]:g}"),)
        lines = [
            sr.LineOverlay(a, b, sr.LineRole.PLANNED) for a, b in pairwise(self.corners) if a != b
        ]
        return (*lines, sr.LabelOverlay(self.corners[-1], label, role=sr.Role.INTENT))


def keys_of_stroke(stroke: FogStroke, words: str) -> tuple[KeyHint, ...]:
    """Return the keys while a stroke is under way.

    Args:
        stroke: The stroke.
        words: What it does.
    """
    if stroke.shape is not FogShape.POLYGON:
        return (
            KeyHint(_("Enter") if stroke.by_key else _("Release"), words),
            KeyHint(_("Esc"), _("cancel")),
        )
    return (
        KeyHint(_("Enter") if stroke.by_key else _("Click"), _("next corner")),
        KeyHint(_("Shift+Enter") if stroke.by_key else _("Double click"), words),
        KeyHint(_("Esc"), _("a corner back")),
    )


def _box(corners: Sequence[Point]) -> Box:
    """Return the cells between the first corner and the last as a rectangle."""
    a, b = stroke_cells.cell_at(corners[0]), stroke_cells.cell_at(corners[-1])
    left, top = min(a.x, b.x), min(a.y, b.y)
    return (float(left), float(top), abs(a.x - b.x) + 1.0, abs(a.y - b.y) + 1.0)
