"""Grapples: how one begins, what its winner may do, what it forbids, and how it ends."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

import pytest

from gridwar.dice.dice_sources import ScriptedDice
from gridwar.engine.gm.combatant_commands import Place
from gridwar.engine.kit.offers_and_actions import Target
from gridwar.engine.kit.turn_and_move_commands import Move
from gridwar.engine.odds.odds_columns import odds
from gridwar.engine.play.offered_actions_and_drafts import actions_of
from gridwar.engine.play.play_command import Options, play
from gridwar.engine.play.play_outcome import Accepted, Asking
from gridwar.engine.play.replies_and_corrections import Replies, Reply
from gridwar.model.battlemap import BattleMap
from gridwar.model.command import Answer
from gridwar.model.geometry import SUBCELL, Cell, Point
from gridwar.model.walls import Wall
from gridwar.systems.cepheus import SYSTEM
from gridwar.systems.cepheus.actions.aiming_and_weapon_rest import TakeAim
from gridwar.systems.cepheus.actions.dropped_weapons import PickUp
from gridwar.systems.cepheus.attacks.attack_offers import Attack
from gridwar.systems.cepheus.attacks.reactions import Attacked, reaction_options
from gridwar.systems.cepheus.core.fight_state import state_of
from gridwar.systems.cepheus.core.machine_records import Machine
from gridwar.systems.cepheus.core.person_records import PHYSICAL
from gridwar.systems.cepheus.grapples.grapple import Grapple, GrappleResult
from gridwar.systems.cepheus.grapples.grapple_wins import WINS
from gridwar.systems.cepheus.harm.wounds import TakeDamage
from gridwar.systems.cepheus.turns.rounds_and_turns import EndTurn
from tests.support.strict_table import StrictTable
from tests.systems.cepheus.firefight import (
    DAGGER,
    PISTOL,
    done,
    fight,
    person,
    physical,
    refused,
    sheet,
)

if TYPE_CHECKING:
    from gridwar.model.encounter import Encounter

WIN, LOSE = (6, 6), (1, 1)
"""Dice with which two alike win and lose."""


def clinch(*others: Any, **switches: Any) -> Encounter:
    """Return a fight in which A and B are locked together and it is A's turn."""
    a = person("a", 6, 6, grappled_with="b", skills={"natural_weapons": 1}, chars={"strength": 9})
    b = person("b", 6, 6, grappled_with="a", skills={"natural_weapons": 0}, armor=1)
    return fight(a, b, *others, **switches)


def held(encounter: Encounter) -> tuple[str | None, str | None]:
    """Return whom A and B are grappled with."""
    return sheet(encounter, "a").grappled_with, sheet(encounter, "b").grappled_with


def wrestled(encounter: Encounter, dice: tuple[int, ...], *answers: Any) -> Accepted:
    """Play a check in a grapple; the answers are its winner's."""
    winner = "a" if dice[:2] == WIN else "b"
    return done(encounter, Grapple(actor="a", target="b"), dice, **{winner: answers})


@pytest.mark.rule("CE-GRP-01", "CE-CORE-06")
def test_the_winner_of_the_opposed_check_gets_hold() -> None:
    """4, 4 with Strength 9 and level 1 make 10, Effect 2; 3, 4 make 7, Effect -1: A holds B."""
    a = person("a", 6, 6, skills={"natural_weapons": 1}, chars={"strength": 9})
    b = person("b", 6, 6, skills={"natural_weapons": 0})
    outcome = done(fight(a, b), Grapple(actor="a", target="b"), (4, 4, 3, 4), a="hold")
    result = outcome.result
    assert isinstance(result, GrappleResult)
    assert (result.opposed.mine.effect, result.opposed.theirs.effect) == (2, -1)
    assert held(outcome.encounter) == ("b", "a")
    assert sheet(outcome.encounter, "a").budget.significant == 0


@pytest.mark.rule("CE-GRP-01")
def test_a_failed_start_is_no_grapple_and_leaves_no_choice() -> None:
    """The target's win does nothing where there was no grapple yet."""
    people = person("a", 6, 6), person("b", 6, 6)
    outcome = done(fight(*people), Grapple(actor="a", target="b"), (1, 1, 6, 6))
    assert held(outcome.encounter) == (None, None)


@pytest.mark.rule("CE-GRP-01")
def test_each_side_uses_the_better_of_strength_and_dexterity() -> None:
    """Dexterity 12 gives +2 to one, Strength 9 +1 to the other; both lack the skill: -3."""
    a = person("a", 6, 6, skills={}, chars={"dexterity": 12})
    b = person("b", 6, 6, skills={}, chars={"strength": 9})
    outcome = done(fight(a, b), Grapple(actor="a", target="b"), (5, 5, 4, 4), a="hold")
    opposed = outcome.result.opposed
    assert (opposed.mine.dm_total, opposed.theirs.dm_total) == (-1, -2)


