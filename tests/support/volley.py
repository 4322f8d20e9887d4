"""A command with numbers, ticks and orders, for what shows and changes drafts: Back Alley's volley.

Each stone thrown is a d20 that hits on 11; helpers and the order of the stones are only kept.
"""

from __future__ import annotations

from msgspec.structs import replace

from gridwar.engine.kit import (
    Act,
    Command,
    CommandNumber,
    CommandOrder,
    CommandTicks,
    Draft,
    Encounter,
    Procedure,
    Role,
    System,
    Table,
    emit,
    fold,
    offer,
    roll,
)
from tests.support.alley import SYSTEM
from tests.support.alley.rules import Wounded

STONES = {"round": "Round stone", "flat": "Flat stone", "brick": "Brick"}
HITS_FROM = 11
HELPERS = {"boy": "A boy", "girl": "A girl"}


@offer("Volley", icon="hand-fist", group="Fight", role=Role.STRIKE, needs="combatant")
class Volley(Act):
    """Throw stones at somebody."""

    target: str
    stones: int = 1
    helpers: frozenset[str] = frozenset()
    order: tuple[str, ...] = tuple(STONES)


def volley(table: Table, command: Volley) -> Procedure[int]:
    """Throw one stone after the other; return how many hit."""
    thrown = tuple((command.actor, command.target, n) for n in range(command.stones))
    return (yield from fold(_throw, thrown, 0, key="stones"))


def _throw(table: Table, stone: tuple[str, str, int], hits: int) -> Procedure[int]:
    del table
    who, whom, number = stone
    die = yield from roll("d20", sum, key=f"stone {number}", owner=who, label="Stone")
    if die >= HITS_FROM:
        yield from emit(Wounded(whom, 1))
    return hits + (die >= HITS_FROM)


def draft(encounter: Encounter, command: Command) -> Draft:
    """Return what can be set about a volley."""
    if not isinstance(command, Volley):
        return Draft()
    helped = len(command.helpers)
    return Draft(
        numbers=(
            CommandNumber(
                "stones",
                "Stones",
                1,
                3,
                command.stones,
                lambda count: command.replace(stones=count),
                note="A d20 each",
            ),
        ),
        ticks=(
            CommandTicks(
                "helpers",
                "Helpers",
                tuple(HELPERS.items()),
                command.helpers,
                lambda ticked: command.replace(helpers=ticked),
                note=f"{helped} help" if helped else "",
            ),
        ),
        orders=(
            CommandOrder(
                "order",
                "Order of the stones",
                tuple((one, STONES[one]) for one in command.order),
                lambda ids: command.replace(order=ids),
                note="The first is thrown first",
            ),
        ),
    )


WITH_VOLLEY: System = replace(
    SYSTEM,
    play=replace(SYSTEM.play, handlers={**SYSTEM.play.handlers, Volley: volley}),
    offers=replace(SYSTEM.offers, draft=draft),
)
