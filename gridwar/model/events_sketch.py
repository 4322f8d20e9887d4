"""The event of the sketch: what a stroke changed in it, so that undo and replay are exact.

The walls, terrain and cover that follow from it have events of their own, in the same step.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from frozendict import frozendict

from gridwar.model.events_map import MapEvent
from gridwar.model.geometry import Cell
from gridwar.model.painted_layers import Tiles
from gridwar.model.point_masks import NO_POINTS, PointMask
from gridwar.model.sketch import NO_CAVE, Sketch, SketchStyle, SketchThing

if TYPE_CHECKING:
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.event_base import Event


class SketchChanged(MapEvent):
    """Some of the sketch became other; a map without one had its first stroke.

    Floor and edges come as the tiles that differ, a cave as points dug and filled up, things as
    those put (in the place of what was in their cell) and the cells of those taken away; a style of
    None stays as it was. ``opened`` are sides of a cave's points that bear no wall any more,
    ``closed`` those that do again.
    """

    floor: Tiles = frozendict()
    across: Tiles = frozendict()
    down: Tiles = frozendict()
    dug: PointMask = NO_CAVE
    filled: PointMask = NO_CAVE
    put: tuple[SketchThing, ...] = ()
    gone: tuple[Cell, ...] = ()
    style: SketchStyle | None = None
    opened: PointMask = NO_POINTS
    closed: PointMask = NO_POINTS

    @classmethod
    def between(cls, old: Sketch | None, new: Sketch) -> Self:
        """Return what makes one sketch of another of its size."""
        before = old or Sketch.blank(new.size)
        kept, left = set(before.things), {one.cell for one in new.things}
        return cls(
            before.floor_cells.changed_to(new.floor_cells),
            before.edges_across.changed_to(new.edges_across),
            before.edges_down.changed_to(new.edges_down),
            new.cave_points.without(before.cave_points),
            before.cave_points.without(new.cave_points),
            tuple(one for one in new.things if one not in kept),
            tuple(one.cell for one in before.things if one.cell not in left),
            None if new.style is before.style else new.style,
            new.open_rims.without(before.open_rims),
            before.open_rims.without(new.open_rims),
        )

    def changed(self, page: BattleMap) -> BattleMap:
        """Draw it."""
        old = page.sketch or Sketch.blank(page.size)
        drawn = old.with_tiles(self.floor, self.across, self.down)
        drawn = drawn.with_cave(old.cave_points.united(self.dug).without(self.filled))
        rims = old.open_rims.united(self.opened).without(self.closed)
        drawn = drawn.with_things(self.put, self.gone).with_open_rims(rims)
        return page.with_sketch(drawn if self.style is None else drawn.with_style(self.style))


SKETCH_EVENTS: tuple[type[Event], ...] = (SketchChanged,)
