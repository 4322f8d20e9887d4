"""How actions are offered: headings in their order, to whom, and what is left to be chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial, wraps
from typing import Final

from gridwar.engine.kit import Encounter, Role, Variant, offer
from gridwar.systems.cepheus.core.machines_and_aboard import is_vehicle
from gridwar.text import _

Each = Callable[[Encounter, str], Iterable[Variant]]

DRIVE: Final = _("Drive")
VEHICLES_WEAPONS: Final = _("Vehicle's weapons")
HELD_BACK: Final = _("Held back")
ATTACK: Final = _("Attack")
GRAPPLE: Final = _("Grapple")
MOVE: Final = _("Move")
SEATS: Final = _("Seats")
AIM_AND_WEAPONS: Final = _("Aim and weapons")
CHECKS: Final = _("Checks")
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
    CHECKS,
    COMMAND,
    SENSORS,
    TURN,
    OTHER_THINGS,
    CARE,
    REPAIRS,
    BY_THE_GM,
)
ASK: Final = "ask"
"""Stands in a command for what has still to be chosen."""


def for_people(each: Each) -> Each:
    """Offer something to people and robots only: a vehicle acts in its driver's turn.

    Rules: CE-VEH-02, CE-VDM-16
    """

    @wraps(each)
    def offered(encounter: Encounter, who: str) -> Iterable[Variant]:
        acts = who in encounter and not is_vehicle(encounter, who)
        return each(encounter, who) if acts else ()

    return offered


@for_people
def as_person(encounter: Encounter, who: str) -> Iterable[Variant]:
    """Offer something once to everybody who acts."""
    del encounter, who
    return (Variant(),)


# Offers under a heading, each of its usual role.
offer_attack = partial(offer, group=ATTACK, role=Role.STRIKE)
offer_readying = partial(offer, group=AIM_AND_WEAPONS, role=Role.READY)
offer_other_thing = partial(offer, group=OTHER_THINGS, role=Role.OTHER)
offer_care = partial(offer, group=CARE, role=Role.HELP, needs="combatant", each=as_person)
offer_by_gm = partial(offer, group=BY_THE_GM, role=Role.OTHER)
