"""Speed: the Movement Increment, its penalty after the first, and the category of movement."""

from __future__ import annotations

from typing import Final

from gridwar.engine.kit import Combatant, Encounter, SheetEvent, of_sheet
from gridwar.systems.arrgs.core.sheet import CATEGORIES, WALKING, ArrgsSheet, sheet_of, switches_of

FLYING: Final = "flying"
PENALTY: Final = -2


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
    return _increment(sheet_of(one))


@of_sheet
def _increment(sheet: ArrgsSheet) -> int:
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


def usual_category(encounter: Encounter, who: str) -> str:
    """Return the category in which somebody moves unless another is asked for.

    In the air it flies; where nobody can walk it goes as it can, in deep water swimming; what
    cannot walk at all moves in the first of its own categories.

    Rules: AR-MOV-01, AR-TER-04
    """
    one = encounter[who]
    sheet = sheet_of(one)
    if one.altitude > 0 and FLYING in sheet.speeds:
        return FLYING
    ground = None if one.pos is None else encounter.map.terrain_at(one.pos)
    if ground is not None and ground.impassable and ground.hinders(WALKING):
        known = (key for key in CATEGORIES if key in sheet.speeds and not ground.hinders(key))
        return next(known, WALKING)
    if WALKING in sheet.natural or WALKING in sheet.speeds or not sheet.speeds:
        return WALKING
    return next((key for key in sheet.speeds if key in sheet.natural), next(iter(sheet.speeds)))


def present_category(encounter: Encounter, who: str) -> str:
    """Return the category in which somebody steps aside: that of this round's last movement.

    Rules: AR-MNV-17, AR-MOV-04
    """
    usual, sheet = usual_category(encounter, who), sheet_of(encounter[who])
    return sheet.last_category if usual == WALKING and sheet.squares_moved else usual
