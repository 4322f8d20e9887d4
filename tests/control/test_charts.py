"""Charts beside the window: what comes first, what stops them, for which fight they are true."""

from __future__ import annotations

import subprocess
import sys
from queue import Queue
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from gridwar import own_process
from gridwar.control.controller.controller import Controller
from gridwar.control.insight import SWITCH, chart_process, squares_worked_out
from gridwar.control.insight.chart_job import Asked, Square, Told
from gridwar.control.insight.chart_process import ChartProcess
from gridwar.control.insight.chart_thread import ChartThread
from gridwar.control.insight.squares_worked_out import Batches, Workbench
from gridwar.control.state.chart_choice import ChartChoice, ChartKind
from gridwar.engine.gm.combatant_commands import Place
from gridwar.engine.insight.chart import Charting
from gridwar.engine.insight.danger_and_chance import Danger
from gridwar.model.geometry import Cell
from tests.support.fights import begun

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.control.insight.chart_job import ChartWorker, Tell
    from gridwar.engine.kit.rule_system import System
    from gridwar.engine.session.session import Session
    from gridwar.model.encounter import Encounter

FEW = tuple(Cell(x, 5) for x in range(4, 9))


class Noting:
    """A worker that notes what it is asked, and works nothing out."""

    def __init__(self) -> None:
        self.begun: list[tuple[Encounter, Asked]] = []
        self.tells: list[Tell] = []
        self.pointed: list[Cell | None] = []
        self.cancelled = 0

    def begin(self, system: System, encounter: Encounter, asked: Asked, tell: Tell) -> None:
        """Note a chart."""
        del system
        self.begun.append((encounter, asked))
        self.tells.append(tell)

    def point_at(self, cell: Cell | None) -> None:
        """Note a place."""
        self.pointed.append(cell)

    def cancel(self) -> None:
        """Note that nobody wants it any more."""
        self.cancelled += 1

    def close(self) -> None:
        """End."""


def two() -> Session:
    """Return a fight of two who can hurt each other."""
    return begun("cepheus", gunman=(3, 3), marine=(6, 3))


def wanted(kind: ChartKind = ChartKind.DANGER) -> Asked:
    """Return what is asked of it: few squares, for one of them."""
    return Asked("marine", kind, None, FEW, Cell(6, 3))


@pytest.fixture
def shown() -> tuple[Controller, Noting]:
    """Return a controller that shows the danger for one of two, and what notes its charts."""
    controller, worker = Controller(two()), Noting()
    controller.charts.worker = worker
    controller.selection.select("marine")
    controller.show(chart=ChartChoice(ChartKind.DANGER))
    controller.charts.now()
    return controller, worker


def test_squares_come_nearest_to_the_one_pointed_at_first() -> None:
    """As long as nothing is pointed at those near the token come first; a farther one is added."""
    session, pointed = two(), list[Cell | None]([None])
    squares = Workbench().work_out(
        session.system, session.encounter, wanted(), lambda: pointed[0], lambda: False
    )
    assert next(squares).cell == Cell(6, 5)
    pointed[0] = Cell(4, 5)
    assert next(squares).cell == Cell(4, 5)
    spelled = next(squares)
    assert (spelled.cell, spelled.is_spelled) == (Cell(4, 5), True)
    assert next(squares).cell == Cell(5, 5)
    pointed[0] = Cell(1, 1)
    assert next(squares).cell == Cell(1, 1)
    assert {one.cell for one in squares} >= {Cell(1, 1), Cell(7, 5), Cell(8, 5)}


def test_squares_that_look_alike_come_at_once_and_are_then_confirmed() -> None:
    """At first some are another square's; none stays so, and it is told once more."""
    session = two()
    row = tuple(Cell(x, 6) for x in range(4, 12))
    asked = replace(wanted(), cells=row)
    given = (session.system, session.encounter, asked)
    told = list(Workbench().work_out(*given, lambda: None, lambda: False))
    rough = [one.cell for one in told if one.is_provisional]
    assert rough
    assert {one.cell for one in told[: len(row)]} == set(row)
    assert not any(one.is_provisional for one in told[len(row) :])
    assert [one.cell for one in told[len(row) :]] != []
    assert {one.cell for one in told[len(row) :]} == set(rough)


