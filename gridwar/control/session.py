"""What is done with the session as it stands: answers, going back and forth; and its reminders.

Owns the faces typed so far, in the view state or ahead of their roll, and by what dice a fight is
played. What is asked, the states and their rows are the session's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.control.maps.map_words import zone_name
from gridwar.control.state.view_state import ActionDraft, Notice
from gridwar.engine.gm.side_and_setting_commands import SetStanding
from gridwar.engine.kit.offers_and_actions import Action
from gridwar.engine.play.play_outcome import DiceWanted, Refused
from gridwar.model.events_combatants import EffectRemoved, EffectTicked
from gridwar.model.events_turns import FightEnded, RoundBegan, TurnBegan, TurnEnded
from gridwar.model.question_and_refusal import Question
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.control.state.controller_protocol import ControllerProtocol
    from gridwar.engine.kit.procedure_requests import Roll
    from gridwar.engine.play.play_outcome import Outcome
    from gridwar.engine.session.line_of_play_and_undo import Change
    from gridwar.model.combatant import TimedEffect
    from gridwar.model.command import Adjustments, Answer, Command
    from gridwar.model.encounter import Policy


class TypedAhead(Struct, frozen=True):
    """Faces typed before their roll is made: whose roll, which one, and what they show."""

    owner: str | None
    key: str
    faces: tuple[int, ...]

    def fits(self, roll: Roll) -> bool:
        """Return whether they belong to a roll."""
        is_that = (roll.owner, roll.key) == (self.owner, self.key)
        return is_that and not roll.dice.problem_with(self.faces)


class Answers:
    """Answers what the open command wants."""

    def __init__(self, controller: ControllerProtocol) -> None:
        """Belong to a controller."""
        self._controller = controller
        self._ahead: TypedAhead | None = None

    def asked(self) -> tuple[str, ...]:
        """Return the combatants whose players are asked, or whose dice are wanted, now."""
        session, encounter = self._controller.session, self._controller.encounter
        found = []
        for wanted in session.wanted:
            who = wanted.roll.owner if isinstance(wanted, DiceWanted) else wanted.recipient
            if who is not None and who in encounter:
                found.append(who)
        top = session.top
        if top is not None and top.row.command.actor in encounter:
            found.append(top.row.command.actor or "")
        return tuple(dict.fromkeys(found))

    def first_question(self) -> Question | None:
        """Return what has to be answered next; None where that is a roll, or nothing."""
        wanted = self._controller.session.wanted
        return wanted[0] if wanted and isinstance(wanted[0], Question) else None

    def asked_place(self) -> Question | None:
        """Return the first open question that wants a place on the map."""
        return next((one for one in self._questions() if one.cells), None)

    def asked_people(self) -> Question | None:
        """Return the first open question that names combatants to choose among."""
        return next((one for one in self._questions() if one.people), None)

    def _questions(self) -> Iterator[Question]:
        return (one for one in self._controller.session.wanted if isinstance(one, Question))

    def give(self, key: str, given: Answer | tuple[int, ...]) -> Outcome | None:
        """Answer what the open command wants."""
        session = self._controller.session
        return self._controller.attempt(lambda: session.answer(key, given))

    def stand(self, scope: str, policy: Policy) -> None:
        """Give a standing answer.

        Args:
            scope: ``id:window``, ``side:…:window``, ``*:window``, or ``command:window`` for
                the rest of the open command.
            policy: What the answer is from now on.
        """
        controller = self._controller
        kind, _colon, window = scope.partition(":")
        if kind == "command":
            controller.attempt(lambda: controller.session.stand((window,), policy))
        else:
            controller.submit(SetStanding(key=scope, policy=None if policy == "ask" else policy))

    def pass_all(self) -> Outcome | None:
        """Pass every window that is open."""
        return self._controller.attempt(self._controller.session.pass_all)

    # --- dice ------------------------------------------------------------------------------------

    def use_typed_dice(self, *, typed: bool) -> None:
        """Choose between real dice, typed in, and the program's."""
        session = self._controller.session
        self._controller.guard(lambda: session.use_typed_dice(typed))
        self._controller.show(typed_dice=session.is_typed)

    def type_face(self, key: str, face: int) -> None:
        """Type the face of the next die of a roll that is wanted; the last one plays it."""
        wanted = self._dice_wanted(key)
        if wanted is None or not 1 <= face <= wanted.roll.dice.sides:
            return
        typed = self._controller.view.typed
        faces = (*typed.get(key, ()), face)
        if len(faces) < wanted.roll.dice.count:
            self._controller.show(typed=typed.set(key, faces))
        else:
            self._controller.show(typed=typed.set(key, ()))
            self.give(key, faces)

    def clear_face(self, key: str) -> None:
        """Take the last face typed for a roll back."""
        typed = self._controller.view.typed
        self._controller.show(typed=typed.set(key, typed.get(key, ())[:-1]))

    def _dice_wanted(self, key: str) -> DiceWanted | None:
        found = (one for one in self._controller.session.wanted if one.key == key)
        return next((one for one in found if isinstance(one, DiceWanted)), None)

    def roll_for_me(self, key: str = "") -> Outcome | None:
        """Let the program roll the dice that are wanted: all, or those of one key."""
        return self._controller.attempt(lambda: self._controller.session.roll_for_me(key))

    # --- dice typed with the sum, before their roll is made --------------------------------------

    def type_ahead(self, draft: ActionDraft) -> None:
        """Keep the faces that were typed with a draft for the first roll of its command."""
        roll = draft.first_roll
        if roll is None or not draft.faces:
            self._ahead = None
        else:
            self._ahead = TypedAhead(roll.owner, roll.key, draft.faces)

    def forget_ahead(self) -> None:
        """Forget them: their command is over, or taken back."""
        self._ahead = None

    def give_ahead(self) -> Outcome | None:
        """Give the faces typed with the sum to the roll they were typed for, once it is made."""
        ahead, wanted = self._ahead, self._controller.session.wanted
        if not wanted:
            self._ahead = None
        if ahead is None:
            return None
        for one in wanted:
            if isinstance(one, DiceWanted) and ahead.fits(one.roll):
                self._ahead = None
                return self.give(one.key, ahead.faces)
        return None


