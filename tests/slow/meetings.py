"""``python -m tests.slow.meetings``: where two rules meet; legal play that seeks what has not met.

For each system a matrix of the states that combatants are in (badges, ties, effects, what is spent,
cover between actor and target …) against the deeds that are offered. Play steers towards pairs not
yet met and is read as a referee reads it (``playing.reading``). What is wrong is made as short as
can be and kept as a script that ``gridwar run`` plays; ``--read FILE`` reads one again.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from gridwar.engine.play.outcome import Accepted
from gridwar.headless.script import Script
from gridwar.model.battlemap import BattleMap
from gridwar.model.command import Act
from gridwar.storage.codec import plain
from tests.slow.campaign import (
    FOUND,
    Findings,
    attempted,
    finish,
    keep,
    own_home,
    say,
    short_hash,
)
from tests.slow.playing.fault import raised
from tests.slow.playing.moments import Moment
from tests.slow.playing.reading import NOT_CHOSEN, Reader
from tests.slow.playing.scripted import (
    Deed,
    KnownReplies,
    as_json,
    beginning,
    deeds_of,
    perform,
    with_deeds,
)
from tests.slow.playing.walking import Walk, row_of
from tests.support.every_system import every_id, find

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from gridwar.model.encounter import Encounter
    from tests.slow.playing.scripted import Played
    from tests.slow.playing.walking import Met

SHRINKING_S = 8.0
_SHOWN_DEEDS = 12
"""Columns of unmet pairs that are printed for a state."""


class Meetings(NamedTuple):
    """What a walk came to: the walk, and what is wrong by name, with the first place of each."""

    walk: Walk
    times: Counter[str]
    first: dict[str, Met]


def walked(
    system_id: str, commands: int, seed: int, until: Callable[[], bool] = lambda: False
) -> Meetings:
    """Walk through the fights of a system.

    Args:
        system_id: The system.
        commands: How many commands are played.
        seed: The same seed makes the same walk.
        until: Ends it before.
    """
    walk = Walk(find(system_id), random.Random(f"{system_id}:{seed}"))
    found = Meetings(walk, Counter(), {})
    while walk.commands < commands and not until():
        for met in walk.step():
            found.times[met.fault.name] += 1
            found.first.setdefault(met.fault.name, met)
    return found


# --- playing again -----------------------------------------------------------------------------


def faults_of(script: Script, *, thorough: bool = True) -> list[str]:
    """Play a script to its end and return the names of all faults.

    Args:
        script: What ``with_deeds`` has written.
        thorough: Also read all that is offered before the last command.
    """
    return _read(script, deeds_of(script), thorough=thorough)[0]


def _read(
    script: Script, deeds: tuple[Deed, ...], *, thorough: bool
) -> tuple[list[str], tuple[Deed, ...]]:
    """Return the faults of some deeds and the deeds as they were played, refused ones left out."""
    system = find(script.system)
    reader, moment = Reader(system), Moment(system, beginning(script))
    names: list[str] = []
    done: list[Deed] = []
    for number, deed in enumerate(deeds, start=1):
        is_last = number == len(deeds)
        how = {"thorough": thorough and is_last, "fields": script.title.startswith(NOT_CHOSEN)}
        played = attempted(partial(_played, reader, moment, deed, names, **how))
        if isinstance(played, BaseException):
            names.append(raised(deed.command, played).name)
            done.append(Deed(deed.command))
            break
        if isinstance(played.outcome, Accepted):
            done.append(Deed(deed.command, played.replies))
            moment = Moment(system, played.outcome.encounter)
        elif is_last:
            done.append(Deed(deed.command, played.replies, is_refused=True))
    return names, tuple(done)


def _played(
    reader: Reader, moment: Moment, deed: Deed, names: list[str], *, thorough: bool, fields: bool
) -> Played:
    """Play a deed once more and note what is wrong with it."""
    known = KnownReplies(deed.replies)
    played = perform(moment.system, moment.now, deed.command, known.answer, known)
    names += [one.name for one in reader.step(moment, deed.command, played, closely=thorough)]
    if thorough:
        names += _offers(reader, moment, deed, played, fields=fields)
    return played


def _offers(
    reader: Reader, moment: Moment, last: Deed, played: Played, *, fields: bool
) -> list[str]:
    who = last.command.actor
    if who is not None and who not in moment.now:
        return []
    found = [one.name for one in reader.offers(moment, who)]
    is_accepted = isinstance(played.outcome, Accepted)
    if is_accepted and isinstance(last.command, Act) and moment.now.turn == who:
        checks = (reader.is_offered, *((reader.can_be_chosen,) if fields else ()))
        faults = [check(moment, last.command) for check in checks]
        found += [one.name for one in faults if one is not None]
    return found


def shortened(met: Met) -> Script:
    """Return a script with as few commands and combatants as show a fault."""
    name, last = met.fault.name, met.last if met.fault.last is None else met.fault.last
    start, deeds = met.place.start.replace(title=name), met.place.deeds()
    end = time.process_time() + SHRINKING_S

    def shows(start: Script, deeds: Sequence[Deed]) -> bool:
        return name in _read(start, (*deeds, last), thorough=True)[0]

    if shows(start, deeds):
        deeds = _fewer(deeds, lambda some: shows(start, some), end)
        for one in start.combatants:
            rest = tuple(other for other in start.combatants if other != one)
            fewer = start.replace(combatants=rest)
            if time.process_time() < end and _holds(fewer) and shows(fewer, deeds):
                start = fewer
        page = BattleMap(width=start.map.width, height=start.map.height, scale=start.map.scale)
        if shows(start.replace(map=page), deeds):
            start = start.replace(map=page)
        deeds = _fewer(deeds, lambda some: shows(start, some), end)
    return with_deeds(start, _read(start, (*deeds, last), thorough=False)[1], name)


def _holds(script: Script) -> bool:
    """Tell whether nothing in a fight names somebody who is not there."""
    now: Encounter = beginning(script)
    return bool(now.combatants) and not now.strangers


def _fewer(
    deeds: tuple[Deed, ...], shows: Callable[[tuple[Deed, ...]], bool], end: float
) -> tuple[Deed, ...]:
    size = max(1, len(deeds) // 2)
    while size:
        at = 0
        while at < len(deeds) and time.process_time() < end:
            rest = deeds[:at] + deeds[at + size :]
            if shows(rest):
                deeds = rest
            else:
                at += size
        size //= 2
    return deeds


def read_script(path: Path) -> Script:
    """Read a script that was kept."""
    return Script.model_validate(plain(path.read_bytes()))


def _kept(met: Met, root: Path) -> Path:
    script = shortened(met)
    name = f"meetings/{script.system}-{short_hash(met.fault.name)}.json"
    return keep(name, (json.dumps(as_json(script), indent=1) + "\n").encode(), root)


# --- what is printed ---------------------------------------------------------------------------


def matrix(walk: Walk) -> str:
    """Return which deeds each state has met, a line a state, the least met first."""
    lines: list[tuple[int, str]] = []
    for state in sorted({state for state, _deed in (*walk.played, *walk.refused)}):
        deeds = sorted(deed for deed, rows in walk.columns.items() if row_of(state) in rows)
        played = sum(bool(walk.played[state, deed]) for deed in deeds)
        never = [one for one in deeds if not walk.met(state, one)]
        shown = ", ".join(never[:_SHOWN_DEEDS]) + " …" * (len(never) > _SHOWN_DEEDS)
        counts = f"played {played:3}  refused {len(deeds) - played - len(never):3}"
        lines.append((played, f"{state:36} {counts}  unmet {len(never):3}  {shown}".rstrip()))
    return "\n".join(line for _played, line in sorted(lines))


def _campaign(system_id: str, chosen: argparse.Namespace, findings: Findings) -> str:
    began, cpu = time.monotonic(), time.process_time()
    end = began + chosen.minutes * 60
    found = walked(system_id, chosen.commands, chosen.seed, lambda: time.monotonic() > end)
    took, walk = time.process_time() - cpu, found.walk
    if chosen.matrix:
        say(matrix(walk))
    for name, times in found.times.most_common():
        path = _kept(found.first[name], chosen.found)
        repeat = f"python -m tests.slow.meetings --read {path}"
        findings.add(f"{system_id}: {name}", found.first[name].fault.detail, repeat)
        findings.times[f"{system_id}: {name}"] = times
    pairs = len(set(walk.refused) - set(walk.played))
    return (
        f"{system_id}: {walk.commands} commands, {walk.commands / took:.0f} a second, "
        f"{len(walk.played)} pairs played, {pairs} refused alone"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tests.slow.meetings", description=__doc__)
    parser.add_argument("--system", action="append", choices=every_id())
    parser.add_argument("--commands", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=float("inf"))
    parser.add_argument("--found", type=Path, default=FOUND)
    parser.add_argument("--no-matrix", dest="matrix", action="store_false")
    parser.add_argument("--read", type=Path)
    chosen = parser.parse_args(arguments)
    began, findings = time.perf_counter(), Findings()
    if chosen.read is not None:
        for name in faults_of(read_script(chosen.read)):
            findings.add(name)
        return finish("meetings, once more", findings, began)
    with own_home():
        lines = [_campaign(one, chosen, findings) for one in chosen.system or every_id()]
    return finish(f"meetings seed {chosen.seed}: {'; '.join(lines)}", findings, began)


if __name__ == "__main__":
    sys.exit(main())
