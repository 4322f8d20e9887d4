"""By whom and by what kind the log is filtered, and where its lines happened."""

from __future__ import annotations

import pytest

from gridwar.control.controller.controller import Controller
from gridwar.control.presenters.log import LogPresenter
from gridwar.control.presenters.log_filter import LogFilter
from gridwar.control.records.log_records import LogEntry, LogFacts, LogKind
from gridwar.dice.dice_sources import ScriptedDice
from gridwar.engine.gm.combatant_commands import Place
from gridwar.engine.gm.effect_and_pool_commands import ChangePool
from gridwar.engine.kit.turn_and_move_commands import Move, NextTurn, TakeTurn
from gridwar.engine.play.offered_actions_and_drafts import actions_of
from gridwar.model.geometry import Cell
from tests.support.fights import begun


@pytest.fixture
def controller() -> Controller:
    """The marine's turn, with a brawler of the other side and a scout of their own."""
    made = Controller(begun("cepheus", marine=(2, 2), brawler=(9, 2), scout=(2, 6)))
    made.submit(TakeTurn(actor="marine"))
    return made


def facts_of_last(controller: Controller) -> LogFacts:
    """Return what the newest entry of the log is filtered by."""
    return LogFilter(controller).facts(LogPresenter(controller).present()[-1])


def test_an_attack_is_of_both_and_lies_at_the_target(controller: Controller) -> None:
    """Whoever attacks somebody of another side; its place is where the target stands."""
    controller.session.dice = ScriptedDice((6,) * 20)
    attack = next(
        one
        for one in actions_of(controller.system, controller.encounter, "marine")
        if one.id.startswith("attack") and one.refusal is None
    )
    controller.selection.select("marine")
    controller.show(picking=attack)
    controller.action_drafts.aim_at("brawler")
    controller.action_drafts.go()
    row = next(
        row
        for row in controller.session.history.rows.values()
        if row.command.actor == "marine" and "attack" in row.command.kind.casefold()
    )
    facts = LogFilter(controller).facts(LogEntry(row.id, "The attack"))
    assert facts.kind is LogKind.ATTACK
    assert facts.who >= {"marine", "brawler"}
    assert "scout" not in facts.who
    assert LogFilter(controller).place(row.id) == Cell(9, 2)


def test_a_move_lies_where_it_ended(controller: Controller) -> None:
    """It is of whoever moved alone."""
    path = (Cell(3, 2), Cell(4, 2))
    controller.submit(Move(actor="marine", path=path))
    assert facts_of_last(controller) == LogFacts(frozenset({"marine"}), LogKind.MOVE)
    position = controller.session.position.cursor
    assert LogFilter(controller).place(position) == Cell(4, 2)


def test_the_game_masters_word_is_a_kind_of_its_own(controller: Controller) -> None:
    """Placing somebody, and points by hand."""
    for command in (Place(to=(("scout", Cell(5, 5)),)), ChangePool(who=("scout",), add=-1)):
        controller.submit(command)
        facts = facts_of_last(controller)
        assert facts.kind is LogKind.GM
        assert "scout" in facts.who


def test_a_turn_is_of_whoever_gets_it_and_of_no_kind(controller: Controller) -> None:
    """Nobody has to choose turns: they stand in the whole log."""
    controller.submit(NextTurn())
    facts = facts_of_last(controller)
    assert facts.kind is LogKind.TURN
    assert facts.who == {controller.encounter.turn}


def test_everybody_in_the_fight_has_a_face(controller: Controller) -> None:
    """In the order in which they joined, made again only when somebody changes."""
    made = LogFilter(controller)
    assert [one.id for one in made.people()] == ["marine", "brawler", "scout"]
    assert made.people() is made.people()
