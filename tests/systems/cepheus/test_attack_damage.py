"""Damage: the chain of a hit, and where the points go."""

from __future__ import annotations

from typing import Any

import pytest

from gridwar.engine.gm.effect_and_pool_commands import ChangePool
from gridwar.engine.play.play_command import play
from gridwar.engine.play.play_outcome import Asking
from gridwar.model.command import Answer
from gridwar.model.question_and_refusal import Question
from gridwar.systems.cepheus import SYSTEM
from gridwar.systems.cepheus.attacks.attack_offers import Attack
from gridwar.systems.cepheus.attacks.weapon_damage import hit_with
from gridwar.systems.cepheus.core.health import Health, health
from gridwar.systems.cepheus.core.person_records import Aim
from gridwar.systems.cepheus.harm.wound_arithmetic import Points, proposal
from gridwar.systems.cepheus.harm.wounds import TakeDamage
from tests.systems.cepheus.firefight import (
    GRENADE,
    PISTOL,
    RIFLE,
    done,
    fight,
    log,
    person,
    physical,
    sheet,
)

SHOT = Attack(actor="mara", target="kell", weapon="pistol")
WORN = {"strength": 7, "dexterity": 8, "endurance": 2}
WHOLE = {"strength": 7, "dexterity": 8, "endurance": 6}


def hurt(points: int, answer: Any = None, *, chars: Any, full: Any = None, **switches: Any) -> Any:
    """Return kell's three scores and health after so many points."""
    here = fight(person("kell", chars=chars, chars_max=full or chars), **switches)
    answers = {} if answer is None else {"kell": answer}
    after = done(here, TakeDamage(who="kell", points=points), **answers).encounter
    return physical(after, "kell"), health(sheet(after, "kell"), after.switches)  # type: ignore[arg-type]


@pytest.mark.rule("CE-DMG-01")
@pytest.mark.rule("CE-DMG-02")
@pytest.mark.rule("CE-MIN-03")
def test_weapon_bonus_effect_and_kill_aim_add() -> None:
    """Dice, the weapon's bonus, the Effect and +2 for each action aimed for the kill."""
    rifle = RIFLE.model_copy(update={"damage_bonus": 1})
    mara = person("mara", weapons=(rifle,), aim=Aim(target="kell", to_kill=4))
    here = fight(mara, person("kell", 6, armor=4))
    shot = Attack(actor="mara", target="kell", weapon="rifle")
    outcome = done(here, shot, (4, 4, 2, 3, 4))
    (injury,) = outcome.result.injuries
    assert (outcome.result.kill_aim, injury.before_armor, injury.after_armor) == (6, 18, 14)
    damage = log(outcome)[1]
    assert [(one.rule_id, one.value) for one in damage.lines] == [
        ("CE-DMG-01", 9),
        ("CE-DMG-01", 1),
        ("CE-DMG-01", 2),
        ("CE-MIN-03", 6),
        ("CE-DMG-03", -4),
    ]


@pytest.mark.rule("CE-DMG-03")
@pytest.mark.rule("CE-DMG-04")
@pytest.mark.parametrize(("dice", "after"), [((6, 6, 1, 1), 1), ((6, 5, 1, 1), 0)])
def test_an_exceptional_hit_does_at_least_one_point(dice: tuple[int, ...], after: int) -> None:
    """With Effect 6 a point gets through armour 11, with Effect 5 none."""
    here = fight(person("mara"), person("kell", 6, armor=11))
    outcome = done(here, SHOT, dice)
    (injury,) = outcome.result.injuries
    assert (outcome.result.effect, injury.after_armor) == (sum(dice[:2]) - 6, after)
    assert any(step.rule_id == "CE-DMG-04" for step in log(outcome)[1].steps) is bool(after)


