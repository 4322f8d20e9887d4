"""The light on the map as it is drawn: how dark it is, and what each source sheds, as records.

Places and reaches are in cells. Nothing here knows Qt, colours or pixels, and nothing decides: what
a level means is ``gridwar.engine.perception.light_of_fight``'s.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from gridwar.control.records.ground_records import CellXY, Point
    from gridwar.model.zones import Light


class LampView(Struct, frozen=True, eq=False):
    """What one source sheds; kept while it stays as it is, so that its identity says so.

    Attributes:
        at: where it shines.
        bright_cells: how far it is bright.
        reach_cells: how far there is any of it.
        color: red, green, blue in six hexadecimal digits.
        strength: as of the source; below 0 it takes light away.
        outline: the corners of what it reaches; none where nothing stops it.
        cone: where it points and how wide, in degrees; None all round.
        cells: of another floor what it reaches through openings, above or below where it shines.
    """

    at: Point
    bright_cells: float
    reach_cells: float
    color: str
    strength: int = 0
    outline: tuple[Point, ...] = ()
    cone: tuple[float, float] | None = None
    cells: frozenset[CellXY] = frozenset()


class LightView(Struct, frozen=True, eq=False):
    """All light that is drawn, over a page of some size; painted cells are as they are painted.

    Where ``seen`` points are given, rows of them as in a `FogView`, it shines on these alone: what
    is remembered is as light as the map by itself.
    """

    width: int
    height: int
    base: Light
    lamps: tuple[LampView, ...] = ()
    painted: tuple[tuple[Light, frozenset[CellXY]], ...] = ()
    seen: NDArray[np.bool_] | None = None
