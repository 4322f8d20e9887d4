"""Kinds of attack; a strike about to be rolled, and one that succeeds, with what it does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from msgspec import Struct

from gridwar.systems.arrgs.movement.reposition_push import Pushed
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridwar.engine.kit import Line
    from gridwar.systems.arrgs.core.weapon_and_item_records import Item, Weapon
    from gridwar.systems.arrgs.harm.damage import Blow


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


class Landing(Struct, frozen=True):
    """A successful attack about to take effect; ``blow`` holds its Success Value."""

    who: str
    target: str
    kind: AttackKind
    blow: Blow


class Landed(Struct, frozen=True):
    """What it did. ``lines`` and ``words`` stay empty while rehearsing.

    ``squares`` is how far an item may fly, ``item_damage`` what the item has suffered in all.
    """

    damage: int = 0
    dying: int = 0
    lines: tuple[Line, ...] = ()
    words: str = ""
    squares: int = 0
    item_damage: int = 0
    item_state: str = ""
    pushed: Pushed = Pushed()
