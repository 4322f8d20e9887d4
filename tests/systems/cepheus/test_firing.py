"""Special ways of firing: bursts, panic, flechettes, blind, into combat, at extreme range."""

from __future__ import annotations

from typing import Any

import pytest

from gridwar.engine.odds.odds_columns import odds
from gridwar.model.battlemap import BattleMap
from gridwar.model.command import Adjustments
from gridwar.model.geometry import SUBCELL, Cell, Point
from gridwar.model.walls import Wall
from gridwar.model.zones import Light
from gridwar.systems.cepheus import SYSTEM
from gridwar.systems.cepheus.attacks.attack_offers import Attack, FireBlind
from gridwar.systems.cepheus.attacks.attack_records import AttackResult, Shot
from gridwar.systems.cepheus.attacks.bystanders_and_line_of_fire import cells_of_fire, eligible_on
from gridwar.systems.cepheus.attacks.firing_modes import extra_of, rounds_used
from gridwar.systems.cepheus.core.house_rules import CepheusSwitches
from gridwar.systems.cepheus.core.weapon_records import Weapon
from tests.systems.cepheus.firefight import (
    GRENADE,
    done,
    fight,
    person,
    physical,
    refused,
    sheet,
    summed,
)

GUN = Weapon(
    id="gun",
    name="Gun",
    type="rifle",
    skill="slug_rifle",
    damage_dice=2,
    magazine=30,
    loaded=30,
    bursts=(3, 4, 10),
    slug_small_arm=True,
)
SCATTER = Weapon(
    id="scatter",
    name="Shotgun",
    type="shotgun",
    skill="slug_rifle",
    damage_dice=4,
    ammo_kind="flechette",
)
BEAM = Weapon(
    id="beam",
    name="Beam",
    type="rifle",
    skill="slug_rifle",
    damage_dice=5,
    energy=True,
)
PLAIN = CepheusSwitches()


def mara(*weapons: Weapon, **values: Any) -> Any:
    """Return the firer, with Dexterity 7 and skill 2."""
    return person("mara", weapons=weapons or (GUN,), **values)


def attack(**values: Any) -> Attack:
    """Return mara's attack on kell."""
    return Attack(**{"actor": "mara", "target": "kell", "weapon": "gun", **values})


def result_of(outcome: Any) -> AttackResult:
    """Return what came of an attack."""
    assert isinstance(outcome.result, AttackResult)
    return outcome.result


# --- bursts and panic -----------------------------------------------------------------------------


@pytest.mark.rule("CE-FIR-02")
@pytest.mark.parametrize(
    ("rounds", "dm", "dice", "points"),
    [
        (1, 0, 0, 0),
        (2, 0, 0, 0),
        (3, 1, 0, 1),
        (4, 1, 1, 0),
        (9, 1, 1, 0),
        (10, 2, 2, 0),
        (20, 3, 3, 0),
        (99, 3, 3, 0),
        (100, 4, 4, 0),
    ],
)
def test_a_burst_hits_better_or_harder(rounds: int, dm: int, dice: int, points: int) -> None:
    """The rounds of a burst are worth a DM or extra damage; between rows the lower one counts."""
    belt = GUN.replace(magazine=200, loaded=200)
    spread = extra_of(belt, Shot("a", "gun", mode="burst", rounds=rounds), PLAIN)
    grouped = extra_of(belt, Shot("a", "gun", mode="burst", rounds=rounds, use="damage"), PLAIN)
    assert (spread.dm, spread.dice, spread.points) == (dm, 0, 0)
    assert (grouped.dm, grouped.dice, grouped.points) == (0, dice, points)


@pytest.mark.rule("CE-FIR-02")
def test_the_rounds_really_fired_decide() -> None:
    """With 3 of 10 rounds left a burst is worth what 3 are; by house rule only exact rows count."""
    last = GUN.replace(loaded=5)
    shot = Shot("a", "gun", mode="burst", rounds=10)
    assert (rounds_used(last, shot), extra_of(last, shot, PLAIN).dm) == (5, 1)
    exact = CepheusSwitches(burst_between_rows="exact_only")
    assert extra_of(last, shot, exact).dm == 0
    assert extra_of(GUN, shot, exact).dm == 2


