"""``python -m tests.slow.play [ACTS]``: random play of every system that is offered.

Offered actions, moves, commands that nobody offers, the GM's corrections, answers, undo, redo,
amendments, jumps and reopenings, on every sample fight and on blank maps. After each act it is seen
whether what must always hold does (see ``playing.checks``). ``--wild`` lets the GM set values out
of any sense. What goes wrong is kept, without the acts it does not need; ``--read FILE`` plays it
again.
"""

from __future__ import annotations

import argparse
import contextlib
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
    short_hash,
    signature,
    within,
)
from tests.slow.crew import Crew, Told
from tests.slow.playing.checks import kept, shown, sound
from tests.slow.playing.choosing import SHOWN_AFTER, Player
from tests.slow.playing.fight import Act, PlayedFight, starts

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

ACTS_A_FIGHT = 250
MOST_ACT_S = 10.0
SHRINKING_S = 12.0
FIGHT_S = 600.0
"""After which a worker is taken for stuck: a case is a whole fight."""


class Play:
    """The campaign: fights by number."""

    def __init__(
        self,
        seed: int,
        folder: Path,
        *,
        wild: bool = False,
        only: Sequence[str] = (),
        found: Path = FOUND,
    ) -> None:
        self.seed = seed
        self.wild = wild
        self.folder = folder
        self.counts: Counter[str] = Counter()
        self._starts = [one for one in starts() if not only or one[0] in only]
        self._found = found
        self._kept: set[tuple[str, str]] = set()
        self.repeat = f"python -m tests.slow.play --seed {seed}{' --wild' * wild}"

    def attempt(self, number: int, acts: int = ACTS_A_FIGHT) -> Told:
        """Play the fight of a number; shorten and keep it where something goes wrong."""
        start = self._starts[number % len(self._starts)]
        fight = PlayedFight(start, self.seed * 100_000 + number, emptied(self.folder))
        chance = random.Random(f"{self.seed}:{number}:{start}")
        error = attempted(lambda: _play(Player(fight, chance, wild=self.wild), acts))
        found, detail = ("", "") if error is None else (signature(error), str(error)[:300])
        with contextlib.suppress(Exception):  # what it failed with may fail once more
            fight.close()
        self.counts += fight.counts
        if not found:
            return Told(start[0])
        detail = f"{start[1] or 'a blank map'}, fight {number}, act {len(fight.acts)}: {detail}"
        repeat = f"{self.repeat} --fight {number}"
        if (start[0], found) not in self._kept:
            self._kept.add((start[0], found))
            repeat = f"python -m tests.slow.play --read {self._keep(fight, number, found)}"
        return Told(start[0], found, detail, repeat)

    def _keep(self, fight: PlayedFight, number: int, found: str) -> Path:
        record = {
            "system": fight.system_id,
            "fight": fight.name,
            "found": found,
            "seed": self.seed * 100_000 + number,
            "acts": fight.acts,
        }
        if not found.startswith("Stuck"):
            record["acts"] = shortened(record, self.folder)
        text = json.dumps(record, indent=1)
        return keep(f"play/{fight.system_id}-{short_hash(found)}.json", text.encode(), self._found)


def played_again(record: dict[str, Any], folder: Path) -> str:
    """Play acts once more; return the signature of what goes wrong, or nothing."""
    acts: list[Act] = record["acts"]
    on_file = any(act[0] == "reopen" for act in acts)
    fight = PlayedFight(
        (record["system"], record["fight"]), record["seed"], folder, on_file=on_file
    )
    error = attempted(lambda: _all_again(fight, acts))
    with contextlib.suppress(Exception):
        fight.close()
    return "" if error is None else signature(error)


def _play(player: Player, acts: int) -> None:
    for _act in range(acts):
        with within(MOST_ACT_S):
            player.step()


def _all_again(fight: PlayedFight, acts: list[Act]) -> None:
    with within(MOST_ACT_S * 3):
        for at, act in enumerate(acts):
            _again(fight, act, thorough=at > len(acts) - 6)
        fight.do(["replay"])


