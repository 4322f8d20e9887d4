"""Lines of many walls made of few, and gaps between walls closed."""

from __future__ import annotations

from itertools import pairwise
from math import cos, hypot, pi, sin
from typing import TYPE_CHECKING

import pytest

from gridwar.control.controller.controller import Controller
from gridwar.control.state.pointer_and_keys import KeyEvent
from gridwar.control.tools.walls.wall_gaps import closing, gaps_in
from gridwar.control.tools.walls.wall_simplifying import lines_of, simplified
from gridwar.control.tools.walls.wall_tidying import Tidy
from gridwar.control.tools.walls.walls_tool import WallsTool
from gridwar.engine.gm.map_commands import PutWalls
from gridwar.model.geometry import SUBCELL, Point
from gridwar.model.walls import Wall, WallKind, WallSide
from tests.support.fights import begun
from tests.support.pointing import Hand

if TYPE_CHECKING:
    from collections.abc import Sequence


def _line(*places: tuple[float, float], name: str = "w") -> tuple[Wall, ...]:
    points = [Point(round(x * SUBCELL), round(y * SUBCELL)) for x, y in places]
    return tuple(
        Wall(id=f"{name}-{at}", a=a, b=b) for at, (a, b) in enumerate(pairwise(points), start=1)
    )


def _after(walls: Sequence[Wall], command: PutWalls) -> tuple[Wall, ...]:
    put = {one.id: one for one in command.put}
    kept = [put.pop(one.id, one) for one in walls if one.id not in command.gone]
    return (*kept, *put.values())


def _ragged() -> tuple[Wall, ...]:
    ring = [
        (5 + (3 + 0.05 * (-1) ** at) * cos(2 * pi * at / 60), 5 + 3 * sin(2 * pi * at / 60))
        for at in range(60)
    ]
    return _line(*ring, ring[0])


@pytest.mark.parametrize("bound", [0.05, 0.1, 0.2, 0.4])
def test_no_corner_lies_farther_off_than_the_bound(bound: float) -> None:
    """Every old corner is that near to a new wall; what is told is the farthest."""
    walls = _ragged()
    made = simplified(lines_of(walls), bound)
    new = _after(walls, made.command)
    assert len(new) == len(walls) - len(made.gone) < len(walls)
    off = max(min(_far(one.a, wall) for wall in new) for one in walls)
    assert off <= made.off_cells + 1e-9 <= bound + 1e-9


def _far(point: Point, wall: Wall) -> float:
    (ax, ay), (bx, by) = wall.a, wall.b
    dx, dy = bx - ax, by - ay
    share = max(0.0, min(1.0, ((point.x - ax) * dx + (point.y - ay) * dy) / (dx * dx + dy * dy)))
    return hypot(point.x - ax - share * dx, point.y - ay - share * dy) / SUBCELL


def test_a_ring_stays_a_ring() -> None:
    """Its walls still meet end to end, and lead back."""
    walls = _ragged()
    new = _after(walls, simplified(lines_of(walls), 0.4).command)
    ends = [end for one in new for end in (one.a, one.b)]
    assert all(ends.count(end) == 2 for end in ends)


def test_where_others_meet_a_line_its_corner_stays() -> None:
    """A third wall at a corner, and an end that lies on a wall, hold it in place."""
    bent = _line((0, 0), (1, 0.05), (2, 0), (3, 0.05), (4, 0))
    assert len(simplified(lines_of(bent), 0.1).gone) == 3
    third = _line((2, 0), (2, 3), name="third")
    assert len(simplified(lines_of((*bent, *third)), 0.1).gone) == 2
    lying = _line((2.5, 0.025), (2.5, 3), name="lying")
    made = simplified(lines_of((*bent, *lying)), 0.1)
    kept = {one.id for one in _after(bent, made.command)}
    assert "w-3" in kept
    assert not any(wall.id == "w-3" for wall, _a, _b in made.moved)


def test_only_walls_that_are_alike_become_one() -> None:
    """Doors stay, and so does the corner between walls of two kinds, or of two sides."""
    one, two, three, four = _line((0, 0), (1, 0), (2, 0), (3, 0), (4, 0))
    door = two.replace(kind=WallKind.DOOR)
    assert lines_of((one, door, three)) == ()
    assert lines_of((one, two.replace(name="Bar"))) == ()
    left = [wall.replace(one_way=WallSide.LEFT) for wall in (three, four)]
    assert len(simplified(lines_of(tuple(left)), 0.1).gone) == 1
    back = left[1].replace(a=left[1].b, b=left[1].a)
    assert lines_of((left[0], back)) == ()


