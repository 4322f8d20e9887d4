"""The keys of the usual tool: they walk, plan, type dice, choose actions, go through the order.

What a key does depends on what is under way: a need on the map, a draft, a plan, or nothing.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from gridwar.control.moves.altitude_and_facing import climb_by_key, lift_by_key
from gridwar.control.state.pointer_and_keys import KeyboardModifier
from gridwar.model.geometry import Cell

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from gridwar.control.controller.controller import Controller
    from gridwar.control.state.pointer_and_keys import KeyEvent

STEPS: Final[Mapping[str, tuple[int, int]]] = {
    "left": (-1, 0),
    "right": (1, 0),
    "up": (0, -1),
    "down": (0, 1),
    "num4": (-1, 0),
    "num6": (1, 0),
    "num8": (0, -1),
    "num2": (0, 1),
    "num7": (-1, -1),
    "num9": (1, -1),
    "num1": (-1, 1),
    "num3": (1, 1),
}


class SelectKeys:
    """Turns key events into calls of the controller."""

    def __init__(self, controller: Controller, let_go: Callable[[], None]) -> None:
        """Call ``let_go`` where a key ends the plan, so that the pointer holds nothing."""
        self._controller = controller
        self._let_go = let_go
        self._reached = ""
        """The target that Tab has come to."""
        self.free_held = False
        """Whether the key is held down with which moves are free of rules."""

    def take(self, event: KeyEvent) -> bool:
        """Take a key event; return whether it was used."""
        if event.key == "f" and not event.modifiers:
            return self._free_key(event)
        if not event.pressed or KeyboardModifier.CTRL in event.modifiers:
            return False
        if self._key_in_need(event):
            return True
        ends_need = event.key in ("enter", "return") and self._controller.view.draft is None
        if ends_need and self._controller.view.plan is None and self._controller.picking.finish():
            return True
        return self._key_in_draft(event) or self._key_in_plan(event) or self._key_idle(event)

    def _key_in_need(self, event: KeyEvent) -> bool:
        """Move to the square that the action being picked needs, and choose it."""
        controller = self._controller
        view, actor = controller.view, controller.encounter.combatants.get(controller.actor or "")
        if view.need in ("combatant", "combatants") and view.draft is None:
            return self._aim(event)
        if view.need != "cell" or view.draft is not None or event.modifiers:
            return False
        if event.key in ("enter", "return") and view.hover is not None:
            controller.picking.point_at_cell(view.hover)
            return True
        at = view.hover or (None if actor is None else actor.pos) or Cell(0, 0)
        if event.key not in STEPS:
            return False
        moved = at.shifted(*STEPS[event.key])
        if controller.encounter.map.contains(moved):
            controller.show(hover=moved, hovered=())
        return True

    def _aim(self, event: KeyEvent) -> bool:
        """Go through the targets with Tab, with Shift back; Enter takes the one reached."""
        controller, at = self._controller, next(iter(self._controller.view.hovered), "")
        if event.key == "tab":
            targets = self._targets()
            if not targets:
                return True  # nobody: the selection stays all the same
            step = -1 if KeyboardModifier.SHIFT in event.modifiers else 1
            place = targets.index(at) + step if at in targets else min(0, step)
            self._reached = targets[place % len(targets)]
            there = controller.encounter[self._reached].pos
            controller.show(hovered=(self._reached,), hover=there)
            return True
        if event.key in ("enter", "return") and at and at == self._reached:
            self._reached = ""
            return controller.picking.point_at(at)
        return False

    def _targets(self) -> tuple[str, ...]:
        """Return whom the action could be used on: by the figure at their tokens, then the near."""
        controller = self._controller
        picking, encounter = controller.view.picking, controller.encounter
        actor = encounter.combatants.get(controller.actor or "")
        there = [one for one in encounter.everyone() if one.pos is not None and not one.aside]
        offered = None if picking is None or picking.candidates is None else picking.candidates()
        words = {one.id: "" for one in there if one is not actor}
        if offered is not None:
            words = {
                one.id: offered.words.get(one.id, "") for one in there if one.id in offered.who
            }
        here = actor.pos if actor is not None and actor.pos is not None else Cell(0, 0)
        ranked = [
            (-_figure(words[one.id]), _apart(here, one.pos), one.id)
            for one in there
            if one.id in words and one.pos is not None
        ]
        return tuple(one for *_rank, one in sorted(ranked))

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


def _figure(words: str) -> int:
    """Return the figure that words at a token begin with, 0 where they have none."""
    found = re.match(r"\d+", words)
    return int(found[0]) if found else 0


def _apart(one: Cell, other: Cell) -> int:
    return max(abs(one.x - other.x), abs(one.y - other.y))