# --- the timeline --------------------------------------------------------------------------------


def can_amend(command: Command) -> bool:
    """Return whether a finished command can be changed with the same dice: it has a target."""
    return command.actor is not None and bool(getattr(command, "target", ""))


class Timeline:
    """Goes back and forth in a fight."""

    def __init__(self, controller: ControllerProtocol) -> None:
        """Belong to a controller."""
        self._controller = controller

    def undo(self) -> None:
        """Undo, or give up what is only being planned."""
        view = self._controller.view
        if view.draft is not None or view.picking is not None:
            self._controller.cancel()
        else:
            self._controller.guard(self._controller.session.undo)

    def redo(self) -> None:
        """Redo."""
        self._controller.guard(self._controller.session.redo)

    def go_to(self, row_id: int) -> None:
        """Go to the state after a row of the log."""
        self._controller.guard(lambda: self._controller.session.go_to(row_id))

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
        return ActionDraft(action, actor, target, row.command, amends=row_id)

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


# --- reminders -----------------------------------------------------------------------------------


MOMENTS = (TurnBegan, TurnEnded, RoundBegan, FightEnded)


def reminders(change: Change) -> tuple[str, ...]:
    """Return a line for each effect that ended or counted down at one of these moments."""
    if not any(isinstance(event, MOMENTS) for event in change.events):
        return ()
    found: list[str] = []
    for event in change.events:
        if isinstance(event, EffectRemoved | EffectTicked):
            line = _line(change, event)
            if line:
                found.append(line)
    if any(isinstance(event, RoundBegan) for event in change.events):
        left = {zone.id for zone in change.new.map.zones}
        gone = (zone for zone in change.old.map.zones if zone.id not in left)
        found += [_("{zone} is gone.").format(zone=zone_name(zone)) for zone in gone]
    return tuple(found)


def _line(change: Change, event: EffectRemoved | EffectTicked) -> str:
    one = change.old.combatants.get(event.who)
    effect = next((old for old in one.effects if old.id == event.effect), None) if one else None
    if one is None or effect is None:
        return ""
    if isinstance(event, EffectRemoved):
        text = _("{name}: {effect} ends.").format(name=one.name, effect=effect.name)
    else:
        left = max(1, effect.rounds_left - event.by)
        words = _left(change, effect, left)
        text = _("{name}: {effect}, {left}.").format(name=one.name, effect=effect.name, left=words)
    return f"{text} {effect.note}".strip()


def _left(change: Change, effect: TimedEffect, left: int) -> str:
    """Return how long an effect still lasts: some turns of somebody, or some rounds."""
    whose = change.old.combatants.get(effect.whose or "")
    if whose is not None:
        text = ngettext("{n} more turn of {name}", "{n} more turns of {name}", left)
        return text.format(n=left, name=whose.name)
    if effect.ends in ("round_start", "round_end"):
        return ngettext("{n} more round", "{n} more rounds", left).format(n=left)
    return ngettext("{n} more time", "{n} more times", left).format(n=left)
