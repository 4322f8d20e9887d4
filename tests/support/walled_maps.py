"""Random small maps with everything that may be in the way of sight."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import strategies as st

from gridwar.model.battlemap import BattleMap, LayerName
from gridwar.model.geometry import SUBCELL, Cell, Point
from gridwar.model.terrain_kinds import TerrainKind
from gridwar.model.walls import DoorState, Wall, WallKind, WallSide, WallSight

SIDE = 9
KINDS = (TerrainKind(name="open"), TerrainKind(name="rock", blocks_sight=True))
# Mostly on halves and quarters of a cell, so that ends, corners and centres are hit often.
coordinate = st.one_of(
    st.integers(0, SIDE * 2).map(lambda half: half * SUBCELL // 2),
    st.integers(0, SIDE * 4).map(lambda quarter: quarter * SUBCELL // 4),
    st.integers(-SUBCELL, (SIDE + 1) * SUBCELL),
)
points = st.builds(Point, coordinate, coordinate)
on_map = st.builds(Cell, st.integers(0, SIDE - 1), st.integers(0, SIDE - 1))


@st.composite
def maps(draw: st.DrawFn) -> BattleMap:
    """Draw a map with rock, hills, walls of any angle and sort, doors, low walls and chains.

    In some all walls stop both sides and all sight, others mix those that do not.
    """
    is_plain = draw(st.booleans())
    sights = (WallSight.FULL,) if is_plain else tuple(WallSight)
    sides = (None,) if is_plain else (None, *WallSide)
    feet = (0.0,) if is_plain else (0.0, 0.0, 0.5)
    ends = draw(st.lists(st.tuples(points, points), max_size=8))
    ends += pairwise(draw(st.lists(points, max_size=5)))
    walls = [
        Wall(
            id=str(number),
            a=a,
            b=b,
            kind=draw(st.sampled_from(WallKind)),
            door=draw(st.sampled_from(DoorState)),
            height_m=draw(st.sampled_from((None, None, None, 1.0, 2.0))),
            foot_m=draw(st.sampled_from(feet)),
            sight=draw(st.sampled_from(sights)),
            one_way=draw(st.sampled_from(sides)),
        )
        for number, (a, b) in enumerate(ends)
        if a != b
    ]
    rock = draw(st.dictionaries(on_map, st.just(1), max_size=12))
    hills = draw(st.dictionaries(on_map, st.sampled_from((1, 4)), max_size=3))
    blank = BattleMap(width=SIDE, height=SIDE, terrain_kinds=KINDS)
    drawn = blank.with_painted(LayerName.TERRAIN, rock).with_painted(LayerName.GROUND, hills)
    return drawn.with_walls(walls)
