"""The controller: turns what happens on the map and in the panels into commands and view state.

The one owner of session and view state; the window calls it and redraws when it says so. It does no
rules and no drawing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from frozendict import frozendict
from msgspec.structs import replace

from gridwar.control.caching.rules_cache import RulesCache
from gridwar.control.controller.listeners import Listeners
from gridwar.control.controller.quick_values import read_quick
from gridwar.control.controller.reminders import reminders
from gridwar.control.drafts.action_draft import ActionDrafts
from gridwar.control.drafts.move_plan import MovePlanning
from gridwar.control.drafts.oddsmaker import PATIENCE_S
from gridwar.control.drafts.picking import Picking
from gridwar.control.maps.map_import import ImportSession
from gridwar.control.maps.off_map import bring_in
from gridwar.control.records.scene_records import AREA_KEY
from gridwar.control.state.view_state import Notice, ViewState
from gridwar.engine.gm.commands import SetStanding
from gridwar.engine.kit.commands import BeginFight, NextTurn
from gridwar.engine.kit.offers import Target
from gridwar.engine.kit.shown import NextStep
from gridwar.engine.play.outcome import DiceWanted, Refused
from gridwar.errors import GridwarError
from gridwar.model.question import Question
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gridwar.engine.kit.offers import Action
    from gridwar.engine.kit.system import System
    from gridwar.engine.play.outcome import Outcome
    from gridwar.engine.session.session import Session
    from gridwar.engine.session.session_values import Change
    from gridwar.model.command import Adjustments, Answer, Command
    from gridwar.model.encounter import Encounter, Policy
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
        self.view = ViewState(typed_dice=session.is_typed)
        self.action_drafts = ActionDrafts(self, odds_patience_s)
        self.picking = Picking(self, self.action_drafts.aim)
        self.move_planning = MovePlanning(self, self.picking.walk)
        self.map_import = ImportSession(self)
        self.copy_text: Callable[[str], None] = lambda text: None
        """Puts a text on the clipboard; set by the window."""
        self.listeners = Listeners()
        self._chosen: tuple[Action | None, tuple[str, ...]] = (None, ())
        """The action chosen last, and who was selected before its actor was."""
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
        """The combatant whose actions are offered: the one selected, else whose turn it is."""
        chosen = self.view.selected[0] if self.view.selected else self.encounter.turn
        return chosen if chosen is not None and chosen in self.encounter else None

    def subscribe(self, listener: Callable[[], None]) -> None:
        """Be told whenever something shown has changed."""
        self.listeners.add(listener)

    def show(self, **changes: object) -> None:
        """Change the view state; the listeners are told of all changes of an event together."""
        self.view = replace(self.view, **changes)
        self.listeners.note_change()

    def refresh_now(self) -> bool:
        """Tell the listeners now, for whoever has to read the window right after a change."""
        return self.listeners.tell()

    def tell(self, notice: Notice | None) -> None:
        """Show a notice, or take it away."""
        self.show(notice=notice)

    def asked(self) -> tuple[str, ...]:
        """Return the combatants whose players are asked, or whose dice are wanted, now."""
        found = []
        for wanted in self.session.wanted:
            who = wanted.roll.owner if isinstance(wanted, DiceWanted) else wanted.recipient
            if who is not None and who in self.encounter:
                found.append(who)
        top = self.session.top
        if top is not None and top.row.command.actor in self.encounter:
            found.append(top.row.command.actor or "")
        return tuple(dict.fromkeys(found))

    def asked_place(self) -> Question | None:
        """Return the first open question that wants a place on the map."""
        return next((one for one in self._open_questions() if one.cells), None)

    def asked_people(self) -> Question | None:
        """Return the first open question that names combatants to choose among."""
        return next((one for one in self._open_questions() if one.people), None)

    def _open_questions(self) -> Iterator[Question]:
        return (one for one in self.session.wanted if isinstance(one, Question))

    def take_off(self, key: str) -> None:
        """Take off the map what the legend calls by a key.

        Args:
            key: Of a template, an arc, a ruler, a line, a threat, or ``threats`` for all of those;
                or of the areas of one name.
        """
        if key == "threats":
            self.show(show_threat=False)
        elif key.startswith(AREA_KEY):
            self.show(areas_off=self.view.areas_off | {key.removeprefix(AREA_KEY)})
        else:
            self.show(measuring=self.view.measuring.without(key))

    # --- commands -----------------------------------------------------------------------------

    def submit(self, command: Command, cell: Cell | None = None) -> Outcome | None:
        """Submit a command; a refusal becomes a notice with "do it anyway".

        Args:
            command: What is wanted.
            cell: Where on the map a refusal is to be shown.
        """
        return self._tried(lambda: self.session.submit(command), command, cell)

    def answer(self, key: str, given: Answer | tuple[int, ...]) -> Outcome | None:
        """Answer what the open command wants."""
        return self._tried(lambda: self.session.answer(key, given))

    def type_face(self, key: str, face: int) -> None:
        """Type the face of the next die of a roll that is wanted; the last one plays it."""
        wanted = self._dice_wanted(key)
        if wanted is None or not 1 <= face <= wanted.roll.dice.sides:
            return
        faces = (*self.view.typed.get(key, ()), face)
        if len(faces) < wanted.roll.dice.count:
            self.show(typed=self.view.typed.set(key, faces))
        else:
            self.show(typed=self.view.typed.set(key, ()))
            self.answer(key, faces)

    def clear_face(self, key: str) -> None:
        """Take the last face typed for a roll back."""
        self.show(typed=self.view.typed.set(key, self.view.typed.get(key, ())[:-1]))

    def _dice_wanted(self, key: str) -> DiceWanted | None:
        found = (one for one in self.session.wanted if one.key == key)
        return next((one for one in found if isinstance(one, DiceWanted)), None)

    def roll_for_me(self, key: str = "") -> Outcome | None:
        """Let the program roll the dice that are wanted: all, or those of one key."""
        return self._tried(lambda: self.session.roll_for_me(key))

    def pass_all(self) -> Outcome | None:
        """Pass every window that is open."""
        return self._tried(self.session.pass_all)

    def use_typed_dice(self, *, typed: bool) -> None:
        """Choose between real dice, typed in, and the program's."""
        self._tried_plain(lambda: self.session.use_typed_dice(typed))
        self.show(typed_dice=self.session.is_typed)

    def stand(self, scope: str, policy: Policy) -> None:
        """Give a standing answer.

        Args:
            scope: ``id:window``, ``side:…:window``, ``*:window``, or ``command:window`` for
                the rest of the open command.
            policy: What the answer is from now on.
        """
        kind, _colon, window = scope.partition(":")
        if kind == "command":
            self._tried(lambda: self.session.stand((window,), policy))
        else:
            self.submit(SetStanding(key=scope, policy=None if policy == "ask" else policy))

    def _tried(
        self,
        act: Callable[[], Outcome],
        command: Command | None = None,
        cell: Cell | None = None,
    ) -> Outcome | None:
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
        return self.action_drafts.give_dice() or outcome

    def do_anyway(self) -> Outcome | None:
        """Submit what was refused once more, with the refusal waived."""
        notice = self.view.notice
        if notice is None or notice.again is None:
            return None
        return self.submit(notice.again, notice.cell)

    def undo(self) -> None:
        """Undo, or give up what is only being planned."""
        if self.view.draft is not None or self.view.picking is not None:
            self.cancel()
        else:
            self._tried_plain(self.session.undo)

    def redo(self) -> None:
        """Redo."""
        self._tried_plain(self.session.redo)

    def go_to(self, row_id: int) -> None:
        """Go to the state after a row of the log."""
        self._tried_plain(lambda: self.session.go_to(row_id))

    def amend(self, row_id: int, adjustments: Adjustments, *, roll_again: bool = False) -> None:
        """Amend a row of the log with the same dice."""

        def act() -> None:
            amended = self.session.amend(row_id, adjustments, roll_again=roll_again)
            if isinstance(amended.outcome, Refused):
                self.tell(Notice(amended.outcome.text))
            elif amended.dropped:
                text = _("{n} later lines no longer fit; they stay on the old branch.")
                self.tell(Notice(text.format(n=len(amended.dropped)), tone="note"))

        self._tried_plain(act)

    def _tried_plain(self, act: Callable[[], object]) -> None:
        try:
            act()
        except GridwarError as error:
            self.tell(Notice(str(error), tone="error"))

    def next_step(self) -> NextStep:
        """Return what comes next: what the rules say, else the fight begins or the next turn."""
        encounter = self.encounter
        said = self.rules_cache.flow().next_step
        if said is not None:
            return said
        if not encounter.round:
            return NextStep(BeginFight(), _("Begin the fight"))
        return NextStep(NextTurn(), _("Next turn") if encounter.turn is None else _("End turn"))

    def go_on(self) -> None:
        """Do what comes next; what is prepared for the fight as a whole is shown before."""
        command = self.next_step().command
        for act in self.acts_of_fight():
            if act.prepared and act.make(Target()) == command:
                self.play_for_fight(act)
                return
        self.submit(command)

    def quick(self, text: str) -> None:
        """Apply what was typed as a quick value (``-7``, ``+4``, a condition) to those selected."""
        known = self.system.data.conditions()
        meant = read_quick(text, self.encounter, self.view.selected, known)
        if isinstance(meant, str):
            self.show(quick_error=meant)
            return
        self.show(quick_error="")
        self.submit(meant)

    def reorder(self, who: str, before: str) -> None:
        """Put a combatant before another in the order, or (empty) at its end, at the GM's word."""
        command = self.system.turns.reordered(self.encounter, who, before)
        if command is None:
            text = _(
                "Here the rules decide the order: change the value it depends on in the editor."
            )
            self.tell(Notice(text, tone="note"))
        else:
            self.submit(command)

    # --- selection -----------------------------------------------------------------------------

    def select(self, *ids: str, add: bool = False) -> None:
        """Select tokens; with ``add`` toggle them."""
        if add:
            kept = tuple(one for one in self.view.selected if one not in ids)
            ids = kept + tuple(one for one in ids if one not in self.view.selected)
        ids = tuple(one for one in ids if one in self.encounter)
        if self.view.picking is not None:  # it was for whoever was selected
            self.show(picking=None, show_bands=False)
        self.show(selected=ids, weapon="", quick_error="")

    def selected_before(self) -> tuple[str, ...]:
        """Return who is to be selected when an action is given up: as before it was chosen."""
        draft, (action, before) = self.view.draft, self._chosen
        given_up = self.view.picking if draft is None else draft.action
        wanted = before if given_up is not None and given_up is action else self.view.selected
        return tuple(one for one in wanted if one in self.encounter)

    def point_at(self, who: str, *, add: bool = False) -> None:
        """Choose a combatant in a list: as the target being picked, else as the one selected."""
        if who == self.actor or not self.picking.point_at(who):
            self.select(who, add=add)

    def cancel(self) -> None:
        """Give up whatever is being planned, the innermost thing first.

        A way that only follows the pointer while one is to be chosen is nothing planned.
        """
        plan = self.view.plan
        if plan is not None and (self.view.need != "path" or plan.legs[1:]):
            self.show(plan=None)
        elif self.view.draft is not None:
            self.action_drafts.close()
        elif self.picking.back():
            return
        elif self.view.picking is not None:
            selected = self.selected_before()
            self.show(picking=None, plan=None, show_bands=False, selected=selected)
        elif self.view.notice is not None:
            self.tell(None)
        else:
            self.select()

    def act_out_of_turn(self, who: str, action_id: str) -> None:
        """Play an action that a combatant can do out of turn."""
        for action in self.rules_cache.out_of_turn(who):
            if action.id == action_id:
                self.submit(action.make(Target()))

    def choose_action(self, action_id: str, *, anyway: bool = False) -> None:
        """Choose an action of the present actor: play it, or let its target be picked.

        Args:
            action_id: The action.
            anyway: Whether the GM wants it although it is refused.
        """
        actor = self.actor
        action = self.action(action_id)
        if actor is None or action is None:
            return
        if action.refusal is not None and not anyway:
            self.tell(Notice(action.refusal.text, refusal=action.refusal))
            return
        if not action.needs:
            several = self.view.selected if action.takes_others else ()
            command = action.make(Target(combatants=several))
            if anyway and action.refusal is not None:
                command = command.waiving(action.refusal.code)
            if action.prepared:
                self.action_drafts.prepare(action, command)
            else:
                self.submit(command)
            return
        if self.view.picking is None and self.view.draft is None:
            self._chosen = (action, self.view.selected)
        else:
            self._chosen = (action, self._chosen[1])
        self.show(
            picking=action,
            picked=Target(),
            needs_met=0,
            selected=(actor,),
            show_bands=bool(action.weapon) and action.need != "path",
            weapon=action.weapon,
            notice=None,
        )

    def acts_of_fight(self) -> tuple[Action, ...]:
        """Return what is offered to the fight as a whole.

        Only what needs no choice on the map: that is made by somebody.
        """
        offered = self.rules_cache.actions(None)
        return tuple(one for one in offered if one.need == "nothing")

    def play_for_fight(self, action: Action) -> None:
        """Play an act of the fight as a whole; the GM may do anyway what is refused.

        One that is prepared is shown with its odds before.
        """
        command = action.make(Target())
        if action.prepared and action.refusal is None:
            self.action_drafts.prepare_for_fight(action, command)
        else:
            self.submit(command)

    def action(self, action_id: str) -> Action | None:
        """Return an action of the present actor by id."""
        if self.actor is None:
            return None
        actions = self.rules_cache.actions(self.actor)
        return next((one for one in actions if one.id == action_id), None)

    # --- what the session says --------------------------------------------------------------------

    def _on_change(self, change: Change) -> None:
        self.move_planning.forget()
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
            self.view = replace(self.view, selected=(change.new.turn,), picking=None)
        self.action_drafts.refresh()
        self.show()

    def _select_whose_turn(self) -> None:
        if self.encounter.turn is not None:
            self.view = replace(self.view, selected=(self.encounter.turn,))


def _size(encounter: Encounter) -> tuple[int, int]:
    return encounter.map.width, encounter.map.height