def test_a_weapon_without_dice_hits_and_does_no_damage() -> None:
    """What has neither dice nor bonus rolls nothing and wounds nobody, Effect or not."""
    net = PISTOL.model_copy(update={"damage_dice": 0})
    outcome = done(fight(person("mara", weapons=(net,)), person("kell", 6)), SHOT, (6, 6))
    assert outcome.result.hit
    (injury,) = outcome.result.injuries
    assert (injury.after_armor, injury.before_armor, injury.full) == (0, 0, 0)
    assert physical(outcome.encounter, "kell") == (7, 7, 7)


@pytest.mark.rule("CE-EXP-04", "CE-DMG-01")
def test_what_explodes_knows_no_effect() -> None:
    """Neither the Effect nor its least point counts for what explodes."""
    blow = hit_with(GRENADE.model_copy(update={"adds_effect": True}), "kell", "mara", 6)
    assert blow.effect == 0
    shot = hit_with(PISTOL, "kell", "mara", 6)
    assert (shot.effect, shot.kill_aim) == (6, 0)


@pytest.mark.rule("CE-DMG-05")
def test_a_first_wound_goes_to_endurance_then_to_the_choice() -> None:
    """Nothing is asked while Endurance lasts; then Strength or Dexterity, then the other."""
    assert hurt(6, chars=WHOLE)[0] == (7, 8, 0)
    assert hurt(15, "strength", chars=WHOLE) == ((0, 6, 0), Health.UNCONSCIOUS)
    assert hurt(9, "dexterity", chars=WHOLE) == ((7, 5, 0), Health.WOUNDED)
    assert hurt(100, chars=WHOLE) == ((0, 0, 0), Health.DEAD)


@pytest.mark.rule("CE-DMG-05")
def test_by_default_a_first_wound_goes_where_it_can_be_borne() -> None:
    """The default keeps the victim conscious where one of the two can."""
    assert hurt(12, chars={"strength": 5, "dexterity": 9, "endurance": 6})[0] == (5, 3, 0)
    assert hurt(12, chars={"strength": 9, "dexterity": 5, "endurance": 6})[0] == (3, 5, 0)


@pytest.mark.rule("CE-DMG-05")
def test_a_free_split_of_the_first_wound_is_a_house_rule() -> None:
    """Where the house allows it, what is beyond Endurance may be shared out."""
    free = {"first_damage_split": "free"}
    split = {"strength": 2, "dexterity": 3, "endurance": 6}
    assert hurt(11, split, chars=WHOLE, **free)[0] == (5, 5, 0)


@pytest.mark.rule("CE-DMG-05")
@pytest.mark.parametrize(("rule", "left"), [("one_then_other", (5, 0, 0)), ("free", (1, 4, 0))])
def test_points_taken_by_hand_go_where_the_default_of_a_hit_would(
    rule: str, left: tuple[int, int, int]
) -> None:
    """Beyond Endurance one goes to 0 before the other; a free split keeps both above it."""
    chars = {"strength": 5, "dexterity": 6, "endurance": 6}
    here = fight(person("kell", chars=chars), first_damage_split=rule)
    by_hand = done(here, ChangePool(who=("kell",), add=-12)).encounter
    assert physical(by_hand, "kell") == left
    assert hurt(12, chars=chars, first_damage_split=rule)[0] == left


@pytest.mark.rule("CE-DMG-06")
def test_a_later_wound_goes_where_the_victim_wants() -> None:
    """Three numbers that add up, none beyond what is left."""
    split = {"strength": 3, "endurance": 2}
    assert hurt(5, split, chars=WORN, full=WHOLE) == ((4, 8, 0), Health.WOUNDED)
    here = fight(person("kell", chars=WORN, chars_max=WHOLE))
    asking = play(SYSTEM, here, TakeDamage(who="kell", points=5))
    assert isinstance(asking, Asking)
    (question,) = asking.wanted
    assert isinstance(question, Question)
    assert question.numbers_sum == 5
    assert [(one.key, one.maximum) for one in question.numbers] == [
        ("strength", 5),
        ("dexterity", 5),
        ("endurance", 2),
    ]
    assert question.problem_with(Answer(numbers={"strength": 2, "endurance": 3}))  # type: ignore[arg-type]
    assert question.problem_with(Answer(numbers={"strength": 2, "endurance": 2}))  # type: ignore[arg-type]


