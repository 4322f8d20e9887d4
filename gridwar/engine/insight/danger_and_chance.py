"""What charts tell of a square: danger to whoever stands there, and its chance from there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from msgspec import Struct

from gridwar.engine.insight.strikes import Strike
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from gridwar.model.geometry import Cell
    from gridwar.model.question_and_refusal import Refusal

NO_ATTACK: Final = _("Has no attack")
"""Why somebody cannot strike, where the rules name no other reason."""


Best: TypeAlias = "tuple[Strike | None, str]"
"""The attack of one on another from which most is expected, or None and why there is none."""


class Danger(Struct, frozen=True):
    """What foes would do to somebody at a square, each at the beginning of its next turn.

    Attributes:
        cell: The square.
        strikes: The worst attack of each foe that can attack, the worst foe first.
        loss: Points of the main pool expected to be lost to all of them.
        goes_down: The chance of going down to all of them: an estimate, as what a wound changes in
            between is left out.
        why_not: Why the others cannot, by foe.
        not_counted: Titles of attacks at squares, along ways or at several, by foe: in no chart.
        is_provisional: Some of it was taken from squares that look the same on the grid.
        is_at_least: Foes move first, and not from every square was an attack tried.
    """

    cell: Cell
    strikes: tuple[Strike, ...] = ()
    loss: float = 0.0
    goes_down: float = 0.0
    why_not: tuple[tuple[str, str], ...] = ()
    not_counted: tuple[tuple[str, tuple[str, ...]], ...] = ()
    is_provisional: bool = False
    is_at_least: bool = False


class Chance(Struct, frozen=True):
    """What somebody could do to foes from a square.

    Attributes:
        cell: The square.
        strikes: The best attack on each foe that can be attacked, the best first.
        why_not: Why the others cannot be attacked, by foe.
        is_provisional: Some of it was taken from squares that look the same on the grid.
    """

    cell: Cell
    strikes: tuple[Strike, ...] = ()
    why_not: tuple[tuple[str, str], ...] = ()
    is_provisional: bool = False

    @property
    def best(self) -> Strike | None:
        """The attack from which most is expected."""
        return self.strikes[0] if self.strikes else None


def best_of(found: Iterable[Strike | Refusal]) -> Best:
    """Return the greatest of some strikes, or the first reason against them."""
    best: Strike | None = None
    why_not = ""
    for one in found:
        if not isinstance(one, Strike):
            why_not = why_not or one.text
        elif best is None or one.worth > best.worth:
            best = one
    return best, "" if best is not None else why_not or NO_ATTACK


def in_order(
    found: Mapping[str, Best],
) -> tuple[tuple[Strike, ...], tuple[tuple[str, str], ...]]:
    """Return strikes, the greatest first, and why there are none, by foe."""
    strikes = [one for one, _why in found.values() if one is not None]
    strikes.sort(key=lambda one: one.worth, reverse=True)
    why_not = ((foe, why) for foe, (one, why) in found.items() if one is None)
    return tuple(strikes), tuple(why_not)
