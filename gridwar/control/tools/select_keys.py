"""The keys of the usual tool: they walk, plan, type dice, choose actions, go through the order.

What a key does depends on what is under way: a need on the map, a draft, a plan, or nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control.moves.altitude_and_facing import climb_by_key, lift_by_key
from gridwar.control.state.pointer_and_keys import STEPS, KeyboardModifier
from gridwar.control.tools.aim_keys import AimKeys
from gridwar.control.tools.check_keys import take_check_key
from gridwar.control.tools.stand_keys import take_stand_key

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.control.controller.controller import Controller
    from gridwar.control.state.pointer_and_keys import KeyEvent


class SelectKeys:
    """Turns key events into calls of the controller."""

    def __init__(self, controller: Controller, let_go: Callable[[], None]) -> None:
        """Call ``let_go`` where a key ends the plan, so that the pointer holds nothing."""
        self._controller = controller
        self._let_go = let_go
        self._aim = AimKeys(controller)
        self.free_held = False
        """Whether the key is held down with which moves are free of rules."""

    def wants(self, event: KeyEvent) -> bool:
        """Return whether a key is for the aim, although the window has a use for it too."""
        return self._aim.wants(event)

    def take(self, event: KeyEvent) -> bool:
        """Take a key event; return whether it was used."""
        if event.key == "f" and not event.modifiers:
            return self._free_key(event)
        if take_check_key(self._controller, event) or take_stand_key(self._controller, event):
            return True
        if self._aim.hold(event):
            return True
        if not event.pressed or KeyboardModifier.CTRL in event.modifiers:
            return False
        if self._aim.take(event):
            return True
        ends_need = event.key in ("enter", "return") and self._controller.view.draft is None
        if ends_need and self._controller.view.plan is None and self._controller.picking.finish():
            return True
        return (
            self._key_in_draft(event)
            or self._key_in_plan(event)
            or self._is_kept_back(event)
            or self._key_idle(event)
        )

    def _is_kept_back(self, event: KeyEvent) -> bool:
        """Return whether a key would take the one who aims or moves out of the fight."""
        view = self._controller.view
        is_under_way = view.picking is not None or view.draft is not None or view.plan is not None
        return event.key == "delete" and is_under_way

    def _free_key(self, event: KeyEvent) -> bool:
        if not event.repeated:
            self.free_held = event.pressed
            plan = self._controller.view.plan
            if plan is not None:
                self._controller.show(plan=None)
                self._controller.move_planning.plan(plan.mover, plan.end, free=event.pressed)
        return True

    def _key_in_draft(self, event: KeyEvent) -> bool:
        controller = self._controller
        if controller.view.draft is None:
            return False
        if event.text.isdecimal():
            controller.action_drafts.type_die(int(event.text))
        elif event.key == "backspace":
            controller.action_drafts.clear_dice()
        elif event.key in ("enter", "return", "space"):
            if event.key == "space":
                controller.answers.use_typed_dice(typed=False)
            controller.action_drafts.go()
        elif event.key == "escape":
            controller.cancel()
        else:
            return False
        return True

    def _key_in_plan(self, event: KeyEvent) -> bool:
        controller = self._controller
        if controller.view.plan is None:
            return False
        match event.key:
            case key if key in STEPS:
                controller.move_planning.step(*STEPS[key])
            case "space":
                controller.move_planning.add_waypoint()
            case "backspace":
                controller.move_planning.drop_waypoint()
            case "escape":
                self._let_go()
                controller.cancel()
            case "enter" | "return":
                self._let_go()
                controller.move_planning.finish()
            case _:
                return bool(controller.system.board.levels) and climb_by_key(
                    controller, controller.move_planning, event
                )
        return True

    def _key_idle(self, event: KeyEvent) -> bool:
        controller = self._controller
        if lift_by_key(controller, controller.move_planning, event):
            return True
        if event.key in STEPS:
            controller.move_planning.step(*STEPS[event.key])
            return True
        if event.key == "escape":
            controller.cancel()
            return True
        if event.key == "tab":
            self._cycle(backwards=KeyboardModifier.SHIFT in event.modifiers)
            return True
        return self._digit(event)

    def _cycle(self, *, backwards: bool) -> None:
        everyone = [
            who
            for slot in self._controller.system.turns.order(self._controller.encounter)
            for who in slot.ids
        ]
        if not everyone:
            return
        chosen = self._controller.view.selected
        at = everyone.index(chosen[0]) if chosen and chosen[0] in everyone else -1
        self._controller.selection.select(everyone[(at + (-1 if backwards else 1)) % len(everyone)])

    def _digit(self, event: KeyEvent) -> bool:
        """Choose what a digit stands at in the list of actions; the number pad walks."""
        if event.key.startswith("num"):
            return False
        return self._controller.actions.choose_by_digit(event.text)
