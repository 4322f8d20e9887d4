"""Whether an attack may be made: with what, at whom, at which square; and who is within reach."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import Candidates, Encounter, Procedure, Table, Variant, allows, require
from gridwar.model.floors import square_name
from gridwar.model.geometry import footprint
from gridwar.systems.arrgs.actions.paying_for_actions import may_begin
from gridwar.systems.arrgs.actions.prices import Price, price_of
from gridwar.systems.arrgs.core.sheet import has, sheet_of
from gridwar.systems.arrgs.core.tables import manoeuvre
from gridwar.systems.arrgs.equipment import may_wield, must_have
from gridwar.systems.arrgs.opportunities.threat_and_weapon_arcs import has_facing, may_point_at
from gridwar.systems.arrgs.positions.areas_and_occupants import AimPoint, has_area
from gridwar.systems.arrgs.positions.distances import (
    RangeBand,
    between,
    cells_away,
    must_be_on_board,
    opponents,
    range_band,
    reaches,
)
from gridwar.systems.arrgs.positions.lines_of_sight import sees
from gridwar.systems.arrgs.spells.casting import spell_price
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.systems.arrgs.actions.offers import WeaponManoeuvre
    from gridwar.systems.arrgs.core.weapon_and_item_records import Weapon


def provokes(encounter: Encounter, who: str, weapon: Weapon, key: str) -> bool:
    """Return whether a manoeuvre that attacks with a weapon provokes.

    Rules: AR-MNV-02, AR-OPP-01
    """
    unarmed = weapon.category == "melee" and (weapon.unarmed or not sheet_of(encounter[who]).armed)
    return manoeuvre(key).does_provoke(weapon.category, unarmed=unarmed)


def may_use(table: Table, who: str, weapon_id: str, price: Price) -> Procedure[Weapon]:
    """Refuse a weapon that somebody has not or cannot use now at a price, and return it.

    Rules: AR-ACT-03, AR-ATK-02
    """
    yield from must_be_on_board(table, who)
    weapon = yield from must_have(table, who, weapon_id)
    yield from may_begin(table, who, price)
    yield from may_wield(table, who, weapon)
    return weapon


def may_attack(table: Table, command: WeaponManoeuvre, price: Price) -> Procedure[Weapon]:
    """Refuse an attack that may not be made, and return its weapon.

    Rules: AR-ATK-02, AR-ACT-03
    """
    weapon = yield from may_use(table, command.actor, command.weapon, price)
    yield from may_strike(table, command.actor, command.target, weapon)
    return weapon


def must_strike_one(table: Table, who: str, weapon: Weapon) -> Procedure[None]:
    """Refuse a weapon whose attacks are made against a square, where somebody is to be struck.

    Rules: AR-ARE-01
    """
    single, text = not has_area(table.now, who, weapon), _("{weapon} strikes squares.")
    yield from require(single, "strikes_area", text, "AR-ARE-01", weapon=weapon.title)


def may_strike(table: Table, who: str, target: str, weapon: Weapon) -> Procedure[None]:
    """Refuse somebody whom a weapon cannot strike: dead, not in ring or range, arc, sight, effect.

    Rules: AR-ATK-02, AR-RNG-02, AR-THR-02, AR-TRN-04
    """
    yield from must_be_on_board(table, target)
    now, title = table.now, weapon.title
    one = now[target]
    lives = not has(one, "dead")
    yield from require(lives, "target_dead", _("{whom} is dead."), "AR-VIT-05", whom=target)
    if weapon.category == "melee":
        nearest, farthest = sheet_of(now[who]).ring
        text = _("{whom} is not within the threat range of {a} to {b} squares.")
        near, rules = reaches(now, who, target), ("AR-ATK-02", "AR-THR-02")
        yield from require(near, "out_of_ring", text, *rules, whom=target, a=nearest, b=farthest)
    else:
        band = weapon_band(now, who, target, weapon)
        near, text = (
            band is not None and band.in_range,
            _("{whom} is beyond the range of {weapon}."),
        )
        yield from require(near, "out_of_range", text, "AR-RNG-02", whom=target, weapon=title)
    if has_facing(now[who]) and one.pos is not None:
        yield from may_point_at(table, who, footprint(one.pos, one.size), weapon)
    text, seen = _("Something stands between here and {whom}."), sees(now, who, target)
    yield from require(seen, "no_line", text, "AR-ATK-02", whom=target)


def weapon_band(encounter: Encounter, who: str, target: str, weapon: Weapon) -> RangeBand | None:
    """Return the range increment of an attack; None where somebody is off the board.

    Rules: AR-RNG-01
    """
    away = between(encounter, who, target)
    if away is None:
        return None
    return range_band(away, weapon.range_increment, weapon.max_increments)


def square_band(
    encounter: Encounter, who: str, weapon: Weapon, point: AimPoint
) -> RangeBand | None:
    """Return the range increment of a square; None off the board.

    Rules: AR-ARE-02, AR-RNG-01
    """
    away = cells_away(encounter, who, point.square, point.altitude)
    if away is None:
        return None
    return range_band(away, weapon.range_increment, weapon.max_increments)


def may_reach_square(table: Table, who: str, weapon: Weapon, point: AimPoint) -> Procedure[None]:
    """Refuse a square that a weapon does not reach, whatever stands between: ring, range, arc.

    Rules: AR-ARE-02, AR-ATK-02, AR-RNG-02, AR-TRN-04
    """
    now = table.now
    place = square_name(now.map.floors, point.square)
    if weapon.category == "melee":
        away = cells_away(now, who, point.square, point.altitude)
        a, b = sheet_of(now[who]).ring
        is_near = away is not None and a <= away <= b
        text = _("{place} is not within the threat range of {a} to {b} squares.")
        rules = ("AR-ATK-02", "AR-THR-02")
        yield from require(is_near, "square_out_of_ring", text, *rules, place=place, a=a, b=b)
    else:
        band = square_band(now, who, weapon, point)
        is_near = band is not None and band.in_range
        text = _("{place} is beyond the range of {weapon}.")
        names = {"place": place, "weapon": weapon.title}
        yield from require(
            is_near, "square_out_of_range", text, "AR-RNG-02", waivable=True, **names
        )
    yield from may_point_at(table, who, (point.square,), weapon)


def all_for(encounter: Encounter, command: WeaponManoeuvre) -> Candidates:
    """Return everybody whom the weapon of a manoeuvre reaches now, friends too, not the dead.

    Rules: AR-MNV-02, AR-ATK-02
    """
    who, weapon = command.actor, sheet_of(encounter[command.actor]).weapon(command.weapon)
    if weapon is None:
        return Candidates()
    others = (one.id for one in encounter.everyone() if one.id != who)
    return Candidates(
        frozenset(one for one in others if allows(encounter, may_strike, who, one, weapon))
    )


def foes_for(encounter: Encounter, command: WeaponManoeuvre) -> Candidates:
    """Return the opponents whom the weapon of a manoeuvre reaches now.

    Rules: AR-MNV-02, AR-ATK-02
    """
    foes = frozenset(opponents(encounter, command.actor))
    return Candidates(foes & all_for(encounter, command).who)


def plain_weapons(encounter: Encounter, who: str) -> tuple[Weapon, ...]:
    """Return what somebody attacks others with: no spells, nothing with an area."""
    weapons = sheet_of(encounter[who]).weapons
    return tuple(one for one in weapons if not (one.is_spell or has_area(encounter, who, one)))


def note_of(encounter: Encounter, who: str, weapon: Weapon, key: str) -> str:
    """Return what is to be known of an attack: what a spell takes, and whether it provokes.

    Rules: AR-VIT-03, AR-SPL-05, AR-OPP-01
    """
    words = []
    if weapon.is_spell:
        price = spell_price(encounter, price_of(key), weapon)
        words.append(_("level {n}, {v} Vitality").format(n=weapon.spell_level, v=price.vitality))
        if weapon.prepared is not None:
            words.append(_("{n} prepared").format(n=weapon.prepared))
    if provokes(encounter, who, weapon, key):
        words.append(_("provokes"))
    return ", ".join(words)


def variant_with(encounter: Encounter, who: str, weapon: Weapon, key: str) -> Variant:
    """Return an attack with a weapon, as one of those offered."""
    return Variant(
        weapon.id,
        {"weapon": weapon.id},
        {"weapon": weapon.title},
        note=note_of(encounter, who, weapon, key),
        weapon=weapon.id,
    )
