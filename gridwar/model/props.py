"""Props: things that stand on a map as a stamp, such as a table, a crate or a tree.

Owns what is kept of one: its place, how it is turned, and what it means to whoever is near. How
rules meet it is in ``map_in_play``, how one looks is for who draws it; neither is kept here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Self

from pydantic import Field

from gridwar.model.bounds import Metres
from gridwar.model.cover_kinds import CoverDegree, CoverForm
from gridwar.model.geometry import Cell, Size, footprint
from gridwar.model.record import Record
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable

MOST_EXTRA_STEPS = 9
MOST_PROP_NAME = 60
QUARTERS = 4
"""Quarter turns to a whole one."""


class PropTraits(Record):
    """What a prop means to the rules: cover, height, and what moving onto it costs.

    ``height_m`` is metres above the ground at its foot; None reaches as high as anybody.
    """

    cover: CoverDegree = Field(
        default=CoverDegree.NONE, title=_("Cover"), description=_("How much it hides.")
    )
    hard: bool = Field(default=True, title=_("Hard"), description=_("Stops bullets."))
    form: CoverForm = CoverForm.OBJECT
    height_m: Metres | None = Field(
        default=None,
        gt=0,
        title=_("Height (m)"),
        description=_("Above the ground at its foot; empty: as high as anybody."),
    )
    is_stood_on: bool = Field(
        default=False,
        title=_("Stood on"),
        description=_("Whoever moves onto it stands as high as it is."),
    )
    extra_steps: Annotated[int, Field(ge=0, le=MOST_EXTRA_STEPS)] = Field(
        default=0,
        title=_("Extra steps"),
        description=_("What moving onto it costs more; 1 is as difficult ground."),
    )
    is_barred: bool = Field(
        default=False, title=_("Cannot be entered"), description=_("Nobody moves onto it.")
    )

    @property
    def top_m(self) -> float:
        """Return how high somebody on it stands above the ground, in metres."""
        return self.height_m or 0.0 if self.is_stood_on and not self.is_barred else 0.0


NO_TRAITS = PropTraits.constant()


class Prop(Record):
    """One thing on the map.

    ``stamp`` names a drawing of the program's own, ``picture`` a blob of the file by its hash; one
    with a picture is drawn by that. ``size`` is that of the thing before it is turned; ``turns``
    are quarter turns, clockwise.
    """

    id: str
    name: str = Field(default="", max_length=MOST_PROP_NAME)
    at: Cell
    """Its top left cell, as it is turned."""
    size: Size = Size(1, 1)
    turns: Annotated[int, Field(ge=0, lt=QUARTERS)] = 0
    stamp: str = Field(default="", max_length=40)
    picture: str | None = Field(default=None, pattern="^[0-9a-f]{64}$")
    upright: PropTraits = NO_TRAITS
    """What it means as it usually stands."""
    flipped: PropTraits | None = None
    """What it means once it was flipped over; None where it cannot be."""
    is_flipped: bool = False
    is_locked: bool = False
    """The pointer does not take hold of it."""

    @property
    def traits(self) -> PropTraits:
        """Return what it means as it stands now."""
        return self.flipped if self.is_flipped and self.flipped is not None else self.upright

    @property
    def turned_size(self) -> Size:
        """Return how many cells it fills across and down, as it is turned."""
        return Size(self.size.h, self.size.w) if self.turns % 2 else self.size

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Return the cells that it fills, row by row."""
        return footprint(self.at, self.turned_size)

    def is_within(self, size: Size) -> bool:
        """Return whether all of it stands on a map of a size."""
        (x, y), (w, h) = self.at, self.turned_size
        return x >= 0 and y >= 0 and x + w <= size.w and y + h <= size.h

    def moved(self, to: Cell) -> Self:
        """Return it with its top left cell elsewhere."""
        return self.replace(at=to)

    def turned(self, quarters: int = 1) -> Self:
        """Return it turned clockwise about its middle, as near as cells allow.

        Args:
            quarters: So many quarter turns; negative ones the other way.
        """
        turns = (self.turns + quarters) % QUARTERS
        if (turns - self.turns) % 2 == 0:
            return self.replace(turns=turns)
        w, h = self.turned_size
        # Rounded towards zero, so that turning on and back ends where it began.
        x, y = self.at.x + int((w - h) / 2), self.at.y + int((h - w) / 2)
        return self.replace(turns=turns, at=Cell(x, y))

    def stood(self, *, is_flipped: bool) -> Self:
        """Return it flipped over, or set upright again."""
        return self.replace(is_flipped=is_flipped)


def next_prop_id(there: Iterable[Prop]) -> str:
    """Return an id that none of some props has."""
    taken = {one.id for one in there}
    number = len(taken) + 1
    while f"prop-{number}" in taken:
        number += 1
    return f"prop-{number}"


def props_at(props: Iterable[Prop], cell: Cell) -> tuple[Prop, ...]:
    """Return the props that fill a cell, the one that lies on top last."""
    return tuple(one for one in props if cell in one.cells)
