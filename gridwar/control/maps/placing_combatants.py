"""Putting combatants on the board: fresh ids, numbered names, free cells near a place.

Also brings back those left off the map by a smaller one: the command itself has taken off the board
whoever's own square is gone; a large body may hang over the new edge.
"""

from __future__ import annotations

import itertools
import math
import re
from collections import Counter
from typing import TYPE_CHECKING

from gridwar.control.state.view_state import Notice
from gridwar.engine.gm.combatant_commands import AddCombatants, Place
from gridwar.grid.movement.mover_ground import Corners, Ground
from gridwar.grid.movement.step_rules import uniform
from gridwar.model.geometry import Cell, footprint
from gridwar.text import ngettext

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator

    from gridwar.engine.session.line_of_play_undo_and_dice import Change
    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Size


MOST_AT_ONCE = 100
"""How many of one kind may join by one drag."""
_NUMBERED = re.compile(r"(.*\S)\s+(\d{1,6})")


def joining(
    encounter: Encounter, sample: Combatant, near: Cell, count: int = 1, *, together: bool = False
) -> AddCombatants:
    """Return the command that puts copies of somebody on the board.

    Args:
        encounter: The fight they join.
        sample: Whom to copy.
        near: Where the GM looks.
        count: How many.
        together: Whether they roll Initiative as one group.
    """
    return all_joining(encounter, (sample,), near, count, together=together)


def all_joining(
    encounter: Encounter,
    samples: tuple[Combatant, ...],
    near: Cell,
    count: int = 1,
    *,
    together: bool = False,
) -> AddCombatants:
    """Return the command that puts copies of several on the board, as many of each.

    Those of one kind roll Initiative as a group where they do so together.
    """
    combatants = newcomers(
        encounter, tuple(one for one in samples for _n in range(count)), near, together=together
    )
    return AddCombatants(combatants=combatants, rolls=True)


def newcomers(
    encounter: Encounter, samples: tuple[Combatant, ...], near: Cell, *, together: bool = False
) -> tuple[Combatant, ...]:
    """Return copies of combatants with fresh ids and names, in free cells near a place."""
    places = free_cells(encounter, near, [one.size for one in samples])
    combatants = renamed(encounter, samples)
    groups = _groups(combatants) if together else {}
    return tuple(
        one.replace(pos=place, group=groups.get(stem_of(one.name), ""))
        for one, place in zip(combatants, places, strict=True)
    )


def _groups(combatants: tuple[Combatant, ...]) -> dict[str, str]:
    """Return what each group of more than one is called, by the name they share."""
    kinds: dict[str, list[str]] = {}
    for one in combatants:
        kinds.setdefault(stem_of(one.name), []).append(one.name)
    return {
        stem: f"{names[0]} \u2013 {names[-1]}" for stem, names in kinds.items() if len(names) > 1
    }


def renamed(encounter: Encounter, samples: tuple[Combatant, ...]) -> tuple[Combatant, ...]:
    """Return combatants with ids and names that are free in the fight: the numbers go on."""
    ids = set(encounter.combatants)
    names = {one.name for one in encounter.combatants.values()}
    counts = Counter(one.name for one in samples)
    several = {stem_of(name) for name, count in counts.items() if count > 1}
    made = []
    for one in samples:
        stem, name = stem_of(one.name), one.name
        if stem in several or name in names:
            name = f"{stem} {_next_number(names, stem)}"
        names.add(name)
        made.append(one.replace(id=fresh_id(ids, one.id), name=name))
        ids.add(made[-1].id)
    return tuple(made)


def stem_of(name: str) -> str:
    """Return a name without the number at its end."""
    found = _NUMBERED.fullmatch(name)
    return found[1] if found is not None else name


def _next_number(names: Iterable[str], stem: str) -> int:
    taken = [
        int(found[2])
        for name in names
        if (found := _NUMBERED.fullmatch(name)) is not None and found[1] == stem
    ]
    taken += [1] if stem in names else []
    return max(taken, default=0) + 1


