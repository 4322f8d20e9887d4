"""The log tells where each number comes from: dice, what a hit did, where a throw lies."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from gridwar.dice.dice_sources import ScriptedDice, SeededDice
from gridwar.engine.play.play_command import Options, play
from gridwar.engine.play.play_outcome import Accepted, Asking, DiceWanted
from gridwar.engine.play.replies_and_corrections import Replies, Reply
from gridwar.model.cover_kinds import Cover, CoverDegree
from gridwar.model.geometry import Cell, cell_name
from gridwar.model.question_and_refusal import Question
from gridwar.systems.cepheus import SYSTEM
from gridwar.systems.cepheus.actions.check_action import Check
from gridwar.systems.cepheus.actions.extended_action_start import BeginTask
from gridwar.systems.cepheus.attacks.attack_offers import Attack, FireBlind, ThrowAt
from gridwar.systems.cepheus.core.fight_state import sheet_of
from gridwar.systems.cepheus.core.machine_records import Cargo, Limb
from gridwar.systems.cepheus.core.machines_and_aboard import machine_at
from gridwar.systems.cepheus.core.person_records import Budget, Contact, Suppression, Task
from gridwar.systems.cepheus.grapples.grapple import Grapple
from gridwar.systems.cepheus.harm.days_of_healing import HealDay
from gridwar.systems.cepheus.harm.wounds import Wounded
from gridwar.systems.cepheus.vehicles.collisions import Collide
from gridwar.systems.cepheus.vehicles.combined_fire import CombinedHits, Volley
from gridwar.systems.cepheus.vehicles.machine_explosion import DamageMachine, HitLocation
from gridwar.systems.cepheus.views.move_and_weapon_overlays import blast_of, overlays_of
from gridwar.systems.cepheus.views.person_card import body_badges, fight_badges
from tests.support.strict_table import StrictTable
from tests.systems.cepheus.firefight import (
    KNIFE,
    PISTOL,
    RIFLE,
    SWORD,
    done,
    fight,
    log,
    person,
    summed,
)
from tests.systems.cepheus.garage import GUN, car, inside

if TYPE_CHECKING:
    from gridwar.dice.dice_notation import Dice
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from gridwar.model.trace import Step, Trace
    from gridwar.systems.cepheus.core.weapon_records import Weapon


def _told(trace: Trace) -> list[tuple[str, str, object, object]]:
    return [(one.label, one.rule_id, one.before, one.after) for one in trace.steps]


def _steps(traces: tuple[Trace, ...], rule_id: str) -> list[Step]:
    return [one for trace in traces for one in trace.steps if one.rule_id == rule_id]


@pytest.mark.rule("CE-CORE-01", "CE-SIG-03")
def test_the_dice_of_an_attack_stand_in_the_log() -> None:
    """Two faces, their sum, the total; what nobody ticked on the sheet is not told."""
    here = fight(person("mara"), person("kell", 4))
    shot = Attack(actor="mara", target="kell", weapon="pistol")
    assert [one.off for one in summed(here, shot).lines if one.rule_id == "CE-SIG-08"] == [True]
    (attack, *_rest) = log(done(here, shot, (3, 4, 1, 1)))
    assert _told(attack)[0] == ("2D6", "CE-CORE-01", 7, 9)
    assert attack.steps[0].faces == (3, 4)
    assert "CE-SIG-08" not in {one.rule_id for one in attack.lines}


@pytest.mark.rule("CE-FIR-01")
def test_blind_fire_tells_all_three_dice_and_the_one_that_is_dropped() -> None:
    """6, 4 and 5: the 6 is dropped, 9 is left; nobody on the line is said, too."""
    here = fight(person("mara"), person("kell", 0, 20))
    blind = FireBlind(actor="mara", weapon="rifle", square=Cell(5, 0))
    attack, nobody = log(done(here, blind, (6, 4, 5)))
    dropped, kept = attack.steps[:2]
    assert (dropped.rule_id, dropped.faces, dropped.after) == ("CE-FIR-01", (6, 4, 5), 6)
    assert (kept.label, kept.faces, kept.before) == ("2D6", (4, 5), 9)
    assert _told(nobody) == [("Eligible on the line of fire", "CE-FIR-01", None, 0)]


@pytest.mark.rule("CE-THR-01")
@pytest.mark.parametrize("leaves", [True, False])
def test_a_throw_at_an_empty_square_tells_where_the_weapon_lies(leaves: bool) -> None:
    """A knife at F 1: it lies there, whether it is picked up again or counted off."""
    knife = KNIFE.replace(leaves_hand=leaves)
    here = fight(person("mara", weapons=(knife,)), person("kell", 0, 20))
    outcome = done(here, ThrowAt(actor="mara", weapon="knife", square=Cell(5, 0)), (5, 5))
    assert [one.after for one in _steps(log(outcome), "CE-THR-01")] == [cell_name(5, 0)]


@pytest.mark.rule("CE-VDM-03", "CE-VDM-06", "CE-CORE-10")
def test_what_is_rolled_stands_before_what_it_does() -> None:
    """7 on two dice is armour: first the roll with its faces, then armour 6 to 5."""
    here = fight(person("mara"), car(armor=6))
    _hits, rolled, did = log(done(here, DamageMachine(who="car", points=1), (3, 4)))
    assert _told(rolled) == [("2D6", "CE-VDM-03", 7, "Armour")]
    assert rolled.steps[0].faces == (3, 4)
    assert _told(did) == [("Armour", "CE-VDM-06", 6, 5)]


@pytest.mark.rule("CE-VDM-04", "CE-VDM-05", "CE-VDM-07", "CE-VDM-08", "CE-VDM-09", "CE-VDM-10")
@pytest.mark.rule("CE-VDM-11", "CE-VDM-13", "CE-VDM-15")
@pytest.mark.parametrize(
    ("location", "hits", "dice", "told"),
    [
        ("hull", 1, (), ("Hull", "CE-VDM-04", 3, 2)),
        ("structure", 1, (), ("Structure", "CE-VDM-05", 3, 2)),
        ("drive", 1, (), ("Drive", "CE-VDM-07", None, "-10 % movement, -1 on control")),
        ("drive", 3, (), ("Drive", "CE-VDM-07", None, "disabled")),
        ("weapon", 1, (), ("Gun", "CE-VDM-08", None, "-2 on its use")),
        ("weapon", 2, (), ("Gun", "CE-VDM-08", None, "destroyed")),
        ("sensors", 1, (), ("Sensors", "CE-VDM-09", None, "-2 on Comms checks for sensors")),
        ("power_plant", 1, (), ("Power plant", "CE-VDM-10", None, "a turn lost")),
        ("limb", 1, (), ("Claw", "CE-VDM-11", None, "-2 on its use")),
        ("cargo", 1, (4,), ("Crate", "CE-VDM-13", None, "destroyed")),
        ("computer", 1, (5,), ("Computer", "CE-VDM-15", None, "shut down for 5 rounds")),
    ],
)
def test_the_log_tells_what_a_hit_did_to_a_machine(
    location: Any, hits: int, dice: tuple[int, ...], told: tuple[object, ...]
) -> None:
    """Which weapon, which figure, what it means now, by the rule that says so."""
    bot = car("bot", kind="robot", weapons=(GUN,), limbs=(Limb(id="claw", name="Claw"),))
    machine = machine_at(fight(bot), "bot").replace(cargo=(Cargo(id="Crate"),))
    here = fight(person("mara"), bot.replace(sheet=bot.sheet.replace(machine=machine)))
    command = HitLocation(who="bot", location=location, hits=hits)
    assert told in _told(log(done(here, command, dice))[-1])


@pytest.mark.rule("CE-VDM-14", "CE-VDM-12")
@pytest.mark.parametrize(
    ("location", "who", "rule_id"),
    [("cockpit", "pilot", "CE-VDM-14"), ("passengers", "rider", "CE-VDM-12")],
)
def test_pilot_and_passengers_suffer_by_their_own_rules(
    location: Any, who: str, rule_id: str
) -> None:
    """A hit on the cockpit is the pilot's, by the amount that the vehicle suffered."""
    here = fight(person("mara"), car(), inside("pilot", seat=0, armor=1), inside("rider", armor=1))
    command = HitLocation(who="car", location=location, points=4)
    outcome = done(here, command)
    assert [(one.victim, one.after_armor) for one in outcome.result.report.injuries] == [(who, 3)]
    damage = next(one for one in log(outcome) if one.title.startswith("Damage to"))
    assert [(one.rule_id, one.value) for one in damage.lines] == [(rule_id, 4), ("CE-DMG-03", -1)]


