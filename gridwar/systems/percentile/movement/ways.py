"""How far each move goes now: zones by price, and changes of band."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.engine.kit import Movement, MoveZone, _, ngettext, reason_against
from gridwar.grid.movement.steps import alternating, uniform
from gridwar.systems.percentile.actions.actions import may_act, may_move
from gridwar.systems.percentile.core.state import sheet_of, switches_of
from gridwar.systems.percentile.core.tables import band_table, row
from gridwar.systems.percentile.movement.speeds import ground_of, half_move, squares_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridwar.engine.kit import Encounter, Procedure, Table
    from gridwar.grid.movement.ground import Ground
    from gridwar.grid.movement.steps import Steps

PLAIN = ("half_move", "full_move", "run")
"""The moves that a drag chooses from, the cheapest first."""
RUN_UPS = ("charge", "ram")


def plain_movement(encounter: Encounter, who: str, key: str) -> Movement:
    """Return how somebody could move now by a move of the list of actions, wherever it ends.

    Args:
        encounter: The fight.
        who: Who moves.
        key: The move; empty for a choice of the plain ones.

    Rules: PC-MOV-01, PC-MOV-02, PC-MOV-03, PC-MOV-04, PC-ALT-06, PC-ALT-07
    """
    one, ground = encounter[who], ground_of(encounter, who)

    def climbed(by: int) -> Movement:
        lifted = one.replace(altitude=one.altitude + by)
        return plain_movement(encounter.with_combatant(lifted), who, key)

    return Movement(
        ground,
        _steps(encounter, ground),
        tuple(_zones(encounter, who, key)),
        lambda cost: ngettext("{n} square", "{n} squares", cost).format(n=cost),
        climbed=climbed if sheet_of(one).can_fly else None,
        climb_cost=_squares_a_band(encounter, who),
    )


def _steps(encounter: Encounter, ground: Ground) -> Steps:
    """Return what steps cost by the house rule for diagonals."""
    is_one = switches_of(encounter).grid_metric == "chebyshev"
    return uniform(ground) if is_one else alternating(ground)


def _squares_a_band(encounter: Encounter, who: str) -> int:
    """Return what a change of band takes off a move, in squares.

    Rules: PC-ALT-06
    """
    cost = switches_of(encounter).altitude_cost
    return half_move(encounter, who) if cost == "half_move" else cost


def _zones(encounter: Encounter, who: str, key: str) -> Iterator[MoveZone]:
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
