"""Where the sides stand: deployment areas, lines between them, and how far apart they are now."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Final

import numpy as np
from msgspec import Struct

from gridwar.caches import kept_of_fight
from gridwar.engine.kit import (
    Command,
    Metric,
    Procedure,
    Role,
    Step,
    Table,
    Yardstick,
    cells_apart,
    distances_from,
    emit,
    must_exist,
    offer,
    only_if,
    plays,
    require,
    say,
    spot_at,
)
from gridwar.grid.areas.viewshed import line_field
from gridwar.grid.cells.wall_crossings import walls_that
from gridwar.grid.lines.sight_and_effect import SIGHT, Purpose, Stand, stopper
from gridwar.model.events_combatants import CombatantMoved, ValueSet
from gridwar.model.geometry import Cell, Size, footprint
from gridwar.systems.fluid.core.action_headings import STEPS
from gridwar.systems.fluid.core.fight_state import Distance, side_words, stands, state_of
from gridwar.systems.fluid.core.house_rules_and_settings import switches_of
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Combatant, Encounter
    from gridwar.model.battlemap import BattleMap

METRES_A_FOOT: Final = 0.3048
DEPLOYMENT: Final = "deployment"
"""The kind of an area in which a side deploys."""


def yardstick(encounter: Encounter) -> Yardstick:
    """Return squares as the house rule counts them.

    Rules: FL-ENC-05
    """
    return _counted(switches_of(encounter).grid_metric)


@lru_cache(maxsize=8)
def _counted(diagonal: str) -> Yardstick:
    return Yardstick(Metric(diagonal), area=Metric(diagonal))


def sides_present(encounter: Encounter) -> tuple[str, ...]:
    """Return the sides that somebody stands on, in the order in which they came."""
    present = dict.fromkeys(one.side for one in encounter.everyone() if stands(encounter, one.id))
    listed = [side for side in encounter.sides if side in present]
    return tuple(dict.fromkeys((*listed, *present)))


def members(encounter: Encounter, side: str) -> tuple[Combatant, ...]:
    """Return those of a side who stand."""
    return tuple(
        one for one in encounter.everyone() if one.side == side and stands(encounter, one.id)
    )


def hostile_pairs(encounter: Encounter) -> tuple[tuple[str, str], ...]:
    """Return the pairs of sides that fight each other, in the order in which they met.

    Rules: FL-ENC-05
    """
    return tuple(
        pair for pair in combinations(sides_present(encounter), 2) if encounter.are_foes(*pair)
    )


def area_of(encounter: Encounter, side: str) -> frozenset[Cell]:
    """Return where a side deploys: its painted areas, else where its people stand.

    Rules: FL-ENC-03
    """
    painted = frozenset(
        cell
        for zone in encounter.map.zones
        if zone.kind == DEPLOYMENT and zone.side == side
        for cell in zone.cells
        if encounter.map.contains(cell)
    )
    if painted:
        return painted
    standing = (footprint(one.pos, one.size) for one in members(encounter, side) if one.pos)
    return frozenset(cell for cells in standing for cell in cells if encounter.map.contains(cell))


class ClearLine(Struct, frozen=True):
    """The longest clear line between two areas: its ends, and how many squares it is long."""

    start: Cell
    end: Cell
    squares: int


def longest_clear_line(encounter: Encounter, a: str, b: str) -> ClearLine | None:
    """Return the longest line of sight between the areas of two sides; None where there is none.

    Where a wall lets sight through one way, it begins with those who see.

    Rules: FL-ENC-03
    """
    first, second = area_of(encounter, a), area_of(encounter, b)
    return _longest(encounter.map, yardstick(encounter), first, second)


@kept_of_fight(16)
def _longest(
    page: BattleMap, by: Yardstick, first: frozenset[Cell], second: frozenset[Cell]
) -> ClearLine | None:
    if not first or not second:
        return None
    fewer, more = sorted((first, second), key=len)
    best = _farthest_seen(page, by, fewer, more, None)
    if walls_that(page.walls, stopper(Purpose.SIGHT)).has_one_way:
        best = _farthest_seen(page, by, more, fewer, best)
    return best


def _farthest_seen(
    page: BattleMap,
    by: Yardstick,
    looking: frozenset[Cell],
    seen: frozenset[Cell],
    best: ClearLine | None,
) -> ClearLine | None:
    """Return the longest line from one area into another, if it is longer than the best so far."""
    ends = [(cell, spot_at(page, (cell,))) for cell in sorted(seen)]
    for start in sorted(looking):
        here = spot_at(page, (start,))
        field = line_field(page, Stand((start,), page.ground_m(start)), max(page.size), SIGHT)
        for end, there in ends:
            squares = cells_apart(by, here, there)
            if (best is None or squares > best.squares) and end in field:
                best = ClearLine(start, end, squares)
    return best


def required(encounter: Encounter, a: str, b: str) -> Distance | None:
    """Return how far apart two sides have to begin; None before that was settled.

    Rules: FL-ENC-05
    """
    found = {one.between: one for one in state_of(encounter).distances}
    return found.get(f"{a}:{b}") or found.get(f"{b}:{a}") or found.get("")


class Separation(Struct, frozen=True):
    """How far apart two sides are: the nearest two, and the squares between them."""

    a: str
    b: str
    nearest: tuple[str, str]
    squares: int
    wanted: int

    @property
    def deviation(self) -> int:
        """Squares too many, or (negative) too few."""
        return self.squares - self.wanted


def apart_squares(encounter: Encounter, one: Combatant, other: Combatant) -> int | None:
    """Return how far apart two people are; None where one is neither on the map nor beyond it."""
    if one.pos is not None and other.pos is not None:
        page = encounter.map
        here = spot_at(page, footprint(one.pos, one.size))
        there = spot_at(page, footprint(other.pos, other.size))
        return cells_apart(yardstick(encounter), here, there)
    beyond = max(one.distance_m or 0.0, other.distance_m or 0.0)
    is_away = one.pos is not None or other.pos is not None
    return round(beyond / encounter.map.scale.cell_m) if is_away and beyond else None


def separation(encounter: Encounter, a: str, b: str) -> Separation | None:
    """Return how far apart two sides are, nearest to nearest, and how far they should be."""
    wanted = required(encounter, a, b)
    if wanted is None:
        return None
    found = [
        (squares, one.id, other.id)
        for one in members(encounter, a)
        for other in members(encounter, b)
        if (squares := apart_squares(encounter, one, other)) is not None
    ]
    if not found:
        return None
    squares, one, other = min(found)
    return Separation(a, b, (one, other), squares, wanted.squares)


def separations(encounter: Encounter) -> Iterator[Separation]:
    """Yield how far apart each pair of enemies is and should be.

    Rules: FL-ENC-05
    """
    for a, b in hostile_pairs(encounter):
        found = separation(encounter, a, b)
        if found is not None:
            yield found


def room_squares(encounter: Encounter) -> int:
    """Return the longest distance that the map has room for."""
    page = encounter.map
    last = Cell(page.width - 1, page.height - 1)
    return cells_apart(yardstick(encounter), spot_at(page, (Cell(0, 0),)), spot_at(page, (last,)))


def shift_to(encounter: Encounter, side: str) -> tuple[tuple[str, Cell], ...] | None:
    """Return where a side stands if it is shifted as a whole to where the rules want it.

    The nearest such place; None where the map has none, or nobody of it is there.

    Rules: FL-ENC-05
    """
    movers = [(one.id, one.pos, one.size) for one in members(encounter, side) if one.pos]
    foes = [
        (one.pos, one.size, wanted.squares)
        for a, b in hostile_pairs(encounter)
        if side in (a, b) and (wanted := required(encounter, a, b)) is not None
        for one in members(encounter, b if a == side else a)
        if one.pos
    ]
    if not movers or not foes:
        return None
    for dx, dy in _shifts(encounter, movers, foes):
        placed = [(who, pos.shifted(dx, dy), size) for who, pos, size in movers]
        if not any(
            encounter.map.terrain_at(cell).impassable
            for _who, pos, size in placed
            for cell in footprint(pos, size)
        ):
            return tuple((who, pos) for who, pos, _size in placed)
    return None


def _shifts(
    encounter: Encounter,
    movers: list[tuple[str, Cell, Size]],
    foes: list[tuple[Cell, Size, int]],
) -> list[tuple[int, int]]:
    """Return the shifts after which nobody is too near, and somebody just as far as wanted.

    The smallest first. All on the map are tried at once: a field of distances for each two people.
    """
    page, by = encounter.map.size, yardstick(encounter)
    left, top = min(pos.x for _w, pos, _s in movers), min(pos.y for _w, pos, _s in movers)
    wide = max(pos.x + size.w for _w, pos, size in movers) - left
    high = max(pos.y + size.h for _w, pos, size in movers) - top
    places = (max(0, page.h - high + 1), max(0, page.w - wide + 1))
    spare = np.full(places, np.iinfo(np.int64).max)
    for _who, pos, size in movers:
        rows = slice(pos.y - top, pos.y - top + places[0])
        columns = slice(pos.x - left, pos.x - left + places[1])
        for foe, foe_size, wanted in foes:
            # As far from its top left cell as its nearest cell is from the foe itself.
            grown = Size(foe_size.w + size.w - 1, foe_size.h + size.h - 1)
            token = foe.shifted(1 - size.w, 1 - size.h), grown
            field = distances_from(by, token, encounter.map)
            np.minimum(spare, field[rows, columns] - wanted, out=spare)
    found = [(x - left, y - top) for y, x in np.argwhere(spare == 0).tolist()]
    return sorted(found, key=lambda shift: (max(map(abs, shift)), *map(abs, shift), shift))


def in_feet(feet: int) -> str:
    """Return a distance in feet, in words."""
    return _("{n} ft").format(n=feet)


@offer(
    _("Set this side at the distance"),
    icon="move-diagonal",
    group=STEPS,
    role=Role.OTHER,
    about="target",
    each=only_if(lambda encounter, _who: not encounter.round),
)
class PlaceSide(Command):
    """Shift somebody's side, as it stands, to the nearest place at the distance that was rolled."""

    target: str


