"""Charts: what each of many squares would mean for somebody who stood there.

**Danger**: for each foe, from the beginning of its own next turn, the attack with the greatest
expected loss from where it stands; losses add up. Exact for each foe alone; that somebody goes down
to all of them together is an estimate. **Chance**: the best attack that one could make from there.
**Seen by**: whose line reaches there.

Work is done in steps of one pair of attack and square, nearest to a given square first.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from gridwar.engine.gm.combatant_commands import Place
from gridwar.engine.insight.best_attacks import BestAttacks, Fighters
from gridwar.engine.insight.danger_and_chance import Best, Chance, Danger, in_order
from gridwar.engine.insight.fight_as_known import fight_as_known, foes_of
from gridwar.engine.insight.going_down import GoingDown
from gridwar.engine.insight.late_readers import LateReaders
from gridwar.engine.odds.odds_outcomes import OddsCancelled
from gridwar.engine.play.rehearsal import Rehearsal
from gridwar.model.roster_changes import changed_ids
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from gridwar.engine.insight.strikes import Defence, Strike
    from gridwar.engine.kit.offers_and_actions import Action
    from gridwar.engine.kit.rule_system import System
    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Cell


class Charting:
    """Danger, chance and who sees it, for squares of one fight, as one side or the GM knows it.

    Attributes:
        encounter: The fight that this was made for: it is true as long as that is the present one.
        side: By what this side knows; None for everything.
        who: Who would stand there.
        late: Which commands read places too late, as far as it was found.
        known: The fight as it is known.
        system: Its rules.
    """

    def __init__(
        self,
        system: System,
        encounter: Encounter,
        who: str,
        *,
        side: str | None = None,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> None:
        """Take a fight; nothing is worked out before it is asked.

        Args:
            system: The rules.
            encounter: The present state.
            who: Who would stand there.
            side: What this side knows decides; None for all that the GM knows.
            cancelled: Asked between pairs and while exploring whether nobody wants to know.

        Raises:
            KeyError: ``who`` is not in the fight, or that side knows nothing of it.
        """
        self.encounter, self.side, self.who = encounter, side, who
        self.late = LateReaders()
        self.system, self._cancelled = system, cancelled
        self.known = fight_as_known(system, encounter, side)
        self._points = system.cards.vital(self.known, who).points
        self._me = self.known.combatants[who]
        self._places: dict[Cell, Encounter | str] = {}
        self._going_down = GoingDown(self._points)

    @cached_property
    def foes(self) -> tuple[str, ...]:
        """Who is known on the map against ``who`` and not out, in the order they joined."""
        return foes_of(self.system, self.known, self.who)

    @cached_property
    def movers(self) -> tuple[str, ...]:
        """Who is somewhere else where ``who`` is: itself, and its mount or whom it holds."""
        home, page = self._me.pos, self.known.map
        # As far as the largest body: nearer to where it stood a rider may stay where it is.
        far = max(max(one.size) for one in self.known.everyone())
        for cell in () if home is None else _round(home, far):
            placed = self.placed(cell) if page.contains(cell) else ""
            if not isinstance(placed, str):
                return self.who, *_moved_along(self.known, placed, self.who)
        return (self.who,)

    @cached_property
    def _attacks(self) -> BestAttacks:
        fighters = Fighters(self.who, self.movers, self.foes)
        return BestAttacks(self.system, self.known, fighters, self.late, self._cancelled)

    def placed(self, cell: Cell) -> Encounter | str:
        """Return the fight with ``who`` put down on a square, or why that is not possible.

        It is put down as the game master puts it, and what follows from that has settled.
        """
        if cell not in self._places:
            put = Place(to=((self.who, cell),))
            run = Rehearsal(self.system, self.known, put, {})
            after, _result = run.play()
            found: Encounter | str = after
            if run.refusal is not None:
                found = run.refusal.text
            elif after.combatants[self.who].pos != cell:
                found = _("Does not stay there")
            self._places[cell] = found
        return self._places[cell]

    def danger(self, cell: Cell) -> Danger | str:
        """Return what foes would do at a square, or why nobody can stand there.

        Raises:
            OddsCancelled: Nobody wants to know any more.
        """
        placed = self.placed(cell)
        if isinstance(placed, str):
            return placed
        return self.danger_of(cell, self.best_of_each(placed, mine=False))

    def chance(self, cell: Cell) -> Chance | str:
        """Return what could be done from a square, or why nobody can stand there.

        Raises:
            OddsCancelled: Nobody wants to know any more.
        """
        placed = self.placed(cell)
        if isinstance(placed, str):
            return placed
        return self.chance_of(cell, self.best_of_each(placed, mine=True))

    def best_of_each(self, placed: Encounter, *, mine: bool, only: str = "") -> dict[str, Best]:
        """Return the attack from which most is expected of each foe, or on each.

        Args:
            placed: The fight with ``who`` where it would stand.
            mine: Whether ``who`` attacks, at its own next turn; else each foe does, at its own.
            only: The id of the only action that counts; empty for every attack.

        Raises:
            OddsCancelled: Nobody wants to know any more.
        """
        best = self._attacks.best
        return {foe: best(placed, foe, mine=mine, only=only) for foe in self.foes}

    def danger_of(self, cell: Cell, found: Mapping[str, Best]) -> Danger:
        """Return what foes would do at a square, where the worst of each is known."""
        worst, why_not = in_order(found)
        return Danger(
            cell,
            worst,
            sum(one.loss for one in worst),
            self._going_down.chance(worst),
            why_not,
            tuple([one for one in self._not_counted if one[0] in found]),
        )

    @cached_property
    def _not_counted(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Titles of the attacks that are in no chart, by foe; without foes that have none."""
        attacks = self._attacks
        asked = ((foe, attacks.representative(foe, mine=False)) for foe in self.foes)
        others = ((foe, attacks.turn_of(one).others) for foe, one in asked)
        return tuple((foe, titles) for foe, titles in others if titles)

    def best(self, foe: str, cell: Cell, *, mine: bool) -> Best | str:
        """Return the attack from which most is expected, of a foe or on it, from a square.

        Args:
            foe: The foe.
            cell: Where ``who`` would stand.
            mine: Whether ``who`` attacks, at its own next turn; else the foe does, at its own.

        Returns:
            The attack, or None and why there is none; or why nobody can stand there.

        Raises:
            OddsCancelled: Nobody wants to know any more.
        """
        placed = self.placed(cell)
        return placed if isinstance(placed, str) else self._attacks.best(placed, foe, mine=mine)

    def begun(self, actor: str, placed: Encounter | None) -> Encounter:
        """Return the fight at the beginning of somebody's next turn.

        Args:
            actor: Whose turn.
            placed: With ``who`` put down somewhere (``placed``); None for where it stands.
        """
        turn = self._attacks.turn_of(actor)
        return turn.base if placed is None else turn.at(placed)

    def representative(self, foe: str, *, mine: bool) -> str:
        """Return who represents all foes that are equal to one but for where they stand.

        Args:
            foe: The foe.
            mine: Whether it is attacked; else it attacks.
        """
        return self._attacks.representative(foe, mine=mine)

    def attacks_of(self, actor: str) -> tuple[Action, ...]:
        """Return the attacks on one other that somebody is offered at its next turn."""
        return self._attacks.turn_of(actor).actions

    def weapons_of(self, actor: str) -> tuple[str, ...]:
        """Return the weapons, by id, with which somebody is offered attacks at its next turn."""
        return tuple(dict.fromkeys(one.weapon for one in self.attacks_of(actor)))

    def defences(self, cell: Cell, strike: Strike) -> tuple[Defence, ...]:
        """Return what could be chosen against a strike at a square, each by its own odds."""
        placed = self.placed(cell)
        if isinstance(placed, str):
            return ()
        turn = self._attacks.turn_of(strike.by)
        return self._attacks.duels_of(strike.by).defences(turn.at(placed), strike)

    def chance_of(self, cell: Cell, found: Mapping[str, Best]) -> Chance:
        """Return what could be done from a square, where the best on each foe is known."""
        return Chance(cell, *in_order(found))

    def seen_by(self, cell: Cell) -> tuple[str, ...]:
        """Return which foes would have a line to a square; none where nobody can stand there."""
        placed = self.placed(cell)
        return () if isinstance(placed, str) else self.seeing(placed)

    def seeing(self, placed: Encounter) -> tuple[str, ...]:
        """Return which foes have a line to ``who`` where it has been put, as the rules draw it."""
        lines = ((foe, self.system.sight(placed, foe, self.who)) for foe in self.foes)
        return tuple(foe for foe, line in lines if line is not None and line.clear)

    def worked_out(self, cells: Iterable[Cell], near: Cell | None = None) -> Iterator[Danger]:
        """Yield the danger of squares, nearest to one first; ends where nobody wants to know."""
        home = self._me.pos if near is None else near
        for cell in sorted(cells, key=lambda one: (_far(one, home), one)):
            try:
                found = self.danger(cell)
            except OddsCancelled:
                return
            if isinstance(found, Danger):
                yield found

    @property
    def counted(self) -> tuple[int, int]:
        """How many pairs were rehearsed so far, and how many situations were explored."""
        return self._attacks.counted


def _round(home: Cell, least: int) -> Iterator[Cell]:
    """Yield squares round one, from a distance on, the nearest first."""
    for far in range(least, least + 3):
        for dx in range(-far, far + 1):
            for dy in range(-far, far + 1):
                if max(abs(dx), abs(dy)) == far:
                    yield home.shifted(dx, dy)


def _moved_along(before: Encounter, after: Encounter, who: str) -> tuple[str, ...]:
    """Return who else stands somewhere else in a later fight."""
    changed = changed_ids(before.combatants, after.combatants)
    return tuple(
        sorted(
            one
            for one in changed
            if one != who
            and (old := before.combatants.get(one)) is not None
            and old.pos != after.combatants[one].pos
        )
    )


def _far(cell: Cell, home: Cell | None) -> int:
    return 0 if home is None else max(abs(cell.x - home.x), abs(cell.y - home.y))
