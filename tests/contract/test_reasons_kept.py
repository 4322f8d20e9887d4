"""What an action says is about the fight it was offered in, whenever somebody asks."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from gridwar.engine.kit.commands import BeginFight, TakeTurn
from gridwar.engine.kit.offers import Target
from gridwar.engine.play import offers
from gridwar.engine.play.offers import actions_of
from gridwar.engine.play.rehearsal import why_not
from gridwar.engine.session.showable import why_not_shown
from gridwar.model.command import Answer
from gridwar.model.geometry import Cell
from tests.contract.scenario import Scenario, scenario
from tests.support.every_system import every_id

if TYPE_CHECKING:
    from gridwar.engine.kit.offers import Action, Need
    from gridwar.engine.kit.shown import PipKind
    from gridwar.engine.kit.system import System
    from gridwar.engine.session.session import Session
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from gridwar.model.question import Refusal

STEPS = 25
MOST_REPLIES = 40
Said = tuple[str, tuple["PipKind", ...], "Refusal | None"]


def said(actions: tuple[Action, ...]) -> list[Said]:
    """Return what is said of some actions."""
    return [(one.id, one.price, one.refusal) for one in actions]


def target(now: Encounter, actor: str, action: Action, random: Random) -> Target:
    """Return something on the map for whatever an action needs."""
    at = now[actor].pos or Cell(0, 0)
    others = [one for one in now.combatants if one != actor] or [actor]
    beside = Cell(at.x + random.choice((-1, 1)), at.y)
    chosen: dict[Need, Target] = {
        "combatant": Target(combatant=random.choice(others)),
        "cell": Target(cell=beside),
        "path": Target(path=(beside,)),
    }
    return chosen.get(action.needs[0], Target()) if action.needs else Target()


def step(session: Session, random: Random) -> None:
    """Play something that is offered to somebody, and whatever it asks."""
    now = session.encounter
    actor = now.turn if now.turn is not None and random.random() < 0.7 else None
    actor = actor or random.choice(list(now.combatants))
    ready = [one for one in actions_of(session.system, now, actor) if one.refusal is None]
    playable = [one for one in ready if len(one.needs) < 2]
    if not playable or random.random() < 0.1:
        session.submit(TakeTurn(actor=actor))
    else:
        action = random.choice(playable)
        session.submit(action.make(target(now, actor, action, random)))
    for _reply in range(MOST_REPLIES):
        if not session.wanted:
            return
        wanted = session.wanted[0]
        session.answer(wanted.key, getattr(wanted, "default", Answer()))
    while session.wanted:
        session.undo()


@pytest.fixture(params=every_id())
def here(request: pytest.FixtureRequest) -> Scenario:
    """Return the scenario of each rule system that there is."""
    return scenario(request.param)


@pytest.mark.parametrize("seed", range(2))
def test_a_reason_asked_late_is_that_of_its_moment(here: Scenario, seed: int) -> None:
    """Price and reason, asked when the fight has long gone on, are those asked at once."""
    random, session, system = Random(seed), here.session(), here.system
    session.submit(BeginFight())
    states: list[Encounter] = []
    kept: list[tuple[list[Said], tuple[Action, ...]]] = []
    for _step in range(STEPS):
        now = session.encounter
        states += [now] if now not in states else []
        kept += (
            (said(actions_of(system, now, who)), actions_of(system, now, who))
            for who in (None, *now.combatants)
        )
        step(session, random)
    assert len(states) > STEPS // 5
    for at_once, late in reversed(kept):
        assert said(late) == at_once


def test_what_is_chosen_is_asked_like_any_command(here: Scenario) -> None:
    """The reason of an action that needs nothing on the map is that of the command it makes."""
    session = here.session()
    session.submit(BeginFight())
    now = session.encounter
    for who in now.combatants:
        for action in actions_of(here.system, now, who):
            if not action.needs and not action.takes_others:
                command = action.make(Target())
                assert action.refusal == why_not(here.system, now, command), action.id


def test_a_fight_is_shown_only_where_every_reason_can_be_told(
    here: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fight that is opened is asked for all reasons, also those that no row would show yet."""
    assert why_not_shown(here.system, here.start) == ""
    asked: set[str] = set()

    def noted(system: System, encounter: Encounter, command: Command) -> Refusal | None:
        asked.add(command.kind)
        return why_not(system, encounter, command)

    monkeypatch.setattr(offers, "why_not", noted)
    why_not_shown(here.system, here.start)
    offered = {
        action.make(Target()).kind
        for who in here.start.combatants
        for action in actions_of(here.system, here.start, who)
        if not action.needs
    }
    assert offered <= asked
    assert asked
