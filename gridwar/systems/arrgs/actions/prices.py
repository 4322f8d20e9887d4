"""Prices: what a manoeuvre takes, in points of a pool and in Vitality."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from msgspec import Struct
from msgspec.structs import replace

from gridwar.systems.arrgs.core.sheet import PIP_OF, Pool
from gridwar.systems.arrgs.core.tables import manoeuvre

if TYPE_CHECKING:
    from gridwar.engine.kit import PipKind


class Price(Struct, frozen=True):
    """What an action takes: points of one pool, and Vitality.

    ``immediate`` is paid in others' turns as well: the answer to a trigger; ``readied`` by Ready.
    """

    pool: Pool
    points: int
    vitality: int = 1
    immediate: bool = False
    readied: bool = False
    spell_level: int = 0
    key: str = ""
    """The manoeuvre it is for; empty for none of the table."""

    @property
    def pips(self) -> tuple[PipKind, ...]:
        """The points as pips."""
        return (PIP_OF[self.pool],) * self.points


class Paid(Protocol):
    """A command that says what pays for it, and whether it was readied."""

    @property
    def pool(self) -> Pool:
        """What pays."""

    @property
    def readied(self) -> bool:
        """Done because its trigger has come."""


def price_words(price: Price, times: int = 1) -> str:
    """Return the points of a price in words, paid so many times."""
    return f"{price.points * times} {price.pool.upper()}"


def price_of(key: str, pool: Pool = "ap") -> Price:
    """Return what a manoeuvre takes.

    Rules: AR-ACT-03, AR-ACT-04, AR-VIT-03
    """
    row = manoeuvre(key)
    return Price(pool, row.points, row.vitality, key=key)


def immediate_price(key: str) -> Price:
    """Return what a manoeuvre takes as an Immediate Action.

    Rules: AR-ACT-06
    """
    return replace(price_of(key, "aap"), immediate=True)


def price_for(key: str, command: Paid) -> Price:
    """Return what a manoeuvre takes as it is asked for: a readied one is paid in others' turns.

    Rules: AR-ACT-03, AR-ACT-06, AR-MNV-13
    """
    answers = getattr(command, "answers", False)
    price = price_of(key, command.pool)
    return replace(price, immediate=command.readied or answers, readied=command.readied)
