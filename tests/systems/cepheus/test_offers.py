"""What an attack's sheet lets choose, whom an attack takes in, and the ties that are drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from gridwar.engine.kit.offers_and_actions import Target
from gridwar.engine.kit.turn_and_move_commands import Move
from gridwar.engine.odds.odds_columns import odds
from gridwar.engine.play.offered_actions_and_drafts import actions_of
from gridwar.model.battlemap import BattleMap
from gridwar.model.geometry import SUBCELL, Cell, Point
from gridwar.model.walls import DoorState, Wall, WallKind
from gridwar.systems.cepheus import SYSTEM
from gridwar.systems.cepheus.actions.aiming_and_weapon_rest import Brace
from gridwar.systems.cepheus.actions.check_action import Check
from gridwar.systems.cepheus.actions.sensor_scan import Scan, found_by
from gridwar.systems.cepheus.attacks.attack_offers import Attack, FireBlind
from gridwar.systems.cepheus.core.person_records import Aim, CommSet, Contact, Sensor, Signs, Team
from gridwar.systems.cepheus.core.weapon_records import Weapon
from gridwar.systems.cepheus.movement import MoveResult
from tests.systems.cepheus.firefight import done, fight, person, refused, sheet

if TYPE_CHECKING:
    from gridwar.engine.kit.command_draft import CommandChoice

GUN = Weapon(
    id="gun",
    name="Gun",
    type="rifle",
    skill="slug_rifle",
    damage_dice=2,
    magazine=30,
    loaded=30,
    bursts=(4,),
    slug_small_arm=True,
)
SCATTER = Weapon(
    id="scatter", name="Shotgun", type="shotgun", skill="slug_rifle", ammo_kind="flechette"
)


def choices(command: Any, *people: Any) -> dict[str, CommandChoice]:
    """Return what can be chosen about a command, by key."""
    return {one.key: one for one in SYSTEM.draft(fight(*people), command).choices}


def attack(**values: Any) -> Attack:
    """Return mara's attack on kell."""
    return Attack(**{"actor": "mara", "target": "kell", "weapon": "gun", **values})


@pytest.mark.rule("CE-FIR-02", "CE-FIR-03", "CE-FIR-07")
def test_ways_of_firing_are_offered_with_what_they_are_worth() -> None:
    """A gun offers its bursts both ways, panic and suppression; each option is the command."""
    found = choices(attack(), person("mara", weapons=(GUN,)), person("kell", 9))["mode"]
    notes = {one.id: one.note for one in found.options}
    assert notes == {
        "single": "",
        "4:attack": "+1",
        "4:damage": "+1D6",
        "panic": "-2, all 30 rounds",
        "suppression:1": "-2, 2 rounds",
        "suppression:4": "-2, 8 rounds",
    }
    assert found.chosen == "single"
    burst = next(one.command for one in found.options if one.id == "4:damage")
    assert burst == attack(mode="burst", rounds=4, use="damage")
    again = choices(burst, person("mara", weapons=(GUN,)), person("kell", 9))["mode"]
    assert again.chosen == "4:damage"


@pytest.mark.rule("CE-FIR-08")
def test_a_suppressing_burst_offers_those_near_the_target() -> None:
    """With bursts of four all foes within 2 squares may be named, too."""
    foes = [person(who, 9 + n).replace(side="2") for n, who in enumerate(("kell", "bo", "ann"))]
    wide = attack(mode="suppression", rounds=4)
    found = choices(wide, person("mara", weapons=(GUN,)), *foes)["others"]
    named = found.options[1].command
    assert isinstance(named, Attack)
    assert named.others == ("bo", "ann")
    assert SYSTEM.draft(fight(person("mara", weapons=(GUN,)), *foes), named).aimed.numbered == (  # type: ignore[union-attr]
        "kell",
        "bo",
        "ann",
    )


@pytest.mark.rule("CE-SEN-03", "CE-SIG-04")
def test_sensors_and_arms_are_offered_where_there_is_a_choice() -> None:
    """What is carried can be aimed by; a blow goes by Strength or Dexterity, the better first."""
    goggles = (Sensor(kind="infrared"),)
    mara = person("mara", sensors=goggles, chars={"strength": 9, "dexterity": 6})
    found = choices(attack(weapon="rifle"), mara, person("kell", 9))
    assert [one.id for one in found["sight_by"].options] == ["eye", "infrared"]
    blow = choices(attack(weapon="sword"), mara, person("kell", 1))
    assert set(blow) == {"arm"}
    assert blow["arm"].chosen == "strength"
    plain = choices(attack(weapon="pistol"), person("mara"), person("kell", 9))
    assert "sight" not in plain


@pytest.mark.rule("CE-FIR-01", "CE-FIR-04")
def test_whom_an_attack_takes_in_is_numbered() -> None:
    """Blind fire numbers those on its line, flechettes those at the target's place."""
    people = person("mara", weapons=(GUN, SCATTER)), person("kell", 10), person("bo", 10)
    start = fight(*people)
    blind = SYSTEM.draft(start, FireBlind(actor="mara", weapon="gun", square=Cell(4, 0))).aimed
    assert blind is not None
    assert blind.numbered == ("bo", "kell")
    assert Cell(60, 0) in blind.cells
    spread = SYSTEM.draft(start, attack(weapon="scatter")).aimed
    assert spread is not None
    assert spread.numbered == ("kell", "bo")
    assert SYSTEM.draft(start, attack()).aimed is None


