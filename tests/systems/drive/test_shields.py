"""Energy shielding: points, pools, precisions, and where in the order they stand."""

from __future__ import annotations

import pytest

from gridwar.engine.odds.odds_columns import odds
from gridwar.engine.odds.odds_outcomes import Limits
from gridwar.engine.odds.sampled_odds import sample
from gridwar.engine.play.play_outcome import Accepted, Asking
from gridwar.model.command import Answer
from gridwar.model.events_combatants import Explained
from gridwar.model.geometry import Cell
from gridwar.systems.drive import SYSTEM
from gridwar.systems.drive.attacks.attack_command import Attack
from gridwar.systems.drive.attacks.attack_stages import AFTER_THE_ROLL, BEFORE_THE_ROLL, FOR_OTHERS
from gridwar.systems.drive.core.events import PoolPoints
from gridwar.systems.drive.core.fight_state import Bubble, DriveState, state_of
from gridwar.systems.drive.core.sheet import DriveSheet, Link
from gridwar.systems.drive.core.weapons_armour_resistances import Armour
from gridwar.systems.drive.shielding.shields_given_by_gm import GrantShield
from tests.support.exploring import explore
from tests.systems.drive.people import duel, session, sheet, shield, shot, volley

FIRE = Attack(actor="a", target="t", mode="ranged", weapons=("gun",), critical="drive")


def fire_all(count: int) -> Attack:
    """Return an attack with several shots."""
    names = tuple(f"s{number}" for number in range(1, count + 1))
    return FIRE.model_copy(update={"weapons": names})


def test_the_stages_stand_in_the_order_of_the_rules() -> None:
    """Low, medium, drive, armour, high, resistances, total, aura: always in this order."""
    names = [stage.__name__ for stage in (*BEFORE_THE_ROLL, *AFTER_THE_ROLL, *FOR_OTHERS)]
    assert names == [
        "declare",
        "build",
        "shield_low",
        "retest",
        "shield_medium",
        "choose_critical",
        "deliver",
        "shield_late",
        "set_drive",
        "meet_armour",
        "shield_high",
        "apply_modifiers",
        "add_up",
        "strike_others",
        "answer_with_aura",
    ]


@pytest.mark.rule("DR-SHD-12")
def test_a_point_stops_a_point() -> None:
    """40 damage against 50 points leaves 10 points, no damage, and nothing to roll for."""
    fight = session(
        duel(
            DriveSheet(weapons=(shot("heat", 40),)),
            DriveSheet(defence_tn=12, shields=(shield("M", "medium", 50),)),
        ),
    )
    assert isinstance(fight.submit(FIRE), Accepted)
    assert sheet(fight, "t").shields[0].points == 10
    assert sheet(fight, "t").damage_taken == 0


@pytest.mark.rule("DR-SHD-13")
@pytest.mark.rule("DR-SHD-16")
@pytest.mark.rule("DR-SHD-22")
def test_points_that_run_short_are_all_spent_even_if_the_rest_is_evaded() -> None:
    """35 against 20 points: 15 go on, and a successful defence brings no points back."""
    start = duel(
        DriveSheet(weapons=(shot("particle", 35),)),
        DriveSheet(defence_tn=12, shields=(shield("M", "medium", 20),)),
    )
    evaded, hit = session(start, 9), session(start, 25)
    evaded.submit(FIRE)
    hit.submit(FIRE)
    assert [sheet(fight, "t").damage_taken for fight in (evaded, hit)] == [0, 15]
    assert [sheet(fight, "t").shields[0].points for fight in (evaded, hit)] == [0, 0]


@pytest.mark.rule("DR-SHD-11")
@pytest.mark.rule("DR-SHD-17")
def test_high_precision_comes_after_armour_and_leaves_the_drive() -> None:
    """50 at drive 50 is halved by 25-60, then 20 points leave 5; medium first leaves 15."""
    armour = Armour(lo=25, hi=60)
    taken = []
    for precision in ("high", "medium"):
        target = DriveSheet(defence_tn=12, armour=armour, shields=(shield("X", precision, 20),))
        fight = session(duel(DriveSheet(weapons=(shot("heat", 50),)), target), 25)
        fight.submit(FIRE)
        taken.append(sheet(fight, "t").damage_taken)
    assert taken == [5, 15]