@pytest.mark.rule("CE-CORE-08", "CE-VEH-07")
def test_a_quarter_of_a_collision_is_told_unrounded_too() -> None:
    """7 points: a quarter is 1.75 and counts 2."""
    here = fight(person("mara", 50, 50), car(speed_kph=20), inside("belted"))
    traces = log(done(here, Collide(vehicle="car"), (3, 4, *(3, 4) * 1)))
    line = next(one for trace in traces for one in trace.lines if "quarter" in one.source)
    assert (line.rule_id, line.value, line.source) == ("CE-VEH-07", 2, "a quarter is 1.75")


def _asked_to_roll(encounter: Encounter, command: Command) -> tuple[str, str]:
    outcome = play(SYSTEM, encounter, command)
    assert isinstance(outcome, Asking)
    (wanted,) = outcome.wanted
    assert isinstance(wanted, DiceWanted)
    return wanted.roll.label, wanted.roll.needed


@pytest.mark.rule("CE-CORE-01", "CE-CORE-05", "CE-CORE-06")
def test_what_is_rolled_for_names_the_total_that_is_needed() -> None:
    """Difficult, Dexterity 9 and skill 2: 7 on the dice; against somebody no number is enough."""
    here = fight(person("mara", chars={"dexterity": 9}), person("kell", 4))
    check = Check(actor="mara", skill="slug_pistol", difficulty="difficult")
    assert _asked_to_roll(here, check) == ("Slug pistol", "7 or more")
    opposed = ("Slug pistol against Kell", "a higher Effect than Kell's")
    assert _asked_to_roll(here, check.replace(opponent="kell")) == opposed


