"""What is readied cuts in, and an action that it makes impossible is spent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from gridwar.engine.kit.turn_and_move_commands import Move
from gridwar.engine.play.offered_actions_and_drafts import actions_of
from gridwar.engine.play.play_outcome import Asking
from gridwar.model.command import Adjustments, Answer
from gridwar.model.geometry import Cell, Size
from gridwar.model.question_and_refusal import Question
from gridwar.systems.arrgs import SYSTEM
from gridwar.systems.arrgs.attacks.attack import Attack
from gridwar.systems.arrgs.attacks.charge_options_and_ways import Charge
from gridwar.systems.arrgs.core.sheet import Readied
from gridwar.systems.arrgs.core.weapon_and_item_records import Weapon
from gridwar.systems.arrgs.manoeuvres.complementary_drop_and_draw import DoNothing
from tests.systems.arrgs.skirmish import (
    accepted,
    asked,
    board,
    fighter,
    line,
    pos,
    refusal,
    reply,
    session,
    sheet,
    traces,
)

if TYPE_CHECKING:
    from gridwar.engine.play.play_outcome import Outcome


def waits(key: str, **fields: Any) -> Any:
    """Return B, who has readied a manoeuvre with 3 points, one square east of A."""
    ready = Readied(trigger="A acts", manoeuvre=key, points=3)
    return fighter("B", (5, 5), "2", ap=0, aap=3, readied=ready, mods={"melee": 30}, **fields)


def options(outcome: Outcome) -> list[str]:
    """Return the options of the open question."""
    assert isinstance(outcome, Asking), outcome
    question = outcome.wanted[0]
    assert isinstance(question, Question)
    return [one.id for one in question.options]


@pytest.mark.rule("AR-MNV-13", "AR-ACT-06")
def test_what_is_readied_cuts_in_at_a_declaration() -> None:
    """B strikes before A's spell is cast: A dies of it and the spell is spent; or B passes."""
    bolt = Weapon(id="bolt", category="spell", base_sv=2)
    caster = fighter("A", (4, 5), weapons=(bolt,), total_vitality=10)
    encounter = board(caster, waits("attack")).replace(turn="A")
    cast = Attack(actor="A", target="B", weapon="bolt")
    fight = session(encounter, 15)
    outcome = fight.submit(cast)
    assert asked(outcome) == "B"
    assert options(outcome) == ["pass", "attack@axe@A", "attack@fist@A", "attack@bow@A"]
    accepted(reply(fight, "attack@axe@A"))
    assert sheet(fight.encounter, "A").conditions == {"dead": 1}
    assert sheet(fight.encounter, "A").ap == 1
    mine = sheet(fight.encounter, "B")
    assert (mine.aap, mine.readied.manoeuvre if mine.readied else "") == (1, "")
    passed = session(encounter, 15)
    outcome = passed.submit(cast)
    while isinstance(outcome, Asking):
        outcome = reply(passed, "pass")
    assert sheet(passed.encounter, "A").ap == 1


@pytest.mark.rule("AR-MNV-13")
def test_whoever_acts_is_the_first_to_cut_in_on_and_the_others_follow_by_name() -> None:
    """The order does not depend on the run of the program: the bow at A, then at each of the rest.

    As under the headings, what is thrown at a square comes after what strikes somebody.
    """
    bow = Weapon(id="bow", category="ranged", base_sv=5)
    pot = Weapon(id="pot", category="ranged", base_sv=6, area_radius=1)
    others = [fighter(who, (n, 8)) for n, who in enumerate("GCFDE")]
    encounter = board(fighter("A", (4, 5)), waits("attack", weapons=(pot, bow)), *others)
    outcome = session(encounter.replace(turn="A")).submit(DoNothing(actor="A"))
    assert options(outcome) == ["pass", *(f"attack@bow@{who}" for who in "ACDEFG"), "area@pot"]
    ready = [one.id for one in actions_of(SYSTEM, encounter.replace(turn="A"), "B")]
    assert ready[:2] == ["now:attack:bow", "now:area:pot"]


