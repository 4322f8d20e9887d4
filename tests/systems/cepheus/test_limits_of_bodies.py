"""Wounds, the order and grapples at their limits: the last that counts, and the first not."""

from __future__ import annotations

from typing import Any

import pytest
from frozendict import frozendict

from gridwar.engine.gm.combatant_commands import AddCombatants
from gridwar.engine.kit.turn_and_move_commands import BeginFight, Move
from gridwar.engine.play.play_outcome import Accepted
from gridwar.model.battlemap import BattleMap
from gridwar.model.command import Adjustments
from gridwar.model.geometry import Cell
from gridwar.systems.cepheus.core.fight_state import CepheusState
from gridwar.systems.cepheus.core.health import is_hobbling
from gridwar.systems.cepheus.core.house_rules import CepheusSwitches
from gridwar.systems.cepheus.core.initiative_order import dragged, groups
from gridwar.systems.cepheus.core.person_records import Budget, Task
from gridwar.systems.cepheus.grapples.grapple import Grapple, partner_of
from gridwar.systems.cepheus.grapples.where_pushed import squares_around
from gridwar.systems.cepheus.harm.days_of_healing import CareDay, HealDay
from gridwar.systems.cepheus.harm.first_aid_and_surgery import FirstAid, Surgery
from gridwar.systems.cepheus.harm.wound_arithmetic import Points, first_choice
from gridwar.systems.cepheus.harm.wounds import TakeDamage
from gridwar.systems.cepheus.leadership.lost_contact import SetContact
from gridwar.systems.cepheus.turns.before_fight import WalkAway
from gridwar.systems.cepheus.turns.delay_and_haste import ActNow, Delay, Hasten
from gridwar.systems.cepheus.turns.passing_time import doctors, patients
from gridwar.systems.cepheus.turns.rolling_initiative import JoinFight
from gridwar.systems.cepheus.turns.rounds_and_turns import EndRound
from tests.systems.cepheus.firefight import (
    done,
    fight,
    log,
    person,
    physical,
    refused,
    sheet,
    tried,
)
from tests.systems.cepheus.garage import car

SERIOUS = {"strength": 5, "dexterity": 5, "endurance": 5}
FULL = {"strength": 7, "dexterity": 7, "endurance": 7}
DEAD = {"strength": 0, "dexterity": 0, "endurance": 0}


# --- wounds and healing -------------------------------------------------------------------------


@pytest.mark.rule("CE-DMG-05", "CE-DMG-06")
def test_a_first_wound_needs_everything_whole() -> None:
    """Hurt in Endurance alone, the next wound is split as the victim likes, not in order."""
    scores = {"strength": 7, "dexterity": 8, "endurance": 2}
    full = {"strength": 7, "dexterity": 8, "endurance": 6}
    here = fight(person("mara"), person("kell", 6, chars=scores, chars_max=full))
    split = {"strength": 3, "dexterity": 0, "endurance": 2}
    after = done(here, TakeDamage(who="kell", points=5), kell=split).encounter
    assert physical(after, "kell") == (4, 8, 0)


@pytest.mark.rule("CE-DMG-05")
@pytest.mark.parametrize(
    ("strength", "points", "choice"),
    [(5, 10, "strength"), (4, 10, "dexterity"), (9, 15, "dexterity"), (9, 14, "strength")],
)
def test_where_a_first_wound_goes_by_default(strength: int, points: int, choice: str) -> None:
    """What Endurance 6 does not take comes off Strength where it leaves some, else the higher."""
    dexterity = 8 if strength < 8 else 12
    assert first_choice(Points(strength, dexterity, 6), points) == choice


@pytest.mark.rule("CE-HLT-03")
def test_who_hobbles() -> None:
    """Hurt all over and conscious: a square for nothing, no further; nobody else hobbles."""
    nothing = Budget(minor=0, significant=0, hurt=1)
    hurt = person("mara", 5, 5, chars=SERIOUS, chars_max=FULL, budget=nothing)
    here, out = fight(hurt), person("kell", chars={"strength": 0, "dexterity": 0, "endurance": 1})
    assert is_hobbling(sheet(here, "mara"), CepheusSwitches())
    for other in (person("bo"), out):
        assert not is_hobbling(sheet(fight(other), other.id), CepheusSwitches())
    after = done(here, Move(actor="mara", path=(Cell(6, 5),))).encounter
    assert sheet(after, "mara").budget == nothing
    assert refused(after, Move(actor="mara", path=(Cell(7, 5),))) == "hobbles"


