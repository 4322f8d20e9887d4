"""The order of turns, which the GM lays by hand: places, who acts there, who has still to act.

Everybody has a place, also who does not act: what waits for a turn waits for a place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import Badge, Command, Encounter, Procedure, Slot, emit, plays
from gridwar.model.combatant import is_instance
from gridwar.systems.drive.core.conditions import STUNNED
from gridwar.systems.drive.core.events import OrderLaid
from gridwar.systems.drive.core.fight_state import state_of
from gridwar.systems.drive.core.sheet import sheet_of
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Table


def places(encounter: Encounter) -> tuple[str, ...]:
    """Return everybody's place: as the GM laid it down, then the others as they joined.

    Rules: DR-NRG-15
    """
    laid = [who for who in state_of(encounter).order if who in encounter.combatants]
    return (*laid, *(who for who in encounter.combatants if who not in laid))


def has_turns(encounter: Encounter, who: str) -> bool:
    """Return whether somebody acts at their place: not a thing, nor out, nor set aside.

    Rules: DR-NRG-15
    """
    one = encounter.combatants[who]
    sheet = sheet_of(one)
    return sheet.takes_turns and not sheet.is_out and not one.aside


def order_ids(encounter: Encounter) -> tuple[str, ...]:
    """Return who is in the order: all who act at their places."""
    return tuple(who for who in places(encounter) if has_turns(encounter, who))


def before(encounter: Encounter, who: str) -> str | None:
    """Return whose place is just before somebody's; None where there is nobody else.

    Rules: DR-NRG-15
    """
    order = places(encounter)
    others = [one for one in order if one != who]
    if not others:
        return None
    return order[order.index(who) - 1] if who in order else others[-1]


def order(encounter: Encounter) -> tuple[Slot, ...]:
    """Return the order as the GM laid it down, things and those who are out at the end."""
    acted, inside = state_of(encounter).acted, order_ids(encounter)
    others = [one.id for one in encounter.everyone() if one.id not in inside]
    acts = {who: sheet_of(encounter[who]).takes_turns for who in others}
    out = sorted(others, key=lambda who: not acts[who])
    return (
        *(
            Slot(
                (who,),
                state="turn" if who == encounter.turn else "acted" if who in acted else "waiting",
                flags=tuple(_stuns_ending(encounter, who)),
            )
            for who in inside
        ),
        *(Slot((who,), state="out", heading="" if acts[who] else _("Things")) for who in out),
    )


def _stuns_ending(encounter: Encounter, who: str) -> Iterator[Badge]:
    """Yield whose stuns end with somebody's turn: this one, or one to come.

    Rules: DR-NRG-06, DR-NRG-11, DR-NRG-15
    """
    for one in encounter.combatants.values():
        for effect in one.effects:
            if is_instance(effect.id, STUNNED) and effect.whose == who:
                is_last = effect.rounds_left == 1
                text = _("ends {name}'s stun") if is_last else _("{name}'s stun: one turn more")
                yield Badge("sparkles", text.format(name=one.name), "DR-NRG-15")


class LayOrder(Command):
    """Lay the order of turns down."""

    order: tuple[str, ...]


@plays(LayOrder)
def lay_order(table: Table, command: LayOrder) -> Procedure[None]:
    """Lay the order down at the GM's word: whoever is not named comes after."""
    named = dict.fromkeys(who for who in command.order if who in table.now)
    yield from emit(OrderLaid(tuple(named)))


def reordered(encounter: Encounter, who: str, before: str) -> Command | None:
    """Return the command that puts somebody before another, at the end where that is nobody.

    Those who do not act now keep their places.
    """
    rest = [one for one in places(encounter) if one != who]
    at = rest.index(before) if before in rest else len(rest)
    return LayOrder(order=(*rest[:at], who, *rest[at:]))


def waiting(encounter: Encounter) -> tuple[str, ...]:
    """Return who has still to act in this round, in order."""
    acted = state_of(encounter).acted
    return tuple(who for who in order_ids(encounter) if who not in acted)
