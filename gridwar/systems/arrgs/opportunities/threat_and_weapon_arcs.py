"""Threat: who could strike at whom, and where weapons point."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import (
    Combatant,
    Encounter,
    Procedure,
    Table,
    allows,
    cells_towards,
    require,
)
from gridwar.grid.areas.arcs import arcs_of
from gridwar.model.geometry import Cell, footprint
from gridwar.systems.arrgs.actions.paying_for_actions import may_pay
from gridwar.systems.arrgs.actions.prices import immediate_price
from gridwar.systems.arrgs.core.initiative import initiative_order
from gridwar.systems.arrgs.core.riders import riders_of
from gridwar.systems.arrgs.core.sheet import sheet_of, switches_of
from gridwar.systems.arrgs.core.tables import manoeuvre, size_apart
from gridwar.systems.arrgs.equipment import may_wield, visible_items
from gridwar.systems.arrgs.positions.distances import (
    Placed,
    as_placed,
    body_at,
    in_ring,
    opponents,
    reaches,
    threatened_cells,
)
from gridwar.systems.arrgs.positions.lines_of_sight import can_see, seen_cells, sees
from gridwar.systems.arrgs.positions.turning_and_facing import UNTRACKED
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.systems.arrgs.core.weapon_and_item_records import Weapon

ATTACK, REPEATED = "attack", "repeated_attack"
REPLACING = frozenset({"trip", "disarm", "reposition", "sunder"})
"""Manoeuvres that replace an attack's damage: they answer opportunities by house rule only."""
TOO_LARGE = 2
"""Steps of size by which somebody is too large to be pushed."""


def open_threat(encounter: Encounter, who: str) -> frozenset[Cell]:
    """Return the threatened cells on the map to which there is a line: an attack needs one.

    Who faces some way threatens nothing that no weapon to answer with points at.

    Rules: AR-THR-02, AR-ATK-02, AR-TRN-04, AR-OPP-03
    """
    one = encounter[who]
    cells = threatened_cells(encounter, who) & seen_cells(encounter, who, sheet_of(one).ring[1])
    weapons = answering_weapons(encounter, who)
    if has_facing(one) and weapons:
        return frozenset(
            cell
            for cell in cells
            if any(points_at(encounter, who, (cell,), one) for one in weapons)
        )
    return cells


def answering_weapons(
    encounter: Encounter, who: str, placed: Placed | None = None
) -> tuple[Weapon, ...]:
    """Return the weapons with which a combatant may answer an opportunity: armed, for melee.

    Args:
        encounter: The fight.
        who: Who answers.
        placed: Whom the weapons must be able to strike from where they point; None for anybody.

    Rules: AR-OPP-04, AR-TRN-04
    """
    sheet = sheet_of(encounter[who])
    if not sheet.armed or not manoeuvre(ATTACK).answers:
        return ()
    able = (one for one in sheet.weapons if one.category == "melee" and not one.unarmed)
    usable = tuple(one for one in able if allows(encounter, may_wield, who, one))
    if placed is None or placed.cell is None:
        return usable
    cells = footprint(*body_at(encounter, placed.who, placed.cell))
    return tuple(one for one in usable if points_at(encounter, who, cells, one))


def has_facing(one: Combatant) -> bool:
    """Return whether a combatant's facing matters for where it can strike.

    Rules: AR-TRN-04
    """
    sheet = sheet_of(one)
    return sheet.turns_for(sheet.last_category) < UNTRACKED and one.facing_deg is not None


def points_at(encounter: Encounter, who: str, cells: tuple[Cell, ...], weapon: Weapon) -> bool:
    """Return whether some cells lie in the arcs of a weapon, as its owner faces.

    Rules: AR-ATK-05, AR-TRN-04
    """
    one, arcs = encounter[who], arcs_for(encounter, weapon)
    if not has_facing(one) or one.pos is None or one.facing_deg is None or not arcs:
        return True
    own = footprint(one.pos, one.size)
    if not set(own).isdisjoint(cells):
        return True
    there = cells_towards(encounter.map, own, cells)
    return any(arc.value in arcs for arc in arcs_of(own, one.facing_deg, there))


