"""Whatever is played under Cepheus, undo takes it back exactly and redo brings it again."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from frozendict import frozendict
from hypothesis import given, settings
from hypothesis import strategies as st

from gridwar.dice.port import SeededDice
from gridwar.engine.kit.commands import BeginFight, Move, NextTurn
from gridwar.engine.play.offers import actions_of
from gridwar.engine.session.session import Session
from gridwar.model.battlemap import BattleMap
from gridwar.model.encounter import Encounter
from gridwar.model.geometry import Cell
from gridwar.model.question import Question
from gridwar.systems.cepheus.actions.checks import Check
from gridwar.systems.cepheus.actions.extended_actions import BeginTask
from gridwar.systems.cepheus.actions.minor_actions import ChangeStance, OtherAction, TakeAim
from gridwar.systems.cepheus.attacks.attack_offers import Attack
from gridwar.systems.cepheus.core.state import CepheusState
from gridwar.systems.cepheus.core.switches import CepheusSwitches
from gridwar.systems.cepheus.grapples.grapple import Grapple
from gridwar.systems.cepheus.harm.treatment import FirstAid
from gridwar.systems.cepheus.harm.waking import Tire
from gridwar.systems.cepheus.harm.wounds import TakeDamage
from gridwar.systems.cepheus.system import SYSTEM
from gridwar.systems.cepheus.turns.calendar import PassDay, PassTime
from gridwar.systems.cepheus.turns.delay import ActNow, Delay, Hasten
from gridwar.systems.cepheus.turns.turns import EndRound
from tests.support.cepheus import person
from tests.support.strict_table import StrictTable

if TYPE_CHECKING:
    from gridwar.model.command import Command

PEOPLE = ("A", "B", "C")
MAKERS: tuple[Callable[[str, str], Command], ...] = (
    lambda _who, _other: NextTurn(),
    lambda _who, _other: NextTurn(),
    lambda who, other: Attack(actor=who, target=other, weapon="rifle"),
    lambda who, other: Attack(actor=who, target=other, weapon="rifle"),
    lambda who, _other: Delay(actor=who),
    lambda who, _other: ActNow(actor=who),
    lambda who, _other: Hasten(actor=who),
    lambda who, _other: ChangeStance(actor=who, to="prone"),
    lambda who, other: TakeAim(actor=who, target=other, actions=2),
    lambda who, _other: Move(actor=who, path=(Cell(5, 5), Cell(6, 6))),
    lambda who, _other: OtherAction(actor=who),
    lambda who, other: Check(actor=who, opponent=other),
    lambda _who, _other: EndRound(),
    lambda who, other: Grapple(actor=who, target=other, move_in=True),
    lambda who, other: Grapple(actor=who, target=other, move_in=True),
    lambda who, _other: BeginTask(actor=who, rounds=2),
    lambda who, _other: Tire(who=who),
    lambda who, _other: TakeDamage(who=who, points=9),
    lambda who, other: FirstAid(actor=who, target=other),
    lambda _who, _other: PassTime(minutes=10),
    lambda _who, _other: PassDay(),
)
Maker = Callable[[str, str], "Command"]
Plan = list[tuple[Maker, str, str, int]]
steps: st.SearchStrategy[Plan] = st.lists(
    st.tuples(
        st.sampled_from(MAKERS),
        st.sampled_from(PEOPLE),
        st.sampled_from(PEOPLE),
        st.integers(0, 3),
    ),
    min_size=5,
    max_size=25,
)


def _session(seed: int) -> Session:
    people = (
        person("A", (4, 4), dex=8, skills={"gun": 3}),
        person("B", (9, 4), dex=8, skills={"gun": 2}),
        person("C", (4, 9), dex=10, skills={"gun": 1}),
    )
    encounter = Encounter(
        system="cepheus",
        combatants=frozendict({one.id: one for one in people}),
        map=BattleMap(width=20, height=20),
        rules=CepheusState(),
        switches=CepheusSwitches(),
    )
    return Session(SYSTEM, encounter, dice=SeededDice(seed), table=StrictTable)


def _actor(session: Session, who: str, number: int) -> str:
    """Prefer whoever has the turn, so that much of what is tried is accepted."""
    return session.encounter.turn or who if number else who


def _step(session: Session, command: Command, number: int) -> bool:
    """Answer what is open, or else play a command; tell whether anything happened."""
    if session.wanted and (number % 2 or not command.interrupts):
        wanted = session.wanted[0]
        assert isinstance(wanted, Question)
        possible = [one.id for one in wanted.options if one.enabled]
        given = wanted.default
        if possible and not wanted.numbers:
            given = given.model_copy(update={"option": possible[number % len(possible)]})
        session.answer(wanted.key, given)
        return True
    before = session.position, session.open
    session.submit(command)
    return (session.position, session.open) != before


@settings(max_examples=40, deadline=None)
@given(steps, st.integers(0, 1000))
def test_undo_and_redo_are_the_identity(plan: Plan, seed: int) -> None:
    """After n acts, n undos lead back to the beginning, and n redos to the end again."""
    session = _session(seed)
    start = session.encounter
    session.submit(BeginFight())
    done = 1
    for make, who, other, number in plan:
        done += _step(session, make(_actor(session, who, number), other), number)
    end = session.encounter
    undone = 0
    while session.can_undo:
        session.undo()
        undone += 1
        assert undone < 500
    assert session.encounter == start
    while session.can_redo:
        session.redo()
    assert session.encounter == end


@settings(max_examples=25, deadline=None)
@given(steps, st.integers(0, 1000))
def test_a_fight_always_makes_sense(plan: Plan, seed: int) -> None:
    """Whatever happens, no score is below 0, and order, card, actions can be shown."""
    session = _session(seed)
    session.submit(BeginFight())
    for make, who, other, number in plan:
        _step(session, make(_actor(session, who, number), other), number)
        now = session.encounter
        assert now.turn is None or now.turn in now
        for one in PEOPLE:
            card = SYSTEM.cards.card(now, one)
            assert all(0 <= pool.now <= pool.full for pool in card.pools)
            assert all(
                action.refusal is None or action.refusal.text
                for action in actions_of(SYSTEM, now, one)
            )
            SYSTEM.board.movement(now, one, "")
        slots = [who for slot in SYSTEM.turns.order(now) for who in slot.ids]
        assert sorted(slots) == sorted(PEOPLE)
