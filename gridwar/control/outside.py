"""Those who stand outside of the map, as after a smaller one was laid, and bringing them in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control.people import free_cells
from gridwar.control.viewstate import Notice
from gridwar.engine.gm import Place
from gridwar.model.geometry import footprint
from gridwar.text import ngettext

if TYPE_CHECKING:
    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Cell


def outside(encounter: Encounter) -> tuple[Combatant, ...]:
    """Return those whose footprint is not wholly on the map."""
    contains = encounter.map.contains
    return tuple(
        one for one in encounter.everyone()
        if one.pos is not None and not all(map(contains, footprint(one.pos, one.size)))
    )  # fmt: skip


def brought_in(encounter: Encounter) -> tuple[tuple[str, Cell | None], ...]:
    """Return free places on the map for those outside, each as near as can be."""
    found: list[tuple[str, Cell | None]] = []
    for one in outside(encounter):
        assert one.pos is not None
        fits = one.size.w <= encounter.map.width and one.size.h <= encounter.map.height
        place = free_cells(encounter, one.pos, [one.size])[0] if fits else None
        found.append((one.id, place))
        encounter = encounter.with_combatant(one.replace(pos=place))
    return tuple(found)


def bring_in(encounter: Encounter) -> Notice | None:
    """Return word of those who stand outside the map, with the command that brings them in."""
    count = len(outside(encounter))
    if not count:
        return None
    text = ngettext("One stands outside the map.", "{n} stand outside the map.", count)
    anyway = ngettext("Bring it in", "Bring them in", count)
    again = Place(to=brought_in(encounter))
    return Notice(text.format(n=count), tone="note", again=again, anyway=anyway)