def may_point_at(
    table: Table, who: str, cells: tuple[Cell, ...], weapon: Weapon
) -> Procedure[None]:
    """Refuse cells at which a weapon cannot strike: its arcs lie elsewhere.

    Rules: AR-ATK-05, AR-TRN-04
    """
    text, title = _("{weapon} cannot strike that way: {who} faces elsewhere."), weapon.title
    aims, rules = points_at(table.now, who, cells, weapon), ("AR-ATK-05", "AR-TRN-04")
    yield from require(aims, "wrong_arc", text, *rules, who=who, weapon=title)


def arcs_for(encounter: Encounter, weapon: Weapon) -> frozenset[str]:
    """Return the arcs of a weapon of somebody with a facing; empty for all round.

    Rules: AR-ATK-05
    """
    if weapon.arcs:
        return frozenset(weapon.arcs)
    front = switches_of(encounter).default_arc == "front_quadrant"
    return frozenset({"front"}) if front else frozenset()


def threatens(encounter: Encounter, who: str, placed: Placed) -> bool:
    """Return whether somebody could strike at another at a cell: ring, line and arc.

    Rules: AR-OPP-01, AR-OPP-03, AR-THR-01, AR-TRN-04
    """
    return (
        in_ring(encounter, who, placed)
        and can_see(encounter, who, placed)
        and bool(answering_weapons(encounter, who, placed))
    )


def threatens_now(encounter: Encounter, who: str, other: str) -> bool:
    """Return whether somebody could strike at another as both stand: ring, line and arc.

    Rules: AR-OPP-01, AR-OPP-03, AR-THR-01, AR-TRN-04
    """
    return (
        reaches(encounter, who, other)
        and sees(encounter, who, other)
        and bool(weapons_against(encounter, who, other))
    )


def weapons_against(encounter: Encounter, who: str, other: str) -> tuple[Weapon, ...]:
    """Return the weapons with which somebody may answer another who stands where it does.

    Rules: AR-OPP-04, AR-TRN-04
    """
    points, there = has_facing(encounter[who]), encounter[other]
    return answering_weapons(encounter, who, as_placed(there) if points else None)


def answer_keys(encounter: Encounter, who: str, provoker: str) -> tuple[str, ...]:
    """Return the manoeuvres that may answer an opportunity, whether they can be paid or not.

    By house rule also those that replace an attack's damage.

    Rules: AR-OPP-04
    """
    if switches_of(encounter).opportunity_answers == "armed_melee_attacks":
        return ATTACK, REPEATED
    light = ("reposition",) if size_apart(encounter, who, provoker) < TOO_LARGE else ()
    seen = visible_items(sheet_of(encounter[provoker]))
    armed = ("disarm",) if seen else ()
    known = ("sunder",) if any(one.integrity for one in seen) else ()
    return ATTACK, REPEATED, "trip", *armed, *light, *known


def can_answer_with(encounter: Encounter, who: str, key: str) -> bool:
    """Return whether a manoeuvre may answer an opportunity and can be paid.

    Rules: AR-OPP-02, AR-OPP-05
    """
    price = immediate_price(key)
    allowed = manoeuvre(key).answers or key in REPLACING
    return allowed and allows(encounter, may_pay, who, price)


def threateners(encounter: Encounter, placed: Placed) -> tuple[str, ...]:
    """Return the opponents who could strike at somebody at a cell, in Initiative order.

    Those of a rider are asked about its mount too.

    Rules: AR-OPP-01, AR-OPP-03, AR-THR-01, AR-MOV-08
    """
    foes = _foes_in_order(encounter, placed.who)
    return tuple(who for who in foes if threatens(encounter, who, placed))


def threateners_now(encounter: Encounter, other: str) -> tuple[str, ...]:
    """Return the opponents who could strike at somebody where it stands, in Initiative order.

    Rules: AR-OPP-01, AR-OPP-03, AR-THR-01, AR-MOV-08
    """
    foes = _foes_in_order(encounter, other)
    return tuple(who for who in foes if threatens_now(encounter, who, other))


def _foes_in_order(encounter: Encounter, whom: str) -> tuple[str, ...]:
    foes = {foe for one in (whom, *riders_of(encounter, whom)) for foe in opponents(encounter, one)}
    return tuple(who for who in initiative_order(encounter) if who in foes)
