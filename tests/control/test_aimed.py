"""What the rules declare of a command in preparation reaches the sheet, the tokens and the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.control.controller.controller import Controller
from gridwar.control.presenters.attack_popover import present_attack
from gridwar.control.presenters.scene import ScenePresenter
from gridwar.control.records import scene_records as sr
from gridwar.control.state.pointer_and_keys import Button, PointerEvent, PointerKind
from gridwar.control.tools.ground.zones_tool import ZonesTool
from gridwar.control.tools.select_tool import SelectTool
from gridwar.control.tools.toolbox import Toolbox
from gridwar.engine.gm.combatant_commands import EditCombatant
from gridwar.engine.kit.turn_and_move_commands import TakeTurn
from gridwar.model.command import Answer
from gridwar.systems.cepheus.actions.aiming_and_weapon_rest import TakeAim
from gridwar.systems.cepheus.attacks.attack_offers import Attack, FireBlind
from gridwar.systems.cepheus.core.fight_state import sheet_of
from tests.support.fights import begun

if TYPE_CHECKING:
    from gridwar.engine.kit.command_draft import CommandChoice


@pytest.fixture
def controller() -> Controller:
    """A marine, and a brawler and a gunman in one square ten squares off; 1, 1 and 3 lie ready."""
    return at_the_table(patience_s=60)


def at_the_table(patience_s: float) -> Controller:
    """Return that fight, with a click that waits so long for odds."""
    session = begun(
        "cepheus", 1, 1, 3, 3, 3, 3, 3, 3, marine=(3, 3), brawler=(13, 3), gunman=(13, 3)
    )
    session.submit(TakeTurn(actor="marine"))
    made = Controller(session, odds_patience_s=patience_s)
    made.selection.select("marine")
    return made


def click(controller: Controller, cell: tuple[int, int], *tokens: str) -> None:
    """Click a cell, and the tokens there."""
    point = (cell[0] + 0.5, cell[1] + 0.5)
    event = PointerEvent(PointerKind.PRESS, cell, point, Button.LEFT, tokens=tokens)
    SelectTool(controller).pointer(event)


def scene(controller: Controller) -> sr.SceneView:
    """Return what the map shows."""
    return ScenePresenter(controller, Toolbox(controller)).present()


def chosen(choice: CommandChoice) -> str:
    """Return the title of what is chosen."""
    return next(one.title for one in choice.options if one.id == choice.chosen)


def test_choosing_a_way_of_firing_changes_sum_odds_and_command(controller: Controller) -> None:
    """A burst chosen in the sheet is a line of the sum; what was switched off stays so."""
    controller.actions.choose("attack:gauss_rifle")
    click(controller, (13, 3), "brawler")
    before = present_attack(controller)
    assert before is not None
    assert chosen(before.settable.choices[0]) == "Single shot"
    controller.action_drafts.sum.toggle_line("CE-FIR-05", on=False)
    controller.action_drafts.settings.choose("mode", "10:attack")
    after = present_attack(controller)
    assert after is not None
    assert (before.total, after.total) == ("+1", "+5")
    assert chosen(after.settable.choices[0]) == "Burst of 10, spread to hit"
    draft = controller.view.draft
    assert draft is not None
    assert isinstance(draft.command, Attack)
    assert draft.command.rounds == 10
    controller.action_drafts.settings.choose("mode", "nonsense")
    assert controller.view.draft is draft


def test_the_next_target_keeps_what_was_chosen(controller: Controller) -> None:
    """Tab aims at the next foe with the same way of firing."""
    controller.actions.choose("attack:gauss_rifle")
    click(controller, (13, 3), "brawler")
    controller.action_drafts.settings.choose("mode", "4:damage")
    controller.aiming.step_sheet(1)
    draft = controller.view.draft
    assert draft is not None
    assert isinstance(draft.command, Attack)
    assert (draft.command.target, draft.command.mode) == ("gunman", "burst")


@pytest.mark.rule("CE-FIR-01")
def test_blind_fire_has_a_popover_and_numbers_those_on_the_line(controller: Controller) -> None:
    """A click on a square prepares it: line, numbers, chances of each; nothing has happened yet."""
    controller.actions.choose("blind:gauss_rifle")
    click(controller, (8, 3))
    view, draft = present_attack(controller), controller.view.draft
    assert view is not None
    assert draft is not None
    assert (view.target, view.title) == (None, "Marine at I 4")
    assert isinstance(draft.command, FireBlind)
    assert "Brawler" in view.answers[0].note
    assert "Gunman" in view.answers[0].note
    shown = scene(controller)
    assert {one.id: one.caught for one in shown.tokens} == {
        "marine": None,
        "brawler": 1,
        "gunman": 2,
    }
    regions = [one for one in shown.overlays if isinstance(one, sr.RegionOverlay)]
    assert any(one.second == "CE-FIR-01" and (8, 3) in one.cells for one in regions)


def test_a_grenade_at_a_square_shows_its_zones_and_where_it_went_astray() -> None:
    """The template lies under the sheet; after a miss an arrow with metres leads to the landing."""
    controller = at_the_table(patience_s=0)
    controller.session.submit(
        EditCombatant(who="marine", values=(("sheet.weapons.fragmentation_grenade.ready", "true"),))
    )
    controller.actions.choose("throw:fragmentation_grenade")
    click(controller, (9, 9))
    labels = [one.label for one in scene(controller).overlays if isinstance(one, sr.RegionOverlay)]
    assert "5D6 to 3 m" in labels
    controller.action_drafts.go()
    for wanted in controller.session.wanted:
        controller.session.answer(wanted.key, Answer(option="none"))
    lines = [one for one in scene(controller).overlays if isinstance(one, sr.LineOverlay)]
    arrow = next(one for one in lines if one.label.endswith("m east, to R 10"))
    assert (arrow.a, arrow.b) == ((9.5, 9.5), (17.5, 9.5))


def test_what_needs_no_dice_is_done_with_the_click(controller: Controller) -> None:
    """Aiming at somebody opens no sheet; its line is drawn once one of the two is pointed at."""
    controller.actions.choose("aim")
    click(controller, (13, 3), "gunman")
    assert controller.view.draft is None
    assert isinstance(
        controller.session.history.rows[controller.session.position.cursor].command, TakeAim
    )
    controller.show(hovered=("gunman",))
    ties = [
        one
        for one in scene(controller).overlays
        if isinstance(one, sr.LineOverlay) and one.role is sr.LineRole.AIM
    ]
    assert [one.label for one in ties] == ["aims +1"]


@pytest.mark.rule("CE-FIR-06")
def test_somebody_beyond_the_map_is_picked_from_the_order(controller: Controller) -> None:
    """He has no token: a label at the edge says how far off, and his row is the target."""
    far = (("pos", "null"), ("distance_m", "400.0"))
    controller.session.submit(EditCombatant(who="gunman", values=far))
    labels = [one for one in scene(controller).overlays if isinstance(one, sr.LabelOverlay)]
    assert ("Gunman", "400 m") in [(one.text, one.second) for one in labels]
    controller.actions.choose("attack:gauss_rifle")
    controller.selection.point_at("gunman")
    view = present_attack(controller)
    assert view is not None
    assert view.title == "Marine at Gunman"
    assert next(one.value for one in view.lines if one.rule_id == "CE-RNG-03") == -2
    controller.cancel()
    controller.cancel()
    controller.selection.point_at("gunman")
    assert controller.view.selected == ("gunman",)


@pytest.mark.rule("CE-ENV-03", "CE-ZRG-01")
def test_areas_that_the_rules_know_are_offered_and_may_lie_everywhere(
    controller: Controller,
) -> None:
    """Weather laid over everything counts in the next sheet and stands in the legend."""
    tool = ZonesTool(controller)
    kinds = {one.kind for one in tool.samples}
    assert kinds >= {"smoke", "light", "weather", "zero_gravity", "heat", "jamming", "rest"}
    storm = next(one for one in tool.samples if one.kind == "weather")
    tool.lay_everywhere(storm.replace(everywhere=True))
    assert "Extreme weather" in [one.text for one in scene(controller).legend]
    controller.actions.choose("attack:gauss_rifle")
    click(controller, (13, 3), "brawler")
    view = present_attack(controller)
    assert view is not None
    assert [one.value for one in view.lines if one.rule_id == "CE-ENV-03"] == [-1, -1]
    assert sheet_of(controller.encounter["marine"]).sensors[0].kind == "infrared"
    controller.action_drafts.settings.choose("sight_by", "infrared")
    view = present_attack(controller)
    assert view is not None
    assert [one.off for one in view.lines if one.rule_id == "CE-ENV-03"] == [True, False]
