"""What ARRGS tells and in which order, what its odds take as passed, and which pool pays."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridwar.engine.kit.offers_and_actions import Target
from gridwar.engine.kit.turn_and_move_commands import Move
from gridwar.engine.odds.odds_columns import odds, passed
from gridwar.engine.odds.odds_outcomes import Limits
from gridwar.engine.odds.sampled_odds import sample
from gridwar.engine.play.offered_actions_and_drafts import actions_of
from gridwar.engine.play.play_outcome import Asking, Refused
from gridwar.engine.play.preview_and_named_outcomes import preview
from gridwar.grid.movement.movement_graph import LazyGrid
from gridwar.grid.movement.reach import reach
from gridwar.model.command import Answer
from gridwar.model.geometry import Cell, Size
from gridwar.systems.arrgs import SYSTEM
from gridwar.systems.arrgs.attacks.attack import Attack
from gridwar.systems.arrgs.attacks.charge_options_and_ways import Charge
from gridwar.systems.arrgs.attacks.repeated_attack import RepeatedAttack
from gridwar.systems.arrgs.attacks.trip_disarm_reposition_sunder import Reposition, Trip
from gridwar.systems.arrgs.core.weapon_and_item_records import Weapon
from gridwar.systems.arrgs.manoeuvres.complementary_drop_and_draw import DoNothing
from gridwar.systems.arrgs.movement.movement_manoeuvre import MovementManoeuvre
from gridwar.systems.arrgs.movement.sidestep_and_standup import Sidestep, Standup
from gridwar.systems.arrgs.movement.withdraw import Withdraw
from tests.support.floors import BELOW_HATCH, HATCH, house
from tests.systems.arrgs.skirmish import (
    AXE,
    BOW,
    FIST,
    accepted,
    board,
    fighter,
    line,
    pos,
    reply,
    session,
    sheet,
    traces,
)

if TYPE_CHECKING:
    from gridwar.engine.play.play_outcome import Outcome


def told(outcome: Outcome) -> list[str]:
    """Return the headlines of an outcome, each with its result."""
    return [f"{one.title}: {one.result}" if one.result else one.title for one in traces(outcome)]


@pytest.mark.rule("AR-ATK-03", "AR-ACT-09", "AR-VIT-03", "AR-VIT-05")
def test_a_blow_is_told_before_it_kills() -> None:
    """First the price, then the blow, then the death that it brings."""
    killer = fighter("A", (4, 4), mods={"melee": 30})
    encounter = board(killer, fighter("B", (5, 4), "2", total_vitality=10))
    blow = session(encounter, 10).submit(Attack(actor="A", target="B", weapon="axe"))
    assert told(blow) == ["A pays: 2 AP, 1 Vitality", "A attacks B with axe: −35", "B is dead"]


@pytest.mark.rule("AR-VIT-03", "AR-ACT-08")
def test_the_price_of_a_spell_is_told_with_its_level() -> None:
    """A Swift spell of level 3 takes AAP and 3 Vitality."""
    bolt = Weapon(id="bolt", category="spell", base_sv=2, spell_level=3)
    encounter = board(fighter("A", (4, 4), weapons=(bolt,), aap_max=2), fighter("B", (5, 4), "2"))
    cast = Attack(actor="A", target="B", weapon="bolt", pool="aap")
    assert told(session(encounter, 2).submit(cast))[0] == (
        "A pays: 2 AAP, 3 Vitality, Spell level 3"
    )


@pytest.mark.rule("AR-CND-01", "AR-CND-02", "AR-CND-03", "AR-VIT-04")
def test_disabled_and_dying_are_told_as_they_begin_and_end() -> None:
    """Who acts while Disabled and fails is told to be so no more, and to be Dying 1."""
    weak = fighter("A", (4, 4), current_vitality=-5, conditions={"disabled": 1})
    lines = told(session(board(weak), 2).submit(DoNothing(actor="A")))
    assert lines[-2:] == ["A: Disabled ends", "A: Dying 1"]
    tired = fighter("A", (4, 4), current_vitality=1)
    lines = told(session(board(tired)).submit(DoNothing(actor="A")))
    assert "A: Disabled begins" in lines


@pytest.mark.rule("AR-MNV-07", "AR-DEF-03", "AR-ATK-03")
def test_an_attack_is_told_before_the_defence_against_it() -> None:
    """The blow, 5 + 9, the Defence that comes to nothing, and all of it is left."""
    encounter = board(fighter("A", (4, 4), mods={"melee": 9}), fighter("B", (5, 4), "2", aap_max=2))
    fight = session(encounter, 10, 19)
    fight.submit(Attack(actor="A", target="B", weapon="axe"))
    lines = told(reply(fight, "reflex"))
    order = ["A attacks B with axe: defended against", "B pays: 2 AAP, 1 Vitality"]
    assert lines[1:3] == order
    assert lines[3].startswith("B defends: Reflex")
    assert lines[4] == "What is left of the attack on B: −14"


@pytest.mark.rule("AR-MOD-09", "AR-CHK-08")
def test_magnitude_is_named_with_the_die_and_in_the_log() -> None:
    """The lesser side's sum is doubled: the die says so, and a step from 15 to 30."""
    encounter = board(
        fighter("A", (4, 4), mods={"melee": 5}), fighter("B", (5, 4), "2", magnitude=1)
    )
    blow = Attack(actor="A", target="B", weapon="axe")
    first = preview(SYSTEM, encounter, blow).first_roll
    assert first is not None
    assert first.label.endswith("; Magnitude ×2")
    steps = [step for one in traces(session(encounter, 10).submit(blow)) for step in one.steps]
    scaled = [step for step in steps if step.rule_id == "AR-MOD-09" and step.before is not None]
    assert [(step.label, step.before, step.after) for step in scaled] == [("Magnitude ×2", 15, 30)]


