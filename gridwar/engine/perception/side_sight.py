"""Which points of the map a side knows; everything, as long as nothing is covered by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gridwar.model.memory import points_per_cell

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridwar.model.encounter import Encounter


def known_points(encounter: Encounter, side: str) -> NDArray[np.bool_]:
    """Return rows of points of the map: whether a side knows them."""
    del side
    points, page = points_per_cell(encounter.map.size), encounter.map
    return np.ones((page.height * points, page.width * points), np.bool_)
