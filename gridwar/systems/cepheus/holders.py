"""Who aims, holds back, wrestles or is busy.

Asked after every outcome that odds explore, also among a thousand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.model.changed import changed_ids
from gridwar.systems.cepheus.state import sheet_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Encounter


class _Last:
    """The board asked about last, from which the next mostly differs in one combatant."""

    def __init__(self) -> None:
        self._known: tuple[Mapping[str, Combatant], frozenset[str]] = ({}, frozenset())

    def of(self, board: Mapping[str, Combatant]) -> frozenset[str]:
        """Return who of a board aims or holds back."""
        last, held = self._known  # in one piece: odds are explored in a thread of their own
        if last is not board:
            changed = changed_ids(last, board)
            now = {who for who in changed if _holds(board[who])}
            held = frozenset(who for who in held.difference(changed) | now if who in board)
            self._known = (board, held)
        return held


_LAST = _Last()


def holders(encounter: Encounter) -> tuple[str, ...]:
    """Return who is one of them as whoever acts sees it, in the order they joined."""
    held, bracket = _LAST.of(encounter.combatants), encounter.bracket
    if bracket is not None and bracket.active is not None:
        seen = bracket.seen[bracket.active]
        held = held.difference(seen) | {who for who, one in seen.items() if _holds(one)}
    return tuple(who for who in encounter.combatants if who in held) if held else ()


def _holds(one: Combatant) -> bool:
    sheet = sheet_of(one)
    is_held = sheet.grappled_with is not None or sheet.task is not None
    is_led = sheet.contact.tactics != 0
    return sheet.aim is not None or sheet.delaying or is_held or is_led