@pytest.mark.rule("CE-CORE-01", "CE-CORE-02")
@pytest.mark.parametrize(
    ("dice", "result", "tone"),
    [
        ((6, 6), "exceptional success", "good"),
        ((6, 5), "success", "good"),
        ((3, 3), "success", "good"),
        ((3, 2), "failure", "plain"),
        ((1, 1), "failure", "plain"),
    ],
)
def test_what_came_of_a_check(dice: tuple[int, int], result: str, tone: str) -> None:
    """With +2 an 8 succeeds, a 7 fails, and an Effect of 6 is exceptional."""
    here = fight(person("mara"))
    (told,) = log(done(here, Check(actor="mara", skill="slug_pistol"), dice))
    assert (told.result, told.tone) == (result, tone)


@pytest.mark.rule("CE-CORE-06")
@pytest.mark.parametrize(
    ("strength", "dice", "tied"), [(8, (3, 4, 3, 4), True), (7, (3, 4, 1, 1), False)]
)
def test_a_tie_in_an_opposed_check_is_told(
    strength: int, dice: tuple[int, ...], tied: bool
) -> None:
    """Where the Effects are equal the log says that the higher characteristic decided."""
    here = fight(person("mara", chars={"strength": strength}), person("kell", 4))
    command = Check(
        actor="mara", characteristic="strength", opponent="kell", opponent_characteristic="strength"
    )
    won = log(done(here, command, dice))[-1]
    assert won.title == "Mara wins"
    assert [one.rule_id for one in won.steps] == ["CE-CORE-06"] * tied


@pytest.mark.rule("CE-STS-02")
def test_the_dice_of_combined_fire_are_named_by_their_weapons() -> None:
    """Those of a weapon without a name are damage to the ship."""
    here = fight(person("mara"), car("ship", 30, starship_scale=True))
    for name, label in (("Cannon", "Damage of Cannon to Ship"), ("", "Damage to Ship")):
        hits = CombinedHits(target="ship", hits=(Volley(name=name, dice=3),))
        assert _asked_to_roll(here, hits) == (label, "")


@pytest.mark.rule("CE-CORE-04")
@pytest.mark.parametrize(
    ("skill", "label", "dm"),
    [
        ("slug_pistol", "Slug pistol", 2),
        ("heavy_weapons", "Heavy weapons: untrained", -3),
        ("", "No skill: untrained", -3),
    ],
)
def test_the_skill_of_an_attack_is_named(skill: str, label: str, dm: int) -> None:
    """With what is lacking, where it is."""
    gun = PISTOL.replace(skill=skill)
    shot = Attack(actor="mara", target="kell", weapon="pistol")
    lines = summed(fight(person("mara", weapons=(gun,)), person("kell", 4)), shot).lines
    assert ("CE-CORE-04", label, dm) in [(one.rule_id, one.label, one.value) for one in lines]


