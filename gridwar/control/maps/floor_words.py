"""What floors, and what leads from one to another, are called."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.model.floors import LinkKind, square_name
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.floors import Floor, Link
    from gridwar.model.geometry import Cell


def floor_name(floor: Floor) -> str:
    """Return what a floor is called."""
    return floor.name or floor.id


def kind_name(kind: LinkKind) -> str:
    """Return what a kind of link is called."""
    return {
        LinkKind.STAIR: _("stairs"),
        LinkKind.LADDER: _("a ladder"),
        LinkKind.SHAFT: _("a shaft"),
        LinkKind.HATCH: _("a hatch"),
    }[kind]


def place_name(page: BattleMap, cell: Cell) -> str:
    """Return what a cell is called as its floor counts, with the floor's name."""
    floor, there = page.floor_at(cell), square_name(page.floors, cell)
    if floor is None:
        return there
    return _("{cell}, {floor}").format(cell=there, floor=floor_name(floor))


def link_name(page: BattleMap, link: Link) -> str:
    """Return what a link is called, with where it leads from and to."""
    here, there = (place_name(page, end[0]) for end in (link.here, link.there))
    text = _("{kind} from {here} to {there}")
    return text.format(kind=kind_name(link.kind), here=here, there=there)


def leads_words(page: BattleMap, cell: Cell) -> str:
    """Return what leads from a cell to another floor, and where to; empty where nothing does."""
    for link in page.links:
        for end, other in ((link.here, link.there), (link.there, link.here)):
            if cell in end and (link.both_ways or end is link.here):
                return end_words(page, link, other[0])
    return ""


def end_words(page: BattleMap, link: Link, other: Cell) -> str:
    """Return where one end of a link leads, by a cell of its other end."""
    text = _("{kind} to {place}")
    return text.format(kind=kind_name(link.kind), place=place_name(page, other))
