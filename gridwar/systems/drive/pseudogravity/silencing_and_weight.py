"""Silencing that divides points of pseudogravity, and the weight that is left to be moved."""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from gridwar.engine.kit import Procedure, Step, say
from gridwar.model.geometry import footprint
from gridwar.systems.drive.core.house_rules_and_settings import switches_of
from gridwar.systems.drive.core.sheet import gravity_of, sheet_of
from gridwar.systems.drive.core.tables import constants
from gridwar.systems.drive.harm.blow_and_elements import in_words
from gridwar.systems.drive.positions import cells_within, spot_of_one
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from gridwar.engine.kit import Cell, Encounter, Table


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


# --- the weight, and whether the points are enough ------------------------------------------------


class Lift(Struct, frozen=True):
    """What some points come to against a weight.

    Attributes:
        silencing: What divides the points.
        effective: What they are worth.
        weight: Pounds that count, flying resistance included.
        required: Points that the weight takes.
        works: Whether they are enough.
    """

    silencing: Fraction
    effective: Fraction
    weight: Fraction
    required: Fraction
    works: bool


def effective_weight(encounter: Encounter, user: str, target: str) -> Fraction:
    """Return the pounds that count: more for a flyer who resists and has paid for its flight.

    Rules: DR-PSG-05, DR-PSG-06, DR-PSG-07
    """
    sheet, each = sheet_of(encounter[target]), constants().gravity.percent_a_flying_spd
    weight = Fraction(sheet.weight)
    for other in encounter.everyone():
        held = any(
            link.kind == "held_by" and link.other_id == target for link in sheet_of(other).links
        )
        weight += sheet_of(other).weight if held else 0
    resists = sheet.resists and sheet.flying_paid_this_round and user != target
    return weight * (100 + each * sheet.flying_spd) / 100 if resists else weight


def lift_of(table: Table, args: tuple[str, str, str, int]) -> Procedure[Lift]:
    """Divide the points by the silencing and compare them with the weight (P2 to P5).

    How the result came about is the GM's to know, unless the user's side finds silencing.

    Rules: DR-PSG-05, DR-PSG-15, DR-SIL-02, DR-SIL-03, DR-SIL-04, DR-SIL-05, DR-SIL-07, DR-SIL-08
    """
    user, target, source_id, points = args
    source = gravity_of(table.now[user], source_id)
    assert source is not None  # its points were just spent
    switches = switches_of(table.now)
    silencing = silencing_on(table.now, user, target)
    effective = points / silencing
    if switches.silencing_rounding == "floor":
        effective = Fraction(floor(effective))
    weight = effective_weight(table.now, user, target)
    required_points = weight * source.fraction
    if switches.pg_compare == "floor":
        required_points = Fraction(floor(required_points))
    lift = Lift(silencing, effective, weight, required_points, effective >= required_points)
    side = table.now[user].side
    secret = side if finds_silencing(table.now, side) else GM_ALONE
    values = (
        (_("Silencing"), "DR-SIL-02", silencing),
        (_("Points that count"), "DR-SIL-07", effective),
        (_("Weight in pounds"), "DR-PSG-06", weight),
        (_("Points it takes"), "DR-PSG-05", required_points),
    )
    steps = tuple(
        Step(label=label, rule_id=rule, after=in_words(value), for_side=secret)
        for label, rule, value in values
    )
    result = _("works") if lift.works else _("too weak")
    tone = "good" if lift.works else "harm"
    text = _("Pseudogravity on {whom}")
    yield from say(table, text, whom=target, steps=steps, result=result, tone=tone)
    return lift


def seen_by(encounter: Encounter, side: str) -> Encounter:
    """Return a fight as one side knows it: without silencing, nor whether others will resist.

    A side that has a source that finds silencing knows of it.

    Rules: DR-PSG-15, DR-SIL-01, DR-SIL-08
    """
    if finds_silencing(encounter, side):
        return encounter
    found = encounter
    zones = tuple(one for one in encounter.map.zones if one.kind != SILENCING)
    if len(zones) != len(encounter.map.zones):
        found = found.replace(map=found.map.with_zones(zones))
    for one in encounter.combatants.values():
        sheet = sheet_of(one)
        if one.side == side or not (sheet.silencing or sheet.resists):
            continue
        hidden = sheet.replace(silencing=0, resists=False)
        found = found.with_combatant(one.replace(sheet=hidden))
    return found
