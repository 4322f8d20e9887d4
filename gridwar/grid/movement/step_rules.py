"""What a step costs: the rule systems' side of movement, and step rules ready to use.

Costs are whole numbers in a unit that the rule chooses (cells, tenths of a cell). Whether the
map lets a step happen at all is ``gridwar.grid.movement.mover_ground``'s business.
"""

from __future__ import annotations

from collections.abc import Hashable
from itertools import accumulate
from typing import TYPE_CHECKING, Final, Protocol, runtime_checkable

from msgspec import Struct

from gridwar.caches import kept_of_fight
from gridwar.grid.cells.distance import Metric
from gridwar.model.geometry import Cell, footprint, is_diagonal

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gridwar.grid.movement.mover_ground import Ground
    from gridwar.model.terrain_kinds import TerrainKind

State = Hashable
"""What a path remembers for its next step, such as the parity of its diagonals or a facing."""


class StepRule(Protocol):
    """How a rule system prices the steps that the map allows."""

    def start(self) -> State:
        """Return the state in which a path begins."""

    def step(self, a: Cell, b: Cell, state: State) -> tuple[int, State] | None:
        """Return the cost of a step (at least 1) and the state after it; None forbids it.

        Args:
            a: The mover's top left cell before the step.
            b: The same after it, one of the eight neighbours.
            state: The path's state before the step.
        """


@runtime_checkable
class Explains(Protocol):
    """A step rule that can say why it forbids a step."""

    def reason(self, a: Cell, b: Cell) -> str:
        """Return the reason as the user reads it; empty when the rule allows the step."""


@runtime_checkable
class Estimates(Protocol):
    """A step rule that knows a lower bound, which makes the search for a route quick."""

    def estimate(self, a: Cell, b: Cell) -> int:
        """Return a cost that no way from ``a`` to ``b`` can be cheaper than."""


@runtime_checkable
class Steers(Protocol):
    """A step rule that lets a mover steer by direction alone, at prices of another rule.

    Its state is a pair: how the mover is steered, and the state of the other rule. What it says
    of a direction holds anywhere on the map, so that a search asks once for each way to be
    steered, and once for each price.
    """

    @property
    def paces(self) -> StepRule:
        """What the steps cost."""

    def steer(self, way: tuple[int, int], steered: Hashable) -> Hashable | None:
        """Return how the mover is steered after a step in a direction; None forbids it.

        Args:
            way: The step, as columns and rows.
            steered: How the mover was steered before.
        """


@runtime_checkable
class MindsLinks(Protocol):
    """A step rule that minds where steps begin or lead, and so what comes of one along stairs."""

    def link(self, a: Cell, b: Cell, times: int, state: State) -> tuple[int, State] | None:
        """Return the cost of a step along a link and the state after it; None forbids it.

        Args:
            a: The mover's top left cell before the step.
            b: The same after it, on another floor.
            times: How many straight steps it costs.
            state: The path's state before it.
        """


