"""Figures at their edge: the last value that still counts, and the first that does not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from gridwar.engine.kit.modifier_tally import Tally
from gridwar.engine.play.offered_actions_and_drafts import actions_of
from gridwar.engine.play.play_outcome import Asking, Refused
from gridwar.model.command import NO_ADJUSTMENTS
from gridwar.model.geometry import Cell, Size
from gridwar.model.question_and_refusal import Question
from gridwar.systems.arrgs import SYSTEM
from gridwar.systems.arrgs.actions.ready import Ready
from gridwar.systems.arrgs.attacks.area_attack import AreaAttack
from gridwar.systems.arrgs.attacks.attack import Attack
from gridwar.systems.arrgs.attacks.charge_options_and_ways import Charge
from gridwar.systems.arrgs.attacks.repeated_attack import RepeatedAttack
from gridwar.systems.arrgs.attacks.trip_disarm_reposition_sunder import Trip
from gridwar.systems.arrgs.checks.check_sums import Exchange, add_lines
from gridwar.systems.arrgs.core.sheet import Modifier, Readied
from gridwar.systems.arrgs.core.weapon_and_item_records import Weapon
from gridwar.systems.arrgs.gm.checks_and_damage import Harm, RollCheck
from gridwar.systems.arrgs.gm.scene_and_magnitudes import SetMagnitude
from gridwar.systems.arrgs.harm.healing_and_total_vitality import CountTotal, Recover, Treat
from gridwar.systems.arrgs.harm.sleep_and_waking import Wake
from gridwar.systems.arrgs.manoeuvres.aid_another_and_change_reach import ChangeReach
from gridwar.systems.arrgs.manoeuvres.complementary_drop_and_draw import Complementary, DoNothing
from gridwar.systems.arrgs.movement import path_costs
from gridwar.systems.arrgs.movement.acceleration_and_collisions import Collide
from gridwar.systems.arrgs.movement.movement_manoeuvre import MovementManoeuvre
from gridwar.systems.arrgs.movement.sidestep_and_standup import Sidestep
from gridwar.systems.arrgs.movement.withdraw import Withdraw
from gridwar.systems.arrgs.turns import points_per_round
from tests.systems.arrgs.skirmish import (
    AXE,
    accepted,
    asked,
    board,
    fighter,
    session,
    sheet,
    traces,
)

if TYPE_CHECKING:
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from gridwar.model.question_and_refusal import Refusal
    from gridwar.systems.arrgs.actions.offers import WeaponManoeuvre

SPELL = Weapon(id="spell", category="spell", base_sv=5, spell_level=2, prepared=1)
POT = Weapon(id="pot", category="ranged", base_sv=6, range_increment=3, area_radius=1)


def refusal(encounter: Encounter, command: Any) -> Refusal:
    """Return the refusal of a command."""
    outcome = session(encounter).submit(command)
    assert isinstance(outcome, Refused), outcome
    return outcome.refusal


def total(check: str, **fields: Any) -> int:
    """Return the sum of somebody's check without its die."""
    tally = Tally("check", NO_ADJUSTMENTS)
    add_lines(tally, board(fighter("A", (1, 1), **fields)), Exchange("A", check))
    return tally.total


# --- sums -----------------------------------------------------------------------------------------


@pytest.mark.rule(
    "AR-MOD-01", "AR-MOD-02", "AR-MOD-04", "AR-MOD-05", "AR-MOD-06", "AR-MOD-07", "AR-MOD-10"
)
@pytest.mark.parametrize(
    ("kind", "values", "expected"),
    [
        ("assisted", (1, 1), 1),
        ("magic", (3, 1), 3),
        ("tech", (1, 2), 2),
        ("inherent", (2, -1), 1),
        ("augmented", (-1, -1), -2),
        ("circumstance", (1, 1), 2),
    ],
)
def test_one_bonus_of_a_singular_type_counts_and_every_penalty(
    kind: Any, values: tuple[int, ...], expected: int
) -> None:
    """Of +1 and +1 one counts, of +3 and +1 the 3; -1 and -1 are -2; circumstances add up."""
    modifiers = tuple(Modifier(type=kind, value=value) for value in values)
    assert total("melee", modifiers=modifiers) == expected


