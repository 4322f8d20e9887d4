"""How far somebody moves: each move in squares, over what ground, what of it can be paid now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridwar.engine.kit import (
    Movement,
    MoveZone,
    _,
    holes_for,
    level_number,
    ngettext,
    reason_against,
)
from gridwar.grid.movement.mover_ground import Ground
from gridwar.grid.movement.step_rules import alternating, uniform
from gridwar.model.geometry import footprint
from gridwar.model.painted_layers import Layer
from gridwar.systems.percentile.actions.legality_and_prerequisites import may_act, may_move
from gridwar.systems.percentile.core.action_and_evasion_tables import row
from gridwar.systems.percentile.core.altitude_bands import LEVELS, band_table
from gridwar.systems.percentile.core.fight_state import sheet_of, switches_of
from gridwar.systems.percentile.core.scores import bonus
from gridwar.systems.percentile.positions.reach_and_sight import standing_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Encounter, Procedure, Table

MULTIPLES: Final = {"half_move": 1, "full_move": 2, "charge": 3, "ram": 3, "run": 4}
"""How many Half Moves each move is long."""
PLAIN: Final = ("half_move", "full_move", "run")
"""The moves that a drag chooses from, the cheapest first."""
RUN_UPS: Final = ("charge", "ram")


def squares_of(encounter: Encounter, who: str, move: str) -> int:
    """Return how far a move goes in squares: of Agility Bonus and modifiers, not below 0.

    What multiplies comes after the modifiers.

    Rules: PC-MOV-01, PC-MOV-02, PC-MOV-03, PC-MOV-04, PC-MOV-05
    """
    switches, sheet = switches_of(encounter), sheet_of(encounter[who])
    units = max(0, bonus(encounter, who, "ab") + sum(one.squares for one in sheet.move_modifiers))
    times = MULTIPLES.get(move, switches.move_actions["disengage_half_moves"])
    if switches.move_unit == "map_unit":
        return int(units * times / encounter.map.scale.cell_size)
    return units * times * switches.move_unit


def ground_of(encounter: Encounter, who: str, past: frozenset[str] = frozenset()) -> Ground:
    """Return the map as somebody meets it on their band: foes there block, allies may be passed.

    Above the ground neither walls nor terrain stop anybody; those on other bands never do.

    Those ``past`` whom one goes are no hindrance: the other one in a grapple.

    Rules: PC-ALT-01, PC-MOV-04
    """
    one = encounter[who]
    level = level_number(LEVELS, one.altitude)
    there = [
        other
        for other in encounter.everyone()
        if other.id != who
        and other.id not in past
        and other.pos is not None
        and not sheet_of(other).dead
        and level_number(LEVELS, other.altitude) == level
    ]
    cells = {
        is_foe: frozenset(
            cell
            for other in there
            if other.pos is not None and encounter.are_foes(other.side, one.side) is is_foe
            for cell in footprint(other.pos, other.size)
        )
        for is_foe in (True, False)
    }
    page = encounter.map.replace(walls=(), terrain=Layer()) if level else encounter.map
    holes = holes_for(encounter, who)
    return Ground(page, one.size, blocked=cells[True], no_stop=cells[False], holes=holes)


def plain_movement(encounter: Encounter, who: str, key: str) -> Movement:
    """Return how somebody could move now by a move of the list of actions, wherever it ends.

    ``key`` is the move; empty for a choice of the plain ones.

    Rules: PC-MOV-01, PC-MOV-02, PC-MOV-03, PC-MOV-04, PC-ALT-06, PC-ALT-07
    """
    one, ground = encounter[who], ground_of(encounter, who)

    def climbed(by: int) -> Movement:
        return plain_movement(standing_at(encounter, who, one.pos, by), who, key)

    switches = switches_of(encounter)
    steps = uniform if switches.grid_metric == "chebyshev" else alternating
    per_band = switches.altitude_cost
    return Movement(
        ground,
        steps(ground),
        tuple(_move_zones(encounter, who, key)),
        lambda cost: ngettext("{n} square", "{n} squares", cost).format(n=cost),
        climbed=climbed if sheet_of(one).can_fly else None,
        climb_cost=squares_of(encounter, who, per_band) if per_band == "half_move" else per_band,
    )


def _move_zones(encounter: Encounter, who: str, key: str) -> Iterator[MoveZone]:
    """Yield how far each move goes that can still be paid, with the bands it may change.

    Rules: PC-MOV-04, PC-ALT-06, PC-ALT-07
    """
    for move in (key,) if key else ("half_move", "full_move", "charge", "run"):
        paid = "run" if move == "charge" and not key else move
        if can_make(encounter, who, paid):
            within = move != paid
            label = _("Run, as far as a Charge") if within else row(move).title
            yield MoveZone(
                squares_of(encounter, who, move),
                label,
                strikes=move in ("half_move", *RUN_UPS),
                climbs=bands_of(encounter, who, paid),
            )


def can_make(encounter: Encounter, who: str, move: str) -> bool:
    """Return whether somebody could make a move now, or in a turn of their own if it is another's.

    Nobody who is dead, held or Immobilised moves at all.

    Rules: PC-MOV-05, PC-TIM-01, PC-GRP-01, PC-ECO-07
    """
    at_turn = encounter.round > 0 and encounter.turn == who

    def check(table: Table) -> Procedure[None]:
        yield from (may_act(table, who, move) if at_turn else may_move(table, who, move))

    return reason_against(encounter, check) is None


def bands_of(encounter: Encounter, who: str, move: str) -> int:
    """Return how many bands a move may change; none for those who cannot fly.

    Rules: PC-ALT-06, PC-ALT-07, PC-ALT-08
    """
    return band_table().changes[move] if sheet_of(encounter[who]).can_fly else 0
