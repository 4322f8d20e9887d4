"""Initiative that moves: reactions, haste, delay, cutting in on an open attack."""

from __future__ import annotations

from typing import Any

import pytest

from gridwar.engine.gm.combatant_commands import SetValue
from gridwar.engine.gm.effect_and_pool_commands import AddEffect
from gridwar.engine.kit.turn_and_move_commands import Move, NextTurn
from gridwar.engine.play.play_outcome import Accepted
from gridwar.model.combatant import TimedEffect
from gridwar.model.events_combatants import Explained
from gridwar.model.geometry import Cell
from gridwar.systems.cepheus.actions.check_action import OtherAction
from gridwar.systems.cepheus.attacks.attack_offers import Attack, ThrowAt
from gridwar.systems.cepheus.attacks.reactions import React
from gridwar.systems.cepheus.core.fight_state import check_dm
from gridwar.systems.cepheus.core.weapon_records import BlastZone, Weapon
from gridwar.systems.cepheus.turns.delay_and_haste import ActNow, Delay, Hasten
from gridwar.systems.cepheus.turns.rounds_and_turns import EndTurn
from tests.support.cepheus import Fight, person

AWAY = tuple(Cell(1, y) for y in range(1, 5))
GRENADE = Weapon(
    id="grenade",
    name="Grenade",
    type="thrown",
    skill="athletics",
    damage_dice=0,
    adds_effect=False,
    blast=(BlastZone(radius_m=3, dice=1),),
)


def _dodge(who: str) -> React:
    return React(actor=who, reaction="dodge", against="ranged")


def _on_checks(fight: Fight, who: str) -> int:
    return check_dm(fight.sheet(who), fight.now.round)


@pytest.mark.rule("CE-INI-06", "CE-REA-01")
def test_who_has_still_to_act_pays_for_a_reaction_in_this_round() -> None:
    """Initiative 9 dodges before acting: 7 and -1 in this round, 9 and nothing in the next."""
    fight = Fight(person("A", initiative_base=9), person("B", initiative_base=11))
    fight.do(NextTurn(), _dodge("A"))
    assert (fight.count("A"), _on_checks(fight, "A")) == (7, -1)
    fight.do(NextTurn(), NextTurn())
    assert fight.now.round == 2
    assert (fight.count("A"), _on_checks(fight, "A")) == (9, 0)


@pytest.mark.rule("CE-INI-06", "CE-REA-01")
def test_who_has_acted_pays_in_the_next_round() -> None:
    """Two dodges after acting: -2 on checks now, Initiative 5 in round 2, 9 again in round 3."""
    fight = Fight(person("A", initiative_base=9), person("B", initiative_base=3))
    fight.do(NextTurn(), NextTurn(), _dodge("A"), _dodge("A"))
    assert (fight.count("A"), _on_checks(fight, "A")) == (9, -2)
    fight.do(NextTurn())
    assert (fight.now.round, fight.count("A"), _on_checks(fight, "A")) == (2, 5, 0)
    fight.do(NextTurn(), NextTurn())
    assert (fight.now.round, fight.count("A")) == (3, 9)


@pytest.mark.rule("CE-INI-06")
def test_the_order_is_sorted_anew_at_once() -> None:
    """A reaction may cost somebody his place in this round's order."""
    people = person("A", initiative_base=9), person("B", initiative_base=8)
    fight = Fight(person("C", initiative_base=12), *people)
    fight.do(NextTurn(), _dodge("A"))
    assert fight.order == [["C"], ["B"], ["A"]]


@pytest.mark.rule("CE-INI-07", "CE-INI-06")
def test_haste_gives_two_and_takes_one_for_a_round() -> None:
    """Base 6 and hasty: 8; a dodge before acting: 6 and -2 on his own checks; then 6 again."""
    fight = Fight(person("A", initiative_base=6), person("B", initiative_base=12), now=2)
    fight.do(Hasten(actor="A"))
    assert (fight.count("A"), _on_checks(fight, "A")) == (8, -1)
    fight.do(_dodge("A"))
    assert (fight.count("A"), _on_checks(fight, "A")) == (6, -2)
    fight.do(NextTurn(), NextTurn(), NextTurn())
    assert (fight.now.round, fight.count("A"), _on_checks(fight, "A")) == (3, 6, 0)


@pytest.mark.rule("CE-INI-07", "CE-RND-05")
def test_haste_takes_the_first_turn_back_from_who_has_not_used_it() -> None:
    """The first turn of a round may change hands while nothing has been done in it."""
    fight = Fight(person("A", initiative_base=8), person("B", initiative_base=7))
    fight.do(NextTurn())
    assert fight.now.turn == "A"
    fight.do(Hasten(actor="B"))
    assert fight.now.turn == "B"
    assert fight.refused(Hasten(actor="B")) == "hasty"
    fight.do(OtherAction(actor="B"))
    assert fight.refused(Hasten(actor="A")) == "too_late_for_haste"
    fight.do(NextTurn())
    assert fight.now.turn == "A"