@pytest.mark.rule("AR-MOD-08", "AR-CHK-07")
def test_the_medium_have_no_size_modifier() -> None:
    """Medium stands between bonus and penalty: 0, whatever was entered."""
    for check in ("melee", "reflex"):
        assert total(check, size="Medium", size_modifier=2) == 0


@pytest.mark.rule("AR-CHK-01", "AR-CHK-02", "AR-CHK-06", "AR-CHK-09")
def test_a_reaction_and_a_passive_check_succeed_on_a_tie() -> None:
    """10 and 2 meet 12, and miss 13, without a die."""
    one = board(fighter("A", (1, 1), mods={"willpower": 2}))
    for mode in ("reaction", "passive"):
        for dc, success in ((12, True), (13, False)):
            command = RollCheck(actor="A", check="willpower", mode=mode, dc=dc)
            assert accepted(session(one).submit(command)).result.success is success


@pytest.mark.rule("AR-CHK-05", "AR-CHK-06", "AR-CHK-02")
def test_a_natural_one_of_a_plain_check_may_succeed() -> None:
    """Only attacks fail by it: 1 and 16 meet 17; by house rule every action check does."""
    strong = fighter("A", (1, 1), mods={"willpower": 16})
    command = RollCheck(actor="A", check="willpower", dc=17)
    for rule, success in (
        ("attack_checks", True),
        ("undefended_only", True),
        ("all_action_checks", False),
    ):
        fight = session(board(strong, natural_one_fails=rule), 1)
        assert accepted(fight.submit(command)).result.success is success


@pytest.mark.rule("AR-CHK-05", "AR-ARE-02")
def test_a_natural_one_misses_a_square_which_defends_itself_against_nothing() -> None:
    """1 and 20 scatter where a natural 1 fails attacks, or only undefended ones."""
    thrower = fighter("A", (2, 5), weapons=(POT,), mods={"ranged": 20})
    for rule in ("attack_checks", "undefended_only"):
        fight = session(board(thrower, natural_one_fails=rule), 1, 1, 1, 1, 10)
        throw = AreaAttack(actor="A", weapon="pot", square=Cell(6, 5))
        assert not accepted(fight.submit(throw)).result.on_target


# --- criticals ------------------------------------------------------------------------------------


@pytest.mark.rule("AR-CRT-01", "AR-CRT-02", "AR-CHK-04")
@pytest.mark.parametrize(
    ("bonus", "faces", "value"),
    [
        (-14, (20, 1), 1),  # 5 + 6 - 10 = 1; the natural 1 adds nothing
        (-15, (20, 20, 11), 0),  # 5 + 5 - 10 = 0 twice, then below
        (-15, (20, 19), 0),  # 5 + 4 - 10 = -1 counts 0
        (-14, (20, 20, 19), 2),  # 1 and 1, then 5 + 5 - 10 = 0
    ],
)
def test_a_critical_adds_what_its_rolls_are_worth(
    bonus: int, faces: tuple[int, ...], value: int
) -> None:
    """A roll whose own value is 1 counts it, one of 0 or less counts nothing."""
    people = (fighter("A", (4, 4), mods={"melee": bonus}), fighter("B", (5, 4), "2"))
    blow = Attack(actor="A", target="B", weapon="axe")
    assert accepted(session(board(*people), *faces).submit(blow)).result.success_value == value


# --- spells ---------------------------------------------------------------------------------------


@pytest.mark.rule("AR-SPL-01", "AR-ARE-07")
@pytest.mark.parametrize(("face", "fizzles"), [(11, True), (12, False)])
def test_a_spell_is_cast_with_just_its_difficulty(face: int, fizzles: bool) -> None:
    """Level 2 takes a 12, with or without an area."""
    for area in (None, 1):
        spell = SPELL.replace(area_radius=area)
        people = (fighter("A", (4, 4), weapons=(spell,)), fighter("B", (8, 4), "2"))
        fight = session(board(*people), face)
        cast = Attack(actor="A", target="B", weapon="spell")
        at_square = AreaAttack(actor="A", weapon="spell", square=Cell(8, 4))
        done = accepted(fight.submit(cast if area is None else at_square)).result
        assert done.fizzled is fizzles


