"""The order of turns: as the game master laid it down, then the others as they joined."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.systems.drive.core.sheet import sheet_of
from gridwar.systems.drive.core.state import state_of

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter


def order_ids(encounter: Encounter) -> tuple[str, ...]:
    """Return who is in the order: as the GM laid it down, then the others as they joined."""
    inside = [one.id for one in encounter.everyone() if _stands(encounter, one.id)]
    laid = [who for who in state_of(encounter).order if who in inside]
    return (*laid, *(who for who in inside if who not in laid))


def _stands(encounter: Encounter, who: str) -> bool:
    sheet = sheet_of(encounter[who])
    return sheet.takes_turns and not sheet.is_out


def before(encounter: Encounter, who: str) -> str | None:
    """Return who acts just before somebody; None where nobody else is in the order.

    Rules: DR-NRG-15
    """
    order = order_ids(encounter)
    others = [one for one in order if one != who]
    if not others:
        return None
    return order[order.index(who) - 1] if who in order else others[-1]
