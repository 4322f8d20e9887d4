"""Where two rules meet: ties and reactions, robots, seats and grapples, cover and chance."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from gridwar.engine.kit.turn_and_move_commands import Move, NextTurn
from gridwar.engine.odds.odds_outcomes import Limits
from gridwar.engine.odds.request_branches import Explorer
from gridwar.engine.play.offered_actions_and_drafts import actions_of
from gridwar.model.cover_kinds import Cover, CoverDegree
from gridwar.model.geometry import Cell
from gridwar.systems.cepheus import SYSTEM
from gridwar.systems.cepheus.attacks.attack_offers import Attack, FireBlind, ThrowAt
from gridwar.systems.cepheus.attacks.attack_records import Shot
from gridwar.systems.cepheus.attacks.blast_damage import Explode
from gridwar.systems.cepheus.attacks.bystanders_and_line_of_fire import crowd_of
from gridwar.systems.cepheus.attacks.suppression import Suppress
from gridwar.systems.cepheus.core.fight_state import check_dm, sheet_of, state_of
from gridwar.systems.cepheus.core.initiative_order import initiative
from gridwar.systems.cepheus.core.machine_records import Aboard
from gridwar.systems.cepheus.core.person_records import Aim, Task
from gridwar.systems.cepheus.core.weapon_records import BlastZone
from gridwar.systems.cepheus.grapples.coup_de_grace import CoupDeGrace
from gridwar.systems.cepheus.grapples.grapple import Grapple
from gridwar.systems.cepheus.positions.range_bands import band_between
from gridwar.systems.cepheus.turns.delay_and_haste import ActNow
from gridwar.systems.cepheus.vehicles.combined_fire import CombinedFire, helpers
from gridwar.systems.cepheus.vehicles.machine_explosion import HitLocation
from gridwar.systems.cepheus.vehicles.ramming import Ram
from tests.systems.cepheus.firefight import (
    KNIFE,
    PISTOL,
    RIFLE,
    SWORD,
    done,
    fight,
    person,
    refused,
    sheet,
    summed,
)
from tests.systems.cepheus.garage import GUN, car, inside, machine

if TYPE_CHECKING:
    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Encounter

FULL = Cover(degree=CoverDegree.FULL)
TOUGH = {"endurance": 40}
LOW: dict[str, Any] = {"stance": "crouched", "declared_cover": FULL}


def _tied(**sheets: dict[str, Any]) -> Encounter:
    """Return a fight in which X and Y come simultaneously, X first; Z comes after them."""
    x, y = sheets.get("x", {}), sheets.get("y", {})
    people = person("x", 0, initiative_base=9, **x), person("y", 10, initiative_base=9, **y)
    here = fight(*people, person("z", 0, 5, initiative_base=8)).replace(turn=None)
    here = done(here, NextTurn()).encounter
    assert here.bracket is not None
    assert here.turn == "x"
    return here


def _count(here: Encounter, who: str, round_of: int) -> int:
    return initiative(sheet(here, who), round_of)


# --- ties ---------------------------------------------------------------------------------------


@pytest.mark.rule("CE-RND-03", "CE-INI-06", "CE-REA-01")
def test_who_dodges_one_of_the_same_moment_pays_in_the_next_round_and_checks_at_once() -> None:
    """X shoots, Y dodges: Y acts at 9 still, with -1 on the own shot, and comes at 7 next round."""
    shot = Attack(actor="x", target="y", weapon="pistol")
    here = done(_tied(), shot, (1, 1), y="dodge").encounter
    assert (_count(here, "y", 1), _count(here, "y", 2)) == (9, 7)
    here = done(here, NextTurn()).encounter
    assert here.turn == "y"
    answer = summed(here, Attack(actor="y", target="x", weapon="pistol"))
    assert answer.value("CE-REA-01", "1") == -1


@pytest.mark.rule("CE-RND-03", "CE-INI-06", "CE-REA-01")
def test_who_has_acted_and_dodges_one_of_the_same_moment_pays_in_the_next_round() -> None:
    """X is done, Y shoots and X dodges: not this round but the next one costs Initiative."""
    here = done(_tied(), NextTurn()).encounter
    shot = Attack(actor="y", target="x", weapon="pistol")
    here = done(here, shot, (1, 1), x="dodge").encounter
    assert (_count(here, "x", 1), _count(here, "x", 2)) == (9, 7)


@pytest.mark.rule("CE-RND-03", "CE-FIR-07", "CE-INI-06")
def test_suppressing_one_of_the_same_moment_costs_them_the_next_round() -> None:
    """Effect 5 on Y, who acts at the same moment: 4 in the next round, where -1 weighs too."""
    here = done(_tied(), Suppress(target="y", effect=5)).encounter
    assert (_count(here, "y", 1), _count(here, "y", 2)) == (9, 4)
    assert check_dm(sheet(here, "y"), 2) == -1


@pytest.mark.rule("CE-RND-03", "CE-MIN-02", "CE-EXP-03")
def test_who_dives_at_the_same_moment_has_done_so_when_their_own_turn_comes() -> None:
    """Diving is their own doing: aim, stance and significant action are gone in the tied turn."""
    aiming = {"aim": Aim(target="x", to_hit=3), "chars": {"endurance": 40}}
    here = done(
        _tied(y=aiming),
        ThrowAt(actor="x", weapon="grenade", square=Cell(10, 0)),
        (6, 6, 1, 1, 1, 1, 1),
        y="dive",
    ).encounter
    here = done(here, NextTurn()).encounter
    seen = sheet_of(here["y"])
    assert (seen.aim, seen.stance, seen.budget.significant) == (None, "prone", 0)
    assert seen.chars.endurance == 40, "what the blast did counts when the moment is over"


@pytest.mark.rule("CE-RND-03", "CE-INI-06", "CE-INI-08", "CE-FIR-07")
def test_who_cuts_in_costs_one_of_a_tie_this_round() -> None:
    """Z interrupts X and suppresses Y by 2, who has not acted: Y comes at 7, after W at 8."""
    waiting = person("z", 0, 5, initiative_base=12, delaying=True)
    here = fight(
        person("x", 0, initiative_base=9),
        person("y", 10, initiative_base=9),
        waiting,
        person("w", 0, 9, initiative_base=8),
    )
    here = done(here.replace(turn=None), NextTurn()).encounter
    assert here.bracket is not None
    assert here.turn == "x"
    here = done(here, ActNow(actor="z")).encounter
    here = done(here, Suppress(target="y", effect=2)).encounter
    assert (_count(here, "y", 1), _count(here, "y", 2)) == (7, 9)
    came = []
    for _turn in range(3):
        here = done(here, NextTurn()).encounter
        came.append(here.turn)
    assert came == ["x", "w", "y"]


@pytest.mark.rule("CE-RND-03", "CE-GRP-01", "CE-GRP-03")
def test_of_two_grapples_at_the_same_moment_the_earlier_stands() -> None:
    """X grapples Y; Y, from the state before, grapples Z: in the end X and Y hold each other."""
    people = (person(who, initiative_base=9 if who != "z" else 8) for who in "xyz")
    here = done(fight(*people).replace(turn=None), NextTurn()).encounter
    for who, whom in (("x", "y"), ("y", "z")):
        assert here.turn == who
        here = done(here, Grapple(actor=who, target=whom), (6, 6, 1, 1), win="hold").encounter
        here = done(here, NextTurn()).encounter
    held = {who: sheet(here, who).grappled_with for who in "xyz"}
    assert held == {"x": "y", "y": "x", "z": None}


# --- robots -------------------------------------------------------------------------------------


@pytest.mark.rule("CE-VDM-07", "CE-VDM-16", "CE-SIG-11")
def test_a_robot_without_drive_stands_still_and_acts_on() -> None:
    """A third hit disables the drive: it cannot walk, but shoots, dodges and is not helpless."""
    bot = car("bot", kind="robot", drive_hits=3)
    bot = bot.replace(sheet=bot.sheet.replace(weapons=(PISTOL,), initiative_base=9, speed_m=6))
    armed = bot.sheet.replace(budget=sheet_of(bot).budget.replace(minor=1, significant=1))
    here = fight(bot.replace(sheet=armed), person("kell", 2))
    assert refused(here, Move(actor="bot", path=(Cell(1, 0),))) == "speed"
    done(here, Attack(actor="bot", target="kell", weapon="pistol"), (1, 1))
    kells = here.replace(turn="kell")
    assert refused(kells, CoupDeGrace(actor="kell", target="bot", weapon="sword")) == "not_helpless"
    done(kells, Attack(actor="kell", target="bot", weapon="pistol"), (1, 1), bot="dodge")
    gone = here.with_combatant(car("bot", kind="robot", power_hits=3))
    done(gone.replace(turn="kell"), CoupDeGrace(actor="kell", target="bot", weapon="sword"))


@pytest.mark.rule("CE-VDM-07", "CE-MIN-06")
@pytest.mark.parametrize(("hits", "squares"), [(0, 10), (1, 9), (2, 7)])
def test_a_damaged_drive_slows_a_robot_that_walks(hits: int, squares: int) -> None:
    """Of 15 m a move one hit takes a tenth and two a quarter."""
    bot = car("bot", kind="robot", drive_hits=hits)
    budget = sheet_of(bot).budget.replace(minor=1, significant=1)
    ready = bot.sheet.replace(speed_m=15, initiative_base=9, budget=budget)
    here = fight(bot.replace(sheet=ready))
    zones = SYSTEM.board.movement(here, "bot", "").zones
    assert zones[0].limit // 10 == squares


# --- people in vehicles -------------------------------------------------------------------------


@pytest.mark.rule("CE-GRP-01", "CE-VEH-04")
def test_nobody_aboard_wrestles_but_within_the_same_vehicle() -> None:
    """Neither out of a vehicle nor into it; a neighbour can be grappled, and stays inside."""
    here = fight(inside("rider"), person("kell"), inside("friend", seat=2), car())
    reach = Grapple(actor="rider", target="kell", move_in=True)
    assert refused(here, reach) == "vehicle_between"
    kells = here.replace(turn="kell")
    assert refused(kells, Grapple(actor="kell", target="rider")) == "vehicle_between"
    thrown = done(here, Grapple(actor="rider", target="friend"), (6, 6, 1, 1, 4), rider=("throw",))
    after = thrown.encounter
    assert sheet(after, "friend").aboard is not None, "there is a hull around them"
    assert after["friend"].pos == after["car"].pos


@pytest.mark.rule("CE-VEH-04", "CE-GRP-01", "CE-MIN-06")
def test_the_way_into_a_grapple_is_a_move_like_any_other() -> None:
    """Who sits in a vehicle of several squares gets to nobody in it without getting out."""
    long = car(size=(4, 1))
    here = fight(inside("rider", x=3), inside("friend", seat=3, x=0), long)
    assert refused(here, Grapple(actor="rider", target="friend", move_in=True)) == "aboard"


@pytest.mark.rule("CE-VEH-04", "CE-VEH-05")
@pytest.mark.parametrize("closed", [True, False])
def test_fists_and_swords_reach_neither_out_of_a_closed_vehicle_nor_into_it(closed: bool) -> None:
    """In closed ones people shoot out; only in open ones they attack otherwise."""
    here = fight(inside("rider"), person("kell", 1), car(closed=closed))
    out = Attack(actor="rider", target="kell", weapon="sword")
    into = Attack(actor="kell", target="rider", weapon="sword")
    if closed:
        assert refused(here, out) == "melee_through_vehicle"
        assert refused(here.replace(turn="kell"), into) == "melee_through_vehicle"
        done(here, Attack(actor="rider", target="car", weapon="dagger"), (1, 1))
        done(here.replace(turn="kell"), Attack(actor="kell", target="car", weapon="sword"), (1, 1))
    else:
        done(here, out, (1, 1))
        done(here.replace(turn="kell"), into, (1, 1))


@pytest.mark.rule("CE-VAC-03", "CE-REA-03")
def test_to_ram_somebody_aboard_is_to_ram_what_they_sit_in() -> None:
    """The rider is not asked to dodge; a failed ram stops beside the vehicle without a crash."""
    here = fight(
        inside("driver", seat=0),
        car(speed_kph=30),
        inside("rider", "van", x=12),
        car("van", 10, size=(3, 1), side="2"),
    )
    failed = done(here, Ram(actor="driver", target="rider"), (1, 1))
    assert failed.result is None
    assert failed.encounter["car"].pos == Cell(9, 0)
    assert not sheet(failed.encounter, "rider").initiative_mods
    assert refused(here, Ram(actor="driver", target="driver")) == "ram_oneself"


# --- low behind full cover ----------------------------------------------------------------------


@pytest.mark.rule("CE-COV-03", "CE-FIR-01")
def test_blind_fire_passes_over_who_is_low_behind_full_cover() -> None:
    """Impossible to hit: only the other one on the line is eligible."""
    here = fight(person("mara"), person("low", 5, **LOW), person("kell", 8))
    blind = FireBlind(actor="mara", weapon="rifle", square=Cell(5, 0))
    found = done(here, blind, (6, 6, 6, 1, 1, 1)).result
    assert (found.eligible, found.struck) == (("kell",), "kell")


@pytest.mark.rule("CE-COV-03", "CE-FIR-05")
def test_a_miss_into_combat_passes_over_who_is_low_behind_full_cover() -> None:
    """They count as in combat (-2), but the stray shot finds the next one, or nobody."""
    low = person("low", 6, **LOW)
    here = fight(person("mara"), person("kell", 6), low)
    shot = Attack(actor="mara", target="kell", weapon="pistol")
    assert summed(here, shot).value("CE-FIR-05") == -2
    assert done(here, shot, (1, 1, 6)).result.stray is None
    beside = here.with_combatant(person("bo", 6))
    assert done(beside, shot, (1, 1, 6, 1, 1)).result.stray == "bo"


@pytest.mark.rule("CE-COV-03", "CE-FIR-04")
def test_flechettes_pass_over_who_is_low_behind_full_cover() -> None:
    """They strike the target and those beside it, not who cannot be hit; nor are those asked."""
    gun = RIFLE.replace(id="shotgun", type="shotgun", ammo_kind="flechette")
    mara = person("mara", weapons=(gun,))
    here = fight(mara, person("kell", 12), person("low", 12, **LOW), person("bo", 12))
    found = done(here, Attack(actor="mara", target="kell", weapon="shotgun"), (6, 6, 1, 1)).result
    assert {one.victim for one in found.injuries} == {"kell", "bo"}


@pytest.mark.rule("CE-COV-03", "CE-FIR-07")
def test_who_cannot_be_hit_can_be_suppressed() -> None:
    """Suppression aims at the wall before them; an ordinary shot is refused."""
    here = fight(person("mara"), person("low", 6, **LOW))
    shot = Attack(actor="mara", target="low", weapon="rifle")
    assert refused(here, shot) == "cannot_be_hit"
    kept = done(here, shot.replace(mode="suppression"), (6, 6)).result
    assert kept.suppressed == ("low",)


# --- fire at ships, from mounts, far away -------------------------------------------------------


@pytest.mark.rule("CE-STS-02", "CE-GRP-03", "CE-OTH-02")
def test_nobody_joins_fire_at_a_ship_who_wrestles_or_is_busy() -> None:
    """Both can do nothing else, and have no next significant action to give for it."""

    def helpers_of(kell: Combatant) -> list[str]:
        ship = car("ship", 30, starship_scale=True, side="2")
        here = fight(person("mara"), kell, person("bo", 1, 1), ship)
        return [one.actor for one in helpers(here, Shot("mara", "rifle", target="ship"))]

    assert helpers_of(person("kell", 0, 1)) == ["kell", "bo"]
    assert helpers_of(person("kell", 0, 1, grappled_with="bo")) == ["bo"]
    assert helpers_of(person("kell", 0, 1, task=Task(needed=5))) == ["bo"]


@pytest.mark.rule("CE-FIR-06", "CE-VEH-06")
def test_the_mount_of_a_standing_vehicle_is_a_rest() -> None:
    """At 6 km a gunner needs level 3 and a vehicle that stands; a rifle in hand needs its rest."""
    far = person("kell").replace(pos=None, distance_m=6000)
    gunner = inside("gunner", seat=1, skills={"slug_rifle": 3})
    gun = GUN.replace(mount_arc="turret")
    shot = Attack(actor="gunner", target="kell", weapon="mounted:gun")
    here = fight(gunner, far, car(weapons=(gun,)))
    done(here, shot, (1, 1))
    assert refused(here, shot.replace(weapon="rifle")) == "no_rest"
    rolling = fight(gunner, far, car(weapons=(gun,), speed_kph=10))
    assert refused(rolling, shot) == "not_still"


@pytest.mark.rule("CE-RNG-01", "CE-RNG-03")
@pytest.mark.parametrize(
    ("metres", "band", "dm"),
    [
        (51, "long", 0),
        (250, "long", 0),
        (251, "very_long", -2),
        (500, "very_long", -2),
        (501, "distant", -4),
    ],
)
def test_a_distance_in_metres_is_banded_by_metres(metres: float, band: str, dm: int) -> None:
    """Long is 51 to 250 m, Distant begins at 501 m, whatever that is in squares."""
    far = person("kell").replace(pos=None, distance_m=metres)
    here = fight(person("mara"), far)
    assert band_between(here, "mara", "kell") == band
    assert (
        summed(here, Attack(actor="mara", target="kell", weapon="rifle")).value("CE-RNG-03") == dm
    )


# --- the small ones -----------------------------------------------------------------------------


@pytest.mark.rule("CE-SIG-11", "CE-EXP-01", "CE-THR-01")
def test_a_coup_de_grace_with_a_grenade_goes_off_and_a_knife_stays() -> None:
    """The helpless dies either way; the one who stands beside is in the blast."""
    here = fight(person("mara"), person("kell", 1, helpless=True), person("bo", 1))
    grenade = CoupDeGrace(actor="mara", target="kell", weapon="grenade")
    found = done(here, grenade, (1,) * 5, mara="none", bo="none")
    assert sheet(found.encounter, "kell").killed
    assert {one.victim for one in found.result.injuries} == {"mara", "bo"}
    assert [
        one.loaded for one in sheet(found.encounter, "mara").weapons if one.id == "grenade"
    ] == [1]
    knife = here.with_combatant(person("mara", weapons=(KNIFE.replace(leaves_hand=True),)))
    after = done(knife, CoupDeGrace(actor="mara", target="kell", weapon="knife")).encounter
    assert [one.cell for one in state_of(after).lying] == [Cell(1, 0)]


@pytest.mark.rule("CE-SIG-06")
def test_a_throw_is_a_check_of_athletics_whatever_the_weapon_names() -> None:
    """2D6 + Athletics + Dexterity DM."""
    odd = KNIFE.replace(skill="blades")
    here = fight(
        person("mara", weapons=(odd,), skills={"blades": 3, "athletics": 1}), person("k", 4)
    )
    tally = summed(here, Attack(actor="mara", target="k", weapon="knife"))
    assert tally.value("CE-CORE-04", "athletics") == 1


@pytest.mark.rule("CE-FIR-05", "CE-VEH-04")
def test_what_one_fires_out_of_is_not_in_combat_with_the_target() -> None:
    """Somebody on the hood of an open car is shot from its seat without the -2."""
    here = fight(inside("rider"), person("kell"), car(closed=False))
    assert crowd_of(here, Shot("rider", "pistol", target="kell")) == ()


@pytest.mark.rule("CE-FIR-05", "CE-VEH-04")
@pytest.mark.parametrize("is_aboard", [False, True])
def test_a_miss_that_may_hit_who_drives_counts_for_the_target(*, is_aboard: bool) -> None:
    """Where only the target counts, who else is hit is left out, unless both are in one vehicle."""
    there = [inside("kell", x=6), inside("bo", seat=0, x=6), car(x=6, closed=False)]
    apart = [person("kell", 6), person("bo", 6)]
    here = fight(person("mara"), *(there if is_aboard else apart))
    shot = Attack(actor="mara", target="kell", weapon="rifle")
    all_of_it, of_target = (Explorer(SYSTEM, here, shot, {}, Limits()) for _time in range(2))
    of_target.is_for_target_only = True
    odds, told = all_of_it.run(), of_target.run()
    assert odds.down("bo") > 0
    assert told.down("bo") == (pytest.approx(odds.down("bo")) if is_aboard else 0)
    assert told.success == pytest.approx(odds.success)
    assert dict(told.distribution("kell")) == pytest.approx(dict(odds.distribution("kell")))


@pytest.mark.rule("CE-STA-03", "CE-SIG-04")
def test_strikes_are_off_while_prone_before_a_target_is_chosen() -> None:
    """A prone character cannot make melee attacks: the action says so, a shot stays open."""
    here = fight(person("mara", stance="prone", weapons=(SWORD, PISTOL)), person("kell", 1))
    found = {one.id: one.refusal for one in actions_of(SYSTEM, here, "mara")}
    assert found["attack:sword"] is not None
    assert found["attack:sword"].code == "prone_melee"
    assert found["attack:pistol"] is None


@pytest.mark.rule("CE-COV-03", "CE-FIR-01", "CE-SIG-06")
def test_who_is_low_behind_full_cover_shoots_at_no_square_either() -> None:
    """They cannot return fire: neither a blind shot nor a throw comes from there."""
    here = fight(person("mara", **LOW), person("kell", 8))
    blind = FireBlind(actor="mara", weapon="rifle", square=Cell(5, 0))
    assert refused(here, blind) == "shut_in"
    assert refused(here, ThrowAt(actor="mara", weapon="grenade", square=Cell(5, 0))) == "shut_in"


@pytest.mark.rule("CE-STS-02")
def test_only_fire_at_ships_adds_up_and_only_of_those_who_are_up() -> None:
    """At a car nobody fires together; the unconscious join in nothing."""
    down = {"chars": {"strength": 0, "endurance": 0}, "chars_max": {"strength": 7, "endurance": 7}}
    people = person("mara"), person("kell", 0, 1, **down)
    at_car = fight(*people, car("van", 10, side="2"))
    shot = CombinedFire(actor="mara", target="van", weapon="rifle")
    assert refused(at_car, shot) == "no_ship"
    at_ship = fight(*people, car("ship", 30, starship_scale=True, side="2"))
    assert helpers(at_ship, Shot("mara", "rifle", target="ship")) == ()


@pytest.mark.rule("CE-EXP-02")
def test_each_victim_of_a_blast_answers_for_themselves() -> None:
    """Ada dodges (less 4), Bo dives (half of 20), Mara stands too far off."""
    here = fight(person("mara", 0, 20), person("ada", 6, chars=TOUGH), person("bo", 7, chars=TOUGH))
    boom = Explode(square=Cell(6, 0), zones=(BlastZone(radius_m=3, dice=5),))
    found = done(here, boom, (4, 4, 4, 4, 4, 4), ada="dodge", bo="dive").result
    assert {one.victim: one.before_armor for one in found.injuries} == {"ada": 16, "bo": 10}


@pytest.mark.rule("CE-VAC-03", "CE-VEH-02")
def test_a_vehicle_that_rams_from_where_it_stands_has_gone_no_metres() -> None:
    """Beside the target already: it is not harder to hit for having moved."""
    here = fight(inside("driver", seat=0), car(speed_kph=10), person("kell", 1))
    after = done(here, Ram(actor="driver", target="kell"), (6, 6, 1), kell="none").encounter
    assert sheet(after, "car").moved_m == 0


@pytest.mark.rule("CE-CORE-09", "CE-VDM-08")
@pytest.mark.parametrize(("face", "name"), [(1, "one"), (2, "two")])
def test_a_weapon_is_drawn_by_its_place_in_the_list(face: int, name: str) -> None:
    """Two guns: 1 is the first, 2 the second."""
    guns = tuple(GUN.replace(id=one, name=one) for one in ("one", "two"))
    here = fight(person("mara"), car(weapons=guns))
    after = done(here, HitLocation(who="car", location="weapon"), (face,)).encounter
    assert [one.id for one in sheet(after, "car").weapons if one.hits] == [name]


@pytest.mark.rule("CE-VDM-12", "CE-VDM-14")
def test_a_robot_at_the_wheel_is_hit_as_a_machine() -> None:
    """What the vehicle suffered goes through the tables of the robot that drives it."""
    pilot = car("pilot", kind="robot", hull=3)
    pilot = pilot.replace(sheet=sheet_of(pilot).replace(aboard=Aboard(vehicle="car", seat=0)))
    here = fight(person("mara", 9), car(), pilot)
    hit = HitLocation(who="car", location="cockpit", points=1)
    after = done(here, hit, (1, 1)).encounter
    assert machine(after, "pilot").hull == 2
