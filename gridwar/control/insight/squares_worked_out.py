"""The squares of a chart one after another, nearest to the one pointed at first.

At first squares are told provisionally, by others that look the same on the grid; then each is
rehearsed. Most are quick: nobody can strike there, or what follows is known. Those that take long
are put off while there are not too many, so that the map fills at once. The one pointed at is
rehearsed at once and never put off.
"""

from __future__ import annotations

from contextlib import suppress
from math import inf
from time import monotonic, thread_time
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from gridwar.control.insight.chart_job import BATCH_S, MOST_BATCH_S, Seen, Square
from gridwar.control.state.chart_choice import ChartKind
from gridwar.engine.insight.after_moves import AfterMoves
from gridwar.engine.insight.arrival import arrival
from gridwar.engine.insight.chart import Charting
from gridwar.engine.insight.danger_and_chance import Danger
from gridwar.engine.insight.on_the_way import OnTheWay
from gridwar.engine.insight.provisional import Provisional
from gridwar.engine.odds.odds_outcomes import OddsCancelled
from gridwar.model.geometry import Cell

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gridwar.control.insight.chart_job import Asked, Found
    from gridwar.engine.insight.arrival import Way
    from gridwar.engine.kit.rule_system import System
    from gridwar.model.encounter import Encounter


PATIENCE_S: Final = 0.1
"""Work on a square after which it is put off; a usual one takes a fifth of that."""
MOST_PUT_OFF: Final = 40
_LONGER: Final = 1.5


class Workbench:
    """Works charts out, and keeps what it learnt as long as the same fight is asked about."""

    def __init__(self) -> None:
        """Begin with nothing learnt."""
        self.batches = Batches()
        self._chart: tuple[Encounter | None, Asked | None] = (None, None)
        """Which was worked out last."""
        self._of: tuple[Encounter | None, str, str | None] = (None, "", None)
        self._charting: Charting | None = None
        self._provisional: Provisional | None = None
        self._moves: AfterMoves | None = None
        self._way: OnTheWay | None = None
        self._stop: Callable[[], bool] = lambda: False
        self._due_s = inf
        """Until when this thread may have worked on the present square."""

    def work_out(
        self,
        system: System,
        encounter: Encounter,
        asked: Asked,
        pointed: Callable[[], Cell | None],
        stop: Callable[[], bool],
    ) -> Iterator[Square]:
        """Yield squares, each when it is worked out; one pointed at comes again with defences.

        One that was told provisionally comes again as it is.

        Args:
            system: The rules.
            encounter: The present state.
            asked: What is wanted.
            pointed: Asked between squares which one is pointed at; it need not be one of those.
            stop: Asked between pairs whether nobody wants to know any more.
        """
        self._stop = stop
        charting = self._charting_of(system, encounter, asked)
        if asked.way is not None:
            yield from self._arrivals(charting, asked, asked.way)
            return
        self._tell_at_once(encounter, asked)
        look = _Look(charting, self._provisional, asked.kind)
        if asked.after_moves:
            look.moves = self._moves
        first, again, told = _Queue(asked.cells), _Queue(()), dict[Cell, Square]()
        while not stop():
            at = pointed()
            known = None if at is None else told.get(at)
            is_rough = known is None or known.is_provisional
            is_new = at is not None and is_rough and encounter.map.contains(at)
            is_short = known is not None and not (is_rough or known.is_spelled)
            queue = first or again
            near = asked.near if at is None else at
            cell = at if is_short or is_new else queue.take(near)
            if cell is None:
                return
            may_wait = not (is_new or is_short) and queue.may_put_off
            self._due_s = thread_time() + PATIENCE_S if may_wait else inf
            try:
                if known is not None and is_short:
                    one = _spelled(charting, self._way, known)
                else:
                    one = Square(cell, look(cell, roughly=queue is first and not is_new))
            except OddsCancelled:
                if not (is_new or is_short):
                    queue.put_off(cell)  # or nobody wants to know any more
                continue
            first.drop(cell)
            again.drop(cell)
            if one.is_provisional:
                again.add(cell)
            told[cell] = one
            yield one

    def _tell_at_once(self, encounter: Encounter, asked: Asked) -> None:
        """Tell the first squares at once, unless it is the chart before that goes on."""
        chart = replace(asked, cells=(), near=None)
        before, self._chart = self._chart, (encounter, chart)
        if before[0] is not encounter or before[1] != chart:
            self.batches.due_s = 0.0

    def _arrivals(self, charting: Charting, asked: Asked, way: Way) -> Iterator[Square]:
        self._due_s = inf
        with suppress(OddsCancelled):
            for cell in asked.cells:
                found = arrival(charting, cell, way)
                told = found if isinstance(found, str) else ""
                yield Square(cell, told, arrival=None if isinstance(found, str) else found)

    def _charting_of(self, system: System, encounter: Encounter, asked: Asked) -> Charting:
        before, who, side = self._of
        if self._charting is None or before is not encounter or (who, side) != _whose(asked):
            self._of = (encounter, *_whose(asked))
            self._charting = Charting(
                system, encounter, asked.who, side=asked.side, cancelled=self._is_over
            )
            self._provisional = Provisional(self._charting)
            self._moves = AfterMoves(self._charting, self._is_over)
            self._way = OnTheWay(self._charting, self._is_over)
        return self._charting

    def _is_over(self) -> bool:
        """Return whether nobody wants to know any more, or this square takes too long for now."""
        return self._stop() or thread_time() > self._due_s


