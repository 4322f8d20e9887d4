"""What is played can be chosen, what cannot be done is refused, and what is lost is told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from gridwar.engine.kit.offers_and_actions import Target
from gridwar.engine.kit.turn_and_move_commands import Move, NextTurn, TakeTurn
from gridwar.engine.play.offered_actions_and_drafts import actions_of, drafted
from gridwar.model.geometry import Cell
from gridwar.systems.cepheus import SYSTEM
from gridwar.systems.cepheus.actions.check_action import Check
from gridwar.systems.cepheus.actions.drawing_and_reloading import Reload
from gridwar.systems.cepheus.core.person_records import Aim, Body, Budget, Task
from gridwar.systems.cepheus.harm.days_of_healing import CareDay
from gridwar.systems.cepheus.harm.fatigue_and_waking import Tire
from gridwar.systems.cepheus.harm.first_aid_and_surgery import FirstAid, Surgery
from gridwar.systems.cepheus.harm.wounds import TakeDamage
from gridwar.systems.cepheus.turns.delay_and_haste import Delay
from gridwar.systems.cepheus.turns.passing_time import PassDay
from gridwar.systems.cepheus.turns.rounds_and_turns import EndRound
from gridwar.systems.cepheus.vehicles.getting_in_and_out import BeltIn, ChangeSeat, GetIn
from gridwar.systems.cepheus.vehicles.weaving_and_pursuit import BreakOff
from tests.systems.cepheus.firefight import RIFLE, done, fight, log, person, refused, sheet
from tests.systems.cepheus.garage import car, inside, machine

if TYPE_CHECKING:
    from gridwar.engine.play.play_outcome import Accepted
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter

WORK = Task(name="Work", skill="mechanics", needed=5, done=2)
TIRED = Body(fatigued=True, rest_left_min=60)


def _offered(here: Encounter, who: str, id: str) -> Command:
    """Return the command of an action that is offered and possible."""
    action = next(one for one in actions_of(SYSTEM, here, who) if one.id == id)
    assert action.refusal is None
    return action.make(Target())


def _titles(outcome: Accepted) -> list[str]:
    return [one.title for one in log(outcome)]


def _told(outcome: Accepted, title: str) -> list[tuple[str, object, object]]:
    """Return the steps of the entry with a title: rule, before, after."""
    trace = next(one for one in log(outcome) if one.title == title)
    return [(one.rule_id, one.before, one.after) for one in trace.steps]


# --- what can be chosen ---------------------------------------------------------------------------


@pytest.mark.rule("CE-VEH-02")
def test_whoever_gets_in_or_changes_seats_chooses_any_free_seat() -> None:
    """Seven seats are free: the wheel, and 1 to 6; the first one is proposed."""
    here = fight(person("mara", 1, 0), car(x=2, seats=7))
    command = _offered(here, "mara", "get_in:car")
    for answer, seat in (("6", 6), ("0", 0)):
        place = sheet(done(here, command, mara=answer).encounter, "mara").aboard
        assert place is not None
        assert place.seat == seat
    there = done(here, GetIn(actor="mara", vehicle="car", seat=3)).encounter
    assert _offered(there, "mara", "seat:0") == ChangeSeat(actor="mara", seat=0)
    place = sheet(done(there, _offered(there, "mara", "seat"), mara="5").encounter, "mara").aboard
    assert place is not None
    assert place.seat == 5
    assert refused(there, ChangeSeat(actor="mara", seat=7)) == "seat_taken"
    assert refused(there, GetIn(actor="mara", vehicle="car", seat=3)) == "seat_taken"


@pytest.mark.rule("CE-OTH-02")
def test_a_task_may_take_as_many_rounds_as_the_gm_knows() -> None:
    """Three rounds, entered, take three: no die is rolled."""
    here = fight(person("mara"), person("kell", 9))
    answers = ("with ", "known", {"rounds": 3}, "education")
    outcome = done(here, _offered(here, "mara", "task"), mara=answers)
    assert outcome.result.needed == 3
    assert outcome.result.characteristic == "education"


@pytest.mark.rule("CE-HLT-07", "CE-HLT-08")
@pytest.mark.parametrize("kind", [FirstAid, Surgery])
def test_whoever_treats_somebody_chooses_the_characteristic(kind: Any) -> None:
    """Dexterity of 12 is worth +2 on the check, Education of 7 nothing."""
    hurt = dict.fromkeys(("strength", "dexterity", "endurance"), 5)
    full = dict.fromkeys(hurt, 7)
    kell = person("kell", 1, chars=hurt, chars_max=full, injured_at=1)
    here = fight(person("mara", chars={"dexterity": 12}), kell)
    draft = SYSTEM.draft(here, kind(actor="mara", target="kell"))
    (choice,) = draft.choices
    assert choice.chosen == "education"
    assert {one.id: one.note for one in choice.options}["dexterity"] == "+2"
    chosen = next(one.command for one in choice.options if one.id == "dexterity")
    result = done(here, chosen, (4, 4)).result.check
    assert result.dm_total == 2 - 3


@pytest.mark.rule("CE-SIG-02", "CE-MIN-10")
@pytest.mark.parametrize(
    ("budget", "price", "open_"),
    [
        (Budget(minor=1, significant=1), "significant", {"significant", "minor", "free"}),
        (Budget(minor=1, significant=0), "minor", {"minor", "free"}),
        (Budget(minor=0, significant=0), "free", {"free"}),
    ],
)
def test_a_check_is_offered_at_the_dearest_price_that_is_left(
    budget: Budget, price: Any, open_: set[str]
) -> None:
    """What cannot be paid any more is greyed, with its reason; what is free always can."""
    here = fight(person("mara", budget=budget), person("kell", 9))
    command = _offered(here, "mara", "check")
    assert command == Check(actor="mara", price=price)
    prices = drafted(SYSTEM, here, command).choices[-1]
    assert {one.id for one in prices.options if not one.why_not} == open_


# --- what cannot be done --------------------------------------------------------------------------


@pytest.mark.rule("CE-OTH-02", "CE-GRP-03")
def test_who_is_busy_or_grappled_makes_no_check_at_no_price_either() -> None:
    """Nothing else is done meanwhile; in a grapple there is but the check against the other."""
    for state, code in (({"task": WORK}, "busy"), ({"grappled_with": "kell"}, "grappled")):
        here = fight(person("mara", **state), person("kell", grappled_with="mara"))
        for price in ("free", "minor", "significant"):
            assert refused(here, Check(actor="mara", price=price)) == code


@pytest.mark.rule("CE-VEH-07")
def test_a_belt_is_put_on_once() -> None:
    """To belt in again would cost a minor action for nothing."""
    here = fight(inside("mara", secured=True), car())
    assert refused(here, BeltIn(actor="mara")) == "belt_unchanged"
    loose = done(here, BeltIn(actor="mara", secured=False)).encounter
    assert refused(loose, BeltIn(actor="mara", secured=False)) == "belt_unchanged"


@pytest.mark.rule("CE-VAC-05")
def test_only_a_pursuer_breaks_off() -> None:
    """Whoever follows nobody that weaves has nothing to break off."""
    here = fight(inside("mara", seat=0), car())
    assert refused(here, BreakOff(actor="mara")) == "no_pursuit"
    pursuing = fight(
        inside("mara", seat=0),
        car(going={"weave_behind": "prey", "weave_dm": -2}),
        car("prey", 20),
    )
    outcome = done(pursuing, BreakOff(actor="mara"))
    assert _told(outcome, "Car breaks off") == [("CE-VAC-05", None, "given up")]


# --- what is told ---------------------------------------------------------------------------------


@pytest.mark.rule("CE-GRP-03")
def test_the_end_of_a_grapple_names_both() -> None:
    """Who faints lets go of the other one."""
    people = (
        person(a, grappled_with=b, body=TIRED) for a, b in (("mara", "kell"), ("kell", "mara"))
    )
    outcome = done(fight(*people), Tire(who="kell"))
    assert "Mara and Kell no longer grapple" in _titles(outcome)
    assert sheet(outcome.encounter, "mara").grappled_with is None


@pytest.mark.rule("CE-OTH-02")
def test_the_end_of_a_task_is_told_where_whoever_was_at_it_goes_down() -> None:
    """Who faints leaves the work off."""
    outcome = done(fight(person("mara", task=WORK, body=TIRED)), Tire(who="mara"))
    assert "Mara gives up: Work" in _titles(outcome)
    assert sheet(outcome.encounter, "mara").task is None


@pytest.mark.rule("CE-MIN-03", "CE-MIN-02")
@pytest.mark.parametrize(
    ("switch", "expected"),
    [
        ("kill_only", [("CE-MIN-03", 4, 0)]),
        ("both", [("CE-MIN-02", 3, 0), ("CE-MIN-03", 4, 0)]),
    ],
)
def test_the_aim_that_a_hit_spoils_is_told(switch: str, expected: list[Any]) -> None:
    """Two actions of aiming for the kill are 4 points, three of aiming are +3."""
    mara = person("mara", aim=Aim(target="kell", to_hit=3, to_kill=2))
    here = fight(mara, person("kell", 9), aim_broken_by_hit=switch, mix_aim_kinds=True)
    outcome = done(here, TakeDamage(who="mara", points=0))
    assert _told(outcome, "Mara aims at Kell no more") == expected


@pytest.mark.rule("CE-HLT-05", "CE-HLT-04")
def test_a_day_tells_what_came_back_and_not_only_what_it_was_worth() -> None:
    """A die of 6 and +0 are 6 points, of which the two that were missing come back."""
    kell = person("kell", 1, chars={"endurance": 5}, chars_max={"endurance": 7})
    here = fight(person("mara", skills={"medicine": 3}), kell)
    outcome = done(here, PassDay(), (6,))
    assert _told(outcome, "Kell recovers") == [("CE-HLT-05", 5, 7)]
    cared = done(here, CareDay(actor="mara", target="kell"))
    assert _told(cared, "Kell recovers") == [("CE-HLT-09", 5, 7)]


@pytest.mark.rule("CE-INI-09", "CE-RND-05")
def test_a_turn_that_a_delayer_lets_pass_is_told() -> None:
    """The round ends, and Kell's turn with it."""
    here = fight(person("mara"), person("kell", 9, delaying=True, initiative_base=5))
    outcome = done(here, EndRound(), kell="pass")
    assert "Kell lets the turn pass" in _titles(outcome)
    assert "Kell lets the turn pass" not in _titles(done(here, EndRound(), kell="first"))


