"""Which shield meets what: inside and outside, ties, mixed shots, devices, lifetimes."""

from __future__ import annotations

from typing import Any

import pytest

from gridwar.engine.kit.turn_and_move_commands import NextTurn
from gridwar.engine.play.play_outcome import Accepted, Refused
from gridwar.model.combatant import Combatant
from gridwar.model.geometry import Cell, Size
from gridwar.systems.drive import SYSTEM
from gridwar.systems.drive.attacks.attack_command import Attack
from gridwar.systems.drive.core.fight_state import Bubble, DriveState, state_of
from gridwar.systems.drive.core.house_rules_and_settings import DriveSettings
from gridwar.systems.drive.core.sheet import DriveSheet, Link
from gridwar.systems.drive.core.shield_aura_gravity import Shield
from gridwar.systems.drive.core.weapons_armour_resistances import EnergyPart, Weapon
from gridwar.systems.drive.shielding.shields_given_by_gm import (
    GrantShield,
    RaiseBubble,
    RemoveBubble,
)
from gridwar.systems.drive.turns.making_and_expiry_of_points import ChangePoolPoints, MakePoints
from tests.systems.drive.people import blow, duel, gun, refusal, session, sheet, shield, shot, sword

FIRE = Attack(actor="a", target="t", mode="ranged", weapons=("gun",), critical="drive")
ROUND = Shield(id="L", precision="low", points=40, radius_band="short")


def guarded(attacker: dict[str, Any], target: dict[str, Any], at: Cell, **rest: Any) -> int:
    """Return the damage of 25 electric at the bearer of a short bubble who stands at 10, 10."""
    sheets = {"weapons": (shot("electric", 25),)} | attacker.pop("sheet", {})
    bearer = {"shields": (ROUND,)} | target.pop("sheet", {})
    start = duel(DriveSheet.model_validate(sheets), DriveSheet.model_validate(bearer), **rest)
    a = start["a"].replace(pos=at, **attacker)
    t = start["t"].replace(pos=Cell(10, 10), **target)
    fight = session(start.with_combatant(a).with_combatant(t))
    blow(fight, FIRE)
    return sheet(fight, "t").damage_taken


@pytest.mark.rule("DR-SHD-01")
def test_normal_damage_is_never_shielded() -> None:
    """No precision stops a projectile or a blade."""
    for precision in ("low", "medium", "high"):
        target = DriveSheet(shields=(shield("X", precision, 90),))
        fight = session(duel(DriveSheet(weapons=(gun(20, 20),)), target))
        blow(fight, FIRE)
        assert sheet(fight, "t").damage_taken == 20
        assert sheet(fight, "t").shields[0].points == 90


@pytest.mark.rule("DR-SHD-02")
@pytest.mark.rule("DR-SHD-03")
@pytest.mark.parametrize(
    ("at", "damage"),
    [(Cell(16, 10), 25), (Cell(17, 10), 0), (Cell(14, 14), 25), (Cell(15, 14), 0)],
)
def test_a_bubble_goes_by_the_straight_line(at: Cell, damage: int) -> None:
    """6 squares and 4 by 4 (5.7) are inside a short bubble, 7 and 5 by 4 (6.4) outside."""
    assert guarded({}, {}, at) == damage


@pytest.mark.rule("DR-SHD-02")
def test_a_bubble_is_a_sphere_and_large_ones_count_from_their_nearest_square() -> None:
    """Straight above by 7 squares is outside, by 6 inside; a body of 3 reaches in."""
    assert guarded({"altitude": 35.0}, {}, Cell(10, 10)) == 0
    assert guarded({"altitude": 30.0}, {}, Cell(10, 10)) == 25
    assert guarded({"size": Size(3, 1)}, {}, Cell(2, 10)) == 25
    assert guarded({"size": Size(2, 1)}, {}, Cell(2, 10)) == 0


@pytest.mark.rule("DR-SHD-02")
@pytest.mark.parametrize("kind", ["engaged", "grouped", "grapple"])
def test_a_bubble_does_nothing_against_those_engaged_or_grouped(kind: str) -> None:
    """A tie of that kind, or the same group, counts wherever the attacker stands."""
    tie = {"sheet": {"links": (Link.model_validate({"kind": kind, "other_id": "t"}),)}}
    assert guarded(tie, {}, Cell(18, 10)) == 25
    assert guarded({"group": "us"}, {"group": "us"}, Cell(18, 10)) == 25
    assert guarded({"group": "us"}, {"group": "them"}, Cell(18, 10)) == 0


