"""How a machine moves: what hits on the drive leave of its speed, squares, how it lies."""

from __future__ import annotations

from math import floor
from typing import TYPE_CHECKING, Final

from gridwar.systems.cepheus.core.machine import DESTROYED_AT

if TYPE_CHECKING:
    from gridwar.systems.cepheus.core.machine import Machine

_HALF_TURN_DEG, _EIGHTH_DEG = 180, 45
_DRIVE: Final = ((0, 0), (10, -1), (25, -2))
"""Per cent of movement lost and DM on control checks, by hits on the drive."""


def drive_stage(machine: Machine, *, cumulative: bool) -> tuple[int, int]:
    """Return per cent of movement lost and the DM on control checks, by hits on the drive.

    Rules: CE-VDM-07
    """
    stages = _DRIVE[: machine.drive_hits + 1]
    if not cumulative:
        return stages[-1]
    return sum(one for one, _dm in stages), sum(dm for _lost, dm in stages)


def movement_left(machine: Machine, *, cumulative: bool = False) -> float:
    """Return how much of its movement is left to a machine, 0 to 1.

    Args:
        machine: The machine.
        cumulative: The house rule: later hits on the drive add to the earlier ones.

    Rules: CE-VDM-07, CE-VDM-10
    """
    if machine.is_stuck:
        return 0
    lost, _dm = drive_stage(machine, cumulative=cumulative)
    return (100 - lost) / (200 if machine.power_hits >= DESTROYED_AT else 100)


def speed_limit_kph(machine: Machine, *, cumulative: bool = False) -> float:
    """Return what is left of the top speed; the arguments are those of ``movement_left``.

    Rules: CE-VDM-07, CE-VDM-10
    """
    return machine.top_speed_kph * movement_left(machine, cumulative=cumulative)


def control_dm(machine: Machine, *, cumulative: bool = False) -> int | None:
    """Return the DM of a damaged drive on checks of the driver; None where nothing goes any more.

    Args:
        machine: The machine.
        cumulative: The house rule: later hits on the drive add to the earlier ones.

    Rules: CE-VDM-07
    """
    if machine.is_stuck:
        return None
    return drive_stage(machine, cumulative=cumulative)[1]


def squares_a_round(kph: float) -> int:
    """Return how far a vehicle gets in a round, in squares.

    Rules: CE-VEH-02
    """
    return floor(kph * 10 / 9 + 0.5)


def tens_of_kph(kph: float) -> int:
    """Return the tens of a speed, a part counting as a whole one.

    Rules: CE-VEH-07
    """
    return int(-(-kph // 10))


def is_across(facing_deg: int) -> bool:
    """Return whether something that faces this way lies across the map: nearer to left or right.

    Rules: CE-VEH-01
    """
    off = facing_deg % _HALF_TURN_DEG
    return _EIGHTH_DEG < off < _HALF_TURN_DEG - _EIGHTH_DEG