@pytest.mark.rule("CE-INI-08")
def test_a_delayer_to_whom_the_gm_gives_the_turn_holds_back_no_longer() -> None:
    """At count 8 of whoever has the turn: from 9 their Initiative comes down to it."""
    here = fight(person("mara"), person("kell", 9, initiative_base=9, turn_round=1))
    held = done(here.replace(turn="kell"), Delay(actor="kell")).encounter
    assert sheet(held, "kell").delaying
    outcome = done(held, TakeTurn(actor="kell"))
    assert (outcome.encounter.turn, sheet(outcome.encounter, "kell").delaying) == ("kell", False)
    assert _told(outcome, "Kell acts now") == [("CE-INI-08", 9, 8)]


@pytest.mark.rule("CE-VAC-01", "CE-VAC-04")
def test_the_end_of_evasive_action_and_of_a_stunt_is_told() -> None:
    """With the driver's next turn 3 off all shots are none, and an arc more is gone."""
    going: dict[str, Any] = {
        "evasive_dm": 3,
        "extra_arc": {"target": "mara", "arc": "left", "round": 1},
    }
    driver = inside("kell", seat=0, initiative_base=5)
    here: Encounter = fight(person("mara"), driver, car(going=going))
    outcome = done(here, NextTurn())
    assert outcome.encounter.turn == "kell"
    assert _told(outcome, "Car evades no longer") == [("CE-VAC-01", 3, 0)]
    assert _told(outcome, "Car's stunt is over") == [("CE-VAC-04", "Mara", "none")]


