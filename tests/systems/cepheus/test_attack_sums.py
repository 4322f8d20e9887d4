"""The rows of the attack sum, each as the catalogue has it."""

from __future__ import annotations

from typing import Any

import pytest
from frozendict import frozendict

from gridwar.model.cover_kinds import Cover, CoverDegree
from gridwar.systems.cepheus.attacks.attack_offers import Attack
from gridwar.systems.cepheus.core.fight_state import sheet_of
from gridwar.systems.cepheus.core.house_rules import CepheusSwitches
from gridwar.systems.cepheus.core.person_records import Aim, CheckDm, Stance
from gridwar.systems.cepheus.positions.cover import worth_of
from tests.systems.cepheus.firefight import PISTOL, RIFLE, SWORD, done, fight, log, person, summed

SHOT = Attack(actor="mara", target="kell", weapon="rifle")


@pytest.mark.rule("CE-CORE-01")
@pytest.mark.rule("CE-CORE-04")
def test_a_natural_twelve_does_not_help() -> None:
    """Somebody untrained with a rifle in a clinch misses with two sixes."""
    here = fight(person("mara", skills=frozendict()), person("kell", 0))
    outcome = done(here, SHOT, (6, 6))
    assert (outcome.result.dm, outcome.result.hit, outcome.result.effect) == (-7, False, -3)


@pytest.mark.rule("CE-RNG-03")
def test_an_assault_weapon_reaches_distant_targets_badly() -> None:
    """The DM of the matrix is a line of the sum: -6 for an assault weapon at Distant."""
    gun = RIFLE.model_copy(update={"type": "assault"})
    here = fight(person("mara", weapons=(gun,)), person("kell", 400))
    assert summed(here, SHOT).value("CE-RNG-03") == -6


@pytest.mark.rule("CE-SIG-04")
def test_melee_takes_the_better_of_strength_and_dexterity() -> None:
    """The better characteristic is preselected; the attacker may choose the other."""
    chars = {"strength": 10, "dexterity": 5}
    here = fight(person("mara", chars=chars), person("kell", 1))
    cut = Attack(actor="mara", target="kell", weapon="sword")
    assert summed(here, cut).value("CE-CORE-03", "strength") == 1
    chosen = cut.model_copy(update={"arm": "dexterity"})
    assert summed(here, chosen).value("CE-CORE-03", "dexterity") == -1


@pytest.mark.rule("CE-SIG-06")
def test_throwing_takes_dexterity() -> None:
    """A throw adds Athletics and Dexterity, however strong the thrower is."""
    here = fight(person("mara", chars={"strength": 15, "dexterity": 9}), person("kell", 4))
    tally = summed(here, Attack(actor="mara", target="kell", weapon="knife"))
    assert [(one.rule_id, one.value) for one in tally.lines] == [
        ("CE-CORE-04", 1),
        ("CE-CORE-03", 1),
        ("CE-RNG-03", -2),
    ]


@pytest.mark.rule("CE-SIG-07")
def test_every_row_of_the_table_that_holds_is_a_line_of_the_sum() -> None:
    """Aim +2, laser sight +1, half cover -1, 21 m moved -2, prone at Medium -2, dodged in cover -2.

    The figures are the table's: skill 2, Dexterity 9 (+1), rifle at Medium 0.
    """
    half = Cover(degree=CoverDegree.HALF)
    gun = RIFLE.replace(laser_sight=True, intelligent_tolerance=20)
    aiming = Aim(target="kell", to_hit=2)
    mara = person("mara", weapons=(gun,), aim=aiming, chars={"dexterity": 9})
    kell = person("kell", 20, stance="prone", moved_m=21.0, declared_cover=half)
    found = {one.rule_id: one.value for one in summed(fight(mara, kell), SHOT).lines if not one.off}
    assert found == {
        "CE-CORE-04": 2,
        "CE-CORE-03": 1,
        "CE-RNG-03": 0,
        "CE-MIN-02": 2,
        "CE-SIG-09": 1,
        "CE-COV-01": -2,
        "CE-STA-03": -2,
        "CE-SIG-10": -2,
        "CE-SIG-08": 1,
    }
    up = kell.replace(sheet=sheet_of(kell).replace(stance="crouched"))
    outcome = done(fight(mara, up), SHOT, (1, 1), kell="dodge")
    ducked = [one.value for one in log(outcome)[-1].lines if one.rule_id == "CE-REA-03"]
    assert ducked == [-1, -2]
    assert outcome.result.dm == 2 + 1 + 2 + 1 - 2 - 2 - 2 + 1


@pytest.mark.rule("CE-SIG-10")
@pytest.mark.parametrize(
    ("metres", "dm"), [(9, 0), (10, -1), (10.5, -1), (13.5, -1), (19.5, -1), (21, -2)]
)
def test_a_moving_target_is_harder_to_hit(metres: float, dm: int) -> None:
    """Each full 10 m that the target moved in its latest turn counts -1."""
    here = fight(person("mara"), person("kell", 6, moved_m=metres))
    line = next(one for one in summed(here, SHOT).lines if one.rule_id == "CE-SIG-10")
    assert (line.value, line.off) == (dm, False)


@pytest.mark.rule("CE-STA-03")
@pytest.mark.parametrize(
    ("x", "switch", "dm"),
    [(0, -2, 2), (2, -2, 0), (5, -2, -2), (5, 0, 0), (20, 0, -2), (100, -2, -2)],
)
def test_a_prone_target_by_band(x: int, switch: int, dm: int) -> None:
    """A prone target counts +2 at Personal, 0 at Close, -2 beyond; Short is a house rule."""
    here = fight(person("mara"), person("kell", x, stance="prone"), prone_short_ranged_dm=switch)
    assert summed(here, SHOT).value("CE-STA-03") == dm


