"""Attacks: what is legal, what is rolled, what it does; and the odds of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from gridwar.engine.odds.odds_columns import odds
from gridwar.engine.odds.odds_outcomes import Limits
from gridwar.engine.odds.sampled_odds import sample
from gridwar.engine.play.play_outcome import Asking, Refused
from gridwar.model.battlemap import LayerName
from gridwar.model.command import Answer
from gridwar.model.geometry import Cell, Point
from gridwar.model.terrain_kinds import TerrainKind
from gridwar.model.walls import Wall
from gridwar.systems.arrgs import SYSTEM
from gridwar.systems.arrgs.actions.ready import Ready
from gridwar.systems.arrgs.attacks.area_attack import AreaAttack
from gridwar.systems.arrgs.attacks.attack import Attack, AttackResult
from gridwar.systems.arrgs.attacks.charge_options_and_ways import Charge
from gridwar.systems.arrgs.attacks.repeated_attack import RepeatedAttack
from gridwar.systems.arrgs.attacks.trip_disarm_reposition_sunder import Trip
from gridwar.systems.arrgs.core.sheet import Resistance
from gridwar.systems.arrgs.core.weapon_and_item_records import Weapon
from gridwar.systems.arrgs.gm.checks_and_damage import Harm
from gridwar.systems.arrgs.manoeuvres.aid_another_and_change_reach import AidAnother, ChangeReach
from gridwar.systems.arrgs.manoeuvres.complementary_drop_and_draw import DoNothing
from gridwar.systems.arrgs.manoeuvres.miscellaneous_handling_and_reload import Miscellaneous
from gridwar.systems.arrgs.movement.movement_manoeuvre import MovementManoeuvre
from gridwar.systems.arrgs.movement.sidestep_and_standup import Sidestep
from gridwar.systems.arrgs.movement.withdraw import Withdraw
from gridwar.systems.arrgs.positions.distances import as_placed
from gridwar.systems.arrgs.positions.lines_of_sight import can_see
from tests.systems.arrgs.skirmish import (
    AXE,
    accepted,
    asked,
    board,
    fighter,
    pos,
    reply,
    session,
    sheet,
    traces,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.engine.kit import Move
    from gridwar.model.encounter import Encounter
    from gridwar.systems.arrgs.actions.offers import Manoeuvre


HIT = Attack(actor="A", target="B", weapon="axe")


def duel(
    attacker: Mapping[str, Any] | None = None,
    target: Mapping[str, Any] | None = None,
    **switches: Any,
) -> Encounter:
    """Return two neighbours of different sides."""
    first: dict[str, Any] = {"mods": {"melee": 5}, **(attacker or {})}
    second: dict[str, Any] = {"mods": {"reflex": 4}, **(target or {})}
    return board(fighter("A", (4, 4), **first), fighter("B", (5, 4), "2", **second), **switches)


def strike(encounter: Encounter, *faces: int) -> AttackResult:
    """Let A attack B and return the result."""
    result = accepted(session(encounter, *faces).submit(HIT)).result
    assert isinstance(result, AttackResult)
    return result


@pytest.mark.rule(
    "AR-MNV-02",
    "AR-ATK-01",
    "AR-ATK-03",
    "AR-CHK-03",
    "AR-CHK-04",
    "AR-CHK-06",
    "AR-DMG-01",
    "AR-DEF-02",
)
def test_the_margin_moves_the_success_value() -> None:
    """Base 5 against Reflex 14 with +5: a 9 ties, an 11 adds 2, a 5 leaves 1, a 4 nothing."""
    assert strike(duel(), 9).damage == 5
    assert strike(duel(), 11).damage == 7
    assert strike(duel(), 5).damage == 1
    assert not strike(duel(), 4).success
    assert not strike(duel(success_rule="meet_dc"), 8).success
    assert strike(duel(success_rule="meet_dc"), 9).damage == 5


@pytest.mark.rule("AR-CHK-05", "AR-ATK-04")
def test_a_natural_one_fails() -> None:
    """A natural 1 fails an attack whatever the sum; by house rule only an undefended one."""
    strong = {"mods": {"melee": 30}}
    assert not strike(duel(strong), 1).success
    assert strike(duel(strong, natural_one_fails="undefended_only"), 1).success
    willing = HIT.replace(willing=True)
    fight = session(duel(natural_one_fails="undefended_only"), 1)
    assert not accepted(fight.submit(willing)).result.success
    # DC 0: 5 + 3 + 5.
    assert accepted(session(duel(), 3).submit(willing)).result.damage == 13


@pytest.mark.rule("AR-CRT-01", "AR-CRT-02", "AR-CRT-03")
def test_criticals_chain_and_bring_dying() -> None:
    """A 20 rolls again; a weak follow-up counts 0 or, by house rule, less; Dying comes once."""
    fight = session(duel(), 20, 20, 2)
    done = accepted(fight.submit(HIT)).result
    # 5 + 11, 5 + 11, 5 - 7 counted as 0.
    assert done.success_value == 32
    assert sheet(fight.encounter, "B").conditions == {"dying": 1}
    assert strike(duel(crit_followup_floor=False), 20, 2).success_value == 16 - 2
    fight = session(duel(crit_dying="per_roll"), 20, 20, 2)
    fight.submit(HIT)
    assert sheet(fight.encounter, "B").conditions == {"dying": 2}
    hard = {"dr": (Resistance(value=90, type="slashing"),)}
    fight = session(duel(target=hard, crit_dying="needs_damage"), 20, 9)
    fight.submit(HIT)
    assert sheet(fight.encounter, "B").conditions == {}


@pytest.mark.rule("AR-CRT-01")
def test_a_failed_critical_still_chains_unless_the_house_says_no() -> None:
    """A 20 whose own value is 0 or less adds nothing but earns the follow-up."""
    weak = {"mods": {"melee": -20}}
    assert strike(duel(weak), 20, 20, 3).success_value == 0
    assert strike(duel(weak, crit_on_failed_first_roll=False), 20).success_value == 5 + 0 - 14


@pytest.mark.rule("AR-ATK-02", "AR-THR-02", "AR-ACT-03")
def test_what_is_not_legal_is_refused_and_costs_nothing() -> None:
    """Too near, too far, a wall between, no points: each has its code and changes nothing."""

    def code(encounter: Encounter, command: Attack = HIT) -> str:
        fight = session(encounter)
        outcome = fight.submit(command)
        assert isinstance(outcome, Refused)
        assert sheet(fight.encounter, "A").ap == sheet(encounter, "A").ap
        return outcome.code

    assert code(duel({"threat_min": 2, "threat_max": 3})) == "out_of_ring"
    far = board(fighter("A", (4, 4)), fighter("B", (9, 4), "2"))
    assert code(far) == "out_of_ring"
    assert code(duel({"ap": 1})) == "no_points"
    wall = Wall(id="w", a=Point(5 * 1024, 0), b=Point(5 * 1024, 9 * 1024))
    walled = duel()
    walled = walled.replace(map=walled.map.with_walls([wall]))
    assert code(walled) == "no_line"
    assert code(duel().replace(turn="B")) == "not_your_turn"
    assert code(duel({"conditions": {"stunned": 1}})) == "cannot_act"


@pytest.mark.rule("AR-ATK-02")
def test_ground_between_blocks_sight_or_effect() -> None:
    """Fog stops sight, a window stops effect; either refuses a shot over it."""
    shot = HIT.replace(weapon="bow")
    for kind in (
        TerrainKind(name="fog", blocks_sight=True),
        TerrainKind(name="glass", blocks_effect=True),
    ):
        far = board(fighter("A", (4, 4)), fighter("B", (8, 4), "2"))
        page = far.map.with_terrain_kinds([*far.map.terrain_kinds, kind])
        page = page.with_painted(LayerName.TERRAIN, {Cell(6, 4): 3})
        outcome = session(far.replace(map=page)).submit(shot)
        assert isinstance(outcome, Refused)
        assert outcome.code == "no_line"


@pytest.mark.rule("AR-RNG-01", "AR-RNG-02", "AR-MOD-12")
def test_a_shot_suffers_from_range() -> None:
    """At 6 cells with increments of 5 a shot has -2: 11 + 5 - 2 against 14 is a tie."""
    far = board(
        fighter("A", (4, 4), mods={"ranged": 5}), fighter("B", (10, 4), "2", mods={"reflex": 4})
    )
    assert accepted(session(far, 11).submit(HIT.replace(weapon="bow"))).result.damage == 5


@pytest.mark.rule("AR-MNV-02", "AR-OPP-01", "AR-OPP-06")
def test_an_unarmed_attack_provokes_before_it_is_paid() -> None:
    """The target is asked first; an answer that kills makes the attack lost, its price paid."""
    near = duel({"total_vitality": 3}, {"aap_max": 2, "mods": {"melee": 5}})
    fight = session(near, 10)
    outcome = fight.submit(HIT.replace(weapon="fist"))
    assert isinstance(outcome, Asking)
    assert asked(outcome) == "B"
    assert sheet(fight.encounter, "A").ap == 3
    done = accepted(reply(fight, "attack:axe")).result
    assert done.wasted
    assert sheet(fight.encounter, "A").ap == 1
    assert sheet(fight.encounter, "A").conditions == {"dead": 1}


@pytest.mark.rule("AR-DMG-02", "AR-DMG-03", "AR-DMG-04", "AR-DMG-05", "AR-DMG-06")
def test_damage_meets_resistance_and_vulnerability() -> None:
    """Of several resistances the highest counts; then one and a half times, once, rounded down."""
    tough = (Resistance(value=5, type="slashing"), Resistance(value=8, type="fire"))
    encounter = duel(target={"dr": tough, "vulnerable": frozenset({"fire", "slashing"})})
    fight = session(encounter)
    # 21 - 8 = 13, x 1.5 = 19.5.
    fight.submit(Harm(target="B", success_value=21, types=("slashing", "fire")))
    assert sheet(fight.encounter, "B").current_vitality == 50 - 19
    up = encounter.replace(switches=encounter.switches.replace(rounding="up"))
    fight = session(up)
    fight.submit(Harm(target="B", success_value=21, types=("slashing", "fire")))
    assert sheet(fight.encounter, "B").current_vitality == 50 - 20


@pytest.mark.rule("AR-ATK-05", "AR-DEF-01", "AR-CHK-07")
def test_a_weapon_may_face_another_defence_and_use_another_check() -> None:
    """A weapon's own Defence and check replace the usual ones."""
    flail = Weapon(id="axe", base_sv=5, defence="fortitude", check="strength")
    odd = duel({"weapons": (flail,), "mods": {"strength": 3}}, {"mods": {"fortitude": 1}})
    # 10 + 3 against 11: 5 + 2.
    assert strike(odd, 10).success_value == 7


