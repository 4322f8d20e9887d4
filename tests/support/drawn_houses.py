"""Random small houses of floors, open here and there, with everything that may be in the way."""

from __future__ import annotations

from hypothesis import strategies as st

from gridwar.model.battlemap import BattleMap, LayerName
from gridwar.model.floors import Floor, FloorWays
from gridwar.model.geometry import SUBCELL, Cell, Point, Size, footprint
from gridwar.model.terrain_kinds import TerrainKind
from gridwar.model.walls import Wall, WallKind, WallSide, WallSight

WIDE, HIGH = 7, 6
SIDE = st.integers(0, 2)


@st.composite
def houses(draw: st.DrawFn) -> BattleMap:
    """Draw a house of two floors or three, their pages off each other, open here and there."""
    floors = []
    for number in range(draw(st.integers(2, 3))):
        over = Cell(draw(SIDE), draw(SIDE))
        size = Size(WIDE - draw(SIDE), HIGH - draw(SIDE))
        at = Cell(number * (WIDE + 2), draw(SIDE))
        floors.append(Floor(id=f"f{number}", at=at, size=size, over=over, elevation_m=3.0 * number))
    kinds = (TerrainKind(name="plain"), TerrainKind(name="rock", blocks_sight=True))
    page = BattleMap(width=3 * (WIDE + 2), height=HIGH + 2, terrain_kinds=kinds)
    cells = [cell for floor in floors for cell in footprint(floor.at, floor.size)]
    openings = draw(st.lists(st.sampled_from(cells), max_size=6, unique=True))
    page = page.with_floors(floors, FloorWays((), tuple(openings)))
    rock = draw(st.lists(st.sampled_from(cells), max_size=6, unique=True))
    page = page.with_painted(LayerName.TERRAIN, dict.fromkeys(rock, 1))
    walls = draw(st.lists(st.tuples(st.sampled_from(cells), WALLS), max_size=8, unique=True))
    return page.with_walls(_wall(f"w{n}", cell, *what) for n, (cell, what) in enumerate(walls))


WALLS = st.tuples(
    st.sampled_from(((0, 1024), (1024, 0), (0, 2048), (700, 900), (-1024, 1024))),
    st.sampled_from(("plain", "low", "one-way", "limited", "window")),
)


def _wall(name: str, at: Cell, run: tuple[int, int], what: str) -> Wall:
    a = Point(at.x * SUBCELL, at.y * SUBCELL)
    wall = Wall(id=name, a=a, b=Point(a.x + run[0], a.y + run[1]))
    if what == "window":
        return wall.replace(kind=WallKind.WINDOW, sight=WallSight.NONE)
    traits: dict[str, dict[str, object]] = {
        "plain": {},
        "low": {"height_m": 1.5},
        "one-way": {"one_way": WallSide.LEFT},
        "limited": {"sight": WallSight.LIMITED},
    }
    return wall.replace(**traits[what])
