"""How the actions of somebody stand in their list, in every system."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.control.controller.controller import Controller
from gridwar.control.presenters.actions_list import present_actions
from gridwar.control.records.action_list_records import (
    ActionLine,
    ChipsLine,
    FoldLine,
    HeadingLine,
    VariantsLine,
)
from gridwar.control.user_settings import MOST_LETTERS, SettingsKeeper, load_settings
from gridwar.engine.kit.offers_and_actions import Role
from gridwar.storage.new_open_and_sample_fights import open_fight, samples
from gridwar.systems import find_system
from tests.support.longer_step import at_once
from tests.support.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.control.actions.action_list import ActionList
    from gridwar.control.records.action_list_records import ActionsView, Line

FIGHTS = ("drowned-heron", "toll-vault", "plaza", "smithy", "jungle-river", "cargo-deck")
"""A sample of each system."""


def opened(words: str) -> Controller:
    """Return the controller of a sample fight, by words of its file's name."""
    path = next(one.path for one in samples() if words in one.path.stem)
    return Controller(open_fight(path, find_system).session)


def rows(lines: tuple[Line, ...]) -> dict[str, ActionLine]:
    """Return the rows of one action, by id, folded ones too."""
    found = {one.id: one for one in lines if isinstance(one, ActionLine)}
    for one in lines:
        if isinstance(one, FoldLine):
            found |= rows(one.lines)
    return found


def folds(view: ActionsView) -> dict[str, FoldLine]:
    """Return the folded groups, by their words."""
    return {one.words: one for one in view.lines if isinstance(one, FoldLine)}


def variants(view: ActionsView) -> dict[str, tuple[str, ...]]:
    """Return the words of the chips in one row, by the words before them."""
    found = (one for one in view.lines if isinstance(one, VariantsLine))
    return {one.title: tuple(chip.words for chip in one.chips) for one in found}


def usual_titles(found: ActionList) -> list[str]:
    """Return the titles of the usual rows."""
    return [row.actions[0].title for row in found.usual]


@pytest.fixture
def maro() -> Iterator[Controller]:
    """Return the fight in which Maro Tenn has the turn."""
    controller = opened("drowned-heron")
    yield controller
    controller.action_drafts.shut_down()


# --- what stands where ----------------------------------------------------------------------------


@pytest.mark.parametrize("words", at_once(FIGHTS, ("drowned-heron", "smithy")))
def test_everything_offered_stands_in_the_list_once(words: str) -> None:
    """Nothing is left out and nothing comes twice: rows, chips, folded and impossible ones."""
    controller = opened(words)
    for who in controller.encounter.combatants:
        controller.selection.select(who)
        offered = [one.id for one in controller.rules_cache.actions(who)]
        assert sorted(one.id for one in controller.actions.listed()) == sorted(offered)


@pytest.mark.parametrize("words", at_once(FIGHTS, ("drowned-heron", "smithy")))
def test_a_usual_turn_has_an_attack_and_a_way_first(words: str) -> None:
    """At most six; a strike where there is one, a way before a posture, no act at another price."""
    controller = opened(words)
    usual = [row.actions[0] for row in controller.actions.in_order().usual]
    assert 1 <= len(usual) <= 6
    moves = [one for one in usual if one.role is Role.MOVE]
    assert moves[0].need == "path"
    assert not [one for one in usual if one.same_as]
    if any(one.role is Role.STRIKE for one in controller.actions.listed()):
        assert usual[0].role is Role.STRIKE


def test_a_usual_turn_in_cepheus(maro: Controller) -> None:
    """Attacks, a way, a posture, aim, a hold: what is for others' good comes after."""
    expected = ["Shoot: Gauss rifle", "Strike: Unarmed", "Move", "Crouch", "Aim", "Grapple"]
    assert usual_titles(maro.actions.in_order()) == expected


def test_the_same_at_another_price_is_a_chip_in_its_row() -> None:
    """In ARRGS the Swift attack stands beside the attack, with its own price."""
    controller = opened("toll-vault")
    first = present_actions(controller).lines[1]
    assert isinstance(first, ActionLine)
    assert [one.words for one in first.chips] == ["Swift"]
    assert first.chips[0].price
    assert first.chips[0].price != first.price
    assert "Swift: Attack: Spear" not in usual_titles(controller.actions.in_order())