@pytest.mark.rule("DR-SHD-02")
def test_a_bubble_works_beyond_engagement_range_only() -> None:
    """At the rim a target is protected from 2 squares away and not from the next square."""
    state = DriveState(
        bubbles=(Bubble(id="B", points=40, centre=Cell(4, 10), radius_band="short"),)
    )
    bare = {"sheet": {"shields": ()}}
    assert guarded({}, dict(bare), Cell(12, 10), state=state) == 0
    assert guarded({}, dict(bare), Cell(11, 10), state=state) == 25


@pytest.mark.rule("DR-SHD-02")
def test_bands_and_bubbles_measure_by_the_setting_of_the_fight() -> None:
    """With diagonals counted 1, five by four squares away is inside a short bubble."""
    start = duel(DriveSheet(weapons=(shot("electric", 25),)), DriveSheet(shields=(ROUND,)))
    moved = start.with_combatant(start["a"].replace(pos=Cell(8, 4)))
    for metric, damage in (("chebyshev", 25), ("straight", 0)):
        settings = DriveSettings.model_validate({"distance_metric": metric})
        fight = session(moved.replace(settings=settings))
        blow(fight, FIRE)
        assert sheet(fight, "t").damage_taken == damage


@pytest.mark.rule("DR-SHD-04")
@pytest.mark.rule("DR-SHD-07")
@pytest.mark.parametrize("precision", ["low", "medium"])
def test_low_and_medium_stop_ranged_pure_energy_alone(precision: str) -> None:
    """A mixed arrow, an energy blade and a device pass both; a pure shot is stopped."""
    mixed = gun(5, 5, energy=(EnergyPart(kind="frost", damage=20),))
    blade = Weapon(id="gun", energy=(EnergyPart(kind="heat", damage=20),))
    device = shot("blast", 20).replace(tags=frozenset({"explosive_device"}))
    left = []
    for weapon in (mixed, blade, device, shot("heat", 20)):
        own = shield("X", precision, 90).replace(radius_band="engagement")
        start = duel(DriveSheet(weapons=(weapon,)), DriveSheet(shields=(own,)))
        fight = session(start)
        blow(fight, FIRE.replace(mode="ranged" if weapon.ranged else "melee"))
        left.append(sheet(fight, "t").shields[0].points)
    assert left == [90, 90, 90, 70]


@pytest.mark.rule("DR-SHD-05")
@pytest.mark.rule("DR-SHD-08")
def test_low_and_medium_come_before_the_roll() -> None:
    """Stopped in full by either, nobody rolls: no dice are there to be had."""
    for precision in ("low", "medium"):
        own = shield("X", precision, 90)
        start = duel(
            DriveSheet(weapons=(shot("heat", 20),)), DriveSheet(defence_tn=12, shields=(own,))
        )
        assert blow(session(start), FIRE).outcome == "stopped"


@pytest.mark.rule("DR-SHD-09")
def test_somebody_aboard_is_inside_the_hulls_field_and_not_the_other_way_round() -> None:
    """The tram's shield does nothing against its boarder; the boarder's own works against it."""
    aboard = (Link(kind="aboard", other_id="t"),)
    own = (shield("M", "medium", 60),)
    start = duel(
        DriveSheet(weapons=(shot("heat", 18),), links=aboard, shields=own),
        DriveSheet(weapons=(shot("heat", 18),), shields=own),
    )
    fight = session(start)
    blow(fight, FIRE)
    assert sheet(fight, "t").damage_taken == 18
    back = session(start.replace(turn="t"))
    blow(back, FIRE.replace(actor="t", target="a"))
    assert sheet(back, "a").damage_taken == 0


@pytest.mark.rule("DR-SHD-10")
def test_high_precision_works_on_all_energy() -> None:
    """Blade, mixed arrow, device and a grappler's shot: each time the energy is paid for."""
    mixed = gun(5, 5, energy=(EnergyPart(kind="frost", damage=20),))
    blade = sword(5, 5, energy=(EnergyPart(kind="heat", damage=20),)).replace(id="gun")
    device = shot("blast", 20).replace(tags=frozenset({"explosive_device"}))
    grapple = (Link(kind="grapple", other_id="t"),)
    for weapon in (mixed, blade, device, shot("heat", 20)):
        target = DriveSheet(shields=(shield("H", "high", 90),))
        fight = session(duel(DriveSheet(weapons=(weapon,), links=grapple), target))
        blow(fight, FIRE.replace(mode="ranged" if weapon.ranged else "melee"))
        assert sheet(fight, "t").shields[0].points == 70


