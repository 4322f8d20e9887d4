"""What energy does besides: fever, stun, fire, fatigue, deafness, knockdown, and for how long."""

from __future__ import annotations

import pytest

from gridwar.engine.gm.combatant_commands import RemoveCombatants
from gridwar.engine.kit.turn_and_move_commands import EndFight, NextTurn, TakeTurn
from gridwar.engine.play.play_outcome import Accepted, Asking
from gridwar.model.command import Answer
from gridwar.systems.drive import SYSTEM
from gridwar.systems.drive.attacks.attack_command import Attack
from gridwar.systems.drive.core.sheet import DriveSheet
from gridwar.systems.drive.core.turn_order import LayOrder
from gridwar.systems.drive.core.weapons_armour_resistances import Armour, EnergyKind
from gridwar.systems.drive.turns.end_of_combat import war_fever
from tests.systems.drive.people import (
    asked,
    blow,
    duel,
    group,
    gun,
    session,
    sheet,
    shield,
    shot,
    statuses,
    sword,
)

FIRE = Attack(actor="a", target="t", mode="ranged", weapons=("gun",), critical="drive")
HIT = 25


def burnt(kind: EnergyKind, damage: int, *extra: int, **target: object) -> set[str]:
    """Return the conditions after a hit by pure energy against an injury factor of 10."""
    victim = DriveSheet.model_validate({"defence_tn": 12, "injury_factor": 10, **target})
    fight = session(duel(DriveSheet(weapons=(shot(kind, damage),)), victim), HIT, *extra)
    fight.submit(FIRE)
    return statuses(fight, "t")


@pytest.mark.rule("DR-NRG-01")
def test_energy_drives_itself() -> None:
    """Heat of 29, 30, 45 and 46 against 30-45: its damage is its drive."""
    armour, left = Armour(lo=30, hi=45), []
    for damage in (29, 30, 45, 46):
        start = duel(DriveSheet(weapons=(shot("heat", damage),)), DriveSheet(armour=armour))
        (element,) = blow(session(start), FIRE).elements
        assert element.drive == damage
        left.append(element.damage)
    assert left == [0, 15, 22, 46]


@pytest.mark.rule("DR-NRG-02")
def test_what_lowers_energy_on_its_way_lowers_its_drive() -> None:
    """Half power and a medium shield of 5 make 61 heat 25 at drive 25."""
    target = DriveSheet(shields=(shield("M", "medium", 5),))
    start = duel(DriveSheet(weapons=(shot("heat", 61),)), target)
    half = FIRE.replace(competent=True, half_power=True)
    (element,) = blow(session(start), half).elements
    assert (element.built_drive, element.drive) == (30, 25)


@pytest.mark.rule("DR-NRG-03")
@pytest.mark.parametrize(("rule", "degrees"), [("by_crossings", 1), ("always_divide", 0)])
def test_one_kind_alone_counts_by_crossings(rule: str, degrees: int) -> None:
    """8 heat on 25 taken, factor 30: the crossing of 30 is heat's, unless it is divided."""
    target = DriveSheet(injury_factor=30, damage_taken=25)
    start = duel(DriveSheet(weapons=(shot("heat", 8),)), target, energy_degrees=rule)
    totals = blow(session(start), FIRE).totals
    assert totals is not None
    assert totals.degrees_by_kind == (("heat", degrees),)


@pytest.mark.rule("DR-NRG-03")
def test_kinds_are_never_pooled_and_shots_of_one_kind_are() -> None:
    """9 frost, 11 and 10 electric with factor 10: no degree by frost, two by electricity."""
    weapons = (shot("frost", 9, "f"), shot("electric", 11, "e"), shot("electric", 10, "g"))
    start = duel(DriveSheet(weapons=weapons), DriveSheet(injury_factor=10))
    totals = blow(session(start), FIRE.replace(weapons=("f", "e", "g"))).totals
    assert totals is not None
    assert dict(totals.degrees_by_kind) == {"frost": 0, "electric": 2}


@pytest.mark.rule("DR-NRG-04")
@pytest.mark.parametrize(
    ("scope", "rolls"),
    [("combat", (3,)), ("worst_attack", (1,)), ("per_attack", (1, 1, 0))],
)
def test_war_fever_counts_over_the_combat(scope: str, rolls: tuple[int, ...]) -> None:
    """Attacks of 4, 3 and 1 degrees: 8 make 3 Hindrance, or the worst 1, or each its own."""
    target = DriveSheet(particle_attacks=(4, 3, 1))
    start = duel(DriveSheet(), target, particle_scope=scope)
    assert [one.hindrance for one in war_fever(start)] == list(rolls)


@pytest.mark.rule("DR-NRG-04")
def test_the_combat_ends_with_the_checklist() -> None:
    """Ending the fight asks for the rolls first, and begins the count anew."""
    fight = session(duel(DriveSheet(), DriveSheet(particle_attacks=(5,))))
    assert isinstance(fight.submit(EndFight()), Asking)
    question = asked(fight)
    (rolls,) = question.tables
    assert [(row.label, row.values) for row in rolls.rows] == [("Tor", (5, 2))]
    ended = fight.answer(question.key, Answer(option="done"))
    assert isinstance(ended, Accepted)
    assert fight.encounter.round == 0
    assert sheet(fight, "t").particle_attacks == ()


