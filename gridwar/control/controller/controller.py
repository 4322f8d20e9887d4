"""The controller: turns what happens on the map and in the panels into commands and view state.

The one owner of session and view state; the window calls it and redraws when it says so: once for
all changes of an event. It does no rules and no drawing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from frozendict import frozendict
from msgspec.structs import replace

from gridwar.control.actions.action_choice import Actions
from gridwar.control.actions.action_draft import ActionDrafts
from gridwar.control.actions.aiming import Aiming
from gridwar.control.actions.group_checks import GroupCheckActions
from gridwar.control.actions.odds_worker import PATIENCE_S
from gridwar.control.actions.several_selected import Several
from gridwar.control.actions.target_picking import PEOPLE, Picking
from gridwar.control.answers_and_dice import Answers
from gridwar.control.combatant_letters import CombatantLetters
from gridwar.control.controller.floor_choice import FloorChoice, floor_after
from gridwar.control.controller.layer_choices import LayerChoices
from gridwar.control.controller.listeners import Listeners
from gridwar.control.controller.selection import Selection
from gridwar.control.controller.tour_of_deeds import TourOfDeeds
from gridwar.control.controller.turns_and_reminders import Turns, reminders
from gridwar.control.insight.charts import Charts
from gridwar.control.insight.stands import Stands
from gridwar.control.maps.map_import import ImportSession
from gridwar.control.maps.placing_combatants import bring_in
from gridwar.control.moves.move_in_progress import MovePlanning
from gridwar.control.moves.where_somebody_gets_to import WaysKnown
from gridwar.control.rules_cache import RulesCache
from gridwar.control.state.chart_choice import NO_CHART
from gridwar.control.state.players_sharing import PlayersSharing
from gridwar.control.state.view_state import POINTED, Notice, ViewState
from gridwar.control.undo_and_amend import Timeline
from gridwar.engine.play.play_outcome import Refused
from gridwar.errors import GridwarError

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.engine.kit.rule_system import System
    from gridwar.engine.play.play_outcome import Outcome
    from gridwar.engine.session.line_of_play_undo_and_dice import Change
    from gridwar.engine.session.session import Session
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Cell


class Controller:
    """The one owner of a fight's session and of the view state."""

    def __init__(self, session: Session, odds_patience_s: float = PATIENCE_S) -> None:
        """Show a session and listen to its changes.

        Args:
            session: The fight.
            odds_patience_s: How long a click waits for odds before they come later.
        """
        self.session = session
        self.rules_cache = RulesCache(session)
        self.letters = CombatantLetters()
        self.sharing = PlayersSharing(self.show)
        self.view = ViewState(typed_dice=session.is_typed)
        self.answers = Answers(self)
        self.timeline = Timeline(self)
        self.action_drafts = ActionDrafts(self, self.answers, self.timeline, odds_patience_s)
        self.picking = Picking(self, self.action_drafts.aim)
        self.aiming = Aiming(self, self.action_drafts, self.picking, odds_patience_s)
        self.checks = GroupCheckActions(self)
        self.several = Several(self, self.checks)
        self.actions = Actions(self, self.action_drafts, self.picking, self.several)
        self.turns = Turns(self, self.actions, self.checks)
        self.selection = Selection(self, self.picking)
        self.layers = LayerChoices(self)
        self.floors = FloorChoice(self)
        self.tour = TourOfDeeds(self, self.actions)
        self.move_planning = MovePlanning(self, self.picking.walk)
        self.map_import = ImportSession(self)
        self.charts = Charts(self)
        ways = self.ways_known = WaysKnown(self, self.move_planning)
        self.stands = Stands(self, ways.reached, self.move_planning.plan)
        self.copy_text: Callable[[str], None] = lambda text: None
        """Puts a text on the clipboard; set by the window."""
        self.listeners = Listeners()
        session.subscribe(self._on_change)
        for text in session.notices:
            self.tell(Notice(text, tone="note"))
        self._select_whose_turn()

    @property
    def system(self) -> System:
        """The rules."""
        return self.session.system

    @property
    def encounter(self) -> Encounter:
        """The encounter as it is shown."""
        return self.session.encounter

    @property
    def actor(self) -> str | None:
        """The combatant whose actions are offered: the one selected, else whose turn it is.

        Of several selected nobody is: they act together, or each in their own turn.
        """
        selected = self.view.selected
        if len(selected) > 1:
            return None
        chosen = selected[0] if selected else self.encounter.turn
        return chosen if chosen is not None and chosen in self.encounter else None

    def subscribe(self, listener: Callable[[], None], *, follows_pointer: bool = True) -> None:
        """Be told whenever something shown has changed.

        Args:
            listener: Is told.
            follows_pointer: Whether also of where the pointer is, and of a move under way.
        """
        self.listeners.add(listener, follows_pointer=follows_pointer)

    def show(self, **changes: object) -> None:
        """Change the view state; the listeners are told of all changes of an event together."""
        self.view = replace(self.view, **changes)
        self.listeners.note_change(is_pointed=bool(changes) and changes.keys() <= POINTED.keys())

    def refresh_now(self) -> bool:
        """Tell the listeners now, for whoever has to read the window right after a change."""
        return self.listeners.tell()

    def tell(self, notice: Notice | None) -> None:
        """Show a notice, or take it away."""
        self.show(notice=notice)

    # --- commands -----------------------------------------------------------------------------

    def submit(self, command: Command, cell: Cell | None = None) -> Outcome | None:
        """Submit a command; a refusal becomes a notice with "do it anyway".

        Args:
            command: What is wanted.
            cell: Where on the map a refusal is to be shown.
        """
        return self.attempt(lambda: self.session.submit(command), command, cell)

    def attempt(
        self,
        act: Callable[[], Outcome],
        command: Command | None = None,
        cell: Cell | None = None,
    ) -> Outcome | None:
        """Play something; a refusal or an error becomes a notice.

        Args:
            act: Plays it.
            command: What is submitted, where that can be done anyway.
            cell: Where on the map a refusal is to be shown.
        """
        before = self.view.notice
        try:
            outcome = act()
        except GridwarError as error:
            self.tell(Notice(str(error), tone="error"))
            return None
        if isinstance(outcome, Refused):
            refusal = outcome.refusal
            again = None
            if command is not None and refusal.waivable:
                again = command.waiving(refusal.code)
            self.tell(Notice(refusal.text, refusal=refusal, again=again, cell=cell))
        elif self.view.notice is before:
            self.tell(None)
        return self.answers.give_ahead() or outcome

    def do_anyway(self) -> Outcome | None:
        """Submit what was refused once more, with the refusal waived."""
        notice = self.view.notice
        if notice is None or notice.again is None:
            return None
        if notice.at is not None and self.view.picking is not None:
            self.tell(None)
            self.action_drafts.aim(notice.at, anyway=True)
            return None
        return self.submit(notice.again, notice.cell)

    def shut_down(self) -> None:
        """Stop whatever is worked out beside the window: the fight is left."""
        self.action_drafts.shut_down()
        self.aiming.shut_down()
        self.move_planning.close()
        self.charts.close()
        self.stands.shut_down()

    def work_beside(self, run_in_window: Callable[[Callable[[], None]], None]) -> None:
        """Work beside a window from now on.

        Args:
            run_in_window: Calls something in the window's thread, from any thread.
        """
        self.action_drafts.run_in_window = run_in_window
        self.aiming.work_beside(run_in_window)
        self.move_planning.worker.begin(run_in_window)
        self.charts.work_beside(run_in_window)
        self.stands.figures.work_beside(run_in_window)

    def guard(self, act: Callable[[], object]) -> None:
        """Do something that plays nothing; an error becomes a notice."""
        try:
            act()
        except GridwarError as error:
            self.tell(Notice(str(error), tone="error"))

    # --- giving up --------------------------------------------------------------------------------

    def cancel(self) -> None:
        """Give up whatever is being planned, the innermost thing first.

        A way that only follows the pointer while one is to be chosen is nothing planned.
        """
        plan = self.view.plan
        if plan is not None and (self.view.need != "path" or plan.legs[1:]):
            self.show(plan=None)
        elif self.view.draft is not None and self.view.need in (*PEOPLE, "cell"):
            self.action_drafts.aim_again()
        elif self.view.draft is not None:
            self.action_drafts.close()
        elif self.picking.back():
            return
        elif self.view.picking is not None:
            selected = self.view.selected_after(self.encounter)
            self.show(picking=None, plan=None, show_bands=False, selected=selected, notice=None)
        elif self.view.checks is not None:
            self.checks.close()
        elif self.view.notice is not None:
            self.tell(None)
        elif self.view.tour is not None:
            self.tour.end()
        elif not self._show_less():
            self.selection.select()

    def _show_less(self) -> bool:
        """Take off the map what was asked to lie on it, and return whether anything was."""
        if self.view.stands is not None:
            self.stands.close()
        elif self.view.chart.kind is not None:
            self.show(chart=NO_CHART)
        elif self.view.seen_as_selected:
            self.show(seen_as_selected=False)
        else:
            return False
        return True

    # --- what the session says --------------------------------------------------------------------

    def _on_change(self, change: Change) -> None:
        self.move_planning.forget()
        self.charts.follow()
        self.stands.follow()
        before = self.view
        kept = tuple(one for one in self.view.selected if one in change.new)
        picking = self.view.picking if kept == self.view.selected else None
        said = " ".join(filter(None, (change.notice, *reminders(change))))
        notice = Notice(said, tone="note") if said else self.view.notice
        if _size(change.new) != _size(change.old):
            notice = bring_in(change) or notice
        open_keys = {one.key for one in self.session.wanted}
        typed = frozendict({k: v for k, v in self.view.typed.items() if k in open_keys})
        self.view = replace(
            self.view, selected=kept, notice=notice, plan=None, picking=picking, typed=typed
        )
        if change.new.turn != change.old.turn and change.new.turn is not None:
            draft = self.view.draft
            if draft is not None and draft.actor != change.new.turn:
                self.action_drafts.close()  # no sheet of the turn before lies over the next
            self.view = replace(self.view, selected=(change.new.turn,), picking=None)
        if change.new.map.floors:
            floor = floor_after(before, change.old, change.new, self.view.selected)
            self.view = replace(self.view, floor=floor)
        self.action_drafts.refresh()
        self.checks.follow()
        self.show()

    def _select_whose_turn(self) -> None:
        if self.encounter.turn is not None:
            self.view = replace(self.view, selected=(self.encounter.turn,))
            self.floors.show_place_of(self.view.selected)


def _size(encounter: Encounter) -> tuple[int, int]:
    return encounter.map.width, encounter.map.height