@pytest.mark.rule("AR-MNV-20", "AR-CHK-06")
def test_a_trip_has_no_success_value() -> None:
    """Either it succeeds or it does not: the log counts nothing."""
    encounter = board(fighter("A", (4, 4), mods={"melee": 9}), fighter("B", (5, 4), "2"))
    trip = traces(session(encounter, 10).submit(Trip(actor="A", target="B", weapon="axe")))[-1]
    assert trip.result == "prone"
    assert not {"AR-CHK-03", "AR-ATK-03"} & {step.rule_id for step in trip.steps}


@pytest.mark.rule("AR-CND-05", "AR-DMG-01")
def test_a_blow_that_leaves_a_sleeper_alive_lets_them_wake() -> None:
    """It is asked, and the proposal is to roll; a tie with DC 0 and more wakes."""
    encounter = board(
        fighter("A", (4, 4)), fighter("B", (5, 4), "2", conditions={"unconscious": 1})
    )
    for option, asleep in (("roll", {}), ("sleep", {"unconscious": 1})):
        fight = session(encounter, 10, *([5] if option == "roll" else []))
        fight.submit(Attack(actor="A", target="B", weapon="axe"))
        accepted(reply(fight, option))
        assert sheet(fight.encounter, "B").conditions == asleep


@pytest.mark.rule("AR-MNV-06", "AR-MNV-07", "AR-OPP-02")
def test_odds_name_the_reactions_they_take_as_passed() -> None:
    """A Defence and a Counterspell stand beside the odds, with what success comes to if used."""
    bolt = Weapon(id="bolt", category="spell", school="fire", base_sv=2)
    encounter = board(
        fighter("A", (4, 4), weapons=(bolt,), mods={"spell": 5}),
        fighter("B", (7, 4), "2", aap_max=2, weapons=(bolt,)),
    )
    found = odds(SYSTEM, encounter, Attack(actor="A", target="B", weapon="bolt"))
    (column,) = found.columns
    by_window = {one.window: one.outcomes.success for one in column.could if one.outcomes}
    plain = column.outcomes
    assert plain is not None
    assert {"counterspell", "defence"} <= set(by_window)
    assert all(chance < plain.success for chance in by_window.values())
    # The Counterspell is rolled against 10 + 5: 6 faces of 20 cancel the spell.
    assert by_window["counterspell"] == pytest.approx(plain.success * 14 / 20)


