"""Steps along stairs, ladders, shafts and hatches: from one page of the sheet to another.

No rulebook prices them, so the game master does: in straight steps over open ground onto the cell
where the way ends, as dear as they are to the mover by the rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from gridwar.grid.movement.step_rules import Steers, Steps

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.grid.movement.mover_ground import Ground
    from gridwar.grid.movement.step_rules import State, StepRule
    from gridwar.model.geometry import Cell


class LinkStep(NamedTuple):
    """One step along a link, and how many straight steps it costs."""

    here: Cell
    there: Cell
    times: int


def link_steps(ground: Ground) -> Iterator[LinkStep]:
    """Yield the steps along links that the ground lets a mover take."""
    for link in ground.battle_map.links:
        for here, there in link.steps:
            if ground.why_closed(there) is None:
                yield LinkStep(here, there, link.cost)


def price_of_link(rule: StepRule, step: LinkStep, state: State) -> tuple[int, State] | None:
    """Return what a step along a link costs, and the path's state after it; None forbids it."""
    if isinstance(rule, Steps):
        return rule.prices(step.there)[0] * step.times, state
    if isinstance(rule, Steers):
        assert isinstance(state, tuple)
        steered, inner = state
        paid = price_of_link(rule.paces, step, inner)
        return None if paid is None else (paid[0], (steered, paid[1]))
    for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0)):
        taken = rule.step(step.there.shifted(dx, dy), step.there, state)
        if taken is not None:
            return taken[0] * step.times, taken[1]
    return None
