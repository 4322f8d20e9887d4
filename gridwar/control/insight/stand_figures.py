"""The figures of the squares where somebody could stand, worked out beside the window.

First chance and danger of one square of each class, then of those that came out best. Owns the
order of that work; the squares go to the same worker as those of charts.
"""

from __future__ import annotations

from functools import partial
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from gridwar.control.insight.chart_job import Asked
from gridwar.control.insight.chart_process import ChartProcess
from gridwar.control.insight.chart_thread import ChartThread
from gridwar.control.state.chart_choice import ChartKind
from gridwar.engine.insight.danger_and_chance import Chance, Danger
from gridwar.engine.insight.stands.ranking import BEST, Figures

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gridwar.control.insight.chart_job import ChartWorker, Told
    from gridwar.control.state.controller_protocol import ControllerProtocol
    from gridwar.engine.insight.stands.ranking import Ranking
    from gridwar.engine.insight.stands.sentence import StandSearch
    from gridwar.model.geometry import Cell


PATIENCE_S: Final = 6.0
"""So long after the first figure squares of further classes are begun; those shown always are."""


class FiguresSoFar:
    """What is known of the squares of one search.

    Attributes:
        of: By square of whoever moves.
        edition: Another object whenever more is known.
    """

    def __init__(self) -> None:
        """Know nothing yet."""
        self.of: dict[Cell, Figures] = {}
        self.edition = object()

    def has(self, cell: Cell, kind: ChartKind) -> bool:
        """Return whether a figure of a square is known."""
        found = self.of.get(cell)
        if found is None:
            return False
        return (found.chance if kind is ChartKind.CHANCE else found.danger) is not None

    @property
    def whole(self) -> dict[Cell, Figures]:
        """Those of which both are known."""
        return {
            cell: one
            for cell, one in self.of.items()
            if one.chance is not None and one.danger is not None
        }

    @property
    def has_any_strike(self) -> bool:
        """Whether anybody was found to be able to attack."""
        return any(
            (one.chance is not None and one.chance.strikes)
            or (one.danger is not None and one.danger.strikes)
            for one in self.of.values()
        )


def best_of(ranking: Ranking, found: FiguresSoFar) -> tuple[Cell, ...]:
    """Return the best squares by all that is known; by the grid alone where nobody can attack."""
    return (ranking.ordered(found.whole) if found.has_any_strike else ranking.first)[:BEST]


class StandFigures:
    """Works figures out for one search at a time; those of others are kept by whoever asks."""

    def __init__(self, controller: ControllerProtocol) -> None:
        """Work in a thread, once figures are wanted."""
        self._controller = controller
        self.worker: ChartWorker = ChartThread()
        self._run_in_window: Callable[[Callable[[], None]], None] = lambda act: act()
        self._job: tuple[StandSearch, Ranking, FiguresSoFar] | None = None
        self._shown: tuple[Cell, ...] = ()
        self._due_s = inf
        """Until when squares of further classes are begun."""
        self.is_busy = False

    def work_beside(self, run_in_window: Callable[[Callable[[], None]], None]) -> None:
        """Have what is told handed over in the window's thread."""
        self._run_in_window = run_in_window

    def use_process(self, *, wanted: bool) -> None:
        """Work in a process, where one is wanted: it is started with the first question."""
        self.worker = ChartProcess() if wanted else self.worker

    def want(
        self,
        search: StandSearch,
        ranking: Ranking,
        found: FiguresSoFar,
        shown: tuple[Cell, ...] = (),
    ) -> None:
        """Begin with the figures for a sentence, unless they are known or under way.

        Args:
            search: Of the present fight.
            ranking: Of the squares that fit.
            found: What is known of them; more is put there.
            shown: Squares that are shown whatever comes out.
        """
        job, is_new = self._job, shown != self._shown
        self._shown = shown
        if job is not None and job[0] is search and job[1] is ranking:
            if is_new and not self.is_busy:
                self._go_on()
            return
        self.stop()
        self._job, self._due_s = (search, ranking, found), inf
        self._go_on()

    def stop(self) -> None:
        """Stop working; what was told is kept."""
        self._job = None
        if self.is_busy:
            self.is_busy = False
            self.worker.cancel()

    def close(self) -> None:
        """Stop for good."""
        self.stop()
        self.worker.close()

    def _go_on(self) -> None:
        """Ask for what is missing next; all is known where nothing is."""
        assert self._job is not None
        search, ranking, found = self._job
        for cells in self._batches(ranking, found):
            for kind in (ChartKind.CHANCE, ChartKind.DANGER):
                missing = tuple(one for one in cells if not found.has(one, kind))
                if missing:
                    self._ask(search, kind, missing)
                    return

    def _batches(self, ranking: Ranking, found: FiguresSoFar) -> Iterator[tuple[Cell, ...]]:
        """Yield squares that are to be known, a few at a time: one a class, then the best.

        As long as there is time for it: squares of other classes are no worse known than guessed.
        """
        classes = ranking.to_work_out
        for at in range(0, len(classes), BEST):
            if at and monotonic() > self._due_s:
                break
            yield classes[at : at + BEST]
        yield best_of(ranking, found)
        yield self._shown

    def _ask(self, search: StandSearch, kind: ChartKind, cells: tuple[Cell, ...]) -> None:
        self.is_busy = True
        job = self._job
        places = {search.own_cell(cell): cell for cell in cells}
        asked = Asked(search.who, kind, search.side, tuple(places), search.own_cell(search.home))

        def tell(told: Told) -> None:
            self._run_in_window(partial(self._take, job, places, told))

        self.worker.begin(search.system, search.encounter, asked, tell)

    def _take(
        self,
        job: tuple[StandSearch, Ranking, FiguresSoFar] | None,
        places: dict[Cell, Cell],
        told: Told,
    ) -> None:
        if job is None or job is not self._job:
            return  # nobody wants to know any more
        found, job[2].edition = job[2].of, object()
        if self._due_s == inf:  # a process takes its time to begin
            self._due_s = monotonic() + PATIENCE_S
        for square in told.squares:
            cell = places.get(square.cell)
            if cell is None:
                continue
            before = found.get(cell, Figures())
            match square.found:
                case Chance():
                    found[cell] = replace(before, chance=square.found)
                case Danger():
                    found[cell] = replace(before, danger=square.found)
                case _:  # nobody can stand there after all
                    found[cell] = Figures(Chance(square.cell), Danger(square.cell))
        if told.is_whole or told.fault is not None:
            self.is_busy = False
        if told.fault is not None:
            raise told.fault
        if told.is_whole:
            self._go_on()
            self._controller.show()
