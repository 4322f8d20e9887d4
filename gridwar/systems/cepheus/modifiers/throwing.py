"""What is thrown to arrive: where it lands when the throw succeeds, and when it fails.

Owns the roll of the direction; the geometry is in ``scatter``, what goes off there in ``blast``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.engine.kit import Procedure, Step, roll, say
from gridwar.model.geometry import cell_name
from gridwar.systems.cepheus.core.state import switches_of
from gridwar.systems.cepheus.modifiers.scatter import Scatter, scatter, scatter_m
from gridwar.text import _

if TYPE_CHECKING:
    from gridwar.engine.kit import Cell, Table


class Stray(Struct, frozen=True):
    """A failed throw: who threw, at which square, how badly."""

    actor: str
    square: Cell
    effect: int


def goes_astray(table: Table, stray: Stray) -> Procedure[Scatter]:
    """Roll where a failed throw goes, and return where it lands.

    Rules: CE-THR-03, CE-CORE-09
    """
    switches = switches_of(table.now)
    directions = int(switches.scatter_directions)
    words = _("Scatter: 1 is north, then clockwise")
    face = yield from roll(f"1d{directions}", sum, key="scatter", owner=stray.actor, label=words)
    metres = scatter_m(stray.effect, switches.scatter_formula)
    bearing_deg = (face - 1) * 360 // directions
    found = scatter(table.now.map, stray.square, metres, bearing_deg)
    is_plain = switches.scatter_formula == "magnitude"
    label = _("6 m and the size of the Effect") if is_plain else _("6 m and the Effect")
    steps = [Step(label=label, rule_id="CE-THR-03", before=stray.effect, after=found.distance_m)]
    if found.stopped_by:
        steps.append(Step(label=found.stopped_by, rule_id="CE-THR-03"))
    result = _("{metres} m {way}, to {place}").format(
        metres=found.distance_m,
        way=found.direction or f"{found.bearing_deg}°",
        place=cell_name(*found.landing),
    )
    yield from say(
        table,
        _("The throw scatters"),
        tone="plain",
        steps=tuple(steps),
        result=result,
        cell=found.landing,
        came_from=stray.square,
    )
    return found