@pytest.mark.rule("CE-GRP-01", "CE-MIN-06")
def test_moving_in_is_part_of_it_where_one_move_is_enough() -> None:
    """Four squares off he walks in and grapples; five squares off it is too far."""
    near = fight(person("a", 2, 2), person("b", 6, 2))
    outcome = done(near, Grapple(actor="a", target="b", move_in=True), (*WIN, *LOSE), a="hold")
    assert outcome.encounter["a"].pos == Cell(6, 2)
    assert sheet(outcome.encounter, "a").budget.minor == 0
    far = fight(person("a", 2, 2), person("b", 7, 2))
    assert refused(far, Grapple(actor="a", target="b", move_in=True)) == "too_far_to_grapple"
    assert refused(near, Grapple(actor="a", target="b")) == "too_far_to_grapple"


@pytest.mark.rule("CE-GRP-02")
def test_the_winner_has_seven_options() -> None:
    """Hold, disarm, drag, break free, hurt, knock down, throw; disarming needs a weapon there."""
    bare = clinch(person("c", 20, 20)).with_combatant(
        person("b", 6, 6, grappled_with="a", weapons=())
    )
    found = offered_with_dice(clinch())
    assert tuple(found) == WINS
    assert all(found.values())
    assert not offered_with_dice(bare)["disarm"]


def offered_with_dice(encounter: Encounter) -> dict[str, bool]:
    """Return the options after A's win, and whether each is possible."""
    dice = Options(ScriptedDice((*WIN, *LOSE)))
    outcome = play(SYSTEM, encounter, Grapple(actor="a"), options=dice)
    assert isinstance(outcome, Asking)
    question = outcome.wanted[0]
    return {one.id: one.enabled for one in question.options}  # type: ignore[union-attr]  # a question


@pytest.mark.rule("CE-GRP-02", "CE-DMG-03")
def test_hurting_does_two_and_the_effect_less_armour() -> None:
    """Effect 6 on 6, 6: 2 + 6 - armour 1 = 7 points, all of Endurance; the grapple goes on."""
    outcome = wrestled(clinch(), (*WIN, *LOSE), "damage", "keep")
    assert outcome.result.opposed.mine.effect == 6
    assert outcome.result.injury.after_armor == 7
    assert physical(outcome.encounter, "b") == (7, 7, 0)
    assert held(outcome.encounter) == ("b", "a")


@pytest.mark.rule("CE-GRP-02")
def test_a_win_with_a_failed_check_hurts_nobody() -> None:
    """Effect -3 against -6 wins: 2 - 3 is not less than 0."""
    outcome = done(clinch(), Grapple(actor="a"), (1, 2, 1, 1), a=("damage", "keep"))
    assert outcome.result.opposed.mine.effect == -3
    assert outcome.result.injury.before_armor == 0


@pytest.mark.rule("CE-GRP-02")
def test_by_house_rule_the_margin_counts() -> None:
    """Effects 6 and -6: by the margin of 12 it hurts for 14."""
    outcome = wrestled(clinch(grapple_effect="margin"), (*WIN, *LOSE), "damage", "keep")
    assert outcome.result.injury.before_armor == 14


@pytest.mark.rule("CE-GRP-02")
def test_disarming_takes_the_weapon_with_an_effect_of_six() -> None:
    """With Effect 6 the winner has it in hand; with less it lies where they stand."""
    armed = clinch().with_combatant(
        person("b", 6, 6, grappled_with="a", skills={"natural_weapons": 0}, weapons=(PISTOL,))
    )
    taken = wrestled(armed, (*WIN, *LOSE), "disarm", "keep").encounter
    assert sheet(taken, "b").weapons == ()
    assert [one.id for one in sheet(taken, "a").weapons].count("pistol_2") == 1
    dropped = done(armed, Grapple(actor="a"), (4, 4, 1, 1), a=("disarm", "let_go")).encounter
    assert sheet(dropped, "b").weapons == ()
    (lying,) = state_of(dropped).lying
    assert (lying.cell, lying.weapons[0].id) == (Cell(6, 6), "pistol")
    assert held(dropped) == (None, None)
    assert [mark.text for mark in SYSTEM.board.scenery(dropped).marks] == ["Pistol"]


