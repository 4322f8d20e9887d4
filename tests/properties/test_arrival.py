"""Arrivals: what a square means to who comes there is what is found by really going there."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from gridwar.engine.gm.combatant_commands import Place
from gridwar.engine.insight.arrival import Arrival, Way, arrival
from gridwar.engine.insight.chart import Charting
from gridwar.engine.insight.ways_of_moving import reach_of, way_to
from gridwar.engine.kit.turn_and_move_commands import Move
from gridwar.engine.play.ahead_of_command import attended
from gridwar.engine.play.rehearsal import Rehearsal
from gridwar.model.geometry import Cell
from tests.support.charts_apart import FIGHTS
from tests.support.fights import begun
from tests.support.going_there import attacks, in_turn
from tests.support.sample_fights import begun_sample

if TYPE_CHECKING:
    from gridwar.engine.insight.strikes import Strike
    from gridwar.model.command import Command

SQUARES = 3


@pytest.mark.parametrize("system_id", sorted(set(FIGHTS) - {"percentile", "arrgs"}))
def test_what_is_told_before_going_is_found_after_going(system_id: str) -> None:
    """The best on each foe and each foe's worst equal the odds once the way has been gone."""
    _compare(FIGHTS[system_id][0], seed=5)


@pytest.mark.long
@pytest.mark.parametrize("name", ["gate-passage", "plaza"])
def test_the_same_where_odds_take_longer(name: str) -> None:
    """A way that costs points leaves fewer for an attack."""
    _compare(name, seed=5)


def _compare(name: str, seed: int) -> None:
    system, state = begun_sample(name)
    people = [*filter(None, (state.turn,)), *(one.id for one in state.everyone() if one.pos)]
    reaches = {one: reach_of(system, state, one, strikes=False) for one in people}
    who = next((one for one in people if reaches[one] is not None), people[0])
    charting, reach = Charting(system, state, who), reaches[who]
    page = state.map
    cells = [Cell(x, y) for x in range(page.width) for y in range(page.height)]
    Random(seed).shuffle(cells)
    gone: list[tuple[Cell, Command]] = []
    for cell in cells:
        if reach is None:  # the table moves them
            gone.append((cell, Place(to=((who, cell),))))
        elif way := way_to(reach, cell):
            gone.append((cell, Move(actor=who, path=way)))
    assert gone, "nobody gets anywhere"
    for cell, move in gone[:SQUARES]:
        there, _result = Rehearsal(system, state, move, {}).play(attended)
        told = arrival(charting, cell, Way(move))
        if there.combatants[who].pos != cell:
            assert isinstance(told, str)
            continue
        assert isinstance(told, Arrival)
        mine = {one.whom: one for one in told.chance.strikes}
        theirs = {one.by: one for one in told.danger.strikes}
        for foe in charting.foes:
            now = there if there.turn == who else in_turn(system, there, who)
            _same(mine.get(foe), attacks(system, now, who, foe))
            _same(theirs.get(foe), attacks(system, in_turn(system, there, foe), foe, who))


def _same(told: Strike | None, found: dict[str, tuple[float, float, float | None]]) -> None:
    if told is None:
        assert not found
    else:
        loss, down, chance = max(found.values(), key=lambda one: (one[0], one[1], one[2] or 0.0))
        assert (told.loss, told.down) == pytest.approx((loss, down), abs=0.02)
        assert told.chance == pytest.approx(chance)


def test_only_the_action_in_hand_counts() -> None:
    """With an action in hand the others are no chance of that square."""
    session = begun("cepheus", marine=(6, 3), gunman=(9, 3))
    charting = Charting(session.system, session.encounter, "marine")
    some = {one.id for one in charting.attacks_of("marine")}
    assert len(some) > 1
    for only in some:
        told = arrival(charting, Cell(6, 5), Way(only=only))
        assert isinstance(told, Arrival)
        assert {one.action for one in told.chance.strikes} <= {only}
        assert told.danger.strikes


def test_a_hidden_foe_changes_nothing() -> None:
    """What the side does not know is in no figure."""
    session = begun("cepheus", marine=(6, 3), gunman=(9, 3), brawler=(9, 6))
    hidden = session.encounter["brawler"].replace(hidden=True)
    side = session.encounter["marine"].side
    told = []
    for place in (Cell(9, 6), Cell(7, 5), Cell(15, 10)):
        world = session.encounter.with_combatant(hidden.replace(pos=place))
        charting = Charting(session.system, world, "marine", side=side)
        told.append(arrival(charting, Cell(6, 5), Way()))
    assert told[0] == told[1] == told[2]
    assert isinstance(told[0], Arrival)
    assert [one.by for one in told[0].danger.strikes] == ["gunman"]


def test_a_way_that_is_refused_says_why() -> None:
    """Nothing is told of a square that one cannot get to; of one where one stands it is."""
    session = begun("cepheus", marine=(6, 3), gunman=(9, 3))
    charting = Charting(session.system, session.encounter, "marine")
    far = Move(actor="marine", path=(Cell(12, 12),))
    assert isinstance(arrival(charting, Cell(12, 12), Way(far)), str)
    assert isinstance(arrival(charting, Cell(6, 3), Way()), Arrival)
    outside = Place(to=(("marine", Cell(-5, 0)),))
    assert isinstance(arrival(charting, Cell(-5, 0), Way(outside)), str)
