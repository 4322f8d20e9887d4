"""Where could I stand: a sentence of five chips on a large map of rooms, and one chip changed."""

from __future__ import annotations

import statistics
from random import Random
from time import thread_time
from typing import TYPE_CHECKING

from gridwar.control.moves.route_and_reach import RoutePlanner
from gridwar.engine.insight.stands.chips import ALL, NOW, Chip, ChipKind
from gridwar.engine.insight.stands.fight_for_stands import Reached, Whose
from gridwar.engine.insight.stands.sentence import StandSearch
from gridwar.grid.movement.movement_graph import LazyGrid
from gridwar.grid.movement.reach import reach
from gridwar.model.battlemap import BattleMap
from gridwar.model.cover_kinds import Cover
from gridwar.model.geometry import SUBCELL, Cell, Point
from gridwar.model.walls import Wall
from tests.bench.frame import Figures, Row
from tests.support.sample_fights import begun_sample

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit.rule_system import System
    from gridwar.model.encounter import Encounter

SIDE, ROOM, FOES = 200, 8, 10
NEAR = 30
"""Squares from the middle in which foes stand."""
ROUNDS = 9


def rooms(dice: Random) -> BattleMap:
    """Return a map of rooms with gaps for doors, a tenth of its walls low."""
    walls = list[Wall]()
    for x in range(0, SIDE, ROOM):
        for y in range(0, SIDE, ROOM):
            gap = dice.randrange(1, ROOM - 1)
            for a, b in (
                ((x, y), (x + gap, y)),
                ((x + gap + 1, y), (x + ROOM, y)),
                ((x, y), (x, y + gap)),
                ((x, y + gap + 1), (x, y + ROOM)),
            ):
                if a == b:
                    continue
                name = f"w{len(walls)}"
                start, end = (Point(px * SUBCELL, py * SUBCELL) for px, py in (a, b))
                is_low = dice.random() < 0.1
                one = (
                    Wall.low(name, start, end, Cover()) if is_low else Wall(id=name, a=start, b=end)
                )
                walls.append(one)
    return BattleMap(width=SIDE, height=SIDE, walls=tuple(walls))


def large_fight(name: str) -> tuple[System, Encounter, str]:
    """Return a fight of one against ten in the middle of the rooms, in the turn of the one."""
    dice = Random(7)
    system, state = begun_sample(name)
    page = rooms(dice)
    acting = state.turn or next(iter(state.combatants))
    middle = SIDE // 2
    me = state[acting].replace(pos=Cell(middle + 1, middle + 1), trail=(), side="1")
    kind = next(one for one in state.everyone() if one.id != acting and one.pos is not None)
    foes = {}
    for number in range(FOES):
        x, y = (dice.randrange(middle - NEAR, middle + NEAR) for _axis in "xy")
        one = kind.replace(id=f"foe{number}", name=f"Foe {number}", side="2", pos=Cell(x, y))
        foes[one.id] = one.replace(trail=())
    return system, state.replace(map=page, combatants={acting: me, **foes}), acting


def far_reach(system: System, state: Encounter, who: str) -> Reached:
    """Return where somebody gets to who moves more than twice as far: some 1,900 squares."""
    planner = RoutePlanner(system, state, who)
    movement, pos = planner.movement, state[who].pos
    assert pos is not None
    far = round(2.3 * movement.zones[-1].limit)
    cells = reach(LazyGrid(movement.ground, movement.rule), pos, far).ends
    ground = movement.ground
    return Reached(
        (("far", frozenset(cells)),),
        cells,
        frozenset(),
        lambda cell: ground.may_stop(cell) and ground.why_closed(cell) is None,
    )


def sentence(search: StandSearch) -> tuple[Chip, ...]:
    """Return the five chips."""
    band = search.choices[ChipKind.RANGE].values[-1]
    return (
        Chip(ChipKind.REACH),
        Chip(ChipKind.SEES, whom="foe0"),
        Chip(ChipKind.COVER, "half", ALL),
        Chip(ChipKind.RANGE, band, "foe0"),
        Chip(ChipKind.THREAT, NOW, ALL),
    )


def _searches(state: Encounter, system: System, who: str, found: Reached) -> Iterator[StandSearch]:
    while True:
        yield StandSearch(system, state.replace(), Whose(who), found)


def _measure() -> tuple[list[float], list[float], str]:
    """Return the times of whole sentences and of one chip changed, in ms of CPU, and a note."""
    system, state, who = large_fight("drowned-heron")
    found = far_reach(system, state, who)
    whole, step = list[float](), list[float]()
    for search, _round in zip(_searches(state, system, who, found), range(ROUNDS), strict=False):
        began = thread_time()
        chips = sentence(search)  # what is offered belongs to it
        answer = search.answer(chips)
        whole.append((thread_time() - began) * 1e3)
        nearer = Chip(ChipKind.RANGE, search.choices[ChipKind.RANGE].values[0], "foe0")
        others = (
            (2, Chip(ChipKind.COVER, "quarter", ALL)),
            (3, nearer),
            (1, Chip(ChipKind.SEES, whom="foe1")),
        )
        for at, other in others:
            began = thread_time()
            search.answer((*chips[:at], other, *chips[at + 1 :]))
            step.append((thread_time() - began) * 1e3)
    squares = sum(len(part) for _label, part in found.zones)
    left = ", ".join(str(one.left) for one in answer.chips)
    return whole, step, f"{squares} squares reached, {len(state.map.walls)} walls; left: {left}"


def _search() -> Figures:
    whole, _step, note = _measure()
    return Figures(min(whole), {"median": statistics.median(whole) / 1e3}, "ms", note)


def _changed() -> Figures:
    _whole, step, note = _measure()
    dearest = max(min(step[n::3]) for n in range(3))
    return Figures(dearest, {"median": statistics.median(step) / 1e3}, "ms", note)


ROWS = (
    Row(
        "stand-search",
        "five chips on 200 x 200 with ten foes, CPU, least of nine",
        "the bound alone",
        60,
        _search,
    ),
    Row(
        "stand-step",
        "one of them changed, the dearest of three, least of nine",
        "the bound alone",
        10,
        _changed,
    ),
)
