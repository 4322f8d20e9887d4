"""The cycle: who is in it, whose turn comes when, and how a round ends."""

from __future__ import annotations

import pytest

from gridwar.engine.kit.turn_and_move_commands import BeginFight, NextTurn, TakeTurn
from gridwar.engine.play.play_outcome import Accepted
from gridwar.model.combatant import TimedEffect
from gridwar.systems.cepheus.actions.check_action import OtherAction
from gridwar.systems.cepheus.attacks.attack_offers import Attack
from gridwar.systems.cepheus.core.fight_state import sheet_of
from gridwar.systems.cepheus.core.person_records import Aim, Budget
from gridwar.systems.cepheus.harm.wounds import Recovered, Wounded
from gridwar.systems.cepheus.turns.delay_and_haste import ActNow
from gridwar.systems.cepheus.turns.rolling_initiative import JoinFight
from gridwar.systems.cepheus.turns.rounds_and_turns import EndRound, EndTurn
from tests.support.cepheus import Fight, budget_options, person


@pytest.mark.rule("CE-INI-02")
def test_those_who_lie_in_wait_need_no_roll() -> None:
    """In an ambush the ready have 12 and their Dexterity DM, the others roll."""
    people = person("A", dex=10), person("B"), person("C", dex=12, aware=False)
    fight = Fight(*people, dice=[5, 4], now=0)
    fight.do(BeginFight())
    assert [fight.count(who) for who in "ABC"] == [13, 12, 11]
    assert fight.order == [["A"], ["B"], ["C"]]


@pytest.mark.rule("CE-INI-01")
@pytest.mark.parametrize("aware", [True, False])
def test_everybody_rolls_where_nobody_has_the_better_of_it(aware: bool) -> None:
    """With all aware, or none, everybody rolls 2D6 and adds the Dexterity DM."""
    people = person("A", dex=10, aware=aware), person("B", dex=3, aware=aware)
    fight = Fight(*people, dice=[5, 4, 6, 6], now=0)
    fight.do(BeginFight())
    assert [fight.count(who) for who in "AB"] == [10, 11]
    assert fight.now.round == 1
    assert fight.now.turn == "B"


@pytest.mark.rule("CE-RND-03")
def test_ties_go_by_dexterity_and_then_nobody_is_first() -> None:
    """Equal Initiative goes by Dexterity score; those still tied stand together."""
    people = person("X", dex=8), person("Y", dex=10), person("Z", dex=8)
    fight = Fight(*people, dice=[4, 5, 3, 5, 6, 3], now=0)
    fight.do(BeginFight())
    assert [fight.count(who) for who in "XYZ"] == [9, 9, 9]
    assert fight.order == [["Y"], ["X", "Z"]]
    fight.do(NextTurn())
    bracket = fight.now.bracket
    assert bracket is not None
    assert bracket.members == ("X", "Z")


@pytest.mark.rule("CE-RND-03")
def test_two_who_act_simultaneously_can_drop_each_other() -> None:
    """Each of a bracket acts on the state before both; what they did counts when it closes."""
    frail = {"end": 2, "str_": 2, "dex": 6, "skills": {"gun": 2}, "initiative_base": 8}
    aiming = Aim(target="X", to_hit=3)
    people = person("X", (0, 0), **frail), person("Z", (10, 0), aim=aiming, **frail)
    late = person("W", (30, 30), initiative_base=3)
    hit_for_12, hit_thanks_to_aim = [4, 4, 4, 4, 2], [1, 2, 4, 4, 4]
    fight = Fight(*people, late, dice=hit_for_12 + hit_thanks_to_aim)
    fight.do(NextTurn())
    _shoot(fight, "X", "Z")
    assert fight.sheet("Z").chars.endurance == 0
    fight.do(EndTurn(actor="X"))
    assert fight.order == [["Z"], ["W"]], "dead or not, Z has still to act"
    fight.do(NextTurn())
    assert fight.now.turn == "Z", "Z acts although X has dropped him"
    pips = fight.session.system.cards.card(fight.now, "Z").pips
    assert [one.left for one in pips] == [1, 1], "a whole turn, unhurt as he was"
    _shoot(fight, "Z", "X")
    chars = fight.sheet("X").chars
    assert chars.strength + chars.dexterity + chars.endurance == 0, "3 + 2 + aim 3 is a hit"
    fight.do(NextTurn())
    assert fight.sheet("Z").aim is None
    assert fight.now.bracket is None
    assert fight.now.turn == "W"
    assert [slot.state for slot in fight.session.system.turns.order(fight.now)] == [
        "turn",
        "out",
        "out",
    ]


