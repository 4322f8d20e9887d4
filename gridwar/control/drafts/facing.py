"""Facing by key and wheel: Shift with the arrows or the wheel turns a token by 45 degrees.

With Ctrl as well the step is 15 degrees.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.control.pointer import Modifier, PointerKind
from gridwar.engine.gm.commands import Turn

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.control.controller_protocol import Table
    from gridwar.control.pointer import KeyEvent, PointerEvent

STEP_DEG: Final = 45
FINE_DEG: Final = 15
WAYS: Final[Mapping[str, int]] = {"left": -1, "right": 1, "up": -1, "down": 1}


def turn_by_key(table: Table, event: KeyEvent) -> bool:
    """Turn those selected; tell whether it did."""
    if not event.pressed or event.key not in WAYS or Modifier.SHIFT not in event.modifiers:
        return False
    return turn(table, table.view.selected, WAYS[event.key], event.modifiers)


def turn_by_wheel(table: Table, event: PointerEvent) -> bool:
    """Turn the token under the pointer; tell whether it did."""
    if event.kind is not PointerKind.WHEEL or Modifier.SHIFT not in event.modifiers:
        return False
    return turn(table, event.tokens[:1], 1 if event.steps > 0 else -1, event.modifiers)


def turn(table: Table, who: tuple[str, ...], way: int, held: frozenset[Modifier]) -> bool:
    """Turn some combatants by a step; tell whether there was anybody to turn.

    Args:
        table: The fight.
        who: Ids; those who are gone are passed over.
        way: 1 clockwise, -1 the other way.
        held: Keys held: Ctrl makes the step fine.
    """
    here = [one for one in who if one in table.encounter]
    step = FINE_DEG if Modifier.CTRL in held else STEP_DEG
    for one in here:
        table.submit(Turn(who=one, by_deg=way * step))
    return bool(here)
