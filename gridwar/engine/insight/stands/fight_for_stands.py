"""The fight of which it is asked where somebody could stand, as one side or the GM knows it.

Somebody who rides or steers moves with what carries it: squares are those of whoever moves, and all
that go along are put down with it.
"""

from __future__ import annotations

from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Final, TypeVar

import numpy as np
from frozendict import frozendict
from msgspec import Struct

from gridwar.engine.insight.fight_as_known import fight_as_known, foes_of
from gridwar.engine.kit.sight_and_cover import stand_at
from gridwar.grid.cells.bitboards import Extent
from gridwar.model.geometry import Cell, covered_cells, footprint

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from numpy.typing import NDArray

    from gridwar.engine.kit.rule_system import System
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.encounter import Encounter

    Mask = NDArray[np.bool_]

N = TypeVar("N", bound=np.generic)

AROUND: Final = 32
"""Squares each way that are looked at, at most; in all directions where nothing is reached."""
BESIDE: Final = 4
"""Squares beyond those reached that are looked at where a sentence does not ask to reach them."""


class Reached(Struct, frozen=True, eq=False):
    """Where somebody gets to, as the map draws it.

    Attributes:
        zones: By label what each price reaches beyond those before it, the cheapest first: the top
            left cells of whoever moves.
        costs: What the way to a cell costs, in movement units, by which ways are compared.
        too_far: The labels of the zones after which too little is left to strike.
        may_stop: Whether somebody may stand in a cell at all.
    """

    zones: tuple[tuple[str, frozenset[Cell]], ...] = ()
    costs: Mapping[Cell, int] = frozendict()
    too_far: frozenset[str] = frozenset()
    may_stop: Callable[[Cell], bool] = lambda _cell: True


class Whose(Struct, frozen=True):
    """For whom it is asked.

    Attributes:
        who: Who would stand elsewhere.
        side: What this side knows decides; None for all that the game master knows.
        weapon: Whose range bands count, by id; empty for the first.
    """

    who: str
    side: str | None = None
    weapon: str = ""


