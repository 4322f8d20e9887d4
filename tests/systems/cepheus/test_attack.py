"""The attack sequence: declared, answered, paid for, rolled, and what it leaves behind."""

from __future__ import annotations

from typing import Any

import pytest
from frozendict import frozendict

from gridwar.engine.play.play_command import play
from gridwar.engine.play.play_outcome import Asking
from gridwar.model.battlemap import BattleMap
from gridwar.model.command import Adjustments, OwnLine
from gridwar.model.cover_kinds import Cover, CoverDegree, CoverForm, CoverObject
from gridwar.model.geometry import Cell, Point
from gridwar.model.question_and_refusal import Question
from gridwar.model.trace import Line
from gridwar.model.walls import Wall, WallSide
from gridwar.systems.cepheus import SYSTEM
from gridwar.systems.cepheus.attacks.attack_offers import Attack, ThrowAt
from gridwar.systems.cepheus.core.health import Health, health
from gridwar.systems.cepheus.core.person_records import Aim, Budget
from gridwar.systems.cepheus.grapples.coup_de_grace import CoupDeGrace
from tests.systems.cepheus.firefight import (
    RIFLE,
    SWORD,
    done,
    fight,
    log,
    person,
    physical,
    refused,
    sheet,
    summed,
    tried,
)

SHOT = Attack(actor="mara", target="kell", weapon="rifle")
CUT = Attack(actor="mara", target="kell", weapon="sword")


@pytest.mark.rule("CE-SIG-03")
@pytest.mark.rule("CE-SIG-05")
@pytest.mark.rule("CE-DMG-01")
def test_a_shot_is_rolled_and_does_damage() -> None:
    """A pistol shot at Medium range adds up as in the catalogue's third example."""
    mara = person("mara", chars={"dexterity": 9})
    kell = person("kell", 20, chars={"endurance": 8}, armor=5)
    outcome = done(
        fight(mara, kell), Attack(actor="mara", target="kell", weapon="pistol"), (4, 4, 3, 5)
    )
    result = outcome.result
    assert (result.dm, result.total, result.hit, result.effect) == (1, 9, True, 1)
    assert [(one.victim, one.before_armor, one.after_armor) for one in result.injuries] == [
        ("kell", 9, 4)
    ]
    assert physical(outcome.encounter, "kell") == (7, 7, 4)


def test_the_target_is_asked_before_the_roll_and_nothing_is_paid_yet() -> None:
    """The first thing an attack does is to ask the target, with prices and reasons why not."""
    asking = play(SYSTEM, fight(person("mara"), person("kell", 6)), SHOT)
    assert isinstance(asking, Asking)
    assert not asking.committed
    assert asking.events == ()
    (question,) = asking.wanted
    assert isinstance(question, Question)
    assert (question.recipient, question.window, question.default.option) == ("kell", "", "none")
    options = {one.id: one for one in question.options}
    assert list(options) == ["none", "dodge", "parry"]
    assert "-2" in options["dodge"].price
    assert options["parry"].why_not == "Only against melee"


@pytest.mark.rule("CE-SIG-01")
def test_an_attack_costs_the_significant_action_a_round_and_the_aim() -> None:
    """After an attack the action is spent, one round is gone and the aim is used up."""
    aim = Aim(target="kell", to_hit=2)
    outcome = done(fight(person("mara", aim=aim), person("kell", 6)), SHOT, (1, 1))
    after = sheet(outcome.encounter, "mara")
    rifle = after.weapon("rifle")
    assert rifle is not None
    assert (after.budget.significant, rifle.loaded, after.aim) == (0, 9, None)


@pytest.mark.rule("CE-MIN-02")
def test_aim_counts_only_at_its_target() -> None:
    """Aim at one opponent adds nothing to an attack on another."""
    aim = Aim(target="kell", to_hit=3)
    here = fight(person("mara", aim=aim), person("kell", 6), person("uma", 7))
    assert summed(here, SHOT).value("CE-MIN-02") == 3
    assert summed(here, SHOT.model_copy(update={"target": "uma"})).value("CE-MIN-02") == 0


