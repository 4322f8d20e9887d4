"""Suppressing fire: what it does, to whom, how often."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from gridwar.engine.kit.turn_and_move_commands import NextTurn
from gridwar.model.cover_kinds import Cover, CoverDegree
from gridwar.systems.cepheus import SYSTEM
from gridwar.systems.cepheus.attacks import firing_modes, suppression
from gridwar.systems.cepheus.attacks.attack_offers import Attack
from gridwar.systems.cepheus.attacks.attack_records import Shot
from gridwar.systems.cepheus.attacks.suppression import Suppress, near_targets, targets_of
from gridwar.systems.cepheus.core.fight_state import check_dm
from gridwar.systems.cepheus.core.initiative_order import count_of
from gridwar.systems.cepheus.core.modifier_tables import modifiers
from gridwar.systems.cepheus.core.person_records import Aim, Suppression
from gridwar.systems.cepheus.core.weapon_records import Weapon
from gridwar.systems.cepheus.turns.rounds_and_turns import EndRound, EndTurn
from tests.support.cepheus import Fight
from tests.support.cepheus import person as somebody
from tests.systems.cepheus.firefight import done, fight, log, person, refused, sheet, summed

if TYPE_CHECKING:
    from gridwar.systems.cepheus.core.person_records import Fearless

GUN = Weapon(
    id="gun",
    name="Gun",
    type="rifle",
    skill="slug_rifle",
    damage_dice=3,
    magazine=30,
    loaded=10,
    bursts=(3, 4),
)


def shot(**values: Any) -> Attack:
    """Return mara's suppressing fire on kell."""
    plain = {"actor": "mara", "target": "kell", "weapon": "gun", "mode": "suppression"}
    return Attack(**{**plain, **values})


@pytest.mark.rule("CE-FIR-07", "CE-INI-06")
def test_suppression_costs_initiative_and_checks_and_hurts_nobody() -> None:
    """-2 to hit, double ammunition; the Effect off the Initiative, -1 on checks for two rounds."""
    start = fight(person("mara", weapons=(GUN,)), person("kell", 60, initiative_base=10))
    after = done(start, shot(), (4, 5))
    kell = sheet(after.encounter, "kell")
    assert (after.result.dm, after.result.effect, after.result.suppressed) == (0, 1, ("kell",))
    assert count_of(after.encounter, "kell") == 9
    assert [check_dm(kell, number) for number in (1, 2, 3)] == [-1, -1, 0]
    assert (kell.chars, after.result.injuries) == (kell.chars_max, ())
    assert sheet(after.encounter, "mara").weapon("gun").loaded == 8  # type: ignore[union-attr]


@pytest.mark.rule("CE-FIR-07")
def test_a_miss_of_suppressing_fire_does_nothing() -> None:
    """A failure is a plain miss: no stray shot either, although others stand there."""
    start = fight(person("mara", weapons=(GUN,)), person("kell", 9), person("bo", 9))
    after = done(start, shot(), (2, 3))
    assert (after.result.hit, after.result.stray) == (False, None)
    assert check_dm(sheet(after.encounter, "kell"), 1) == 0


@pytest.mark.rule("CE-FIR-07")
def test_cover_is_fired_at_itself() -> None:
    """The target's cover, stance and movement count only by the house rule."""
    cover = Cover(degree=CoverDegree.HALF)
    hidden: dict[str, Any] = {"declared_cover": cover, "stance": "prone", "moved_m": 12.0}
    people = person("mara", weapons=(GUN,)), person("kell", 20, **hidden)
    assert summed(fight(*people), shot()).total == 0
    assert summed(fight(*people, suppress_uses_target_dms=True), shot()).total == -2 - 2 - 1


@pytest.mark.rule("CE-FIR-08")
def test_nobody_is_suppressed_again_before_he_has_acted() -> None:
    """Suppressed at 9 to 6; again only after his turn, and then it counts next round."""
    play = Fight(somebody("A", initiative_base=20), somebody("T", (9, 0), initiative_base=9))
    play.do(Suppress(target="T", effect=3))
    assert play.count("T") == 6
    assert play.do(Suppress(target="T", effect=5)).result is False  # type: ignore[union-attr]
    play.do(NextTurn(), NextTurn(), EndTurn(actor="T"))
    assert play.do(Suppress(target="T", effect=1)).result is True  # type: ignore[union-attr]
    assert play.count("T") == 6
    play.do(EndRound())
    assert play.count("T") == 8
    assert check_dm(play.sheet("T"), 2) == -1