@pytest.mark.rule("AR-CND-03", "AR-DEF-02")
def test_being_attacked_while_dying_calls_for_a_check() -> None:
    """Once after the attack, once before it, or never, as the house rule has it."""
    dying = {"conditions": {"dying": 1}, "current_vitality": -5, "total_vitality": 30}
    done = strike(duel(target=dying), 4, 5)
    assert [(c.who, c.dc, c.result, c.loss) for c in done.fort_checks] == [("B", 6, 5, 1)]
    done = strike(duel(target=dying, dying_reaction_check="before_attack"), 5, 4)
    assert [(c.who, c.dc, c.result) for c in done.fort_checks] == [("B", 6, 5)]
    assert strike(duel(target=dying, dying_reaction_check="off"), 4).fort_checks == ()


@pytest.mark.rule("AR-CND-03", "AR-DMG-01")
def test_the_odds_count_what_a_dying_target_bleeds() -> None:
    """A blow that never strikes: the check against 5 + 1 fails with 1 to 5, and a 6 loses 1 too."""
    dying = {"conditions": {"dying": 1}, "current_vitality": -5, "total_vitality": 30}
    weak = duel({"mods": {"melee": -20}}, dying)
    outcomes = odds(SYSTEM, weak, HIT).columns[0].outcomes
    assert outcomes is not None
    assert dict(outcomes.distribution("B")) == pytest.approx({0: 0.7, 1: 0.3})