@pytest.mark.rule("CE-HLT-10")
def test_minds_heal_up_to_what_they_were() -> None:
    """A point a day each, and none beyond the maximum."""
    scores = {"intelligence": 5, "education": 7}
    here = fight(person("mara", chars=scores, chars_max={"intelligence": 7, "education": 7}))
    for mind, told in ((6, True), (7, True), (7, False)):
        outcome = done(here, HealDay(who="mara", activity="active"))
        here, chars = outcome.encounter, sheet(outcome.encounter, "mara").chars
        assert (chars.intelligence, chars.education) == (mind, 7)
        steps = [step.label for trace in log(outcome) for step in trace.steps]
        assert steps == (["Intelligence"] if told else [])


@pytest.mark.rule("CE-DMG-07", "CE-HLT-07", "CE-HLT-08", "CE-HLT-09")
def test_neither_the_dead_nor_the_whole_are_treated() -> None:
    """First aid, surgery, care and a day's rest are for the living; treatment for the hurt."""
    dead, whole = person("kell", chars=DEAD, chars_max=FULL), person("kell")
    treatments = (
        FirstAid(actor="mara", target="kell"),
        Surgery(actor="mara", target="kell"),
        CareDay(actor="mara", target="kell"),
    )
    for one in (*treatments, HealDay(who="kell")):
        assert refused(fight(person("mara"), dead), one) == "dead"
    for one in treatments:
        assert refused(fight(person("mara"), whole), one) == "unhurt"
    hurt = person("kell", chars={"strength": 5}, chars_max=FULL)
    assert done(fight(person("mara"), hurt), HealDay(who="kell", activity="active")).result == 1


@pytest.mark.rule("CE-HLT-09")
@pytest.mark.parametrize(("skills", "points"), [({}, 2), ({"medicine": 1}, 3)])
def test_a_day_of_care(skills: dict[str, int], points: int) -> None:
    """2, Endurance 7 adds nothing, and the doctor's level, which untrained is none."""
    kell = person("kell", 1, chars={"strength": 2}, chars_max={"strength": 7})
    here = fight(person("mara", skills=frozendict(skills)), kell)
    outcome = done(here, CareDay(actor="mara", target="kell"))
    assert outcome.result.points == points
    assert physical(outcome.encounter, "kell")[0] == 2 + points


@pytest.mark.rule("CE-HLT-05", "CE-HLT-09", "CE-HLT-10")
def test_whom_a_day_changes_and_who_cares_for_others() -> None:
    """The living who are hurt or tired; of those who know medicine the conscious."""
    medic = frozendict(medicine=0)
    here = fight(
        person("mara", skills=medic),
        person("hurt", chars={"endurance": 5}, chars_max=FULL),
        person("slow", chars={"education": 5}, chars_max={"education": 7}),
        person("dead", chars=DEAD, chars_max=FULL, skills=medic),
    )
    assert patients(here) == ("hurt", "slow")
    assert doctors(here) == ("mara",)


# --- order, contact, leaving ---------------------------------------------------------------------


@pytest.mark.rule("CE-COM-01")
def test_a_plan_worth_one_point_is_lost_with_contact() -> None:
    """Effect 1 gave Initiative 1; cut off it is gone."""
    contact = sheet(fight(person("x")), "x").contact.replace(tactics=1)
    kell = person("kell", 6, initiative_base=8, contact=contact)
    mara = person("mara", team=sheet(fight(person("x")), "x").team.replace(commander=True))
    after = done(fight(mara, kell), SetContact(who="kell", cut=True)).encounter
    assert sheet(after, "kell").initiative_base == 7


@pytest.mark.rule("CE-INI-01")
def test_whoever_is_put_into_a_fight_rolls_for_their_place() -> None:
    """A person rolls; a vehicle, and who brings an Initiative, do not."""
    here = fight(person("mara"))
    new = person("kell", 5, initiative_base=None, chars={"dexterity": 9}), person("bo", 6), car(x=9)
    outcome = done(here, AddCombatants(combatants=new, rolls=True), (3, 4))
    found = {who: sheet(outcome.encounter, who).initiative_base for who in ("kell", "bo", "car")}
    assert found == {"kell": 8, "bo": 8, "car": None}
    loose = done(here, AddCombatants(combatants=(new[0],), rolls=True), (6, 6)).encounter
    assert sheet(loose, "kell").initiative_base == 13