@pytest.mark.rule("AR-MNV-07", "AR-DEF-01", "AR-ATK-01")
def test_the_odds_tell_a_defence_however_many_runs_it_takes() -> None:
    """An axe at +5 hits Reflex 13 with 85 %; a Defence at +3 leaves 70.849 %."""
    encounter = board(
        fighter("A", (4, 4), mods={"melee": 5}),
        fighter("B", (5, 4), "2", aap_max=2, mods={"reflex": 3}),
    )
    (column,) = odds(SYSTEM, encounter, Attack(actor="A", target="B", weapon="axe")).columns
    assert column.outcomes is not None
    assert column.outcomes.success == pytest.approx(0.85)
    (defence,) = column.could
    assert (defence.who, defence.title) == ("B", "Defend with Reflex")
    assert defence.outcomes is not None
    assert defence.outcomes.success == pytest.approx(0.70849, abs=1e-5)


@pytest.mark.rule("AR-OPP-02", "AR-VIT-05")
def test_the_odds_tell_an_opportunity_before_the_roll() -> None:
    """Shot at 80 %; whoever is beside hits one time in two, and a shooter with 1 point is down."""
    encounter = board(
        fighter("A", (4, 4), mods={"ranged": 1}, current_vitality=1, total_vitality=6),
        fighter("B", (5, 4), "2", aap_max=2, weapons=(AXE,), mods={"melee": 1}),
        fighter("C", (8, 4), "2"),
    )
    shot = Attack(actor="A", target="C", weapon="bow")
    plain = sample(SYSTEM, encounter, shot, {}, Limits(runs=100))
    assert plain.success == pytest.approx(0.8, abs=4 * plain.error)
    (strike,) = passed(SYSTEM, plain.passed)
    assert (strike.who, strike.title) == ("B", "Attack with axe")
    struck = sample(SYSTEM, encounter, shot, strike.answers, Limits(runs=100))
    assert struck.success == pytest.approx(0.4, abs=4 * struck.error)


# --- either pool ----------------------------------------------------------------------------------


@pytest.mark.rule("AR-ACT-08", "AR-ACT-04", "AR-MNV-12")
def test_every_standard_action_may_be_swift() -> None:
    """With AP spent and AAP left, Movement, Sidestep and a spell are offered, drawn and paid."""
    bolt = Weapon(id="bolt", category="spell", base_sv=2)
    encounter = board(
        fighter("A", (4, 4), ap=0, aap_max=3, weapons=(bolt,), speeds={"flying": 8}),
        fighter("B", (9, 4), "2"),
    ).replace(turn="A")
    possible = {one.id for one in actions_of(SYSTEM, encounter, "A") if one.refusal is None}
    wanted = {"movement", "flying", "sidestep", "withdraw", "cast:bolt", "cast_repeatedly:bolt"}
    assert wanted <= possible
    zones = SYSTEM.board.movement(encounter, "A", "").zones
    assert [zone.label for zone in zones] == ["1 AAP", "2 AAP", "3 AAP"]
    assert [zone.limit for zone in zones] == [5, 10, 13]  # the third at increment 2: 5 - 2
    fight = session(encounter)
    accepted(fight.submit(Move(actor="A", path=line((4, 4), 2))))
    assert (sheet(fight.encounter, "A").ap, sheet(fight.encounter, "A").aap) == (0, 2)