@pytest.mark.rule("CE-FIR-08")
def test_a_burst_keeps_several_down() -> None:
    """Three rounds and more may name others within 2 squares, with one roll for all."""
    others = person("ann", 22), person("bo", 23), person("far", 24)
    start = fight(person("mara", weapons=(GUN,)), person("kell", 20), *others)
    wide = Shot("mara", "gun", "kell", mode="suppression", rounds=3, others=("ann", "bo", "far"))
    assert targets_of(start, GUN, wide) == ("kell", "ann")
    narrow = Shot("mara", "gun", "kell", mode="suppression", others=("ann",))
    assert targets_of(start, GUN, narrow) == ("kell",)
    after = done(start, shot(rounds=3, others=("ann",)), (6, 4))
    assert after.result.suppressed == ("kell", "ann")
    assert sheet(after.encounter, "mara").weapon("gun").loaded == 4  # type: ignore[union-attr]


def test_friends_are_not_proposed_for_suppression() -> None:
    """Of those near the target only the other side is proposed."""
    kell = person("kell", 20).replace(side="2")
    start = fight(person("mara"), kell, person("own", 21), person("foe", 22).replace(side="2"))
    assert near_targets(start, "kell", "mara") == ("foe",)


@pytest.mark.rule("CE-FIR-09")
@pytest.mark.parametrize("why", ["zealot", "battle_dress", "suicidal", "machine"])
def test_who_takes_no_notice(why: Fearless) -> None:
    """Zealots, the suicidal, machines and full battle dress are not affected, and it says why."""
    start = fight(person("mara", weapons=(GUN,)), person("kell", 9, fearless=why))
    after = done(start, shot(), (6, 6))
    assert after.result.suppressed == ()
    assert check_dm(sheet(after.encounter, "kell"), 1) == 0
    told = next(one for one in log(after) if "takes no notice" in one.title)
    assert [one.rule_id for one in told.steps] == ["CE-FIR-09"]


@pytest.mark.rule("CE-FIR-08", "CE-FIR-09")
def test_the_sheet_of_an_attack_says_where_suppression_would_be_in_vain() -> None:
    """It can be chosen all the same; whoever is kept down already is so until they have acted."""
    kept = Suppression(until_round=2, locked=True)
    for state, words in (
        ({}, "-2, 2 rounds"),
        ({"fearless": "zealot"}, "takes no notice: a zealot"),
        ({"suppression": kept}, "is kept down already and has not acted since"),
    ):
        start = fight(person("mara", weapons=(GUN,)), person("kell", 9, **state))
        (fire,) = SYSTEM.draft(start, shot()).choices[:1]
        suppress = next(one for one in fire.options if one.id == "suppression:1")
        assert words in suppress.note
        assert not suppress.why_not


@pytest.mark.rule("CE-FIR-03", "CE-FIR-07")
def test_the_sheet_of_an_attack_says_what_the_table_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table with other figures for panic and suppression is shown with those."""
    found = modifiers()
    fire = found.fire.replace(panic=-4, suppression=-3, suppression_rounds=4)
    for module in (firing_modes, suppression):
        monkeypatch.setattr(module, "modifiers", lambda: found.replace(fire=fire))
    gun = GUN.replace(slug_small_arm=True, magazine=9, loaded=9)
    start = fight(person("mara", weapons=(gun,)), person("kell", 9))
    (ways,) = SYSTEM.draft(start, shot()).choices[:1]
    notes = {one.id: one.note for one in ways.options}
    assert notes["panic"] == "-4, all 9 rounds"
    assert notes["suppression:3"] == "-3, 12 rounds"


def test_too_few_rounds_suppress_nobody() -> None:
    """One round left is half of what a single suppressing shot takes."""
    start = fight(person("mara", weapons=(GUN.replace(loaded=1),)), person("kell", 9))
    assert refused(start, shot()) == "too_few"


@pytest.mark.rule("CE-MIN-03", "CE-MIN-02", "CE-FIR-07")
@pytest.mark.parametrize(
    ("aim", "kept"), [(Aim(target="z", to_kill=3), 0), (Aim(target="z", to_hit=2), 2)]
)
def test_suppression_forces_to_duck(aim: Aim, kept: int) -> None:
    """Whoever is kept down loses the aim for the kill; ordinary aim survives it."""
    here = fight(person("mara"), person("kell", 60, aim=aim), person("z", 9))
    after = sheet(done(here, Suppress(target="kell", effect=3)).encounter, "kell")
    assert (0 if after.aim is None else after.aim.dm) == kept
    assert after.aim is None or not after.aim.to_kill