@pytest.mark.rule("AR-SPL-05")
def test_a_spell_is_cast_as_often_as_it_is_prepared() -> None:
    """What is prepared once is cast once, and not repeated twice."""
    people = (fighter("A", (4, 4), weapons=(SPELL,), ap_max=6), fighter("B", (8, 4), "2"))
    cast = Attack(actor="A", target="B", weapon="spell")
    twice = RepeatedAttack(actor="A", target="B", weapon="spell", attacks=2)
    assert refusal(board(*people), twice).code == "no_slot"
    fight = session(board(*people), 12)
    accepted(fight.submit(cast))
    assert refusal(fight.encounter, cast).code == "no_slot"


@pytest.mark.rule("AR-ATK-04", "AR-SPL-02")
@pytest.mark.parametrize(
    ("weapon", "rule", "value"),
    [
        ("axe", "from_zero", 5 + 15),
        ("axe", "from_casting_difficulty", 5 + 15),
        ("spell", "from_zero", 5 + 15),
        ("spell", "from_casting_difficulty", 5 + 15 - 12),
    ],
)
def test_a_willing_target_has_dc_0(weapon: str, rule: str, value: int) -> None:
    """The whole result counts; of a spell by house rule what lies over its difficulty."""
    people = (fighter("A", (4, 4), weapons=(AXE, SPELL)), fighter("B", (5, 4)))
    fight = session(board(*people, willing_sv=rule), 15)
    done = fight.submit(Attack(actor="A", target="B", weapon=weapon, willing=True))
    assert accepted(done).result.success_value == value


# --- repeated attacks -----------------------------------------------------------------------------


@pytest.mark.rule("AR-MNV-15")
@pytest.mark.parametrize(
    ("weapon", "attacks", "code"),
    [
        (AXE, 1, ""),
        (AXE, 5, ""),
        (AXE, 0, "how_many"),
        (AXE, 6, "how_many"),
        (Weapon(id="axe", capacity=6, loaded=6, reload_points=0), 2, ""),
        (Weapon(id="axe", capacity=6, loaded=6, reload_points=1), 2, "needs_reload"),
    ],
)
def test_one_to_five_attacks_with_what_needs_no_paid_reload(
    weapon: Weapon, attacks: int, code: str
) -> None:
    """Neither none nor six, nor anything whose reloading costs points."""
    people = (fighter("A", (4, 4), weapons=(weapon,)), fighter("B", (5, 4), "2"))
    command = RepeatedAttack(actor="A", target="B", weapon="axe", attacks=attacks)
    far = fighter("B", (7, 4), "2")
    if not code:
        assert refusal(board(people[0], far), command).code == "out_of_ring"
    if code:
        found = refusal(board(*people), command)
        assert (found.code, found.waivable) == (code, code == "needs_reload")
    else:
        done = accepted(session(board(*people), *[5] * attacks).submit(command)).result
        assert done.made == attacks


# --- points and Vitality --------------------------------------------------------------------------


@pytest.mark.rule("AR-STR-04", "AR-STR-05", "AR-ACT-03", "AR-ACT-04", "AR-CND-06", "AR-CND-07")
@pytest.mark.parametrize(
    ("ap_max", "aap_max", "conditions", "surprise", "expected"),
    [
        (3, 0, {}, False, (3, 0, False)),
        (3, 2, {}, True, (2, 1, False)),
        (1, 0, {}, True, (0, 0, False)),
        (3, 2, {"surprised": 1}, True, (0, 0, False)),
        (3, 2, {"surprised": 1}, False, (3, 2, False)),
        (3, 1, {"staggered": 2}, False, (2, 0, False)),
        (1, 1, {"staggered": 2}, False, (0, 0, True)),
        (2, 2, {"staggered": 2}, True, (0, 0, True)),
    ],
)
def test_the_points_of_a_round(
    ap_max: int,
    aap_max: int,
    conditions: dict[str, int],
    surprise: bool,
    expected: tuple[int, int, bool],
) -> None:
    """Surprise takes one of each, never below 0; Staggered takes AAP first, then AP."""
    encounter = board(fighter("A", (1, 1), ap_max=ap_max, aap_max=aap_max, conditions=conditions))
    found = points_per_round.pools_of(encounter["A"], encounter, surprise=surprise)
    assert (found.ap, found.aap, found.drops) == expected


