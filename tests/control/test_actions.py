"""The list of what somebody could do."""

from __future__ import annotations

from gridwar.control.controller.controller import Controller
from gridwar.control.presenters.actions_list import present_actions
from gridwar.control.records.action_list_records import ActionLine
from gridwar.control.state.pointer_and_keys import KeyboardModifier
from gridwar.engine.kit.turn_and_move_commands import TakeTurn
from tests.support.fights import begun
from tests.support.table import Table

SHIFT = KeyboardModifier.SHIFT


def test_a_digit_does_what_it_is_drawn_on() -> None:
    """1 is the first usual row and 9 the ninth that has a digit, with Shift too; no more."""
    table = Table("arrgs", 4, 4, guard=(3, 3))
    table.controller.submit(TakeTurn(actor="guard"))
    rows = [one for one in present_actions(table.controller).lines if isinstance(one, ActionLine)]
    drawn = {one.digit: one.id for one in rows if one.digit}
    assert [*drawn] == [*"123456789"]
    for digit, held in (("1", ()), ("3", (SHIFT,))):
        table.key(digit, digit, *held)
        assert present_actions(table.controller).active == drawn[digit]
        table.controller.cancel()


def test_an_action_that_is_refused_names_its_rules() -> None:
    """Chosen although it is not possible, it says why and by which rule, and nothing happens."""
    session = begun("cepheus", *[3] * 8, marine=(3, 3), brawler=(13, 3))
    session.submit(TakeTurn(actor="marine"))
    controller = Controller(session, odds_patience_s=60)
    before = controller.encounter
    controller.selection.select("brawler")
    refused = next(
        one for one in controller.rules_cache.actions("brawler") if one.refusal is not None
    )
    controller.actions.choose(refused.id)
    notice = controller.view.notice
    assert notice is not None
    assert refused.refusal is not None
    assert (notice.text, notice.rule_ids) == (refused.refusal.text, refused.refusal.rule_ids)
    assert notice.rule_ids
    assert controller.encounter is before


def test_targets_are_gone_through_by_tab() -> None:
    """The best chance first, with Shift back; Enter takes the one reached; the attacker stays."""
    table = Table("cepheus", *[3] * 8, marine=(3, 3), brawler=(8, 3), scout=(5, 3))
    controller = table.controller
    controller.actions.choose(controller.actions.listed()[0].id)
    assert controller.view.need == "combatant"
    for held, wanted in (((), "brawler"), ((), "scout"), ((), "brawler"), ((SHIFT,), "scout")):
        table.key("tab", "", *held)
        assert controller.view.hovered == (wanted,)
        assert controller.view.selected == ("marine",)
    table.key("enter")
    assert controller.view.draft is not None
    assert controller.view.draft.target == "scout"


def test_tab_leaves_the_selection_alone_where_there_is_no_target() -> None:
    """While somebody is aimed at nobody else is selected by it."""
    table = Table("cepheus", *[3] * 8, marine=(3, 3))
    controller = table.controller
    controller.actions.choose(controller.actions.listed()[0].id)
    table.key("tab")
    assert controller.view.picking is not None
    assert (controller.view.selected, controller.view.hovered) == (("marine",), ())


def test_the_click_that_follows_a_refusal_selects_nobody() -> None:
    """Whoever was to be aimed at does not take the place of the one who acts; the next may."""
    table = Table("cepheus", *[3] * 8, marine=(3, 3), brawler=(8, 3))
    controller = table.controller
    controller.selection.select("brawler")
    shoot = next(one for one in controller.actions.listed() if one.needs and one.refusal)
    controller.actions.choose(shoot.id)
    table.click(3.5, 3.5)
    assert controller.view.selected == ("brawler",)
    assert controller.view.notice is not None
    table.click(3.5, 3.5)
    assert controller.view.selected == ("marine",)
