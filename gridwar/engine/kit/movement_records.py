"""How a combatant could move, and the walk that comes of it.

What is in the way, what steps cost and what that buys; a walk and its steps as records. Walking
itself is in ``walk_procedure``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.grid.movement.mover_ground import Ground
    from gridwar.grid.movement.routes import MayEnd, Route
    from gridwar.grid.movement.step_rules import StepRule
    from gridwar.model.geometry import Cell


class MoveZone(Struct, frozen=True):
    """How far some price goes: movement units up to and including ``limit``."""

    limit: int
    label: str
    note: str = ""
    """What the price means, for whoever plans to go that far."""
    strikes: bool = True
    """Whether enough is left to strike once there."""
    climbs: int = 0
    """How many levels up or down it includes."""


class Movement(Struct, frozen=True):
    """How a combatant could move now: the ground, its step costs, and what they buy.

    Attributes:
        ground: What is in the way.
        rule: What a step costs.
        zones: How far each price goes, the nearest first.
        cost_text: Words for a cost in movement units.
        may_end: Where, and in which states of the search, a move may end; None for anywhere.
        climbed: Returns how it moves so many levels higher (negative: lower); None where it cannot
            leave its level.
        climb_cost: Movement units that a level costs, whatever the step.
        accepts: Tells whether a way within the zones can be walked, where costs alone do not say:
            several moves that each lose what is left of them. None where they do.
        one_step: Whether each move may be one step, whatever that costs.
        is_bound: Whether the rules refuse what lies beyond the last zone; else zones are advice.
        why_no_end: Says why a move may not end in a cell to which a way leads; None where the
            place alone never is the reason.
    """

    ground: Ground
    rule: StepRule
    zones: tuple[MoveZone, ...]
    cost_text: Callable[[int], str]
    may_end: MayEnd | None = None
    climbed: Callable[[int], Movement] | None = None
    climb_cost: int = 0
    accepts: Callable[[Route], bool] | None = None
    one_step: bool = False
    is_bound: bool = True
    why_no_end: Callable[[Cell], str] | None = None


class StepTaken(Struct, frozen=True):
    """One step of a walk: ``number`` counts from 1.

    A step that only leads to another level ends in the cell in which it starts.
    """

    mover: str
    start: Cell
    end: Cell
    number: int
    forced: bool = False
    tag: str = ""
    """What kind of movement the command said it is."""
    climb: int = 0
    """By how many levels it rises; negative where it sinks."""


class Walk(Struct, frozen=True):
    """A walk to make. ``forced`` is being moved by somebody else: no movement of one's own."""

    mover: str
    path: tuple[Cell, ...]
    forced: bool = False
    tag: str = ""
    climbs: tuple[int, ...] = ()
    """By how many levels each step rises; those left out keep their level."""


class Fall(Struct, frozen=True):
    """A fall through one opening, or through several above each other."""

    who: str
    to: Cell
    """Where it ends: the top left cell."""
    height_m: float
    floor: str
    """The name of the floor on which it ends."""
