"""Fluid Initiative under the hands: several at once, Initiative with odds, an honest log."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.control.controller.controller import Controller
from gridwar.control.presenters.attack_popover import present_attack
from gridwar.control.presenters.log import LogPresenter
from gridwar.engine.gm.combatant_commands import EditCombatant
from gridwar.engine.kit import BeginFight
from gridwar.storage.new_open_and_sample_fights import open_fight, sample_fights
from gridwar.systems import find_system
from gridwar.systems.fluid.core.fight_state import state_of
from gridwar.systems.fluid.core.sheet import fight_of
from gridwar.systems.fluid.ledger.ledger_sum import projected
from gridwar.systems.fluid.turns.initiative import RollInitiative
from tests.support.fights import begun

if TYPE_CHECKING:
    from pathlib import Path

PEOPLE = {"iris": (2, 3), "noor": (4, 3), "captain": (9, 3)}


@pytest.fixture
def controller() -> Controller:
    """Three people before any check, with dice for theirs."""
    session = begun("fluid", 12, 9, 5, 3, 7, 11, **PEOPLE)
    return Controller(session, odds_patience_s=1)


@pytest.mark.rule("FL-EVT-19")
def test_an_event_is_entered_for_all_who_are_selected(controller: Controller) -> None:
    """A failed save by key or palette is everybody's, with one undo for all."""
    controller.submit(BeginFight())
    controller.selection.select("iris", "captain")
    rows = {one.id: one for one in controller.actions.listed()}
    assert rows["note_event:save"].note == "-2 \u00b7 for all 2"
    assert "for all" not in rows["take_action:aim"].note
    controller.actions.choose("note_event:save")
    found = [projected(controller.encounter, who).raw for who in PEOPLE]
    assert found == [-2, 0, -2]
    controller.timeline.undo()
    assert [projected(controller.encounter, who).raw for who in PEOPLE] == [0, 0, 0]
    controller.action_drafts.shut_down()


@pytest.mark.rule("FL-INI-01")
def test_initiative_opens_with_its_odds_before_anything_is_rolled(controller: Controller) -> None:
    """The key that goes on shows the checks and the chance of the party; then all are rolled."""
    controller.submit(RollInitiative().replace())
    controller.timeline.undo()
    while state_of(controller.encounter).phase not in ("setup", "distance"):
        controller.timeline.undo()
    act = next(one for one in controller.actions.of_fight() if "initiative" in one.id)
    controller.actions.play_for_fight(act)
    shown = present_attack(controller)
    assert shown is not None
    assert (shown.title, shown.attacker) == ("Roll all missing Initiative", None)
    assert any("Iris: 1d20 +7" in one for one in shown.foreseen)
    assert shown.working or shown.answers
    assert fight_of(controller.encounter, "iris").count is None
    controller.action_drafts.go()
    assert fight_of(controller.encounter, "iris").count is not None
    controller.action_drafts.shut_down()


def test_a_log_line_that_cannot_be_changed_has_no_pencil(controller: Controller) -> None:
    """What is against nobody cannot be prepared again; an attack against somebody can."""
    controller.submit(BeginFight())
    actor = controller.encounter.turn
    assert actor is not None
    controller.actions.choose("take_action:aim")
    assert not any(entry.can_amend for entry in LogPresenter(controller).present())
    controller.action_drafts.shut_down()


def test_an_edit_of_how_somebody_stands_in_the_fight_says_what_changed(
    controller: Controller,
) -> None:
    """The log names the fields of the fight that were set, with their values."""
    controller.submit(BeginFight())
    before = fight_of(controller.encounter, "iris").count
    assert before is not None
    fight = fight_of(controller.encounter, "iris").replace(count=before + 1)  # as rolled, by luck
    values = (("sheet.fight", fight.model_dump_json()),)
    controller.submit(EditCombatant(who="iris", values=values))
    (entry,) = [one for one in LogPresenter(controller).present() if "edits" in one.headline]
    assert entry.result == f"In this fight: Initiative Count {before} \u2192 {before + 1}"
    controller.action_drafts.shut_down()


def test_a_fight_made_of_a_template_has_dice_of_its_own() -> None:
    """Two copies of a sample fight do not roll the same."""
    path: Path = next(one for one in sample_fights() if "jungle" in one.name)
    seeds = set()
    for _copy in range(2):
        fight = open_fight(path, find_system)
        seeds.add(fight.session._seeded.seed)
        if fight.journal is not None:
            fight.journal.close()
    assert len(seeds) == 2
    assert 0 not in seeds