@pytest.mark.rule("CE-INI-08")
def test_a_delayed_turn_is_taken_at_the_count_of_whom_it_interrupts() -> None:
    """D (10) cuts in on E (7): D acts at 7 before E, and 7 stays."""
    fight = _three()
    fight.do(NextTurn(), Delay(actor="D"))
    assert fight.order == [["E"], ["G"]]
    fight.do(ActNow(actor="D"))
    assert fight.order == [["D"], ["E"], ["G"]]
    assert fight.count("D") == 7
    fight.do(NextTurn())
    assert fight.now.turn == "E", "the turn that was interrupted goes on"
    fight.do(NextTurn(), NextTurn())
    assert fight.now.round == 2
    assert [fight.count(who) for who in "DEG"] == [7, 7, 4]


@pytest.mark.rule("CE-INI-08")
def test_by_house_rule_the_count_of_a_delayed_turn_is_for_one_round() -> None:
    """Without ``delay_persists`` D is back at 10 in the next round."""
    fight = _three(delay_persists=False)
    fight.do(NextTurn(), Delay(actor="D"), ActNow(actor="D"))
    assert fight.count("D") == 7
    fight.do(NextTurn(), NextTurn(), NextTurn())
    assert (fight.now.round, fight.count("D")) == (2, 10)


@pytest.mark.rule("CE-INI-08")
def test_nobody_cuts_in_above_his_own_initiative() -> None:
    """A delayer whom reactions brought below the present count has to wait for it."""
    fight = Fight(person("D", initiative_base=8), person("E", initiative_base=7))
    fight.do(NextTurn(), Delay(actor="D"), _dodge("D"))
    assert fight.refused(ActNow(actor="D")) == "count"


@pytest.mark.rule("CE-INI-08", "CE-RND-04")
def test_part_of_a_turn_cannot_be_held_back() -> None:
    """Once something was done in a turn it can only be finished."""
    fight = Fight(person("A", initiative_base=9), person("B", initiative_base=7))
    fight.do(NextTurn(), OtherAction(actor="A"))
    assert fight.refused(Delay(actor="A")) == "spent"


@pytest.mark.rule("CE-INI-08")
def test_cutting_in_on_an_open_attack_suspends_it_until_the_other_turn_is_over() -> None:
    """D runs before the shot is rolled; it goes on, asking D again, at the new distance."""
    fight = _three(dice=[4, 3])
    fight.do(NextTurn(), Delay(actor="D"))
    key = fight.open(Attack(actor="E", target="D", weapon="rifle"))
    fight.do(ActNow(actor="D"))
    assert fight.now.turn == "D"
    assert fight.asked == [], "the attack waits"
    assert len(fight.session.open) == 1
    fight.do(Move(actor="D", path=AWAY), NextTurn())
    assert fight.now.turn == "E"
    assert fight.asked == [key], "the attack asks on"
    outcome = fight.answer(key, "none")
    assert isinstance(outcome, Accepted)
    assert (outcome.result.dm, outcome.result.total) == (-3, 4), "Short 0 and no skill, not Close"
    assert fight.order == [["E"], ["G"]]


@pytest.mark.rule("CE-INI-08")
def test_nobody_cuts_in_on_what_has_been_rolled() -> None:
    """Once the throw is rolled the question to those in the blast cannot be interrupted."""
    people = (
        person("D", (1, 0), initiative_base=5),
        person("E", (2, 0), initiative_base=4),
        person("T", (9, 0), initiative_base=7, weapons=(GRENADE,), skills={"athletics": 3}),
        person("G", (30, 30), initiative_base=10),
    )
    fight = Fight(*people, dice=[6, 5, 3])
    fight.do(NextTurn(), Delay(actor="G"))
    fight.session.submit(ThrowAt(actor="T", square=Cell(1, 0), weapon="grenade"))
    assert fight.session.wanted, "the blast asks whom it may strike"
    assert fight.refused(ActNow(actor="G")) == "open", "but the throw has been rolled by then"


@pytest.mark.rule("CE-INI-08", "CE-RND-04")
def test_an_interrupted_turn_goes_on_where_it_stopped() -> None:
    """Whoever was interrupted has what he had left, is next, and does not begin his turn twice."""
    stunned = TimedEffect(id="e", name="stunned", ends="turn_start", whose="E", rounds_left=3)
    fight = _three()
    fight.do(AddEffect(who=("E",), effect=stunned), NextTurn(), Delay(actor="D"))
    fight.do(OtherAction(actor="E"), ActNow(actor="D"))
    fight.do(SetValue(who=("G",), field="sheet.initiative_base", value="30"), NextTurn())
    assert fight.now.turn == "E", "whatever the order says by now"
    assert (fight.sheet("E").budget.minor, fight.sheet("E").budget.significant) == (0, 1)
    assert fight.now.combatants["E"].effects[0].rounds_left == 2


