"""``python -m tests.slow.long_fight [COMMANDS]``: an evening's fight, and one of a year's.

Thousands of commands in one file. How long a commit takes at the end is compared with the
beginning, an undo far back with one at the start, opening with opening a tenth of it: ratios of
times of the processor in one run, so that it does not matter how fast or how busy the machine is.
Memory and the file are bounded by the command.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from gridwar.engine.gm.effect_and_pool_commands import ChangePool
from gridwar.engine.gm.gm_commands import WriteNote
from gridwar.engine.kit import turn_and_move_commands as core
from gridwar.storage.new_open_and_sample_fights import open_fight
from gridwar.storage.open_gridwar_file import read_file
from gridwar.systems import find_system
from tests.slow.campaign import (
    Findings,
    Wrong,
    finish,
    own_home,
    settled_memory_mb,
    signature,
    within,
)
from tests.slow.playing.choosing import Player
from tests.slow.playing.fight import CLOSE, PlayedFight, starts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from gridwar.engine.session.journal_rows import DiceCounter, Position, Row
    from gridwar.engine.session.session import Session
    from gridwar.storage.journal_file import JournalFile

MOST_COMMIT = 3.0
"""A commit at the end, in commits of the beginning."""
MOST_UNDO = 4.0
"""An undo at the end, in undos of the beginning."""
MOST_OPENING = 2.0
"""Opening all, in openings of a tenth times ten."""
MOST_JUMP = 60.0
"""A jump to the tenth command, in undos: it may play on from a snapshot."""
MOST_KB_IN_MEMORY = 32.0
MOST_KB_ON_DISK = 12.0
FEW = 40
"""How many are measured at either end, at least."""
MOST_ACT_S = 20.0


class TimedJournal:
    """A journal that notes how long each commit took."""

    def __init__(self, journal: JournalFile) -> None:
        self._journal = journal
        self.took: list[float] = []

    def write(self, rows: Iterable[Row], position: Position, dice: DiceCounter) -> None:
        """Write, and note how long it took."""
        began = time.process_time()
        self._journal.write(rows, position, dice)
        self.took.append(time.process_time() - began)


def timed(do: Callable[[], object]) -> float:
    """Return how many seconds of the processor something takes."""
    began = time.process_time()
    do()
    return time.process_time() - began


def usual(times: Sequence[float]) -> float:
    """Return the time in the middle; never nothing at all, as it is divided by."""
    return max(statistics.median(times), 20e-6)


@dataclass
class Figures:
    """What was measured; ratios first."""

    rows: int = 0
    commit: float = 0.0
    undo: float = 0.0
    jump: float = 0.0
    opening: float = 0.0
    kb_in_memory: float = 0.0
    kb_on_disk: float = 0.0
    times: dict[str, float] = field(default_factory=dict)

    def text(self) -> str:
        """Return them in words."""
        shown = ", ".join(f"{name} {seconds * 1000:.1f} ms" for name, seconds in self.times.items())
        return (
            f"{self.rows} commands, commit {self.commit:.2f}, undo {self.undo:.2f}, jump "
            f"{self.jump:.1f}, opening {self.opening:.2f} times as long; {self.kb_in_memory:.0f} "
            f"kB in memory and {self.kb_on_disk:.1f} kB on disk a command ({shown})"
        )

    def beyond(self) -> list[str]:
        """Return what is more than it may be."""
        bounds = {
            "commit": MOST_COMMIT,
            "undo": MOST_UNDO,
            "jump": MOST_JUMP,
            "opening": MOST_OPENING,
            "kb_in_memory": MOST_KB_IN_MEMORY,
            "kb_on_disk": MOST_KB_ON_DISK,
        }
        return [
            f"{name.replace('_', ' ')}: {getattr(self, name):.1f}, at most {most:g}"
            for name, most in bounds.items()
            if getattr(self, name) > most
        ]


class LongFight:
    """One fight that goes on for thousands of commands."""

    def __init__(self, start: tuple[str, str], commands: int, seed: int, folder: Path) -> None:
        self._fight = PlayedFight(start, seed, folder)
        assert self._fight.journal is not None
        self._timed = TimedJournal(self._fight.journal)
        self._fight.session._journal = self._timed
        self._chance = random.Random(f"long {seed}")
        self._player = Player(self._fight, self._chance)
        self._commands = commands
        self.figures = Figures()

    @property
    def _session(self) -> Session:
        return self._fight.session

    def measure(self) -> Figures:
        """Play, and measure."""
        figures = self.figures
        self._play(max(3 * FEW, self._commands // 10))
        tenth, part = self._open_times(), len(self._session.history.rows)
        early, memory = usual(self._timed.took[FEW:]), settled_memory_mb()
        undo = usual(self._undos())
        self._play(self._commands)
        figures.rows = len(self._session.history.rows)
        figures.kb_in_memory = (settled_memory_mb() - memory) * 1024 / max(1, figures.rows - part)
        late = usual(self._timed.took[-max(FEW, figures.rows // 10) :])
        late_undo = usual(self._undos())
        jump = self._jump()
        figures.kb_on_disk = self._fight.path.stat().st_size / 1024 / figures.rows
        whole = self._open_times()
        figures.times = {
            "commit": late,
            "undo": late_undo,
            "jump": jump,
            "opening": whole,
        }
        figures.commit, figures.undo = late / early, late_undo / undo
        figures.jump, figures.opening = jump / undo, whole / tenth / (figures.rows / part)
        self._reopened()
        self._fight.close()
        return figures

    def _play(self, rows: int) -> None:
        while len(self._session.history.rows) < rows:
            with within(MOST_ACT_S):
                self._act()
            self._fight.acts.clear()

    def _act(self) -> None:
        session, roll = self._session, self._chance.random()
        if session.wanted:
            self._player.answer()
        elif roll < 0.35:
            session.submit(core.NextTurn())
        elif roll < 0.55:
            who = self._chance.choice([*session.encounter.combatants])
            session.submit(ChangePool(who=(who,), add=self._chance.choice((5, -3))))
        elif roll < 0.65:
            session.submit(WriteNote(text="noted"))
        else:
            self._player.offered()

    def _undos(self) -> list[float]:
        """Take back what was done last and do it again; return how long each step back took."""
        while self._session.open:
            self._session.undo()
        took = [timed(self._session.undo) for _time in range(FEW)]
        for _time in range(FEW):
            self._session.redo()
        return took

    def _jump(self) -> float:
        newest = self._session.position.cursor
        line = self._session.history.line(newest)
        took = timed(lambda: self._session.go_to(line[10].id))
        self._session.go_to(newest)
        if self._session.position.cursor != newest:
            raise Wrong("after a jump there and back it stands elsewhere")
        return took

    def _open_times(self) -> float:
        """Return how long reading the file takes as it is now: the shortest of three times."""
        return min(timed(lambda: read_file(self._fight.path, find_system)) for _time in range(3))

    def _reopened(self) -> None:
        now, journal = self._session.encounter, self._fight.journal
        assert journal is not None
        journal.close()
        found = open_fight(self._fight.path, find_system)
        self._fight.session, self._fight.journal = found.session, found.journal
        if found.session.encounter != now:
            raise Wrong("opened again, the encounter is another")


def campaign(commands: int, seed: int, only: Sequence[str], findings: Findings) -> str:
    """Play a long fight of each system that has a sample fight; return the figures in words."""
    samples = [one for one in starts() if one[1] and not one[1].startswith(CLOSE)]
    first = {system: (system, name) for system, name in reversed(samples)}
    words = []
    for start in first.values():
        if only and start[0] not in only:
            continue
        repeat = f"python -m tests.slow.long_fight {commands} --seed {seed} --only {start[0]}"
        with own_home(on_disk=True) as place:
            fight = LongFight(start, commands, seed, place / "work")
            try:
                figures = fight.measure()
            except Exception as error:  # noqa: BLE001 - whatever comes out is a finding
                findings.add(f"{start[0]}: {signature(error)}", str(error)[:300], repeat)
                continue
        for one in figures.beyond():
            findings.add(f"{start[0]}: {one.split(':')[0]}", one, repeat)
        words.append(f"{start[0]} {figures.text()}")
    return "; ".join(words)


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tests.slow.long_fight", description=__doc__)
    parser.add_argument("commands", type=int, nargs="?", default=5000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=lambda text: text.split(","), default=())
    chosen = parser.parse_args(arguments)
    began, findings = time.perf_counter(), Findings()
    line = campaign(chosen.commands, chosen.seed, chosen.only, findings)
    return finish(f"long fight seed {chosen.seed}: {line}", findings, began)


if __name__ == "__main__":
    sys.exit(main())
