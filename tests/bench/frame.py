"""What a row of the benchmark is, and how rivals are timed side by side.

A module of this folder registers its rows by naming them in ``ROWS``; nothing may be built or
imported from Qt until a row runs. Figures are ratios of medians taken in one process, the rivals
in turn, round after round, so that a slow spell of the machine hits all of them alike.
"""

from __future__ import annotations

import gc
import importlib
import pkgutil
import statistics
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import tests.bench

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

LEAST_SAMPLE_S = 0.005
"""Calls too short for the clock are repeated until a sample takes this long."""


@dataclass(frozen=True)
class Figures:
    """What a row measured: the figure that is held against its bound, and where it comes from.

    ``seconds`` are the medians by rival, for the line and the JSON file; ``unit`` is empty for a
    ratio; ``note`` is what a reader should know besides.
    """

    figure: float
    seconds: Mapping[str, float] = field(default_factory=dict)
    unit: str = ""
    note: str = ""


@dataclass(frozen=True)
class Row:
    """One line of the table: what is measured against whom, and how much it may be.

    ``peer`` is the rival in the same run, or what else the figure is of; ``bound`` None stands for
    a figure that is only reported. ``run`` measures; it asserts where answers have to be equal.
    """

    name: str
    what: str
    peer: str
    bound: float | None
    run: Callable[[], Figures]


@dataclass(frozen=True)
class Outcome:
    """A row that has run; ``fault`` says why it could not, or what was wrong."""

    row: Row
    figures: Figures | None = None
    fault: str = ""

    @property
    def verdict(self) -> str:
        """Return the word that a line begins with: ok, over, measured or failed."""
        if self.figures is None:
            return "failed"
        if self.row.bound is None:
            return "measured"
        return "ok" if self.figures.figure <= self.row.bound else "over"


def all_rows() -> tuple[Row, ...]:
    """Return the rows of all modules in this folder, by module in order of the alphabet."""
    rows: list[Row] = []
    for module in pkgutil.iter_modules(tests.bench.__path__, "tests.bench."):
        if not module.name.endswith("__main__"):
            rows.extend(getattr(importlib.import_module(module.name), "ROWS", ()))
    return tuple(rows)


def measured(row: Row) -> Outcome:
    """Run a row; what it lacks or gets wrong becomes its fault."""
    try:
        return Outcome(row, row.run())
    except ImportError as missing:
        return Outcome(row, fault=f"{missing}: install the libraries of requirements-dev.lock")
    except AssertionError as wrong:
        return Outcome(row, fault=f"the answers differ: {wrong}")


def side_by_side(
    rivals: Mapping[str, Callable[[], object]],
    rounds: int = 31,
    clock: Callable[[], float] = time.perf_counter,
) -> dict[str, float]:
    """Return the median time of a call of each rival, in seconds.

    Args:
        rivals: What is timed, by its name.
        rounds: How often each has its turn; each turn is one sample.
        clock: The clock; ``time.thread_time`` for pure sums, which other work cannot disturb.
    """
    repeats = {name: _repeats(call, clock) for name, call in rivals.items()}
    samples: dict[str, list[float]] = {name: [] for name in rivals}
    for _round in range(rounds):
        for name, call in rivals.items():
            gc.collect()
            samples[name].append(_sample(call, repeats[name], clock))
    return {name: statistics.median(times) for name, times in samples.items()}


def least_in_turn(rivals: Mapping[str, Callable[[], float]], rounds: int = 3) -> dict[str, float]:
    """Return the least time of each rival, in seconds.

    Args:
        rivals: By its name what prepares and runs one and returns the seconds that count: for runs
            of a second, each of which begins with nothing kept.
        rounds: How often each has its turn.
    """
    samples: dict[str, list[float]] = {name: [] for name in rivals}
    for _round in range(rounds):
        for name, run in rivals.items():
            gc.collect()
            samples[name].append(run())
    return {name: min(times) for name, times in samples.items()}


def against(ours: str, peer: str, seconds: Mapping[str, float], note: str = "") -> Figures:
    """Return one rival's time as a ratio of another's.

    Args:
        ours: The name of the one that is judged.
        peer: The name of the one it is judged by.
        seconds: What ``side_by_side`` returned.
        note: What a reader should know besides.
    """
    return Figures(seconds[ours] / seconds[peer], seconds, note=note)


def _repeats(call: Callable[[], object], clock: Callable[[], float]) -> int:
    call()
    return max(1, min(100_000, round(LEAST_SAMPLE_S / max(_sample(call, 1, clock), 1e-9))))


def _sample(call: Callable[[], object], repeats: int, clock: Callable[[], float]) -> float:
    start = clock()
    for _time in range(repeats):
        call()
    return (clock() - start) / repeats


def shown(seconds: float) -> str:
    """Return a time as people read it."""
    for unit, factor in (("s", 1.0), ("ms", 1e3)):
        if seconds * factor >= 1:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds * 1e6:.3g} us"


def line_of(outcome: Outcome) -> str:
    """Return a row as the table shows it, on one line."""
    row, figures = outcome.row, outcome.figures
    if figures is None:
        return f"{outcome.verdict:9}{row.name:26}{outcome.fault}"
    number = f"{figures.figure:.3g} {figures.unit}"
    bound = "" if row.bound is None else f" (at most {row.bound:g})"
    times = ", ".join(f"{name} {shown(time_s)}" for name, time_s in figures.seconds.items())
    words = "; ".join(filter(None, (f"{row.what} / {row.peer}{bound}", times, figures.note)))
    return f"{outcome.verdict:9}{row.name:26}{number:11}{words}"
