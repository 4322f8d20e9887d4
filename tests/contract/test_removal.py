"""Somebody is removed for good, at any moment: nothing names him, everything can be shown."""

from __future__ import annotations

import random
from itertools import islice
from typing import TYPE_CHECKING

import pytest
from frozendict import frozendict

from gridwar.dice.port import SeededDice
from gridwar.engine.gm.commands import RemoveCombatants
from gridwar.engine.kit.commands import BeginFight, NextTurn
from gridwar.engine.kit.offers import Target
from gridwar.engine.play.dispatch import handlers_of
from gridwar.engine.play.offers import actions_of
from gridwar.engine.play.outcome import Accepted
from gridwar.engine.play.referee import Options, play
from gridwar.engine.session.session import Session
from gridwar.engine.session.showable import why_not_shown
from gridwar.model.encounter import Bracket, Encounter
from gridwar.model.geometry import Cell
from gridwar.model.question import Question
from gridwar.storage.codec import Codec, encode
from tests.contract.scenario import scenario
from tests.support.every_system import every_id, find

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit.system import System
    from gridwar.model.command import Command

ACTS = 60
MOST_PEOPLE = 7


def crowd(system: System) -> Encounter:
    """Return samples of a system side by side, under ids that occur nowhere else."""
    samples = system.data.samples() or tuple(scenario(system.id).start.combatants.values())
    people = [
        one.replace(
            id=f"zz{number}",
            pos=Cell(3 + 2 * (number % 4), 3 + 2 * (number // 4)),
            side=str(1 + number % 2),
        )
        for number, one in enumerate(islice(samples, MOST_PEOPLE))
    ]
    return system.new_encounter("Crowd").replace(
        combatants=frozendict({one.id: one for one in people})
    )


def commands(session: Session, chance: random.Random) -> Iterator[Command]:
    """Yield what might be done next: an action of somebody, or the next turn."""
    while True:
        state = session.encounter
        who = state.turn or chance.choice(list(state.combatants))
        actions = actions_of(session.system, state, who)
        if not actions or chance.random() < 0.25:
            yield NextTurn()
            continue
        pos = state[who].pos or Cell(5, 5)
        near = pos.shifted(chance.randint(-1, 1), chance.randint(-1, 1))
        target = Target(chance.choice(list(state.combatants)), near, (near,), bearing_deg=90.0)
        yield chance.choice(actions).make(target)


def moments(system: System, seed: int) -> Iterator[Session]:
    """Play at random; yield the session after each act, also with a question open."""
    chance = random.Random(seed)
    session = Session(system, crowd(system), dice=SeededDice(seed))
    session.submit(BeginFight())
    for command in islice(commands(session, chance), ACTS):
        session.submit(command)
        yield session
        for _try in range(30):
            if not session.wanted:
                break
            wanted = session.wanted[0]
            if isinstance(wanted, Question):
                options = [one for one in wanted.options if one.enabled]
                answer = wanted.default
                if options and not wanted.cells:
                    answer = answer.replace(option=chance.choice(options).id)
                session.answer(wanted.key, answer)
                session.answer(wanted.key, wanted.default)
            else:
                session.roll_for_me()
        while session.top is not None:
            session.undo()
        yield session


WITH_TURNS = sorted(one.id for one in map(find, every_id()) if BeginFight in handlers_of(one))


@pytest.mark.parametrize("system_id", WITH_TURNS)
def test_whoever_is_removed_is_named_nowhere(system_id: str) -> None:
    """Removed in the middle of play, somebody leaves nothing behind and the fight goes on."""
    system, chance = find(system_id), random.Random(7)
    codec, seen = Codec(system), 0
    for number, session in enumerate(moments(system, seed=11)):
        state = session.settled
        who = state.turn if number % 3 == 0 and state.turn else chance.choice([*state.combatants])
        gone = play(system, state, RemoveCombatants(who=(who,)))
        assert isinstance(gone, Accepted)
        after = gone.encounter
        assert who not in encode(after), f"{who} is still named"
        assert not after.strangers
        assert codec.encounter(encode(after)) == after
        if number % 4 == 0:
            assert why_not_shown(system, after) == ""
            on = play(system, after, NextTurn(), options=Options(SeededDice(3)))
            if isinstance(on, Accepted):
                assert why_not_shown(system, on.encounter) == ""
                seen += 1
    assert seen


@pytest.mark.parametrize("system_id", WITH_TURNS)
def test_everybody_can_be_shown_off_the_board_too(system_id: str) -> None:
    """Somebody without a place, set aside or the last of all has a card, actions and overlays."""
    system = find(system_id)
    for number, session in enumerate(moments(system, seed=5)):
        if number % 12 == 0:
            state = session.settled
            one = tuple(state.combatants.values())[number // 12 % len(state.combatants)]
            off = one.replace(pos=None, aside=number % 24 == 0)
            assert why_not_shown(system, state.with_combatant(off)) == ""


def test_removed_from_a_bracket_of_simultaneous_turns() -> None:
    """Neither the members nor what each of them sees keeps somebody who is gone."""
    start = crowd(find("cepheus"))
    now = frozendict({one: start.combatants[one] for one in ("zz0", "zz1")})
    seen = frozendict({"zz0": now, "zz1": now})
    bracket = Bracket(members=("zz0", "zz1"), active="zz0").replace(seen=seen)
    after = start.replace(bracket=bracket, turn="zz0").without(["zz0"])
    assert after.turn is None
    assert after.bracket is not None
    assert (after.bracket.members, after.bracket.active) == (("zz1",), None)
    assert set(after.bracket.seen) == set(after.bracket.seen["zz1"]) == {"zz1"}
    assert after.without(["zz1"]).bracket is None
