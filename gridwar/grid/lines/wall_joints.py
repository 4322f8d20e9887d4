"""Joints that a line passes through: between walls on both its sides there is no gap."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.grid.cells.wall_crossings import turn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gridwar.model.geometry import Point
    from gridwar.model.walls import Wall


def joints_between(
    p: Point, q: Point, grazed: list[Wall], is_limited: Callable[[Wall], bool]
) -> Iterator[Wall]:
    """Yield a wall of each joint between walls on both sides of a line.

    A joint is as strong as its weaker side: the wall is one that is seen through once unless
    others stand on both sides.

    Args:
        p: Where the line begins.
        q: Where it ends.
        grazed: The walls whose ends it passes.
        is_limited: Picks those that are seen through once.
    """
    joints: dict[Point, list[tuple[int, Wall]]] = {}
    for wall in grazed:
        at, far = (wall.a, wall.b) if turn(p, q, wall.a) == 0 else (wall.b, wall.a)
        joints.setdefault(at, []).append((turn(p, q, far), wall))
    for arms in joints.values():
        full = [arm for arm in arms if not is_limited(arm[1])]
        if _is_on_both_sides(full):
            yield full[0][1]
        elif _is_on_both_sides(arms):
            yield next(wall for _side, wall in arms if is_limited(wall))


def _is_on_both_sides(arms: list[tuple[int, Wall]]) -> bool:
    sides = [side for side, _wall in arms]
    return bool(sides) and min(sides) < 0 < max(sides)
