"""What the sheet knows of sensors, comms, units and suppression, and what a body shows of itself.

Only records; what they do stands in ``conditions``, ``comms`` and ``suppression``.
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from gridwar.model.numbers import Metres, Number, Rounds
from gridwar.model.record import Record
from gridwar.text import _

SensorKind = Literal[
    "bioscanner",
    "infrared",
    "densitometer",
    "em_detector",
    "laser_targeting",
    "light_intensification",
    "motion",
    "neural",
]
SightBy = Literal[
    "eye",
    "bioscanner",
    "infrared",
    "densitometer",
    "em_detector",
    "laser_targeting",
    "light_intensification",
    "motion",
    "neural",
]
"""What somebody aims by: the naked eye, or a sensor."""
Means = Literal["direct", "hardlink", "radio", "laser", "maser", "meson"]
Fearless = Literal["", "zealot", "battle_dress", "suicidal", "machine"]
"""Why somebody takes no notice of suppression; empty: they do."""

EARSHOT_M = 50.0


class Sensor(Record):
    """A sensor that somebody carries."""

    kind: SensorKind = Field(title=_("Sensor"), description=_("What it shows."))
    range_m: Metres | None = Field(
        default=None,
        gt=0,
        title=_("Range (m)"),
        description=_("How far it reaches; empty: the whole map."),
    )


class CommSet(Record):
    """A means of communication that somebody carries."""

    means: Means = Field(
        title=_("Means"), description=_("How it reaches others who have the same.")
    )
    range_m: Metres | None = Field(
        default=None,
        gt=0,
        title=_("Range (m)"),
        description=_("How far it reaches; empty: the whole map."),
    )
    works: bool = Field(
        default=True, title=_("Works"), description=_("Neither broken nor, for a wire, cut.")
    )


class Team(Record):
    """To whom somebody belongs, and how they keep in touch."""

    unit: str = Field(
        default="", title=_("Unit"), description=_("Those of one unit; empty: all of the side.")
    )
    commander: bool = Field(default=False, title=_("Commander"), description=_("Leads the unit."))
    comms: tuple[CommSet, ...] = Field(
        default=(),
        title=_("Means of communication"),
        description=_("Besides voice and hand signs."),
    )


class Contact(Record):
    """What somebody has from the commander in this fight."""

    cut: bool = Field(
        default=False,
        title=_("Cut off from the commander"),
        description=_("Out of contact by the GM's word."),
    )
    tactics: Number = Field(
        default=0,
        title=_("Plan (Initiative)"),
        description=_("Points of Initiative from the commander's plan."),
    )
    lost: bool = Field(
        default=False,
        title=_("Plan of the commander lost"),
        description=_("The points of the plan are taken away."),
    )


class Suppression(Record):
    """How far somebody is kept down."""

    until_round: Rounds = Field(
        default=0,
        title=_("Suppressed until round"),
        description=_("-1 on checks to the end of this round."),
    )
    locked: bool = Field(
        default=False, title=_("Suppressed"), description=_("And has not acted since.")
    )


class Signs(Record):
    """What sensors see of somebody."""

    warm: bool = Field(default=True, title=_("Warm"), description=_("Shows in infra-red."))
    living: bool = Field(
        default=True, title=_("Living"), description=_("Has a brain that shows its activity.")
    )
    em_signature: bool = Field(
        default=False,
        title=_("Electromagnetic signature"),
        description=_("Carries unshielded high-power electrics, such as a gauss gun."),
    )
