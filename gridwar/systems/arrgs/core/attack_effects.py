"""What an attack is made for: damage, or something in its place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.systems.arrgs.core.sheet import Item, Weapon

DeedKey = Literal["attack", "sunder", "disarm", "reposition", "trip"]
ONE = 1
"""What the Success Value of a manoeuvre in place of damage starts from."""


class Deed(Struct, frozen=True):
    """A deed with what it needs to know: the item it is after, the direction of a push."""

    key: DeedKey = "attack"
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

    def base_sv(self, weapon: Weapon) -> int:
        """Return what the Success Value starts from.

        Rules: AR-MNV-08, AR-MNV-16, AR-MNV-19
        """
        return weapon.base_sv if self.does_damage else ONE

    def is_numberless(self, weapon: Weapon) -> bool:
        """Tell whether the effect has no number that a Defence could lower.

        Rules: AR-MNV-07
        """
        return self.key == "trip" or (weapon.effect == "none" and weapon.base_sv == 0)

    def words(self, weapon: Weapon) -> str:
        """Return what the die is for."""
        return _WORDS[self.key].format(weapon=weapon.title)

    def title(self) -> str:
        """Return the headline, with gaps for name, target and weapon."""
        if self.item is None:
            return _TITLES[self.key]
        return _TITLES_OF_ITEM[self.key].replace("{item}", self.item.name)


_WORDS: dict[DeedKey, str] = {
    "attack": _("attack with {weapon}"),
    "sunder": _("sunder with {weapon}"),
    "disarm": _("disarm with {weapon}"),
    "reposition": _("push with {weapon}"),
    "trip": _("trip with {weapon}"),
}
_TITLES: dict[DeedKey, str] = {
    "attack": _("{name} attacks {target} with {weapon}"),
    "sunder": _("{name} sunders what {target} carries with {weapon}"),
    "disarm": _("{name} disarms {target} with {weapon}"),
    "reposition": _("{name} pushes {target} with {weapon}"),
    "trip": _("{name} trips {target} with {weapon}"),
}
_TITLES_OF_ITEM: dict[DeedKey, str] = {
    **_TITLES,
    "sunder": _("{name} strikes at {target}'s {item} with {weapon}"),
    "disarm": _("{name} disarms {target} of {item} with {weapon}"),
}
