"""Increments: of speed, of range, and of overuse; each begins to hurt after the first.

So does a sudden change of speed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from gridwar.engine.kit import SheetEvent, Step
from gridwar.systems.arrgs.core.sheet import sheet_of, switches_of
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter
    from gridwar.model.combatant import Combatant
    from gridwar.systems.arrgs.core.sheet import ArrgsSheet

FREE_POINTS: Final = 3
PENALTY: Final = -2
SUDDEN: Final = 3
"""Movement Increments by which a change of speed begins to hurt."""
FORCE: Final = "force"


def overuse_penalty(points_used: int) -> int:
    """Return the Circumstance penalty for points beyond 3.

    Args:
        points_used: AP and AAP spent in this round.

    Rules: AR-ACT-05
    """
    return PENALTY * max(0, points_used - FREE_POINTS)


def increments_in(squares: int, size: int) -> int:
    """Return how many increments some squares reach into: the last one counts whole.

    Args:
        squares: Moved in a round, or between two.
        size: Base Movement Speed or Range Increment, in squares.

    Rules: AR-INC-01, AR-RNG-01
    """
    return -(-squares // size)


def increment_of(one: Combatant) -> int:
    """Return a combatant's Movement Increment of this round.

    Rules: AR-INC-01, AR-INC-04, AR-MOV-04
    """
    sheet = sheet_of(one)
    return increments_in(sheet.squares_moved, _base_of(sheet))


def increment_since_crash(one: Combatant) -> int:
    """Return the Movement Increment of the squares since somebody last ran into something.

    Rules: AR-ACC-02
    """
    sheet = sheet_of(one)
    return increments_in(sheet.squares_moved - sheet.stopped_after, _base_of(sheet))


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
    increment = max(1, increments_in(distance, size)) if size else 1
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


class Shock(Struct, frozen=True):
    """A sudden change of speed: Movement Speed, Increments of both rounds, which one counts."""

    who: str
    speed: int = 0
    before: int = 0
    now: int = 0
    counts: int = 0

    @property
    def force(self) -> int:
        """The Success Value of the Force that it does.

        Rules: AR-ACC-01
        """
        return self.speed * self.counts

    @property
    def steps(self) -> tuple[Step, ...]:
        """How it comes about, for the log.

        Rules: AR-ACC-01
        """
        increments = _("Movement Increment")
        return (
            Step(label=increments, rule_id="AR-ACC-01", before=self.before, after=self.now),
            Step(label=_("Movement Speed"), rule_id="AR-ACC-01", after=self.speed),
            Step(
                label=_("Force"),
                rule_id="AR-ACC-01",
                before=f"{self.speed} × {self.counts}",
                after=self.force,
            ),
        )


def acceleration(encounter: Encounter, who: str) -> Shock:
    """Return what a sudden change of speed does somebody; no Force where there is none.

    Rules: AR-ACC-01, AR-ACC-05
    """
    sheet = sheet_of(encounter[who])
    carrier = sheet.rides if sheet.rides in encounter else None
    scope = switches_of(encounter).acceleration_scope
    felt = scope == "all" or (scope != "off" and (sheet.vehicle or carrier is not None))
    mover = encounter[carrier or who]
    its, now = sheet_of(mover), increment_of(mover)
    before = its.previous_increment
    change = abs(now - before)
    if not felt or its.crashed or change < SUDDEN or mover.aside:
        return Shock(who)
    higher = switches_of(encounter).acceleration_formula == "higher_increment"
    counts = max(now, before) if higher else change
    return Shock(who, its.speed(its.last_category), before, now, counts)