@pytest.mark.rule("AR-ACT-08", "AR-MOV-02")
def test_who_has_both_pools_may_choose() -> None:
    """The Swift Movement stands beside the other one and reaches as far as AAP pay."""
    encounter = board(fighter("A", (4, 4), aap_max=1), fighter("B", (9, 4), "2")).replace(turn="A")
    actions = {one.id: one for one in actions_of(SYSTEM, encounter, "A")}
    assert {"movement:aap", "sidestep:aap", "attack:axe:aap"} <= set(actions)
    zones = SYSTEM.board.movement(encounter, "A", "movement:aap").zones
    assert [(zone.limit, zone.label) for zone in zones] == [(5, "1 AAP")]
    fight = session(encounter)
    accepted(fight.submit(actions["movement:aap"].make(Target(path=line((4, 4), 1)))))
    assert (sheet(fight.encounter, "A").ap, sheet(fight.encounter, "A").aap) == (3, 0)


# --- what an action takes, beside it and in the log -----------------------------------------------


@pytest.mark.rule("AR-VIT-03", "AR-SPL-05", "AR-OPP-01", "AR-MNV-02")
def test_an_attack_says_what_it_takes_and_whether_it_provokes() -> None:
    """Level, Vitality and castings of a spell; nothing to be said of an armed blow."""
    bolt = Weapon(id="bolt", category="spell", base_sv=2, spell_level=3, prepared=2)
    armed = fighter("A", (4, 4), weapons=(AXE, FIST, BOW, bolt))
    notes = {one.id: one.note for one in actions_of(SYSTEM, board(armed), "A")}
    assert [notes[f"attack:{one}"] for one in ("axe", "fist", "bow")] == [
        "",
        "provokes",
        "provokes",
    ]
    assert notes["cast:bolt"] == "level 3, 3 Vitality, 2 prepared, provokes"


@pytest.mark.rule("AR-VIT-03", "AR-MNV-15", "AR-ACT-03")
def test_a_further_blow_of_a_series_takes_vitality_alone() -> None:
    """Three points are paid once; the second blow costs 1 Vitality more."""
    encounter = board(fighter("A", (4, 4)), fighter("B", (5, 4), "2"))
    series = RepeatedAttack(actor="A", target="B", weapon="axe", attacks=2)
    lines = told(session(encounter, 5, 5).submit(series))
    assert [one for one in lines if "pays" in one] == [
        "A pays: 3 AP, 1 Vitality",
        "A pays: 1 Vitality",
    ]


@pytest.mark.rule("AR-MNV-18", "AR-CND-08")
def test_standing_up_is_told_once() -> None:
    """The price and the standing up, without a line for the condition."""
    fight = session(board(fighter("A", (4, 4), conditions={"prone": 1})))
    assert told(fight.submit(Standup(actor="A"))) == ["A pays: 1 AP, 1 Vitality", "A stands up"]


@pytest.mark.rule("AR-MOV-02", "AR-MOV-03", "AR-MNV-04")
def test_the_run_of_a_charge_is_worked_out_aside() -> None:
    """A Movement shows its own sum; a Charge that of its attack, and the run's beside."""
    encounter = board(fighter("A", (0, 5), speeds={"climbing": 3}), fighter("B", (5, 5), "2"))
    climb = MovementManoeuvre(actor="A", path=line((0, 5), 1), mode="climbing")
    for command, sums in (
        (climb, {"movement": False}),
        (climb.replace(mode=""), {"movement": False}),
        (Charge(actor="A", target="B", weapon="axe"), {"attack": False, "movement": True}),
    ):
        seen = {
            one.name.rpartition("/")[2]: one.aside
            for one in preview(SYSTEM, encounter, command).tallies
        }
        assert {name: seen.get(name) for name in sums} == sums


# --- movements that meet something ----------------------------------------------------------------


@pytest.mark.rule("AR-MNV-21", "AR-OPP-01")
def test_a_withdrawal_is_drawn_as_leading_to_no_blow() -> None:
    """What it reaches is no place to strike from, whatever points are left."""
    encounter = board(fighter("A", (5, 5), ap_max=6), fighter("B", (4, 5), "2"))
    zones = SYSTEM.board.movement(encounter, "A", "withdraw").zones
    assert [zone.strikes for zone in zones] == [False]


