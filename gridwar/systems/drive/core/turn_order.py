"""The order of turns: as the game master laid it down, then the others as they joined.

Everybody has a place in it, whether or not they act there: what waits for a turn waits for a place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.systems.drive.core.sheet import sheet_of
from gridwar.systems.drive.core.state import state_of

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter


def places(encounter: Encounter) -> tuple[str, ...]:
    """Return everybody's place: as the GM laid it down, then the others as they joined.

    Rules: DR-NRG-15
    """
    laid = [who for who in state_of(encounter).order if who in encounter.combatants]
    return (*laid, *(who for who in encounter.combatants if who not in laid))


def has_turns(encounter: Encounter, who: str) -> bool:
    """Return whether somebody acts at their place: not a thing, nor out, nor set aside.

    Rules: DR-NRG-15
    """
    one = encounter.combatants[who]
    sheet = sheet_of(one)
    return sheet.takes_turns and not sheet.is_out and not one.aside


def order_ids(encounter: Encounter) -> tuple[str, ...]:
    """Return who is in the order: all who act at their places."""
    return tuple(who for who in places(encounter) if has_turns(encounter, who))


def before(encounter: Encounter, who: str) -> str | None:
    """Return whose place is just before somebody's; None where there is nobody else.

    Rules: DR-NRG-15
    """
    order = places(encounter)
    others = [one for one in order if one != who]
    if not others:
        return None
    return order[order.index(who) - 1] if who in order else others[-1]