def _shoot(fight: Fight, who: str, target: str) -> None:
    """Shoot, the target doing nothing about it and taking wounds as proposed."""
    fight.session.submit(Attack(actor=who, target=target, weapon="rifle"))
    while fight.session.wanted:
        wanted = fight.session.wanted[0]
        fight.session.answer(wanted.key, wanted.default)  # type: ignore[union-attr]


@pytest.mark.rule("CE-RND-02", "CE-EXP-03")
def test_the_significant_action_buys_two_minor_ones_unless_it_is_lost() -> None:
    """A turn is one of each or three minor ones; after a dive one minor action alone."""
    fight = Fight(person("A", initiative_base=5), person("B", lose_next_significant=True))
    assert _ways(fight, "A") == [(1, 1), (3, 0)]
    assert _ways(fight, "B") == [(1, 0)]
    fight.do(NextTurn(), OtherAction(actor="A", price="significant"))
    assert _ways(fight, "A") == [(1, 0)], "of the turn under way, what is left"


def _ways(fight: Fight, who: str) -> list[tuple[int, int]]:
    return [(one.minor, one.significant) for one in budget_options(fight.now, who)]


@pytest.mark.rule("CE-RND-02", "CE-MIN-01", "CE-SIG-01")
def test_a_second_minor_action_gives_the_significant_one_up() -> None:
    """Three minor actions are the most, and then no significant one is left."""
    fight = Fight(person("A", initiative_base=5))
    fight.do(NextTurn())
    minor, significant = OtherAction(actor="A"), OtherAction(actor="A", price="significant")
    fight.do(minor)
    assert (fight.sheet("A").budget.minor, fight.sheet("A").budget.significant) == (0, 1)
    fight.do(minor)
    assert (fight.sheet("A").budget.minor, fight.sheet("A").budget.significant) == (1, 0)
    assert fight.refused(significant) == "no_significant"
    fight.do(minor)
    assert fight.refused(minor) == "no_minor"


@pytest.mark.rule("CE-RND-02")
def test_order_of_actions_in_a_turn_is_free() -> None:
    """A significant action first leaves the minor one, which cannot be doubled any more."""
    fight = Fight(person("A", initiative_base=5))
    fight.do(NextTurn(), OtherAction(actor="A", price="significant"), OtherAction(actor="A"))
    assert fight.refused(OtherAction(actor="A")) == "no_minor"


@pytest.mark.rule("CE-EXP-03", "CE-RND-02")
def test_a_lost_significant_action_cannot_be_traded() -> None:
    """After a dive the next turn has one minor action and no more; the one after is whole."""
    fight = Fight(person("A", initiative_base=5, lose_next_significant=True))
    fight.do(NextTurn(), OtherAction(actor="A"))
    assert fight.refused(OtherAction(actor="A")) == "no_minor"
    fight.do(NextTurn())
    assert (fight.sheet("A").budget.minor, fight.sheet("A").budget.significant) == (1, 1)


@pytest.mark.rule("CE-RND-01", "CE-RND-04")
def test_only_whoever_has_the_turn_acts_unless_the_gm_says_so() -> None:
    """Acting out of turn is refused with a code that the GM can waive."""
    fight = Fight(person("A", initiative_base=5), person("B", initiative_base=4))
    fight.do(NextTurn())
    assert fight.refused(OtherAction(actor="B")) == "not_your_turn"
    fight.do(TakeTurn(actor="B"), OtherAction(actor="B"), NextTurn())
    assert fight.now.turn == "A", "A had done nothing, so its turn comes again"


@pytest.mark.rule("CE-RND-03")
def test_the_gm_giving_one_of_two_tied_the_turn_still_lets_both_act_at_once() -> None:
    """A turn given out of the blue opens the bracket that its count calls for."""
    people = person("X", initiative_base=8), person("Z", initiative_base=8)
    fight = Fight(*people, person("W", initiative_base=9))
    fight.do(TakeTurn(actor="Z"))
    bracket = fight.now.bracket
    assert bracket is not None
    assert set(bracket.members) == {"X", "Z"}
    fight.do(TakeTurn(actor="W"))
    assert fight.now.bracket is None


