"""Altitude and facing by key and wheel.

`[` and `]`, or Ctrl and the wheel over a token, raise and lower by a cell a step; with Shift by a
tenth. Where height is counted in levels they go level by level: in a fight by the rules, as the
arrows do. Shift with the arrows or the wheel turns by 45 degrees, with Ctrl as well by 15.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.control.state.pointer_and_keys import KeyboardModifier, PointerKind
from gridwar.engine.gm.combatant_commands import Climb, Turn
from gridwar.engine.kit.yardstick_and_distances import level_number

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.control.moves.move_in_progress import MovePlanning
    from gridwar.control.state.controller_protocol import ControllerProtocol
    from gridwar.control.state.pointer_and_keys import KeyEvent, PointerEvent

FINE_CLIMB: Final = 0.1
"""Of a step, with Shift."""
CLIMBS: Final[Mapping[str, float]] = {
    "bracketleft": -1,
    "bracketright": 1,
    "pagedown": -1,
    "pageup": 1,
    "braceleft": -FINE_CLIMB,
    "braceright": FINE_CLIMB,
}
STEP_DEG: Final = 45
FINE_DEG: Final = 15
TURNS: Final[Mapping[str, int]] = {"left": -1, "right": 1, "up": -1, "down": 1}


def lift_by_key(controller: ControllerProtocol, planning: MovePlanning, event: KeyEvent) -> bool:
    """Change altitude or facing as a key says; return whether it did."""
    return climb_by_key(controller, planning, event) or turn_by_key(controller, event)


def lift_by_wheel(
    controller: ControllerProtocol, planning: MovePlanning, event: PointerEvent
) -> bool:
    """Change altitude, or with Shift facing, of the token under the pointer; say whether it did."""
    return _climb_by_wheel(controller, planning, event) or _turn_by_wheel(controller, event)


def climb_by_key(controller: ControllerProtocol, planning: MovePlanning, event: KeyEvent) -> bool:
    """Raise or lower the token under the pointer, else those selected; return whether it did."""
    if not event.pressed or event.key not in CLIMBS:
        return False
    who = controller.view.hovered[:1] or controller.view.selected
    return _climb(controller, planning, who, CLIMBS[event.key])


def _climb_by_wheel(
    controller: ControllerProtocol, planning: MovePlanning, event: PointerEvent
) -> bool:
    """Raise or lower the token under the pointer; return whether it did."""
    if event.kind is not PointerKind.WHEEL or KeyboardModifier.CTRL not in event.modifiers:
        return False
    step = FINE_CLIMB if KeyboardModifier.SHIFT in event.modifiers else 1.0
    by = step if event.steps > 0 else -step
    return _climb(controller, planning, event.tokens[:1], by)


def _climb(
    controller: ControllerProtocol, planning: MovePlanning, who: tuple[str, ...], steps: float
) -> bool:
    here = tuple(one for one in who if one in controller.encounter)
    if controller.system.board.levels and controller.view.plan is not None:
        planning.climb(1 if steps > 0 else -1)
        return True
    if here and controller.system.board.levels:
        _change_level(controller, planning, here, 1 if steps > 0 else -1)
    elif here:
        by = round(steps * controller.encounter.map.scale.cell_size, 3)
        controller.submit(Climb(who=here, by=by))
    return bool(here)


def _change_level(
    controller: ControllerProtocol, planning: MovePlanning, who: tuple[str, ...], by: int
) -> None:
    encounter, levels = controller.encounter, controller.system.board.levels
    if encounter.round and not controller.view.free_move and len(who) == 1:
        planning.rise(who[0], by)
        return
    rising = tuple(
        one for one in who if 0 <= level_number(levels, encounter[one].altitude) + by < len(levels)
    )
    if rising:
        controller.submit(Climb(who=rising, by=by))


def turn_by_key(controller: ControllerProtocol, event: KeyEvent) -> bool:
    """Turn those selected; return whether it did."""
    if not event.pressed or event.key not in TURNS or KeyboardModifier.SHIFT not in event.modifiers:
        return False
    return turn(controller, controller.view.selected, TURNS[event.key], event.modifiers)


def _turn_by_wheel(controller: ControllerProtocol, event: PointerEvent) -> bool:
    """Turn the token under the pointer; return whether it did."""
    if event.kind is not PointerKind.WHEEL or KeyboardModifier.SHIFT not in event.modifiers:
        return False
    return turn(controller, event.tokens[:1], 1 if event.steps > 0 else -1, event.modifiers)


def turn(
    controller: ControllerProtocol,
    who: tuple[str, ...],
    way: int,
    held: frozenset[KeyboardModifier],
) -> bool:
    """Turn some combatants by a step; return whether there was anybody to turn.

    Args:
        controller: The fight.
        who: Ids; those who are gone are passed over.
        way: 1 clockwise, -1 the other way.
        held: Keys held: Ctrl makes the step fine.
    """
    here = [one for one in who if one in controller.encounter]
    step = FINE_DEG if KeyboardModifier.CTRL in held else STEP_DEG
    for one in here:
        controller.submit(Turn(who=one, by_deg=way * step))
    return bool(here)
