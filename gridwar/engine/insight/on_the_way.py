"""What the way to a square would open: foes' opportunities and overwatch, each by its own odds."""

from __future__ import annotations

from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING, Final

from frozendict import frozendict
from msgspec import Struct

from gridwar.engine.insight.ways_of_moving import reach_of, way_to
from gridwar.engine.kit.turn_and_move_commands import Move
from gridwar.engine.odds.odds_outcomes import Limits, OddsRefused, TooManyRuns
from gridwar.engine.odds.request_branches import Explorer
from gridwar.model.command import Answer

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.engine.insight.chart import Charting
    from gridwar.engine.odds.odds_outcomes import Outcomes
    from gridwar.grid.movement.reach import Reach
    from gridwar.model.geometry import Cell
    from gridwar.model.question_and_refusal import Question

MOST_RUNS: Final = 4_000
"""Runs after which what comes of a window is not worked out."""
MOST_WINDOWS: Final = 6


class Opened(Struct, frozen=True):
    """A window that a way opens for a foe, and what its worst use would come to.

    Attributes:
        by: Whose it is.
        window: Its kind.
        title: What would be done, in words.
        loss: Points expected to be lost to it; None where that is not worked out.
        down: The chance of going down by it.
        at: Where on the way; None where the rules do not say.
    """

    by: str
    window: str
    title: str
    loss: float | None = None
    down: float = 0.0
    at: Cell | None = None


class OnTheWay:
    """What ways of the one of a charting would open, from where it stands, in its next turn."""

    def __init__(self, charting: Charting, cancelled: Callable[[], bool]) -> None:
        """Ask of the same fight as a charting does."""
        self._charting = charting
        self._limits = Limits(runs=MOST_RUNS, cancelled=cancelled)

    def opened(self, cell: Cell) -> tuple[Opened, ...] | None:
        """Return what the usual way to a square would open; None where none leads there.

        Each window counts once, whatever the others come to.

        Raises:
            OddsCancelled: Nobody wants to know any more.
        """
        charting = self._charting
        state = charting.begun(charting.who, None)
        if state.combatants[charting.who].pos == cell:
            return ()
        way = () if self._reach is None else way_to(self._reach, cell)
        if not way:
            return None
        move = Move(actor=charting.who, path=way)
        plain = Explorer(charting.system, state, move, frozendict(), self._limits)
        passed = _outcomes(plain)
        if passed is None:
            return None
        foes = set(charting.foes)
        windows = [one for one in passed.passed if one.recipient in foes][:MOST_WINDOWS]
        return tuple(self._worst(plain, one, _lost(passed, charting.who)) for one in windows)

    @cached_property
    def _reach(self) -> Reach | None:
        charting = self._charting
        state = charting.begun(charting.who, None)
        return reach_of(charting.system, state, charting.who, strikes=False)

    def _worst(self, plain: Explorer, window: Question, before: float) -> Opened:
        """Return the worst use of a window, by what was explored of the way with all passed."""
        who, by = self._charting.who, window.recipient or ""
        worst = Opened(by, window.window, window.title, at=window.at)
        for one in window.options:
            if not one.enabled or one.id == window.default.option:
                continue
            answers = frozendict({window.key: Answer(option=one.id)})
            found = _outcomes(plain.answering(answers))
            if found is None:
                continue
            loss = _lost(found, who) - before
            if worst.loss is None or loss > worst.loss:
                down = found.down(who)
                worst = Opened(by, window.window, one.title, max(0.0, loss), down, window.at)
        return worst


def _outcomes(run: Explorer) -> Outcomes | None:
    with suppress(OddsRefused, TooManyRuns):
        return run.run()
    return None


def _lost(found: Outcomes, who: str) -> float:
    return sum(points * p for points, p in found.distribution(who))
