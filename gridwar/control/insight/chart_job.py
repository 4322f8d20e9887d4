"""What a chart is asked for, and what it tells: frozen values that go from process to process."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeAlias

from msgspec import Struct

from gridwar.engine.insight.danger_and_chance import Chance, Danger
from gridwar.engine.insight.strikes import Defence

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.control.state.chart_choice import ChartKind
    from gridwar.engine.insight.arrival import Arrival, Way
    from gridwar.engine.insight.on_the_way import Opened
    from gridwar.engine.kit.rule_system import System
    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Cell


class Asked(Struct, frozen=True):
    """What is wanted of a fight.

    Attributes:
        who: Who would stand on the squares.
        kind: What is told of each; where there is a ``way`` it is all of it.
        side: By what this side knows; None for everything.
        cells: The squares.
        near: Where to begin, as long as nothing is pointed at.
        after_moves: Danger counts once each foe has moved: at least so much.
        way: How ``who`` would get to the one square that is asked about; None for a chart.
    """

    who: str
    kind: ChartKind
    side: str | None
    cells: tuple[Cell, ...]
    near: Cell | None = None
    after_moves: bool = False
    way: Way | None = None


class Seen(Struct, frozen=True):
    """Which foes would have a line to a square."""

    cell: Cell
    by: tuple[str, ...] = ()


Found: TypeAlias = Danger | Chance | Seen | str
"""What is told of a square, or why nobody can stand there."""
Defences: TypeAlias = tuple[tuple[str, tuple[Defence, ...]], ...]


class Square(Struct, frozen=True):
    """What a chart tells of a square.

    Attributes:
        cell: The square.
        found: What was worked out.
        defences: What could be chosen against each strike, by foe; only of a square pointed at.
        is_spelled: Whether these were asked for.
        opened: What the way there would open; None where none leads there, or it was not asked.
        arrival: What it means to who comes there, where that was asked; else ``found`` says why.
    """

    cell: Cell
    found: Found
    defences: Defences = ()
    is_spelled: bool = False
    opened: tuple[Opened, ...] | None = None
    arrival: Arrival | None = None

    @property
    def is_provisional(self) -> bool:
        """Whether some of it is another square's, which looks the same on the grid."""
        return isinstance(self.found, Danger | Chance) and self.found.is_provisional


class Told(Struct, frozen=True):
    """Some squares of a chart; with the last of them it is whole. A fault ends it early."""

    squares: tuple[Square, ...] = ()
    is_whole: bool = False
    fault: BaseException | None = None


Tell: TypeAlias = "Callable[[Told], None]"
"""Gets what is found, a few squares at a time, in whichever thread."""


class ChartWorker(Protocol):
    """Works charts out beside the window, one at a time: a new one stops the one before."""

    def begin(self, system: System, encounter: Encounter, asked: Asked, tell: Tell) -> None:
        """Begin with a chart, and return at once."""

    def point_at(self, cell: Cell | None) -> None:
        """Go on with the squares nearest to one."""

    def cancel(self) -> None:
        """Stop; what is found from now on is not told."""

    def close(self) -> None:
        """Stop for good."""


BATCH_S, MOST_BATCH_S = 0.2, 0.8
"""Squares are told as often at first, and at last: each time the map is drawn anew."""
