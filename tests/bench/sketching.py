"""The sketch at 200 by 200 cells: a stroke and its walls, a dab of cave, frames while one draws.

The peer of a stroke is what one writes first: the union of all open cells, by shapely. That of a
dab is the outline of all caves, found anew; both walls are compared.
"""

from __future__ import annotations

from functools import cache, partial
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from gridwar.model import sketch_strokes as strokes
from gridwar.model.battlemap import BattleMap
from gridwar.model.geometry import SUBCELL, Cell, Point, Size
from gridwar.model.sketch import Sketch, SketchArrays
from gridwar.model.sketch_walls import derived_walls, walls_changed
from gridwar.model.sketched_map import sketched
from tests.bench.frame import Figures, Row, against, side_by_side
from tests.bench.table import MOVES, PEER, SMALL, Table, frames

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gridwar.model.sketch_walls import Derived

SIDE = 200
ROOMS = 400
DABS = 1500
RADIUS_CELLS = 2.2
_SEED = 3


@cache
def dungeon() -> Sketch:
    """Return four hundred rooms and two hundred corridors between them."""
    chance = Random(_SEED)
    arrays = SketchArrays.blank(Size(SIDE, SIDE))
    middles: list[Cell] = []
    for _room in range(ROOMS):
        wide, tall = chance.randint(3, 11), chance.randint(3, 11)
        x, y = chance.randint(1, SIDE - 1 - wide), chance.randint(1, SIDE - 1 - tall)
        arrays = strokes.room(arrays, strokes.Box(x, y, x + wide, y + tall))
        middles.append(Cell(x + wide // 2, y + tall // 2))
    for a, b in zip(middles[::2], middles[1::2], strict=True):
        across = [Cell(x, a.y) for x in _towards(a.x, b.x)]
        arrays = strokes.corridor(arrays, [*across, *(Cell(b.x, y) for y in _towards(a.y, b.y))])
    return Sketch.of_arrays(arrays)


def _towards(a: int, b: int) -> range:
    return range(a, b + 1) if a <= b else range(a, b - 1, -1)


@cache
def caves() -> Sketch:
    """Return caves as somebody digs them who wanders about."""
    chance = np.random.default_rng(_SEED)
    places = np.cumsum(chance.normal(0, 1.2, (DABS, 2)), 0) % (SIDE - 20) + 10
    dabs = [Point(int(x * SUBCELL), int(y * SUBCELL)) for x, y in places.tolist()]
    blank = SketchArrays.blank(Size(SIDE, SIDE))
    return Sketch.of_arrays(strokes.cave(blank, dabs, RADIUS_CELLS))


def _whole_after(old: Sketch, new: Sketch) -> None:
    """Check that what changed makes of all walls those of the changed sketch."""
    gone, put = walls_changed(old, new)
    kept = {key: one for key, one in derived_walls(old).items() if key not in gone}
    assert kept | put == derived_walls(new), "other walls"


def _stroke() -> Figures:
    import shapely

    old = dungeon()
    box = strokes.Box(60, 120, 68, 127)
    cells = [(x, y) for y, x in np.argwhere(strokes.room(old.arrays, box).floor).tolist()]

    def ours() -> tuple[dict[str, Derived], dict[str, Derived]]:
        new = old.with_arrays(strokes.room(old.arrays, box))
        return walls_changed(old, new)

    def union() -> object:
        return shapely.union_all([shapely.box(x, y, x + 1, y + 1) for x, y in cells])

    _whole_after(old, old.with_arrays(strokes.room(old.arrays, box)))
    return against("Gridwar", "union", side_by_side({"Gridwar": ours, "union": union}, rounds=7))


def _dab() -> Figures:
    old = caves()
    dab = Point(100 * SUBCELL, 103 * SUBCELL)

    def drawn() -> Sketch:
        return old.with_arrays(strokes.cave(old.arrays, [dab], RADIUS_CELLS))

    _whole_after(old, drawn())
    rivals: dict[str, Callable[[], object]] = {
        "a dab": lambda: walls_changed(old, drawn()),
        "all": lambda: derived_walls(drawn()),
    }
    return against("a dab", "all", side_by_side(rivals, rounds=7))


class _Desk(Table):
    """The window with the sketch tool in hand."""

    def __init__(self) -> None:
        super().__init__(SMALL)
        from gridwar.engine.gm.map_commands import LayMap

        page = sketched(BattleMap(width=SIDE, height=SIDE), dungeon())
        self.window.controller.submit(LayMap(map=page))
        self.window.tools.take("sketch")
        self.window.map.zoom_to(1.0)
        self.rest(0.8)

    def drawing(self) -> Iterator[float]:
        """Drag to and fro, then give it up."""
        self._mouse("MouseButtonPress", (300, 300), "LeftButton")
        for step in range(MOVES):
            to = 310.0 + step * 4, 310.0 + step * 2
            yield self.frame(partial(self._mouse, "MouseMove", to, held="LeftButton"))
        self._mouse("MouseButtonPress", (300, 300), "RightButton", held="RightButton")
        self._mouse("MouseButtonRelease", (300, 300), "LeftButton")
        self.rest()

    def brushing(self) -> Iterator[float]:
        """The same with the brush of caves."""
        from gridwar.control.tools.sketch.sketch_gesture import SketchPen
        from gridwar.control.tools.sketch.sketch_tool import SketchTool

        tool = self.window.tools.active
        assert isinstance(tool, SketchTool)
        tool.set_pen(SketchPen.CAVE)
        yield from self.drawing()
        tool.set_pen(SketchPen.ROOM)


def _frames() -> Figures:
    desk = _Desk()
    gestures = {
        "pointing": desk.hovering,
        "drawing": desk.drawing,
        "brushing": desk.brushing,
    }
    figures = frames(desk, gestures, SMALL)
    desk.close()
    return figures


ROWS = (
    Row("sketch-stroke", "a room drawn at 200 x 200, its walls", "shapely's union", 0.02, _stroke),
    Row("sketch-cave", "a dab of cave at 200 x 200, its walls", "all walls anew", 0.1, _dab),
    Row(
        "sketch-frames",
        "95 of 100 frames while sketching at 200 x 200, map of 1280 x 800",
        f"a repaint of {PEER}",
        0.46,
        _frames,
    ),
)