@pytest.mark.rule("AR-CRT-01", "AR-ATK-03")
@pytest.mark.parametrize(("critical", "expected"), [(20, 0.8), (18, 0.8)])
def test_the_odds_of_a_chain_are_exact(critical: int, expected: float) -> None:
    """The odds of an attack that may chain add up to 1, are the count of faces, and are sampled."""
    weapon = Weapon(id="axe", base_sv=5, types=("slashing",), critical_range=critical)
    encounter = duel({"weapons": (weapon,)})
    outcomes = odds(SYSTEM, encounter, HIT).columns[0].outcomes
    assert outcomes is not None
    assert sum(p for _facts, p in outcomes.items) == pytest.approx(1, abs=1e-9)
    # A 5 or more leaves at least 1.
    assert outcomes.success == pytest.approx(expected, abs=1e-9)
    mean = sum(n * p for n, p in outcomes.distribution("B"))
    # A first roll brings (1 + ... + 16) / 20. Each follow-up brings the same, and c / 20 of the
    # rolls are followed up: the first of them, then c / 20 of those, and so on.
    share = (21 - critical) / 20
    assert mean == pytest.approx(sum(range(1, 17)) / 20 / (1 - share), abs=1e-6)
    sampled = sample(SYSTEM, encounter, HIT, {}, Limits(runs=1500, seed=7))
    assert sampled.success == pytest.approx(outcomes.success, abs=0.05)
    assert sum(n * p for n, p in sampled.distribution("B")) == pytest.approx(mean, abs=0.8)


