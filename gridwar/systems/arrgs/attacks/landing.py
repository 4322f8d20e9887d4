"""What a successful attack does: damage to somebody or to an item, or one of the manoeuvres."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from gridwar.engine.kit import Answer, Cell, Procedure, Question, ask, call, emit, ngettext
from gridwar.grid.areas import square
from gridwar.model.geometry import footprint
from gridwar.systems.arrgs.conditions.conditions import ConditionChanged
from gridwar.systems.arrgs.conditions.damage import Blow, attack_value, suffer
from gridwar.systems.arrgs.core.sheet import has, sheet_of
from gridwar.systems.arrgs.equipment.items import ItemDamaged, ItemLeft, weapon_of
from gridwar.systems.arrgs.movement.pushing import Push, Pushed, push
from gridwar.systems.arrgs.positioning.threat import open_cells
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from gridwar.engine.kit import Encounter, Line, Table
    from gridwar.systems.arrgs.attacks.attack_kinds import AttackKind, AttackKindId
    from gridwar.systems.arrgs.core.sheet import Item

FARTHEST: Final = 5
"""Squares that a Disarm sends an item at most."""


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


def land(table: Table, landing: Landing) -> Procedure[Landed]:
    """Let a successful attack take effect.

    Rules: AR-ATK-03
    """
    key = landing.kind.key
    if key in _IN_PLACE:
        return (yield from call(_IN_PLACE[key], landing, key=key))
    harmed = yield from call(suffer, landing.blow, key="harm")
    return Landed(harmed.damage, harmed.dying, harmed.lines, f"−{harmed.damage}")


def _sunder(table: Table, landing: Landing) -> Procedure[Landed]:
    """Damage an item in place of its bearer, who loses nothing and is not Dying of a critical.

    Rules: AR-MNV-19, AR-CRT-03
    """
    wanted = landing.kind.item
    if wanted is None:
        return Landed()
    tally = table.tally("damage")
    value = attack_value(tally, table.now, landing.blow)
    tally.line(
        "AR-MNV-19", _("{item} resists").format(item=wanted.name), -min(wanted.dr, max(0, value))
    )
    damage = max(0, tally.total)
    if damage:
        yield from emit(ItemDamaged(who=landing.target, item=wanted, by=damage))
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


def _disarm(table: Table, landing: Landing) -> Procedure[Landed]:
    """Knock an item away, to a square of the attacker's choice.

    Rules: AR-MNV-08
    """
    squares = min(landing.blow.success_value, FARTHEST)
    wanted = landing.kind.item
    pos = table.now[landing.target].pos
    if wanted is None or pos is None:
        return Landed(squares=squares, words=_("disarmed"))
    flight = _Flight(landing.who, landing.target, wanted, squares)
    answer = yield from ask(lambda: _where_to(table.now, flight))
    weapon = weapon_of(sheet_of(table.now[landing.target]), wanted)
    cell = answer.cell if answer.cell is not None else pos
    yield from emit(ItemLeft(who=landing.target, item=wanted, weapon=weapon, cell=cell))
    words = _("{item} flies away").format(item=wanted.name)
    return Landed(squares=squares, words=words)


class _Flight(Struct, frozen=True):
    who: str
    target: str
    item: Item
    squares: int


def _where_to(encounter: Encounter, flight: _Flight) -> Question:
    one, attacker = encounter[flight.target], encounter[flight.who]
    assert one.pos is not None
    mine = footprint(one.pos, one.size)
    open_to = open_cells(encounter, flight.target, flight.squares)
    cells = frozenset(
        cell
        for cell in square(mine, flight.squares).cells & open_to
        if not encounter.map.terrain_at(cell).impassable and cell not in mine
    ) or frozenset(mine)
    here = attacker.pos or one.pos

    def away(cell: Cell) -> tuple[int, int, int]:
        return (cell.x - here.x) ** 2 + (cell.y - here.y) ** 2, cell.x, cell.y

    words = ngettext(
        "Up to {n} square from {name}.", "Up to {n} squares from {name}.", flight.squares
    )
    return Question(
        key="where it lands",
        recipient=flight.who,
        title=_("Where does {item} land?").format(item=flight.item.name),
        text=words.format(n=flight.squares, name=one.name),
        cells=cells,
        default=Answer(cell=max(cells, key=away)),
        follow_up=True,
        rule_ids=("AR-MNV-08",),
    )


def _reposition(table: Table, landing: Landing) -> Procedure[Landed]:
    kind = landing.kind
    order = Push(
        landing.who, landing.target, landing.blow.success_value, kind.direction, kind.squares
    )
    pushed = yield from push(table, order)
    words = ngettext("{n} square", "{n} squares", pushed.squares).format(n=pushed.squares)
    return Landed(words=words, pushed=pushed)


def _trip(table: Table, landing: Landing) -> Procedure[Landed]:
    """Bring the target to the ground.

    Rules: AR-MNV-20, AR-CND-08
    """
    if not has(table.now[landing.target], "prone"):
        yield from emit(ConditionChanged(who=landing.target, condition="prone", by=1))
    return Landed(words=_("prone"))


_IN_PLACE: Final[Mapping[AttackKindId, Callable[[Table, Landing], Procedure[Landed]]]] = {
    "sunder": _sunder,
    "disarm": _disarm,
    "reposition": _reposition,
    "trip": _trip,
}
"""What happens in place of damage."""
