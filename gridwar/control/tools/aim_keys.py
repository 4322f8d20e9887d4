"""The keys while something is aimed: they go through the targets, move the cell cursor, choose.

Tab and Shift+Tab walk by the order of the list, arrows by cells; Enter takes what the aim is at.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.control.actions.target_picking import PEOPLE
from gridwar.control.state.pointer_and_keys import STEPS, KeyboardModifier

if TYPE_CHECKING:
    from gridwar.control.controller.controller import Controller
    from gridwar.control.state.pointer_and_keys import KeyEvent

FAR: Final = 5
"""By how many cells an arrow moves the cursor with Shift."""
ENTER: Final = frozenset({"enter", "return"})
SWITCH: Final = "x"


class AimKeys:
    """Turns key events into moves of the aim."""

    def __init__(self, controller: Controller) -> None:
        """Aim for a controller."""
        self._controller = controller
        self._reached = ""
        """Whom the keyboard has come to."""

    def wants(self, event: KeyEvent) -> bool:
        """Return whether a key is for the aim, although the window has a use for it too."""
        return self._aims() and event.key == SWITCH and not event.modifiers

    def hold(self, event: KeyEvent) -> bool:
        """Show those on the own side as targets too as long as Shift is held."""
        if event.key != "shift":
            return False
        shows_own = event.pressed and self._aims()
        if shows_own != self._controller.view.shows_own:
            self._controller.show(shows_own=shows_own)
        return self._aims()

    def take(self, event: KeyEvent) -> bool:
        """Take a key that is pressed; return whether it was used."""
        view = self._controller.view
        if view.draft is not None:
            return False
        if view.need == "cell":
            return self._move(event) or self._take_cell(event)
        if view.need not in PEOPLE:
            return False
        aiming, is_shifted = self._controller.aiming, KeyboardModifier.SHIFT in event.modifiers
        if event.key == "tab":
            aiming.step(-1 if is_shifted else 1)
            self._reached = aiming.targets.pointed
            return True
        if event.key in ENTER:
            return self._enter(at_once=is_shifted)
        if self.wants(event):
            aiming.choose_next()
            return True
        return self._move(event)

    def _aims(self) -> bool:
        view = self._controller.view
        return view.need in PEOPLE and view.draft is None

    def _move(self, event: KeyEvent) -> bool:
        """Move the cell cursor."""
        if event.key not in STEPS or event.modifiers - {KeyboardModifier.SHIFT}:
            return False
        far = FAR if event.modifiers else 1
        dx, dy = STEPS[event.key]
        self._controller.aiming.move_cursor(far * dx, far * dy)
        self._reached = self._controller.aiming.targets.pointed
        return True

    def _take_cell(self, event: KeyEvent) -> bool:
        hover = self._controller.view.hover
        if event.key not in ENTER or event.modifiers or hover is None:
            return False
        self._controller.picking.point_at_cell(hover)
        return True

    def _enter(self, *, at_once: bool) -> bool:
        """Take whom the aim is at, or the cell; several are chosen by key one by one."""
        aiming, view = self._controller.aiming, self._controller.view
        pointed, reached, self._reached = aiming.targets.pointed, self._reached, ""
        if view.need == "combatants":
            return (
                bool(pointed) and pointed == reached and self._controller.picking.point_at(pointed)
            )
        if pointed and at_once:
            aiming.play_at_once(pointed)
        elif pointed:
            aiming.take(pointed)
        elif view.hover is not None:
            aiming.at_ground(view.hover)
        return True
