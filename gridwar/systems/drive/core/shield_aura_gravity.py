"""What shields, auras and pseudogravity come from: sources with points and a lifetime."""

from __future__ import annotations

from fractions import Fraction
from typing import Final, Literal, TypeVar

from pydantic import Field, field_validator

from gridwar.engine.kit import Amount, AtLeastOne, Record
from gridwar.systems.drive.core.weapons_armour_resistances import EnergyKind, Origin
from gridwar.text import _

Precision = Literal["low", "medium", "high"]
RadiusBand = Literal["engagement", "short", "medium"]
Span = Literal["removed", "turn_end", "rounds"]
MOST_OFFERED: Final = 10_000
"""Points offered at a time where nothing bounds them."""


class PointSource(Record):
    """Something that holds points: what it holds at most, what they cost, how long they last.

    Rules: DR-SHD-19, DR-PSG-04
    """

    id: str = Field(title=_("Name"), description=_("Unique among its own."))
    points: Amount = Field(default=0, title=_("Points"))
    pool_id: str | None = Field(
        default=None,
        title=_("Pool"),
        description=_("Name of the pool whose points it uses; empty: its own."),
    )
    maximum: Amount | None = Field(
        default=None, title=_("Most points"), description=_("Empty: no limit.")
    )
    resource: str = Field(
        default="", title=_("Points cost"), description=_("Such as charge or insight.")
    )
    points_each: AtLeastOne = Field(
        default=1, title=_("Points each"), description=_("Points for one of what they cost.")
    )
    lasts: Span = Field(
        default="removed",
        title=_("Points last"),
        description=_("Until removed, to the end of its bearer's turn, or some rounds."),
    )
    rounds: AtLeastOne = Field(default=1, title=_("Rounds they last"))
    rounds_left: AtLeastOne | None = Field(
        default=None, title=_("Rounds left"), description=_("Empty: not counted now.")
    )

    def cost_of(self, points: int) -> int:
        """Return what some points cost: begun is paid.

        Rules: DR-SHD-19
        """
        return -(-points // self.points_each)


class Shield(PointSource):
    """An energy shield. Low precision is a bubble round its bearer, or round a fixed point.

    Rules: DR-SHD-01, DR-SHD-03, DR-SHD-18
    """

    precision: Precision = Field(default="medium", title=_("Precision"))
    origin: Origin = Field(default="ability", title=_("Origin"))
    blast_factor: Literal[1, 2] | None = Field(
        default=None,
        title=_("Blast a point"),
        description=_("How much blast a point stops; empty: the usual of its origin."),
    )
    active: bool = Field(default=True, title=_("Active"))
    radius_band: RadiusBand = Field(
        default="engagement",
        title=_("Bubble up to"),
        description=_("Of low precision: how far it reaches round its bearer."),
    )
    radius_squares: Amount | None = Field(
        default=None,
        title=_("Bubble up to (squares)"),
        description=_("Of low precision: in place of the band; empty: the band."),
    )
    protects: str = Field(
        default="",
        title=_("Protects the group"),
        description=_("Of low precision: a group; empty: all inside the bubble."),
    )

    @property
    def factor(self) -> int:
        """How much blast one point stops.

        Rules: DR-NRG-13
        """
        return self.blast_factor or (2 if self.origin == "device" else 1)


class Aura(Record):
    """A store of damage of one kind that answers those who strike its holder.

    Rules: DR-AUR-01
    """

    id: str = Field(title=_("Name"), description=_("Unique among its own."))
    kind: EnergyKind | Literal["normal"] = Field(
        title=_("Kind"), description=_("Damage that it stores.")
    )
    stored: Amount = Field(default=0, title=_("Stored"), description=_("Points of damage in it."))
    maximum: Amount | None = Field(
        default=None, title=_("Most stored"), description=_("Empty: no limit.")
    )
    decay: Amount = Field(
        default=0,
        title=_("Fades a turn"),
        description=_("Points that are gone when its holder's turn begins."),
    )
    drive: Amount = Field(
        default=0, title=_("Drive"), description=_("Of normal damage; energy drives itself.")
    )
    origin: Origin = Field(default="ability", title=_("Origin"))
    mental: bool = Field(
        default=False, title=_("Mental"), description=_("Made by a purely mental action.")
    )


class GravitySource(PointSource):
    """An Ability or device that makes pseudogravity.

    Rules: DR-PSG-01
    """

    weight_fraction: str = Field(
        default="1/10",
        title=_("Points a pound"),
        description=_("The fraction of the target's pounds that it takes, such as 1/10."),
    )
    reach_squares: Amount | None = Field(
        default=None,
        title=_("Moves up to (squares)"),
        description=_("Empty: any distance."),
    )
    grants_flying_spd: bool = Field(default=False, title=_("Grants flying"))
    detects_silencing: bool = Field(
        default=False,
        title=_("Finds silencing"),
        description=_("Tells its user the silencing at the target before the points are fixed."),
    )

    @property
    def fraction(self) -> Fraction:
        """Points a pound, exactly."""
        return Fraction(self.weight_fraction)

    @field_validator("weight_fraction")
    @classmethod
    def _is_fraction(cls, text: str) -> str:
        try:
            value = Fraction(text)
        except (ValueError, ZeroDivisionError) as error:
            raise ValueError("a fraction such as 1/10 is wanted") from error
        if value < 0:
            raise ValueError("the fraction must not be negative")
        return text


K = TypeVar("K", PointSource, Aura)


def with_more(things: tuple[K, ...], thing: str, field: str, by: int) -> tuple[K, ...]:
    """Return some sources with more, or less, of something in the one of an id; never below 0."""
    return tuple(
        one.replace(**{field: max(0, getattr(one, field) + by)}) if one.id == thing else one
        for one in things
    )


def with_values(things: tuple[K, ...], thing: str, **values: object) -> tuple[K, ...]:
    """Return some sources with the one of an id changed."""
    return tuple(one.replace(**values) if one.id == thing else one for one in things)
