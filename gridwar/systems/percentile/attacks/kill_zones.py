"""Kill zones: arcs, the squares that they cover, who stands in them, and how they end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from gridwar.caches import Same, kept_of_fight
from gridwar.engine.kit import (
    Cell,
    Procedure,
    Spot,
    StateEvent,
    Step,
    Table,
    Yardstick,
    _,
    cells_apart,
    cells_around,
    cells_towards,
    emit,
    place,
    say,
    stand_at,
    system_at,
)
from gridwar.grid.areas.arcs import bearing_deg, is_in_arc, off_axis_deg
from gridwar.grid.lines.sight_to_many_cells import cells_in_line
from gridwar.model.geometry import SUBCELL, Size, centre_of, footprint, footprint_centre
from gridwar.systems.percentile.actions.interrupted_aim_or_overwatch import no_longer_waits
from gridwar.systems.percentile.core.altitude_bands import LEVELS
from gridwar.systems.percentile.core.fight_state import (
    PercentileState,
    Wedge,
    sheet_of,
    state_of,
    switches_of,
    watch_of,
)
from gridwar.systems.percentile.core.weapons_in_hand import weapon_of
from gridwar.systems.percentile.positions.reach_and_sight import is_seen, yardstick

if TYPE_CHECKING:
    from gridwar.engine.kit import Encounter
    from gridwar.grid.lines.sight_and_effect import Stand
    from gridwar.model.battlemap import BattleMap
    from gridwar.model.geometry import Point

_AHEAD_DEG: Final = 90


def is_covered(start: Point, cell: Cell, arc: tuple[float, float], *, any_part: bool) -> bool:
    """Return whether a square lies in an arc, both edges included.

    An arc is its axis and its width, in degrees, seen from the middle of whoever fires. By
    ``any_part`` any part of the square will do, not its middle alone.

    Rules: PC-ACT-11
    """
    there = centre_of(cell)
    bearings = [bearing_deg(start, there)]
    if any_part:
        half = SUBCELL // 2
        corners = ((dx, dy) for dx in (-half, half) for dy in (-half, half))
        bearings += [
            bearing_deg(start, there._replace(x=there.x + dx, y=there.y + dy)) for dx, dy in corners
        ]
    if any(is_in_arc(bearing, *arc) for bearing in bearings):
        return True
    # A square whose corners lie on both sides of a narrow arc has a part of it inside.
    signs = [(bearing - arc[0] + 180) % 360 - 180 for bearing in bearings]
    near = all(off_axis_deg(bearing, arc[0]) < _AHEAD_DEG for bearing in bearings)
    return near and min(signs) < 0 < max(signs)


class _Fire(NamedTuple):
    """Where from and how far somebody fires, and on what map."""

    mine: Spot
    start: Point
    far: int
    page: Size
    by: Yardstick
    any_part: bool


def _fire(encounter: Encounter, who: str, weapon: str) -> _Fire | None:
    """Return it; None for those who are not on the map or have no such weapon."""
    one, own = encounter[who], weapon_of(encounter[who], weapon)
    if one.pos is None or own is None:
        return None
    by = yardstick(encounter)
    return _Fire(
        place(encounter, by, one.pos, one.size),
        footprint_centre(one.pos, one.size),
        own.maximum_distance,
        encounter.map.size,
        by,
        switches_of(encounter).arc_rule == "any_part",
    )


def squares_within(
    encounter: Encounter, who: str, weapon: str, arc: tuple[float, float] | None = None
) -> frozenset[Cell]:
    """Return the squares within a weapon's Maximum Distance and in sight, maybe of an arc.

    Rules: PC-ACT-10, PC-ACT-11, PC-ATK-02
    """
    fire = _fire(encounter, who, weapon)
    if fire is None:
        return frozenset()
    cells = _cells_within(fire, arc)
    stand = stand_at(encounter, who, LEVELS)
    if stand is None or not switches_of(encounter).require_los:
        return cells
    page = encounter.map
    if not page.walls and not page.terrain.tiles:
        return cells
    return _in_line(Same(page), stand, cells)


@kept_of_fight(64)
def _in_line(page: Same[BattleMap], stand: Stand, cells: frozenset[Cell]) -> frozenset[Cell]:
    """Return the squares that a line reaches, on the ground or at somebody who flies there."""
    battle_map = page.it
    up_m = tuple(level.height_cells * battle_map.scale.cell_m for level in LEVELS)
    heights = up_m if any(wall.height_m is not None for wall in battle_map.walls) else up_m[:1]
    return cells_in_line(battle_map, stand, tuple(sorted(cells)), heights)


@kept_of_fight(64)
def _cells_within(fire: _Fire, arc: tuple[float, float] | None) -> frozenset[Cell]:
    """Return these squares, once however often odds and a pointer come by."""
    near = cells_around(fire.by, fire.mine, (1, fire.far), fire.page)
    if arc is None:
        return near
    return frozenset(
        cell for cell in near if is_covered(fire.start, cell, arc, any_part=fire.any_part)
    )


def in_arc(
    encounter: Encounter, who: str, weapon: str, arc: tuple[float, float]
) -> tuple[str, ...]:
    """Return who stands in an arc within Maximum Distance and in sight, friends too.

    Rules: PC-ACT-11, PC-TST-06, PC-ATK-02
    """
    fire = _fire(encounter, who, weapon)
    if fire is None:
        return ()
    found = []
    for other in encounter.everyone():
        if other.id == who or other.pos is None or sheet_of(other).dead:
            continue
        stands = other.pos, other.size
        there = place(encounter, fire.by, *stands)
        inside = cells_apart(fire.by, fire.mine, there) <= fire.far and any(
            is_covered(fire.start, cell, arc, any_part=fire.any_part)
            for cell in cells_towards(encounter.map, fire.mine.cells, footprint(*stands))
        )
        if inside and is_seen(encounter, who, other.id):
            found.append(other.id)
    return tuple(found)


class WedgeLaid(StateEvent):
    """A kill zone lies on the map until its owner's next turn."""

    owner: str
    cells: tuple[Cell, ...]

    def on(self, rules: PercentileState) -> PercentileState:
        """Lay it."""
        laid = Wedge(owner=self.owner, cells=self.cells)
        return rules.replace(wedges=(*rules.wedges, laid))