def fresh_id(taken: Container[str], wanted: str) -> str:
    """Return an id like one that is wanted, with the first number that is not taken."""
    stem = re.sub(r"-\d{1,6}$", "", wanted) or "combatant"
    return next(made for number in itertools.count(1) if (made := f"{stem}-{number}") not in taken)


# --- places --------------------------------------------------------------------------------------


def free_cells(encounter: Encounter, near: Cell, sizes: list[Size]) -> tuple[Cell, ...]:
    """Return a free place for each of some footprints, close together, on this side of the walls.

    Where there is no more room on this side they stand beyond, and on a full map on the place
    itself, fanned out.
    """
    taken = {
        cell
        for one in encounter.everyone()
        if one.pos is not None
        for cell in footprint(one.pos, one.size)
    }
    ground = Ground(encounter.map, corners=Corners.FREE)
    x = min(max(near.x, 0), encounter.map.width - 1)
    y = min(max(near.y, 0), encounter.map.height - 1)
    found: list[Cell] = []
    # What was not free for a size will not be: each size goes on where it stopped.
    outwards = {size: _places(ground, Cell(x, y), len(sizes)) for size in sizes}
    for size in sizes:
        here = Cell(min(x, encounter.map.width - size.w), min(y, encounter.map.height - size.h))
        place = next((cell for cell in outwards[size] if _is_free(ground, cell, size, taken)), here)
        taken.update(footprint(place, size))
        found.append(place)
    return tuple(found)


def _is_free(ground: Ground, anchor: Cell, size: Size, taken: set[Cell]) -> bool:
    cells = footprint(anchor, size)
    if not all(ground.battle_map.contains(cell) and cell not in taken for cell in cells):
        return False
    return all(ground.why_closed(cell) is None for cell in cells)


def _places(ground: Ground, near: Cell, count: int) -> Iterator[Cell]:
    """Yield cells from a place outwards: first those one can walk to, then all others."""
    if ground.why_closed(near) is None:
        # Only here: networkx takes longer to load than a window to show.
        from gridwar.grid.movement.movement_graph import LazyGrid
        from gridwar.grid.movement.reach import reach

        budget = math.isqrt(count) + 4
        costs = reach(LazyGrid(ground, uniform(ground)), near, budget).costs
        yield from sorted(costs, key=lambda cell: (_distance(cell, near), cell.y, cell.x))
    width, height = ground.battle_map.width, ground.battle_map.height
    for radius in range(max(width, height)):
        yield from (cell for cell in _rim(near, radius) if ground.battle_map.contains(cell))


def _distance(a: Cell, b: Cell) -> int:
    return (a.x - b.x) ** 2 + (a.y - b.y) ** 2


def _rim(middle: Cell, radius: int) -> list[Cell]:
    span = range(-radius, radius + 1)
    return [
        Cell(middle.x + dx, middle.y + dy)
        for dy in span
        for dx in span
        if max(abs(dx), abs(dy)) == radius
    ]


# --- groups that keep their formation ------------------------------------------------------------


def kept_together(
    encounter: Encounter, combatants: tuple[Combatant, ...], near: Cell
) -> tuple[Combatant, ...]:
    """Return copies of combatants for the board, standing to each other as they did, near a place.

    Who has no place, or none that is free there, gets the nearest free one.
    """
    placed = [one for one in combatants if one.pos is not None]
    left = min((one.pos.x for one in placed if one.pos), default=0)
    top = min((one.pos.y for one in placed if one.pos), default=0)
    made: list[Combatant] = []
    for one in renamed(encounter, combatants):
        wanted = near if one.pos is None else near.shifted(one.pos.x - left, one.pos.y - top)
        (place,) = free_cells(encounter, wanted, [one.size])
        made.append(one.replace(pos=place))
        encounter = encounter.with_combatant(made[-1])
    return tuple(made)


# --- those left off the map ----------------------------------------------------------------------


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