@pytest.mark.rule("DR-SHD-18")
@pytest.mark.rule("DR-SHD-20")
def test_a_pool_runs_down_across_sources_precisions_and_shots() -> None:
    """One pool of 60 behind a bubble, a medium and a high shield: shots of 25 take it in turn.

    25 and 25 at the bubble, 10 of the third there; its 15 and the fourth's 25 hit: 40.
    """
    state = DriveState(bubbles=(Bubble(id="L", pool_id="p", inside=frozenset({"t"})),))
    target = DriveSheet(
        defence_tn=12, shields=(shield("M", "medium", pool="p"), shield("H", "high", pool="p"))
    )
    start = duel(DriveSheet(weapons=volley(4, 25)), target, pools={"p": 60}, state=state)
    fight = session(start, 25)
    outcome = fight.submit(fire_all(4))
    assert isinstance(outcome, Accepted)
    assert sheet(fight, "t").damage_taken == 40
    assert state_of(fight.encounter).pools["p"] == 0
    spent = [event.by for event in outcome.events if isinstance(event, PoolPoints)]
    assert spent == [-25, -25, -10]


@pytest.mark.rule("DR-SHD-24")
@pytest.mark.parametrize(("unit", "left"), [("weapon", 20), ("attack", 40)])
def test_each_shot_is_judged_alone_unless_house_rules_say_otherwise(unit: str, left: int) -> None:
    """A mixed bolt in a volley passes; the pure shot beside it is shielded, or, ruled so, not."""
    bolt = shot("heat", 12, "s2").replace(base_damage=5, base_drive=5)
    attacker = DriveSheet(weapons=(shot("heat", 20, "s1"), bolt))
    target = DriveSheet(defence_tn=12, shields=(shield("M", "medium", 40),))
    fight = session(duel(attacker, target, shield_unit=unit), 25)
    fight.submit(fire_all(2))
    assert sheet(fight, "t").shields[0].points == left


@pytest.mark.rule("DR-SHD-21")
def test_the_protected_one_says_which_shield_is_next() -> None:
    """Frost 60 against A 30 and B 50: B first leaves A 20 and B nothing."""
    target = DriveSheet(
        defence_tn=12, shields=(shield("A", "medium", 30), shield("B", "medium", 50))
    )
    fight = session(duel(DriveSheet(weapons=(shot("frost", 60),)), target))
    outcome = fight.submit(FIRE)
    assert isinstance(outcome, Asking)
    (question,) = fight.wanted
    fight.answer(question.key, Answer(option="t.B"))
    assert [one.points for one in sheet(fight, "t").shields] == [20, 0]


@pytest.mark.rule("DR-SHD-21")
def test_sources_of_one_pool_need_no_order() -> None:
    """Where all draw on one pool it makes no difference, and nobody is asked."""
    target = DriveSheet(
        defence_tn=12,
        shields=(shield("A", "medium", pool="p"), shield("B", "medium", pool="p")),
    )
    fight = session(duel(DriveSheet(weapons=(shot("frost", 30),)), target, pools={"p": 40}))
    assert isinstance(fight.submit(FIRE), Accepted)


@pytest.mark.rule("DR-SHD-06")
@pytest.mark.rule("DR-SHD-09")
@pytest.mark.parametrize("kind", ["grapple", "aboard"])
def test_medium_shields_do_not_stop_who_is_too_close(kind: str) -> None:
    """Whoever grapples with the target, or stands aboard it, shoots past its medium shield."""
    attacker = DriveSheet(
        weapons=(shot("heat", 18),), links=(Link.model_validate({"kind": kind, "other_id": "t"}),)
    )
    target = DriveSheet(defence_tn=12, shields=(shield("M", "medium", 60),))
    fight = session(duel(attacker, target), 25)
    fight.submit(FIRE)
    assert sheet(fight, "t").damage_taken == 18


