"""Rows of memory: how large its events are, and replaying them beside seeing all of it anew."""

from __future__ import annotations

import time
from functools import cache, reduce
from random import Random
from statistics import mean
from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridwar.caches import forget_fight
from gridwar.engine.gm.combatant_commands import Place
from gridwar.engine.gm.commands_together import Together
from gridwar.engine.kit.evolve import evolve
from gridwar.engine.kit.senses import Sense, SenseKind
from gridwar.engine.session.session import Session
from gridwar.model.events_fog import Explored
from gridwar.model.geometry import Cell
from gridwar.model.memory import FogMode, Vision
from gridwar.storage.json_codec import Codec, encode
from gridwar.systems import find_system
from tests.bench.frame import Figures, Row, against, side_by_side
from tests.bench.sight import BIG, MANY, chains, rooms

if TYPE_CHECKING:
    from gridwar.engine.kit.rule_system import System
    from gridwar.engine.session.journal_rows import Row as JournalRow
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.encounter import Encounter

FREEFORM = find_system("freeform")
_DIM = Sense(SenseKind.EYE, range_m=24 * FREEFORM.new_encounter().map.scale.cell_m)
SHORT_SIGHTED = replace(
    FREEFORM,
    id="short-sighted",
    board=replace(FREEFORM.board, senses=lambda _encounter, _who: (_DIM,)),
)
"""Freeform, but nobody sees farther than 24 cells."""
PARTY, MOVES, STEPS = 4, 60, 6
MIDDLE, LEAST, MOST = 60, 10, 190


def _begun(page: BattleMap, system: System) -> Encounter:
    """Return a fight by sight in which four stand together."""
    fight = FREEFORM.new_encounter().replace(system=system.id, map=page)
    fight = fight.replace(vision=Vision(mode=FogMode.BY_SIGHT))
    for number in range(PARTY):
        cell = Cell(MIDDLE + number % 2, MIDDLE + number // 2)
        one = FREEFORM.new_combatant(f"p{number}", f"p{number}", "1").replace(pos=cell)
        fight = fight.with_combatant(one)
    return fight


def _moves() -> list[Together]:
    """Return moves of six cells each, one of the party after the other, cell by cell."""
    random, at, found = Random(4), {}, list[Together]()
    for number in range(PARTY):
        at[number] = Cell(MIDDLE + number % 2, MIDDLE + number // 2)
    while len(found) < MOVES:
        who = len(found) % PARTY
        dx, dy = random.choice([(1, 0), (0, 1), (-1, 0), (1, 1), (1, 0), (0, 1)])
        way = [at[who].shifted(dx * step, dy * step) for step in range(1, STEPS + 1)]
        if all(LEAST < side < MOST for side in way[-1]):
            at[who] = way[-1]
            found.append(Together(commands=tuple(Place(to=((f"p{who}", cell),)) for cell in way)))
    return found


@cache
def _played(page_name: str, system: System) -> tuple[Encounter, tuple[JournalRow, ...]]:
    """Return a fight before a walk through rooms or open ground, and the rows of it."""
    page = rooms(BIG, MANY) if page_name == "rooms" else chains(BIG, MANY)
    session = Session(system, _begun(page, system))
    session.submit(Place(to=(("p0", Cell(MIDDLE, MIDDLE)),)))
    for command in _moves():
        session.submit(command)
    return session.history.state(1), session.history.line(session.position.tip)[1:]


def _bytes(page_name: str, system: System) -> list[int]:
    """Return how many bytes the memory of each move takes in the file."""
    return [
        sum(len(encode(event)) for event in row.events if isinstance(event, Explored))
        for row in _played(page_name, system)[1]
    ]


def size_of_events() -> Figures:
    """Count the bytes of what a move of six cells adds to the memory of four, on open ground."""
    near = _bytes("open", SHORT_SIGHTED)
    rest = {
        "rooms": _bytes("rooms", SHORT_SIGHTED),
        "seen to the map's end": _bytes("open", FREEFORM),
        "in rooms": _bytes("rooms", FREEFORM),
    }
    note = ", ".join(f"{name} {mean(sizes):.0f}" for name, sizes in rest.items())
    return Figures(mean(near), unit="bytes", note=note)


def replay() -> Figures:
    """Measure sixty moves replayed from their text, beside seeing anew what was seen on them."""
    start, rows = _played("open", FREEFORM)
    codec = Codec(FREEFORM)
    texts = [encode(event) for row in rows for event in row.events]

    def replayed() -> Encounter:
        return reduce(evolve, map(codec.event, texts), start)

    def anew() -> Encounter:
        forget_fight()
        session = Session(FREEFORM, start)
        for command in _moves():
            session.submit(command)
        return session.encounter

    assert replayed().vision == anew().vision
    rivals = {"replayed": replayed, "seen anew": anew}
    return against("replayed", "seen anew", side_by_side(rivals, 3, time.thread_time))


ROWS = (
    Row(
        "memory-event",
        "what a move of six cells adds to memory, radius 24, open ground",
        "bytes of its event",
        2500,
        size_of_events,
    ),
    Row("memory-replay", "sixty moves with their memory replayed", "seen anew", 0.05, replay),
)