@pytest.mark.rule("CE-FIR-02")
def test_a_burst_uses_its_rounds_and_a_gun_fires_only_its_own() -> None:
    """Four rounds grouped: one die more, four rounds gone; bursts it cannot fire are refused."""
    start = fight(mara(), person("kell", 5))
    after = done(start, attack(mode="burst", rounds=4, use="damage"), (4, 4, 3, 3, 5))
    result = result_of(after)
    assert (result.dm, result.injuries[0].before_armor) == (2, 3 + 3 + 5 + 2)
    assert sheet(after.encounter, "mara").weapon("gun").loaded == 26  # type: ignore[union-attr]
    assert refused(start, attack(mode="burst", rounds=20)) == "no_burst"


@pytest.mark.rule("CE-FIR-03")
def test_panic_empties_a_small_arm() -> None:
    """Panic fire: -2, the magazine to 0, damage as the row for 7 rounds, no bonus to hit."""
    start = fight(mara(GUN.replace(loaded=7)), person("kell", 5))
    after = done(start, attack(mode="panic"), (5, 5, 2, 6, 3))
    result = result_of(after)
    assert (result.dm, result.effect, result.injuries[0].before_armor) == (0, 2, 2 + 6 + 3 + 2)
    assert sheet(after.encounter, "mara").weapon("gun").loaded == 0  # type: ignore[union-attr]
    rifle = GUN.replace(slug_small_arm=False)
    assert refused(fight(mara(rifle), person("kell", 5)), attack(mode="panic")) == "no_panic"


def test_odds_of_a_burst_are_those_of_its_play() -> None:
    """Odds know the extra die: spread and grouped differ in chance and in damage."""
    start = fight(mara(), person("kell", 5, aware=False))
    chances = []
    for use in ("attack", "damage"):
        found = odds(SYSTEM, start, attack(mode="burst", rounds=10, use=use)).columns[0].outcomes
        assert found is not None
        chances.append(round(found.success * 36))
    assert chances == [33, 26]


# --- flechettes -----------------------------------------------------------------------------------


@pytest.mark.rule("CE-FIR-04")
def test_flechettes_spread_beyond_short_range() -> None:
    """At Medium 2D6 and +1 and everybody at the target's place; at Short an ordinary shot."""
    people = person("kell", 10), person("bo", 10, armor=3), person("ann", 11)
    start = fight(mara(SCATTER), *people)
    after = done(start, attack(weapon="scatter"), (5, 4, 4, 3))
    result = result_of(after)
    assert result.dm == 2 - 2 + 1 - 2
    assert {one.victim: one.after_armor for one in result.injuries} == {"kell": 7, "bo": 4}
    near = fight(mara(SCATTER), person("kell", 5), person("bo", 5))
    hit = result_of(done(near, attack(weapon="scatter"), (6, 5, 1, 1, 1, 1)))
    assert [(one.victim, one.before_armor) for one in hit.injuries] == [("kell", 4 + 1)]


@pytest.mark.rule("CE-FIR-04", "CE-REA-03")
def test_another_victim_may_dodge_flechettes_for_himself() -> None:
    """One roll for all: who dodges is missed by a shot that strikes the others just so."""
    people = mara(SCATTER), person("kell", 10), person("bo", 10)
    start = fight(*people, spread_into_combat_dm="waive")
    after = done(start, attack(weapon="scatter"), (4, 3, 2, 2), bo="dodge")
    assert [one.victim for one in result_of(after).injuries] == ["kell"]
    assert sheet(after.encounter, "bo").check_dms[0].dm == -1
    both = done(start, attack(weapon="scatter"), (5, 3, 2, 2), bo="dodge")
    assert [one.victim for one in result_of(both).injuries] == ["kell", "bo"]


# --- blind fire -----------------------------------------------------------------------------------


