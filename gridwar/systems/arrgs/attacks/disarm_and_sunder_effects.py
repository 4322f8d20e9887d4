"""What a Disarm and a Sunder do: where an item lands that is knocked away, and its damage."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from gridwar.engine.kit import (
    Cell,
    Procedure,
    Yardstick,
    cells_around,
    choose_cell,
    emit,
    ngettext,
    spot_at,
    squared_from,
)
from gridwar.model.geometry import footprint
from gridwar.systems.arrgs.attacks.attack_kinds_and_records import Landed, Landing
from gridwar.systems.arrgs.core.sheet import sheet_of
from gridwar.systems.arrgs.equipment import ItemLeft, weapon_of
from gridwar.systems.arrgs.harm.damage import attack_value
from gridwar.systems.arrgs.positions.lines_of_sight import open_cells
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter, Table
    from gridwar.systems.arrgs.core.weapon_and_item_records import Item


FARTHEST: Final = 5
"""Squares that a Disarm sends an item at most."""


def sunder_effect(table: Table, landing: Landing) -> Procedure[Landed]:
    """Return the damage to an item, in place of its bearer, who is not Dying of a critical.

    Rules: AR-MNV-19, AR-CRT-03
    """
    yield from ()
    wanted = landing.kind.item
    if wanted is None:
        return Landed()
    tally = table.tally("damage")
    value = attack_value(tally, table.now, landing.blow)
    tally.line("AR-MNV-19", _("{item} resists").format(item=wanted.name), -min(wanted.dr, value))
    damage = max(0, tally.total)
    now = wanted.replace(damage=wanted.damage + damage)
    words = {
        "intact": _("{n} damage"),
        "broken": _("{n} damage: broken"),
        "destroyed": _("{n} damage: destroyed"),
    }
    return Landed(
        lines=() if table.rehearsal else tally.lines,
        words=words[now.state].format(n=damage),
        item_damage=now.damage,
        item_state=now.state,
    )


def disarm_effect(table: Table, flight: ItemFlight) -> Procedure[None]:
    """Knock an item away, to a square of the attacker's choice.

    Rules: AR-MNV-08
    """
    target, item = flight.target, flight.item
    if table.now[target].pos is None:
        return
    cell = yield from _where_to(table, flight)
    weapon = weapon_of(sheet_of(table.now[target]), item)
    yield from emit(ItemLeft(who=target, item=item, weapon=weapon, cell=cell))


class ItemFlight(Struct, frozen=True):
    """An item that is knocked away: by whom, from whom, and how far at most."""

    who: str
    target: str
    item: Item
    squares: int


def _where_to(table: Table, flight: ItemFlight) -> Procedure[Cell]:
    """Let the attacker say where an item lands; as usual as far from them as it goes."""

    def farthest(cells: frozenset[Cell]) -> Cell:
        here = table.now[flight.who].pos or table.now[flight.target].pos
        assert here is not None
        away = squared_from(table.now.map, here)
        return max(cells, key=lambda it: (away(it), it))

    words = ngettext(
        "Up to {n} square from {name}.", "Up to {n} squares from {name}.", flight.squares
    )
    return choose_cell(
        table,
        _("Where does {item} land?"),
        lambda: _landing_cells(table.now, flight),
        "AR-MNV-08",
        key="where it lands",
        whom=flight.who,
        default=farthest,
        info=words.format(n=flight.squares, name=table.now[flight.target].name),
        follow_up=True,
        item=flight.item.name,
    )


def _landing_cells(encounter: Encounter, flight: ItemFlight) -> frozenset[Cell]:
    one = encounter[flight.target]
    assert one.pos is not None
    mine = footprint(one.pos, one.size)
    here = spot_at(encounter.map, mine)
    open_to = open_cells(encounter, flight.target, flight.squares)
    free = frozenset(
        cell
        for cell in cells_around(Yardstick(), here, (0, flight.squares)) & open_to
        if not encounter.map.terrain_at(cell).impassable and cell not in mine
    )
    return free or frozenset(mine)
