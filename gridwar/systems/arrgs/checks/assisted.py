"""Modifiers that count for one check only: gone with the first one they count for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import Procedure, emit
from gridwar.systems.arrgs.core.close_events import ModifierUsed
from gridwar.systems.arrgs.core.sheet import sheet_of

if TYPE_CHECKING:
    from gridwar.engine.kit import Table


def use_up(table: Table, who: str, check: str) -> Procedure[None]:
    """Let what helped a check of somebody be gone.

    Rules: AR-MNV-01, AR-MOD-02
    """
    if who not in table.now:
        return
    spent = tuple(
        one
        for one in sheet_of(table.now[who]).modifiers
        if one.once and one.check in ("all", check)
    )
    if spent:
        yield from emit(ModifierUsed(who=who, modifiers=spent))
