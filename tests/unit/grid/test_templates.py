"""Templates by drawn cases and by the rule they follow: distance, direction, line to the tip."""

from __future__ import annotations

from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridwar.grid.areas.templates import Clip, Escape, Form, Shape, Template, tip_at
from gridwar.grid.cells.distance import Metric
from gridwar.grid.lines.sight_and_effect import EFFECT, Stand, line_between
from gridwar.model.battlemap import BattleMap
from gridwar.model.geometry import SUBCELL, Cell, Point
from gridwar.model.walls import Wall

OPEN = BattleMap(width=12, height=12)


def drawn(template: Template, width: int = 12) -> list[str]:
    """Return the cells of a template as rows, an x each."""
    cells = template.cells()
    rows = ("".join("x" if Cell(x, y) in cells else "." for x in range(width)) for y in range(12))
    return [row for row in rows if "x" in row]


def wall(x1: int, y1: int, x2: int, y2: int) -> Wall:
    """Return a wall between two corners of cells."""
    a, b = Point(x1 * SUBCELL, y1 * SUBCELL), Point(x2 * SUBCELL, y2 * SUBCELL)
    return Wall(id=f"{x1}{y1}{x2}{y2}", a=a, b=b)


def test_a_straight_burst_of_two_is_thirteen_cells() -> None:
    """By the straight line, radius 2 from a centre leaves out the knight's moves (2.24)."""
    template = Template(OPEN, Shape(Form.BURST, 2), tip_at(5.5, 5.5, corner=False))
    assert drawn(template) == [
        ".....x......",
        "....xxx.....",
        "...xxxxx....",
        "....xxx.....",
        ".....x......",
    ]


def test_a_burst_where_diagonals_count_one_is_a_square() -> None:
    """By the longest axis, radius 1 from a centre is three by three."""
    shape = Shape(Form.BURST, 1, metric=Metric.CHEBYSHEV)
    assert drawn(Template(OPEN, shape, tip_at(5.5, 5.5, corner=False))) == ["....xxx....."] * 3


def test_a_burst_from_a_corner_has_the_four_cells_round_it_first() -> None:
    """Radius 1 from a corner takes in the four cells that share it, in every metric."""
    for metric in (None, Metric.CHEBYSHEV, Metric.ALTERNATING):
        template = Template(OPEN, Shape(Form.BURST, 1, metric=metric), tip_at(5, 5, corner=True))
        assert drawn(template) == ["....xx......"] * 2


def test_a_ring_is_a_burst_without_its_middle() -> None:
    """From 1 to 2 where diagonals count one: sixteen cells round nine."""
    shape = Shape(Form.RING, 2, 1, metric=Metric.CHEBYSHEV)
    rows = drawn(Template(OPEN, shape, tip_at(5.5, 5.5, corner=False)))
    assert rows == ["...xxxxx....", *["...x...x...."] * 3, "...xxxxx...."]


def test_a_cone_of_a_right_angle_upwards() -> None:
    """Its edges are the diagonals, and belong to it; its tip does not."""
    tip = tip_at(5.5, 5.5, corner=False)
    assert drawn(Template(OPEN, Shape(Form.CONE, 3, 90), tip)) == [
        ".....x......",
        "...xxxxx....",
        "....xxx.....",
    ]


def test_a_line_three_wide_to_the_right() -> None:
    """Four long and three wide to the right of its tip: four columns of three."""
    tip = tip_at(3.5, 5.5, corner=False)
    tip = type(tip)(tip.point, 0.0, 90.0)
    rows = drawn(Template(OPEN, Shape(Form.LINE, 4, 3), tip))
    assert rows == ["....xxxx...."] * 3


def test_walls_cut_a_burst_and_spread_goes_round() -> None:
    """Behind a wall nothing is caught by the line; round its end the blast still gets."""
    battle_map = OPEN.with_walls([wall(6, 0, 6, 6)])
    tip = tip_at(5.5, 5.5, corner=False)
    by_line = Template(battle_map, Shape(Form.BURST, 3), tip).cells()
    assert Cell(6, 5) not in by_line
    assert Cell(6, 6) in by_line, "the end of a wall is only grazed"
    round_it = Template(battle_map, Shape(Form.BURST, 3, clip=Clip.SPREAD), tip).cells()
    assert Cell(6, 5) in round_it, "by the end of the wall it is 2.41 away"
    assert Cell(6, 3) not in round_it, "its way is longer than 3"
    assert Cell(6, 5) in Template(battle_map, Shape(Form.BURST, 3, clip=Clip.OFF), tip).cells()


def test_somebody_high_above_escapes_by_height() -> None:
    """Four cells up is out of a burst of three, and the reason is the height."""
    template = Template(OPEN, Shape(Form.BURST, 3), tip_at(5.5, 5.5, corner=False))
    above = Stand((Cell(5, 6),), 4 * OPEN.scale.cell_m)
    assert not template.takes(above)
    assert template.escapes(above) is Escape.HEIGHT
    assert template.takes(Stand((Cell(5, 6),), 2 * OPEN.scale.cell_m))


def test_a_large_token_is_caught_by_any_of_its_cells() -> None:
    """A token two by two with one cell inside is caught."""
    template = Template(OPEN, Shape(Form.BURST, 1), tip_at(5.5, 5.5, corner=False))
    assert template.takes(Stand((Cell(6, 5), Cell(7, 5), Cell(6, 6), Cell(7, 6))))
    assert not template.takes(Stand((Cell(7, 5), Cell(8, 5), Cell(7, 6), Cell(8, 6))))


@given(
    walls=st.lists(
        st.tuples(st.integers(1, 10), st.integers(1, 10), st.booleans()), max_size=8, unique=True
    ),
    at=st.tuples(st.integers(2, 9), st.integers(2, 9)),
    radius=st.integers(1, 4),
)
def test_a_burst_is_what_is_near_enough_and_in_line(
    walls: list[tuple[int, int, bool]], at: tuple[int, int], radius: int
) -> None:
    """A cell is in a burst exactly if its distance is at most the radius and a line goes there."""
    segments = [wall(x, y, x + flat, y + (not flat)) for x, y, flat in walls]
    battle_map = OPEN.with_walls({one.id: one for one in segments}.values())
    origin = Cell(*at)
    tip = tip_at(at[0] + 0.5, at[1] + 0.5, corner=False)
    cells = Template(battle_map, Shape(Form.BURST, radius), tip).cells()
    for y in range(12):
        for x in range(12):
            near = hypot(x - at[0], y - at[1]) <= radius
            here, there = Stand((origin,)), Stand((Cell(x, y),))
            in_line = line_between(battle_map, here, there, EFFECT).clear
            assert (Cell(x, y) in cells) == (near and in_line)


@pytest.mark.parametrize("clip", list(Clip))
def test_cells_and_tokens_are_asked_the_same(clip: Clip) -> None:
    """Whoever stands on the ground in a cell of a template is caught, and nobody else."""
    battle_map = OPEN.with_walls([wall(6, 2, 6, 6), wall(3, 7, 6, 7)])
    shape = Shape(Form.BURST, 3, clip=clip)
    template = Template(battle_map, shape, tip_at(5.5, 5.5, corner=False))
    everywhere = {Cell(x, y) for x in range(12) for y in range(12)}
    assert template.cells() == {cell for cell in everywhere if template.takes(Stand((cell,)))}