@plays(PlaceSide)
def place_side(table: Table, command: PlaceSide) -> Procedure[None]:
    """Shift a side to where the rules want it, or beyond the edge of a map too small.

    Rules: FL-ENC-05
    """
    yield from must_exist(table, command.target)
    side, wanted = table.now[command.target].side, state_of(table.now).distances
    yield from require(bool(wanted), "no_distance", _("Roll the distance first."), "FL-ENC-05")
    who = [one.id for one in members(table.now, side)]
    placed = shift_to(table.now, side)
    if placed is not None:
        yield from emit(*(CombatantMoved(who=one, to=to, walked=False) for one, to in placed))
        apart = Step(label=_("Apart"), rule_id="FL-ENC-05", after=in_feet(wanted[0].distance_ft))
        text = _("Set at the distance: {side}")
        yield from say(table, text, side=side_words(table.now, side), steps=(apart,))
        return
    text = _("As it stands the side fits nowhere at that distance: place it by hand.")
    too_small = room_squares(table.now) < max(one.squares for one in wanted)
    yield from require(too_small, "no_place", text, "FL-ENC-05")
    metres = wanted[0].distance_ft * METRES_A_FOOT
    for one in who:
        yield from emit(
            CombatantMoved(who=one, to=None, walked=False),
            ValueSet(who=one, field="distance_m", value=f"{metres:.2f}"),
        )
    result = in_feet(wanted[0].distance_ft)
    text = _("Beyond the edge of the map: {side}")
    step = Step(label=_("No room on the map"), rule_id="FL-ENC-05", after=result)
    name = side_words(table.now, side)
    yield from say(table, text, side=name, result=result, tone="plain", steps=(step,))
