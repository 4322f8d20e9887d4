"""What a side has in sight of the map, and what it knows of it: points, worked out when asked for.

With fog off all of it is in sight. By hand, what was uncovered is. By sight, the outlines of the
side's people are, and what they remember is known besides. Cells that the game master has pinned
are shown or covered whatever else is true. What is returned stays the same object for as long as
what it depends on does: places, walls, ground, zones, light, memory.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from gridwar.caches import Same, kept_of_fight
from gridwar.engine.perception.looks_at_ground import Look, looks_of, points_of_look
from gridwar.model.memory import CellPin, FogMode
from gridwar.model.point_masks import packed_cells, points_per_cell, unpacked

if TYPE_CHECKING:
    from collections.abc import Collection

    from frozendict import frozendict

    from gridwar.model.battlemap import BattleMap
    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Bracket, Encounter, RulesState, Settings
    from gridwar.model.geometry import Size
    from gridwar.model.house_rule_switches import Switches
    from gridwar.model.painted_layers import Layer
    from gridwar.model.point_masks import Bits, Mask

_OCTET: Final = 8
_FULL: Final = 255


def seen_points(encounter: Encounter, side: str) -> Mask:
    """Return rows of the map's points, read-only: whether a side has them in sight now."""
    return _rows(Same(_seen(encounter, side)), encounter.map.size)


def known_points(encounter: Encounter, side: str) -> Mask:
    """Return rows of the map's points, read-only: whether a side sees or remembers them."""
    return _rows(Same(_known(encounter, side)), encounter.map.size)


def points_seen_by(encounter: Encounter, who: Collection[str]) -> Mask:
    """Return rows of the map's points, read-only: what some combatants see together, unpinned.

    It is asked for by whoever runs the fight, and answered whatever the mode of the fog.
    """
    people = [one for one in encounter.combatants.values() if one.id in who]
    size = encounter.map.size
    return _rows(Same(united(frozenset(looks_of(encounter, people)), size)), size)


def looks_of_side(encounter: Encounter, side: str) -> frozenset[Look]:
    """Return how a side looks at the map at this moment; kept while nothing of it has changed."""
    vision = encounter.vision
    kept = _kept_looks(
        side,
        (Same(encounter.combatants), Same(encounter.map)),
        (Same(encounter.rules), Same(encounter.switches), Same(encounter.settings)),
        (encounter.system, encounter.round, encounter.turn or "", Same(encounter.bracket)),
        (vision.counts_light, vision.eyes_by_size, vision.opaque_zones),
    )
    if not kept:
        kept.append(frozenset(looks_of(encounter, encounter.lookers(side))))
    return kept[0]


@kept_of_fight(8)
def _kept_looks(
    side: str,
    board: tuple[Same[frozendict[str, Combatant]], Same[BattleMap]],
    rules: tuple[Same[RulesState], Same[Switches], Same[Settings]],
    moment: tuple[str, int, str, Same[Bracket | None]],
    vision: tuple[bool, bool, frozenset[str]],
) -> list[frozenset[Look]]:
    """Return the place where the looks of a side are kept."""
    return []


@kept_of_fight(8)
def united(looks: frozenset[Look], size: Size) -> Bits:
    """Return rows of the map's points, eight a byte: those that any look takes in."""
    found = no_points(size)
    for look in looks:
        found |= points_of_look(look)
    found.setflags(write=False)
    return found


def no_points(size: Size) -> Bits:
    """Return rows of a map's points, eight a byte, none of them set."""
    per_cell = points_per_cell(size)
    return np.zeros((size.h * per_cell, -(-size.w * per_cell // _OCTET)), np.uint8)


def covered_by_pins(pinned: Layer, size: Size) -> Bits:
    """Return the points of the cells that stay covered."""
    return _pins(Same(pinned), size, CellPin.COVERED)


def _seen(encounter: Encounter, side: str) -> Bits:
    vision, size = encounter.vision, encounter.map.size
    if vision.mode is FogMode.OFF:
        return _everything(size)
    if vision.mode is FogMode.BY_HAND:
        return _known(encounter, side)
    looks = looks_of_side(encounter, side)
    return _with_pins(Same(united(looks, size)), Same(vision.pinned), size)


def _known(encounter: Encounter, side: str) -> Bits:
    vision, size = encounter.vision, encounter.map.size
    if vision.mode is FogMode.OFF:
        return _everything(size)
    if vision.mode is FogMode.BY_SIGHT_WITHOUT_MEMORY:
        return _seen(encounter, side)
    memory = Same(vision.memory(side).points.packed(size))
    if vision.mode is FogMode.BY_HAND:
        return _with_pins(memory, Same(vision.pinned), size)
    both = _either(memory, Same(_seen(encounter, side)))
    return _with_pins(Same(both), Same(vision.pinned), size)


@kept_of_fight(8)
def _rows(bits: Same[Bits], size: Size) -> Mask:
    return unpacked(bits.it, size)


@kept_of_fight(8)
def _either(one: Same[Bits], other: Same[Bits]) -> Bits:
    return one.it | other.it


@kept_of_fight(8)
def _with_pins(bits: Same[Bits], pinned: Same[Layer], size: Size) -> Bits:
    if not pinned.it.tiles:
        return bits.it
    return (bits.it | _pins(pinned, size, CellPin.SHOWN)) & ~_pins(pinned, size, CellPin.COVERED)


@kept_of_fight(8)
def _pins(pinned: Same[Layer], size: Size, pin: CellPin) -> Bits:
    """Return the points of the cells that are pinned in one way."""
    return packed_cells(pinned.it.view(*size) == pin, points_per_cell(size))


@kept_of_fight(2)
def _everything(size: Size) -> Bits:
    return packed_cells(np.ones((size.h, size.w), np.bool_), points_per_cell(size))
