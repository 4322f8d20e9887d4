"""Preparing an attack: what the sheet shows is what is explored and what is rolled."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.control.actions.odds_worker import OddsMaker
from gridwar.control.controller.controller import Controller
from gridwar.control.presenters.attack_popover import present_attack
from gridwar.control.presenters.log import LogPresenter
from gridwar.control.presenters.questions import present_ask
from gridwar.control.presenters.scene import ScenePresenter
from gridwar.control.presenters.top_and_status_bars import present_status
from gridwar.control.records.scene_records import LabelOverlay, LineOverlay, RegionOverlay
from gridwar.control.state.pointer_and_keys import Button, KeyEvent, PointerEvent, PointerKind
from gridwar.control.tools.select_tool import SelectTool
from gridwar.control.tools.toolbox import Toolbox
from gridwar.engine.gm.combatant_commands import RemoveCombatants
from gridwar.engine.kit.turn_and_move_commands import BeginFight, TakeTurn
from gridwar.engine.odds.odds_columns import Odds
from gridwar.engine.play.play_outcome import Asking, DiceWanted
from gridwar.engine.session.session import Session
from gridwar.model.command import Answer
from gridwar.model.geometry import Cell
from gridwar.systems import find_system
from gridwar.systems.arrgs.attacks.attack import Attack as Shot
from gridwar.systems.arrgs.core.sheet import sheet_of
from gridwar.systems.cepheus.actions.drawing_and_reloading import Draw
from gridwar.systems.cepheus.attacks.attack_offers import ThrowAt
from gridwar.systems.cepheus.core.sheet import CepheusSheet
from gridwar.systems.cepheus.harm.wounds import TakeDamage
from tests.support.fights import begun
from tests.systems.arrgs.skirmish import board, fighter
from tests.systems.arrgs.skirmish import session as arrgs_session

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.fixture
def controller() -> Controller:
    """A marine and a brawler ten squares apart; it is the marine's turn, 4 + 4 lie ready."""
    session = begun("cepheus", 4, 4, 2, 2, 2, 2, marine=(3, 3), brawler=(13, 3))
    session.submit(TakeTurn(actor="marine"))
    made = Controller(session, odds_patience_s=60)
    made.selection.select("marine")
    made.actions.choose("attack:gauss_rifle")
    return made


def aim(controller: Controller, who: str, cell: tuple[int, int]) -> None:
    """Click a target while an action is being picked."""
    tool = SelectTool(controller)
    point = (cell[0] + 0.5, cell[1] + 0.5)
    tool.pointer(PointerEvent(PointerKind.PRESS, cell, point, Button.LEFT, tokens=(who,)))


@pytest.mark.rule("CE-SIG-03")
def test_the_popover_shows_every_line_and_a_column_an_answer(controller: Controller) -> None:
    """Before anything is rolled the sum, the odds of each answer and why not are there."""
    aim(controller, "brawler", (13, 3))
    view = present_attack(controller)
    assert view is not None
    assert view.total == "+3"
    assert {line.rule_id for line in view.lines} >= {"CE-CORE-04", "CE-CORE-03"}
    assert "CE-RNG-03" in {line.rule_id for line in view.idle}
    columns = {column.id: column for column in view.answers}
    assert columns["none"].chance == "83\u00a0%"
    assert columns["dodge"].chance == "72\u00a0%"
    assert not columns["parry"].enabled
    assert columns["parry"].why_not


def test_a_line_switched_off_counts_neither_in_odds_nor_roll(controller: Controller) -> None:
    """The very command that was looked at is the one that is played."""
    aim(controller, "brawler", (13, 3))
    shown = present_attack(controller)
    assert shown is not None
    skill = next(line for line in shown.lines if line.rule_id == "CE-CORE-04")
    controller.action_drafts.sum.toggle_line(skill.key, on=False)
    view = present_attack(controller)
    assert view is not None
    assert view.total == "+1"
    assert {column.id: column.chance for column in view.answers}["none"] == "58\u00a0%"
    controller.action_drafts.choose_answer("none")
    controller.action_drafts.go()
    log = LogPresenter(controller).present()
    assert any("9" in line.value for entry in log for line in entry.lines)