@pytest.mark.rule("AR-VIT-02", "AR-VIT-06")
@pytest.mark.parametrize(
    ("points", "exceed", "left"), [(1, False, 48), (3, False, 50), (4, False, 50), (4, True, 51)]
)
def test_recovery_ends_at_the_total(points: int, exceed: bool, left: int) -> None:
    """Of 47 and 4 points come 50, unless the effect goes beyond; no points are refused."""
    fight = session(board(fighter("A", (1, 1), current_vitality=47)))
    accepted(fight.submit(Recover(actor="A", points=points, exceed=exceed)))
    assert sheet(fight.encounter, "A").current_vitality == left
    found = refusal(fight.encounter, Recover(actor="A", points=0, exceed=exceed))
    assert (found.code, found.waivable) == ("nothing_recovered", False)


@pytest.mark.rule("AR-VIT-01")
def test_total_vitality_is_the_class_and_all_abilities() -> None:
    """20 and 10, 12, 8 are 50; of 47 lost 3 remain lost; without any figure it is refused."""
    scores = {"body": 10, "agility": 12, "intellect": 8}
    one = fighter("A", (1, 1), total_vitality=40, class_vitality=20, abilities=scores)
    fight = session(board(one))
    outcome = fight.submit(CountTotal(actor="A"))
    assert accepted(outcome).result == 50
    after = sheet(fight.encounter, "A")
    assert (after.total_vitality, after.current_vitality) == (50, 50)
    (told,) = traces(outcome)
    assert told.title.endswith("Total Vitality 50")
    assert [(one.before, one.after) for one in told.steps] == [(40, 50)]
    (again,) = traces(fight.submit(CountTotal(actor="A")))
    assert again.steps == ()
    none = board(fighter("A", (1, 1), class_vitality=0, abilities={}))
    found = refusal(none, CountTotal(actor="A"))
    assert (found.code, found.waivable) == ("no_scores", False)
    least = fighter("A", (1, 1), class_vitality=1, abilities={})
    assert accepted(session(board(least)).submit(CountTotal(actor="A"))).result == 1


@pytest.mark.rule("AR-CND-04", "AR-CND-05", "AR-VIT-04")
def test_only_the_dying_are_treated_and_only_sleepers_wake() -> None:
    """No ruling makes it otherwise; treated at 0 Vitality somebody is Disabled."""
    awake = board(fighter("A", (1, 1)))
    for command, code in ((Treat(actor="A"), "not_dying"), (Wake(actor="A"), "awake")):
        found = refusal(awake, command)
        assert (found.code, found.waivable) == (code, False)
    for number in (1, 2):
        dying = fighter("A", (1, 1), conditions={"dying": number}, current_vitality=0)
        fight = session(board(dying))
        accepted(fight.submit(Treat(actor="A")))
        assert sheet(fight.encounter, "A").conditions == {"disabled": 1}


@pytest.mark.rule("AR-DMG-01", "AR-DMG-02", "AR-DMG-04", "AR-DMG-06")
def test_damage_is_told_stage_by_stage() -> None:
    """9 of fire upon the vulnerable: 9 and 4 more, a line each."""
    encounter = board(fighter("A", (1, 1), vulnerable=frozenset({"fire"})))
    command = Harm(target="A", success_value=9, types=("fire",))
    told = next(iter(traces(session(encounter).submit(command))))
    shown = {line.rule_id: line.value for line in told.lines if line.value}
    assert shown == {"AR-DMG-01": 9, "AR-DMG-04": 4}
    outcome = session(encounter).submit(command.replace(target="X"))
    assert isinstance(outcome, Refused)


# --- squares --------------------------------------------------------------------------------------


