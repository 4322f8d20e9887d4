"""May an attack be made: with what, how far, through what, and whether it provokes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import Procedure, require, require_none, required
from gridwar.model.question import Refusal
from gridwar.systems.arrgs.action_points.costs import Price, may_begin
from gridwar.systems.arrgs.core.increments import RangeBand, range_band
from gridwar.systems.arrgs.core.sheet import Weapon, has, sheet_of
from gridwar.systems.arrgs.core.tables import manoeuvre
from gridwar.systems.arrgs.equipment.items import why_unusable
from gridwar.systems.arrgs.positioning.threat import between, can_see, in_ring, opponents, spot_of
from gridwar.systems.arrgs.positioning.turning import why_not_in_arc
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Table
    from gridwar.model.encounter import Encounter
    from gridwar.systems.arrgs.core.commands import WeaponManoeuvre


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


def must_be_on_board(table: Table, who: str) -> Procedure[None]:
    """Refuse for somebody who is not on the board."""
    there = who in table.now and table.now[who].pos is not None
    text = _("There is nobody like that on the board.")
    yield from require(there, "not_on_board", text, waivable=False)


def may_use(table: Table, who: str, weapon_id: str, price: Price) -> Procedure[Weapon]:
    """Refuse a weapon that somebody has not or cannot use now at a price, and return it.

    Rules: AR-ACT-03, AR-ATK-02
    """
    yield from must_be_on_board(table, who)
    sheet = sheet_of(table.now[who])
    text = _("{who} has no such weapon.")
    weapon = yield from required(sheet.weapon(weapon_id), "no_weapon", text, who=who)
    yield from may_begin(table, who, price)
    yield from require_none(why_unusable(sheet, weapon))
    return weapon


def may_attack(table: Table, command: WeaponManoeuvre, price: Price) -> Procedure[Weapon]:
    """Refuse an attack that may not be made, and return its weapon.

    Rules: AR-ATK-02, AR-ACT-03
    """
    who, target = command.actor, command.target
    weapon = yield from may_use(table, who, command.weapon, price)
    yield from must_be_on_board(table, target)
    lives = not has(table.now[target], "dead")
    yield from require(lives, "target_dead", _("{whom} is dead."), "AR-VIT-05", whom=target)
    yield from require_none(why_out_of_reach(table.now, who, target, weapon))
    return weapon


def in_reach(encounter: Encounter, who: str, weapon: Weapon) -> frozenset[str]:
    """Return everybody whom a weapon reaches now, friends too, but for the dead.

    Rules: AR-MNV-02, AR-ATK-02
    """
    return frozenset(
        one.id
        for one in encounter.everyone()
        if one.pos is not None
        and one.id != who
        and not has(one, "dead")
        and why_out_of_reach(encounter, who, one.id, weapon) is None
    )


def foes_in_reach(encounter: Encounter, who: str, weapon: Weapon) -> frozenset[str]:
    """Return the opponents whom a weapon reaches now.

    Rules: AR-MNV-02, AR-ATK-02
    """
    return frozenset(opponents(encounter, who)) & in_reach(encounter, who, weapon)


def is_willing(encounter: Encounter, command: WeaponManoeuvre) -> bool:
    """Return whether the target lets it happen: as was said, else whether it is an ally.

    Rules: AR-ATK-04
    """
    if command.willing is not None:
        return command.willing
    one, other = encounter[command.actor], encounter[command.target]
    return encounter.are_allied(one.side, other.side)


def weapon_band(encounter: Encounter, who: str, target: str, weapon: Weapon) -> RangeBand | None:
    """Return the range increment of an attack; None where somebody is off the board.

    Rules: AR-RNG-01
    """
    away = between(encounter, who, target)
    if away is None:
        return None
    return range_band(away, weapon.range_increment, weapon.max_increments)


def why_out_of_reach(encounter: Encounter, who: str, target: str, weapon: Weapon) -> Refusal | None:
    """Return why a weapon cannot reach a target: ring, range, sight or effect.

    Rules: AR-ATK-02, AR-RNG-02, AR-THR-02
    """
    name = encounter[target].name
    if weapon.category == "melee":
        if not in_ring(encounter, who, spot_of(encounter[target])):
            nearest, farthest = sheet_of(encounter[who]).ring
            text = _("{name} is not within the threat range of {a} to {b} squares.").format(
                name=name, a=nearest, b=farthest
            )
            return Refusal("out_of_ring", text, ("AR-ATK-02", "AR-THR-02"))
    else:
        band = weapon_band(encounter, who, target, weapon)
        if band is None or not band.in_range:
            text = _("{name} is beyond the range of {weapon}.").format(
                name=name, weapon=weapon.title
            )
            return Refusal("out_of_range", text, ("AR-RNG-02",))
    facing = why_not_in_arc(encounter, who, target, weapon)
    if facing is not None:
        return facing
    if not can_see(encounter, who, target):
        text = _("Something stands between here and {name}.").format(name=name)
        return Refusal("no_line", text, ("AR-ATK-02",))
    return None
