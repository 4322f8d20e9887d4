"""May an attack be made: with what, how far, through what, and whether it provokes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import Procedure, allows, require, required
from gridwar.model.geometry import footprint
from gridwar.systems.arrgs.actions.costs import Price, may_begin
from gridwar.systems.arrgs.core.increments import RangeBand, range_band
from gridwar.systems.arrgs.core.sheet import has, sheet_of
from gridwar.systems.arrgs.core.tables import manoeuvre
from gridwar.systems.arrgs.equipment.items import may_wield
from gridwar.systems.arrgs.positions.distances import (
    between,
    can_see,
    in_ring,
    must_be_on_board,
    opponents,
    spot_of,
)
from gridwar.systems.arrgs.positions.turning import may_point_at
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Table
    from gridwar.model.encounter import Encounter
    from gridwar.systems.arrgs.core.commands import WeaponManoeuvre
    from gridwar.systems.arrgs.core.weapons import Weapon


def is_unarmed(encounter: Encounter, who: str, weapon: Weapon) -> bool:
    """Return whether an attack counts as unarmed.

    Rules: AR-MNV-02
    """
    return weapon.category == "melee" and (weapon.unarmed or not sheet_of(encounter[who]).armed)


def provokes(encounter: Encounter, who: str, weapon: Weapon, key: str) -> bool:
    """Return whether a manoeuvre that attacks with a weapon provokes.

    Rules: AR-MNV-02, AR-OPP-01
    """
    unarmed = is_unarmed(encounter, who, weapon)
    return manoeuvre(key).does_provoke(weapon.category, unarmed=unarmed)


def may_use(table: Table, who: str, weapon_id: str, price: Price) -> Procedure[Weapon]:
    """Refuse a weapon that somebody has not or cannot use now at a price, and return it.

    Rules: AR-ACT-03, AR-ATK-02
    """
    yield from must_be_on_board(table, who)
    sheet = sheet_of(table.now[who])
    text = _("{who} has no such weapon.")
    weapon = yield from required(sheet.weapon(weapon_id), "no_weapon", text, who=who)
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
        near, rules = in_ring(now, who, spot_of(one)), ("AR-ATK-02", "AR-THR-02")
        yield from require(near, "out_of_ring", text, *rules, whom=target, a=nearest, b=farthest)
    else:
        band = weapon_band(now, who, target, weapon)
        near, text = (
            band is not None and band.in_range,
            _("{whom} is beyond the range of {weapon}."),
        )
        yield from require(near, "out_of_range", text, "AR-RNG-02", whom=target, weapon=title)
    if one.pos is not None:
        yield from may_point_at(table, who, footprint(one.pos, one.size), weapon)
    text, seen = _("Something stands between here and {whom}."), can_see(now, who, spot_of(one))
    yield from require(seen, "no_line", text, "AR-ATK-02", whom=target)


def in_reach(encounter: Encounter, who: str, weapon: Weapon) -> frozenset[str]:
    """Return everybody whom a weapon reaches now, friends too, but for the dead.

    Rules: AR-MNV-02, AR-ATK-02
    """
    return frozenset(
        one.id
        for one in encounter.everyone()
        if one.id != who and allows(encounter, may_strike, who, one.id, weapon)
    )


def foes_in_reach(encounter: Encounter, who: str, weapon: Weapon) -> frozenset[str]:
    """Return the opponents whom a weapon reaches now.

    Rules: AR-MNV-02, AR-ATK-02
    """
    return frozenset(opponents(encounter, who)) & in_reach(encounter, who, weapon)


def weapon_band(encounter: Encounter, who: str, target: str, weapon: Weapon) -> RangeBand | None:
    """Return the range increment of an attack; None where somebody is off the board.

    Rules: AR-RNG-01
    """
    away = between(encounter, who, target)
    if away is None:
        return None
    return range_band(away, weapon.range_increment, weapon.max_increments)
