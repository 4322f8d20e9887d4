"""Whoever is out of the fight, or waits for a turn, is offered nothing that has a price."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.dice.dice_sources import SeededDice
from gridwar.engine.kit import BeginFight
from gridwar.engine.kit.card_order_and_flow import PipKind
from gridwar.engine.kit.turn_and_move_commands import NextTurn
from gridwar.engine.play.offered_actions_and_drafts import actions_of, out_of_turn_of
from gridwar.engine.play.play_outcome import Accepted
from gridwar.engine.session.session import Session
from tests.contract.test_play import WITH_TURNS, answered, crowd
from tests.slow.playing.moments import Moment
from tests.slow.playing.outliving import ways_out
from tests.slow.playing.scripted import perform
from tests.support.every_system import find
from tests.support.strict_table import StrictTable

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter
    from gridwar.engine.kit.rule_system import System

PRICED = sorted({*WITH_TURNS} - {"drive", "freeform"})
"""Systems in which offers have a price: in drive and freeform they have none."""


def payable(system: System, now: Encounter, who: str) -> set[str]:
    """Return the actions with a price that a combatant could begin."""
    return {one.id for one in actions_of(system, now, who) if one.price and one.refusal is None}


@pytest.mark.parametrize("system_id", PRICED)
def test_whoever_is_out_can_pay_for_nothing(system_id: str) -> None:
    """Brought down, nobody is offered what costs something, not even in their own turn."""
    system = find(system_id)
    session = Session(system, crowd(system), dice=SeededDice(2), table=StrictTable)
    session.submit(BeginFight())
    answered(session)
    tried, could = 0, 0
    for who in sorted(session.encounter.combatants)[:6]:
        now = session.encounter.replace(turn=who)
        could += bool(payable(system, now, who))
        down = next((c for word, c in ways_out(Moment(system, now), who) if word == "is out"), None)
        if down is None:
            continue
        outcome = perform(system, now, down, dice=SeededDice(1), table=StrictTable).outcome
        assert isinstance(outcome, Accepted)
        tried += 1
        for turn in (who, session.encounter.turn):
            assert payable(system, outcome.encounter.replace(turn=turn), who) == set(), who
    assert tried
    assert could


@pytest.mark.parametrize("system_id", PRICED)
def test_whoever_waits_can_pay_for_nothing(system_id: str) -> None:
    """In another's turn nobody begins what costs something, but for what is offered out of turn."""
    system = find(system_id)
    session = Session(system, crowd(system), dice=SeededDice(2), table=StrictTable)
    session.submit(BeginFight())
    answered(session)
    could = 0
    for _turn in range(6):
        now = session.encounter
        for who in now.combatants:
            out_of_turn = {one.id for one in out_of_turn_of(system, now, who)}
            can_pay = payable(system, now, who)
            if who == now.turn:
                could += bool(can_pay)
            else:
                assert can_pay <= out_of_turn, who
        session.submit(NextTurn())
        answered(session)
    assert could


@pytest.mark.parametrize("system_id", ["arrgs", "cepheus", "fluid", "percentile"])
def test_acts_left_are_those_that_can_be_paid_for(system_id: str) -> None:
    """At none left nothing of one's own turn that costs is offered; some begin with some."""
    system = find(system_id)
    session = Session(system, crowd(system), dice=SeededDice(2), table=StrictTable)
    session.submit(BeginFight())
    answered(session)
    seen = set()
    for _turn in range(8):
        now = session.encounter
        assert now.turn is not None
        left = system.turns.acts_left(now, now.turn)
        assert left is not None
        seen.add(left > 0)
        payable_own = {
            one.id
            for one in actions_of(system, now, now.turn)
            if PipKind.OWN in one.price and one.refusal is None
        }
        assert left or not payable_own
        session.submit(NextTurn())
        answered(session)
    assert True in seen


@pytest.mark.parametrize("system_id", ["drive", "freeform"])
def test_where_the_table_decides_no_acts_are_counted(system_id: str) -> None:
    """The rules have no economy of actions."""
    system = find(system_id)
    now = crowd(system)
    assert {system.turns.acts_left(now, who) for who in now.combatants} == {None}
