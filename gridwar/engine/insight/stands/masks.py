"""The mask of each chip: which of some squares it leaves.

A mask asks what a rule or the map would be asked of each square: lines and cover of the system's
sight, distances of the system's yardstick, threats as the map draws them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from gridwar.engine.insight.stands.chips import (
    AFTER_MOVES,
    ALL,
    INSIDE,
    SEEN_BY_MOST,
    ChipKind,
    areas_of,
)
from gridwar.engine.insight.stands.fight_for_stands import shifted
from gridwar.engine.perception.light_of_fight import light_of
from gridwar.model.cover_kinds import CoverDegree
from gridwar.model.zones import Light

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from numpy.typing import NDArray

    from gridwar.engine.insight.stands.chips import Chip
    from gridwar.engine.insight.stands.known_of_squares import Distances, StandKnowledge

    Mask = NDArray[np.bool_]
    Find = Callable[[StandKnowledge, Chip, Mask], Mask]

QUICK: Final = frozenset(
    {ChipKind.REACH, ChipKind.THREAT, ChipKind.LIGHT, ChipKind.ZONE, ChipKind.AREA, ChipKind.FLOOR}
)
"""Those that cost next to nothing however many squares are asked about; they come first."""
SLOWEST: Final = ChipKind.COVER


def squares_left(fight: StandKnowledge, chip: Chip, among: Mask) -> Mask:
    """Return which of some squares a chip leaves; it is known to the fight.

    Args:
        fight: Of which it is asked.
        chip: What is asked.
        among: Squares of the map.
    """
    return _FIND[ChipKind(chip.kind)](fight, chip, among) & among


def costs(chip: Chip) -> int:
    """Return by what chips are put in order, so that the dear ones are asked of few squares."""
    return (
        0
        if chip.kind in QUICK
        else 3
        if chip.kind == SLOWEST
        else 1 + (chip.kind in (ChipKind.SEES, ChipKind.UNSEEN))
    )


def _of_whom(fight: StandKnowledge, chip: Chip, friends: bool = False) -> tuple[str, ...]:
    if chip.whom != ALL:
        return (chip.whom,)
    return fight.friends if friends else fight.foes


def _any(fight: StandKnowledge, masks: Iterable[Mask]) -> Mask:
    found = fight.nothing()
    for mask in masks:
        found |= mask
    return found


def _reach(fight: StandKnowledge, chip: Chip, among: Mask) -> Mask:
    cells = {fight.home}
    for label, part in fight.reached.zones:
        cells |= part
        if label == chip.value:
            break
    del among
    return fight.mask_of(cells)


def _sees(fight: StandKnowledge, chip: Chip, among: Mask) -> Mask:
    found = fight.nothing()
    for other in _of_whom(fight, chip):
        found |= fight.lines.sees(other, among & ~found)
    return found


def _unseen(fight: StandKnowledge, chip: Chip, among: Mask) -> Mask:
    most = int(chip.value) if chip.whom == ALL else int(SEEN_BY_MOST[0])
    count = np.zeros(among.shape, np.int64)
    left = among
    for other in _of_whom(fight, chip):
        count += fight.lines.seen_by(other, left)
        left = left & (count <= most)
    return left


def _cover(fight: StandKnowledge, chip: Chip, among: Mask) -> Mask:
    left = among
    for other in _of_whom(fight, chip):
        left = fight.covers.at_least(CoverDegree(chip.value), other, left)
    return left


def _range(fight: StandKnowledge, chip: Chip, among: Mask) -> Mask:
    ring = next(one for one in fight.rings if one.label == chip.value)

    def is_inside(far: Distances) -> Mask:
        return (far.straight if ring.is_unrounded else far.counted) <= ring.radius

    return _any(fight, (is_inside(fight.far(one, among)) for one in _of_whom(fight, chip)))


def _threat(fight: StandKnowledge, chip: Chip, among: Mask) -> Mask:
    threats = fight.threats_after_moves if chip.value == AFTER_MOVES else fight.threats
    struck = _any(fight, (threats[one] for one in _of_whom(fight, chip) if one in threats))
    return among & ~_under_body(fight, struck)


def _beside(fight: StandKnowledge, chip: Chip, among: Mask) -> Mask:
    friends = _of_whom(fight, chip, friends=True)
    return _any(fight, (fight.far(one, among).counted == 1 for one in friends))


def _apart(fight: StandKnowledge, chip: Chip, among: Mask) -> Mask:
    least = int(chip.value)
    return among & ~_any(
        fight, (fight.far(one, among).counted < least for one in _of_whom(fight, chip))
    )


def _light(fight: StandKnowledge, chip: Chip, among: Mask) -> Mask:
    levels, wanted = light_of(fight.known).levels, Light(int(chip.value))
    brightest = np.full(among.shape, int(Light.DARK), np.int64)
    for dx, dy in fight.offsets:
        brightest = np.minimum(brightest, shifted(levels, dx, dy, int(Light.DARK)))
    return brightest == wanted if wanted is Light.BRIGHT else brightest >= int(wanted)


def _zone(fight: StandKnowledge, chip: Chip, among: Mask) -> Mask:
    del among
    some = (one for one in fight.known.map.zones if one.kind == chip.value)
    covered = fight.nothing()
    for one in some:
        covered |= ~covered if one.everywhere else fight.mask_of(one.cells)
    return _inside(fight, chip, covered)


def _area(fight: StandKnowledge, chip: Chip, among: Mask) -> Mask:
    del among
    some = (one.cells for one in areas_of(fight) if one.label == chip.value)
    return _inside(fight, chip, _any(fight, map(fight.mask_of, some)))


def _inside(fight: StandKnowledge, chip: Chip, covered: Mask) -> Mask:
    under = _under_body(fight, covered)
    return under if chip.whom == INSIDE else ~under


def _height(fight: StandKnowledge, chip: Chip, among: Mask) -> Mask:
    page = fight.known.map
    others = _of_whom(fight, chip) if chip.whom else (fight.who,)
    grounds = [page.ground_m(pos) for one in others if (pos := fight.known[one].pos) is not None]
    highest = max(grounds, default=0.0)
    return fight.where(lambda cell: page.ground_m(fight.own_cell(cell)) > highest, among)


def _floor(fight: StandKnowledge, chip: Chip, among: Mask) -> Mask:
    del among
    floor = next(one for one in fight.known.map.floors if one.id == chip.value)
    found = fight.nothing()
    found[floor.at.y : floor.end.y, floor.at.x : floor.end.x] = True
    return found


_FIND: Final[Mapping[ChipKind, Find]] = {
    ChipKind.REACH: _reach,
    ChipKind.SEES: _sees,
    ChipKind.UNSEEN: _unseen,
    ChipKind.COVER: _cover,
    ChipKind.RANGE: _range,
    ChipKind.THREAT: _threat,
    ChipKind.BESIDE: _beside,
    ChipKind.APART: _apart,
    ChipKind.LIGHT: _light,
    ChipKind.ZONE: _zone,
    ChipKind.AREA: _area,
    ChipKind.HEIGHT: _height,
    ChipKind.FLOOR: _floor,
}


def _under_body(fight: StandKnowledge, cells: Mask) -> Mask:
    """Return the squares in which a body would lie on any of some cells."""
    return _any(fight, (shifted(cells, dx, dy, 0) for dx, dy in fight.offsets))