def test_variants_that_need_nothing_share_a_row(maro: Controller) -> None:
    """What is drawn and what is made points for; an attack with each weapon keeps its own row."""
    assert variants(present_actions(maro)) == {"Draw": ("Dagger", "Fragmentation grenade")}
    drive = present_actions(opened("smithy"))
    assert variants(drive)["Make points"] == ("Storm coat", "Thorns")
    assert {"Attack: Smith's hammer", "Attack: Flame sword"} <= {
        one.title for one in rows(drive.lines).values()
    }


def test_checks_are_chips_with_their_figure(maro: Controller) -> None:
    """Below one heading, which says what each costs; the one without a skill is the last."""
    lines = present_actions(maro).lines
    at = next(n for n, one in enumerate(lines) if getattr(one, "words", "") == "Checks")
    heading, chips = lines[at : at + 2]
    assert isinstance(heading, HeadingLine)
    assert heading.price
    assert isinstance(chips, ChipsLine)
    figures = {one.words: one.figure for one in chips.chips}
    assert figures["Athletics"] == "+1"
    assert [*figures][-1] == "no skill"


def test_events_that_cost_nothing_are_chips() -> None:
    """In fluid those of the round, with what each is worth, folded until they are wanted."""
    events = folds(present_actions(opened("jungle-river")))["Events of the round"]
    (chips,) = (one for one in events.lines if isinstance(one, ChipsLine))
    assert ("Triumph", "+10") in {(one.words, one.figure) for one in chips.chips}
    assert not events.is_open


def test_rare_groups_are_folded_with_examples(maro: Controller) -> None:
    """Where nearly nothing is an act of a turn; below them stand the reasons."""
    view = present_actions(maro)
    found = folds(view)
    assert (found["By the GM"].note, found["By the GM"].count) == ("is hurt, is tired out", 2)
    assert "Checks" not in found
    kinds = [bool(one.key) for one in view.lines if isinstance(one, FoldLine)]
    assert kinds == sorted(kinds)


def test_the_first_heading_says_what_pips_mean(maro: Controller) -> None:
    """By the card of the one who acts; no other heading does."""
    headings = [one for one in present_actions(maro).lines if isinstance(one, HeadingLine)]
    assert [one.words for one in headings[0].pips] == ["minor", "significant"]
    assert not any(one.pips for one in headings[1:])


# --- what cannot be done --------------------------------------------------------------------------


def test_a_reason_is_said_once_with_its_rule(maro: Controller) -> None:
    """All that it forbids is folded below it, quiet; the sentence is in its description."""
    view = present_actions(maro)
    haste = folds(view)["Not now: Haste"]
    assert (haste.note, haste.count) == ("too late for haste", 1)
    assert haste.rule_id.replace("\u2011", "-") == "CE-INI-07"
    assert "before anybody does anything" in haste.said
    assert [(one.title, one.is_possible) for one in haste.lines if isinstance(one, ActionLine)] == [
        ("Haste", False)
    ]
    maro.actions.fold_reason(haste.key, folded=False)
    assert folds(present_actions(maro))["Not now: Haste"].is_open


def test_what_is_impossible_keeps_its_place_and_digit_among_the_usual() -> None:
    """In a car one does not walk: Move stays third, quiet, and says in brief why."""
    controller = opened("chase")
    view = present_actions(controller)
    move = rows(view.lines)["move"]
    assert (move.digit, move.is_possible, move.note, move.is_usual) == ("3", False, "aboard", True)
    assert "CE" in move.said
    assert [one.digit for one in rows(view.lines).values() if not one.is_possible] == ["3", ""]


def test_one_reason_for_all_usual_ones_stands_at_their_heading(maro: Controller) -> None:
    """Out of turn no row repeats it."""
    maro.selection.select("reck")
    heading, *rest = present_actions(maro).lines
    assert isinstance(heading, HeadingLine)
    assert (heading.note, heading.rule_id.replace("\u2011", "-")) == ("not your turn", "CE-RND-04")
    notes = {one.note for one in rest if isinstance(one, ActionLine) and one.is_usual}
    assert notes == {""}


def test_an_empty_list_says_so_in_a_sentence() -> None:
    """Where nobody is selected and nobody has the turn."""
    table = Table("freeform", hero=(3, 3))
    table.controller.selection.select()
    view = present_actions(table.controller)
    assert table.controller.actor is not None or view.note.startswith("Select somebody")
    assert bool(view.note) == (not view.lines)


# --- what the game master chooses -----------------------------------------------------------------