@pytest.mark.rule("CE-INI-01")
def test_nobody_joins_twice() -> None:
    """Whoever is in the order cannot roll again."""
    assert refused(fight(person("mara")), JoinFight(actor="mara")) == "in_order"


@pytest.mark.rule("CE-INI-03")
def test_a_side_leaves_unseen_or_not_at_all() -> None:
    """One foe who knows one of them is enough to stop it, though another knows nobody."""
    mine = person("mara", aware=True), person("bo", 0, 1, aware=True)
    for aware_of, ends in (((), True), (("bo",), False)):
        foes = (
            person("kell", 9, aware=False, aware_of=frozenset(aware_of)).replace(side="2"),
            person("otto", 9, 1, aware=False).replace(side="2"),
        )
        here = fight(*mine, *foes).replace(round=0, turn=None)
        leave = WalkAway(actor="mara")
        assert isinstance(tried(here, leave), Accepted) is ends
        if not ends:
            assert refused(here, leave) == "seen"


@pytest.mark.rule("CE-INI-03")
def test_a_side_leaves_where_each_of_them_knows_of_somebody() -> None:
    """One knows of one foe and the other of another; somebody who knows of nobody keeps them."""
    foes = [person(who, 9, aware=False).replace(side="2") for who in ("kell", "otto")]
    for knows, code in (("otto", ""), ("", "unaware")):
        mine = [
            person("mara", aware=False, aware_of=frozenset({"kell"})),
            person("bo", 0, 1, aware=False, aware_of=frozenset({knows} - {""})),
        ]
        here = fight(*mine, *foes).replace(round=0, turn=None)
        if code:
            assert refused(here, WalkAway(actor="mara")) == code
        else:
            (told,) = log(done(here, WalkAway(actor="mara")))
            assert told.title == "Party walk away: there is no fight"


@pytest.mark.rule("CE-INI-01", "CE-INI-02", "CE-INI-03", "CE-RND-01")
def test_a_fight_is_begun_once_and_by_somebody() -> None:
    """Neither twice nor by nobody, whatever is waived."""
    waived = Adjustments(waived=frozenset({"begun", "nobody_to_fight"}))
    begin = BeginFight(adjustments=waived)
    assert refused(fight(person("mara")), begin) == "begun"
    alone = fight(car()).replace(round=0, turn=None)
    assert refused(alone, begin) == "nobody_to_fight"


@pytest.mark.rule("CE-RND-04", "CE-INI-07", "CE-INI-08")
def test_a_turn_held_back_is_something_done_in_the_round() -> None:
    """After it nobody declares haste any more."""
    here = fight(person("mara"), person("kell", initiative_base=4), person("bo", initiative_base=2))
    here = here.replace(rules=CepheusState(fresh=True))
    assert sheet(done(here, Hasten(actor="bo")).encounter, "bo").hasty
    held = done(here, Delay(actor="mara")).encounter
    assert refused(held, Hasten(actor="bo")) == "too_late_for_haste"


@pytest.mark.rule("CE-INI-08")
def test_who_acts_now_holds_back_no_longer() -> None:
    """The turn held back is theirs, and there is nothing left to take up."""
    held = person("kell", initiative_base=9, delaying=True)
    here = fight(person("mara", initiative_base=8), held)
    after = done(here.replace(turn=None), ActNow(actor="kell")).encounter
    assert (after.turn, sheet(after, "kell").delaying) == ("kell", False)


@pytest.mark.rule("CE-RND-03")
def test_the_order_by_hand_is_one_of_initiatives() -> None:
    """Dragged before the first, somebody has more; before one who has as much, Dexterity counts."""
    here = fight(
        person("mara", initiative_base=9),
        person("kell", initiative_base=6, chars={"dexterity": 9}),
        person("bo", initiative_base=2, chars={"dexterity": 6}),
    )
    for before, order in (("mara", ["bo", "mara", "kell"]), ("kell", ["mara", "bo", "kell"])):
        found = here
        for who, base in dragged(here, "bo", before):
            changed = sheet(found, who).replace(initiative_base=base)
            found = found.with_combatant(found[who].replace(sheet=changed))
        assert [one for group in groups(found, found.combatants) for one in group] == order
    assert dragged(here, "gone", "mara") == ()


