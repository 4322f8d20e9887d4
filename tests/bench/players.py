"""The players' window beside the game master's: repaints of both, and its memory.

The peer is his window alone in the same state. Memory is that of the second window as a share of
the first.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tests.bench.frame import Figures, Row, against, side_by_side
from tests.bench.table import SMALL, Table

if TYPE_CHECKING:
    from collections.abc import Callable

ROUNDS = 21
_PAGE = 4096


def _rss_mb() -> float:
    return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * _PAGE / 1e6


def _tables() -> tuple[Table, Callable[[], None]]:
    """Return the window with the players' open, and what has both painted."""
    table = Table(SMALL)
    players = table.window.parts.players
    players.open()
    assert players.window is not None
    players.window.resize(*SMALL)
    table.rest(0.6)
    view = players.window.map

    def both() -> None:
        table.port.update()
        view.viewport().update()
        table.app.processEvents()

    return table, both


def _repaint() -> Figures:
    table, both = _tables()

    def alone() -> None:
        table.port.update()
        table.app.processEvents()

    for _turn in range(20):
        both()
    seconds = side_by_side({"both": both, "his alone": alone}, rounds=ROUNDS)
    table.window.leave()
    return against("both", "his alone", seconds)


def _memory() -> Figures:
    before = _rss_mb()
    table = Table(SMALL)
    first = _rss_mb() - before
    players = table.window.parts.players
    players.open()
    assert players.window is not None
    players.window.resize(*SMALL)
    table.rest(0.6)
    second = _rss_mb() - before - first
    table.window.leave()
    return Figures(second / first, note=f"{second:.0f} MB beside {first:.0f}")


ROWS = (
    Row("players-window", "both windows repainted, 1000 tokens", "one of them", 2.5, _repaint),
    Row("players-memory", "memory of the players' window", "the game master's", 1.5, _memory),
)
