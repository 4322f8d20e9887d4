"""How freeform counts cells, and what a combatant is offered to do with them."""

from __future__ import annotations

from typing import Final

from gridwar.engine.kit import (
    Encounter,
    Metric,
    Movement,
    MoveZone,
    Yardstick,
    ngettext,
)
from gridwar.grid.movement.ground import Corners, Ground
from gridwar.grid.movement.steps import alternating, euclid, uniform
from gridwar.systems.freeform.state import sheet_of
from gridwar.systems.freeform.switches import switches_of

_STEPS: Final = {
    "chebyshev": (uniform, 1),
    "alternating": (alternating, 1),
    "euclid_floor": (euclid, 10),
}
"""What steps cost, and how many parts of a cell that is counted in."""


def movement(encounter: Encounter, who: str, mode: str = "") -> Movement:
    """Return one zone of the combatant's speed; steps count as the house rules say.

    Rules: FR-MOV-01, FR-MOV-02
    """
    del mode
    one, switches = encounter[who], switches_of(encounter)
    speed = sheet_of(one).speed_cells
    ground = Ground(encounter.map, size=one.size, corners=Corners.FREE)
    steps, parts = _STEPS[switches.distance_metric]
    return Movement(
        ground=ground,
        rule=steps(ground, multiplies=switches.terrain_slows),
        zones=(MoveZone(speed * parts, _cells(speed)),),
        cost_text=lambda cost: _cells(cost / parts),
        is_bound=False,
    )


def _cells(count: float) -> str:
    return ngettext("{n} cell", "{n} cells", 1 if count == 1 else 2).format(n=f"{count:g}")


def yardstick(encounter: Encounter) -> Yardstick:
    """Return cells as the house rules count them.

    Rules: FR-MOV-01
    """
    metric = Metric(switches_of(encounter).distance_metric)
    return Yardstick(metric, area=metric)
