"""How somebody moves and strikes out of its turn: what ``grid.movement.threat`` needs to know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.grid.areas.disc_ring_square_line import ring
from gridwar.grid.movement.threat import Mover
from gridwar.model.geometry import Cell, footprint

if TYPE_CHECKING:
    from gridwar.engine.kit.rule_system import System
    from gridwar.model.combatant import Combatant
    from gridwar.model.encounter import Encounter


def striker(system: System, encounter: Encounter, foe: str) -> Mover | None:
    """Return how somebody moves in a whole turn, and what it threatens from where it ends.

    Returns:
        None for who threatens nothing, or is not on the map.
    """
    one, shown = encounter[foe], system.board.overlays(encounter, foe, "", None)
    if one.pos is None or not shown.threat:
        return None
    # Out of its turn: what it could do in a whole one, not what is left of the present one.
    rested = encounter.with_combatant(_rested(system, one)).replace(turn=None, bracket=None)
    movement = system.board.movement(rested, foe, "")
    budget = max((zone.limit for zone in movement.zones if zone.strikes), default=0)
    metric, own = system.yardstick(encounter).metric, footprint(Cell(0, 0), one.size)
    arm = ring(metric, own, shown.threat_between)
    return Mover(movement.ground, movement.rule, one.pos, budget, arm)


def _rested(system: System, one: Combatant) -> Combatant:
    """Return somebody as at the beginning of a turn: all actions left, conditions as they are."""
    fresh = system.fresh(one)
    return one.replace(sheet=fresh.sheet)