@pytest.mark.rule("CE-STA-03")
def test_a_prone_target_in_melee() -> None:
    """Melee against the prone counts +2 in the same square and 0 at Close."""
    cut = Attack(actor="mara", target="kell", weapon="sword")
    for x, dm in ((0, 2), (1, 0)):
        here = fight(person("mara"), person("kell", x, stance="prone"))
        assert summed(here, cut).value("CE-STA-03") == dm


@pytest.mark.rule("CE-SIG-09")
@pytest.mark.parametrize(
    ("aim", "switch", "dm"),
    [
        ({}, True, 0),
        ({"to_hit": 1}, True, 1),
        ({"to_kill": 1}, True, 1),
        ({"to_kill": 1}, False, 0),
    ],
)
def test_a_laser_sight_helps_who_aimed(aim: dict[str, int], switch: bool, dm: int) -> None:
    """A laser sight counts +1 on an aimed attack; aiming for the kill is enough by default."""
    pistol = PISTOL.model_copy(update={"laser_sight": True})
    aiming = Aim(target="kell", **aim) if aim else None
    mara = person("mara", weapons=(pistol,), aim=aiming)
    here = fight(mara, person("kell", 6), laser_sight_kill_aim=switch)
    command = Attack(actor="mara", target="kell", weapon="pistol")
    assert summed(here, command).value("CE-SIG-09") == dm


@pytest.mark.rule("CE-SIG-08")
@pytest.mark.parametrize(
    ("tolerance", "skill", "dm"), [(1, 1, 1), (1, 2, 0), (2, 2, 1), (2, None, 0)]
)
def test_an_intelligent_weapon_copes_within_its_tolerance(
    tolerance: int, skill: int | None, dm: int
) -> None:
    """It adds +1 while the sum of all other lines lies within the tolerance, either way."""
    rifle = RIFLE.model_copy(update={"intelligent_tolerance": tolerance})
    skills = frozendict() if skill is None else frozendict(slug_rifle=skill)
    here = fight(person("mara", weapons=(rifle,), skills=skills), person("kell", 6))
    assert summed(here, SHOT).value("CE-SIG-08") == dm


@pytest.mark.rule("CE-SIG-08")
def test_a_gun_of_unknown_tolerance_has_a_line_to_tick() -> None:
    """Without a tolerance the line is there, struck out, and counts nothing."""
    (line,) = [
        one
        for one in summed(fight(person("mara"), person("kell", 6)), SHOT).lines
        if one.rule_id == "CE-SIG-08"
    ]
    assert (line.off, line.value) == (True, 1)


@pytest.mark.rule("CE-REA-01")
@pytest.mark.rule("CE-INI-07")
def test_what_weighs_on_the_attacker_counts() -> None:
    """His own reactions and haste of this round are lines of his attack."""
    reacted = (CheckDm(dm=-1, until_round=1, source="Dodge"), CheckDm(dm=-1, until_round=0))
    here = fight(person("mara", check_dms=reacted, hasty=True), person("kell", 6))
    tally = summed(here, SHOT)
    assert tally.total == 2 - 1 - 1


@pytest.mark.rule("CE-COV-01")
@pytest.mark.rule("CE-COV-02")
@pytest.mark.rule("CE-STA-01")
@pytest.mark.rule("CE-STA-02")
@pytest.mark.parametrize(
    ("degree", "stance", "dm"),
    [
        ("none", "standing", 0),
        ("quarter", "standing", 0),
        ("half", "standing", -1),
        ("three_quarter", "standing", -2),
        ("full", "standing", -4),
        ("none", "crouched", 0),
        ("quarter", "crouched", -1),
        ("half", "crouched", -2),
        ("three_quarter", "crouched", -4),
        ("three_quarter", "prone", -4),
        ("full", "crouched", None),
        ("full", "prone", None),
    ],
)
def test_cover_is_worth_one_row_more_to_who_ducks(
    degree: str, stance: Stance, dm: int | None
) -> None:
    """The cover table, with its step for crouched and prone, and full cover with no way in."""
    assert worth_of(CoverDegree(degree), stance, CepheusSwitches()).dm == dm


@pytest.mark.rule("CE-COV-04")
@pytest.mark.rule("CE-COV-05")
def test_the_gms_word_on_cover_goes_before_the_map() -> None:
    """Declared cover is a line that says how much and how hard; none is none."""

    def cover(**declared: Any) -> list[tuple[str, int]]:
        kell = person("kell", 6, declared_cover=Cover(**declared))
        lines = summed(fight(person("mara"), kell), SHOT).lines
        return [(one.label, one.value) for one in lines if one.rule_id == "CE-COV-01"]

    assert cover(degree=CoverDegree.HALF, hard=False) == [("Half cover, soft", -1)]
    assert cover(degree=CoverDegree.NONE) == []


@pytest.mark.rule("CE-COV-05")
def test_cover_in_melee_is_a_house_rule() -> None:
    """An obstacle counts in melee; where the house says no, its line is struck out."""
    kell = person("kell", 1, declared_cover=Cover(degree=CoverDegree.HALF))
    cut = Attack(actor="mara", target="kell", weapon="sword")
    for switch, dm in ((True, -1), (False, 0)):
        here = fight(person("mara", weapons=(SWORD,)), kell, cover_in_melee=switch)
        assert summed(here, cut).value("CE-COV-01") == dm
