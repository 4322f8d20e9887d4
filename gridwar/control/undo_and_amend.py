"""Undo, redo, going to a row of the log, and amending what was done with the same dice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control.state.plan_and_draft import ActionDraft
from gridwar.control.state.view_state import Notice
from gridwar.engine.kit.offers_and_actions import Action
from gridwar.engine.play.play_outcome import Refused
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.control.state.controller_protocol import ControllerProtocol
    from gridwar.model.command import Adjustments, Command


def can_amend(command: Command) -> bool:
    """Return whether a finished command can be changed with the same dice: it has a target."""
    return command.actor is not None and bool(getattr(command, "target", ""))


class Timeline:
    """Goes back and forth in a fight."""

    def __init__(self, controller: ControllerProtocol) -> None:
        self._controller = controller

    def undo(self) -> None:
        """Undo, or give up what is only being planned."""
        view = self._controller.view
        if view.draft is not None or view.picking is not None:
            self._controller.cancel()
        else:
            self._go(self._controller.session.undo)

    def redo(self) -> None:
        """Redo."""
        self._go(self._controller.session.redo)

    def go_to(self, row_id: int) -> None:
        """Go to the state after a row of the log."""
        self._go(lambda: self._controller.session.go_to(row_id))

    def _go(self, act: Callable[[], object]) -> None:
        """Go to another moment; what was told of the one before holds there no longer."""
        self._controller.tell(None)
        self._controller.guard(act)

    def draft_of(self, row_id: int) -> ActionDraft | None:
        """Return the draft of a finished command; None of one that cannot be changed as a draft."""
        history = self._controller.session.history
        row = history.rows[row_id]
        target, actor = str(getattr(row.command, "target", "")), row.command.actor
        state = history.state(row.parent)
        is_amendable = can_amend(row.command) and target in state
        if not is_amendable or actor is None or actor not in state:
            return None
        title = _("Change what was done")
        action = Action("amend", title, "pencil", lambda _target: row.command, ("combatant",))
        rolled = (one.faces for one in row.replies.by_key().values() if one.faces is not None)
        faces = next(rolled, ())
        return ActionDraft(action, actor, target, row.command, faces=faces, amends=row_id)

    def amend(self, row_id: int, adjustments: Adjustments, *, roll_again: bool = False) -> None:
        """Amend a row of the log with the same dice."""
        controller = self._controller

        def act() -> None:
            amended = controller.session.amend(row_id, adjustments, roll_again=roll_again)
            if isinstance(amended.outcome, Refused):
                controller.tell(Notice(amended.outcome.text))
            elif amended.dropped:
                text = _("{n} later lines no longer fit; they stay on the old branch.")
                controller.tell(Notice(text.format(n=len(amended.dropped)), tone="note"))

        controller.guard(act)