@pytest.mark.rule("AR-OPP-06", "AR-MNV-16", "AR-CND-01")
def test_who_cannot_move_can_still_be_pushed() -> None:
    """Immobile keeps from steps of one's own, not from being moved."""
    stuck = fighter("B", (5, 4), "2", conditions={"immobile": 1})
    fight = session(board(fighter("A", (4, 4), mods={"melee": 5}), stuck), 10)
    accepted(fight.submit(Reposition(actor="A", target="B", weapon="axe", direction="E")))
    assert pos(fight.encounter, "B") != (5, 4)


@pytest.mark.rule("AR-MOV-08", "AR-TER-02", "AR-MNV-17", "AR-CND-01")
def test_a_mount_that_cannot_act_goes_nowhere() -> None:
    """Its rider has the points, and it is stunned or immobile."""
    rider = fighter("A", (4, 4), rides="horse", steers=True)
    for condition, code in (("stunned", "cannot_act"), ("immobile", "immobile")):
        horse = fighter("horse", (4, 4), size="Large", conditions={condition: 1})
        encounter = board(horse.replace(size=Size(2, 2)), rider)
        for command in (
            MovementManoeuvre(actor="A", path=line((4, 4), 1)),
            Sidestep(actor="A", path=line((4, 4), 1)),
        ):
            outcome = session(encounter).submit(command)
            assert isinstance(outcome, Refused)
            assert outcome.code == code


@pytest.mark.rule("AR-MOV-08", "AR-OPP-03")
def test_a_rider_is_where_the_mount_is_at_every_step() -> None:
    """Asked about in the midst of the way, both stand on the same square."""
    rider = fighter("A", (4, 4), rides="horse", steers=True, passive_piloting=True)
    horse = fighter("horse", (4, 4), size="Large").replace(size=Size(2, 2))
    guard = fighter("B", (8, 6), "2", aap_max=2)
    outcome = session(board(horse, rider, guard)).submit(
        MovementManoeuvre(actor="A", path=line((4, 4), 4))
    )
    assert isinstance(outcome, Asking)
    assert pos(outcome.encounter, "A") == pos(outcome.encounter, "horse") == (6, 4)


@pytest.mark.rule("AR-MNV-21", "AR-MOV-07")
def test_what_is_drawn_of_a_withdrawal_of_a_big_one_is_what_is_accepted() -> None:
    """From B at 3 squares all ends farther off are drawn, also those beside where it began."""
    big = fighter("A", (2, 4), size="Large").replace(size=Size(2, 2))
    encounter = board(big, fighter("B", (6, 6), "2"))
    drawn = SYSTEM.board.movement(encounter, "A", "withdraw")
    found = reach(LazyGrid(drawn.ground, drawn.rule), Cell(2, 4), 5, may_end=drawn.may_end)
    for path, may in (
        ((Cell(1, 5), Cell(1, 6)), True),
        ((Cell(1, 4),), True),
        ((Cell(2, 5), Cell(2, 6)), False),
    ):
        outcome = session(encounter).submit(Withdraw(actor="A", path=path))
        shown = path[-1] in found.ends and drawn.ground.may_stop(path[-1])
        assert shown is may is not isinstance(outcome, Refused)


@pytest.mark.rule("AR-MNV-16")
def test_who_is_pushed_over_an_opening_falls_to_the_floor_below() -> None:
    """The game master is asked, the push ends there, and the log says whose the harm is."""
    target = fighter("B", HATCH.shifted(-1, 0), "2")
    pusher = fighter("A", HATCH.shifted(-2, 0), mods={"melee": 5})
    fight = session(board(pusher, target).replace(map=house(is_open=True)), 10)
    fight.submit(Reposition(actor="A", target="B", weapon="axe", direction="E"))
    wanted = fight.wanted[0]
    assert wanted.key.rpartition("/")[2] == "fall"
    told = accepted(fight.answer(wanted.key, Answer(option="falls")))
    assert pos(fight.encounter, "B") == BELOW_HATCH
    assert any("B falls 3 m to Floor 0: no rule" in one.title for one in traces(told))
