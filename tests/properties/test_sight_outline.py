"""What an outline says of cells is what lines say, but where a middle lies on the ray past an end.

Random small maps with everything that may be in the way, rooms and open chains of hundreds of
walls, and all maps that come with Gridwar; zero cells apart.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridwar.formats.uvtt import read_uvtt
from gridwar.grid.areas.viewshed import line_field
from gridwar.grid.cells.wall_crossings import lies_on
from gridwar.grid.lines.certain_obstacles import opaque_squares
from gridwar.grid.lines.sight_and_effect import SIGHT, Purpose, Stand, middle_of
from gridwar.grid.outlines.sight_outline import seen_by_any, sight_outline, sight_outlines
from gridwar.model.battlemap import BattleMap
from gridwar.model.geometry import SUBCELL, Cell, Point, Size, footprint
from gridwar.model.walls import DoorState, Wall, WallSide, WallSight
from gridwar.paths import data_dir
from gridwar.storage.new_open_and_sample_fights import read_json, sample_fights
from gridwar.systems import find_system
from tests.support.walled_maps import SIDE, maps

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from numpy.typing import NDArray

    Mask = NDArray[np.bool_]
    Ends = tuple[float, float, float, float]

stands = st.builds(
    lambda cell, side, up: Stand(footprint(cell, Size(side, side)), up),
    st.builds(Cell, st.integers(0, SIDE - 2), st.integers(0, SIDE - 2)),
    st.integers(1, 2),
    st.sampled_from((0.0, 1.6)),
)


def _past_ends(page: BattleMap, origin: Point) -> Mask:
    """Return rows of the map's cells: whether an end lies on the line to their middles.

    Of a wall that one stands in, also what lies in it.
    """
    stopping = [wall for wall in page.walls if wall.hampers_sight]
    ends = [end for wall in stopping for end in (wall.a, wall.b)]
    y, x = np.nonzero(opaque_squares(page, Purpose.SIGHT))
    for right, down in ((0, 0), (1, 0), (0, 1), (1, 1)):
        corners = zip(x.tolist(), y.tolist(), strict=True)
        ends += [Point((at + right) * SUBCELL, (to + down) * SUBCELL) for at, to in corners]
    stood_in = {end for wall in stopping if lies_on(origin, wall) for end in (wall.a, wall.b)}
    across, down_by = (axis - at for axis, at in zip(_middles(page), origin, strict=True))
    found = np.zeros((page.height, page.width), np.bool_)
    for end in set(ends):
        ex, ey = end.x - origin.x, end.y - origin.y
        length = across * ex + down_by * ey
        least = 0 if end in stood_in else ex * ex + ey * ey
        found |= (across * ey == down_by * ex) & (length >= least)
    return found


def _middles(page: BattleMap) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return x in one row and y in one column of the middles of a map's cells, in points."""
    half = SUBCELL // 2
    return (
        (np.arange(page.width) * SUBCELL + half)[None, :],
        (np.arange(page.height) * SUBCELL + half)[:, None],
    )


def _apart(page: BattleMap, stands: Iterable[Stand], radius_cells: float | None) -> tuple[int, int]:
    """Return how many cells are seen by outline or by lines alone, and how many were looked at."""
    apart = looked_at = 0
    for stand in stands:
        outline = sight_outline(page, stand, radius_cells)
        lines = line_field(page, stand, max(page.size), SIGHT).mask
        origin = middle_of(stand.cells)
        sure = ~_past_ends(page, origin)
        x, y = _middles(page)
        reach = np.inf if radius_cells is None else radius_cells * SUBCELL
        near = (x - origin.x) ** 2 + (y - origin.y) ** 2 <= reach * reach
        seen = seen_by_any(page, [outline])
        apart += int(((seen != (lines & near)) & sure).sum())
        looked_at += int((near & sure).sum())
    return apart, looked_at


@given(maps(), stands, st.sampled_from((None, 3.0, 4.5, 12.0)))
def test_cells_of_an_outline_are_those_in_line(
    page: BattleMap, stand: Stand, radius_cells: float | None
) -> None:
    """Doors, windows, low walls, rock, hills, bodies of one cell and of four: no cell is apart."""
    assert _apart(page, [stand], radius_cells)[0] == 0