@pytest.mark.rule("CE-FIR-01")
def test_blind_fire_hits_anybody_on_the_line() -> None:
    """Skill counts 0, the highest of three dice goes, and chance says who of the line is hit."""
    people = person("u1", 10), person("u2", 14), person("u3", 20), person("off", 10, 9)
    start = fight(mara(), *people)
    after = done(
        start, FireBlind(actor="mara", weapon="gun", square=Cell(14, 0)), (6, 4, 5, 2, 1, 1)
    )
    result = result_of(after)
    assert (result.kept, result.dm, result.effect) == ((4, 5), 0, 1)
    assert (result.eligible, result.struck) == (("u1", "u2", "u3"), "u2")
    assert result.injuries[0].before_armor == 1 + 1 + 1
    untrained = fight(mara(skills={}), *people)
    blind = FireBlind(actor="mara", weapon="gun", square=Cell(14, 0))
    assert summed(untrained, blind).value("CE-CORE-04", "slug_rifle") == 0


@pytest.mark.rule("CE-FIR-01")
def test_the_line_of_blind_fire_ends_at_a_wall_and_at_the_last_band() -> None:
    """Who stands behind the first wall, or beyond the weapon's reach, cannot be hit."""
    wall = Wall(id="w", a=Point(16 * SUBCELL, -1 * SUBCELL), b=Point(16 * SUBCELL, 3 * SUBCELL))
    page = BattleMap(width=120, height=10).with_walls((wall,))
    people = person("u1", 10), person("u2", 20)
    shot = Shot("mara", "gun", square=Cell(10, 0), blind=True)
    assert eligible_on(fight(mara(), *people, ground=page), shot, GUN) == ("u1",)
    thrown = fight(mara(GRENADE), *people)
    assert max(cell.x for cell in cells_of_fire(thrown, shot, GRENADE)) == 34


# --- into combat ----------------------------------------------------------------------------------


@pytest.mark.rule("CE-FIR-05")
@pytest.mark.parametrize(("die", "struck"), [(3, None), (4, "bo"), (6, "bo")])
def test_a_miss_into_combat_may_hit_the_other(die: int, struck: str | None) -> None:
    """-2 with somebody at Personal range to the target; after a miss 4+ hits him, Effect 0."""
    start = fight(mara(), person("kell", 5), person("bo", 5), person("ann", 6))
    dice = (2, 3, die) if struck is None else (2, 3, die, 4, 3)
    after = done(start, attack(), dice)
    result = result_of(after)
    assert (result.dm, result.stray) == (0, struck)
    assert [(one.victim, one.before_armor) for one in result.injuries] == (
        [("bo", 7)] if struck else []
    )


@pytest.mark.rule("CE-FIR-05", "CE-CORE-09")
def test_of_several_equally_near_chance_picks_one() -> None:
    """With two others in the square a die between them says who is hit instead."""
    start = fight(mara(), person("kell", 5), person("ann", 5), person("bo", 5))
    result = result_of(done(start, attack(), (2, 3, 5, 2, 1, 1)))
    assert result.stray == "bo"


@pytest.mark.rule("CE-FIR-05")
def test_neither_the_firer_nor_melee_nor_corpses_make_a_crowd() -> None:
    """Firing at somebody in one's own square is not firing into combat; nor is a blow."""
    own = fight(mara(), person("kell", 0))
    assert summed(own, attack()).value("CE-FIR-05") == 0
    dead = fight(mara(), person("kell", 5), person("bo", 5, killed=True))
    assert summed(dead, attack()).value("CE-FIR-05") == 0
    above = fight(mara(), person("kell", 5), person("bo", 5).replace(altitude=3.0))
    assert summed(above, attack()).value("CE-FIR-05") == 0


# --- extreme range --------------------------------------------------------------------------------


def _far(metres: float, **values: Any) -> Any:
    return person("kell", **values).replace(pos=None, distance_m=metres)