@pytest.mark.rule("AR-MNV-15", "AR-VIT-03")
def test_a_repeated_attack_tires() -> None:
    """Each attack after the first has another -2, which stays until End of Round; each costs 1."""
    fight = session(duel(), 10, 10, 10)
    series = accepted(
        fight.submit(RepeatedAttack(actor="A", target="B", weapon="axe", attacks=3))
    ).result
    # 15, 13 and 11 against 14.
    assert [one.damage for one in series.attacks] == [6, 4, 2]
    assert sheet(fight.encounter, "A").current_vitality == 47
    assert sheet(fight.encounter, "A").ap == 0
    assert sum(one.value for one in sheet(fight.encounter, "A").modifiers) == -4
    six = RepeatedAttack(actor="A", target="B", weapon="axe", attacks=6)
    assert isinstance(session(duel()).submit(six), Refused)


@pytest.mark.rule("AR-MNV-15", "AR-OPP-04", "AR-OPP-05")
def test_a_repeated_attack_answers_an_opportunity() -> None:
    """Who has 3 AAP may answer with several attacks; they are paid in AAP."""
    near = duel({"total_vitality": 60}, {"aap_max": 3, "mods": {"melee": 5}})
    fight = session(near, 10, 10, 12)
    fight.submit(HIT.replace(weapon="fist"))
    key = fight.wanted[0].key
    asking = fight.answer(key, Answer(option="repeated_attack:axe"))
    assert isinstance(asking, Asking)
    assert asked(reply(fight, "go_on")) == "B"
    accepted(reply(fight, "stop"))
    # 15 and 13 against Reflex 10: 5 + 5 and 5 + 3; then A's own attack costs 1.
    assert sheet(fight.encounter, "A").current_vitality == 60 - 10 - 8 - 1
    assert sheet(fight.encounter, "B").aap == 0


@pytest.mark.rule("AR-MOD-09", "AR-MOD-08", "AR-DMG-06")
def test_magnitude_replaces_size_in_damage_too() -> None:
    """Where Size counts once more in damage, it does not against another magnitude."""
    two = (
        fighter("A", (4, 4), size="Large", size_modifier=2),
        fighter("B", (5, 4), "2", magnitude=1),
    )
    fight = session(board(*two, size_to_damage_again=True), 5)
    done = accepted(fight.submit(Attack(actor="A", target="B", weapon="axe"))).result
    # 2 * 5 against 10 / 2: 5 over, so 5 + 5, and that twice.
    assert done.damage == 20


@pytest.mark.rule("AR-ATK-02")
def test_raised_ground_lifts_the_line_over_a_low_wall() -> None:
    """On a hill of 5 m, those flying 3 m above it see over a wall of 2 m that stands on it."""

    def see(altitude: float) -> bool:
        two = (fighter("A", (4, 4)), fighter("B", (6, 4), "2"))
        now = board(*(one.replace(altitude=altitude) for one in two))
        wall = Wall(id="w", a=Point(6 * 1024, 0), b=Point(6 * 1024, 9 * 1024), height_m=2)
        steps = round(5 / now.map.ground_step_m)
        hill = {Cell(x, y): steps for x in range(12) for y in range(12)}
        page = now.map.with_walls([wall]).with_painted(LayerName.GROUND, hill)
        return can_see(now.replace(map=page), "A", as_placed(now["B"]))

    assert see(altitude=3.0)
    assert not see(altitude=0.0)