def test_the_target_is_asked_and_its_answer_played(controller: Controller) -> None:
    """Without an answer chosen the question goes to the target; undo takes it all back."""
    aim(controller, "brawler", (13, 3))
    before = controller.encounter
    controller.action_drafts.go()
    asked = present_ask(controller)
    assert asked is not None
    assert asked.questions[0].recipient == "Brawler"
    controller.answers.give(asked.questions[0].key, Answer(option="dodge"))
    assert present_ask(controller) is None
    controller.timeline.undo()
    assert controller.encounter == before


def test_typed_dice_are_used(controller: Controller) -> None:
    """Digits typed over the map fill the dice; Enter plays with them."""
    aim(controller, "brawler", (13, 3))
    tool = SelectTool(controller)
    controller.action_drafts.choose_answer("none")
    for face in "12":
        tool.key(KeyEvent(face, text=face))
    tool.key(KeyEvent("enter"))
    log = LogPresenter(controller).present()
    assert any("miss" in entry.result for entry in log)


def test_typed_dice_wait_for_the_answer_of_the_target(controller: Controller) -> None:
    """Dice typed with the sum are not typed again when the target has been asked in between."""
    aim(controller, "brawler", (13, 3))
    for face in (1, 2):
        controller.action_drafts.type_die(face)
    controller.action_drafts.go()
    asked = present_ask(controller)
    assert asked is not None
    controller.answers.give(asked.questions[0].key, Answer(option="dodge"))
    assert present_ask(controller) is None
    assert any("miss" in entry.result for entry in LogPresenter(controller).present())


@pytest.mark.parametrize("way", ["let it pass", "pass all", "pass for this command"])
def test_typed_dice_wait_for_whoever_may_strike_first(way: str) -> None:
    """A shot that provokes is rolled with the die typed for it, however the window is passed."""
    combatants = (
        fighter("A", (2, 2)),
        fighter("B", (3, 2), "2", aap_max=2),
        fighter("T", (5, 2), "2"),
    )
    controller = Controller(arrgs_session(board(*combatants)))
    controller.submit(TakeTurn(actor="A"))
    controller.actions.choose("attack:bow")
    aim(controller, "T", (5, 2))
    controller.action_drafts.type_die(15)
    controller.action_drafts.go()
    asked = present_ask(controller)
    assert asked is not None
    match way:
        case "let it pass":
            controller.answers.give(asked.questions[0].key, Answer(option="pass"))
        case "pass all":
            controller.answers.pass_all()
        case _:
            controller.answers.stand("command:opportunity", "never")
    assert sheet_of(controller.encounter["T"]).current_vitality == 50 - (5 + 15 - 10)


def test_dice_typed_for_what_was_taken_back_are_forgotten() -> None:
    """Undone while a window is open and asked for again, the roll is not given the old die."""
    combatants = (
        fighter("A", (2, 2)),
        fighter("B", (3, 2), "2", aap_max=2),
        fighter("T", (5, 2), "2"),
    )
    controller = Controller(arrgs_session(board(*combatants)))
    controller.submit(TakeTurn(actor="A"))
    controller.actions.choose("attack:bow")
    aim(controller, "T", (5, 2))
    controller.action_drafts.type_die(15)
    controller.action_drafts.go()
    controller.timeline.undo()
    controller.submit(Shot(actor="A", target="T", weapon="bow"))
    controller.answers.pass_all()
    (wanted,) = controller.session.wanted
    assert isinstance(wanted, DiceWanted)


def test_where_a_wound_goes_is_proposed_and_not_passed(controller: Controller) -> None:
    """Each answer says what it leaves; the standing answer is the proposal, "always" means none."""
    brawler = controller.encounter["brawler"].sheet
    assert isinstance(brawler, CepheusSheet)
    assert (brawler.chars.strength, brawler.chars.dexterity, brawler.chars.endurance) == (10, 7, 9)
    controller.submit(TakeDamage(who="brawler", points=15))
    asked = present_ask(controller)
    assert asked is not None
    (question,) = asked.questions
    assert [one.effect for one in question.options] == [
        "Strength 10 \u2192 4, proposed",
        "Dexterity 7 \u2192 1",
    ]
    assert asked.pass_label == ""  # the proposed answer stands on its own card
    assert all(one.is_proposal for one in question.standing)