@pytest.mark.rule("DR-SHD-14")
def test_shields_work_against_attackers_whom_nobody_sees() -> None:
    """Hidden or not, the shot meets the shield; nobody is asked whether it should."""
    start = duel(
        DriveSheet(weapons=(shot("heat", 20),)), DriveSheet(shields=(shield("M", "medium", 90),))
    )
    hidden = start.with_combatant(start["a"].replace(hidden=True))
    fight = session(hidden)
    assert isinstance(fight.submit(FIRE), Accepted)
    assert sheet(fight, "t").damage_taken == 0
    off = shield("M", "medium", 90).replace(active=False)
    fight = session(duel(DriveSheet(weapons=(shot("heat", 20),)), DriveSheet(shields=(off,))))
    blow(fight, FIRE)
    assert sheet(fight, "t").damage_taken == 20


@pytest.mark.rule("DR-SHD-18")
def test_the_gm_changes_a_pool() -> None:
    """A pool never runs below nothing."""
    start = duel(DriveSheet(), DriveSheet(), pools={"p": 5})
    fight = session(start)
    fight.submit(ChangePoolPoints(pool="p", by=20))
    assert state_of(fight.encounter).pools["p"] == 25
    fight.submit(ChangePoolPoints(pool="p", by=-90))
    assert state_of(fight.encounter).pools["p"] == 0


@pytest.mark.rule("DR-SHD-19")
@pytest.mark.rule("DR-PSG-04")
def test_points_are_made_on_the_own_turn_up_to_the_most() -> None:
    """Ada makes 7 of 10; beyond the most, or in Ada's turn for Tor, it is refused."""
    own = shield("M", "medium", 3).replace(maximum=10, active=False)
    start = duel(DriveSheet(shields=(own,)), DriveSheet(shields=(own,)))
    make = MakePoints(actor="a", source="M", points=7)
    fight = session(start)
    assert isinstance(fight.submit(make), Accepted)
    made = sheet(fight, "a").shields[0]
    assert (made.points, made.active) == (10, True)
    assert refusal(start, make.replace(points=8)) == "too_many"
    assert refusal(start, make.replace(actor="t")) == "not_own_turn"
    assert refusal(start, make.replace(source="nothing")) == "no_source"
    assert refusal(start, make.replace(points=0)) == "no_points_made"


@pytest.mark.rule("DR-SHD-19")
def test_points_of_a_pool_go_into_the_pool() -> None:
    """Two shields of one pool: what one of them makes is there for both."""
    own = shield("M", "medium", pool="p")
    fight = session(duel(DriveSheet(shields=(own,)), DriveSheet(), pools={"p": 2}))
    fight.submit(MakePoints(actor="a", source="M", points=5))
    assert state_of(fight.encounter).pools["p"] == 7


@pytest.mark.rule("DR-SHD-19")
@pytest.mark.rule("DR-SHD-01")
def test_points_last_as_long_as_their_source_says() -> None:
    """To the end of the turn, or two rounds from when they were made; others stay."""
    brief = shield("T", "medium", 9).replace(lasts="turn_end")
    rounds = shield("R", "high", 0).replace(lasts="rounds", rounds=2)
    stays = shield("S", "medium", 9)
    fight = session(duel(DriveSheet(shields=(brief, rounds, stays)), DriveSheet()))
    fight.submit(MakePoints(actor="a", source="R", points=9))
    seen = []
    for _turn in range(6):
        seen.append([one.points for one in sheet(fight, "a").shields])
        fight.submit(NextTurn())
    assert seen == [[9, 9, 9], *([[0, 9, 9]] * 3), *([[0, 0, 9]] * 2)]
    assert not sheet(fight, "a").shields[1].active