@pytest.mark.rule("CE-RND-05", "CE-RND-01")
def test_a_round_ends_when_all_have_acted_and_goes_on_in_the_same_order() -> None:
    """The next round begins by itself with the highest Initiative; nobody rolls again."""
    fight = Fight(person("A", initiative_base=5), person("B", initiative_base=9))
    fight.do(NextTurn(), NextTurn())
    assert (fight.now.round, fight.now.turn) == (1, "A")
    fight.do(NextTurn())
    assert (fight.now.round, fight.now.turn) == (2, "B")


@pytest.mark.rule("CE-RND-05")
def test_effects_of_the_round_end_with_it() -> None:
    """What lasts until the end of the round is gone in the next one."""
    hurt = person("A", initiative_base=5).model_copy(
        update={"effects": (TimedEffect(id="e", name="dazzled", ends="round_end"),)}
    )
    fight = Fight(hurt)
    fight.do(NextTurn(), NextTurn())
    assert fight.now.combatants["A"].effects == ()


@pytest.mark.rule("CE-RND-05")
def test_those_who_are_out_are_passed_over() -> None:
    """The unconscious get no turn; where nobody else is left one round passes at a time."""
    down = person("A", initiative_base=9, chars_max=person("A").sheet.chars, end=0, str_=0)  # type: ignore[attr-defined]
    fight = Fight(down, person("B", initiative_base=5))
    fight.do(NextTurn())
    assert fight.now.turn == "B"
    nobody = Fight(down)
    nobody.do(NextTurn())
    assert (nobody.now.round, nobody.now.turn) == (2, None)


@pytest.mark.rule("CE-RND-05")
def test_the_gm_may_end_a_round_at_once() -> None:
    """Whoever had still to act has lost the turn, and the next round begins."""
    fight = Fight(person("A", initiative_base=9), person("B", initiative_base=5))
    fight.do(NextTurn(), EndRound())
    assert (fight.now.round, fight.now.turn) == (2, "A")


def test_ending_a_turn_does_not_begin_the_next() -> None:
    """Between turns nobody has the turn; the next one begins on demand."""
    fight = Fight(person("A", initiative_base=9), person("B", initiative_base=5))
    fight.do(NextTurn(), EndTurn(actor="A"))
    assert fight.now.turn is None
    fight.do(NextTurn())
    assert fight.now.turn == "B"


@pytest.mark.rule("CE-INI-01")
def test_latecomers_roll_when_they_join() -> None:
    """Somebody put on the board in the middle of a fight is out of the order until he rolls."""
    fight = Fight(person("A", initiative_base=5), person("B", dex=9), dice=[6, 5])
    fight.do(NextTurn())
    assert fight.order == [["A"]]
    outcome = fight.do(JoinFight(actor="B"))
    assert isinstance(outcome, Accepted)
    assert fight.count("B") == 12


@pytest.mark.rule("CE-HLT-03", "CE-RND-02")
def test_a_serious_wound_takes_the_minor_action_of_the_turn_it_falls_into() -> None:
    """One of three is lost at the wound, none at the next, and it is back when one is whole."""
    start = sheet_of(person("A", budget=Budget(minor=3, significant=0)))
    wounded = Wounded(who="A", strength=1, dexterity=1, endurance=1).on(start)
    worse = Wounded(who="A", strength=2).on(wounded)
    better = Recovered(who="A", dexterity=1).on(worse)
    assert [one.budget.minor for one in (wounded, worse, better)] == [2, 2, 3]


@pytest.mark.rule("CE-RND-03", "CE-INI-08")
@pytest.mark.parametrize("by_delayer", [False, True])
def test_who_cuts_in_between_simultaneous_turns_does_not_part_them(by_delayer: bool) -> None:
    """Z, dropped by the other of the two, still acts after the delayer; dropped by him, no more."""
    frail = {"end": 2, "str_": 2, "dex": 6, "skills": {"gun": 2}, "initiative_base": 8}
    late = person("W", (10, 10), initiative_base=9, delaying=True, skills={"gun": 2})
    hit, miss = [4, 4, 4, 4, 2], [1, 1]
    dice = [*(miss if by_delayer else hit), *hit]
    fight = Fight(person("X", (0, 0), **frail), person("Z", (10, 0), **frail), late, dice=dice)
    fight.do(NextTurn())
    _shoot(fight, "X", "Z")
    fight.do(NextTurn(), ActNow(actor="W"))
    if by_delayer:
        _shoot(fight, "W", "Z")
    fight.do(NextTurn())
    assert (fight.now.turn == "Z") is not by_delayer
    if not by_delayer:
        _shoot(fight, "Z", "X")
        assert fight.sheet("X").chars.endurance == 0
