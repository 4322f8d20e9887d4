"""Putting people on the board: fresh ids, numbered names, a free cell near where the GM looks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.gm import AddCombatants
from gridwar.model.geometry import Cell, footprint

if TYPE_CHECKING:
    from gridwar.model.combatant import Combatant
    from gridwar.model.command import Command
    from gridwar.model.encounter import Encounter


def joining(encounter: Encounter, sample: Combatant, near: Cell) -> Command:
    """Return the command that puts a copy of a sample on the board.

    Args:
        encounter: The fight it joins.
        sample: What to copy.
        near: Where the GM looks.
    """
    number = 1
    while f"{sample.id}-{number}" in encounter:
        number += 1
    same = [one for one in encounter.combatants.values() if one.name.startswith(sample.name)]
    name = f"{sample.name} {len(same) + 1}" if same else sample.name
    place = free_cell(encounter, near, sample)
    one = sample.replace(id=f"{sample.id}-{number}", name=name, pos=place)
    return AddCombatants(combatants=(one,))


def free_cell(encounter: Encounter, near: Cell, newcomer: Combatant) -> Cell:
    """Return the free cell closest to a place; that place itself where the map is full."""
    taken = {
        cell
        for one in encounter.everyone()
        if one.pos is not None
        for cell in footprint(one.pos, one.size)
    }
    width, height = encounter.map.width, encounter.map.height
    x = min(max(near.x, 0), width - newcomer.size.w)
    y = min(max(near.y, 0), height - newcomer.size.h)
    for radius in range(max(width, height)):
        for cell in _rim(Cell(x, y), radius):
            covered = footprint(cell, newcomer.size)
            if all(encounter.map.contains(one) and one not in taken for one in covered):
                return cell
    return Cell(x, y)


def _rim(middle: Cell, radius: int) -> list[Cell]:
    span = range(-radius, radius + 1)
    return [
        Cell(middle.x + dx, middle.y + dy)
        for dy in span
        for dx in span
        if max(abs(dx), abs(dy)) == radius
    ]