@pytest.mark.rule("CE-FIR-06", "CE-RNG-01")
def test_beyond_the_edge_of_the_map_distance_decides_the_band() -> None:
    """Somebody 3 000 m off, on no map, is at Distant range: -4 for a rifle."""
    start = fight(mara(), _far(3000))
    tally = summed(start, attack())
    assert (tally.value("CE-RNG-03"), tally.value("CE-FIR-06")) == (-4, 0)
    assert refused(fight(mara(SCATTER), _far(3000)), attack(weapon="scatter")) == "blank_band"


@pytest.mark.rule("CE-FIR-06", "CE-DMG-02")
def test_energy_at_extreme_range_does_half() -> None:
    """Beyond 5 000 m another -2; all damage added and halved, rounded up, before armour."""
    firer = mara(BEAM, skills={"slug_rifle": 3}, rest=True)
    start = fight(firer, _far(5400, armor=5))
    after = done(start, attack(weapon="beam"), (6, 6, 5, 2, 4, 3, 3))
    result = result_of(after)
    assert (result.dm, result.effect) == (3 - 4 - 2, 1)
    injury = result.injuries[0]
    assert (injury.full, injury.before_armor, injury.after_armor) == (18, 9, 4)
    assert physical(after.encounter, "kell") == (7, 7, 3)


@pytest.mark.rule("CE-FIR-06")
@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"skills": {"slug_rifle": 2}, "rest": True}, "marksman"),
        ({"skills": {"slug_rifle": 3}, "rest": True, "moved_m": 3.0}, "not_still"),
        ({"skills": {"slug_rifle": 3}}, "no_rest"),
    ],
)
def test_extreme_range_asks_for_skill_stillness_and_a_rest(
    values: dict[str, Any], code: str
) -> None:
    """Level 3, no movement, a rest: what is missing is named, and can be waived."""
    start = fight(mara(**values), _far(6000))
    assert refused(start, attack()) == code
    waived = attack(adjustments=Adjustments(waived=frozenset({code})))
    assert summed(start, waived).value("CE-FIR-06") == -2


@pytest.mark.rule("CE-FIR-06")
def test_an_unseen_target_and_another_limit() -> None:
    """Who is hidden cannot be fired at there; a table may let extreme range begin earlier."""
    firer = mara(skills={"slug_rifle": 3}, rest=True)
    hidden = _far(6000).replace(hidden=True, side="2")
    assert refused(fight(firer, hidden), attack()) == "unseen"
    assert summed(fight(firer, _far(3100), distant_limit_m=3000), attack()).value("CE-FIR-06") == -2
    never = fight(mara(), _far(90_000), distant_limit_m="none")
    assert summed(never, attack()).value("CE-FIR-06") == 0


def test_light_is_read_where_there_is_no_map_either() -> None:
    """Darkness over the whole map lies beyond its edge, too."""
    start = fight(mara(), _far(400), ground=BattleMap(light=Light.DARK))
    assert summed(start, attack()).value("CE-ENV-01") == -4


@pytest.mark.rule("CE-CORE-09")
@pytest.mark.parametrize(("face", "victim"), [(1, "near"), (2, "a"), (3, "b")])
def test_candidates_are_numbered_by_distance_and_then_by_id(face: int, victim: str) -> None:
    """Near before far, a before b where both are as far; the die says which number is struck."""
    people = person("b", 8), person("a", 8), person("near", 4)
    here = fight(person("mara"), *people)
    blind = FireBlind(actor="mara", weapon="rifle", square=Cell(5, 0))
    found = done(here, blind, (6, 6, 6, face, 1, 1, 1)).result
    assert found.eligible == ("near", "a", "b")
    assert found.struck == victim


@pytest.mark.rule("CE-CORE-09")
def test_a_single_candidate_needs_no_die() -> None:
    """One alone on the line: the dice of the damage follow at once."""
    here = fight(person("mara"), person("kell", 4))
    blind = FireBlind(actor="mara", weapon="rifle", square=Cell(5, 0))
    assert done(here, blind, (6, 6, 6, 1, 1, 1)).result.struck == "kell"