@pytest.mark.rule("AR-MNV-13", "AR-MNV-04", "AR-OPP-06")
def test_what_is_readied_cuts_in_at_a_charge_and_at_each_step() -> None:
    """B is asked as A declares the Charge and before each of its four steps."""
    encounter = board(fighter("A", (0, 5)), waits("sidestep")).replace(turn="A")
    fight = session(encounter, 10)
    run = Charge(actor="A", target="B", weapon="axe", path=line((0, 5), 4))
    outcome = fight.submit(run)
    seen = 0
    while isinstance(outcome, Asking) and options(outcome) == ["pass", "sidestep"]:
        seen += 1
        if seen == 4:
            break
        outcome = reply(fight, "pass")
    assert seen == 4
    reply(fight, "sidestep")
    wanted = fight.wanted[0]
    assert isinstance(wanted, Question)
    away = Cell(6, 4)
    assert away in wanted.cells
    done = accepted(fight.answer(wanted.key, Answer(cell=away))).result
    assert done.short  # nobody is left to strike at
    assert pos(fight.encounter, "B") == away


@pytest.mark.rule("AR-MNV-13", "AR-MNV-12")
def test_a_readied_movement_goes_where_it_is_sent() -> None:
    """A Movement of any kind may be readied: whoever has it chooses a square in reach."""
    encounter = board(fighter("A", (4, 5)), waits("movement", speeds={"flying": 6}))
    fight = session(encounter.replace(turn="A"), 10)
    outcome = fight.submit(Attack(actor="A", target="B", weapon="axe"))
    assert options(outcome) == ["pass", "movement", "flying"]
    reply(fight, "movement")
    wanted = fight.wanted[0]
    assert isinstance(wanted, Question)
    outcome = fight.answer(wanted.key, Answer(cell=Cell(10, 5)))
    # A's attack reaches nobody any more: it is spent.
    last = traces(outcome)[-1]
    assert last.title == "A cannot go on: the action is lost"
    assert last.result == "B is not within the threat range of 1 to 1 squares."
    assert [step.rule_id for step in last.steps] == ["AR-MNV-13"]
    assert pos(fight.encounter, "B") == (10, 5)
    mine = sheet(fight.encounter, "A")
    assert (mine.ap, mine.points_used, mine.current_vitality) == (1, 2, 49)


@pytest.mark.rule("AR-MNV-13", "AR-VIT-03", "AR-SPL-05")
def test_a_spell_that_a_readied_step_makes_impossible_costs_its_level() -> None:
    """A bolt of level 3 takes 2 AP and 3 Vitality; what the GM allows all the same goes on."""
    bolt = Weapon(
        id="bolt", category="spell", base_sv=2, spell_level=3, range_increment=1, max_increments=2
    )
    for waived, left in ((frozenset(), (1, 47, 50)), (frozenset({"out_of_range"}), (1, 47, 43))):
        caster = fighter("A", (4, 5), weapons=(bolt,), mods={"spell": 4})
        fight = session(
            board(caster, waits("movement")).replace(turn="A"), *([15] if waived else ())
        )
        cast = Attack(actor="A", target="B", weapon="bolt")
        fight.submit(cast.replace(adjustments=Adjustments(waived=waived)))
        reply(fight, "movement")
        outcome = fight.answer(fight.wanted[0].key, Answer(cell=Cell(7, 5)))
        accepted(reply(fight, "pass") if isinstance(outcome, Asking) else outcome)
        one, other = sheet(fight.encounter, "A"), sheet(fight.encounter, "B")
        assert (one.ap, one.current_vitality, other.current_vitality + 1) == left


