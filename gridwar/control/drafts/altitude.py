"""Altitude by key and wheel: `[` and `]`, or Ctrl and the wheel over a token, by a cell a step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.control.pointer import Modifier, PointerKind
from gridwar.engine.gm.commands import Climb

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.control.controller_protocol import Table
    from gridwar.control.pointer import KeyEvent, PointerEvent

FINE: Final = 0.1
"""Of a step, with Shift."""
WAYS: Final[Mapping[str, float]] = {
    "bracketleft": -1,
    "bracketright": 1,
    "braceleft": -FINE,
    "braceright": FINE,
}


def climb_by_key(table: Table, event: KeyEvent) -> bool:
    """Raise or lower the token under the pointer, else those selected; tell whether it did."""
    if not event.pressed or event.key not in WAYS:
        return False
    who = table.view.hovered[:1] or table.view.selected
    return _climb(table, who, WAYS[event.key])


def climb_by_wheel(table: Table, event: PointerEvent) -> bool:
    """Raise or lower the token under the pointer; tell whether it did."""
    if event.kind is not PointerKind.WHEEL or Modifier.CTRL not in event.modifiers:
        return False
    step = FINE if Modifier.SHIFT in event.modifiers else 1.0
    return _climb(table, event.tokens[:1], step if event.steps > 0 else -step)


def _climb(table: Table, who: tuple[str, ...], steps: float) -> bool:
    here = tuple(one for one in who if one in table.encounter)
    if here:
        by = round(steps * table.encounter.map.scale.cell_size, 3)
        table.submit(Climb(who=here, by=by))
    return bool(here)
