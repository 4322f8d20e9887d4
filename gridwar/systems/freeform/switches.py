"""The house rules of Freeform: how diagonals count, and whether painted ground slows."""

from __future__ import annotations

from typing import Literal

from gridwar.engine.kit import Switches, own_switches, switch


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


switches_of = own_switches(FreeformSwitches)
