"""Squares and bands: how far apart, on which band, within whose reach, and with what between.

Whoever strikes, grips, feints, helps or is engaged asks ``can_strike``, and nothing else.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from gridwar.engine.kit import (
    HeightRule,
    Metric,
    PlainLines,
    Sight,
    Yardstick,
    _,
    apart,
    cells_apart,
    for_words,
    nearest_pairs,
    of_places,
    place,
    plain_sight,
    spot_at,
)
from gridwar.grid.lines.sight_and_effect import LineRule, Purpose, Stand, line_between
from gridwar.model.geometry import footprint
from gridwar.systems.percentile.core.altitude_bands import LEVELS, band_of
from gridwar.systems.percentile.core.fight_state import sheet_of, switches_of
from gridwar.systems.percentile.core.weapons_in_hand import weapons_in_hand

if TYPE_CHECKING:
    from gridwar.engine.kit import Cell, Combatant, Encounter
    from gridwar.grid.cells.obstacle_reasons import Obstacle
    from gridwar.model.battlemap import BattleMap


def yardstick(encounter: Encounter) -> Yardstick:
    """Return squares on the ground as the house rules count them; bands replace heights.

    It knows the bands only where a house rule lets their heights count.

    Rules: PC-TST-06, PC-ALT-05
    """
    switches = switches_of(encounter)
    return _counted(switches.grid_metric, switches.slant_range)


@lru_cache(maxsize=16)
def _counted(diagonal: str, slant: bool) -> Yardstick:
    metric = Metric(diagonal)
    if not slant:
        return Yardstick(metric, HeightRule.IGNORE, ground=False, area=metric)
    return Yardstick(metric, HeightRule.AXIS, ground=False, area=metric, levels=LEVELS)


def squares_between(encounter: Encounter, a: str, b: str) -> int:
    """Return the distance between two combatants in squares, on the ground.

    By a house rule the height of their bands counts, where it is more.

    Rules: PC-TST-06, PC-ALT-05
    """
    one, other = encounter[a], encounter[b]
    if one.pos is None or other.pos is None:
        return 0
    by = yardstick(encounter)
    if not by.levels:
        here = place(encounter, by, one.pos, one.size)
        return cells_apart(by, here, place(encounter, by, other.pos, other.size))
    here = place(encounter, by, one.pos, one.size, one.altitude)
    found = apart(by, here, place(encounter, by, other.pos, other.size, other.altitude))
    return max(found.plane_cells, round(abs(found.up_cells)))


@for_words
def squares_told(encounter: Encounter, a: str, b: str) -> int:
    """Return the distance between two combatants for the words of a refusal."""
    return squares_between(encounter, a, b)


@of_places
def are_within(encounter: Encounter, a: str, b: str, squares: int) -> bool:
    """Return whether two combatants are so many squares apart at most, see ``squares_between``."""
    return squares_between(encounter, a, b) <= squares


def standing_at(encounter: Encounter, who: str, cell: Cell | None, up: int = 0) -> Encounter:
    """Return the fight as it would be with somebody on another square, maybe bands higher."""
    one = encounter[who]
    return encounter.with_combatant(one.replace(pos=cell, altitude=one.altitude + up))


def is_near(encounter: Encounter, a: str, b: str, squares: int) -> bool:
    """Tell whether two stand so many squares apart at most, on the same band; 1 is adjacent.

    Rules: PC-TST-06
    """
    one, other = encounter[a], encounter[b]
    if not (one.is_on_map and other.is_on_map) or band_of(one) != band_of(other):
        return False
    return are_within(encounter, a, b, squares)


def can_strike(encounter: Encounter, who: str, target: str, reach: int) -> bool:
    """Tell whether somebody could strike, grip or help another: band, reach, and a clear line.

    Rules: PC-ATK-01, PC-TST-06
    """
    return is_near(encounter, who, target, reach) and not barrier(encounter, who, target)


def barrier(encounter: Encounter, who: str, target: str) -> str:
    """Return in words what keeps hand and blade from another; empty where nothing does.

    The line lies between the two nearest squares; of several that are equally near one clear line
    is enough. Above the ground no wall stands between anybody.

    Rules: PC-ATK-01
    """
    are_there = encounter[who].is_on_map and encounter[target].is_on_map
    if not switches_of(encounter).require_los or not are_there:
        return ""
    ruling = encounter.ruling(who, target)
    if ruling is not None and ruling.line is not None:
        return "" if ruling.line == "clear" else _("the GM's word")
    return _wall_towards(encounter, who, target)


@of_places
def _wall_towards(encounter: Encounter, who: str, target: str) -> str:
    other = encounter[target]
    assert other.pos is not None  # it is on the map
    return _wall_between(encounter, who, tuple(footprint(other.pos, other.size)))


def barrier_to(encounter: Encounter, who: str, cell: Cell) -> str:
    """Return in words what keeps hand and blade from whoever may stand in a square; maybe nothing.

    Rules: PC-ATK-01
    """
    here = encounter[who].pos is not None and switches_of(encounter).require_los
    return _wall_between(encounter, who, (cell,)) if here else ""


def _wall_between(encounter: Encounter, who: str, there: tuple[Cell, ...]) -> str:
    one = encounter[who]
    if one.pos is None or band_of(one) != "ground":
        return ""
    by, page = yardstick(encounter), encounter.map
    mine = place(encounter, by, one.pos, one.size)
    found = ""
    for pair in nearest_pairs(by, mine, spot_at(page, there)):
        stopped = None if pair[0] == pair[1] else _stopped(page, pair)
        if stopped is None:
            return ""
        found = found or str(stopped)
    return found


def _stopped(page: BattleMap, pair: tuple[Cell, Cell]) -> Obstacle | None:
    here, there = (Stand((cell,), page.ground_m(cell)) for cell in pair)
    for purpose in Purpose:
        result = line_between(page, here, there, LineRule(purpose))
        if not result.clear:
            return result.blocked_by
    return None


def reach_of(one: Combatant) -> int:
    """Return how far somebody strikes with the longest melee weapon in hand, in squares.

    Rules: PC-ATK-01
    """
    return max(weapon.reach_cells for weapon in weapons_in_hand(one) if weapon.is_melee)


def is_engaged(encounter: Encounter, who: str, foe: str) -> bool:
    """Tell whether somebody has a foe within reach who could be struck now.

    Rules: PC-ACT-08
    """
    one, other = encounter[who], encounter[foe]
    if sheet_of(one).dead or sheet_of(other).dead or not encounter.are_foes(one.side, other.side):
        return False
    return can_strike(encounter, who, foe, reach_of(one))


LINES: Final = PlainLines(rule_id="PC-ATK-02", levels=LEVELS)
"""How lines between two are tried."""


def sight_of(encounter: Encounter, who: str, target: str) -> Sight | None:
    """Return the lines of sight and effect between two, which attacks need.

    Rules: PC-ATK-02
    """
    return plain_sight(encounter, who, target, LINES)


def is_seen(encounter: Encounter, who: str, target: str) -> bool:
    """Return whether nothing keeps a shot from another.

    Rules: PC-ATK-02
    """
    return not switches_of(encounter).require_los or _is_in_line(encounter, who, target)


@of_places
def _is_in_line(encounter: Encounter, who: str, target: str) -> bool:
    seen = sight_of(encounter, who, target)
    return seen is None or seen.clear


@for_words
def what_hides(encounter: Encounter, who: str, target: str) -> str:
    """Return in words what keeps a shot from another; empty where nothing does."""
    seen = None if is_seen(encounter, who, target) else sight_of(encounter, who, target)
    return "" if seen is None else seen.words
