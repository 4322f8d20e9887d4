"""Who may act now, what it takes of a turn, and that nothing is done to nobody."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from gridwar.engine.kit.turn_and_move_commands import Move, NextTurn, TakeTurn
from gridwar.model.command import Adjustments
from gridwar.model.geometry import Cell
from gridwar.systems.cepheus.actions.action_costs import RoundUnderWay
from gridwar.systems.cepheus.actions.aiming_and_weapon_rest import Distract, TakeAim
from gridwar.systems.cepheus.actions.check_action import Check, OtherAction
from gridwar.systems.cepheus.actions.drawing_and_reloading import Draw, Reload
from gridwar.systems.cepheus.actions.dropped_weapons import PickUp
from gridwar.systems.cepheus.actions.extended_action_start import BeginTask
from gridwar.systems.cepheus.actions.stance import ChangeStance
from gridwar.systems.cepheus.attacks.attack_offers import Attack
from gridwar.systems.cepheus.attacks.blast_damage import BlastHits
from gridwar.systems.cepheus.attacks.suppression import Suppress
from gridwar.systems.cepheus.core.fight_state import CepheusState, Lying, state_of
from gridwar.systems.cepheus.core.person_records import Aim, Budget, Task
from gridwar.systems.cepheus.grapples.coup_de_grace import CoupDeGrace
from gridwar.systems.cepheus.grapples.grapple import Grapple
from gridwar.systems.cepheus.harm.days_of_healing import CareDay, HealDay
from gridwar.systems.cepheus.harm.fatigue_and_waking import Tire, TryToWake
from gridwar.systems.cepheus.harm.first_aid_and_surgery import FirstAid, Surgery
from gridwar.systems.cepheus.harm.wounds import TakeDamage
from gridwar.systems.cepheus.leadership.lost_contact import SetContact
from gridwar.systems.cepheus.leadership.plans_and_leadership import Lead, MakePlan
from gridwar.systems.cepheus.machines.machine_hits import Explodes
from gridwar.systems.cepheus.turns.delay_and_haste import Delay, Hasten
from gridwar.systems.cepheus.turns.rolling_initiative import JoinFight
from gridwar.systems.cepheus.turns.rounds_and_turns import EndRound, EndTurn
from gridwar.systems.cepheus.vehicles.collisions import Collide
from gridwar.systems.cepheus.vehicles.combined_fire import CombinedHits, Volley
from gridwar.systems.cepheus.vehicles.driving import ChangeSpeed, Drive, DriveOn
from gridwar.systems.cepheus.vehicles.getting_in_and_out import BeltIn, ChangeSeat, GetIn
from gridwar.systems.cepheus.vehicles.machine_explosion import DamageMachine
from gridwar.systems.cepheus.vehicles.maneuvers import BringToBear, Evade, Stunt
from gridwar.systems.cepheus.vehicles.ramming import Ram
from gridwar.systems.cepheus.vehicles.repair_offers import JuryRigIt, Rebuild, Repair, Strip
from gridwar.systems.cepheus.vehicles.weaving_and_pursuit import Weave
from tests.systems.cepheus.firefight import ALL, PISTOL, RIFLE, done, fight, person, refused, sheet
from tests.systems.cepheus.garage import GUN, car, inside

if TYPE_CHECKING:
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter

MINOR, SIGNIFICANT = Budget(minor=0, significant=1), Budget(minor=1, significant=0)
"""What is left of a turn once one of the two has been spent."""
SHEATHED = RIFLE.replace(id="second", ready=False)
USED = RIFLE.replace(id="used", loaded=0)
OUT = {"strength": 0, "dexterity": 0, "endurance": 0}
HURT = {"strength": 4, "dexterity": 6, "endurance": 3}


class Deed(NamedTuple):
    """What somebody does, what is left of the turn afterwards, and the dice it takes."""

    rules: str
    command: Command
    left: Budget
    dice: tuple[int, ...] = ()
    gm: str = "none"
    """What the game master answers, if asked."""


ON_FOOT = [
    Deed("CE-MIN-02 CE-MIN-03 CE-MIN-01", TakeAim(actor="mara", target="kell"), MINOR),
    Deed("CE-MIN-04 CE-MIN-01 CE-RND-01 CE-RND-04", ChangeStance(actor="mara", to="prone"), MINOR),
    Deed("CE-MIN-05", Draw(actor="mara", weapon="second"), MINOR),
    Deed("CE-MIN-05 CE-VEH-06", Reload(actor="mara", weapon="used"), MINOR),
    Deed("CE-MIN-06", Move(actor="mara", path=(Cell(7, 6),)), MINOR),
    Deed("CE-MIN-10 CE-OTH-01", OtherAction(actor="mara"), MINOR),
    Deed("CE-MIN-10 CE-THR-01", PickUp(actor="mara", place=0), MINOR),
    Deed("CE-VEH-04 CE-VEH-05", GetIn(actor="mara", vehicle="car"), MINOR),
    Deed("CE-SIG-02 CE-CORE-01 CE-CORE-06", Check(actor="mara"), SIGNIFICANT, (1, 1)),
    Deed("CE-OTH-02", BeginTask(actor="mara", rounds=3), SIGNIFICANT),
    Deed(
        "CE-INI-05 CE-INI-06 CE-COM-01",
        Lead(actor="mara", target="kell", characteristic="social"),
        SIGNIFICANT,
        (1, 1),
    ),
    Deed(
        "CE-SIG-11 CE-THR-01",
        CoupDeGrace(actor="mara", target="otto", weapon="sword"),
        SIGNIFICANT,
        gm="kill",
    ),
    Deed(
        "CE-HLT-07",
        FirstAid(actor="mara", target="kell", characteristic="education"),
        SIGNIFICANT,
        (1, 1),
    ),
    Deed(
        "CE-RNG-03 CE-SIG-01 CE-SIG-03 CE-SIG-04",
        Attack(actor="mara", target="kell", weapon="sword"),
        SIGNIFICANT,
        (1, 1),
    ),
    Deed("CE-SIG-05", Attack(actor="mara", target="kell", weapon="rifle"), SIGNIFICANT, (1, 1)),
    Deed("CE-SIG-06", Attack(actor="mara", target="nell", weapon="knife"), SIGNIFICANT, (1, 1)),
]
AT_THE_WHEEL = [
    Deed("CE-VEH-07", BeltIn(actor="mara", secured=False), MINOR),
    Deed("CE-VEH-02", ChangeSeat(actor="mara", seat=2), MINOR),
    Deed("CE-VEH-02", DriveOn(actor="mara"), MINOR),
    Deed("CE-VEH-02", ChangeSpeed(actor="mara", kph=10), MINOR),
    Deed(
        "CE-VEH-02 CE-VAC-02", Drive(actor="mara", path=(Cell(7, 6),), maneuver=True), SIGNIFICANT
    ),
    Deed("CE-VAC-01 CE-VEH-02", Evade(actor="mara"), SIGNIFICANT, (1, 1)),
    Deed("CE-VAC-02", BringToBear(actor="mara", target="nell", arc="front"), SIGNIFICANT),
    Deed("CE-VAC-03", Ram(actor="mara", target="nell"), SIGNIFICANT, (1, 1)),
    Deed("CE-VAC-04", Stunt(actor="mara", use="chain"), SIGNIFICANT, (1, 1)),
    Deed("CE-VAC-05", Weave(actor="mara", number=1), SIGNIFICANT, (6, 6)),
]


def _named(deeds: list[Deed]) -> list[Any]:
    return [
        pytest.param(one, marks=pytest.mark.rule(*one.rules.split()), id=one.command.kind)
        for one in deeds
    ]


def _scene(*, drives: bool, **mara: Any) -> Encounter:
    """Return Mara's turn: on foot beside a car and Kell, who is hurt, or at its wheel."""
    weapons = (*ALL, SHEATHED, USED)
    skills = {"drive": 2, "leadership": 0, "medicine": 0, "athletics": 0}
    rest = {"skills": skills, "weapons": weapons, **mara}
    me = inside("mara", seat=0, x=6, y=6, **rest) if drives else person("mara", 6, 6, **rest)
    kell = person("kell", 6, 6, chars=HURT, chars_max={"endurance": 7})
    others = person("otto", 6, 7, helpless=True), person("nell", 20, 6)
    x = 6 if drives else 7
    scene = fight(me, kell, *others, car(x=x, y=6, speed_kph=10 * drives, weapons=(GUN,)))
    lying = Lying(cell=Cell(6, 6), weapons=(PISTOL.replace(id="found"),))
    return scene.replace(rules=CepheusState(lying=(lying,)))