@pytest.mark.rule("AR-ARE-01", "AR-ARE-02", "AR-RNG-01", "AR-RNG-02", "AR-MOV-05")
def test_squares_are_marked_up_to_the_last_increment() -> None:
    """Three squares an increment and two of them: six away can be aimed at, seven cannot."""
    bomb = POT.replace(max_increments=2)
    encounter = board(fighter("A", (2, 5), weapons=(bomb,)))
    (throw,) = (one for one in actions_of(SYSTEM, encounter, "A") if one.id == "area:pot")
    assert throw.candidates is not None
    cells = throw.candidates().cells
    assert Cell(8, 5) in cells
    assert Cell(9, 5) not in cells
    too_far = AreaAttack(actor="A", weapon="pot", square=Cell(9, 5))
    assert refusal(encounter, too_far).code == "square_out_of_range"


@pytest.mark.rule("AR-ARE-01", "AR-ARE-03", "AR-OPP-01", "AR-MNV-02")
def test_an_armed_blow_at_an_area_provokes_nobody() -> None:
    """A giant's club is melee and armed; its pot, thrown, gives the neighbour a chance."""
    giant = fighter(
        "A", (0, 4), size="Gargantuan", threat_max=2, mods={"melee": 9}, weapons=(AXE, POT)
    ).replace(size=Size(4, 4))
    encounter = board(giant, fighter("B", (4, 5), "2", aap_max=2))
    blow = AreaAttack(actor="A", weapon="axe", square=Cell(5, 7))
    assert not isinstance(session(encounter, 10).submit(blow), Asking)
    throw = AreaAttack(actor="A", weapon="pot", square=Cell(6, 12))
    assert asked(session(encounter, 10).submit(throw)) == "B"


@pytest.mark.rule("AR-ATK-02", "AR-ACT-03", "AR-MNV-04", "AR-MOV-08", "AR-INC-02")
def test_nobody_acts_on_the_board_from_beside_it() -> None:
    """Neither who attacks or moves nor who is aimed at may be off the board."""
    away = fighter("A", (4, 4)).replace(pos=None)
    here = board(fighter("A", (4, 4)), fighter("B", (5, 4), "2").replace(pos=None))
    aimed: tuple[type[WeaponManoeuvre], ...] = (Attack, Charge, RepeatedAttack, Trip)
    for kind in aimed:
        command = kind(actor="A", target="B", weapon="axe")
        assert refusal(board(away, fighter("B", (5, 4), "2")), command).code == "not_on_board"
        assert refusal(here, command).code == "not_on_board"
    others: tuple[Command, ...] = (
        MovementManoeuvre(actor="A", path=(Cell(5, 4),)),
        Sidestep(actor="A", path=((5, 4),)),
        Withdraw(actor="A", path=((5, 4),)),
        AreaAttack(actor="A", weapon="axe", square=Cell(5, 4)),
    )
    aside = fighter("A", (4, 4)).replace(aside=True)
    for one in others:
        assert refusal(board(away), one).code == "not_on_board"
        assert refusal(board(aside), one).code == "set_aside"
    gone = board(fighter("A", (4, 4)), fighter("B", (5, 4), "2").replace(aside=True))
    for kind in aimed:
        command = kind(actor="A", target="B", weapon="axe")
        assert refusal(gone, command).code == "not_on_board"


@pytest.mark.rule("AR-MOV-02", "AR-TRN-01", "AR-INC-04", "AR-ACT-03", "AR-ACT-08")
def test_what_is_rolled_or_turned_is_shown_one_movement_at_a_time() -> None:
    """Walking shows all that three points reach; climbing by a die and a cart only the first."""
    walker = board(fighter("A", (5, 5), mods={"movement": 1}))
    assert path_costs.zone_limits(walker, "A", "walking") == (6, 10, 14)
    climber = board(fighter("A", (5, 5), speeds={"climbing": 3}))
    assert path_costs.zone_limits(climber, "A", "climbing") == (3,)
    cart = board(fighter("A", (5, 5), manoeuvrability=4))
    assert path_costs.zone_limits(cart, "A", "walking") == (5,)


@pytest.mark.rule("AR-ACT-08", "AR-MOV-01", "AR-MOV-04")
def test_each_category_reaches_as_far_as_its_own_speed() -> None:
    """5 on foot and 8 in the air, drawn for the action that is chosen."""
    eagle = board(
        fighter("A", (5, 5), speeds={"flying": 8}, natural=frozenset({"walking", "flying"}))
    )
    first = {
        mode: SYSTEM.board.movement(eagle, "A", mode).zones[0].limit for mode in ("", "flying")
    }
    assert first == {"": 5, "flying": 8}