@pytest.mark.rule("CE-SIG-08", "CE-VDM-11", "CE-COV-05")
def test_what_nobody_ticked_is_not_told_and_what_is_left_out_is() -> None:
    """A program and a damaged limb wait for a tick; cover that does not count stays in the log."""
    limbs = (Limb(id="arm", hits=1), Limb(id="leg"))
    robot = car("mara", weapons=(SWORD,), kind="robot", limbs=limbs)
    robot = robot.replace(sheet=sheet_of(robot).replace(budget=Budget()))
    kell = person("kell", 1, declared_cover=Cover(degree=CoverDegree.HALF))
    here = fight(robot, kell, cover_in_melee=False)
    cut = Attack(actor="mara", target="kell", weapon="sword")
    sheet_lines = {(one.rule_id, one.label) for one in summed(here, cut).lines if one.off}
    assert sheet_lines == {("CE-VDM-11", "arm is damaged"), ("CE-COV-01", "Half cover, hard")}
    attack = log(done(here, cut, (1, 1)))[0]
    assert [one.rule_id for one in attack.lines if one.off] == ["CE-COV-01"]


@pytest.mark.rule("CE-HLT-04", "CE-HLT-05")
def test_a_day_that_is_worth_nothing_is_no_wound() -> None:
    """An active day with Endurance 5 gives 1 - 1 = 0: nothing is lost, nobody is hurt anew."""
    hurt = person("kell", 1, chars={"endurance": 5}, chars_max={"endurance": 7})
    here = fight(person("mara"), hurt)
    outcome = done(here, HealDay(who="kell", activity="active"))
    assert outcome.result == 0
    assert not any(isinstance(one, Wounded) for one in outcome.events)


@pytest.mark.rule("CE-GRP-02")
def test_what_to_do_with_a_win_is_asked_once_it_is_won() -> None:
    """The dice decide first: odds take the proposed use."""
    here = fight(
        person("mara", 6, 6, grappled_with="kell"), person("kell", 6, 6, grappled_with="mara")
    )
    options = Options(ScriptedDice((6, 6, 1, 1)))
    outcome = play(SYSTEM, here, Grapple(actor="mara"), options=options)
    assert isinstance(outcome, Asking)
    (question,) = outcome.wanted
    assert isinstance(question, Question)
    assert question.follow_up


@pytest.mark.rule("CE-VDM-05")
def test_where_a_machine_would_blow_up_is_shown() -> None:
    """Once its Hull is gone and one Structure is left; not about people."""
    here = fight(person("mara"), car(x=9, hull=0, structure=1), car("whole", 20))
    zones = {who: overlays_of(here, who, "").danger for who in ("mara", "car", "whole")}
    assert [bool(zones[who]) for who in ("mara", "car", "whole")] == [False, True, False]


@pytest.mark.rule("CE-RNG-01", "CE-RNG-03", "CE-RNG-05")
@pytest.mark.parametrize(
    ("weapons", "squares"),
    [((PISTOL, SWORD), 20), ((PISTOL, SWORD.replace(ready=False)), 0), ((PISTOL,), 0)],
)
def test_the_reach_of_melee_is_shown_to_those_who_have_one(
    weapons: tuple[Weapon, ...], squares: int
) -> None:
    """Two squares round somebody with a blade in hand; no weapon in hand, no reach."""
    shown = overlays_of(fight(person("mara", 6, 6, weapons=weapons)), "mara", "pistol")
    assert len(shown.threat - {Cell(6, 6)}) == squares


@pytest.mark.rule("CE-MIN-05")
@pytest.mark.parametrize(
    ("state", "words"),
    [
        ({"ready": False, "draw_minor": 4, "draw_done": 1}, "not in hand, 3 minor actions to draw"),
        ({"loaded": 0}, "1 minor action to reload"),
        ({"reload_minor": 6, "reload_done": 2}, "4 minor actions to reload"),
        ({}, "in hand"),
    ],
)
def test_what_a_weapon_still_takes_is_on_the_card(state: dict[str, Any], words: str) -> None:
    """Drawing first, then reloading; a ready one is in hand."""
    here = fight(person("mara", weapons=(RIFLE.replace(**state),)))
    figure = SYSTEM.cards.card(here, "mara").figures[-1]
    assert (figure.label, figure.hint) == ("Rifle", words)


