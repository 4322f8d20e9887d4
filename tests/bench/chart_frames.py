"""Frames of the window while a chart is worked out in its process.

Against frames at rest, and under somebody's hands against the scene of items, as ever.
"""

from __future__ import annotations

import statistics
import time
from dataclasses import replace
from typing import TYPE_CHECKING

from tests.bench.crowd import TOKENS
from tests.bench.frame import Figures, Row
from tests.bench.table import PEER, SMALL, Table, crowded, frames

if TYPE_CHECKING:
    from gridwar.model.encounter import Encounter

FIGHT = "toll-vault"
"""Its chart takes long enough for all rounds."""
FOES = 100
"""Of the fight of a thousand."""
TICKS = 40
ROUNDS = 5
TICK_S = 0.014
PATIENCE_S = 60.0
MOST = 20
"""Percentiles are counted in so many parts."""


def _delays(table: Table) -> list[float]:
    """Return how much later than they are due frames are whole that paint all of the map, in s."""
    found = list[float]()
    for _tick in range(TICKS):
        began = time.perf_counter()
        time.sleep(TICK_S)
        table.port.update()
        table.app.processEvents()
        found.append(time.perf_counter() - began - TICK_S)
    return found


def _work(table: Table) -> None:
    """Have a chart worked out, and wait for the first of what its process tells."""
    from gridwar.control.state.chart_choice import ChartKind

    charts = table.window.controller.charts
    charts.turn(ChartKind.DANGER)
    end = time.perf_counter() + PATIENCE_S
    known = -1
    while known < 0 or len(_known(table)) <= known:
        assert time.perf_counter() < end, "the process tells nothing"
        table.rest(0.05)
        known = len(_known(table)) if known < 0 else known


def _known(table: Table) -> dict[object, object]:
    present = table.window.controller.charts.now()
    assert present is not None
    assert not present.is_whole, "nothing is being worked out any more"
    return dict(present.squares)


def _stop(table: Table) -> None:
    controller = table.window.controller
    assert controller.view.chart.kind is not None
    controller.charts.turn(controller.view.chart.kind)
    table.rest(0.3)


def _run() -> Figures:
    from gridwar.control.insight.chart_process import ChartProcess
    from gridwar.engine.session.session import Session
    from tests.support.sample_fights import begun_sample

    system, state = begun_sample(FIGHT)
    table = Table(SMALL, session=Session(system, state))
    who = next(one.id for one in state.everyone() if one.side == "1" and one.pos)
    table.window.controller.selection.select(who)
    table.rest(1.0)
    at_rest, working = list[float](), list[float]()
    for _round in range(ROUNDS):
        at_rest += _delays(table)
        _work(table)
        working += _delays(table)
        told = len(_known(table))
        _stop(table)
    worker = table.window.controller.charts.worker
    assert isinstance(worker, ChartProcess)
    assert not worker.is_lost, "the process was lost: a thread has worked"
    table.window.controller.charts.close()
    table.close()
    seconds = {
        "chart in its process": statistics.median(working),
        "at rest": statistics.median(at_rest),
    }
    late = (statistics.quantiles(some, n=MOST)[-1] * 1e3 for some in (working, at_rest))
    words = "95 of 100 by {:.1f} ms, at rest {:.1f} ms; {} squares told so far"
    note = words.format(*late, told)
    return Figures(seconds["chart in its process"] / seconds["at rest"], seconds, note=note)


def _in_the_middle(encounter: Encounter) -> str:
    """Return who of the party is nearest to the middle of the map."""
    page = encounter.map
    party = ((one, one.pos) for one in encounter.everyone() if one.side == "1" and one.pos)
    found = (
        (max(abs(pos.x - page.width // 2), abs(pos.y - page.height // 2)), one.id)
        for one, pos in party
    )
    return min(found)[1]


def _confirmed(table: Table) -> int:
    known = table.window.controller.charts.now()
    assert known is not None
    assert not known.is_whole, "nothing is being worked out any more"
    return sum(not one.is_provisional for one in known.squares.values())


def _under_hands() -> Figures:
    table = Table(SMALL, session=crowded(TOKENS - FOES))
    controller = table.window.controller
    controller.selection.select(_in_the_middle(controller.encounter))
    _work(table)
    end = time.perf_counter() + PATIENCE_S
    while not _confirmed(table):
        assert time.perf_counter() < end, "no square is confirmed"
        table.rest(0.1)
    begun = _confirmed(table)
    figures = frames(table, table.gestures(), SMALL)
    note = f"{figures.note}; {begun} squares confirmed at first, {_confirmed(table)} at last"
    controller.charts.close()
    table.close()
    return replace(figures, note=note)


ROWS = (
    Row(
        "frames-chart",
        "95 of 100 frames, 1000 tokens, map of 1280 x 800, while danger from 100 is worked out",
        f"a repaint of {PEER}",
        0.46,
        _under_hands,
    ),
    Row(
        "chart-frames",
        "by how much a frame in the middle is late while a chart is worked out in its process",
        "the same at rest",
        1.5,
        _run,
    ),
)
