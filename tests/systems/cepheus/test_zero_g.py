"""Zero gravity: the skill that caps all others, and recoil."""

from __future__ import annotations

import pytest

from gridwar.model.battlemap import BattleMap
from gridwar.model.geometry import Cell
from gridwar.model.zones import ZERO_GRAVITY, Zone
from gridwar.systems.cepheus.attacks.attack_offers import Attack
from gridwar.systems.cepheus.attacks.reactions import parry_dm
from gridwar.systems.cepheus.core.weapon_records import Weapon
from gridwar.systems.cepheus.grapples.grapple import Grapple
from tests.systems.cepheus.firefight import done, fight, person, summed

HOLD = BattleMap(width=30, height=10).with_zones(
    [
        Zone(
            id="hold",
            kind=ZERO_GRAVITY,
            cells=tuple(Cell(x, y) for x in range(6) for y in range(10)),
        )
    ]
)
KICKS = Weapon(id="kicks", name="Pistol", skill="slug_pistol", damage_dice=2, recoil=True)
SHOT = Attack(actor="mara", target="kell", weapon="kicks")


def _skill_and_recoil(x: int, skills: dict[str, int]) -> tuple[int, int]:
    start = fight(
        person("mara", x, skills=skills, weapons=(KICKS,)), person("kell", x + 5), ground=HOLD
    )
    tally = summed(start, SHOT)
    return tally.value("CE-CORE-04", "slug_pistol"), tally.value("CE-ZRG-02")


@pytest.mark.rule("CE-ZRG-01")
@pytest.mark.parametrize(
    ("skills", "level"),
    [
        ({"slug_pistol": 2, "zero_g": 1}, 1),
        ({"slug_pistol": 1, "zero_g": 3}, 1),
        ({"slug_pistol": 2}, -3),
        ({"zero_g": 2}, -3),
    ],
)
def test_the_lower_of_both_skills_counts(skills: dict[str, int], level: int) -> None:
    """Without gravity the lower of Zero-G and the weapon's skill counts; lacking either, -3."""
    assert _skill_and_recoil(0, skills)[0] == level


@pytest.mark.rule("CE-ZRG-01", "CE-ZRG-02")
def test_zero_gravity_is_where_the_firer_floats() -> None:
    """Recoil costs 2 where there is no gravity; outside the painted area nothing changes."""
    skills = {"slug_pistol": 2, "zero_g": 1}
    assert _skill_and_recoil(5, skills) == (1, -2)
    assert _skill_and_recoil(6, skills) == (2, 0)


@pytest.mark.rule("CE-ZRG-01")
def test_parrying_is_capped_too() -> None:
    """A parry is worth no more than Zero-G, and nothing without it."""
    fighter = person("kell", 1, skills={"blades": 3, "zero_g": 1})
    assert parry_dm(fight(fighter, ground=HOLD), "kell") == -1
    novice = person("kell", 1, skills={"blades": 3})
    assert parry_dm(fight(novice, ground=HOLD), "kell") == 0
    assert parry_dm(fight(novice), "kell") == -3


@pytest.mark.rule("CE-ZRG-01", "CE-GRP-01")
@pytest.mark.parametrize(("x", "dm"), [(0, 1), (9, 2)])
def test_grappling_is_capped_too(x: int, dm: int) -> None:
    """Natural weapons 2 and Zero-G 1: 1 where both float, 2 on firm ground."""
    skills = {"natural_weapons": 2, "zero_g": 1}
    here = fight(person("mara", x, skills=skills), person("kell", x), ground=HOLD)
    outcome = done(here, Grapple(actor="mara", target="kell"), (1, 1, 6, 6))
    assert outcome.result.opposed.mine.dm_total == dm
