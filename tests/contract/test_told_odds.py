"""What the sheet of an action says of reactions: every system's odds name what they pass over."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from gridwar.control.actions import odds_worker
from gridwar.control.actions.odds_worker import OddsMaker
from gridwar.control.controller.controller import Controller
from gridwar.control.presenters.attack_popover import present_attack
from gridwar.control.state.plan_and_draft import ActionDraft
from gridwar.dice.dice_sources import SeededDice
from gridwar.engine.kit.offers_and_actions import Action, Target
from gridwar.engine.play.ahead_of_command import attended
from gridwar.engine.play.offered_actions_and_drafts import actions_of
from gridwar.engine.play.preview_and_named_outcomes import preview
from gridwar.engine.play.rehearsal import Rehearsal
from gridwar.engine.session.session import Session
from tests.contract.scenario import SEED, Scenario, scenario
from tests.support.every_system import every_id

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit.rule_system import System
    from gridwar.engine.odds.odds_columns import Odds
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter

PLAYS = 6
"""Plays in which windows are looked for; the odds make as many."""
MOST_OFFERS = 3
"""Offers tried a system, drawn from all there are; the walk of ``tests.slow`` tries them all."""


def tried(here: Scenario) -> Iterator[tuple[Encounter, Command]]:
    """Yield the scenario's own commands, and some of what is offered against others."""
    if here.passing is not None:
        yield here.passing
    yield here.start, here.asks
    offers = [
        (here.start, action.make(Target(other, here.start[other].pos)))
        for action in actions_of(here.system, here.start, here.actor)
        for other in here.start.combatants
        if action.refusal is None and action.needs == ("combatant",) and other != here.actor
    ]
    yield from Random(SEED).sample(offers, min(MOST_OFFERS, len(offers)))


def whose_windows(system: System, start: Encounter, command: Command) -> set[str]:
    """Return who could have used a window in some plays of a command."""
    dice, found = SeededDice(SEED), set[str]()
    for _play in range(PLAYS):
        run = Rehearsal(system, start, command, {}, dice)
        run.play(attended)
        for one in run.windows:
            window = system.play.windows.get(one.window)
            is_proposal = window is not None and window.is_proposal
            can_use = any(two.enabled and two.id != one.default.option for two in one.options)
            if can_use and not is_proposal and not one.follow_up and one.recipient is not None:
                found.add(one.recipient)
    return found


def told(system: System, start: Encounter, command: Command, found: Odds) -> str:
    """Return all that the sheet says beside the chances of a command."""
    controller = Controller(Session(system, start))
    action = Action("it", "It", "dice", lambda _target: command)
    seen = preview(system, start, command)
    target = str(getattr(command, "target", ""))
    actor = command.actor or next(iter(start.combatants))
    draft = ActionDraft(action, actor, target, command, preview=seen, odds=found)
    controller.view = replace(controller.view, draft=draft)
    view = present_attack(controller)
    assert view is not None
    return " ".join(f"{one.caption} {one.note}" for one in view.answers)


@pytest.mark.parametrize("system_id", every_id())
def test_the_sheet_names_whoever_could_use_a_window_that_was_passed(
    system_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whenever odds pass a window the sheet says "without reactions", and who could have acted."""
    monkeypatch.setattr(odds_worker, "STAGES_S", ((0.02, None),))
    monkeypatch.setattr(odds_worker, "SAMPLES", PLAYS)
    here, maker, met = scenario(system_id), OddsMaker(patience_s=60), set[str]()
    system = here.system
    for start, command in tried(here):
        if preview(system, start, command).refusal is not None:
            continue
        found = maker.ask(system, start, command, None, lambda _found: None)
        assert found is not None
        words = told(system, start, command, found)
        for who in whose_windows(system, start, command):
            assert "without reactions" in words, command
            assert start[who].name in words, (command, who)
            met.add(who)
    maker.close()
    takes = [one for one in system.play.windows.values() if not one.is_proposal]
    assert met or not takes, "the scenario needs a command on whose way somebody could interfere"