@pytest.mark.rule("AR-CHK-05", "AR-CRT-03", "AR-CND-03")
def test_the_log_says_why_a_sure_hit_failed_and_what_a_critical_did() -> None:
    """A natural 1 is named, whatever the sum; of a critical hit the Dying that it brings."""
    sure = duel({"mods": {"melee": 40}})
    _paid, failed = traces(session(sure, 1).submit(HIT))
    assert "AR-CHK-05" in {step.rule_id for step in failed.steps}
    _paid, struck, dying = traces(session(duel(), 20, 2).submit(HIT))
    told = {step.rule_id: step.after for step in struck.steps}
    assert told["AR-CRT-03"] == 1
    assert "AR-CHK-05" not in told
    assert dying.title == "B: Dying 1"


@pytest.mark.rule("AR-CRT-03", "AR-ATK-04")
def test_a_critical_that_does_no_harm_makes_nobody_dying() -> None:
    """A blessing with a natural 20, on a friend or a foe, and a blow that its target allows."""
    bless = Weapon(id="bless", category="spell", base_sv=3, effect="none")
    for side, weapon, willing in (("1", bless, None), ("2", bless, False), ("2", AXE, True)):
        encounter = board(fighter("A", (4, 4), weapons=(weapon,)), fighter("B", (5, 4), side))
        fight = session(encounter, 20, 10)
        blow = Attack(actor="A", target="B", weapon=weapon.id, willing=willing)
        assert accepted(fight.submit(blow)).result.criticals == 1
        assert sheet(fight.encounter, "B").conditions == {}


# --- who dies of acting ---------------------------------------------------------------------------

BOLT = Weapon(id="bolt", category="spell", base_sv=2)
BOMB = Weapon(id="bomb", category="spell", base_sv=2, area_radius=1)
FATAL: tuple[Manoeuvre | Move, ...] = (
    Attack(actor="A", target="B", weapon="axe"),
    Attack(actor="A", target="B", weapon="bolt"),
    AreaAttack(actor="A", square=Cell(5, 4), weapon="bomb"),
    Trip(actor="A", target="B", weapon="axe"),
    AidAnother(actor="A", target="C"),
    ChangeReach(actor="A", shift_by=1),
    MovementManoeuvre(actor="A", path=(Cell(3, 4),)),
    Sidestep(actor="A", path=(Cell(3, 4),)),
    Withdraw(actor="A", path=(Cell(3, 4),)),
    Charge(actor="A", target="D", weapon="axe"),
    Ready(actor="A", points=1),
    DoNothing(actor="A"),
    Miscellaneous(actor="A", deed="prone"),
)


@pytest.mark.rule("AR-ATK-03", "AR-VIT-03", "AR-VIT-05")
@pytest.mark.parametrize("command", FATAL, ids=lambda one: one.kind)
def test_a_payment_that_kills_ends_the_action(command: Manoeuvre | Move) -> None:
    """At −19 of 20 the 1 Vitality kills: points and Vitality are gone, and no die is rolled."""
    weak = fighter(
        "A",
        (4, 4),
        total_vitality=20,
        current_vitality=-19,
        conditions={"disabled": 1},
        weapons=(AXE, BOLT, BOMB),
        reach=1,
    )
    others = (fighter("B", (5, 4), "2"), fighter("C", (4, 5)), fighter("D", (4, 1), "2"))
    before = board(weak, *others)
    fight = session(before)
    outcome = fight.submit(command)
    lines = [one.title for one in traces(outcome)]
    assert lines == ["A pays", "A is dead", "A cannot go on: the action is lost"]
    one = sheet(fight.encounter, "A")
    assert (one.current_vitality, dict(one.conditions), one.readied) == (-20, {"dead": 1}, None)
    assert all(fight.encounter[who] == before[who] for who in ("B", "C", "D"))
    assert pos(fight.encounter, "A") == (4, 4)


@pytest.mark.rule("AR-ATK-03", "AR-MNV-15", "AR-VIT-03")
def test_a_series_ends_with_the_payment_that_kills() -> None:
    """The first blow at −19 is struck, the second is paid with the last Vitality."""
    weak = fighter("A", (4, 4), ap_max=3, total_vitality=20, current_vitality=-18)
    fight = session(board(weak, fighter("B", (5, 4), "2")), 10)
    series = RepeatedAttack(actor="A", target="B", weapon="axe", attacks=3)
    assert accepted(fight.submit(series)).result.made == 1
    assert sheet(fight.encounter, "A").conditions == {"dead": 1}
    assert sheet(fight.encounter, "B").current_vitality == 45