# --- who acts along, who cuts in ------------------------------------------------------------------


@pytest.mark.rule("AR-CND-01", "AR-ACT-02")
def test_who_cannot_act_does_nothing_along_with_an_action() -> None:
    """An action earlier in the round is no host once somebody is stunned."""
    stunned = fighter("A", (4, 4), actions_taken=1, conditions={"stunned": 1})
    assert refusal(board(stunned), Complementary(actor="A")).code == "cannot_act"


@pytest.mark.rule("AR-MNV-13", "AR-ACT-06")
def test_what_is_readied_waits_for_a_declaration() -> None:
    """Doing nothing is one; another's getting ready and a check at the GM's word are none."""
    ready = Readied(trigger="he acts", manoeuvre="attack", points=2)
    watcher = fighter("B", (5, 4), "2", aap=2, readied=ready)
    encounter = board(fighter("A", (4, 4)), watcher).replace(turn="A")
    assert asked(session(encounter).submit(DoNothing(actor="A"))) == "B"
    for quiet in (Ready(actor="A", points=1), RollCheck(actor="A", check="melee")):
        assert not isinstance(session(encounter, 10).submit(quiet), Asking)


@pytest.mark.rule("AR-ACT-03", "AR-ACT-09", "AR-VIT-03", "AR-MNV-12")
def test_what_is_paid_for_is_begun() -> None:
    """An opportunity at the first step of a move comes when the point is spent already."""
    encounter = board(fighter("A", (4, 4)), fighter("B", (5, 4), "2", aap_max=2))
    outcome = session(encounter).submit(MovementManoeuvre(actor="A", path=(Cell(3, 4),)))
    assert isinstance(outcome, Asking)
    assert outcome.committed
    assert sheet(outcome.encounter, "A").ap == 2
    unarmed = Attack(actor="A", target="B", weapon="fist")
    before = session(encounter).submit(unarmed)
    assert isinstance(before, Asking)
    assert not before.committed


@pytest.mark.rule("AR-MOD-03", "AR-MOD-01", "AR-CHK-01")
def test_every_ability_modifier_counts() -> None:
    """There is no best of them: 10 and 2 and 1 are 13."""
    both = tuple(Modifier(type="ability", value=value, source="gift") for value in (2, 1))
    fight = session(board(fighter("A", (1, 1), modifiers=both)), 10)
    assert accepted(fight.submit(RollCheck(actor="A", check="melee"))).result.result == 13


@pytest.mark.rule("AR-VIT-02", "AR-VIT-06")
def test_how_much_is_won_back_is_asked() -> None:
    """All that is missing is proposed: 3 of 47."""
    fight = session(board(fighter("A", (1, 1), current_vitality=47)))
    assert isinstance(fight.submit(Recover(actor="A")), Asking)
    wanted = fight.wanted[0]
    assert isinstance(wanted, Question)
    accepted(fight.answer(wanted.key, wanted.default))
    assert sheet(fight.encounter, "A").current_vitality == 50


@pytest.mark.rule("AR-MNV-03", "AR-THR-04", "AR-MOD-09", "AR-ACC-03", "AR-MOV-08")
def test_what_makes_no_sense_is_refused() -> None:
    """A shift without Reach, a multiplier of equals, a tree met head-on, a passenger's walk."""
    cart = fighter("cart", (4, 4), size="Large", vehicle=True).replace(size=Size(2, 2))
    runner = fighter("A", (1, 1), squares_moved=15)
    encounter = board(runner, fighter("B", (4, 4), rides="cart"), cart)
    refused: tuple[tuple[Command, str], ...] = (
        (ChangeReach(actor="A", shift_by=1), "no_reach"),
        (SetMagnitude(actor="A", target="B", multiplier=3), "same_magnitude"),
        (Collide(actor="A", target="a tree", head_on=True), "no_opponent"),
        (MovementManoeuvre(actor="B", path=(Cell(5, 4),)), "carried"),
    )
    for command, code in refused:
        assert refusal(encounter, command).code == code
