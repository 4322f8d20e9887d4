"""Charts of squares: what they take beside rehearsing each of their pairs once.

A pair is an attack of a foe and a square. The peer begins each foe's turn, puts somebody down on
every square that the chart tells of, and rehearses each attack there up to its first roll: what the
rules take to say whether it is possible. The chart has to place and settle, to rehearse what no
answers to questions of places tell, and to explore what differs. Both begin with nothing kept of
the fight (``forget_fight``), in turn, round after round; the least time of each counts.
"""

from __future__ import annotations

from time import thread_time
from typing import TYPE_CHECKING

from gridwar.caches import forget_fight
from gridwar.engine.insight.chart import Charting
from gridwar.engine.insight.danger_and_chance import Danger
from gridwar.engine.insight.provisional import Provisional
from gridwar.engine.insight.strikes import strikes_of
from gridwar.engine.kit.offers_and_actions import Target
from gridwar.engine.play.ahead_of_command import attended
from gridwar.engine.play.rehearsal import Rehearsal
from gridwar.model.geometry import Cell
from tests.bench.frame import Figures, Row, against, least_in_turn
from tests.support.charts_apart import FIGHTS, NEAR, apart, with_twins
from tests.support.going_there import in_turn
from tests.support.sample_fights import begun_sample

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.engine.kit.rule_system import System
    from gridwar.model.encounter import Encounter

REACH = 10
"""Squares each way round the one in question."""
FOES = 10
FIRST = 25
PEER = "each pair rehearsed once"


def _around(state: Encounter, who: str) -> list[Cell]:
    home, page = state[who].pos or Cell(0, 0), state.map
    return [
        Cell(x, y)
        for x in range(max(0, home.x - REACH), min(page.width, home.x + REACH + 1))
        for y in range(max(0, home.y - REACH), min(page.height, home.y + REACH + 1))
    ]


def _rehearsed_once(system: System, state: Encounter, who: str, cells: list[Cell]) -> float:
    """Return how long it takes to rehearse every pair of foe's attack and square, in seconds."""
    charts = Charting(system, state, who)
    turns = {foe: in_turn(system, state, foe) for foe in charts.foes}
    actions = {foe: strikes_of(system, turns[foe], foe)[0] for foe in charts.foes}
    possible = [cell for cell in cells if not isinstance(charts.placed(cell), str)]
    forget_fight()
    began = thread_time()
    for cell in possible:
        for foe, turn in turns.items():
            there = turn.with_combatant(turn[who].replace(pos=cell, trail=()))
            for action in actions[foe]:
                command = action.make(Target(combatant=who))
                Rehearsal(system, there, command, {}).preview(attended)
    return thread_time() - began


def _near_first(state: Encounter, who: str) -> list[Cell]:
    home = state[who].pos or Cell(0, 0)
    return sorted(_around(state, who), key=lambda cell: (_far(cell, home), cell))


def _far(cell: Cell, home: Cell) -> int:
    return max(abs(cell.x - home.x), abs(cell.y - home.y))


def _setting(name: str) -> tuple[System, Encounter, str]:
    """Return a sample fight with as many foes of somebody's as the bounds are meant for."""
    system, state = begun_sample(name)
    who = next(one.id for one in state.everyone() if one.side == "1" and one.pos)
    foes = Charting(system, state, who).foes
    return system, with_twins(state, foes, FOES), who


def _side_by_side(
    ours: str, run: Callable[[System, Encounter, str, list[Cell]], float], name: str
) -> dict[str, float]:
    """Return the least seconds of something and of each pair rehearsed once, both cold."""
    system, state, who = _setting(name)
    cells = _near_first(state, who)
    return least_in_turn(
        {
            ours: lambda: run(system, state, who, cells),
            PEER: lambda: _rehearsed_once(system, state, who, cells),
        }
    )