@pytest.mark.rule("CE-INI-02")
def test_the_attacked_knows_of_the_attacker_afterwards() -> None:
    """Somebody unaware is not asked, and knows of the attacker once the attack is over."""
    here = fight(person("mara"), person("kell", 6, aware=False))
    outcome = done(here, SHOT, (1, 1))
    assert "mara" in sheet(outcome.encounter, "kell").aware_of
    assert any("Not aware" in step.label for step in log(outcome)[0].steps)


def test_the_log_explains_the_roll_and_the_damage() -> None:
    """Every number of a hit stands in the log with its lines and its steps."""
    outcome = done(fight(person("mara"), person("kell", 6, armor=4)), SHOT, (4, 4, 1, 2, 3))
    attack, damage, wound = log(outcome)
    assert sum(one.value for one in attack.lines if not one.off) == 2
    assert (attack.total, attack.result) == (10, "hit, Effect 2")
    assert [(one.rule_id, one.value) for one in damage.lines] == [
        ("CE-DMG-01", 6),
        ("CE-DMG-01", 2),
        ("CE-DMG-03", -4),
    ]
    assert damage.total == 4
    assert [(one.label, one.before, one.after) for one in wound.steps] == [
        ("Endurance", 7, 3),
        ("Health", "unhurt", "wounded"),
    ]


@pytest.mark.rule("CE-CORE-02")
def test_an_exceptional_failure_is_marked() -> None:
    """An Effect of -6 or less stands in the log as an exceptional failure."""
    here = fight(person("mara", skills=frozendict()), person("kell", 6))
    steps = log(done(here, SHOT, (1, 1)))[0].steps
    assert steps[-1].label == "Exceptional failure"


def test_the_gm_can_switch_a_line_off_and_add_one() -> None:
    """Adjustments name the lines of the sum; what is previewed is what is rolled."""
    changes = Adjustments(
        lines_off=frozenset({"sum/attack/CE-CORE-04:slug_rifle"}),
        lines_added=(
            OwnLine(tally="sum/attack", line=Line(key="gm", label="Sun in the eyes", value=-3)),
        ),
    )
    here = fight(person("mara"), person("kell", 6))
    command = SHOT.model_copy(update={"adjustments": changes})
    assert summed(here, SHOT).total == 2
    assert summed(here, command).total == -3
    assert done(here, command, (5, 5)).result.total == 7


@pytest.mark.rule("CE-SIG-11")
def test_a_coup_de_grace_kills_without_a_roll() -> None:
    """The helpless die at once, armour or not, once the GM has confirmed."""
    here = fight(person("mara"), person("kell", 1, helpless=True, armor=20))
    command = CoupDeGrace(actor="mara", target="kell", weapon="rifle")
    after = done(here, command, gm="kill").encounter
    assert health(sheet(after, "kell"), after.switches) is Health.DEAD  # type: ignore[arg-type]
    assert sheet(after, "mara").budget.significant == 0
    spared = done(here, command, gm="spare").encounter
    assert not sheet(spared, "kell").killed
    assert sheet(spared, "mara").budget.significant == 1


@pytest.mark.rule("CE-SIG-11")
@pytest.mark.parametrize(
    ("x", "weapon", "helpless", "code"),
    [
        (1, "sword", False, "not_helpless"),
        (2, "sword", True, ""),
        (2, "dagger", True, ""),
        (3, "sword", True, "not_at_hand"),
        (1, "rifle", True, ""),
        (2, "rifle", True, "not_at_hand"),
    ],
)
def test_a_coup_de_grace_needs_somebody_helpless_near(
    x: int, weapon: str, helpless: bool, code: str
) -> None:
    """Melee weapons finish within two squares, others only from the next square."""
    here = fight(person("mara"), person("kell", x, helpless=helpless))
    command = CoupDeGrace(actor="mara", target="kell", weapon=weapon)
    if code:
        assert refused(here, command) == code
    else:
        assert done(here, command).result.hit