def _all_refusals(deed: Deed, *, drives: bool) -> dict[str, str]:
    ready = _scene(drives=drives)
    spent = "no_minor" if deed.left == MINOR else "no_significant"
    scenes = {
        "not_your_turn": ready.replace(turn="kell"),
        "not_begun": ready.replace(round=0, turn=None),
        "out": _scene(drives=drives, chars=OUT),
        spent: _scene(drives=drives, budget=Budget(minor=0, significant=0)),
        "busy": _scene(drives=drives, task=Task(needed=3)),
    }
    if isinstance(deed.command, GetIn | ChangeSeat | BeltIn):
        del scenes["not_begun"]  # seats are taken freely before the fight
    return {code: refused(scene, deed.command) for code, scene in scenes.items()}


@pytest.mark.parametrize("deed", [*_named(ON_FOOT), *_named(AT_THE_WHEEL)])
def test_what_costs_an_action_is_for_those_who_have_the_turn_and_the_action(deed: Deed) -> None:
    """Out of turn, before the fight, out, busy or without the action: each is refused by name."""
    found = _all_refusals(deed, drives=deed in AT_THE_WHEEL)
    assert found == {code: code for code in found}


@pytest.mark.parametrize("deed", [*_named(ON_FOOT), *_named(AT_THE_WHEEL)])
def test_what_it_costs_is_taken_off_the_turn(deed: Deed) -> None:
    """A minor action leaves the significant one, and the other way round; aim is lost by either."""
    scene = _scene(drives=deed in AT_THE_WHEEL, aim=Aim(target="otto", to_hit=2))
    after = done(scene, deed.command, deed.dice, gm=deed.gm).encounter
    assert sheet(after, "mara").budget == deed.left
    aim = sheet(after, "mara").aim
    assert aim == (Aim(target="kell", to_hit=1) if isinstance(deed.command, TakeAim) else None)