def test_a_square_tells_what_the_chart_tells() -> None:
    """What is told of a square is the engine's answer; pointed at, with what one could choose."""
    session = two()
    charts = Charting(session.system, session.encounter, "marine")
    given = (session.system, session.encounter, wanted())
    told = {one.cell: one for one in Workbench().work_out(*given, lambda: FEW[0], lambda: False)}
    assert {cell: one.found for cell, one in told.items()} == {
        cell: charts.danger(cell) for cell in FEW
    }
    found = told[FEW[0]].found
    assert isinstance(found, Danger)
    (strike,) = found.strikes
    assert dict(told[FEW[0]].defences)[strike.by] == charts.defences(FEW[0], strike)


def test_what_takes_long_is_put_off_and_comes_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """The square pointed at is worked out first, however long that takes; none is left out."""
    monkeypatch.setattr(squares_worked_out, "PATIENCE_S", -1.0)
    session = two()
    given = (session.system, session.encounter, wanted())
    told = list(Workbench().work_out(*given, lambda: FEW[1], lambda: False))
    assert told[0].cell == FEW[1]
    charts = Charting(session.system, session.encounter, "marine")
    assert {one.cell: one.found for one in told} == {cell: charts.danger(cell) for cell in FEW}


def test_the_first_square_and_the_one_pointed_at_are_told_at_once() -> None:
    """The others wait for one another: each time the map is drawn anew."""
    some = [Square(Cell(x, 0), "") for x in range(9)]
    batches = Batches()
    told = batches.of(iter(some), lambda: Cell(4, 0))
    assert [len(batch) for batch in told] == [1, 4, 4]
    assert [len(batch) for batch in batches.of(iter(some), lambda: None)] == [9]


def test_another_chart_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that goes on after a break waits: its squares were told a moment ago."""
    monkeypatch.setattr(squares_worked_out, "BATCH_S", 1000.0)
    session, bench = two(), Workbench()

    def told(kind: ChartKind) -> list[int]:
        given = session.system, session.encounter, wanted(kind)
        squares = bench.work_out(*given, lambda: None, lambda: False)
        return [len(batch) for batch in bench.batches.of(squares, lambda: None)]

    assert told(ChartKind.DANGER)[0] == 1
    assert len(told(ChartKind.DANGER)) == 1
    assert told(ChartKind.CHANCE)[0] == 1


def test_nothing_is_worked_out_that_nobody_wants() -> None:
    """It is asked between pairs whether to stop, and stops within the square."""
    session, asked = two(), list[int]()

    def stop() -> bool:
        asked.append(1)
        return len(asked) > 1

    squares = Workbench().work_out(session.system, session.encounter, wanted(), lambda: None, stop)
    assert list(squares) == []


def test_a_chart_is_begun_once_for_a_fight(shown: tuple[Controller, Noting]) -> None:
    """It is asked for at every look; it is worked out once, from where the token stands."""
    controller, worker = shown
    assert controller.charts.now() is controller.charts.now()
    ((encounter, asked),) = worker.begun
    assert encounter is controller.encounter
    assert (asked.who, asked.side, asked.near) == (
        "marine",
        controller.encounter["marine"].side,
        (6, 3),
    )


def test_a_change_stops_it_at_once_and_undo_shows_the_kept_one(
    shown: tuple[Controller, Noting],
) -> None:
    """Nothing of an earlier fight is shown; undo brings back what was known, and only the rest."""
    controller, worker = shown
    told = Square(Cell(6, 5), Danger(Cell(6, 5)))
    worker.tells[0](Told((told,)))
    before = controller.charts.now()
    controller.submit(Place(to=(("gunman", Cell(2, 2)),)))
    assert worker.cancelled == 1
    worker.tells[0](Told((Square(Cell(7, 5), Danger(Cell(7, 5))),)))
    there = controller.charts.now()
    assert there is not None
    assert not there.squares
    controller.timeline.undo()
    assert controller.charts.now() is before
    again = worker.begun[-1][1]
    assert Cell(6, 5) not in again.cells
    assert Cell(8, 5) in again.cells


def test_what_is_pointed_at_is_spelled_out_when_all_is_known(
    shown: tuple[Controller, Noting],
) -> None:
    """While a chart is under way the pointer steers it; afterwards a square is asked for alone."""
    controller, worker = shown
    controller.charts.point_at(Cell(4, 5))
    assert worker.pointed == [Cell(4, 5)]
    worker.tells[0](Told((Square(Cell(5, 5), Danger(Cell(5, 5))),), is_whole=True))
    controller.charts.point_at(Cell(5, 5))
    assert worker.begun[-1][1].cells == ()
    assert worker.pointed[-1] == Cell(5, 5)


def test_players_looking_on_stop_it(shown: tuple[Controller, Noting]) -> None:
    """While the window shows what players see, there is no chart; afterwards it goes on."""
    controller, worker = shown
    controller.show(presenting=True)
    assert controller.charts.now() is None
    assert worker.cancelled == 1
    controller.show(presenting=False)
    assert controller.charts.now() is not None


def test_a_fault_of_the_rules_is_met_in_the_window(shown: tuple[Controller, Noting]) -> None:
    """An error is raised where it is handed over, as the window's own."""
    controller, worker = shown
    with pytest.raises(ZeroDivisionError):
        worker.tells[0](Told(fault=ZeroDivisionError()))
    assert controller.charts.now() is not None