@pytest.mark.rule("CE-SIG-11")
def test_the_dead_are_not_finished_once_more() -> None:
    """A coup de grace at somebody who is dead is refused."""
    here = fight(person("mara"), person("kell", 1, killed=True))
    command = CoupDeGrace(actor="mara", target="kell", weapon="rifle")
    assert refused(here, command) == "finished"


def _with_rifle(**changes: Any) -> dict[str, Any]:
    return {"weapons": (RIFLE.model_copy(update=changes), SWORD)}


@pytest.mark.rule("CE-SIG-05")
@pytest.mark.rule("CE-MIN-05")
def test_a_gun_has_to_be_ready_and_loaded() -> None:
    """A weapon that is not in hand, or empty, is refused."""
    kell = person("kell", 6)
    assert refused(fight(person("mara", **_with_rifle(ready=False)), kell), SHOT) == "not_ready"
    assert refused(fight(person("mara", **_with_rifle(loaded=0)), kell), SHOT) == "empty"
    assert refused(fight(person("mara", weapons=()), kell), SHOT) == "not_carried"


@pytest.mark.rule("CE-RNG-03")
@pytest.mark.parametrize(("x", "weapon"), [(3, "sword"), (0, "knife"), (35, "knife")])
def test_a_blank_band_is_refused(x: int, weapon: str) -> None:
    """A weapon cannot be used in a band where the table has no DM."""
    here = fight(person("mara"), person("kell", x))
    assert refused(here, Attack(actor="mara", target="kell", weapon=weapon)) == "blank_band"


@pytest.mark.rule("CE-STA-03")
@pytest.mark.rule("CE-SIG-04")
def test_nobody_strikes_while_prone() -> None:
    """The prone make no melee attacks but may shoot."""
    here = fight(person("mara", stance="prone"), person("kell", 1))
    assert refused(here, CUT) == "prone_melee"
    assert summed(here, SHOT).total == 0


@pytest.mark.rule("CE-COV-03")
def test_full_cover_and_low_shuts_both_in_and_out() -> None:
    """Somebody crouched behind full cover can neither be hit nor shoot back."""
    full = Cover(degree=CoverDegree.FULL)
    low = person("kell", 6, stance="crouched", declared_cover=full)
    assert refused(fight(person("mara"), low), SHOT) == "cannot_be_hit"
    back = Attack(actor="kell", target="mara", weapon="rifle")
    assert refused(fight(low, person("mara")), back) == "shut_in"
    house = fight(person("mara"), low, full_cover_crouched="dm_minus_6")
    assert summed(house, SHOT).value("CE-COV-01") == -6


@pytest.mark.rule("CE-COV-04")
@pytest.mark.parametrize(
    ("switch", "said"), [("impossible", ", cannot be hit"), ("dm_minus_6", "  -6")]
)
def test_the_line_says_what_full_cover_is_worth(switch: str, said: str) -> None:
    """Its DM, or that nobody behind it can be hit: as the house rule has it."""
    low = person("kell", 6, stance="crouched", declared_cover=Cover(degree=CoverDegree.FULL))
    sight = SYSTEM.sight(fight(person("mara"), low, full_cover_crouched=switch), "mara", "kell")
    assert sight is not None
    assert sight.words == f"the GM's word: Full cover, hard{said}"


@pytest.mark.rule("CE-COV-05")
def test_a_wall_in_the_way_is_named() -> None:
    """Without a line to the target the attack is refused, and the wall named."""
    wall = Wall(id="w1", a=Point(3072, 0), b=Point(3072, 2048), name="the barn")
    ground = BattleMap(width=20, height=20).with_walls([wall])
    outcome = tried(fight(person("mara"), person("kell", 6), ground=ground), SHOT)
    assert "the barn" in outcome.text  # type: ignore[union-attr]
    assert outcome.code == "out_of_sight"  # type: ignore[union-attr]


