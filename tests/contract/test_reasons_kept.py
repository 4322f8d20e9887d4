"""What an action says is about the fight it was offered in, whenever somebody asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.engine.kit.offers_and_actions import Target
from gridwar.engine.kit.turn_and_move_commands import BeginFight
from gridwar.engine.play import offered_actions_and_drafts
from gridwar.engine.play.offered_actions_and_drafts import actions_of
from gridwar.engine.play.rehearsal import why_not
from gridwar.engine.session.why_not_shown import why_not_shown
from tests.contract.scenario import Scenario, scenario
from tests.support.every_system import every_id

if TYPE_CHECKING:
    from gridwar.engine.kit.rule_system import System
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from gridwar.model.question_and_refusal import Refusal


@pytest.fixture(params=every_id())
def here(request: pytest.FixtureRequest) -> Scenario:
    """Return the scenario of each rule system that there is."""
    return scenario(request.param)


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

    monkeypatch.setattr(offered_actions_and_drafts, "why_not", noted)
    why_not_shown(here.system, here.start)
    offered = {
        action.make(Target()).kind
        for who in here.start.combatants
        for action in actions_of(here.system, here.start, who)
        if not action.needs
    }
    assert offered <= asked
    assert asked
