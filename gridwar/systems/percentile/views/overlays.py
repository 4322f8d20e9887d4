"""What the map shows of a combatant: melee reach, and the two rings of a weapon."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import Overlays, Ring, _, cells_around, place, rings_of
from gridwar.systems.percentile.core.scores import weapon_of, weapons_in_hand
from gridwar.systems.percentile.core.state import sheet_of
from gridwar.systems.percentile.positions.squares import barrier_to, reach_of, yardstick

if TYPE_CHECKING:
    from gridwar.engine.kit import Cell, Encounter


def shooting_weapons(encounter: Encounter, who: str) -> tuple[tuple[str, str], ...]:
    """Return the weapons that have rings of their own: id and title."""
    weapons = weapons_in_hand(encounter[who])
    return tuple((one.id, one.title) for one in weapons if not one.is_melee)


def overlays_of(encounter: Encounter, who: str, weapon: str, cell: Cell | None) -> Overlays:
    """Return the squares in melee reach, and stated range and Maximum Distance of a weapon.

    Rules: PC-ATK-01, PC-ATK-02
    """
    del cell
    one = encounter[who]
    if one.pos is None or sheet_of(one).dead:
        return Overlays()
    shown = shooting_weapons(encounter, who)
    chosen = weapon_of(one, weapon or next((id for id, _title in shown), ""))
    rings: tuple[Ring, ...] = ()
    if chosen is not None and not chosen.is_melee:
        rings = rings_of(
            (
                (_("Range"), chosen.range_cells, ""),
                (_("Maximum Distance"), chosen.maximum_distance, ""),
            )
        )
    reach = reach_of(one)
    by = yardstick(encounter)
    near = cells_around(by, place(encounter, by, one.pos, one.size), (1, reach))
    threat = frozenset(there for there in near if not barrier_to(encounter, who, there))
    label = _("melee reach {n}").format(n=reach)
    return Overlays(rings, threat, label, (1, reach), weapons=shown)
