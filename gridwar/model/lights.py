"""Sources of light, and of darkness: what shines, how far, where it stands or who carries it.

Where one shines now, and how light it makes a cell, is worked out in
``gridwar.engine.perception.light_of_fight``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Self

from annotated_types import Ge, Le
from pydantic import Field, model_validator

from gridwar.model.bounds import Bearing, Height, Rounds
from gridwar.model.combatant_references import EssentialId
from gridwar.model.foreign_map_data import MapLight
from gridwar.model.geometry import MAX_SIDE_CELLS, SUBCELL, Point
from gridwar.model.record import Record
from gridwar.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gridwar.model.geometry import Size

FLAME = "ffb45e"
"""The colour of a flame: red, green, blue."""
HIGHEST_STRENGTH = 20
WHOLE_CIRCLE_DEG = 360.0

Reach = Annotated[float, Ge(0), Le(2 * MAX_SIDE_CELLS)]


class LightSource(Record):
    """Something that sheds light, or darkness.

    It stands at a point, or somebody carries it: then it shines from the middle of the bearer, and
    goes when the bearer leaves the fight for good.
    """

    id: str
    name: str = ""
    at: Point | None = None
    """Where it stands; None while somebody carries it."""
    carried_by: EssentialId = ""
    bright_cells: Reach = 0.0
    """How far it is bright."""
    dim_cells: Reach = 0.0
    """How far it is at least dim; darkness reaches as far as the greater of both."""
    colour: str = Field(default=FLAME, pattern="^[0-9a-f]{6}$")
    facing_deg: Bearing = 0.0
    """Where a cone points: 0 up, 90 right; of a carried one added to where its bearer faces."""
    width_deg: float = Field(default=WHOLE_CIRCLE_DEG, gt=0, le=WHOLE_CIRCLE_DEG)
    """The whole width of a cone; a full circle shines all round."""
    strength: int = Field(default=0, ge=-HIGHEST_STRENGTH, le=HIGHEST_STRENGTH)
    """0 for natural light, more for magic; below 0 it is darkness."""
    casts_shadows: bool = True
    """Whether what stops sight stops it."""
    on: bool = True
    rounds: Rounds | None = None
    """How many it still burns while it is on; None without end."""
    height_m: Height = 0.0
    """Above the ground where it stands, or above its bearer."""
    imported: MapLight | None = None
    """What a file of others said of it, to be written back as it was read."""

    @model_validator(mode="after")
    def _is_somewhere(self) -> Self:
        if (self.at is None) is (not self.carried_by):
            raise ValueError(f"light {self.id!r} needs a place or a bearer, and not both")
        return self

    @property
    def is_darkness(self) -> bool:
        """Return whether it takes light away."""
        return self.strength < 0

    @property
    def is_cone(self) -> bool:
        """Return whether it shines to one side only."""
        return self.width_deg < WHOLE_CIRCLE_DEG

    @property
    def reach_cells(self) -> float:
        """Return how far it has any effect."""
        return max(self.bright_cells, self.dim_cells)

    def placed(self, at: Point) -> Self:
        """Return it standing at a point, carried by nobody."""
        return self.replace(at=at, carried_by="")

    def carried(self, by: str) -> Self:
        """Return it in somebody's hand."""
        return self.replace(at=None, carried_by=by)

    def switched(self, *, on: bool) -> Self:
        """Return it on or off."""
        return self.replace(on=on)

    def is_within(self, size: Size) -> bool:
        """Return whether it is carried, or stands left of and above the far border of a page."""
        at = self.at
        return at is None or (at.x <= size.w * SUBCELL and at.y <= size.h * SUBCELL)


def lights_after_a_round(sources: tuple[LightSource, ...]) -> tuple[LightSource, ...]:
    """Return sources a round later: those that burn some rounds are one nearer to their end.

    One that is out does not burn down; one that has burnt down is gone.
    """
    if not any(_burns_down(one) for one in sources):
        return sources
    later = (
        one.replace(rounds=one.rounds - 1) if one.on and one.rounds is not None else one
        for one in sources
    )
    return tuple(one for one in later if one.rounds is None or one.rounds > 0)


def _burns_down(one: LightSource) -> bool:
    return one.on and one.rounds is not None


def from_imported(lights: Iterable[MapLight], taken: Iterable[str] = ()) -> tuple[LightSource, ...]:
    """Return sources of the lights of a file: dim as far as it says, bright half as far.

    Args:
        lights: As they were read.
        taken: Ids that are in use.
    """
    used, found = set(taken), []
    for number, light in enumerate(lights, start=1):
        name = f"light-{number}"
        while name in used:
            name += "-file"
        used.add(name)
        found.append(_of_file(name, light, number))
    return tuple(found)


def _of_file(id: str, light: MapLight, number: int = 0) -> LightSource:
    reach = min(light.range_cells, 2.0 * MAX_SIDE_CELLS)
    return LightSource(
        id=id,
        name=_("Light {n}").format(n=number),
        at=Point(round(light.x_cells * SUBCELL), round(light.y_cells * SUBCELL)),
        bright_cells=reach / 2,
        dim_cells=reach,
        colour=light.colour[2:],
        casts_shadows=light.shadows,
        imported=light,
    )


def to_file(source: LightSource) -> MapLight | None:
    """Return what a file of others is told of a source; as it was read where nothing was changed.

    None where such a file has no word for it: darkness, and what somebody carries.
    """
    at, read = source.at, source.imported
    if at is None or source.is_darkness or not source.reach_cells:
        return None
    if read is not None and _shed(_of_file(source.id, read)) == _shed(source):
        return read
    plain = MapLight(
        x_cells=at.x / SUBCELL,
        y_cells=at.y / SUBCELL,
        range_cells=source.reach_cells,
        colour=f"ff{source.colour}",
        shadows=source.casts_shadows,
    )
    if read is None:
        return plain
    alpha = read.colour[:2]
    kept = {"intensity": read.intensity, "rest": read.rest, "colour": f"{alpha}{source.colour}"}
    return plain.replace(**kept)


def is_told_whole(source: LightSource) -> bool:
    """Return whether such a file says all of a source: round, and bright half as far."""
    return not source.is_cone and source.bright_cells * 2 == source.dim_cells


def _shed(one: LightSource) -> tuple[Point | None, float, float, str, bool]:
    return one.at, one.bright_cells, one.dim_cells, one.colour, one.casts_shadows