class ZonesOver(StateEvent):
    """The kill zones of somebody's last turn are over."""

    who: str

    def on(self, rules: PercentileState) -> PercentileState:
        """Take them out."""
        return rules.replace(wedges=tuple(one for one in rules.wedges if one.owner != self.who))


def end_kill_zones(table: Table, who: str, why: str) -> Procedure[None]:
    """Let the kill zones of somebody end: with the start of the next turn, or the last moment.

    Rules: PC-ACT-10, PC-ACT-11
    """
    if any(one.owner == who for one in state_of(table.now).wedges):
        yield from emit(ZonesOver(who=who))
        step = Step(label=_("Ended by"), rule_id="PC-ACT-11", after=why)
        text = _("The kill zone of {who}'s Suppressive Fire is over")
        yield from say(table, text, who=who, steps=(step,))
    if watch_of(table.now, who) is not None:
        yield from no_longer_waits(table, who, why)


def end_kill_zones_of_nobody(table: Table) -> Procedure[None]:
    """Let the kill zones of those who have no turn any more end with the round.

    Rules: PC-ACT-10, PC-ACT-11, PC-SEQ-07
    """
    state = state_of(table.now)
    laid = [one.owner for one in state.wedges]
    watched = [one.owner for one in state.overwatches]
    for who in dict.fromkeys((*laid, *watched)):
        if not system_at(table).has_turn(table.now, who):
            yield from end_kill_zones(table, who, _("the end of the round"))
