"""Fatigue, coming round, hobbling, and healing in the fight and over days."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from gridwar.engine.kit.turn_and_move_commands import Move
from gridwar.engine.play.play_command import play
from gridwar.engine.play.play_outcome import Asking
from gridwar.model.geometry import Cell
from gridwar.model.question_and_refusal import Question
from gridwar.systems.cepheus import SYSTEM
from gridwar.systems.cepheus.actions.action_costs import budget_of
from gridwar.systems.cepheus.actions.check_action import Check
from gridwar.systems.cepheus.core.fight_state import check_dm, clock, switches_of
from gridwar.systems.cepheus.core.health import Health, health
from gridwar.systems.cepheus.core.machine_records import Machine
from gridwar.systems.cepheus.core.person_records import Body, CheckDm
from gridwar.systems.cepheus.core.sheet import Scores
from gridwar.systems.cepheus.harm.days_of_healing import CareDay, HealDay
from gridwar.systems.cepheus.harm.fatigue_and_waking import Tire, TryToWake
from gridwar.systems.cepheus.harm.first_aid_and_surgery import FirstAid, Surgery
from gridwar.systems.cepheus.harm.wounds import TakeDamage
from gridwar.systems.cepheus.turns.passing_time import PassDay, PassTime
from gridwar.systems.cepheus.turns.rounds_and_turns import EndRound
from tests.systems.cepheus.firefight import done, fight, log, person, physical, refused, sheet

if TYPE_CHECKING:
    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Encounter

FULL = {"strength": 8, "dexterity": 8, "endurance": 8}


def patient(who: str, strength: int, dexterity: int, endurance: int, **more: Any) -> Combatant:
    """Return somebody with 8 in each of the three when whole."""
    now = {"strength": strength, "dexterity": dexterity, "endurance": endurance}
    return person(who, 1, 1, chars=now, chars_max=FULL, **more)


def medic(x: int = 0, level: int = 1) -> Combatant:
    """Return somebody with Medicine and Education 7."""
    return person("m", x, 1, skills={"medicine": level})


def state(encounter: Encounter, who: str) -> Health:
    """Return how somebody is."""
    return health(sheet(encounter, who), switches_of(encounter))


# --- fatigue ------------------------------------------------------------------------------------


@pytest.mark.rule("CE-HLT-01")
@pytest.mark.parametrize(("endurance", "hours"), [(9, 2), (7, 3), (2, 5), (15, 0)])
def test_fatigue_lasts_three_hours_less_the_endurance_dm(endurance: int, hours: int) -> None:
    """Endurance 9 rests for 2 hours, 7 for 3, 2 for 5, 15 for none; all checks are at -2."""
    tired = done(fight(person("a", chars={"endurance": endurance})), Tire(who="a"))
    assert tired.result.rest_hours == hours
    assert check_dm(sheet(tired.encounter, "a"), 1) == -2
    assert state(tired.encounter, "a") is Health.UNHURT


@pytest.mark.rule("CE-HLT-01")
def test_fatigue_weighs_on_checks_beside_everything_else() -> None:
    """-2 for fatigue and -1 for a reaction: 2D6 of 9 make 6."""
    dms = (CheckDm(dm=-1, until_round=1),)
    tired = done(fight(person("a", check_dms=dms)), Tire(who="a")).encounter
    outcome = done(tired, Check(actor="a", skill="", characteristic="dexterity"), (4, 5))
    assert (outcome.result.dm_total, outcome.result.total) == (-3, 6)


@pytest.mark.rule("CE-HLT-01", "CE-HLT-02")
def test_fatigued_again_he_faints_until_he_comes_round() -> None:
    """The second fatigue makes him unconscious; a success wakes him, fatigued as he was."""
    once = done(fight(person("a")), Tire(who="a")).encounter
    twice = done(once, Tire(who="a"))
    assert twice.result.unconscious
    assert state(twice.encounter, "a") is Health.UNCONSCIOUS
    woken = done(twice.encounter, TryToWake(who="a"), (5, 5)).encounter
    assert state(woken, "a") is Health.UNHURT
    assert sheet(woken, "a").body.fatigued


@pytest.mark.rule("CE-HLT-01")
def test_hours_of_rest_end_fatigue() -> None:
    """Endurance 7 needs three hours: after two he is still fatigued, after one more he is not."""
    tired = done(fight(person("a")), Tire(who="a")).encounter
    two = done(tired, PassTime(minutes=120), a="rest").encounter
    assert sheet(two, "a").body.fatigued
    up = done(two, PassTime(minutes=60), a="active").encounter
    assert sheet(up, "a").body.fatigued
    three = done(two, PassTime(minutes=60), a="rest").encounter
    assert check_dm(sheet(three, "a"), 1) == 0


# --- coming round -------------------------------------------------------------------------------


@pytest.mark.rule("CE-HLT-02")
def test_each_failure_to_come_round_makes_the_next_easier() -> None:
    """Endurance 5 at -1: 8 - 1 fails, 7 + 0 fails, 8 + 1 succeeds and he stays conscious."""
    encounter = fight(person("a"), patient("p", 0, 0, 5))
    results = []
    for dice in ((4, 4), (4, 3), (5, 3)):
        outcome = done(encounter, TryToWake(who="p"), dice)
        encounter = outcome.encounter
        results.append((outcome.result.dm_total, outcome.result.success))
    assert results == [(-1, False), (0, False), (1, True)]
    assert state(encounter, "p") is Health.SERIOUSLY_WOUNDED
    hurt = done(encounter, TakeDamage(who="p", points=1)).encounter
    assert state(hurt, "p") is Health.UNCONSCIOUS


@pytest.mark.rule("CE-HLT-02", "CE-RND-05")
def test_ten_rounds_out_bring_an_attempt() -> None:
    """At the end of the tenth round, and not before, the dice are rolled."""
    encounter = fight(person("a"), patient("p", 0, 0, 7, rounds_out=8))
    ninth = done(encounter, EndRound()).encounter
    assert sheet(ninth, "p").rounds_out == 9
    tenth = done(ninth, EndRound(), (4, 4)).encounter
    assert state(tenth, "p") is Health.SERIOUSLY_WOUNDED


@pytest.mark.rule("CE-HLT-02", "CE-VDM-16")
def test_a_machine_that_is_down_does_not_come_round() -> None:
    """Minutes pass, and no dice are asked for it."""
    broken = person("r", 1, 1, machine=Machine(kind="robot", shutdown_rounds=99))
    after = done(fight(person("a"), broken), PassTime(minutes=10)).encounter
    assert sheet(after, "r").wake_failures == 0


@pytest.mark.rule("CE-HLT-05")
def test_the_dead_do_not_heal() -> None:
    """A day does nothing for them."""
    assert refused(fight(person("a"), patient("p", 0, 0, 0)), HealDay(who="p")) == "dead"


@pytest.mark.rule("CE-HLT-02")
def test_who_is_not_unconscious_cannot_come_round() -> None:
    """The attempt is refused for somebody conscious."""
    assert refused(fight(person("a")), TryToWake(who="a")) == "not_unconscious"


@pytest.mark.rule("CE-HLT-02")
def test_minutes_that_pass_bring_an_attempt_each() -> None:
    """In ten minutes he fails twice and then comes round; nothing is rolled after that."""
    encounter = fight(person("a"), patient("p", 0, 0, 7))
    after = done(encounter, PassTime(minutes=10), (1, 1, 1, 1, 3, 3)).encounter
    assert state(after, "p") is Health.SERIOUSLY_WOUNDED
    assert clock(after) == 101


# --- seriously wounded ----------------------------------------------------------------------------


@pytest.mark.rule("CE-HLT-03")
def test_the_seriously_wounded_hobble_one_square_for_nothing() -> None:
    """He has no minor action, walks one square free of charge, and no second one."""
    encounter = fight(patient("p", 7, 7, 7, budget=budget_of(patient("p", 7, 7, 7).sheet)))  # type: ignore[arg-type]  # a Cepheus sheet
    assert sheet(encounter, "p").budget.minor == 0
    (zone,) = SYSTEM.board.movement(encounter, "p", "").zones
    assert zone.limit == 10
    assert refused(encounter, Move(actor="p", path=(Cell(2, 1), Cell(3, 1)))) == "hobbles"
    there = done(encounter, Move(actor="p", path=(Cell(2, 2),))).encounter
    assert there["p"].pos == Cell(2, 2)
    assert sheet(there, "p").budget.significant == 1
    assert refused(there, Move(actor="p", path=(Cell(3, 2),))) == "hobbles"
    assert SYSTEM.board.movement(there, "p", "").zones == ()


@pytest.mark.rule("CE-HLT-03", "CE-RND-02")
def test_the_seriously_wounded_may_still_trade_the_significant_action() -> None:
    """Their whole turn is one significant action or two minor ones."""
    from tests.support.cepheus import budget_options

    found = budget_options(fight(person("a"), patient("p", 7, 7, 7)), "p")
    assert [(one.minor, one.significant) for one in found] == [(0, 1), (2, 0)]


@pytest.mark.rule("CE-HLT-03")
def test_by_house_rule_hobbling_costs_a_minor_action() -> None:
    """The significant action is given up for it."""
    hobbler = patient("p", 7, 7, 7, budget=budget_of(patient("p", 7, 7, 7).sheet))  # type: ignore[arg-type]  # a Cepheus sheet
    encounter = fight(hobbler, serious_hobble_free=False)
    after = done(encounter, Move(actor="p", path=(Cell(2, 1),))).encounter
    assert (sheet(after, "p").budget.minor, sheet(after, "p").budget.significant) == (1, 0)


@pytest.mark.rule("CE-HLT-03", "CE-HLT-04")
def test_one_characteristic_whole_again_ends_it_at_once() -> None:
    """A point back in Strength, which was one short: no longer seriously wounded."""
    encounter = fight(medic(0), patient("p", 7, 6, 4))
    after = done(encounter, HealDay(who="p", activity="rest")).encounter
    assert state(after, "p") is Health.SERIOUSLY_WOUNDED
    healed = done(
        encounter,
        FirstAid(actor="m", target="p"),
        (5, 4),
        p={"strength": 1, "dexterity": 2, "endurance": 1},
    ).encounter
    assert physical(healed, "p") == (8, 8, 5)
    assert state(healed, "p") is Health.WOUNDED


# --- treatment ----------------------------------------------------------------------------------


@pytest.mark.rule("CE-HLT-07")
@pytest.mark.parametrize(("rounds", "points"), [(50, 6), (51, 3), (600, 3), (601, 0)])
def test_first_aid_counts_by_the_time_since_the_injury(rounds: int, points: int) -> None:
    """Effect 3 gives 6 points up to five minutes, 3 up to an hour, nothing after it."""
    hurt = patient("p", 8, 8, 1, injured_at=1 - rounds)
    outcome = done(fight(medic(), hurt), FirstAid(actor="m", target="p"), (6, 4))
    assert outcome.result.points == points
    assert physical(outcome.encounter, "p") == (8, 8, 1 + points)


@pytest.mark.rule("CE-HLT-07")
def test_the_time_of_an_injury_is_known_from_the_fight() -> None:
    """Hurt in round 1, treated ten minutes later: the Effect counts once."""
    hurt = done(fight(medic(), person("p", 1, 1)), TakeDamage(who="p", points=6)).encounter
    later = done(hurt, PassTime(minutes=10)).encounter
    outcome = done(later, FirstAid(actor="m", target="p"), (6, 4))
    assert outcome.result.points == 3


@pytest.mark.rule("CE-HLT-07")
def test_first_aid_on_oneself_is_harder_and_works_once() -> None:
    """-2 on oneself; a success is all there is until the next injury; a failure may be repeated."""
    encounter = fight(
        person(
            "m", 0, 1, skills={"medicine": 1}, chars={"endurance": 1}, chars_max={"endurance": 7}
        )
    )
    failed = done(encounter, FirstAid(actor="m", target="m"), (4, 4))
    assert (failed.result.check.dm_total, failed.result.points) == (-1, 0)
    fresh = encounter
    helped = done(fresh, FirstAid(actor="m", target="m"), (6, 5)).encounter
    again = helped.replace(turn=None)
    command = FirstAid(actor="m", target="m").waiving("not_your_turn")
    assert refused(again, command) == "treated"
    hurt = done(helped, TakeDamage(who="m", points=1)).encounter
    assert not sheet(hurt, "m").body.first_aid_done


@pytest.mark.rule("CE-HLT-07")
def test_first_aid_needs_the_next_square_and_somebody_hurt() -> None:
    """Two squares off, unhurt, or dead: refused."""
    assert refused(fight(medic(4), patient("p", 8, 8, 1)), FirstAid(actor="m", target="p")) == (
        "too_far_to_treat"
    )
    assert refused(fight(medic(), patient("p", 8, 8, 8)), FirstAid(actor="m", target="p")) == (
        "unhurt"
    )
    assert refused(fight(medic(), patient("p", 0, 0, 0)), FirstAid(actor="m", target="p")) == "dead"


@pytest.mark.rule("CE-HLT-08")
@pytest.mark.parametrize(("multiplier", "points"), [(2, 4), (1, 2)])
def test_surgery_restores_by_its_effect(multiplier: int, points: int) -> None:
    """Effect 2 gives 4 points, by house rule 2."""
    encounter = fight(medic(), patient("p", 4, 4, 4), surgery_multiplier=multiplier)
    outcome = done(encounter, Surgery(actor="m", target="p"), (5, 4))
    assert outcome.result.points == points
    assert sum(physical(outcome.encounter, "p")) == 12 + points


@pytest.mark.rule("CE-HLT-08")
def test_failed_surgery_costs_the_effect_where_the_patient_wants() -> None:
    """Total 5 is Effect -3: three points go, and they are no new injury."""
    hurt = patient("p", 4, 4, 4, injured_at=-20, body=Body(first_aid_done=True))
    outcome = done(
        fight(medic(level=0), hurt),
        Surgery(actor="m", target="p"),
        (2, 3),
        p={"strength": 3, "dexterity": 0, "endurance": 0},
    )
    assert outcome.result.points == -3
    assert physical(outcome.encounter, "p") == (1, 4, 4)
    assert sheet(outcome.encounter, "p").injured_at == -20
    assert sheet(outcome.encounter, "p").body.first_aid_done


@pytest.mark.rule("CE-HLT-08")
def test_surgery_is_for_the_seriously_wounded_in_a_sickbay() -> None:
    """Others, and other places, are refused; on oneself it is at -4."""
    wounded = fight(medic(), patient("p", 8, 4, 4))
    assert refused(wounded, Surgery(actor="m", target="p")) == "not_serious"
    serious = fight(medic(), patient("p", 4, 4, 4))
    assert refused(serious, Surgery(actor="m", target="p", sickbay=False)) == "sickbay"
    own = fight(patient("p", 4, 4, 4, skills={"medicine": 1}))
    outcome = done(own, Surgery(actor="p", target="p"), (6, 5))
    assert outcome.result.check.dm_total == -3


@pytest.mark.rule("CE-HLT-09")
@pytest.mark.parametrize(
    ("now", "level", "restored"),
    [
        ((5, 8, 4), 3, (2, 0, 2)),
        ((5, 8, 4), 4, (2, 0, 3)),
        ((7, 8, 2), 3, (1, 0, 2)),
        ((8, 8, 7), 3, (0, 0, 1)),
        ((5, 8, 4), 0, (0, 0, 1)),
    ],
)
def test_a_day_of_care_is_shared_evenly(
    now: tuple[int, int, int], level: int, restored: tuple[int, int, int]
) -> None:
    """2 + Endurance DM + Medicine: odd points to the most damaged, what is too much passes on."""
    encounter = fight(medic(level=level), patient("p", *now))
    outcome = done(encounter, CareDay(actor="m", target="p"))
    assert tuple(outcome.result.restored) == restored
    after = physical(outcome.encounter, "p")
    assert after == tuple(a + b for a, b in zip(now, restored, strict=True))


@pytest.mark.rule("CE-HLT-09")
def test_care_is_of_no_use_to_the_seriously_wounded() -> None:
    """One characteristic has to be whole first; and it never costs points."""
    assert refused(fight(medic(), patient("p", 7, 7, 7)), CareDay(actor="m", target="p")) == (
        "serious"
    )
    weak = done(fight(medic(level=0), patient("p", 8, 8, 1)), CareDay(actor="m", target="p"))
    assert weak.result.points == 0


# --- days ---------------------------------------------------------------------------------------


@pytest.mark.rule("CE-HLT-05")
@pytest.mark.parametrize(
    ("endurance", "activity", "dice", "points"),
    [(4, "rest", (2,), 1), (4, "active", (), 0), (2, "active", (), -1), (6, "rest", (6,), 6)],
)
def test_a_day_heals_by_the_die_or_by_one(
    endurance: int, activity: Any, dice: tuple[int, ...], points: int
) -> None:
    """1D6 and the Endurance DM at rest, 1 and the DM when active; below 0 it costs points."""
    encounter = fight(person("a"), patient("p", 8, 8, endurance))
    outcome = done(encounter, HealDay(who="p", activity=activity), dice)
    assert outcome.result == points
    gained = sum(physical(outcome.encounter, "p")) - (16 + endurance)
    assert gained == min(points, 8 - endurance)


@pytest.mark.rule("CE-HLT-06")
@pytest.mark.parametrize(
    ("endurance", "activity", "points"),
    [(4, "rest", -1), (4, "active", -1), (7, "rest", 0), (7, "active", 0)],
)
def test_the_seriously_wounded_heal_by_their_endurance_alone(
    endurance: int, activity: Any, points: int
) -> None:
    """Only the Endurance DM at rest; an active day gives nothing, but a negative DM still costs."""
    encounter = fight(person("a"), patient("p", 6, 6, endurance))
    assert done(encounter, HealDay(who="p", activity=activity)).result == points


@pytest.mark.rule("CE-HLT-06")
def test_seriously_wounded_with_great_endurance_one_gets_better() -> None:
    """Endurance 10 of 12 gives a point a day."""
    full = {"strength": 8, "dexterity": 8, "endurance": 12}
    now = {"strength": 6, "dexterity": 6, "endurance": 10}
    one = person("p", 1, 1, chars=now, chars_max=full)
    assert done(fight(person("a"), one), HealDay(who="p", activity="rest")).result == 1


@pytest.mark.rule("CE-HLT-04")
def test_points_come_back_where_the_player_wants() -> None:
    """Four points with Strength 3 and Endurance 5 short: 1 and 3, never more than is missing."""
    encounter = fight(person("a"), patient("p", 5, 8, 3))
    split = {"strength": 1, "dexterity": 0, "endurance": 3}
    after = done(encounter, HealDay(who="p", activity="rest"), (5,), p=split).encounter
    assert physical(after, "p") == (6, 8, 6)


@pytest.mark.rule("CE-HLT-10")
def test_minds_heal_a_point_a_day_each() -> None:
    """Intelligence and Education come back by one, Social standing does not; the log tells."""
    now = Scores(intelligence=3, education=4, social=2)
    one = person("p", 1, 1)
    one = one.replace(sheet=one.sheet.replace(chars=now, chars_max=Scores()))
    outcome = done(fight(person("a"), one), HealDay(who="p"))
    after = sheet(outcome.encounter, "p").chars
    assert (after.intelligence, after.education, after.social) == (4, 5, 2)
    (trace,) = log(outcome)
    assert [(step.before, step.after) for step in trace.steps] == [(3, 4), (4, 5)]


@pytest.mark.rule("CE-HLT-01", "CE-HLT-05", "CE-HLT-09")
def test_a_day_passes_for_everybody() -> None:
    """One rests and rolls, one is cared for, one is tired and rests; the whole are not asked."""
    tired = person("t", 5, 5, body=Body(fatigued=True, rest_left_min=180))
    people = medic(level=3), patient("p", 8, 8, 4), patient("q", 5, 8, 4), tired
    outcome = done(fight(*people), PassDay(), (3,), p="rest", q="care of m", t="rest")
    after = outcome.encounter
    assert physical(after, "p") == (8, 8, 6)
    assert physical(after, "q") == (7, 8, 6)
    assert not sheet(after, "t").body.fatigued
    assert clock(after) == 1 + 14_400


@pytest.mark.rule("CE-HLT-09")
def test_the_doctor_does_not_care_for_himself() -> None:
    """Nobody lies in a hospital under his own care; the unconscious are not up and about."""
    hurt = patient("p", 8, 8, 4, skills={"medicine": 2})
    outcome = play(SYSTEM, fight(hurt, patient("q", 8, 0, 0)), PassDay())
    assert isinstance(outcome, Asking)
    options = {
        one.recipient: {option.id: option.enabled for option in one.options}  # type: ignore[union-attr]  # questions
        for one in outcome.wanted
    }
    assert options["p"] == {"rest": True, "active": True}
    assert options["q"] == {"rest": True, "active": False, "care of p": True}


@pytest.mark.rule("CE-HLT-05", "CE-HLT-06")
@pytest.mark.parametrize(
    ("scores", "rest", "active"),
    [
        ((8, 8, 4), "1D6 -1, the Endurance DM", "+0: 1 and the Endurance DM"),
        ((8, 5, 8), "1D6 +0, the Endurance DM", "+1: 1 and the Endurance DM"),
        ((5, 5, 3), "-1: Endurance DM only", "-1"),
    ],
)
def test_what_a_day_gives_is_said_before_it_is_spent(
    scores: tuple[int, int, int], rest: str, active: str
) -> None:
    """Resting the die and the Endurance DM, active 1 and the DM; seriously hurt the DM alone."""
    outcome = play(SYSTEM, fight(patient("p", *scores)), PassDay())
    assert isinstance(outcome, Asking)
    (question,) = outcome.wanted
    assert isinstance(question, Question)
    assert {one.id: one.effect for one in question.options} == {"rest": rest, "active": active}