def test_the_dice_of_a_roll_are_named_once(controller: Controller) -> None:
    """What a roll needs names its dice, which stand nowhere else; the keys are those for dice."""
    aim(controller, "brawler", (13, 3))
    controller.answers.use_typed_dice(typed=True)
    controller.action_drafts.choose_answer("none")
    controller.action_drafts.go()
    asked = present_ask(controller)
    assert asked is not None
    assert "2D6" in asked.dice[0].dice.hint
    assert "2D6" not in asked.dice[0].title
    assert not asked.dice[0].notation
    tool = SelectTool(controller)
    assert ("Space", "roll for me") in [
        (hint.key, hint.text) for hint in present_status(controller, tool, "").keys
    ]


def test_while_the_target_is_asked_the_map_shows_who_shoots_at_whom(
    controller: Controller,
) -> None:
    """Neither reach nor threat lies over the two while the question is open."""
    aim(controller, "brawler", (13, 3))
    controller.action_drafts.go()
    controller.show(hover=Cell(12, 3))
    scene = ScenePresenter(controller, Toolbox(controller)).present()
    assert scene.dim > 0
    assert [token.id for token in scene.tokens if token.target] == ["brawler"]
    assert not [one for one in scene.overlays if isinstance(one, RegionOverlay)]
    assert [one for one in scene.overlays if isinstance(one, LineOverlay)]
    assert not [one for one in scene.overlays if isinstance(one, LabelOverlay)]


def test_the_legend_names_what_is_drawn_only() -> None:
    """On a map that one point reaches all over, the reach of a second one is not listed."""
    system = find_system("arrgs")
    one = next(iter(system.data.samples())).replace(pos=Cell(1, 1))
    first = system.new_encounter().with_combatant(one)
    small = first.replace(map=first.map.replace(width=3, height=3))
    controller = Controller(Session(system, small))
    controller.submit(BeginFight())
    legend = ScenePresenter(controller, Toolbox(controller)).present().legend
    assert [entry.text for entry in legend] == ["1 AP"]


def test_while_combatants_are_asked_about_a_blast_it_stands_on_the_map(
    controller: Controller,
) -> None:
    """Where it went off and whom it caught is drawn and named until everybody has answered."""
    weapons = controller.system.board.overlays(controller.encounter, "marine", "", None).weapons
    grenade = next(one for one, _title in weapons if "grenade" in one)
    controller.submit(Draw(actor="marine", weapon=grenade))
    outcome = controller.submit(ThrowAt(actor="marine", square=Cell(12, 3), weapon=grenade))
    assert isinstance(outcome, Asking)
    scene = ScenePresenter(controller, Toolbox(controller)).present()
    zones = [one for one in scene.overlays if isinstance(one, RegionOverlay)]
    assert any((12, 3) in zone.cells for zone in zones)
    assert next(one for one in scene.tokens if one.id == "brawler").caught == 1
    asked = present_ask(controller)
    assert asked is not None
    assert "M 4" in asked.context


def test_an_amended_attack_keeps_its_dice(controller: Controller) -> None:
    """A finished attack can get one line more and keeps its dice: "wait, he had cover"."""
    aim(controller, "brawler", (13, 3))
    controller.action_drafts.choose_answer("none")
    controller.action_drafts.go()
    row = controller.session.position.cursor
    hurt = controller.system.cards.vital(controller.encounter, "brawler").points
    controller.action_drafts.amend(row)
    controller.action_drafts.sum.add_line("Cover", -9)
    controller.action_drafts.go()
    assert controller.system.cards.vital(controller.encounter, "brawler").points > hurt
    controller.timeline.undo()
    assert controller.system.cards.vital(controller.encounter, "brawler").points == hurt