@pytest.mark.rule("CE-INI-08")
def test_nobody_takes_up_a_turn_that_was_not_held_back() -> None:
    """Not even by the game master's word."""
    waived = Adjustments(waived=frozenset({"not_delaying"}))
    act = ActNow(actor="kell", adjustments=waived)
    assert refused(fight(person("mara"), person("kell")), act) == "not_delaying"


@pytest.mark.rule("CE-INI-08", "CE-INI-09")
def test_first_of_the_next_round_is_one_above_the_highest() -> None:
    """From Initiative 0, too: the others' best is 8, so it is 9."""
    kell = person("kell", initiative_base=0, delaying=True)
    here = fight(person("mara", initiative_base=8), kell)
    after = done(here, EndRound(), kell="first").encounter
    assert sheet(after, "kell").initiative_base == 9


@pytest.mark.rule("CE-SIG-10", "CE-INI-09")
@pytest.mark.parametrize(
    ("state", "metres"),
    [
        ({}, 9.0),
        ({"delaying": True}, 0.0),
        ({"task": Task(needed=3)}, 0.0),
        ({"chars": DEAD, "chars_max": FULL}, 0.0),
    ],
)
def test_who_lets_a_round_go_by_has_stood_still(state: dict[str, Any], metres: float) -> None:
    """Held back, busy or out, the movement of the last turn is over; others keep it till theirs."""
    kell = person("kell", 6, moved_m=9.0, acted=not state, **state)
    after = done(fight(person("mara"), kell), EndRound(), kell="first" if state else None)
    assert sheet(after.encounter, "kell").moved_m == metres


@pytest.mark.rule("CE-OTH-02")
def test_whose_task_goes_on() -> None:
    """A round is worked by those who are at it; who was set aside or is out gives it up."""
    task = Task(needed=3)
    here = fight(
        person("mara"),
        person("works", task=task),
        person("done", task=Task(needed=3, done=3)),
        person("away", task=task).replace(aside=True),
        person("out", task=task, chars=DEAD),
    )
    after = done(here, EndRound()).encounter
    tasks = {who: sheet(after, who).task for who in after.combatants}
    assert tasks["works"] == Task(needed=3, done=1)
    assert tasks["done"] == Task(needed=3, done=3)
    assert tasks["away"] is tasks["out"] is None


@pytest.mark.rule("CE-OTH-03")
@pytest.mark.parametrize(("dice", "left"), [((1, 1), 0), ((1, 2), 2)])
def test_an_effect_of_minus_six_ruins_a_task(dice: tuple[int, int], left: int) -> None:
    """A hit without damage: 2 is an Effect of -6 and ruins it, 3 only loses the round."""
    kell = person("kell", 6, task=Task(needed=5, done=2))
    after = done(fight(person("mara"), kell), TakeDamage(who="kell", points=0), dice).encounter
    task = sheet(after, "kell").task
    assert task is not None
    assert (task.done, task.disturbed) == (left, True)


# --- grapples -----------------------------------------------------------------------------------


@pytest.mark.rule("CE-GRP-03")
def test_with_whom_somebody_is_locked_in_a_grapple() -> None:
    """The other one, as long as they are there."""
    here = fight(person("mara", grappled_with="kell"), person("kell", grappled_with="mara"))
    assert partner_of(here, "mara") == "kell"
    alone = fight(person("mara", grappled_with="kell"))
    assert partner_of(alone, "mara") is None


@pytest.mark.rule("CE-GRP-02", "CE-RNG-02")
def test_where_somebody_can_be_dragged() -> None:
    """Within two squares, straight lines to the nearest: 20 others, the corners are 3 away."""
    here = fight(person("mara", 6, 6), person("kell", 6, 6))
    around = squares_around(here, "kell", 2)
    assert len(around) == 20
    assert Cell(8, 8) not in around
    assert squares_around(here, "kell", 2, stay=True) == around | {Cell(6, 6)}


@pytest.mark.rule("CE-GRP-02")
def test_breaking_free_ends_a_grapple_that_has_no_way_out() -> None:
    """In a cell of one square the winner gets free, and stays."""
    cell = BattleMap(width=1, height=1)
    mara, kell = person("mara", grappled_with="kell"), person("kell", grappled_with="mara")
    start = fight(mara, kell, ground=cell)
    after = done(start, Grapple(actor="mara"), (6, 6, 1, 1), mara="break_free").encounter
    assert [sheet(after, who).grappled_with for who in ("mara", "kell")] == [None, None]
