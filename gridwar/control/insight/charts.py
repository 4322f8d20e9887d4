"""Which chart is wanted, and what is known of it so far: true for the very fight it was made for.

Owns the worker. What was told of a fight is kept for a while, so that undo shows it again.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from gridwar.control.insight.chart_job import Asked, Square, Told
from gridwar.control.insight.chart_process import ChartProcess
from gridwar.control.insight.chart_thread import ChartThread
from gridwar.control.state.chart_choice import ChartKind
from gridwar.model.geometry import Cell

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.control.insight.chart_job import ChartWorker
    from gridwar.control.state.controller_protocol import ControllerProtocol
    from gridwar.model.encounter import Encounter

AROUND: Final = 15
"""So many squares each way are charted; one farther off when it is pointed at."""
MOST_KEPT: Final = 8
KNOWS: Final = "knows"
MOVES: Final = "moves"
FOE: Final = "foe:"
"""Keys of what can be chosen of a chart: by whose knowledge, whether foes move before they strike,
and whether a foe counts."""


class ChartSoFar:
    """What is known of a chart.

    Attributes:
        encounter: The fight that it is true for.
        asked: What was wanted.
        squares: What was told, by square.
        edition: Another object whenever more was told.
        is_whole: Whether all squares were.
    """

    def __init__(self, encounter: Encounter, asked: Asked) -> None:
        """Know nothing yet."""
        self.encounter, self.asked = encounter, asked
        self.squares: dict[Cell, Square] = {}
        self.edition = object()
        self.is_whole = False

    def waiting(self) -> tuple[Cell, ...]:
        """Return the squares of which nothing is known for sure."""
        known = self.squares
        return tuple(
            cell for cell in self.asked.cells if cell not in known or known[cell].is_provisional
        )


class Charts:
    """The charts of a controller's fight: one is worked out at a time."""

    def __init__(self, controller: ControllerProtocol) -> None:
        """Work in a thread, once one is wanted."""
        self._controller = controller
        self.worker: ChartWorker = ChartThread()
        self._run_in_window: Callable[[Callable[[], None]], None] = lambda act: act()
        self._kept: list[ChartSoFar] = []
        self._present: ChartSoFar | None = None
        self._is_busy = False
        self._first: Asked | None = None
        """A single square that is worked out before the chart goes on."""
        self._pointed: Cell | None = None
        self.when_quiet: Callable[[Callable[[], None]], None] | None = None
        """Calls what it was given last once the pointer rests; None: it always does."""
        self._passed: Cell | None = None
        self._rested_on: Cell | None = None
        self._is_waited_for = False
        """Whether what is shown differs once the pointer rests."""
        self._selected: tuple[str, ...] | None = None

    def work_beside(self, run_in_window: Callable[[Callable[[], None]], None]) -> None:
        """Have what is told handed over in the window's thread."""
        self._run_in_window = run_in_window

    def use_process(self, *, wanted: bool) -> None:
        """Work in a process, where one is wanted: it is started with the first selection."""
        self.worker = ChartProcess() if wanted else self.worker

    def now(self) -> ChartSoFar | None:
        """Return what is known of the chart that is wanted, which is begun where it is new."""
        self._prepare()
        wanted = self._wanted()
        if wanted is None:
            self.stop()
            return None
        present = self._present
        if present is None or not _is_of(present, *wanted):
            self.stop()
            present = self._present = self._found(*wanted) or self._new(*wanted)
            self._kept = [present, *(one for one in self._kept if one is not present)][:MOST_KEPT]
            if not (present.is_whole or self._first):
                self._go_on(present)
        return present

    def point_at(self, cell: Cell | None) -> None:
        """Let the squares nearest to one come next; where all are known, it is spelled out."""
        present = self._present
        if present is None or self._first or (cell == self._pointed and self._is_busy):
            return
        self._pointed = cell
        if self._is_busy:
            self.worker.point_at(cell)
        elif cell is not None and present.encounter.map.contains(cell):
            known = present.squares.get(cell)
            if known is None or not known.is_spelled:
                self._begin(present, replace(present.asked, cells=()))
                self.worker.point_at(cell)

    def rests_on(self, cell: Cell) -> bool:
        """Return whether the pointer, which is on a square, rests there; once it does is shown."""
        if self.when_quiet is None:
            return True
        is_new, self._passed = cell != self._passed, cell
        if is_new and cell != self._rested_on:
            self.when_quiet(self._rest)
        self._is_waited_for = cell != self._rested_on
        return not self._is_waited_for

    def pass_on(self) -> None:
        """Wait for the pointer no more, unless it is asked about again: all is shown anew."""
        self._is_waited_for = False

    def _rest(self) -> None:
        if not self._is_waited_for:  # the drag is over, or the chart is gone
            self._passed = None
            return
        self._rested_on = self._passed
        self._controller.show()

    def ask_first(self, asked: Asked, take: Callable[[Square], None]) -> None:
        """Have one square worked out; the chart under way waits, and so does nobody else's square.

        Args:
            asked: What is wanted, by a way (``Asked.way``).
            take: Gets it in the window's thread; not called where it is wanted no more.
        """
        self._prepare()
        self._first, self._is_busy = asked, False

        def tell(told: Told) -> None:
            self._run_in_window(partial(self._take_first, asked, told, take))

        self.worker.begin(self._controller.system, self._controller.encounter, asked, tell)

    def _take_first(self, asked: Asked, told: Told, take: Callable[[Square], None]) -> None:
        if asked is not self._first:
            return
        for square in told.squares:
            take(square)
        if told.is_whole or told.fault is not None:
            self.leave_first()
        if told.fault is not None:
            raise told.fault

    def leave_first(self) -> None:
        """Let the chart go on: the single square is known, or wanted no more."""
        if self._first is None:
            return
        self._first = None
        self.worker.cancel()
        if self._present is not None and not self._present.is_whole:
            self._go_on(self._present)

    def turn(self, kind: ChartKind) -> None:
        """Show a chart, or take it off where it is shown."""
        choice = self._controller.view.chart
        self._controller.show(chart=replace(choice, kind=None if choice.kind is kind else kind))

    def choose(self, key: str) -> None:
        """Change by what the chart goes: by whose knowledge, or whether a foe counts.

        Args:
            key: ``KNOWS``, ``MOVES``, or ``FOE`` with an id.
        """
        choice = self._controller.view.chart
        if key == KNOWS:
            choice = replace(choice, knows_all=not choice.knows_all)
        elif key == MOVES:
            choice = replace(choice, after_moves=not choice.after_moves)
        elif key.startswith(FOE):
            choice = replace(choice, left_out=choice.left_out ^ {key.removeprefix(FOE)})
        self._controller.show(chart=choice)

    def follow(self) -> None:
        """Stop where the fight has gone on: what is under way is true no more."""
        present = self._present
        if present is not None and present.encounter is not self._controller.encounter:
            self.stop()
        self.leave_first()

    def stop(self) -> None:
        """Stop working; what was told is kept."""
        self._present, self._pointed = None, None
        if self._is_busy:
            self._is_busy = False
            self.worker.cancel()

    def close(self) -> None:
        """Stop for good."""
        self.stop()
        self.leave_first()
        self._kept.clear()
        self.worker.close()

    # --- what is wanted ---------------------------------------------------------------------------

    def _wanted(self) -> tuple[Encounter, Asked] | None:
        view, encounter = self._controller.view, self._controller.encounter
        who, kind = self._controller.actor, view.chart.kind
        if kind is None or who is None or view.presenting:
            return None
        one = encounter[who]
        if one.pos is None or one.aside:
            return None
        side = None if view.chart.knows_all else one.side
        moves = view.chart.after_moves and kind is ChartKind.DANGER
        return encounter, Asked(who, kind, side, (), one.pos, moves)

    def _found(self, encounter: Encounter, asked: Asked) -> ChartSoFar | None:
        return next((one for one in self._kept if _is_of(one, encounter, asked)), None)

    def _new(self, encounter: Encounter, asked: Asked) -> ChartSoFar:
        assert asked.near is not None  # it stands on the map
        cells = around(encounter, asked.near)
        return ChartSoFar(encounter, replace(asked, cells=cells))

    # --- the worker -------------------------------------------------------------------------------

    def _prepare(self) -> None:
        """Start the process once somebody else is selected than at first."""
        selected = self._controller.view.selected
        if self._selected is None:
            self._selected = selected
        elif selected != self._selected and isinstance(self.worker, ChartProcess):
            self.worker.prepare()

    def _go_on(self, present: ChartSoFar) -> None:
        self._begin(present, replace(present.asked, cells=present.waiting()))

    def _begin(self, present: ChartSoFar, asked: Asked) -> None:
        self._is_busy = True

        def tell(told: Told) -> None:
            self._run_in_window(partial(self._take, present, told))

        self.worker.begin(self._controller.system, present.encounter, asked, tell)

    def _take(self, present: ChartSoFar, told: Told) -> None:
        """Take what was told; of a chart that is wanted no more only what comes late."""
        present.squares.update((one.cell, one) for one in told.squares)
        present.edition = object()
        if present is not self._present:
            return
        if told.is_whole or told.fault is not None:
            self._is_busy = False
            present.is_whole = True
        self._controller.show()
        if told.fault is not None:
            raise told.fault


def _is_of(one: ChartSoFar, encounter: Encounter, asked: Asked) -> bool:
    return one.encounter is encounter and replace(one.asked, cells=()) == asked


def around(encounter: Encounter, home: Cell) -> tuple[Cell, ...]:
    """Return the squares of the map near a place, those of its floor where there are floors."""
    page = encounter.map
    left, top = max(0, home.x - AROUND), max(0, home.y - AROUND)
    right, bottom = min(page.width, home.x + AROUND + 1), min(page.height, home.y + AROUND + 1)
    found = (Cell(x, y) for y in range(top, bottom) for x in range(left, right))
    floor = page.floor_at(home)
    return tuple(found) if floor is None else tuple(cell for cell in found if floor.holds(cell))
