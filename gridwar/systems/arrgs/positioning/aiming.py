"""May an attack be made: with what, how far, through what, and whether it provokes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import Procedure, require, require_none
from gridwar.model.question import Refusal
from gridwar.systems.arrgs.action_points.costs import Price, require_payable
from gridwar.systems.arrgs.core.increments import RangeBand, range_band
from gridwar.systems.arrgs.core.sheet import Weapon, has, sheet_of
from gridwar.systems.arrgs.core.tables import manoeuvre
from gridwar.systems.arrgs.equipment.items import why_unusable
from gridwar.systems.arrgs.positioning.threat import between, can_see, in_ring, spot_of
from gridwar.systems.arrgs.positioning.turning import why_not_in_arc
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Table
    from gridwar.model.encounter import Encounter
    from gridwar.systems.arrgs.core.close_commands import CloseAttack
    from gridwar.systems.arrgs.core.commands import Attack, RepeatedAttack


def is_unarmed(encounter: Encounter, who: str, weapon: Weapon) -> bool:
    """Tell whether an attack counts as unarmed.

    Rules: AR-MNV-02
    """
    return weapon.category == "melee" and (weapon.unarmed or not sheet_of(encounter[who]).armed)


def provokes(encounter: Encounter, who: str, weapon: Weapon, key: str) -> bool:
    """Tell whether a manoeuvre that attacks with a weapon provokes.

    Rules: AR-MNV-02, AR-OPP-01
    """
    unarmed = is_unarmed(encounter, who, weapon)
    return manoeuvre(key).does_provoke(weapon.category, unarmed=unarmed)


def require_legal(
    table: Table, command: Attack | RepeatedAttack | CloseAttack, price: Price
) -> Procedure[Weapon]:
    """Refuse an attack that may not be made, and return its weapon.

    Rules: AR-ATK-02, AR-ACT-03
    """
    who, target = command.actor or "", command.target
    text = _("There is nobody like that on the board.")
    there = all(one in table.now and table.now[one].pos is not None for one in (who, target))
    yield from require(there, "not_on_board", text, waivable=False)
    weapon = sheet_of(table.now[who]).weapon(command.weapon)
    text = _("{name} has no such weapon.").format(name=table.now[who].name)
    yield from require(weapon is not None, "no_weapon", text, waivable=False)
    assert weapon is not None
    yield from require(
        not has(table.now[target], "dead"),
        "target_dead",
        _("{name} is dead.").format(name=table.now[target].name),
        "AR-VIT-05",
    )
    yield from require_payable(table, who, price)
    yield from require_none(why_unusable(sheet_of(table.now[who]), weapon))
    yield from require_none(why_out_of_reach(table.now, who, target, weapon))
    return weapon


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