@pytest.mark.rule("CE-VDM-15", "CE-RND-05")
def test_a_robot_that_starts_again_is_told() -> None:
    """Two rounds shut down: the first round's end tells nothing, the second's that it is over."""
    robot = car("bot", 9, kind="robot", shutdown_rounds=2)
    first = done(fight(person("mara"), robot), EndRound())
    assert "Bot starts again" not in _titles(first)
    second = done(first.encounter, EndRound())
    assert _told(second, "Bot starts again") == [("CE-VDM-15", 1, 0)]
    assert machine(second.encounter, "bot").shutdown_rounds == 0


@pytest.mark.rule("CE-RND-02", "CE-MIN-06", "CE-MIN-07")
def test_a_walk_tells_what_it_cost_and_that_the_significant_action_went_with_it() -> None:
    """Six squares take two minor actions: the second comes of the significant one."""
    here = fight(person("mara"), person("kell", 9))
    path = tuple(Cell(x, 0) for x in range(1, 7))
    outcome = done(here, Move(actor="mara", path=path))
    title = "Mara gives up the significant action for minor ones"
    assert _told(outcome, title) == [("CE-RND-02", 1, 3)]
    assert _told(outcome, "Mara moves") == [
        ("CE-MIN-07", None, "6 squares"),
        ("CE-MIN-06", None, 2),
    ]
    further = done(outcome.encounter, Move(actor="mara", path=(Cell(7, 0),)))
    assert _told(further, "Mara moves") == [("CE-MIN-07", None, "1 square")]


@pytest.mark.rule("CE-MIN-05")
def test_work_on_a_weapon_is_offered_whole_or_in_part() -> None:
    """Of six minor actions three can be spent, or two, or one; none at all is one."""
    gun = RIFLE.replace(reload_minor=6, loaded=0)
    here = fight(person("mara", weapons=(gun,)), person("kell", 9))
    for id, spent in (("reload:rifle", 3), ("reload:rifle:2", 2), ("reload:rifle:1", 1)):
        after = done(here, _offered(here, "mara", id)).encounter
        assert sheet(after, "mara").weapons[0].reload_done == spent
    none = done(here, Reload(actor="mara", weapon="rifle", actions=0)).encounter
    assert sheet(none, "mara").weapons[0].reload_done == 1
    assert sheet(none, "mara").budget == Budget(minor=0, significant=1)