@pytest.mark.rule("CE-RND-02", "CE-MIN-01", "CE-SIG-01", "CE-GRP-03")
def test_the_significant_action_is_given_up_for_two_minor_ones() -> None:
    """One minor and one significant action, or three minor ones; never more, none in a grapple."""
    scene = _scene(drives=False)
    three = TakeAim(actor="mara", target="kell", actions=3)
    spent = done(scene, three).encounter
    assert sheet(spent, "mara").budget == Budget(minor=0, significant=0)
    assert refused(spent, ChangeStance(actor="mara", to="prone")) == "no_minor"
    shot = done(scene, Attack(actor="mara", target="nell", weapon="rifle"), (1, 1)).encounter
    assert refused(shot, three) == "no_minor", "only one is left, and nothing to give up"
    one = done(shot, TakeAim(actor="mara", target="kell")).encounter
    assert sheet(one, "mara").budget == Budget(minor=0, significant=0)
    held = _scene(drives=False, grappled_with="kell")
    for command in (three, ChangeStance(actor="mara", to="prone"), Check(actor="mara")):
        assert refused(held, command) == "grappled"


@pytest.mark.rule("CE-RND-02", "CE-INI-07")
def test_a_round_is_under_way_from_its_first_action() -> None:
    """Before it haste may be declared; the second action begins nothing any more."""
    scene = _scene(drives=False).replace(rules=CepheusState(fresh=True))
    first = done(scene, ChangeStance(actor="mara", to="prone"))
    assert [type(one) for one in first.events].count(RoundUnderWay) == 1
    assert not state_of(first.encounter).fresh
    second = done(first.encounter, Attack(actor="mara", target="nell", weapon="rifle"), (1, 1))
    assert RoundUnderWay not in [type(one) for one in second.events]


@pytest.mark.rule("CE-RND-01", "CE-RND-04", "CE-RND-05", "CE-INI-01", "CE-INI-04", "CE-INI-07")
@pytest.mark.parametrize(
    "command",
    [
        NextTurn(),
        TakeTurn(actor="mara"),
        EndRound(),
        Delay(actor="mara"),
        EndTurn(actor="mara"),
        Hasten(actor="mara"),
        JoinFight(actor="mara"),
        MakePlan(actor="mara"),
    ],
)
def test_before_the_first_round_there_are_no_turns(command: Command) -> None:
    """Turns are neither ended, delayed nor hurried, and nobody joins, before the fight begins."""
    assert refused(_scene(drives=False).replace(round=0, turn=None), command) == "not_begun"


