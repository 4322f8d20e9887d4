"""Numbers, ticks and orders of a prepared action: set, kept within bounds, and in the odds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from gridwar.control.controller.controller import Controller
from gridwar.control.presenters.attack_popover import present_attack
from gridwar.engine.kit import Facts, TakeTurn
from gridwar.engine.odds.odds_columns import Column, Odds, Used
from gridwar.engine.odds.odds_outcomes import Outcomes
from gridwar.engine.session.session import Session
from gridwar.model.question_and_refusal import Refusal
from tests.support.fights import begun
from tests.support.volley import WITH_VOLLEY, Volley

if TYPE_CHECKING:
    from gridwar.control.records.popover_records import AttackView


@pytest.fixture
def controller() -> Controller:
    """The hero's volley at the thug, prepared."""
    session = begun("alley", hero=(3, 3), thug=(6, 3))
    session.submit(TakeTurn(actor="hero"))
    made = Controller(Session(WITH_VOLLEY, session.encounter), odds_patience_s=60)
    made.selection.select("hero")
    volley = next(one.id for one in made.rules_cache.actions("hero") if one.title == "Volley")
    made.actions.choose(volley)
    made.action_drafts.aim_at("thug")
    return made


def command(controller: Controller) -> Volley:
    """Return the command in preparation."""
    draft = controller.view.draft
    assert draft is not None
    assert isinstance(draft.command, Volley)
    return draft.command


def chances(controller: Controller) -> dict[int, float]:
    """Return the odds of the wounds that the thug takes."""
    view = present_attack(controller)
    assert view is not None
    return dict(view.answers[0].distribution)


def test_a_number_changes_the_command_and_its_odds(controller: Controller) -> None:
    """One stone hits with 10 of 20; of two both hit with a quarter. Beyond the bounds is cut."""
    assert chances(controller) == pytest.approx({1: 0.5})
    controller.action_drafts.settings.set_number("stones", 2)
    assert command(controller).stones == 2
    assert chances(controller) == pytest.approx({1: 0.5, 2: 0.25})
    controller.action_drafts.settings.set_number("stones", 99)
    assert command(controller).stones == 3


def test_the_sheet_says_which_reactions_the_odds_take_as_passed(controller: Controller) -> None:
    """The chance is that without reactions; beside it stands the one where somebody uses theirs."""
    draft = controller.view.draft
    assert draft is not None
    passed, used = (
        Outcomes(((Facts(success=True), chance), (Facts(success=False), 1 - chance)))
        for chance in (0.75, 0.5)
    )
    knife = Used("knife", "thug", "Throw the knife", used)
    found = Odds(None, (Column("", "", passed, could=(knife,)),))
    controller.view = replace(controller.view, draft=replace(draft, odds=found))
    view = present_attack(controller)
    assert view is not None
    (column,) = view.answers
    assert (column.chance, column.caption) == ("75\u00a0%", "success without reactions")
    assert column.note == f"50\u00a0% with {controller.encounter['thug'].name}: Throw the knife"


def sheet_of_odds(controller: Controller, found: Odds) -> AttackView:
    """Return the sheet with some odds."""
    draft = controller.view.draft
    assert draft is not None
    controller.view = replace(controller.view, draft=replace(draft, odds=found))
    view = present_attack(controller)
    assert view is not None
    return view


def chance_of(chance: float, error: float = 0.0) -> Outcomes:
    """Return outcomes with a chance of success."""
    items = ((Facts(success=True), chance), (Facts(success=False), 1 - chance))
    return Outcomes(items, error=error)


def test_the_sheet_tells_sampled_reactions_with_their_error(controller: Controller) -> None:
    """Both chances are about, within twice their error; who has no figures is named."""
    knife = Used("knife", "thug", "Throw the knife", chance_of(0.5, 0.01))
    shout = Used("shout", None, "Shout")
    column = Column("", "", chance_of(0.75, 0.005), could=(knife, shout))
    (told,) = sheet_of_odds(controller, Odds(None, (column,))).answers
    assert told.caption == "about, ±\u00a01\u00a0%, without reactions"
    thug = controller.encounter["thug"].name
    assert told.note == (
        f"about 50\u00a0% ±\u00a02\u00a0% with {thug}: Throw the knife, "
        "the game master could: Shout"
    )


def test_the_sheet_names_reactions_where_nothing_is_tested(controller: Controller) -> None:
    """Without a success to be told it says at least that reactions were left out, and whose."""
    untested = Outcomes(((Facts(), 1.0),))
    knife = Used("knife", "thug", "Throw the knife", untested)
    column = Column("", "", untested, could=(knife,))
    (told,) = sheet_of_odds(controller, Odds(None, (column,))).answers
    assert (told.chance, told.caption) == ("", "without reactions")
    assert told.note == f"{controller.encounter['thug'].name} could: Throw the knife"
    assert sheet_of_odds(controller, Odds(None, (Column("", "", untested),))).answers == ()


def test_a_refusal_met_on_the_way_stands_in_the_sheet(controller: Controller) -> None:
    """What the rules refuse behind the first roll is said as a refusal, and can be waived."""
    refusal = Refusal("late", "Not any more.")
    column = Column("", "", None, refusal.text)
    view = sheet_of_odds(controller, Odds(None, (column,), refusal=refusal))
    assert (view.problem, view.answers) == (refusal, ())
    controller.action_drafts.waive()
    assert command(controller).adjustments.waives("late", waivable=True)


def test_ticks_and_order_change_the_command(controller: Controller) -> None:
    """What is ticked and the order stand in the sheet as they do in the command."""
    controller.action_drafts.settings.set_ticks("helpers", frozenset({"boy", "nobody"}))
    controller.action_drafts.settings.set_order("order", ("brick", "round", "flat"))
    assert command(controller).helpers == {"boy"}
    view = present_attack(controller)
    assert view is not None
    assert view.settable.ticks[0].note == "1 help"
    assert [one for one, _words in view.settable.orders[0].rows] == ["brick", "round", "flat"]


def test_an_order_that_leaves_something_out_is_none(controller: Controller) -> None:
    """Nothing is lost from the command by it."""
    controller.action_drafts.settings.set_order("order", ("brick",))
    assert len(command(controller).order) == 3


def test_typed_faces_go_with_the_command_they_were_for(controller: Controller) -> None:
    """Another number may mean other dice."""
    controller.action_drafts.type_die(12)
    controller.action_drafts.settings.set_number("stones", 2)
    assert controller.view.draft is not None
    assert controller.view.draft.faces == ()
