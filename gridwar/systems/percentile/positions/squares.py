"""Squares and bands: how far apart, on which band, within whose reach."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import PlainLines, Sight, level_number, plain_sight
from gridwar.grid.metrics import Metric, footprint_distance_cells
from gridwar.model.geometry import footprint
from gridwar.systems.percentile.core.scores import weapons_in_hand
from gridwar.systems.percentile.core.state import sheet_of, switches_of
from gridwar.systems.percentile.core.tables import BANDS, LEVELS

if TYPE_CHECKING:
    from gridwar.engine.kit import Combatant, Encounter
    from gridwar.systems.percentile.core.tables import Band


def band_of(one: Combatant) -> Band:
    """Return the altitude band of somebody.

    Rules: PC-ALT-01, PC-ALT-02
    """
    return BANDS[level_number(LEVELS, one.altitude)]


def squares_between(encounter: Encounter, a: str, b: str) -> int:
    """Return the distance between two combatants in squares, on the ground.

    By a house rule the height of their bands counts, where it is more.

    Rules: PC-TST-06, PC-ALT-05
    """
    one, other = encounter[a], encounter[b]
    if one.pos is None or other.pos is None:
        return 0
    switches = switches_of(encounter)
    flat = footprint_distance_cells(
        Metric(switches.grid_metric),
        footprint(one.pos, one.size),
        footprint(other.pos, other.size),
    )
    if not switches.slant_range:
        return flat
    up, down = (LEVELS[level_number(LEVELS, each.altitude)] for each in (one, other))
    return max(flat, round(abs(up.height_cells - down.height_cells)))


def is_adjacent(encounter: Encounter, a: str, b: str) -> bool:
    """Tell whether two stand next to each other: distance 1 at most, on the same band.

    Rules: PC-TST-06
    """
    return is_within_reach(encounter, a, b, 1)


def is_within_reach(encounter: Encounter, a: str, b: str, reach: int) -> bool:
    """Tell whether two are on the same band and no further apart than a reach in squares.

    Rules: PC-ATK-01, PC-TST-06
    """
    one, other = encounter[a], encounter[b]
    if one.pos is None or other.pos is None or band_of(one) != band_of(other):
        return False
    return squares_between(encounter, a, b) <= reach


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
    return is_within_reach(encounter, who, foe, reach_of(one))


def sight_of(encounter: Encounter, who: str, target: str) -> Sight | None:
    """Return the lines of sight and effect between two, which attacks need.

    Rules: PC-ATK-02
    """
    return plain_sight(encounter, who, target, PlainLines(rule_id="PC-ATK-02", levels=LEVELS))
