"""Squares of sample fights whose chart is held against really going there."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from gridwar.engine.insight.chart import Charting
from gridwar.engine.insight.danger_and_chance import Chance, Danger
from gridwar.model.geometry import Cell
from tests.support.going_there import attacks, gone_to, in_turn, reasons_against
from tests.support.sample_fights import begun_sample

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from gridwar.engine.insight.strikes import Strike
    from gridwar.engine.kit.rule_system import System
    from gridwar.model.encounter import Encounter
    from tests.support.going_there import Worth

FIGHTS = {
    "cepheus": ("drowned-heron", "hold"),
    "arrgs": ("gate-passage", "toll-vault", "ford"),
    "percentile": ("plaza", "rooftops"),
    "drive": ("courtyard", "goods-yard", "smithy"),
    "fluid": ("station-hall",),
    "freeform": ("cargo-deck",),
}
"""Sample fights by their rules."""
NEAR = 1e-9


def apart(
    name: str, squares: int, seed: int, *, chance: bool = True, twins: bool = False
) -> tuple[int, list[str]]:
    """Compare the chart with really going there on random squares of a sample fight.

    Args:
        name: The id of the sample.
        squares: How many of each of two people.
        seed: Of the dice that choose.
        chance: Whether chances are compared too.
        twins: Whether each foe has an equal beside it.

    Returns:
        How many pairs of attack and square were compared, and what differed, in words.
    """
    system, state = begun_sample(name, seed)
    dice, compared, wrong = Random(seed), 0, list[str]()
    people = [
        one for one in state.everyone() if one.pos and not system.cards.vital(state, one.id).out
    ]
    for one in dice.sample(people, min(2, len(people))):
        foes = Charting(system, state, one.id).foes
        there = with_twins(state, foes, 2 * len(foes)) if twins else state
        charts = Charting(system, there, one.id)
        n, more = apart_in(charts, _near(state, one.pos, squares, dice), chance=chance)
        compared, wrong = compared + n, wrong + [f"{name} {words}" for words in more]
    return compared, wrong


def apart_in(
    charts: Charting, cells: Iterable[Cell], *, chance: bool = True
) -> tuple[int, list[str]]:
    """Compare a chart with really going there, see `apart`."""
    system, state, who = charts.system, charts.encounter, charts.who
    compared, wrong = 0, list[str]()
    for cell in cells:
        there = gone_to(system, state, who, cell)
        if there is None:
            continue
        found = charts.danger(cell)
        assert isinstance(found, Danger)
        told, reasons = {strike.by: strike for strike in found.strikes}, dict(found.why_not)
        for foe in charts.foes:
            begun = in_turn(system, there, foe)
            real = attacks(system, begun, foe, who)
            compared += 1
            wrong += _differences("danger", cell, told.get(foe), real)
            if foe in reasons and reasons[foe] not in reasons_against(system, begun, foe, who):
                wrong.append(f"danger {cell}: {foe} has another reason than {reasons[foe]!r}")
        if chance:
            n, more = _chances(system, charts, there, cell)
            compared, wrong = compared + n, wrong + more
    return compared, wrong


def with_twins(state: Encounter, foes: Iterable[str], many: int) -> Encounter:
    """Return a fight in which there are so many foes: copies, beside those they are of.

    They have the same Initiative too: where rules let those act at once, they do.
    """
    ones = tuple(foes)
    taken = {one.pos for one in state.everyone()}
    for number in range(many - len(ones)):
        one = state[ones[number % len(ones)]]
        cell = next(at for at in _rings(one.pos or Cell(0, 0)) if at not in taken)
        taken.add(cell)
        twin = one.replace(id=f"{one.id}-{number}", name=f"{one.name} {number}", pos=cell)
        state = state.with_combatant(twin)
    return state


def _rings(middle: Cell) -> Iterator[Cell]:
    """Yield the squares two away from one, then three and so on, to the left and right."""
    for far in range(2, 20):
        for down in range(-far, far + 1):
            yield Cell(middle.x - far, middle.y + down)
            yield Cell(middle.x + far, middle.y + down)


def _chances(
    system: System, charts: Charting, there: Encounter, cell: Cell
) -> tuple[int, list[str]]:
    found, who = charts.chance(cell), charts.who
    assert isinstance(found, Chance)
    told, reasons = {strike.whom: strike for strike in found.strikes}, dict(found.why_not)
    begun = there if there.turn == who else in_turn(system, there, who)
    wrong = list[str]()
    for foe in charts.foes:
        wrong += _differences("chance", cell, told.get(foe), attacks(system, begun, who, foe))
        if foe in reasons and reasons[foe] not in reasons_against(system, begun, who, foe):
            wrong.append(f"chance {cell}: {foe} for another reason than {reasons[foe]!r}")
    return len(charts.foes), wrong


def _differences(
    name: str, cell: Cell, told: Strike | None, real: dict[str, Worth]
) -> Iterator[str]:
    if told is None:
        if real:
            yield f"{name} {cell}: nothing told of {real}"
        return
    if told.action not in real:
        yield f"{name} {cell}: {told.action} is refused there"
        return
    loss, down, chance = real[told.action]
    best = max((loss, down, chance or 0.0) for loss, down, chance in real.values())
    off = max(abs(told.loss - loss), abs(told.down - down), abs((told.chance or 0) - (chance or 0)))
    if off > NEAR or abs(told.loss - best[0]) > NEAR:
        yield f"{name} {cell}: {told.by} {told.action} {told.worth}, really {real}"


def _near(state: Encounter, home: Cell | None, squares: int, dice: Random) -> list[Cell]:
    """Return random squares of the map, most of them near somebody."""
    page, x, y = state.map, *(home or Cell(0, 0))
    around = [
        Cell(a, b)
        for a in range(max(0, x - 8), min(page.width, x + 9))
        for b in range(max(0, y - 8), min(page.height, y + 9))
    ]
    return dice.sample(around, min(squares, len(around)))
