"""Combatants left off the map by a smaller one, and bringing them back onto it.

The command itself has taken off the board whoever's own square is gone; a large body may hang over
the new edge.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control.maps.placing import free_cells
from gridwar.control.state.view_state import Notice
from gridwar.engine.gm.commands import Place
from gridwar.model.geometry import footprint
from gridwar.text import ngettext

if TYPE_CHECKING:
    from gridwar.engine.session.session_values import Change
    from gridwar.model.combatant import Combatant
    from gridwar.model.geometry import Cell


def outside(change: Change) -> tuple[Combatant, ...]:
    """Return those whom a change of the map left without a place, wholly or in part, as before."""
    before, contains = change.old.combatants, change.new.map.contains
    found = []
    for one in change.new.everyone():
        stood = before.get(one.id, one)
        if stood.pos is None or one.pos not in (None, stood.pos):
            continue
        if not all(map(contains, footprint(stood.pos, one.size))):
            found.append(one.replace(pos=stood.pos))
    return tuple(found)


def brought_in(change: Change) -> tuple[tuple[str, Cell | None], ...]:
    """Return free places on the map for those outside, each as near as can be to where it was."""
    found: list[tuple[str, Cell | None]] = []
    encounter = change.new
    for one in outside(change):
        assert one.pos is not None
        fits = one.size.w <= encounter.map.width and one.size.h <= encounter.map.height
        place = free_cells(encounter, one.pos, [one.size])[0] if fits else None
        found.append((one.id, place))
        encounter = encounter.with_combatant(one.replace(pos=place))
    return tuple(found)


def bring_in(change: Change) -> Notice | None:
    """Return a notice of those left off the map, with the command that brings them in."""
    count = len(outside(change))
    if not count:
        return None
    text = ngettext(
        "One combatant no longer has room on the map.",
        "{n} combatants no longer have room on the map.",
        count,
    )
    anyway = ngettext("Bring it in", "Bring them in", count)
    again = Place(to=brought_in(change))
    return Notice(text.format(n=count), tone="note", again=again, anyway=anyway)
