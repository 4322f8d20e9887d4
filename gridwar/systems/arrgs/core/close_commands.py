"""What can be asked for in close quarters, and what Complementary and readied actions are."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import Field

from gridwar.model.command import Command
from gridwar.model.geometry import MOST_STEPS
from gridwar.systems.arrgs.core.commands import Manoeuvre

Direction = Literal["", "N", "NE", "E", "SE", "S", "SW", "W", "NW"]
Instead = Literal["", "disarm", "reposition", "trip"]


class CloseAttack(Manoeuvre):
    """An attack that does something else than damage."""

    kind: ClassVar[str] = ""
    target: str
    weapon: str
    willing: bool = False
    """The target lets it happen."""
    answers: bool = False
    """It is the answer to an opportunity."""


class Sunder(CloseAttack):
    """An attack whose damage goes to an item; without a name to the first one in its hands."""

    item: str = ""


class Disarm(CloseAttack):
    """Knock an item away; where it lands is asked once it is known how far."""

    item: str = ""


class Trip(CloseAttack):
    """Bring somebody to the ground."""


class Reposition(CloseAttack):
    """Push somebody in a straight line; without a direction it is asked after the roll."""

    direction: Direction = ""
    squares: int | None = Field(default=None, ge=0)
    """None: as far as it goes."""


class Charge(CloseAttack):
    """Run in a straight line and attack at its end; without a path by the shortest way."""

    path: tuple[tuple[int, int], ...] = Field(default=(), max_length=MOST_STEPS)
    mode: str = ""
    """Movement category; empty: walking."""
    instead: Instead = ""
    item: str = ""
    """What a Disarm is after."""
    run_up: bool | None = None
    """Whether speed helps the attack; None: as the house rule has it."""


class Withdraw(Manoeuvre):
    """Head off from the nearest enemy, or from the largest group of them."""

    path: tuple[tuple[int, int], ...] = Field(max_length=MOST_STEPS)
    mode: str = ""
    away_from: Literal["nearest", "group"] = "nearest"


class Ready(Manoeuvre):
    """Swap AP for AAP and wait for a trigger; without a number of points all of it is asked."""

    points: int | None = Field(default=None, ge=1)
    trigger: str = ""
    manoeuvre: str = ""


class Wake(Command):
    """Try to wake: disturbed by noise or touch, or by itself after an hour."""


class Treat(Command):
    """Somebody's Dying is treated: it ends, whatever its number."""


class PassHour(Command):
    """An hour passes for everybody who is unconscious."""


class Recover(Command):
    """Win Vitality back; without points it is asked. ``exceed`` goes beyond the Total."""

    points: int | None = None
    exceed: bool = False


class CountTotal(Command):
    """Set Total Vitality to the class's value and the sum of all ability scores."""