class StandFight:
    """What is known of a fight for whoever would stand elsewhere.

    Attributes:
        encounter: The fight that this was made for: it is true as long as that is the present one.
        known: That fight as ``side`` knows it.
        who: Who would stand there; ``mover`` moves with it.
        reached: Where it gets to.
        weapon: The weapon whose range bands count, by id; empty for the first.
        window: The part of the map that is looked at.
    """

    def __init__(
        self, system: System, encounter: Encounter, whose: Whose, reached: Reached
    ) -> None:
        """Take a fight; nothing is worked out before it is asked.

        Args:
            system: The rules.
            encounter: The present state.
            whose: Who would stand elsewhere, on the map now, and by whose knowledge.
            reached: Where it gets to.

        Raises:
            KeyError: That one is not in the fight, or the side knows nothing of it.
        """
        who, side = whose.who, whose.side
        self.system, self.encounter, self.who, self.side = system, encounter, who, side
        self.reached, self.weapon = reached, whose.weapon
        self.known = fight_as_known(system, encounter, side)
        self.me = self.known.combatants[who]
        self.mover = system.board.body(self.known, who).mover
        self._with = self._going_along()
        self.window = self._window()

    @property
    def home(self) -> Cell:
        """The square where whoever moves stands now."""
        pos = self.known[self.mover].pos
        assert pos is not None  # it stands on the map
        return pos

    @cached_property
    def foes(self) -> tuple[str, ...]:
        """Who is known on the map against ``who`` and not out, in the order they joined."""
        return foes_of(self.system, self.known, self.who)

    @cached_property
    def friends(self) -> tuple[str, ...]:
        """Who is on the map on the side of ``who``, or on one allied to it, and not out."""
        now, mine = self.known, self.me.side
        carried = {one for one, _dx, _dy in self._with} | {self.who}
        return tuple(
            one.id
            for one in now.everyone()
            if one.is_on_map
            and one.id not in carried
            and (one.side == mine or now.are_allied(one.side, mine))
            and not self.system.cards.vital(now, one.id).out
        )

    def _going_along(self) -> tuple[tuple[str, int, int], ...]:
        """Return whoever is put down with the mover, and how far from it."""
        now, home = self.known, self.known[self.mover].pos
        found = list[tuple[str, int, int]]()
        for one in now.combatants.values():
            if one.pos is None or home is None:
                continue
            if self.system.board.body(now, one.id).mover == self.mover:
                found.append((one.id, one.pos.x - home.x, one.pos.y - home.y))
        return tuple(found)

    def strikes_from(self, cell: Cell) -> bool:
        """Return whether enough is left to strike this turn, once in a square.

        It is so everywhere where nothing is known of ways: out of one's turn.
        """
        zones = self.reached.zones
        if cell == self.home or not zones:
            return True
        label = next((label for label, part in zones if cell in part), None)
        return label is not None and label not in self.reached.too_far

    def at(self, cell: Cell) -> Encounter:
        """Return the fight with the mover, and all that go along, put down in a square."""
        if cell == self.home:
            return self.known
        state = self.known
        for who, dx, dy in self._with:
            one = state.combatants[who]
            state = state.with_combatant(one.replace(pos=cell.shifted(dx, dy), trail=()))
        return state

    def own_cell(self, cell: Cell) -> Cell:
        """Return where ``who`` itself is once the mover stands in a square."""
        mine = next((dx, dy) for who, dx, dy in self._with if who == self.who)
        return cell.shifted(*mine)

    def body_cells(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the cells of ``who`` once the mover stands in a square."""
        return footprint(self.own_cell(cell), self.me.size)

    @cached_property
    def offsets(self) -> tuple[tuple[int, int], ...]:
        """How far the cells of the body of ``who`` lie from the square of whoever moves."""
        home = self.home
        return tuple((x - home.x, y - home.y) for x, y in self.body_cells(home))

    @cached_property
    def up_m(self) -> float:
        """How high above the ground ``who`` is, in metres."""
        stand = stand_at(self.known, self.who, self.system.board.levels)
        assert stand is not None  # it stands on the map
        return stand.height_m - self.known.map.ground_m(self.own_cell(self.home))

    # --- masks: rows of the map's cells ---------------------------------------------------------

    def nothing(self) -> Mask:
        """Return a mask of no square."""
        return np.zeros((self.known.map.height, self.known.map.width), np.bool_)

    def mask_of(self, cells: Iterable[Cell]) -> Mask:
        """Return the mask of some squares; those off the map are left out."""
        found = self.nothing()
        height, width = found.shape
        xs, ys = np.fromiter(chain.from_iterable(cells), np.intp).reshape(-1, 2).T
        inside = (xs >= 0) & (xs < width) & (ys >= 0) & (ys < height)
        found[ys[inside], xs[inside]] = True
        return found

    def where(self, test: Callable[[Cell], bool], among: Mask) -> Mask:
        """Return the mask of those among some squares of which something is true, each asked."""
        return self.mask_of(cell for cell in cells_of(among) if test(cell))

    @cached_property
    def inside(self) -> Mask:
        """The squares of the window in which the mover lies on the map with all of its body.

        On a map with floors they lie on one of them: between the pages is no place.
        """
        page, size = self.known.map, self.known[self.mover].size
        left, top, width, height = self.window
        right, bottom = min(left + width, page.width), min(top + height, page.height)
        found = self.nothing()
        found[top : bottom - size.h + 1, left : right - size.w + 1] = True
        if not page.floors:
            return found
        on_floors = self.nothing()
        for floor in page.floors:
            end = floor.end.shifted(1 - size.w, 1 - size.h)
            on_floors[floor.at.y : end.y, floor.at.x : end.x] = True
        return found & on_floors

    def _window(self) -> Extent:
        page, home = self.known.map, self.home
        cells = {home}.union(*(part for _label, part in self.reached.zones))
        body = covered_cells(frozenset(cells), self.known[self.mover].size)
        xs, ys = zip(*body, strict=True)
        more = BESIDE if len(cells) > 1 else AROUND
        left, top = max(0, min(xs) - more), max(0, min(ys) - more)
        right, bottom = min(page.width, max(xs) + more + 1), min(page.height, max(ys) + more + 1)
        return Extent(left, top, right - left, bottom - top)


def cells_of(mask: Mask) -> list[Cell]:
    """Return the squares of a mask, in reading order."""
    ys, xs = np.nonzero(mask)
    return list(map(Cell, xs.tolist(), ys.tolist()))


def grounds_m(page: BattleMap) -> NDArray[np.float64]:
    """Return rows of the map's cells: how high one stands there, in metres."""
    steps = page.ground.view(page.width, page.height).view(np.int8)
    heights: NDArray[np.float64] = steps.astype(np.float64) * page.ground_step_m
    for x, y in page.tops_m if page.props else ():
        heights[y, x] += page.tops_m[Cell(x, y)]
    return heights


def shifted(cells: NDArray[N], dx: int, dy: int, off: int) -> NDArray[N]:
    """Return what lies so far from each cell, rows of the map's cells; ``off`` beyond its edge."""
    if not dx and not dy:
        return cells
    rows, columns = cells.shape
    found = np.full_like(cells, off)
    found[max(0, -dy) : rows - max(0, dy), max(0, -dx) : columns - max(0, dx)] = cells[
        max(0, dy) : rows - max(0, -dy), max(0, dx) : columns - max(0, -dx)
    ]
    return found


class SomeSquares:
    """A mask that is worked out for those squares alone that are asked about, and kept."""

    def __init__(self, nothing: Mask) -> None:
        """Know of no square yet."""
        self._known, self._true = nothing, nothing.copy()

    def get(self, among: Mask, find: Callable[[Mask], Mask]) -> Mask:
        """Return which of some squares fit.

        Args:
            among: Those asked about.
            find: Works it out for some of them.
        """
        unknown = among & ~self._known
        if unknown.any():
            self._true |= find(unknown) & unknown
            self._known |= unknown
        return self._true & among
