"""What can be asked for in close quarters, and what Complementary and readied actions are."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from gridwar.model.command import Command
from gridwar.model.geometry import MOST_STEPS
from gridwar.systems.arrgs.core.commands import Manoeuvre


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
