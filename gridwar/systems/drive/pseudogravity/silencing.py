"""Ætherial silencing: what divides the points of pseudogravity where its effect begins."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

from gridwar.model.geometry import footprint
from gridwar.systems.drive.core.sheet import sheet_of
from gridwar.systems.drive.core.tables import constants
from gridwar.systems.drive.positions import cells_within, spot_of_one
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from gridwar.engine.kit import Cell, Encounter

SILENCING: Final = "silencing"
"""The kind of zones on the map that silence; their strength is the number."""
GM_ALONE: Final = _("the game master")
"""A side that nobody is of: what is known to it, the GM alone sees."""


def silencings_at(encounter: Encounter, cells: Iterable[Cell]) -> tuple[int, ...]:
    """Return the numbers of all areas of silencing that cover one of some squares.

    Rules: DR-SIL-01, DR-SIL-07
    """
    here = frozenset(cells)
    painted = (
        zone.strength
        for zone in encounter.map.zones
        if zone.kind == SILENCING and (zone.everywhere or not here.isdisjoint(zone.cells))
    )
    borne = (number for _who, number, area in silencers(encounter) if not here.isdisjoint(area))
    return tuple(one for one in (*painted, *borne) if one >= 1)


def silencers(encounter: Encounter) -> Iterator[tuple[str, int, frozenset[Cell]]]:
    """Yield all who bear silencing: who, how much, and the squares that it covers now.

    Rules: DR-SIL-01
    """
    for one in encounter.everyone():
        sheet, spot = sheet_of(one), spot_of_one(encounter, one.id)
        if sheet.silencing and spot is not None and not sheet.is_out:
            cells = cells_within(encounter, spot, sheet.silencing_squares)
            yield one.id, sheet.silencing, cells


def finds_silencing(encounter: Encounter, side: str) -> bool:
    """Return whether somebody of a side has a source that finds silencing.

    Rules: DR-PSG-15, DR-SIL-08
    """
    return any(
        source.detects_silencing
        for one in encounter.combatants.values()
        if one.side == side
        for source in sheet_of(one).gravity
    )


def combined(numbers: Iterable[int]) -> Fraction:
    """Return what several silencings come to: the greatest and a quarter of the rest; 1 for none.

    Rules: DR-SIL-07
    """
    found = sorted(numbers)
    if not found:
        return Fraction(1)
    *rest, greatest = found
    return greatest + sum(rest) * constants().gravity.rest_share


def silencing_on(encounter: Encounter, user: str, target: str) -> Fraction:
    """Return what divides the points that somebody spends on a target: where that stands.

    Where the user stands does not matter, and airships held by gravnets are not touched.

    Rules: DR-SIL-02, DR-SIL-04, DR-SIL-05, DR-SIL-06
    """
    if sheet_of(encounter[user]).form == "gravnet_airship":
        return Fraction(1)
    one = encounter[target]
    if one.pos is None:
        return Fraction(1)
    return combined(silencings_at(encounter, footprint(one.pos, one.size)))