def _chart(name: str) -> Figures:
    note = ""

    def whole(system: System, state: Encounter, who: str, cells: list[Cell]) -> float:
        nonlocal note
        forget_fight()
        began = thread_time()
        charts = Charting(system, state, who)
        told = list(charts.worked_out(cells))
        took = thread_time() - began
        pairs, explored = charts.counted
        note = f"{len(told)} squares, {pairs} pairs rehearsed, {explored} explored"
        return took

    seconds = _side_by_side("whole chart", whole, name)
    return against("whole chart", PEER, seconds, note)


def _classes(name: str) -> Figures:
    """Return what a provisional chart takes, and how many of its squares were right."""
    charts: list[tuple[Charting, Provisional, dict[Cell, Danger | str]]] = []

    def provisional(system: System, state: Encounter, who: str, cells: list[Cell]) -> float:
        forget_fight()
        began = thread_time()
        charting = Charting(system, state, who)
        some = Provisional(charting)
        told = {cell: some.danger(cell) for cell in cells}
        took = thread_time() - began
        charts.append((charting, some, told))
        return took

    seconds = _side_by_side("provisional chart", provisional, name)
    charting, some, told = charts[-1]
    pairs, explored = charting.counted
    off = sum(
        isinstance(one, Danger)
        and isinstance(real := some.confirmed_danger(cell), Danger)
        and abs(one.loss - real.loss) > NEAR
        for cell, one in told.items()
    )
    note = f"{pairs} pairs rehearsed, {explored} explored; {off} of {len(told)} put right later"
    return against("provisional chart", PEER, seconds, note)


def _first(name: str) -> Figures:
    """Return how long the first 25 squares take, nothing known before: the least of three."""
    system, state, who = _setting(name)
    cells = _near_first(state, who)[:FIRST]
    note = ""

    def first() -> float:
        nonlocal note
        forget_fight()
        began = thread_time()
        charts = Charting(system, state, who)
        some = Provisional(charts)
        for cell in cells:
            some.danger(cell)
        took = thread_time() - began
        pairs, explored = charts.counted
        note = f"{len(charts.foes)} foes, {pairs} pairs rehearsed, {explored} explored"
        return took

    return Figures(least_in_turn({"first": first})["first"], unit="s", note=note)


def _apart() -> Figures:
    compared, wrong = 0, list[str]()
    for names in FIGHTS.values():
        for seed in (21,):
            n, more = apart(names[0], squares=6, seed=seed, chance=False)
            compared, wrong = compared + n, wrong + more
    return Figures(
        len(wrong), unit="squares", note=f"of {compared} pairs of foe and square; {wrong[:2] or ''}"
    )


ROWS = (
    Row(
        "chart-cepheus",
        "danger of the squares round somebody in the inn",
        "rehearsing the same pairs once",
        1.25,
        lambda: _chart("drowned-heron"),
    ),
    Row(
        "chart-arrgs",
        "danger of the squares round somebody at the ford",
        "rehearsing the same pairs once",
        1.25,
        lambda: _chart("ford"),
    ),
    Row(
        "chart-vault",
        "the same where attacks in melee have long odds, and some are sampled",
        "rehearsing the same pairs once",
        None,
        lambda: _chart("toll-vault"),
    ),
    Row(
        "chart-classes",
        "provisional chart, one square of each class rehearsed",
        "rehearsing every pair once",
        0.40,
        lambda: _classes("drowned-heron"),
    ),
    Row(
        "chart-classes-arrgs",
        "the same at the ford",
        "rehearsing every pair once",
        0.40,
        lambda: _classes("ford"),
    ),
    Row(
        "chart-first",
        "25 squares round somebody in the inn",
        "caches cold",
        None,
        lambda: _first("drowned-heron"),
    ),
    Row(
        "chart-first-arrgs",
        "25 squares round somebody at the ford",
        "caches cold",
        None,
        lambda: _first("ford"),
    ),
    Row("chart-apart", "squares where chart and odds differ", "going there", 0, _apart),
)
