"""Increments: of speed, of range, and of overuse; each begins to hurt after the first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from gridwar.engine.kit import SheetEvent
from gridwar.systems.arrgs.core.numbers import steps_of
from gridwar.systems.arrgs.core.sheet import sheet_of, switches_of

if TYPE_CHECKING:
    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Encounter
    from gridwar.systems.arrgs.core.sheet import ArrgsSheet

FREE_POINTS: Final = 3
PENALTY: Final = -2


def overuse_penalty(points_used: int) -> int:
    """Return the Circumstance penalty for points beyond 3.

    Args:
        points_used: AP and AAP spent in this round.

    Rules: AR-ACT-05
    """
    return PENALTY * max(0, points_used - FREE_POINTS)


def movement_increment(squares_moved: int, base_speed: int) -> int:
    """Return the Movement Increment of some squares moved.

    Args:
        squares_moved: In this round.
        base_speed: Base Movement Speed, in squares.

    Rules: AR-INC-01
    """
    return steps_of(squares_moved, base_speed)


def increment_of(one: Combatant) -> int:
    """Return a combatant's Movement Increment of this round.

    Rules: AR-INC-01, AR-INC-04, AR-MOV-04
    """
    sheet = sheet_of(one)
    return movement_increment(sheet.squares_moved, _base_of(sheet))


def increment_since_crash(one: Combatant) -> int:
    """Return the Movement Increment of the squares since somebody last ran into something.

    Rules: AR-ACC-02
    """
    sheet = sheet_of(one)
    return movement_increment(sheet.squares_moved - sheet.stopped_after, _base_of(sheet))


def _base_of(sheet: ArrgsSheet) -> int:
    return sheet.increment_base or sheet.base_for(sheet.last_category)


def base_that_counts(encounter: Encounter, who: str, category: str) -> int:
    """Return the base speed that is the yardstick once somebody moves in a category too.

    Rules: AR-MOV-04
    """
    sheet = sheet_of(encounter[who])
    now = sheet.base_for(category)
    rule = switches_of(encounter).mixed_category_base
    if rule == "slowest":
        return min((*sheet.base_of_round, now))
    return sheet.base_of_round[0] if rule == "first_category" and sheet.base_of_round else now


def speed_of(encounter: Encounter, one: Combatant) -> int:
    """Return the Movement Increment at which somebody goes, carried or not.

    Rules: AR-INC-01, AR-MOV-08
    """
    carrier = sheet_of(one).rides
    own = increment_of(one)
    if carrier is None or carrier not in encounter:
        return own
    return max(own, increment_of(encounter[carrier]))


def penalty_after_first(increment: int) -> int:
    """Return -2 for every increment after the first.

    Rules: AR-INC-02, AR-RNG-01
    """
    return PENALTY * max(0, increment - 1)


def increment_penalty(encounter: Encounter, one: Combatant) -> int:
    """Return the penalty for a combatant's speed, or for that of what carries it.

    Rules: AR-INC-02
    """
    return penalty_after_first(speed_of(encounter, one))


class RangeBand(Struct, frozen=True):
    """How far away something is, in increments of a weapon."""

    distance: int
    increment: int
    modifier: int
    in_range: bool


def range_band(distance: int, size: int | None, most: int | None) -> RangeBand:
    """Return the range increment of a distance.

    Args:
        distance: In cells.
        size: Range Increment, in cells; None for a weapon without one.
        most: The last increment in which it can be used; None without end.

    Rules: AR-RNG-01, AR-RNG-02
    """
    increment = max(1, steps_of(distance, size)) if size else 1
    in_range = most is None or increment <= most
    return RangeBand(distance, increment, penalty_after_first(increment), in_range)


class SquaresMoved(SheetEvent):
    """Squares were moved that count for the Movement Increment; by which category."""

    squares: int
    category: str
    base: int = 0
    """The base speed that counts from here on; 0: that of the category."""

    def on(self, sheet: ArrgsSheet) -> ArrgsSheet:
        """Count them, and remember the base speeds of the categories in their order."""
        base, known = sheet.base_for(self.category), sheet.base_of_round
        return sheet.replace(
            squares_moved=sheet.squares_moved + self.squares,
            last_category=self.category,
            increment_base=self.base or base,
            base_of_round=known if base in known else (*known, base),
        )
