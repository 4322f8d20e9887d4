"""The keys of the check for all: digits are dice, Space rolls, Enter applies, Tab goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.control.state.pointer_and_keys import KeyboardModifier

if TYPE_CHECKING:
    from gridwar.control.controller.controller import Controller
    from gridwar.control.state.pointer_and_keys import KeyEvent

_STEPS: Final = {"down": 1, "up": -1}


def take_check_key(controller: Controller, event: KeyEvent) -> bool:
    """Take a key while the table is open; return whether it was used."""
    view, checks = controller.view, controller.checks
    is_open = view.checks is not None and view.picking is None and view.draft is None
    is_mine = is_open and view.plan is None and not controller.session.wanted
    if not is_mine or not event.pressed or event.modifiers - {KeyboardModifier.SHIFT}:
        return False
    if event.text.isdecimal():
        checks.type_digit(event.text)
    elif event.key in _STEPS:
        checks.step(_STEPS[event.key])
    elif event.key == "tab":
        checks.step(-1 if KeyboardModifier.SHIFT in event.modifiers else 1)
    elif event.key in ("backspace", "delete"):
        checks.take_back()
    elif event.key == "space":
        checks.roll_the_rest()
    elif event.key in ("enter", "return"):
        checks.apply()
    elif event.key == "escape":
        controller.cancel()
    else:
        return False
    return True
