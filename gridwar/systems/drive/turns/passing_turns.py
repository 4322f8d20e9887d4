"""What passes with somebody's turn, and with the place of those who have none.

Whoever is out of the fight, set aside or a thing does not act; the place passes by itself once a
round, and with it whatever waits for its beginning or its end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import Procedure, emit, pass_moment
from gridwar.systems.drive.auras.upkeep import keep_up, start_of_turn
from gridwar.systems.drive.core.events import Acted
from gridwar.systems.drive.core.state import state_of
from gridwar.systems.drive.core.turn_order import has_turns, places
from gridwar.systems.drive.movement.phase import free_to_resist
from gridwar.systems.drive.turns.points import expire

if TYPE_CHECKING:
    from gridwar.engine.kit import Table


def pass_start(table: Table, who: str) -> Procedure[None]:
    """Let the beginning of a turn, or of a place, pass (T1).

    Rules: DR-SHD-19, DR-PSG-04, DR-PSG-16, DR-AUR-01
    """
    yield from pass_moment(table, "turn_start", who)
    yield from expire(table, who, "rounds")
    yield from start_of_turn(table, who)


def pass_end(table: Table, who: str, *, has_moved: bool) -> Procedure[None]:
    """Let the end of a turn, or of a place, pass (T3).

    Args:
        table: The table.
        who: Whose.
        has_moved: A movement phase has begun in it; else its end counts as one.

    Rules: DR-NRG-15, DR-SHD-19, DR-PSG-08, DR-AUR-15
    """
    yield from keep_up(table, who)
    yield from expire(table, who, "turn_end")
    if not has_moved:
        yield from free_to_resist(table, who)
    yield from pass_moment(table, "turn_end", who)


def pass_places(table: Table) -> Procedure[None]:
    """Let the places pass of all who do not act and come before whoever acts next.

    Rules: DR-NRG-15, DR-SHD-19, DR-PSG-08, DR-PSG-16, DR-AUR-15
    """
    if not table.now.round:
        return
    for who in places(table.now):
        if who in state_of(table.now).acted:
            continue
        if has_turns(table.now, who):
            return
        yield from pass_start(table, who)
        yield from pass_end(table, who, has_moved=False)
        yield from emit(Acted(who=who))
