"""How a command that is done came out in truth: what its same dice count as, and what was lost.

Owns what the GM says of it; the sums that are changed for it are found by the engine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridwar.control.state.view_state import Notice
from gridwar.engine.play.played_again import (
    FAILS,
    SUCCEEDS,
    counting_as,
    losing,
    outcome_name,
    own_line,
)
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.control.actions.sum_adjustments import DraftSum
    from gridwar.control.state.controller_protocol import ControllerProtocol
    from gridwar.control.state.plan_and_draft import ActionDraft
    from gridwar.engine.play.replies_and_corrections import Replies
    from gridwar.model.command import Adjustments
    from gridwar.model.encounter import Encounter

COUNTS_AS = "own:counts as"
"""The key of the line with which the same dice count as another outcome."""


def outcome_names(draft: ActionDraft) -> tuple[str, ...]:
    """Return what a command may count as: the outcomes that its odds know, the worst first."""
    columns = () if draft.odds is None else draft.odds.columns
    outcomes = (one.outcomes for one in columns if one.outcomes is not None)
    facts = [fact for one in outcomes for fact, _chance in one.items]
    ranked = sorted(facts, key=lambda one: (bool(one.success), sum(one.amounts.values())))
    named = [one.name for one in draft.outcomes if one.name]
    names = dict.fromkeys((*named, *filter(None, map(outcome_name, ranked))))
    return tuple(names)


def outcome_words(name: str) -> str:
    """Return what an outcome is called: as the rules do, or else by whether it succeeds."""
    return {SUCCEEDS: _("success"), FAILS: _("failure")}.get(name, name)


class Amending:
    """What the GM says of how the command of the draft came out."""

    def __init__(
        self,
        controller: ControllerProtocol,
        sums: DraftSum,
        prepare: Callable[[ActionDraft], None],
        state: Callable[[], Encounter],
    ) -> None:
        """Let ``prepare`` take a changed draft; ``state`` is the fight before its command."""
        self._controller = controller
        self._sums = sums
        self._prepare = prepare
        self._state = state

    @property
    def _draft(self) -> ActionDraft | None:
        draft = self._controller.view.draft
        return None if draft is None or draft.amends is None else draft

    def _replies(self, row_id: int) -> Replies:
        return self._controller.session.history.rows[row_id].replies

    def count_as(self, name: str) -> None:
        """Let the same dice count as an outcome; empty, or once more, as they fell."""
        draft, tally = self._draft, self._sums.main()
        if draft is None or draft.amends is None:
            return
        name = "" if name == draft.counts_as else name
        before = draft.command.adjustments
        kept = (own for own in before.lines_added if own.line.key != COUNTS_AS)
        command = draft.command.replace(adjustments=before.replace(lines_added=tuple(kept)))
        found: Adjustments | None = command.adjustments
        if name:
            label = _("Counts as {name}").format(name=outcome_words(name))
            line = own_line("" if tally is None else tally.name, COUNTS_AS, label)
            replies = self._replies(draft.amends)
            system, state = self._controller.system, self._state()
            found = counting_as(system, state, command, replies, (name, line))
        if found is None:
            text = _("No change of this sum makes it count as {name}.")
            self._controller.tell(Notice(text.format(name=outcome_words(name))))
            return
        command = command.replace(adjustments=found)
        self._prepare(replace(draft, command=command, counts_as=name))

    def set_points(self, points: int | None) -> None:
        """Say how much whoever is aimed at loses; None: as the dice and the rules have it."""
        if self._draft is not None:
            self._controller.show(draft=replace(self._draft, points=points))

    def adjustments(self) -> Adjustments | None:
        """Return what is changed about the command; None, and told, where that cannot be."""
        draft = self._draft
        if draft is None or draft.amends is None:
            return None
        if draft.points is None:
            return draft.command.adjustments
        loss, replies = (draft.target, draft.points), self._replies(draft.amends)
        system, state = self._controller.system, self._state()
        found = losing(system, state, draft.command, replies, loss)
        if found is None:
            text = _("It cannot cost {name} {n} points as it came out: say what it counts as.")
            name = state[draft.target].name
            self._controller.tell(Notice(text.format(name=name, n=draft.points)))
        return found
