"""What stands against an attack: weapon, action, reach, bands, sight; whom it could be made on.

Whoever it could be made on has what it would need written at the token.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from frozendict import frozendict
from msgspec.structs import replace

from gridwar.engine.kit import Candidates, Procedure, _, allows, must_exist, require, required
from gridwar.systems.percentile.attacks.attack_modifiers import target_number
from gridwar.systems.percentile.core.altitude_bands import band_of, band_pair
from gridwar.systems.percentile.core.fight_state import sheet_of
from gridwar.systems.percentile.core.weapons_in_hand import weapon_of
from gridwar.systems.percentile.positions.reach_and_sight import (
    are_within,
    barrier,
    can_strike,
    is_seen,
    reach_of,
    squares_told,
    what_hides,
)

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter, Table
    from gridwar.systems.percentile.attacks.attack_records import AttackOrder
    from gridwar.systems.percentile.core.weapons import PercentileWeapon

LEAST_HITS = 2


def may_attack(table: Table, order: AttackOrder) -> Procedure[PercentileWeapon]:
    """Refuse an attack that is against the rules; first what no target would change.

    Rules: PC-ATK-01, PC-ATK-02
    """
    weapon = yield from may_use(table, order)
    yield from may_be_target(table, order, weapon)
    return weapon


def may_use(table: Table, order: AttackOrder) -> Procedure[PercentileWeapon]:
    """Refuse a weapon that this attack cannot be made with.

    Rules: PC-ATK-01, PC-ACT-02, PC-ACT-03, PC-ACT-05, PC-ACT-06
    """
    who, kind = order.attacker, order.row
    found = weapon_of(table.now[who], order.weapon)
    weapon = yield from required(found, "no_weapon", _("{who} has no such weapon."), who=who)
    text = _("{what} is not in hand.")
    yield from require(weapon.equipped, "not_in_hand", text, "PC-ATK-01", what=weapon.title)
    text = _("{what} is made with a melee weapon.")
    suits = weapon.is_melee or not kind.is_a("melee")
    yield from require(suits, "not_melee", text, kind.rule, what=kind.title)
    text = _("{what} is made with a ranged weapon.")
    suits = weapon.kind == "ranged" or not kind.is_a("ranged")
    yield from require(suits, "not_ranged", text, kind.rule, what=kind.title)
    jammed = weapon.jammed and not weapon.is_melee
    yield from require(not jammed, "jammed", _("The weapon is jammed."), "PC-ACT-02")
    if order.action in ("burst", "flurry"):
        text = _("{what} needs a weapon with a Hit rating of 2 or more.")
        yield from require(weapon.has_hits, "hit_rating", text, kind.rule, what=kind.title)
        text, most = _("From 2 to {most} hits can be intended."), weapon.hit_rating
        in_bounds = LEAST_HITS <= order.hits <= most
        yield from require(in_bounds, "hits", text, kind.rule, most=most)
    return weapon


def may_be_target(table: Table, order: AttackOrder, weapon: PercentileWeapon) -> Procedure[None]:
    """Refuse a target that the attack cannot reach.

    Rules: PC-ATK-01, PC-ATK-02, PC-ALT-03, PC-ALT-04, PC-ALT-05
    """
    who, target = order.attacker, order.target
    yield from must_exist(table, target)
    text = _("{who} cannot be the target of their own attack.")
    yield from require(who != target, "own_target", text, waivable=False, who=who)
    text = _("{target} is dead.")
    alive = not sheet_of(table.now[target]).dead
    yield from require(alive, "target_dead", text, "PC-ATK-19", target=target)
    placed = table.now[who].is_on_map and table.now[target].is_on_map
    yield from require(placed, "off_board", _("Both have to stand on the map."), waivable=False)
    yield from _bands_allow(table, order, weapon)
    n, most = squares_told(table.now, who, target), weapon.maximum_distance
    is_within = are_within(table.now, who, target, most)
    if weapon.is_melee:
        text = _("{target} is {n} squares away; the reach is {most}.")
        yield from require(
            is_within, "out_of_reach", text, "PC-ATK-01", target=target, n=n, most=most
        )
        why = barrier(table.now, who, target)
        yield from _clear_line(target, is_clear=not why, why=why, rule="PC-ATK-01")
        return
    text = _("{n} squares; the weapon reaches {most}.")
    yield from require(is_within, "too_far", text, "PC-ATK-02", n=n, most=most)
    is_clear, why = is_seen(table.now, who, target), what_hides(table.now, who, target)
    yield from _clear_line(target, is_clear=is_clear, why=why, rule="PC-ATK-02")


def _clear_line(target: str, *, is_clear: bool, why: str, rule: str) -> Procedure[None]:
    text = _("No line to {target}: {why}.")
    yield from require(is_clear, "no_line", text, rule, target=target, why=why)


def _bands_allow(table: Table, order: AttackOrder, weapon: PercentileWeapon) -> Procedure[None]:
    """Refuse melee across bands, and shots that bridge High without approval.

    Rules: PC-ALT-03, PC-ALT-04, PC-ALT-05
    """
    now = table.now
    here, there = band_of(now[order.attacker]), band_of(now[order.target])
    pair = band_pair(here, there)
    rule = "PC-ALT-05" if "high" in (here, there) else "PC-ALT-03"
    if weapon.is_melee:
        text = _("{target} is on another altitude band: no melee.")
        yield from require(pair.melee, "other_band", text, rule, target=order.target)
        return
    may = pair.ranged == "yes" or weapon.approved
    text = _("Between High and the bands below only approved weapons shoot.")
    yield from require(may, "not_approved", text, "PC-ALT-05")


def may_reach(table: Table, who: str, target: str) -> Procedure[None]:
    """Refuse a target that is not within melee reach, alive, on the same band and in the open.

    Rules: PC-ATK-01
    """
    yield from must_exist(table, target)
    other = target != who and not sheet_of(table.now[target]).dead
    near = other and can_strike(table.now, who, target, reach_of(table.now[who]))
    why = barrier(table.now, who, target) if other and not near else ""
    text = _("{target} is not within melee reach of {who}.")
    if why:
        text = _("{target} is not within melee reach of {who}: {why}.")
    yield from require(near, "not_in_melee", text, "PC-ATK-01", target=target, who=who, why=why)


def candidates_of(encounter: Encounter, order: AttackOrder) -> Candidates:
    """Return the foes that an order could be aimed at, each with its target number.

    Rules: PC-ACT-01, PC-ATK-01, PC-ATK-02
    """
    words = {}
    for foe in foes_of(encounter, order.attacker):
        aimed = replace(order, target=foe)
        if could_attack(encounter, aimed):
            words[foe] = str(target_number(encounter, aimed))
    return Candidates(frozenset(words), words=frozendict(words))


def could_attack(encounter: Encounter, order: AttackOrder) -> bool:
    """Tell whether nothing stands against an attack but its price."""
    return allows(encounter, may_attack, order)


def foes_of(encounter: Encounter, who: str) -> tuple[str, ...]:
    """Return somebody's foes on the map who are not dead, in the order they joined."""
    side = encounter[who].side
    return tuple(
        one.id
        for one in encounter.everyone()
        if one.id != who
        and one.is_on_map
        and not sheet_of(one).dead
        and encounter.are_foes(one.side, side)
    )


def within_melee(encounter: Encounter, who: str) -> Candidates:
    """Return the foes within somebody's melee reach.

    Rules: PC-ATK-01
    """
    reach = reach_of(encounter[who])
    foes = foes_of(encounter, who)
    return Candidates(frozenset(foe for foe in foes if can_strike(encounter, who, foe, reach)))
