"""How a combatant could move: what is in the way, what steps cost, and what that buys."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.grid.ground import Ground
    from gridwar.grid.steps import StepRule
    from gridwar.model.geometry import Cell


class MoveZone(Struct, frozen=True):
    """How far some price goes: movement units up to and including ``limit``."""

    limit: int
    label: str
    note: str = ""
    """What the price means, for whoever plans to go that far."""
    strikes: bool = True
    """Whether enough is left to strike once there."""


def _everywhere(cell: Cell, state: Any) -> bool:
    del cell, state
    return True


class Movement(Struct, frozen=True):
    """How a combatant could move now: the ground, its step costs, and what they buy.

    Attributes:
        ground: What is in the way.
        rule: What a step costs.
        zones: How far each price goes, the nearest first.
        cost_text: Words for a cost in movement units.
        may_end: Whether a move may end on a cell in a state of the search.
    """

    ground: Ground
    rule: StepRule
    zones: tuple[MoveZone, ...]
    cost_text: Callable[[int], str]
    may_end: Callable[[Cell, Any], bool] = _everywhere
