"""Actions that say whom they reach, that are prepared without a target, and who may interfere."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.control.controller.controller import Controller
from gridwar.control.presenters.attack_popover import present_attack
from gridwar.control.presenters.scene import ScenePresenter
from gridwar.control.records import scene_records as sr
from gridwar.control.tools.toolbox import Toolbox
from tests.systems.arrgs.skirmish import board, fighter, session

if TYPE_CHECKING:
    from gridwar.control.records.target_records import TargetTag


@pytest.fixture
def controller() -> Controller:
    """A with Reach on its turn, a foe beside it who has 2 AAP, and one far off."""
    encounter = board(
        fighter("A", (4, 4), reach=1, mods={"melee": 5, "melee_weaponry": 4}),
        fighter("near", (5, 4), "2", aap_max=2),
        fighter("far", (12, 9), "2"),
    ).replace(turn="A")
    made = Controller(session(encounter), odds_patience_s=0.5)
    made.selection.select("A")
    return made


def regions(controller: Controller) -> list[sr.RegionOverlay]:
    """Return the areas that the map shows."""
    shown = ScenePresenter(controller, Toolbox(controller)).present().overlays
    return [one for one in shown if isinstance(one, sr.RegionOverlay)]


def tags(controller: Controller) -> tuple[TargetTag, ...]:
    """Return what stands at targets on the map."""
    aim = ScenePresenter(controller, Toolbox(controller)).present().aim
    return () if aim is None else aim.tags


def test_those_an_action_reaches_are_shown_while_its_target_is_chosen(
    controller: Controller,
) -> None:
    """Only the foe in reach has a number for Tab; neither ways nor rings of threat are drawn."""
    controller.actions.choose("trip")
    shown = {tag.at: tag.number for tag in tags(controller)}
    assert shown == {(5.5, 4.5): 1, (12.5, 9.5): 0}
    found = {one.role for one in regions(controller)}
    assert not found & {sr.RegionRole.THREAT, sr.RegionRole.REACH1}
    controller.action_drafts.aim_at("near")
    assert tags(controller) == ()


def test_an_action_without_a_target_may_have_a_popover(controller: Controller) -> None:
    """Change Reach shows its sum, its choices and the ring; nothing happens before it is asked."""
    controller.actions.choose("change_reach")
    sheet = present_attack(controller)
    assert sheet is not None
    assert sheet.title == "A"
    assert sheet.target is None
    assert [one.key for one in sheet.settable.choices] == ["shift_by"]
    controller.action_drafts.settings.choose("shift_by", "1")
    ring = [one for one in regions(controller) if one.role is sr.RegionRole.TEMPLATE]
    assert [len(one.cells) for one in ring] == [16]
    assert controller.encounter["A"].sheet == controller.session.settled["A"].sheet


def test_the_popover_says_who_may_interfere(controller: Controller) -> None:
    """A Trip provokes the foe beside: it is named before anything is rolled."""
    controller.actions.choose("trip")
    controller.action_drafts.aim_at("near")
    sheet = present_attack(controller)
    assert sheet is not None
    assert "strike at an opportunity: near" in sheet.subtitle
    controller.action_drafts.settings.choose("weapon", "axe")


def test_the_sum_of_a_charge_is_that_of_its_attack(controller: Controller) -> None:
    """The way's own check is made before, but the sheet shows the attack: +5 and +2."""
    controller.actions.choose("charge")
    controller.action_drafts.aim_at("near")
    sheet = present_attack(controller)
    assert sheet is not None
    assert sheet.total == "+7"


def test_who_cannot_strike_now_has_a_hollow_ring(controller: Controller) -> None:
    """A foe with 2 AAP threatens; without them its ring is dotted where all is shown."""
    assert [one.role for one in regions(controller) if one.role is sr.RegionRole.THREAT]
    poor = controller.encounter["near"]
    spent = poor.replace(sheet=poor.sheet.replace(aap=0))
    encounter = controller.encounter.with_combatant(spent)
    other = Controller(session(encounter))
    other.selection.select("A")
    other.show(shows_all=True)
    found = regions(other)
    assert not [one for one in found if one.role is sr.RegionRole.THREAT]
    (ring,) = [one for one in found if one.role is sr.RegionRole.BAND and not one.second]
    assert ring.dash is sr.Dash.DOT
    assert {(4, 3), (6, 5)} <= ring.cells