@pytest.mark.rule("CE-GRP-02", "CE-MIN-10")
def test_what_lies_about_is_picked_up_with_a_minor_action() -> None:
    """From the same square or the next one the weapon comes into the hand."""
    armed = clinch(person("c", 7, 7, weapons=())).with_combatant(
        person("b", 6, 6, grappled_with="a", skills={}, weapons=(DAGGER,))
    )
    dropped = done(armed, Grapple(actor="a"), (4, 4, 1, 1), a=("disarm", "keep")).encounter
    its_turn = dropped.replace(turn="c")
    after = done(its_turn, PickUp(actor="c", place=0)).encounter
    assert [one.id for one in sheet(after, "c").weapons] == ["dagger"]
    assert state_of(after).lying == ()
    assert sheet(after, "c").budget.minor == 0
    far = its_turn.with_combatant(its_turn["c"].replace(pos=Cell(9, 9)))
    assert refused(far, PickUp(actor="c", place=0)) == "too_far_to_pick_up"


@pytest.mark.rule("CE-GRP-02")
def test_dragging_moves_both_up_to_three_metres() -> None:
    """Two squares east both are in the new square, still locked together."""
    there = Cell(8, 6)
    after = at_place(clinch(), (*WIN, *LOSE), "drag", there)
    assert (after["a"].pos, after["b"].pos) == (there, there)
    assert held(after) == ("b", "a")


@pytest.mark.rule("CE-GRP-02")
def test_a_throw_ends_the_grapple_and_does_one_die() -> None:
    """Thrown two squares north, 1D6 = 2 less armour 1: one point, free, and on his feet."""
    after = at_place(clinch(), (*WIN, *LOSE, 2), "throw", Cell(6, 4))
    assert after["b"].pos == Cell(6, 4)
    assert after["a"].pos == Cell(6, 6)
    assert held(after) == (None, None)
    assert physical(after, "b") == (7, 7, 6)
    assert sheet(after, "b").stance == "standing"


@pytest.mark.rule("CE-GRP-02", "CE-MIN-06")
def test_breaking_free_moves_as_with_a_move_action() -> None:
    """Four squares off, for nothing, and the grapple is over."""
    after = at_place(clinch(), (*WIN, *LOSE), "break_free", Cell(2, 6))
    assert after["a"].pos == Cell(2, 6)
    assert held(after) == (None, None)
    assert sheet(after, "a").budget.minor == 1


@pytest.mark.rule("CE-GRP-02")
def test_nobody_is_dragged_through_a_wall_or_further() -> None:
    """Squares behind a wall and three squares off are not offered."""
    wall = Wall(id="w", a=Point(8 * SUBCELL, 0), b=Point(8 * SUBCELL, 60 * SUBCELL))
    encounter = clinch().replace(map=BattleMap(width=40, height=40, walls=(wall,)))
    cells = offered_cells(encounter, "drag")
    assert Cell(4, 6) in cells
    assert Cell(3, 6) not in cells
    assert Cell(8, 6) not in cells
    assert Cell(7, 6) in cells
    assert Cell(6, 6) not in cells


@pytest.mark.rule("CE-GRP-02")
def test_knocking_down_leaves_the_other_prone() -> None:
    """The loser is prone, and may be let go."""
    after = wrestled(clinch(), (*WIN, *LOSE), "prone", "let_go").encounter
    assert sheet(after, "b").stance == "prone"
    assert held(after) == (None, None)


@pytest.mark.rule("CE-GRP-03")
def test_the_other_may_win_the_check_that_somebody_began() -> None:
    """A begins, B wins 6, 6 to 1, 1 and chooses: A is prone."""
    after = wrestled(clinch(), (*LOSE, *WIN), "prone", "keep").encounter
    assert sheet(after, "a").stance == "prone"


@pytest.mark.rule("CE-GRP-03", "CE-REA-02")
def test_in_a_grapple_there_is_nothing_but_the_check() -> None:
    """No step, no attack, no aim, no reaction."""
    encounter = clinch(person("c", 9, 6))
    assert refused(encounter, Move(actor="a", path=(Cell(7, 6),))) == "grappled"
    assert refused(encounter, Attack(actor="a", target="c", weapon="pistol")) == "grappled"
    assert refused(encounter, TakeAim(actor="a", target="c")) == "grappled"
    options = reaction_options(encounter, Attacked("a", "ranged", "c"))
    assert all(one.why_not for one in options)
    assert SYSTEM.board.movement(encounter, "a", "").zones == ()
    done(encounter, EndTurn(actor="a"))
    enabled = {one.id for one in actions_of(SYSTEM, encounter, "a") if one.refusal is None}
    assert "grapple" in enabled
    assert not any(one.startswith(("attack:", "aim", "move", "stance:")) for one in enabled)


@pytest.mark.rule("CE-GRP-03")
def test_a_grapple_is_over_once_they_are_apart_or_one_is_out() -> None:
    """The GM pulls one away, or B goes down: both are free."""
    apart = done(clinch(), Place(to=(("b", Cell(9, 9)),))).encounter
    assert held(apart) == (None, None)
    down = done(clinch(), TakeDamage(who="b", points=20)).encounter
    assert held(down) == (None, None)


