"""The kill test: ``python -m tests.slow.kill [N]`` kills a playing child N times and looks.

A child plays a fight with questions open most of the time, and reports each reply over a pipe once
the session has taken it. At a moment of chance it is killed outright. The file must then open with
the state last reported, or with the one after it (on disk, but not yet reported). The parent knows
both, because it plays the same acts in memory. POSIX only.
"""

from __future__ import annotations

import hashlib
import os
import random
import signal
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from frozendict import frozendict

from gridwar.dice.dice_sources import SeededDice
from gridwar.engine.gm.effect_and_pool_commands import ChangePool
from gridwar.engine.kit.turn_and_move_commands import Move
from gridwar.engine.play.play_outcome import Refused
from gridwar.engine.session.session import Session
from gridwar.model.command import Answer
from gridwar.model.geometry import Cell
from gridwar.model.question_and_refusal import Question
from gridwar.storage.json_codec import encode
from gridwar.storage.new_open_and_sample_fights import create, open_fight
from gridwar.storage.open_gridwar_file import read_file
from tests.support.asking import ASKING, Strike, duel, find

if TYPE_CHECKING:
    from gridwar.engine.session.journal_rows import Loaded

KILLS_PER_FILE = 25
MOST_LINES = 30
"""Reports after which a child is killed at the latest."""


class Lost(AssertionError):
    """A reply that was reported is not in the file, or something else is."""


@dataclass
class Tally:
    """What the kills came to."""

    kills: int = 0
    asking: int = 0
    """With a question open."""
    ahead: int = 0
    """With one reply on disk that was not yet reported."""
    hot: int = 0
    """In the middle of a commit: SQLite had to roll it back."""
    replies: int = 0


def act(session: Session, chance: random.Random) -> None:
    """Do something to the fight; the same chance and the same fight give the same act."""
    roll = chance.random()
    points = chance.randrange(5)
    if session.wanted and roll < 0.92:
        wanted = session.wanted[0]
        assert isinstance(wanted, Question)
        given = Answer(option=chance.choice(("yes", "no")), numbers=frozendict(points=points))
        outcome = session.answer(wanted.key, given)
        assert not isinstance(outcome, Refused), outcome.text
    elif session.wanted and roll < 0.96:
        session.submit(ChangePool(who=("hero",), add=points + 1))
    elif roll < 0.8:
        session.submit(Strike(actor="hero", target="foe", times=3))
    elif roll < 0.86:
        x, y = session.encounter["hero"].pos or (0, 0)
        session.submit(Move(actor="hero", path=(Cell(x + (1 if x < 9 else -1), y),)))
    elif roll < 0.96:
        session.undo()
    else:
        session.redo()


def stamp(session: Session) -> str:
    """Describe a fight in one line: where it stands, its dice, what is open, how it looks."""
    top = session.top
    assert isinstance(session.dice, SeededDice)
    text = encode(session.encounter)
    replies = () if top is None else top.row.replies.filed
    state = f"{text} {replies} {[one.key for one in session.wanted]}"
    return f"{session.position} {session.dice.counter} {hashlib.sha256(state.encode()).hexdigest()}"


def play(path: Path, seed: str, report: int) -> None:
    """Play until killed (the child)."""
    session = open_fight(path, find).session
    chance = random.Random(seed)
    while True:
        act(session, chance)
        os.write(report, f"{stamp(session)}\n".encode())


def kill_once(path: Path, seed: str, tally: Tally) -> None:
    """Start a child, kill it, and look at what the file holds.

    Raises:
        Lost: The file is not as it was reported.
    """
    before = read_file(path, find).loaded
    chance = random.Random(f"parent {seed}")
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            play(path, seed, writing)
        finally:
            os._exit(1)
    os.close(writing)
    lines = _read_and_kill(child, reading, chance)
    tally.kills += 1
    tally.hot += _is_hot(path.with_name(path.name + "-journal"))
    _look(path, before, seed, lines, tally)


def _read_and_kill(child: int, reading: int, chance: random.Random) -> list[str]:
    wanted = chance.randrange(MOST_LINES)
    with os.fdopen(reading) as pipe:
        lines = [pipe.readline().strip() for _line in range(wanted)]
        time.sleep(chance.random() * 0.004)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        lines += pipe.read().split("\n")
    lines = [line for line in lines if line]
    if len(lines) < wanted:
        raise Lost("the child ended by itself")
    return lines


def _look(path: Path, before: Loaded, seed: str, lines: list[str], tally: Tally) -> None:
    mirror, chance = Session(ASKING, before), random.Random(seed)
    for line in lines:
        act(mirror, chance)
        if stamp(mirror) != line:
            raise Lost("the child played something else than the parent")
    found = open_fight(path, find)
    if found.report or found.reason:
        raise Lost(f"not opened as it should be: {found.report} {found.reason}")
    now = stamp(found.session)
    tally.asking += bool(found.session.wanted)
    tally.replies += len(lines)
    assert found.journal is not None
    found.journal.close()
    if now != stamp(mirror):
        act(mirror, chance)
        tally.ahead += 1
        if now != stamp(mirror):
            raise Lost(f"after {len(lines)} replies the file holds neither the last nor the next")


def _is_hot(journal: Path) -> bool:
    """Return whether a journal was left that has to be rolled back."""
    try:
        return any(journal.read_bytes()[:8])
    except FileNotFoundError:
        return False


def main(kills: int, seed: int) -> Tally:
    """Kill a child again and again, on a few files one after another."""
    tally = Tally()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["GRIDWAR_HOME"] = folder
        for number in range(kills):
            path = Path(folder) / f"fight {number // KILLS_PER_FILE}.gridwar"
            if not path.exists():
                create(path, duel(), ASKING).close()
            kill_once(path, f"{seed}:{number}", tally)
    return tally


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    start = int(sys.argv[2]) if len(sys.argv) > 2 else time.time_ns()
    began = time.perf_counter()
    result = main(count, start)
    took = time.perf_counter() - began
    sys.stdout.write(f"{result} in {took:.1f} s, seed {start}\n")