def test_an_action_is_given_up_with_whoever_would_do_it(controller: Controller) -> None:
    """Who picks a target and is then left, or leaves the fight, does not act through another."""
    controller.selection.select("brawler")
    assert controller.view.picking is None
    controller.selection.select("marine")
    controller.actions.choose("move")
    controller.submit(RemoveCombatants(who=("marine",)))
    assert controller.view.picking is None


def test_who_is_gone_is_called_by_name_where_an_attack_is_withdrawn(
    controller: Controller,
) -> None:
    """An id is nothing that a GM knows."""
    aim(controller, "brawler", (13, 3))
    controller.action_drafts.go()
    name = controller.encounter["brawler"].name
    controller.submit(RemoveCombatants(who=("brawler",)))
    notice = controller.view.notice
    assert notice is not None
    assert notice.text == f"No longer possible, and withdrawn: {name} is no longer in the fight."
    controller.timeline.undo()
    assert controller.session.wanted
    assert controller.view.notice is None, "it is asked again"


def test_a_sheet_goes_with_the_turn_of_whoever_would_act(controller: Controller) -> None:
    """It would lie over the next turn and hide what is asked then."""
    aim(controller, "brawler", (13, 3))
    assert present_attack(controller) is not None
    controller.submit(TakeTurn(actor="brawler"))
    assert present_attack(controller) is None
    assert controller.view.selected == ("brawler",)


def test_a_digit_that_is_no_face_is_no_die(controller: Controller) -> None:
    """A superscript two, a key of its own on some keyboards, types nothing."""
    aim(controller, "brawler", (13, 3))
    SelectTool(controller).key(KeyEvent("twosuperior", text="\u00b2"))
    draft = controller.view.draft
    assert draft is not None
    assert draft.faces == ()


def test_late_odds_are_those_of_what_is_shown(
    controller: Controller, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Odds of the sum as it was are thrown away; an answer that new odds do not know goes too."""
    aim(controller, "brawler", (13, 3))
    controller.action_drafts.choose_answer("dodge")
    known = controller.view.draft
    assert known is not None
    arrivals: list[Callable[[Odds], None]] = []
    monkeypatch.setattr(OddsMaker, "ask", lambda *asked: arrivals.append(asked[-1]))
    for value in (-1, -2):
        controller.action_drafts.sum.add_line("Rain", value)
    assert known.odds is not None
    arrivals[0](known.odds)
    draft = controller.view.draft
    assert draft is not None
    assert draft.odds_late
    unasked = Odds(None, known.odds.columns[:1])
    arrivals[1](unasked)
    draft = controller.view.draft
    assert draft is not None
    assert (draft.odds, draft.odds_late, draft.answer) == (unasked, False, "")
    assert present_attack(controller) is not None


def test_a_worker_that_is_late_finds_no_window() -> None:
    """What is found after a window has gone is not shown: there is nothing to show it in."""
    controller = Controller(begun("freeform", hero=(3, 3)))
    heard: list[str] = []
    controller.action_drafts.run_in_window(lambda: heard.append("in time"))
    controller.action_drafts.shut_down()
    controller.action_drafts.run_in_window(lambda: heard.append("too late"))
    assert heard == ["in time"]


@pytest.mark.rule("AR-ACC-03")
def test_what_rolls_nothing_is_shown_before_it_is_done_where_there_is_a_choice() -> None:
    """Two carts that meet: the sheet offers head-on, its button says Do it, and both lose."""
    carts = (
        fighter("A", (3, 3), vehicle=True, base_speed=6, squares_moved=18, total_vitality=200),
        fighter("B", (4, 3), "2", vehicle=True, squares_moved=10, total_vitality=200),
    )
    made = Controller(arrgs_session(board(*carts)), odds_patience_s=60)
    made.selection.select("A")
    made.actions.choose("collide")
    aim(made, "B", (4, 3))
    draft = made.action_drafts.draft
    assert draft is not None
    made.action_drafts.settings.choose("head_on", "yes")
    view = present_attack(made)
    assert view is not None
    assert view.primary == "Do it"
    made.action_drafts.go()
    left = {who: sheet_of(made.encounter[who]).current_vitality for who in "AB"}
    assert left == {"A": 200 - (6 + 5) * (3 + 2), "B": 200 - (6 + 5) * (3 + 2)}
