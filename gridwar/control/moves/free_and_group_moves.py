"""Plans of moves without rules: one token put elsewhere, or a group that keeps its formation.

Says how far a group would be from its foes, and lets it snap to the distance that the rules want.
"""

from __future__ import annotations

from itertools import product
from operator import attrgetter
from typing import TYPE_CHECKING, Final, NamedTuple

from gridwar.control.state.plan_and_draft import MovePlan, MoveWarning
from gridwar.engine.kit.yardstick_and_distances import apart, place, spot_of
from gridwar.grid.cells.wall_crossings import Meeting, cells_touched, meet, walls_that
from gridwar.grid.movement.mover_ground import Ground
from gridwar.model.geometry import Cell, footprint, footprint_centre
from gridwar.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from gridwar.engine.kit.rule_system import System
    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Encounter
    from gridwar.model.walls import Wall

_STOPS_MOVEMENT: Final = attrgetter("stops_movement")


def is_on_map(encounter: Encounter, one: Combatant, anchor: Cell) -> bool:
    """Return whether somebody would stand wholly on the map."""
    return all(map(encounter.map.contains, footprint(anchor, one.size)))


def plan_free(encounter: Encounter, who: str, goal: Cell, *, walks: bool = False) -> MovePlan:
    """Return the plan of one token without rules.

    Args:
        encounter: The fight.
        who: The token that is held.
        goal: Where it is to go.
        walks: Whether it walks its own way, so that nothing is gone through.
    """
    one = encounter[who]
    assert one.pos is not None
    problem = "" if is_on_map(encounter, one, goal) else _("That is off the map.")
    warnings = () if problem or walks else tuple(_remarks(encounter, one, goal))
    return MovePlan(who, (one.pos, goal), (one.pos,), free=True, problem=problem, warnings=warnings)


def plan_group(
    encounter: Encounter, who: str, selected: tuple[str, ...], goal: Cell, *, walks: bool = False
) -> MovePlan:
    """Return the plan of a group: all go as far as the one held, and no farther than the map.

    Args:
        encounter: The fight.
        who: The token that is held.
        selected: Everybody selected; locked ones stay, which the plan says.
        goal: Where the one held is to go.
        walks: Whether each walks its own way, so that nothing is gone through.
    """
    held = encounter[who]
    assert held.pos is not None
    combatants = [encounter[one] for one in selected]
    goals = group_goals(encounter, who, selected, goal)
    end = goals.get(who, held.pos)
    put = () if walks else goals
    remarks = [told for one in put for told in _remarks(encounter, encounter[one], goals[one])]
    stay = sum(one.pos is not None and one.locked for one in combatants)
    if stay:
        text = ngettext("One is locked and stays.", "{n} are locked and stay.", stay)
        remarks.append(MoveWarning(text.format(n=stay)))
    by = goal.x - held.pos.x, goal.y - held.pos.y
    if any(encounter[one].pos != goals[one].shifted(-by[0], -by[1]) for one in goals):
        remarks.append(MoveWarning(_("The group stops at the edge of the map.")))
    others = tuple((one, cell) for one, cell in goals.items() if one != who)
    return MovePlan(
        who,
        (held.pos, end),
        (held.pos,),
        free=True,
        others=others,
        warnings=tuple(dict.fromkeys(remarks)),
    )


def group_goals(
    encounter: Encounter, who: str, selected: tuple[str, ...], goal: Cell
) -> dict[str, Cell]:
    """Return where each of a group would stand that keeps its formation and to the map."""
    held = encounter[who].pos
    assert held is not None
    movers = [one for name in selected if (one := encounter[name]).pos and not one.locked]
    dx = _kept(goal.x - held.x, [_room(encounter, one, "x") for one in movers])
    dy = _kept(goal.y - held.y, [_room(encounter, one, "y") for one in movers])
    return {one.id: one.pos.shifted(dx, dy) for one in movers if one.pos is not None}


def _room(encounter: Encounter, one: Combatant, axis: str) -> tuple[int, int]:
    """Return how far somebody can go along an axis: least (negative) and most."""
    assert one.pos is not None
    at, size, side = (
        (one.pos.x, one.size.w, encounter.map.width)
        if axis == "x"
        else (one.pos.y, one.size.h, encounter.map.height)
    )
    return min(0, -at), max(0, side - size - at)


def _kept(wanted: int, rooms: list[tuple[int, int]]) -> int:
    low = max((room[0] for room in rooms), default=0)
    high = min((room[1] for room in rooms), default=0)
    return min(max(wanted, low), high)


def _remarks(encounter: Encounter, one: Combatant, goal: Cell) -> Iterator[MoveWarning]:
    assert one.pos is not None
    if goal == one.pos:
        return
    closed = Ground(encounter.map, size=one.size).why_closed(goal)
    if closed is not None:
        text = _("{name} cannot stand there: {why}.")
        yield MoveWarning(text.format(name=one.name, why=closed))
    wall = _wall_between(encounter, one, goal)
    if wall is not None:
        yield MoveWarning(_("{name} goes through a wall.").format(name=one.name))


def _wall_between(encounter: Encounter, one: Combatant, goal: Cell) -> Wall | None:
    assert one.pos is not None
    start, end = footprint_centre(one.pos, one.size), footprint_centre(goal, one.size)
    walls = walls_that(encounter.map.walls, _STOPS_MOVEMENT).near(cells_touched(start, end))
    return next(
        (
            wall
            for wall in walls
            if wall.stops_from(start) and meet(start, end, wall) is Meeting.CROSSES
        ),
        None,
    )


# --- distance from foes --------------------------------------------------------------------------


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
