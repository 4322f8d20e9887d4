"""Explosions: one who dodges, one who dives, one who cannot; and undo in the middle of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from icepool import d6

from gridwar.dice.dice_sources import ScriptedDice
from gridwar.engine.odds.odds_columns import odds
from gridwar.engine.odds.odds_outcomes import Limits
from gridwar.engine.play.play_command import play
from gridwar.engine.play.play_outcome import Asking
from gridwar.engine.session.session import Session
from gridwar.model.battlemap import BattleMap
from gridwar.model.command import Answer
from gridwar.model.geometry import Cell, Point
from gridwar.model.question_and_refusal import Question
from gridwar.model.walls import Wall
from gridwar.systems.cepheus import SYSTEM
from gridwar.systems.cepheus.attacks.attack_offers import Attack, ThrowAt
from gridwar.systems.cepheus.attacks.blast_area import Burst, caught_by
from gridwar.systems.cepheus.attacks.blast_damage import BlastHits, Explode
from gridwar.systems.cepheus.core.fight_state import check_dm
from gridwar.systems.cepheus.core.initiative_order import initiative
from gridwar.systems.cepheus.core.weapon_records import BlastZone
from tests.support.exploring import explore
from tests.support.strict_table import StrictTable
from tests.systems.cepheus.firefight import GRENADE, done, fight, person, physical, sheet, summed

if TYPE_CHECKING:
    from gridwar.model.combatant import Combatant

THROW = ThrowAt(actor="mara", square=Cell(6, 0), weapon="grenade")
ZONES = (BlastZone(radius_m=3, dice=5), BlastZone(radius_m=6, dice=3))
HARDY = {"strength": 12, "dexterity": 12, "endurance": 12}


def three_victims() -> tuple[Combatant, ...]:
    """Return the thrower, one who will dodge, one who will dive, and one who is prone."""
    return (
        person("mara"),
        person("ada", 6, armor=3, chars=HARDY),
        person("bo", 8, armor=3, chars=HARDY),
        person("cy", 10, stance="prone", chars=HARDY),
    )


@pytest.mark.rule("CE-EXP-01")
@pytest.mark.rule("CE-EXP-02")
@pytest.mark.rule("CE-EXP-03")
@pytest.mark.rule("CE-EXP-04")
@pytest.mark.rule("CE-CORE-10")
def test_one_dodges_one_dives_one_cannot() -> None:
    """Attack dice, zone dice inner first, the dodger's die; the Effect adds nothing."""
    here = fight(*three_victims())
    dice = (6, 6, 4, 4, 4, 3, 3, 2, 2, 3, 4)
    outcome = done(here, THROW, dice, ada="dodge", bo="dive")
    found = {one.victim: (one.before_armor, one.after_armor) for one in outcome.result.injuries}
    assert found == {"ada": (14, 11), "bo": (9, 6), "cy": (7, 7)}
    assert list(found) == ["ada", "bo", "cy"]
    after = outcome.encounter
    for who in ("ada", "bo"):
        assert (initiative(sheet(after, who), 1), check_dm(sheet(after, who), 1)) == (6, -1)
    assert (sheet(after, "bo").stance, sheet(after, "bo").lose_next_significant) == ("prone", True)
    assert (sheet(after, "ada").stance, sheet(after, "cy").initiative_mods) == ("standing", ())
    assert physical(after, "ada") == (12, 12, 1)


def test_the_victims_are_asked_together_and_an_answer_can_be_taken_back() -> None:
    """Both questions are one panel; undo in the middle of it takes back one answer alone."""
    dice = ScriptedDice((6, 6, 4, 4, 4, 3, 3, 2, 2, 3, 4))
    here = fight(*three_victims())
    session = Session(SYSTEM, here, dice=dice, table=StrictTable)
    session.submit(THROW)
    ada, bo = asked(session)
    assert (ada.recipient, bo.recipient) == ("ada", "bo")
    assert [one.id for one in ada.options] == ["none", "dodge", "dive"]
    session.answer(bo.key, Answer(option="dive"))
    assert [one.recipient for one in asked(session)] == ["ada"]
    session.undo()
    assert [one.recipient for one in asked(session)] == ["ada", "bo"]
    session.answer(ada.key, Answer(option="dodge"))
    session.answer(bo.key, Answer(option="none"))
    (wound,) = asked(session)
    assert (wound.recipient, wound.window) == ("bo", "wound")
    session.answer(wound.key, Answer(option="strength"))
    assert session.top is None
    assert physical(session.encounter, "ada") == (12, 12, 1)
    assert physical(session.encounter, "bo") == (9, 12, 0)
    assert sheet(session.encounter, "bo").stance == "standing"


def asked(session: Session) -> list[Question]:
    """Return the questions that wait for an answer."""
    return [one for one in session.wanted if isinstance(one, Question)]


@pytest.mark.rule("CE-EXP-01")
def test_who_is_caught() -> None:
    """A square is inside by its straight distance; nearest first, then by id; walls protect."""
    wall = Wall(id="w", a=Point(0, 9 * 1024), b=Point(20480, 9 * 1024), name="wall")
    ground = BattleMap(width=40, height=40).with_walls([wall])
    here = fight(
        person("z", 12, 10),
        person("b", 10, 10),
        person("a", 11, 11),
        person("e", 13, 12),
        person("f", 13, 13),
        person("behind", 10, 8),
        ground=ground,
    )
    caught = caught_by(here, Burst(Cell(10, 10), ZONES))
    # Radii 3 m and 6 m are 2 and 4 squares; (13, 13) is 4.24 squares off.
    assert [(one.victim, one.zone) for one in caught] == [("b", 0), ("a", 0), ("z", 0), ("e", 1)]