@pytest.mark.rule("CE-EXP-01")
def test_what_a_blast_would_take_in_is_shown() -> None:
    """The zones of a grenade where it is pointed at; nothing for a rifle, or with empty hands."""
    here = fight(person("mara", 5, 5), person("kell", 9, 5))
    blast = blast_of(here, "mara", "grenade", Cell(9, 5))
    assert blast is not None
    assert [(one.who, one.zone) for one in blast.caught] == [("kell", 0), ("mara", 1)]
    assert blast_of(here, "mara", "rifle", Cell(9, 5)) is None
    assert blast_of(here, "mara", "bow", Cell(9, 5)) is None


@pytest.mark.rule("CE-FIR-06", "CE-FIR-07", "CE-COM-01")
def test_badges_of_a_fight() -> None:
    """Kept down, out of contact, a weapon on its rest: one each, and none for the others."""
    here = fight(
        person("mara", rest=True, contact=Contact(cut=True)),
        person("kell", suppression=Suppression(until_round=2, locked=True)),
        person("bo", suppression=Suppression(until_round=0)),
    )
    words = {who: [one.text for one in fight_badges(here, who)] for who in ("mara", "kell", "bo")}
    assert words == {
        "mara": ["out of contact", "fires from a rest"],
        "kell": ["suppressed to the end of round 2"],
        "bo": [],
    }


@pytest.mark.rule("CE-HLT-03", "CE-GRP-03", "CE-OTH-02")
def test_badges_of_a_body() -> None:
    """Whoever is hurt all over can only hobble; a grapple and a task are named."""
    low = {"strength": 5, "dexterity": 5, "endurance": 5}
    full = {"strength": 7, "dexterity": 7, "endurance": 7}
    here = fight(
        person("mara", grappled_with="kell", task=Task(name="lock", needed=3, done=1)),
        person("kell", chars=low, chars_max=full),
        person("bo", grappled_with="gone"),
    )
    words = {who: [one.text for one in body_badges(here, who)] for who in ("mara", "kell", "bo")}
    assert words == {
        "mara": ["grapples with Kell", "lock: 1 of 3 rounds"],
        "kell": ["can only hobble"],
        "bo": [],
    }


class Noted(SeededDice):
    """Dice that note what they showed."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.shown = Counter[int]()

    def faces(self, dice: Dice, key: str) -> tuple[int, ...] | None:
        """Roll, and note it."""
        faces = super().faces(dice, key)
        self.shown.update(faces or ())
        return faces


@pytest.mark.rule("CE-CORE-09", "CE-DMG-01", "CE-EXP-01", "CE-THR-03", "CE-VEH-07", "CE-VDM-03")
@pytest.mark.rule("CE-VDM-10", "CE-VDM-12", "CE-VDM-13", "CE-VDM-15", "CE-OTH-02")
@pytest.mark.parametrize(
    "command",
    [
        Attack(actor="mara", target="kell", weapon="rifle"),
        ThrowAt(actor="mara", weapon="grenade", square=Cell(4, 0)),
        Collide(vehicle="car", kph=20),
        HitLocation(who="car", location="power_plant", hits=3),
        HitLocation(who="bot", location="computer", hits=1),
        HitLocation(who="car", location="passengers", points=4),
        HitLocation(who="bot", location="cargo", hits=1),
        BeginTask(actor="mara", name="A lock", timing="minutes"),
        Grapple(actor="mara", target="ann"),
    ],
)
def test_every_face_that_was_rolled_stands_in_the_log(command: Command) -> None:
    """Dice to hit, of damage, of a blast, of scatter, of locations, of times: all are told."""
    bot = car("bot", 60, 9, kind="robot")
    machine = machine_at(fight(bot), "bot").replace(cargo=(Cargo(id="Crate"),))
    here = fight(
        person("mara"),
        person("kell", 4),
        person("ann"),
        car("car", 60, 20),
        inside("pilot", seat=0, armor=9),
        inside("rider", armor=9),
        inside("guest", seat=2, armor=9),
        bot.replace(sheet=bot.sheet.replace(machine=machine)),
    )
    for seed in range(4):
        dice, replies = Noted(seed), Replies()
        outcome = play(SYSTEM, here, command, replies, Options(dice, StrictTable))
        while isinstance(outcome, Asking):
            replies = outcome.replies
            for one in outcome.wanted:
                assert isinstance(one, Question)
                replies = replies.with_reply(Reply(key=one.key, answer=one.default))
            outcome = play(SYSTEM, here, command, replies, Options(dice, StrictTable))
        assert isinstance(outcome, Accepted), outcome
        steps = [step for trace in log(outcome) for step in trace.steps]
        told = Counter(face for step in steps for face in step.faces)
        assert dice.shown
        assert not dice.shown - told