@pytest.mark.rule("CE-GRP-01", "CE-GRP-03")
def test_who_is_locked_with_somebody_else_cannot_be_grappled() -> None:
    """C cannot get hold of B while A has him."""
    encounter = clinch(person("c", 6, 6)).replace(turn="c")
    assert refused(encounter, Grapple(actor="c", target="b")) == "taken"


@pytest.mark.rule("CE-GRP-01")
def test_the_button_moves_in() -> None:
    """What the button makes walks into the square of whoever was clicked."""
    encounter = fight(person("a", 2, 2), person("b", 4, 2))
    action = next(one for one in actions_of(SYSTEM, encounter, "a") if one.id == "grapple")
    command = action.make(Target(combatant="b"))
    assert isinstance(command, Grapple)
    assert command.move_in


# --- answers that are places --------------------------------------------------------------------


def at_place(encounter: Encounter, dice: tuple[int, ...], option: str, place: Cell) -> Encounter:
    """Play A's check, which wins, and use it in a place."""
    found: list[Encounter] = []
    _play_to_place(encounter, dice, option, place, found)
    return found[0]


def offered_cells(encounter: Encounter, option: str) -> frozenset[Cell]:
    """Return the squares that an option offers A."""
    return _play_to_place(encounter, (*WIN, *LOSE), option, None, [])


def _play_to_place(
    encounter: Encounter,
    dice: tuple[int, ...],
    option: str,
    place: Cell | None,
    found: list[Encounter],
) -> frozenset[Cell]:
    script, replies = ScriptedDice(dice), Replies()
    while True:
        outcome = play(SYSTEM, encounter, Grapple(actor="a"), replies, Options(script, StrictTable))
        if isinstance(outcome, Accepted):
            assert script.left == ()
            found.append(outcome.encounter)
            return frozenset()
        assert isinstance(outcome, Asking), outcome
        question: Any = outcome.wanted[0]
        answer = question.default
        if question.cells:
            if place is None:
                cells: frozenset[Cell] = question.cells
                return cells
            answer = Answer(cell=place)
        elif any(one.id == option for one in question.options):
            answer = Answer(option=option)
        assert question.problem_with(answer) == ""
        replies = outcome.replies.with_reply(Reply(key=question.key, answer=answer))


@pytest.mark.rule("CE-GRP-01", "CE-CORE-06")
def test_the_odds_of_a_grapple_are_those_of_winning_it() -> None:
    """+2 against -3 with the better score: counted over all 1296 throws; no columns of options."""
    a = person("a", 6, 6, skills={"natural_weapons": 1}, chars={"strength": 9})
    b = person("b", 6, 6, skills={})
    found = odds(SYSTEM, fight(a, b), Grapple(actor="a", target="b"))
    faces = list(product(range(1, 7), repeat=4))
    won = sum(1 for one in faces if one[0] + one[1] + 2 >= one[2] + one[3] - 3)
    (column,) = found.columns
    assert column.outcomes is not None
    assert column.outcomes.success == pytest.approx(won / len(faces))


@pytest.mark.rule("CE-GRP-01", "CE-HLT-03")
def test_the_seriously_wounded_hobble_in_from_the_next_square() -> None:
    """One square is near enough, two are too far."""
    hurt, full = dict.fromkeys(PHYSICAL, 5), dict.fromkeys(PHYSICAL, 7)
    for x, code in ((5, ""), (4, "too_far_to_grapple")):
        here = fight(person("a", x, 6, chars=hurt, chars_max=full), person("b", 6, 6))
        command = Grapple(actor="a", target="b", move_in=True)
        if code:
            assert refused(here, command) == code
        else:
            assert done(here, command, (1, 1, 6, 6)).encounter["a"].pos == Cell(6, 6)


@pytest.mark.rule("CE-GRP-02")
@pytest.mark.rule("CE-VDM-16")
def test_a_robot_hurt_in_a_grapple_loses_hull() -> None:
    """What the winner does to a machine goes through its armour to the table of hits."""
    robot = person("b", 3, 3, armor=1, machine=Machine(kind="robot", hull=2, hull_max=2))
    here = fight(person("a", 3, 3, skills={"natural_weapons": 1}), robot)
    dice = (4, 4, 1, 1, 3, 3)
    hurt = done(here, Grapple(actor="a", target="b"), dice, a=("damage", "keep")).encounter
    left = sheet(hurt, "b").machine
    assert left is not None
    assert (left.hull, sheet(hurt, "b").chars) == (1, sheet(here, "b").chars)