@pytest.mark.rule("DR-SHD-20")
def test_low_comes_before_medium_and_medium_before_high() -> None:
    """60 against three of 25: low and medium run out, and high pays 10."""
    shields = tuple(shield(p[0], p, 25) for p in ("high", "medium", "low"))
    start = duel(DriveSheet(weapons=(shot("heat", 60),)), DriveSheet(shields=shields))
    fight = session(start)
    blow(fight, FIRE)
    assert {one.id: one.points for one in sheet(fight, "t").shields} == {"h": 15, "m": 0, "l": 0}


@pytest.mark.rule("DR-SHD-21")
@pytest.mark.parametrize(
    ("rule", "left"), [("most_points_first", [30, 20]), ("fewest_points_first", [0, 50])]
)
def test_a_house_rule_says_who_goes_first(rule: str, left: list[int]) -> None:
    """30 frost against 30 and 50: the fuller pays, or the emptier, and nobody is asked."""
    target = DriveSheet(shields=(shield("A", "medium", 30), shield("B", "medium", 50)))
    start = duel(DriveSheet(weapons=(shot("frost", 30),)), target, same_level_order=rule)
    fight = session(start)
    assert isinstance(fight.submit(FIRE), Accepted)
    assert [one.points for one in sheet(fight, "t").shields] == left


@pytest.mark.rule("DR-SHD-21")
def test_nobody_is_asked_where_every_point_is_needed() -> None:
    """90 frost against 30 and 50 takes them both, whoever begins."""
    shields = (shield("A", "medium", 30), shield("B", "medium", 50))
    target = DriveSheet(defence_tn=12, shields=shields)
    fight = session(duel(DriveSheet(weapons=(shot("frost", 90),)), target), 25)
    assert isinstance(fight.submit(FIRE), Accepted)
    assert sheet(fight, "t").damage_taken == 10


@pytest.mark.rule("DR-SHD-23")
def test_those_inside_shoot_out_freely() -> None:
    """The bubble of a shooter does not hinder the shot, nor trap an enemy's from inside."""
    start = duel(
        DriveSheet(weapons=(shot("heat", 20),), shields=(ROUND.replace(radius_band="engagement"),)),
        DriveSheet(),
    )
    fight = session(start)
    blow(fight, FIRE)
    assert sheet(fight, "t").damage_taken == 20
    assert sheet(fight, "a").shields[0].points == 40


@pytest.mark.rule("DR-SHD-03")
def test_the_gm_puts_a_bubble_down_and_takes_it_away() -> None:
    """A bubble at a point has its own name, band and points, and is drawn with them."""
    fight = session(duel(DriveSheet(), DriveSheet()))
    fight.submit(RaiseBubble(actor="a", cell=Cell(5, 5), points=30, radius_band="short"))
    (one,) = state_of(fight.encounter).bubbles
    assert (one.id, one.points, one.centre, one.radius_band) == ("Bubble 1", 30, (5, 5), "short")
    (area,) = SYSTEM.board.areas(fight.encounter)
    assert area.label == "Bubble 1: 30"
    assert Cell(11, 5) in area.cells
    assert Cell(12, 5) not in area.cells
    fight.submit(RemoveBubble(bubble="Bubble 1"))
    assert state_of(fight.encounter).bubbles == ()
    assert isinstance(fight.submit(RemoveBubble(bubble="Bubble 1")), Refused)


@pytest.mark.rule("DR-SHD-15")
def test_a_shield_given_replaces_one_of_its_name() -> None:
    """Whoever is given the same shield again has it once."""
    fight = session(duel(DriveSheet(), DriveSheet(shields=(shield("H", "high", 1),))))
    fight.submit(GrantShield(target="t", shield=shield("H", "high", 5)))
    assert [one.points for one in sheet(fight, "t").shields] == [5]


@pytest.mark.rule("DR-SHD-02")
def test_a_bubble_limited_to_a_group_covers_a_member_outside_of_it() -> None:
    """Of a group that it protects, somebody a square too far is covered too, others are not."""
    ward = ROUND.replace(radius_band="engagement", protects="us")
    mage = Combatant(
        id="m", name="Mage", group="us", pos=Cell(20, 0), sheet=DriveSheet(shields=(ward,))
    )
    start = duel(DriveSheet(weapons=(shot("heat", 20),)), DriveSheet()).with_combatant(mage)
    for name, damage in (("us", 0), ("them", 20)):
        fight = session(start.with_combatant(start["t"].replace(group=name)))
        blow(fight, FIRE)
        assert sheet(fight, "t").damage_taken == damage
