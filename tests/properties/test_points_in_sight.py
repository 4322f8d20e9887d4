"""Points in sight are those that the sweep sees one by one; walls show as far as they are seen.

Random small maps with everything that may be in the way. Points on the outline itself may fall on
either side, and what is seen through a slit between walls is left out of outlines.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from gridwar.grid.lines.sight_and_effect import Stand
from gridwar.grid.outlines.points_in_sight import FACE_CELLS, filled, packed_points_in_sight
from gridwar.grid.outlines.sight_outline import SightOutline, sight_outline
from gridwar.model.battlemap import BattleMap
from gridwar.model.geometry import SUBCELL, Cell, Point, Size, footprint
from gridwar.model.point_masks import points_per_cell, unpacked
from gridwar.model.walls import Wall
from tests.support.walled_maps import SIDE, maps

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Mask = NDArray[np.bool_]

CLOSE = 1e-6
stands = st.builds(
    lambda cell, side, up: Stand(footprint(cell, Size(side, side)), up),
    st.builds(Cell, st.integers(0, SIDE - 2), st.integers(0, SIDE - 2)),
    st.integers(1, 2),
    st.sampled_from((0.0, 1.6)),
)


def _places(page: BattleMap) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return x and y of all points of a map, in cells."""
    per_cell = points_per_cell(page.size)
    across, down = ((np.arange(side * per_cell) + 0.5) / per_cell for side in page.size)
    x, y = np.meshgrid(across, down)
    return x, y


def _apart(lines: NDArray[np.float64], x: float, y: float) -> float:
    """Return how far a place is from the nearest of some lines, in cells."""
    a, b = lines[:, :2], lines[:, 2:]
    along = b - a
    part = ((np.array((x, y)) - a) * along).sum(axis=1) / np.maximum(
        1e-30, (along * along).sum(axis=1)
    )
    nearest = a + along * np.clip(part, 0, 1)[:, None]
    return float(np.hypot(*(np.array((x, y)) - nearest).T).min(initial=np.inf))


def _seen_one_by_one(outline: SightOutline) -> Mask:
    """Return what the sweep says of each point; those at an end's ray are asked as it asks them."""
    x, y = _places(outline.battle_map)
    at = outline.sweep.looker.point
    across, down = (
        np.round(axis * SUBCELL).astype(np.int64) - here
        for axis, here in zip((x, y), at, strict=True)
    )
    return outline.sweep.sees(across, down)[0]


def _is_excused(outline: SightOutline, x: float, y: float) -> bool:
    """Return whether a point lies on the outline, or in a slit that the outline leaves out."""
    corners = outline.polygon
    edges = np.concatenate([corners, np.roll(corners, -1, axis=0)], axis=1)
    if _apart(edges, x, y) < CLOSE:
        return True
    sweep, at = outline.sweep, outline.sweep.looker.point
    angle = np.arctan2(y * SUBCELL - at.y, x * SUBCELL - at.x)
    where = np.clip(np.searchsorted(sweep.angles, angle, "right") - 1, 0, len(sweep.nearest) - 1)
    beside = (where + np.array((-1, 0, 1))) % len(sweep.nearest)
    return bool((sweep.nearest[beside] < 0).any() and np.diff(sweep.angles)[beside].min() < 0.006)


@given(maps(), stands, st.one_of(st.none(), st.just(4.0)))
@settings(deadline=None)
def test_an_outline_is_filled_with_the_points_that_are_seen(
    page: BattleMap, stand: Stand, radius_cells: float | None
) -> None:
    """Row by row and all at once comes to the same as asking for each point."""
    outline = sight_outline(page, stand, radius_cells)
    got = unpacked(filled(outline.polygon, page.size), page.size)
    wanted = _seen_one_by_one(outline)
    x, y = _places(page)
    for row, column in np.argwhere(got != wanted).tolist():
        at = float(x[row, column]), float(y[row, column])
        near_rim = radius_cells is not None and (
            abs(np.hypot(*(np.array(at) * SUBCELL - outline.sweep.looker.point)) / SUBCELL - 4)
            < 0.01
        )
        assert near_rim or _is_excused(outline, *at), at


@given(maps(), stands)
@settings(deadline=None)
def test_beyond_the_outline_only_seen_faces_show(page: BattleMap, stand: Stand) -> None:
    """Whatever is shown is seen, or lies close beside the seen face of a wall."""
    outline = sight_outline(page, stand)
    shown = unpacked(packed_points_in_sight(outline), page.size)
    seen = unpacked(filled(outline.polygon, page.size), page.size)
    faces = np.concatenate(
        [one.faces.ends[one.faces.walls >= 0] for one in (outline, outline.certain)]
    )
    x, y = _places(page)
    for row, column in np.argwhere(shown & ~seen).tolist():
        at = float(x[row, column]), float(y[row, column])
        # A point on the border counts by the side on which the polygon lies.
        on_border = any(_is_excused(one, *at) for one in (outline, outline.certain))
        assert _apart(faces, *at) <= FACE_CELLS + CLOSE or on_border, at


@given(maps(), stands)
@settings(deadline=None)
def test_behind_low_walls_cells_are_seen_whole_or_not_at_all(page: BattleMap, stand: Stand) -> None:
    """What only lines above walls reach is shown where that to the middle of a cell is clear."""
    outline = sight_outline(page, stand)
    shown = unpacked(packed_points_in_sight(outline), page.size)
    certain = unpacked(filled(outline.certain.polygon, page.size), page.size)
    inside = unpacked(filled(outline.polygon, page.size), page.size)
    per_cell = points_per_cell(page.size)
    by_cells = outline.cells.repeat(per_cell, axis=0).repeat(per_cell, axis=1)
    assert not (certain & ~shown).any()
    assert not (inside & by_cells & ~shown).any()


def test_the_seen_side_of_a_wall_shows_and_nothing_behind_it() -> None:
    """Two points beside the wall's line on the far side show, the next one does not."""
    wall = Wall(id="w", a=Point(5 * SUBCELL, 0), b=Point(5 * SUBCELL, 10 * SUBCELL))
    page = BattleMap(width=10, height=10).with_walls((wall,))
    shown = unpacked(packed_points_in_sight(sight_outline(page, Stand((Cell(2, 5),)))), page.size)
    assert shown[:, :42].all()
    assert not shown[:, 42:].any()