@pytest.mark.rule("CE-EXP-01")
def test_a_radius_in_squares_is_rounded_to_the_nearest() -> None:
    """4 m are 2.67 squares and reach three squares far; 3.5 m are 2.33 and reach two."""
    here = fight(person("mara"), person("kell", 3))
    for radius_m, reached in ((4, True), (3.5, False)):
        burst = Burst(Cell(0, 0), (BlastZone(radius_m=radius_m, dice=1),))
        assert ("kell" in {one.victim for one in caught_by(here, burst)}) is reached


@pytest.mark.rule("CE-EXP-01")
def test_height_counts_in_a_blast() -> None:
    """Somebody 3 m above the burst is two squares off, and out of it with another square beside."""
    up = person("up", 11, 10).model_copy(update={"altitude": 3.0})
    small = (BlastZone(radius_m=3, dice=5),)
    here = fight(person("mara", 0), up)
    assert caught_by(here, Burst(Cell(11, 10), small))
    assert not caught_by(here, Burst(Cell(10, 10), small))


@pytest.mark.rule("CE-EXP-01")
def test_a_roll_for_each_victim_is_a_house_rule() -> None:
    """One roll a zone is shared; the house may roll for each victim instead."""
    people = (person("mara", 20), person("ada", 5, chars=HARDY), person("bo", 6, chars=HARDY))
    boom = Explode(square=Cell(5, 0), zones=(BlastZone(radius_m=3, dice=2),))
    shared = done(fight(*people), boom, (3, 4)).result.injuries
    assert [one.after_armor for one in shared] == [7, 7]
    each = done(fight(*people, blast_roll="per_victim"), boom, (3, 4, 1, 1)).result.injuries
    assert [one.after_armor for one in each] == [7, 2]


@pytest.mark.rule("CE-EXP-02")
@pytest.mark.rule("CE-EXP-03")
@pytest.mark.rule("CE-CORE-08")
@pytest.mark.parametrize(("switch", "half"), [("up", 9), ("down", 8)])
def test_half_of_an_odd_blast_is_rounded(switch: str, half: int) -> None:
    """Diving halves before armour and rounds up; a dodge never goes below 0."""
    here = fight(person("ada"), person("bo"), round_fractions=switch)
    hits = BlastHits(who=("ada",), damage=17)
    (injury,) = done(here, hits, ada="dive").result.injuries
    assert injury.before_armor == half
    (injury,) = done(here, BlastHits(who=("bo",), damage=2), (6,), bo="dodge").result.injuries
    assert injury.before_armor == 0


@pytest.mark.rule("CE-REA-01")
def test_who_is_aimed_at_with_a_grenade_answers_the_blast_and_not_the_throw() -> None:
    """One reaction to one attack: it leaves the throw alone; diving halves what the blast does."""
    here = fight(person("mara"), person("ada", 6, chars=HARDY), person("bo", 7, chars=HARDY))
    throw = Attack(actor="mara", target="ada", weapon="grenade")
    outcome = done(here, throw, (6, 6, 4, 4, 4, 4, 4), ada="dive", bo="none")
    assert outcome.result.dm == summed(here, throw).total
    suffered = {one.victim: one.before_armor for one in outcome.result.injuries}
    assert suffered == {"ada": 10, "bo": 20}
    assert sheet(outcome.encounter, "ada").stance == "prone"
    assert check_dm(sheet(outcome.encounter, "ada"), 1) == -1


@pytest.mark.rule("CE-EXP-02")
def test_the_blast_of_a_throw_that_missed_is_answered_by_those_it_catches() -> None:
    """Scattered 13 m away it reaches nobody, and nobody is asked; near the target it asks them."""
    here = fight(person("mara"), person("ada", 6, 20, chars=HARDY))
    throw = Attack(actor="mara", target="ada", weapon="grenade")
    far = done(here, throw, (1, 1, 1))
    assert not sheet(far.encounter, "ada").initiative_mods


@pytest.mark.rule("CE-EXP-01")
def test_odds_of_a_blast_are_exact_for_each_victim() -> None:
    """Each victim's spread is that of its zone's dice after armour, joint rolls or not."""
    here = fight(*three_victims())
    boom = Explode(square=Cell(6, 0), zones=ZONES)
    outcomes = explore(SYSTEM, here, boom, {})
    for who, dice, armor in (("ada", 5, 3), ("bo", 5, 3), ("cy", 3, 0)):
        spread = dict(outcomes.distribution(who))
        exact = (dice @ d6).map(lambda points, armor=armor: max(0, points - armor))
        for points in exact.outcomes():
            assert spread[points] == pytest.approx(float(exact.probability(points)))


@pytest.mark.rule("CE-EXP-02")
def test_odds_of_a_blast_have_the_first_victims_answers_as_columns() -> None:
    """What the nearest victim may do stands side by side; diving hurts less."""
    here = fight(*three_victims())
    command = Explode(square=Cell(6, 0), zones=ZONES)
    found = odds(SYSTEM, here, command, limits=Limits(runs=30_000))
    means = {
        one.option: sum(points * p for points, p in one.outcomes.distribution("ada"))
        for one in found.columns
        if one.outcomes is not None
    }
    assert list(means) == ["none", "dodge", "dive"]
    assert means["dive"] < means["dodge"] < means["none"]


def test_a_grenade_is_spent_when_thrown() -> None:
    """Thrown weapons that are counted are used up like rounds."""
    here = fight(*three_victims())
    asking = play(SYSTEM, here, THROW)
    assert isinstance(asking, Asking)
    after = done(here, THROW, (6, 6, 1, 1, 1, 1, 1, 1, 1, 1)).encounter
    left = sheet(after, "mara").weapon("grenade")
    assert left is not None
    assert (GRENADE.loaded, left.loaded) == (2, 1)
