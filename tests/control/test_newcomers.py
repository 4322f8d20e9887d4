"""Combatants who come or go while something is asked: no click then raises anything."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.control.controller.controller import Controller
from gridwar.control.presenters.actions_list import present_actions
from gridwar.control.presenters.attack_popover import present_attack
from gridwar.control.presenters.card_actions_effects import present_card, present_quick
from gridwar.control.presenters.scene import ScenePresenter
from gridwar.control.presenters.top_and_status_bars import present_status
from gridwar.control.tools.toolbox import Toolbox
from gridwar.engine.gm.combatant_commands import AddCombatants, RemoveCombatants
from gridwar.engine.kit.turn_and_move_commands import TakeTurn
from gridwar.engine.play.play_outcome import Asking, DiceWanted
from gridwar.model.geometry import Cell
from gridwar.systems import find_system
from gridwar.systems.cepheus.attacks.attack_offers import Attack
from tests.support.fights import begun

if TYPE_CHECKING:
    from gridwar.engine.session.session import Session


@pytest.fixture(params=["before any dice", "after dice"])
def asked(request: pytest.FixtureRequest) -> Controller:
    """A marine's shot that waits for the brawler's answer, or, after it, for dice."""
    session = begun("cepheus", marine=(3, 3), brawler=(13, 3))
    session.submit(TakeTurn(actor="marine"))
    session.use_typed_dice(True)
    outcome = session.submit(Attack(actor="marine", target="brawler", weapon="gauss_rifle"))
    assert isinstance(outcome, Asking)
    if request.param == "after dice":
        while session.top is not None and not _is_committed(session):
            _reply(session)
        assert session.top is not None, "nothing is asked after the dice"
    return Controller(session, odds_patience_s=60)


def _is_committed(session: Session) -> bool:
    top = session.top
    return top is not None and top.asking is not None and top.asking.committed


def _reply(session: Session) -> None:
    """Give the first thing that is wanted what it wants."""
    wanted = session.wanted[0]
    if isinstance(wanted, DiceWanted):
        dice = wanted.roll.dice
        session.answer(wanted.key, (dice.sides,) * dice.count)
    else:
        session.answer(wanted.key, wanted.default)


def newcomer(controller: Controller) -> str:
    """Add somebody and return his id."""
    one = next(one for one in find_system("cepheus").data.samples() if one.id == "brawler")
    late = one.replace(id="late", name="Late", pos=Cell(8, 8))
    controller.submit(AddCombatants(combatants=(late,)))
    assert "late" in controller.encounter
    return "late"


def look(controller: Controller) -> None:
    """Work out everything that a window would show."""
    present_attack(controller)
    present_card(controller)
    present_quick(controller)
    present_actions(controller)
    tools = Toolbox(controller)
    present_status(controller, tools.active, "")
    ScenePresenter(controller, tools).present()


def test_a_newcomer_is_aimed_at_while_something_is_asked(asked: Controller) -> None:
    """Whoever was added meanwhile can be pointed at and aimed at, by whoever is selected."""
    late = newcomer(asked)
    for actor, target in (("marine", late), (late, "marine")):
        asked.selection.select(actor)
        for action in asked.actions.listed():
            asked.selection.select(actor)
            asked.actions.choose(action.id, anyway=True)
            asked.show(hover=Cell(8, 8), hovered=(target,))
            look(asked)
            asked.selection.point_at(target)
            look(asked)
            asked.action_drafts.close()


def test_whoever_is_aimed_at_may_leave_while_something_is_asked(asked: Controller) -> None:
    """The sheet of an attack closes when he goes, whichever state it was judged by."""
    late = newcomer(asked)
    asked.selection.select("marine")
    asked.actions.choose("attack:gauss_rifle", anyway=True)
    asked.selection.point_at(late)
    asked.submit(RemoveCombatants(who=(late,)))
    look(asked)
    assert asked.view.draft is None


def test_nobody_who_has_gone_can_be_selected(asked: Controller) -> None:
    """A click on a list that shows somebody of before selects nobody."""
    asked.selection.select("gone long ago")
    look(asked)
    assert asked.view.selected == ()
