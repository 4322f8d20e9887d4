"""Aiming an action: at whom or where, by mouse, keys or list alike, and how it is done.

What is aimed at stands in the view state as what is pointed at: all three move the same aim.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control.actions.targets_of_action import Targets
from gridwar.control.state.plan_and_draft import ActionDraft
from gridwar.control.state.view_state import Notice
from gridwar.engine.kit.offers_and_actions import Target
from gridwar.model.geometry import Cell
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.control.actions.action_draft import ActionDrafts
    from gridwar.control.actions.target_picking import Picking
    from gridwar.control.state.controller_protocol import ControllerProtocol
    from gridwar.engine.kit.command_draft import CommandChoice
    from gridwar.engine.kit.offers_and_actions import Action
    from gridwar.model.combatant import Combatant


class Aiming:
    """Moves the aim of the action being picked, and takes what it is at."""

    def __init__(
        self,
        controller: ControllerProtocol,
        drafts: ActionDrafts,
        picking: Picking,
        patience_s: float,
    ) -> None:
        """Aim for a controller.

        Args:
            controller: Whose view state holds the action being picked.
            drafts: Prepares the action at a target.
            picking: Takes the target.
            patience_s: How long the click that chooses an action waits for its targets.
        """
        self._controller = controller
        self._drafts = drafts
        self._picking = picking
        self.targets = Targets(controller, drafts, patience_s)
        self._choices: tuple[tuple[object, ...], tuple[CommandChoice, ...]] = ((), ())
        """What the choices were found for, and those."""
        picking.when_begun = self.targets.begin

    @property
    def action(self) -> Action | None:
        """The action that is aimed at somebody, be it that a sheet lies over it."""
        return self.targets.action

    # --- pointing -------------------------------------------------------------------------------

    def point_at(self, who: str) -> None:
        """Aim at somebody, with the keyboard or in the list."""
        there = self._controller.encounter.combatants.get(who)
        if there is None:
            return
        self.targets.note_walked(who)
        self._controller.show(hovered=(who,), hover=there.pos)

    def step(self, by: int) -> None:
        """Aim at the next target in the order, or the one before."""
        order = [one.who for one in self.targets.choosable()]
        if not order:
            return
        at = self.targets.pointed
        place = order.index(at) + by if at in order else min(0, by)
        self.point_at(order[place % len(order)])

    def step_sheet(self, by: int) -> None:
        """Aim what is prepared at the next target in the order, or the one before."""
        draft, order = self._controller.view.draft, [one.who for one in self.targets.choosable()]
        if draft is not None and draft.target and order:
            place = order.index(draft.target) + by if draft.target in order else min(0, by)
            self._turn_to(draft, order[place % len(order)])

    def _turn_to(self, draft: ActionDraft, target: str) -> None:
        """Aim what is prepared at somebody else, with all that was chosen and typed."""
        if "target" in type(draft.command).model_fields:
            command = draft.command.replace(target=target)
        else:
            chosen = Target(combatant=target, cell=self._drafts.state()[target].pos)
            command = draft.action.make(chosen).replace(adjustments=draft.command.adjustments)
        self._drafts.put(ActionDraft(draft.action, draft.actor, target, command, faces=draft.faces))

    def move_cursor(self, dx: int, dy: int) -> None:
        """Move the aim by some cells; with somebody there it is at them."""
        view, encounter = self._controller.view, self._controller.encounter
        actor = encounter.combatants.get(self._controller.actor or "")
        at = view.hover or (None if actor is None else actor.pos) or Cell(0, 0)
        page = encounter.map
        moved = Cell(
            min(page.width - 1, max(0, at.x + dx)), min(page.height - 1, max(0, at.y + dy))
        )
        there = [one.id for one in encounter.everyone() if _stands_on(one, moved)]
        there.sort(key=lambda who: who == self._controller.actor)
        if there:
            self.targets.weigher.point_at(there[0])
        self._controller.show(hover=moved, hovered=tuple(there))

    # --- choosing -------------------------------------------------------------------------------

    def take(self, who: str) -> None:
        """Choose a target: the sheet comes, or the reason why not; nobody is selected."""
        self._picking.point_at(who)

    def play_at_once(self, who: str) -> None:
        """Play the action at a target with the last choices, rolled by the program."""
        before = self._controller.view.draft
        self.take(who)
        draft = self._controller.view.draft
        if draft is not None and draft is not before and draft.refusal is None:
            self._drafts.go_rolled()

    def at_ground(self, cell: Cell) -> None:
        """Aim at a cell where nobody stands: by the same weapon's action for cells, if it has one.

        What has no use for a cell says so; nobody is selected.
        """
        action = self.action
        if action is None or not self._controller.encounter.map.contains(cell):
            return
        other = self.ground_action()
        if other is None:
            text = _("{action} is aimed at somebody, not at the ground.").format(
                action=action.title
            )
            self._controller.tell(Notice(text, cell=cell))
            return
        self._controller.show(picking=other, picked=Target(), needs_met=0, chosen=other)
        self._picking.point_at_cell(cell)

    def ground_action(self) -> Action | None:
        """Return what the weapon being aimed could do at a cell, where it has a blast."""
        action, actor = self.action, self._controller.actor
        if action is None or actor is None or not action.weapon or len(action.needs) > 1:
            return None
        pos = self._controller.encounter[actor].pos
        known = self._controller.rules_cache
        if pos is None or known.blast(actor, action.weapon, pos) is None:
            return None
        sisters = (
            one
            for one in known.actions(actor)
            if one.weapon == action.weapon and one.needs == ("cell",) and one.role is action.role
        )
        return next((one for one in sisters if one.refusal is None), None)

    # --- how it is done -------------------------------------------------------------------------

    def choices(self) -> tuple[CommandChoice, ...]:
        """Return what can be chosen of the action at who is pointed at, else at the first."""
        made_from = (self.targets.edition, self.targets.pointed, self.targets.action)
        if made_from != self._choices[0]:
            self._choices = (made_from, self._find_choices())
        return self._choices[1]

    def _find_choices(self) -> tuple[CommandChoice, ...]:
        first = next((one.who for one in self.targets.choosable()), "")
        command = self.targets.command_at(self.targets.pointed or first)
        if command is None:
            return ()
        choices = self._controller.system.draft(self._drafts.state(), command).choices
        return tuple(choice for choice in choices if len(choice.options) > 1)

    def choose(self, key: str, option: str) -> None:
        """Choose how the action is done, at whomever it is aimed."""
        action, actor = self.action, self._controller.actor
        if action is not None and actor is not None:
            self._drafts.last_choices.keep(actor, action.id, key, option)
            self.targets.weigh_anew()
            self._controller.show()

    def choose_next(self) -> None:
        """Choose the next option of what is offered first."""
        choice = next(iter(self.choices()), None)
        if choice is None:
            return
        options = [one.id for one in choice.options if not one.why_not or one.id == choice.chosen]
        at = options.index(choice.chosen) if choice.chosen in options else -1
        self.choose(choice.key, options[(at + 1) % len(options)])

    # --- the worker -----------------------------------------------------------------------------

    def work_beside(self, run_in_window: Callable[[Callable[[], None]], None]) -> None:
        """Have what is found handed over in the window's thread."""
        self.targets.weigher.run_in_window = run_in_window

    def shut_down(self) -> None:
        """Stop the worker for good."""
        self.targets.weigher.close()


def _stands_on(one: Combatant, cell: Cell) -> bool:
    if one.pos is None or one.aside:
        return False
    dx, dy = cell.x - one.pos.x, cell.y - one.pos.y
    return 0 <= dx < one.size.w and 0 <= dy < one.size.h
