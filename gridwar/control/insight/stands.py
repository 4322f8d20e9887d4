"""Where could I stand: the sentence that is asked, what it comes to, and the way that is planned.

Owns which search belongs to the present fight; searches are kept for as long as their fight is the
very same, so that undo shows the answer again. Nothing here plays anything: a way is planned as the
pointer would plan it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from gridwar.control.insight.asked_sentence import AskedSentence
from gridwar.control.insight.stand_figures import FiguresSoFar, StandFigures, best_of
from gridwar.control.insight.stand_sentences import read_sentence
from gridwar.control.memo import Memo
from gridwar.control.state.stands_asked import StandsAsked
from gridwar.engine.insight.stands.fight_for_stands import Whose
from gridwar.engine.insight.stands.ranking import BEST, Ranking
from gridwar.engine.insight.stands.sentence import StandSearch

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.control.state.controller_protocol import ControllerProtocol
    from gridwar.engine.insight.stands.fight_for_stands import Reached
    from gridwar.engine.insight.stands.sentence import Answer
    from gridwar.model.geometry import Cell

_SELECT: Final = "select"
"""The tool with which it is asked."""
MOST_KEPT: Final = 6


class Found(NamedTuple):
    """What a sentence came to in the present fight."""

    search: StandSearch
    answer: Answer
    ranking: Ranking
    figures: FiguresSoFar


class _Kept(NamedTuple):
    search: StandSearch
    figures: FiguresSoFar


class Stands(AskedSentence):
    """The question of a controller's fight: one sentence at a time."""

    def __init__(
        self,
        controller: ControllerProtocol,
        reached: Callable[[str, str | None], Reached | None],
        plan: Callable[[str, Cell], None],
    ) -> None:
        """Ask of a controller's fight.

        Args:
            controller: Of the fight.
            reached: Where somebody gets to by a side's knowledge; None while that is worked out.
            plan: Plans the move of somebody to a square.
        """
        super().__init__(controller)
        self._reached, self._plan = reached, plan
        self.figures = StandFigures(controller)
        self._kept: list[_Kept] = []
        self._found: Memo[tuple[Answer, Ranking]] = Memo()
        self._best: Memo[tuple[Cell, ...]] = Memo()
        self._place: tuple[str, Cell | None, str | None] | None = None
        """For whom it was asked last, where it stood then, and whose turn it was."""

    # --- open and close -------------------------------------------------------------------------

    @property
    def is_open(self) -> bool:
        """Whether it is asked, and nothing else is under way that goes first."""
        view = self._controller.view
        is_at_hand = view.tool == _SELECT and not (view.presenting or view.is_in_step)
        return view.stands is not None and is_at_hand

    @property
    def asker(self) -> str | None:
        """Who would stand elsewhere: the one selected, on the map."""
        who, now = self._controller.actor, self._controller.encounter
        if who is None or now[who].pos is None or now[who].aside:
            return None
        return who

    def turn(self) -> None:
        """Ask, or ask no more."""
        if self._controller.view.stands is not None:
            self.close()
        else:
            self.open()

    def open(self) -> None:
        """Ask by the last sentence under these rules, or the usual one."""
        who = self.asker
        if who is None:
            return
        pos = self._controller.encounter[who].pos
        assert pos is not None  # asker
        self._place = (who, pos, self._controller.encounter.turn)
        raw = self._settings.now.stands.get(self._controller.system.id, ())
        chips = read_sentence(raw, self._controller.encounter)
        self._controller.show(stands=StandsAsked(chips or None), notice=None)

    def close(self) -> None:
        """Ask no more; the map is as before."""
        self.figures.stop()
        self._controller.show(stands=None)

    def follow(self) -> None:
        """Stop where the fight has gone on; it is asked no more after a move, or another's turn."""
        self.figures.stop()
        now = self._controller.encounter
        if self._controller.view.stands is None or self._place is None:
            return
        who, pos, turn = self._place
        if who not in now or now[who].pos != pos or now.turn != turn:
            self._controller.show(stands=None)

    def shut_down(self) -> None:
        """Stop for good."""
        self._kept.clear()
        self.figures.close()

    # --- what it comes to -----------------------------------------------------------------------

    def search(self) -> StandSearch | None:
        """Return the search in the present fight; None while where one gets to is worked out."""
        who, asked = self.asker, self._controller.view.stands
        if who is None or asked is None:
            return None
        found = self._kept_for(who, asked)
        return None if found is None else found.search

    def _kept_for(self, who: str, asked: StandsAsked) -> _Kept | None:
        now, view = self._controller.encounter, self._controller.view
        side = None if asked.knows_all else now[who].side
        wanted = (who, side, view.weapon)
        for kept in self._kept:
            one = kept.search
            if one.encounter is now and (one.who, one.side, one.weapon) == wanted:
                return kept
        reached = self._reached(who, side)
        if reached is None:
            return None
        whose = Whose(who, side, view.weapon)
        made = _Kept(StandSearch(self._controller.system, now, whose, reached), FiguresSoFar())
        self._kept = [made, *self._kept][:MOST_KEPT]
        return made

    def found(self) -> Found | None:
        """Return what the sentence comes to; its figures are begun where they are new."""
        who, asked = self.asker, self._controller.view.stands
        kept = None if who is None or asked is None else self._kept_for(who, asked)
        if kept is None or asked is None:
            self.figures.stop()
            return None
        search, chips = kept.search, self.chips
        if self._place is None or self._place[0] != who:
            now = self._controller.encounter
            self._place = (search.who, now[search.who].pos, now.turn)

        def make() -> tuple[Answer, Ranking]:
            answer = search.answer(chips)
            return answer, Ranking(search, answer.cells)

        answer, ranking = self._found.get((search, chips), make)
        if answer.cells and search.foes and search.has_odds:
            self.figures.want(search, ranking, kept.figures, asked.shown)
        else:
            self.figures.stop()
        return Found(search, answer, ranking, kept.figures)

    def best(self, found: Found) -> tuple[Cell, ...]:
        """Return the squares that are shown first: those somebody chooses among stay."""
        asked = self._controller.view.stands
        return asked.shown if asked is not None and asked.shown else self.best_known(found)

    def best_known(self, found: Found) -> tuple[Cell, ...]:
        """Return the best squares by all that is known now; those of the grid while it works."""
        figures, is_busy = found.figures, self.figures.is_busy

        def make() -> tuple[Cell, ...]:
            return found.ranking.first[:BEST] if is_busy else best_of(found.ranking, figures)

        return self._best.get((found.ranking, figures.edition, is_busy), make)

    # --- going there ----------------------------------------------------------------------------

    def point_at(self, number: int) -> None:
        """Point at one of the squares shown first; from then on these stay where they are."""
        found = self.found()
        best = () if found is None else self.best(found)
        asked = self._controller.view.stands
        if asked is not None and 0 < number <= len(best) and asked.pointed != best[number - 1]:
            self._change(pointed=best[number - 1], shown=best)

    def plan(self, cell: Cell) -> None:
        """Plan the way to a square; nothing is played before that is confirmed."""
        found, who = self.found(), self.asker
        if found is None or who is None:
            return
        self._change(pointed=cell, shown=self.best(found))
        if cell != found.search.home:
            self._plan(found.search.mover, cell)

    def plan_number(self, number: int) -> None:
        """Plan the way to one of the squares shown first, by its number from 1."""
        found = self.found()
        best = () if found is None else self.best(found)
        if 0 < number <= len(best):
            self.plan(best[number - 1])

    def plan_pointed(self) -> None:
        """Plan the way to the square pointed at, else to the best."""
        asked = self._controller.view.stands
        if asked is not None and asked.pointed is not None:
            self.plan(asked.pointed)
        else:
            self.plan_number(1)
