"""What a game master does to props, by chance: placed, moved, turned, flipped, taken away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridwar.control.maps.prop_stamps import stamps
from gridwar.engine.gm.prop_commands import PutProps

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from gridwar.model.encounter import Encounter
    from gridwar.model.geometry import Cell

IDS = tuple(f"prop-{n}" for n in range(1, 7))


def prop_command(chance: Random, encounter: Encounter, cell: Callable[[], Cell]) -> PutProps:
    """Return a command about one of a few props; now and then one that is refused."""
    there = {one.id: one for one in encounter.map.props}
    if there and chance.random() < 0.15:
        return PutProps(gone=tuple(chance.sample(IDS, 2)))
    if there and chance.random() < 0.5:
        prop = there[chance.choice(sorted(there))]
        changed = chance.choice(
            (
                prop.moved(cell()),
                prop.turned(chance.choice((-1, 1, 2))),
                prop.stood(is_flipped=not prop.is_flipped),
                prop.replace(is_locked=not prop.is_locked),
            )
        )
        return PutProps(put=(changed,))
    key = chance.choice(sorted(stamps()))
    prop = stamps()[key].made(chance.choice(IDS), key, cell())
    return PutProps(put=(prop, prop) if chance.random() < 0.05 else (prop,))
