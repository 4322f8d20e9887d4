"""Weapons that do normal damage and energy in one: each element with its own drive."""

from __future__ import annotations

from typing import Any

import pytest

from gridwar.systems.drive import SYSTEM
from gridwar.systems.drive.core.sheet import DriveSheet
from gridwar.systems.drive.core.weapons_armour_resistances import Armour, EnergyPart, Frag, Weapon
from tests.systems.drive.people import (
    CRITICAL,
    FIRE,
    HIT,
    STRIKE,
    blow,
    duel,
    gun,
    session,
    sheet,
    shield,
    shot,
    struck,
    sword,
)

# --- mixed weapons --------------------------------------------------------------------------------


def mixed(normal: int, drive: int, *energies: tuple[str, int], **fields: Any) -> Weapon:
    """Return a melee weapon with energy added."""
    parts = tuple(EnergyPart.model_validate({"kind": kind, "damage": n}) for kind, n in energies)
    return sword(normal, drive, energy=parts, **fields)


def drives(weapon: Weapon, face: int = HIT, **target: Any) -> list[int]:
    """Return the drive of each element of a hit."""
    start = duel(DriveSheet(weapons=(weapon,)), DriveSheet(defence_tn=12, **target))
    attack = FIRE if weapon.ranged else STRIKE
    return [int(one.drive) for one in blow(session(start, face), attack).elements]


@pytest.mark.rule("DR-MIX-01")
@pytest.mark.rule("DR-MIX-02")
@pytest.mark.rule("DR-MIX-03")
def test_each_energy_has_the_higher_of_its_own_and_the_weapons_drive() -> None:
    """At drive 15, 8 heat has 15 and 24 frost 24; neither lends the other anything."""
    assert drives(mixed(32, 15, ("heat", 8), ("frost", 24))) == [15, 15, 24]


@pytest.mark.rule("DR-MIX-04")
def test_degrees_by_energy_divide_its_own_damage() -> None:
    """20 normal and 24 heat with factor 12: three degrees in all, two by heat."""
    start = duel(
        DriveSheet(weapons=(mixed(20, 15, ("heat", 24)),)),
        DriveSheet(defence_tn=12, injury_factor=12),
    )
    totals = blow(session(start, HIT), STRIKE).totals
    assert totals is not None
    assert (totals.degrees, totals.degrees_by_kind) == (3, (("heat", 2),))


@pytest.mark.rule("DR-MIX-05")
@pytest.mark.rule("DR-CRT-06")
def test_a_critical_raises_both_drives() -> None:
    """+10 on 15 and on 24; a pure shot that a shield cut to 19 has 29."""
    assert drives(mixed(32, 15, ("heat", 24)), CRITICAL) == [25, 34]
    assert drives(shot("electric", 31), CRITICAL, shields=(shield("M", "medium", 12),)) == [29]


@pytest.mark.rule("DR-MIX-06")
@pytest.mark.rule("DR-NRG-05")
def test_metal_halves_the_weapon_but_not_its_electricity() -> None:
    """Metal 16-26 at drive 18: 20 are 10, 14 electric are 14; below the range both are nothing."""
    weapon = mixed(20, 18, ("electric", 14))
    metal = Armour(lo=16, hi=26, metallic=True)
    assert struck(weapon, {"armour": metal}) == (10, 14)
    assert struck(weapon, {"armour": metal.replace(lo=20, hi=30)}) == (0, 0)
    assert struck(weapon, {"armour": metal.replace(metallic=False)}) == (10, 7)
    heat = mixed(20, 18, ("heat", 14))
    assert struck(heat, {"armour": metal}) == (10, 7)


@pytest.mark.rule("DR-MIX-07")
def test_a_stopped_projectile_leaves_its_energy_on_its_own_drive() -> None:
    """28 (30) with 18 heat: stopped, 0 (0) and 18 at 18; the weapon stays mixed for shields."""
    bolt = gun(28, 30, energy=(EnergyPart(kind="heat", damage=18),))
    target = DriveSheet(defence_tn=12, shields=(shield("M", "medium", 50),))
    fight = session(duel(DriveSheet(weapons=(bolt,)), target), HIT)
    normal, heat = blow(fight, FIRE.replace(stopped=frozenset({1}))).elements
    assert (normal.built, normal.delivered, normal.drive, normal.damage) == (28, 0, 0, 0)
    assert (heat.drive, heat.damage) == (18, 18)
    assert sheet(fight, "t").shields[0].points == 50
    plain = blow(session(duel(DriveSheet(weapons=(bolt,)), target), HIT), FIRE)
    assert [one.drive for one in plain.elements] == [30, 30]


@pytest.mark.rule("DR-MIX-07")
def test_a_kinetic_shield_stops_one_shot_of_two() -> None:
    """The same weapon fired twice: only the second projectile is stopped."""
    start = duel(DriveSheet(weapons=(gun(20, 20),)), DriveSheet(defence_tn=12))
    twice = FIRE.replace(weapons=("gun", "gun"), stopped=frozenset({2}))
    assert [one.damage for one in blow(session(start, HIT), twice).elements] == [20, 0]


@pytest.mark.rule("DR-MIX-08")
def test_frag_and_blast_keep_their_drives_apart() -> None:
    """A blast of 26 never takes the frag's 30, device or not."""
    frag = Frag(damage=24, drive=30)
    grenade = Weapon(
        id="gun", ranged=True, frag=frag, energy=(EnergyPart(kind="blast", damage=26),)
    )
    assert drives(grenade) == [30, 26]
    assert drives(grenade.replace(tags=frozenset({"explosive_device"}))) == [30, 26]


@pytest.mark.rule("DR-MIX-09")
@pytest.mark.rule("DR-MIX-10")
def test_pure_energy_takes_off_limbs_and_mixed_weapons_as_their_own_rule_says() -> None:
    """Energy on a weapon that cannot does not make it able; restrictions are told."""
    assert shot("heat", 9).replace(dismember="never").may_dismember
    assert not mixed(9, 9, ("heat", 9), dismember="never").may_dismember
    assert mixed(9, 9, ("heat", 9)).may_dismember
    bound = mixed(9, 9, dismember="restricted", dismember_note="hands only")
    start = duel(DriveSheet(weapons=(bound,)), DriveSheet())
    texts = [(one.text, one.rule_id) for one in SYSTEM.draft(start, STRIKE).foreseen]
    assert ("sword may dismember: hands only", "DR-MIX-10") in texts
