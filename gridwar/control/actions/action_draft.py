"""Preparing an action against somebody: the sum, its switches, the odds, the dice, then the roll.

Owns the draft in the view state. The command it holds, adjustments and all, is the very one that is
previewed, explored and played.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridwar.control.actions.amending import Amending
from gridwar.control.actions.draft_settings import DraftSettings
from gridwar.control.actions.first_weapon_chances import FirstWeaponChances
from gridwar.control.actions.last_choices import LastChoices
from gridwar.control.actions.odds_worker import PATIENCE_S, OddsMaker
from gridwar.control.actions.other_weapons import with_other_weapons
from gridwar.control.actions.sum_adjustments import DraftSum
from gridwar.control.actions.target_odds_worker import as_possible, known_to
from gridwar.control.state.plan_and_draft import ActionDraft
from gridwar.control.state.view_state import Notice, refused_aim
from gridwar.engine.kit.command_draft import Draft
from gridwar.engine.kit.offers_and_actions import Action, Target
from gridwar.engine.play.offered_actions_and_drafts import drafted
from gridwar.engine.play.play_outcome import Asking
from gridwar.engine.play.preview_and_named_outcomes import named_outcomes, preview
from gridwar.model.command import Answer
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.control.answers_and_dice import Answers
    from gridwar.control.state.controller_protocol import ControllerProtocol
    from gridwar.control.undo_and_amend import Timeline
    from gridwar.engine.odds.odds_columns import Odds
    from gridwar.engine.play.play_outcome import Outcome
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter


class ActionDrafts:
    """Prepares, changes and plays the draft of one action at a time."""

    def __init__(
        self,
        controller: ControllerProtocol,
        answers: Answers,
        timeline: Timeline,
        patience_s: float = PATIENCE_S,
    ) -> None:
        """Belong to a controller.

        Args:
            controller: Whose view state holds the draft.
            answers: Gives what is known before it is asked.
            timeline: Amends what was done.
            patience_s: How long a click waits for odds before they come later.
        """
        self._controller = controller
        self._timeline = timeline
        self._answers = answers
        self._maker = OddsMaker(patience_s)
        self.first_weapon = FirstWeaponChances()
        """Works out the odds on the card of somebody who is edited."""
        self.sum = DraftSum(controller, self.put)
        self.amending = Amending(controller, self.sum, self.put, self.state)
        self.last_choices = LastChoices()
        self.settings = DraftSettings(controller, self.put, self.last_choices.note)
        self.run_in_window: Callable[[Callable[[], None]], None] = lambda act: act()
        """Calls a function in the window's thread; set by the window."""
        self.first_weapon.run_in_window = self._in_window
        self.stood: tuple[Command | None, float | None] = (None, None)
        """The command played last from a draft, and the chance of success that was shown of it."""
        self.odds_shown: Odds | None = None
        """All odds that were shown of it: the questions that it asks show them again."""

    @property
    def draft(self) -> ActionDraft | None:
        """The draft, if there is one."""
        return self._controller.view.draft

    def aim_at(self, target: str) -> None:
        """Aim the action being picked, which needs nothing else, at a combatant."""
        self.aim(Target(combatant=target))

    def aim(self, chosen: Target, *, anyway: bool = False) -> None:
        """Prepare the action being picked with all it needs; play it if there is no need to.

        Args:
            chosen: What it needs.
            anyway: Whether the GM wants it although it is refused.
        """
        action, actor = self._controller.view.picking, self._controller.actor
        whom = (*((chosen.combatant,) if chosen.combatant else ()), *chosen.combatants)
        if action is None or actor is None or not self._are_there(actor, *whom):
            return
        if chosen.combatant and "cell" not in action.needs:
            chosen = replace(chosen, cell=self.state()[chosen.combatant].pos)
        system = self._controller.system
        known = known_to(system, self.state(), actor, chosen.combatant or "")
        command = self.last_choices.command(system, known, action, chosen)
        command, seen, _option = as_possible(system, known, command)
        if seen.refusal is not None and whom:
            if not anyway:
                self._controller.tell(refused_aim(seen.refusal, command, chosen))
                return
            command = command.waiving(seen.refusal.code)
            seen = preview(system, known, command)
        cell = None if whom else chosen.cell
        is_prepared = action.prepared and seen.refusal is None
        is_refused = seen.refusal is not None and bool(whom)
        if seen.first_roll is None and not is_prepared and not is_refused:
            self._controller.show(picking=None, show_bands=False)
            self._controller.submit(command, cell)
        else:
            target = chosen.combatant or ""
            self.last_choices.forget_noted()
            self.put(ActionDraft(action, actor, target, command, cell=cell))

    def aim_again(self) -> None:
        """Close the sheet and go back to whom it is aimed at."""
        self._maker.cancel()
        self._controller.show(draft=None)

    def prepare(self, action: Action, command: Command) -> None:
        """Prepare an action that is aimed at nobody, to choose how and see its odds."""
        actor = self._controller.actor
        if actor is not None and self._are_there(actor):
            self.put(ActionDraft(action, actor, "", command))

    def prepare_for_fight(self, action: Action, command: Command) -> None:
        """Prepare an act of the fight as a whole, to see its odds: nobody acts."""
        self.put(ActionDraft(action, "", "", command))

    def _are_there(self, *who: str) -> bool:
        """Return whether some are in the fight that a command is judged by; else tell the GM."""
        state, shown = self.state(), self._controller.encounter
        gone = [one for one in who if one not in state]
        if gone:
            names = ", ".join(shown[one].name for one in gone if one in shown)
            text = _("{name} joins the fight with the open command: answer it first, or undo it.")
            self._controller.tell(Notice(text.format(name=names), tone="note"))
        return not gone

    def ways(self) -> tuple[Action, ...]:
        """Return the actions that the draft's is one of: the same, each with another weapon."""
        draft = self.draft
        if draft is None or draft.amends is not None or not draft.actor:
            return ()
        return with_other_weapons(draft, self._controller.rules_cache.actions(draft.actor))

    def change_way(self, action_id: str) -> None:
        """Prepare the same with another weapon instead: its sum and its dice are others."""
        draft = self.draft
        action = next((one for one in self.ways() if one.id == action_id), None)
        if draft is not None and action is not None and action.id != draft.action.id:
            chosen = Target(combatant=draft.target, cell=self.state()[draft.target].pos)
            self.put(ActionDraft(action, draft.actor, draft.target, action.make(chosen)))

    def amend(self, row_id: int) -> None:
        """Show a finished command of the log again, to change it with the same dice."""
        controller = self._controller
        row = controller.session.history.rows.get(row_id)
        if row is None or row.is_open:
            return
        draft = self._timeline.draft_of(row_id)
        if draft is None:
            controller.tell(Notice(_("Only an action against a target can be changed here.")))
        else:
            self.put(draft)

    def state(self) -> Encounter:
        """Return the encounter that a draft is judged by: what it would be played on, or its row's.

        Once an open command has gone too far to be taken back unasked, only what the GM corrects
        is played, and on the fight as it is shown; before that, a command that cuts in is played
        on the fight as it was.
        """
        return self._state_for(self.draft)

    def _state_for(self, draft: ActionDraft | None) -> Encounter:
        session = self._controller.session
        if draft is None or draft.amends is None:
            asking = session.top.asking if session.top is not None else None
            is_shown = asking is not None and asking.committed
            return session.encounter if is_shown else session.settled
        return session.history.state(session.history.rows[draft.amends].parent)

    def refresh(self) -> None:
        """Preview again after the fight has changed; a draft whose combatants are gone is closed.

        Faces typed for a command that is over, or taken back, are forgotten.
        """
        if self._controller.session.top is None:
            self._answers.forget_ahead()
        draft = self.draft
        if draft is None:
            return
        here = self._state_for(draft)
        combatants = tuple(filter(None, (draft.actor, draft.target)))
        if any(who not in here for who in combatants) or draft.amends is not None:
            self.close()
        elif self._controller.session.top is None:
            self.put(draft)

    def close(self) -> None:
        """Close the draft without playing it."""
        self._maker.cancel()
        selected = self._controller.view.selected_after(self._controller.encounter)
        self._controller.show(
            draft=None, picking=None, show_bands=False, weapon="", selected=selected
        )

    def shut_down(self) -> None:
        """Stop the worker for good and drop whatever it still finds."""
        self._maker.close()
        self.first_weapon.close()
        self.run_in_window = lambda _act: None  # there is no window

    def _in_window(self, act: Callable[[], None]) -> None:
        self.run_in_window(act)

    def waive(self) -> None:
        """Pass over the refusal that the preview shows."""
        draft = self.draft
        if draft is None or draft.refusal is None:
            return
        command = draft.command.waiving(draft.refusal.code)
        self.put(replace(draft, command=command))

    # --- answers and dice ------------------------------------------------------------------------

    def choose_answer(self, option: str) -> None:
        """Choose what the target does, without asking; once more leaves it to the target."""
        if self.draft is not None:
            chosen = "" if self.draft.answer == option else option
            self._controller.show(draft=replace(self.draft, answer=chosen))

    def type_die(self, face: int) -> None:
        """Type the face of the next die; with a full row the first is typed anew."""
        draft = self.draft
        if draft is None or draft.first_roll is None or draft.amends is not None:
            return
        dice = draft.first_roll.dice
        if not 1 <= face <= dice.sides:
            return
        faces = draft.faces if len(draft.faces) < dice.count else ()
        self._controller.show(draft=replace(draft, faces=(*faces, face)))
        self._answers.use_typed_dice(typed=True)

    def clear_dice(self) -> None:
        """Take the typed faces back."""
        draft = self.draft
        if draft is not None and draft.amends is None:
            self._controller.show(draft=replace(draft, faces=draft.faces[:-1]))

    def go(self) -> Outcome | None:
        """Play the command with the answer and the dice that are known already."""
        draft = self.draft
        if draft is None:
            return None
        controller = self._controller
        self._maker.cancel()
        if draft.amends is not None:
            adjustments = self.amending.adjustments()
            if adjustments is not None:
                controller.show(draft=None)
                self._timeline.amend(draft.amends, adjustments)
            return None
        self._answers.forget_ahead()
        self.last_choices.keep_noted(draft.actor, draft.action.id)
        chance = None if draft.odds is None else draft.odds.chance(draft.answer)
        self.stood, self.odds_shown = (draft.command, chance), draft.odds
        outcome = controller.submit(draft.command)
        if not isinstance(outcome, Asking) and controller.view.notice is not None:
            return outcome
        self._answers.type_ahead(draft)
        controller.show(draft=None, picking=None, show_bands=False)
        question = self._answers.first_question()
        if question is not None and draft.answer:
            outcome = self._answers.give(question.key, Answer(option=draft.answer))
        return self._answers.give_ahead() or outcome

    def go_rolled(self) -> Outcome | None:
        """Play the command with dice of the program."""
        self._answers.use_typed_dice(typed=False)
        return self.go()

    # --- preview and odds -----------------------------------------------------------------------

    def put(self, draft: ActionDraft) -> None:
        """Prepare a draft in place of the one there is: preview it, and have its odds found."""
        controller = self._controller
        system, encounter = controller.system, self._state_for(draft)
        side = encounter[draft.actor].side if draft.actor in encounter else None
        if known_to(system, encounter, draft.actor, draft.target) is encounter:
            side = None
        seen = preview(system, encounter, draft.command, side)
        is_new = draft.amends is None
        settable = drafted(system, encounter, draft.command, side) if is_new else Draft()
        target = settable.at if settable.at in encounter else draft.target
        draft = replace(draft, target=target, preview=seen, settable=settable, outcomes=())
        if seen.refusal is not None:
            self._maker.cancel()
            controller.show(draft=replace(draft, odds=None, odds_late=False))
            return
        outcomes = named_outcomes(system, encounter, draft.command, side)
        controller.show(draft=replace(draft, outcomes=outcomes, odds_late=True))
        later = partial(self._later, draft.command)
        found = self._maker.ask(system, encounter, draft.command, side, later)
        if found is not None:
            self._take_odds(draft.command, found)

    def _later(self, command: Command, found: Odds) -> None:
        self.run_in_window(partial(self._take_odds, command, found))

    def _take_odds(self, command: Command, found: Odds) -> None:
        """Show odds if they are still those of the draft; an answer they do not know is dropped."""
        draft = self.draft
        if draft is not None and draft.command is command:
            possible = {one.option for one in found.columns if one.outcomes is not None}
            answer = draft.answer if draft.answer in possible else ""
            self._controller.show(draft=replace(draft, odds=found, odds_late=False, answer=answer))