class Steps(Struct, frozen=True):
    """Steps priced by direction and terrain; the state is the place in the cycle of diagonals.

    The cost is ``(base * multiplier + difficulty * orthogonal) * unit``: base is ``orthogonal``
    or the next of ``diagonals`` in turn (none: no diagonal steps); multiplier and difficulty are
    the highest under the mover's footprint and count only when switched on by ``multiplies`` and
    ``adds``.

    Rules: CE-MIN-06, CE-MIN-07, CE-MIN-08, CE-MIN-09, AR-TER-01, AR-TER-03
    """

    ground: Ground
    orthogonal: int = 1
    diagonals: tuple[int, ...] = (1,)
    multiplies: bool = False
    adds: bool = False
    unit: int = 1

    def start(self) -> int:
        """Return the state of a fresh path: the cycle of diagonals at its beginning."""
        return 0

    def step(self, a: Cell, b: Cell, state: State) -> tuple[int, State] | None:
        """Return the cost of a step and the state after it."""
        prices = self.prices(b)
        if not is_diagonal(a, b):
            return prices[0], state
        if not self.diagonals or not isinstance(state, int):
            return None
        return prices[1 + state], (state + 1) % len(self.diagonals)

    def prices(self, anchor: Cell) -> tuple[int, ...]:
        """Return what it costs to enter an anchor: straight, then by each diagonal of the cycle."""
        cells = footprint(anchor, self.ground.size)
        return self.prices_on([self.ground.battle_map.terrain_at(cell) for cell in cells])

    def prices_on(self, kinds: Iterable[TerrainKind]) -> tuple[int, ...]:
        """Return the same for the kinds of terrain under the mover's footprint."""
        felt = [kind for kind in kinds if kind.hinders(self.ground.category)]
        multiplier = max((kind.multiplier for kind in felt if self.multiplies), default=1)
        difficulty = max((kind.difficulty for kind in felt if self.adds), default=0)
        return self.prices_at(multiplier, difficulty)

    def prices_at(self, multiplier: int, difficulty: int) -> tuple[int, ...]:
        """Return the same for the multiplier and the difficulty that count."""
        extra = difficulty * self.orthogonal
        return tuple(
            (base * multiplier + extra) * self.unit for base in (self.orthogonal, *self.diagonals)
        )

    def estimate(self, a: Cell, b: Cell) -> int:
        """Return the cost over open ground, beginning anywhere in the cycle of diagonals."""
        short, long = sorted((abs(a[0] - b[0]), abs(a[1] - b[1])))
        straight = self.orthogonal
        if not self.diagonals:
            return (short + long) * straight * self.unit
        if any(not straight <= base <= 2 * straight for base in self.diagonals):
            return long * min(straight, *self.diagonals) * self.unit
        rounds, rest = divmod(short, len(self.diagonals))
        diagonal = rounds * sum(self.diagonals) + _cheapest_run(self.diagonals, rest)
        return ((long - short) * straight + diagonal) * self.unit


@kept_of_fight(256)
def _cheapest_run(diagonals: tuple[int, ...], length: int) -> int:
    """Return the least that a number of diagonals in a row can cost, from anywhere in the cycle."""
    sums = (0, *accumulate(diagonals * 2))
    return min(sums[at + length] - sums[at] for at in range(len(diagonals)))


def uniform(
    ground: Ground, *, multiplies: bool = False, adds: bool = False, unit: int = 1
) -> Steps:
    """Return a rule by which every step costs one cell.

    Args:
        ground: The map as the mover meets it.
        multiplies: Whether terrain multiplies the cost.
        adds: Whether terrain adds its difficulty.
        unit: Cost of one cell.
    """
    return Steps(ground, 1, (1,), multiplies, adds, unit)


def alternating(
    ground: Ground, *, multiplies: bool = False, adds: bool = False, unit: int = 1
) -> Steps:
    """Return a rule by which diagonal steps cost one cell and two in turn.

    Args:
        ground: The map as the mover meets it.
        multiplies: Whether terrain multiplies the cost.
        adds: Whether terrain adds its difficulty.
        unit: Cost of one cell.
    """
    return Steps(ground, 1, (1, 2), multiplies, adds, unit)


def euclid(ground: Ground, *, multiplies: bool = False, adds: bool = False, unit: int = 1) -> Steps:
    """Return a rule in tenths of a cell: 10 straight, 14 diagonally.

    Args:
        ground: The map as the mover meets it.
        multiplies: Whether terrain multiplies the cost.
        adds: Whether terrain adds its difficulty.
        unit: Cost of a tenth of a cell.
    """
    return Steps(ground, 10, (14,), multiplies, adds, unit)


STEPS_BY_METRIC: Final = {
    Metric.CHEBYSHEV: (uniform, 1),
    Metric.ALTERNATING: (alternating, 1),
    Metric.EUCLID_FLOOR: (euclid, 10),
}
"""The rule of steps that goes with a metric, and in how many parts of a cell it counts."""
