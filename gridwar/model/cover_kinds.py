"""What stands on a map to hide behind: painted cover, single objects, low walls.

Only facts (how much, how hard, how high); what a degree is worth is the rule system's business.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

from pydantic import AfterValidator, Field

from gridwar.model.bounds import Metres
from gridwar.model.geometry import Cell
from gridwar.model.record import Record
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable


def in_order(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """Return the set of some cells, sorted."""
    return tuple(sorted(set(cells)))


Cells = Annotated[tuple[Cell, ...], AfterValidator(in_order)]
"""A set of cells, kept sorted so that equal sets are equal values."""


class CoverDegree(StrEnum):
    """How much of somebody a thing hides."""

    NONE = "none"
    QUARTER = "quarter"
    HALF = "half"
    THREE_QUARTER = "three_quarter"
    FULL = "full"

    @property
    def rank(self) -> int:
        """Return 0 for none up to 4 for full."""
        return tuple(CoverDegree).index(self)


class CoverForm(StrEnum):
    """Whether cover serves those inside it or those behind it."""

    AREA = "area"
    OBJECT = "object"


class Cover(Record):
    """How much a thing hides, whether it stops bullets, and how high it stands.

    ``height_m`` is metres above the ground at its foot; None reaches as high as anybody.
    """

    degree: CoverDegree = Field(
        default=CoverDegree.HALF, title=_("Cover"), description=_("How much it hides.")
    )
    hard: bool = Field(default=True, title=_("Hard"), description=_("Stops bullets."))
    height_m: Metres | None = Field(
        default=None,
        gt=0,
        title=_("Height (m)"),
        description=_("Above the ground at its foot; empty: as high as anybody."),
    )


class CoverKind(Cover):
    """A kind of cover for the brush: woods, trench, crates."""

    name: str
    form: CoverForm = CoverForm.AREA


class CoverObject(CoverKind):
    """One named thing on the map, such as a wagon, with the cells it fills."""

    id: str
    form: CoverForm = CoverForm.OBJECT
    cells: Cells = ()
