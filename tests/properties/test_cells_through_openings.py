"""What is seen of other floors through openings is what the exact lines reach, and nothing else."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gridwar.engine.perception.exact_sight import what_hides
from gridwar.grid.lines.cells_through_openings import Beam, cells_through_openings
from gridwar.grid.lines.sight_and_effect import Stand, middle_of
from gridwar.model.battlemap import BattleMap, LayerName
from gridwar.model.cover_kinds import Cells
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


def _reached(page: BattleMap, stand: Stand) -> frozenset[Cell]:
    beam = Beam(middle_of(stand.cells), stand, None)
    return frozenset(
        Cell(x + one.floor.at.x, y + one.floor.at.y)
        for one in cells_through_openings(page, beam)
        for y, row in enumerate(one.cells.tolist())
        for x, is_reached in enumerate(row)
        if is_reached
    )


@given(houses(), st.data())
def test_cells_reached_are_those_of_the_exact_lines(page: BattleMap, data: st.DataObject) -> None:
    """Of every cell of every other floor, whatever stands between, for small and large."""
    floor = data.draw(st.sampled_from(page.floors))
    size = data.draw(st.sampled_from((Size(1, 1), Size(2, 2))))
    own: Cells = tuple(footprint(floor.at, floor.size))
    corner = data.draw(st.sampled_from(own))
    stand = Stand(footprint(corner, size), data.draw(st.sampled_from((0.0, 1.6))))
    if not all(map(floor.holds, stand.cells)):
        return
    expected = {
        cell
        for other in page.floors
        if other is not floor
        for cell in footprint(other.at, other.size)
        if what_hides(page, stand, Stand((cell,), page.ground_m(cell)), frozenset()) is None
    }
    assert _reached(page, stand) == expected
