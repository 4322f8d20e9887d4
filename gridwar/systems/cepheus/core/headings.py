"""The headings that actions stand under, in their order."""

from __future__ import annotations

from typing import Final

from gridwar.text import _

DRIVE: Final = _("Drive")
VEHICLES_WEAPONS: Final = _("Vehicle's weapons")
HELD_BACK: Final = _("Held back")
ATTACK: Final = _("Attack")
GRAPPLE: Final = _("Grapple")
MOVE: Final = _("Move")
SEATS: Final = _("Seats")
AIM_AND_WEAPONS: Final = _("Aim and weapons")
COMMAND: Final = _("Command")
SENSORS: Final = _("Sensors")
TURN: Final = _("Turn")
OTHER_THINGS: Final = _("Other things")
CARE: Final = _("Care")
REPAIRS: Final = _("Repairs")
BY_THE_GM: Final = _("By the GM")
HEADINGS: Final = (
    DRIVE,
    VEHICLES_WEAPONS,
    HELD_BACK,
    ATTACK,
    GRAPPLE,
    MOVE,
    SEATS,
    AIM_AND_WEAPONS,
    COMMAND,
    SENSORS,
    TURN,
    OTHER_THINGS,
    CARE,
    REPAIRS,
    BY_THE_GM,
)
