"""Somebody is removed while an open command waits: it can go on, or the removal is refused."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import pytest

from gridwar.dice.dice_sources import TypedDice
from gridwar.engine.gm.combatant_commands import AddCombatants, RemoveCombatants
from gridwar.engine.gm.gm_commands import WriteNote
from gridwar.engine.play.play_outcome import Asking, DiceWanted, Refused
from gridwar.engine.session.session import Session
from gridwar.model.command import Answer
from tests.contract.scenario import Scenario, scenario
from tests.support.every_system import every_id

if TYPE_CHECKING:
    from gridwar.engine.play.play_outcome import Outcome

MOST_STOPS = 12


@pytest.fixture(params=every_id())
def here(request: pytest.FixtureRequest) -> Scenario:
    """Return the scenario of each rule system that there is."""
    return scenario(request.param)


def stopped(here: Scenario, stops: int) -> Session | None:
    """Return the asking command after some replies, dice typed; None where it is over by then."""
    session = Session(here.system, here.start, dice=TypedDice())
    session.submit(here.asks)
    for _stop in range(stops):
        if session.wanted:
            replied(here, session)
    return session if session.wanted else None


def replied(here: Scenario, session: Session) -> Outcome:
    """Give the first thing wanted its reply: the program's dice, else the scenario's answer."""
    wanted = session.wanted[0]
    if isinstance(wanted, DiceWanted):
        return session.roll_for_me(wanted.key)
    default = getattr(wanted, "default", Answer())
    return session.answer(wanted.key, here.answers.get(wanted.key, default))


def test_nobody_is_removed_whom_what_is_open_still_needs(here: Scenario) -> None:
    """After a removal each reply is accepted to the end; a refused one leaves all as it was."""
    for who in here.start.combatants:
        for stops in range(MOST_STOPS):
            session = stopped(here, stops)
            if session is None:
                break
            before = session.encounter
            outcome = session.submit(RemoveCombatants(who=(who,)))
            if isinstance(outcome, Refused):
                assert outcome.code == "needed"
                assert session.encounter is before
                assert not isinstance(replied(here, session), Refused)
                continue
            for _reply in range(MOST_STOPS):
                if session.wanted:
                    assert not isinstance(replied(here, session), Refused)
            assert not session.open
            assert who not in session.encounter
            session.submit(WriteNote(text="and on it goes"))


def test_what_nobody_foresaw_is_withdrawn_and_comes_back_by_undo(
    here: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a later reply needs whoever is gone, the command is withdrawn, until one undo."""
    monkeypatch.setattr("gridwar.engine.session.session.needed_later", lambda *_: None)
    for who in here.start.combatants:
        session = stopped(here, 0)
        assert session is not None
        if not isinstance(session.submit(RemoveCombatants(who=(who,))), Asking):
            continue
        held = 0
        while session.wanted and held < MOST_STOPS:
            held += 1
            waiting, wanted = session.encounter, session.wanted
            assert not isinstance(replied(here, session), Refused)
        assert not session.open
        assert who not in session.encounter
        last = session.history.rows[session.position.cursor].command
        if isinstance(last, WriteNote):
            assert "withdrawn" in last.text
            session.undo()
            assert (session.encounter, session.wanted) == (waiting, wanted)


def test_a_latecomer_is_not_removed_before_it_has_its_place_in_the_order(here: Scenario) -> None:
    """Who joins may still be rolled for: then it stays until that is done, and goes after."""
    assert here.start.round, "no fight is under way"
    late = tuple(
        one.replace(id=f"late-{one.id}", pos=None) for one in islice(here.start.everyone(), 2)
    )
    for stops in range(MOST_STOPS):
        session = Session(here.system, here.start, dice=TypedDice())
        session.submit(AddCombatants(combatants=late, rolls=True))
        for _stop in range(stops):
            if session.wanted:
                replied(here, session)
        if not session.wanted:
            break
        outcome = session.submit(RemoveCombatants(who=(late[0].id,)))
        assert not isinstance(outcome, Refused) or outcome.code == "needed"
        for _reply in range(MOST_STOPS):
            if session.wanted:
                assert not isinstance(replied(here, session), Refused)
        assert not session.open
        assert (late[0].id in session.encounter) is isinstance(outcome, Refused)
