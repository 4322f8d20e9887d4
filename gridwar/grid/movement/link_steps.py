"""Steps along stairs, ladders, shafts and hatches: from one page of the sheet to another.

No rulebook prices them, so the game master does: in straight steps over open ground onto the cell
where the way ends, as dear as they are to the mover by the rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from gridwar.grid.movement.step_rules import MindsLinks, Steers, Steps

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.grid.movement.mover_ground import Ground
    from gridwar.grid.movement.step_rules import State, StepRule
    from gridwar.model.geometry import Cell


class LinkWay(NamedTuple):
    """A link in one direction: from any of its cells here to any there, at so many straight steps.

    Ends are not paired off: a wide flight of stairs has many more steps than it has cells.
    """

    here: tuple[Cell, ...]
    there: tuple[Cell, ...]
    times: int


def link_ways(ground: Ground) -> Iterator[LinkWay]:
    """Yield the ways along links, each to where the ground lets a mover be."""
    for link in ground.battle_map.links:
        for here, there in link.ways:
            free = tuple(cell for cell in there if ground.why_closed(cell) is None)
            if free:
                yield LinkWay(here, free, link.cost)


def price_of_link(
    rule: StepRule, ends: tuple[Cell, Cell], times: int, state: State
) -> tuple[int, State] | None:
    """Return what a step along a link costs, and the path's state after it; None forbids it.

    It has no direction on the sheet: whoever is steered stays as it is, unless the rule says more.

    Args:
        rule: What steps cost.
        ends: Where the step begins and ends.
        times: How many straight steps it costs.
        state: The path's state before it.
    """
    here, there = ends
    if isinstance(rule, MindsLinks):
        return rule.link(here, there, times, state)
    if isinstance(rule, Steps):
        return rule.prices(there)[0] * times, state
    if isinstance(rule, Steers):
        assert isinstance(state, tuple)
        steered, inner = state
        paid = price_of_link(rule.paces, ends, times, inner)
        return None if paid is None else (paid[0], (steered, paid[1]))
    for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0)):
        taken = rule.step(there.shifted(dx, dy), there, state)
        if taken is not None:
            return taken[0] * times, taken[1]
    return None