@pytest.mark.rule("CE-COV-05")
@pytest.mark.parametrize(("side", "is_refused"), [(WallSide.RIGHT, True), (WallSide.LEFT, False)])
def test_a_wall_of_one_side_stops_the_shots_that_come_from_it(
    side: WallSide, *, is_refused: bool
) -> None:
    """The shooter stands right of a wall that runs down; from its left one shoots through."""
    wall = Wall(id="w1", a=Point(3072, 0), b=Point(3072, 2048), one_way=side)
    ground = BattleMap(width=20, height=20).with_walls([wall])
    here = fight(person("mara"), person("kell", 6), ground=ground)
    outcome = tried(here, SHOT, () if is_refused else (1, 1), kell="none")
    assert (getattr(outcome, "code", "") == "out_of_sight") is is_refused


@pytest.mark.rule("CE-COV-05")
@pytest.mark.rule("CE-REA-03")
def test_cover_found_on_the_map_counts_and_helps_the_dodger() -> None:
    """A crate before the target is a line of the sum, and somebody behind it dodges at -2."""
    crate = CoverObject(
        id="crate",
        name="Crate",
        form=CoverForm.OBJECT,
        cells=(Cell(5, 0),),
        degree=CoverDegree.HALF,
    )
    ground = BattleMap(width=20, height=20).with_cover_objects([crate])
    here = fight(person("mara"), person("kell", 6, stance="crouched"), ground=ground)
    line = next(one for one in summed(here, SHOT).lines if one.rule_id == "CE-COV-01")
    assert (line.value, line.source, line.key) == (-2, "Crate", "CE-COV-01:crate")
    outcome = done(here, SHOT, (5, 5, 1, 1, 1), kell="dodge")
    attack = next(one for one in log(outcome) if "attacks" in one.title)
    counted = {one.key: one.value for one in attack.lines if not one.off}
    assert counted["CE-REA-03:cover"] == -2
    assert "CE-REA-03" not in counted
    assert outcome.result.total == 8


@pytest.mark.rule("CE-CORE-07")
def test_the_gm_may_flip_what_the_dodger_ducks_behind() -> None:
    """Both lines of a dodge are there; the one struck out can be counted instead."""
    flipped = Adjustments(
        lines_off=frozenset({"sum/attack/CE-REA-03"}),
        lines_on=frozenset({"sum/attack/CE-REA-03:cover"}),
    )
    here = fight(person("mara"), person("kell", 6))
    assert done(here, SHOT, (1, 1), kell="dodge").result.dm == 1
    command = SHOT.model_copy(update={"adjustments": flipped})
    assert done(here, command, (1, 1), kell="dodge").result.dm == 0


def test_whose_turn_it_is_can_be_waived() -> None:
    """An attack out of turn, or without the action, is refused until the GM waives it."""
    mara, kell = person("mara", budget=Budget(minor=1, significant=0)), person("kell", 6)
    back = Attack(actor="kell", target="mara", weapon="rifle")
    assert refused(fight(mara, kell), SHOT) == "no_significant"
    assert refused(fight(mara, kell), back) == "not_your_turn"
    waived = Adjustments(waived=frozenset({"not_your_turn"}))
    outcome = tried(fight(mara, kell), back.model_copy(update={"adjustments": waived}), (1, 1))
    assert outcome.result.hit is False  # type: ignore[union-attr]


def test_only_what_is_thrown_or_explodes_is_aimed_at_a_square() -> None:
    """A rifle is not thrown at a square, and nobody attacks himself."""
    here = fight(person("mara"), person("kell", 6))
    throw = ThrowAt(actor="mara", square=Cell(5, 5), weapon="rifle")
    assert refused(here, throw) == "not_thrown"
    assert refused(here, Attack(actor="mara", target="mara", weapon="rifle")) == "on_oneself"
    assert refused(here, SHOT.model_copy(update={"target": "nobody"})) == "not_on_board"
    assert refused(here, SHOT.model_copy(update={"mode": "dance"})) == "no_such_mode"