@pytest.mark.rule("DR-SHD-02")
@pytest.mark.rule("DR-SHD-03")
@pytest.mark.parametrize(("where", "damage"), [(Cell(16, 10), 25), (Cell(17, 10), 0)])
def test_a_bubble_stops_only_what_comes_from_outside(where: Cell, damage: int) -> None:
    """Six cells from the centre is inside a short bubble, seven is outside and is stopped."""
    bubble = Bubble(id="L", points=40, centre=Cell(10, 10), radius_band="short")
    start = duel(
        DriveSheet(weapons=(shot("electric", 25),)),
        DriveSheet(defence_tn=12),
        state=DriveState(bubbles=(bubble,)),
    )
    people = start.combatants
    people = people.set("a", people["a"].replace(pos=where))
    people = people.set("t", people["t"].replace(pos=Cell(13, 10)))
    fight = session(start.replace(combatants=people), 25)
    fight.submit(FIRE)
    assert sheet(fight, "t").damage_taken == damage


@pytest.mark.rule("DR-SHD-15")
def test_a_high_shield_that_comes_to_hand_puts_the_fire_out() -> None:
    """Heat sets alight; the next command that gives high precision ends it while settling."""
    fight = session(duel(DriveSheet(weapons=(shot("heat", 25),)), DriveSheet(defence_tn=12)), 20)
    fight.submit(FIRE)
    assert [one.id for one in fight.encounter["t"].effects] == ["ignited"]
    fight.submit(GrantShield(target="t", shield=shield("H", "high")))
    assert fight.encounter["t"].effects == ()


def test_every_element_tells_its_whole_story() -> None:
    """The log shows what low, medium, armour, high and resistances left, each with its rule."""
    target = DriveSheet(
        defence_tn=12,
        armour=Armour(lo=10, hi=60),
        shields=(shield("M", "medium", 10), shield("H", "high", 5)),
    )
    fight = session(duel(DriveSheet(weapons=(shot("heat", 50),)), target), 25)
    outcome = fight.submit(FIRE)
    assert isinstance(outcome, Accepted)
    traces = [event.trace for event in outcome.events if isinstance(event, Explained)]
    (table,) = (table for one in traces for table in one.tables)
    assert table.columns == (
        "built",
        "after low",
        "after medium",
        "delivered",
        "drive",
        "after armour",
        "after high",
        "after modifiers",
    )
    assert [row.values for row in table.rows] == [(50, 50, 40, 40, 40, 20, 15, 15)]


@pytest.mark.rule("DR-SHD-18")
@pytest.mark.rule("DR-CRT-01")
def test_ten_shots_through_a_shared_pool_are_exact() -> None:
    """Of the hundred faces 40 evade, 19 hit and 41 are critical; each with its own damage.

    250 heat against 90 points: six shots of 25, one of 10. Armour 15-30 stops the 10 and halves the
    25s to 12: 72. A critical brings the 10 to drive 20 (5) and the 25s to 35 (25 each): 155.
    """
    shields = (shield("A", "medium", pool="p"), shield("B", "medium", pool="p"))
    target = DriveSheet(defence_tn=40, armour=Armour(lo=15, hi=30), shields=shields)
    start = duel(DriveSheet(weapons=volley(10, 25)), target, pools={"p": 90})
    found = odds(SYSTEM, start, fire_all(10))
    (column,) = found.columns
    assert column.outcomes is not None
    assert column.outcomes.error == 0
    assert dict(column.outcomes.distribution("t")) == pytest.approx({0: 0.4, 72: 0.19, 155: 0.41})
    played = sample(SYSTEM, start, fire_all(10), {}, Limits(runs=300))
    assert played.success == pytest.approx(column.outcomes.success, abs=6 * played.error)


def test_a_critical_left_open_has_the_odds_of_more_drive_and_no_columns() -> None:
    """What to do with a critical is asked once it is rolled; chosen before, it is another odds."""
    target = DriveSheet(defence_tn=40, armour=Armour(lo=15, hi=30))
    start = duel(DriveSheet(weapons=volley(3, 25)), target)
    asking = fire_all(3).model_copy(update={"critical": "ask"})
    found = odds(SYSTEM, start, asking)
    assert found.question is None
    (drive,) = (column.outcomes for column in found.columns)
    named = asking.model_copy(update={"critical": "injury_type", "critical_injury": "core"})
    core = explore(SYSTEM, start, named, {})
    assert drive is not None
    assert dict(drive.distribution("t")) == pytest.approx({0: 0.4, 36: 0.19, 75: 0.41})
    assert dict(core.distribution("t")) == pytest.approx({0: 0.4, 36: 0.6})
