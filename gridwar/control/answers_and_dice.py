"""Answers to what the open command wants: questions, windows, standing answers, typed dice.

Owns the faces typed so far, in the view state or ahead of their roll, and by what dice a fight is
played. What is asked is the session's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.engine.gm.side_and_setting_commands import SetStanding
from gridwar.engine.play.play_outcome import DiceWanted
from gridwar.model.question_and_refusal import Question

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.control.state.controller_protocol import ControllerProtocol
    from gridwar.control.state.plan_and_draft import ActionDraft
    from gridwar.engine.kit.procedure_requests import Roll
    from gridwar.engine.play.play_outcome import Outcome
    from gridwar.model.command import Answer
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
