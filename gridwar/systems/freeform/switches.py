"""The house rules of Freeform: how diagonals count, and whether painted ground slows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from gridwar.model.switches import Switches, switch

if TYPE_CHECKING:
    from gridwar.model.encounter import Encounter


class FreeformSwitches(Switches):
    """What a table may decide otherwise."""

    distance_metric: Literal["chebyshev", "alternating", "euclid_floor"] = switch(
        "chebyshev",
        rule="FR-MOV-01",
        text="What diagonals count: 1, 1 and 2 in turn, or as long as the straight line is.",
    )
    terrain_slows: bool = switch(
        False, rule="FR-MOV-02", text="Difficult ground costs as many times as was painted."
    )


def switches_of(encounter: Encounter) -> FreeformSwitches:
    """Return the house rules of a fight."""
    found = encounter.switches
    return found if isinstance(found, FreeformSwitches) else FreeformSwitches()
