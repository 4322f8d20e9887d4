"""Distances between combatants, threat ranges, and who may answer what with which weapon."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gridwar.grid.areas import square
from gridwar.grid.effect import LineMode, LineRule, Purpose, Stand, line_between
from gridwar.grid.metrics import HeightRule, Metric, distance_cells, footprint_distance_cells
from gridwar.model.geometry import Cell, cell_at, footprint, footprint_centre
from gridwar.systems.arrgs.economy import Price, why_unpayable
from gridwar.systems.arrgs.sheet import Weapon, cannot_act, sheet_of, switches_of
from gridwar.systems.arrgs.tables import manoeuvre

if TYPE_CHECKING:
    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Encounter

HEIGHT_RULES = {
    "max": HeightRule.AXIS, "add": HeightRule.ADD, "ignore": HeightRule.IGNORE,
}  # fmt: skip
ATTACK, REPEATED = "attack", "repeated_attack"


@dataclass(frozen=True, slots=True)
class Spot:
    """A combatant at a cell, perhaps not the one it stands in."""

    who: str
    cell: Cell | None


def spot_of(one: Combatant) -> Spot:
    """Return where a combatant stands."""
    return Spot(one.id, one.pos)


def distance(encounter: Encounter, a: Spot, b: Spot) -> int | None:
    """Return the distance between two combatants, in cells; None where one is off the board.

    Rules: AR-MOV-05, AR-THR-05
    """
    if a.cell is None or b.cell is None:
        return None
    one, other, switches = encounter[a.who], encounter[b.who], switches_of(encounter)
    metric = Metric(switches.distance_metric)
    height = HEIGHT_RULES[switches.altitude_in_distance]
    dz = (one.altitude - other.altitude) / encounter.map.scale.cell_size
    if switches.token_distance == "centres":
        middle = cell_at(footprint_centre(a.cell, one.size))
        its_middle = cell_at(footprint_centre(b.cell, other.size))
        return distance_cells(metric, middle, its_middle, dz, height)
    cells, others = footprint(a.cell, one.size), footprint(b.cell, other.size)
    return footprint_distance_cells(metric, cells, others, dz, height)


def between(encounter: Encounter, who: str, other: str) -> int | None:
    """Return the distance between two combatants where they stand, in cells."""
    return distance(encounter, spot_of(encounter[who]), spot_of(encounter[other]))


def in_ring(encounter: Encounter, who: str, spot: Spot) -> bool:
    """Tell whether somebody, at a cell, is in a combatant's threat range.

    Rules: AR-THR-01, AR-THR-02, AR-THR-05
    """
    away = distance(encounter, spot_of(encounter[who]), spot)
    nearest, farthest = sheet_of(encounter[who]).ring
    return away is not None and nearest <= away <= farthest


def threatened_cells(encounter: Encounter, who: str) -> frozenset[Cell]:
    """Return the cells in a combatant's threat range at its own height, on the map or off it.

    Rules: AR-THR-02, AR-THR-03
    """
    one = encounter[who]
    if one.pos is None:
        return frozenset()
    switches = switches_of(encounter)
    metric = Metric(switches.distance_metric)
    nearest, farthest = sheet_of(one).ring
    cells = footprint(one.pos, one.size)
    around = square(cells, farthest).cells
    return frozenset(
        cell
        for cell in around
        if nearest <= footprint_distance_cells(metric, cells, (cell,)) <= farthest
    )


def opponents(encounter: Encounter, who: str) -> tuple[str, ...]:
    """Return those of other sides on the board.

    Rules: AR-OPP-01
    """
    side = encounter[who].side
    return tuple(one.id for one in encounter.everyone() if one.side != side and one.pos is not None)


def has_line(encounter: Encounter, who: str, other: str, purpose: Purpose) -> bool:
    """Tell whether there is a line of sight or of effect between two combatants.

    Rules: AR-ATK-02
    """
    method = switches_of(encounter).sight_method
    mode = LineMode.SQUARES if method == "centre_to_centre" else LineMode.CORNERS
    stands = [_stand(encounter, encounter[one]) for one in (who, other)]
    return line_between(encounter.map, stands[0], stands[1], LineRule(purpose, mode)).clear


def _stand(encounter: Encounter, one: Combatant) -> Stand:
    scale = encounter.map.scale
    cells = footprint(one.pos, one.size) if one.pos is not None else ()
    return Stand(cells, one.altitude / scale.cell_size * scale.cell_m)


def can_see(encounter: Encounter, who: str, other: str) -> bool:
    """Tell whether nothing stands between two combatants, for sight and for effect.

    Rules: AR-ATK-02
    """
    return all(has_line(encounter, who, other, purpose) for purpose in Purpose)


def answering_weapons(encounter: Encounter, who: str) -> tuple[Weapon, ...]:
    """Return the weapons with which a combatant may answer an opportunity: armed, for melee.

    Rules: AR-OPP-04
    """
    sheet = sheet_of(encounter[who])
    if not sheet.armed or not manoeuvre(ATTACK).answers:
        return ()
    return tuple(one for one in sheet.weapons if one.category == "melee" and not one.unarmed)


def permitted_answers(encounter: Encounter, who: str, provoker: str) -> tuple[str, ...]:
    """Return the manoeuvres with which a combatant could answer a provoker now.

    Rules: AR-OPP-02, AR-OPP-04, AR-THR-01
    """
    one = encounter[who]
    if cannot_act(one) or not sheet_of(one).armed:
        return ()
    if not in_ring(encounter, who, spot_of(encounter[provoker])):
        return ()
    return tuple(key for key in (ATTACK, REPEATED) if can_answer_with(encounter, who, key))


def can_answer_with(encounter: Encounter, who: str, key: str) -> bool:
    """Tell whether a manoeuvre may answer an opportunity and can be paid.

    Rules: AR-OPP-02, AR-OPP-05
    """
    row = manoeuvre(key)
    price = Price("aap", row.points, row.vitality, immediate=True)
    return row.answers and why_unpayable(encounter, who, price) is None
