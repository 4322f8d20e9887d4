"""What the numbers on a wall of a Foundry scene say, whichever version wrote them.

Others write the same keys into files of their own (``uvtt``). Until 0.8 there is one ``sense`` of
0, 1, 2 for sight and light; since version 9 each has 0, 10, 20, since 11 also 30 and 40: seen
through from near, and from afar.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum, StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct

from gridwar.formats.json_values import number
from gridwar.model.walls import DoorState, WallSide

if TYPE_CHECKING:
    from gridwar.formats.json_values import Json


class Sense(IntEnum):
    """How much a wall stops, by the numbers of version 9 and later."""

    NONE = 0
    LIMITED = 10
    NORMAL = 20
    NEAR = 30
    FAR = 40


class Sort(StrEnum):
    """What a wall comes to."""

    WALL = "wall"
    LIMITED = "limited"
    """Seen through once."""
    STEPS = "steps"
    """Stops steps, and nothing is hidden behind it."""
    WINDOW = "window"
    """Seen through from near, or from afar."""
    CURTAIN = "curtain"
    VEIL = "veil"
    """A curtain that is seen through once, or from near, or from afar."""
    DOOR = "door"
    NOTHING = "nothing"


class WallSenses(Struct, frozen=True):
    """What a wall stops, whether it is a door, and from which side it holds."""

    sight: Sense = Sense.NORMAL
    light: Sense = Sense.NORMAL
    stops_steps: bool = True
    door: DoorState | None = None
    side: WallSide | None = None

    @property
    def sort(self) -> Sort:
        """Return what it comes to."""
        if self.door is not None:
            return Sort.DOOR
        return (_WITH_STEPS if self.stops_steps else _WITHOUT_STEPS)[self.sight]


SENSE_KEYS = frozenset({"move", "sight", "light", "sound", "dir", "door", "ds", "threshold"})
_WITH_STEPS = {
    Sense.NORMAL: Sort.WALL,
    Sense.LIMITED: Sort.LIMITED,
    Sense.NONE: Sort.STEPS,
    Sense.NEAR: Sort.WINDOW,
    Sense.FAR: Sort.WINDOW,
}
_WITHOUT_STEPS = {
    Sense.NORMAL: Sort.CURTAIN,
    Sense.LIMITED: Sort.VEIL,
    Sense.NONE: Sort.NOTHING,
    Sense.NEAR: Sort.VEIL,
    Sense.FAR: Sort.VEIL,
}
_SENSES: Mapping[float | None, Sense] = {
    1: Sense.NORMAL,
    2: Sense.LIMITED,
    **{float(one): one for one in Sense},
}
_SIDES: Mapping[float | None, WallSide] = {1: WallSide.LEFT, 2: WallSide.RIGHT}
_DOOR_STATES: Mapping[float | None, DoorState] = {1: DoorState.OPEN, 2: DoorState.LOCKED}
_SECRET = 2


def senses_of(wall: Mapping[str, Json]) -> WallSenses:
    """Return what the numbers on a wall say; what is missing or no number is as usual."""
    sight = wall.get("sight", wall.get("sense"))
    said = (sight, *(wall.get(key) for key in ("light", "move", "door", "ds", "dir")))
    try:
        return _senses(*said)
    except TypeError:  # a list where a number belongs
        return _senses(*map(number, said))


@lru_cache(maxsize=256, typed=True)
def _senses(*said: Json) -> WallSenses:
    """Return what six numbers say: of thousands of walls a dozen are different."""
    sight, light, move, door, state, side = map(number, said)
    seen = _SENSES.get(sight, Sense.NORMAL)
    return WallSenses(
        sight=seen,
        light=_SENSES.get(light, seen),
        stops_steps=move != 0,
        door=_door(door, state),
        side=_SIDES.get(side),
    )


def _door(kind: float | None, state: float | None) -> DoorState | None:
    if not kind:
        return None
    found = _DOOR_STATES.get(state, DoorState.CLOSED)
    # A secret door that stands open is no secret; a locked one is one still.
    return DoorState.SECRET if kind == _SECRET and found is not DoorState.OPEN else found


def keys_of(one: Mapping[str, Json]) -> dict[str, Json]:
    """Return the keys of a scene that another program's file gives a wall or a door.

    They stand on it, or below ``flags`` under longer names (``foundry_sense``).
    """
    flags = one.get("flags")
    deep: Mapping[str, Json] = flags if isinstance(flags, Mapping) else {}
    sense = deep.get("foundry_sense")
    found: dict[str, Json] = dict(sense) if isinstance(sense, Mapping) else {}
    for key, name in (("dir", "foundry_direction"), ("ds", "foundry_door_state")):
        if name in deep:
            found[key] = deep[name]
    if one.get("secret") is True:
        found["door"] = _SECRET
    found.update({key: one[key] for key in SENSE_KEYS if key in one})
    return {key: value for key, value in found.items() if key in SENSE_KEYS}
