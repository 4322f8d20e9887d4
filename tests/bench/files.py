"""How fast a long fight opens, and how long one command takes to be on disk."""

from __future__ import annotations

import os
import random
import sqlite3
import statistics
import tempfile
import time
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from gridwar.engine.gm.combatant_commands import Place
from gridwar.engine.gm.effect_and_pool_commands import ChangePool
from gridwar.engine.kit.turn_and_move_commands import BeginFight
from gridwar.engine.play.play_outcome import Accepted
from gridwar.engine.session.journal_rows import DiceCounter, MemoryJournal, Position
from gridwar.engine.session.session import Session
from gridwar.model.geometry import Cell
from gridwar.storage.new_open_and_sample_fights import create, open_fight
from gridwar.systems import find_system
from tests.bench.crowd import SEED, SIDE_CELLS, SYSTEM, TOKENS, crowd
from tests.bench.frame import Figures, Row, against, side_by_side

if TYPE_CHECKING:
    from gridwar.engine.session.journal_rows import Row as Played

COMMANDS = 2000
COMMITS = 60
ROOM_CELLS = SIDE_CELLS - 16
"""Where a token of any size has its place."""
_QUERIES = (
    "SELECT encounter FROM start",
    "SELECT encounter FROM snapshots",
    "SELECT command, replies, events, passed FROM rows",
)


class _Remembering(MemoryJournal):
    """Keeps what was written, so that one transaction can bring it to disk."""

    def __init__(self) -> None:
        self.rows: dict[int, Played] = {}
        self.position: Position | None = None

    def write(self, rows, position, dice) -> None:  # type: ignore[no-untyped-def]
        self.rows.update({row.id: row for row in rows})
        self.position = position


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory()


@cache
def long_fight() -> Path:
    """Return the file of a fight of 2000 commands."""
    first, system = crowd(), find_system(SYSTEM)
    journal = _Remembering()
    session = Session(system, first, journal)
    dice = random.Random(SEED)
    assert isinstance(session.submit(BeginFight()), Accepted)
    for number in range(COMMANDS - 1):
        who = f"p{dice.randrange(TOKENS)}"
        to = Cell(dice.randrange(ROOM_CELLS), dice.randrange(ROOM_CELLS))
        command = ChangePool(who=(who,), add=-1) if number % 8 == 0 else Place(to=((who, to),))
        assert isinstance(session.submit(command), Accepted)
    assert journal.position is not None
    path = Path(_folder().name) / "crowd.gridwar"
    file = create(path, first, system, DiceCounter(SEED))
    for row in journal.rows.values():
        file.write((row,), Position(row.id, row.id), DiceCounter(SEED))
    file.close()
    return path


def _json_in(path: Path) -> tuple[bytes, ...]:
    """Return every text of JSON in a file; events are a line each."""
    with closing(sqlite3.connect(path)) as connection:
        cells = [cell for query in _QUERIES for row in connection.execute(query) for cell in row]
    return tuple(line.encode() for cell in cells for line in cell.splitlines())


def _opening() -> Figures:
    import msgspec

    path = long_fight()
    texts = _json_in(path)
    assert sum(map(len, texts)) > path.stat().st_size / 4, "the JSON of the file was not found"

    def played_on() -> None:
        fight = open_fight(path, find_system)
        assert fight.journal is not None
        assert len(fight.session.history.rows) == COMMANDS
        fight.journal.close()

    def theirs() -> None:
        for text in texts:
            msgspec.json.decode(text)

    seconds = side_by_side({"opened to play": played_on, "msgspec": theirs}, rounds=5)
    size = sum(map(len, texts)) / 1e6
    return against("opened to play", "msgspec", seconds, f"{size:.1f} MB of JSON in the file")


def _commit() -> Figures:
    fight = open_fight(long_fight(), find_system)
    journal, session = fight.journal, fight.session
    assert journal is not None
    dice = random.Random(SEED)
    written, whole, worked, synced = [], [], [], []
    write = journal.write

    def timed(*args: object) -> None:
        start, work = time.perf_counter(), time.thread_time()
        write(*args)  # type: ignore[arg-type]
        written.append(time.perf_counter() - start)
        worked.append(time.thread_time() - work)

    journal.write = timed  # type: ignore[method-assign,assignment]
    page = os.open(Path(_folder().name) / "page", os.O_CREAT | os.O_WRONLY)
    for _time in range(COMMITS):
        synced.append(_sync_of(page))
        to = Cell(dice.randrange(ROOM_CELLS), dice.randrange(ROOM_CELLS))
        start = time.perf_counter()
        assert isinstance(session.submit(Place(to=((f"p{dice.randrange(TOKENS)}", to),))), Accepted)
        whole.append(time.perf_counter() - start)
    journal.close()
    os.close(page)
    seconds = {
        "written": statistics.median(written),
        "of it the thread's own work": statistics.median(worked),
        "one sync of a page alone (a commit has four)": statistics.median(synced),
        "whole command": statistics.median(whole),
    }
    worst = f"longest write {max(written) * 1e3:.1f} ms, longest sync {max(synced) * 1e3:.1f} ms"
    return Figures(seconds["written"] * 1e3, seconds, "ms", worst)


def _sync_of(file: int) -> float:
    """Return how long one page takes to the disk, with nothing of ours in between."""
    start = time.perf_counter()
    os.pwrite(file, b"\1" * 4096, 0)
    os.fsync(file)
    return time.perf_counter() - start


ROWS = (
    Row(
        "file-open",
        "opening and checking 200 x 200, 1000 tokens, 2000 commands",
        "msgspec decoding its JSON",
        10,
        _opening,
    ),
    Row("file-commit", "one command to disk", "absolute, ms", 5, _commit),
)