@given(maps(), stands)
def test_what_no_outline_can_tell_is_told_to_be_a_tie(page: BattleMap, stand: Stand) -> None:
    """Whoever needs a ruling knows of which cells to ask the lines."""
    outline = sight_outline(page, stand)
    exact = line_field(page, stand, SIDE, SIGHT).mask
    assert not ((outline.cells != exact) & ~outline.ties).any()


@given(maps(), st.data())
def test_a_switched_map_is_seen_as_if_it_were_drawn_so(
    page: BattleMap, data: st.DataObject
) -> None:
    """Doors opened and shut, walls lowered, turned or let through, one after the other."""
    here = data.draw(stands)
    for _turn in range(3):
        sight_outline(page, here)
        walls = [
            wall.replace(
                door=data.draw(st.sampled_from(DoorState)),
                sight=data.draw(st.sampled_from(WallSight)),
                one_way=data.draw(st.sampled_from((None, *WallSide))),
                height_m=data.draw(st.sampled_from((None, 1.0))),
            )
            for wall in page.walls
        ]
        page = page.with_walls(walls)
        assert _apart(page, [here], None)[0] == 0


def _rooms(random: Random) -> list[Ends]:
    """Return rooms of six cells with doorways, and ragged caves among them."""
    ends: list[Ends] = []
    for y in range(0, 60, 6):
        for x in range(0, 60, 6):
            for dx, dy in ((6, 0), (0, 6)):
                gap, end = random.uniform(0.2, 0.5), random.uniform(0.55, 0.8)
                ends.append((x, y, x + dx * gap, y + dy * gap))
                ends.append((x + dx * end, y + dy * end, x + dx, y + dy))
    return ends + _chains(random, 100, 0.9)


def _chains(random: Random, number: int, most: float) -> list[Ends]:
    """Return short chains of any angle that cross one another."""
    ends: list[Ends] = []
    while len(ends) < number:
        x, y = random.uniform(0, 60), random.uniform(0, 60)
        for _link in range(5):
            u, v = x + random.uniform(-most, most), y + random.uniform(-most, most)
            ends.append((x, y, u, v))
            x, y = u, v
    return ends


@pytest.mark.parametrize("kind", ["rooms", "chains"])
def test_among_hundreds_of_walls_no_cell_is_apart(kind: str) -> None:
    """Five hundred walls: rooms with caves, and open chains that cross."""
    random = Random(kind)
    ends = _rooms(random) if kind == "rooms" else _chains(random, 500, 1.5)
    drawn = [tuple(round(at * SUBCELL) for at in four) for four in ends]
    walls = [
        Wall(id=str(number), a=Point(ax, ay), b=Point(bx, by))
        for number, (ax, ay, bx, by) in enumerate(drawn)
        if (ax, ay) != (bx, by)
    ]
    page = BattleMap(width=60, height=60).with_walls(walls)
    places = [Stand((Cell(random.randrange(60), random.randrange(60)),)) for _one in range(12)]
    for radius_cells in (None, 24.0):
        apart, looked_at = _apart(page, places, radius_cells)
        assert apart == 0
        assert looked_at > 10_000


MAPS = [*sample_fights(), data_dir("assets") / "maps" / "drowned-heron.dd2vtt"]


@pytest.mark.parametrize("path", MAPS, ids=lambda path: path.name)
def test_on_a_real_map_no_cell_is_apart(path: Path) -> None:
    """From cells all over each map that comes with Gridwar, near and over the whole map."""
    is_fight = path.suffix == ".json"
    page = read_json(path, find_system).loaded.first.map if is_fight else read_uvtt(path).map
    cells = [Cell(x, y) for x in range(1, page.width, 4) for y in range(1, page.height, 4)]
    places = [Stand((cell,), page.ground_m(cell) + 1.6) for cell in cells][:40]
    for radius_cells in (None, 8.0):
        apart, looked_at = _apart(page, places, radius_cells)
        assert apart == 0
        assert looked_at


def test_only_who_moved_is_looked_for_anew() -> None:
    """Of three who look, the two that stayed have the very same outline."""
    page = BattleMap(width=20, height=20).with_walls(
        [Wall(id="w", a=Point(5 * SUBCELL, 0), b=Point(5 * SUBCELL, 9 * SUBCELL))]
    )
    before = sight_outlines(page, [Stand((Cell(n, n),)) for n in (2, 7, 12)], 6.0)
    after = sight_outlines(page, [Stand((Cell(n, n),)) for n in (2, 8, 12)], 6.0)
    assert [one is other for one, other in zip(before, after, strict=True)] == [True, False, True]