@pytest.mark.rule("CE-MIN-02", "CE-MIN-03")
def test_aim_is_a_tie_with_its_count() -> None:
    """The line from the aimer to his target says how much the aim is worth."""
    start = fight(
        person("mara", aim=Aim(target="kell", to_hit=3)),
        person("kell", 9),
        person("bo", 5, aim=Aim(target="mara", to_kill=2)),
    )
    ties = {(one.a, one.b): one.label for one in SYSTEM.board.scenery(start).ties}
    assert ties == {("mara", "kell"): "aims +3", ("bo", "mara"): "for the kill +4"}


@pytest.mark.rule("CE-COM-01")
def test_links_of_a_unit_are_ties_and_those_cut_are_broken() -> None:
    """The commander's links are drawn, all but voice by name; a relay is tied to who hears it."""
    wall = Wall(id="w", a=Point(20 * SUBCELL, 0), b=Point(20 * SUBCELL, 60 * SUBCELL))
    radio = Team(unit="red", comms=(CommSet(means="radio"),))
    people = (
        person("c", 0, team=Team(unit="red", commander=True)),
        person("m", 19, team=radio),
        person("t", 90, team=radio),
        person("x", 3, team=radio, contact=Contact(cut=True)),
    )
    page = BattleMap(width=200, height=60).with_walls([wall])
    ties = {
        (one.a, one.b): (one.label, one.broken)
        for one in SYSTEM.board.scenery(fight(*people, ground=page)).ties
    }
    assert ties[("c", "m")] == ("", False)
    assert ties[("m", "t")] == ("Radio", False)
    assert ties[("c", "x")] == ("X is cut off", True)


# --- sensors and rests ----------------------------------------------------------------------------


@pytest.mark.rule("CE-SEN-01")
def test_a_look_round_finds_what_shows_in_the_sensor() -> None:
    """Infra-red the warm, neural the living, motion what moves, EM what carries high power."""
    kinds = ("infrared", "neural", "motion", "em_detector", "bioscanner")
    mara = person("mara", sensors=tuple(Sensor(kind=kind) for kind in kinds))  # type: ignore[arg-type]
    start = fight(
        mara,
        person("man", 5),
        person("bot", 6, signs=Signs(warm=False, living=False)),
        person("runs", 7, moved_m=6.0),
        person("gauss", 8, signs=Signs(em_signature=True)),
    )
    found = {kind: found_by(start, "mara", kind) for kind in kinds}  # type: ignore[arg-type]
    assert found["infrared"] == ("man", "runs", "gauss")
    assert found["neural"] == ("man", "runs", "gauss")
    assert found["motion"] == ("runs",)
    assert found["em_detector"] == ("gauss",)
    assert found["bioscanner"] == ()


@pytest.mark.rule("CE-SEN-01")
def test_a_look_round_reveals_the_hidden_and_secret_doors() -> None:
    """A densitometer shows whoever hides within its range, and secret doors, to one's side."""
    door = Wall(
        id="d",
        a=Point(4 * SUBCELL, 0),
        b=Point(4 * SUBCELL, SUBCELL),
        kind=WallKind.DOOR,
        door=DoorState.SECRET,
    )
    near, far = (person(who, x).replace(side="2", hidden=True) for who, x in (("n", 5), ("f", 40)))
    mara = person("mara", sensors=(Sensor(kind="densitometer", range_m=30),))
    page = BattleMap(width=60, height=9).with_walls([door])
    start = fight(mara, near, far, ground=page)
    after = done(start, Scan(actor="mara", sensor="densitometer"))
    people = after.encounter.combatants
    assert [people[who].is_known_to("1") for who in ("n", "f")] == [True, False]
    assert after.encounter.map.wall("d").door is DoorState.CLOSED
    assert refused(start, Scan(actor="mara", sensor="motion")) == "no_sensor"


@pytest.mark.rule("CE-FIR-06")
def test_a_rest_is_left_by_moving() -> None:
    """A weapon laid on its rest is taken off it by a step."""
    start = done(
        fight(person("mara", skills={"slug_rifle": 3}), person("kell", 9)), Brace(actor="mara")
    ).encounter
    assert sheet(start, "mara").rest
    after = done(start, Move(actor="mara", path=(Cell(1, 0),)))
    assert isinstance(after.result, MoveResult)
    assert not sheet(after.encounter, "mara").rest


@pytest.mark.rule("CE-CORE-03", "CE-CORE-05", "CE-CORE-06", "CE-SIG-02", "CE-MIN-10")
def test_a_check_lets_choose_how_hard_it_is_and_against_whom() -> None:
    """Characteristic, difficulty, opponents by distance, price; against somebody none is set."""
    people = person("mara"), person("far", 9), person("kell", 3)
    found = choices(Check(actor="mara", skill="athletics"), *people)
    assert list(found) == ["characteristic", "difficulty", "opponent", "price"]
    assert [one.id for one in found["opponent"].options] == ["", "kell", "far"]
    hard = {one.id: one.note for one in found["difficulty"].options}
    assert (hard["simple"], hard["average"], hard["formidable"]) == ("+6", "+0", "-6")
    against = found["opponent"].options[1].command
    assert list(choices(against, *people)) == ["characteristic", "opponent", "price"]
    column = odds(SYSTEM, fight(*people), against).columns[0]
    assert column.outcomes is not None
    assert column.outcomes.success == pytest.approx(0.5)


@pytest.mark.rule("CE-INI-04", "CE-INI-05")
def test_commanders_choose_their_characteristic_beforehand() -> None:
    """Nothing is asked once Tactics or Leadership are on their sheets."""
    people = person("mara", skills={"leadership": 1}, team=Team(commander=True)), person("kell", 3)
    offered = {one.id: one for one in actions_of(SYSTEM, fight(*people), "mara")}
    for action, usual in ("tactics", "intelligence"), ("lead", "social"):
        command = offered[action].make(Target(combatant="kell"))
        found = choices(command, *people)["characteristic"]
        assert (found.chosen, len(found.options)) == (usual, 6)
