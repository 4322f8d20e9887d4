"""The keys of "where could I stand?": chips by Tab and arrows, squares by digits and Enter.

While a way is planned the keys of that come first; letters go on to the window.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.control.state.pointer_and_keys import KeyboardModifier
from gridwar.engine.insight.stands.ranking import BEST

if TYPE_CHECKING:
    from gridwar.control.controller.controller import Controller
    from gridwar.control.state.pointer_and_keys import KeyEvent

_ENTER: Final = frozenset({"enter", "return"})
_VALUES: Final = {"down": 1, "up": -1}
_OTHERS: Final = {"right": 1, "left": -1}
_ADD: Final = frozenset({"+", "="})


def take_stand_key(controller: Controller, event: KeyEvent) -> bool:
    """Take a key while the question is open; return whether it was used."""
    stands, view = controller.stands, controller.view
    is_mine = stands.is_open and view.plan is None and not controller.session.wanted
    if not is_mine or not event.pressed or event.modifiers - {KeyboardModifier.SHIFT}:
        return False
    if stands.asker is None and event.key != "escape":
        return False  # nobody to ask for is selected
    is_adding = view.stands is not None and view.stands.adding is not None
    return _while_adding(controller, event) if is_adding else _on_sentence(controller, event)


def _on_sentence(controller: Controller, event: KeyEvent) -> bool:
    """Take a key that changes the sentence, or goes to a square."""
    stands = controller.stands
    if event.key in _VALUES:
        stands.change_value(_VALUES[event.key])
    elif event.key in _OTHERS:
        stands.change_other(_OTHERS[event.key])
    elif event.key == "tab":
        stands.step(-1 if KeyboardModifier.SHIFT in event.modifiers else 1)
    elif event.key in ("backspace", "delete"):
        stands.take_out()
    elif event.text in _ADD or event.key == "insert":
        stands.begin_adding()
    elif event.key in _ENTER:
        _enter(controller)
    elif event.key == "escape":
        stands.close()
    else:
        return _digit(controller, event)
    return True


def _enter(controller: Controller) -> None:
    """Go to the square pointed at; on what adds a chip, look for one."""
    stands, asked = controller.stands, controller.view.stands
    if asked is not None and asked.at > len(stands.chips):
        stands.begin_adding()
    else:
        stands.plan_pointed()


def _digit(controller: Controller, event: KeyEvent) -> bool:
    is_digit = event.text.isdecimal() and not event.key.startswith("num")
    if is_digit and 0 < int(event.text) <= BEST:
        controller.stands.plan_number(int(event.text))
    return is_digit


def _while_adding(controller: Controller, event: KeyEvent) -> bool:
    """Take a key while a chip is looked for and the map has the keyboard."""
    stands, asked = controller.stands, controller.view.stands
    typed = "" if asked is None or asked.adding is None else asked.adding.typed
    if event.key in _VALUES:
        stands.step_added(_VALUES[event.key])
    elif event.key == "tab":
        stands.step_added(-1 if KeyboardModifier.SHIFT in event.modifiers else 1)
    elif event.key in _ENTER:
        stands.add()
    elif event.key == "escape":
        stands.end_adding()
    elif event.key == "backspace":
        stands.type(typed[:-1])
    elif event.text and event.text.isprintable():
        stands.type(typed + event.text)
    return True