def _again(fight: PlayedFight, act: Act, *, thorough: bool) -> None:
    fight.do(act)
    now = fight.session.encounter
    sound(now)
    if thorough or (act[0] == "submit" and act[1]["kind"] in SHOWN_AFTER):
        shown(fight.system, now)
    if thorough:
        kept(now, fight.codec)


def shortened(record: dict[str, Any], folder: Path) -> list[Act]:
    """Leave out acts as long as the same goes wrong, for a while."""
    acts, wanted = list(record["acts"]), record["found"]
    end = time.monotonic() + SHRINKING_S
    if played_again(record, folder) != wanted:
        return acts
    size = max(1, len(acts) // 2)
    while size and time.monotonic() < end:
        at = 0
        while at < len(acts) and time.monotonic() < end:
            fewer = acts[:at] + acts[at + size :]
            if fewer and played_again({**record, "acts": fewer}, folder) == wanted:
                acts = fewer
            else:
                at += size
        size //= 2
    return acts


def read_kept(path: Path, folder: Path) -> str:
    """Play a kept fight once more; return the signature of what goes wrong, or nothing."""
    return played_again(json.loads(path.read_bytes()), folder)


def _worker(play: Play, place: Path) -> Callable[[int], Told]:
    """Begin in a worker of its own, and tell what was done with each fight."""
    own = place / str(os.getpid())
    play.folder = own / "work"
    play.folder.mkdir(parents=True)
    os.environ["GRIDWAR_HOME"] = str(own / "home")

    def attempt(number: int) -> Told:
        told = play.attempt(number)
        (place / f"counts-{os.getpid()}.json").write_text(json.dumps(play.counts))
        return told

    return attempt


def campaign(acts: int, chosen: argparse.Namespace) -> int:
    """Play so many acts, in worker processes; return the exit code."""
    began, findings = time.perf_counter(), Findings()
    with own_home() as place:
        play = Play(chosen.seed, place / "work", wild=chosen.wild, only=chosen.only)
        crew = Crew(
            partial(_worker, play, place),
            max(1, acts // ACTS_A_FIGHT),
            findings,
            chosen.workers,
            silent_s=FIGHT_S,
            until=time.monotonic() + chosen.minutes * 60,
            repeat=f"{play.repeat} --fight {{number}}",
        )
        crew.run()
        counts: Counter[str] = Counter()
        for one in place.glob("counts-*.json"):
            counts.update(json.loads(one.read_text()))
        words = {"accepted", "refused", "asked", "odds compared"}
        total = sum(times for name, times in counts.items() if name not in words)
        took = time.perf_counter() - began
        shown_counts = ", ".join(f"{times} {name}" for name, times in counts.most_common())
        line = (
            f"play{' wild' * chosen.wild} seed {chosen.seed}: {total} acts in "
            f"{sum(crew.done.values())} fights ({shown_counts}), {total / took:.0f} a second, "
            f"{crew.most_mb:.0f} MB at most"
        )
        return finish(line, findings, began)


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tests.slow.play", description=__doc__)
    parser.add_argument("acts", type=int, nargs="?", default=30_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--wild", action="store_true")
    parser.add_argument("--minutes", type=float, default=float("inf"))
    parser.add_argument("--only", type=lambda text: text.split(","), default=())
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--fight", type=int)
    parser.add_argument("--read", type=Path)
    chosen = parser.parse_args(arguments)
    if chosen.read is None and chosen.fight is None:
        return campaign(chosen.acts, chosen)
    began, findings = time.perf_counter(), Findings()
    with own_home() as place:
        if chosen.read is not None:
            if found := read_kept(chosen.read, place / "work"):
                findings.add(found)
        else:
            play = Play(chosen.seed, place / "work", wild=chosen.wild, only=chosen.only)
            told = play.attempt(chosen.fight)
            if told.signature:
                findings.add(told.signature, told.detail, told.repeat)
    return finish("play, once more", findings, began)


if __name__ == "__main__":
    sys.exit(main())