def told_by(worker: ChartWorker, session: Session, asked: Asked) -> Iterator[Square]:
    """Yield what a worker tells of a chart, until it is whole."""
    told: Queue[Told] = Queue()
    worker.begin(session.system, session.encounter, asked, told.put)
    while not (some := told.get(timeout=60)).is_whole:
        assert some.fault is None
        yield from some.squares


def test_a_thread_tells_all_of_it() -> None:
    """All squares come, and then that it is whole; a second chart after the first."""
    worker, session = ChartThread(), two()
    for kind in ChartKind:
        found = {one.cell for one in told_by(worker, session, wanted(kind))}
        assert found == set(FEW)
    worker.close()


@pytest.mark.long
def test_a_process_tells_the_same() -> None:
    """What another process works out equals what this one does, for one fight and the next."""
    worker, session = ChartProcess(), two()
    for at in (Cell(2, 2), Cell(3, 7)):
        session.submit(Place(to=(("gunman", at),)))
        for kind in ChartKind:
            beside = set(told_by(worker, session, wanted(kind)))
            given = (session.system, session.encounter, wanted(kind))
            assert beside == set(Workbench().work_out(*given, lambda: None, lambda: False))
    assert not worker.is_lost
    worker.close()


@pytest.mark.parametrize(
    "line", [["/no such program"], [sys.executable, "-c", "import sys; sys.exit(3)"]]
)
def test_a_thread_goes_on_where_the_process_is_lost(
    line: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether it does not start or ends of itself: the chart is worked out all the same."""
    monkeypatch.setattr(chart_process, "program", lambda: line)
    worker, session = ChartProcess(), two()
    assert {one.cell for one in told_by(worker, session, wanted())} == set(FEW)
    assert worker.is_lost
    other = replace(wanted(), kind=ChartKind.CHANCE)
    assert {one.cell for one in told_by(worker, session, other)} == set(FEW)
    worker.close()


def test_a_process_that_cannot_read_what_it_gets_ends() -> None:
    """It stays for nobody: a window that waits for its answers goes on in a thread."""
    process = subprocess.Popen(
        [*own_process.program(), SWITCH],
        stdin=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=own_process.environment(),
    )
    process.communicate(b"\0\0\0\4what", timeout=60)
    assert process.returncode == 1
