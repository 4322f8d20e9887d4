"""``python -m tests.slow.fuzz [COUNT]``: mutations of every format that Gridwar reads.

``.gridwar`` files by bytes and from within, maps, pictures, PDFs, kept maps, exported fights,
scripts, rules, combatants and settings are changed and read. Only Gridwar's own errors may come
out, naming the file; what was read stays as it was; what is recovered can be read; no case takes
more than its time and memory. A finding is made smaller and kept below ``tests/slow/found``;
``--read FILE`` reads one again.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from gridwar.headless import read_script
from tests.slow.campaign import (
    CORPUS,
    FOUND,
    Findings,
    Stuck,
    emptied,
    finish,
    keep,
    memory_bounded,
    memory_mb,
    own_home,
    short_hash,
    signature,
    within,
)
from tests.slow.crew import Crew, Told
from tests.slow.fuzzing.databases import change_database
from tests.slow.fuzzing.mutations import (
    change_bytes,
    change_line,
    change_pdf,
    change_value,
    written,
)
from tests.slow.fuzzing.readers import READERS, by_command_line
from tests.slow.fuzzing.samples import Sample, samples

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

WEIGHTS = {
    "bytes": 12,
    "sql": 16,
    "uvtt": 16,
    "dungeon": 8,
    "scene": 12,
    "tiled": 12,
    "picture": 14,
    "pdf": 2,
    "shelf": 6,
    "fight": 14,
    "script": 12,
    "rules": 4,
    "combatants": 5,
    "settings": 3,
}
MOST_MORE_MB = 1024
"""How much more a worker may hold after a case than before it."""
ADDRESSES_MB = 3072
COMMAND_LINE_SHARE = 0.01


@dataclass(frozen=True)
class Case:
    """One changed file: which format, which sound file it was, and the steps that changed it."""

    kind: str
    sample: Sample
    seeds: tuple[str, ...]

    def made(self, folder: Path) -> Path:
        """Write the changed file into a folder."""
        path = folder / self.sample.place
        path.parent.mkdir(parents=True, exist_ok=True)
        data = self.sample.data
        if self.kind == "sql" or (self.kind == "shelf" and len(self.seeds) > 1):
            path.write_bytes(data)
            for seed in self.seeds:
                change_database(path, random.Random(seed))
            return path
        path.write_bytes(self._changed())
        return path

    def _changed(self) -> bytes:
        data = self.sample.data
        chances = [random.Random(seed) for seed in self.seeds]
        if isinstance(data, bytes):
            for chance in chances:
                if self.kind == "rules" and chance.random() < 0.6:
                    data = change_line(data, chance)
                elif self.kind == "pdf" and chance.random() < 0.7:
                    data = change_pdf(data, chance)
                else:
                    data = change_bytes(data, chance, (self.sample.data,))
            return bytes(data)
        data = _copied(data)
        for chance in chances:
            data = change_value(data, chance)
        last = random.Random(f"{self.seeds[:1]} as bytes")
        raw = written(data, last)
        return change_bytes(raw, last, (raw,)) if last.random() < 0.15 else raw


def _copied(data: object) -> object:
    import json

    return json.loads(json.dumps(data))


class Fuzz:
    """The campaign: cases by number."""

    def __init__(
        self, seed: int, place: Path, kinds: Sequence[str] = (), found: Path = FOUND
    ) -> None:
        self.seed = seed
        self.kinds = tuple(kinds) or tuple(WEIGHTS)
        self._samples = samples(place / "work")
        self._work = place / "work"
        self._home = Path(os.environ["GRIDWAR_HOME"])
        self._found = found
        self._kept: set[tuple[str, str]] = set()
        self._repeat = f"python -m tests.slow.fuzz --seed {seed} --only {','.join(self.kinds)}"

    def case(self, number: int) -> Case:
        """Return the case of a number."""
        chance = random.Random(f"{self.seed}:{number}")
        kind = chance.choices(self.kinds, [WEIGHTS[one] for one in self.kinds])[0]
        steps = chance.choice((1, 1, 1, 2, 3, 6))
        seeds = tuple(f"{self.seed}:{number}:{step}" for step in range(steps))
        return Case(kind, chance.choice(self._samples[kind]), seeds)

    def attempt(self, number: int) -> Told:
        """Try a case; make it smaller and keep it where something is found."""
        case = self.case(number)
        found = self.tried(case, number)
        if number % 40 == 0:
            emptied(self._home / "state" / "untitled")
        if not found:
            return Told(case.kind)
        repeat = f"{self._repeat} --case {number}"
        if (case.kind, found) not in self._kept:
            self._kept.add((case.kind, found))
            case = self._smaller(case, number, found)
            repeat = f"python -m tests.slow.fuzz --read {self._keep(case, found)}"
        return Told(case.kind, found, f"case {number}, {len(case.seeds)} changes", repeat)

    def tried(self, case: Case, number: int = 0) -> str:
        """Read the changed file of a case; return the signature of what is wrong, or nothing."""
        path = case.made(emptied(self._work))
        return read_once(case.kind, path, random.Random(f"{self.seed}:{number}:reading"))

    def _smaller(self, case: Case, number: int, found: str) -> Case:
        """Leave out the changes that are not needed for what was found."""
        if "stuck" in found or "memory" in found:
            return case
        for seed in case.seeds:
            fewer = Case(case.kind, case.sample, tuple(one for one in case.seeds if one != seed))
            if fewer.seeds and self.tried(fewer, number) == found:
                case = fewer
        return case

    def _keep(self, case: Case, found: str) -> Path:
        path = case.made(emptied(self._work))
        place = Path(case.sample.place)
        name = f"{case.kind}/{place.with_suffix('')}/{short_hash(found)}{place.suffix}"
        return keep(name, path.read_bytes(), self._found)


def read_once(kind: str, path: Path, chance: random.Random) -> str:
    """Read a file within bounds; return the signature of what is wrong with that, or nothing."""
    before = path.read_bytes()
    held = memory_mb()
    try:
        with within(), memory_bounded(ADDRESSES_MB):
            if chance.random() < COMMAND_LINE_SHARE and kind not in {
                "rules",
                "combatants",
                "settings",
            }:
                by_command_line(kind, path)
            READERS[kind](path, chance)
    except Stuck as error:
        return f"stuck: {error}"
    except MemoryError:
        return "memory: more than there may be"
    except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever comes out is a finding
        return signature(error)
    if memory_mb() > held + MOST_MORE_MB:
        return f"memory: more than {MOST_MORE_MB} MB"
    maps = {"uvtt", "dungeon", "scene", "tiled", "picture", "pdf"}
    if kind in {*maps, "script"} and path.read_bytes() != before:
        return "wrong: what was read was changed"
    return ""


def read_kept(path: Path, folder: Path) -> Iterator[str]:
    """Read a kept file in all ways that chance could choose; yield what is wrong.

    The format is the first folder of its place below ``found`` or ``corpus``; files of rules and
    combatants stand in a folder of their system, called as the program calls them.
    """
    root = FOUND if path.is_relative_to(FOUND) else CORPUS
    kind, *rest = path.relative_to(root).parts
    place = folder / path.name
    if kind in {"rules", "combatants"}:
        place = folder / rest[0] / f"{rest[1]}{path.suffix}"
    for roll in (0.0, 0.15, 0.9):
        emptied(folder)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(path.read_bytes())
        yield read_once(kind, place, Certain(roll))


class Certain(random.Random):
    """A chance that always comes out the same."""

    def __init__(self, roll: float) -> None:
        super().__init__(0)
        self._roll = roll

    def random(self) -> float:
        """Return the roll."""
        return self._roll


def campaign(count: int, seed: int, kinds: Sequence[str], minutes: float, workers: int) -> int:
    """Try cases in worker processes; return the exit code."""
    began, findings = time.perf_counter(), Findings()
    with own_home() as place:
        fuzz = Fuzz(seed, place, kinds)
        crew = Crew(
            partial(_worker, fuzz, place),
            count,
            findings,
            workers,
            until=time.monotonic() + minutes * 60,
            repeat=f"{fuzz._repeat} --case {{number}}",
        )
        crew.run()
        done = sum(crew.done.values())
        slow, number = crew.slowest
        line = (
            f"fuzz seed {seed}: {done} mutations ({_listed(crew.done)}), "
            f"{done / max(1e-9, time.perf_counter() - began):.0f} a second, "
            f"slowest {slow:.1f} s (case {number}), {crew.most_mb:.0f} MB at most"
        )
        return finish(line, findings, began)


def _worker(fuzz: Fuzz, place: Path) -> Callable[[int], Told]:
    """Begin in a worker of its own: folders of its own."""
    own = place / str(os.getpid())
    for name in ("work", "tmp"):
        (own / name).mkdir(parents=True)
    os.environ |= {"GRIDWAR_HOME": str(own / "home"), "TMPDIR": str(own / "tmp")}
    import tempfile

    tempfile.tempdir = str(own / "tmp")
    fuzz._work, fuzz._home = own / "work", own / "home"
    # Which fields a script has is explained with every refusal, and is the same each time.
    vars(read_script)["schema_of"] = lru_cache(vars(read_script)["schema_of"])
    return fuzz.attempt


def _listed(done: dict[str, int]) -> str:
    ranked = sorted(done.items(), key=lambda one: -one[1])
    return ", ".join(f"{times} {kind}" for kind, times in ranked)


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tests.slow.fuzz", description=__doc__)
    parser.add_argument("count", type=int, nargs="?", default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=float("inf"))
    parser.add_argument("--only", type=lambda text: text.split(","), default=())
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--case", type=int)
    parser.add_argument("--read", type=Path)
    chosen = parser.parse_args(arguments)
    if chosen.read is None and chosen.case is None:
        return campaign(chosen.count, chosen.seed, chosen.only, chosen.minutes, chosen.workers)
    began, findings = time.perf_counter(), Findings()
    with own_home() as place:
        if chosen.read is not None:
            for found in filter(None, read_kept(chosen.read.resolve(), place / "work")):
                findings.add(found)
        else:
            fuzz = Fuzz(chosen.seed, place, chosen.only, place / "found")
            if found := fuzz.tried(fuzz.case(chosen.case), chosen.case):
                findings.add(found)
    return finish("fuzz, once more", findings, began)


if __name__ == "__main__":
    sys.exit(main())
