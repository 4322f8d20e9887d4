"""Strikes: what one combatant can expect of an attack on another, by the program's own odds.

Whose place varies is put down on one square after another. Every pair of attack and square is
rehearsed, or told by the answers to the questions of places that a rehearsal asks
(``rehearsed_by_answers``); what follows is explored once a signature (``signature``), under the
watch (``watch``). What is asked of places after the first roll (``of_places``) is asked anew for
each square (``places_asked``). Where the watch finds that a place is read there in another way,
that signature is worked out square by square for good. One in which nothing was read is as good as
proved: the procedure goes on from equal values, and never looks at what differs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from frozendict import frozendict
from msgspec import Struct

from gridwar.engine.insight.explored_anywhere import ExploredAnywhere, PlaceRead
from gridwar.engine.insight.late_readers import how_large
from gridwar.engine.insight.places_asked import PlacesAsked
from gridwar.engine.insight.rehearsed_by_answers import RehearsedByAnswers
from gridwar.engine.insight.signature import Situations
from gridwar.engine.insight.watch import (
    SQUARE,
    WatchedExplorer,
    WatchedPlay,
    are_read_elsewhere,
    watching,
)
from gridwar.engine.kit.offers_and_actions import Role, Target
from gridwar.engine.kit.questions_of_places import hearing
from gridwar.engine.odds.odds_columns import asked_first
from gridwar.engine.odds.odds_outcomes import Limits, OddsRefused, Outcomes, TooManyRuns
from gridwar.engine.odds.sampled_odds import sampled_plays
from gridwar.engine.play.offered_actions_and_drafts import actions_of
from gridwar.model.command import Answer
from gridwar.model.question_and_refusal import Refusal
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping

    from gridwar.dice.dice_sources import DicePort
    from gridwar.engine.insight.late_readers import LateReaders
    from gridwar.engine.kit.offers_and_actions import Action
    from gridwar.engine.kit.rule_system import System
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Cell
    from gridwar.model.question_and_refusal import Question

MOST_RUNS: Final = 2_000
"""Runs after which an attack is sampled instead of explored."""
SAMPLES: Final = 100


MOVES_FIRST: Final = Refusal("moves_first", _("Moves first"))


class Defence(Struct, frozen=True):
    """What comes of an attack where its target answers it in a way of its own choice.

    ``loss`` is the points expected to be lost then; None where that is not possible.
    """

    title: str
    loss: float | None
    why_not: str = ""


class Strike(Struct, frozen=True):
    """An attack on somebody, by its odds with default answers.

    Attributes:
        by: Who attacks.
        whom: Who is attacked.
        action: The id of the action.
        title: Its words.
        weapon: The weapon it uses, by id; empty for none.
        command: What would be played.
        chance: Of success; None where nothing is tested.
        loss: Points of the main pool that the target is expected to lose.
        down: The chance that the target goes down by it.
        losses: Points lost with their probabilities, from least to most.
        error: 0 where this is exact, else the standard error of a sampled probability of a half.
        is_provisional: Taken from a square that looks the same on the grid, not rehearsed yet.
        stand: Where it moves to before; None for where it stands.
    """

    by: str
    whom: str
    action: str
    title: str
    weapon: str
    command: Command
    chance: float | None = None
    loss: float = 0.0
    down: float = 0.0
    losses: tuple[tuple[int, float], ...] = ()
    error: float = 0.0
    is_provisional: bool = False
    stand: Cell | None = None

    @property
    def worth(self) -> tuple[float, float, float]:
        """By what the worst of several is told: expected loss, going down, chance."""
        return self.loss, self.down, self.chance or 0.0


def strikes_of(
    system: System, encounter: Encounter, who: str
) -> tuple[tuple[Action, ...], tuple[Action, ...]]:
    """Return the attacks that somebody is offered on one other, and those on anything else.

    The latter (at a square, along a way, at several, after a charge) are in no chart; it says which
    they are.
    """
    offered = [one for one in actions_of(system, encounter, who) if one.role is Role.STRIKE]
    alone = (one for one in offered if one.needs == ("combatant",) and not one.is_about)
    on_one = [one for one in alone if not one.moves_first]
    titles = {one.title for one in on_one}
    others = [one for one in offered if one.needs and one.title not in titles]
    return tuple(on_one), tuple(one for one in others if not one.is_about)


class Duels:
    """Attacks between two, of whom one or both are put down on one square after another.

    Attributes:
        movers: Whose places vary.
        explored: How many signatures were explored.
        may_go_on: Whether an exploration may go on from what earlier ones have solved.
    """

    may_go_on = True

    def __init__(
        self,
        system: System,
        base: Encounter,
        movers: tuple[str, ...],
        late: LateReaders,
        cancelled: Callable[[], bool],
    ) -> None:
        """Take a fight at the moment of an attack.

        Args:
            system: The rules.
            base: The fight, with ``movers`` at any places.
            movers: Whose places vary: of the attacker, the target, or both.
            late: What is known of commands that read places too late; more is noted.
            cancelled: Asked now and then whether nobody wants to know any more.
        """
        self._system, self.movers, self._late = system, movers, late
        self._situations = self._signing(base)
        self._rehearsals = self._rehearsing(base)
        self._anywhere = ExploredAnywhere(system, base, movers)
        self._limits = Limits(runs=MOST_RUNS, cancelled=cancelled)
        self._known: dict[Hashable, list[_Explored]] = {}
        self._by_square: set[Hashable] = set()
        """Signatures past which a place is read: each square has its own outcomes."""
        self._commands: dict[tuple[str, str], Command] = {}
        self._strikes: dict[tuple[str, str], dict[int, tuple[Strike, Outcomes]]] = {}
        """What outcomes come to, by action, who is attacked and their identity, which is kept."""
        self.explored = 0

    @property
    def rehearsed(self) -> int:
        """How many pairs were really rehearsed."""
        return self._rehearsals.count

    def _signing(self, base: Encounter) -> Situations:
        """Return what rehearses attacks and makes their signatures."""
        return Situations(self._system, base, *self.movers)

    def _rehearsing(self, base: Encounter) -> RehearsedByAnswers:
        """Return what tells rehearsals by answers."""
        return RehearsedByAnswers(self._system, base, self.movers, self._situations)

    def strike(self, placed: Encounter, by: str, action: Action, whom: str) -> Strike | Refusal:
        """Return what an attack comes to where somebody has been put, or why it is refused.

        Raises:
            OddsCancelled: Nobody wants to know any more.
        """
        pair = action.id, whom
        command = self._commands.get(pair)
        if command is None:
            command = self._commands[pair] = action.make(Target(combatant=whom))
        if command.kind in self._late.moving:
            return MOVES_FIRST
        found = self._outcomes(placed, command, frozendict())
        if not isinstance(found, Outcomes):
            return found
        kept = self._strikes.setdefault(pair, {})
        if id(found) not in kept:
            kept[id(found)] = _strike(by, whom, action, command, found), found
        return kept[id(found)][0]

    def defences(self, placed: Encounter, strike: Strike) -> tuple[Defence, ...]:
        """Return what the target could choose against a strike, each by its own odds.

        Raises:
            OddsCancelled: Nobody wants to know any more.
        """
        seen = self._rehearsals.rehearsed(placed, strike.command).seen
        question = asked_first((*seen.questions, *seen.windows))
        if question is None or question.recipient != strike.whom:
            return ()
        return tuple(self._defence(placed, strike, question, one.id) for one in question.options)

    def _defence(
        self, placed: Encounter, strike: Strike, question: Question, option: str
    ) -> Defence:
        chosen = next(one for one in question.options if one.id == option)
        if not chosen.enabled:
            return Defence(chosen.title, None, chosen.why_not)
        answers = frozendict({question.key: Answer(option=option)})
        found = self._outcomes(placed, strike.command, answers)
        if not isinstance(found, Outcomes):
            return Defence(chosen.title, None, found.text)
        losses = found.distribution(strike.whom)
        return Defence(chosen.title, sum(points * p for points, p in losses))

    def _outcomes(
        self, placed: Encounter, command: Command, answers: Mapping[str, Answer]
    ) -> Outcomes | Refusal:
        situation = self._rehearsals.rehearsed(placed, command, answers)
        if situation.seen.refusal is not None:
            return situation.seen.refusal
        if situation.moves_first:
            self._late.moving.add(command.kind)
            return MOVES_FIRST
        key = situation.signature
        here = tuple(placed.combatants[one].pos for one in self.movers if one in placed.combatants)
        known = self._known.get((key, here) if key in self._by_square else key, ())
        for one in known:
            if one.asked.is_nothing or one.asked.are_true_for(situation.after(placed)):
                return one.outcomes
        asked = self._asked(situation.after(placed))
        with hearing(asked):
            found, is_here_only = self._explored(placed, command, answers)
        if is_here_only:
            self._by_square.add(key)
        place = (key, here) if is_here_only else key
        self._known.setdefault(place, []).append(_Explored(asked, found))
        return found

    def _asked(self, at_roll: Encounter) -> PlacesAsked:
        """Return what hears the questions asked while a situation is explored."""
        return PlacesAsked(at_roll, self.movers)

    def _explorer(
        self, placed: Encounter, command: Command, answers: Mapping[str, Answer]
    ) -> WatchedExplorer:
        return WatchedExplorer(self._system, placed, command, answers, self._limits)

    def _explored(
        self, placed: Encounter, command: Command, answers: Mapping[str, Answer]
    ) -> tuple[Outcomes | Refusal, bool]:
        """Return what comes of a command, and whether that is true for this square only."""
        self.explored += 1
        large = how_large(placed, command, answers)
        if large not in self._late.too_large:
            try:
                return self._as_explored(placed, command, answers)
            except TooManyRuns:
                self._late.too_large.add(large)
        with watching(SQUARE) as readers:
            found = self._sampled(placed, command, answers)
        self._late.note(command.kind, readers)
        return found, bool(readers) or are_read_elsewhere(placed, self.movers)

    def _as_explored(
        self, placed: Encounter, command: Command, answers: Mapping[str, Answer]
    ) -> tuple[Outcomes | Refusal, bool]:
        found: Outcomes | Refusal
        is_watched = not are_read_elsewhere(placed, self.movers)
        if self.may_go_on and command.kind not in self._late.placed and is_watched:
            try:
                return self._anywhere.run(placed, command, answers, self._limits), False
            except OddsRefused as refused:
                return refused.refusal, False
            except PlaceRead:
                self._late.placed.add(command.kind)
        run = self._explorer(placed, command, answers)
        run.whose, run.is_for_target_only = frozenset(self.movers), True
        with watching(SQUARE) as readers:
            try:
                found = run.run()
            except OddsRefused as refused:
                found = refused.refusal
        self._late.note(command.kind, readers)
        return found, bool(readers) or are_read_elsewhere(placed, self.movers)

    def _sampled(
        self, placed: Encounter, command: Command, answers: Mapping[str, Answer]
    ) -> Outcomes | Refusal:
        limits = Limits(runs=SAMPLES, cancelled=self._limits.cancelled)

        def play(dice: DicePort) -> WatchedPlay:
            run = WatchedPlay(self._system, placed, command, answers, dice)
            run.whose = frozenset(self.movers)
            return run

        try:
            return sampled_plays(self._system, placed, play, limits)
        except OddsRefused as refused:
            return refused.refusal


def _strike(by: str, whom: str, action: Action, command: Command, found: Outcomes) -> Strike:
    losses = found.distribution(whom)
    return Strike(
        by,
        whom,
        action.id,
        action.title,
        action.weapon,
        command,
        chance=found.success if found.is_tested else None,
        loss=sum(points * p for points, p in losses),
        down=found.down(whom),
        losses=losses,
        error=found.error,
    )


class _Explored(Struct, frozen=True):
    """What a signature came to, and what was asked of places on the way: true where it is so."""

    asked: PlacesAsked
    outcomes: Outcomes | Refusal