@pytest.mark.rule("CE-RND-04", "CE-INI-08")
def test_only_a_turn_of_ones_own_is_held_back() -> None:
    """Somebody else's turn is no time to delay; nor is one's own once something was done in it."""
    scene = _scene(drives=False)
    assert refused(scene.replace(turn="kell"), Delay(actor="mara")) == "not_your_turn"
    moved = done(scene, ChangeStance(actor="mara", to="prone")).encounter
    assert refused(moved, Delay(actor="mara")) == "spent"


@pytest.mark.rule("CE-HLT-07")
def test_first_aid_out_of_turn_costs_no_action_where_it_is_allowed() -> None:
    """The game master may waive the turn: then the significant action of the next one is kept."""
    waived = Adjustments(waived=frozenset({"not_your_turn"}))
    aid = FirstAid(actor="mara", target="kell", characteristic="education", adjustments=waived)
    after = done(_scene(drives=False).replace(turn="kell"), aid, (1, 1)).encounter
    assert sheet(after, "mara").budget == Budget(minor=1, significant=1)


HITS = (Volley(dice=3),)
NOBODY = [
    ("CE-MIN-02 CE-MIN-03", TakeAim(actor="mara", target="gone"), "aim_at_nobody"),
    ("CE-MIN-03", Distract(who="gone"), ""),
    ("CE-CORE-06 CE-SIG-02", Check(actor="mara", opponent="gone"), "opponent"),
    ("CE-INI-05", Lead(actor="mara", target="gone"), "lead_nobody"),
    ("CE-COM-01", SetContact(who="gone", cut=True), ""),
    ("CE-GRP-01", Grapple(actor="mara", target="gone"), "grapple_nobody"),
    ("CE-HLT-05 CE-HLT-06 CE-HLT-10", HealDay(who="gone"), ""),
    ("CE-HLT-07", FirstAid(actor="mara", target="gone"), ""),
    ("CE-HLT-08", Surgery(actor="mara", target="gone"), ""),
    ("CE-HLT-09", CareDay(actor="mara", target="gone"), ""),
    ("CE-HLT-01", Tire(who="gone"), ""),
    ("CE-HLT-02", TryToWake(who="gone"), ""),
    ("CE-EXP-02 CE-EXP-03", BlastHits(who=("kell", "gone"), damage=1), ""),
    ("CE-DMG-06 CE-DMG-07 CE-VDM-01 CE-VDM-16", TakeDamage(who="gone", points=1), ""),
    ("CE-FIR-08 CE-FIR-09", Suppress(target="gone", effect=1), ""),
    ("CE-STS-02", CombinedHits(target="gone", hits=HITS), ""),
    ("CE-VEH-04 CE-VEH-05", GetIn(actor="mara", vehicle="gone"), ""),
    ("CE-VEH-07", Collide(vehicle="gone"), ""),
    ("CE-VEH-07", Collide(vehicle="car", struck="gone"), ""),
    ("CE-EXP-01 CE-VDM-05", Explodes(who="gone"), ""),
    ("CE-VDM-01 CE-DMG-04", DamageMachine(who="gone", points=1), ""),
    ("CE-REP-03", Strip(machine="gone", donor="car", system="drive"), ""),
    ("CE-REP-03", Strip(machine="car", donor="gone", system="drive"), ""),
    ("CE-REP-06", Rebuild(machine="gone"), ""),
    ("CE-REP-01", JuryRigIt(machine="gone", system="drive"), ""),
    ("CE-REP-02 CE-REP-05", Repair(machine="car", system="hull", by="gone"), ""),
]
AT_NOBODY = [
    ("CE-VAC-02", BringToBear(actor="mara", target="gone"), ""),
    ("CE-VAC-03", Ram(actor="mara", target="gone"), ""),
    ("CE-VAC-04", Stunt(actor="mara", use="arc", target="gone"), ""),
]


@pytest.mark.parametrize(
    ("command", "code"),
    [
        pytest.param(command, code, marks=pytest.mark.rule(*rules.split()), id=command.kind)
        for rules, command, code in (*NOBODY, *AT_NOBODY)
    ],
)
def test_nothing_is_done_to_somebody_who_is_not_there(command: Command, code: str) -> None:
    """Whoever has been removed is no target, patient, victim, helper or vehicle."""
    drives = any(command is one for _rules, one, _code in AT_NOBODY)
    scene = _scene(drives=drives)
    if not drives:
        worn = car(x=7, y=6, hull=1, hull_max=3, spare_parts=1)
        scene = scene.with_combatant(worn)
    assert refused(scene, command) == (code or "no_such_combatant")
