"""The best attack of somebody on each foe and of each foe on it, wherever it has been put.

Each attacker is asked at the beginning of its next turn (``begun_turn``). Of foes who are equal but
for where they stand (``equal_foes``) one represents all, as long as nothing turns on where.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.engine.insight.begun_turn import BegunTurn
from gridwar.engine.insight.danger_and_chance import Best, best_of
from gridwar.engine.insight.duels_anywhere import DuelsAnywhere
from gridwar.engine.insight.equal_foes import Representative, are_roles_swapped, groups_of_equals
from gridwar.engine.insight.signature import Situations
from gridwar.engine.insight.strikes import Duels, Strike
from gridwar.engine.odds.odds_outcomes import OddsCancelled

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gridwar.engine.insight.late_readers import LateReaders
    from gridwar.engine.kit.offers_and_actions import Action
    from gridwar.engine.kit.rule_system import System
    from gridwar.model.encounter import Encounter
    from gridwar.model.question_and_refusal import Refusal


class Fighters(Struct, frozen=True):
    """Who fights whom in a chart.

    Attributes:
        who: Whose place varies.
        movers: Who is somewhere else where ``who`` is: itself, its mount, whom it holds.
        foes: Its foes.
    """

    who: str
    movers: tuple[str, ...]
    foes: tuple[str, ...]


class BestAttacks:
    """Attacks between one, put down on one square after another, and its foes."""

    def __init__(
        self,
        system: System,
        known: Encounter,
        fighters: Fighters,
        late: LateReaders,
        cancelled: Callable[[], bool],
    ) -> None:
        """Take a fight as it is known.

        Args:
            system: The rules.
            known: The fight.
            fighters: Who fights whom.
            late: Which commands read places too late, as far as it was found; more is noted.
            cancelled: Asked between pairs and while exploring whether nobody wants to know.
        """
        self._system, self._known, self._late, self._cancelled = system, known, late, cancelled
        self._who, self._movers, self._foes = fighters.who, fighters.movers, fighters.foes
        self._turns: dict[str, BegunTurn] = {}
        self._duels: dict[str, Duels] = {}
        self._shared: list[Duels] = []
        """Those of representatives."""

    def turn_of(self, actor: str) -> BegunTurn:
        """Return the beginning of somebody's next turn; the turn under way for who has it."""
        if actor not in self._turns:
            is_now = actor == self._who and actor == self._known.turn
            turn = BegunTurn(self._system, self._situations, self._known, self._movers)
            turn.begin(actor, is_now=is_now)
            self._turns[actor] = turn
        return self._turns[actor]

    def duels_of(self, actor: str) -> Duels:
        """Return what works out attacks of somebody at the beginning of its turn."""
        if actor not in self._duels:
            base = self.turn_of(actor).base
            made = Duels(self._system, base, self._movers, self._late, self._cancelled)
            self._duels[actor] = made
        return self._duels[actor]

    def best(self, placed: Encounter, foe: str, *, mine: bool, only: str = "") -> Best:
        """Return the attack from which most is expected, or why there is none.

        Args:
            placed: The fight with ``who`` where it would stand.
            foe: The foe.
            mine: Whether ``who`` attacks, at its own next turn; else the foe does, at its own.
            only: The id of the only action that counts; empty for every attack.

        Raises:
            OddsCancelled: Nobody wants to know any more.
        """
        return best_of(self._strikes(placed, foe, mine=mine, only=only))

    def representative(self, foe: str, *, mine: bool) -> str:
        """Return who represents a foe and those equal to it: one of them, or itself."""
        found = self._representative(foe, mine=mine)
        return foe if found is None else found.id

    @property
    def counted(self) -> tuple[int, int]:
        """How many pairs were rehearsed so far, and how many situations were explored."""
        duels = (*self._duels.values(), *self._shared)
        return sum(one.rehearsed for one in duels), sum(one.explored for one in duels)

    @cached_property
    def _situations(self) -> Situations:
        return Situations(self._system, self._known, *self._movers)

    def _representative(self, foe: str, *, mine: bool) -> Representative | None:
        return (self._mine if mine else self._theirs).get(foe)

    @cached_property
    def _mine(self) -> dict[str, Representative]:
        """Who represents foes that are attacked, by their ids; none for those without equals."""
        turn = self.turn_of(self._who)
        return self._groups(
            lambda first, foe: (
                turn.is_same_anywhere and are_roles_swapped(turn.base, turn.base, first, foe)
            ),
            lambda _foe: turn,
        )

    @cached_property
    def _theirs(self) -> dict[str, Representative]:
        """The same for foes that attack."""

        def are_equal(first: str, foe: str) -> bool:
            one, other = self.turn_of(first), self.turn_of(foe)
            is_same = one.is_same_anywhere and other.is_same_anywhere
            return is_same and are_roles_swapped(one.base, other.base, first, foe)

        return self._groups(are_equal, self.turn_of)

    def _groups(
        self, are_equal: Callable[[str, str], bool], turn_for: Callable[[str], BegunTurn]
    ) -> dict[str, Representative]:
        others = (foe for foe in self._foes if foe not in self._movers)
        found: dict[str, Representative] = {}
        for group in groups_of_equals(self._known, others, are_equal):
            turn, late = turn_for(group[0]), self._late.of_more_places()
            movers = (*self._movers, *group)
            duels = DuelsAnywhere(self._system, turn.base, movers, late, self._cancelled)
            self._shared.append(duels)
            at_turns = {foe: turn_for(foe).base for foe in group}
            found |= dict.fromkeys(group, Representative(turn, self._who, duels, at_turns))
        return found

    def _strikes(
        self, placed: Encounter, foe: str, *, mine: bool, only: str
    ) -> Iterator[Strike | Refusal]:
        """Yield what each attack of one on another comes to; once where only the price differs."""
        shared = self._representative(foe, mine=mine)
        turn = self.turn_of(self._who if mine else foe)
        if shared is not None and not turn.is_as_at_home(placed):
            shared = None
        possible = set[str]()
        for action in turn.actions if shared is None else shared.turn.actions:
            if only not in ("", action.id) or action.same_as in possible:
                continue
            if self._cancelled():
                raise OddsCancelled
            found = None if shared is None else shared.strike(action, placed, foe, mine=mine)
            if found is None:
                found = self._own(turn, action, placed, foe if mine else self._who)
            if isinstance(found, Strike):
                possible.add(action.id)
            yield found

    def _own(
        self, turn: BegunTurn, action: Action, placed: Encounter, whom: str
    ) -> Strike | Refusal:
        """Return what an attack comes to of or on the very one."""
        own = next(one for one in turn.actions if one.id == action.id)
        return self.duels_of(turn.actor).strike(turn.at(placed), turn.actor, own, whom)
