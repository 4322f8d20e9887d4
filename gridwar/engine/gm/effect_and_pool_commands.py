"""The GM's commands that change pools, and begin, prolong and end conditions and reminders."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from annotated_types import Ge, Le

from gridwar.engine.kit.procedure_requests import Procedure, emit
from gridwar.engine.kit.rule_system import system_at
from gridwar.engine.kit.say_and_refuse import must_exist, require, required
from gridwar.model.bounds import MOST, MOST_LARGE, Number
from gridwar.model.combatant import TimedEffect, is_instance
from gridwar.model.command import GmCommand
from gridwar.model.events_combatants import EffectRemoved
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit.procedure_table import Table

Typed = Annotated[int, Ge(-MOST_LARGE), Le(MOST_LARGE)]
"""A number that the GM types: whether it can be is said in words, with whose it is."""


class ChangePool(GmCommand):
    """Change the main pool of combatants: add, take, set, or halve (rounding up what is left)."""

    who: tuple[str, ...]
    add: Typed = 0
    to: Typed | None = None
    divide_by: Typed | None = None


class AddEffect(GmCommand):
    """Let a condition or reminder begin on combatants."""

    who: tuple[str, ...]
    effect: TimedEffect


class EndEffect(GmCommand):
    """Let a condition or reminder end: that of an id, and its instances behind a colon."""

    who: tuple[str, ...]
    effect: str


class ProlongEffect(GmCommand):
    """Let a condition or reminder last some moments longer."""

    who: str
    effect: str
    by: Number = 1


def change_pool(table: Table, command: ChangePool) -> Procedure[None]:
    """Change the main pool as the system plays it."""
    for who in command.who:
        yield from must_exist(table, who)
        pools = system_at(table).cards.card(table.now, who).pools
        text = _("{who} has nothing to count here.")
        pool = yield from required(pools[0] if pools else None, "no_pool", text, who=who)
        names = {"who": who, "pool": pool.label}
        wanted = yield from _wanted(pool.now, command)
        text = _("{pool} of {who} would be {wanted}: it goes from \u2212{most} to {most}.")
        numbers = {"wanted": f"{wanted:,}", "most": f"{MOST:,}"}
        is_within = abs(wanted) <= MOST
        yield from require(is_within, "too_much", text, waivable=False, **names, **numbers)
        if pool.played is not None:
            yield from pool.played(table, wanted - pool.now)
        elif pool.changed is not None:
            yield from emit(*pool.changed(wanted - pool.now))


def _wanted(now: int, command: ChangePool) -> Procedure[int]:
    if command.divide_by is None:
        return now + command.add if command.to is None else command.to
    text = _("Nothing can be divided by {n}: type 2 or more.")
    is_possible = command.divide_by > 0
    yield from require(is_possible, "no_share", text, waivable=False, n=command.divide_by)
    return -(-now // command.divide_by)


def end_effect(table: Table, command: EndEffect) -> Procedure[None]:
    """End a condition on everybody named: two stuns by two attackers are one condition."""
    for who in command.who:
        yield from must_exist(table, who)
        ids = [one.id for one in table.now.combatants[who].effects]
        ended = [one for one in ids if one == command.effect or is_instance(one, command.effect)]
        yield from emit(*(EffectRemoved(who=who, effect=one) for one in ended))