@pytest.mark.rule("AR-MNV-13", "AR-OPP-06", "AR-MNV-04", "AR-MOV-08")
def test_a_mount_stops_where_its_rider_is_struck_down() -> None:
    """B's readied blow kills the rider before the second step: no further step, and no attack."""
    rider = fighter(
        "A", (0, 4), rides="horse", steers=True, total_vitality=4, passive_piloting=True
    )
    horse = fighter("horse", (0, 4), size="Large").replace(size=Size(2, 2))
    guard = waits("attack").replace(pos=Cell(3, 6))
    prey = fighter("C", (6, 4), "2")
    fight = session(board(rider, horse, guard, prey).replace(turn="A"), 15)
    outcome = fight.submit(Charge(actor="A", target="C", weapon="axe"))
    while isinstance(outcome, Asking) and "attack@axe@A" not in options(outcome):
        outcome = reply(fight, "pass")
    done = accepted(reply(fight, "attack@axe@A")).result
    assert sheet(fight.encounter, "A").conditions == {"dead": 1}
    assert done.wasted
    assert pos(fight.encounter, "horse") == pos(fight.encounter, "A") == (1, 4)


@pytest.mark.rule("AR-MNV-13", "AR-MOV-07", "AR-OPP-06")
@pytest.mark.parametrize(("taken", "end"), [((5, 5), (4, 5)), ((4, 5), (5, 5)), ((5, 8), (5, 5))])
def test_a_square_that_a_readied_mover_takes_stops_whoever_walks_there(
    taken: tuple[int, int], end: tuple[int, int]
) -> None:
    """A walks five squares east; before the third step B goes where it has readied to go.

    A square may be passed whoever stands there; the last one has to be free.
    """
    guard = waits("movement").replace(pos=Cell(5, 7))
    fight = session(board(fighter("A", (0, 5)), guard).replace(turn="A"), 10)
    outcome = fight.submit(Move(actor="A", path=line((0, 5), 5)))
    for _step in range(2):
        outcome = reply(fight, "pass")
    reply(fight, "movement")
    outcome = fight.answer(fight.wanted[0].key, Answer(cell=Cell(*taken)))
    while isinstance(outcome, Asking):
        outcome = reply(fight, "pass")
    done = accepted(outcome).result
    assert pos(fight.encounter, "A") == end
    assert pos(fight.encounter, "B") == taken
    assert done.squares == end[0]
    assert done.wasted is (end[0] < 5)


@pytest.mark.rule("AR-MNV-13", "AR-MNV-21", "AR-MOV-07")
def test_a_readied_withdraw_is_asked_where_it_may_end() -> None:
    """All squares lead away from A, and none of them is C's."""
    people = (fighter("A", (4, 5)), waits("withdraw"), fighter("C", (7, 5), "2"))
    fight = session(board(*people).replace(turn="A"), 10)
    fight.submit(Attack(actor="A", target="B", weapon="axe"))
    reply(fight, "withdraw")
    wanted = fight.wanted[0]
    assert isinstance(wanted, Question)
    assert Cell(6, 5) in wanted.cells
    assert Cell(7, 5) not in wanted.cells
    assert all(max(abs(x - 4), abs(y - 5)) > 1 for x, y in wanted.cells)


@pytest.mark.rule("AR-MNV-13", "AR-ACT-06")
def test_nothing_is_played_as_readied_that_was_not() -> None:
    """A blow in another's turn needs an Attack that waits, and AAP."""
    idle = board(fighter("A", (4, 5)), fighter("B", (5, 5), "2", aap_max=3)).replace(turn="A")
    blow = Attack(actor="B", target="A", weapon="axe", pool="aap", readied=True)
    assert refusal(session(idle).submit(blow)) == "not_readied"
    other = board(fighter("A", (4, 5)), waits("withdraw")).replace(turn="A")
    assert refusal(session(other).submit(blow)) == "not_readied"
    ready = board(fighter("A", (4, 5)), waits("attack")).replace(turn="A")
    assert refusal(session(ready).submit(blow.replace(pool="ap"))) == "no_points"
    accepted(session(ready, 15).submit(blow))
