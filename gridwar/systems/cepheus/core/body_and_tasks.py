"""What a sheet and a fight keep of bodies: tiredness, care, long tasks, weapons on the ground.

Owns the records only; what happens to them stands in the chapters.
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from gridwar.model.geometry import Cell
from gridwar.model.record import Record
from gridwar.systems.cepheus.core.weapons import Weapon
from gridwar.text import _


class Task(Record):
    """An extended action under way: something that takes several rounds.

    Rules: CE-OTH-02
    """

    name: str = Field(default="", title=_("Task"), description=_("What is being done."))
    skill: str = Field(default="", title=_("Skill"), description=_("The skill it takes."))
    characteristic: Literal[
        "strength", "dexterity", "endurance", "intelligence", "education", "social"
    ] = Field(
        default="intelligence",
        title=_("Characteristic"),
        description=_("The characteristic it takes."),
    )
    needed: int = Field(
        default=1,
        ge=1,
        le=1_000_000,
        title=_("Rounds needed"),
        description=_("Rounds that it takes."),
    )
    done: int = Field(
        default=0,
        ge=0,
        le=1_000_000,
        title=_("Rounds done"),
        description=_("Rounds worked so far."),
    )
    disturbed: bool = Field(
        default=False, title=_("Disturbed"), description=_("The present round will not count.")
    )

    @property
    def is_finished(self) -> bool:
        """Return whether all its rounds are over: only its check is left."""
        return self.done >= self.needed


class Body(Record):
    """What lasts on a body beside lost points: tiredness, consciousness, care it has had."""

    fatigued: bool = Field(
        default=False, title=_("Fatigued"), description=_("-2 on all checks until rested.")
    )
    rest_left_min: int = Field(
        default=0,
        ge=0,
        le=100_000,
        title=_("Rest needed (minutes)"),
        description=_("Minutes of rest that the fatigue still takes."),
    )
    fainted: bool = Field(
        default=False, title=_("Fainted"), description=_("Unconscious whatever the points say.")
    )
    awake: bool = Field(
        default=False,
        title=_("Came round"),
        description=_("Conscious until hurt again, whatever the points say."),
    )
    first_aid_done: bool = Field(
        default=False,
        title=_("First aid given"),
        description=_("The present injuries have had their first aid."),
    )


class Lying(Record):
    """A weapon that lies on the ground, where anybody may pick it up, with all its entries."""

    cell: Cell
    weapons: tuple[Weapon, ...]