class Batches:
    """Yields squares a few at a time, the one pointed at at once: each time the map is drawn anew.

    The longer a chart takes the more are told together. One that goes on after a break does not
    begin at once either: while somebody drags, every square asked about is a break.
    """

    def __init__(self) -> None:
        """Begin at once."""
        self.due_s = 0.0
        """When the next are told."""

    def of(
        self, squares: Iterator[Square], pointed: Callable[[], Cell | None]
    ) -> Iterator[tuple[Square, ...]]:
        """Yield the squares of a run."""
        batch, wait_s = list[Square](), BATCH_S
        for one in squares:
            batch.append(one)
            now_s = monotonic()
            if now_s >= self.due_s:
                self.due_s, wait_s = now_s + wait_s, min(MOST_BATCH_S, wait_s * _LONGER)
            elif one.cell != pointed():
                continue
            yield tuple(batch)
            batch = []
        if batch:
            yield tuple(batch)


class _Queue:
    """Squares that wait, the nearest to some place first."""

    def __init__(self, cells: tuple[Cell, ...]) -> None:
        self._waiting = set(cells)
        self._late: set[Cell] = set()
        """Those put off: they come last."""
        self._order: list[Cell] = []
        self._count = 0
        self._near: Cell | None = None

    def __bool__(self) -> bool:
        """Whether any waits."""
        return bool(self._waiting or self._late)

    @property
    def may_put_off(self) -> bool:
        """Whether more may be put off: what was begun of them is mostly lost."""
        return bool(self._waiting) and self._count < MOST_PUT_OFF

    def add(self, cell: Cell) -> None:
        """Let a square wait."""
        self._waiting.add(cell)
        self._order = []

    def put_off(self, cell: Cell) -> None:
        """Let a square come after all others."""
        self._waiting.discard(cell)
        self._late.add(cell)
        self._count += 1

    def drop(self, cell: Cell) -> None:
        """Let a square wait no more."""
        self._waiting.discard(cell)
        self._late.discard(cell)

    def take(self, near: Cell | None) -> Cell | None:
        """Return the next square, which waits on until it is dropped; None where none waits."""
        if not self._waiting:
            self._waiting, self._late, self._order = self._late, set(), []
        if not self._order or near != self._near:
            self._order = sorted(
                self._waiting, key=lambda cell: (_far(cell, near), cell), reverse=True
            )
            self._near = near
        while self._order:
            if self._order[-1] in self._waiting:
                return self._order[-1]
            self._order.pop()
        return None


def _whose(asked: Asked) -> tuple[str, str | None]:
    return asked.who, asked.side


class _Look:
    """Tells a square of a chart of one kind."""

    def __init__(
        self, charting: Charting, provisional: Provisional | None, kind: ChartKind
    ) -> None:
        assert provisional is not None  # it comes with the charting
        self._charting, self._provisional, self._kind = charting, provisional, kind
        self.moves: AfterMoves | None = None
        """Given where danger counts after the foes' moves."""

    def __call__(self, cell: Cell, *, roughly: bool) -> Found:
        """Return what is told of a square, or why nobody can stand there.

        Args:
            cell: The square.
            roughly: What another that looks the same told is enough for now.
        """
        some = self._provisional
        if self._kind is ChartKind.DANGER and self.moves is not None:
            if not roughly:
                return self.moves.danger(cell)
            found = some.danger(cell)  # from where they stand: it is no less after their moves
            return found if isinstance(found, str) else replace(found, is_provisional=True)
        if self._kind is ChartKind.DANGER:
            return some.danger(cell) if roughly else some.confirmed_danger(cell)
        if self._kind is ChartKind.CHANCE:
            return some.chance(cell) if roughly else some.confirmed_chance(cell)
        placed = self._charting.placed(cell)
        return placed if isinstance(placed, str) else Seen(cell, self._charting.seen_by(cell))


def _spelled(charting: Charting, way: OnTheWay | None, one: Square) -> Square:
    """Return a square with what could be chosen against each strike there, and on the way."""
    if not isinstance(one.found, Danger):
        return replace(one, is_spelled=True)
    strikes = one.found.strikes
    opened = None if way is None else way.opened(one.cell)
    staying = (strike for strike in strikes if strike.stand is None)
    found = tuple((strike.by, charting.defences(one.cell, strike)) for strike in staying)
    return replace(one, defences=found, is_spelled=True, opened=opened)


def _far(cell: Cell, near: Cell | None) -> int:
    return 0 if near is None else (cell.x - near.x) ** 2 + (cell.y - near.y) ** 2