def test_a_line_drawn_back_and_forth_keeps_its_side() -> None:
    """The wall that stays runs as it ran."""
    walls = [one.replace(one_way=WallSide.LEFT) for one in _line((0, 0), (1, 0), (2, 0))]
    (kept, *_none) = simplified(lines_of(tuple(walls)), 0.1).command.put
    assert (kept.a.x, kept.b.x) == (0, 2 * SUBCELL)


def test_two_ends_that_nearly_meet_are_one_gap() -> None:
    """It is told once, with its width; closed, both end at the same point."""
    walls = (*_line((0, 0), (3, 0)), *_line((3.1, 0), (3.1, 4), name="v"))
    (one,) = gaps_in(walls)
    assert one.cells == pytest.approx(0.1, abs=1e-3)
    command = closing(walls, (one,))
    assert command is not None
    assert gaps_in(_after(walls, command)) == ()
    assert len(command.put) == 1


def test_an_end_before_the_middle_of_a_wall_parts_it() -> None:
    """So that they meet exactly, at any angle."""
    walls = (*_line((0, 0), (7, 3)), *_line((3, 1.4), (2, 4), name="v"))
    command = closing(walls, gaps_in(walls))
    assert command is not None
    new = _after(walls, command)
    assert len(new) == 3
    shared = [end for one in new for end in (one.a, one.b)]
    assert max(shared.count(end) for end in shared) == 3
    assert gaps_in(new) == ()


def test_what_lies_on_a_wall_or_far_from_one_is_no_gap() -> None:
    """An end on a wall is met; one a cell away is meant."""
    on = (*_line((0, 0), (6, 0)), *_line((3, 0), (3, 3), name="v"))
    assert gaps_in(on) == ()
    far = (*_line((0, 0), (2, 0)), *_line((3, 0), (5, 0), name="v"))
    assert gaps_in(far) == ()


def test_a_row_of_gaps_closes_at_once() -> None:
    """Short walls with gaps between them become one line."""
    places = [(at * 1.1, 0.0) for at in range(6)]
    walls = tuple(
        wall for at, (x, y) in enumerate(places) for wall in _line((x, y), (x + 1, y), name=f"{at}")
    )
    command = closing(walls, gaps_in(walls))
    assert command is not None
    assert gaps_in(_after(walls, command)) == ()


def test_both_are_one_undo_and_by_key_alone() -> None:
    """Enter does what is shown; Escape leaves, and the tool is as it was."""
    walls = (*_ragged(), *_line((12, 1), (15, 1), name="a"), *_line((15.2, 1), (15.2, 4), name="b"))
    controller = Controller(begun("freeform", hero=(3, 3), foe=(9, 5)))
    controller.submit(PutWalls(put=walls))
    tool = WallsTool(controller)
    hand = Hand(tool)
    tool.tidy(Tidy.LINES)
    assert tool.key(KeyEvent("4", text="4"))
    assert tool.tidying.bound_cells == 0.4
    assert "become" in tool.tidying.words()
    hand.key("enter")
    assert len(tool.walls) < len(walls)
    controller.timeline.undo()
    assert tool.walls == walls
    tool.tidy(Tidy.GAPS)
    assert [one.key for one in tool.tidying.rows()] == ["1"]
    assert tool.key(KeyEvent("1", text="1"))
    assert gaps_in(tool.walls) == ()
    controller.timeline.undo()
    assert tool.walls == walls
    hand.key("escape")
    assert tool.tidying.what is Tidy.NOTHING


def test_what_is_selected_alone_becomes_fewer() -> None:
    """With nothing selected it is all walls."""
    controller = Controller(begun("freeform", hero=(3, 3), foe=(9, 5)))
    bent = _line((0, 0), (1, 0.05), (2, 0))
    other = _line((0, 9), (1, 9.05), (2, 9), name="o")
    controller.submit(PutWalls(put=(*bent, *other)))
    tool = WallsTool(controller)
    tool.tidy(Tidy.LINES)
    gone: tuple[str, ...] = tool.tidying.made.gone
    assert len(gone) == 2
    tool.select("o-1", "o-2")
    gone = tool.tidying.made.gone
    assert gone == ("o-2",)