@pytest.mark.rule("DR-NRG-04")
def test_a_combat_without_particles_simply_ends() -> None:
    """Nobody is asked where nobody has to roll."""
    assert isinstance(session(duel(DriveSheet(), DriveSheet())).submit(EndFight()), Accepted)


@pytest.mark.rule("DR-NRG-05")
def test_metal_lets_electricity_inside_its_range_pass() -> None:
    """At 15, metal 15-25 lets 15 electric through, at 14 nothing; other energy is halved."""
    metal = Armour(lo=15, hi=25, metallic=True)
    left = []
    for weapon in (shot("electric", 14), shot("electric", 15), shot("heat", 16)):
        start = duel(DriveSheet(weapons=(weapon,)), DriveSheet(armour=metal))
        left.append(blow(session(start), FIRE).elements[0].damage)
    assert left == [0, 15, 8]


@pytest.mark.rule("DR-NRG-06")
def test_electricity_stuns_from_two_degrees() -> None:
    """19 of factor 10 do not, 20 do; not being organic is no help."""
    assert burnt("electric", 19) == set()
    assert burnt("electric", 20) == {"stunned"}
    assert burnt("electric", 20, organic=False) == {"stunned"}


@pytest.mark.rule("DR-NRG-07")
@pytest.mark.rule("DR-SHD-15")
def test_heat_ignites_from_one_degree_unless_a_high_shield_is_there() -> None:
    """9 do not, 10 do; with access to high precision 10 do not, even at 0 points."""
    assert burnt("heat", 9) == set()
    assert burnt("heat", 10) == {"ignited"}
    assert burnt("heat", 10, shields=(shield("H", "high"),)) == set()
    off = shield("H", "high").replace(active=False)
    assert burnt("heat", 10, shields=(off,)) == {"ignited"}


@pytest.mark.rule("DR-SHD-15")
def test_by_house_rule_access_needs_points() -> None:
    """An empty high shield keeps nothing off where points are asked for."""
    target = DriveSheet(injury_factor=10, shields=(shield("H", "high"),))
    start = duel(DriveSheet(weapons=(shot("heat", 10),)), target, high_access_needs_points=True)
    fight = session(start)
    blow(fight, FIRE)
    assert statuses(fight, "t") == {"ignited"}


@pytest.mark.rule("DR-NRG-08")
def test_frost_tires() -> None:
    """26 frost of factor 10 are two degrees: 50 fatigue on top of 15."""
    target = DriveSheet(injury_factor=10, fatigue=15)
    fight = session(duel(DriveSheet(weapons=(shot("frost", 26),)), target))
    blow(fight, FIRE)
    assert sheet(fight, "t").fatigue == 65


@pytest.mark.rule("DR-NRG-09")
def test_any_hit_by_a_blast_deafens_for_six_own_turns() -> None:
    """Armour that leaves nothing is no help; a new hit counts from six again."""
    target = DriveSheet(armour=Armour(lo=50, hi=60))
    fight = session(duel(DriveSheet(weapons=(shot("blast", 30),)), target))
    blow(fight, FIRE)
    (deaf,) = fight.encounter["t"].effects
    assert (deaf.id, deaf.rounds_left, deaf.whose) == ("deafened", 6, "t")
    fight.submit(NextTurn())
    fight.submit(NextTurn())
    assert fight.encounter["t"].effects[0].rounds_left == 5
    blow(fight, FIRE)
    assert [one.rounds_left for one in fight.encounter["t"].effects] == [6]


@pytest.mark.rule("DR-NRG-09")
@pytest.mark.parametrize(("ruled", "deaf"), [(False, set()), (True, {"deafened"})])
def test_a_blast_stopped_in_full_deafens_by_house_rule_only(ruled: bool, deaf: set[str]) -> None:
    """A medium shield that takes it all leaves no hit."""
    target = DriveSheet(shields=(shield("M", "medium", 50),))
    start = duel(DriveSheet(weapons=(shot("blast", 30),)), target, deafen_when_fully_shielded=ruled)
    fight = session(start)
    blow(fight, FIRE)
    assert statuses(fight, "t") == deaf


@pytest.mark.rule("DR-NRG-09")
def test_an_evaded_blast_does_not_deafen() -> None:
    """There was no hit."""
    start = duel(DriveSheet(weapons=(shot("blast", 30),)), DriveSheet(defence_tn=12))
    fight = session(start, 5)
    blow(fight, FIRE)
    assert statuses(fight, "t") == set()


