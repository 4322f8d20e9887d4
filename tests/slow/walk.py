"""``python -m tests.slow.walk``: random walks through the fights of every system.

Offered actions, moves, commands that nobody offers, the GM's corrections, answers, undo, redo,
amendments, jumps, on every sample fight and on blank maps; all checks of ``playing.checking`` look
at what comes of it. ``--wild`` lets the GM set values out of any sense; ``--matrix`` prints which
deeds have met which states. What goes wrong is kept, without the acts it does not need; ``--read
FILE`` plays it again.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import time
from collections import Counter
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.slow.campaign import (
    FOUND,
    Findings,
    attempted,
    emptied,
    finish,
    keep,
    own_home,
    say,
    short_hash,
)
from tests.slow.crew import Crew, Told
from tests.slow.playing.checking import checks_of, of_the_line, of_the_state
from tests.slow.playing.fight import PlayedFight, found_system
from tests.slow.playing.seen import Seen, looked
from tests.slow.playing.walking import Walk
from tests.support.asking import ASKING
from tests.support.every_system import every_id

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tests.slow.playing.fight import Act
    from tests.slow.playing.walking import Met

WALKED = (*every_id(), ASKING.id)
"""All systems through which a walk goes."""
PACE = {"freeform": 4.0, "alley": 3.0, "drive": 2.0, "arrgs": 1.5}
"""How many more steps are taken where little comes of one, or much that differs."""
STEPS_A_WALK = 1000
SHRINKING_S = 12.0
WALK_S = 900.0
"""After which a worker is taken for stuck: a case is a whole walk."""
THOROUGH = 6
"""Last acts of a fight that is played again, after which all is looked at."""


def steps_for(system_id: str, steps: int) -> int:
    """Return how many steps a system gets where others get so many."""
    return round(steps * PACE.get(system_id, 1.0))


def firsts(walk: Walk, steps: int) -> dict[str, Met]:
    """Take so many steps; return the first of each kind of what is wrong."""
    first: dict[str, Met] = {}
    for met in walk.go(steps):
        first.setdefault(f"{met.check}: {met.fault.name}", met)
    walk.close()
    return first


class Walks:
    """The campaign: walks by number."""

    def __init__(self, chosen: argparse.Namespace, folder: Path) -> None:
        self.chosen, self.folder = chosen, folder
        self.counts: Counter[str] = Counter()
        rounds = -(-chosen.steps // STEPS_A_WALK)
        self.cases = [(one, n) for n in range(rounds) for one in chosen.system or WALKED]
        self.repeat = f"python -m tests.slow.walk --steps {chosen.steps} --seed {chosen.seed}"
        self.repeat += " --wild" * chosen.wild

    def attempt(self, number: int) -> Told:
        """Walk the walk of a number; shorten and keep the first of what goes wrong."""
        system_id, part = self.cases[number]
        steps = min(STEPS_A_WALK, self.chosen.steps - part * STEPS_A_WALK)
        seed = self.chosen.seed * 1000 + part
        checks = checks_of(found_system(system_id))
        walk = Walk(system_id, seed, checks, emptied(self.folder), wild=self.chosen.wild)
        first = firsts(walk, steps_for(system_id, steps))
        self.counts += walk.counts + Counter({"steps": walk.steps})
        self.counts += Counter({f"checks {name}": times for name, times in walk.made.items()})
        if self.chosen.matrix:
            say(walk.meetings.matrix())
        if not first:
            return Told(system_id)
        names = sorted(first)
        kept = [self._keep(name, first[name]) for name in names]
        words = "; ".join(str(one) for one in first.values())
        again = " ".join(f"--read {path}" for path in kept)
        return Told(system_id, " and ".join(names), words, f"python -m tests.slow.walk {again}")

    def _keep(self, name: str, met: Met) -> Path:
        fight = met.fight
        record: dict[str, Any] = {
            "system": fight.system_id,
            "fight": fight.name,
            "found": name,
            "seed": fight.seed,
            "luck": met.luck,
            "acts": [*met.acts],
        }
        if "Stuck" not in name:
            record["acts"] = shortened(record, self.folder)
        text = json.dumps(record, indent=1)
        file = f"play/{fight.system_id}-{short_hash(name)}.json"
        return keep(file, text.encode(), self.chosen.found)


# --- playing again -------------------------------------------------------------------------------


def played_again(record: dict[str, Any], folder: Path) -> list[str]:
    """Play acts once more, and make the check that found something after each of the last ones.

    Where no check is named, all are made that look at the state, the line of play and the file.

    Returns:
        What goes wrong, by name.
    """
    acts: list[Act] = record["acts"]
    fight = PlayedFight((record["system"], record["fight"]), record["seed"], folder)
    by_name = {one.name: one for one in checks_of(fight.system)}
    named = by_name.get(record["found"].partition(": ")[0])
    checks = (*of_the_state(), *of_the_line()) if named is None else (by_name["sound"], named)
    names: list[str] = []
    try:
        for at, act in enumerate(acts):
            error = attempted(partial(fight.do, act))
            if isinstance(error, BaseException):
                return [*names, f"play: {fight.fault(error).name}"]
            seen = Seen(fight, random.Random(record.get("luck", "")), "anything")
            for check in checks if at > len(acts) - THOROUGH else checks[:1]:
                found = looked(check, seen) if check.could(seen) else []
                names += [f"{check.name}: {one.name}" for one in found]
    finally:
        attempted(fight.close)
    return names


def shortened(record: dict[str, Any], folder: Path) -> list[Act]:
    """Leave out acts as long as the same goes wrong, for a while."""
    acts, wanted = list(record["acts"]), record["found"]
    end = time.monotonic() + SHRINKING_S

    def shows(some: list[Act]) -> bool:
        return wanted in played_again({**record, "acts": some}, folder)

    size = max(1, len(acts) // 2) if shows(acts) else 0
    while size and time.monotonic() < end:
        at = 0
        while at < len(acts) and time.monotonic() < end:
            fewer = acts[:at] + acts[at + size :]
            if fewer and shows(fewer):
                acts = fewer
            else:
                at += size
        size //= 2
    return acts


def read_kept(path: Path, folder: Path) -> list[str]:
    """Play a kept fight once more; return what goes wrong."""
    return played_again(json.loads(path.read_bytes()), folder)


# --- the campaign --------------------------------------------------------------------------------


def _worker(walks: Walks, place: Path) -> Callable[[int], Told]:
    """Begin in a worker of its own, and tell what was done in each walk."""
    own = place / str(os.getpid())
    walks.folder = own / "work"
    walks.folder.mkdir(parents=True)
    os.environ["GRIDWAR_HOME"] = str(own / "home")

    def attempt(number: int) -> Told:
        told = walks.attempt(number)
        (place / f"counts-{os.getpid()}.json").write_text(json.dumps(walks.counts))
        return told

    return attempt


def campaign(chosen: argparse.Namespace) -> int:
    """Walk through all systems, in worker processes; return the exit code."""
    began, findings, counts = time.perf_counter(), Findings(), Counter[str]()
    with own_home() as place:
        walks = Walks(chosen, place / "work")
        crew = Crew(
            partial(_worker, walks, place),
            len(walks.cases),
            findings,
            chosen.workers,
            silent_s=WALK_S,
            until=time.monotonic() + chosen.minutes * 60,
            repeat=f"{walks.repeat} --walk {{number}}",
        )
        if chosen.walk is None:
            crew.run()
        else:
            told = walks.attempt(chosen.walk)
            counts += walks.counts
            if told.signature:
                findings.add(told.signature, told.detail, told.repeat)
        for one in place.glob("counts-*.json"):
            counts.update(json.loads(one.read_text()))
    took = time.perf_counter() - began
    ranked = ", ".join(f"{times} {name}" for name, times in counts.most_common())
    line = (
        f"walk{' wild' * chosen.wild} seed {chosen.seed}: {ranked}, "
        f"{counts['steps'] / took:.0f} steps a second, {crew.most_mb:.0f} MB at most"
    )
    return finish(line, findings, began)


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tests.slow.walk", description=__doc__)
    parser.add_argument("--steps", type=int, default=10_000, help="in each system")
    parser.add_argument("--system", action="append", choices=WALKED)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--wild", action="store_true")
    parser.add_argument("--matrix", action="store_true")
    parser.add_argument("--minutes", type=float, default=float("inf"))
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--walk", type=int, help="only the one of this number")
    parser.add_argument("--found", type=Path, default=FOUND)
    parser.add_argument("--read", type=Path, action="append", default=[])
    chosen = parser.parse_args(arguments)
    if not chosen.read:
        return campaign(chosen)
    began, findings = time.perf_counter(), Findings()
    with own_home() as place:
        for path in chosen.read:
            for name in read_kept(path, place / "work"):
                findings.add(name)
    return finish("walk, once more", findings, began)


if __name__ == "__main__":
    sys.exit(main())