@pytest.mark.rule("CE-DMG-06")
@pytest.mark.parametrize(
    ("now", "full", "points", "lost"),
    [
        ((7, 8, 2), (7, 8, 6), 5, (3, 0, 2)),
        ((7, 8, 2), (7, 8, 6), 15, (6, 7, 2)),
        ((7, 8, 2), (7, 8, 6), 16, (7, 7, 2)),
        ((0, 8, 3), (7, 8, 6), 4, (0, 2, 2)),
        ((5, 8, 6), (7, 8, 6), 3, (3, 0, 0)),
    ],
)
def test_the_proposal_keeps_the_victim_conscious(
    now: tuple[int, int, int], full: tuple[int, int, int], points: int, lost: tuple[int, int, int]
) -> None:
    """It leaves two characteristics above 0 while it can, and spares what is still whole."""
    assert proposal(Points(*now), Points(*full), points, "two_at_zero") == lost


@pytest.mark.rule("CE-DMG-07")
def test_the_proposal_always_keeps_the_victim_conscious_where_anything_can() -> None:
    """For every score and damage: conscious after the proposal if any split leaves him so."""
    scores = [(a, b, c) for a in range(4) for b in range(4) for c in range(4)]
    for now in scores:
        for points in range(1, sum(now) + 1):
            lost = proposal(Points(*now), Points(4, 4, 4), points, "two_at_zero")
            assert sum(lost) == points
            left = [a - b for a, b in zip(now, lost, strict=True)]
            assert min(left) >= 0
            splits = [
                [a - x, b - y, c - (points - x - y)]
                for a, b, c in [now]
                for x in range(a + 1)
                for y in range(b + 1)
                if 0 <= points - x - y <= c
            ]
            assert (left.count(0) < 2) is any(one.count(0) < 2 for one in splits)


@pytest.mark.rule("CE-DMG-07")
@pytest.mark.parametrize(
    ("now", "switch", "state"),
    [
        ((7, 7, 7), "two_at_zero", Health.UNHURT),
        ((7, 7, 6), "two_at_zero", Health.WOUNDED),
        ((6, 6, 6), "two_at_zero", Health.SERIOUSLY_WOUNDED),
        ((0, 7, 0), "two_at_zero", Health.UNCONSCIOUS),
        ((0, 7, 6), "two_at_zero", Health.WOUNDED),
        ((0, 7, 6), "str_or_dex_zero", Health.UNCONSCIOUS),
        ((0, 0, 0), "two_at_zero", Health.DEAD),
    ],
)
def test_the_states_of_health(now: tuple[int, int, int], switch: str, state: Health) -> None:
    """One damaged, three damaged, two at zero, three at zero."""
    chars = dict(zip(("strength", "dexterity", "endurance"), now, strict=True))
    here = fight(
        person("kell", chars=chars, chars_max=dict.fromkeys(chars, 7)), unconscious_at=switch
    )
    assert health(sheet(here, "kell"), here.switches) is state  # type: ignore[arg-type]


@pytest.mark.rule("CE-MIN-02")
@pytest.mark.rule("CE-MIN-03")
@pytest.mark.parametrize(
    ("kind", "switch", "kept"),
    [("to_kill", "kill_only", False), ("to_hit", "kill_only", True), ("to_hit", "both", False)],
)
def test_being_hit_spoils_aim_for_the_kill_whatever_the_damage(
    kind: str, switch: str, kept: bool
) -> None:
    """A hit for 0 points is a hit; ordinary aim survives it unless the house says otherwise."""
    here = fight(person("kell", aim=Aim(target="mara", **{kind: 2})), aim_broken_by_hit=switch)
    after = done(here, TakeDamage(who="kell", points=0)).encounter
    assert (sheet(after, "kell").aim is not None) is kept
    assert physical(after, "kell") == (7, 7, 7)
