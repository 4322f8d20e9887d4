"""Prices of actions: what each costs, and how it is paid; Reactions are spent here too."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.engine.kit import (
    Command,
    Encounter,
    PipKind,
    Procedure,
    SheetEvent,
    StateEvent,
    adds,
    emit,
    includes,
    price_of,
    sets,
)
from gridwar.systems.percentile.actions.interrupted_aim_or_overwatch import break_off
from gridwar.systems.percentile.core.action_and_evasion_tables import row
from gridwar.systems.percentile.core.fight_state import is_due, switches_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridwar.engine.kit import Table
    from gridwar.systems.percentile.core.action_and_evasion_tables import ActionRow, Subtype


def halves_of(encounter: Encounter, key: str) -> int:
    """Return the Half Actions that an action takes; of the plain moves as the house rule says.

    Rules: PC-TIM-04, PC-ECO-02, PC-ECO-03, PC-ECO-05, PC-MOV-05
    """
    by_house = switches_of(encounter).move_actions.get(key)
    return row(key).halves if by_house is None else by_house


class ActionPrice(Struct, frozen=True):
    """What an action of the list costs: its key there, and the Half Actions as pips."""

    key: str
    pips: tuple[PipKind, ...]


def priced(key: str) -> Callable[[Encounter, Command], ActionPrice]:
    """Return what makes the price of an action for its offer."""
    return partial(_price_of, key)


def _price_of(key: str, encounter: Encounter, command: Command) -> ActionPrice:
    """Return the price of an action; an option that is due at once has none.

    Rules: PC-ECO-01, PC-GRP-09
    """
    free = key == "grapple" and is_due(encounter, command.actor or "")
    return ActionPrice(key, (PipKind.OWN,) * (0 if free else halves_of(encounter, key)))


def action_of(encounter: Encounter, command: Command) -> ActionRow | None:
    """Return the action of the list that a command is, by the price of its offer."""
    try:
        price = price_of(encounter, command)
    except LookupError:
        return None
    return row(price.key) if isinstance(price, ActionPrice) else None


@adds("half_actions", of="halves", times=-1, least=0)
@sets("has_acted", True)
class ActionTaken(SheetEvent):
    """Half Actions were spent on an action."""

    halves: int


@sets("half_move_made", True)
class HalfMoveMade(SheetEvent):
    """A Half Move was made in this turn."""


@adds("reactions", amount=-1, least=0)
class ReactionSpent(SheetEvent):
    """A Reaction was used."""


@includes("attacked")
class AttackUsed(StateEvent):
    """Somebody used the Attack action of the present turn."""

    who: str


@includes("concentrated")
class ConcentrationUsed(StateEvent):
    """Somebody used the Concentration action of the present turn."""

    who: str


def pay(
    table: Table, who: str, key: str, more: frozenset[Subtype] = frozenset()
) -> Procedure[None]:
    """Take an action's price, and let all end that the action breaks.

    ``more`` are subtypes beside its own: those of a Power.

    Rules: PC-TIM-04, PC-ECO-02, PC-ECO-03, PC-ECO-08, PC-ACT-16, PC-ACT-18
    """
    kind, halves, structured = row(key, more), halves_of(table.now, key), table.now.round > 0
    yield from break_off(table, who, kind, is_free=kind.cost == "free", keeps=key)
    if not structured:
        return
    if kind.cost != "free":
        yield from emit(ActionTaken(who=who, halves=halves))
    if kind.is_a("attack"):
        yield from emit(AttackUsed(who=who))
    if kind.is_a("concentration"):
        yield from emit(ConcentrationUsed(who=who))
    if key == "half_move":
        yield from emit(HalfMoveMade(who=who))


def spend_reaction(table: Table, who: str) -> Procedure[None]:
    """Take a Reaction, and let all end that it breaks; no subtype limits it.

    Rules: PC-ECO-04, PC-ECO-09, PC-ATK-07, PC-ACT-10, PC-ACT-16
    """
    yield from emit(ReactionSpent(who=who))
    yield from break_off(table, who, row("speak"), is_free=False, keeps="")