@pytest.mark.rule("CE-INI-08")
def test_an_open_attack_that_is_no_longer_possible_is_withdrawn() -> None:
    """Where the target has left the shooter's reach meanwhile the attack is taken back."""
    fight = _three()
    fight.do(NextTurn(), Delay(actor="D"))
    fight.open(Attack(actor="E", target="D", weapon="blade"))
    notices: list[str] = []
    fight.session.subscribe(lambda change: notices.append(change.notice))
    fight.do(ActNow(actor="D"))
    fight.do(Move(actor="D", path=AWAY), NextTurn())
    assert fight.session.open == ()
    assert any(notices)
    assert fight.sheet("E").budget.significant == 1, "nothing was paid for it"


def _three(dice: list[int] | None = None, **switches: Any) -> Fight:
    people = (
        person("D", (1, 0), initiative_base=10),
        person("E", (3, 0), initiative_base=7),
        person("G", (9, 9), initiative_base=4),
    )
    return Fight(*people, dice=dice, **switches)


@pytest.mark.rule("CE-INI-09", "CE-RND-03")
def test_who_delays_through_a_round_may_be_first_in_the_next() -> None:
    """F and G hold back: both get the highest of the others and 1, the higher Dexterity first."""
    people = (
        person("H", initiative_base=11),
        person("G", initiative_base=10, dex=9),
        person("F", initiative_base=8, dex=6),
    )
    fight = Fight(*people)
    fight.do(NextTurn(), NextTurn(), Delay(actor="G"))
    outcome = fight.session.submit(Delay(actor="F"))
    keys = [one.key for one in outcome.wanted]  # type: ignore[union-attr]
    for key in keys:
        outcome = fight.answer(key, "first")
    assert isinstance(outcome, Accepted)
    assert fight.now.round == 2
    assert [fight.count(who) for who in "FGH"] == [12, 12, 11]
    assert fight.order == [["G"], ["F"], ["H"]]


@pytest.mark.rule("CE-INI-09", "CE-INI-07")
def test_first_is_above_those_who_hurry_too() -> None:
    """Haste of another in the new round lifts those who chose to be first above it."""
    fight = Fight(person("H", initiative_base=11), person("F", initiative_base=8))
    fight.do(NextTurn(), NextTurn())
    key = fight.open(Delay(actor="F"))
    fight.answer(key, "first")
    fight.do(Hasten(actor="H"))
    assert (fight.count("H"), fight.count("F")) == (13, 14)
    assert fight.now.turn == "F"


@pytest.mark.rule("CE-INI-08", "CE-INI-09")
def test_a_delayer_may_still_act_when_everybody_else_has() -> None:
    """At the end of the round he may act at the last count, instead of choosing to be first."""
    fight = Fight(person("H", initiative_base=11), person("F", initiative_base=13))
    fight.do(NextTurn(), Delay(actor="F"))
    key = fight.open(NextTurn())
    fight.answer(key, "now")
    assert (fight.now.round, fight.now.turn, fight.count("F")) == (1, "F", 11)
    fight.do(NextTurn())
    assert fight.now.round == 2


@pytest.mark.rule("CE-INI-06")
def test_a_turn_under_way_counts_as_acted() -> None:
    """A reaction in one's own turn costs Initiative in the next round."""
    fight = Fight(person("A", initiative_base=9), person("B", initiative_base=3))
    fight.do(NextTurn(), _dodge("A"), EndTurn(actor="A"))
    assert fight.count("A") == 9
    fight.do(NextTurn(), NextTurn())
    assert (fight.now.round, fight.count("A")) == (2, 7)


@pytest.mark.rule("CE-RND-05", "CE-INI-06", "CE-FIR-07")
def test_the_log_says_what_expires_with_a_round_and_what_takes_effect() -> None:
    """Haste is over; a dodge after acting costs Initiative now, and no longer weighs on checks."""
    fight = Fight(person("A", initiative_base=9), person("B", initiative_base=5))
    fight.do(NextTurn(), Hasten(actor="B"), NextTurn(), _dodge("A"))
    outcome = fight.do(EndTurn(actor="B"), NextTurn())
    assert isinstance(outcome, Accepted)
    traces = [one.trace for one in outcome.events if isinstance(one, Explained)]
    news = next(one for one in traces if one.title == "Round 2")
    assert [(one.label, one.before, one.after) for one in news.steps] == [
        ("A: Initiative", 9, 7),
        ("A: on checks", -1, 0),
        ("B: Initiative", 7, 5),
        ("B: on checks", -1, 0),
    ]