def test_what_is_usual_is_kept_for_the_system(maro: Controller) -> None:
    """Six at most, in the order given, at the next fight too and for whoever acts there."""
    keeper = load_settings()
    maro.actions.keep_list_in(keeper)
    keys = {row.actions[0].title: row.key for row in maro.actions.in_order().usual}
    delay = next(
        row.key for g in maro.actions.in_order().groups for row in g.rows if row.key == "delay"
    )
    wanted = ("Aim", "Shoot: Gauss rifle")
    maro.actions.keep_usual((*(keys[one] for one in wanted), delay, "gone"))
    assert usual_titles(maro.actions.in_order()) == [*wanted, "Delay"]
    assert maro.actions.in_order().digits["3"] == "delay"
    again = opened("hold")
    again.actions.keep_list_in(load_settings())
    for who in again.encounter.combatants:
        again.selection.select(who)
        titles = usual_titles(again.actions.in_order())
        assert titles[0] == "Aim" or "Aim" not in titles
    other = opened("plaza")
    other.actions.keep_list_in(load_settings())
    assert "Delay" not in usual_titles(other.actions.in_order())


def test_the_first_weapon_of_another_is_an_attack_with_it(maro: Controller) -> None:
    """What is kept of an attack is which of the weapons, not its name."""
    shoot = maro.actions.in_order().usual[0]
    maro.actions.keep_usual((shoot.key,))
    maro.selection.select("reck")
    (row,) = maro.actions.in_order().usual
    assert row.actions[0].title == "Strike: Cudgel"


def test_without_any_chosen_the_roles_say_what_is_usual(maro: Controller) -> None:
    """Choosing none, or only what there is not, leaves the first six."""
    first = usual_titles(maro.actions.in_order())
    for keys in ((), ("gone",)):
        maro.actions.keep_usual(keys)
        assert usual_titles(maro.actions.in_order()) == first


def test_variants_may_be_usual_and_take_no_digit(maro: Controller) -> None:
    """The row of chips comes as it is; the digits go on below it."""
    maro.actions.keep_usual(("draw *", "move"))
    view = present_actions(maro)
    first, second = view.lines[1:3]
    assert isinstance(first, VariantsLine)
    assert isinstance(second, ActionLine)
    assert (first.is_usual, second.digit) == (True, "1")
    assert view.usual == ("draw *", "move")


def test_folding_is_kept_for_the_system(maro: Controller) -> None:
    """A rare group stays open where somebody opened it, and digits go on into it."""
    keeper = SettingsKeeper()
    maro.actions.keep_list_in(keeper)
    maro.actions.fold(("By the GM",), folded=False)
    maro.actions.fold(("Checks",), folded=True)
    assert keeper.now.folded == {"cepheus": {"By the GM": False, "Checks": True}}
    found = folds(present_actions(maro))
    assert (found["By the GM"].is_open, found["Checks"].is_open) == (True, False)


def test_what_is_folded_has_no_digit(maro: Controller) -> None:
    """The digits of a group that is folded go to the rows below it."""
    before = maro.actions.in_order()
    seventh = before.groups[0].rows[0].actions[0].id
    assert before.digits["7"] == seventh
    maro.actions.fold(before.groups[0].titles, folded=True)
    assert seventh not in maro.actions.in_order().digits.values()


def test_a_name_that_cannot_be_kept_is_not(maro: Controller) -> None:
    """Neither too long nor half a character: the rest of the settings would be lost with it."""
    keeper = load_settings()
    maro.actions.keep_list_in(keeper)
    maro.actions.keep_usual(("x" * (MOST_LETTERS + 1), "\ud800", "move"))
    assert load_settings().now.usual == {"cepheus": ("move",)}
    assert not keeper.problem


# --- the filter -----------------------------------------------------------------------------------


def test_a_filter_finds_rows_chips_and_what_is_folded(maro: Controller) -> None:
    """Each below its heading, a group unfolded for what is found in it alone."""
    view = present_actions(maro)
    (heading, draw) = view.shown("dagger")
    assert isinstance(heading, HeadingLine)
    assert isinstance(draw, VariantsLine)
    assert [one.words for one in draw.chips] == ["Dagger"]
    (group, hurt) = view.shown(" HURT ")
    assert isinstance(group, FoldLine)
    assert isinstance(hurt, ActionLine)
    assert (group.is_open, hurt.title) == (True, "Is hurt")
    assert view.shown("no such words") == ()
