"""What somebody could do in close quarters now, on whom, at what price, or why not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridwar.engine.kit import Action, Candidates, PipKind, Target
from gridwar.model.question import Refusal
from gridwar.systems.arrgs.action_points.costs import price_of, why_unable, why_unpayable
from gridwar.systems.arrgs.action_points.readying import readied_words, ready_price
from gridwar.systems.arrgs.core import close_commands as close
from gridwar.systems.arrgs.core.aboard import mover_of, present_category, why_carried
from gridwar.systems.arrgs.core.commands import Manoeuvre, Movement
from gridwar.systems.arrgs.core.sheet import PIP_OF, sheet_of
from gridwar.systems.arrgs.movement.pushing import STEPS
from gridwar.systems.arrgs.movement.withdrawing import (
    WITHDRAW,
    WITHDRAW_GROUP,
    enemies,
    reference,
    withdraw_limit,
)
from gridwar.systems.arrgs.positioning import budgets, ways
from gridwar.systems.arrgs.positioning.turning import why_not_turn
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter
    from gridwar.systems.arrgs.action_points.costs import Price
    from gridwar.systems.arrgs.core.sheet import Pool
    from gridwar.systems.arrgs.movement.withdrawing import AwayFrom


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


# --- moving off -----------------------------------------------------------------------------------


def moving_off(encounter: Encounter, actor: str) -> Iterator[Action]:
    """Yield Withdraw, while there is somebody to withdraw from: the nearest, or the largest group.

    Rules: AR-MNV-21
    """
    mover = mover_of(encounter, actor)
    nearest, foes = reference(encounter, mover), enemies(encounter, mover)
    if nearest:
        names = ", ".join(encounter[who].name for who in nearest)
        yield _withdraw(encounter, actor, names, "nearest")
    if len(foes) > len(nearest):
        yield _withdraw(encounter, actor, _("the largest group"), "group")


def _withdraw(encounter: Encounter, actor: str, whom: str, away_from: AwayFrom) -> Action:
    mover, pool = mover_of(encounter, actor), pool_for(encounter, actor, WITHDRAW)
    from_group = away_from == "group"

    def make(target: Target) -> Command:
        return close.Withdraw(actor=actor, path=target.path, pool=pool, away_from=away_from)

    note = _("{n} squares away from {names}; provokes nobody").format(
        n=withdraw_limit(encounter, mover), names=whom
    )
    fixed = budgets.why_immovable(encounter[mover]) or why_carried(encounter, mover)
    refusal = fixed or refusal_now(encounter, actor, WITHDRAW)
    return Action(
        WITHDRAW_GROUP if from_group else WITHDRAW,
        _("Withdraw from the group") if from_group else _("Withdraw"),
        "log-out",
        make,
        ("path",),
        note,
        price_now(encounter, actor, WITHDRAW),
        "" if from_group else "W",
        refusal,
    )


def beside(encounter: Encounter, actor: str) -> Callable[[], Candidates]:
    """Return what works out the squares that a Sidestep may use.

    Rules: AR-MNV-17
    """

    def work_out() -> Candidates:
        start = encounter[actor].pos
        if start is None:
            return Candidates()
        category = present_category(encounter, actor)
        ground = ways.ground_for(encounter, actor, category)
        around = (start.shifted(*step) for step in STEPS.values())
        return Candidates(
            cells=frozenset(
                cell
                for cell in around
                if ground.why_blocked(start, cell) is None
                and ground.may_stop(cell)
                and why_not_turn(encounter, actor, (cell,), category) is None
            )
        )

    return work_out


# --- helping, reach, reloading, getting ready -----------------------------------------------------


def helping(encounter: Encounter, actor: str) -> Iterator[Action]:
    """Yield Ready.

    Rules: AR-MNV-13
    """
    refusal = why_unable(encounter[actor]) or _why_not_ready(encounter, actor)
    yield Action(
        "ready",
        _("Ready"),
        "hourglass",
        lambda _target: close.Ready(actor=actor),
        (),
        _("AP become AAP until a trigger comes"),
        (),
        "Y",
        refusal,
    )


def _why_not_ready(encounter: Encounter, actor: str) -> Refusal | None:
    if not sheet_of(encounter[actor]).ap:
        text = _("{name} has no AP left to swap.").format(name=encounter[actor].name)
        return Refusal("no_points", text, ("AR-MNV-13",), waivable=False)
    return why_unpayable(encounter, actor, ready_price(encounter))


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
        command = make(target)
        if isinstance(command, Manoeuvre):
            return command.replace(pool="aap", readied=True)
        path = getattr(command, "path", ())
        return Movement(actor=command.actor or "", path=path, pool="aap", readied=True)

    return made
