"""How far a dragged group would be from its foes, and where it snaps to what the rules want."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Final, NamedTuple

from gridwar.control.drafts.free_moves import group_goals
from gridwar.engine.kit.measuring import apart, place, spot_of
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from gridwar.engine.kit.system import System
    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Cell

SNAP_CELLS: Final = 2
"""So far from the pointer a group snaps to the distance that the rules want."""
Pair = tuple[str, str]


class Gap(NamedTuple):
    """How far one of a group would be from a foe, and how far the rules want the two to be."""

    squares: int
    wanted: int | None
    mover: str
    foe: str

    @property
    def too_many(self) -> int:
        """The squares beyond what is wanted; below 0 they stand too near."""
        return 0 if self.wanted is None else self.squares - self.wanted


def gaps(
    system: System,
    encounter: Encounter,
    goals: Mapping[str, Cell],
    among: Collection[Pair] | None = None,
) -> Iterator[Gap]:
    """Yield how far a group would be from each of its foes.

    Args:
        system: Measures, and knows what is wanted.
        encounter: The fight, the group still where it was.
        goals: Where each of the group would stand.
        among: The pairs of one of the group and a foe to measure; None for all.
    """
    yardstick = system.yardstick(encounter)
    foes = {
        one.id: spot
        for one in encounter.everyone()
        if one.id not in goals and (spot := spot_of(encounter, yardstick, one)) is not None
    }
    for who, cell in goals.items():
        mover = encounter[who]
        here = place(encounter, yardstick, cell, mover.size, mover.altitude)
        for foe, spot in foes.items():
            is_meant = among is None or (who, foe) in among
            if is_meant and encounter.are_foes(mover.side, encounter[foe].side):
                squares = apart(yardstick, here, spot).total_cells
                yield Gap(squares, system.board.spacing(encounter, who, foe), who, foe)


def spacing_note(system: System, encounter: Encounter, goals: Mapping[str, Cell]) -> str:
    """Return how far a group would be from its nearest foe, and how far the rules want it to be."""
    found = min(gaps(system, encounter, goals), key=lambda one: one.squares, default=None)
    if found is None:
        return ""
    text = ngettext("{n} square to {foe}", "{n} squares to {foe}", found.squares)
    words = text.format(n=found.squares, foe=encounter[found.foe].name)
    if found.wanted is None:
        return words
    as_wanted, other = _("{words}, as wanted"), _("{words}, {n} wanted")
    return (other if found.too_many else as_wanted).format(words=words, n=found.wanted)


def snapped(
    system: System, encounter: Encounter, who: str, selected: tuple[str, ...], goal: Cell
) -> Cell:
    """Return where the token held goes so that its group is as far off as the rules want.

    The nearest such cell close to the pointer; where there is none, the cell under it.

    Args:
        system: Measures, and knows what is wanted.
        encounter: The fight, the group still where it was.
        who: The token that is held.
        selected: Everybody selected.
        goal: The cell under the pointer.
    """
    here = group_goals(encounter, who, selected, goal)
    wanted = [one for one in gaps(system, encounter, here) if one.wanted is not None]
    least = min((one.too_many for one in wanted), default=0)
    if not 0 < abs(least) <= SNAP_CELLS:
        return goal
    # a shift by a square changes no distance by more than two, whatever diagonals count
    near = {(one.mover, one.foe) for one in wanted if one.too_many <= least + 4 * SNAP_CELLS}
    reach = range(-SNAP_CELLS, SNAP_CELLS + 1)
    shifts = sorted(product(reach, reach), key=lambda by: by[0] ** 2 + by[1] ** 2)
    for by in shifts:
        cell = goal.shifted(*by)
        goals = group_goals(encounter, who, selected, cell)
        found = gaps(system, encounter, goals, near)
        if goals.get(who) == cell and min(one.too_many for one in found) == 0:
            return cell
    return goal
