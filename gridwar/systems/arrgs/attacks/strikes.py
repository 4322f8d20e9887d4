"""Strikes before they are rolled: with what, at whom, what for, and whether that may be done."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from msgspec import Struct

from gridwar.engine.kit import Procedure, allows, require, required
from gridwar.model.geometry import footprint
from gridwar.systems.arrgs.actions.costs import Price, may_begin
from gridwar.systems.arrgs.core.increments import RangeBand, range_band
from gridwar.systems.arrgs.core.sheet import has, sheet_of
from gridwar.systems.arrgs.core.tables import manoeuvre
from gridwar.systems.arrgs.equipment.items import may_wield
from gridwar.systems.arrgs.opportunities.threat import may_point_at
from gridwar.systems.arrgs.positions.distances import (
    as_placed,
    between,
    can_see,
    in_ring,
    must_be_on_board,
    opponents,
)
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.engine.kit import Encounter, Table
    from gridwar.systems.arrgs.actions.offering import WeaponManoeuvre
    from gridwar.systems.arrgs.core.weapons import Item, Weapon

AttackKindId = Literal["attack", "sunder", "disarm", "reposition", "trip"]
ONE: Final = 1
"""What the Success Value of a manoeuvre in place of damage starts from."""


class _Words(Struct, frozen=True):
    """Texts of a kind: what the die is for, the headline, the headline where it is an item."""

    die: str
    title: str
    title_of_item: str = ""


_WORDS: Final[Mapping[AttackKindId, _Words]] = {
    "attack": _Words(
        _("Attack with {weapon} against {target}"), _("{who} attacks {target} with {weapon}")
    ),
    "sunder": _Words(
        _("Sunder with {weapon} against {target}"),
        _("{who} sunders what {target} carries with {weapon}"),
        _("{who} strikes at {target}'s {item} with {weapon}"),
    ),
    "disarm": _Words(
        _("Disarm with {weapon} against {target}"),
        _("{who} disarms {target} with {weapon}"),
        _("{who} disarms {target} of {item} with {weapon}"),
    ),
    "reposition": _Words(
        _("Reposition with {weapon} against {target}"), _("{who} pushes {target} with {weapon}")
    ),
    "trip": _Words(
        _("Trip with {weapon} against {target}"), _("{who} trips {target} with {weapon}")
    ),
}


class AttackKind(Struct, frozen=True):
    """A kind of attack with its details: the item it is after, the direction of a push."""

    key: AttackKindId = "attack"
    item: Item | None = None
    direction: str = ""
    squares: int | None = None

    @property
    def does_damage(self) -> bool:
        """Whether its Success Value is damage, to somebody or to an item."""
        return self.key in ("attack", "sunder")

    @property
    def chains(self) -> bool:
        """Whether a critical rolls again: not where there is only yes or no.

        Rules: AR-CRT-01
        """
        return self.key != "trip"

    @property
    def faces_reflex(self) -> bool:
        """Whether it faces Reflex whatever it is done with.

        Rules: AR-ATK-05
        """
        return self.key in ("disarm", "reposition", "trip")

    def base_sv(self, weapon: Weapon) -> int:
        """Return what the Success Value starts from.

        Rules: AR-MNV-08, AR-MNV-16, AR-MNV-19
        """
        return weapon.base_sv if self.does_damage else ONE

    def is_numberless(self, weapon: Weapon) -> bool:
        """Return whether the effect has no number that a Defence could lower.

        Rules: AR-MNV-07
        """
        return self.key == "trip" or (weapon.effect == "none" and weapon.base_sv == 0)

    def words(self, weapon: Weapon, target: str) -> str:
        """Return what the die is for: with what, against whom."""
        return _WORDS[self.key].die.format(weapon=weapon.title, target=target)

    @property
    def title(self) -> str:
        """The headline, with gaps for who, target, item and weapon."""
        words = _WORDS[self.key]
        return words.title if self.item is None else words.title_of_item


class Strike(Struct, frozen=True):
    """One attack about to be rolled: who, whom, with what, what for; ``used`` overuse counts."""

    who: str
    target: str
    weapon: Weapon
    used: int = 0
    willing: bool = False
    kind: AttackKind = AttackKind()
    charging: bool = False
    run_up: bool = False

    @property
    def check(self) -> str:
        """The check it is made with."""
        return self.weapon.check or self.weapon.category


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
        near, rules = in_ring(now, who, as_placed(one)), ("AR-ATK-02", "AR-THR-02")
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
    text, seen = _("Something stands between here and {whom}."), can_see(now, who, as_placed(one))
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
