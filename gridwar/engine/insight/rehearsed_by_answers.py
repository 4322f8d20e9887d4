"""Rehearsals told by what they ask of places: once for all squares where the answers are alike.

Up to its first roll a procedure may learn of a place by questions alone (``of_places``): how far it
is, whether there is a line. Two rehearsals of one command in a fight that is the same but for the
places of some ask the same question first; where it is answered alike they ask the same one next,
and come to the same refusal, or to the same first roll. So what was asked is kept as a tree: for
another square its questions are asked, and nothing else is played.

Those whose places vary are watched meanwhile (``watch``). From where one was read in another way
the tree knows nothing: such a square is rehearsed for itself.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar

from frozendict import frozendict
from msgspec.structs import replace

from gridwar.engine.insight.explored_anywhere import PlaceRead
from gridwar.engine.insight.places_asked import answer_to, same_places
from gridwar.engine.insight.signature import Rehearsed, Situations
from gridwar.engine.insight.watch import (
    SQUARE,
    are_read_elsewhere,
    stand_alike,
    unwatching,
    watching,
)
from gridwar.engine.kit.questions_of_places import hearing, is_for_words

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping

    from gridwar.engine.kit.rule_system import System
    from gridwar.model.command import Answer, Command
    from gridwar.model.encounter import Encounter

T = TypeVar("T")
_Question: TypeAlias = "tuple[Callable[..., object], tuple[object, ...]]"
"""A question with its arguments."""
_Answer: TypeAlias = "tuple[type, object]"

MOST_IN_VAIN: Final = 3
"""So often it is tried with a command in which a place is read before any question is asked."""


class _Asked:
    """A question that is asked at one point, and what follows from each answer so far."""

    __slots__ = ("follows", "question")

    def __init__(self, question: _Question) -> None:
        self.question = question
        self.follows: dict[Hashable, _Step] = {}


_Step: TypeAlias = "_Asked | Rehearsed | None"
"""What comes next: where all rehearsals come to that were answered so; None: a place is read in
another way."""


class RehearsedByAnswers:
    """Rehearses commands of one fight in which the places of some vary.

    Attributes:
        count: How many were really rehearsed.
    """

    def __init__(
        self,
        system: System,
        base: Encounter,
        movers: tuple[str, ...],
        situations: Situations,
        *,
        may_be_alone: bool = True,
    ) -> None:
        """Take a fight, and whose places vary in it.

        Args:
            system: The rules.
            base: The fight as all situations have it, but for the places of ``movers``.
            movers: Whose places they are.
            situations: Rehearses, and makes the signatures.
            may_be_alone: Whether a square of which the questions tell nothing is rehearsed for
                itself; else ``PlaceRead`` is raised there.
        """
        self._movers, self._situations, self._may_be_alone = movers, situations, may_be_alone
        self._brief = system.board.brief
        self._exact = Situations(system, base, *movers)
        self._first: dict[Hashable, _Step] = {}
        self._in_vain: Counter[Command] = Counter()
        self._here: tuple[Encounter, dict[_Question, _Answer]] = base, {}
        self.count = 0

    def rehearsed(
        self, placed: Encounter, command: Command, answers: Mapping[str, Answer] = frozendict()
    ) -> Rehearsed:
        """Rehearse a command up to its first roll, or tell what that comes to.

        Raises:
            PlaceRead: It would have to be rehearsed for this square, and may not.
        """
        if are_read_elsewhere(placed, self._movers) or self._in_vain[command] >= MOST_IN_VAIN:
            return self._alone(placed, command, answers)
        began = command, frozenset(answers.items()), self._exact.apart_of_placed(placed)
        if began not in self._first:
            return self._learnt(began, placed, command, answers)
        step = self._first[began]
        while isinstance(step, _Asked):
            answer = self._answer(step.question, placed)
            if answer not in step.follows:
                return self._learnt(began, placed, command, answers)
            step = step.follows[answer]
        if step is None:
            return self._alone(placed, command, answers)
        return step

    def _alone(
        self, placed: Encounter, command: Command, answers: Mapping[str, Answer]
    ) -> Rehearsed:
        if not self._may_be_alone:
            raise PlaceRead
        self.count += 1
        with hearing(_Known(*self._here) if self._here[0] is placed else None):
            return self._situations.rehearsed(placed, command, answers)

    def _learnt(
        self, began: Hashable, placed: Encounter, command: Command, answers: Mapping[str, Answer]
    ) -> Rehearsed:
        """Rehearse, and add what was asked to the tree."""
        self.count += 1
        with watching(SQUARE) as readers:
            heard = HearingPlaces(placed, readers)
            with hearing(heard):
                found = self._situations.rehearsed_watched(placed, command, answers)
        found, is_said_anywhere = self._in_brief(found, heard)
        is_told = (
            not readers
            and not found.holds_places
            and is_said_anywhere
            and stand_alike(found.seen.after, placed, self._movers)
        )
        if not is_told and not heard.asked:
            self._in_vain[command] += 1
        # Without its sums: their words may tell of another square.
        seen = replace(found.seen, tallies=())
        told = replace(found, seen=seen, told_for=self._movers)
        self._add(began, heard, told if is_told else None)
        if found.holds_places:  # as nobody is, who is watched
            return self._situations.rehearsed(placed, command, answers)
        return found

    def _in_brief(self, found: Rehearsed, heard: HearingPlaces) -> tuple[Rehearsed, bool]:
        """Return a refusal in words that name no square, and whether it is true wherever it comes.

        Its own may tell what was asked for words alone: how far it is from here.
        """
        refusal = found.seen.refusal
        if refusal is None or not heard.has_words:
            return found, True
        brief = self._brief.get(refusal.code)
        if brief is None:
            return found, False
        seen = replace(found.seen, refusal=replace(refusal, text=brief))
        return replace(found, seen=seen), True

    def _add(self, began: Hashable, heard: HearingPlaces, end: _Step) -> None:
        rest = list(heard.asked)
        follows, here = self._first, began
        for question, answer in rest:
            step = follows.get(here)
            if not isinstance(step, _Asked):
                step = follows[here] = _Asked(question)
            follows, here = step.follows, answer
        follows[here] = end

    def _answer(self, question: _Question, placed: Encounter) -> _Answer:
        """Return what a question is answered here, asked once for all attacks on a square."""
        state, known = self._here
        if state is not placed:
            known = {}
            self._here = placed, known
        if question not in known:
            ask, args = question
            with hearing(None):
                known[question] = _as_key(ask(placed, *args))
        return known[question]


class _Known:
    """Answers questions that were asked already of the same places."""

    def __init__(self, placed: Encounter, known: Mapping[_Question, _Answer]) -> None:
        self._placed, self._known = placed, known

    def __call__(
        self, question: Callable[..., T], encounter: Encounter, args: tuple[object, ...]
    ) -> T:
        known = self._known.get((question, args))
        if known is not None and same_places(self._placed, encounter):
            return answer_to(question, known[1])
        with hearing(None):
            return question(encounter, *args)


class HearingPlaces:
    """Hears what a rehearsal asks of places, up to where one is read in another way.

    Attributes:
        asked: Questions with their answers, in order.
        has_words: Whether something was asked for words alone.
    """

    def __init__(self, placed: Encounter, readers: set[str]) -> None:
        """Take a fight, and the set in which the watch notes who reads places.

        Args:
            placed: The fight as it begins.
            readers: Who has read; a question asked once somebody has moved is noted there too.
        """
        self.asked: list[tuple[_Question, _Answer]] = []
        self.has_words = False
        self._placed, self._readers = placed, readers

    def are_true_for(self, placed: Encounter) -> bool:
        """Return whether all is answered alike in another fight."""
        return all(_as_key(ask(placed, *args)) == said for (ask, args), said in self.asked)

    def __call__(
        self, question: Callable[..., T], encounter: Encounter, args: tuple[object, ...]
    ) -> T:
        """Answer a question and note it."""
        with hearing(None), unwatching():
            found = question(encounter, *args)
        if is_for_words(question):
            self.has_words = True
        elif not self._readers:
            if same_places(self._placed, encounter):
                self.asked.append(((question, args), _as_key(found)))
            else:
                self._readers.add("places have changed")
        return found


def _as_key(answer: object) -> _Answer:
    """Return an answer such that 1 is not taken for true."""
    return type(answer), answer
