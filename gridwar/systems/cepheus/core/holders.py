"""Who aims, holds back, wrestles or is busy.

Asked after every outcome that odds explore, also among a thousand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.model.changed import Noted
from gridwar.systems.cepheus.core.state import sheet_of

if TYPE_CHECKING:
    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Encounter


def holders(encounter: Encounter) -> tuple[str, ...]:
    """Return who is one of them as whoever acts sees it, in the order they joined."""
    held, bracket = _HOLDERS.on(encounter.combatants), encounter.bracket
    if bracket is not None and bracket.active is not None:
        seen = bracket.seen[bracket.active]
        held = held.difference(seen) | {who for who, one in seen.items() if _holds(one)}
    return tuple(who for who in encounter.combatants if who in held) if held else ()


def _holds(one: Combatant) -> bool:
    sheet = sheet_of(one)
    is_held = sheet.grappled_with is not None or sheet.task is not None
    is_led = sheet.contact.tactics != 0
    return sheet.aim is not None or sheet.delaying or is_held or is_led


_HOLDERS = Noted(_holds)