@pytest.mark.rule("DR-NRG-10")
@pytest.mark.rule("DR-NRG-11")
@pytest.mark.rule("DR-NRG-12")
def test_blast_throws_down_and_stuns() -> None:
    """One degree throws down, two stun besides; who is not organic is thrown down only."""
    assert burnt("blast", 9) == {"deafened"}
    assert burnt("blast", 10) == {"deafened", "knocked_down"}
    assert burnt("blast", 20) == {"deafened", "knocked_down", "stunned"}
    assert burnt("blast", 20, organic=False) == {"knocked_down"}


@pytest.mark.rule("DR-NRG-13")
@pytest.mark.parametrize(("odd", "left"), [("up", 9), ("down", 10)])
def test_devices_stop_two_blast_a_point(odd: str, left: int) -> None:
    """41 blast cost a device 21 points or, rounded down, 20; an Ability pays 41."""
    device = shield("M", "medium", 30).replace(origin="device")
    start = duel(
        DriveSheet(weapons=(shot("blast", 41),)),
        DriveSheet(shields=(device,)),
        techshield_odd_cost=odd,
    )
    fight = session(start)
    blow(fight, FIRE)
    assert sheet(fight, "t").shields[0].points == left
    assert device.replace(blast_factor=1).factor == 1
    assert shield("M", "medium").factor == 1


@pytest.mark.rule("DR-NRG-15")
def test_a_stun_lasts_to_the_end_of_the_attackers_next_turn() -> None:
    """Struck in the attacker's turn, somebody is stunned through it and the whole next one."""
    target = DriveSheet(injury_factor=10)
    fight = session(duel(DriveSheet(weapons=(shot("electric", 20),)), target))
    blow(fight, FIRE)
    seen = []
    for _turn in range(3):
        seen.append(statuses(fight, "t"))
        fight.submit(NextTurn())
    assert seen == [{"stunned"}] * 3
    assert statuses(fight, "t") == set()


@pytest.mark.rule("DR-NRG-15")
def test_of_two_stuns_the_later_end_counts() -> None:
    """A second stun by the same attacker in the same turn does not shorten the first."""
    target = DriveSheet(injury_factor=10)
    fight = session(duel(DriveSheet(weapons=(shot("electric", 20),)), target))
    blow(fight, FIRE)
    blow(fight, FIRE)
    (stun,) = fight.encounter["t"].effects
    assert stun.rounds_left == 2


@pytest.mark.rule("DR-NRG-15")
def test_a_stun_keeps_the_place_of_an_attacker_who_leaves() -> None:
    """Of t, b, c, a in this order a stuns t and is gone: it ends when the next turn of c does."""
    target = DriveSheet(injury_factor=10)
    start = group(
        DriveSheet(),
        DriveSheet(),
        attacker=DriveSheet(weapons=(shot("electric", 20),)),
        target=target,
    )
    fight = session(start)
    fight.submit(LayOrder(order=("t", "b", "c", "a")))
    blow(fight, FIRE)
    fight.submit(RemoveCombatants(who=("a",)))
    seen = []
    for who in ("t", "b", "c"):
        fight.submit(TakeTurn(actor=who))
        seen.append(statuses(fight, "t"))
    fight.submit(NextTurn())
    assert seen == [{"stunned"}] * 3
    assert statuses(fight, "t") == set()


@pytest.mark.rule("DR-NRG-14")
@pytest.mark.rule("DR-AOE-19")
def test_an_area_of_heat_asks_where_to_paint_the_fire() -> None:
    """The figure is the normal one whatever the bubble took; painted, it is a zone on the map."""
    from gridwar.systems.drive.core.fight_state import Bubble, DriveState

    bubble = Bubble(id="L", points=120, inside=frozenset({"t"}))
    start = duel(
        DriveSheet(weapons=(shot("heat", 100),)),
        DriveSheet(defence_tn=12),
        state=DriveState(bubbles=(bubble,)),
    )
    fight = session(start)
    done = blow(fight, FIRE.replace(deliberate=True), fire="burst")
    assert (done.hazard, done.collapse) == (100, 100)
    (zone,) = fight.encounter.map.zones
    assert (zone.kind, zone.cells) == ("fire", ((3, 0),))
    plain = session(duel(DriveSheet(weapons=(shot("heat", 100),)), DriveSheet()))
    assert blow(plain, FIRE).hazard == 0


@pytest.mark.rule("DR-NRG-04")
def test_the_card_counts_particle_degrees() -> None:
    """A badge says how many degrees count so far."""
    start = duel(DriveSheet(), DriveSheet(particle_attacks=(2, 1)))
    badges = {one.rule_id: one.text for one in SYSTEM.cards.card(start, "t").badges}
    assert badges["DR-NRG-04"] == "Particle degrees: 3"


@pytest.mark.rule("DR-ARM-01")
def test_projectiles_and_swords_have_no_effects_of_energy() -> None:
    """Normal damage of any amount brings injuries and nothing else."""
    victim = DriveSheet(injury_factor=10)
    for weapon, attack in ((gun(60, 60), FIRE), (sword(60), FIRE.replace(mode="melee"))):
        fight = session(duel(DriveSheet(weapons=(weapon,)), victim))
        blow(fight, attack.replace(weapons=(weapon.id,)))
        assert statuses(fight, "t") == set()
