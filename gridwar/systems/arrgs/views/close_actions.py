"""What somebody could do in close quarters now, on whom, at what price, or why not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridwar.systems.arrgs.action_points.costs import price_of, why_unable, why_unpayable
from gridwar.systems.arrgs.action_points.readying import readied_words
from gridwar.systems.arrgs.core.sheet import PIP_OF, sheet_of
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.engine.kit import Action, PipKind, Target
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from gridwar.model.question import Refusal
    from gridwar.systems.arrgs.action_points.costs import Price
    from gridwar.systems.arrgs.core.sheet import Pool


def pool_for(encounter: Encounter, actor: str, key: str) -> Pool:
    """Return what would pay for a manoeuvre: AP, or AAP where only they are enough.

    Rules: AR-ACT-04, AR-ACT-08
    """
    return _paid(encounter, actor, price_of(key)).pool


def _paid(encounter: Encounter, actor: str, usual: Price) -> Price:
    """Return a price in AP, or in AAP where only they are enough."""
    prices = usual, replace(usual, pool="aap")
    payable = (one for one in prices if why_unpayable(encounter, actor, one) is None)
    return next(payable, usual)


def why_not(encounter: Encounter, actor: str, key: str, pool: Pool = "ap") -> Refusal | None:
    """Return why somebody cannot begin a manoeuvre now: unable, or it cannot pay."""
    return why_unable(encounter[actor]) or why_unpayable(encounter, actor, price_of(key, pool))


def pips(key: str, pool: Pool = "ap") -> tuple[PipKind, ...]:
    """Return the price of a manoeuvre as pips."""
    return (PIP_OF[pool],) * price_of(key, pool).points


def refusal_now(encounter: Encounter, actor: str, key: str) -> Refusal | None:
    """Return why somebody cannot begin a manoeuvre with whatever pool could pay for it."""
    return why_not(encounter, actor, key, pool_for(encounter, actor, key))


def price_now(encounter: Encounter, actor: str, key: str) -> tuple[PipKind, ...]:
    """Return the price of a manoeuvre in the pool that could pay for it."""
    return pips(key, pool_for(encounter, actor, key))


# --- what was readied -----------------------------------------------------------------------------


def readied(encounter: Encounter, actor: str, offered: tuple[Action, ...]) -> tuple[Action, ...]:
    """Return the readied manoeuvre as it may be done now, in the turn of another.

    Rules: AR-MNV-13, AR-ACT-06
    """
    waiting = sheet_of(encounter[actor]).readied
    if waiting is None or not waiting.manoeuvre or encounter.turn in (None, actor):
        return ()
    key = waiting.manoeuvre
    price = price_of(key, "aap", immediate=True)
    refusal = why_unable(encounter[actor]) or why_unpayable(encounter, actor, price)
    note = _("Trigger now: {what}").format(what=readied_words(waiting))
    return tuple(
        replace(
            one,
            id=f"now:{one.id}",
            make=_now(one.make),
            note=note,
            refusal=refusal,
            price=(PIP_OF["aap"],) * price.points,
            shortcut="",
            group=_("Ready"),
        )
        for one in offered
        if one.id.split(":")[0] == key and not one.id.endswith(":aap")
    )


def _now(make: Callable[[Target], Command]) -> Callable[[Target], Command]:
    def made(target: Target) -> Command:
        return make(target).replace(pool="aap", readied=True)

    return made
